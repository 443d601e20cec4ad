// What the computer does before somebody's first question: he finds the battle so, and it is not played to him.

import type { State } from "../lib/protocol";

/** Is what `by` has just done, while this seat has been asked nothing yet, the computer's? `by` is null where it is not said. */
export function isFound({ you, seats }: Pick<State, "you" | "seats">, by: number | null): boolean {
  if (you.role !== "seat") return false; // who looks on is never asked, and sees it all
  if (by !== null) return isComputer(by);
  return seats.every(({ seat }) => seat === you.seat || you.commands.includes(seat) || isComputer(seat));

  function isComputer(seat: number): boolean {
    const player = seats[seats[seat]?.commanded_by ?? seat]?.player;
    return player !== undefined && player !== "person" && player !== "open";
  }
}
