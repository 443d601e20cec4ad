// All the seats of a game that are played at this screen. One is looked at; if they may not know the same, or decide in
// secret, a curtain falls when it changes.

import { Session } from "../game/session.svelte";
import { isComputer } from "../lib/levels";
import { mine } from "../lib/mine.svelte";
import { turned, type Look } from "./turning";

export class HotSeat {
  readonly sessions: Session[];
  #at = $state(0);
  #curtain = $state(false);
  #round: number[] = []; // seats that still have to answer in secret

  constructor(
    readonly game: string,
    secret: string,
  ) {
    const others = (mine.find(game)?.seats ?? []).map((seat) => seat.secret).filter((held) => held !== secret);
    const known = (mine.find(game)?.seats ?? []).some((seat) => seat.secret === secret);
    const secrets = [secret, ...(known ? others : [])];
    const checked = secrets.length > 1 ? 1 : 8; // whether seats know the same must be known at once
    this.sessions = secrets.map((held) => new Session(game, held, checked));
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

  /** Is nobody at another screen waited for? */
  get alone(): boolean {
    const own = this.sessions.map((session) => session.state?.you.seat);
    return this.now.state?.seats.every(({ seat, player }) => own.includes(seat) || isComputer(player)) ?? false;
  }

  /** Does play begin without anybody's saying so? Not in a round that somebody has asked for, be it the server's owner. */
  get begins(): boolean {
    const first = (this.now.state?.dice?.round ?? 1) < 2;
    return this.alone && first && this.sessions.every(({ standing }) => standing !== "lost" && standing !== "changed");
  }

  /** Turn to whoever is asked, when everything before has been shown. */
  follow(): void {
    if (this.sessions.length < 2 || this.#curtain || this.now.stage.busy) return;
    const turn = turned(this.#looks(), this.#at, this.#round);
    if (!turn) return;
    if (turn.at !== this.#at) {
      this.#at = turn.at;
      this.now.stage.skip(); // it was watched from the other seat
    }
    this.#round = turn.round;
    this.#curtain = turn.curtain;
  }

  #looks(): Look[] {
    const known = this.now.state;
    return this.sessions.map(({ state }, i) => ({
      seat: state?.you.seat ?? -1 - i,
      hash: state?.hash ?? known?.hash ?? "",
      asked: state?.asked ?? [],
      isAsked: Boolean(state?.questions.length),
    }));
  }

  lift(): void {
    this.#curtain = false;
  }

  close(): void {
    for (const session of this.sessions) session.close();
  }
}
