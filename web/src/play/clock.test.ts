import { expect, it } from "vitest";
import { running } from "./clock";

const clock = (seats: { bank: number | null; running: boolean | null; left: number | null }[]) => ({
  per_move: 300,
  bank: 60,
  seats: seats.map((one, seat) => ({ seat, ...one })),
});

it("shows the clocks that run", () => {
  const two = clock([
    { bank: 60, running: true, left: 12.5 },
    { bank: 60, running: false, left: 360 },
  ]);
  expect(running(two)).toEqual([{ seat: 0, left: 12.5 }]);
});

it("shows none of which nothing may be known", () => {
  const hidden = { bank: null, running: null, left: null };
  expect(running(clock([hidden, { bank: 60, running: true, left: 0 }, hidden]))).toEqual([{ seat: 1, left: 0 }]);
  expect(running(clock([hidden, hidden]))).toEqual([]);
});
