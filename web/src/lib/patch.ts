// A view and what changes it. Views are never changed in place: a patched view shares all that stayed the same.

import type { Patch, Path } from "./protocol";

/** The value with the patch set, path by path, in order. */
export function patched<T>(value: T, patch: Patch): T {
  let now: unknown = value;
  for (const [path, part] of patch) now = withPart(now, path, 0, part);
  return now as T;
}

function withPart(value: unknown, path: Path, at: number, part: unknown): unknown {
  const key = path[at];
  if (key === undefined) return part;
  if (Array.isArray(value)) {
    const copy: unknown[] = value.slice();
    copy[key as number] = withPart(copy[key as number], path, at + 1, part);
    return copy;
  }
  if (typeof value !== "object" || value === null) throw new Error(`there is nothing at ${path.slice(0, at).join(".")}`);
  const held = value as Record<string, unknown>;
  return { ...held, [key]: withPart(held[key], path, at + 1, part) };
}
