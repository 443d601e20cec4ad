import { describe, expect, it } from "vitest";
import type { Figure } from "../game/scene";
import type { Question } from "../lib/protocol";
import { aimedAt, windowOf } from "./closeup";

const at = (x: number, y: number): Figure => ({ x, y, wide: 0.75 }) as Figure;
const question = (options: Question["options"]): Question => ({
  number: "1.0", seat: 0, kind: "strike", about: 0, figures: [3], text: "", options, region: null, dice: null, barred: [], intents: [],
});

describe("whom a close up shows", () => {
  const options = [{ key: "a", label: "", figures: [3, 7] }, { key: "b", label: "", figures: [3, 8] }, { key: "c", label: "" }];
  it("is everybody who may be chosen, once", () => expect(aimedAt(question(options), null)).toEqual([3, 7, 8]));
  it("is whom the choice looked at is about", () => expect(aimedAt(question(options), options[1] ?? null)).toEqual([3, 8]));
  it("is still everybody where that choice is about nobody", () => expect(aimedAt(question(options), options[2] ?? null)).toEqual([3, 7, 8]));
  it("is nobody where none is about a figure", () => expect(aimedAt(question(null), null)).toEqual([]));
});

describe("the frame of a close up", () => {
  it("is about those who are shown", () => {
    expect(windowOf([at(10, 20), at(12, 20)], 1)).toMatchObject({ x: 11, y: 20, high: 4 });
  });
  it("holds all of them", () => {
    const frame = windowOf([at(10, 20), at(22, 20)], 1);
    expect(frame?.wide).toBeGreaterThan(12 + 2);
  });
  it("is measured in the table's own unit", () => expect(windowOf([at(10, 20)], 2.54)?.high).toBeCloseTo(4 * 2.54));
  it("is none for a crowd that stands far apart, nor for nobody", () => {
    expect(windowOf([at(0, 0), at(30, 0), at(60, 0)], 1)).toBeNull();
    expect(windowOf([], 1)).toBeNull();
  });
});
