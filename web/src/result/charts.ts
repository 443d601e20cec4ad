// Numbers into lines: scales, ticks and paths for the result's charts. Nothing here knows a rule.

import type { Chronicle, Luck } from "../lib/protocol";
import { percent, plural, short, upper } from "../lib/words";

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Round numbers from 0 to at least `most`, about `count` of them. */
export function ticks(most: number, count = 4): number[] {
  const rough = Math.max(most, 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const by = [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? 10 * power;
  const whole = Math.max(1, by);
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, at) => at * whole);
}

/** The same on both sides of 0, for what may be more or less than expected. */
export function balanced(values: number[]): number[] {
  const most = Math.max(1, ...values.map(Math.abs));
  const up = ticks(most, 2);
  return [...up.slice(1).reverse().map((value) => -value), ...up];
}

export const across = (frame: Frame, step: number, steps: number): number =>
  frame.left + ((frame.width - frame.left - frame.right) * step) / Math.max(1, steps);

export const upwards = (frame: Frame, value: number, low: number, high: number): number =>
  frame.top + (frame.height - frame.top - frame.bottom) * (1 - (value - low) / Math.max(1e-9, high - low));

/** A line that changes at a step and stays until the next. */
export function stepped(frame: Frame, values: number[], low: number, high: number): string {
  return values
    .map((value, step) => {
      const x = across(frame, step, values.length - 1).toFixed(1);
      const y = upwards(frame, value, low, high).toFixed(1);
      return step === 0 ? `M${x} ${y}` : `H${x}V${y}`;
    })
    .join("");
}

export interface Turn {
  turn: number;
  from: number; // the step before which it begins
  to: number; // steps that are over at its end
}

export function turnsOf(turns: number[]): Turn[] {
  const found: Turn[] = [];
  turns.forEach((turn, step) => {
    const last = found.at(-1);
    if (last?.turn === turn) last.to = step + 1;
    else found.push({ turn, from: step, to: step + 1 });
  });
  return found;
}

/** Labels that would run into each other are left out; the first may be wider than the others. */
export function spacedOut(turns: Turn[], frame: Frame, steps: number, wide: number, first: number): Turn[] {
  let free = -Infinity;
  return turns.filter(({ from }, at) => {
    const x = across(frame, from, steps);
    if (x < free) return false;
    free = x + (at ? wide : first);
    return true;
  });
}

/** The strength at the end of each turn, side by side: the chart as a table. */
export function byTurn(chronicle: Chronicle): { turn: number; strength: number[] }[] {
  return turnsOf(chronicle.turns).map(({ turn, to }) => ({
    turn,
    strength: chronicle.sides.map((side) => side.strength[to] ?? side.start),
  }));
}

/** What the chance of it is, in a sentence. */
export function howLikely({ dice, more, chance }: Luck): string {
  if (!dice) return "No dice that could have gone either way.";
  return `So ${more ? "many or more" : "few or fewer"} come up in ${percent(chance)} of all such battles.`;
}

/** In a word; a difference that comes up in every fourth battle is none. */
export function inAWord({ dice, more, chance }: Luck): string {
  if (!dice || chance >= 0.25) return "about as expected";
  const how = chance < 0.01 ? "very " : chance < 0.05 ? "" : "somewhat ";
  return `${how}${more ? "lucky" : "unlucky"}`;
}

const MANY = 30;

/** Few dice tell little; many need no word about it. */
export function sample(dice: number): string {
  return dice > 0 && dice < MANY ? `${upper(plural(dice, "die is", "dice are"))} too few to say much.` : "";
}

export const actual = ({ met, dice, expected }: Luck): string => `${met} of ${plural(dice, "die", "dice")} met the number; ${short(expected)} were to be expected.`;
