// A book's file, checked before anything is done with it: every refusal is a sentence that says what was expected.

import type { BookData, EntryData } from "../companion/engine/book";
import { Refused } from "../lib/api";
import type { Fact } from "../lib/protocol";

export const MARK = "playsheet book";
export const VERSION = 1;
export const LARGEST_BOOK = 8 << 20;
const MOST_UNITS = 400;
const MOST_ENTRIES = 10_000;
const MOST_CARDS = 2000;
const MOST_DICE = 2000;
const MOST_ANSWERS = 40;
const MOST_ATTRIBUTES = 200;
const LONGEST_REASON = 200;
const LARGEST = 1_000_000_000;

type Table = Record<string, unknown>;

export function readBook(text: string, name: string): BookData {
  const data = parsed(text, name);
  const reader = new Reader(data, name);
  const version = reader.whole(MARK, 1, LARGEST);
  if (version > VERSION) throw new Refused("newer", `${name}: this book is of a newer version of Playsheet (${version}); this one reads ${VERSION}.`);
  const sides = reader.list("sides", 2, 6).map((side, at) => reader.asText(`sides[${at}]`, side, 100));
  const units = reader.list("units", 1, MOST_UNITS).map((unit, at) => {
    const one = reader.inside(`units[${at}]`, unit);
    const found = { name: one.text("name", 100), side: one.whole("side", 1, sides.length), card: one.text("card", 60), values: one.facts("values") };
    one.close();
    return found;
  });
  const at = reader.inside("start", data["start"]);
  const start = {
    turn: at.whole("turn", 1, 10_000),
    phase: at.whole("phase", 0, 100),
    begun: at.flag("begun"),
    finished: at.flag("finished"),
    winner: at.whole("winner", -1, sides.length - 1),
    verdict: at.text("verdict", 1000),
    left: at.numbers("left", -99, units.length - 1, MOST_CARDS),
    drawn: at.numbers("drawn", -99, units.length - 1, MOST_CARDS),
    score: at.numbers("score", -LARGEST, LARGEST, sides.length),
    own: at.facts("own"),
    ties: pairs(at.inside("start.ties", at.data["ties"]), units.length),
  };
  if (start.score.length !== sides.length) throw at.wrong("score", `${sides.length} numbers, one a side`);
  at.known(Object.keys(start));
  const found: BookData = {
    [MARK]: version,
    system: reader.text("system", 40),
    sheet: reader.text("sheet", 64),
    title: reader.text("title", 200),
    origin: reader.text("origin", 300),
    rulings: words(reader.inside("rulings", data["rulings"])),
    houses: reader.list("houses", 0, 20).map((house, i) => {
      const one = reader.inside(`houses[${i}]`, house);
      return { file: one.text("file", 200), text: one.text("text", 200_000) };
    }),
    sides,
    units,
    start,
    entries: reader.list("entries", 0, MOST_ENTRIES).map((entry, i) => readEntry(reader.inside(`entries[${i}]`, entry), i + 1)),
  };
  reader.known(Object.keys(found));
  return found;
}

function parsed(text: string, name: string): Table {
  const refusal = new Refused("malformed", `${name}: this is no field book: expected JSON with '${MARK}' in it.`);
  if (text.length > LARGEST_BOOK) throw new Refused("too_large", `${name}: a book is at most ${LARGEST_BOOK >> 20} MB.`);
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw refusal;
  }
  if (!isTable(found) || !(MARK in found)) throw refusal;
  return found;
}

function readEntry(one: Reader, number: number): EntryData {
  if (one.whole("entry", 1, MOST_ENTRIES) !== number) throw one.wrong("entry", `${number}, its place in the log`);
  const entry: EntryData = { entry: number, do: one.text("do", 40), said: one.text("said", 2000) };
  if (one.has("unit")) entry.unit = one.whole("unit", -1, MOST_UNITS);
  if (one.has("target")) entry.target = one.whole("target", -1, MOST_UNITS);
  if (one.has("of")) entry.of = one.whole("of", 0, MOST_ENTRIES);
  if (one.has("reason")) entry.reason = one.text("reason", LONGEST_REASON);
  if (one.has("dice")) entry.dice = one.numbers("dice", 1, 1000, MOST_DICE);
  if (one.has("answers")) entry.answers = one.facts("answers");
  if (one.has("line")) entry.line = one.facts("line");
  if (Object.keys(entry.line ?? {}).length > MOST_ATTRIBUTES) throw one.wrong("line", `at most ${MOST_ATTRIBUTES} values`);
  if (Object.keys(entry.answers ?? {}).length > MOST_ANSWERS) throw one.wrong("answers", `at most ${MOST_ANSWERS} answers`);
  one.close();
  return entry;
}

function words(one: Reader): Record<string, string> {
  return Object.fromEntries(Object.keys(one.data).map((key) => [key, one.text(key, 200)]));
}

function pairs(one: Reader, units: number): Record<string, [number, number][]> {
  const read = (relation: string): [number, number][] =>
    one.list(relation, 0, units * units).map((pair) => {
      const [a, b] = Array.isArray(pair) && pair.length === 2 ? (pair as unknown[]) : [];
      const fits = [a, b].every((id) => Number.isInteger(id) && (id as number) >= 0 && (id as number) < units) && a !== b;
      if (!fits) throw one.wrong(relation, "pairs of two units, by their numbers");
      return [a as number, b as number];
    });
  return Object.fromEntries(Object.keys(one.data).map((relation) => [relation, read(relation)]));
}

const isTable = (value: unknown): value is Table => typeof value === "object" && value !== null && !Array.isArray(value);

class Reader {
  readonly #seen = new Set<string>();

  constructor(
    readonly data: Table,
    readonly where: string,
  ) {}

  has(key: string): boolean {
    return Object.hasOwn(this.data, key);
  }

  wrong(key: string, expected: string): Refused {
    return new Refused("malformed", `${this.where}: ${key}: expected ${expected}.`);
  }

  inside(where: string, value: unknown): Reader {
    if (!isTable(value)) throw this.wrong(where, "a table");
    return new Reader(value, `${this.where}: ${where}`);
  }

  whole(key: string, low: number, high: number): number {
    const value = this.#raw(key);
    if (!Number.isInteger(value) || (value as number) < low || (value as number) > high) throw this.wrong(key, `a whole number from ${low} to ${high}`);
    return value as number;
  }

  flag(key: string): boolean {
    const value = this.#raw(key);
    if (typeof value !== "boolean") throw this.wrong(key, "true or false");
    return value;
  }

  text(key: string, longest: number): string {
    return this.asText(key, this.#raw(key), longest);
  }

  asText(key: string, value: unknown, longest: number): string {
    if (typeof value !== "string" || value.length > longest) throw this.wrong(key, `at most ${longest} letters`);
    return value;
  }

  list(key: string, fewest: number, most: number): unknown[] {
    const value = this.#raw(key);
    if (!Array.isArray(value) || value.length < fewest || value.length > most) throw this.wrong(key, `a list of ${fewest} to ${most}`);
    return value as unknown[];
  }

  numbers(key: string, low: number, high: number, most: number): number[] {
    const found = this.list(key, 0, most);
    if (!found.every((each) => Number.isInteger(each) && (each as number) >= low && (each as number) <= high)) {
      throw this.wrong(key, `whole numbers from ${low} to ${high}`);
    }
    return found as number[];
  }

  facts(key: string): Record<string, Fact> {
    const value = this.#raw(key);
    if (!isTable(value) || !Object.values(value).every(isFact)) throw this.wrong(key, "numbers, words, true or false");
    return value as Record<string, Fact>;
  }

  /** Nothing stands here that nobody reads. */
  close(): void {
    this.known([...this.#seen]);
  }

  known(keys: string[]): void {
    const strange = Object.keys(this.data).find((key) => !keys.includes(key));
    if (strange !== undefined) throw new Refused("malformed", `${this.where}: there is nothing called ${strange.slice(0, 40)} in a book.`);
  }

  #raw(key: string): unknown {
    this.#seen.add(key);
    if (!this.has(key)) throw new Refused("malformed", `${this.where}: ${key} is missing.`);
    return this.data[key];
  }
}

const isFact = (value: unknown): boolean =>
  typeof value === "boolean" || Number.isFinite(value) || (typeof value === "string" && value.length <= LONGEST_REASON);

/** The file as `playsheet book` writes it: an entry to a line. */
export function bookText(data: BookData): string {
  const block = (rows: unknown[]): string => (rows.length ? `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]` : "[]");
  const lines = Object.entries(data).map(
    ([key, value]) => `${JSON.stringify(key)}: ${key === "units" || key === "entries" ? block(value as unknown[]) : JSON.stringify(value)}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}
