import { expect, it } from "vitest";
import type { MasterOrder } from "../lib/protocol";
import { examples, matching, written } from "./orders";

const unit = { name: "UNIT", kind: "unit" as const, said: "the unit", choices: [{ value: "0", said: "Line Company" }], low: null, high: null, example: "0" };
const wing = { name: "WING", kind: "word" as const, said: "where", choices: [{ value: "left", said: "left" }], low: null, high: null, example: "left" };
const CHECK: MasterOrder = { form: "check UNIT", said: "The unit checks morale.", ruling: "", fields: [unit], example: "check 0" };
const SUPPORT: MasterOrder = { form: "order UNIT support WING", said: "It supports.", ruling: "R1", fields: [unit, wing], example: "order 0 support left" };

it("writes an order from its fields", () => {
  expect(written(CHECK, examples(CHECK))).toBe(CHECK.example);
  expect(written(SUPPORT, { UNIT: "3", WING: "rear" })).toBe("order 3 support rear");
});

it("finds orders by word, sentence and who may be named", () => {
  expect(matching([CHECK, SUPPORT], "morale")).toEqual([CHECK]);
  expect(matching([CHECK, SUPPORT], "line WING")).toEqual([SUPPORT]);
  expect(matching([CHECK, SUPPORT], " ")).toHaveLength(2);
  expect(matching([CHECK, SUPPORT], "dance")).toEqual([]);
});
