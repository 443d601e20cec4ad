import { afterEach, expect, it, vi } from "vitest";
import { listedGames, sentence } from "./api";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  ["question 10.0 is not open.", "Question 10.0 is not open."],
  ["wrong.toml: blurb: expected text.", "wrong.toml: blurb: expected text."],
  ["The table is full.", "The table is full."],
  ["", ""],
])("makes a sentence of %j", (says, expected) => expect(sentence(says)).toBe(expected));

function answering(...statuses: number[]): ReturnType<typeof vi.fn> {
  const fetched = vi.fn();
  for (const status of statuses) {
    const body = status === 200 ? { games: [] } : { error: { code: "elsewhere", says: "another server has it." } };
    fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status, headers: { "Retry-After": "1" } }));
  }
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

it("asks again for what another server has just now", async () => {
  vi.useFakeTimers();
  const fetched = answering(503, 503, 200);
  const games = listedGames();
  await vi.runAllTimersAsync();
  expect(await games).toEqual([]);
  expect(fetched).toHaveBeenCalledTimes(3);
});

it("does not ask for ever", async () => {
  vi.useFakeTimers();
  const fetched = answering(...Array<number>(15).fill(503));
  const games = expect(listedGames()).rejects.toThrow("Another server has it.");
  await vi.runAllTimersAsync();
  await games;
  expect(fetched).toHaveBeenCalledTimes(15);
});
