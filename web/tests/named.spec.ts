// Words on the play page: figures by name, a close up of those whom a choice is about, the sheet's words explained, and a
// log of which every line opens to its place on the sheet.

import { expect, test, type Locator, type Page } from "@playwright/test";
import { answer, asked, begin, options, playOn, question, still } from "./general";

const PROGRAMS = /\b(figure|extra|model|unit) \d/i; // names that only a program would give

/** To the first question of a unit that has a sergeant: which of its men are to move? */
async function whoMoves(page: Page): Promise<void> {
  await begin(page, "the-telegraph-hut");
  const isOffered = (label: string): boolean => label.includes("Move some of them");
  await playOn(page, ({ options, text }) => /Redcoats|Volunteers|Warband/.test(text) && (options?.some(({ label }) => isOffered(label)) ?? false));
  await options(page).filter({ hasText: "Move some of them" }).click();
  await expect(question(page)).toContainText("Which figures of");
}

const tip = (page: Page): Locator => page.getByRole("tooltip");

test("figures are named in choices, on the table, on the card and close up", async ({ page }) => {
  await still(page);
  await whoMoves(page);
  const labels = await options(page).allTextContents();
  expect(labels.filter((label) => PROGRAMS.test(label))).toEqual([]);
  const only = options(page).filter({ hasText: /^\s*Only the / }).first(); // the leader has a rank
  const name = /Only the (.+) of the (.+)$/.exec((await only.textContent())?.trim() ?? "");
  const [, man = "", unit = ""] = name ?? [];
  expect(man).not.toBe("");
  const closeUp = page.locator("svg.closeup");
  await expect(closeUp).toBeVisible();
  await only.hover();
  await expect(closeUp).toHaveAccessibleName(new RegExp(`Close up: ${man}`, "i"));
  await expect(closeUp.locator("text")).toHaveText([man]);
  await expect(page.locator("svg.table .linked text")).toHaveText([man]);
  const titles = await page.locator("svg.table .figure title").allTextContents();
  expect(titles.some((title) => title.toLowerCase().startsWith(man) && title.includes(unit))).toBe(true);
  expect(titles.filter((title) => PROGRAMS.test(title))).toEqual([]);
  await page.mouse.move(0, 0);
  await expect(page.locator(".detail .card")).toContainText(new RegExp(`${man}.*1 to \\d`, "is"));
});

test("the sheet's words in a choice are explained by a long press, which chooses nothing", async ({ browser }) => {
  const page = await (await browser.newContext({ hasTouch: true, viewport: { width: 360, height: 740 } })).newPage();
  await still(page);
  await begin(page, "the-telegraph-hut");
  for (;;) {
    const { kind } = await asked(page);
    if (kind === "options" && (await options(page).locator(".term").count())) break;
    await answer(page);
  }
  const before = await question(page).textContent();
  const word = options(page).locator(".term").first();
  await expect(tip(page)).toHaveCount(0);
  await word.dispatchEvent("pointerdown", { pointerType: "touch", bubbles: true });
  await expect(tip(page)).toBeVisible(); // after it has been held
  await word.dispatchEvent("pointerup", { pointerType: "touch", bubbles: true });
  await word.dispatchEvent("click", { bubbles: true });
  await expect(tip(page)).toBeVisible();
  await expect(question(page)).toHaveText(before ?? "");
  await expect(options(page).locator("xpath=self::*[contains(@class, 'chosen')]")).toHaveCount(0);
  const box = await tip(page).boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 360, "the whole explanation is on the screen").toBe(true);
  await page.locator("h2").first().dispatchEvent("pointerdown", { pointerType: "touch", bubbles: true });
  await expect(tip(page)).toHaveCount(0);
  await page.context().close();
});

test("the sheet's words in a choice are explained when the keyboard reaches it, and Escape shuts them", async ({ page }) => {
  await still(page);
  await begin(page, "the-telegraph-hut");
  const worded = options(page).filter({ has: page.locator(".term") }).first();
  for (;;) {
    const { kind } = await asked(page);
    if (kind === "options" && (await worded.count())) break;
    await answer(page);
  }
  const before = await question(page).textContent();
  await page.mouse.move(0, 0);
  await expect(tip(page)).toHaveCount(0);
  for (let n = 0; n < 80 && !(await worded.evaluate((button) => button === document.activeElement)); n++) await page.keyboard.press("Tab");
  await expect(tip(page)).toBeVisible();
  await expect(tip(page)).not.toBeEmpty();
  expect(await worded.getAttribute("aria-describedby")).toBe(await tip(page).getAttribute("id"));
  await page.keyboard.press("Escape");
  await expect(tip(page)).toHaveCount(0);
  await expect(worded).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(tip(page)).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(page.locator(`#${(await worded.getAttribute("aria-describedby")) ?? "none"}`)).toHaveCount(0);
  await expect(question(page)).toHaveText(before ?? "");
});

test("every line of the log opens to the sheet", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells");
  await playOn(page, () => false, 36);
  for (let n = 0; n < 4 && (await answer(page)); n++); // as it grows, too
  await page.getByRole("tab", { name: "Log" }).click();
  const lines = page.locator(".log .entry");
  const shut = page.locator(".log p.entry"); // only where units deploy
  expect(await lines.count()).toBeGreaterThan(10);
  expect(await shut.count()).toBeLessThanOrEqual(1);
  for (const line of await page.locator(".log details.entry").all()) {
    const inside = line.locator(".place button, .ruling");
    expect(await inside.count(), (await line.textContent()) ?? "").toBeGreaterThan(0);
  }
  const last = page.locator(".log details.entry").last();
  await last.locator("> summary").click();
  await last.locator(".place button").first().click();
  await expect(page.getByRole("tab", { name: "Sheet" })).toHaveAttribute("aria-selected", "true");
});
