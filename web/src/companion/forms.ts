// Forms from registered inputs: what is shown, what a person meant, and what was filled in last time.

import { keep, kept } from "../lib/keep";
import type { Fact, Procedure, ProcedureInput } from "../lib/protocol";
import type { Inputs } from "./calculator";

const MOST_BUTTONS = 5; // more words than that are a list to choose from
const MOST_LETTERS = 40;
const DECIMALS = 3; // of a length

/** Few and short words are buttons side by side. */
export function asButtons(input: ProcedureInput): boolean {
  return input.choices.length <= MOST_BUTTONS && input.choices.join("").length <= MOST_LETTERS;
}

export function defaults(procedure: Procedure): Inputs {
  return Object.fromEntries(procedure.inputs.map((input) => [input.name, input.default]));
}

/** The situation of last time, as far as the form still has such inputs. */
export function remembered(system: string, procedure: Procedure): Inputs {
  const last = kept<Inputs>(nameOf(system, procedure.id), {});
  const found = defaults(procedure);
  for (const input of procedure.inputs) {
    const value = last[input.name];
    if (value !== undefined && fits(input, value)) found[input.name] = value;
  }
  return found;
}

export function remember(system: string, procedure: string, inputs: Inputs): void {
  keep(nameOf(system, procedure), inputs);
}

const nameOf = (system: string, procedure: string): string => `companion.${system}.${procedure}`;

function fits(input: ProcedureInput, value: Fact): boolean {
  if (input.kind === "flag") return typeof value === "boolean";
  if (input.kind === "word") return typeof value === "string" && input.choices.includes(value);
  if (typeof value !== "number" || !(input.kind === "length" || Number.isInteger(value))) return false;
  return value >= (input.low ?? value) && value <= (input.high ?? value);
}

/** "Shooting: a volley and what follows" is a name and what it is about. */
export function heading(title: string): { name: string; about: string } {
  const at = title.indexOf(":");
  if (at > 0) return { name: title.slice(0, at), about: title.slice(at + 1).trim() };
  const comma = title.indexOf(",");
  return comma > 0 ? { name: title.slice(0, comma), about: title.slice(comma + 1).trim() } : { name: title, about: "" };
}

/** One up or down, and never out of its bounds. A length keeps its decimals. */
export function stepped(input: ProcedureInput, value: Fact, by: number): number {
  const from = typeof value === "number" && Number.isFinite(value) ? value : Number(input.default);
  const next = input.kind === "length" ? Number((from + by).toFixed(DECIMALS)) : Math.round(from) + by;
  return Math.min(input.high ?? Infinity, Math.max(input.low ?? -Infinity, next));
}

/**
 * What was typed, as a number if it is one; anything else goes to the rules as it is, which say what they expect. The
 * beginning of a length (9. and 9.0 on the way to 9.05) stays as it is typed; where a comma is all that a keyboard has, it is
 * the point.
 */
export function meant(input: ProcedureInput, text: string): Fact {
  if (input.kind !== "length") return /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : text;
  const typed = text.replace(/^(\s*-?\d+),(\d*\s*)$/, "$1.$2");
  return /^-?\d{1,9}(\.\d{1,3})?$/.test(typed) && String(Number(typed)) === typed ? Number(typed) : typed;
}
