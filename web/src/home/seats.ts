// Who plays which seat of a new game.

import { LEVELS, levelOf } from "../lib/levels";
import type { Level, PlayerKind, SeatWish } from "../lib/protocol";

export type Who = "me" | "here" | "elsewhere" | "random" | Level;

export interface Choice {
  who: Who;
  ownDice: boolean;
}

export type Preset = "computer" | "here" | "elsewhere" | "watch";

export const WHO: Record<Who, string> = {
  me: "Me",
  here: "A friend at this screen",
  elsewhere: "Somebody elsewhere, by a link",
  recruit: "The computer: a Recruit",
  regular: "The computer: a Regular",
  veteran: "The computer: a Veteran",
  marshal: "The computer: a Marshal",
  random: "The computer, by mere chance",
};

export const PRESETS: { name: Preset; said: string; seats: number }[] = [
  { name: "computer", said: "Me against the computer", seats: 1 },
  { name: "here", said: "Two at this screen", seats: 2 },
  { name: "elsewhere", said: "With friends elsewhere", seats: 2 },
  { name: "watch", said: "The computer alone: I look on", seats: 1 },
];

/** As the server calls it. */
export const kindOf = (who: Who): PlayerKind => (isPerson(who) ? "person" : who === "elsewhere" ? "open" : (who as PlayerKind));

/** The first seat is mine, unless I only look on; the others as the preset says, the computer at that level. */
export function preset(name: Preset, seats: unknown[], level: Level): Choice[] {
  const rest: Who = name === "here" || name === "elsewhere" ? name : level;
  return seats.map((_, i) => ({ who: i === 0 && name !== "watch" ? "me" : rest, ownDice: false }));
}

/** The level of the computer's seats; null if it has none, or they differ. */
export function levelAmong(choices: Choice[]): Level | null {
  const found = new Set(choices.flatMap(({ who }) => LEVELS.find((level) => level === who) ?? []));
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** All of the computer's seats at that level. */
export const withLevel = (choices: Choice[], level: Level): Choice[] =>
  choices.map((choice) => (LEVELS.some((one) => one === choice.who) ? { ...choice, who: level } : choice));

/** Who goes on to play a seat that is played so now. */
export const goingOn = (player: PlayerKind, level: Level): Who => levelOf(player) ?? (player === "random" ? "random" : level);

export const isPerson = (who: Who): boolean => who === "me" || who === "here";

export function seatWishes(choices: Choice[], name: string): SeatWish[] {
  return choices.map(({ who, ownDice }) => {
    const wish: SeatWish = { player: kindOf(who) };
    if (isPerson(who)) wish.own_dice = ownDice;
    if (who === "me" && name) wish.who = name;
    return wish;
  });
}
