// All the seats of a game that are played at this screen. One is looked at; if they may not know the same, a curtain
// falls when it changes.

import { Session } from "../game/session.svelte";
import { mine } from "../lib/mine.svelte";

export class HotSeat {
  readonly sessions: Session[];
  #at = $state(0);
  #curtain = $state(false);

  constructor(
    readonly game: string,
    secret: string,
  ) {
    const others = (mine.find(game)?.seats ?? []).map((seat) => seat.secret).filter((held) => held !== secret);
    const known = (mine.find(game)?.seats ?? []).some((seat) => seat.secret === secret);
    this.sessions = [secret, ...(known ? others : [])].map((held) => new Session(game, held));
  }

  /** The seat that is looked at. */
  get now(): Session {
    return this.sessions[this.#at] as Session;
  }
  get curtain(): boolean {
    return this.#curtain;
  }
  /** Whose turn it is behind the curtain. */
  get name(): string {
    const state = this.now.state;
    return (state?.you.seat === null ? "" : state?.seats[state.you.seat]?.name) ?? "";
  }

  /** Does anybody at this screen know what another may not? */
  get hides(): boolean {
    const hashes = this.sessions.map((session) => session.state?.hash).filter(Boolean);
    return new Set(hashes).size > 1;
  }

  /** Turn to whoever is asked, when everything before has been shown. */
  follow(): void {
    if (this.sessions.length < 2 || this.#curtain || this.now.stage.busy || this.now.state?.questions.length) return;
    const next = this.sessions.findIndex((session) => session.state?.questions.length);
    if (next < 0 || next === this.#at) return;
    const hides = this.hides;
    this.#at = next;
    this.now.stage.skip(); // it was watched from the other seat
    this.#curtain = hides;
  }

  lift(): void {
    this.#curtain = false;
  }

  close(): void {
    for (const session of this.sessions) session.close();
  }
}
