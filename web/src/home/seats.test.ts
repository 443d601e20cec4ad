import { expect, it } from "vitest";
import { preset, seatWishes } from "./seats";

it("puts me first against the computer", () => {
  expect(seatWishes(preset("computer", [0, 1, 2]), "Ann")).toEqual([
    { player: "person", own_dice: false, who: "Ann" },
    { player: "doctrine" },
    { player: "doctrine" },
  ]);
});

it("gives every seat at this screen to a person", () => {
  expect(seatWishes(preset("here", [0, 1]), "")).toEqual([
    { player: "person", own_dice: false },
    { player: "person", own_dice: false },
  ]);
});

it("leaves seats open for others, and none to me if I look on", () => {
  expect(seatWishes(preset("elsewhere", [0, 1]), "")[1]).toEqual({ player: "open" });
  expect(seatWishes(preset("watch", [0, 1]), "Ann")).toEqual([{ player: "doctrine" }, { player: "doctrine" }]);
});
