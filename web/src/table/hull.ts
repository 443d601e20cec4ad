// The plate on which a unit is seen to stand: its figures' outline, drawn out a little and rounded.

import { turned } from "../lib/geometry";
import type { Point } from "../lib/protocol";
import type { Figure } from "../game/scene";
import { n } from "./pen";

/** The corners of a figure's base. */
export function cornersOf({ x, y, facing, wide, deep }: Figure): Point[] {
  const [w, d] = [wide / 2, (deep || wide) / 2];
  if (!deep) {
    return Array.from({ length: 8 }, (_, i): Point => {
      const angle = (i * Math.PI) / 4;
      return [x + Math.sin(angle) * w, y + Math.cos(angle) * w];
    });
  }
  return [
    [-w, -d],
    [w, -d],
    [w, d],
    [-w, d],
  ].map(([dx = 0, dy = 0]): Point => {
    const [ox, oy] = turned(dx, dy, facing);
    return [x + ox, y + oy];
  });
}

/** The convex hull, anticlockwise (north up). */
export function hullOf(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (all: Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of all) {
      while (kept.length > 1 && !isLeft(kept.at(-2) as Point, kept.at(-1) as Point, point)) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.toReversed())];
}

function isLeft(a: Point, b: Point, c: Point): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 1e-9;
}

/** The hull drawn out by `pad`, with round corners, as an SVG path. */
export function plateOf(hull: Point[], pad: number, depth: number): string {
  const parts: string[] = [];
  hull.forEach((point, i) => {
    const next = hull[(i + 1) % hull.length] as Point;
    const far = Math.hypot(next[0] - point[0], next[1] - point[1]) || 1;
    const [ox, oy] = [((next[1] - point[1]) / far) * pad, (-(next[0] - point[0]) / far) * pad];
    const from = `${n(point[0] + ox)} ${n(depth - point[1] - oy)}`;
    const to = `${n(next[0] + ox)} ${n(depth - next[1] - oy)}`;
    parts.push(i ? `A${n(pad)} ${n(pad)} 0 0 0 ${from}L${to}` : `M${from}L${to}`);
    if (i === hull.length - 1) {
      const first = hull[0] as Point;
      const second = hull[1 % hull.length] as Point;
      const long = Math.hypot(second[0] - first[0], second[1] - first[1]) || 1;
      const [fx, fy] = [((second[1] - first[1]) / long) * pad, (-(second[0] - first[0]) / long) * pad];
      parts.push(`A${n(pad)} ${n(pad)} 0 0 0 ${n(first[0] + fx)} ${n(depth - first[1] - fy)}Z`);
    }
  });
  return parts.join("");
}

/** An arrow from a unit's plate toward a bearing, as an SVG path: where it has been ordered to go. */
export function arrowOf(hull: Point[], bearing: number, inch: number, depth: number): string {
  const [x, y] = centre(hull);
  const out = Math.max(...hull.map((corner) => along(corner, [x, y], bearing))) + 0.35 * inch;
  const [shaft, head, half, barb] = [out + 1.3 * inch, out + 2.1 * inch, 0.17 * inch, 0.5 * inch];
  const corners: Point[] = [[-half, out], [-half, shaft], [-barb, shaft], [0, head], [barb, shaft], [half, shaft], [half, out]];
  const placed = corners.map(([dx, dy]) => {
    const [ox, oy] = turned(dx, dy, bearing);
    return `${n(x + ox)} ${n(depth - y - oy)}`;
  });
  return `M${placed.join("L")}Z`;
}

function centre(hull: Point[]): Point {
  const [xs, ys] = [hull.map((p) => p[0]), hull.map((p) => p[1])];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** How far a point lies from another in the direction of a bearing. */
function along(point: Point, from: Point, bearing: number): number {
  const [ux, uy] = turned(0, 1, bearing);
  return (point[0] - from[0]) * ux + (point[1] - from[1]) * uy;
}
