// Battles for the tests to look at, made over HTTP.

import { createHash } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";

export interface Battle {
  game: string;
  watch: string;
  seats: string[]; // the secrets of those that persons have
}

interface Made {
  game: string;
  seats: { secret: string | null }[];
  watch: { secret: string };
}

/** A game with these players in its seats. */
export async function made(request: APIRequestContext, scenario: string, players: string[], more: object = {}): Promise<Battle> {
  const answer = await request.post("/api/games", { data: { scenario: { id: scenario }, seats: players.map((player) => ({ player })), ...more } });
  expect(answer.status()).toBe(201);
  const { game, seats, watch } = (await answer.json()) as Made;
  return { game, watch: watch.secret, seats: seats.flatMap(({ secret }) => (secret ? [secret] : [])) };
}

export async function asked(request: APIRequestContext, battle: Battle, path: string): Promise<Record<string, unknown>> {
  const answer = await request.get(`/api/games/${battle.game}${path}`, { headers: { Authorization: `Bearer ${battle.watch}` } });
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}

/** A battle that two doctrines have fought to its end. */
export async function fought(request: APIRequestContext, scenario = "the-wells"): Promise<Battle> {
  const battle = await made(request, scenario, ["doctrine", "doctrine"]);
  await expect(async () => expect((await asked(request, battle, "?log=-1"))["status"]).toBe("over")).toPass({ timeout: 90_000 });
  return battle;
}

/** All persons seal words for the dice, and show them: the game begins. */
export async function ready(request: APIRequestContext, battle: Battle): Promise<void> {
  const words = battle.seats.map((_, i) => `the words of person ${i}`);
  for (const [i, said] of words.entries()) await say(i, "ready", { seal: createHash("sha256").update(said).digest("hex") });
  for (const [i, said] of words.entries()) await say(i, "words", { words: said });

  async function say(person: number, verb: string, data: object): Promise<void> {
    const headers = { Authorization: `Bearer ${battle.seats[person]}` };
    const answer = await request.post(`/api/games/${battle.game}/${verb}`, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

/** A game that persons have begun, and in which nobody has done anything yet. */
export async function begun(request: APIRequestContext, scenario = "the-wells", more: object = {}): Promise<Battle> {
  const battle = await made(request, scenario, ["person", "person"], more);
  await ready(request, battle);
  return battle;
}
