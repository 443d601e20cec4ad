// Not a test: draws the pictures for the documentation. Battles are fought by the computer, and then looked at from a
// seat in the middle of them.

import { expect, test, type APIRequestContext, type Page } from "@playwright/test";
import { asked, made, type Battle } from "./battles";
import { still } from "./general";

const FOLDER = process.env["PICTURES"] ?? "../docs/images";
const SCHEMES = ["light", "dark"] as const;

/** How far into the battle the picture is taken, of its steps. */
const MIDDLE = 0.55;

async function drawn(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(250); // colours change at once, maps are fetched
    await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}.png` });
  }
}

/** A battle that the computer has fought to its end, however many seats it has. */
async function fought(request: APIRequestContext, scenario = "the-wells"): Promise<Battle> {
  const { seats } = (await (await request.get(`/api/scenarios/${scenario}`)).json()) as { seats: unknown[] };
  const battle = await made(request, scenario, seats.map(() => "doctrine"));
  await expect(async () => expect((await asked(request, battle, "?log=-1"))["status"]).toBe("over")).toPass({ timeout: 180_000 });
  return battle;
}

/** A seat in the middle of a battle that was fought before. */
async function seated(request: APIRequestContext, battle: Battle, scenario: string): Promise<string> {
  const headers = { Authorization: `Bearer ${battle.watch}` };
  const info = (await (await request.get(`/api/scenarios/${scenario}`)).json()) as { title: string; seats: unknown[] };
  const { step } = (await (await request.get(`/api/games/${battle.game}?log=-1`, { headers })).json()) as { step: number };
  const seats = info.seats.map((_, i) => ({ player: i === 0 ? "person" : "doctrine" }));
  const made = await request.post(`/api/games/${battle.game}/clone`, {
    data: { step: Math.floor(step * MIDDLE), seats, title: info.title },
    headers,
  });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { seats: { link: string }[] }).seats[0]?.link ?? "";
}

async function opened(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.locator("[data-question]")).toBeVisible({ timeout: 90_000 });
}

test.beforeEach(({ page }) => still(page));

test("the pages before a battle", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("img", { name: "Map of The Wells" })).toBeVisible();
  await drawn(page, "first-page");
  await page.goto("/#new/the-frontier-road");
  await expect(page.getByRole("button", { name: "Begin the battle" })).toBeVisible();
  await drawn(page, "new-battle");
});

const TABLES: [system: string, scenario: string][] = [
  ["lancer", "the-frontier-road"],
  ["riskfactor", "the-picket"],
  ["gaslight", "steam-at-kandar-ford"],
];

for (const [system, scenario] of TABLES) {
  test(`the table of ${system}`, async ({ page, request }) => {
    const { systems } = (await (await request.get("/api/systems")).json()) as { systems: { id: string }[] };
    test.skip(!systems.some((known) => known.id === system), `${system} is not offered yet`);
    await opened(page, await seated(request, await fought(request, scenario), scenario));
    await drawn(page, `table-${system}`);
  });
}

test("the log opened, and a choice with its chances", async ({ page, request }) => {
  await opened(page, await seated(request, await fought(request), "the-wells"));
  await page.locator(".log details.entry > summary").last().click();
  const target = page.locator("[data-question] button.target").first();
  if (await target.count()) await target.hover();
  await page.waitForTimeout(800); // until the odds are there
  await drawn(page, "log");
});

test("replay, result and sheet", async ({ page, request }) => {
  const battle = await fought(request);
  await page.goto(`/#replay/${battle.game}/${battle.watch}/30`);
  await expect(page.getByRole("slider").first()).toBeVisible();
  await drawn(page, "replay");
  await page.goto(`/#result/${battle.game}/${battle.watch}`);
  await expect(page.getByRole("heading", { name: /( won|A draw)/ })).toBeVisible();
  await drawn(page, "result");
});

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test("the table and the companion", async ({ page, request }) => {
    await opened(page, await seated(request, await fought(request), "the-wells"));
    await drawn(page, "telephone-table");
    await page.goto("/#companion/lancer/shoot");
    await expect(page.getByText("Exact, before any dice are thrown.")).toBeVisible();
    await drawn(page, "telephone-companion");
  });
});
