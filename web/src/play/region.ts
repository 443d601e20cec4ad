// A choice in a continuum: which of its numbers are a place, which a bearing, which just numbers.

import { distance } from "../lib/geometry";
import type { Outcome, Question, Region } from "../lib/protocol";

export interface Places {
  place: [number, number] | null; // the indexes of x and y
  via: [number, number] | null; // a point on the way
  turn: number; // the index of a bearing or facing, or -1
  rest: number[]; // the others
}

export function placesOf(names: string[]): Places {
  const pair = (x: string, y: string): [number, number] | null =>
    names.includes(x) && names.includes(y) ? [names.indexOf(x), names.indexOf(y)] : null;
  const place = pair("x", "y");
  const via = pair("via_x", "via_y");
  const turn = names.findIndex((name) => name === "bearing" || name === "facing");
  const taken = [...(place ?? []), ...(via ?? []), turn];
  return { place, via, turn, rest: names.map((_, i) => i).filter((i) => !taken.includes(i)) };
}

/** The sample to begin with: in the middle of all, or nearest to how it stands now. */
export function firstOf(region: Region): number[] {
  const { place, turn } = placesOf(region.names);
  const mean = (i: number): number => region.samples.reduce((sum, sample) => sum + (sample[i] ?? 0), 0) / region.samples.length;
  const middle: [number, number] | null = place ? (region.from ?? [mean(place[0]), mean(place[1])]) : null;
  const facing = region.ghost?.facing ?? 0;
  const cost = (sample: number[]): number => {
    if (place && middle) return Math.hypot((sample[place[0]] ?? 0) - middle[0], (sample[place[1]] ?? 0) - middle[1]);
    const by = Math.abs((((sample[turn] ?? 0) - facing) % 360) + 360) % 360;
    return turn >= 0 ? Math.min(by, 360 - by) : 0;
  };
  return region.samples.reduce((best, sample) => (cost(sample) < cost(best) ? sample : best), region.samples[0] ?? []);
}

const MOST = 250; // values in one question to the server
const BEARINGS = 72;

/** Choices all over the region, for a picture of what is legal: the other numbers as in the first sample. */
export function gridOf(question: Question): number[][] {
  const region = question.region;
  const first = region?.samples[0];
  if (!region || !first) return [];
  const { place, via, turn } = placesOf(region.names);
  if (place) {
    return spread(region, place).map(([x, y]) => {
      const value = first.with(place[0], x).with(place[1], y);
      return via ? value.with(via[0], x).with(via[1], y) : value;
    });
  }
  if (turn < 0) return [];
  return Array.from({ length: BEARINGS }, (_, i) => first.with(turn, (i * 360) / BEARINGS));
}

/** Points over the zones, or within reach, or over the whole table. */
function spread(region: Region, [ix, iy]: [number, number]): [number, number][] {
  const [[x0, x1] = [0, 0], [y0, y1] = [0, 0]] = [region.bounds[ix], region.bounds[iy]];
  const boxes = boxesOf(region, [x0, y0, x1, y1]);
  const area = boxes.reduce((sum, [a, b, c, d]) => sum + (c - a) * (d - b), 0);
  const gap = Math.sqrt(area / MOST) || 1;
  const found: [number, number][] = [];
  for (const [a, b, c, d] of boxes) {
    const columns = Math.max(1, Math.floor((c - a) / gap));
    const rows = Math.max(1, Math.floor((d - b) / gap));
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        found.push([a + ((column + 0.5) * (c - a)) / columns, b + ((row + 0.5) * (d - b)) / rows]);
      }
    }
  }
  return found.slice(0, MOST);
}

type Box = [number, number, number, number];

function boxesOf(region: Region, all: Box): Box[] {
  if (region.zones?.length) return region.zones;
  const from = region.from;
  if (!from || !region.reach) return [all];
  return [
    [
      Math.max(all[0], from[0] - region.reach),
      Math.max(all[1], from[1] - region.reach),
      Math.min(all[2], from[0] + region.reach),
      Math.min(all[3], from[1] + region.reach),
    ],
  ];
}

/** Where each distance that dice may give would end, and how large its mark is: by area as likely as it is. */
export function distancesOf({ from, to, chances }: Outcome): { x: number; y: number; size: number }[] {
  const far = distance(from, to) || 1;
  return chances.map(({ distance: by, float }) => ({
    x: from[0] + ((to[0] - from[0]) * by) / far,
    y: from[1] + ((to[1] - from[1]) * by) / far,
    size: Math.sqrt(float),
  }));
}

/** The answer's text. */
export function written(values: number[]): string {
  return `@${values.map((value) => (Number.isInteger(value) ? value.toFixed(1) : String(value))).join(",")}`;
}
