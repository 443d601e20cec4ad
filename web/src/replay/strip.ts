// The strength of each side along the slider, and where turns begin.

/** A line in steps: it falls where figures fell, and is level between. Both axes from 0 to 1. */
export function stairs(strength: number[], most: number): string {
  const last = Math.max(1, strength.length - 1);
  return strength
    .map((count, step) => {
      const x = round(step / last);
      const y = round(1 - count / Math.max(1, most));
      return step === 0 ? `M${x} ${y}` : `H${x}V${y}`;
    })
    .join("");
}

/** Where each turn begins, as a share of the whole. */
/** Where the step after `at` ends, with all that the same intent did. */
export function intentOn(intents: number[], at: number): number {
  const intent = intents[at];
  let to = at + 1;
  while (intent && intents[to] === intent) to += 1;
  return Math.min(to, intents.length);
}

/** Where the last step before `at` began, with all that the same intent did. */
export function intentBack(intents: number[], at: number): number {
  const intent = intents[at - 1];
  let to = at - 1;
  while (intent && to > 0 && intents[to - 1] === intent) to -= 1;
  return Math.max(0, to);
}

export function turnStarts(turns: number[]): { turn: number; x: number }[] {
  const found: { turn: number; x: number }[] = [];
  turns.forEach((turn, step) => {
    if (turn !== turns[step - 1]) found.push({ turn, x: step / Math.max(1, turns.length) });
  });
  return found;
}

const round = (value: number): number => Math.round(value * 10000) / 10000;
