import { expect, it } from "vitest";
import type { PlayerKind } from "../lib/protocol";
import { computersAmong } from "./computers";

const seat = (seat: number, player: PlayerKind, by: number | null = seat) => ({ seat, player, commanded_by: by });

it("a commander says why, for itself and for comrades whom it commands; people and chance do not", () => {
  expect(computersAmong([seat(0, "person"), seat(1, "doctrine"), seat(2, "random"), seat(3, "doctrine", null)])).toEqual([1, 3]);
  expect(computersAmong([seat(0, "person", 1), seat(1, "marshal")])).toEqual([0, 1]);
});
