import { expect, it } from "vitest";
import { Engine, type SheetData } from "./engine/engine";
import { made } from "./engine/made/engine.js";
import lancer from "./engine/made/sheets/lancer.json";
import { corrected, facesOf } from "./throwing";

const engine = new Engine(made);
engine.take(lancer.data as unknown as SheetData);
const volley = { weapon: "rifles", figures: 6, target: 10, start: 10, morale: 3 };
const ask = async (faces: number[]) => engine.throw("lancer", "shoot", volley, faces);

it("a correction that asks for the same dice keeps the later ones", async () => {
  const before = await ask([4, 6, 1, 2, 5, 5]); // two hits, the check is passed, two casualty checks fail
  expect(before.rolls.map((roll) => roll.faces)).toEqual([[4, 6, 1], [2], [5, 5]]);
  const after = await corrected(ask, before.rolls, 0, [6, 6, 1]);
  expect(facesOf(after.rolls)).toEqual([6, 6, 1, 2, 5, 5]);
});

it("a correction that changes what is thrown asks for the dice from there on again", async () => {
  const before = await ask([4, 6, 1, 2, 5, 5]);
  const after = await corrected(ask, before.rolls, 0, [4, 6, 4]);
  expect(after.rolls.map((roll) => roll.faces)).toEqual([[4, 6, 4], [2]]);
  expect(after.wanted).toMatchObject({ count: 3, why: "Casualty checks" });
});

it("a correction may end it", async () => {
  const before = await ask([4, 6, 1, 2]);
  const after = await corrected(ask, before.rolls, 0, [1, 1, 1]);
  expect(after.wanted).toBeNull();
  expect(after.resolved?.results["hits"]).toBe(0);
});
