// Commanding by touching the table: which units are picked, where they are dragged, and what is said to the adjutant.

import type { Session } from "../game/session.svelte";
import { distance } from "../lib/geometry";
import type { Point, Would } from "../lib/protocol";
import { marchTo } from "./words";

const LEAST = 0.5; // inches that a drag must go to be meant

export interface Stroke {
  from: Point;
  to: Point;
}

export class Commanding {
  #units = $state.raw<number[]>([]);
  #drag = $state.raw<Stroke | null>(null);
  #box = $state.raw<Stroke | null>(null);
  #tool = $state(false); // the tool that draws boxes is in the hand
  #shift = $state(false);
  #would = $state.raw<Would | null>(null); // what the drag would do, as the rules have it
  #before: number[] = []; // who was picked when the hand came down
  #asking = false;
  #wished = ""; // the march that was last dragged and not yet asked about

  constructor(readonly session: Session) {}

  get units(): number[] {
    return this.#units;
  }
  get drag(): Stroke | null {
    return this.#drag;
  }
  get box(): Stroke | null {
    return this.#box;
  }
  get would(): Would | null {
    return this.#would;
  }
  get boxing(): boolean {
    return this.#tool || this.#shift;
  }
  get tool(): boolean {
    return this.#tool;
  }

  /** Whom this seat may command now: its units on the table, while it is asked something and no lesson leads it. */
  get able(): Set<number> {
    const state = this.session.state;
    if (!state || state.lesson || state.status !== "playing" || !this.session.question) return new Set();
    const seats = new Set(state.you.commands);
    return new Set(state.view.table.roster.flatMap((unit, i) => (seats.has(unit.seat) && unit.on_table ? [i] : [])));
  }

  toggleTool(): void {
    this.#tool = !this.#tool;
  }
  shift(held: boolean): void {
    this.#shift = held;
  }
  clear(): void {
    this.#units = [];
    this.#drag = null;
    this.#box = null;
    this.#would = null;
  }
  pick(units: number[]): void {
    const able = this.able;
    this.#units = units.filter((unit) => able.has(unit));
  }
  /** All of a brigade, or whoever else goes by that name. */
  pickPart(part: string): void {
    const roster = this.session.state?.view.table.roster ?? [];
    this.pick(roster.flatMap((unit, i) => (unit.part_of?.includes(part) ? [i] : [])));
  }
  toggle(unit: number): void {
    if (this.#units.includes(unit)) this.#units = this.#units.filter((one) => one !== unit);
    else if (this.able.has(unit)) this.#units = [...this.#units, unit];
  }

  // ------------------------------------------------------------ hands

  /** Some are taken hold of: they alone, unless they are among those that are picked. */
  startDrag(units: number[], point: Point): void {
    this.#before = this.#units;
    if (!units.every((unit) => this.#units.includes(unit))) this.pick(units);
    this.#drag = this.#units.length ? { from: point, to: point } : null;
  }
  dropDrag(): void {
    this.#drag = null;
    this.#wished = "";
    this.#would = null;
  }
  moveDrag(point: Point): void {
    if (!this.#drag) return;
    this.#drag = { ...this.#drag, to: point };
    this.#wished = this.#march(this.#drag);
    void this.#ask();
  }
  async endDrag(point: Point): Promise<void> {
    const march = this.#drag && this.#march({ ...this.#drag, to: point });
    this.#drag = null;
    this.#wished = "";
    if (march) await this.say(march);
    else if (this.#units.length === 1) this.#units = this.#before; // a click is an answer, and picks nobody
    this.#would = null;
  }

  /** The march that a drag means; empty if it is none. */
  #march(drag: Stroke): string {
    if (!this.#units.length || distance(drag.from, drag.to) < LEAST) return "";
    const [x, y] = this.#middle(this.#units);
    return marchTo(this.#units, [x + drag.to[0] - drag.from[0], y + drag.to[1] - drag.from[1]]);
  }

  /** Ask what the drag would do, one question at a time: always of the newest. Where it cannot be said, nothing is shown. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wished) {
      const march = this.#wished;
      this.#wished = "";
      const would = await this.session.would([march]).catch(() => null);
      this.#would = this.#drag ? would : null;
    }
    this.#asking = false;
  }

  startBox(point: Point): void {
    this.#box = { from: point, to: point };
  }
  moveBox(point: Point): void {
    if (this.#box) this.#box = { ...this.#box, to: point };
  }
  /** What lies in the box is picked; a tap picks one more, or one less. */
  endBox(point: Point, unit: number): void {
    const box = this.#box;
    this.#box = null;
    this.#tool = false;
    if (!box) return;
    if (distance(box.from, point) < LEAST) {
      if (unit >= 0) this.toggle(unit);
      return;
    }
    const [x0, x1] = [Math.min(box.from[0], point[0]), Math.max(box.from[0], point[0])];
    const [y0, y1] = [Math.min(box.from[1], point[1]), Math.max(box.from[1], point[1])];
    const roster = this.session.state?.view.table.roster ?? [];
    this.pick(roster.flatMap(({ at }, i) => (at && at[0] >= x0 && at[0] <= x1 && at[1] >= y0 && at[1] <= y1 ? [i] : [])));
  }

  #middle(units: number[]): Point {
    const roster = this.session.state?.view.table.roster ?? [];
    const spots = units.flatMap((unit) => {
      const at = roster[unit]?.at;
      return at ? [at] : [];
    });
    const sum = spots.reduce<Point>(([x, y], at) => [x + at[0], y + at[1]], [0, 0]);
    return [sum[0] / (spots.length || 1), sum[1] / (spots.length || 1)];
  }

  // ------------------------------------------------------------ words

  /** Say it to the adjutant; whoever is told something is not picked any more. */
  async say(...intents: string[]): Promise<boolean> {
    const done = await this.session.intend(intents);
    if (done) this.#units = [];
    return done;
  }
}
