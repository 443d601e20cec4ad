import { expect, test, type Locator, type Page } from "@playwright/test";
import { still } from "./general";
import { told } from "./serve.mjs";

// In the gate every lesson is clicked through with the mouse, one by keys alone and one with a finger; all ways of all in the soak.
const BY_KEYS = "first-command";
const BY_FINGER = "the-captains-word";
const isTried = (id: string, one: string): boolean => id === one || Boolean(process.env["PLAYSHEET_SOAK"]);

const { lessons } = told("lessons") as { lessons: { id: string; title: string; system: string; steps: number }[] };
const FIRST = 5; // clicks from the lesson's first word to the first own volley
const VOLLEY = /\b(fire|shoot|volley)\b/i;
const MOST = 200; // presses in a lesson

// By class and within what is asked: by role alone each look would go through all figures on the table.
const lesson = (page: Page): Locator => page.locator("section.lesson");
const choice = (page: Page): Locator => page.locator("[data-question]");
const goOn = (page: Page): Locator => lesson(page).getByRole("button", { name: "Go on" });
const lit = (page: Page): Locator => choice(page).getByRole("button", { name: /^The lesson waits for this: / });
const thatWay = (page: Page): Locator => page.locator("[data-question^=region] button.main");
const end = (page: Page): Locator => page.locator("a").filter({ hasText: "Choose a battle" });
const free = (page: Page): Locator => choice(page).getByRole("list", { name: "Your choices" }).getByRole("button");

/** How somebody presses a button: with the mouse, a finger or the keyboard. */
type Press = (page: Page, button: Locator) => Promise<void>;

/** What is to be pressed next, as a person would find it; null at the lesson's end. */
async function next(page: Page): Promise<Locator | null> {
  const question = page.locator("[data-question] button:not([disabled])");
  await expect(goOn(page).or(question).or(end(page)).first()).toBeVisible({ timeout: 60_000 });
  if (await end(page).count()) return null;
  if (await goOn(page).count()) return goOn(page);
  if (await lit(page).count()) return lit(page).first();
  if (await thatWay(page).count()) return thatWay(page);
  return free(page).first(); // where the lesson leaves it to the pupil
}

/** Where the page stands: which words are read, and which question is open. */
const place = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const asked = document.querySelector("[data-question]")?.getAttribute("data-question");
    return `${document.querySelector(".lesson .say")?.textContent} ${asked}`;
  });

async function begin(page: Page, title: string, press: Press): Promise<void> {
  await page.goto("/");
  await press(page, page.getByRole("button", { name: `Begin the lesson ${title}` }));
  await expect(page.getByRole("region", { name: /^Lesson: / })).toBeVisible({ timeout: 60_000 });
}

/** To its end; how often something was pressed, and after how many presses the first volley was fired. */
async function through(page: Page, press: Press): Promise<{ presses: number; first: number }> {
  let [presses, first] = [0, 0];
  for (let button = await next(page); button; button = await next(page)) {
    const before = await place(page);
    const isVolley = VOLLEY.test((await button.getAttribute("aria-label")) ?? (await button.innerText()));
    do {
      await press(page, button);
      presses += 1;
    } while (await button.filter({ hasText: "tap again" }).count()); // a finger looks before it does
    if (isVolley && !first) first = presses;
    await expect.poll(() => place(page), { timeout: 60_000 }).not.toBe(before);
    expect(presses, "a lesson ends").toBeLessThan(MOST);
  }
  return { presses, first };
}

const click: Press = (_, button) => button.click();
const tap: Press = (_, button) => button.tap();

/** By keys alone: Tab until it is there, then Enter. */
const byKeys: Press = async (page, button) => {
  const isThere = (): Promise<boolean> => button.evaluate((one) => one === document.activeElement);
  for (let i = 0; i < 200 && !(await isThere()); i++) await page.keyboard.press("Tab");
  expect(await isThere(), "the keyboard comes to it").toBe(true);
  await page.keyboard.press("Enter");
};

for (const { id, title } of lessons) {
  test.describe(`the lesson ${id}`, () => {
    test("with the mouse", async ({ page }) => {
      test.setTimeout(300_000);
      const faults: string[] = [];
      page.on("pageerror", (fault) => faults.push(fault.message));
      page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
      await still(page);
      await begin(page, title, click);
      const { first } = await through(page, click);
      expect(first, "a volley is fired").toBeGreaterThan(0);
      expect(first, "the first volley is fired soon").toBeLessThanOrEqual(FIRST);
      await page.getByRole("link", { name: "Choose a battle" }).click();
      await expect(page.getByRole("heading", { name: "Learn" })).toBeVisible();
      expect(faults).toEqual([]);
    });

    if (isTried(id, BY_KEYS)) test("with the keyboard alone", async ({ page }) => {
      test.setTimeout(300_000);
      await still(page);
      await begin(page, title, byKeys);
      await through(page, byKeys);
    });

    if (isTried(id, BY_FINGER)) test.describe("at 360 pixels", () => {
      test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

      test("with a finger", async ({ page }) => {
        test.setTimeout(300_000);
        await still(page);
        await begin(page, title, tap);
        await next(page);
        while (await goOn(page).count()) await goOn(page).tap();
        for (const part of [lesson(page), page.locator("[data-question]")]) {
          const box = await part.boundingBox();
          expect((box?.x ?? 0) + (box?.width ?? 999), "nothing is cut off at the side").toBeLessThanOrEqual(360);
        }
        await through(page, tap);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      });
    });
  });
}

test("another answer is answered, and not played; a hint and the sheet are there; one may leave", async ({ page }) => {
  await still(page);
  await begin(page, "First Command", click);
  await goOn(page).click();
  await lesson(page).getByRole("button", { name: "Back" }).click();
  await expect(goOn(page)).toBeVisible();
  await goOn(page).click();
  const said = lesson(page).getByRole("status");
  await page.getByRole("button", { name: "Do nothing" }).click();
  await expect(said).toHaveText(/^Legal; but try the volley first/);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(lit(page)).toHaveCount(1);
  await lesson(page).getByRole("button", { name: "A hint" }).click();
  await expect(lesson(page)).toContainText("Pointing at it shows the chances");
  await lesson(page).getByRole("button", { name: "On the sheet" }).click();
  await expect(page.getByRole("tab", { name: "Sheet" })).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".lights circle")).not.toHaveCount(0);
  await lit(page).click();
  await expect(said).toHaveText("");
  await expect(lesson(page)).toContainText("checks its Morale");
  await goOn(page).click();
  await goOn(page).click();
  await lesson(page).getByRole("button", { name: "Leave the lesson and play on" }).click();
  await expect(lesson(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Do nothing" }).click();
  await expect(page.locator("[data-question]")).toBeVisible();
});
