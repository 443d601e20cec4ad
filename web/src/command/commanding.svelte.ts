// Commanding by touching the table: which units are picked, where they are dragged, and what is said to the adjutant.

import type { Session } from "../game/session.svelte";
import { distance, middle } from "../lib/geometry";
import type { IntentKind, Point, RosterUnit, Would } from "../lib/protocol";
import { simplified } from "./way";
import { deployAt, marchTo, plannedIn, type Planned } from "./words";

const LEAST = 0.5; // inches that a drag must go to be meant
const STRAY = 0.5; // inches that a drawn way must stray from a straight one to have a corner there
const CLOSE = 0.25; // inches between points of a drawn way
const TURN = 15; // degrees for each touch of a key

export interface Stroke {
  from: Point;
  to: Point;
}

/** Units in the hand: the way that it went, and which way they are to face. */
export interface Drag extends Stroke {
  drawn: Point[]; // the way so far, where it is drawn and not only its end meant
  facing: number | null; // null: as they go, or as their side is deployed
  isNew: boolean; // they come onto the table
}

export class Commanding {
  #units = $state.raw<number[]>([]);
  #drag = $state.raw<Drag | null>(null);
  #box = $state.raw<Stroke | null>(null);
  #tool = $state<"" | "box" | "way">(""); // what is in the hand: what draws boxes, or ways
  #shift = $state(false);
  #would = $state.raw<Would | null>(null); // what the drag would do, as the rules have it
  #wouldAt = $state.raw<Point | null>(null); // where the hand was when that was asked
  #before: number[] = []; // who was picked when the hand came down
  #asking = false;
  #wished = ""; // what was last dragged and not yet asked about
  typed = $state(""); // what is being written to the adjutant
  typing = $state(false);
  #begun = $state(0); // how often something was begun for the person to finish

  constructor(readonly session: Session) {}

  get units(): number[] {
    return this.#units;
  }
  get drag(): Drag | null {
    return this.#drag;
  }
  get box(): Stroke | null {
    return this.#box;
  }
  get would(): Would | null {
    return this.#would;
  }
  get wouldAt(): Point | null {
    return this.#wouldAt;
  }
  get boxing(): boolean {
    return this.#tool === "box" || this.#shift;
  }
  get tool(): string {
    return this.#tool;
  }

  /** The intents that mean something now; none while a lesson leads. */
  get kinds(): IntentKind[] {
    const state = this.session.state;
    return !state || state.lesson || state.status !== "playing" ? [] : (this.session.question?.intents ?? []);
  }
  get deploying(): boolean {
    return this.kinds.includes("deploy");
  }

  /** Whom this seat may command now: its units on the table, or while it deploys those that wait. */
  get able(): Set<number> {
    const state = this.session.state;
    if (!state || !this.kinds.length) return new Set();
    const seats = new Set(state.you.commands);
    const isAble = this.deploying ? WAITING : "on the table";
    const found = state.view.table.roster.flatMap((unit, i) => (seats.has(unit.seat) && placeOf(unit) === isAble ? [i] : []));
    return new Set(found);
  }

  /** Those who have a place to stand at, and wait to be asked. */
  get planned(): Planned[] {
    return this.deploying ? plannedIn(this.session.state?.intents?.standing.map(({ intent }) => intent) ?? []) : [];
  }

  toggleTool(tool: "box" | "way"): void {
    this.#tool = this.#tool === tool ? "" : tool;
  }
  /** Something is begun that the person finishes in words. */
  write(text: string): void {
    this.typing = true;
    this.typed = text;
    this.#begun += 1;
  }
  get begun(): number {
    return this.#begun;
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
    this.#drag = this.#units.length ? { from: point, to: point, drawn: [], facing: null, isNew: this.deploying } : null;
  }
  dropDrag(): void {
    this.#drag = null;
    this.#wished = "";
    this.#would = null;
  }
  /** On to there; `held`: the key is down that draws the way. */
  moveDrag(point: Point, held = false): void {
    const drag = this.#drag;
    if (!drag) return;
    const isDrawn = !drag.isNew && (held || this.#tool === "way") && distance(drag.drawn.at(-1) ?? drag.from, point) >= CLOSE;
    this.#drag = { ...drag, to: point, drawn: isDrawn ? [...drag.drawn, point] : drag.drawn };
    this.#wish();
  }
  /** They are to face another way: from how they stand, by so many touches of a key. */
  turnDrag(by: number): void {
    if (!this.#drag) return;
    this.#drag = { ...this.#drag, facing: (this.#drag.facing ?? this.#stands()) + by * TURN };
    this.#wish();
  }
  async endDrag(point: Point): Promise<void> {
    const intent = this.#drag && this.#meant({ ...this.#drag, to: point });
    this.#drag = null;
    this.#wished = "";
    if (this.#tool === "way") this.#tool = "";
    if (intent) await this.say(intent);
    else if (this.#units.length === 1) this.#units = this.#before; // a click is an answer, and picks nobody
    this.#would = null;
  }

  /** The way that the hand means: with few corners, and its beginning. */
  get way(): Point[] {
    return this.#drag ? simplified([this.#drag.from, ...this.#drag.drawn, this.#drag.to], STRAY) : [];
  }

  /** The intent that a drag means; empty if it is none. */
  #meant(drag: Drag): string {
    if (!this.#units.length) return "";
    if (drag.isNew) return this.#isOnTable(drag.to) ? deployAt(this.#units, drag.to, drag.facing) : "";
    if (distance(drag.from, drag.to) < LEAST && drag.drawn.length < 2) return "";
    const [x, y] = this.#middle(this.#units);
    const way = simplified([drag.from, ...drag.drawn, drag.to], STRAY).slice(1);
    return marchTo(this.#units, way.map(([toX, toY]): Point => [x + toX - drag.from[0], y + toY - drag.from[1]]), drag.facing);
  }
  #wish(): void {
    this.#wished = this.#drag ? this.#meant(this.#drag) : "";
    if (this.#wished) void this.#ask();
    else this.#would = null;
  }
  #isOnTable([x, y]: Point): boolean {
    const [wide, deep] = this.session.state?.view.table.size ?? [0, 0];
    return x >= 0 && x <= wide && y >= 0 && y <= deep;
  }
  /** How those in the hand face now, or would by themselves. */
  #stands(): number {
    const at = this.session.state?.view.table.roster[this.#units[0] ?? -1]?.at;
    return at?.[2] ?? this.session.question?.region?.ghost?.facing ?? 0;
  }

  /** Ask what the drag would do, one question at a time: always of the newest. Where nobody can know, nothing is told. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wished) {
      const wished = this.#wished;
      this.#wished = "";
      const at = this.#drag?.to ?? null;
      const would = await this.session.would([wished]).catch(() => null);
      this.#would = this.#drag ? would : null;
      this.#wouldAt = at;
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
    this.#tool = "";
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

  /** Between the middles of their figures, as the adjutant counts it. */
  #middle(units: number[]): Point {
    const marks = this.session.state?.view.table.marks ?? [];
    const spots = units.map((one) => marks.filter(({ unit }) => unit === one).map(({ x, y }): Point => [x, y]));
    return middle(spots.filter((own) => own.length).map(middle));
  }

  // ------------------------------------------------------------ words

  /** Say it to the adjutant; whoever is told something is not picked any more. */
  async say(...intents: string[]): Promise<boolean> {
    const done = await this.session.intend(intents);
    if (done) this.#units = [];
    return done;
  }
}

const WAITING = "waiting";
const placeOf = ({ place, on_table }: RosterUnit): string => (on_table ? "on the table" : place);
