import { expect, it } from "vitest";
import { stairs, turnStarts } from "./strip";

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
