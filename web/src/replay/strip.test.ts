import { expect, it } from "vitest";
import { intentBack, intentOn, stairs, turnStarts } from "./strip";

it("draws strength in steps", () => {
  expect(stairs([10, 10, 5], 10)).toBe("M0 0H0.5V0H1V0.5");
  expect(stairs([10], 10)).toBe("M0 0");
  expect(stairs([0, 0], 0)).toBe("M0 1H1V1");
});

it("knows where turns begin", () => {
  expect(turnStarts([1, 1, 2, 2])).toEqual([
    { turn: 1, x: 0 },
    { turn: 2, x: 0.5 },
  ]);
  expect(turnStarts([])).toEqual([]);
});

it("goes by intents, and by steps where there are none", () => {
  const intents = [0, 7, 7, 7, 9, 0];
  expect([0, 1, 2, 4, 5, 6].map((at) => intentOn(intents, at))).toEqual([1, 4, 4, 5, 6, 6]);
  expect([6, 5, 4, 3, 1, 0].map((at) => intentBack(intents, at))).toEqual([5, 4, 1, 1, 0, 0]);
});
