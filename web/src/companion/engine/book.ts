// A field book on one phone: the book as web/engine has translated it, built from what a file or a server says of it.

import type { Fact, ProcedureInput, Roll } from "../../lib/protocol";
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
  line?: Record<string, Fact>; // of a unit that joins: its card, as it was
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
  | { entry: EntryData; rolls?: Roll[]; follows?: DueData[] }
  | { dice: { count: number; sides: number; why: string } }
  | { fact: string; why: string };

/** What is asked for an entry, with the answer that stands if nothing is said; `after`: not before such a throw. */
export interface Asked {
  name: string;
  said: string;
  default: Fact;
  after: string[];
  input: ProcedureInput;
}

/** Something that can be written: `target` says to whom it is done (nobody: ""), `free`: it is the book's own. */
export interface Doing {
  id: string;
  title: string;
  target: "" | "enemy" | "friend" | "anybody";
  throws: boolean;
  free: boolean;
}

export interface DueData {
  do: string;
  unit: number;
  target: number;
  must: boolean;
  title: string;
  why: string;
}

export interface StateData {
  turn: number;
  phase: string;
  next: string; // the phase that comes after it in this turn
  begun: boolean;
  finished: boolean;
  winner: number;
  verdict: string;
  left: number[];
  drawn: number[];
  score: number[];
  ties: Record<string, number[][]>;
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
    const cards = revived.value(sheet.cards ?? []);
    if (!rows) throw new RefusedByRules(`The field book keeps no battles of ${sheet.system} yet.`);
    const book = "playsheet$fieldbook$book$";
    const law = this.#new(`${book}Law`, dictOf(data.rulings), data.houses.map((house) => [house.file, house.text]));
    const start = this.#judged(() => this.#start(data, rows));
    const head = this.#new(`${book}Head`, data["playsheet book"], data.system, data.sheet, data.title, data.origin, law, start);
    this.#book = this.#new(`${book}Book`, head, rows, forms, cards);
    const entries = data.entries.map((entry, at) => this.#new(`${book}Entry`, at + 1, this.#intent(entry, at), entry.said, []));
    try {
      this.#judged(() => this.#book.take_over(entries));
    } catch (fault) {
      const at = this.#book.trying as number;
      if (fault instanceof RefusedByRules && at) throw new RefusedByRules(`entry ${at}: ${fault.message}`);
      throw fault;
    }
  }

  get length(): number {
    return this.#book.entries.length as number;
  }
  get title(): string {
    return this.#data.title;
  }
  get system(): string {
    return this.#data.system;
  }
  get sides(): string[] {
    return [...this.#book.state.sides];
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

  /** What an intent would come to, with its throws and what is due or offered then: nothing is written. */
  tried(intent: IntentData): Done {
    const { state } = this.#book;
    const entries = [...this.#book.entries];
    try {
      const done = this.do(intent);
      const about = this.#book.trying as number;
      if (!("entry" in done) && intent.of && about !== intent.of) {
        throw new RefusedByRules(`Entry ${about} would not hold any more: it would need other dice or answers. Take it back first.`);
      }
      return "entry" in done ? { ...done, rolls: this.rolls(done.entry.entry), follows: this.due() } : done;
    } catch (fault) {
      const about = this.#book.trying as number;
      if (fault instanceof RefusedByRules && intent.of && about && about !== intent.of && !fault.message.startsWith("Entry ")) {
        throw new RefusedByRules(`Entry ${about} would not hold any more: ${fault.message} Take it back first.`);
      }
      throw fault;
    } finally {
      this.#book.state = state;
      this.#book.entries = entries;
      this.#book.trying = 0;
    }
  }

  asked(intent: IntentData): Asked[] {
    const found: Any[] = this.#judged(() => this.#book.questions(this.#intent(intent, this.length)));
    return found.map(({ field, default: stands, after }) => ({ name: field.name, said: field.said, default: stands, after, input: inputOf(field) }));
  }

  /** All that may ever be asked for it. */
  fields(id: string): ProcedureInput[] {
    if (id === "join") {
      const { joining, attributes } = this.#book.rows;
      return attributes.filter(({ name }: Any) => name === joining.count || joining.asked.includes(name)).map(inputOf);
    }
    const procedure = this.#book.rows.procedure(id);
    if (!procedure) return [];
    const asked: Any[] = procedure.inputs.filter((each: Any) => each.source === "asked");
    return [...procedure.facts.map((fact: Any) => fact.field), ...asked.map((each) => this.#book.field(procedure, each.name))].map(inputOf);
  }

  /** The cards of units that may join this battle, by id and name; none if nobody joins one by this sheet. */
  cards(): { id: string; name: string }[] {
    return this.#book.cards.map(({ id, name }: Any) => ({ id, name }));
  }

  /** Whose a unit may be that joins: the sides, and those who are nobody's. */
  joinable(): string[] {
    const strangers = this.#book.rows.joining?.strangers as string | undefined;
    return strangers && !this.sides.includes(strangers) ? [...this.sides, strangers] : this.sides;
  }

  /** What is counted of a unit of which a part may go out, and how many may; nothing: none may. */
  parts(unit: number): ProcedureInput | undefined {
    const joining = this.#book.rows.joining;
    const here = joining?.parts && this.isThere(unit) ? (this.units()[unit]?.values[joining.count] as number) : 0;
    const [count] = here > 1 ? this.fields("join").filter(({ name }) => name === joining.count) : [];
    return count && { ...count, said: "how many go out", default: 1, low: 1, high: here - 1 };
  }

  doings(): Doing[] {
    return this.#book.rows.procedures.map(({ id, title, target, form, free }: Any) => ({ id, title, target, throws: form !== "", free }));
  }

  /** What no unit does, and can be done now: a round is over, a burst catches nobody else. */
  free(): Doing[] {
    return this.doings().filter(({ id, free }) => free && !this.bar(id, NOBODY));
  }

  /** Why this cannot be done, by these two; nothing if it can. */
  bar(id: string, unit: number, target = NOBODY): string {
    const intent = this.#intent({ do: id, unit, target }, this.length);
    try {
      return this.#judged(() => {
        const procedure = this.#book.procedure(id);
        const deed = this.#book.deed(this.#book.state, intent);
        for (const fact of procedure.facts) if (!fact.only || fact.only(deed)) this.#book.take_fact(deed, procedure, fact, intent.answers);
        return procedure.bars ? (procedure.bars(deed) as string) : "";
      });
    } catch (fault) {
      if (fault instanceof RefusedByRules) return fault.message;
      throw fault;
    }
  }

  /** The form that would be thrown, as it is filled in. */
  filled(intent: IntentData): { form: string; inputs: Record<string, Fact> } {
    const filled = this.#judged(() => this.#book.odds_case(this.#intent(intent, this.length)));
    return { form: filled.form.id, inputs: plain(filled.inputs) as Record<string, Fact> };
  }

  /** The throws of an entry, with their arithmetic. */
  rolls(entry: number): Roll[] {
    const found: Any[] = this.#book.entries[entry - 1]?.rolls ?? [];
    return found.map((roll) => plain(this.#made["playsheet$server$payloads$event_data"](roll)) as Roll);
  }

  entries(): EntryData[] {
    return this.#book.entries.map((entry: Any) => this.#entry(entry));
  }

  /** The numbers of the entries that do not stand. */
  takenBack(): Set<number> {
    const gone = this.#made["playsheet$fieldbook$book$taken_back"](this.#book.entries) as $.Dict;
    return new Set(gone.items().map(([number]) => number as number));
  }

  isThere(unit: number): boolean {
    return this.#book.rows.is_there(this.#book.state.units[unit]) as boolean;
  }

  /** How a unit stands: what differs from how it began. */
  words(unit: number): string {
    return this.#made["playsheet$fieldbook$words$unit_in_words"](this.#book, this.#book.state.units[unit]) as string;
  }

  /** What is written down of a unit, and of the book itself: what a referee may overrule. */
  attributes(): ProcedureInput[] {
    return this.#book.rows.attributes.map(inputOf);
  }
  states(): string[] {
    return [...this.#book.rows.states];
  }
  own(): ProcedureInput[] {
    return this.#book.rows.own.map(inputOf);
  }
  ownValues(): Record<string, Fact> {
    return plain(this.#book.state.values) as Record<string, Fact>;
  }

  get hasDeck(): boolean {
    return this.#book.rows.deck !== null;
  }
  get phases(): string[] {
    return this.#book.rows.phases.map((phase: Any) => phase.title as string);
  }
  cardName(card: number): string {
    return this.#book.card_name(this.#book.state, card) as string;
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

  state(): StateData {
    const { turn, phase, begun, finished, winner, verdict, left, drawn, score, ties } = this.#book.state;
    const [told = "", next = ""] = this.phases.slice(phase);
    return { turn, phase: told, next, begun, finished, winner, verdict, left: [...left], drawn: [...drawn], score: [...score], ties: plain(ties) as Record<string, number[][]> };
  }

  /** What is due (`must`), and what may be done; what is next in the chain comes first. */
  due(): DueData[] {
    const state = this.#book.state;
    return state.due.map((due: Any) => ({
      do: due.procedure,
      unit: due.unit,
      target: due.target,
      must: due.must,
      title: this.#book.due_titled(state, due),
      why: due.why,
    }));
  }

  /** The file, to be kept or handed on. */
  data(): BookData {
    return { ...this.#data, entries: this.#book.entries.map((entry: Any) => this.#entry(entry)) };
  }

  /** The rosters as they stood: every value as its field takes it. */
  #start(data: BookData, known: Any): Any {
    const rows = "playsheet$core$book_rows$";
    const units = data.units.map(({ name, side, card, values }, id) =>
      this.#new(`${rows}BookUnit`, id, name, side - 1, card, this.#values(known.attributes, values, `units[${id}]`)),
    );
    const state = this.#new(`${rows}BookState`, [...data.sides], units);
    const { own, ties, ...rest } = data.start;
    Object.assign(state, structuredClone(rest));
    if (known.phases.length <= rest.phase && rest.phase > 0) throw new RefusedByRules("start.phase: this sheet has no such phase.");
    const strange = [...rest.left, ...rest.drawn].find((card) => card < 0 && !(known.deck && $.has(known.deck.others, card)));
    if (strange !== undefined) throw new RefusedByRules(`start: this sheet has no card ${strange}.`);
    const owned = known.own.filter((field: Any) => field.name in own);
    for (const [name, value] of this.#values(owned, own, "start.own").items()) state.values.set(name, value);
    for (const [relation, pairs] of Object.entries(ties)) {
      if (!known.relations.includes(relation)) throw new RefusedByRules(`start.ties: this sheet knows no ${relation}.`);
      for (const [one, other] of pairs) state.tie(relation, one, other);
    }
    known.settle(known.rules, state);
    return state;
  }

  #values(fields: Any[], given: Record<string, Fact>, where: string): $.Dict {
    const missing = fields.find((field) => !Object.hasOwn(given, field.name));
    if (missing) throw new RefusedByRules(`${where}: ${missing.name} is missing: expected ${missing.expected()}.`);
    const strange = Object.keys(given).find((name) => !fields.some((field) => field.name === name));
    if (strange !== undefined) throw new RefusedByRules(`${where}: there is nothing called ${strange}.`);
    return dictOf(Object.fromEntries(fields.map((field) => [field.name, field.read(given[field.name]) as Fact])));
  }

  #intent(data: IntentData, at: number): Any {
    const { unit = NOBODY, target = NOBODY, of = 0, answers = {}, dice = [], reason = "" } = data;
    const line = "line" in data ? ((data as EntryData).line ?? {}) : {};
    return this.#new("playsheet$fieldbook$book$Intent", at, data.do, unit, target, of, dictOf(answers), [...dice], reason, dictOf(line));
  }

  #entry(entry: Any): EntryData {
    const { do: what, unit, target, entry: of, answers, dice, reason, line } = entry.intent;
    const data: EntryData = { entry: entry.number, do: what, said: entry.said };
    if (unit !== NOBODY) data.unit = unit;
    if (target !== NOBODY) data.target = target;
    if (of) data.of = of;
    const answered = plain(answers) as Record<string, Fact>;
    if (Object.keys(answered).length) data.answers = answered;
    if (dice.length) data.dice = [...dice];
    if (reason) data.reason = reason;
    const known = plain(line) as Record<string, Fact>;
    if (Object.keys(known).length) data.line = known;
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

/** A field as the pages know inputs. */
function inputOf({ name, said, default: stands, low, high, choices, fractions }: Any): ProcedureInput {
  const kind = typeof stands === "boolean" ? "flag" : choices.length ? "word" : fractions ? "length" : "number";
  const bounds = kind === "number" || kind === "length" ? { low, high } : {};
  return { name, kind, said, default: stands, ...bounds, choices: [...choices] };
}
