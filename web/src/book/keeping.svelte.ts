// One book that is being kept: every entry is written to the browser before it is shown.

import type { Done, FieldBook, IntentData } from "../companion/engine/book";
import { RefusedByRules } from "../companion/engine/engine";
import { Refused, sentence } from "../lib/api";
import { keepBook, keptBook, opened } from "./shelf";

const BROKEN = "This cannot be written: it is a fault of the program. The book is as it was.";

export class Keeping {
  readonly id: string;
  #book = $state.raw<FieldBook | null>(null);
  #version = $state(0); // the book changes within itself
  #trouble = $state("");

  constructor(id: string) {
    this.id = id;
  }

  get book(): FieldBook | null {
    return this.#version >= 0 ? this.#book : null;
  }
  get version(): number {
    return this.#version;
  }
  get trouble(): string {
    return this.#trouble;
  }

  async open(): Promise<void> {
    this.#trouble = "";
    try {
      const data = keptBook(this.id);
      if (!data) throw new Refused("unknown", "This browser keeps no such book.");
      this.#book = await opened(data);
      this.#version++;
    } catch (fault) {
      this.#trouble = fault instanceof Refused ? fault.message : "This book cannot be read.";
    }
  }

  /** Whether it was written. A book that has gone on in another tab is shown as it is now, and nothing is written. */
  async do(intent: IntentData): Promise<boolean> {
    const seen = this.#book?.length ?? 0;
    this.#trouble = "";
    try {
      const now = keptBook(this.id);
      if (!now) throw new Refused("unknown", "This book has been deleted here meanwhile: save it as a file if it is still wanted.");
      if (now.entries.length !== seen || now.entries.at(-1)?.said !== this.#book?.entries().at(-1)?.said) {
        this.#book = await opened(now);
        this.#version++;
        throw new Refused("gone on", `The book has ${now.entries.length} entries now, but this was meant for a book of ${seen}: look at it as it is, and say it again.`);
      }
      const book = this.#book as FieldBook;
      const done = book.do(intent, seen);
      if (!("entry" in done)) throw new Refused("wanted", "Some dice or an answer are still missing: nothing was written.");
      try {
        keepBook(this.id, book);
      } catch (fault) {
        this.#book = await opened(now);
        this.#version++;
        throw fault;
      }
      this.#version++;
      return true;
    } catch (fault) {
      this.say(fault);
      return false;
    }
  }

  /** What it would come to; a sentence if it cannot be. */
  tried(intent: IntentData): Done | string {
    try {
      return (this.#book as FieldBook).tried(intent);
    } catch (fault) {
      return reason(fault);
    }
  }

  say(fault: unknown): void {
    this.#trouble = reason(fault);
  }

  hush(): void {
    this.#trouble = "";
  }
}

export function reason(fault: unknown): string {
  return fault instanceof Refused ? fault.message : fault instanceof RefusedByRules ? sentence(fault.message) : BROKEN;
}
