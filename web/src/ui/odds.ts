// A distribution in few rows: what is likely stands by itself, what is not is summed up with its neighbours.

import type { Chance, Odds } from "../lib/protocol";
import { said, short, upper } from "../lib/words";

export interface OddsRow {
  label: string;
  chance: number;
  exact: string; // empty where several values are summed up
}

/** At most so many rows. Numbers are joined with their neighbours into spans, the least likely first; words into "other". */
export function folded(values: Chance[], most: number): OddsRow[] {
  if (values.length <= most) return values.map(single);
  return values.every(({ value }) => typeof value === "number") ? spans(values, most) : words(values, most);
}

/** Exact, or how far off a sample may well be: two standard errors of a chance of one half, which strays furthest. */
export function howFound({ exact, runs }: Pick<Odds, "exact" | "runs">): string {
  if (exact) return "Exact";
  return `About, from ${runs} trials: give or take ${short(100 / Math.sqrt(runs))} %`;
}

/** Assumed: the target fires. Nobody intercepts. Empty if nothing is. */
export function assumption({ assumed }: Pick<Odds, "assumed">): string {
  return assumed.length ? `Assumed: ${assumed.join(" ")}` : "";
}

const FEW = 3; // rows that a sentence holds

/** The first thing that dice decide, in a sentence. */
export function inOneSentence({ results }: Pick<Odds, "results">): string {
  const [first] = results;
  if (!first) return "";
  const rows = folded(first.values, FEW).map(({ label, chance }) => `${label} (${Math.round(100 * chance)} %)`);
  return `Then dice are thrown. ${upper(first.name.replaceAll("_", " "))}: ${rows.join(", ")}.`;
}

const single = ({ value, chance, float }: Chance): OddsRow => ({ label: said(value), chance: float, exact: chance });
const sumOf = (values: Chance[]): number => values.reduce((sum, { float }) => sum + float, 0);

function spans(values: Chance[], most: number): OddsRow[] {
  const groups = values.toSorted((a, b) => Number(a.value) - Number(b.value)).map((value) => [value]);
  while (groups.length > most) {
    let least = 0;
    const both = (i: number): number => sumOf([...(groups[i] ?? []), ...(groups[i + 1] ?? [])]);
    for (let i = 1; i < groups.length - 1; i++) if (both(i) < both(least)) least = i;
    groups.splice(least, 2, [...(groups[least] ?? []), ...(groups[least + 1] ?? [])]);
  }
  return groups.map((group, i) => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last || group.length === 1) return single(group[0] as Chance);
    const ends = i === 0 ? `${said(last.value)} or less` : i === groups.length - 1 ? `${said(first.value)} or more` : "";
    return { label: ends || `${said(first.value)} ${group.length === 2 ? "or" : "to"} ${said(last.value)}`, chance: sumOf(group), exact: "" };
  });
}

/** The likeliest, in the order in which they come. */
function words(values: Chance[], most: number): OddsRow[] {
  const kept = new Set(values.toSorted((a, b) => b.float - a.float).slice(0, most - 1));
  const rest = values.filter((value) => !kept.has(value));
  return [...values.filter((value) => kept.has(value)).map(single), { label: "other", chance: sumOf(rest), exact: "" }];
}
