import { expect, it } from "vitest";
import { ago, clockSaid, day, span } from "./when";

const NOW = new Date(2026, 4, 20, 12, 0, 0).getTime();
const MINUTE = 60_000;

it("says how long ago it was", () => {
  expect(ago(NOW - 5_000, NOW)).toBe("just now");
  expect(ago(NOW - MINUTE, NOW)).toBe("1 minute ago");
  expect(ago(NOW - 119 * MINUTE, NOW)).toBe("1 hour ago");
  expect(ago(NOW - 49 * 60 * MINUTE, NOW)).toBe("2 days ago");
  expect(ago(NOW + 5_000, NOW)).toBe("just now"); // clocks differ
});

it("says which day it was by the calendar, not by hours", () => {
  expect(day(NOW - 11 * 60 * MINUTE, NOW)).toBe("Today");
  expect(day(NOW - 13 * 60 * MINUTE, NOW)).toBe("Yesterday");
  expect(day(NOW - 60 * 60 * MINUTE, NOW)).toContain("2026");
});

it("says a clock in words", () => {
  expect(clockSaid(null)).toBe("No clock");
  expect(clockSaid({ per_move: 300, bank: 1800 })).toBe("5 minutes an answer, 30 minutes in the bank");
  expect(clockSaid({ per_move: 259200, bank: 0 })).toBe("3 days an answer");
  expect(span(90)).toBe("90 seconds");
});
