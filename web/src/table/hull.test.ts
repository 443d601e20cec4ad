import { expect, it } from "vitest";
import type { Figure } from "../game/scene";
import { arrowOf, cornersOf, hullOf, plateOf } from "./hull";

const figure = (x: number, y: number, facing: number, deep: number): Figure => ({
  key: "f1", figure: 1, unit: 0, side: 0, name: "", title: "", x, y, facing, wide: 2, deep, shape: "foot", role: "", signs: [], served: false, count: 1, loose: false,
});

it("turns a base with its figure", () => {
  const [first] = cornersOf(figure(10, 10, 90, 4)); // faces east: two wide from north to south, four deep from west to east
  expect(first?.[0]).toBeCloseTo(8);
  expect(first?.[1]).toBeCloseTo(11);
});

it("has a disc as many corners as look round", () => {
  expect(cornersOf(figure(0, 0, 0, 0))).toHaveLength(8);
});

it("leaves out what is inside", () => {
  expect(hullOf([[0, 0], [4, 0], [2, 1], [4, 4], [0, 4], [2, 2]])).toEqual([[0, 0], [4, 0], [4, 4], [0, 4]]);
});

it("draws a plate that closes", () => {
  const path = plateOf([[0, 0], [4, 0], [4, 4], [0, 4]], 1, 10);
  expect(path.startsWith("M0 11L4 11")).toBe(true);
  expect(path.endsWith("A1 1 0 0 0 0 11Z")).toBe(true);
});

it("draws an arrow outside the plate, toward where it points", () => {
  const square: [number, number][] = [[0, 0], [4, 0], [4, 2], [0, 2]];
  const points = (bearing: number): number[][] =>
    arrowOf(square, bearing, 1, 10).slice(1, -1).split("L").map((point) => point.split(" ").map(Number));
  expect(points(0)[3]).toEqual([2, 5.55]); // the tip: three and a bit north of the middle
  for (const [, y = 0] of points(0)) expect(y).toBeLessThan(8); // nothing of it on the unit
  expect(points(90)[3]).toEqual([6.45, 9]);
  for (const [x = 0] of points(90)) expect(x).toBeGreaterThan(4);
});
