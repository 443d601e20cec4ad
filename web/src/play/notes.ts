// What is to be told of seats that no event tells: a computer player that failed, a link that was given out anew.

import { fallenOf } from "../lib/levels";
import type { Seat } from "../lib/protocol";

type Noted = Pick<Seat, "name" | "fell_from" | "relinked">;

export const notesOf = (seats: Noted[]): string[] =>
  seats.flatMap(({ name, fell_from, relinked }) => [fallenOf(name, fell_from), relinkedOf(name, relinked)]).filter(Boolean);

function relinkedOf(name: string, times: number): string {
  if (!times) return "";
  const often = times === 1 ? "" : ` ${times} times`;
  return `Whoever keeps the server has given the link of ${name} out anew${often}: the old one opens nothing any more.`;
}
