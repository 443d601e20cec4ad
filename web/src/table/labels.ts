// Names of units at a size that can be read: beside their units, not upon others, the more important first.

export interface Plate {
  unit: number;
  x0: number; // where the unit is seen, in pixels
  y0: number;
  x1: number;
  y1: number;
  wide: number; // of its name
  weight: number; // more important, sooner placed; over 1 it may cover others, below 0 nothing
  over?: boolean; // it lies over others: a brigade over its units
  silent?: boolean; // it has no name to be placed, but is to be seen
}

export interface Placed {
  x: number; // the middle of the text
  y: number; // its base line
}

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const HIGH = 15;
const RISE = 12; // of letters over their base line
const GAP = 5;
const HIDING = 400; // square pixels that it is worth to see the whole of a unit
const MOST_HIDDEN = 0.4; // a name that would cover more of others than this part of itself is left out
const MODEST = 1; // so is one of this weight; a more important one is not

const NOWHERE: Box = { x0: -1e9, y0: -1e9, x1: 1e9, y1: 1e9 };

/**
 * Where names go; a unit whose name would lie upon another name has none. `edge`: what no name goes beyond; `soft`: what
 * is better left to be seen; `hard`: what must be.
 */
export function placed(plates: Plate[], edge = NOWHERE, soft: Box[] = [], hard: Box[] = []): Map<number, Placed> {
  const found = new Map<number, Placed>();
  const taken = [...hard];
  for (const plate of plates.filter(({ silent }) => !silent).toSorted((a, b) => b.weight - a.weight || a.unit - b.unit)) {
    let best: Placed | null = null;
    let least = Infinity;
    for (const spot of [...spots(plate), ...(plate.over ? amidst(plate) : []), ...inside(plate, edge)]) {
      const box = boxOf(spot, plate.wide);
      if (!isWithin(box, edge) || taken.some((other) => overlap(box, other) > 0)) continue;
      const upon = plates.reduce((sum, other) => sum + (other.unit === plate.unit || other.over ? 0 : hidden(box, other)), 0);
      const cost = soft.reduce((sum, other) => sum + overlap(box, other) / 2, upon);
      if (cost < least) [best, least] = [spot, cost];
    }
    if (!best || least > mostHidden(plate)) continue;
    found.set(plate.unit, best);
    taken.push(boxOf(best, plate.wide));
  }
  return found;
}

/** Below, above, right, left, and between these: in this order where all are free. */
function spots({ x0, y0, x1, y1, wide }: Plate): Placed[] {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return [
    { x, y: y1 + GAP + RISE },
    { x, y: y0 - GAP - 2 },
    { x: x1 + GAP + wide / 2, y: y + RISE / 2 - 1 },
    { x: x0 - GAP - wide / 2, y: y + RISE / 2 - 1 },
    { x: x0 + wide / 2, y: y1 + GAP + RISE },
    { x: x1 - wide / 2, y: y1 + GAP + RISE },
    { x: x0 + wide / 2, y: y0 - GAP - 2 },
    { x: x1 - wide / 2, y: y0 - GAP - 2 },
    { x: x1 + GAP + wide / 2, y: y1 + GAP },
    { x: x0 - GAP - wide / 2, y: y1 + GAP },
    { x: x1 + GAP + wide / 2, y: y0 + RISE - GAP },
    { x: x0 - GAP - wide / 2, y: y0 + RISE - GAP },
  ];
}

/** Anywhere on its outline or within it. */
function amidst({ x0, y0, x1, y1 }: Plate): Placed[] {
  const [x, y, far] = [(x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 4];
  return [y1, y0, y].flatMap((line) => [x, x - far, x + far].map((at) => ({ x: at, y: line + RISE / 2 - 1 })));
}

/** Below and above, drawn in so that all of the name is on the table. */
function inside(plate: Plate, edge: Box): Placed[] {
  const half = plate.wide / 2;
  return spots(plate).slice(0, 2).map(({ x, y }) => ({ x: Math.max(edge.x0 + half, Math.min(x, edge.x1 - half)), y }));
}

/** The less important, the less of others its name may cover. */
function mostHidden({ weight, wide }: Plate): number {
  return weight > MODEST ? Infinity : weight < 0 ? 0 : MOST_HIDDEN * wide * HIGH;
}

function boxOf({ x, y }: Placed, wide: number): Box {
  return { x0: x - wide / 2, y0: y - RISE, x1: x + wide / 2, y1: y - RISE + HIGH };
}

function isWithin(box: Box, edge: Box): boolean {
  return box.x0 >= edge.x0 && box.x1 <= edge.x1 && box.y0 >= edge.y0 && box.y1 <= edge.y1;
}

/** How much of one lies upon the other, in square pixels. */
export function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const high = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** What it costs to cover a unit: the more of it, the more; a small one is soon out of sight. */
function hidden(box: Box, unit: Plate): number {
  const covered = overlap(box, unit);
  return covered && covered + (HIDING * covered) / ((unit.x1 - unit.x0) * (unit.y1 - unit.y0) || 1);
}

/** About how wide a text is, in pixels, at the labels' size. */
export function widthOf(text: string, strength: boolean, bold = false): number {
  return text.length * (bold ? 7.5 : 6.7) + (strength ? 32 : 16);
}
