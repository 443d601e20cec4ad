// Who plays which seat of a new game.

import type { PlayerKind, SeatWish } from "../lib/protocol";

export type Who = "me" | "here" | "elsewhere" | "doctrine" | "random";

export interface Choice {
  who: Who;
  ownDice: boolean;
}

export type Preset = "computer" | "here" | "elsewhere" | "watch";

export const WHO: Record<Who, string> = {
  me: "Me",
  here: "A friend at this screen",
  elsewhere: "Somebody elsewhere, by a link",
  doctrine: "The computer",
  random: "The computer, by mere chance",
};

export const PRESETS: { name: Preset; said: string; seats: number }[] = [
  { name: "computer", said: "Me against the computer", seats: 1 },
  { name: "here", said: "Two at this screen", seats: 2 },
  { name: "elsewhere", said: "With friends elsewhere", seats: 2 },
  { name: "watch", said: "The computer alone: I look on", seats: 1 },
];

const KINDS: Record<Who, PlayerKind> = {
  me: "person",
  here: "person",
  elsewhere: "open",
  doctrine: "doctrine",
  random: "random",
};

const REST: Record<Preset, Who> = { computer: "doctrine", here: "here", elsewhere: "elsewhere", watch: "doctrine" };

/** The first seat is mine, unless I only look on; the others as the preset says. */
export function preset(name: Preset, seats: unknown[]): Choice[] {
  return seats.map((_, i) => ({ who: i === 0 && name !== "watch" ? "me" : REST[name], ownDice: false }));
}

export const isPerson = (who: Who): boolean => who === "me" || who === "here";

export function seatWishes(choices: Choice[], name: string): SeatWish[] {
  return choices.map(({ who, ownDice }) => {
    const wish: SeatWish = { player: KINDS[who] };
    if (isPerson(who)) wish.own_dice = ownDice;
    if (who === "me" && name) wish.who = name;
    return wish;
  });
}
