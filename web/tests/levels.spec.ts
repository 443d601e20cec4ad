// How well the computer plays: chosen, remembered, thinking, asked why; and an adviser where one is wanted.

import { expect, test, type Page } from "@playwright/test";
import { answer, asked, axeOn, begin, still } from "./general";

const levels = (page: Page) => page.getByRole("group", { name: "How well does the computer play?" });

async function inBattle(page: Page): Promise<void> {
  const advice = page.getByRole("button", { name: "Advice" });
  for (let count = 0; count < 40 && !(await advice.count()); count++) {
    expect(await answer(page)).toBe(true);
    await asked(page);
  }
  await expect(advice).toBeVisible();
}

test("a veteran in The Wells: a turn is played, it says why, and the adviser's plan is carried out", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells", async (form) => {
    await levels(page).getByRole("radio", { name: /^Veteran/ }).check();
    await expect(form.getByRole("combobox").nth(1)).toHaveValue("veteran");
    await form.getByRole("checkbox", { name: /^With an adviser/ }).check();
  });
  await expect(page.getByTitle("Every player may ask for advice in this game")).toBeVisible();
  await inBattle(page);

  const adviser = page.getByRole("region", { name: "Your adviser" });
  await adviser.getByRole("button", { name: "Advice" }).click();
  await expect(adviser.getByRole("listitem").first()).toContainText(/\d+%/, { timeout: 60_000 });
  await expect(adviser.getByText("As your adjutant thinks best")).toBeVisible();
  expect((await axeOn(page).include(".adviser").analyze()).violations).toEqual([]);
  const before = await page.locator("[data-question]").getAttribute("data-question");
  await adviser.getByRole("button", { name: /^Do this: (?!As your adjutant)/ }).first().click();
  await expect(page.locator("[data-question]")).not.toHaveAttribute("data-question", before ?? "", { timeout: 60_000 });

  await page.getByRole("tab", { name: "Log" }).click();
  const log = page.getByRole("log", { name: "What happened" });
  const whys = log.getByRole("button", { name: /^why\? The (1st|2nd|3rd) Levy Spearmen (?!took|formed|drew)/ });
  for (let count = 0; count < 60 && !(await whys.count()); count++) expect(await answer(page)).toBe(true);
  const reasons = log.locator(".reasons:visible").filter({ hasText: /Chances of winning, .*\d+%|The plan: / });
  for (const why of await log.getByRole("button", { name: /^why\?/ }).all()) {
    await why.click();
    await expect(log.locator(".reasons:visible").last()).toContainText(/\.$/);
  }
  await expect(reasons.first()).toBeVisible();
});

test("the level is remembered, by keyboard and in a narrow window, by day and night", async ({ page }) => {
  await still(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/#new/the-wells");
  await expect(levels(page).getByRole("radio")).toHaveCount(4);
  await expect(levels(page).getByRole("radio", { name: /^Regular/ })).toBeChecked();
  await levels(page).getByRole("radio", { name: /^Regular/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(levels(page).getByRole("radio", { name: /^Marshal/ })).toBeChecked();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await axeOn(page).include("form").analyze()).violations).toEqual([]);
  }
  await page.reload();
  await expect(levels(page).getByRole("radio", { name: /^Marshal/ })).toBeChecked();
});

test("without an adviser there is no button for one", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells");
  const say = page.getByRole("group", { name: "Say to the adjutant" });
  for (let count = 0; count < 40 && !(await say.getByRole("button", { name: "The rest as you think best" }).count()); count++) {
    expect(await answer(page)).toBe(true);
    await asked(page);
  }
  await expect(page.getByRole("button", { name: "Advice" })).toHaveCount(0);
});
