import { expect, it } from "vitest";
import type { LastKnown, MyGame } from "../lib/mine.svelte";
import { isMyMove, standsSaid } from "./stands";

const SEATS: LastKnown["seats"] = [
  { seat: 0, name: "The Garrison", side: 0, player: "person", who: "Ann" },
  { seat: 1, name: "The Emir's Host", side: 1, player: "person", who: "Ben" },
];
const game = (last: Partial<LastKnown>, seats = [0]): MyGame => ({
  game: "g", title: "", system: "lancer", scenario: "", open: [], gm: "", watch: "", at: 0,
  seats: seats.map((seat) => ({ seat, name: SEATS[seat]?.name ?? "", secret: "" })),
  last: { battle: "", sheet: "", status: "playing", turn: 3, turns: 6, asked: [0], seats: SEATS, result: null, at: 0, ...last },
});

it("says whose move it is", () => {
  expect(standsSaid(game({}))).toBe("Turn 3 of 6. Your move.");
  expect(standsSaid(game({ asked: [1] }))).toBe("Turn 3 of 6. Waiting for Ben.");
  expect(standsSaid(game({ asked: [1] }, [0, 1]))).toBe("Turn 3 of 6. Your move: The Emir's Host.");
  const against = SEATS.map((seat) => (seat.seat === 1 ? { ...seat, player: "doctrine" as const, who: "" } : seat));
  expect(standsSaid(game({ asked: [1], seats: against }))).toBe("Turn 3 of 6. The computer is thinking.");
  expect(isMyMove(game({}))).toBe(true);
  expect(isMyMove(game({ asked: [1] }))).toBe(false);
});

it("says who is waited for before it begins, and who won", () => {
  const open = SEATS.map((seat) => (seat.seat === 1 ? { ...seat, player: "open" as const } : seat));
  expect(standsSaid(game({ status: "gathering", seats: open }))).toBe("Nobody has taken The Emir's Host yet.");
  expect(standsSaid(game({ status: "gathering" }))).toBe("Not begun yet: somebody is not ready.");
  expect(standsSaid(game({ status: "over", result: { side: "The Garrison", verdict: "It holds the well." } }))).toBe("The Garrison won. It holds the well.");
  expect(standsSaid(game({ status: "over", result: { side: null, verdict: "Nobody holds it." } }))).toBe("A draw. Nobody holds it.");
});
