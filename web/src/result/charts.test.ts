import { describe, expect, it } from "vitest";
import type { Chronicle, Luck } from "../lib/protocol";
import { actual, balanced, byTurn, howLikely, inAWord, sample, spacedOut, stepped, ticks, turnsOf, type Frame } from "./charts";

const frame: Frame = { width: 110, height: 60, left: 10, right: 0, top: 10, bottom: 0 };
const luck = (over: Partial<Luck>): Luck => ({ dice: 40, met: 20, expected: 18.25, more: true, chance: 0.3, ...over });

it.each([
  [58, [0, 20, 40, 60]],
  [3, [0, 1, 2, 3]],
  [0, [0]],
  [100, [0, 50, 100]],
  [31, [0, 10, 20, 30, 40]],
])("has round numbers up to %i", (most, expected) => expect(ticks(most)).toEqual(expected));

it("is the same on both sides of nothing", () => {
  expect(balanced([0, 1.4, -2.2])).toEqual([-4, -2, 0, 2, 4]);
  expect(balanced([])).toEqual([-1, 0, 1]);
});

it("draws steps from left to right and low to high", () => {
  expect(stepped(frame, [0, 10, 5], 0, 10)).toBe("M10.0 60.0H60.0V10.0H110.0V35.0");
});

describe("turns", () => {
  const turns = turnsOf([1, 1, 2, 2, 2, 4]);
  it("begin and end with their steps", () => {
    expect(turns).toEqual([
      { turn: 1, from: 0, to: 2 },
      { turn: 2, from: 2, to: 5 },
      { turn: 4, from: 5, to: 6 },
    ]);
    expect(turnsOf([])).toEqual([]);
  });
  it("are not written over each other", () => {
    expect(spacedOut(turns, frame, 6, 40, 40).map(({ turn }) => turn)).toEqual([1, 4]);
  });
  it("make a table of strengths", () => {
    const side = { side: 0, name: "A", start: 9, strength: [9, 9, 8, 8, 7, 6, 6], ahead: [], luck: { ...luck({}), causes: [] } };
    const chronicle: Chronicle = { steps: 6, turns: [1, 1, 2, 2, 2, 4], sides: [side], gone: [] };
    expect(byTurn(chronicle)).toEqual([
      { turn: 1, strength: [8] },
      { turn: 2, strength: [6] },
      { turn: 4, strength: [6] },
    ]);
  });
});

describe("luck in words", () => {
  it.each<[Partial<Luck>, string]>([
    [{ chance: 0.3 }, "about as expected"],
    [{ chance: 0.2 }, "somewhat lucky"],
    [{ chance: 0.2, more: false }, "somewhat unlucky"],
    [{ chance: 0.03 }, "lucky"],
    [{ chance: 0.001, more: false }, "very unlucky"],
    [{ dice: 0, chance: 1 }, "about as expected"],
  ])("%j is %s", (over, word) => expect(inAWord(luck(over))).toBe(word));
  it("says how likely it is, and on how many dice it rests", () => {
    expect(howLikely(luck({ chance: 0.034 }))).toBe("So many or more come up in 3.4 % of all such battles.");
    expect(howLikely(luck({ more: false }))).toBe("So few or fewer come up in 30 % of all such battles.");
    expect(howLikely(luck({ dice: 0 }))).toBe("No dice that could have gone either way.");
    expect(actual(luck({}))).toBe("20 of 40 dice met the number; 18.3 were to be expected.");
    expect(sample(29)).toBe("29 dice are too few to say much.");
    expect(sample(1)).toBe("1 die is too few to say much.");
    expect(sample(30)).toBe("");
    expect(sample(0)).toBe("");
  });
});
