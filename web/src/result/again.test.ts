import { expect, it } from "vitest";
import { canSwap, invited } from "./again";

it("swaps sides that have the same number of players", () => {
  expect(canSwap([{ side: 0 }, { side: 1 }])).toBe(true);
  expect(canSwap([{ side: 0 }, { side: 0 }, { side: 1 }])).toBe(false);
  expect(canSwap([{ side: 0 }])).toBe(false);
});

it("invites people at other screens, and no computer", () => {
  const seats = (["person", "person", "doctrine"] as const).map((player, seat) => ({ seat, name: "", side: 0, player, who: "" }));
  expect(invited(seats, [0]).map(({ seat }) => seat)).toEqual([1]);
});
