import { expect, it } from "vitest";
import { fallenOf, isComputer, levelOf, strengthOf, thinkingOf } from "./levels";
import type { LevelHead } from "./protocol";

const veteran: LevelHead = { level: "veteran", name: "Veteran", says: "", measured: null };

it("says how strong a level is only where that was measured", () => {
  expect(strengthOf(veteran)).toBe("");
  expect(strengthOf({ ...veteran, measured: { against: "regular", wins: 63, low: 58, high: 68, pairs: 200 } })).toBe("beats the Regular in 63 of 100");
});

it("knows the doctrine by its level, and persons and chance by none", () => {
  expect([levelOf("doctrine"), levelOf("marshal"), levelOf("random"), levelOf("person")]).toEqual(["regular", "marshal", null, null]);
  expect([isComputer("random"), isComputer("veteran"), isComputer("open"), isComputer("person")]).toEqual([true, true, false, false]);
});

it("tells who thinks, and nothing of those who answer at once", () => {
  expect(thinkingOf(["person", "regular"])).toBe("");
  expect(thinkingOf(["marshal", "person", "marshal"])).toBe("The Marshal thinks ...");
  expect(thinkingOf(["veteran", "marshal"])).toBe("The Veteran and the Marshal think ...");
});

it("tells in a line that a regular plays on", () => {
  expect(fallenOf("The Garrison", "")).toBe("");
  expect(fallenOf("The Garrison", "marshal")).toBe("The Marshal of The Garrison did not answer in time: a Regular plays on in its place.");
});
