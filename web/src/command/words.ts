// Intents in words for people, and as the lines that the server reads.

import type { Point } from "../lib/protocol";
import { listed } from "../lib/words";

const put = (value: number): string => String(Math.round(value * 100) / 100);
const place = ([x, y]: Point): string => `${put(x)},${put(y)}`;

/** `march 3 4 to 20,14`: they keep their places to each other, and their middle goes there. */
export const marchTo = (units: number[], to: Point): string => `march ${units.join(" ")} to ${place(to)}`;

/** What stands, as a person would say it. `name` knows the units. */
export function inWords(intent: string, name: (unit: number) => string): string {
  const [kind = "", ...words] = intent.split(" ");
  const units: number[] = [];
  while (words[0] !== undefined && /^\d+$/.test(words[0])) units.push(Number(words.shift()));
  const who = units.length ? listed(units.map(name)) : "all the rest";
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
