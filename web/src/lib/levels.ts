// How well the computer plays.

import type { Level, LevelHead, PlayerKind } from "./protocol";

export const LEVELS: readonly Level[] = ["recruit", "regular", "veteran", "marshal"];
export const NAMES: Record<Level, string> = { recruit: "Recruit", regular: "Regular", veteran: "Veteran", marshal: "Marshal" };

export const isComputer = (player: PlayerKind): boolean => player !== "person" && player !== "open";

/** The level of a computer player; null of persons and of mere chance. */
export function levelOf(player: PlayerKind | ""): Level | null {
  if (player === "doctrine") return "regular";
  return LEVELS.find((level) => level === player) ?? null;
}

/** "beats the Regular in 63 of 100"; empty where nothing was measured. */
export function strengthOf({ measured }: LevelHead): string {
  return measured ? `beats the ${NAMES[measured.against]} in ${measured.wins} of 100` : "";
}

/** "The Marshal thinks ...", of the computer players among those who are asked; empty if none looks ahead. */
export function thinkingOf(players: PlayerKind[]): string {
  const thinking = [...new Set(players.map(levelOf))].filter((level) => level === "veteran" || level === "marshal");
  if (!thinking.length) return "";
  return `The ${thinking.map((level) => NAMES[level]).join(" and the ")} ${thinking.length > 1 ? "think" : "thinks"} ...`;
}

/** What is to be told of a computer player that failed; empty if it did not. */
export function fallenOf(name: string, from: PlayerKind | ""): string {
  const level = levelOf(from);
  if (!from) return "";
  return `The ${level ? NAMES[level] : "computer player"} of ${name} did not answer in time: a Regular plays on in its place.`;
}
