import { expect, test, type Page } from "@playwright/test";
import { made, ready } from "./battles";
import { isTarget } from "../src/play/fitting";
import { asked, axeOn, begin, options, playOn, question, still } from "./general";

const scale = (page: Page): Promise<number> =>
  page.locator("svg.table .world").evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a);

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("two fingers zoom the table, and nothing is wider than the screen", async ({ page }) => {
    await still(page);
    await begin(page, "the-wells");
    await asked(page);
    const box = (await page.locator("svg.table").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hand = await page.context().newCDPSession(page);
    const fingers = (apart: number) => [
      { x: x - apart, y, id: 1 },
      { x: x + apart, y, id: 2 },
    ];
    const before = await scale(page);
    await hand.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(30) });
    for (const apart of [45, 60, 80]) await hand.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(apart) });
    await hand.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    expect(await scale(page)).toBeGreaterThan(before * 1.5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test("the first tap on a target shows the chances, the second commits", async ({ page }) => {
    test.setTimeout(240_000);
    await still(page);
    await begin(page, "the-wells");
    const target = page.locator("[data-question] button.target");
    await playOn(page, ({ options }) => options?.some(isTarget) ?? false, 60);
    const { number } = await asked(page);
    await target.first().tap();
    await expect(page.getByRole("status", { name: "Before you commit" }).first()).toBeVisible();
    await expect(target.first()).toContainText("tap again to do it");
    expect((await asked(page)).number).toBe(number);
    await target.first().tap();
    await expect(page.locator(`[data-question$=" ${number}"]`)).toHaveCount(0);
  });
});

test("what happens is shown beat by beat, and can be skipped", async ({ page }) => {
  await still(page, { speed: "slow" });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await begin(page, "the-wells");
  const skip = page.getByRole("button", { name: "Skip" });
  await expect(question(page)).toHaveText("In which formation does your Line Company deploy?");
  await expect(page.getByRole("tabpanel")).toContainText("Hold the well"); // before the first answer: what it is about
  await options(page).first().click();
  await page.getByRole("button", { name: "Here" }).click();
  await expect(skip).toBeVisible(); // it comes onto the table
  await expect(page.locator("[data-question]")).toHaveCount(0);
  await skip.click();
  await expect(question(page)).toHaveText(/In which formation does your .* deploy/);
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.getByRole("log", { name: "What happened" })).toContainText("Emir");
});

test("whoever wants nothing to move sees the result at once", async ({ page }) => {
  await still(page, { speed: "slow" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await begin(page, "the-wells");
  await expect(question(page)).toHaveText("In which formation does your Line Company deploy?");
  await options(page).first().click();
  await expect(question(page)).toHaveText(/Where does your Line Company stand/);
  await expect(page.getByRole("button", { name: "Skip" })).toHaveCount(0);
});

test("a spectator sees the battle and is asked nothing", async ({ page, request }) => {
  await still(page);
  const battle = await made(request, "the-wells", ["person", "doctrine"]);
  await ready(request, battle);
  await page.goto(`/#watch/${battle.game}/${battle.watch}`);
  await expect(page.getByText(/Waiting for The Garrison, who is away just now/)).toBeVisible();
  await expect(page.locator(".figure").first()).toBeVisible();
  await expect(page.locator("[data-question]")).toHaveCount(0);
  await page.getByRole("tab", { name: "Armies" }).click();
  await expect(page.getByRole("region", { name: "The Garrison" })).toContainText("24 of 24 figures");
  const { violations } = await axeOn(page).withTags(["wcag2a", "wcag2aa", "wcag22aa"]).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

test("a battle is given up, and the other side has won", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, give the battle up" }).click();
  await expect(page.getByRole("heading", { name: "The Emir's Host won" })).toBeVisible();
});
