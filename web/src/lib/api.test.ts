import { expect, it } from "vitest";
import { sentence } from "./api";

it.each([
  ["question 10.0 is not open.", "Question 10.0 is not open."],
  ["wrong.toml: blurb: expected text.", "wrong.toml: blurb: expected text."],
  ["The table is full.", "The table is full."],
  ["", ""],
])("makes a sentence of %j", (says, expected) => expect(sentence(says)).toBe(expected));
