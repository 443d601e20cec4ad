// The engine in a worker of its own: odds may take seconds, and thumbs must not wait for them.

import type { Fact } from "../../lib/protocol";
import { Engine, RefusedByRules, type SheetData } from "./engine";

export type Job =
  | { do: "take"; sheet: SheetData }
  | { do: "odds"; system: string; procedure: string; inputs: Record<string, Fact> }
  | { do: "throw"; system: string; procedure: string; inputs: Record<string, Fact>; faces: number[] }
  | { do: "roll"; system: string; procedure: string; inputs: Record<string, Fact> };

export type Answer = { id: number; done: unknown } | { id: number; refused: string } | { id: number; failed: string };

const made = import.meta.glob<Record<string, unknown>>("./made/engine.js", { eager: true, import: "made" });
const engine = new Engine(Object.values(made)[0] ?? {});

function done(job: Job): unknown {
  if (job.do === "take") return engine.take(job.sheet);
  if (job.do === "odds") return engine.odds(job.system, job.procedure, job.inputs);
  if (job.do === "throw") return engine.throw(job.system, job.procedure, job.inputs, job.faces);
  return engine.roll(job.system, job.procedure, job.inputs);
}

function answer(id: number, job: Job): Answer {
  try {
    return { id, done: done(job) };
  } catch (fault) {
    const says = fault instanceof Error ? fault.message : String(fault);
    return fault instanceof RefusedByRules ? { id, refused: says } : { id, failed: says };
  }
}

addEventListener("message", ({ data }: MessageEvent<{ id: number; job: Job }>) => postMessage(answer(data.id, data.job)));
