import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { DiceKey, PlayerKind, Seat } from "./protocol";
import { allSealed, checked, dropWords, fingerprintOf, heldWords, holdWords, inGroups, newWords, sealOf, seenHere, standing, type Sealed } from "./sealing";

const sha = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");
const ANN = "Ann's words 0123456789abcdef";
const BEN = "Ben's words 0123456789abcdef";
const KEY = "00".repeat(32);
const COMMITMENT = sha(Buffer.from(KEY, "hex"));

function seat(number: number, ready: boolean, shown = false, player: PlayerKind = "person"): Seat {
  const plain = { name: "", side: number, side_name: "", who: "", own_dice: false, here: true, left: "", fell_from: "" as const, relinked: 0, commanded_by: number };
  return { ...plain, seat: number, player, ready, shown };
}

function dice(seals: (string | null)[], salts: (string | null)[] = [null, null], more: Partial<DiceKey> = {}): DiceKey {
  return { commitment: COMMITMENT, round: 1, asked_by: null, seals, salts, key: null, ...more };
}

const seals = [sealOf(ANN), sealOf(BEN)];
const you = { role: "seat" as const, seat: 0, commands: [0] };
const held: Sealed = { words: ANN, commitment: COMMITMENT, seen: null };

describe("words", () => {
  it("have 128 random bits, and what was typed before them", () => {
    const words = newWords("  alea iacta est ");
    expect(words).toMatch(/^alea iacta est [0-9a-f]{32}$/);
    expect(newWords("alea iacta est")).not.toBe(words);
    expect(newWords("")).toMatch(/^[0-9a-f]{32}$/);
  });
  it("are such that every server takes them", () => {
    expect(newWords("a\u0000b\u202ec\nd\ud800e")).toMatch(/^abcde [0-9a-f]{32}$/);
    expect([...newWords("\u{1f3b2}".repeat(300))].length).toBeLessThanOrEqual(200);
    expect(newWords(`${"a".repeat(99)}\u{1f3b2}`)).toMatch(/^a{99} [0-9a-f]{32}$/); // no half of a letter
  });
  it("are sealed as others seal them", () => {
    expect(sealOf("Grüße 🎲")).toBe(sha("Grüße 🎲"));
    expect(fingerprintOf(dice([sealOf(ANN), null]))).toBe(sha(`${COMMITMENT}\n${sealOf(ANN)}\n`).slice(0, 32));
    expect(inGroups("0123456789ab")).toBe("0123 4567 89ab");
  });
  it("are kept for their game and seat, also where the browser keeps nothing", () => {
    holdWords("g", 1, held);
    expect(heldWords("g", 1)).toEqual(held);
    expect(heldWords("g", 0)).toBeNull();
    expect(heldWords("h", 1)).toBeNull();
    dropWords("h");
    expect(heldWords("g", 1)).toEqual(held);
    dropWords("g");
    expect(heldWords("g", 1)).toBeNull();
  });
});

describe("how a seat stands", () => {
  it.each([
    ["unsealed", [seat(0, false), seat(1, true)], [null, seals[1]], held],
    ["sealed", [seat(0, true), seat(1, false)], [seals[0], null], held],
    ["sealed", [seat(0, true), seat(1, true)], seals, { ...held, seen: seals }],
    ["shown", [seat(0, true, true), seat(1, true)], seals, null],
    ["lost", [seat(0, true), seat(1, true)], seals, null],
    ["lost", [seat(0, true), seat(1, true)], [sealOf("others"), seals[1]], held],
    ["changed", [seat(0, true), seat(1, true)], seals, { ...held, commitment: "another" }],
    ["changed", [seat(0, true), seat(1, true)], [seals[0], sealOf("chosen late")], { ...held, seen: seals }],
  ] as const)("%s", (expected, seats, given, words) => {
    expect(standing({ you, seats: [...seats], dice: dice([...given] as (string | null)[]) }, words as Sealed | null)).toBe(expected);
  });
  it("all seals are there, or not; bots have none and are ready", () => {
    expect(allSealed([seat(0, true), seat(1, true, true, "doctrine")])).toBe(true);
    expect(allSealed([seat(0, true), seat(1, false, false, "open")])).toBe(false);
  });
});

describe("when it is over", () => {
  const seats = [seat(0, true, true), seat(1, true, true)];
  it("key and words fit what was promised", () => {
    expect(checked(dice(seals, [ANN, BEN], { key: KEY }), seats)).toBe("sealed");
    expect(checked(dice([seals[0] ?? null, null], [ANN, ""], { key: KEY }), [seat(0, true, true), seat(1, true, true, "doctrine")])).toBe("sealed");
    expect(checked(dice([null, null], ["a", "b"], { key: KEY, round: 0 }), seats)).toBe("clear");
  });
  it.each([
    ["another key", dice(seals, [ANN, BEN], { key: "11".repeat(32) }), seats],
    ["other words", dice(seals, [ANN, "chosen late"], { key: KEY }), seats],
    ["no seal of a person's", dice([seals[0] ?? null, null], [ANN, ""], { key: KEY }), seats],
    ["a bot's words", dice([seals[0] ?? null, null], [ANN, "chosen late"], { key: KEY }), [seat(0, true, true), seat(1, true, true, "random")]],
    ["words of nobody", dice(seals, [ANN, BEN, "chosen late"], { key: KEY }), seats],
  ])("%s: not to be trusted", (_, given, all) => {
    expect(checked(given, all)).toBe("broken");
  });
  it("the seals are those that this browser saw, or not", () => {
    expect(seenHere(dice(seals), { ...held, seen: seals })).toBe("same");
    expect(seenHere(dice(seals), { ...held, seen: [seals[0] ?? null, sealOf("others")] })).toBe("other");
    expect(seenHere(dice(seals), { ...held, seen: seals, commitment: "another" })).toBe("other");
    expect(seenHere(dice(seals), held)).toBe("unknown");
    expect(seenHere(dice(seals), null)).toBe("unknown");
  });
});
