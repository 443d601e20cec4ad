// Drawing by hand, the same each time: paths in table units (north up, turned over here for SVG), and chance that
// depends on what is drawn only.

import type { Point } from "../lib/protocol";

/** A path with a class that app-wide styles know: "woods-canopy". */
export interface Stroke {
  d: string;
  ink: string;
}

export class Pen {
  #parts: string[] = [];

  /** `depth` of the table: SVG counts from the top. */
  constructor(readonly depth: number) {}

  move([x, y]: Point): this {
    this.#parts.push(`M${n(x)} ${n(this.depth - y)}`);
    return this;
  }

  line([x, y]: Point): this {
    this.#parts.push(`L${n(x)} ${n(this.depth - y)}`);
    return this;
  }

  curve([cx, cy]: Point, [x, y]: Point): this {
    this.#parts.push(`Q${n(cx)} ${n(this.depth - cy)} ${n(x)} ${n(this.depth - y)}`);
    return this;
  }

  arc(radius: number, [x, y]: Point): this {
    this.#parts.push(`A${n(radius)} ${n(radius)} 0 0 1 ${n(x)} ${n(this.depth - y)}`);
    return this;
  }

  close(): this {
    this.#parts.push("Z");
    return this;
  }

  segment(from: Point, to: Point): this {
    return this.move(from).line(to);
  }

  outline(points: Point[], closed = true): this {
    points.forEach((point, i) => (i ? this.line(point) : this.move(point)));
    return closed ? this.close() : this;
  }

  circle([x, y]: Point, radius: number): this {
    return this.move([x - radius, y]).arc(radius, [x + radius, y]).arc(radius, [x - radius, y]).close();
  }

  /** A leafy blob. */
  blob([x, y]: Point, radius: number, lobes: number, turn: number): this {
    for (let i = 0; i <= lobes; i++) {
      const angle = turn + (i * 2 * Math.PI) / lobes;
      const at: Point = [x + Math.sin(angle) * radius * 0.86, y + Math.cos(angle) * radius * 0.86];
      if (i) this.arc(radius * 0.48, at);
      else this.move(at);
    }
    return this.close();
  }

  with(ink: string): Stroke {
    return { d: this.#parts.join(""), ink };
  }
}

/** Three decimals are a hundredth of a millimetre on a table. */
export function n(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

export type Chance = () => number;

/** The same numbers from 0 to 1 for the same words. */
export function chanceOf(words: string): Chance {
  let state = 2166136261;
  for (let i = 0; i < words.length; i++) state = Math.imul(state ^ words.charCodeAt(i), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
