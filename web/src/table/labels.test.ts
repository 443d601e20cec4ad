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

it("leaves the least important out rather than cover anybody", () => {
  const crowd = Array.from({ length: 9 }, (_, i) => plate(i, 100 + (i % 3) * 60, 100 + Math.floor(i / 3) * 30, i === 4 ? -1 : 0));
  expect(placed(crowd).has(4)).toBe(false);
  expect(placed([plate(0, 100, 100, -1), plate(1, 100, 300)]).has(0)).toBe(true);
});

it("draws a name in from the edge where there is no other place", () => {
  const edge = { x0: 0, y0: 0, x1: 500, y1: 500 };
  const beside = { x0: 30, y0: 80, x1: 200, y1: 112 };
  expect(placed([plate(0, 20, 100)], edge, [], [beside]).get(0)?.x).toBe(40);
});

it("stands within a brigade's outline where there is no room about it", () => {
  const brigade = { ...plate(-1, 100, 100, 5), x0: 20, x1: 180, y0: 60, y1: 140, over: true };
  const about = [{ x0: -300, y0: -300, x1: 500, y1: 70 }, { x0: -300, y0: 130, x1: 500, y1: 500 }, { x0: -300, y0: 0, x1: 19, y1: 200 }, { x0: 181, y0: 0, x1: 500, y1: 200 }];
  expect(placed([brigade], undefined, [], about).get(-1)).toEqual({ x: 100, y: 105 });
  expect(placed([{ ...brigade, over: false }], undefined, [], about).has(-1)).toBe(false);
});
