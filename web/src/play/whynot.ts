// What cannot be done now: one line for all that have the same reason.

import type { Barred } from "../lib/protocol";

export interface Reason {
  labels: string[];
  reason: string;
  rulings: string[]; // "R16", ...
  tables: string[]; // of the sheet
}

export function reasonsOf(barred: Barred[]): Reason[] {
  const found = new Map<string, Reason>();
  for (const { label, reason, ruling } of barred) {
    const key = `${reason}/${ruling}`;
    const cited = ruling.split(/[ ,]+/).filter(Boolean);
    const same = found.get(key);
    if (same) same.labels.push(label);
    else found.set(key, { labels: [label], reason, rulings: cited.filter(isRuling), tables: cited.filter((id) => !isRuling(id)) });
  }
  return [...found.values()];
}

const isRuling = (id: string): boolean => /^R\d+$/.test(id);

/** In one sentence, for who listens or reads: `Move, Shoot: disrupted, rally first (R16).` */
export function inWords({ labels, reason, rulings, tables }: Reason): string {
  const cited = [...rulings, ...tables.map((id) => `sheet: ${id.replaceAll("-", " ")}`)].join(", ");
  return `${labels.join(", ")}: ${reason}${cited ? ` (${cited})` : ""}.`;
}
