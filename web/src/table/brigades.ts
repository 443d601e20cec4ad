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

/** Whoever leads others: he rides where he is wanted, and is no part of their outline. */
export function isLeader({ arm }: Unit): boolean {
  return arm === "leader";
}

/** Every body with units on the table; a division only where it is more than one brigade. */
export function bodiesOf(units: Unit[], standing: Map<number, Figure[]>): Body[] {
  const found = new Map<string, Body>();
  for (const unit of units) {
    const { id, side, partOf } = unit;
    if (!standing.has(id) || isLeader(unit)) continue;
    partOf.forEach((name, rank) => {
      const key = `${side}/${rank}/${name}`;
      const body = found.get(key) ?? { key, name, side, rank, units: [], hull: [] };
      body.units.push(id);
      found.set(key, body);
    });
  }
  const bodies = [...found.values()].filter((body) => !body.rank || brigadesOf(body, [...found.values()]).length > 1);
  return bodies.map((body) => ({ ...body, hull: hullOf(body.units.flatMap((id) => (standing.get(id) ?? []).flatMap(cornersOf))) }));
}

/** A division's brigades. */
function brigadesOf(division: Body, bodies: Body[]): Body[] {
  return bodies.filter(({ rank, side, units: own }) => !rank && side === division.side && own.some((id) => division.units.includes(id)));
}
