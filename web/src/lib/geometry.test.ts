import { describe, expect, it } from "vitest";
import { ahead, area2, bearing, edgeDistance, isInside, turned, unwound } from "./geometry";
import type { Point } from "./protocol";

const SQUARE: Point[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];

describe("bearings run clockwise from north", () => {
  it.each<[Point, number]>([
    [[0, 1], 0],
    [[1, 0], 90],
    [[0, -1], 180],
    [[-1, 0], 270],
  ])("to %j", (to, expected) => expect(bearing([0, 0], to)).toBeCloseTo(expected));
  it("and lead back", () => {
    const [x, y] = ahead([3, 4], 325, 7);
    expect(bearing([3, 4], [x, y])).toBeCloseTo(325);
  });
});

it("turns the short way round", () => {
  expect(unwound(10, 350)).toBe(370);
  expect(unwound(350, 10)).toBe(-10);
  expect(unwound(90, 100)).toBe(90);
});

it("turns an offset with its unit", () => {
  const [x, y] = turned(0, 1, 90); // in front, of a unit that faces east
  expect(x).toBeCloseTo(1);
  expect(y).toBeCloseTo(0);
});

it("knows what lies inside, and how far from the edge", () => {
  expect(isInside(SQUARE, 5, 5)).toBe(true);
  expect(isInside(SQUARE, 11, 5)).toBe(false);
  expect(edgeDistance(SQUARE, 5, 2)).toBe(2);
  expect(edgeDistance(SQUARE, 5, 12, false)).toBe(2);
  expect(edgeDistance(SQUARE, -3, 5, false)).toBeCloseTo(Math.hypot(3, 5));
  expect(area2(SQUARE)).toBe(200);
});
