import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonical, digestOf, plainPath, readExact, sha256 } from "./digest";

describe("SHA-256", () => {
  it.each([0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 100_000])("of %i bytes is what others make of it", (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 31 + size) & 255);
    expect(sha256(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
  });
});

describe("canonical JSON", () => {
  it.each([
    ['{"b": 9.0, "a": [1, 2.50, -3e-07]}', '{"a":[1,2.50,-3e-07],"b":9.0}'],
    ['{"z":{"y":null,"x":true},"e":[],"o":{}}', '{"e":[],"o":{},"z":{"x":true,"y":null}}'],
    ['"the Emir\\u0027s \\"Host\\" \\\\ caf\\u00e9"', '"the Emir\'s \\"Host\\" \\\\ café"'],
    ["[[[]],{}]", "[[[]],{}]"],
    ["false", "false"],
  ])("of %s", (text, expected) => {
    expect(canonical(readExact(text))).toBe(expected);
  });
  it("is the same whatever the order of the keys", () => {
    expect(digestOf(readExact('{"a":1.0,"b":2}'))).toBe(digestOf(readExact('{ "b": 2, "a": 1.0 }')));
    expect(digestOf(readExact('{"a":1}'))).not.toBe(digestOf(readExact('{"a":1.0}')));
  });
  it("reads a path of words and numbers", () => {
    expect(plainPath(readExact('["units", 2, "at"]'))).toEqual(["units", 2, "at"]);
  });
  it.each(["{", "[1,", "", "nope"])("does not read %j", (text) => {
    expect(() => readExact(text)).toThrow("not JSON");
  });
});
