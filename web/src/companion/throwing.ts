// Dice that fall on a real table, throw by throw: which are wanted next, and which of those that fell still count when
// a die or the situation is corrected.

import type { Roll } from "../lib/protocol";
import type { Thrown } from "./engine/engine";

export type Ask = (faces: number[]) => Promise<Thrown>;

export const facesOf = (rolls: Roll[]): number[] => rolls.flatMap((roll) => roll.faces);

/**
 * The throws keep their dice as long as the same dice are wanted for the same reason: from the first that is not, they
 * are to be thrown again. `first`: faces that stand before them in any case.
 */
export async function kept(ask: Ask, rolls: Roll[], first: number[] = []): Promise<Thrown> {
  let known = first;
  let now = await ask(known);
  for (const roll of rolls) {
    const next = now.wanted;
    if (!next || next.have || next.count !== roll.faces.length || next.sides !== roll.sides || next.why !== roll.why) break;
    known = [...known, ...roll.faces];
    now = await ask(known);
  }
  return now;
}

/** One throw is corrected; those before it stand. */
export function corrected(ask: Ask, rolls: Roll[], at: number, faces: number[]): Promise<Thrown> {
  return kept(ask, rolls.slice(at + 1), [...facesOf(rolls.slice(0, at)), ...faces]);
}
