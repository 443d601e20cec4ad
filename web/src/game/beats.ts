// How a step is shown: one beat after the other, from what the table looked like before and after, and the events
// between. No event is known by name: a roll is shown as dice, whoever an event names moves with it, and an event
// that names a unit and its target draws a line from one to the other. Moves of one kind that follow each other, with no
// dice between, are one beat: six regiments march together.

import type { GameEvent, Roll } from "../lib/protocol";
import type { Figure, Scene } from "./scene";

export interface Beat {
  figures: Figure[]; // as drawn from this beat on
  roll: Roll | null; // dice that fall
  line: { from: number; to: number; event: string } | null; // from a unit to another
  about: number[]; // units that it is about
  moves: string; // the event that moves them; empty if nobody moves
  ms: number; // at normal speed
}

const ROLL_MS = 900;
const NEXT_ROLL_MS = 450;
const LINE_MS = 500;
const MOVE_MS = 700;
const LAST_MS = 250;

const WHO = ["unit", "group", "commander", "leader", "one", "other"] as const;
const WHOM = ["target", "enemy"] as const;

export function isRoll(event: GameEvent): boolean {
  return event.event === "Rolled" && Array.isArray(event["faces"]);
}

export function plan(before: Scene, after: Scene, events: GameEvent[]): Beat[] {
  const beats: Beat[] = [];
  const goal = new Map(after.figures.map((figure) => [figure.key, figure]));
  let figures = before.figures;
  let rolls = 0;
  for (const event of events) {
    if (isRoll(event)) {
      const roll = event as unknown as Roll;
      beats.push({ figures, roll, line: null, about: [], moves: "", ms: rolls ? NEXT_ROLL_MS : ROLL_MS });
      rolls += 1;
      continue;
    }
    rolls = 0;
    const about = numbers(event, WHO);
    const target = numbers(event, WHOM)[0];
    const from = about[0];
    if (from !== undefined && target !== undefined && target !== from && target >= 0) {
      beats.push({ figures, roll: null, line: { from, to: target, event: event.event }, about: [from, target], moves: "", ms: LINE_MS });
    }
    const next = without(moved(figures, after, goal, about), goal, event);
    if (next !== figures) {
      const last = beats.at(-1);
      const together = last?.moves === event.event ? last.about : [];
      if (together.length) beats.pop();
      beats.push({ figures: next, roll: null, line: null, about: [...new Set([...together, ...about])], moves: event.event, ms: MOVE_MS });
    }
    figures = next;
  }
  if (!same(figures, after.figures)) {
    beats.push({ figures: after.figures, roll: null, line: null, about: [], moves: "", ms: events.length ? LAST_MS : 0 });
  }
  return beats;
}

/** Nothing but units that move, all in the same way: the kind of event; else nothing. */
export function onlyMoves(events: GameEvent[]): string {
  const [first] = events;
  const is = first !== undefined && events.every((event) => event.event === first.event && !isRoll(event) && !numbers(event, WHOM).length);
  return is && numbers(first, WHO).length ? first.event : "";
}

/** The units that the event names under these names. */
function numbers(event: GameEvent, names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const value = event[name];
    return typeof value === "number" && Number.isInteger(value) ? [value] : [];
  });
}

/** Those units stand where they will stand in the end; the same list if none of them moves. */
function moved(figures: Figure[], after: Scene, goal: Map<string, Figure>, units: number[]): Figure[] {
  let changed = false;
  const next = figures.map((figure) => {
    const there = units.includes(figure.unit) ? goal.get(figure.key) : undefined;
    if (!there || alike(figure, there)) return figure;
    changed = true;
    return there;
  });
  const known = new Set(figures.map((figure) => figure.key));
  const fresh = after.figures.filter((figure) => units.includes(figure.unit) && !known.has(figure.key));
  return changed || fresh.length ? [...next, ...fresh] : figures;
}

/** Without a figure that the event names and that is gone afterwards. */
function without(figures: Figure[], goal: Map<string, Figure>, event: GameEvent): Figure[] {
  const named = event["figure"];
  if (typeof named !== "number") return figures;
  const left = figures.filter((figure) => figure.figure !== named || goal.has(figure.key));
  return left.length === figures.length ? figures : left;
}

function alike(a: Figure, b: Figure): boolean {
  const here = a.x === b.x && a.y === b.y && a.facing === b.facing && a.wide === b.wide && a.deep === b.deep;
  return here && a.shape === b.shape && a.count === b.count && a.loose === b.loose && a.signs.length === b.signs.length;
}

function same(a: Figure[], b: Figure[]): boolean {
  return a.length === b.length && a.every((figure, i) => figure.key === b[i]?.key && alike(figure, b[i]));
}
