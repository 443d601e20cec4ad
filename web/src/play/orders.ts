// A game master's order, from its form and what was put into its fields.

import type { MasterOrder } from "../lib/protocol";

/** What stands in each field at first: its example. */
export function examples(order: MasterOrder): Record<string, string> {
  return Object.fromEntries(order.fields.map(({ name, example }) => [name, example]));
}

export function written(order: MasterOrder, values: Record<string, string>): string {
  return order.form
    .split(" ")
    .map((word) => (order.fields.some(({ name }) => name === word) ? (values[word] ?? "") : word))
    .join(" ");
}

/** Those that have all the words that are looked for, in their form, their sentence or what may be named. */
export function matching(orders: MasterOrder[], wanted: string): MasterOrder[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return orders.filter(({ form, said, fields }) => {
    const text = [form, said, ...fields.flatMap((field) => [field.said, ...field.choices.map((choice) => choice.said)])].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
