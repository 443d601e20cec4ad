// How this person likes it. Kept in the browser, never sent.

import { keep, kept } from "./keep";
import type { Level } from "./protocol";

export type Theme = "auto" | "light" | "dark";
export type Speed = "slow" | "normal" | "fast" | "instant";

export const SPEEDS: readonly Speed[] = ["slow", "normal", "fast", "instant"];

interface Kept {
  theme: Theme;
  speed: Speed;
  sound: boolean;
  labels: boolean;
  who: string;
  level: Level; // at which the computer was last played
}

const PLAIN: Kept = { theme: "auto", speed: "normal", sound: false, labels: true, who: "", level: "regular" };

class Settings {
  #kept = $state<Kept>({ ...PLAIN, ...kept<Partial<Kept>>("settings", {}) });

  get theme(): Theme {
    return this.#kept.theme;
  }
  get speed(): Speed {
    return this.#kept.speed;
  }
  get sound(): boolean {
    return this.#kept.sound;
  }
  get labels(): boolean {
    return this.#kept.labels;
  }
  get who(): string {
    return this.#kept.who;
  }

  get level(): Level {
    return this.#kept.level;
  }

  set(changes: Partial<Kept>): void {
    Object.assign(this.#kept, changes);
    keep("settings", this.#kept);
    this.show();
  }

  /** The theme is an attribute of the page; without one the browser's own preference decides. */
  show(): void {
    const root = document.documentElement;
    if (this.#kept.theme === "auto") root.removeAttribute("data-theme");
    else root.dataset["theme"] = this.#kept.theme;
  }
}

export const settings = new Settings();

/** Does the person want things to move? */
export function stillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
