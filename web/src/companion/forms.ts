// Forms from registered inputs: what is shown, what a person meant, and what was filled in last time.

import { keep, kept } from "../lib/keep";
import type { Fact, Procedure, ProcedureInput } from "../lib/protocol";
import type { Inputs } from "./calculator";

const MOST_BUTTONS = 5; // more words than that are a list to choose from
const MOST_LETTERS = 40;

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
  return typeof value === "number" && value >= (input.low ?? value) && value <= (input.high ?? value);
}

/** "Shooting: a volley and what follows" is a name and what it is about. */
export function heading(title: string): { name: string; about: string } {
  const at = title.indexOf(":");
  if (at > 0) return { name: title.slice(0, at), about: title.slice(at + 1).trim() };
  const comma = title.indexOf(",");
  return comma > 0 ? { name: title.slice(0, comma), about: title.slice(comma + 1).trim() } : { name: title, about: "" };
}

/** One up or down, and never out of its bounds. */
export function stepped(input: ProcedureInput, value: Fact, by: number): number {
  const from = typeof value === "number" && Number.isFinite(value) ? value : Number(input.default);
  return Math.min(input.high ?? Infinity, Math.max(input.low ?? -Infinity, Math.round(from) + by));
}

/** What was typed, as a number if it is one; anything else goes to the rules as it is, which say what they expect. */
export function meant(text: string): Fact {
  return /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : text;
}
