import { describe, expect, it } from "vitest";
import { corrected, facesOf, walked, type Ask } from "./dicing";

/** Two dice; for every six one more; then the sum is written. */
const ask: Ask = (dice) => {
  if (dice.length < 2) return { dice: { count: 2 - dice.length, sides: 6, why: "Fire" } };
  const hits = dice.slice(0, 2).filter((face) => face === 6).length;
  if (dice.length < 2 + hits) return { dice: { count: 2 + hits - dice.length, sides: 10, why: "Losses" } };
  return { entry: { entry: 1, do: "shoot", said: dice.join(), dice } };
};

describe("dice that are tapped in one by one", () => {
  it.each([
    [[], [], { count: 2, sides: 6, why: "Fire" }],
    [[6], [[6]], { count: 1, sides: 6, why: "Fire" }],
    [[6, 6, 9], [[6, 6], [9]], { count: 1, sides: 10, why: "Losses" }],
    [[6, 1, 10], [[6, 1], [10]], null],
    [[1, 2, 3], [[1, 2]], null], // nobody wants the third
    [[7, 1], [], { count: 2, sides: 6, why: "Fire" }], // no die of six sides shows it
  ])("%j", (faces, falls, wanted) => {
    const walk = walked(ask, faces);
    expect(walk.falls.map((fall) => fall.faces)).toEqual(falls);
    expect(walk.wanted).toEqual(wanted);
  });

  it("stops where something has to be said", () => {
    expect(walked(() => ({ fact: "room", why: "Fall back" }), [1]).fact).toBe("room");
  });
});

describe("a die that showed something else", () => {
  it.each([
    [[6, 1, 10], 2, 4, [6, 1, 4]], // the throws are the same: only this one is others'
    [[6, 1, 10], 1, 6, [6, 6]], // two are lost now: to be thrown again
    [[6, 1, 10], 0, 2, [2, 1]], // nobody is hit any more
  ])("of %j the one at %i shows %i", (faces, at, face, left) => {
    expect(facesOf(corrected(ask, walked(ask, faces), at, face))).toEqual(left);
  });
});
