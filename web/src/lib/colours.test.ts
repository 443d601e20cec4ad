// Colours of sides are told from the ground and from each other, by day and by night, and by those who see fewer colours.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { flagOf } from "../table/flags";
import { coloursOf } from "./colours";

const css = readFileSync(new URL("../app.css", import.meta.url), "utf-8");
const COLOURS = ["red", "blue", "gold", "green", "violet", "grey"]; // core/scenario.py
const TIMES = ["day", "night"] as const;

type Rgb = [number, number, number]; // linear

/** A colour of the style sheet by day or by night; of one that lets something through, as if it did not. */
function colour(name: string, time: (typeof TIMES)[number] = "day"): Rgb {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1] ?? "";
  const both = [...value.matchAll(/#([0-9a-f]{6})|rgb\((\d+) (\d+) (\d+)/g)].map(([, hex, ...parts]) =>
    hex ? [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) : parts.map(Number),
  );
  const found = both[time === "night" ? both.length - 1 : 0];
  if (!found) throw new Error(`no colour ${name}`);
  return found.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as Rgb;
}

const light = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [Math.max(light(one), light(other)), Math.min(light(one), light(other))];
  return (high + 0.05) / (low + 0.05);
}

/** As those see who lack a kind of cone (Machado, Oliveira and Fernandes 2009). */
const SIGHTS: Record<string, number[][]> = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const seen = (sight: string, rgb: Rgb): Rgb =>
  (SIGHTS[sight] ?? []).map((row) => Math.min(1, Math.max(0, row.reduce((sum, by, i) => sum + by * (rgb[i] ?? 0), 0)))) as Rgb;

/** How far apart two colours look (CIE 1976): about 2 is just to be seen. */
function apart(one: Rgb, other: Rgb): number {
  const lab = ([r, g, b]: Rgb): number[] => {
    const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
    const [x, y, z] = [
      f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505),
      f(0.2126 * r + 0.7152 * g + 0.0722 * b),
      f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089),
    ];
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  const [a, b] = [lab(one), lab(other)];
  return Math.hypot(...a.map((part, i) => part - (b[i] ?? 0)));
}

describe.each(COLOURS)("%s", (name) => {
  it.each(TIMES)("is told from the ground by %s", (time) => {
    const ground = colour("ground", time);
    expect(contrast(colour(`${name}-army`, time), ground), "lines and zones").toBeGreaterThanOrEqual(3);
    const rim = time === "day" ? colour(`${name}-base`) : colour(`${name}-army`, "night"); // Figures.svelte
    expect(contrast(rim, ground), "dark bases").toBeGreaterThanOrEqual(3);
    const pale = time === "day" ? colour(`${name}-base`) : colour(`${name}-base-pale`);
    expect(contrast(pale, ground), "light bases").toBeGreaterThanOrEqual(3);
  });

  it.each(TIMES)("is read as text by %s", (time) => {
    for (const back of ["label", "sheet", "paper"]) {
      expect(contrast(colour(`${name}-army`, time), colour(back, time)), back).toBeGreaterThanOrEqual(4.5);
    }
  });
});

const PAIRS = COLOURS.flatMap((one) => COLOURS.filter((other) => other !== one).map((other): [string, string] => [one, other]));

it.each(Object.keys(SIGHTS))("two sides are told apart by their bases: %s", (sight) => {
  for (const [one, other] of PAIRS) {
    const far = apart(seen(sight, colour(`${one}-base`)), seen(sight, colour(`${other}-base-pale`)));
    expect(far, `${one} and ${other}`).toBeGreaterThan(30);
  }
});

it("sides whose bases are alike dark or light have other flags", () => {
  expect(new Set([0, 1, 2, 3, 4, 5].map((side) => flagOf(side).sign)).size).toBe(6);
});

it("a scenario's colours become those of its sides", () => {
  expect(coloursOf(["green", "red"])).toContain("--side-0: var(--green-army); --base-0: var(--green-base)");
  expect(coloursOf(["green", "red"])).toContain("--side-1: var(--red-army)");
});
