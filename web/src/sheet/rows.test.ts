import { expect, it } from "vitest";
import type { SheetTable } from "../lib/protocol";
import { rowOf } from "./rows";

const TABLE: SheetTable = {
  id: "shooting",
  at: "Shooting",
  title: "Weapons",
  notes: [],
  headings: ["", "Range"],
  rows: [["Rifles", "12"], ["Gatling", "12"], ["Sides of the die", "6"]],
  data: {
    columns: { reach: "Range" },
    labels: { sides: "Sides of the die" },
    values: { sides: 6 },
    rows: { rifles: { reach: 12 }, gatling: { reach: 12 } },
  },
};

it.each([
  ["rifles", 0],
  ["gatling", 1],
  ["sides", 2],
  ["cannon", -1],
])("finds %s in row %d", (row, expected) => expect(rowOf(TABLE, row)).toBe(expected));
