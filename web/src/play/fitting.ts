// Which choices are in sight where there is not room for all: those to be picked on the table first, the rest behind "more".

import type { QuestionOption } from "../lib/protocol";

/** Is it about something on the table, and may be picked there? */
export function isTarget({ unit, figures, at }: QuestionOption): boolean {
  return unit !== undefined || figures !== undefined || at !== undefined;
}

/** The first that is no target (all done, hold fire) stays first; then what is on the table, then the rest. */
export function sorted(options: QuestionOption[]): QuestionOption[] {
  const word = options.find((option) => !isTarget(option));
  const others = options.filter((option) => option !== word);
  return [...(word ? [word] : []), ...others.filter(isTarget), ...others.filter((option) => !isTarget(option))];
}

/**
 * How many of `count` have room, at least one: `fits` says whether so many do, together with the way to the rest. More
 * never fit where fewer do not.
 */
export function mostOf(count: number, fits: (shown: number) => boolean): number {
  let [low, high] = [1, count];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
