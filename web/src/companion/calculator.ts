// Asks the engine, which runs in a worker. Whatever goes wrong is a `Refused` with a sentence for a person.

import { Refused, sentence } from "../lib/api";
import type { Fact, Odds, Procedure, Resolved } from "../lib/protocol";
import type { SheetData, Thrown } from "./engine/engine";
import type { Answer, Job } from "./engine/worker";

export type Inputs = Record<string, Fact>;

/** A sheet as the companion needs it: forms for people, and data for the engine. */
export interface CompanionSheet {
  system: string;
  title: string;
  forms: Procedure[];
  data: SheetData;
}

const files = import.meta.glob<CompanionSheet>("./engine/made/sheets/*.json", { import: "default" });

/** The sheets that are here, whether there is a network or not. */
export const SHEETS: string[] = Object.keys(files).map((path) => /([^/]+)\.json$/.exec(path)?.[1] ?? path);

export async function sheetOf(system: string): Promise<CompanionSheet> {
  const read = files[`./engine/made/sheets/${system}.json`];
  if (!read) throw new Refused("unknown", `There is no sheet called “${system}” here.`);
  try {
    return await read();
  } catch {
    throw new Refused("offline", "This sheet has not been loaded yet, and the server cannot be reached.");
  }
}

interface Waiting {
  resolve: (done: never) => void;
  reject: (fault: Refused) => void;
}

const PATIENCE = 20_000; // milliseconds for odds, sampled ones too; a slow phone has not come to its end by then

export class Calculator {
  #worker: Worker | null = null;
  #taken = new Set<string>();
  #waiting = new Map<number, Waiting>();
  #next = 0;

  odds(system: string, procedure: string, inputs: Inputs): Promise<Odds> {
    return this.#ask(system, { do: "odds", system, procedure, inputs });
  }

  throw(system: string, procedure: string, inputs: Inputs, faces: number[]): Promise<Thrown> {
    return this.#ask(system, { do: "throw", system, procedure, inputs, faces });
  }

  roll(system: string, procedure: string, inputs: Inputs): Promise<Resolved> {
    return this.#ask(system, { do: "roll", system, procedure, inputs });
  }

  /** Whatever it is working on is not wanted any more. */
  stop(): void {
    this.#end(new Refused("stopped", "This was not worked out to its end."));
  }

  #end(why: Refused): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#taken.clear();
    for (const held of this.#waiting.values()) held.reject(why);
    this.#waiting.clear();
  }

  async #ask<T>(system: string, job: Job): Promise<T> {
    if (!this.#taken.has(system)) {
      const sheet = await sheetOf(system);
      this.#taken.add(system);
      await this.#post({ do: "take", sheet: sheet.data });
    }
    return this.#post<T>(job);
  }

  #post<T>(job: Job): Promise<T> {
    const worker = (this.#worker ??= this.#begun());
    const id = this.#next++;
    return new Promise<T>((resolve, reject) => {
      const late = setTimeout(() => {
        this.#end(new Refused("busy", "There are too many ways for this to end to work them all out here. Try fewer figures or dice."));
      }, PATIENCE);
      const settled = { resolve: resolve as (done: never) => void, reject };
      this.#waiting.set(id, {
        resolve: (done) => (clearTimeout(late), settled.resolve(done)),
        reject: (fault) => (clearTimeout(late), settled.reject(fault)),
      });
      worker.postMessage({ id, job });
    });
  }

  #begun(): Worker {
    const worker = new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => this.#heard(data));
    worker.addEventListener("error", () => this.#end(new Refused("failed", "The companion could not be started. Load the page again.")));
    return worker;
  }

  #heard(answer: Answer): void {
    const held = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (!held) return;
    if ("done" in answer) held.resolve(answer.done as never);
    else if ("refused" in answer) held.reject(new Refused("refused", sentence(answer.refused)));
    else held.reject(new Refused("failed", `This cannot be worked out (${answer.failed}): it is a fault of the program.`));
  }
}
