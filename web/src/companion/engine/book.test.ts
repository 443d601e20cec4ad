import { describe, expect, it } from "vitest";
import { FieldBook, type BookData, type Done, type EntryData, type IntentData } from "./book";
import { Engine, RefusedByRules, type SheetData } from "./engine";
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

  it("asks for whoever stands in a circle one by one, and for what only that weapon can do", () => {
    const book = bookOf((cases.find(({ book: { units } }) => units.some(({ name }) => name === "Steam Tank")) as Case).book);
    const at = (name: string): number => book.units().findIndex((unit) => unit.name === name);
    const far = { range: 10, cover: "none" };
    book.do({ do: "begin" });
    expect(book.free().map(({ id }) => id)).toEqual(["round-over", "deck-over"]);
    expect(book.bar("gun-fires", at("Steam Tank"), at("1st Warband"))).toBe(""); // its turret, though its gun stands first
    expect(book.asked({ do: "gun-fires", unit: at("Steam Tank"), target: at("1st Warband") })[0]).toMatchObject({ name: "weapon_used", default: "weapon2" });

    const shell: IntentData = { do: "shell", unit: at("Mountain Gun"), target: at("1st Redcoats"), answers: far, dice: [11, 9, 5] };
    expect(book.tried({ ...shell, dice: [] })).toMatchObject({ dice: { count: 1, sides: 20 } });
    expect(book.do(shell)).toHaveProperty("entry");
    expect(book.free().map(({ id }) => id)).toContain("burst-over");
    expect(book.due().map((due) => [due.do, due.unit, due.must])).toEqual([["burst-over", -1, true], ["caught", -1, false], ["machine-caught", -1, false]]);
    expect(book.asked({ do: "caught", unit: at("1st Redcoats") }).map(({ name }) => name)).toEqual(["who", "figures"]);
    expect(book.bar("machine-caught", at("1st Redcoats"))).toBe("1st Redcoats has no machine");
    expect(book.tried({ do: "caught", unit: at("1st Redcoats"), answers: { who: "first" } })).toMatchObject({ dice: { sides: 20 } });
    book.do({ do: "caught", unit: at("1st Redcoats"), answers: { figures: 2 } });
    book.do({ do: "machine-caught", unit: at("Walker"), dice: [11, 5] });
    expect(book.due()).toEqual([]);
    expect(book.units()[at("Walker")]?.values["machine_save"]).toBe(8);
    expect(book.words(at("Walker"))).toContain("machine save 8");
  });

  it("has odds of what only a book throws: hits on a machine of a roster", () => {
    const starts = Object.values(import.meta.glob<{ system: string; starts: { scenario: string; book: BookData }[] }>("./made/books/*.json", { eager: true, import: "default" }));
    const engines = starts.flatMap((one) => one.starts).find(({ scenario }) => scenario === "runaway-engines");
    const sheet = sheets.find((one) => one.data.system === "orderchips");
    if (!engines || !sheet) throw new Error("no such book");
    const book = new FieldBook(made, sheet.data, engines.book);
    book.do({ do: "begin" });
    const of = (card: string): number => book.units().findIndex((unit) => unit.card === card);
    const intent = { do: "shoot-machine", unit: of("guard-rifles"), target: of("steam-tank"), answers: { figures: 8 } };
    const { form, inputs } = book.filled(intent);
    const engine = new Engine(made);
    engine.take(sheet.data);
    const odds = engine.odds("orderchips", form, inputs);
    expect(odds.outcomes).toHaveLength(9);
    book.do({ ...intent, dice: [1, 10, 10, 10, 10, 10, 10, 10] });
    const hit = book.filled({ do: "hit", unit: intent.target });
    expect(hit.inputs).toMatchObject({ by: "rifle-gatling", armor_at_start: 7, crew: 4 });
    expect(engine.odds("orderchips", hit.form, hit.inputs).outcomes.length).toBeGreaterThan(2);
  });
});
