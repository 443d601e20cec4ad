// A lesson's words as pages: the cards that come before the question, then the step itself, then the end.

import type { Lesson, LessonStep } from "../lib/protocol";

/** What is open: a card or a step; null when all was read and nothing is wanted, or the lesson is over. */
export interface Page {
  shown: LessonStep | null;
  isCard: boolean;
  before: LessonStep | null; // the card to which one can go back
}

/** The first page that was not read yet; `read` is the highest number that was. */
export function pageOf({ cards, step }: Lesson, read: number): Page {
  const at = cards.findIndex(({ number }) => number > read);
  if (at >= 0) return { shown: cards[at] ?? null, isCard: true, before: cards[at - 1] ?? null };
  return { shown: step, isCard: false, before: cards.at(-1) ?? null };
}

/** Whoever has taken something back is before what he had read: it is there to be read again. */
export function stillRead({ step }: Lesson, read: number): number {
  return step && step.number <= read ? step.number - 1 : read;
}
