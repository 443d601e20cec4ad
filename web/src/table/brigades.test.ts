import { expect, it } from "vitest";
import type { Figure, Unit } from "../game/scene";
import { bodiesOf } from "./brigades";

const unit = (id: number, partOf: string[], side = 0): Unit => ({ id, side, partOf, name: `unit ${id}` }) as Unit;
const figure = (x: number, y: number): Figure => ({ x, y, facing: 0, wide: 1, deep: 1 }) as Figure;
const standing = (...ids: number[]): Map<number, Figure[]> => new Map(ids.map((id) => [id, [figure(10 * id, 0)]]));

it("outlines the units of a brigade together, of those that are on the table", () => {
  const units = [unit(0, ["Fence"]), unit(1, ["Fence"]), unit(2, ["Fence"]), unit(3, [])];
  const [body, other] = bodiesOf(units, standing(0, 1, 3));
  expect(other).toBeUndefined();
  expect(body?.units).toEqual([0, 1]);
  const xs = body?.hull.map(([x]) => x) ?? [];
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([-0.5, 10.5]);
});

it("keeps brigades of the same name apart by their sides", () => {
  expect(bodiesOf([unit(0, ["First"]), unit(1, ["First"], 1)], standing(0, 1)).map(({ side }) => side)).toEqual([0, 1]);
});

it("outlines a division where it has several brigades", () => {
  const two = [unit(0, ["A", "Division"]), unit(1, ["B", "Division"])];
  expect(bodiesOf(two, standing(0, 1)).map(({ name }) => name).toSorted()).toEqual(["A", "B", "Division"]);
  const one = [unit(0, ["A", "Division"]), unit(1, ["A", "Division"])];
  expect(bodiesOf(one, standing(0, 1)).map(({ name }) => name)).toEqual(["A"]);
});

it("outlines a brigade without its general, who rides where he is wanted", () => {
  const units = [unit(0, ["A"]), { ...unit(9, ["A"]), arm: "leader" }];
  expect(bodiesOf(units, standing(0, 9)).map(({ units: own }) => own)).toEqual([[0]]);
  expect(bodiesOf(units, standing(9))).toEqual([]);
});
