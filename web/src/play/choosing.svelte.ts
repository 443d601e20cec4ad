// What the person at the screen is about to answer: an option looked at, or a choice in a region being made.

import type { Session } from "../game/session.svelte";
import { ahead, bearing, distance } from "../lib/geometry";
import type { Measured, Odds, Outcome, Point, Question, QuestionOption } from "../lib/protocol";
import { firstOf, gridOf, placesOf, type Places } from "./region";

export interface Preview {
  option: QuestionOption;
  odds: Odds | null;
  measured: Measured | null;
  waiting: boolean;
  trouble: string;
}

const LOOK = 140; // ms that the pointer rests before odds are asked for
const CHECK = 60;

export class Choosing {
  #question = $state.raw<Question | null>(null);
  #preview = $state.raw<Preview | null>(null);
  #values = $state.raw<number[]>([]);
  #refusal = $state<string | null>(null); // null: not known yet
  #outcome = $state.raw<Outcome | null>(null); // of the values as they are
  #legal = $state.raw<{ value: number[]; why: string }[]>([]);
  #chosen = $state(""); // the option that was tapped, and wants to be tapped again
  #seen = new Map<string, Preview>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #bent = false; // has the way been bent by hand?

  constructor(readonly session: Session) {}

  get question(): Question | null {
    return this.#question;
  }
  get preview(): Preview | null {
    return this.#preview;
  }
  /** Is there anything to be said about the option that is looked at? */
  get telling(): boolean {
    const preview = this.#preview;
    return Boolean(preview && (preview.odds || preview.measured || preview.trouble || this.#chosen || (preview.waiting && preview.option.unit !== undefined)));
  }
  get values(): number[] {
    return this.#values;
  }
  /** Why the values will not do; empty if they will; null while that is being asked. */
  get refusal(): string | null {
    return this.#refusal;
  }
  /** What would come of the values; null while that is being asked, and where there is nothing to say. */
  get outcome(): Outcome | null {
    return this.#outcome;
  }
  get legal(): { value: number[]; why: string }[] {
    return this.#legal;
  }
  get chosen(): string {
    return this.#chosen;
  }
  get places(): Places {
    return placesOf(this.#question?.region?.names ?? []);
  }

  /** A new question is open, or none. */
  turnTo(question: Question | null): void {
    if (question?.number === this.#question?.number && question?.seat === this.#question?.seat) return;
    clearTimeout(this.#timer);
    this.#question = question;
    this.#preview = null;
    this.#chosen = "";
    this.#seen.clear();
    this.#legal = [];
    this.#bent = false;
    this.#values = question?.region ? firstOf(question.region) : [];
    this.#refusal = question?.region ? "" : null; // samples are legal
    this.#outcome = null;
    if (question?.region) {
      void this.#check(this.#values);
      void this.#survey(question);
    }
  }

  // ------------------------------------------------------------ options

  /** Look at an option before choosing it. */
  look(option: QuestionOption | null): void {
    clearTimeout(this.#timer);
    if (!option) {
      if (!this.#chosen) this.#preview = null;
      return;
    }
    const seen = this.#seen.get(option.key);
    if (seen) {
      this.#preview = seen;
      return;
    }
    this.#preview = { option, odds: null, measured: null, waiting: true, trouble: "" };
    this.#timer = setTimeout(() => void this.#ask(option), LOOK);
  }

  /** The first tap on the table shows what would come of it, the second does it. */
  tap(option: QuestionOption): boolean {
    if (this.#chosen === option.key) return true;
    this.#chosen = option.key;
    this.look(option);
    return false;
  }

  untap(): void {
    this.#chosen = "";
    this.#preview = null;
  }

  async #ask(option: QuestionOption): Promise<void> {
    const question = this.#question;
    if (!question) return;
    const preview: Preview = { option, odds: null, measured: null, waiting: false, trouble: "" };
    const about = question.about;
    try {
      const measuring =
        option.unit !== undefined && about >= 0 && option.unit !== about
          ? this.session.measure({ unit: about }, { unit: option.unit }).catch(() => null)
          : Promise.resolve(null);
      [preview.odds, preview.measured] = await Promise.all([this.session.odds(question, option.key), measuring]);
    } catch (why) {
      preview.trouble = (why as Error).message;
    }
    if (this.#question !== question) return;
    this.#seen.set(option.key, preview);
    if (this.#preview?.option.key === option.key) this.#preview = preview;
  }

  // ------------------------------------------------------------ regions

  /** Set one of the numbers. */
  set(index: number, value: number): void {
    const bounds = this.#question?.region?.bounds[index];
    const within = bounds ? Math.min(bounds[1], Math.max(bounds[0], value)) : value;
    this.#put(this.#values.with(index, within));
  }

  take(values: number[]): void {
    this.#bent = false;
    this.#put(values);
  }

  /** The pointer is here: the place goes there, or the bearing points there. */
  aim(point: Point, what: "place" | "via" | "turn"): void {
    const { place, via, turn } = this.places;
    const values = [...this.#values];
    if (what === "turn" && turn >= 0) values[turn] = round(bearing(this.pivot(), point));
    else if (what === "via" && via) {
      [values[via[0]], values[via[1]]] = this.#clamped(point, via);
      this.#bent = true;
    } else if (place) {
      [values[place[0]], values[place[1]]] = this.#clamped(point, place);
      if (via && !this.#bent) [values[via[0]], values[via[1]]] = this.#clamped(point, place);
    } else if (turn >= 0) {
      const from = this.pivot();
      if (distance(from, point) > 0.2) values[turn] = round(bearing(from, point));
    }
    this.#put(values);
  }

  /** About what a bearing turns: the place chosen, or where the unit stands. */
  pivot(): Point {
    const { place } = this.places;
    if (place) return [this.#values[place[0]] ?? 0, this.#values[place[1]] ?? 0];
    const question = this.#question;
    const at = question && question.about >= 0 ? this.session.state?.view.table.roster[question.about]?.at : null;
    return question?.region?.from ?? (at ? [at[0], at[1]] : [0, 0]);
  }

  /** The point that a bearing leads to. */
  tip(far: number): Point {
    return ahead(this.pivot(), this.#values[this.places.turn] ?? 0, far);
  }

  #clamped([x, y]: Point, [ix, iy]: [number, number]): Point {
    const within = (value: number, index: number): number => {
      const [low, high] = this.#question?.region?.bounds[index] ?? [-Infinity, Infinity];
      return round(Math.min(high, Math.max(low, value)));
    };
    return [within(x, ix), within(y, iy)];
  }

  #put(values: number[]): void {
    this.#values = values;
    this.#refusal = null;
    this.#outcome = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(values), CHECK);
  }

  async #check(values: number[]): Promise<void> {
    const question = this.#question;
    if (!question?.region) return;
    try {
      const { whys: [why = ""], outcome } = await this.session.check(question, [values]);
      if (this.#question !== question || this.#values !== values) return;
      this.#refusal = why;
      this.#outcome = outcome;
    } catch (why) {
      if (this.#values === values) this.#refusal = (why as Error).message;
    }
  }

  /** Where it is legal, on a grid: for the picture. */
  async #survey(question: Question): Promise<void> {
    const grid = gridOf(question);
    if (!grid.length) return;
    try {
      const { whys } = await this.session.check(question, grid);
      if (this.#question === question) this.#legal = grid.map((value, i) => ({ value, why: whys[i] ?? "" }));
    } catch {
      // the picture is a help only: the check of the choice itself decides
    }
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
