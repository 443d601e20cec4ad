import { describe, expect, it } from "vitest";
import * as $ from "./runtime";

describe("numbers as Python knows them", () => {
  it.each([
    [7, 2, 3, 1],
    [-7, 2, -4, 1],
    [7, -2, -4, -1],
    [-7, -2, 3, -1],
    [6, 3, 2, 0],
    [-6, 3, -2, 0],
    [9007199254740991, 3, 3002399751580330, 1],
  ])("%i divided by %i rounds down", (a, b, whole, rest) => {
    expect($.floordiv(a, b)).toBe(whole);
    expect(Math.abs(Number($.mod(a, b)))).toBe(Math.abs(rest));
    expect($.eq($.mod(a, b), rest)).toBe(true);
  });

  it("grow beyond what a number holds, and come back", () => {
    const large = $.pow(6, 40);
    expect(large).toBe(6n ** 40n);
    expect($.floordiv(large, $.pow(6, 39))).toBe(6);
    expect($.sub($.add(large, 1), large)).toBe(1);
    expect($.mul(9007199254740991, 2)).toBe(18014398509481982n);
    expect($.mod(large, 7)).toBe(Number(6n ** 40n % 7n));
    expect($.lcm(4, 6, $.pow(2, 60))).toBe(3n * 2n ** 60n);
    expect($.gcd($.pow(6, 30), $.pow(4, 40))).toBe(2 ** 30);
    expect($.comb(60, 30)).toBe(118264581564861424n);
    expect($.comb(5, 7)).toBe(0);
  });

  it.each([
    [1n, 3n, 1 / 3],
    [2n, 3n, 2 / 3],
    [512n, 19683n, 512 / 19683],
    [-1n, 7n, -1 / 7],
    [0n, 5n, 0],
    [10n ** 40n, 3n * 10n ** 40n, 1 / 3],
    [9007199254740993n, 1n, 9007199254740992],
    [9007199254740993n * 4n + 1n, 4n, 9007199254740994],
  ])("the fraction %i/%i is the nearest float", (above, below, float) => {
    expect($.ratio(above, below)).toBe(float);
  });

  it("are written as fractions in lowest terms", () => {
    expect(String($.Fraction(6, 8))).toBe("3/4");
    expect(String($.Fraction(8, 4))).toBe("2");
    expect(String($.mul($.Fraction(1, 3), $.sub(1, $.Fraction(1, 3))))).toBe("2/9");
  });

  it("have bits beyond the thirty-second", () => {
    expect($.shl(1, 40)).toBe(2 ** 40);
    expect($.and($.shl(1, 40), $.sub($.shl(1, 41), 1))).toBe(2 ** 40);
    expect($.shr($.shl(5, 40), 40)).toBe(5);
    expect($.and(7, $.invert(2))).toBe(5);
  });

  it.each([
    [0.5, 0],
    [1.5, 2],
    [2.5, 2],
    [2.51, 3],
    [-0.6, -1],
  ])("%d is rounded to %i", (value, whole) => expect($.round(value)).toBe(whole));

  it.each([
    [7.12345, 7.123],
    [2.0625, 2.062], // a half, exactly
    [2.1875, 2.188],
    [0.0005, 0.001], // a little more than a half
    [6.9999999, 7],
    [-0.0001, 0],
    [1234567, 1234567],
  ])("%d has the decimals %d", (value, rounded) => expect($.round(value, 3)).toBe(rounded));
});

describe("dicts, lists and words as Python knows them", () => {
  it("a dict takes tuples with the same in them for one, and keeps its order", () => {
    const held = $.dict_of([[[1, "a"], 1]]);
    $.put(held, [1, "a"], 2);
    $.put(held, [1, "b"], 3);
    $.put(held, ["1", "a"], 4);
    expect(held.items()).toEqual([
      [[1, "a"], 2],
      [[1, "b"], 3],
      [["1", "a"], 4],
    ]);
    expect($.has(held, [1, "b"])).toBe(true);
    expect(() => $.item(held, [2])).toThrow("there is no key");
  });

  it("places count from the end, slices stop at it", () => {
    expect($.item([1, 2, 3], -1)).toBe(3);
    expect($.slice([1, 2, 3], 1, 9)).toEqual([2, 3]);
    expect($.slice("abc", null, -1)).toBe("ab");
    expect(() => $.item([1], 1)).toThrow("there is no place 1 of 1");
    expect(() => $.call([1], "index", 2)).toThrow("there is no place");
  });

  it("nothing is false, and all that is empty", () => {
    expect([[], {}, 0, "", null, $.dict_of([])].map($.truth)).toEqual([false, true, false, false, false, false]);
    expect($.eq(true, 1)).toBe(true);
    expect($.eq([1, [2]], [1, [2]])).toBe(true);
    expect($.eq("1", 1)).toBe(false);
  });

  it("equals stay in their order when sorted, and when sorted the other way", () => {
    const parts = [
      [1, "a"],
      [2, "b"],
      [1, "c"],
    ];
    const key = (part: unknown[]): unknown => part[0];
    expect($.sorted(parts, $.options({ key })).map((part) => part[1])).toEqual(["a", "c", "b"]);
    expect($.sorted(parts, $.options({ key, reverse: true })).map((part) => part[1])).toEqual(["b", "a", "c"]);
    expect($.max([3, 5, 4])).toBe(5);
    expect(() => $.min([])).toThrow();
  });

  it.each([
    [2000000, ",", "2,000,000"],
    [3, "+d", "+3"],
    [-3, "+d", "-3"],
    [2.345, ".1f", "2.3"],
    ["a", ">3", "  a"],
    ["a", "3", "a  "],
    [7, "3", "  7"],
  ])("%s in the form %s is %j", (value, spec, text) => expect($.format(value, spec)).toBe(text));

  it("does not guess at a form that it does not know", () => {
    expect(() => $.format(1, "x^9")).toThrow($.LeftOut);
  });

  it.each([
    ["it's", '"it\'s"'],
    ["plain", "'plain'"],
    [true, "True"],
    [null, "None"],
    [[1, "a"], "[1, 'a']"],
  ])("writes %j as %s", (value, text) => expect($.repr(value)).toBe(text));
});

describe("functions as values, and arguments by name", () => {
  class Unit extends $.Thing {
    men = 3;
    declare size: () => number;
    checks(at: number, near = false, bonus = 0): unknown[] {
      return [this.men, at, near, bonus];
    }
  }
  $.named(Unit, "Unit");
  $.signed(Unit.prototype.checks, "at/ * near? bonus?");

  it("a method goes with its object, a field is as it is", () => {
    const unit = new Unit();
    const checks = $.bound(unit.checks, unit, "checks");
    expect(checks(1)).toEqual([3, 1, false, 0]);
    expect($.name_of(checks)).toBe("checks");
    const size = (): number => 7;
    unit.size = size;
    expect($.bound(unit.size, unit, "size")).toBe(size);
    expect($.own(undefined, ["a", "b"], "index")("b")).toBe(1);
    expect($.own(undefined, $.dict_of([["a", 2]]), "get")("a")).toBe(2);
  });

  it("keywords find their places", () => {
    const unit = new Unit();
    expect($.method_by_name(unit, "checks", [1], [["bonus", 4]])).toEqual([3, 1, false, 4]);
    expect($.by_name($.bound(unit.checks, unit, "checks"), [1], [["bonus", 4], ["near", true]])).toEqual([3, 1, true, 4]);
  });

  it.each([
    [[1], [["bonuses", 1]], "checks has no parameter bonuses"],
    [[1], [["near", true], ["near", true]], "checks is given near twice"],
    [[1, true], [["bonus", 1]], "checks takes 1 by place, not 2"],
    [[], [["bonus", 1]], "checks is not given at"],
    [[], [["at", 1]], "checks has no parameter at"],
  ] as [unknown[], [string, unknown][], string][])("%j and %j are refused", (given, named, says) => {
    expect(() => $.method_by_name(new Unit(), "checks", given, named)).toThrow(says);
  });

  it("who does not say how it is called is not guessed at", () => {
    expect(() => $.by_name(() => 1, [], [["near", true]])).toThrow($.LeftOut);
    expect(() => $.method_by_name(new Unit(), "charges", [], [["near", true]])).toThrow("Unit has no charges");
  });

  it("a class as a value makes objects of it", () => {
    const made = $.maker(Unit);
    expect($.maker(Unit)).toBe(made);
    expect($.maker(made)).toBe(made);
    expect(made()).toBeInstanceOf(Unit);
    expect(new Unit()).toBeInstanceOf(made);
    expect($.name_of(made)).toBe("Unit");
  });

  it("tuples with objects or functions in them are the same if those are", () => {
    const [one, other] = [new Unit(), new Unit()];
    const held = $.dict_of([
      [[one, 1], "one"],
      [[other, 1], "other"],
      [[Math.abs, 1], "abs"],
      [[Math.sign, 1], "sign"],
    ]);
    expect(held.size).toBe(4);
    expect(held.get([other, 1])).toBe("other");
    expect(held.get([Math.sign, 1])).toBe("sign");
  });
});
