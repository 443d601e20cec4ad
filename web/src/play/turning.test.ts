import { expect, it } from "vitest";
import { turned, type Look } from "./turning";

/** Two seats at one screen; `asked` are those whose answers are awaited. */
const looks = (asked: number[], hashes = ["a", "a"]): Look[] =>
  hashes.map((hash, seat) => ({ seat, hash, asked, isAsked: asked.includes(seat) }));

it("stays with whoever is asked", () => {
  expect(turned(looks([0]), 0, [])).toBeNull();
});

it("turns to the other without a curtain where both may know the same", () => {
  expect(turned(looks([1]), 0, [])).toEqual({ at: 1, curtain: false, round: [] });
});

it("lets a curtain fall where one may know what the other may not", () => {
  expect(turned(looks([1], ["a", "b"]), 0, [])).toEqual({ at: 1, curtain: true, round: [] });
});

it("waits while only somebody elsewhere is asked", () => {
  expect(turned(looks([5]), 0, [])).toBeNull();
  expect(turned(looks([0, 5]), 0, [])).toBeNull(); // the other who decides in secret sits elsewhere
});

it("has each of those who are asked at once answer alone, one after the other", () => {
  const first = turned(looks([0, 1]), 0, []);
  expect(first).toEqual({ at: 0, curtain: true, round: [1] }); // before the first, too: the other must look away
  expect(turned(looks([0, 1]), 0, [1])).toBeNull(); // he is deciding, however many chips he has
  const second = turned(looks([1]), 0, [1]);
  expect(second).toEqual({ at: 1, curtain: true, round: [] }); // though both may know the same
  expect(turned(looks([1]), 1, [])).toBeNull();
  expect(turned(looks([]), 1, [])).toBeNull(); // all answers are there: the battle goes on in the open
  expect(turned(looks([0]), 1, [])).toEqual({ at: 0, curtain: false, round: [] });
});

it("begins such a round with whoever is asked, if the one at the screen is not", () => {
  const three: Look[] = [0, 1, 2].map((seat) => ({ seat, hash: "a", asked: [1, 2], isAsked: seat > 0 }));
  expect(turned(three, 0, [])).toEqual({ at: 1, curtain: true, round: [2] });
});

it("waits for nobody who is only named, as all are in a game that hides things, and not asked", () => {
  const named: Look[] = [0, 1].map((seat) => ({ seat, hash: "a", asked: [0, 1], isAsked: seat === 0 }));
  expect(turned(named, 0, [])).toBeNull();
  expect(turned(named, 1, [])).toEqual({ at: 0, curtain: false, round: [] });
});

it("does the same in the next round", () => {
  expect(turned(looks([0, 1]), 1, [])).toEqual({ at: 1, curtain: true, round: [0] });
});
