import { expect, it } from "vitest";
import type { AdvisedPlan } from "../lib/protocol";
import { chanceOf, planSaid, toldOf } from "./advice";

const plan: AdvisedPlan = { said: "pressing on on the left", taken: true, own: false, share: 0.584, low: 0.509, high: 0.651, play_outs: 60, intents: [] };

it("says a plan, its share of battles won and its bounds", () => {
  expect(planSaid(plan)).toBe("Pressing on on the left");
  expect(chanceOf(plan)).toBe("58% (51 to 65)");
  expect(chanceOf({ ...plan, low: null, high: null })).toBe("58%");
});

it("calls what would be done anyway by the one who would do it", () => {
  const own = { ...plan, own: true, said: "as the doctrine thinks best" };
  expect(planSaid(own)).toBe("As your adjutant thinks best");
  const advice = { turn: 1, told: "press on with the left", play_outs: 9, stopped: false };
  expect(toldOf({ ...advice, plans: [own] })).toBe("He would leave it to your adjutant.");
  expect(toldOf({ ...advice, plans: [{ ...own, taken: false }, plan] })).toBe("He would press on with the left.");
});
