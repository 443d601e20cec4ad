// Intents in words for people, and as the lines that the server reads.

import { distance, middle, wrapped } from "../lib/geometry";
import type { IntentKind, Point, Would } from "../lib/protocol";
import { listed, upper } from "../lib/words";
import { inOneSentence } from "../ui/odds";

/** Something that can be said to the adjutant. */
export interface Word {
  intent: string;
  label: string;
}

const put = (value: number): string => String(Math.round(value * 100) / 100);
const place = ([x, y]: Point): string => `${put(x)},${put(y)}`;

const facingOf = (degrees: number | null): string => (degrees === null ? "" : ` facing ${put(wrapped(degrees))}`);

/** `march 3 4 to 10,12 20,14`: they keep their places to each other, and their middle goes that way. */
export const marchTo = (units: number[], way: Point[], facing: number | null = null): string =>
  `march ${units.join(" ")} to ${way.map(place).join(" ")}${facingOf(facing)}`;

/** `deploy 3 4 to 20,14 facing 180`: side by side, their middle there. */
export const deployAt = (units: number[], at: Point, facing: number | null = null): string =>
  `deploy ${units.join(" ")} to ${place(at)}${facingOf(facing)}`;

/** What can be said to these units; `foe`: an enemy that was picked with them, or -1; `now`: the intents that mean something. */
export function wordsFor(units: number[], foe: number, now: IntentKind[], name: (unit: number) => string): Word[] {
  const of = ` ${units.join(" ")}`;
  const words: Record<IntentKind, Word[]> = {
    march: [], // to a place: by hand
    deploy: DEPLOYMENTS.map(({ how, label }) => ({ intent: `deploy${of} as ${how}`, label })),
    charge: foe >= 0 ? [{ intent: `charge${of} at ${foe}`, label: `Charge ${name(foe)}` }] : [],
    fire: [
      ...(foe >= 0 ? [{ intent: `fire${of} at ${foe}`, label: `Fire at ${name(foe)} first` }] : []),
      { intent: `fire${of} at will`, label: "Fire at will" },
      { intent: `fire${of} if charged`, label: "Hold fire until charged" },
    ],
    support: [], // another unit: by its menu
    same: [{ intent: `same${of}`, label: "Same as last turn" }],
    keep: [{ intent: `keep${of}`, label: "Keep the order" }],
    hold: [{ intent: `hold${of}`, label: "Hold" }],
    rally: [{ intent: `rally${of}`, label: "Rally first" }],
    stand: [], // a turn's word for all the rest
    best: [{ intent: `best${of}`, label: "As you think best" }],
  };
  return said(words, now);
}

/** What can be said for everybody who is left. */
export function wordsForAll(now: IntentKind[]): Word[] {
  return said(
    {
      deploy: DEPLOYMENTS.map(({ how, label }) => ({ intent: `deploy as ${how}`, label })),
      same: [{ intent: "same", label: "All as last turn" }],
      keep: [{ intent: "keep", label: "Keep all orders" }],
      stand: [{ intent: "stand", label: "All the rest stand" }],
      best: [{ intent: "best", label: "The rest as you think best" }],
    },
    now,
  );
}

const DEPLOYMENTS = [
  { how: "best", label: "Deploy for me" },
  { how: "suggested", label: "As suggested" },
  { how: "mirrored", label: "Mirrored" },
];

const ORDER: IntentKind[] = ["deploy", "charge", "fire", "same", "keep", "hold", "rally", "stand", "best"];

function said(words: Partial<Record<IntentKind, Word[]>>, now: IntentKind[]): Word[] {
  return ORDER.filter((kind) => now.includes(kind)).flatMap((kind) => words[kind] ?? []);
}

/** A deployment that waits for its units to be asked. */
export interface Planned {
  units: number[];
  at: Point;
}

/** Where those who are told to deploy somewhere will stand. */
export function plannedIn(intents: string[]): Planned[] {
  return intents.flatMap((intent) => {
    const [, units = "", x, y] = /^deploy ((?:\d+ )+)to (-?[\d.]+),(-?[\d.]+)/.exec(intent) ?? [];
    return units ? [{ units: units.trim().split(" ").map(Number), at: [Number(x), Number(y)] as Point }] : [];
  });
}

const FEW = 3;

/** "the Guard, the Levy and the Horse"; of more the first, "and 5 more". */
export const inShort = (names: string[]): string =>
  names.length > FEW ? `${names[0] ?? ""} and ${names.length - 1} more` : listed(names);

const STRAY = 1; // inches from where they were to stand

/**
 * What is to be said of what would be done: who may not and why, whose turn is still to come (`asked` is the unit whose it
 * is), and what the first dice decide. `at`: where they are to be deployed.
 */
export function saidOf({ units, marks, told, odds }: Would, asked: number, name: (unit: number) => string, at: Point | null = null): string[] {
  const refused = units.flatMap(({ refused: why }) => (why ? [why] : []));
  const later = units.filter(({ refused: why, unit }) => !why && unit !== asked && !marks.some((mark) => mark.unit === unit));
  const who = upper(inShort(later.map(({ unit }) => name(unit))));
  const waits = `${who} ${later.length === 1 ? "goes when it is its turn" : "go when it is their turn"}.`;
  const there = units.flatMap(({ to }) => (to ? [to] : []));
  const strays = at && there.length === units.length && distance(middle(there), at) > STRAY;
  const nearest = "There is not room just there: the nearest places are shown.";
  return [...new Set([...refused, ...told, ...(strays ? [nearest] : []), ...(later.length ? [waits] : []), ...(odds ? [inOneSentence(odds)] : [])])];
}

/** What stands, as a person would say it. `name` knows the units. */
export function inWords(intent: string, name: (unit: number) => string): string {
  const [kind = "", ...words] = intent.split(" ");
  const units: number[] = [];
  while (words[0] !== undefined && /^\d+$/.test(words[0])) units.push(Number(words.shift()));
  const who = units.length ? inShort(units.map(name)) : "all the rest";
  const at = words[0] === "at" && words[1] !== undefined && /^\d+$/.test(words[1]) ? name(Number(words[1])) : "";
  switch (kind) {
    case "march":
      return `March: ${who}`;
    case "deploy":
      return `Deploy: ${who}`;
    case "fire":
      if (at) return `Fire at ${at} first: ${who}`;
      if (words[0] === "within") return `Hold fire until somebody is within ${words[1]}: ${who}`;
      return words[0] === "if" ? `Hold fire until charged: ${who}` : `Fire at will: ${who}`;
    case "charge":
      return `Charge ${at}: ${who}`;
    case "support":
      return `Support ${at}: ${who}`;
    case "hold":
      return `Hold: ${who}`;
    case "rally":
      return `Rally first: ${who}`;
    case "keep":
      return `Keep orders: ${who}`;
    case "same":
      return `As last turn: ${who}`;
    case "stand":
      return `Do the least: ${who}`;
    case "best":
      return `As the adjutant thinks best: ${who}`;
    default:
      return intent;
  }
}

/** A unit by its names: its own, and those of its brigade and division. */
export interface Named {
  id: number;
  name: string;
  parts: string[];
  mine: boolean;
}

/** What was typed, with units by their numbers in place of their names: "hold the First Brigade" is `hold 3 4 5`. */
export function withNumbers(typed: string, units: Named[]): string {
  const [before = "", after] = typed.trim().split(/ at (?!will\b)(.*)/s);
  const own = numbered(before, units.filter(({ mine }) => mine));
  if (after === undefined) return own;
  const foes = numbered(after, units.filter(({ mine }) => !mine));
  return `${own} at ${numbered(foes, units.filter(({ mine }) => mine))}`;
}

function numbered(text: string, units: Named[]): string {
  const known = new Map<string, number[]>();
  for (const { id, name, parts } of units) for (const one of [name, ...parts]) known.set(one, [...(known.get(one) ?? []), id]);
  const longest = [...known].sort(([a], [b]) => b.length - a.length);
  return longest.reduce((said, [name, ids]) => {
    const bare = name.replace(/^the /i, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return said.replace(new RegExp(`(?<![\\w-])(?:the )?${bare}(?![\\w-])`, "gi"), ids.join(" "));
  }, text);
}
