// Whose clocks are shown: those that run, as far as that may be known.

import type { Clock } from "../lib/protocol";

export function running(clock: Clock): { seat: number; left: number }[] {
  return clock.seats.flatMap(({ seat, running, left }) => (running && left !== null ? [{ seat, left }] : []));
}
