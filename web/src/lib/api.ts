// The HTTP half of the protocol: one function a request. Whatever goes wrong is a `Refused` with a sentence for a person.

import type { Paper } from "./paper";
import { password } from "./password.svelte";
import type {
  About,
  Advice,
  Chronicle,
  CreatedGame,
  Explained,
  Fact,
  Invitation,
  Joined,
  LessonHead,
  Level,
  ListedGame,
  MasterOrder,
  NewGame,
  Odds,
  PlaySheet,
  Procedure,
  Resolved,
  Ruling,
  Scenario,
  ScenarioSource,
  State,
  StepData,
  StepsData,
  Summary,
  SystemHead,
  UndoKind,
} from "./protocol";

/** A refusal: `message` is one sentence for a person, `code` is for the program. `offline`: the server was not reached. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    says: string,
    readonly retryAfter = 0,
  ) {
    super(says);
  }
}

type Body = object | undefined;

const ELSEWHERE_TRIES = 15; // a second from one to the next

/** A game that goes from one server to another is asked for again: nothing was done the first time. */
async function sent(method: string, path: string, body: Body, secret: string, shown = ""): Promise<Response> {
  for (let tries = 1; ; tries++) {
    try {
      return await sentOnce(method, path, body, secret, shown);
    } catch (why) {
      if (!(why instanceof Refused) || why.code !== "elsewhere" || tries >= ELSEWHERE_TRIES) throw why;
      const pause = 1000 * (why.retryAfter || 1);
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

async function sentOnce(method: string, path: string, body: Body, secret: string, shown: string): Promise<Response> {
  const headers: Record<string, string> = {};
  if (shown) headers["Playsheet-Password"] = encodeURIComponent(shown);
  if (secret) headers["Authorization"] = `Bearer ${secret}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused("offline", "The server cannot be reached. Check the connection, then try again.");
  }
  if (!answer.ok) throw await refusalOf(answer);
  return answer;
}

async function refusalOf(answer: Response): Promise<Refused> {
  const wait = Number(answer.headers.get("Retry-After") ?? "0");
  try {
    const { error } = (await answer.json()) as { error: { code: string; says: string } };
    return new Refused(error.code, sentence(error.says), wait);
  } catch {
    return new Refused("malformed", `The server answered ${answer.status} and gave no reason. Try again in a moment.`, wait);
  }
}

/** The server's sentences begin in lower case where they go on from another; the name of a file or key stays as it is. */
export function sentence(says: string): string {
  return /^[a-z]+[\s,;]/.test(says) ? says.charAt(0).toUpperCase() + says.slice(1) : says;
}

async function get<T>(path: string, secret = ""): Promise<T> {
  return (await (await sent("GET", path, undefined, secret)).json()) as T;
}

async function post<T>(path: string, body: object, secret = ""): Promise<T> {
  return (await (await sent("POST", path, body, secret)).json()) as T;
}

/** For what makes a game: where the server wants a password for that, it is asked until it is right. */
async function making(path: string, body: object, secret = ""): Promise<CreatedGame> {
  for (;;) {
    try {
      return (await (await sent("POST", path, body, secret, password.kept)).json()) as CreatedGame;
    } catch (why) {
      const wanted = why instanceof Refused && why.code === "password";
      if (!wanted || (await password.ask(why.message)) === null) throw why;
    }
  }
}

const part = encodeURIComponent;

// ---------------------------------------------------------------------- looking things up

export const about = (): Promise<About> => get("/api/about");

export async function systems(): Promise<SystemHead[]> {
  return (await get<{ systems: SystemHead[] }>("/api/systems")).systems;
}

export async function lessons(): Promise<LessonHead[]> {
  return (await get<{ lessons: LessonHead[] }>("/api/lessons")).lessons;
}

export const beginLesson = (id: string): Promise<CreatedGame> => making(`/api/lessons/${part(id)}`, {});

export const sendLesson = (source: { file: string; text: string }): Promise<CreatedGame> => making("/api/lessons", source);

export const scenario = (id: string): Promise<Scenario> => get(`/api/scenarios/${part(id)}`);

export const checkScenario = (source: { file: string; text: string }): Promise<Scenario> =>
  post("/api/scenarios/check", { scenario: source, houses: [], rulings: {} });

export const sheet = (system: string): Promise<PlaySheet> => get(`/api/systems/${part(system)}/sheet`);

export async function rulings(system: string): Promise<Ruling[]> {
  return (await get<{ rulings: Ruling[] }>(`/api/systems/${part(system)}/rulings`)).rulings;
}

export async function procedures(system: string): Promise<Procedure[]> {
  return (await get<{ procedures: Procedure[] }>(`/api/systems/${part(system)}/procedures`)).procedures;
}

/** Without `dice` the server rolls. */
export function resolve(
  system: string,
  procedure: string,
  inputs: Record<string, Fact>,
  dice?: number[],
): Promise<Resolved> {
  const body = dice === undefined ? { inputs } : { inputs, dice };
  return post(`/api/systems/${part(system)}/procedures/${part(procedure)}/resolve`, body);
}

export const odds = (system: string, procedure: string, inputs: Record<string, Fact>): Promise<Odds> =>
  post(`/api/systems/${part(system)}/procedures/${part(procedure)}/odds`, { inputs });

// ---------------------------------------------------------------------- games

export const createGame = (wanted: NewGame): Promise<CreatedGame> => making("/api/games", wanted);

export async function listedGames(): Promise<ListedGame[]> {
  return (await get<{ games: ListedGame[] }>("/api/games")).games;
}

export const join = (
  game: string,
  invite: string,
  wanted: { seat?: number; who: string; own_dice: boolean },
): Promise<Joined> => post(`/api/games/${part(game)}/join`, wanted, invite);

/** What an invitation is for; in a listed game without one, for a seat. */
export const invitation = (game: string, invite: string, seat: string): Promise<Invitation> =>
  get(`/api/games/${part(game)}/invitation${invite ? "" : `?seat=${Number(seat) || 0}`}`, invite);

export const summary = (game: string, secret: string): Promise<Summary> => get(`/api/games/${part(game)}/summary`, secret);

export interface Again {
  swap: boolean;
  deployed: boolean;
  seats: number[];
  level: Level | ""; // at which the computer plays; empty: as it has played
}

export const rematch = (game: string, secret: string, again: Again): Promise<CreatedGame> =>
  post(`/api/games/${part(game)}/rematch`, again, secret);

/** What taking back would do, in words. */
export const undoSaid = (game: string, secret: string): Promise<{ undo: UndoKind; says: string }> =>
  get(`/api/games/${part(game)}/undo`, secret);

export const advice = (game: string, secret: string): Promise<Advice> => post(`/api/games/${part(game)}/advice`, {}, secret);

export async function masterOrders(game: string, secret: string): Promise<MasterOrder[]> {
  return (await get<{ orders: MasterOrder[] }>(`/api/games/${part(game)}/orders`, secret)).orders;
}

export const giveOrder = (game: string, secret: string, order: string): Promise<State> =>
  post(`/api/games/${part(game)}/orders?log=-1`, { order }, secret);

export const gameState = (game: string, secret: string): Promise<State> => get(`/api/games/${part(game)}`, secret);

export const ready = (game: string, secret: string, seal: string): Promise<State> =>
  post(`/api/games/${part(game)}/ready`, { seal }, secret);

export const showWords = (game: string, secret: string, words: string): Promise<State> =>
  post(`/api/games/${part(game)}/words`, { words }, secret);

export const step = (game: string, secret: string, n: number, view = true): Promise<StepData> =>
  get(`/api/games/${part(game)}/steps/${n}${view ? "" : "?views=0"}`, secret);

export const steps = (game: string, secret: string, from: number, to: number): Promise<StepsData> =>
  get(`/api/games/${part(game)}/steps?from=${from}&to=${to}`, secret);

export async function why(game: string, secret: string, step: number): Promise<Explained[]> {
  return (await get<{ answers: Explained[] }>(`/api/games/${part(game)}/why?step=${step}`, secret)).answers;
}

export const chronicle = (game: string, secret: string): Promise<Chronicle> =>
  get(`/api/games/${part(game)}/chronicle`, secret);

export const gameSheet = (game: string, secret: string): Promise<PlaySheet> =>
  get(`/api/games/${part(game)}/sheet`, secret);

export async function gameRulings(game: string, secret: string): Promise<Ruling[]> {
  return (await get<{ rulings: Ruling[] }>(`/api/games/${part(game)}/rulings`, secret)).rulings;
}

/** A PDF of a sheet (`systems/lancer`), of a scenario's kit (`scenarios/the-wells`), or of a game's (`games/...`);
 * with `inFull` the kit has the map in true size too, on many sheets. */
export async function printed(what: string, paper: Paper, secret = "", inFull = false): Promise<Blob> {
  const query = `paper=${paper}${inFull ? "&map=full" : ""}`;
  const answer = await sent("GET", `/api/${what.split("/").map(part).join("/")}/print?${query}`, undefined, secret);
  return answer.blob();
}

export async function record(game: string, secret: string): Promise<string> {
  return (await sent("GET", `/api/games/${part(game)}/record`, undefined, secret)).text();
}

type Anew = Omit<NewGame, "scenario" | "houses" | "rulings"> & { step?: number };

export const fromRecord = (text: string, anew: Anew): Promise<CreatedGame> =>
  making("/api/records", { record: text, ...anew });

export const clone = (game: string, secret: string, anew: Anew): Promise<CreatedGame> =>
  making(`/api/games/${part(game)}/clone`, anew, secret);

export type { Anew, ScenarioSource };
