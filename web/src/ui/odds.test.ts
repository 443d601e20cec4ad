import { expect, it } from "vitest";
import type { Chance } from "../lib/protocol";
import { assumption, folded, howFound, inOneSentence } from "./odds";

const chances = (...floats: number[]): Chance[] => floats.map((float, value) => ({ value, chance: `${float}`, float }));
const labels = (values: Chance[], most: number): string[] => folded(values, most).map((row) => row.label);

it("says how sure it is", () => {
  expect(howFound({ exact: true, runs: 0 })).toBe("Exact");
  expect(howFound({ exact: false, runs: 10000 })).toBe("About, from 10000 trials: give or take 1 %");
  expect(howFound({ exact: false, runs: 3000 })).toBe("About, from 3000 trials: give or take 1.8 %");
});

it.each([
  [[], ""],
  [["The target fires."], "Assumed: The target fires."],
  [["The target fires.", "Nobody intercepts."], "Assumed: The target fires. Nobody intercepts."],
])("says what %j takes for granted", (assumed, said) => expect(assumption({ assumed })).toBe(said));

it("leaves a short distribution as it is", () => {
  expect(folded(chances(0.25, 0.75), 9)).toEqual([
    { label: "0", chance: 0.25, exact: "0.25" },
    { label: "1", chance: 0.75, exact: "0.75" },
  ]);
});

it("sums up an unlikely end", () => {
  expect(labels(chances(0.3, 0.4, 0.2, 0.06, 0.03, 0.01), 4)).toEqual(["0", "1", "2", "3 or more"]);
});

it("sums up an unlikely beginning", () => {
  expect(labels(chances(0.01, 0.03, 0.06, 0.5, 0.4), 3)).toEqual(["2 or less", "3", "4"]);
});

it("sums up what is unlikely in the middle, and keeps what is likely on either side", () => {
  const two = chances(0.45, 0.01, 0.01, 0.02, 0.01, 0.5);
  expect(labels(two, 3)).toEqual(["0", "1 to 4", "5"]);
  expect(labels(chances(0.4, 0.05, 0.05, 0.5), 3)).toEqual(["0", "1 or 2", "3"]);
});

it("loses no chance, and takes no more rows than it may", () => {
  const long = chances(...Array.from({ length: 60 }, () => 1 / 60));
  const rows = folded(long, 9);
  expect(rows).toHaveLength(9);
  expect(rows.reduce((sum, row) => sum + row.chance, 0)).toBeCloseTo(1);
  expect(Math.max(...rows.map((row) => row.chance))).toBeLessThan(0.2); // evenly
});

it("sums up lengths like other numbers", () => {
  const inches: Chance[] = [4, 5, 6, 9.25].map((value, i) => ({ value, chance: "", float: [0.05, 0.1, 0.15, 0.7][i] ?? 0 }));
  expect(labels(inches, 3)).toEqual(["5 or less", "6", "9.3"]);
});

it("keeps the likeliest words in their order", () => {
  const words: Chance[] = ["held", "shaken", "broken", "fled"].map((value, i) => ({ value, chance: "", float: [0.1, 0.5, 0.35, 0.05][i] ?? 0 }));
  expect(folded(words, 3).map((row) => [row.label, Math.round(row.chance * 100)])).toEqual([["shaken", 50], ["broken", 35], ["other", 15]]);
});

it("says what is decided first in one sentence", () => {
  expect(inOneSentence({ results: [{ name: "figures_lost", values: chances(0.25, 0.5, 0.125, 0.125) }] })).toBe(
    "Then dice are thrown. Figures lost: 0 (25 %), 1 (50 %), 2 or more (25 %).",
  );
  expect(inOneSentence({ results: [] })).toBe("");
});
