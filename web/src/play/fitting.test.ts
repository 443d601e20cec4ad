import { expect, test } from "vitest";
import type { QuestionOption } from "../lib/protocol";
import { mostOf, sorted } from "./fitting";

const keys = (options: QuestionOption[]): string[] => options.map(({ key }) => key);

test("targets come before the rest, and a way out before them", () => {
  const options: QuestionOption[] = [
    { key: "done", label: "That is all" },
    { key: "wait", label: "Wait" },
    { key: "a", label: "Shoot at A", unit: 1 },
    { key: "here", label: "Go there", at: [1, 2] },
    { key: "man", label: "The sergeant", figures: [3] },
  ];
  expect(keys(sorted(options))).toEqual(["done", "a", "here", "man", "wait"]);
  expect(keys(sorted(options.slice(2)))).toEqual(["a", "here", "man"]);
  expect(keys(sorted(options.slice(0, 2)))).toEqual(["done", "wait"]);
  expect(sorted([])).toEqual([]);
});

test.each([
  [14, 5, 5],
  [14, 14, 14],
  [14, 1, 1],
  [14, 0, 1], // one at least, be it cramped
  [1, 1, 1],
])("of %i choices as many as fit", (count, room, shown) => {
  expect(mostOf(count, (tried) => tried <= room)).toBe(shown);
});
