import { expect, it } from "vitest";
import type { Unit } from "../game/scene";
import type { Body } from "./brigades";
import { placed, type Plate } from "./labels";
import { namesShown, rankShown, WEIGHTS } from "./naming";

const [NEAR, FAR, FARTHEST] = [-1, 0, 1]; // ranks: nobody's name stands for others, brigades', divisions'

const unit = (id: number, partOf: string[], arm = "foot", side = 0): Unit => ({ id, side, partOf, arm, name: `unit ${id}` }) as Unit;
const body = (name: string, rank: number, units: number[], side = 0): Body => ({ key: `${side}/${rank}/${name}`, name, side, rank, units, hull: [] });

const UNITS = [
  unit(0, ["A", "Division"]),
  unit(1, ["B", "Division"]),
  unit(2, ["A", "Division"], "foot", 1),
  unit(3, ["A"], "leader"),
  unit(4, ["B"], "leader"),
  unit(5, ["Division"], "leader"),
  unit(6, [], "leader"), // of all of them
  unit(7, []), // of no brigade
];
const BODIES = [body("A", 0, [0]), body("B", 0, [1]), body("A", 0, [2], 1), body("Division", 1, [0, 1])];

const shown = (rank: number, spoken: number[] = [], lit: number[] = []): [string[], number[]] => {
  const { bodies, units } = namesShown(UNITS, BODIES, rank, spoken, lit);
  return [bodies.map(({ name, side }) => `${name}${side}`), [...units.keys()]];
};

it("names everybody near by, brigades farther off, divisions from farthest", () => {
  expect(shown(NEAR)).toEqual([["A0", "B0", "A1"], [0, 1, 2, 3, 4, 5, 6, 7]]);
  expect(shown(FAR)).toEqual([["A0", "B0", "A1"], [5, 6, 7]]);
  expect(shown(FARTHEST)).toEqual([["Division0", "A1"], [6, 7]]); // a brigade of no division keeps its name
});

it("names whoever is spoken of or may be chosen at any distance", () => {
  expect(shown(FARTHEST, [4], [1])[1]).toEqual([1, 4, 6, 7]);
});

it("names the leaders of whoever is spoken of, at any distance, and of nobody else", () => {
  expect(shown(FAR, [0])[1]).toEqual([0, 3, 5, 6, 7]);
  expect(shown(FARTHEST, [1])[1]).toEqual([1, 4, 5, 6, 7]);
  expect(shown(FARTHEST, [2])[1]).toEqual([2, 6, 7]); // another side's brigade of that name
  expect(shown(FARTHEST, [], [0])[1]).toEqual([0, 6, 7]); // many may be chosen at once
});

it("finds room for leaders last of all", () => {
  const { units } = namesShown(UNITS, BODIES, NEAR, [0], [1]);
  expect([...units.values()]).toEqual([WEIGHTS.spoken, WEIGHTS.lit, WEIGHTS.unit, WEIGHTS.leads, WEIGHTS.leader, WEIGHTS.leads, WEIGHTS.leader, WEIGHTS.unit]);
});

it("names nobody at any cost when many may be chosen", () => {
  const few = namesShown(UNITS, BODIES, NEAR, [], [0, 1, 2]).units;
  const many = namesShown(UNITS, BODIES, NEAR, [1], [0, 1, 2, 3, 4, 5]).units;
  expect([few.get(0), many.get(0), many.get(1)]).toEqual([WEIGHTS.lit, WEIGHTS.among, WEIGHTS.spoken]);
});

it("thins names out when there is no room for most of them", () => {
  const at = (id: number, x: number, y: number, k: number, wide: number, weight: number): Plate => ({ unit: id, x0: (x - 2) * k, x1: (x + 2) * k, y0: (y - 1) * k, y1: (y + 1) * k, wide, weight });
  const ranks = [40, 20, 10, 6, 3, 1].map((k) => {
    const units = Array.from({ length: 24 }, (_, i) => at(i, (i % 6) * 5, Math.floor(i / 6) * 4, k, 120, WEIGHTS.unit));
    const brigades = Array.from({ length: 4 }, (_, i) => at(-1 - i, (i % 2) * 15 + 5, Math.floor(i / 2) * 8 + 2, k, 100, WEIGHTS.body));
    return rankShown(units, [...brigades, ...units.map((unit) => ({ ...unit, silent: true }))], (plates) => placed(plates, { x0: -10, y0: -10, x1: 30 * k + 10, y1: 16 * k + 10 }).size);
  });
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  expect([...new Set(ranks)]).toEqual([-1, 0, 1]);
});
