// Who can say why.

import { levelOf } from "../lib/levels";
import type { Seat } from "../lib/protocol";

/** The seats for which a commander of the program decides: its own, or that of a comrade whom it commands. */
export const computersAmong = (seats: Pick<Seat, "seat" | "player" | "commanded_by">[]): number[] =>
  seats.filter((seat) => levelOf(seats[seat.commanded_by ?? seat.seat]?.player ?? "open")).map((seat) => seat.seat);
