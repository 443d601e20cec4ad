// What a close up of single figures shows.

import type { Figure } from "../game/scene";
import type { Question, QuestionOption } from "../lib/protocol";

const RATIO = 11 / 7.5; // of its width to its height
const LEAST = 4; // inches that it is high at least: who stands beside them is seen too
const MOST = 14; // and at most, where nobody in particular is meant
const AROUND = 1.4; // inches beside the outermost

export interface Frame {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** The figures that the option looked at is about; if none is, those that may be chosen. */
export function aimedAt(question: Question, looked: QuestionOption | null): number[] {
  if (looked?.figures) return looked.figures;
  return [...new Set((question.options ?? []).flatMap((option) => option.figures ?? []))];
}

/** A frame about these; none where there are none, or where they stand too far apart to be close. */
export function windowOf(figures: Figure[], inch: number): Frame | null {
  if (!figures.length) return null;
  const xs = figures.map((one) => one.x);
  const ys = figures.map((one) => one.y);
  const [left, right, low, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const high = Math.max(LEAST * inch, top - low + 2 * AROUND * inch, (right - left + 2 * AROUND * inch) / RATIO);
  if (high > MOST * inch && figures.length > 2) return null;
  return { x: (left + right) / 2, y: (low + top) / 2, wide: high * RATIO, high };
}
