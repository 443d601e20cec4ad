// What the server says and hears: docs/protocol.md as types, and nothing else.
// Fields with a question mark are not sent by every system.

export type Point = [number, number];
export type Fact = number | string | boolean;
export type Length = string; // the sheet's unit: "inch", "cm"

// ---------------------------------------------------------------------- refusals

export interface Refusal {
  code: string;
  says: string;
}

// ---------------------------------------------------------------------- looking things up

export interface About {
  name: string;
  version: string;
  players: string[];
  levels: LevelHead[]; // the weakest first
  limits: { message: number; body: number; record: number; chat: number };
  password: boolean; // for making games
}

/** How well the computer may play. */
export interface LevelHead {
  level: Level;
  name: string;
  says: string;
  measured: { against: Level; wins: number; low: number; high: number; pairs: number } | null; // of 100 battles
}

export interface ScenarioHead {
  id: string;
  title: string;
  size: string;
  blurb: string;
}

export interface SystemHead {
  id: string;
  title: string;
  unit: Length;
  blurb: string;
  scenarios: ScenarioHead[];
}

/** A lesson as a list shows it. */
export interface LessonHead {
  id: string;
  system: string;
  title: string;
  blurb: string;
  minutes: number;
  steps: number;
  scenario: string;
}

export interface TerrainPiece {
  name: string;
  kind: string;
  line: boolean;
  level: number;
  points: Point[];
}

export interface Marker {
  name: string;
  at: Point;
  across: number;
}

export type Zone = [number, number, number, number];

export interface ScenarioSide {
  name: string;
  colour: string;
  facing: number;
  players: string[];
  zones: Zone[];
  units: { name: string; card: string }[];
}

/** Where an aim lies on the table. */
export type AimPlace =
  | { kind: "point"; name: string; at: Point; within: number }
  | { kind: "line"; name: string; y: number; beyond: string }
  | { kind: "piece"; name: string; piece: number };

/** What a side has of an aim as things stand. */
export interface AimTally {
  side: number;
  said: string;
  count: number;
  need: number; // 0: there is no number to be reached
  points: number;
}

/** A line by which the battle may be decided. */
export interface Aim {
  line: number; // of the scenario's objectives, from 0; -1: the sheet's own
  said: string;
  when: string;
  ruling: string;
  places: AimPlace[];
  tallies: AimTally[];
  leads: number; // the side for which it would count now, or -1
  close: boolean; // it could be decided before the next turn is over
}

/** How the battle would end if this were its end. */
export interface AimVerdict {
  winner: number;
  why: string;
  ruling: string;
  line: number;
}

/** How even a scenario is and how much it asks: battles of the computer with itself. */
export interface Balance {
  games: number;
  wins: number[]; // of each side
  draws: number;
  turns: number;
  questions: number[]; // to each seat
  minutes: number[]; // of each seat
  length: string;
  evenness: string;
  shares: string; // what each side won of a hundred battles that somebody won
  version: string;
}

export interface Scenario {
  id: string;
  system: string;
  title: string;
  size: string;
  blurb: string;
  turns: number;
  unit: Length;
  table: Point;
  rulings: Record<string, string>;
  seats: { seat: number; name: string; side: number }[];
  sides: ScenarioSide[];
  terrain: TerrainPiece[];
  aims: Aim[];
  balance: Balance | null;
  plot?: boolean; // of a built-in one: there is a picture of its balance
  markers: Marker[];
  notes: string[];
  file: string;
  text: string;
}

export interface SheetTable {
  id: string;
  at: string;
  title: string;
  notes: string[];
  headings: string[];
  rows: string[][];
  data: {
    columns: Record<string, string>;
    labels: Record<string, string>;
    values: Record<string, unknown>;
    rows: Record<string, Record<string, unknown>>;
  };
}

export interface HouseCell {
  table: string;
  row: string;
  column: string;
  value: unknown;
  rule: string;
  file: string;
}

/** A part of the sequence of play. */
export interface SequencePart {
  title: string;
  said: string;
  rulings: string[];
}

/** A word of the sheet, explained. */
export interface Term {
  id: string;
  words: string[];
  said: string;
  table: string;
  ruling: string;
  card: boolean; // a plain word, explained on a unit's card only
}

export interface PlaySheet {
  system: string;
  title: string;
  unit: Length;
  sequence: SequencePart[];
  glossary: Term[];
  tables: SheetTable[];
  house: HouseCell[];
}

export interface Switch {
  key: string;
  values: Record<string, string>;
  default: string;
}

export interface Ruling {
  id: string;
  title: string;
  question: string;
  answer: string;
  why: string;
  source: string;
  from: string;
  switches: Switch[];
  in_force: Record<string, string>;
}

export interface ProcedureInput {
  name: string;
  kind: "number" | "length" | "word" | "flag";
  said: string;
  default: Fact;
  low?: number;
  high?: number;
  choices: string[];
}

export interface Procedure {
  id: string;
  title: string;
  table: string;
  inputs: ProcedureInput[];
  results: string[];
  example: string;
}

export interface AccountLine {
  add: number;
  cause: string;
  ruling: string;
}

export interface Roll {
  event: "Rolled";
  why: string;
  seat: number;
  sides: number;
  faces: number[];
  needed: string;
  came: string;
  account: AccountLine[];
  table: string;
  row: string;
  column: string;
  ruling: string;
  text: string;
}

export interface Resolved {
  system: string;
  procedure: string;
  inputs: Record<string, Fact>;
  dice: { given: boolean; faces: number[] };
  rolls: Roll[];
  results: Record<string, Fact>;
}

export interface Chance {
  value: Fact;
  chance: string;
  float: number;
}

export interface OddsResult {
  name: string;
  values: Chance[];
  mean?: { exact: string; float: number };
  at_least?: Chance[];
}

export interface Odds {
  system: string;
  procedure: string;
  inputs: Record<string, Fact>;
  assumed: string[]; // the answers that they take for granted, a sentence each
  exact: boolean;
  runs: number;
  results: OddsResult[];
  outcomes: { facts: Record<string, Fact>; chance: string; float: number }[];
  outcomes_left_off: number;
}

// ---------------------------------------------------------------------- games

export type Level = "recruit" | "regular" | "veteran" | "marshal";
export type PlayerKind = "person" | "open" | "doctrine" | "random" | Level; // the doctrine is a regular by another name

export interface SeatWish {
  player: PlayerKind;
  who?: string;
  own_dice?: boolean;
}

export type ScenarioSource = { id: string } | { file: string; text: string };

export interface NewGame {
  scenario: ScenarioSource;
  title?: string;
  houses?: { file: string; text: string }[];
  rulings?: Record<string, string>;
  seats?: SeatWish[];
  gm?: boolean;
  listed?: boolean;
  clock?: { per_move: number; bank: number } | null;
  advice?: boolean;
}

export interface CreatedSeat {
  seat: number;
  name: string;
  side: number;
  player: PlayerKind;
  secret: string | null;
  invite: string | null;
  link: string | null;
}

export interface CreatedGame {
  game: string;
  seats: CreatedSeat[];
  gm: { secret: string; link: string } | null;
  watch: { secret: string; link: string };
}

export interface Joined {
  game: string;
  seat: number;
  secret: string;
  link: string;
}

export interface ClockWish {
  per_move: number;
  bank: number;
}

export interface SeatHead {
  seat: number;
  name: string;
  side: number;
  player: PlayerKind;
  who: string;
}

/** What an invitation is for. */
export interface Invitation {
  game: string;
  title: string;
  made: string;
  host: string;
  system: string;
  sheet: string;
  clock: ClockWish | null;
  gm: boolean;
  advice?: boolean;
  status: Status;
  rulings: { ruling: string; key: string; value: string }[];
  houses: string[];
  seat: number | null;
  seats: SeatHead[];
  scenario: Scenario;
}

/** The same battle anew, to which one is invited. */
export interface Rematch {
  game: string;
  by: number | null; // null: the game master
  who: string;
  swap: boolean;
  deployed: boolean;
}

/** How a game stands, in short. */
export interface Summary {
  game: string;
  title: string;
  made: string;
  system: string;
  sheet: string;
  scenario: string;
  battle: string;
  status: Status;
  turn: number;
  turns: number;
  asked: number[];
  seats: SeatHead[];
  result: Result | null;
  rematch: Rematch | null;
}

/** What may stand for an argument of a game master's order. */
export interface OrderField {
  name: string;
  kind: "unit" | "word" | "number" | "length";
  said: string;
  choices: { value: string; said: string }[];
  low: number | null;
  high: number | null;
  example: string;
}

/** Something that a game master may order; words of `form` in capitals are its arguments. */
export interface MasterOrder {
  form: string;
  said: string;
  ruling: string;
  fields: OrderField[];
  example: string; // empty: an argument can be nothing just now
}

export interface ListedGame {
  game: string;
  title: string;
  system: string;
  sheet?: string; // of games made before these were kept they are not there
  scenario: string;
  battle?: string;
  made: string;
  host: string;
  sides: string[];
  clock: ClockWish | null;
  gm: boolean;
  advice?: boolean;
  seats: SeatHead[];
}

export interface Seat {
  seat: number;
  name: string;
  side: number;
  side_name: string;
  player: PlayerKind;
  who: string;
  own_dice: boolean;
  ready: boolean; // its words for the dice are sealed
  shown: boolean; // and shown
  here: boolean;
  left: string;
  fell_from: PlayerKind | ""; // a computer player that failed: now a regular plays on
  relinked: number; // so often whoever keeps the server has given its link out anew
  commanded_by: number | null;
}

export interface DiceKey {
  commitment: string;
  round: number; // 0: the words were given in the clear
  asked_by: number | null; // the seat that wanted another round
  seals: (string | null)[]; // null: not sealed yet, or a bot's
  salts: (string | null)[]; // the words; null: not shown yet
  key: string | null;
}

/** All three are null where it would tell what others do unseen. */
export interface SeatClock {
  seat: number;
  bank: number | null;
  running: boolean | null;
  left: number | null;
}

export interface Clock {
  per_move: number;
  bank: number;
  seats: SeatClock[];
}

export interface Sign {
  sign: string;
  said: string;
  toward?: number; // a bearing: it is drawn as an arrow
}

export interface RosterUnit {
  side: number;
  name: string;
  figures: number;
  start: number;
  place: string;
  on_table: boolean;
  state: string[];
  shaken: boolean;
  seat: number;
  arm: string;
  at: [number, number, number] | null;
  signs: Sign[];
  first: number; // the number of the first of its men; -1: they have none
  men: string[]; // what each is called; empty where they go by the unit's name
  facts: { name: string; value: string }[];
  part_of?: string[]; // its brigade, its division
}

export interface Mark {
  x: number;
  y: number;
  unit: number;
  figure: number; // -1: it has no number
  facing: number;
  shape: string;
  base: number[]; // width and depth, or the width of a disc
  role: string;
  signs: string[];
  count?: number; // of figures on the base, where they are several
  loose?: boolean; // they stand apart
}

export interface Card {
  name: string;
  unit: number; // -1: nobody's
  side: number;
}

export type Track =
  | { kind: "phases"; steps: string[]; now: number; side: number }
  | { kind: "deck"; done: Card[]; now: Card | null; left: number };

export interface TableView {
  size: Point;
  terrain: TerrainPiece[];
  markers: Marker[];
  zones: { side: number; rect: Zone }[];
  roster: RosterUnit[];
  marks: Mark[];
  fallen: Mark[];
  track: Track | null;
  colours: string[]; // a side each
  turns: number;
  score: number[];
  aims: Aim[];
  now: AimVerdict | null;
  warning: string; // what could decide the battle soon; empty while nothing could
}

/** What a seat may know: the system's own, and `table`, which all have in one shape. */
export interface View {
  turn: number;
  finished: boolean;
  winner: number;
  verdict: string;
  sides: string[];
  table: TableView;
  [own: string]: unknown;
}

export interface QuestionOption {
  key: string;
  label: string;
  unit?: number;
  figures?: number[];
  at?: Point;
}

export interface Region {
  names: string[];
  bounds: [number, number][];
  samples: number[][];
  ghost?: { at: number[][]; facing: number };
  from?: Point | null;
  reach?: number;
  zones?: Zone[];
}

/** What the unit asked about cannot do now, and why. */
export interface Barred {
  kind: string;
  label: string;
  reason: string;
  ruling: string;
  about: number;
}

/** What would come of a choice in a region, as far as the seat can know. */
export interface Outcome {
  from: Point; // where the distances of `chances` begin
  to: Point; // where it would end at most
  bodies: number[][]; // as they would stand: x, y, facing, width, depth
  stops: string; // what keeps it from going farther, or as chosen; empty: nothing
  chances: { distance: number; chance: string; float: number }[]; // where dice decide how far it goes
}

/** What can be said to an adjutant, by its first word. */
export type IntentKind = "march" | "deploy" | "fire" | "charge" | "support" | "hold" | "rally" | "keep" | "same" | "stand" | "best";

export interface Question {
  number: string;
  seat: number;
  kind: string;
  about: number;
  figures: number[]; // those who act, where it is about single ones
  text: string;
  options: QuestionOption[] | null;
  region: Region | null;
  dice: { count: number; sides: number; why: string } | null;
  barred: Barred[];
  intents: IntentKind[]; // that mean something while this is asked
}

export interface Entry {
  step: number;
  turn: number;
  text: string;
  rolls: Roll[];
  rulings: string[];
  tables: string[]; // of the sheet, or "sequence"
  deployment: boolean;
  by: number[]; // the seats that have decided something in its step
  open: boolean;
}

/** A plan for one's own turn: its share of battles won, with an interval, and how it is said to the adjutant. */
export interface AdvisedPlan {
  said: string;
  taken: boolean;
  own: boolean; // it is what the adjutant would do anyway
  share: number;
  low: number | null;
  high: number | null;
  play_outs: number;
  intents: string[];
}

export interface Advice {
  turn: number;
  told: string;
  play_outs: number;
  stopped: boolean; // by the time
  plans: AdvisedPlan[]; // the best first
}

/** Why a computer player has given an answer. */
export interface Explained {
  seat: number;
  reasons: string[];
}

export interface Chat {
  number: number;
  seat: number | null;
  role: string;
  who: string;
  to: "all" | "side";
  text: string;
  at: string;
}

export interface TakeBack {
  seat: number;
  who: string;
  answers: number;
  needs: number[];
}

/** Where today's rules part from what was played, and what each person has said to that. */
export interface Upgrade {
  step: number;
  says: string;
  texts: "own" | "new";
  goes_on: boolean;
  words: { seat: number; word: "on" | "end" | null }[];
}

export interface Result {
  winner: number | null;
  side: string | null;
  verdict: string;
  line: number; // the aim that decided it, -1: the sheet's own, or points
  tally: Record<string, number[]>;
}

/** What a lesson points at. */
export interface LessonLit {
  units: number[];
  spots: Point[];
  panels: string[]; // goals, odds, log, sheet, card
  options: string[]; // the keys of choices
  values: number[] | null; // a choice in a region that leads on
}

/** A few words of a lesson: a card to be read, or a step that something is to be done for. */
export interface LessonStep {
  number: number; // from 1
  say: string;
  hint: string;
  line: string; // a table or a ruling of the sheet
  lit: LessonLit;
}

/** Where a pupil is. */
export interface Lesson {
  id: string;
  title: string;
  of: number;
  cards: LessonStep[]; // to be read first
  step: LessonStep | null; // null: nothing is wanted now, any answer is played
  done: boolean; // nothing is left to be done
}

export type GameEvent = { event: string; [field: string]: unknown };
export type UndoKind = "free" | "ask" | "none";
export type Status = "gathering" | "playing" | "over";

export interface Intents {
  standing: { number: number; intent: string }[];
  said: string[];
  busy: boolean; // the adjutant has still to look at what is asked
}

/** What a unit would do of what it is told. */
export interface Trial {
  unit: number;
  from: Point | null; // the middle of its figures; null: not on the table
  to: Point | null;
  inches: number; // from there to there, in the sheet's own unit
  left: number; // what it would still have before it on its march
  refused: string; // why it does not do it; empty if nothing is against it
}

/** What intents would do up to the first die, as far as the seat can know. */
export interface Would {
  answers: number; // that the adjutant would give
  marks: { unit: number; figure: number; x: number; y: number; facing: number }[]; // that would stand elsewhere
  units: Trial[]; // that are meant
  told: string[]; // what he would say
  open: string; // what would be asked then
  odds: Odds | null; // of the first dice
}

export interface State {
  game: string;
  title: string;
  system: string;
  scenario: string;
  unit: Length;
  rulings: { ruling: string; key: string; value: string }[];
  houses: string[];
  you: { role: "seat" | "gm" | "watch"; seat: number | null; commands: number[] };
  seats: Seat[];
  gm: boolean;
  advice: boolean; // whoever has a seat may ask for it
  status: Status;
  seq: number;
  epoch: number;
  step: number;
  turn: number;
  view: View;
  hash: string;
  asked: number[];
  questions: Question[];
  log_from: number;
  log: Entry[];
  chat: Chat[];
  undo: UndoKind;
  take_back: TakeBack | null;
  upgrade: Upgrade | null; // an upgrade has parted the game from its past
  clock: Clock | null;
  dice: DiceKey | null;
  result: Result | null;
  rematch: Rematch | null;
  lesson: Lesson | null; // of a pupil
  intents: Intents | null; // what stands for the seat, and what its adjutant said last
}

export type Path = (string | number)[];
export type Patch = [Path, unknown][];

export interface Update {
  seq: number;
  epoch: number;
  why: "begin" | "answer" | "undo" | "order" | "end" | "left" | "clock" | "lesson" | "upgrade";
  by: number | null;
  status: Status;
  step: number;
  turn: number;
  hash: string | null; // not in every update
  patch: Patch;
  events: GameEvent[];
  log_from: number;
  log: Entry[];
  asked: number[];
  questions: Question[];
  undo: UndoKind;
  take_back: TakeBack | null;
  upgrade: Upgrade | null;
  clock: Clock | null;
  dice: DiceKey | null;
  result: Result | null;
  lesson?: Lesson | null; // not there in games that are no lessons
  intents: Intents | null;
}

export interface Measured {
  distance: number;
  bearing: number;
  from: Point;
  to: Point;
  facts: { name: string; said: string; value: Fact; ruling: string }[];
  sight: { clear: boolean; blocked_by: string; ray: Point[] } | null;
}

/** One end of a measurement. */
export type Spot = { unit: number } | { x: number; y: number };

export interface StepData {
  step: number;
  steps: number;
  turn: number;
  view?: View;
  log: Entry[];
  events: GameEvent[];
}

export interface StepsData {
  steps: number;
  from: number;
  to: number;
  log: Entry[];
  turns: number[];
  intents: number[]; // the intent that each step is due to; 0: none
}

/** Dice that had a number to meet: how many did, how many should have, and how likely so many or so few are. */
export interface Luck {
  dice: number;
  met: number;
  expected: number;
  more: boolean; // `chance` is that of so many or more; else of so few or fewer
  chance: number;
}

export interface ChronicleSide {
  side: number;
  name: string;
  start: number;
  strength: number[]; // after so many steps
  ahead: number[]; // met less expected, after so many steps
  luck: Luck & { causes: (Luck & { why: string })[] };
}

export interface Chronicle {
  steps: number;
  turns: number[];
  sides: ChronicleSide[];
  gone: { step: number; unit: number; side: number; name: string; place: string }[];
}

// ---------------------------------------------------------------------- live

export type ToServer =
  | { t: "hello"; secret: string; log?: number; epoch?: number; hash?: number }
  | { t: "ready"; seal: string }
  | { t: "words"; words: string }
  | { t: "answer"; question: string; text: string }
  | { t: "undo" }
  | { t: "take_back"; agree: boolean }
  | { t: "upgrade"; word: "on" | "end" }
  | { t: "resign" }
  | { t: "leave_lesson" }
  | { t: "intend"; intents: string[]; ask?: boolean }
  | { t: "order"; order: string }
  | { t: "chat"; text: string; to: "all" | "side" }
  | { t: "check"; question: string; values: number[][] }
  | { t: "odds"; question: string; options?: string[] }
  | { t: "measure"; from: Spot; to: Spot }
  | { t: "sync"; log: number; epoch: number }
  | { t: "ping" };

export type FromServer =
  | ({ t: "state"; id?: number | null } & State)
  | ({ t: "update" } & Update)
  | { t: "done"; id?: number | null; seq: number }
  | { t: "refused"; id?: number | null; code: string; says: string; state: State | null }
  | { t: "seats"; seats: Seat[]; dice: DiceKey | null }
  | { t: "chat"; id?: number | null; chat: Chat }
  | { t: "take_back"; take_back: TakeBack | null }
  | { t: "rematch"; rematch: Rematch }
  | { t: "checked"; id?: number | null; question: string; refusals: string[]; outcome: Outcome | null }
  | { t: "odds"; id?: number | null; question: string; odds: Record<string, Odds | null> }
  | ({ t: "measured"; id?: number | null } & Measured)
  | ({ t: "would"; id?: number | null } & Would)
  | { t: "pong"; id?: number | null }
  | { t: "bye"; code: string; says: string };
