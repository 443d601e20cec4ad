// Moments and clocks in words.

import type { ClockWish } from "./protocol";
import { plural } from "./words";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** just now, 3 minutes ago, 2 hours ago, 5 days ago */
export function ago(at: number, now: number): string {
  const past = now - at;
  if (past < MINUTE) return "just now";
  if (past < HOUR) return `${plural(Math.floor(past / MINUTE), "minute")} ago`;
  if (past < DAY) return `${plural(Math.floor(past / HOUR), "hour")} ago`;
  return `${plural(Math.floor(past / DAY), "day")} ago`;
}

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** Today, Yesterday, or the date */
export function day(at: number, now: number): string {
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return new Date(at).toLocaleDateString([], { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

export function hour(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** 5 minutes, 90 seconds, 3 days: in the largest unit that fits without a rest */
export function span(seconds: number): string {
  const units: [number, string][] = [[86400, "day"], [3600, "hour"], [60, "minute"]];
  for (const [size, name] of units) if (seconds >= size && seconds % size === 0) return plural(seconds / size, name);
  return plural(Math.round(seconds), "second");
}

export function clockSaid(clock: ClockWish | null): string {
  if (!clock) return "No clock";
  return `${span(clock.per_move)} an answer${clock.bank ? `, ${span(clock.bank)} in the bank` : ""}`;
}
