// The glossary of the sheet that is being played, for whatever page shows its words.

import type { Term } from "./protocol";

class Explained {
  #all = $state.raw<Term[]>([]);
  readonly terms = $derived(this.#all.filter((term) => !term.card)); // in sentences

  /** On a unit's card: plain words too. */
  get onCard(): Term[] {
    return this.#all;
  }

  take(terms: Term[]): void {
    this.#all = terms;
  }
}

export const explained = new Explained();
