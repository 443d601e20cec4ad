// A scenario of one's own, from the first page to the page where a game is set up.

import type { Scenario } from "../lib/protocol";

class Uploaded {
  scenario = $state.raw<Scenario | null>(null);
}

export const uploaded = new Uploaded();
