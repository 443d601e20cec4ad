// Games of mine: their links are the only key to them, so the browser keeps them.

import { keep, kept } from "./keep";
import type { CreatedGame, Result, SeatHead, Status } from "./protocol";
import { dropWords } from "./sealing";

/** How a game stood when it was last heard of. */
export interface LastKnown {
  battle: string;
  sheet: string;
  status: Status;
  turn: number;
  turns: number;
  asked: number[];
  seats: SeatHead[];
  result: { side: string | null; verdict: string } | null;
  at: number; // when that was
}

export interface MyGame {
  game: string;
  title: string;
  system: string;
  scenario: string;
  seats: { seat: number; name: string; secret: string }[]; // those that I play; several are a hot seat
  open: { seat: number; name: string; link: string }[]; // invitations that I may hand on
  gm: string; // the game master's secret, if I have it
  watch: string; // the spectators' secret
  at: number; // when I last looked, for the order of the list
  last?: LastKnown; // of games that were kept before this was, it is not there
}

/** What a list of games needs of a state or a summary. */
export interface Heard {
  status: Status;
  turn: number;
  asked: number[];
  seats: SeatHead[];
  result: Result | null;
}

const MOST = 50;

class Mine {
  #games = $state<MyGame[]>(kept<MyGame[]>("games", []));

  get games(): MyGame[] {
    return this.#games;
  }

  find(game: string): MyGame | undefined {
    return this.#games.find((held) => held.game === game);
  }

  /** Add it, or put it first with what is new. */
  put(game: MyGame): void {
    const games = [game, ...this.#games.filter((held) => held.game !== game.game)];
    for (const { game: gone } of games.splice(MOST)) dropWords(gone);
    this.#games = games;
    keep("games", this.#games);
  }

  /** How a game of mine stands now; the list stays in its order. */
  heard(game: string, now: Heard, names: { battle: string; sheet: string; turns: number }): void {
    const held = this.find(game);
    if (!held) return;
    const { status, turn, asked } = now;
    const seats = now.seats.map(({ seat, name, side, player, who }) => ({ seat, name, side, player, who }));
    const result = now.result && { side: now.result.side, verdict: now.result.verdict };
    const last: LastKnown = { ...names, status, turn, asked, seats, result, at: held.last?.at ?? held.at };
    if (JSON.stringify(last) === JSON.stringify(held.last)) return;
    held.last = { ...last, at: Date.now() };
    keep("games", this.#games);
  }

  forget(game: string): void {
    this.#games = this.#games.filter((held) => held.game !== game);
    dropWords(game);
    keep("games", this.#games);
  }

  created(made: CreatedGame, title: string, system: string, scenario: string): MyGame {
    const game: MyGame = {
      game: made.game,
      title,
      system,
      scenario,
      seats: made.seats.flatMap(({ seat, name, secret }) => (secret ? [{ seat, name, secret }] : [])),
      open: made.seats.flatMap(({ seat, name, invite, link }) => (invite && link ? [{ seat, name, link }] : [])),
      gm: made.gm?.secret ?? "",
      watch: made.watch.secret,
      at: Date.now(),
    };
    this.put(game);
    return game;
  }

  /** A seat whose link I was given, or that I joined. */
  took(game: string, title: string, system: string, scenario: string, seat: number, name: string, secret: string): void {
    const held = this.find(game);
    const seats = (held?.seats ?? []).filter((mine) => mine.seat !== seat);
    const fresh = { open: [], gm: "", watch: "" };
    this.put({
      ...fresh,
      ...held,
      game,
      title,
      system,
      scenario,
      seats: [...seats, { seat, name, secret }].sort((a, b) => a.seat - b.seat),
      at: Date.now(),
    });
  }
}

export const mine = new Mine();
