import { describe, expect, it, test } from "vitest";
import type { Trial } from "../lib/protocol";
import { deployAt, inShort, inWords, marchTo, plannedIn, saidOf, withNumbers, wordsFor, wordsForAll } from "./words";

const name = (unit: number): string => ["the Guard", "the Levy", "the Horse"][unit] ?? "?";

test("a march is a line that the server reads", () => {
  expect(marchTo([3, 4], [[20.004, 14.5]])).toBe("march 3 4 to 20,14.5");
  expect(marchTo([3], [[1, 2], [3, 4]], -90)).toBe("march 3 to 1,2 3,4 facing 270");
  expect(deployAt([3, 4], [20, 14], 180)).toBe("deploy 3 4 to 20,14 facing 180");
});

test("those who wait for their place are known by what stands", () => {
  expect(plannedIn(["deploy 3 4 to 20,14.5 facing 90", "deploy as best", "deploy 5 as mirrored"])).toEqual([{ units: [3, 4], at: [20, 14.5] }]);
});

test("who may not is said with the reason, and who has to wait", () => {
  const trial = (unit: number, refused = ""): Trial => ({ unit, from: null, to: null, inches: 0, left: 0, refused });
  const would = { answers: 0, marks: [{ unit: 0, figure: -1, x: 1, y: 1, facing: 0 }], told: ["The Guard finds no way on."], open: "", odds: null };
  expect(saidOf({ ...would, units: [trial(0), trial(1, "The Guard finds no way on."), trial(2)] }, -1, name)).toEqual([
    "The Guard finds no way on.",
    "The Horse goes when it is its turn.",
  ]);
  expect(saidOf({ ...would, told: [], units: [trial(0), trial(1), trial(2)] }, 1, name)).toEqual(["The Horse goes when it is its turn."]);
  expect(saidOf({ ...would, told: [], units: [trial(1), trial(2)] }, 0, name)).toEqual(["The Levy and the Horse go when it is their turn."]);
  const placed = { ...would, told: [], units: [{ ...trial(0), to: [4, 4] as [number, number] }] };
  expect(saidOf(placed, 0, name, [4, 4.5])).toEqual([]);
  expect(saidOf(placed, 0, name, [4, 9])).toEqual(["There is not room just there: the nearest places are shown."]);
});

test("only what means something can be said", () => {
  const intents = (words: { intent: string }[]): string[] => words.map(({ intent }) => intent);
  expect(intents(wordsForAll(["march", "hold", "same", "stand", "best"]))).toEqual(["same", "stand", "best"]);
  expect(intents(wordsForAll(["deploy"]))).toEqual(["deploy as best", "deploy as suggested", "deploy as mirrored"]);
  expect(intents(wordsFor([0, 1], -1, ["march", "charge", "hold"], name))).toEqual(["hold 0 1"]);
  expect(intents(wordsFor([0], 2, ["charge", "best"], name))).toEqual(["charge 0 at 2", "best 0"]);
  expect(wordsForAll([])).toEqual([]);
});

test.each([
  ["march 0 1 to 20,14 facing 90", "March: the Guard and the Levy"],
  ["fire 0 at 2", "Fire at the Horse first: the Guard"],
  ["fire 0 at will", "Fire at will: the Guard"],
  ["fire 0 within 12", "Hold fire until somebody is within 12: the Guard"],
  ["fire 0 if charged", "Hold fire until charged: the Guard"],
  ["charge 0 1 at 2", "Charge the Horse: the Guard and the Levy"],
  ["hold 1", "Hold: the Levy"],
  ["stand", "Do the least: all the rest"],
  ["best", "As the adjutant thinks best: all the rest"],
  ["deploy as best", "Deploy: all the rest"],
])("%s", (intent, said) => {
  expect(inWords(intent, name)).toBe(said);
});

describe("what is typed", () => {
  const units = [
    { id: 0, name: "1st Line", parts: ["the First Brigade"], mine: true },
    { id: 1, name: "2nd Line", parts: ["the First Brigade"], mine: true },
    { id: 2, name: "1st Line", parts: [], mine: false },
    { id: 3, name: "Line Company (veteran)", parts: [], mine: true },
  ];
  it("may name units, and brigades", () => {
    expect(withNumbers("hold the First Brigade", units)).toBe("hold 0 1");
    expect(withNumbers("march 1st line to 20,14", units)).toBe("march 0 to 20,14");
    expect(withNumbers("fire First Brigade at 1st Line", units)).toBe("fire 0 1 at 2");
    expect(withNumbers("fire Line Company (veteran) at will", units)).toBe("fire 3 at will");
    expect(withNumbers("support 1st Line at 2nd Line", units)).toBe("support 0 at 1");
    expect(withNumbers(" march 3 4 to 20,14 ", units)).toBe("march 3 4 to 20,14");
  });
});

test("many are said in short", () => {
  expect(inShort(["a", "b", "c"])).toBe("a, b and c");
  expect(inShort(["a", "b", "c", "d"])).toBe("a and 3 more");
});
