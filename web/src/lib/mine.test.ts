import { beforeEach, expect, it, vi } from "vitest";
import type { MyGame } from "./mine.svelte";

const store = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (name: string) => store.get(name) ?? null, setItem: (name: string, text: string) => store.set(name, text) });

const GAME: MyGame = {
  game: "g", title: "Tuesday", system: "lancer", scenario: "The Wells", seats: [{ seat: 0, name: "The Garrison", secret: "s" }], open: [], gm: "", watch: "w", at: 5,
};
const NAMES = { battle: "The Wells", sheet: "Lancer Rifle Gatling", turns: 6 };
const STANDS = {
  status: "playing" as const, turn: 3, asked: [0], result: null,
  seats: [{ seat: 0, name: "The Garrison", side: 0, player: "person" as const, who: "Ann" }],
};

beforeEach(() => {
  store.clear();
  store.set("playsheet.games", JSON.stringify([GAME]));
  vi.resetModules();
});

it("keeps how a game of mine stands, and when that was new", async () => {
  const { mine } = await import("./mine.svelte");
  vi.useFakeTimers({ now: 1000 });
  mine.heard("g", STANDS, NAMES);
  expect(mine.find("g")?.last).toMatchObject({ battle: "The Wells", turn: 3, asked: [0], at: 1000 });
  vi.setSystemTime(2000);
  mine.heard("g", STANDS, NAMES);
  expect(mine.find("g")?.last?.at).toBe(1000); // nothing new
  mine.heard("g", { ...STANDS, turn: 4 }, NAMES);
  expect(mine.find("g")?.last).toMatchObject({ turn: 4, at: 2000 });
  expect(JSON.parse(store.get("playsheet.games") ?? "[]")[0].last.turn).toBe(4);
  vi.useRealTimers();
});

it("does not keep games that are not mine", async () => {
  const { mine } = await import("./mine.svelte");
  mine.heard("other", STANDS, NAMES);
  expect(mine.games).toHaveLength(1);
});
