import { describe, expect, it } from "vitest";
import type { Point, TerrainPiece } from "../lib/protocol";
import { drawn, grass } from "./terrain";

const SQUARE: Point[] = [[4, 20], [14, 20], [14, 28], [4, 28]];
const piece = (kind: string, line = false, points = SQUARE): TerrainPiece => ({ name: `the ${kind}`, kind, line, level: 1, points });

// Every kind that a sheet knows, and one that none does.
const AREAS =
  "open road street woods dense-wood open-wood orchard scrub field crops ploughed hill ridge slope mountain rocks rough mud snow " +
  "marsh river stream lake ford bridge building bua town ruin earthwork works cliff wreck " +
  "steep-slope ploughed-mud deep-water shallow-water trench fire-pits nobody-knows";
const LINES = "wall hedge fence earth-wall earthwork works hasty-works cliff lane brook abatis wire palisade nobody-knows";

describe("every kind of ground is inked", () => {
  it.each(AREAS.split(" "))("%s, an area", (kind) => {
    const { strokes, loose, clip, label } = drawn(piece(kind), 48);
    expect(strokes.length + loose.length).toBeGreaterThan(0);
    expect(clip).toMatch(/^M.*Z$/);
    expect(label?.text).toBe(kind);
    for (const { d } of [...strokes, ...loose]) expect(d).not.toMatch(/NaN|undefined|Infinity/);
  });
  it.each(LINES.split(" "))("%s, a line", (kind) => {
    const { strokes, loose, clip } = drawn(piece(kind, true, [[0, 0], [10, 3], [12, 9]]), 48);
    expect(strokes.length + loose.length).toBeGreaterThan(0);
    expect(clip).toBe("");
    for (const { d } of [...strokes, ...loose]) expect(d).not.toMatch(/NaN|undefined|Infinity/);
  });
});

it("is inked the same each time, whichever way round its corners run", () => {
  expect(drawn(piece("woods"), 48)).toEqual(drawn(piece("woods"), 48));
  expect(drawn(piece("hill", false, SQUARE.toReversed()), 48).strokes.length).toBe(drawn(piece("hill"), 48).strokes.length);
});

it("stays within reason on a huge wood", () => {
  const { loose } = drawn(piece("woods", false, [[0, 0], [200, 0], [200, 100], [0, 100]]), 100);
  expect(loose.reduce((sum, stroke) => sum + stroke.d.length, 0)).toBeLessThan(400_000);
});

it("grows grass all over the table", () => {
  expect(grass([36, 48]).d.length).toBeGreaterThan(1000);
});
