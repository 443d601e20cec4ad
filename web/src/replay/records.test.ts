import { expect, it, vi } from "vitest";

vi.mock("../lib/mine.svelte", () => ({ mine: {} }));
vi.mock("../lib/route.svelte", () => ({ go: () => undefined }));
const { headOf, seatsIn, sharedSecret } = await import("./records");

const RECORD = `playsheet record 1
title: The Wells
system: lancer
seat 1: The Garrison | doctrine
seat 2: The Emir's Host | person
dice: fair
scenario: the-wells.toml
| seat 3: not a seat
`;

it("counts the seats that the head names, and no others", () => {
  expect(seatsIn(RECORD)).toBe(2);
  expect(seatsIn("nonsense")).toBe(0);
  expect(seatsIn("")).toBe(0);
});

it("reads the head", () => {
  expect(headOf(RECORD, "title")).toBe("The Wells");
  expect(headOf(RECORD, "system")).toBe("lancer");
  expect(headOf(RECORD, "colour")).toBe("");
});

it("never hands on the secret of a seat", () => {
  expect(sharedSecret("seat", "mine", undefined)).toBe("");
  expect(sharedSecret("seat", "mine", "theirs")).toBe("theirs");
  expect(sharedSecret("gm", "mine", "theirs")).toBe("theirs");
  expect(sharedSecret("watch", "theirs", undefined)).toBe("theirs");
});
