import { expect, it } from "vitest";
import type { Unit } from "../game/scene";
import { nearestInDirection } from "./walking";

const unit = (id: number, x: number, y: number): Unit => ({
  id, side: 0, name: `Unit ${id}`, figures: 1, start: 1, place: "", onTable: true, gone: false, state: [], shaken: false, seat: 0,
  arm: "foot", signs: [], men: [], facts: [], at: [x, y], facing: 0,
});
const UNITS = [unit(0, 10, 10), unit(1, 10, 20), unit(2, 20, 11), unit(3, 10.5, 40), { ...unit(4, 0, 0), at: null }];

it.each<[string, [number, number], number]>([
  ["north, to the nearer of two", [0, 1], 1],
  ["east", [1, 0], 2],
  ["west, where nobody is", [-1, 0], -1],
])("walks %s", (_way, way, expected) => {
  expect(nearestInDirection(UNITS, 0, way)).toBe(expected);
});

it("starts with whoever is on the table", () => {
  expect(nearestInDirection(UNITS, 4, [0, 1])).toBe(0);
});
