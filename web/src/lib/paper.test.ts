import { expect, test } from "vitest";
import { paperOf } from "./paper";

test("Letter is for those who have it", () => {
  expect(["en-US", "en", "es-MX", "fr-CA"].map(paperOf)).toEqual(["letter", "letter", "letter", "letter"]);
  expect(["en-GB", "de", "fr", "ja-JP", "", "C", "not a language"].map(paperOf)).toEqual(["a4", "a4", "a4", "a4", "a4", "a4", "a4"]);
});
