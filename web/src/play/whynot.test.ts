import { expect, test } from "vitest";
import type { Barred } from "../lib/protocol";
import { inWords, reasonsOf } from "./whynot";

const barred = (kind: string, reason: string, ruling: string): Barred => ({ kind, label: kind.toUpperCase(), reason, ruling, about: -1 });

test("all that have the same reason stand together, in their order", () => {
  const found = reasonsOf([
    barred("move", "disrupted: rally first", "R16"),
    barred("shoot", "nobody within 12 inches", "R24, shooting"),
    barred("charge", "disrupted: rally first", "R16"),
    barred("wait", "disrupted: rally first", ""),
  ]);
  expect(found).toEqual([
    { labels: ["MOVE", "CHARGE"], reason: "disrupted: rally first", rulings: ["R16"], tables: [] },
    { labels: ["SHOOT"], reason: "nobody within 12 inches", rulings: ["R24"], tables: ["shooting"] },
    { labels: ["WAIT"], reason: "disrupted: rally first", rulings: [], tables: [] },
  ]);
});

test("a reason as a sentence", () => {
  const [both, cited, plain] = reasonsOf([barred("move", "held", "R1"), barred("shoot", "far", "R2, loading-classes"), barred("wait", "no", "")]);
  expect(inWords(both!)).toBe("MOVE: held (R1).");
  expect(inWords(cited!)).toBe("SHOOT: far (R2, sheet: loading classes).");
  expect(inWords(plain!)).toBe("WAIT: no.");
});
