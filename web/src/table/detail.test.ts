import { describe, expect, it } from "vitest";
import type { Figure } from "../game/scene";
import { isStale, shifted } from "./camera";
import { detailOf, massed, menOf, sightOf } from "./detail";

const figure = (over: Partial<Figure> = {}): Figure => ({
  key: "f0", figure: 0, unit: 0, side: 0, name: "", title: "", x: 10, y: 10, facing: 0, wide: 1, deep: 1, shape: "foot", role: "", signs: [], served: false, count: 1, loose: false,
  ...over,
});
/** A unit of ten in two ranks, facing east: four wide in depth, ten across. */
const company = (unit = 3, over: Partial<Figure> = {}): Figure[] =>
  Array.from({ length: 10 }, (_, i) => figure({ key: `f${i}`, figure: i, unit, facing: 90, x: 20 + Math.floor(i / 5), y: 10 + (i % 5), ...over }));
const base = figure({ wide: 2, deep: 1.5, count: 12 }); // each man is half an inch wide

describe("how much of a figure is drawn", () => {
  it.each([[5, "block"], [9, "men"], [17, "men"], [18, "whole"], [Infinity, "whole"]])("one at %d pixels to the inch: %s", (k, detail) => {
    expect(detailOf(figure(), k, 1, null, 40)).toBe(detail);
  });
  it.each([[6, "block"], [8, "men"], [23, "men"], [25, "whole"]])("twelve on a base at %d pixels to the inch: %s", (k, detail) => {
    expect(detailOf(base, k, 1, null, 40)).toBe(detail);
  });
  it("guns and machines are never men", () => {
    expect([5, 12, 30].map((k) => detailOf(figure({ shape: "gun" }), k, 1, null, 40))).toEqual(["block", "whole", "whole"]);
  });
  it("who is out of sight does not carry all that he has", () => {
    const sight = { x0: 0, y0: 0, x1: 20, y1: 20 }; // the table is 40 deep: its north half
    expect([5, 25].map((y) => detailOf(figure({ y }), 30, 1, sight, 40))).toEqual(["men", "whole"]);
    expect(detailOf(figure({ x: 20.6, y: 25 }), 30, 1, sight, 40), "a corner of him is in sight").toBe("whole");
  });
  it("what lies somewhat beyond the picture counts as in sight", () => {
    expect(sightOf({ x: -100, y: 50, k: 10 }, 500, 300)).toEqual({ x0: -10, y0: -17, x1: 80, y1: 37 });
  });
  it("men on a base are one path for each ink, those on horses on their horses", () => {
    expect(menOf(base, 1).map(({ ink, d }) => [ink, d.split("M").length - 1])).toEqual([["cloth", 12], ["trim", 12]]);
    expect(menOf(figure({ shape: "lancer", deep: 1.5 }), 1).map(({ ink }) => ink)).toEqual(["horse", "cloth", "trim"]);
  });
});

describe("far off a unit is one shape", () => {
  it("as large as its ground, facing as it does", () => {
    const [one, ...others] = massed([figure({ key: "f77", unit: 1 }), ...company()], 7).toReversed();
    expect(one).toMatchObject({ key: "m3", unit: 3, figure: -1, count: 10, shape: "foot", loose: false });
    expect([one?.x, one?.y, one?.wide, one?.deep, one?.facing].map((value) => Math.round((value ?? 0) * 1e6) / 1e6)).toEqual([20.5, 12, 5, 2, 90]);
    expect(others.map(({ key }) => key)).toEqual(["f77"]);
  });
  it("scattered ones stand loose", () => {
    const apart = company().map((one) => ({ ...one, x: one.x * 3, y: one.y * 3 }));
    expect(massed(apart, 7)[0]?.loose).toBe(true);
  });
  it("not near by, nor a few, nor with a model among them, nor one that has its own base", () => {
    expect(massed(company(), 8)).toHaveLength(10);
    expect(massed(company().slice(0, 2), 4)).toHaveLength(2);
    expect(massed([...company(), figure({ key: "g", unit: 3, shape: "gun" })], 4)).toHaveLength(11);
    expect(massed([base], 4)).toEqual([base]);
  });
});

describe("while the table is moved by hand", () => {
  const inked = { x: 30, y: -20, k: 10 };
  it("the picture is shifted and scaled to where it would be inked", () => {
    const now = { x: 100, y: 40, k: 15 };
    const [, dx, dy, scale] = /translate\((.+)px, (.+)px\) scale\((.+)\)/.exec(shifted(inked, now))?.map(Number) ?? [];
    for (const [x, y] of [[0, 0], [7, 12]] as const) {
      const [px, py] = [inked.x + x * inked.k, inked.y + y * inked.k]; // in the picture
      expect([px * (scale ?? 0) + (dx ?? 0), py * (scale ?? 0) + (dy ?? 0)]).toEqual([now.x + x * now.k, now.y + y * now.k]);
    }
  });
  it("it is inked anew when it has become twice as large, or half", () => {
    expect([6, 10, 19].map((k) => isStale(inked, { ...inked, k }))).toEqual([false, false, false]);
    expect([4, 21].map((k) => isStale(inked, { ...inked, k }))).toEqual([true, true]);
    expect(isStale(inked, { ...inked, x: 900 }), "moved only").toBe(false);
    expect(isStale(null, inked)).toBe(true);
  });
});
