import { expect, it } from "vitest";
import { goingOn, levelAmong, preset, seatWishes, withLevel } from "./seats";

it("puts me first against the computer", () => {
  expect(seatWishes(preset("computer", [0, 1, 2], "veteran"), "Ann")).toEqual([
    { player: "person", own_dice: false, who: "Ann" },
    { player: "veteran" },
    { player: "veteran" },
  ]);
});

it("gives every seat at this screen to a person", () => {
  expect(seatWishes(preset("here", [0, 1], "regular"), "")).toEqual([
    { player: "person", own_dice: false },
    { player: "person", own_dice: false },
  ]);
});

it("leaves seats open for others, and none to me if I look on", () => {
  expect(seatWishes(preset("elsewhere", [0, 1], "regular"), "")[1]).toEqual({ player: "open" });
  expect(seatWishes(preset("watch", [0, 1], "marshal"), "Ann")).toEqual([{ player: "marshal" }, { player: "marshal" }]);
});

it("changes the level of all the computer's seats, and of no others", () => {
  const choices = preset("computer", [0, 1, 2], "regular");
  expect(levelAmong(choices)).toBe("regular");
  expect(withLevel(choices, "marshal").map(({ who }) => who)).toEqual(["me", "marshal", "marshal"]);
  expect(levelAmong([...choices, { who: "recruit", ownDice: false }])).toBeNull();
  expect(levelAmong(preset("here", [0, 1], "regular"))).toBeNull();
});

it("lets whoever has played a seat play on", () => {
  expect([goingOn("marshal", "recruit"), goingOn("doctrine", "recruit"), goingOn("random", "recruit"), goingOn("person", "recruit")]).toEqual([
    "marshal",
    "regular",
    "random",
    "recruit",
  ]);
});
