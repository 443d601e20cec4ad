// Dice that are tapped in one by one for an entry: what they have come to, and which of them still count when one was wrong.

import type { Done, DueData, EntryData } from "../companion/engine/book";
import type { Roll } from "../lib/protocol";

export type Ask = (dice: number[]) => Done;

export interface Fall {
  why: string;
  sides: number;
  count: number; // of which some may still be missing
  faces: number[];
}

export interface Walk {
  falls: Fall[];
  wanted: { count: number; sides: number; why: string } | null;
  fact: string; // what has to be said first
  entry: EntryData | null; // what would be written
  rolls: Roll[];
  follows: DueData[]; // what would be due or offered then
}

/** As far as these faces lead. Faces that nobody wants are left out. */
export function walked(ask: Ask, faces: number[]): Walk {
  const falls: Fall[] = [];
  const known: number[] = [];
  for (;;) {
    const now = ask([...known]);
    if ("entry" in now) return { falls, wanted: null, fact: "", entry: now.entry, rolls: now.rolls ?? [], follows: now.follows ?? [] };
    if ("fact" in now) return { falls, wanted: null, fact: now.fact, entry: null, rolls: [], follows: [] };
    const { count, sides, why } = now.dice;
    const next = faces.slice(known.length, known.length + count);
    const wrong = next.findIndex((face) => face < 1 || face > sides);
    if (wrong >= 0) next.length = wrong;
    if (next.length) falls.push({ why, sides, count, faces: next });
    known.push(...next);
    if (next.length < count) return { falls, wanted: { count: count - next.length, sides, why }, fact: "", entry: null, rolls: [], follows: [] };
  }
}

export const facesOf = (walk: Walk): number[] => walk.falls.flatMap(({ faces }) => faces);

/** One die showed something else: the throws that come to be wanted otherwise are to be thrown again. */
export function corrected(ask: Ask, walk: Walk, at: number, face: number): Walk {
  const next = walked(ask, facesOf(walk).with(at, face));
  const other = next.falls.findIndex((fall, i) => !same(fall, walk.falls[i]));
  if (other < 0) return next;
  return walked(ask, next.falls.slice(0, other).flatMap(({ faces }) => faces));
}

const same = (one: Fall, other: Fall | undefined): boolean =>
  other !== undefined && one.why === other.why && one.sides === other.sides && one.count === other.count;
