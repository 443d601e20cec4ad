import { expect, test, type Page } from "@playwright/test";
import { axeOn } from "./general";

test.use({ viewport: { width: 360, height: 740 } });

async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

async function sound(page: Page): Promise<void> {
  const found = await axeOn(page).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]).analyze();
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

const face = (page: Page, number: number) => page.getByRole("button", { name: `A ${number}`, exact: true });
const taken = (page: Page) => page.getByRole("button", { name: "These are the dice" });

async function tapped(page: Page, ...faces: number[]): Promise<void> {
  for (const one of faces) await face(page, one).click();
  await taken(page).click();
}

test("every procedure of every sheet has its form and its odds, and fits a telephone", async ({ page, request }) => {
  const got = async <T>(path: string): Promise<T> => (await (await request.get(path)).json()) as T;
  const { systems } = await got<{ systems: { id: string; title: string }[] }>("/api/systems");
  const sheets = [];
  for (const { id, title } of systems) {
    const { procedures } = await got<{ procedures: { id: string; inputs: { said: string }[] }[] }>(`/api/systems/${id}/procedures`);
    sheets.push({ id, title, procedures });
  }
  await page.goto("/#companion");
  for (const { id, title, procedures } of sheets) {
    await expect(page.getByRole("link", { name: title })).toBeVisible();
    for (const procedure of procedures) {
      await page.goto(`/#companion/${id}/${procedure.id}`);
      await expect(page.getByText("Exact, before any dice are thrown.")).toBeVisible();
      const missing = async (): Promise<string[]> => {
        const read = (await page.locator("main").innerText()).toLowerCase(); // what is hidden is not in it
        return procedure.inputs.map(({ said }) => said).filter((said) => !read.includes(said.toLowerCase()));
      };
      await expect.poll(missing, procedure.id).toEqual([]);
      await page.getByRole("button", { name: "Throw them here" }).click();
      await expect(page.getByText(/Exactly this comes about in|No dice are needed/).first()).toBeVisible();
      await fits(page);
    }
    await page.goto("/#companion");
  }
});

test("a volley with one's own dice, tapped in, corrected, and explained", async ({ page }) => {
  await page.goto("/#companion/lancer/shoot");
  await expect(page.getByRole("heading", { name: "Shooting" })).toBeVisible();
  const figures = page.getByLabel("who fires: rifles in the front two ranks, or crew", { exact: true });
  await expect(figures).toHaveValue("10");
  await page.getByRole("button", { name: "One less: who fires: rifles in the front two ranks, or crew" }).click();
  await page.getByRole("button", { name: "One less: who fires: rifles in the front two ranks, or crew" }).click();
  await expect(figures).toHaveValue("8");

  await page.getByRole("button", { name: "My own dice" }).click();
  await expect(page.getByText("throw 4 dice with 6 sides")).toBeVisible();
  for (const one of [4, 6, 1, 2]) await face(page, one).click();
  await page.getByRole("button", { name: "Die 4 shows 2: correct it" }).click();
  await face(page, 3).click();
  await taken(page).click();

  await expect(page.getByText("2 hit, 2 miss")).toBeVisible();
  await expect(page.getByText("throw 1 die with 6 sides")).toBeVisible();
  await tapped(page, 3); // the Unit Morale Check is passed
  await tapped(page, 5, 6); // both casualty checks fail
  await tapped(page, 2);
  await tapped(page, 9);
  const outcome = page.locator(".outcome");
  await expect(outcome).toContainText("Hits 2");
  await expect(outcome).toContainText("Lost 2");

  // One die of the volley was misread: the volley has a third hit, so the casualty checks are to be thrown again.
  await page.getByRole("button", { name: "Correct the dice of Rifles fire" }).click();
  await page.getByRole("button", { name: "Die 3 shows 1: correct it" }).click();
  await face(page, 4).click();
  await taken(page).click();
  await expect(outcome).toBeHidden();
  await expect(page.getByText("throw 3 dice with 6 sides")).toBeVisible();
  await tapped(page, 1, 1, 1);
  await expect(outcome).toContainText("Hits 3");
  await expect(outcome).toContainText("Lost 0");

  await page.getByText("The slash in hit numbers").click();
  await expect(page.getByText("a list of faces, or a range?")).toBeVisible();
  await page.getByRole("button", { name: /On the sheet: shooting/ }).click();
  await expect(page.getByRole("dialog").getByText("Weapons")).toBeVisible();
  await sound(page);
});

test("what cannot be is refused in a sentence, and the way on is open", async ({ page }) => {
  await page.goto("/#companion/lancer/shoot");
  await page.getByLabel("figures it started with", { exact: true }).fill("4");
  await expect(page.getByText("A unit of 10 figures cannot have started with 4: expected 10 or more.")).toBeVisible();
  await expect(page.getByRole("button", { name: "My own dice" })).toBeDisabled();
  await page.getByLabel("figures it started with", { exact: true }).fill("many");
  await expect(page.getByText("Start: expected a whole number from 1 to 60, got 'many'.")).toBeVisible();
  await page.getByRole("button", { name: "Put everything back" }).click();
  await expect(page.getByRole("button", { name: "My own dice" })).toBeEnabled();
  await expect(page.getByText("Exact, before any dice are thrown.")).toBeVisible();
});

test("an address that leads nowhere says so, and where to go instead", async ({ page }) => {
  await page.goto("/#companion/chess");
  await expect(page.getByRole("alert")).toContainText("There is no sheet called “chess” here.");
  await page.getByRole("link", { name: "All sheets" }).click();
  await expect(page.getByRole("heading", { name: "Companion" })).toBeVisible();
  await page.goto("/#companion/lancer/castling");
  await expect(page.getByRole("alert")).toContainText("Lancer Rifle Gatling has nothing called “castling”.");
  await page.getByRole("link", { name: "All of Lancer Rifle Gatling" }).click();
  await expect(page.getByRole("heading", { name: "Lancer Rifle Gatling" })).toBeVisible();
});

test("it works with no network after the first load, for situations that were never asked before", async ({ page, context, request }) => {
  await page.goto("/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const inputs = { weapon: "gatling", figures: 3, cover: "cover", target: 7, start: 9, morale: 3 };
  const answer = await request.post("/api/systems/lancer/procedures/shoot/odds", { data: { inputs } });
  const known = (await answer.json()) as { results: { name: string; mean: { float: number } }[] };
  await page.close();

  await context.setOffline(true);
  const later = await context.newPage();
  await later.goto("/#companion");
  await expect(later.getByText("No network: the companion works without one.")).toBeVisible();
  await later.getByRole("link", { name: "Lancer Rifle Gatling" }).click();
  await later.getByRole("link", { name: /^Shooting/ }).click();
  await later.getByText("gatling", { exact: true }).click();
  await later.getByText("cover", { exact: true }).click();
  await later.getByLabel("who fires: rifles in the front two ranks, or crew", { exact: true }).fill("3");
  await later.getByLabel("figures in the target", { exact: true }).fill("7");
  await later.getByLabel("figures it started with", { exact: true }).fill("9");
  await later.getByLabel("its Morale, as printed on its card", { exact: true }).fill("3");
  const hits = known.results.find(({ name }) => name === "hits");
  await expect(later.getByText(`Hits, ${Math.round((hits?.mean.float ?? 0) * 10) / 10} on average`)).toBeVisible();

  await later.getByRole("button", { name: "My own dice" }).click();
  await tapped(later, 1, 1, 4, 5, 5, 5);
  await tapped(later, 3);
  await expect(later.getByText("Casualty checks").first()).toBeVisible();
  await tapped(later, 6);
  await tapped(later, 5);
  await expect(later.locator(".outcome")).toContainText("Jammed yes");
  await expect(later.locator(".outcome")).toContainText("Lost 1");
  await later.getByText("The slash in hit numbers").click(); // rulings and sheets were kept as well
  await later.getByRole("button", { name: /On the sheet: shooting/ }).click();
  await expect(later.getByRole("dialog").getByText("Weapons")).toBeVisible();
});

test("the keyboard alone is enough", async ({ page }) => {
  await page.goto("/#companion/lancer/morale");
  await expect(page.getByText("Exact, before any dice are thrown.")).toBeVisible();
  const own = page.getByRole("button", { name: "My own dice" });
  for (let at = 0; at < 40 && !(await own.evaluate((one) => one === document.activeElement)); at++) await page.keyboard.press("Tab");
  await expect(own).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Unit Morale Check: throw 1 die with 6 sides")).toBeVisible();
  await expect(face(page, 1)).toBeFocused(); // ready for the digits
  await page.keyboard.press("6");
  await expect(taken(page)).toBeFocused(); // all dice are in
  await page.keyboard.press("Enter");
  await expect(page.getByText("Fall back: throw 1 die with 6 sides")).toBeVisible();
  await expect(face(page, 1)).toBeFocused();
  await page.keyboard.press("3");
  await page.keyboard.press("Backspace"); // it was another
  await expect(taken(page)).toBeDisabled();
  await page.keyboard.press("4");
  await page.keyboard.press("Enter");
  await expect(page.locator(".outcome")).toContainText("Morale falls back");
  await expect(page.locator(".outcome")).toContainText("Inches 10");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ["", "/lancer", "/lancer/shoot", "/riskfactor/melee"]) {
      await page.goto(`/#companion${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      if (path.split("/").length > 2) {
        await page.getByRole("button", { name: "My own dice" }).click();
        await expect(taken(page)).toBeVisible();
      }
      await fits(page);
      await sound(page);
    }
  });
}

test("buttons are large enough for thumbs", async ({ page }) => {
  await page.goto("/#companion/lancer/shoot");
  await page.getByRole("button", { name: "My own dice" }).click();
  await expect(taken(page)).toBeVisible();
  const small = await page.locator("main").getByRole("button").evaluateAll((all) =>
    all.filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44).map((one) => one.textContent),
  );
  expect(small).toEqual([]);
});
