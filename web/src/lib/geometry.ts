// Points on the table: x to the east, y to the north, bearings in degrees clockwise from north. For drawing only:
// what is legal, how far a thing is and who sees whom, the server says.

import type { Point } from "./protocol";

export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

export function bearing(from: Point, to: Point): number {
  return wrapped((Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI);
}

export function wrapped(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** The point so far off along a bearing. */
export function ahead(from: Point, degrees: number, far: number): Point {
  const turn = (degrees * Math.PI) / 180;
  return [from[0] + Math.sin(turn) * far, from[1] + Math.cos(turn) * far];
}

/** The angle equal to `degrees` that is nearest to `to`: so that a turn goes the short way round. */
export function unwound(degrees: number, to: number): number {
  return degrees + 360 * Math.round((to - degrees) / 360);
}

/** An offset given for a front to the north, turned to a facing. */
export function turned(dx: number, dy: number, degrees: number): Point {
  const turn = (degrees * Math.PI) / 180;
  return [dx * Math.cos(turn) + dy * Math.sin(turn), dy * Math.cos(turn) - dx * Math.sin(turn)];
}

export function middle(points: Point[]): Point {
  const n = Math.max(1, points.length);
  return [points.reduce((sum, p) => sum + p[0], 0) / n, points.reduce((sum, p) => sum + p[1], 0) / n];
}

export function isInside(points: Point[], x: number, y: number): boolean {
  let inside = false;
  let [px, py] = points.at(-1) ?? [0, 0];
  for (const [qx, qy] of points) {
    if (qy > y !== py > y && x < ((px - qx) * (y - qy)) / (py - qy) + qx) inside = !inside;
    [px, py] = [qx, qy];
  }
  return inside;
}

export function edgeDistance(points: Point[], x: number, y: number, closed = true): number {
  let least = Infinity;
  const first = closed ? points.at(-1) : points[0];
  let [px, py] = first ?? [0, 0];
  for (const [qx, qy] of points) {
    const dx = qx - px;
    const dy = qy - py;
    const long = dx * dx + dy * dy;
    const t = long ? Math.max(0, Math.min(1, ((x - px) * dx + (y - py) * dy) / long)) : 0;
    least = Math.min(least, Math.hypot(x - px - t * dx, y - py - t * dy));
    [px, py] = [qx, qy];
  }
  return least;
}

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export function boxOf(points: Point[]): Box {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

/** Twice the area, positive if the corners run anticlockwise (north up). */
export function area2(points: Point[]): number {
  let sum = 0;
  let [px, py] = points.at(-1) ?? [0, 0];
  for (const [qx, qy] of points) {
    sum += px * qy - qx * py;
    [px, py] = [qx, qy];
  }
  return sum;
}
