import { describe, expect, it } from "vitest";
import { plain, Revived, type SheetData } from "./engine";
import { made } from "./made/shapes.js";
import shapes from "./made/shapes.json";

// oxlint-disable-next-line no-explicit-any
type Any = any;

interface Case {
  call: string;
  given: Any[];
  gives?: Any;
  refused?: string;
}

const cases = shapes.cases as Case[];
const revived = new Revived(made, shapes.objects as unknown as SheetData["objects"]);

const groups = new Map<string, Case[]>();
for (const one of cases) groups.set(one.call, [...(groups.get(one.call) ?? []), one]);

describe("every shape of Python that is understood comes to the same", () => {
  it.each([...groups])("%s", (call, held) => {
    for (const { given, gives, refused } of held) {
      const called = made[call] as (...given: Any[]) => Any;
      const outcome = (): Any => plain(called(...given.map((part) => revived.value(part))));
      if (refused !== undefined) expect(outcome, JSON.stringify(given)).toThrow(refused);
      else expect(outcome(), JSON.stringify(given)).toEqual(plain(revived.value(gives)));
    }
  });
});
