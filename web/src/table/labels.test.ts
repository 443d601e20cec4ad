import { expect, it } from "vitest";
import { placed, type Plate } from "./labels";

const plate = (unit: number, x: number, y: number, weight = 0): Plate => ({
  unit, x0: x - 20, y0: y - 10, x1: x + 20, y1: y + 10, wide: 80, weight,
});

it("puts a name below its unit", () => {
  expect(placed([plate(0, 100, 100)]).get(0)).toEqual({ x: 100, y: 127 });
});

it("puts it elsewhere if somebody stands there", () => {
  const spots = placed([plate(0, 100, 100), plate(1, 100, 122)]);
  expect(spots.get(0)?.y).toBeLessThan(100); // above
  expect(spots.get(1)?.y).toBeGreaterThan(122); // below
});

it("leaves a name out where there is no room, never the more important one", () => {
  const crowd = Array.from({ length: 9 }, (_, i) => plate(i, 100 + (i % 3) * 4, 100 + i, i === 7 ? 100 : 0));
  const spots = placed(crowd);
  expect(spots.has(7)).toBe(true);
  expect(spots.size).toBeLessThan(9);
});

it("is the same whatever the order", () => {
  const some = [plate(0, 0, 0), plate(1, 60, 0), plate(2, 120, 5)];
  expect([...placed(some)].sort()).toEqual([...placed(some.toReversed())].sort());
});

it("stays on the table where it can", () => {
  const spots = placed([plate(0, 22, 50)], { x0: 0, y0: 0, x1: 500, y1: 500 });
  expect(spots.get(0)?.x).toBeGreaterThan(60); // to the right
});

it("leaves to be seen what it can", () => {
  const name = { x0: 60, y0: 112, x1: 140, y1: 130 };
  expect(placed([plate(0, 100, 100)], undefined, [name]).get(0)?.y).toBeLessThan(100); // above
});

it("stands at a corner where the middles are taken", () => {
  const spots = placed([plate(0, 100, 100), plate(1, 130, 122), plate(2, 130, 78), plate(3, 160, 100), plate(4, 40, 100)]);
  expect(spots.get(0)?.x).toBeLessThan(100);
});

it("never covers a sign", () => {
  const spots = placed([plate(0, 100, 100)], undefined, [], [{ x0: 90, y0: 115, x1: 110, y1: 130 }]);
  expect(spots.get(0)?.y).toBeLessThan(100);
});
