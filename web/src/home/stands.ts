// How a game of mine stands, in words.

import type { LastKnown, MyGame } from "../lib/mine.svelte";
import { listed } from "../lib/words";

/** Turn 3 of 6. Your move. */
export function standsSaid(game: MyGame): string {
  const last = game.last;
  if (!last) return "";
  if (last.status === "over") return last.result?.side ? `${last.result.side} won. ${last.result.verdict}` : `A draw. ${last.result?.verdict ?? ""}`.trim();
  if (last.status === "gathering") return waiting(last);
  return `Turn ${last.turn} of ${last.turns}. ${moveSaid(game, last)}`;
}

function waiting(last: LastKnown): string {
  const open = last.seats.filter(({ player }) => player === "open").map(({ name }) => name);
  return open.length ? `Nobody has taken ${listed(open)} yet.` : "Not begun yet: somebody is not ready.";
}

/** Whose move it is: mine, somebody's by name, or the computer's. */
export function moveSaid(game: MyGame, last: LastKnown): string {
  const mine = game.seats.filter(({ seat }) => last.asked.includes(seat));
  if (mine.length) return mine.length < game.seats.length ? `Your move: ${listed(mine.map(({ name }) => name))}.` : "Your move.";
  const others = last.seats.filter(({ seat }) => last.asked.includes(seat));
  const people = others.filter(({ player }) => player === "person");
  if (people.length) return `Waiting for ${listed(people.map(({ who, name }) => who || name))}.`;
  return others.length ? "The computer is thinking." : "";
}

export const isMyMove = (game: MyGame): boolean =>
  game.last?.status === "playing" && game.seats.some(({ seat }) => game.last?.asked.includes(seat));
