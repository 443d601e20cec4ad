// A field book on one phone: the book as web/engine has translated it, built from what a file or a server says of it.

import type { Fact } from "../../lib/protocol";
import { plain, RefusedByRules, Revived, type SheetData } from "./engine";
import * as $ from "./runtime";

// oxlint-disable-next-line no-explicit-any
type Any = any;

/** What somebody wants to be written; a unit or target that is missing is nobody. */
export interface IntentData {
  do: string;
  unit?: number;
  target?: number;
  of?: number;
  answers?: Record<string, Fact>;
  dice?: number[];
  reason?: string;
}

export interface EntryData extends IntentData {
  entry: number;
  said: string;
}

export interface UnitData {
  name: string;
  side: number; // from 1
  card: string;
  values: Record<string, Fact>;
}

/** A book's file. */
export interface BookData {
  "playsheet book": number;
  system: string;
  sheet: string;
  title: string;
  origin: string;
  rulings: Record<string, string>;
  houses: { file: string; text: string }[];
  sides: string[];
  units: UnitData[];
  start: {
    turn: number;
    phase: number;
    begun: boolean;
    finished: boolean;
    winner: number;
    verdict: string;
    left: number[];
    drawn: number[];
    score: number[];
    own: Record<string, Fact>;
    ties: Record<string, [number, number][]>;
  };
  entries: EntryData[];
}

/** What an intent comes to: written; or the dice, or the fact, that are wanted first. */
export type Done =
  | { entry: EntryData }
  | { dice: { count: number; sides: number; why: string } }
  | { fact: string; why: string };

/** What is asked for an entry, with the answer that stands if nothing is said; `after`: not before such a throw. */
export interface Asked {
  name: string;
  said: string;
  default: Fact;
  after: string[];
}

const NOBODY = -1;

export class FieldBook {
  readonly #made: Record<string, Any>;
  readonly #book: Any;
  readonly #data: BookData;

  constructor(made: Record<string, Any>, sheet: SheetData, data: BookData) {
    this.#made = made;
    this.#data = data;
    const revived = new Revived(made, sheet.objects);
    const rows = revived.value(sheet.book);
    const forms = sheet.procedures.map((known) => revived.value(known));
    if (!rows) throw new RefusedByRules(`The field book keeps no battles of ${sheet.system} yet.`);
    const book = "playsheet$fieldbook$book$";
    const law = this.#new(`${book}Law`, dictOf(data.rulings), data.houses.map((house) => [house.file, house.text]));
    const head = this.#new(`${book}Head`, data["playsheet book"], data.system, data.sheet, data.title, data.origin, law, this.#start(data));
    this.#book = this.#new(`${book}Book`, head, rows, forms);
    this.#judged(() => this.#book.take_over(data.entries.map((entry, at) => this.#new(`${book}Entry`, at + 1, this.#intent(entry, at), entry.said, []))));
  }

  get length(): number {
    return this.#book.entries.length as number;
  }

  /** Write an entry; what is still wanted leaves the book as it was. `at`: how long it was when somebody looked. */
  do(intent: IntentData, at: number = this.length): Done {
    try {
      return { entry: this.#entry(this.#book.do(this.#intent(intent, at))) };
    } catch (fault) {
      const wanted = fault as Any;
      if (fault instanceof this.#made["playsheet$fieldbook$dice$DiceWanted"]) {
        return { dice: { count: wanted.n, sides: wanted.sides, why: wanted.why } };
      }
      if (fault instanceof this.#made["playsheet$fieldbook$dice$FactWanted"]) return { fact: wanted.name, why: wanted.why };
      throw this.#refusal(fault);
    }
  }

  asked(intent: IntentData): Asked[] {
    const found: Any[] = this.#judged(() => this.#book.questions(this.#intent(intent, this.length)));
    return found.map((each) => ({ name: each.field.name, said: each.field.said, default: each.default, after: each.after }));
  }

  /** The units with all their values, as they stand. */
  units(): UnitData[] {
    return this.#book.state.units.map((unit: Any) => ({
      name: unit.name,
      side: unit.side + 1,
      card: unit.card,
      values: plain(unit.values) as Record<string, Fact>,
    }));
  }

  state(): { turn: number; left: number[]; drawn: number[]; score: number[]; finished: boolean; ties: Record<string, number[][]> } {
    const { turn, left, drawn, score, finished, ties } = this.#book.state;
    return { turn, left, drawn, score, finished, ties: plain(ties) as Record<string, number[][]> };
  }

  /** What is due (`must`), and what may be done. */
  due(): { do: string; unit: number; target: number; must: boolean; said: string }[] {
    const state = this.#book.state;
    return state.due.map((due: Any) => ({
      do: due.procedure,
      unit: due.unit,
      target: due.target,
      must: due.must,
      said: this.#book.due_said(state, due),
    }));
  }

  /** The file, to be kept or handed on. */
  data(): BookData {
    return { ...this.#data, entries: this.#book.entries.map((entry: Any) => this.#entry(entry)) };
  }

  #start(data: BookData): Any {
    const rows = "playsheet$core$book_rows$";
    const units = data.units.map((unit, id) => this.#new(`${rows}BookUnit`, id, unit.name, unit.side - 1, unit.card, dictOf(unit.values)));
    const state = this.#new(`${rows}BookState`, [...data.sides], units);
    const { own, ties, ...rest } = data.start;
    Object.assign(state, structuredClone(rest));
    for (const [name, value] of Object.entries(own)) state.values.set(name, value);
    for (const [relation, pairs] of Object.entries(ties)) for (const [one, other] of pairs) state.tie(relation, one, other);
    return state;
  }

  #intent(data: IntentData, at: number): Any {
    const { unit = NOBODY, target = NOBODY, of = 0, answers = {}, dice = [], reason = "" } = data;
    return this.#new("playsheet$fieldbook$book$Intent", at, data.do, unit, target, of, dictOf(answers), [...dice], reason);
  }

  #entry(entry: Any): EntryData {
    const { do: what, unit, target, entry: of, answers, dice, reason } = entry.intent;
    const data: EntryData = { entry: entry.number, do: what, said: entry.said };
    if (unit !== NOBODY) data.unit = unit;
    if (target !== NOBODY) data.target = target;
    if (of) data.of = of;
    const answered = plain(answers) as Record<string, Fact>;
    if (Object.keys(answered).length) data.answers = answered;
    if (dice.length) data.dice = [...dice];
    if (reason) data.reason = reason;
    return data;
  }

  #new(name: string, ...given: Any[]): Any {
    return $.make(this.#made[name], ...given);
  }

  #judged<T>(work: () => T): T {
    try {
      return work();
    } catch (fault) {
      throw this.#refusal(fault);
    }
  }

  #refusal(fault: unknown): unknown {
    return fault instanceof this.#made["playsheet$core$errors$Refused"] ? new RefusedByRules((fault as Error).message) : fault;
  }
}

const dictOf = (facts: Record<string, Fact>): $.Dict => $.dict_of(Object.entries(facts));
