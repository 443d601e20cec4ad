// How far the person at the screen has read: the server knows what was answered, not what was read.

import type { Session } from "../game/session.svelte";
import type { Lesson, LessonLit } from "../lib/protocol";
import { pageOf, stillRead, type Page } from "./pages";

export class Reading {
  #read = $state(0);

  constructor(readonly session: Session) {}

  get lesson(): Lesson | null {
    return this.session.state?.lesson ?? null;
  }

  /** The page that is open; null while something is still being shown, or nobody is in a lesson. */
  get page(): Page | null {
    const lesson = this.lesson;
    return lesson && !this.session.stage.busy ? pageOf(lesson, stillRead(lesson, this.#read)) : null;
  }

  get isCard(): boolean {
    return this.page?.isCard ?? false;
  }

  get lit(): LessonLit | null {
    return this.page?.shown?.lit ?? null;
  }

  goOn(): void {
    const page = this.page;
    if (page?.isCard && page.shown) this.#read = page.shown.number;
  }

  goBack(): void {
    const before = this.page?.before;
    if (before) this.#read = before.number - 1;
  }

  leave(): Promise<boolean> {
    return this.session.leaveLesson();
  }
}
