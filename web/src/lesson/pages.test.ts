import { expect, test } from "vitest";
import type { Lesson, LessonStep } from "../lib/protocol";
import { pageOf, stillRead } from "./pages";

const step = (number: number): LessonStep => ({
  number,
  say: `step ${number}`,
  hint: "",
  line: "",
  lit: { units: [], spots: [], panels: [], options: [], values: null },
});
const lesson = (cards: number[], at: number | null): Lesson => ({
  id: "first",
  title: "First",
  of: 9,
  cards: cards.map(step),
  step: at === null ? null : step(at),
  done: at === null,
});

test("cards come first, one after the other, then the step", () => {
  const held = lesson([3, 4], 5);
  expect(pageOf(held, 2)).toMatchObject({ shown: { number: 3 }, isCard: true, before: null });
  expect(pageOf(held, 3)).toMatchObject({ shown: { number: 4 }, isCard: true, before: { number: 3 } });
  expect(pageOf(held, 4)).toMatchObject({ shown: { number: 5 }, isCard: false, before: { number: 4 } });
});

test("when all was read there is nothing more to be shown", () => {
  expect(pageOf(lesson([20], null), 20)).toMatchObject({ shown: null, isCard: false, before: { number: 20 } });
});

test("what was taken back is read again when one comes to it", () => {
  expect(stillRead(lesson([1], 2), 4)).toBe(1);
  expect(stillRead(lesson([3, 4], 5), 4)).toBe(4);
  expect(stillRead(lesson([20], null), 20)).toBe(20);
});
