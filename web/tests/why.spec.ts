// "why?" on what the computer did: its weighings in words, where they may be asked for.

import { expect, test, type Locator, type Page } from "@playwright/test";
import { answer, axeOn, begin, still } from "./general";

const log = (page: Page): Locator => page.getByRole("log", { name: "What happened" });
const whys = (page: Page): Locator => log(page).getByRole("button", { name: /^why\?/ });

/** Until the computer has done something in the first turn. */
async function untilItActed(page: Page): Promise<Locator> {
  const lines = log(page).getByRole("button", { name: /^why\? The (1st|2nd|3rd) Levy Spearmen (?!took|formed|drew)/ });
  for (let count = 0; count < 60 && !(await lines.count()); count++) expect(await answer(page)).toBe(true);
  return lines.first();
}

test("a line of the computer's says why, by mouse and by keyboard; one's own lines do not", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells");
  await page.getByRole("tab", { name: "Log" }).click();
  const why = await untilItActed(page);
  await expect(why).toHaveText("why?");
  await expect(why).toHaveAttribute("aria-expanded", "false");
  await why.click();
  await expect(why).toHaveAttribute("aria-expanded", "true");
  const said = log(page).locator(".reasons:visible");
  await expect(said).toContainText(/is worth .* figures?; /);
  await page.keyboard.press("Enter");
  await expect(said).toHaveCount(0);
  await page.keyboard.press("Space");
  await expect(said).toContainText(/is worth .* figures?; /);
  const own = log(page).locator(".line").filter({ hasText: /^The (Line|Guard) Company/ });
  for (let tries = 0; tries < 40 && !(await own.count()); tries++) await answer(page); // until an own card has come up
  await expect(own.first()).toBeVisible();
  await expect(own.getByRole("button", { name: /^why\?/ })).toHaveCount(0);
  const found = await axeOn(page).include(".log").analyze();
  expect(found.violations).toEqual([]);
});

test("the replay says why too", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells");
  await page.getByRole("tab", { name: "Log" }).click();
  await untilItActed(page);
  const [, game = "", secret = ""] = new URL(page.url()).hash.split("/");
  await page.goto(`/#replay/${game}/${secret}/8`);
  await whys(page).last().click();
  await expect(log(page).locator(".reasons:visible")).toContainText(/\.$/);
});

test("where things are hidden nobody can ask before it is over", async ({ page }) => {
  await still(page);
  await begin(page, "the-ruined-wells");
  await page.getByRole("tab", { name: "Log" }).click();
  for (let count = 0; count < 6; count++) await answer(page);
  await expect(log(page).locator(".entry").first()).toBeVisible();
  await expect(whys(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, give the battle up" }).click();
  await expect(whys(page).first()).toBeVisible();
  await whys(page).first().click();
  await expect(log(page).locator(".reasons:visible")).toContainText(/\.$/);
});
