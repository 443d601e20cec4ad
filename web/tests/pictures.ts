// Not a test: draws the pictures for the documentation. Battles are fought by the computer, and then looked at from a
// seat in the middle of them.

import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test, type APIRequestContext, type Page } from "@playwright/test";
import { asked, made, type Battle } from "./battles";
import { isOver, still } from "./general";
import { told } from "./serve.mjs";

const FOLDER = process.env["PICTURES"] ?? "pictures";
const SCHEMES = ["light", "dark"] as const;
const IMAGES = process.env["IMAGES"] ?? "../docs/images";

/** Those that the README shows. */
const BEST = [
  "log-light",
  "replay-dark",
  "result-light",
  "table-gaslight-light",
  "table-lancer-dark",
  "telephone-book-result-light",
  "telephone-book-units-light",
  "telephone-companion-dark",
  "telephone-odds-light",
  "telephone-table-light",
];

/** How far into the battle the picture is taken, of its steps. */
const MIDDLE = 0.55;

async function drawn(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(250); // colours change at once, maps are fetched
    const png = await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}.png` });
    if (BEST.includes(`${name}-${colorScheme}`)) await kept(page, `${name}-${colorScheme}`, png);
  }
}

/** For the README, as small as a browser can make it. */
async function kept(page: Page, name: string, png: Buffer): Promise<void> {
  const sheet = await page.context().newPage();
  const webp = await sheet.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.88);
  }, `data:image/png;base64,${png.toString("base64")}`);
  await sheet.close();
  mkdirSync(IMAGES, { recursive: true });
  writeFileSync(`${IMAGES}/${name}.webp`, Buffer.from(webp.split(",")[1] ?? "", "base64"));
}

const FOUGHT = new Map<string, Battle>(); // by scenario, to be looked at again

/** A battle that the computer has fought to its end, however many seats it has. */
async function fought(request: APIRequestContext, scenario = "the-wells"): Promise<Battle> {
  const known = FOUGHT.get(scenario);
  if (known) return known;
  const { seats } = (await (await request.get(`/api/scenarios/${scenario}`)).json()) as { seats: unknown[] };
  const battle = await made(request, scenario, seats.map(() => "doctrine"));
  await expect(async () => expect((await asked(request, battle, "?log=-1"))["status"]).toBe("over")).toPass({ timeout: 180_000 });
  FOUGHT.set(scenario, battle);
  return battle;
}

/** A seat in the middle of a battle that was fought before. */
async function seated(request: APIRequestContext, battle: Battle, scenario: string, part: number): Promise<string> {
  const headers = { Authorization: `Bearer ${battle.watch}` };
  const info = (await (await request.get(`/api/scenarios/${scenario}`)).json()) as { title: string; seats: unknown[] };
  const { step } = (await (await request.get(`/api/games/${battle.game}?log=-1`, { headers })).json()) as { step: number };
  const seats = info.seats.map((_, i) => ({ player: i === 0 ? "person" : "doctrine" }));
  const made = await request.post(`/api/games/${battle.game}/clone`, {
    data: { step: Math.floor(step * part), seats, title: info.title },
    headers,
  });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { seats: { link: string }[] }).seats[0]?.link ?? "";
}

/** Look at the battle from that seat; if it is over before the seat is asked anything, from an earlier step. */
async function opened(page: Page, request: APIRequestContext, battle: Battle, scenario: string, part = MIDDLE): Promise<void> {
  const question = page.locator("[data-question]");
  for (let earlier = 0; earlier < part; earlier += 0.1) {
    await page.goto(await seated(request, battle, scenario, part - earlier));
    await expect(question.or(isOver(page)).first()).toBeVisible({ timeout: 90_000 });
    if (await question.count()) return;
  }
  throw new Error(`In ${scenario} nobody was asked anything.`);
}

test.beforeEach(({ page }) => still(page));

test("the pages before a battle", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("img", { name: "Map of The Wells" })).toBeVisible();
  await drawn(page, "first-page");
});

interface System {
  id: string;
  scenarios: { id: string; size: string }[];
}

// Of each system the middling battle, or else its first: one that joins later is in the pictures by itself.
const systems = (told("scenarios") as { scenarios: { id: string; system: string; size: string }[] }).scenarios.reduce<System[]>((found, { id, system, size }) => {
  const known = found.find((one) => one.id === system);
  if (known) known.scenarios.push({ id, size });
  else found.push({ id: system, scenarios: [{ id, size }] });
  return found;
}, []);
const { lessons } = told("lessons") as { lessons: { title: string; system: string }[] };

const SIZES = {
  "": { viewport: { width: 1366, height: 768 } },
  "telephone-": { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size || "on a desk", () => {
    test.use(device);

    for (const { id, scenarios } of systems) {
      const scenario = (scenarios.find(({ size }) => size === "middle") ?? scenarios[0])?.id ?? "";

      test(`${id} before, during and after a battle`, async ({ page, request }) => {
        await page.goto(`/#new/${scenario}`);
        await expect(page.getByRole("button", { name: "Begin the battle" })).toBeVisible();
        await drawn(page, `${size}briefing-${id}`);
        const battle = await fought(request, scenario);
        await opened(page, request, battle, scenario);
        await drawn(page, `${size}table-${id}`);
        await page.goto(`/#result/${battle.game}/${battle.watch}`);
        await expect(page.getByRole("heading", { name: /( won|A draw)/ })).toBeVisible();
        await drawn(page, `${size}end-${id}`);
      });
    }

    test("the field book", async ({ page }) => {
      const button = (name: string | RegExp) => page.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) });
      const shown = async (...faces: number[]): Promise<void> => {
        for (const face of faces) await button(`A ${face}`).click();
      };
      await page.goto("/#book");
      await expect(button(/^The Wells/)).toBeVisible();
      await drawn(page, `${size}book-new`);
      await button(/^The Wells/).click();
      await button("Begin the battle").click();
      await button(/^Line Company/).click();
      await drawn(page, `${size}book-deeds`);
      await button("Shooting").click();
      await page.getByRole("list", { name: "To whom" }).getByRole("button").first().click();
      await page.getByText("The odds").click();
      await expect(page.getByText("Exact, before any dice are thrown.")).toBeVisible();
      await drawn(page, `${size}book-odds`);
      await page.getByText("The odds").click();
      await shown(6, 3, 3, 3, 3, 1, 6, 5);
      await page.getByText("How it came to that").click();
      await button("Write it down").evaluate((end) => end.scrollIntoView({ block: "end" }));
      await page.mouse.wheel(0, 20);
      await drawn(page, `${size}book-result`);
      await button("Write it down").click();
      await button(/^The Emir's Host/).click();
      await button(/^Irregular Horse/).click();
      await button("Charge").click();
      await page.getByRole("list", { name: "To whom" }).getByRole("button").first().click();
      await shown(4);
      if (await button("A 4").isVisible()) await shown(4);
      await button("Yes").click(); // it is home
      await button("Write it down").click();
      await drawn(page, `${size}book-units`);
      await button(/^Log/).click();
      await page.locator("ol button").nth(1).click();
      await drawn(page, `${size}book-log`);
      await page.locator("ol").getByRole("button", { name: "Correct the dice" }).click();
      await drawn(page, `${size}book-correct`);
      await button("Leave it").click();
      await button("Referee").click();
      await drawn(page, `${size}book-referee`);
      await page.getByRole("link", { name: "Field books" }).click();
      await expect(page.getByRole("heading", { name: "On this device" })).toBeVisible();
      await drawn(page, `${size}book-list`);
    });

    for (const { title, system } of lessons) {
      test(`a lesson of ${system}`, async ({ page }) => {
        await page.goto("/");
        await page.getByRole("button", { name: `Begin the lesson ${title}` }).click();
        const lit = page.getByRole("button", { name: /^The lesson waits for this: / });
        const goOn = page.getByRole("button", { name: "Go on" });
        await expect(goOn.or(lit).first()).toBeVisible({ timeout: 90_000 });
        await drawn(page, `${size}lesson-${system}-1`);
        for (let steps = 0; steps < 5; steps++) {
          const button = (await goOn.count()) ? goOn : (await lit.count()) ? lit.first() : page.locator("[data-question] button.main");
          const before = await page.locator(".lesson .say").textContent();
          const asked = await page.locator("[data-question]").getAttribute("data-question").catch(() => "");
          do await button.click();
          while (await button.filter({ hasText: "tap again" }).count());
          await expect(async () => {
            const said = await page.locator(".lesson .say").textContent();
            const now = await page.locator("[data-question]").getAttribute("data-question").catch(() => "");
            expect(said !== before || now !== asked).toBe(true);
          }).toPass({ timeout: 60_000 });
          await expect(goOn.or(lit).or(page.locator("[data-question] button.main")).first()).toBeVisible({ timeout: 60_000 });
        }
        await drawn(page, `${size}lesson-${system}-2`);
      });
    }
  });
}

test("the log opened, and a choice with its chances", async ({ page, request }) => {
  const battle = await fought(request);
  const target = page.locator("[data-question] button.target", { hasText: /^\s*Shoot/ }).first();
  for (let tries = 0; tries < 12 && !(await target.count()); tries++) {
    await opened(page, request, battle, "the-wells", 0.4 + tries * 0.04); // until somebody has a target
  }
  const entry = page.locator(".log details.entry").filter({ has: page.locator(".sum") }).last(); // a roll with its arithmetic
  await entry.locator("summary").first().click();
  await entry.evaluate((line) => line.scrollIntoView({ block: "start" }));
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
    await opened(page, request, await fought(request), "the-wells");
    await drawn(page, "telephone-table");
    await page.goto("/#companion/lancer/shoot");
    await expect(page.getByText("Exact, before any dice are thrown.")).toBeVisible();
    await drawn(page, "telephone-companion");
    await page.getByText("Exact, before any dice are thrown.").evaluate((line) => line.scrollIntoView({ block: "end" }));
    await page.mouse.wheel(0, 60);
    await drawn(page, "telephone-odds");
  });
});
