// A socket to one seat of one game. It comes back by itself when the connection is lost; whoever waits for an answer
// then is told so, and may ask again: the server takes each answer once.

import { Refused, sentence } from "./api";
import type { FromServer, ToServer } from "./protocol";

export type Link = "connecting" | "open" | "lost" | "closed";

export interface Ear {
  /** What to say first: asked anew at each connection. */
  hello: () => ToServer;
  /** Everything the server says, with its text (digests are taken over it). */
  heard: (message: FromServer, text: string) => void;
  /** How the connection stands; `says` is a sentence if there is something to be said, `code` why it is closed for good. */
  link: (link: Link, says: string, code?: string) => void;
}

interface Waiting {
  done: (message: FromServer) => void;
  failed: (why: Refused) => void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const ELSEWHERE_PAUSE = 1000; // a game that goes from server to server is found again within seconds
const HEARTBEAT = 20_000;
const SILENCE = 45_000;
const WAKING = 4000; // what a socket has to answer in when a sleeping page wakes up
const FINAL = ["unknown", "forbidden", "malformed", "put_away"]; // trying again would not help

export class Live {
  #socket: WebSocket | null = null;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #closed = false;
  #greeted = false;
  readonly #online = (): void => this.#again(0);
  readonly #wake = (): void => {
    if (!document.hidden) this.#prove();
  };

  constructor(
    readonly game: string,
    readonly ear: Ear,
  ) {
    addEventListener("online", this.#online);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#online);
    document.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#timer);
    this.#drop();
    this.ear.link("closed", "");
  }

  /** Send, and wait for the direct answer. */
  ask(message: ToServer): Promise<FromServer> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN || !this.#greeted) {
      return Promise.reject(new Refused("offline", "The connection is lost just now; it is being mended."));
    }
    const id = this.#next++;
    socket.send(JSON.stringify({ ...message, id }));
    return new Promise((done, failed) => this.#waiting.set(id, { done, failed }));
  }

  #connect(): void {
    if (this.#closed) return;
    this.ear.link("connecting", "");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${encodeURIComponent(this.game)}/live`);
    this.#socket = socket;
    this.#greeted = false;
    socket.onopen = () => {
      this.#heardAt = Date.now();
      socket.send(JSON.stringify(this.ear.hello()));
      this.#beat = setInterval(() => this.#heart(), HEARTBEAT);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.#hear(event.data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost("The connection to the server is lost; trying again.");
    };
  }

  #hear(text: string): void {
    this.#heardAt = Date.now();
    const message = JSON.parse(text) as FromServer;
    if (message.t === "bye" || (message.t === "refused" && !this.#greeted)) {
      this.#dismissed(message.code, sentence(message.says));
      return;
    }
    if (message.t === "state" && !this.#greeted) {
      this.#greeted = true;
      this.#pause = FIRST_PAUSE;
      this.ear.heard(message, text);
      this.ear.link("open", "");
      return;
    }
    this.ear.heard(message, text);
    const id = ("id" in message ? message.id : null) ?? 0;
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (message.t === "refused") waiting.failed(new Refused(message.code, sentence(message.says)));
    else waiting.done(message);
  }

  #dismissed(code: string, says: string): void {
    if (FINAL.includes(code)) {
      this.#closed = true;
      this.#drop();
      this.ear.link("closed", says, code);
    } else {
      if (code === "elsewhere") this.#pause = Math.min(this.#pause, ELSEWHERE_PAUSE);
      this.#lost(says);
    }
  }

  #heart(): void {
    if (Date.now() - this.#heardAt > SILENCE) this.#lost("The server does not answer; trying again.");
    else this.#socket?.send(JSON.stringify({ t: "ping" }));
  }

  /** A telephone that slept may hold a socket that is long dead: it must answer now. */
  #prove(): void {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      this.#again(0);
      return;
    }
    const asked = Date.now();
    socket.send(JSON.stringify({ t: "ping" }));
    setTimeout(() => {
      if (this.#socket === socket && this.#heardAt < asked) this.#lost("The connection was lost while this page slept; trying again.");
    }, WAKING);
  }

  #lost(says: string): void {
    this.#drop();
    if (this.#closed) return;
    this.ear.link("lost", says);
    this.#again(this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  #again(pause: number): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), pause);
  }

  #drop(): void {
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    socket?.close();
    const lost = new Refused("offline", "The connection was lost before the server answered.");
    for (const waiting of this.#waiting.values()) waiting.failed(lost);
    this.#waiting.clear();
  }
}
