import { expect, test } from "vitest";
import { inWords, marchTo } from "./words";

const name = (unit: number): string => ["the Guard", "the Levy", "the Horse"][unit] ?? "?";

test("a march is a line that the server reads", () => {
  expect(marchTo([3, 4], [20.004, 14.5])).toBe("march 3 4 to 20,14.5");
});

test.each([
  ["march 0 1 to 20,14 facing 90", "March: the Guard and the Levy"],
  ["fire 0 at 2", "Fire at the Horse first: the Guard"],
  ["fire 0 at will", "Fire at will: the Guard"],
  ["fire 0 within 12", "Hold fire until somebody is within 12: the Guard"],
  ["fire 0 if charged", "Hold fire until charged: the Guard"],
  ["charge 0 1 at 2", "Charge the Horse: the Guard and the Levy"],
  ["hold 1", "Hold: the Levy"],
  ["stand", "Do the least: all the rest"],
  ["best", "As the adjutant thinks best: all the rest"],
  ["deploy as best", "Deploy: all the rest"],
])("%s", (intent, said) => {
  expect(inWords(intent, name)).toBe(said);
});
