// A game looked back on: which step is shown, forwards with everything that happened, and back and across at once.

import * as api from "../lib/api";
import type { Chronicle, Entry, Ruling, State, StepData } from "../lib/protocol";
import { Stage } from "../game/stage.svelte";
import { intentBack, intentOn } from "./strip";

const MOST_KEPT = 150; // steps that are remembered
const SETTLE = 70; // milliseconds that a slider rests before its step is fetched
const LOOK_AGAIN = 4000; // at a game that goes on
const AT_MOST = 2000; // steps in one answer of the server

export class Replayed {
  readonly stage = new Stage();
  #state = $state.raw<State | null>(null);
  #log = $state.raw<Entry[]>([]);
  #turns = $state.raw<number[]>([]);
  #intents = $state.raw<number[]>([]);
  #rulings = $state.raw<Ruling[]>([]);
  #chronicle = $state.raw<Chronicle | null>(null);
  #at = $state(0);
  #playing = $state(false);
  #fetching = $state(false);
  #refusal = $state.raw<api.Refused | null>(null);
  #known = new Map<number, Promise<StepData>>();
  #latest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #polling: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly game: string,
    readonly secret: string,
  ) {}

  get state(): State | null {
    return this.#state;
  }
  /** The turn in which each step was played. */
  get turns(): number[] {
    return this.#turns;
  }
  /** The number of the intent that each step is due to; 0: none. */
  get intents(): number[] {
    return this.#intents;
  }
  get steps(): number {
    return this.#turns.length;
  }
  /** How many steps are over in what is shown. */
  get at(): number {
    return this.#at;
  }
  get turn(): number {
    return this.#turns[Math.max(0, this.#at - 1)] ?? 1;
  }
  get playing(): boolean {
    return this.#playing;
  }
  /** The next step is on its way. */
  get fetching(): boolean {
    return this.#fetching;
  }
  get refusal(): api.Refused | null {
    return this.#refusal;
  }
  get rulings(): Ruling[] {
    return this.#rulings;
  }
  get chronicle(): Chronicle | null {
    return this.#chronicle;
  }
  /** The story as far as it is shown. */
  get told(): Entry[] {
    return this.#log.filter((entry) => entry.step < this.#at);
  }

  /** From the start, unless a link says otherwise. */
  async open(step: number | null): Promise<void> {
    await this.#trying(async () => {
      this.#state = await api.gameState(this.game, this.secret);
      if (this.#state.status === "gathering") throw new api.Refused("early", "This game has not begun: there is nothing to look back on yet.");
      await this.#fetchStory();
      await this.#show(Math.min(Math.max(step ?? 0, 0), this.steps));
      if (this.#state.status !== "over") this.#polling = setInterval(() => void this.#lookAgain(), LOOK_AGAIN);
    });
    if (this.#refusal) return;
    // Both are only more to read: without them the replay is as good.
    api.gameRulings(this.game, this.secret).then((found) => (this.#rulings = found), () => undefined);
    api.chronicle(this.game, this.secret).then((found) => (this.#chronicle = found), () => undefined);
  }

  close(): void {
    this.#playing = false;
    clearTimeout(this.#timer);
    clearInterval(this.#polling);
    this.stage.close();
  }

  play(): void {
    this.#playing = true;
    if (this.#at >= this.steps) void this.to(0).then(() => (this.#playing = true));
  }

  pause(): void {
    this.#playing = false;
  }

  /** At once, wherever it is. */
  to(step: number): Promise<void> {
    this.#playing = false;
    const there = Math.min(Math.max(step, 0), this.steps);
    this.#at = there;
    clearTimeout(this.#timer);
    if (this.#known.has(there)) return this.#trying(() => this.#show(there));
    return new Promise((done) => {
      this.#timer = setTimeout(() => void this.#trying(() => this.#show(there)).then(done), SETTLE);
    });
  }

  /** The next step, as it happened. */
  async forward(): Promise<void> {
    const next = this.#at + 1;
    if (next > this.steps) {
      this.#playing = false;
      return;
    }
    const mine = ++this.#latest;
    this.#fetching = true;
    await this.#trying(async () => {
      const { view, events } = await this.#step(next);
      if (mine !== this.#latest || !view) return;
      this.#at = next;
      this.stage.play(view, events);
      if (next < this.steps) void this.#step(next + 1).catch(() => undefined); // is wanted soon
    });
    this.#fetching = false;
    if (this.#refusal) this.#playing = false;
  }

  /** All that the next intent did, at once; or a single step. */
  onByIntent(): Promise<void> {
    return this.to(intentOn(this.#intents, this.#at));
  }
  backByIntent(): Promise<void> {
    return this.to(intentBack(this.#intents, this.#at));
  }

  back(): Promise<void> {
    return this.to(this.#at - 1);
  }

  dismiss(): void {
    this.#refusal = null;
  }

  async #show(step: number): Promise<void> {
    const mine = ++this.#latest;
    const { view } = await this.#step(step);
    if (mine !== this.#latest || !view) return;
    this.#at = step;
    this.stage.show(view);
  }

  #step(step: number): Promise<StepData> {
    const known = this.#known.get(step);
    if (known) return known;
    const found = api.step(this.game, this.secret, step);
    this.#known.set(step, found);
    found.catch(() => this.#known.delete(step));
    for (const old of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break;
      this.#known.delete(old);
    }
    return found;
  }

  async #fetchStory(): Promise<void> {
    let log: Entry[] = [];
    let turns: number[] = [];
    let intents: number[] = [];
    for (let total = 1; turns.length < total; ) {
      const part = await api.steps(this.game, this.secret, turns.length, turns.length + AT_MOST);
      total = part.steps;
      log = [...log, ...part.log];
      turns = [...turns, ...part.turns];
      intents = [...intents, ...part.intents];
    }
    this.#log = log;
    this.#intents = intents;
    this.#turns = turns;
  }

  /** A game that goes on grows; after a take-back it is shorter, and all that was known of it is void. */
  async #lookAgain(): Promise<void> {
    try {
      const before = this.steps;
      const part = await api.steps(this.game, this.secret, before, before + AT_MOST);
      if (part.turns.length) {
        this.#log = [...this.#log, ...part.log];
        this.#turns = [...this.#turns, ...part.turns];
      }
    } catch (fault) {
      if (!(fault instanceof api.Refused) || fault.code !== "unknown") return;
      this.#known.clear();
      await this.#fetchStory().catch(() => undefined);
      if (this.#at > this.steps) await this.to(this.steps);
    }
  }

  async #trying(work: () => Promise<void>): Promise<void> {
    try {
      this.#refusal = null;
      await work();
    } catch (fault) {
      this.#refusal = fault instanceof api.Refused ? fault : new api.Refused("failed", "This step cannot be shown: it is a fault of the program.");
    }
  }
}
