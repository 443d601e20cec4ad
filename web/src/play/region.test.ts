import { describe, expect, it } from "vitest";
import type { Question, Region } from "../lib/protocol";
import { distancesOf, firstOf, gridOf, placesOf, written } from "./region";

const question = (region: Region): Question => ({
  number: "1.0", seat: 0, kind: "deploy", about: 0, figures: [], text: "", options: null, region, dice: null, barred: [], intents: [],
});

describe("the numbers of a choice", () => {
  it.each([
    [["x", "y"], { place: [0, 1], via: null, turn: -1, rest: [] }],
    [["bearing"], { place: null, via: null, turn: 0, rest: [] }],
    [["x", "y", "files"], { place: [0, 1], via: null, turn: -1, rest: [2] }],
    [["via_x", "via_y", "x", "y", "facing"], { place: [2, 3], via: [0, 1], turn: 4, rest: [] }],
    [["dice"], { place: null, via: null, turn: -1, rest: [0] }],
  ])("%j", (names, expected) => expect(placesOf(names)).toEqual(expected));
});

describe("a picture of what is legal", () => {
  it("covers the zones and stays within what one question may ask", () => {
    const grid = gridOf(question({ names: ["x", "y"], bounds: [[0, 36], [0, 48]], samples: [[1, 1]], zones: [[0, 0, 36, 14]] }));
    expect(grid.length).toBeGreaterThan(150);
    expect(grid.length).toBeLessThanOrEqual(256);
    expect(grid.every(([, y]) => (y ?? 99) <= 14)).toBe(true);
  });
  it("keeps the other numbers of the first sample", () => {
    const grid = gridOf(question({ names: ["x", "y", "files"], bounds: [[0, 9], [0, 9], [1, 5]], samples: [[1, 1, 4]] }));
    expect(grid.every((value) => value[2] === 4)).toBe(true);
  });
  it("goes round the compass for a bearing", () => {
    expect(gridOf(question({ names: ["bearing"], bounds: [[0, 360]], samples: [[0]] }))).toHaveLength(72);
  });
  it("leads straight where there is a way", () => {
    const names = ["via_x", "via_y", "x", "y", "facing"];
    const bounds: [number, number][] = [[0, 9], [0, 9], [0, 9], [0, 9], [0, 360]];
    const grid = gridOf(question({ names, bounds, samples: [[1, 1, 1, 1, 90]], from: [4, 4], reach: 2 }));
    expect(grid.every(([vx, vy, x, y]) => vx === x && vy === y && (x ?? 0) >= 2 && (x ?? 9) <= 6)).toBe(true);
  });
});

it("writes an answer", () => {
  expect(written([10, 12.95])).toBe("@10.0,12.95");
});

describe("the sample to begin with", () => {
  it("lies in the middle", () => {
    expect(firstOf({ names: ["x", "y"], bounds: [[0, 9], [0, 9]], samples: [[0, 0], [5, 5], [9, 9]] })).toEqual([5, 5]);
  });
  it("turns as little as may be", () => {
    const ghost = { at: [], facing: 350 };
    expect(firstOf({ names: ["bearing"], bounds: [[0, 360]], samples: [[90], [5], [180]], ghost })).toEqual([5]);
  });
});

describe("where dice decide how far it goes", () => {
  it("marks each distance on the way from where it begins, by area as likely as it is", () => {
    const chances = [{ distance: 1, chance: "1/4", float: 0.25 }, { distance: 4, chance: "3/4", float: 0.75 }];
    const found = distancesOf({ from: [2, 2], to: [2, 6], bodies: [], stops: "", chances });
    expect(found).toEqual([{ x: 2, y: 3, size: 0.5 }, { x: 2, y: 6, size: Math.sqrt(0.75) }]);
  });
  it("has nothing to mark where they do not", () => {
    expect(distancesOf({ from: [2, 2], to: [2, 2], bodies: [], stops: "", chances: [] })).toEqual([]);
  });
});
