// Terrain as a draughtsman of the time would ink it. Outlines are to scale, for the rules go by them; what is inside
// is decoration. A kind that is not known is outlined and named.

import { area2, boxOf, edgeDistance, isInside, middle } from "../lib/geometry";
import type { Point, TerrainPiece } from "../lib/protocol";
import { chanceOf, Pen, type Chance, type Stroke } from "./pen";

export interface Drawing {
  strokes: Stroke[]; // clipped to the outline
  loose: Stroke[]; // not clipped
  clip: string; // the outline; empty for a line
  label: { x: number; y: number; turn: number; size: number; text: string } | null;
}

interface Job {
  piece: TerrainPiece;
  points: Point[];
  depth: number;
  chance: Chance;
}

type Draw = (job: Job) => { strokes?: Stroke[]; loose?: Stroke[] };

const KINDS: Record<string, Draw> = {
  woods: (job) => woods(job, 1),
  wood: (job) => woods(job, 1),
  "dense-wood": (job) => woods(job, 1.3),
  "open-wood": (job) => woods(job, 0.6),
  orchard,
  scrub,
  field: crops,
  crops,
  ploughed: (job) => furrows(job, "soil"),
  mud: (job) => furrows(job, "soil"),
  "ploughed-mud": (job) => furrows(job, "soil"),
  hill: (job) => hill(job, "hill"),
  ridge: (job) => hill(job, "hill"),
  slope: (job) => hill(job, "hill"),
  "steep-slope": (job) => hill(job, "mountain"),
  mountain: (job) => hill(job, "mountain"),
  rocks,
  rough: rocks,
  cliff,
  marsh,
  swamp: marsh,
  snow,
  river: water,
  stream: water,
  lake: water,
  "deep-water": water,
  "shallow-water": ford,
  ford,
  bridge,
  road,
  street: road,
  lane: (job) => road(widened(job)),
  brook: (job) => water(widened(job)),
  building,
  bua: building,
  town: building,
  ruin,
  earthwork: works,
  works,
  trench: works,
  entrenchment: works,
  "earth-wall": works,
  "hasty-works": works,
  "fire-pits": rocks,
  wall,
  hedge,
  fence,
  abatis: hedge,
  wire: fence,
  palisade: fence,
  wreck: ruin,
  open: (job) => ({ strokes: [outline(job, "open-edge")] }),
};

/** Points in inches; `depth` of the table. */
export function drawn(piece: TerrainPiece, depth: number): Drawing {
  const words = `${piece.kind} ${piece.name} ${piece.points.join(" ")}`;
  const points = piece.line || area2(piece.points) > 0 ? piece.points : piece.points.toReversed();
  const job: Job = { piece, points, depth, chance: chanceOf(words) };
  const draw: Draw = KINDS[piece.kind] ?? ((plain) => ({ strokes: [outline(plain, "unknown")] }));
  const { strokes = [], loose = [] } = draw(job);
  return { strokes, loose, clip: piece.line ? "" : new Pen(depth).outline(points).with("").d, label: nameOf(piece, depth) };
}

function outline({ points, depth, piece }: Job, ink: string): Stroke {
  return new Pen(depth).outline(points, !piece.line).with(ink);
}

/** A lane or a brook that is drawn as a line: an inch wide, to be filled like any other. */
function widened(job: Job): Job {
  if (!job.piece.line) return job;
  const { points } = job;
  const sides = [0.5, -0.5].map((half) =>
    points.map(([x, y], i): Point => {
      const [ax, ay] = points[Math.max(0, i - 1)] as Point;
      const [bx, by] = points[Math.min(points.length - 1, i + 1)] as Point;
      const far = Math.hypot(bx - ax, by - ay) || 1;
      return [x - ((by - ay) / far) * half, y + ((bx - ax) / far) * half];
    }),
  );
  return { ...job, points: [...(sides[0] as Point[]), ...(sides[1] as Point[]).toReversed()], piece: { ...job.piece, line: false } };
}

// ---------------------------------------------------------------------- scattering

/** Places inside the outline, no two nearer than `gap`, none nearer than `margin` to the edge. */
function scattered({ points, chance }: Job, gap: number, margin: number, most: number): Point[] {
  const box = boxOf(points);
  const found: Point[] = [];
  const columns = Math.max(1, Math.round((box.x1 - box.x0) / gap));
  const rows = Math.max(1, Math.round((box.y1 - box.y0) / gap));
  const wide = (box.x1 - box.x0) / columns;
  const high = (box.y1 - box.y0) / rows;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (let wild = 0.8; wild > 0; wild -= 0.2) {
        const x = box.x0 + (column + 0.5 + (chance() - 0.5) * wild) * wide;
        const y = box.y0 + (row + 0.5 + (chance() - 0.5) * wild) * high;
        if (!isInside(points, x, y) || edgeDistance(points, x, y) < margin) continue;
        found.push([x, y]);
        break;
      }
    }
  }
  return found.length > most ? found.filter(() => chance() < most / found.length) : found;
}

/** A gap wide enough that no more than `most` fit. */
function gapFor({ points }: Job, wanted: number, most: number): number {
  return Math.max(wanted, Math.sqrt(Math.abs(area2(points)) / 2 / most));
}

/** Points along the outline (or line), with the direction there and the normal to its left. */
function along(job: Job, step: number): { at: Point; dx: number; dy: number; far: number }[] {
  const { points, piece } = job;
  const found: { at: Point; dx: number; dy: number; far: number }[] = [];
  const corners = piece.line ? points : [...points, points[0] as Point];
  let far = 0;
  for (let i = 1; i < corners.length; i++) {
    const [x0, y0] = corners[i - 1] as Point;
    const [x1, y1] = corners[i] as Point;
    const long = Math.hypot(x1 - x0, y1 - y0);
    const count = Math.max(1, Math.round(long / step));
    const dx = (x1 - x0) / long;
    const dy = (y1 - y0) / long;
    for (let k = 0; k < count; k++) {
      const t = ((k + 0.5) / count) * long;
      found.push({ at: [x0 + dx * t, y0 + dy * t], dx, dy, far: far + t });
    }
    far += long;
  }
  return found;
}

/** The direction of the longest edge, as a unit vector, and the lengths along and across it. */
function axisOf(points: Point[]): { ux: number; uy: number; long: number; wide: number } {
  let best = { ux: 1, uy: 0, long: 0, wide: 0 };
  points.forEach(([x1, y1], i) => {
    const [x0, y0] = points[(i + points.length - 1) % points.length] as Point;
    const far = Math.hypot(x1 - x0, y1 - y0);
    if (far > best.long) best = { ux: (x1 - x0) / far, uy: (y1 - y0) / far, long: far, wide: 0 };
  });
  const across = points.map(([x, y]) => -x * best.uy + y * best.ux);
  const length = points.map(([x, y]) => x * best.ux + y * best.uy);
  best.wide = Math.max(...across) - Math.min(...across);
  best.long = Math.max(...length) - Math.min(...length);
  return best;
}

/** Parallel lines over the whole piece, `gap` apart, turned by `turn` from its axis; clipped when drawn. */
function hatch(job: Job, gap: number, turn: number, wave: number): Pen {
  const { points, depth, chance } = job;
  const { ux, uy } = axisOf(points);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const [vx, vy] = [ux * cos - uy * sin, ux * sin + uy * cos];
  const [cx, cy] = middle(points);
  const reach = Math.max(...points.map(([x, y]) => Math.hypot(x - cx, y - cy)));
  const pen = new Pen(depth);
  for (let off = -reach; off <= reach; off += gap) {
    const [ox, oy] = [cx - vy * off, cy + vx * off];
    const from: Point = [ox - vx * reach, oy - vy * reach];
    pen.move(from);
    if (!wave) {
      pen.line([ox + vx * reach, oy + vy * reach]);
      continue;
    }
    const step = wave * 6;
    let up = chance() < 0.5 ? 1 : -1;
    for (let t = -reach; t < reach; t += step) {
      const mid: Point = [ox + vx * (t + step / 2) - vy * wave * up, oy + vy * (t + step / 2) + vx * wave * up];
      pen.curve(mid, [ox + vx * (t + step), oy + vy * (t + step)]);
      up = -up;
    }
  }
  return pen;
}

// ---------------------------------------------------------------------- growing things

function woods(job: Job, thick: number): { strokes: Stroke[]; loose: Stroke[] } {
  const { depth, chance, piece } = job;
  const gap = gapFor(job, 1.12 / thick, 280);
  const trees = scattered(job, gap, gap * 0.4, 320);
  const palms = /palm|oasis/i.test(piece.name);
  const shadow = new Pen(depth);
  const canopy = new Pen(depth);
  const light = new Pen(depth);
  for (const [x, y] of trees) {
    const radius = gap * (0.42 + chance() * 0.16);
    const turn = chance() * 6;
    if (palms) {
      frond(shadow, [x + radius * 0.22, y - radius * 0.22], radius, turn);
      frond(canopy, [x, y], radius, turn);
      light.circle([x, y], radius * 0.16);
      continue;
    }
    const lobes = 6 + Math.floor(chance() * 3);
    shadow.blob([x + radius * 0.28, y - radius * 0.28], radius, lobes, turn);
    canopy.blob([x, y], radius, lobes, turn);
    light.blob([x - radius * 0.2, y + radius * 0.2], radius * 0.52, 5, turn);
  }
  return {
    strokes: [outline(job, "wood-floor"), outline(job, "wood-edge")],
    loose: [shadow.with("wood-shadow"), canopy.with("wood-canopy"), light.with("wood-light")],
  };
}

/** A palm from above: leaves like blades round the stem. */
function frond(pen: Pen, [x, y]: Point, radius: number, turn: number): void {
  for (let i = 0; i < 8; i++) {
    const angle = turn + (i * Math.PI) / 4;
    const tip: Point = [x + Math.sin(angle) * radius * 1.15, y + Math.cos(angle) * radius * 1.15];
    const left: Point = [x + Math.sin(angle - 0.4) * radius * 0.6, y + Math.cos(angle - 0.4) * radius * 0.6];
    const right: Point = [x + Math.sin(angle + 0.4) * radius * 0.6, y + Math.cos(angle + 0.4) * radius * 0.6];
    pen.move([x, y]).curve(left, tip).curve(right, [x, y]).close();
  }
}

function orchard(job: Job): { strokes: Stroke[]; loose: Stroke[] } {
  const { points, depth } = job;
  const box = boxOf(points);
  const gap = gapFor(job, 1.6, 200);
  const shadow = new Pen(depth);
  const canopy = new Pen(depth);
  for (let x = box.x0 + gap / 2; x < box.x1; x += gap) {
    for (let y = box.y0 + gap / 2; y < box.y1; y += gap) {
      if (!isInside(points, x, y) || edgeDistance(points, x, y) < gap * 0.28) continue;
      shadow.circle([x + gap * 0.08, y - gap * 0.08], gap * 0.28);
      canopy.circle([x, y], gap * 0.28);
    }
  }
  return {
    strokes: [outline(job, "wood-floor"), outline(job, "wood-edge")],
    loose: [shadow.with("wood-shadow"), canopy.with("wood-light")],
  };
}

function scrub(job: Job): { strokes: Stroke[] } {
  const { depth, chance } = job;
  const gap = gapFor(job, 1.1, 260);
  const bush = new Pen(depth);
  const grass = new Pen(depth);
  for (const at of scattered(job, gap, gap * 0.3, 280)) {
    if (chance() < 0.45) bush.blob(at, gap * (0.2 + chance() * 0.12), 5, chance() * 6);
    else tuft(grass, at, gap * 0.3);
  }
  return {
    strokes: [outline(job, "scrub-floor"), grass.with("tuft"), bush.with("scrub"), outline(job, "wood-edge")],
  };
}

function tuft(pen: Pen, [x, y]: Point, high: number): void {
  for (const lean of [-0.6, -0.2, 0.25, 0.65]) pen.segment([x + lean * high * 0.3, y], [x + lean * high, y + high]);
}

/** Standing corn: rows of small ears between the furrows. */
function crops(job: Job): { strokes: Stroke[] } {
  const rows = hatch(job, 0.42, 0.06, 0);
  const ears = hatch(job, 0.42, 0.06, 0);
  return {
    strokes: [outline(job, "crop"), rows.with("crop-row"), ears.with("crop-ear"), outline(job, "crop-edge")],
  };
}

function furrows(job: Job, ink: string): { strokes: Stroke[] } {
  const gap = 0.55;
  return { strokes: [outline(job, ink), hatch(job, gap, 0.06, 0).with(`${ink}-row`), outline(job, `${ink}-edge`)] };
}

function marsh(job: Job): { strokes: Stroke[] } {
  const { depth } = job;
  const gap = gapFor(job, 1.5, 180);
  const reeds = new Pen(depth);
  const pools = new Pen(depth);
  for (const at of scattered(job, gap, gap * 0.25, 200)) {
    tuft(reeds, at, gap * 0.28);
    pools.segment([at[0] - gap * 0.35, at[1] - gap * 0.05], [at[0] + gap * 0.35, at[1] - gap * 0.05]);
  }
  return { strokes: [outline(job, "marsh"), pools.with("marsh-pool"), reeds.with("tuft"), outline(job, "wood-edge")] };
}

// ---------------------------------------------------------------------- heights

/** The exact outline is dotted, for the rules go by it; the hill itself is rounded within. */
function hill(job: Job, ink: string): { strokes: Stroke[] } {
  const { piece, points, depth, chance } = job;
  const rounded = rounding(points, 4);
  const centre = middle(points);
  const steps = ink === "mountain" ? 4 : Math.max(1, piece.level) + 1;
  const shape = (by: number): Pen => new Pen(depth).outline(shrunk(rounded, centre, by));
  const strokes = [shape(1).with(`${ink}-slope`)];
  const hachures = new Pen(depth);
  const size = Math.min(1.5, 0.2 * Math.sqrt(Math.abs(area2(points)) / 2));
  for (let ring = 0; ring < steps; ring++) {
    const by = 1 - ring / (steps + 0.6);
    strokes.push(shape(by).with(`${ink}-level`));
    const ringed = { ...job, points: shrunk(rounded, centre, by) };
    for (const { at, dx, dy } of along(ringed, ink === "mountain" ? 0.26 : 0.31)) {
      const dark = 1 + 0.6 * (dy * 0.7 + dx * 0.7); // light falls from the north-west
      const long = size * (0.55 + chance() * 0.3) * (0.8 + 0.2 * dark);
      const half = 0.055 * dark;
      const tip: Point = [at[0] - dy * long, at[1] + dx * long];
      hachures.move([at[0] - dx * half, at[1] - dy * half]).line(tip).line([at[0] + dx * half, at[1] + dy * half]).close();
    }
  }
  strokes.push(hachures.with(`${ink}-hachure`), outline(job, `${ink}-edge`));
  return { strokes };
}

function shrunk(points: Point[], [cx, cy]: Point, by: number): Point[] {
  return points.map(([x, y]) => [cx + (x - cx) * by, cy + (y - cy) * by]);
}

/** Corners cut off again and again. */
function rounding(points: Point[], times: number): Point[] {
  if (!times || points.length > 200) return points;
  const cut = times > 3 && points.length < 9 ? 0.18 : 0.25; // the first cut is small: most of a side stays straight
  const next = points.flatMap((a, i): Point[] => {
    const b = points[(i + 1) % points.length] as Point;
    return [
      [a[0] + (b[0] - a[0]) * cut, a[1] + (b[1] - a[1]) * cut],
      [b[0] + (a[0] - b[0]) * cut, b[1] + (a[1] - b[1]) * cut],
    ];
  });
  return rounding(next, times - 1);
}

function rocks(job: Job): { strokes: Stroke[] } {
  const { depth, chance } = job;
  const gap = gapFor(job, 1.15, 200);
  const shadow = new Pen(depth);
  const stones = new Pen(depth);
  for (const [x, y] of scattered(job, gap, gap * 0.3, 220)) {
    const radius = gap * (0.14 + chance() * 0.2);
    const turn = chance() * 6;
    const corners = (ox: number, oy: number): Point[] =>
      Array.from({ length: 5 }, (_, i): Point => {
        const angle = turn + (i * 2 * Math.PI) / 5;
        return [x + ox + Math.sin(angle) * radius * 1.2, y + oy + Math.cos(angle) * radius * 0.85];
      });
    shadow.outline(corners(radius * 0.3, -radius * 0.3));
    stones.outline(corners(0, 0));
  }
  return {
    strokes: [outline(job, "rough-floor"), shadow.with("stone-shadow"), stones.with("stone"), outline(job, "wood-edge")],
  };
}

function cliff(job: Job): { strokes: Stroke[]; loose: Stroke[] } {
  const { depth, chance } = job;
  const teeth = new Pen(depth);
  for (const { at, dx, dy } of along(job, 0.4)) {
    const long = (0.5 + chance() * 0.5);
    const half = 0.12;
    teeth.move([at[0] - dx * half, at[1] - dy * half]).line([at[0] - dy * long, at[1] + dx * long]);
    teeth.line([at[0] + dx * half, at[1] + dy * half]).close();
  }
  const strokes = job.piece.line ? [] : [outline(job, "rough-floor")];
  return { strokes, loose: [teeth.with("cliff"), outline(job, "cliff-edge")] };
}

function snow(job: Job): { strokes: Stroke[] } {
  const dots = new Pen(job.depth);
  for (const at of scattered(job, gapFor(job, 1, 200), 0, 220)) dots.circle(at, 0.05);
  return { strokes: [outline(job, "snow"), dots.with("snow-dot")] };
}

// ---------------------------------------------------------------------- water and ways

function water(job: Job): { strokes: Stroke[] } {
  const gap = Math.max(0.42, axisOf(job.points).wide / 9);
  return {
    strokes: [outline(job, "water"), hatch(job, gap, 0, gap * 0.32).with("water-line"), outline(job, "water-bank")],
  };
}

function ford(job: Job): { strokes: Stroke[] } {
  const { depth, chance } = job;
  const stones = new Pen(depth);
  for (const at of scattered(job, gapFor(job, 0.7, 120), 0.1, 140)) {
    stones.circle(at, (0.07 + chance() * 0.07));
  }
  return {
    strokes: [
      outline(job, "ford"),
      hatch(job, 0.6, 0, 0.15).with("ford-line"),
      stones.with("stone"),
      outline(job, "ford-edge"),
    ],
  };
}

function road(job: Job): { strokes: Stroke[] } {
  const { points, depth, piece } = job;
  const { ux, uy, wide, long } = axisOf(points);
  const [cx, cy] = middle(points);
  const ruts = new Pen(depth);
  for (const side of [-0.2, 0.2]) {
    const [ox, oy] = [cx - uy * wide * side, cy + ux * wide * side];
    ruts.segment([ox - ux * long, oy - uy * long], [ox + ux * long, oy + uy * long]);
  }
  const paved = piece.kind === "street" ? [hatch(job, 0.5, Math.PI / 4, 0).with("paving")] : [];
  return { strokes: [outline(job, "road"), ...paved, ruts.with("rut"), outline(job, "road-edge")] };
}

function bridge(job: Job): { strokes: Stroke[]; loose: Stroke[] } {
  return {
    strokes: [outline(job, "plank"), hatch(job, 0.32, Math.PI / 2, 0).with("plank-line")],
    loose: [outline(job, "rail")],
  };
}

// ---------------------------------------------------------------------- what people built

function building(job: Job): { strokes: Stroke[]; loose: Stroke[] } {
  const { points, depth, piece } = job;
  const shadow = new Pen(depth).outline(points.map(([x, y]): Point => [x + 0.28, y - 0.28]));
  const loose = [shadow.with("house-shadow"), outline(job, "roof")];
  if (points.length === 4) loose.push(...hipped(points as [Point, Point, Point, Point], depth));
  else loose.push(hatch(job, 0.5, 0, 0).with("roof-line"));
  const centre = middle(points);
  if (/church|chapel|temple|mission$/i.test(piece.name)) {
    const arm = 0.45;
    const cross = new Pen(depth)
      .segment([centre[0], centre[1] - arm * 1.4], [centre[0], centre[1] + arm])
      .segment([centre[0] - arm * 0.7, centre[1] + arm * 0.3], [centre[0] + arm * 0.7, centre[1] + arm * 0.3]);
    loose.push(cross.with("roof-cross"));
  }
  return { loose: [...loose, outline(job, "roof-edge")], strokes: [] };
}

/** Four slopes that meet in a ridge along the longer way. */
function hipped([a, b, c, d]: [Point, Point, Point, Point], depth: number): Stroke[] {
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const wide = Math.hypot(c[0] - b[0], c[1] - b[1]);
  const [p, q, r, s] = long >= wide ? [a, b, c, d] : [b, c, d, a];
  const ratio = Math.min(long, wide) / Math.max(long, wide) / 2.4;
  const [m0, m1] = [middle([p, s]), middle([q, r])];
  const near: Point = [m0[0] + (m1[0] - m0[0]) * ratio, m0[1] + (m1[1] - m0[1]) * ratio];
  const farr: Point = [m1[0] + (m0[0] - m1[0]) * ratio, m1[1] + (m0[1] - m1[1]) * ratio];
  const slopes: [Point[], Point, Point][] = [
    [[p, q, farr, near], p, q],
    [[q, r, farr], q, r],
    [[r, s, near, farr], r, s],
    [[s, p, near], s, p],
  ];
  const strokes = slopes.map(([slope, from, to]) => {
    const shade = (to[1] - from[1]) * 0.7 + (to[0] - from[0]) * 0.7 > 0 ? "roof-dark" : "roof-light";
    return new Pen(depth).outline(slope).with(shade);
  });
  const tiles = new Pen(depth);
  for (const t of [0.33, 0.66]) {
    const between = (a0: Point, b0: Point): Point => [a0[0] + (b0[0] - a0[0]) * t, a0[1] + (b0[1] - a0[1]) * t];
    tiles.outline([between(p, near), between(q, farr), between(r, farr), between(s, near)]);
  }
  const ridge = new Pen(depth).segment(near, farr);
  for (const [corner, end] of [[p, near], [s, near], [q, farr], [r, farr]] as [Point, Point][]) ridge.segment(corner, end);
  return [...strokes, tiles.with("roof-line"), ridge.with("roof-ridge")];
}

function ruin(job: Job): { strokes: Stroke[]; loose: Stroke[] } {
  const { depth, chance } = job;
  const rubble = new Pen(depth);
  for (const at of scattered(job, gapFor(job, 0.8, 120), 0.1, 130)) {
    if (chance() < 0.7) rubble.circle(at, (0.06 + chance() * 0.12));
  }
  return { strokes: [outline(job, "ruin-floor"), rubble.with("stone")], loose: [outline(job, "ruin-wall")] };
}

function works(job: Job): { strokes: Stroke[]; loose: Stroke[] } {
  const { depth, piece } = job;
  const teeth = new Pen(depth);
  for (const { at, dx, dy } of along(job, 0.3)) {
    const long = 0.42;
    for (const way of piece.line ? [1, -1] : [-1]) {
      teeth.segment([at[0], at[1]], [at[0] - dy * long * way, at[1] + dx * long * way]);
    }
  }
  const floor = piece.line ? [] : [outline(job, "works-floor")];
  return { strokes: floor, loose: [outline(job, "bank"), teeth.with("bank-line"), outline(job, "parapet")] };
}

function wall(job: Job): { loose: Stroke[] } {
  return { loose: [outline(job, "wall-shadow"), outline(job, "wall-joint"), outline(job, "wall")] };
}

function hedge(job: Job): { loose: Stroke[] } {
  const { depth, chance } = job;
  const shadow = new Pen(depth);
  const leaves = new Pen(depth);
  for (const { at } of along(job, 0.42)) {
    const radius = (0.3 + chance() * 0.08);
    const turn = chance() * 6;
    shadow.blob([at[0] + 0.1, at[1] - 0.1], radius, 6, turn);
    leaves.blob(at, radius, 6, turn);
  }
  return { loose: [shadow.with("wood-shadow"), leaves.with("wood-canopy")] };
}

function fence(job: Job): { loose: Stroke[] } {
  const posts = new Pen(job.depth);
  for (const { at, dx, dy } of along(job, 0.9)) {
    const half = 0.22;
    posts.segment([at[0] - dy * half, at[1] + dx * half], [at[0] + dy * half, at[1] - dx * half]);
  }
  return { loose: [outline(job, "fence"), posts.with("fence")] };
}

// ---------------------------------------------------------------------- names

/** Where a piece's name stands, how large and how turned. */
export function nameOf(piece: TerrainPiece, depth: number): Drawing["label"] {
  const { points } = piece;
  if (!piece.name) return null;
  const text = piece.name.replace(/^the /i, "");
  const box = boxOf(points);
  const wide = box.x1 - box.x0;
  const high = box.y1 - box.y0;
  if (piece.line) {
    const nth = Math.max(1, Math.floor(points.length / 2));
    const [a, b] = [points[nth - 1] as Point, points[nth] as Point];
    const turn = (Math.atan2(a[1] - b[1], b[0] - a[0]) * 180) / Math.PI;
    const level = Math.abs(turn) > 90 ? turn + 180 : turn;
    const [x, y] = middle([a, b]);
    const rise = ((level - 90) * Math.PI) / 180;
    return { x: x + Math.cos(rise) * 0.75, y: depth - y + Math.sin(rise) * 0.75, turn: level, size: 0.85, text };
  }
  const tall = high > wide * 1.6;
  const along = tall ? high : wide;
  const size = Math.max(0.5, Math.min(1.15, (along * 0.8) / Math.max(4, text.length) / 0.5));
  const way = /road|street|lane|river|stream/.test(piece.kind) && along > 3 * Math.min(wide, high);
  const part = way ? 0.16 : 0.5; // a long one is named where it is not likely to cross anything
  const x = box.x0 + wide * (tall ? 0.5 : part);
  const y = box.y0 + high * (tall ? part : 0.5);
  return { x, y: depth - y, turn: tall ? -90 : 0, size: Math.min(size, (tall ? wide : high) * 0.7), text };
}

/** Grass here and there on the bare table. */
export function grass(size: Point): Stroke {
  const chance = chanceOf(`grass ${size.join(" ")}`);
  const pen = new Pen(size[1]);
  const gap = Math.max(2.6, Math.sqrt((size[0] * size[1]) / 700));
  for (let x = gap / 2; x < size[0]; x += gap) {
    for (let y = gap / 2; y < size[1]; y += gap) {
      if (chance() < 0.35) continue;
      tuft(pen, [x + (chance() - 0.5) * gap, y + (chance() - 0.5) * gap], (0.14 + chance() * 0.12));
    }
  }
  return pen.with("grass");
}

/** Light and dark patches of the cloth. */
export function patches(size: Point): Stroke {
  const chance = chanceOf(`patches ${size.join(" ")}`);
  const pen = new Pen(size[1]);
  const count = Math.min(24, Math.ceil((size[0] * size[1]) / 160));
  for (let i = 0; i < count; i++) {
    const at: Point = [chance() * size[0], chance() * size[1]];
    pen.blob(at, 2.5 + chance() * 4, 7, chance() * 6);
  }
  return pen.with("patch");
}
