import { expect, test, type Browser, type Page } from "@playwright/test";
import { answer, asked, begin, options, question, seated, still } from "./general";

/** A game for two in two browsers; both are where the game begins. */
async function two(one: Page, browser: Browser): Promise<Page> {
  const other = await seated(one, browser);
  await one.getByLabel(/words of your own/).fill("alea iacta est");
  await one.getByRole("button", { name: "I am ready" }).click();
  await other.getByRole("button", { name: "I am ready" }).click();
  return other;
}

/** Answer on whichever page is asked. */
async function play(one: Page, other: Page, answers: number): Promise<void> {
  const open = "[data-question]";
  for (let i = 0; i < answers; i++) {
    await expect(async () => {
      expect((await one.locator(open).count()) + (await other.locator(open).count())).toBeGreaterThan(0);
    }).toPass();
    await answer((await one.locator(open).count()) ? one : other);
  }
}

const told = (page: Page): Promise<string[]> => page.locator(".log .entry > summary, .log p.entry").allTextContents();

test("two at this screen, each asked in turn", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells", (form) => form.getByText("Two at this screen").click());
  const names = new Set<string>();
  for (let i = 0; i < 30; i++) {
    const about = (await question(page).textContent()) ?? "";
    if (/Spearmen|Horse|Emir/.test(about)) names.add("The Emir's Host");
    if (/Line Company|Guard|Gatling|General/.test(about)) names.add("The Garrison");
    await answer(page);
  }
  expect([...names].sort()).toEqual(["The Emir's Host", "The Garrison"]);
});

test("where a sheet hides things, a curtain falls between two at one screen", async ({ page, request }) => {
  await still(page);
  const made = await request.post("/api/games", {
    data: {
      scenario: { id: "platoon-in-the-wood" },
      title: "Fog",
      rulings: { fog: "on" },
      seats: [{ player: "person" }, { player: "person" }],
    },
  });
  expect(made.status()).toBe(201);
  const { game, seats } = (await made.json()) as { game: string; seats: { seat: number; name: string; secret: string }[] };
  await page.addInitScript((kept) => localStorage.setItem("playsheet.games", JSON.stringify(kept)), [
    { game, title: "Fog", system: "riskfactor", scenario: "", seats, open: [], gm: "", watch: "", at: 0 },
  ]);
  await page.goto(`/#play/${game}/${seats[0]?.secret}`);
  const curtain = page.getByRole("dialog", { name: /it is your turn/ });
  for (let i = 0; i < 60 && !(await curtain.count()); i++) {
    await expect(page.locator("[data-question]").or(curtain).first()).toBeVisible();
    if (!(await curtain.count())) await answerOrCurtain(page);
  }
  await expect(curtain).toBeVisible();
  await expect(page.locator("[data-question]")).toHaveCount(0);
  await curtain.getByRole("button").click();
  await expect(curtain).toHaveCount(0);
  await expect(page.locator("[data-question]")).toBeVisible();
});

async function answerOrCurtain(page: Page): Promise<void> {
  const now = await asked(page);
  if (now.kind === "options") await options(page).first().click();
  else await page.locator("[data-question] button.main").click();
  await expect(page.locator(`[data-question$=" ${now.number}"]`)).toHaveCount(0);
}

test("two browsers, a reload in the middle, and both know the same", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const other = await two(page, browser);
  await play(page, other, 22);
  await other.reload();
  await expect(other.getByRole("log", { name: "What happened" })).toContainText("Levy Spearmen");
  await play(page, other, 8);
  await expect.poll(async () => JSON.stringify(await told(page)) === JSON.stringify(await told(other))).toBe(true);
  await page.getByRole("tab", { name: /Talk/ }).click();
  await page.getByLabel("Say something").fill("Good luck!");
  await page.getByRole("button", { name: "Send" }).click();
  await other.getByRole("tab", { name: /Talk/ }).click();
  await expect(other.getByRole("log", { name: "Talk" })).toContainText("Good luck!");
  await other.context().close();
  await expect(page.getByText("Away: Ben")).toBeVisible();
});

test("an answer is taken back: freely, refused by the other, and agreed to", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const other = await two(page, browser);
  // Ben deploys first: the formation can be taken back freely.
  await expect(question(other)).toHaveText(/In which formation does your 1st Levy Spearmen deploy/);
  await options(other).first().click();
  await expect(question(other)).toHaveText(/Where does your 1st Levy Spearmen stand/);
  await other.getByRole("button", { name: "Undo" }).click();
  await expect(question(other)).toHaveText(/In which formation does your 1st Levy Spearmen deploy/);
  // When Ann has answered too, she is asked.
  await expect(async () => {
    if (await other.locator("[data-question]").count()) await answer(other);
    expect(await page.locator("[data-question]").count()).toBe(1);
  }).toPass({ timeout: 60_000 });
  await answer(page);
  const ask = other.getByRole("button", { name: "Ask to take back" });
  await ask.click();
  await other.getByRole("button", { name: "Ask them" }).click();
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByRole("button", { name: "Refuse" })).toHaveCount(0);
  await expect(other.locator("[data-question]")).toHaveCount(0);
  await ask.click();
  await other.getByRole("button", { name: "Ask them" }).click();
  await page.getByRole("button", { name: "Agree" }).click();
  await expect(other.locator("[data-question]")).toBeVisible();
  await other.context().close();
});

test("own dice are asked for, tapped in, corrected, and used as they fell", async ({ page }) => {
  test.setTimeout(240_000);
  await still(page);
  await begin(page, "the-wells", (form) => form.getByLabel(/Own dice/).first().check());
  const thrown: number[] = [];
  for (let i = 0; i < 80 && !thrown.length; i++) {
    const now = await asked(page);
    if (now.kind !== "dice") {
      await answer(page);
      continue;
    }
    const entry = page.getByRole("group", { name: /(die|dice) of \d+ sides/ });
    const count = await entry.getByRole("listitem").count();
    for (let die = 0; die < count; die++) await entry.getByRole("button", { name: "A 5", exact: true }).click();
    await entry.getByRole("button", { name: "Die 1 shows 5: correct it" }).click();
    await entry.getByRole("button", { name: "A 2", exact: true }).click();
    await entry.getByRole("button", { name: "These are the dice" }).click();
    thrown.push(2, ...Array<number>(count - 1).fill(5));
  }
  expect(thrown.length).toBeGreaterThan(0);
  const said = thrown.length > 1 ? `${thrown.slice(0, -1).join(", ")} and ${thrown.at(-1)}` : `${thrown[0]}`;
  await expect(page.locator(`.log [aria-label$="sides: ${said}"]`).first()).toBeAttached();
});
