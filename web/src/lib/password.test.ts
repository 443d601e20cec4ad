import { afterEach, expect, it, vi } from "vitest";
import { createGame, Refused } from "./api";
import { password } from "./password.svelte";

const WANTED = { scenario: { id: "the-wells" }, seats: [] } as unknown as Parameters<typeof createGame>[0];
const shown: (string | null)[] = [];

/** A server that wants this password. */
function wants(right: string): void {
  vi.stubGlobal("fetch", (_: string, { headers }: { headers: Record<string, string> }) => {
    const given = headers["Playsheet-Password"] ?? null;
    shown.push(given);
    if (given === encodeURIComponent(right)) return Promise.resolve(new Response('{"game": "one"}', { status: 201 }));
    const says = given === null ? "this server wants a password." : "this is not the password.";
    return Promise.resolve(new Response(JSON.stringify({ error: { code: "password", says } }), { status: 401 }));
  });
}

const asked = (): Promise<string> => vi.waitUntil(() => password.says);

afterEach(() => {
  vi.unstubAllGlobals();
  shown.length = 0;
});

it("asks until the password is right, and then not again", async () => {
  wants("käse 50 %");
  const made = createGame(WANTED);
  expect(await asked()).toBe("This server wants a password.");
  password.give("wrong");
  expect(await asked()).toBe("This is not the password.");
  password.give("käse 50 %");
  expect((await made).game).toBe("one");
  expect(password.says).toBe("");
  await createGame(WANTED);
  expect(shown).toEqual([null, "wrong", "k%C3%A4se%2050%20%25", "k%C3%A4se%2050%20%25"]);
});

it("gives up if nobody says it", async () => {
  wants("another");
  const made = createGame(WANTED);
  await asked();
  password.give(null);
  await expect(made).rejects.toThrow(Refused);
});
