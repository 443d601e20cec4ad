// A player's own words in the dice. They are sealed (their SHA-256 is sent) before anybody shows any, and this browser
// keeps them until they are shown: by itself, when all seals are there, and never against other seals than those that it
// saw first. At the end it can say whether the seals are still those.

import { sha256 } from "./digest";
import { keep, kept, unkeep } from "./keep";
import type { DiceKey, Seat, State } from "./protocol";

export interface Sealed {
  words: string;
  commitment: string; // the server's, when the words were sealed
  seen: (string | null)[] | null; // all seals as they stood when the words were first sent; null: they never were
}

/** `lost`: the words of this seat's seal are not here. `changed`: the server has changed what they were sealed against. */
export type Standing = "unsealed" | "sealed" | "lost" | "changed" | "shown";

export const LONGEST_TYPED = 100;
const FORBIDDEN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu; // no server takes these: they could not be shown
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const unkept = new Map<string, Sealed>(); // where the browser keeps nothing, words last as long as the page

/** What somebody typed, with 128 random bits: without them words could be guessed from their seal. */
export function newWords(typed: string): string {
  const bits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const text = typed.replaceAll(FORBIDDEN, "").slice(0, LONGEST_TYPED).replaceAll(FORBIDDEN, "").trim();
  return `${text} ${bits}`.trim();
}

export const sealOf = (words: string): string => sha256(bytes(words));

/** The server's commitment and all seals in a line that players can compare; `playsheet verify` prints the same. */
export function fingerprintOf({ commitment, seals }: DiceKey): string {
  return sha256(bytes([commitment, ...seals.map((seal) => seal ?? "")].join("\n"))).slice(0, 32);
}

/** In groups of four, for people. */
export const inGroups = (digits: string): string => digits.replaceAll(/(.{4})(?=.)/g, "$1 ");

// ---------------------------------------------------------------------- keeping

const name = (game: string, seat: number): string => `words.${game}.${seat}`;

export function heldWords(game: string, seat: number): Sealed | null {
  return kept<Sealed | null>(name(game, seat), null) ?? unkept.get(name(game, seat)) ?? null;
}

export function holdWords(game: string, seat: number, sealed: Sealed): void {
  unkept.set(name(game, seat), sealed);
  keep(name(game, seat), sealed);
}

/** Of a game that is off the list. */
export function dropWords(game: string): void {
  for (const held of [...unkept.keys()]) if (held.startsWith(`words.${game}.`)) unkept.delete(held);
  unkeep(`words.${game}.`);
}

// ---------------------------------------------------------------------- how it stands

/** Once all seals are there they stand, and words are shown. */
export const allSealed = (seats: Seat[]): boolean => seats.every((seat) => seat.ready);

export function standing({ you, seats, dice }: Pick<State, "you" | "seats" | "dice">, held: Sealed | null): Standing {
  const mine = you.seat === null ? undefined : seats[you.seat];
  if (!mine?.ready || !dice) return "unsealed";
  if (mine.shown) return "shown";
  if (!held || sealOf(held.words) !== dice.seals[mine.seat]) return "lost";
  if (held.commitment !== dice.commitment || (held.seen && !same(held.seen, dice.seals))) return "changed";
  return "sealed";
}

const same = (one: (string | null)[], other: (string | null)[]): boolean =>
  one.length === other.length && one.every((seal, i) => seal === other[i]);

// ---------------------------------------------------------------------- when it is over

/**
 * Do key and words fit what was committed to and sealed? `clear`: the words were never sealed. A seat without a seal has
 * no words: else somebody could have chosen them late.
 */
export function checked(dice: DiceKey, seats: Seat[]): "sealed" | "clear" | "broken" {
  if (dice.key !== null && sha256(Uint8Array.from(dice.key.match(/../g) ?? [], (two) => parseInt(two, 16))) !== dice.commitment) return "broken";
  if (!dice.round) return "clear";
  if (dice.salts.length !== seats.length || dice.seals.length !== seats.length) return "broken";
  const fits = seats.every(({ seat, player }) => {
    const [seal, words] = [dice.seals[seat] ?? null, dice.salts[seat] ?? ""];
    return seal === null ? words === "" && player !== "person" : sealOf(words) === seal;
  });
  return fits ? "sealed" : "broken";
}

/** Are commitment and seals those that this browser saw before it showed the words? `unknown`: it showed none. */
export function seenHere(dice: DiceKey, held: Sealed | null): "same" | "other" | "unknown" {
  if (!held?.seen) return "unknown";
  return held.commitment === dice.commitment && same(held.seen, dice.seals) ? "same" : "other";
}
