// A way that was drawn by hand, with as few corners as it needs.

import { distance, edgeDistance } from "../lib/geometry";
import type { Point } from "../lib/protocol";

const MOST = 8; // corners that are kept, the end among them

/** The drawn way with no corner that strays less than `stray` from the line without it; coarser if too many are left. */
export function simplified(drawn: Point[], stray: number): Point[] {
  const way = thinned(drawn, stray);
  return way.length > MOST + 1 ? simplified(way, 1.5 * stray) : way;
}

/** Douglas and Peucker: the farthest corner from the straight line stays if it strays far enough, and parts the way in two. */
function thinned(way: Point[], stray: number): Point[] {
  const [first, last] = [way[0], way.at(-1)];
  if (way.length < 3 || !first || !last) return way;
  const off = way.map((point) => edgeDistance([first, last], point[0], point[1], false));
  const far = off.reduce((best, one, i) => (one > (off[best] ?? 0) ? i : best), 0);
  if ((off[far] ?? 0) <= stray) return [first, last];
  return [...thinned(way.slice(0, far + 1), stray).slice(0, -1), ...thinned(way.slice(far), stray)];
}

export function lengthOf(way: Point[]): number {
  return way.reduce((sum, point, i) => sum + distance(way[i - 1] ?? point, point), 0);
}
