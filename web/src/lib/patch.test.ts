import { describe, expect, it } from "vitest";
import { patched } from "./patch";
import type { Patch } from "./protocol";

describe("a patched view", () => {
  const view = { turn: 1, units: [{ at: [[1, 2, 3]], name: "Line" }, { at: [], name: "Guard" }] };
  it.each<[string, Patch, unknown]>([
    ["a value", [[["turn"], 2]], { ...view, turn: 2 }],
    ["deep in a list", [[["units", 0, "at", 0, 1], 9]], { turn: 1, units: [{ at: [[1, 9, 3]], name: "Line" }, view.units[1]] }],
    ["all of it", [[[], { turn: 3 }]], { turn: 3 }],
    ["in order", [[["turn"], 2], [["turn"], 5]], { ...view, turn: 5 }],
    ["nothing", [], view],
  ])("sets %s", (_name, patch, expected) => {
    expect(patched(view, patch)).toEqual(expected);
  });
  it("leaves the old one as it was, and shares what stayed", () => {
    const next = patched(view, [[["units", 0, "name"], "Rifles"]]);
    expect(view.units[0]?.name).toBe("Line");
    expect(next.units[1]).toBe(view.units[1]);
  });
  it("refuses a path that leads nowhere", () => {
    expect(() => patched(view, [[["turn", "of", "what"], 1]])).toThrow("nothing at");
  });
});
