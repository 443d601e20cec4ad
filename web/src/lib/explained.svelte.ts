// The glossary of the sheet that is being played, for whatever page shows its words.

import type { Term } from "./protocol";

class Explained {
  terms = $state.raw<Term[]>([]);
}

export const explained = new Explained();
