import { describe, expect, it } from "vitest";
import type { Mark, RosterUnit, View } from "../lib/protocol";
import { onlyMoves, plan } from "./beats";
import { sceneOf } from "./scene";

const mark = (figure: number, unit: number, x: number, y: number, shape = "foot"): Mark => ({
  x, y, unit, figure, facing: 0, shape, base: shape === "gun" ? [2.25, 2.25] : [0.75, 0.75], role: "", signs: [],
});
const unit = (name: string, side: number, onTable = true): RosterUnit => ({
  side, name, figures: 2, start: 2, place: "", on_table: onTable, state: [], shaken: false, seat: side, arm: "foot",
  at: null, signs: [], first: -1, men: [], facts: [],
});
const view = (marks: Mark[], fallen: Mark[] = []): View => ({
  turn: 1, finished: false, winner: -1, verdict: "", sides: ["A", "B"],
  table: {
    size: [36, 48], terrain: [], markers: [], zones: [], marks, fallen, track: null, colours: ["red", "blue"], turns: 6, score: [], aims: [], now: null, warning: "",
    roster: [unit("Line", 0), unit("Levy", 1), unit("Reserve", 1, false)],
  },
});

describe("what is drawn", () => {
  it("stands a unit in the middle of its figures", () => {
    const scene = sceneOf(view([mark(0, 0, 10, 10), mark(1, 0, 12, 14)]));
    expect(scene.units[0]?.at).toEqual([11, 12]);
    expect(scene.units[2]?.at).toBeNull();
  });
  it.each([["on the table", false], ["waiting", false], ["attached", false], ["destroyed", true], ["routed", true], ["gone", true]])(
    "knows a unit that is %s",
    (place, gone) => {
      const seen = view([]);
      seen.table.roster = [{ ...unit("Line", 0, place === "on the table"), place }];
      expect(sceneOf(seen).units[0]?.gone).toBe(gone);
    },
  );
  it("calls each figure what it is, also one who has joined another unit", () => {
    const seen = view([mark(1, 0, 2, 1), mark(0, 0, 1, 1), mark(3, 0, 3, 1), mark(-1, 1, 9, 9), mark(8, 1, 9, 8)]);
    seen.table.roster[0] = { ...unit("Redcoats", 0), first: 0, men: ["sergeant", "redcoat 1"] };
    seen.table.roster[1] = { ...unit("Hussars", 0), first: 2, men: ["hussar 1", "hussar 2"] };
    seen.table.marks[1]!.role = "sergeant (veteran)";
    seen.table.marks[4]!.role = "hero";
    const scene = sceneOf(seen);
    expect(scene.figures.map(({ name }) => name)).toEqual(["redcoat 1", "sergeant", "hussar 2", "Hussars", "Hussars"]);
    expect(scene.figures.map(({ title }) => title)).toEqual([
      "Redcoat 1, Redcoats", "Sergeant (veteran), Redcoats", "Hussar 2, Hussars", "Hussars", "Hussars (hero)",
    ]);
    expect(scene.units.map(({ men }) => men)).toEqual([["sergeant", "redcoat 1", "hussar 2"], [], []]);
  });
  it("has each figure once, the upper of two", () => {
    const scene = sceneOf(view([mark(0, 0, 1, 1), mark(5, 1, 2, 2), mark(0, 1, 3, 3)]));
    expect(scene.figures.map((figure) => [figure.key, figure.x])).toEqual([["f5", 2], ["f0", 3]]);
  });
  it("gives models without a number a name of their own", () => {
    const keys = sceneOf(view([mark(-1, 0, 1, 1, "gun"), mark(-1, 0, 5, 5, "gun"), mark(7, 0, 1, 0.5, "crew")])).figures;
    expect(new Set(keys.map((figure) => figure.key)).size).toBe(3);
    expect(keys.map((figure) => figure.served)).toEqual([true, false, false]); // the crew stands on the first one's base
  });
});

describe("how a step is shown", () => {
  const before = sceneOf(view([mark(0, 0, 10, 10), mark(1, 0, 11, 10), mark(5, 1, 20, 20)]));
  const roll = { event: "Rolled", faces: [4], sides: 6, why: "Move" };

  it("moves whoever an event names, when it names them", () => {
    const after = sceneOf(view([mark(0, 0, 10, 15), mark(1, 0, 11, 15), mark(5, 1, 20, 25)]));
    const beats = plan(before, after, [roll, { event: "Moved", unit: 0 }, { event: "FellBack", unit: 1 }]);
    expect(beats.map((beat) => beat.figures.map((figure) => figure.y))).toEqual([[10, 10, 20], [15, 15, 20], [15, 15, 25]]);
    expect(beats[0]?.roll?.faces).toEqual([4]);
  });
  it("moves those together who move alike, with no dice between", () => {
    const after = sceneOf(view([mark(0, 0, 10, 15), mark(1, 0, 11, 15), mark(5, 1, 20, 25)]));
    const together = plan(before, after, [{ event: "Moved", unit: 0 }, { event: "Moved", unit: 1 }]);
    expect(together.map(({ about, moves }) => [about, moves])).toEqual([[[0, 1], "Moved"]]);
    const apart = plan(before, after, [{ event: "Moved", unit: 0 }, roll, { event: "Moved", unit: 1 }]);
    expect(apart.map(({ about }) => about)).toEqual([[0], [], [1]]);
    expect(onlyMoves([{ event: "Moved", unit: 0 }, { event: "Moved", unit: 1 }])).toBe("Moved");
    expect(onlyMoves([{ event: "Moved", unit: 0 }, { event: "Formed", unit: 1 }])).toBe("");
    expect(onlyMoves([{ event: "Fired", unit: 0, target: 1 }])).toBe("");
    expect(onlyMoves([roll])).toBe("");
  });
  it("draws a line from a unit to its target, and lets a lost figure lie", () => {
    const after = sceneOf(view([mark(0, 0, 10, 10), mark(1, 0, 11, 10)], [mark(5, 1, 20, 20)]));
    const beats = plan(before, after, [{ event: "Fired", unit: 0, target: 1 }, { event: "FigureLost", unit: 1, figure: 5 }]);
    expect(beats[0]?.line).toEqual({ from: 0, to: 1, event: "Fired" });
    expect(beats.at(-1)?.figures.map((figure) => figure.key)).toEqual(["f0", "f1"]);
  });
  it("ends as the table is, whatever was told", () => {
    const after = sceneOf(view([mark(0, 0, 1, 1), mark(9, 1, 2, 2)]));
    expect(plan(before, after, [{ event: "SomethingNew", what: "?" }]).at(-1)?.figures).toEqual(after.figures);
    expect(plan(before, before, [])).toEqual([]);
  });
});
