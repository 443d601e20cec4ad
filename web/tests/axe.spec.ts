import { expect, test, type Locator, type Page } from "@playwright/test";
import { answer, asked, axeOn, begin, playOn, still } from "./general";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Everything by day; by night, where only the colours are others, what has to do with them. */
async function sound(page: Page, where: string, part = "body"): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await axeOn(page).include(part).withTags(TAGS).analyze();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await axeOn(page).include(part).withRules(["color-contrast", "link-in-text-block"]).analyze();
  const found = [light, dark].flatMap(({ violations }, night) =>
    violations.map(({ id, nodes }) => `${where}, ${night ? "dark" : "light"}: ${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ... ")}`),
  );
  expect(found).toEqual([]);
}

/** A unit that is looked at, as it is shown when it has left the table: the dice may see to that or not. */
async function asIfGone(unit: Locator): Promise<void> {
  await unit.click();
  await expect(unit).toHaveAttribute("aria-pressed", "true");
  await unit.evaluate((one) => one.classList.add("away", "gone"));
}

test("the pages before a battle", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("img", { name: "Map of The Wells" })).toBeVisible();
  await sound(page, "first page");
  await page.goto("/#new/the-wells");
  await page.getByText("Names, clocks, house rules, rulings").click();
  await sound(page, "new battle");
  await page.goto("/#join/abc/def");
  await sound(page, "invitation");
  await page.goto("/#sheet/lancer");
  await expect(page.getByRole("heading", { name: "Rulings" })).toBeVisible();
  await sound(page, "sheet");
  await page.goto("/#play/aaaaaaaaaaaa/AAAA");
  await expect(page.getByRole("alert")).toBeVisible();
  await sound(page, "wrong link");
});

// A look at the table with all that stands on it takes most of the time: it is looked at once as one deploys, once in play.
test("deploying", async ({ page }) => {
  test.setTimeout(180_000);
  await still(page);
  await begin(page, "the-wells");
  await asked(page);
  await sound(page, "options", "section.asked");
  await answer(page);
  await sound(page, "region");
});

test("the battle", async ({ page }) => {
  test.setTimeout(180_000);
  await still(page);
  await begin(page, "the-wells");
  await playOn(page, () => false, 24);
  for (let i = 0; i < 2; i++) await answer(page);
  await sound(page, "in play");
  const summary = page.locator(".log details.entry > summary").last();
  await summary.click();
  await sound(page, "log opened", "aside"); // the table is as it was
  for (const name of ["Goals", "Armies", "Sheet", "In words", "Talk"]) {
    await page.getByRole("tab", { name }).click();
    if (name === "Armies") await asIfGone(page.locator(".roster button").first());
    await sound(page, name, "aside");
  }
  await page.getByRole("button", { name: "Menu" }).click();
  await sound(page, "menu", "dialog[open]");
});

test("before the first card, and with own dice", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells", (form) => form.getByText("With friends elsewhere").click());
  await expect(page.getByRole("button", { name: "I am ready" })).toBeVisible();
  await sound(page, "gathering");
});

test("a lesson", async ({ page }) => {
  await still(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Begin the lesson First Command" }).click();
  const lesson = page.getByRole("region", { name: /^Lesson: / });
  await expect(lesson).toBeVisible();
  await sound(page, "a card of a lesson");
  await lesson.getByRole("button", { name: "Go on" }).click();
  await lesson.getByRole("button", { name: "A hint" }).click();
  await page.getByRole("button", { name: "Do nothing" }).click();
  await expect(lesson.getByRole("status")).toHaveText(/^Legal; but/);
  await sound(page, "a step of a lesson");
});
