import { expect, test } from "vitest";
import { isLesson } from "./file";

test("a lesson is told from a scenario and from a record", () => {
  expect(isLesson('id = "own"\n[[steps]]\nsay = "Fire!"\n')).toBe(true);
  expect(isLesson('# a scenario\nid = "own"\n[[sides]]\n')).toBe(false);
  expect(isLesson("playsheet record 1\n| # of the scenario\n\n-- turn 1 --\n# Fire!\n   1  1f0c33aa90b1e2d4 0b77")).toBe(true);
  expect(isLesson("playsheet record 1\n| # of the scenario\n\n-- turn 1 --\n   1  1f0c33aa90b1e2d4 0b77")).toBe(false);
});
