import { describe, expect, it } from "vitest";
import type { Seat, State } from "../lib/protocol";
import { isFound } from "./found";

const seats = (...players: Seat["player"][]): Seat[] =>
  players.map((player, seat): Seat => ({
    seat, player, name: `seat ${seat}`, side: seat % 2, side_name: "", who: "", own_dice: false, ready: true, shown: true, here: true, left: "", fell_from: "", relinked: 0, commanded_by: seat,
  }));
const you = (seat: number): State["you"] => ({ role: "seat", seat, commands: [seat] });

describe("what is done before the first question", () => {
  it("is found, if the computer has done it", () => {
    const state = { you: you(0), seats: seats("person", "doctrine", "person", "random") };
    expect([1, 3].map((by) => isFound(state, by))).toEqual([true, true]);
  });
  it("is played, if a person has", () => {
    expect(isFound({ you: you(0), seats: seats("person", "doctrine", "person") }, 2)).toBe(false);
  });
  it("is found where nobody says who has done it and only the computer can have", () => {
    expect(isFound({ you: you(0), seats: seats("person", "doctrine") }, null)).toBe(true);
    expect(isFound({ you: you(0), seats: seats("person", "doctrine", "person") }, null)).toBe(false);
  });
  it("is played to whoever looks on", () => {
    const state: Pick<State, "you" | "seats"> = { you: { role: "watch", seat: null, commands: [] }, seats: seats("doctrine", "doctrine") };
    expect(isFound(state, 1)).toBe(false);
  });
});
