import { describe, expect, it } from "vitest";
import { Engine, fairFace, RefusedByRules, type SheetData } from "./engine";
import { made } from "./made/engine.js";
import type { Fact, Odds, Resolved } from "../../lib/protocol";

interface Case {
  system: string;
  procedure: string;
  inputs: Record<string, Fact>;
  refused?: string;
  faces?: number[];
  resolved?: Pick<Resolved, "inputs" | "rolls" | "results">;
  odds?: Omit<Odds, "system"> | null;
}

// By a pattern, so that the type checker does not make a type of five megabytes.
const [cases = []] = Object.values(import.meta.glob<Case[]>("./made/cases.json", { eager: true, import: "default" }));
const sheets = import.meta.glob<{ data: SheetData }>("./made/sheets/*.json", { eager: true, import: "default" });
const engine = new Engine(made);
const TO_THE_END = { paths: 10_000_000, runs: 0, throws: 0 };
for (const sheet of Object.values(sheets)) engine.take(sheet.data);

const groups = new Map<string, Case[]>();
for (const one of cases) {
  const name = `${one.system} ${one.procedure}`;
  groups.set(name, [...(groups.get(name) ?? []), one]);
}

describe("what the Python text makes of it, the translated text makes of it", () => {
  it("has every sheet to compare", () => {
    expect(new Set(cases.map((one) => one.system)).size).toBe(Object.keys(sheets).length);
  });

  it.each([...groups])("%s", (_, held) => {
    for (const { system, procedure, inputs, refused, faces, resolved, odds } of held) {
      if (refused !== undefined) {
        expect(() => engine.throw(system, procedure, inputs, [])).toThrow(new RefusedByRules(refused));
        continue;
      }
      const thrown = engine.throw(system, procedure, inputs, faces ?? []);
      expect(thrown.resolved).toEqual({ system, procedure, dice: { given: true, faces }, ...resolved });
      if (odds) expect(engine.odds(system, procedure, inputs, TO_THE_END)).toEqual({ system, ...odds });
    }
  }, 60_000);
});

describe("dice from the table", () => {
  const volley = { weapon: "rifles", figures: 6, target: 10, start: 10, morale: 3 };

  it("are asked for throw by throw, each with its reason", () => {
    const first = engine.throw("lancer", "shoot", volley, []);
    expect(first.wanted).toEqual({ count: 3, sides: 6, why: "Rifles fire", by: 0, have: 0 });
    expect(engine.throw("lancer", "shoot", volley, [4, 1]).wanted?.have).toBe(2);
    const second = engine.throw("lancer", "shoot", volley, [4, 6, 1]);
    expect(second.wanted).toMatchObject({ count: 1, why: "Unit Morale Check", by: 1 });
    expect(second.rolls.map((roll) => roll.faces)).toEqual([[4, 6, 1]]);
  });

  it("that no die can show are refused with a sentence", () => {
    expect(() => engine.throw("lancer", "shoot", volley, [4, 7, 1])).toThrow(
      new RefusedByRules("Rifles fire is a throw of d6: expected a face from 1 to 6, got 7."),
    );
  });

  it("are refused if there are too many of them", () => {
    expect(() => engine.throw("lancer", "shoot", volley, [1, 1, 1, 5])).toThrow("Too many dice: 3 were needed, got 4.");
  });

  it("are asked for by exactly the throws that were made, whatever was rolled", () => {
    for (let run = 0; run < 50; run++) {
      const rolled = engine.roll("lancer", "shoot", volley);
      expect(rolled.dice.given).toBe(false);
      const again = engine.throw("lancer", "shoot", volley, rolled.dice.faces);
      expect(again.resolved?.results).toEqual(rolled.results);
    }
  });
});

describe("odds that would take a phone too long", () => {
  const volley = { weapon: "rifles", figures: 6, target: 10, start: 10, morale: 3 };
  const cheap = { paths: 10, runs: 4000, throws: 100_000 };

  it("are sampled, and say so with their error", () => {
    const sampled = engine.odds("lancer", "shoot", volley, cheap);
    expect([sampled.exact, sampled.runs]).toEqual([false, 4000]);
    const exact = engine.odds("lancer", "shoot", volley);
    expect(exact.exact).toBe(true);
    for (const chance of sampled.results[0]?.values ?? []) {
      const known = exact.results[0]?.values.find(({ value }) => value === chance.value);
      expect(Math.abs(chance.float - (known?.float ?? 1))).toBeLessThan(0.04); // five standard errors
      expect(chance).toHaveProperty("standard_error");
    }
  });

  it("come out the same each time, and cost no more throws than they may", () => {
    expect(engine.odds("lancer", "shoot", volley, cheap)).toEqual(engine.odds("lancer", "shoot", volley, cheap));
    expect(engine.odds("lancer", "shoot", volley, { ...cheap, throws: 50 }).runs).toBeLessThan(51);
  });

  it.each([
    ["riskfactor", "damage", { hits: 100, target: 100, wounded: 50, leaders: 20, leaders_wounded: 10 }],
    ["orderchips", "shoot-machine", { weapon: "gatling", figures: 10, rof: 6, armor: 12, crew: 60, weapons: 4 }],
    ["gettysburg", "charge", { second_figures: 20, support_figures: 30 }],
  ])("whatever may be typed: %s %s", (system, procedure, inputs) => {
    const found = engine.odds(system, procedure, inputs);
    expect(found.exact || found.runs > 0).toBe(true);
  });
});

it("refuses what is not on the sheet", () => {
  expect(() => engine.odds("lancer", "teleport", {})).toThrow("There is no procedure teleport on this sheet.");
  expect(() => engine.odds("lancer", "shoot", { elephants: 3 })).toThrow(RefusedByRules);
});

it("rolls every face of a die, and no other", () => {
  const seen = new Set(Array.from({ length: 2000 }, () => fairFace(6)));
  expect([...seen].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(new Set(Array.from({ length: 200 }, () => fairFace(1)))).toEqual(new Set([1]));
});
