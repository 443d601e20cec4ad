// Whose names are to be read at a distance, and who is named before others where there is not room for all.

import type { Unit } from "../game/scene";
import { isLeader, type Body } from "./brigades";
import type { Plate } from "./labels";

/** The higher, the sooner it gets its place. */
export const WEIGHTS = { spoken: 100, lit: 10, body: 5, leads: 3, among: 1, unit: 0, leader: -1 };

const MANY = 5; // may be chosen: not all of them are named at any cost
const ENOUGH = 0.8; // of all names, that there is room for

export interface Naming {
  bodies: Body[]; // that are named
  units: Map<number, number>; // that are named, each with its weight
}

/**
 * What names stand for others: -1 none, 0 those of brigades for their units', 1 those of divisions for their brigades' too: as
 * far off as there is not room for most of the smaller ones. `fits`: of these plates, how many names have a place.
 */
export function rankShown(units: Plate[], brigades: Plate[], fits: (plates: Plate[]) => number): number {
  const isRoom = (plates: Plate[]): boolean => fits(plates) >= ENOUGH * plates.filter(({ silent }) => !silent).length;
  return isRoom(units) ? -1 : isRoom(brigades) ? 0 : 1;
}

/**
 * Farther off a brigade's name stands for those of its units and its leader, and a division's for those of its brigades (`rank`).
 * Whoever is `spoken` of (asked about, pointed at) or may be chosen (`lit`) is named at any distance, and with the former
 * whoever leads his brigade or division; other leaders are the last for whom there must be room.
 */
export function namesShown(units: Unit[], bodies: Body[], rank: number, spoken: number[], lit: number[]): Naming {
  const divisions = rank > 0 ? bodies.filter((body) => body.rank) : [];
  const apart = bodies.filter((body) => !body.rank && !divisions.some((division) => isPart(body, division)));
  const silent = bodies.filter((body) => body.rank <= rank); // whose names stand for others, or are stood for
  const about = bodies.filter((body) => body.units.some((id) => spoken.includes(id)));
  const found = new Map<number, number>();
  for (const unit of units) {
    const weight = weightOf(unit);
    if (weight > 0 || !silent.some((body) => isOf(unit, body))) found.set(unit.id, weight);
  }
  return { bodies: [...divisions, ...apart], units: found };

  function weightOf(unit: Unit): number {
    if (spoken.includes(unit.id)) return WEIGHTS.spoken;
    if (lit.includes(unit.id)) return lit.length > MANY ? WEIGHTS.among : WEIGHTS.lit;
    if (!isLeader(unit)) return WEIGHTS.unit;
    return about.some((body) => isOf(unit, body)) ? WEIGHTS.leads : WEIGHTS.leader;
  }
}

/** Does a unit stand in it, or a leader lead it? */
function isOf(unit: Unit, body: Body): boolean {
  return isLeader(unit) ? unit.side === body.side && unit.partOf.includes(body.name) : body.units.includes(unit.id);
}

function isPart(brigade: Body, division: Body): boolean {
  return brigade.side === division.side && brigade.units.some((id) => division.units.includes(id));
}
