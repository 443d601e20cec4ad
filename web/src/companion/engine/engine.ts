// The procedures themselves, as web/engine has translated them from the text that is played, with nothing but the
// dice added. It needs no server: it runs in a worker of the page, in the tests, and with no network.

import type { Fact, Odds, Resolved } from "../../lib/protocol";
import * as $ from "./runtime";

// oxlint-disable-next-line no-explicit-any
type Any = any;

/** A sheet as data: its procedures, and all objects they are made of. */
export interface SheetData {
  system: string;
  procedures: Any[];
  book?: Any; // the rows of its field book; null: it keeps none of its battles
  cards?: Any[]; // of units that may join a battle
  objects: [string, Record<string, Any>][];
}

/** The next throw that is to be made: its dice are not there yet. */
export interface Wanted {
  count: number;
  sides: number;
  why: string;
  by: number; // 0: the acting side's dice, 1: the other side's
  have: number; // dice of this throw that are there
}

export interface Thrown {
  wanted: Wanted | null; // null: nothing more is to be thrown, and `resolved` is there
  rolls: Resolved["rolls"]; // the throws that are complete
  resolved: Resolved | null;
}

/** One sentence for a person, from the rules themselves. */
export class RefusedByRules extends Error {}

/** What odds may cost on a phone: paths that are walked for exact ones, and beyond these runs and throws for a sample. */
export interface Cost {
  paths: number;
  runs: number;
  throws: number;
}

const COST: Cost = { paths: 60_000, runs: 10_000, throws: 100_000 };
const SEED = 1; // the same question has the same answer

class NotThrown extends Error {
  constructor(readonly wanted: Wanted) {
    super("these dice are not thrown yet");
  }
}

export class Engine {
  readonly #made: Record<string, Any>;
  readonly #sheets = new Map<string, Map<string, Any>>();

  constructor(made: Record<string, Any>) {
    this.#made = made;
  }

  knows(system: string): boolean {
    return this.#sheets.has(system);
  }

  take(data: SheetData): void {
    const revived = new Revived(this.#made, data.objects);
    const own: Any[] = data.book ? revived.value(data.book).forms : []; // that only a field book throws
    const procedures = [...data.procedures.map((known) => revived.value(known)), ...own];
    this.#sheets.set(data.system, new Map(procedures.map((procedure) => [procedure.id as string, procedure])));
  }

  /** Exact, or by a sample where that would take a phone too long. */
  odds(system: string, procedure: string, inputs: Record<string, Fact>, cost: Cost = COST): Odds {
    return this.#judged(() => {
      const filled = this.#procedure(system, procedure).filled(dictOf(inputs));
      const found = this.#walked(filled, cost.paths) ?? this.#made["playsheet$odds$ask$sampled_with"](filled, this.#sampling(), cost.runs, cost.throws);
      return { system, ...plain(this.#made["playsheet$server$payloads$odds_data"](found)) } as Odds;
    });
  }

  /** With these faces: what came of it, or which dice are wanted next. Too many faces are refused. */
  throw(system: string, procedure: string, inputs: Record<string, Fact>, faces: number[]): Thrown {
    const rolls: Any[] = [];
    let next = 0;
    const dice = this.#dice((count, sides, cause) => {
      const have = faces.length - next;
      if (have < count) throw new NotThrown({ count, sides, why: cause.why, by: cause.by, have });
      const shown = faces.slice(next, next + count);
      const wrong = shown.find((face) => !(face >= 1 && face <= sides));
      if (wrong !== undefined) {
        throw $.make(this.#made["playsheet$core$errors$Refused"], `${cause.why} is a throw of d${sides}: expected a face from 1 to ${sides}, got ${wrong}.`);
      }
      next += count;
      return shown;
    }, rolls);
    try {
      const resolved = this.#judged(() => this.#resolved(system, procedure, inputs, dice, rolls, true));
      if (next < faces.length) {
        throw new RefusedByRules(`Too many dice: ${next} ${next === 1 ? "was" : "were"} needed, got ${faces.length}.`);
      }
      return { wanted: null, rolls: resolved.rolls, resolved };
    } catch (fault) {
      if (!(fault instanceof NotThrown)) throw fault;
      return { wanted: fault.wanted, rolls: this.#told(rolls), resolved: null };
    }
  }

  /** With dice thrown here. */
  roll(system: string, procedure: string, inputs: Record<string, Fact>): Resolved {
    const rolls: Any[] = [];
    const dice = this.#dice((count, sides) => Array.from({ length: count }, () => fairFace(sides)), rolls);
    return this.#judged(() => this.#resolved(system, procedure, inputs, dice, rolls, false));
  }

  #resolved(system: string, id: string, inputs: Record<string, Fact>, dice: Any, rolls: Any[], given: boolean): Resolved {
    const procedure = this.#procedure(system, id);
    const filled = procedure.filled(dictOf(inputs));
    const facts = filled.run(dice) as Fact[];
    const told = this.#told(rolls);
    const results = Object.fromEntries(procedure.results.map((name: string, at: number) => [name, facts[at]]));
    const faces = told.flatMap((roll) => roll.faces);
    return { system, procedure: id, inputs: plain(filled.inputs) as Record<string, Fact>, dice: { given, faces }, rolls: told, results };
  }

  #told(rolls: Any[]): Resolved["rolls"] {
    return rolls.map((roll) => plain(this.#made["playsheet$server$payloads$event_data"](roll)) as Resolved["rolls"][number]);
  }

  /** Exact odds; null if they are not walked to their end within so many paths. */
  #walked(filled: Any, paths: number): Any {
    try {
      return this.#made["playsheet$odds$ask$exactly"](filled, $.make(this.#made["playsheet$core$exact$Effort"], paths));
    } catch (fault) {
      if (fault instanceof this.#made["playsheet$core$exact$TooDear"]) return null;
      throw fault;
    }
  }

  /** Dice for a sample, which nobody keeps. */
  #sampling(): Any {
    const face = repeatable(SEED);
    const dice = this.#dice((count, sides) => {
      dice.thrown += 1;
      return Array.from({ length: count }, () => face(sides));
    }, null);
    return dice;
  }

  #dice(faces: (count: number, sides: number, cause: Any) => number[], rolls: Any[] | null): Any {
    const dice = $.make(this.#made["playsheet$core$dice$Dice"]);
    dice.faces = faces;
    dice.log = rolls;
    return dice;
  }

  #procedure(system: string, id: string): Any {
    const found = this.#sheets.get(system)?.get(id);
    if (!found) throw new RefusedByRules(`There is no procedure ${id} on this sheet.`);
    return found;
  }

  /** What the rules refuse is a sentence for a person; anything else is a fault of the program. */
  #judged<T>(work: () => T): T {
    try {
      return work();
    } catch (fault) {
      if (fault instanceof this.#made["playsheet$core$errors$Refused"]) throw new RefusedByRules((fault as Error).message);
      throw fault;
    }
  }
}

const dictOf = (inputs: Record<string, Fact>): $.Dict => $.dict_of(Object.entries(inputs));

/** Data as the objects that it was made from. */
export class Revived {
  readonly #made: Record<string, Any>;
  readonly #data: SheetData["objects"];
  readonly #objects: Any[] = [];

  constructor(made: Record<string, Any>, data: SheetData["objects"]) {
    this.#made = made;
    this.#data = data;
  }

  value(value: Any): Any {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map((part) => this.value(part));
    if ("at" in value) return this.#object(value.at);
    if ("is" in value) return this.#made[value.is];
    if ("kind" in value) return $.maker(this.#made[value.kind]);
    if ("bound" in value) return this.#bound(this.value(value.bound[0]), value.bound[1]);
    if ("big" in value) return BigInt(value.big);
    return $.dict_of(value.dict.map((pair: [Any, Any]) => pair.map((part) => this.value(part))));
  }

  /** Complete when it is first handed out: a dict may look into it for its key. */
  #object(place: number): Any {
    if (this.#objects[place]) return this.#objects[place];
    const [kind, fields] = this.#data[place] as SheetData["objects"][number];
    const made = new this.#made[kind]();
    this.#objects[place] = made;
    for (const [name, value] of Object.entries(fields)) made[name] = this.value(value);
    return made;
  }

  #bound(thing: Any, name: string): Any {
    return $.bound(thing[name], thing, name);
  }
}

/** Dicts as objects: what JSON would have said. */
export function plain(value: Any): Any {
  if (Array.isArray(value)) return value.map(plain);
  return value instanceof $.Dict ? Object.fromEntries(value.items().map(([key, held]) => [key, plain(held)])) : value;
}

/** Faces of a stream that is always the same (mulberry32); what favours some of them is one part in 2 ** 29. */
function repeatable(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) % sides) + 1;
  };
}

/** A face that nobody can foresee, by rejection, so that none is favoured. */
export function fairFace(sides: number): number {
  const limit = Math.floor(2 ** 32 / sides) * sides;
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while ((word[0] as number) >= limit);
  return ((word[0] as number) % sides) + 1;
}
