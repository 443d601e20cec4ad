// Records that come from a file: each becomes a game that can be looked at from its first step, and goes on from any.

import * as api from "../lib/api";
import { mine } from "../lib/mine.svelte";
import { go } from "../lib/route.svelte";
import { newWords, sealOf } from "../lib/sealing";
import type { SeatWish } from "../lib/protocol";

/** How many seats the head of a record names; 0 if it is no record. */
export function seatsIn(text: string): number {
  const head = text.slice(0, text.search(/^scenario:/m));
  return head.match(/^seat \d+:/gm)?.length ?? 0;
}

/** What the head says under a word: `title`, `system`. */
export function headOf(text: string, word: string): string {
  return new RegExp(`^${word}: (.*)$`, "m").exec(text.slice(0, 2000))?.[1]?.trim() ?? "";
}

/**
 * Every seat is a person's, so that nobody plays on by himself, and all are ready, so that there is something to look
 * back on. Whether the record is sound the server says.
 */
export async function brought(text: string, name: string): Promise<{ game: string; secret: string }> {
  const seats: SeatWish[] = Array.from({ length: seatsIn(text) }, () => ({ player: "person" }));
  const title = headOf(text, "title") || name.replace(/\.[a-z]+$/i, "");
  const made = await api.fromRecord(text, seats.length ? { title, seats } : { title });
  const persons = made.seats.flatMap(({ secret }) => (secret ? [{ secret, words: newWords("") }] : []));
  for (const { secret, words } of persons) await api.ready(made.game, secret, sealOf(words));
  for (const { secret, words } of persons) await api.showWords(made.game, secret, words);
  mine.created(made, title, headOf(text, "system"), "");
  return { game: made.game, secret: made.watch.secret };
}

/** The same, and look at it. */
export async function bring(text: string, name: string): Promise<void> {
  const { game, secret } = await brought(text, name);
  go("replay", game, secret);
}

/** A link that lets others look on gives no seat away: the spectators' secret if we have it. */
export function sharedSecret(role: string, secret: string, watch: string | undefined): string {
  return role === "watch" ? secret : (watch ?? "");
}
