// The ruler: from any point or unit to any other, measured by the rules that are played.

import type { Session } from "../game/session.svelte";
import { bearing, distance } from "../lib/geometry";
import type { Measured, Point, Spot } from "../lib/protocol";

interface End {
  point: Point;
  unit: number; // -1: a bare point
}

const PAUSE = 80;

export class Ruler {
  #on = $state(false);
  #from = $state.raw<End | null>(null);
  #to = $state.raw<End | null>(null);
  #measured = $state.raw<Measured | null>(null);
  #trouble = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly session: Session) {}

  get on(): boolean {
    return this.#on;
  }
  get from(): Point | null {
    return this.#measured?.from ?? this.#from?.point ?? null;
  }
  get to(): Point | null {
    return this.#measured?.to ?? this.#to?.point ?? null;
  }
  get measured(): Measured | null {
    return this.#measured;
  }
  get trouble(): string {
    return this.#trouble;
  }
  /** As the crow flies, until the server has measured. */
  get rough(): { distance: number; bearing: number } | null {
    if (!this.#from || !this.#to) return null;
    return { distance: distance(this.#from.point, this.#to.point), bearing: bearing(this.#from.point, this.#to.point) };
  }

  toggle(): void {
    this.#on = !this.#on;
    this.clear();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#from = null;
    this.#to = null;
    this.#measured = null;
    this.#trouble = "";
  }

  start(point: Point, unit: number): void {
    this.clear();
    this.#from = { point, unit };
  }

  move(point: Point, unit: number, now = false): void {
    if (!this.#from) return;
    this.#to = { point, unit };
    this.#measured = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), now ? 0 : PAUSE);
  }

  async #ask(): Promise<void> {
    const [from, to] = [this.#from, this.#to];
    if (!from || !to || distance(from.point, to.point) < 0.05) return;
    try {
      const measured = await this.session.measure(spot(from), spot(to));
      if (this.#to === to) [this.#measured, this.#trouble] = [measured, ""];
    } catch (why) {
      if (this.#to === to) this.#trouble = (why as Error).message;
    }
  }
}

function spot({ point: [x, y], unit }: End): Spot {
  return unit >= 0 ? { unit } : { x, y };
}
