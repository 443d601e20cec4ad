import { beforeEach, expect, it, vi } from "vitest";
import type { Procedure, ProcedureInput } from "../lib/protocol";
import { asButtons, heading, meant, remember, remembered, stepped } from "./forms";

const number: ProcedureInput = { name: "figures", kind: "number", said: "", default: 10, low: 1, high: 60, choices: [] };
const length: ProcedureInput = { name: "gap", kind: "length", said: "", default: 6, low: 0, high: 48, choices: [] };
const word: ProcedureInput = { name: "cover", kind: "word", said: "", default: "open", choices: ["open", "cover"] };
const flag: ProcedureInput = { name: "uphill", kind: "flag", said: "", default: false, choices: [] };
const form: Procedure = { id: "shoot", title: "", table: "", inputs: [number, word, flag], results: [], example: "" };

beforeEach(() => {
  const held = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (name: string) => held.get(name) ?? null, setItem: (name: string, text: string) => held.set(name, text) });
});

it.each([
  [5, 1, 6],
  [60, 1, 60],
  [1, -1, 1],
  ["", 1, 11],
  [5.4, -1, 4],
])("%s stepped by %i is %i", (value, by, expected) => expect(stepped(number, value, by)).toBe(expected));

it.each([
  [9.25, 1, 10.25],
  [9.3, -1, 8.3],
  [47.5, 1, 48],
  [0.25, -1, 0],
  ["9.", 1, 7],
])("the length %s stepped by %i is %d", (value, by, expected) => expect(stepped(length, value, by)).toBe(expected));

it.each([
  ["9", 9],
  [" -3 ", -3],
  ["", ""],
  ["9.5", "9.5"],
  ["nine", "nine"],
  ["99999999999", "99999999999"],
])("%j means %j", (text, expected) => expect(meant(number, text)).toBe(expected));

it.each([
  ["9", 9],
  ["9.25", 9.25],
  ["0.125", 0.125],
  ["9,5", 9.5],
  ["9,", "9."],
  ["9.", "9."],
  ["9.0", "9.0"],
  ["-0", "-0"],
  [".5", ".5"],
  ["9.1234", "9.1234"],
  ["1,234.5", "1,234.5"],
])("%j means the length %j", (text, expected) => expect(meant(length, text)).toBe(expected));

it("remembers what was filled in, and starts with the defaults", () => {
  expect(remembered("lancer", form)).toEqual({ figures: 10, cover: "open", uphill: false });
  remember("lancer", "shoot", { figures: 8, cover: "cover", uphill: true });
  expect(remembered("lancer", form)).toEqual({ figures: 8, cover: "cover", uphill: true });
  expect(remembered("riskfactor", form).figures).toBe(10);
});

it("remembers fractions of a length, and of nothing else", () => {
  const charge: Procedure = { ...form, id: "charge", inputs: [number, length] };
  remember("lancer", "charge", { figures: 8.5, gap: 9.25 });
  expect(remembered("lancer", charge)).toEqual({ figures: 10, gap: 9.25 });
});

it("forgets what the form does not know any more", () => {
  remember("lancer", "shoot", { figures: 80, cover: "trench", uphill: "yes", elephants: 3 });
  expect(remembered("lancer", form)).toEqual({ figures: 10, cover: "open", uphill: false });
});

it("few short words are buttons", () => {
  expect(asButtons(word)).toBe(true);
  expect(asButtons({ ...word, choices: Array.from({ length: 6 }, String) })).toBe(false);
  expect(asButtons({ ...word, choices: ["breech-loading carbine", "muzzle-loading smoothbore musket"] })).toBe(false);
});

it.each([
  ["Shooting: a volley, and more", "Shooting", "a volley, and more"],
  ["Unit Morale Check, as a hit unit", "Unit Morale Check", "as a hit unit"],
  ["Movement", "Movement", ""],
])("%s has a name", (title, name, about) => expect(heading(title)).toEqual({ name, about }));
