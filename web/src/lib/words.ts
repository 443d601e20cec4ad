// Numbers and lists in words.

import type { Fact, Length, Roll } from "./protocol";

/** "a", "a and b", "a, b and c" */
export function listed(parts: string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Names with a number run together: "sergeant, redcoat 1 to 4 and 6" */
export function runs(names: string[]): string {
  const found: { word: string; numbers: number[] }[] = [];
  for (const name of names) {
    const [, word = name, number = ""] = /^(.*) (\d+)$/.exec(name) ?? [];
    const last = found.find((one) => one.word === word);
    if (last) last.numbers.push(Number(number));
    else found.push({ word, numbers: number ? [Number(number)] : [] });
  }
  return found.map(({ word, numbers }) => (numbers.length ? `${word} ${listed(ranges(numbers))}` : word)).join(", ");
}

/** 1, 2, 3, 5: "1 to 3", "5" */
function ranges(numbers: number[]): string[] {
  const found: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.flatMap(([from, to]) => (to > from + 1 ? [`${from} to ${to}`] : to > from ? [`${from}`, `${to}`] : [`${from}`]));
}

/** At most one decimal: 11.5, 12 */
export function short(value: number): string {
  return (Math.round(value * 10) / 10).toString();
}

/** 11.5 inches, 1 inch, 30 cm */
export function lengthSaid(value: number, unit: Length): string {
  const said = short(value);
  return unit === "inch" ? `${said} ${said === "1" ? "inch" : "inches"}` : `${said} ${unit}`;
}

/** 11.5″, 30 cm: for the table itself */
export function lengthSign(value: number, unit: Length): string {
  return unit === "inch" ? `${short(value)}″` : `${short(value)} ${unit}`;
}

const POINTS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

export function compass(bearing: number): string {
  return POINTS[Math.round(((((bearing % 360) + 360) % 360) / 45)) % 8] ?? "north";
}

/** A chance for show: 17 %, 2.6 %, under 0.1 % */
export function percent(chance: number): string {
  if (chance <= 0) return "0 %";
  if (chance >= 1) return "100 %";
  const value = chance * 100;
  if (value < 0.1) return "under 0.1 %";
  if (value > 99.9) return "over 99.9 %";
  return `${value < 10 || value > 90 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)} %`;
}

export function said(value: Fact): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? short(value) : spaced(value);
}

/** units_lost, fall-back: names for programs, as people write them; stretches of numbers stay: 10-15 */
export function spaced(name: string): string {
  return name.replaceAll(/_+|(?<=[a-z])-+|-+(?=[a-z])/gi, " ").trim();
}

export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const STEPS: readonly [number, string][] = [
  [86400, "day"],
  [3600, "hour"],
  [60, "minute"],
];

/** 3 days, 2 hours, 59:59 */
export function time(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 3600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  for (const [size, name] of STEPS) if (whole >= size) return plural(Math.floor(whole / size), name);
  return "0:00";
}

/** One of so many cards or lots was drawn: chance, but no die. */
export function isDraw(roll: Roll): boolean {
  return /^number \d+ of \d+$/.test(roll.came);
}
