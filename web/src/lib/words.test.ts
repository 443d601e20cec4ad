import { expect, it } from "vitest";
import { compass, lengthSaid, lengthSign, listed, percent, plural, runs, said, spaced, time } from "./words";

it.each<[string[], string]>([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("lists %j", (parts, expected) => expect(listed(parts)).toBe(expected));

it.each([
  [0, "north"],
  [22, "north"],
  [23, "north-east"],
  [180, "south"],
  [338, "north"],
  [-90, "west"],
  [720, "north"],
])("calls the bearing %d %s", (bearing, expected) => expect(compass(bearing)).toBe(expected));

it.each([
  [0, "0 %"],
  [0.0004, "under 0.1 %"],
  [0.026, "2.6 %"],
  [0.1667, "17 %"],
  [0.5, "50 %"],
  [0.972, "97.2 %"],
  [0.9999, "over 99.9 %"],
  [1, "100 %"],
])("writes the chance %d as %s", (chance, expected) => expect(percent(chance)).toBe(expected));

it("writes lengths with their unit", () => {
  expect(lengthSaid(1, "inch")).toBe("1 inch");
  expect(lengthSaid(11.53, "inch")).toBe("11.5 inches");
  expect(lengthSaid(30, "cm")).toBe("30 cm");
  expect(lengthSign(11.53, "inch")).toBe("11.5″");
});

it("counts and answers", () => {
  expect(plural(1, "figure")).toBe("1 figure");
  expect(plural(3, "figure")).toBe("3 figures");
  expect(said(true)).toBe("yes");
  expect(said(2.04)).toBe("2");
  expect(said("fall_back")).toBe("fall back");
});

it.each([
  [59, "0:59"],
  [3599, "59:59"],
  [3600, "1 hour"],
  [200000, "2 days"],
])("writes %d seconds as %s", (seconds, expected) => expect(time(seconds)).toBe(expected));

it.each([
  ["units_lost", "units lost"],
  ["musketry-casualties", "musketry casualties"],
  ["canister-12pdr", "canister 12pdr"],
  ["10-15", "10-15"],
  ["-1 or less", "-1 or less"],
])("writes the name %s as %s", (name, expected) => expect(spaced(name)).toBe(expected));
it.each<[string[], string]>([
  [["sergeant", "redcoat 1", "redcoat 2", "redcoat 3", "redcoat 5"], "sergeant, redcoat 1 to 3 and 5"],
  [["redcoat 1", "redcoat 2"], "redcoat 1 and 2"],
  [["gun captain", "gunner 3", "gunner 1"], "gun captain, gunner 1 and 3"],
  [[], ""],
])("runs the men %j together", (names, expected) => expect(runs(names)).toBe(expected));
