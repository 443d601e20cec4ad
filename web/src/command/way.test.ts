import { describe, expect, it, test } from "vitest";
import type { Point } from "../lib/protocol";
import { lengthOf, simplified } from "./way";

describe("a drawn way", () => {
  it("is its two ends where the hand only trembled", () => {
    expect(simplified([[0, 0], [1, 0.2], [2, -0.1], [3, 0.3], [4, 0]], 0.5)).toEqual([[0, 0], [4, 0]]);
  });
  it("keeps its corners", () => {
    expect(simplified([[0, 0], [0, 2], [0, 5], [2, 5.1], [6, 5]], 0.5)).toEqual([[0, 0], [0, 5], [6, 5]]);
  });
  it("may come back to where it began", () => {
    expect(simplified([[0, 0], [4, 0], [4, 4], [0, 0]], 0.5)).toEqual([[0, 0], [4, 0], [4, 4], [0, 0]]);
  });
  it("has few corners, however wild it was", () => {
    const wild = Array.from({ length: 400 }, (_, i): Point => [i / 10, 3 * Math.sin(i / 5)]);
    const way = simplified(wild, 0.5);
    expect(way.length).toBeLessThanOrEqual(9);
    expect([way[0], way.at(-1)]).toEqual([wild[0], wild.at(-1)]);
  });
});

test.each<[Point[], number]>([
  [[], 0],
  [[[1, 1]], 0],
  [[[0, 0], [3, 4], [3, 6]], 7],
])("the length of %j is %d", (way, long) => {
  expect(lengthOf(way)).toBe(long);
});
