import { expect, test, type Page } from "@playwright/test";
import { fought } from "./battles";
import { asked, begin, options, playOn, question, still } from "./general";

const world = (page: Page): Promise<string> => page.locator("svg.table .world").evaluate((element) => getComputedStyle(element).transform);
const status = (page: Page) => page.locator("[data-question] [role=status]");

test("pan, zoom and fit", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells");
  const early = await page.locator("svg.table").boundingBox();
  await asked(page);
  expect(await page.locator("svg.table").boundingBox(), "the table does not jump when the battle begins").toEqual(early);
  const fitted = await world(page);
  await page.getByRole("button", { name: "Closer" }).click();
  expect(await world(page)).not.toBe(fitted);
  const closer = await world(page);
  const box = (await page.locator("svg.table").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2 + 30, { steps: 4 });
  await page.mouse.up();
  expect(await world(page)).not.toBe(closer);
  await page.getByRole("button", { name: "The whole table" }).click();
  expect(await world(page)).toBe(fitted);
});

test("a ghost is dragged; where it may not stand, it says why", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells");
  await options(page).first().click();
  await expect(question(page)).toHaveText("Where does your Line Company stand at the start?");
  await expect(status(page)).toContainText("That is legal.");
  await expect(page.locator(".legal").first()).toBeAttached();
  const ghost = (await page.locator(".grip").first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const well = (await page.locator("svg.table .ink-marker").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(ghost.x + ghost.width / 2, ghost.y + ghost.height / 2);
  await page.mouse.down();
  await page.mouse.move(well.x, well.y, { steps: 6 });
  await page.mouse.up();
  await expect(status(page)).toHaveText("Line Company must stand wholly inside its deployment zone.");
  await expect(page.getByRole("button", { name: "Here" })).toBeDisabled();
  // A tap on the table sets it down there.
  await page.mouse.click(ghost.x + 60, ghost.y + 10);
  await expect(status(page)).toContainText("That is legal.");
  await page.getByRole("button", { name: "Here" }).click();
  await expect(page.getByRole("button", { name: /^Line Company, The Garrison, 10 of 10 figures/ })).toBeVisible();
});

test("a target looked at shows range, sight and chances; the log opens to its arithmetic and its row of the sheet", async ({ page }) => {
  test.setTimeout(240_000);
  await still(page);
  await begin(page, "the-wells");
  const shoot = page.getByRole("button", { name: /^Shoot at/ });
  const isOn = await playOn(page, ({ options }) => options?.some(({ label }) => /^Shoot at/.test(label)) ?? false, 150);
  test.skip(!isOn, "nobody came within range in this battle");
  await shoot.first().hover();
  const card = page.getByRole("status", { name: "Before you commit" });
  await expect(card).toContainText("Range");
  await expect(card).toContainText("Sight");
  await expect(card).toContainText("Exact, before any dice are thrown.");
  await expect(page.locator(".sight line")).toBeAttached();
  await page.setViewportSize({ width: 700, height: 740 }); // narrow: the chances stand over the table, and nothing moves under the pointer
  await page.mouse.move(1, 1);
  await expect(card).toHaveCount(0);
  const parts = ["section.asked", "svg.table", "aside.side", ".detail"];
  const boxes = (): Promise<unknown[]> => Promise.all(parts.map((part) => page.locator(part).boundingBox()));
  const before = await boxes();
  await shoot.first().hover();
  await expect(card).toContainText("Exact, before any dice are thrown.");
  expect(await boxes()).toEqual(before);
  await page.setViewportSize({ width: 1400, height: 900 });
  await shoot.first().click();
  const line = page.locator(".log details").filter({ hasText: /inches: .* dice/ }).last();
  await line.locator("> summary").click();
  await expect(line.locator(".roll").first()).toBeVisible();
  await line.getByRole("button", { name: /On the sheet: shooting/ }).first().click();
  await expect(page.locator(".sheet tr.used").filter({ hasText: /Gatling|Rifles/ }).first()).toBeVisible(); // a hit lights others too
});

test("the ruler measures between any two points and units, by the rules", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells");
  await asked(page);
  await page.getByRole("button", { name: "Ruler" }).click();
  const first = (await page.locator('.figure[data-unit="4"]').first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const well = (await page.locator("svg.table .ink-marker").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(first.x + 4, first.y + 4);
  await page.mouse.down();
  await page.mouse.move(well.x + 3, well.y + 3, { steps: 5 });
  await page.mouse.up();
  await expect(page.locator(".reading")).toContainText(/inches, \d+° south/);
});

test("with the keyboard alone, from the first page into the battle", async ({ page }) => {
  test.setTimeout(180_000);
  await still(page);
  await page.goto("/");
  await expect(page.getByRole("link", { name: /The Wells/ })).toBeVisible();
  await tabTo(page, /The Wells/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Begin the battle" })).toBeVisible();
  await tabTo(page, /Begin the battle/);
  await page.keyboard.press("Enter");
  await expect(question(page)).toHaveText(/In which formation/);
  for (let i = 0; i < 14; i++) {
    const now = await asked(page);
    if (now.kind === "over") break;
    if (now.kind === "options") await tabTo(page, (await options(page).first().textContent())?.trim() ?? "");
    else await tabTo(page, /^(Here|That way|These)$/);
    await page.keyboard.press("Enter");
    await expect(page.locator(`[data-question$=" ${now.number}"]`)).toHaveCount(0);
  }
  // The table is one stop; arrows go from unit to unit.
  await tabTo(page, /, The (Garrison|Emir's Host)/);
  const before = await focused(page);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toMatch(/The (Garrison|Emir's Host)/);
  expect(before).toMatch(/The (Garrison|Emir's Host)/);
  await tabTo(page, /^Log$/);
  for (const name of ["Armies", "Sheet", "In words"]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name })).toBeFocused();
  }
  await expect(page.getByRole("list", { name: "Units by distance" })).toContainText(/inches (north|south|east|west)/);
});

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const held = document.activeElement?.closest("a, button, input, select, summary, [role]");
    return held?.getAttribute("aria-label") ?? held?.textContent?.trim() ?? "";
  });

async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  for (let i = 0; i < 80; i++) {
    const now = await focused(page);
    if (typeof name === "string" ? now === name : name.test(now)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key never came to ${String(name)}`);
}

const base = (unit: number, x: number, y: number, facing: number, shape: string, wide: number, deep: number, more: object = {}) => ({
  x, y, unit, figure: -1, facing, shape, base: [wide, deep], role: "", signs: [], ...more,
});
const BASES = [
  base(0, 12, 14, 20, "foot", 5, 1.5, { count: 12 }),
  base(1, 22, 14, 0, "horse", 4, 2.4, { count: 8 }),
  base(4, 14, 30, 170, "foot", 6, 1, { count: 9, loose: true }),
  base(2, 28, 18, 340, "gun", 2, 2),
  base(3, 18, 9, 0, "mounted-leader", 1, 1.5, { role: "brigadier" }),
];

/** So many men, seen from some way off: an oval each, all in one path. */
const men = (count: number): RegExp => new RegExp(`^(M[^M]+){${count}}$`);

test("a base with a whole unit on it is drawn in ranks with its front, and an order as an arrow", async ({ page, request }) => {
  await still(page);
  const battle = await fought(request);
  await page.route(/\/api\/games\/[^/]+\/steps\/\d+/, async (route) => {
    const answer = await route.fetch();
    const step = (await answer.json()) as { view?: { table: { marks: object[]; roster: { signs: object[] }[] } } };
    if (step.view) {
      step.view.table.marks = BASES;
      step.view.table.roster[0]?.signs.push({ sign: "order", said: "It will march north-east.", toward: 45 });
    }
    await route.fulfill({ response: answer, json: step });
  });
  await page.goto(`/#replay/${battle.game}/${battle.watch}/10`);
  const many = page.locator("svg.table .figure.many");
  await expect(many).toHaveCount(3);
  await expect(many.nth(0).locator("path.men.cloth")).toHaveAttribute("d", men(12));
  await expect(many.nth(1).locator("path.men.horse")).toHaveAttribute("d", men(8));
  await expect(many.nth(2)).toHaveClass(/loose/);
  await expect(many.nth(0).locator(".front")).toBeVisible();
  await expect(page.locator("svg.table .arrows path")).toHaveCount(1);
  await expect(page.locator("svg.table .sign title", { hasText: "It will march north-east." })).toBeAttached();
  if (process.env["PICTURES"]) await page.screenshot({ path: `${process.env["PICTURES"]}/bases.png` });
});
