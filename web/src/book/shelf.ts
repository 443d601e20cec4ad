// The books that this browser keeps, and those that can be begun. No server is asked.

import type { BookData } from "../companion/engine/book";
import { FieldBook } from "../companion/engine/book";
import { RefusedByRules } from "../companion/engine/engine";
import { sheetOf } from "../companion/calculator";
import { Refused } from "../lib/api";
import { keep, kept, unkeep } from "../lib/keep";
import { LARGEST_BOOK, readBook } from "./reading";

export interface Start {
  scenario: string;
  size: string;
  book: BookData;
}

export interface Shelf {
  system: string;
  sheet: string; // the digest that a book must have
  starts: Start[];
}

export interface Kept {
  id: string;
  title: string;
  system: string;
  entries: number;
  turn: number;
}

const files = import.meta.glob<Shelf>("../companion/engine/made/books/*.json", { import: "default" });
const engines = import.meta.glob<Record<string, unknown>>("../companion/engine/made/engine.js", { import: "made" });
const LIST = "books";
const MOST_KEPT = 50;

/** The sheets that keep books, with what their scenarios begin. */
export async function shelves(): Promise<Shelf[]> {
  try {
    return await Promise.all(Object.values(files).map((read) => read()));
  } catch {
    throw new Refused("offline", "The rosters have not been loaded yet, and the server cannot be reached.");
  }
}

/** A book to be written in. Refused in a sentence if these pages cannot go on with it. */
export async function opened(data: BookData): Promise<FieldBook> {
  const shelf = (await shelves()).find(({ system }) => system === data.system);
  if (!shelf) throw new Refused("unknown", `The field book keeps no battles of ${data.system.slice(0, 40)} yet.`);
  if (data.houses.length || Object.keys(data.rulings).length) {
    throw new Refused("rulings", "This book has rulings or house rules of its own, which these pages do not carry: expected the sheet as printed. `playsheet book` goes on with it.");
  }
  if (data.sheet !== shelf.sheet) throw new Refused("sheet", "This book was begun by another text of the sheet or its rulings than these pages have.");
  const [{ data: sheet }, made] = await Promise.all([sheetOf(data.system), ...Object.values(engines).map((read) => read())]);
  try {
    return new FieldBook(made ?? {}, sheet, data);
  } catch (fault) {
    if (fault instanceof RefusedByRules) throw new Refused("refused", fault.message);
    throw fault;
  }
}

/** A file, checked and gone through; its name stands before what is wrong with it. */
export async function brought(text: string, name: string): Promise<FieldBook> {
  const data = readBook(text, name);
  try {
    return await opened(data);
  } catch (fault) {
    if (fault instanceof Refused) throw new Refused(fault.code, `${name}: ${fault.message}`);
    throw fault;
  }
}

export const keptBooks = (): Kept[] => kept<Kept[]>(LIST, []);
export const keptBook = (id: string): BookData | null => kept<BookData | null>(nameOf(id), null);

/** Put on the shelf; its id. */
export function put(book: FieldBook): string {
  if (keptBooks().length >= MOST_KEPT) throw new Refused("full", `This browser keeps at most ${MOST_KEPT} books: save one as a file and delete it here first.`);
  const id = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  keepBook(id, book);
  return id;
}

/** Refused if the browser cannot keep it: what was kept before is still there. */
export function keepBook(id: string, book: FieldBook): void {
  if (!keep(nameOf(id), book.data())) {
    throw new Refused("full", "This browser cannot keep any more: nothing was written. Delete a book, or save this one as a file.");
  }
  const one: Kept = { id, title: book.title, system: book.system, entries: book.length, turn: book.state().turn };
  keep(LIST, [one, ...keptBooks().filter((other) => other.id !== id)]);
}

export function drop(id: string): void {
  unkeep(nameOf(id));
  keep(LIST, keptBooks().filter((one) => one.id !== id));
}

const nameOf = (id: string): string => `book.${id}`;
export { LARGEST_BOOK };
