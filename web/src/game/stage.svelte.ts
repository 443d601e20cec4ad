// Shows one view after the other: at once, or beat by beat. Playing and replaying both look at the table through this.

import type { Entry, GameEvent, Roll, View } from "../lib/protocol";
import { settings, stillness, type Speed } from "../lib/settings.svelte";
import { onlyMoves, plan, type Beat } from "./beats";
import { sceneOf, type Scene } from "./scene";

const PACE: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.35, instant: 0 };
const MOST_WAITING = 6; // more than that is caught up with at double pace
const ROLLS_KEPT = 12;

interface Coming {
  view: View;
  events: GameEvent[];
  log: Entry[];
}

export class Stage {
  #view = $state.raw<View | null>(null);
  #scene = $state.raw<Scene | null>(null);
  #beat = $state.raw<Beat | null>(null);
  #busy = $state(false);
  #rolls = $state.raw<Roll[]>([]);
  #log = $state.raw<Entry[]>([]);
  #waiting: Coming[] = [];
  #beats: Beat[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The view as far as it has been shown. */
  get view(): View | null {
    return this.#view;
  }
  /** What is drawn now. */
  get scene(): Scene | null {
    return this.#scene;
  }
  /** What is happening now. */
  get beat(): Beat | null {
    return this.#beat;
  }
  get busy(): boolean {
    return this.#busy;
  }
  /** The dice that fell last, the latest at the end. */
  get rolls(): Roll[] {
    return this.#rolls;
  }

  /** The story as far as it has been shown: it must not run ahead of the table. */
  get log(): Entry[] {
    return this.#log;
  }

  clearRolls(): void {
    this.#rolls = [];
  }

  /** Show it at once, and forget what was to come. */
  show(view: View, log: Entry[] = []): void {
    this.#halt();
    this.#log = log;
    this.#view = view;
    this.#scene = sceneOf(view);
  }

  /** Show how it came to this. */
  play(view: View, events: GameEvent[], log: Entry[] = []): void {
    if (!this.#view) {
      this.show(view, log);
      return;
    }
    this.#waiting.push({ view, events, log });
    if (!this.#busy) this.#next();
  }

  /** Leave out what is still to be shown. */
  skip(): void {
    for (const coming of this.#waiting) this.#keepRolls(coming.events);
    const last = this.#waiting.at(-1) ?? this.#now;
    if (last) this.show(last.view, last.log);
  }

  close(): void {
    this.#halt();
  }

  #now: Coming | null = null; // what the beats under way lead to

  #halt(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#beats = [];
    this.#beat = null;
    this.#busy = false;
    this.#now = null;
  }

  #next(): void {
    const coming = this.#waiting.shift();
    if (!coming || !this.#scene) {
      this.#busy = false;
      this.#beat = null;
      this.#now = null;
      return;
    }
    this.#busy = true;
    const together = this.#together(coming);
    this.#now = together;
    const after = sceneOf(together.view);
    if (this.pace() === 0) {
      this.#keepRolls(together.events);
      this.#arrive(together, after);
      return;
    }
    this.#beats = plan(this.#scene, after, together.events);
    this.#step(together, after);
  }

  /** With those that wait and are nothing but more of the same: a computer's deployment, a march of many. */
  #together(coming: Coming): Coming {
    const kind = onlyMoves(coming.events);
    let { view, events, log } = coming;
    while (kind && this.#waiting[0] && onlyMoves(this.#waiting[0].events) === kind) {
      const more = this.#waiting.shift() as Coming;
      ({ view, log } = more);
      events = [...events, ...more.events];
    }
    return { view, events, log };
  }

  #step(coming: Coming, after: Scene): void {
    const beat = this.#beats.shift();
    if (!beat) {
      this.#arrive(coming, after);
      return;
    }
    this.#beat = beat;
    this.#scene = { ...(this.#scene as Scene), figures: beat.figures };
    if (beat.roll) this.#rolls = [...this.#rolls, beat.roll].slice(-ROLLS_KEPT);
    this.#timer = setTimeout(() => this.#step(coming, after), beat.ms * this.pace());
  }

  #arrive({ view, log }: Coming, after: Scene): void {
    this.#view = view;
    this.#log = log;
    this.#scene = after;
    this.#next();
  }

  #keepRolls(events: GameEvent[]): void {
    const rolls = events.filter((event) => event.event === "Rolled") as unknown as Roll[];
    if (rolls.length) this.#rolls = [...this.#rolls, ...rolls].slice(-ROLLS_KEPT);
  }

  /** How long things take: 1 is normal. */
  pace(): number {
    if (stillness() || document.hidden) return 0;
    return PACE[settings.speed] * (this.#waiting.length > MOST_WAITING ? 0.5 : 1);
  }
}
