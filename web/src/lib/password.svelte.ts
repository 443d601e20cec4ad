// The password for making games, where a server wants one: asked when it is needed, and kept as long as this tab is open.

const NAME = "playsheet.password";

class Password {
  /** What is asked, as a sentence; empty while nothing is. */
  says = $state("");

  #answer: ((given: string | null) => void) | null = null;
  #held = "";

  /** What was given before; empty if nothing was. */
  get kept(): string {
    try {
      return sessionStorage.getItem(NAME) ?? this.#held;
    } catch {
      return this.#held;
    }
  }

  /** Asks whoever is there; null if he would rather not say it. */
  ask(says: string): Promise<string | null> {
    this.#answer?.(null);
    this.says = says;
    return new Promise((done) => (this.#answer = done));
  }

  /** What was typed, or null. */
  give(given: string | null): void {
    const answer = this.#answer;
    [this.says, this.#answer] = ["", null];
    if (given !== null) this.#keep(given);
    answer?.(given);
  }

  #keep(given: string): void {
    this.#held = given;
    try {
      sessionStorage.setItem(NAME, given);
    } catch {
      // a page that may keep nothing keeps it until it is loaded again
    }
  }
}

export const password = new Password();
