// Which printed row of a table an entry of the log means.

import type { SheetTable } from "../lib/protocol";

/** The place among the printed rows, or -1. Named rows come first, single values after them. */
export function rowOf(table: SheetTable, row: string): number {
  const names = Object.keys(table.data.rows);
  const at = names.indexOf(row);
  if (at >= 0) return at;
  const label = table.data.labels[row] ?? row;
  return table.rows.findIndex((cells) => cells[0] === label);
}
