// How much of the figures is drawn: the farther off, the less; and all that a man carries only of those who are in sight.

import { byUnit, type Figure } from "../game/scene";
import { turned } from "../lib/geometry";
import { cornersOf } from "./hull";
import type { Box } from "./labels";
import { ranked, type Ranks } from "./ranks";
import { shapeOf } from "./shapes";

/** A base, one of many with the sign of its arm; the men on it as heads and shoulders; or each with all that he carries. */
export type Detail = "block" | "men" | "whole";

const UNIT = 8; // pixels across a base, below which the figures of a unit are drawn as one shape
const FEW = 3; // so many are needed for that
const LITTLE = 9; // pixels across a base, below which a single figure is not drawn on it
const MEN = 3.5; // pixels across a man among many, below which he is not drawn
const WHOLE = { one: 18, many: 12 }; // pixels across either, from which he is drawn with all that he carries
const CLOSE = 0.45; // of the ground that it takes, which a unit in close order fills
const AROUND = 0.4; // of the picture, that counts as in sight beyond its edges, so that it is there when the table is dragged

const MODELS = ["gun", "gatling", "vehicle", "walker", "limber", "wagon", "wreck"];
const HORSES = ["horse", "lancer", "mounted-leader"];
const SOLDIERS = [...HORSES, "foot", "crew", "leader", "musician", "civilian"];

export const isModel = ({ shape }: Figure): boolean => MODELS.includes(shape);
export const isMany = ({ count, deep }: Figure): boolean => count > 1 && deep > 0;

/** `k`: pixels to the table's unit. */
export function detailOf(figure: Figure, k: number, inch: number, sight: Box | null, depth: number): Detail {
  const [across, least, whole] = isMany(figure) ? [ranksOf(figure, inch).size * k, MEN, WHOLE.many] : [figure.wide * k, LITTLE, WHOLE.one];
  if (across < least) return "block";
  if (!SOLDIERS.includes(figure.shape)) return "whole";
  return across < whole || (sight && !isInSight(figure, sight, depth)) ? "men" : "whole";
}

/** What is in the picture, and somewhat around it. */
export function sightOf(eye: { x: number; y: number; k: number }, wide: number, high: number): Box {
  const [x, y] = [wide * AROUND, high * AROUND];
  return { x0: (-x - eye.x) / eye.k, y0: (-y - eye.y) / eye.k, x1: (wide + x - eye.x) / eye.k, y1: (high + y - eye.y) / eye.k };
}

function isInSight({ x, y, wide, deep }: Figure, sight: Box, depth: number): boolean {
  const reach = Math.hypot(wide, deep || wide) / 2;
  const south = depth - y;
  return x + reach >= sight.x0 && x - reach <= sight.x1 && south + reach >= sight.y0 && south - reach <= sight.y1;
}

const known = new Map<string, Ranks>();

/** Where the men on a base of many stand: the same for all that are alike. */
export function ranksOf({ count, wide, deep, shape, loose }: Figure, inch: number): Ranks {
  const key = [count, wide, deep, shape, loose, inch].join(" ");
  const found = known.get(key) ?? ranked(count, wide, deep, shapeOf(shape).deep, inch, loose);
  known.set(key, found);
  return found;
}

/** Far off a unit of little figures is one shape: a base of many, as large as the ground that it takes. */
export function massed(figures: Figure[], k: number): Figure[] {
  const small = (one: Figure): boolean => !isMany(one) && !isModel(one) && one.wide * k < UNIT;
  return [...byUnit(figures).values()].flatMap((own) => (own.length < FEW || !own.every(small) ? own : [asOne(own)]));
}

function asOne(own: Figure[]): Figure {
  const first = own[0] as Figure;
  const facing = meanFacing(own);
  const corners = own.flatMap(cornersOf).map(([x, y]) => turned(x, y, -facing));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [x, y] = turned((x0 + x1) / 2, (y0 + y1) / 2, facing);
  const [wide, deep] = [x1 - x0, y1 - y0];
  const taken = own.reduce((sum, one) => sum + one.wide * (one.deep || one.wide), 0);
  const title = `${own.length} figures`;
  const shape = commonest(own.map((one) => one.shape));
  return { ...first, key: `m${first.unit}`, figure: -1, title, role: "", signs: [], x, y, facing, wide, deep, shape, count: own.length, loose: taken < CLOSE * wide * deep };
}

function meanFacing(own: Figure[]): number {
  const turn = Math.PI / 180;
  const east = own.reduce((sum, { facing }) => sum + Math.sin(facing * turn), 0);
  const north = own.reduce((sum, { facing }) => sum + Math.cos(facing * turn), 0);
  return Math.atan2(east, north) / turn;
}

function commonest(all: string[]): string {
  const times = (one: string): number => all.filter((other) => other === one).length;
  return all.reduce((best, one) => (times(one) > times(best) ? one : best));
}

/** Men as they are seen from above at a distance, all of a base in one path for each ink. */
export function menOf(figure: Figure, inch: number): { ink: string; d: string }[] {
  const { posts, size } = isMany(figure) ? ranksOf(figure, inch) : { posts: [{ x: 0, y: 0 }], size: scaleOf(figure) };
  const ovals = (rx: number, ry: number): string => posts.map(({ x, y }) => oval(x, y, rx * size, ry * size)).join("");
  const horse = HORSES.includes(figure.shape) ? [{ ink: "horse", d: ovals(0.2, 0.62) }] : [];
  return [...horse, { ink: "cloth", d: ovals(0.38, 0.24) }, { ink: "trim", d: ovals(0.17, 0.17) }];
}

/** How large a single figure is drawn on its base. */
export const scaleOf = ({ wide, deep, shape }: Figure): number => Math.min(wide, (deep || wide) / shapeOf(shape).deep) * 0.98;

const f = (value: number): string => String(Math.round(value * 1000) / 1000);

function oval(x: number, y: number, rx: number, ry: number): string {
  return `M${f(x - rx)} ${f(y)}a${f(rx)} ${f(ry)} 0 1 1 ${f(2 * rx)} 0a${f(rx)} ${f(ry)} 0 1 1 ${f(-2 * rx)} 0Z`;
}
