// One procedure being used: the situation, its odds, and the dice so far.

import { Refused } from "../lib/api";
import type { Fact, Odds, Procedure, Roll } from "../lib/protocol";
import { Calculator, type Inputs } from "./calculator";
import type { Thrown } from "./engine/engine";
import { defaults, remember, remembered } from "./forms";
import { corrected, facesOf, kept } from "./throwing";

const PAUSE = 120; // milliseconds after the last change before odds are worked out

export type Whose = "own" | "rolled";

export class Working {
  readonly system: string;
  readonly procedure: Procedure;
  inputs = $state<Inputs>({});
  #odds = $state.raw<Odds | null>(null);
  #refusal = $state("");
  #counting = $state(false);
  #thrown = $state.raw<Thrown | null>(null);
  #whose = $state<Whose>("own");
  #throwing = new Calculator();
  #oddsOf = new Calculator();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(system: string, procedure: Procedure) {
    this.system = system;
    this.procedure = procedure;
    this.inputs = remembered(system, procedure);
    this.#count();
  }

  /** Exact or sampled, for the situation as it is filled in; null while they are worked out, or if it cannot be. */
  get odds(): Odds | null {
    return this.#odds;
  }
  /** Why the situation cannot be; empty if it can. */
  get refusal(): string {
    return this.#refusal;
  }
  get counting(): boolean {
    return this.#counting;
  }
  /** The dice so far; null before the first. */
  get thrown(): Thrown | null {
    return this.#thrown;
  }
  get whose(): Whose {
    return this.#whose;
  }

  set(name: string, value: Fact): void {
    this.inputs[name] = value;
    this.#changed();
  }

  reset(): void {
    this.inputs = defaults(this.procedure);
    this.#changed();
  }

  /** Own dice: from here on they are asked for, throw by throw. */
  begin(): Promise<void> {
    this.#whose = "own";
    return this.#to(() => this.#ask([]));
  }

  async roll(): Promise<void> {
    this.#whose = "rolled";
    await this.#to(async () => {
      const resolved = await this.#throwing.roll(this.system, this.procedure.id, this.#plain());
      return { wanted: null, rolls: resolved.rolls, resolved };
    });
  }

  /** The dice of the throw that is wanted. */
  fell(faces: number[]): Promise<void> {
    return this.#to(() => this.#ask([...facesOf(this.#rolls()), ...faces]));
  }

  /** A throw showed something else. */
  correct(at: number, faces: number[]): Promise<void> {
    this.#whose = "own";
    return this.#to(() => corrected((known) => this.#ask(known), this.#rolls(), at, faces));
  }

  clear(): void {
    this.#thrown = null;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#oddsOf.stop();
    this.#throwing.stop();
  }

  #rolls(): Roll[] {
    return this.#thrown?.rolls ?? [];
  }

  #plain(): Inputs {
    return $state.snapshot(this.inputs);
  }

  #ask(faces: number[]): Promise<Thrown> {
    return this.#throwing.throw(this.system, this.procedure.id, this.#plain(), faces);
  }

  async #to(work: () => Promise<Thrown>): Promise<void> {
    try {
      this.#thrown = await work();
      this.#refusal = "";
    } catch (fault) {
      this.#say(fault);
    }
  }

  /** Own dice that fell stay as far as they still count; dice that were rolled belong to the situation as it was. */
  #changed(): void {
    remember(this.system, this.procedure.id, this.#plain());
    this.#count();
    if (!this.#thrown) return;
    if (this.#whose === "rolled") this.#thrown = null;
    else void this.#to(() => kept((known) => this.#ask(known), this.#rolls()));
  }

  #count(): void {
    clearTimeout(this.#timer);
    if (this.#counting) this.#oddsOf.stop();
    this.#counting = true;
    this.#timer = setTimeout(() => void this.#find(++this.#asked), this.#odds ? PAUSE : 0);
  }

  async #find(asked: number): Promise<void> {
    try {
      const odds = await this.#oddsOf.odds(this.system, this.procedure.id, this.#plain());
      if (asked !== this.#asked) return;
      this.#odds = odds;
      this.#refusal = "";
    } catch (fault) {
      if (asked !== this.#asked || (fault instanceof Refused && fault.code === "stopped")) return;
      this.#odds = null;
      this.#say(fault);
    }
    this.#counting = false;
  }

  #say(fault: unknown): void {
    this.#refusal = fault instanceof Refused ? fault.message : "This cannot be worked out: it is a fault of the program.";
  }
}

/** How likely the whole of it was; null if the odds do not list it. */
export function chanceOf(odds: Odds | null, results: Record<string, Fact>): number | null {
  const found = odds?.outcomes.find(({ facts }) => Object.entries(results).every(([name, value]) => facts[name] === value));
  return found?.float ?? null;
}
