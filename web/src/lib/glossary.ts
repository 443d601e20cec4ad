// The sheet's words: found in a sentence, so that they can be explained where they stand.

import type { Term } from "./protocol";

export interface Piece {
  text: string;
  term: Term | null;
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The sentence in pieces; of each term only the first mention is one. Words in capitals are meant so, others either way. */
export function pieces(text: string, terms: Term[]): Piece[] {
  const words = new Map(terms.flatMap((term) => term.words.map((word) => [word, term] as const)));
  if (!words.size || !text) return [{ text, term: null }];
  const longest = [...words.keys()].sort((a, b) => b.length - a.length);
  const found = new RegExp(`\\b(?:${longest.map(escaped).join("|")})\\b`, "gi");
  const seen = new Set<Term>();
  const result: Piece[] = [];
  let start = 0;
  for (const match of text.matchAll(found)) {
    const [said] = match;
    const word = words.has(said) ? said : longest.find((one) => one.toLowerCase() === said.toLowerCase() && one !== one.toUpperCase());
    const term = word === undefined ? undefined : words.get(word);
    if (!term || seen.has(term)) continue;
    seen.add(term);
    if (match.index > start) result.push({ text: text.slice(start, match.index), term: null });
    result.push({ text: said, term });
    start = match.index + said.length;
  }
  if (start < text.length) result.push({ text: text.slice(start), term: null });
  return result;
}

/** The terms that a sentence mentions. */
export const termsIn = (text: string, terms: Term[]): Term[] => pieces(text, terms).flatMap(({ term }) => (term ? [term] : []));
