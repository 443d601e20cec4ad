import { describe, expect, it } from "vitest";
import { blockOf, ranked } from "./ranks";

describe("many on one base", () => {
  it("stand in a line on a wide base and in a column on a deep one", () => {
    const line = ranked(12, 6, 1, 1, 1);
    expect(new Set(line.posts.map((post) => post.y)).size).toBe(2); // two ranks of six
    const column = ranked(12, 1, 6, 1, 1);
    expect(new Set(column.posts.map((post) => post.x)).size).toBe(2);
    expect(line.size).toBeCloseTo(column.size);
  });
  it("stand on the base, each at a place of his own", () => {
    for (const [count, wide, deep, shape] of [[7, 4, 1, 1], [20, 3, 3, 1], [9, 4, 2, 1.5], [1, 2, 2, 1]] as const) {
      const { posts, size } = ranked(count, wide, deep, shape, 1);
      expect(posts).toHaveLength(count);
      expect(new Set(posts.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(count);
      for (const { x, y } of posts) {
        expect(Math.abs(x) + size / 2).toBeLessThanOrEqual(wide / 2 + 1e-9);
        expect(Math.abs(y) + (size * shape) / 2).toBeLessThanOrEqual(deep / 2 + 1e-9);
      }
    }
  });
  it("have their rear rank in the middle when it is not full", () => {
    const { posts } = ranked(5, 3, 2, 1, 1);
    expect(posts.slice(3).map((post) => post.x)).toEqual([-0.5, 0.5]);
  });
  it("are fewer where they could not be told apart", () => {
    expect(ranked(400, 4, 1, 1, 1).posts.length).toBeLessThan(60);
    expect(ranked(400, 4, 1, 1, 1).size).toBeGreaterThan(0.2);
  });
  it("stand apart when they are loose", () => {
    expect(ranked(8, 4, 1, 1, 1, true).size).toBeLessThan(ranked(8, 4, 1, 1, 1).size);
  });
});

it("has a map's sign for each arm", () => {
  expect(blockOf("foot", 4, 2)).toBe("M-2 1L2 -1M-2 -1L2 1");
  expect(blockOf("horse", 4, 2)).toBe("M-2 1L2 -1");
  expect(blockOf("gun", 4, 2)).toContain("a0.45 0.45");
  expect(blockOf("wagon", 4, 2)).toBe("");
});
