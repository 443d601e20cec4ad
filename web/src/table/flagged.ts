// The flags of what is fought for, and where the name of each is read: beside it or above it, on the table, upon no other name
// and upon as little else as can be; from so far off that there is no such place the flag stands alone.

import type { AimPlace, Point, TerrainPiece } from "../lib/protocol";
import { overlap, type Box } from "./labels";

export interface Flagged {
  at: Point; // its foot, north up
  name: string;
  spot: Spot | null; // null: it is not read
  box: Box; // of flag and name, in pixels from the table's north-west corner
}

/** Where the name is read: in pixels from the foot. */
interface Spot {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

export const POLE = 18; // pixels
export const CLOTH = 13;
const GAP = 3;
const LETTER = 6.9;
const RISE = 11; // of letters over their base line
const HIGH = 15;

/** `k`: pixels to the unit of length; `soft`: what is better left to be seen. */
export function flagged(places: AimPlace[], terrain: TerrainPiece[], [wide, deep]: Point, k: number, soft: Box[] = []): Flagged[] {
  const found: Flagged[] = [];
  const taken: Box[] = [];
  for (const place of places) {
    const foot = footOf(place, terrain, wide);
    if (!foot) continue;
    const [name, at] = foot;
    if (found.some((other) => other.name === name && other.at.join() === at.join())) continue; // several aims are about it
    const [x, y] = [at[0] * k, (deep - at[1]) * k];
    const flag = { x0: x, y0: y - POLE, x1: x + CLOTH, y1: y };
    const free = spots(name, x, wide * k)
      .map(({ long, ...spot }) => ({ spot, text: boxOf(spot, long, x, y) }))
      .filter(({ text }) => text.x0 >= 0 && text.x1 <= wide * k && !taken.some((other) => overlap(text, other)))
      .map((one) => ({ ...one, cost: soft.reduce((sum, other) => sum + overlap(one.text, other), 0) }));
    const least = Math.min(...free.map(({ cost }) => cost));
    const best = free.find(({ cost }) => cost === least);
    taken.push(flag, ...(best ? [best.text] : []));
    found.push({ at, name, spot: best?.spot ?? null, box: best ? around(flag, best.text) : flag });
  }
  return found;
}

/** Right, left, above: in this order where all are free. */
function spots(name: string, x: number, wide: number): (Spot & { long: number })[] {
  const long = name.length * LETTER;
  const middle = Math.max(long / 2, Math.min(x, wide - long / 2)) - x;
  return [
    { long, x: CLOTH + GAP, y: -8, anchor: "start" },
    { long, x: -GAP, y: -8, anchor: "end" },
    { long, x: middle, y: -POLE - 6, anchor: "middle" },
  ];
}

function boxOf(spot: Spot, long: number, x: number, y: number): Box {
  const x0 = x + spot.x - { start: 0, middle: long / 2, end: long }[spot.anchor];
  return { x0, y0: y + spot.y - RISE, x1: x0 + long, y1: y + spot.y - RISE + HIGH };
}

function around(a: Box, b: Box): Box {
  return { x0: Math.min(a.x0, b.x0), y0: Math.min(a.y0, b.y0), x1: Math.max(a.x1, b.x1), y1: Math.max(a.y1, b.y1) };
}

/** What it is called, and where its flag stands: on top of a piece. */
function footOf(place: AimPlace, terrain: TerrainPiece[], wide: number): [string, Point] | null {
  if (place.kind === "point") return [place.name, [place.at[0], place.at[1] + place.within]];
  if (place.kind === "line") return [`${place.beyond} of ${place.name}`, [wide * 0.03, place.y]];
  const piece = terrain[place.piece];
  if (!piece) return null;
  const xs = piece.points.map(([x]) => x);
  return [piece.name, [(Math.min(...xs) + Math.max(...xs)) / 2, Math.max(...piece.points.map(([, y]) => y))]];
}
