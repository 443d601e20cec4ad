// Games of mine: their links are the only key to them, so the browser keeps them.

import { keep, kept } from "./keep";
import type { CreatedGame } from "./protocol";
import { dropWords } from "./sealing";

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
