// A seat at a running game: what is known, what is asked, and what can be said to it.

import { Refused, sentence } from "../lib/api";
import { digestOf, plainPath, readExact, type Exact } from "../lib/digest";
import { Live, type Link } from "../lib/live";
import { patched } from "../lib/patch";
import type { DiceKey, Entry, FromServer, Measured, Odds, Outcome, Patch, Question, Seat, Spot, State, ToServer, Update, Would } from "../lib/protocol";
import { allSealed, heldWords, holdWords, newWords, sealOf, standing, type Sealed, type Standing } from "../lib/sealing";
import { isFound } from "./found";
import { Stage } from "./stage.svelte";

export class Session {
  readonly stage = new Stage();
  #state = $state.raw<State | null>(null);
  #link = $state<Link>("connecting");
  #trouble = $state(""); // the connection's
  #closedBy = $state(""); // the code with which the server closed it for good
  #refusal = $state(""); // of the last thing that was said
  #refusedBy = $state(""); // its code
  #sending = $state(false);
  #live: Live;
  #exact: Exact = null; // the view as it was sent, for its digest
  #clockAt = 0; // when the clock was read
  #standing = $state<Standing>("unsealed"); // of this seat's words for the dice
  #sealing = false;
  #showing = false;
  #asked = false; // has any question stood here?

  constructor(
    readonly game: string,
    readonly secret: string,
    checked: number, // every so many updates the view is compared with the server's by its digest
  ) {
    this.#live = new Live(game, {
      hello: () => ({ t: "hello", secret, hash: checked, ...this.#held() }),
      heard: (message, text) => this.#heard(message, text),
      link: (link, says, code = "") => {
        this.#link = link;
        this.#trouble = says;
        this.#closedBy = code;
      },
    });
  }

  get state(): State | null {
    return this.#state;
  }
  get link(): Link {
    return this.#link;
  }
  get trouble(): string {
    return this.#trouble;
  }
  get closedBy(): string {
    return this.#closedBy;
  }
  get refusal(): string {
    return this.#refusedBy === "not_yet" ? "" : this.#refusal;
  }
  /** What a lesson says to a legal answer that does not lead on. */
  get notYet(): string {
    return this.#refusedBy === "not_yet" ? this.#refusal : "";
  }
  get sending(): boolean {
    return this.#sending;
  }
  get standing(): Standing {
    return this.#standing;
  }
  get clockAt(): number {
    return this.#clockAt;
  }

  /** The question that is open for this seat, once everything before it has been shown. */
  get question(): Question | null {
    return this.stage.busy || this.#state?.intents?.busy ? null : (this.#state?.questions[0] ?? null);
  }

  close(): void {
    this.#live.close();
    this.stage.close();
  }

  // ------------------------------------------------------------ saying

  async answer(question: Question, text: string): Promise<boolean> {
    this.stage.clearRolls();
    return this.#say({ t: "answer", question: question.number, text });
  }

  /**
   * Ready, with words for the dice: kept here first, then sealed. They are shown when everybody has sealed theirs. Said
   * twice at once it would seal words that are not kept: the second time is not said.
   */
  async ready(typed: string): Promise<boolean> {
    const state = this.#state;
    if (!state?.dice || state.you.seat === null || this.#sealing) return false;
    this.#sealing = true;
    const words = newWords(typed);
    holdWords(this.game, state.you.seat, { words, commitment: state.dice.commitment, seen: null });
    const taken = await this.#say({ t: "ready", seal: sealOf(words) });
    this.#sealing = false;
    return taken;
  }

  undo = (): Promise<boolean> => this.#say({ t: "undo" });
  takeBack = (agree: boolean): Promise<boolean> => this.#say({ t: "take_back", agree });
  decide = (word: "on" | "end"): Promise<boolean> => this.#say({ t: "upgrade", word });
  resign = (): Promise<boolean> => this.#say({ t: "resign" });
  intend = (intents: string[]): Promise<boolean> => this.#say({ t: "intend", intents });
  leaveLesson = (): Promise<boolean> => this.#say({ t: "leave_lesson" });
  chat = (text: string, to: "all" | "side"): Promise<boolean> => this.#say({ t: "chat", text, to });

  dismiss(): void {
    this.#refusal = "";
  }

  async #say(message: ToServer): Promise<boolean> {
    this.#sending = true;
    this.#refusal = "";
    this.#refusedBy = "";
    try {
      await this.#live.ask(message);
      return true;
    } catch (why) {
      this.#refusedBy = why instanceof Refused ? why.code : "";
      this.#refusal = why instanceof Refused ? why.message : "That could not be sent. Try again.";
      return false;
    } finally {
      this.#sending = false;
    }
  }

  // ------------------------------------------------------------ asking

  /** For each choice: empty if it is legal, else why not. */
  /** For each choice in a region why not, empty if it is legal; of a single one also what would come of it. */
  async check(question: Question, values: number[][]): Promise<{ whys: string[]; outcome: Outcome | null }> {
    const answer = await this.#live.ask({ t: "check", question: question.number, values });
    if (answer.t !== "checked") return { whys: [], outcome: null };
    return { whys: answer.refusals.map((why) => (why ? sentence(why) : "")), outcome: answer.outcome };
  }

  async odds(question: Question, option: string): Promise<Odds | null> {
    const answer = await this.#live.ask({ t: "odds", question: question.number, options: [option] });
    return answer.t === "odds" ? (answer.odds[option] ?? null) : null;
  }

  /** What intents would do; null where that cannot be shown beforehand. */
  async would(intents: string[]): Promise<Would | null> {
    const answer = await this.#live.ask({ t: "intend", intents, ask: true });
    return answer.t === "would" ? answer : null;
  }

  async measure(from: Spot, to: Spot): Promise<Measured> {
    const answer = await this.#live.ask({ t: "measure", from, to });
    if (answer.t !== "measured") throw new Refused("malformed", "The server did not measure that.");
    return answer;
  }

  // ------------------------------------------------------------ hearing

  #held(): { log?: number; epoch?: number } {
    const state = this.#state;
    if (!state) return {};
    return { log: state.log.filter((entry) => !entry.open).length, epoch: state.epoch };
  }

  #heard(message: FromServer, text: string): void {
    const state = this.#state;
    switch (message.t) {
      case "state":
        this.#whole(message, readExact(text));
        return;
      case "update":
        if (state) this.#update(state, message, text);
        return;
      case "refused":
        if (message.state) this.#whole(message.state, part(readExact(text), "state"));
        return;
      case "seats":
        if (state) this.#state = { ...state, seats: message.seats, dice: message.dice ?? state.dice };
        this.#gather();
        return;
      case "chat":
        if (state && !state.chat.some((line) => line.number === message.chat.number)) {
          this.#state = { ...state, chat: [...state.chat, message.chat] };
        }
        return;
      case "take_back":
        if (state) this.#state = { ...state, take_back: message.take_back };
        return;
      case "rematch":
        if (state) this.#state = { ...state, rematch: message.rematch };
    }
  }

  #whole(state: State, exact: Exact): void {
    const before = this.#state;
    const log = logWith(before, state.log_from, state.log);
    this.#state = { ...state, log, log_from: 0 };
    this.#exact = part(exact, "view");
    this.#clockAt = Date.now();
    this.#asked ||= state.questions.length > 0;
    if (!before || before.hash !== state.hash || before.log.length !== log.length) this.stage.show(state.view, log);
    this.#gather();
  }

  /** While players gather: how this seat's words stand, and if all are sealed, they are shown. */
  #gather(): void {
    const state = this.#state;
    if (state?.status !== "gathering" || state.you.seat === null || !state.dice) return;
    const held = heldWords(this.game, state.you.seat);
    this.#standing = standing(state, held);
    if (this.#standing === "sealed" && held && allSealed(state.seats)) void this.#show(state.you.seat, held, state.dice);
  }

  /** The seals are written down first: at the end they must be the same. What fails is tried with the next message. */
  async #show(seat: number, held: Sealed, dice: DiceKey): Promise<void> {
    if (this.#showing) return;
    this.#showing = true;
    holdWords(this.game, seat, { ...held, seen: dice.seals });
    await this.#live.ask({ t: "words", words: held.words }).catch(() => undefined);
    this.#showing = false;
  }

  #update(state: State, update: Update, text: string): void {
    if (!this.#fits(update, text)) {
      void this.#live.ask({ t: "sync", log: 0, epoch: -1 }).catch(() => undefined); // comes again by itself if lost
      return;
    }
    const view = patched(state.view, update.patch);
    if (update.clock) this.#clockAt = Date.now();
    const log = [...state.log.slice(0, update.log_from), ...update.log];
    this.#state = {
      ...state,
      ...withoutPatch(update),
      view,
      log,
      lesson: update.lesson === undefined ? state.lesson : update.lesson,
      hash: update.hash ?? state.hash,
      clock: update.clock ?? state.clock,
      dice: update.dice ?? state.dice,
    };
    const isSeen = this.#asked || !isFound(state, update.by);
    this.#asked ||= update.questions.length > 0;
    if (update.why === "undo" || update.why === "begin" || (update.why === "answer" && !isSeen)) this.stage.show(view, log);
    else if (update.why !== "clock" && update.why !== "lesson") this.stage.play(view, update.events, log); // clocks show themselves
  }

  /** Does the patch lead to the view that the server has? */
  #fits(update: Update, text: string): boolean {
    const patch = part(readExact(text), "patch");
    if (!Array.isArray(patch)) return false;
    try {
      const exact = patch.map((one) => [plainPath((one as Exact[])[0] as Exact), (one as Exact[])[1]]) as Patch;
      this.#exact = patched(this.#exact, exact);
      return update.hash === null || digestOf(this.#exact) === update.hash;
    } catch {
      return false;
    }
  }
}

function part(message: Exact, name: string): Exact {
  return (message as { [key: string]: Exact })[name] ?? null;
}

function withoutPatch(update: Update): Omit<Update, "hash" | "patch" | "events" | "log_from" | "clock" | "dice" | "lesson" | "why" | "by"> {
  const { hash: _h, patch: _p, events: _e, log_from: _l, clock: _c, dice: _d, lesson: _s, why: _w, by: _b, ...rest } = update;
  return rest;
}

function logWith(before: State | null, from: number, log: Entry[]): Entry[] {
  return from > 0 && before ? [...before.log.slice(0, from), ...log] : log;
}

export function seatName(seats: Seat[], seat: number | null): string {
  const found = seat === null ? undefined : seats[seat];
  return found ? found.who || found.name : "the game master";
}
