// From unit to unit by the arrow keys: to the nearest that lies more or less that way.

import type { Unit } from "../game/scene";
import type { Point } from "../lib/protocol";

/** `way` is a direction of length one; -1 if nobody stands there. */
export function nearestInDirection(units: Unit[], from: number, way: Point): number {
  const start = units[from]?.at;
  if (!start) return units.find((unit) => unit.at)?.id ?? -1;
  let best = -1;
  let least = Infinity;
  for (const { id, at } of units) {
    if (!at || id === from) continue;
    const ahead = (at[0] - start[0]) * way[0] + (at[1] - start[1]) * way[1];
    const aside = Math.abs((at[0] - start[0]) * way[1] - (at[1] - start[1]) * way[0]);
    const cost = ahead + 2 * aside;
    if (ahead > 1e-6 && aside <= 2 * ahead && cost < least) {
      least = cost;
      best = id;
    }
  }
  return best;
}
