// Somebody who keeps a field book by taps alone, of whatever sheet: in the page itself, so that a battle takes seconds. A
// button is tapped only where a finger would reach it.

import type { Page } from "@playwright/test";

export interface Kept {
  taps: number;
  refused: string[]; // by the rules, in words
  standing: number[]; // units of each side
}

/** To the end of a battle: one side is gone, or so many turns are over. Then the referee writes who has won. */
export async function keptToItsEnd(page: Page, turns: number): Promise<Kept> {
  return page.evaluate(async (most) => {
    const ACTIONS = /^(Shoot|Charge|Musketry|Artillery fire|Skirmish fire|Melee|A charge is declared|A character shoots|A pair of a melee|Blows|Morale check to charge)/;
    const kept = { taps: 0, refused: [] as string[], standing: [0, 0] };
    let state = 7;
    const below = (count: number): number => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % count;
    const all = (css: string, within: ParentNode = document): HTMLElement[] => [...within.querySelectorAll<HTMLElement>(css)].filter((one) => one.checkVisibility());
    const named = (name: RegExp, within: ParentNode = document): HTMLButtonElement | undefined =>
      (all("main button", within) as HTMLButtonElement[]).find((one) => !one.disabled && name.test(one.textContent?.trim() ?? ""));
    const said = (css: string): string => all(css)[0]?.textContent?.trim() ?? "";
    const region = (name: string): HTMLElement | undefined => all("main section").find((one) => (one.getAttribute("aria-label") ?? document.getElementById(one.getAttribute("aria-labelledby") ?? "")?.textContent) === name);

    async function tap(what: HTMLElement): Promise<void> {
      what.scrollIntoView({ block: "center" });
      const { left, top, width, height } = what.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!there || !what.contains(there)) throw new Error(`${what.textContent}: a finger does not reach it`);
      if (document.documentElement.scrollWidth > innerWidth) throw new Error(`${location.hash}: it is wider than the screen`);
      what.click();
      kept.taps++;
      await new Promise((done) => setTimeout(done, 0));
      await new Promise((done) => setTimeout(done, 0));
    }

    /** What is asked is answered, the dice are thrown, and it is written; left, if the rules refuse it. */
    async function settle(): Promise<void> {
      for (let step = 0; step < 40; step++) {
        const deed = region("What is done");
        if (!deed) return;
        const picks = [...all("ul.choices button", deed)];
        const fact = all("[aria-labelledby=asked-now] button", deed);
        const whole = named(/^Write it down$/, deed);
        const next = all("[aria-labelledby=next] button", deed);
        const now =
          picks[below(picks.length || 1)] ??
          named(/^Throw them here$/, deed) ??
          named(/^So it is$/, deed) ??
          fact[below(fact.length || 1)] ??
          (whole && next[0] && below(4) ? next[0] : whole);
        if (!now) break;
        await tap(now);
      }
      const refusal = said(".deed .notice, .deed [role=alert]");
      if (refusal) kept.refused.push(refusal);
      const leave = named(/^Leave it$/);
      if (leave) await tap(leave);
    }

    /** What must be done; let go, where the book does not take it. */
    async function owed(): Promise<void> {
      for (let step = 0; step < 30; step++) {
        const due = region("Due");
        const first = due && all("li.must > button.main", due)[0];
        if (!due || !first) return;
        const before = due.textContent;
        await tap(first);
        await settle();
        const still = region("Due");
        if (!still || still.textContent !== before) continue;
        await tap(named(/^Let it go \.\.\.$/, still) as HTMLElement);
        const why = all("label input", still)[0] as HTMLInputElement;
        why.value = "it cannot be here";
        why.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((done) => setTimeout(done, 0));
        await tap(named(/^Let it go$/, still) as HTMLElement);
      }
    }

    const sides = all(".sides button").map((one) => one.textContent?.trim() ?? "");
    async function look(side: number): Promise<HTMLButtonElement[]> {
      await tap(all(".sides button")[side] as HTMLElement);
      return all("ul.units button:not(:disabled)") as HTMLButtonElement[];
    }

    async function act(side: number): Promise<void> {
      const units = await look(side);
      const unit = units.find((one) => one.classList.contains("up")) ?? units[below(units.length || 1)];
      if (!unit) return;
      await tap(unit);
      const does = all('ul[aria-label="What it does"] button');
      const fights = does.filter((one) => ACTIONS.test(one.textContent?.trim() ?? ""));
      const choice = below(5) && fights.length ? fights[below(fights.length)] : does[below(does.length || 1)];
      if (choice) await tap(choice);
      await settle();
    }

    const turn = (): number => Number(/Turn (\d+)/.exec(said(".stand"))?.[1]);
    const close = async (): Promise<boolean> => {
      const alert = all("main [role=alert]")[0];
      const shut = alert && named(/^Close$/, alert);
      if (!alert || !shut) return false;
      kept.refused.push(alert.textContent?.trim() ?? "");
      await tap(shut);
      return true;
    };

    while (turn() <= most) {
      await owed();
      const now = turn();
      for (let side = 0; side < 2; side++) await act(side);
      await owed();
      kept.standing = [(await look(0)).length, (await look(1)).length];
      if (kept.standing.includes(0)) break;
      const on = named(/^Draw a card \([1-9]/) ?? named(/^Next phase/);
      await tap(below(8) && on ? on : (named(/^Next turn$/) as HTMLElement));
      if ((await close()) && turn() === now) await tap(named(/^Next turn$/) as HTMLElement);
      await close();
    }

    await tap(named(/^Referee$/) as HTMLElement);
    const winner = document.querySelectorAll("select")[3] as HTMLSelectElement;
    winner.value = kept.standing[0] === kept.standing[1] ? "0" : (kept.standing[0] ?? 0) > (kept.standing[1] ?? 0) ? "1" : "2";
    winner.dispatchEvent(new Event("change", { bubbles: true }));
    const how = all("form:last-of-type input[type=text]").at(-1) as HTMLInputElement;
    how.value = kept.standing.includes(0) ? `${sides[kept.standing.indexOf(0)]} has nobody left` : "night has come";
    how.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => setTimeout(done, 0));
    await tap(named(/^End the battle$/) as HTMLElement);
    return kept;
  }, turns);
}
