// Files from the person's own machine.

import { Refused } from "./api";

const LARGEST = 16 << 20;

/** The text of a chosen file; a sentence if it is none. */
export async function textOf(file: File, largest = LARGEST): Promise<string> {
  if (file.size > largest) throw new Refused("too_large", `${file.name} is too large: at most ${Math.round(largest / 1024)} KB are taken.`);
  const text = await file.text();
  if (text.includes("\u0000") || text.includes("\uFFFD")) {
    throw new Refused("malformed", `${file.name} is not a text file.`);
  }
  if (!text.trim()) throw new Refused("malformed", `${file.name} is empty.`);
  return text;
}

export function saved(name: string, content: string | Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A lesson has steps; of a record, comments beside its own make one. */
export const isLesson = (text: string): boolean => (isRecord(text) ? /^#/m : /^\[\[steps\]\]/m).test(text);

export const isRecord = (text: string): boolean => text.startsWith("playsheet record");
