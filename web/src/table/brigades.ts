// Bodies of several units, brigades and divisions: which units stand in them, and how they are outlined.

import type { Figure, Unit } from "../game/scene";
import type { Point } from "../lib/protocol";
import { cornersOf, hullOf } from "./hull";

export interface Body {
  key: string;
  name: string;
  side: number;
  rank: number; // 0: a brigade, 1: a division
  units: number[];
  hull: Point[];
}

/** Every body with units on the table; a division only where it is more than one brigade. */
export function bodiesOf(units: Unit[], standing: Map<number, Figure[]>): Body[] {
  const found = new Map<string, Body>();
  for (const { id, side, partOf } of units) {
    if (!standing.has(id)) continue;
    partOf.forEach((name, rank) => {
      const key = `${side}/${rank}/${name}`;
      const body = found.get(key) ?? { key, name, side, rank, units: [], hull: [] };
      body.units.push(id);
      found.set(key, body);
    });
  }
  const brigades = (division: Body): number =>
    [...found.values()].filter(({ rank, side, units: own }) => !rank && side === division.side && own.some((id) => division.units.includes(id))).length;
  const bodies = [...found.values()].filter((body) => !body.rank || brigades(body) > 1);
  return bodies.map((body) => ({ ...body, hull: hullOf(body.units.flatMap((id) => (standing.get(id) ?? []).flatMap(cornersOf))) }));
}

/** At this many pixels to the inch names of brigades stand for those of their units, and farther off of divisions for brigades. */
export function rankShown(pixels: number): number {
  return pixels >= 12 ? -1 : pixels >= 3 ? 0 : 1;
}
