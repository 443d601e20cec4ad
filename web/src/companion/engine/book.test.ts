import { describe, expect, it } from "vitest";
import { FieldBook, type BookData, type Done, type EntryData, type IntentData } from "./book";
import { RefusedByRules, type SheetData } from "./engine";
import { made } from "./made/engine.js";
import type { Fact } from "../../lib/protocol";

type Step = { intent: IntentData; refused?: string } & Partial<{ entry: EntryData; dice: object; fact: string; why: string }>;

interface Case {
  system: string;
  book: BookData;
  steps: Step[];
  units: Record<string, Fact>[];
  state: { turn: number; left: number[]; drawn: number[]; score: number[] };
  ties: Record<string, number[][]>;
  due: [string, number, number, boolean][];
}

const [cases = []] = Object.values(import.meta.glob<Case[]>("./made/books.json", { eager: true, import: "default" }));
const sheets = Object.values(import.meta.glob<{ data: SheetData }>("./made/sheets/*.json", { eager: true, import: "default" }));

function bookOf(data: BookData): FieldBook {
  const sheet = sheets.find((one) => one.data.system === data.system);
  if (!sheet) throw new Error(`no sheet ${data.system}`);
  return new FieldBook(made, sheet.data, data);
}

function tried(book: FieldBook, intent: IntentData): Done | { refused: string } {
  try {
    return book.do(intent);
  } catch (fault) {
    if (fault instanceof RefusedByRules) return { refused: fault.message };
    throw fault;
  }
}

describe("a field book in the browser does what the Python text does", () => {
  it("has a book to compare", () => {
    expect(cases.map((one) => one.system)).toContain("lancer");
  });

  it.each(cases.map((one) => [one.system, one] as const))("%s", (_, one) => {
    const book = bookOf(one.book);
    for (const { intent, ...expected } of one.steps) expect(tried(book, intent)).toEqual(expected);
    expect(book.units().map((unit) => unit.values)).toEqual(one.units);
    expect(book.state()).toMatchObject(one.state);
    expect(book.state().ties).toEqual(one.ties);
    expect(book.due().map((due) => [due.do, due.unit, due.target, due.must])).toEqual(one.due);
    const again = bookOf(book.data());
    expect(again.data()).toEqual(book.data());
    expect(again.units()).toEqual(book.units());
  });

  it("asks, and says what is due", () => {
    const book = bookOf((cases[0] as Case).book);
    book.do({ do: "begin" });
    expect(book.asked({ do: "shoot", unit: 0, target: 4 })[0]).toMatchObject({
      name: "cover",
      said: "where the target stands",
      default: "open",
      after: [],
    });
    expect(book.do({ do: "charge", unit: 4, target: 0, answers: { home: true }, dice: [3] })).toHaveProperty("entry");
    expect(book.due().map((due) => [due.do, due.must])).toEqual([["charge-melee", true]]);
    expect(() => book.do({ do: "note", reason: "late" }, 1)).toThrow("look at it as it is now");
    expect(book.length).toBe(2);
  });
});
