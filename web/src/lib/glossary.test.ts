import { describe, expect, it } from "vitest";
import { pieces, termsIn } from "./glossary";
import type { Term } from "./protocol";

const term = (id: string, ...words: string[]): Term => ({ id, words, said: `${id}.`, table: "", ruling: "", card: false });
const TERMS = [term("column", "in column", "column"), term("stop", "STOP"), term("melee", "Melee"), term("rally", "rally", "rallied")];

describe("the sheet's words in a sentence", () => {
  it.each([
    ["The company marched in column.", ["in column"]],
    ["A column is a column.", ["column"]],
    ["The STOP card was drawn; stop there.", ["STOP"]],
    ["It rallied, and would rally.", ["rallied"]],
    ["Colours and columns.", []],
    ["", []],
  ])("%s", (text, found) => {
    const cut = pieces(text, TERMS);
    expect(cut.filter(({ term: one }) => one).map((piece) => piece.text)).toEqual(found);
    expect(cut.map((piece) => piece.text).join("")).toBe(text);
  });

  it("names the terms", () => expect(termsIn("Rally in column, then Melee.", TERMS).map(({ id }) => id)).toEqual(["rally", "column", "melee"]));
  it("leaves a sentence whole where nothing is to be explained", () => expect(pieces("Hold.", [])).toEqual([{ text: "Hold.", term: null }]));
});
