// The sides' colours, as the scenario has chosen them, for a whole page or a part of it.

/** A style for whatever shows a battle: within it `side-0` and the rest have its colours. */
export function coloursOf(colours: string[]): string {
  return colours
    .map((colour, side) => `--side-${side}: var(--${colour}-army); --base-${side}: var(--${colour}-base); --base-pale-${side}: var(--${colour}-base-pale)`)
    .join("; ");
}
