// A rematch: which seats change, and who else is invited.

import type { SeatHead } from "../lib/protocol";

/** Can the sides be swapped, seat by seat? Only if all that are played have the same number of players. */
export function canSwap(seats: Pick<SeatHead, "side">[]): boolean {
  const counts = new Map<number, number>();
  for (const { side } of seats) counts.set(side, (counts.get(side) ?? 0) + 1);
  return counts.size > 1 && new Set(counts.values()).size === 1;
}

/** The people at other screens. */
export function invited(seats: SeatHead[], own: number[]): SeatHead[] {
  return seats.filter(({ seat, player }) => player === "person" && !own.includes(seat));
}
