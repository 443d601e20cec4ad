import { expect, it } from "vitest";
import type { AimPlace, TerrainPiece } from "../lib/protocol";
import { flagged } from "./flagged";

const spot = (x: number, name = "the well"): AimPlace => ({ kind: "point", name, at: [x, 20], within: 2 });
const sides = (places: AimPlace[], k: number): string[] => flagged(places, [], [60, 40], k).map((flag) => flag.spot?.anchor ?? "");

it("reads a name to the right of its flag, or to the left where the table ends", () => {
  expect(sides([spot(10), spot(55)], 10)).toEqual(["start", "end"]);
});

it("never reads one name upon another: above, and from farther off a flag stands alone", () => {
  const row = [spot(20), spot(26), spot(32), spot(38)];
  expect(sides(row, 20)).toEqual(["start", "start", "start", "start"]);
  expect(sides(row, 8)).toEqual(["start", "middle", "start", "middle"]);
  expect(sides(row, 4)).toEqual(["start", "middle", "", "start"]);
});

it("leaves to be seen what it can", () => {
  const [flag] = flagged([spot(20)], [], [60, 40], 10, [{ x0: 220, y0: 160, x1: 240, y1: 180 }]);
  expect(flag?.spot?.anchor).toBe("end");
});

it("flags once what several aims are about", () => {
  expect(sides([spot(20), spot(20)], 20)).toEqual(["start"]);
});

it("flags a piece of ground at its top", () => {
  const hut = { name: "the hut", points: [[10, 10], [14, 10], [14, 16], [10, 16]], line: false } as unknown as TerrainPiece;
  const place: AimPlace = { kind: "piece", name: "the hut", piece: 0 };
  expect(flagged([place], [hut], [60, 40], 10)[0]?.at).toEqual([12, 16]);
  expect(flagged([place], [], [60, 40], 10)).toEqual([]);
});
