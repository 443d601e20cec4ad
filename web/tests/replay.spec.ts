import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { asked, begun, fought, made, type Battle } from "./battles";
import { axeOn } from "./general";

let battle: Battle;
let steps = 0;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  battle = await fought(request);
  steps = Number((await asked(request, battle, "?log=-1"))["step"]);
});

const at = (page: Page, step: number) => page.getByText(`Step ${step} of ${steps}`);

async function opened(page: Page, step: number | "" = ""): Promise<void> {
  await page.goto(`/#replay/${battle.game}/${battle.watch}${step === "" ? "" : `/${step}`}`);
  await expect(page.getByRole("group", { name: /^The table after step/ })).toBeVisible();
}

test("step by step, forwards and back, with the slider and by link", async ({ page }) => {
  await opened(page);
  await expect(at(page, 0)).toBeVisible();
  await page.getByRole("button", { name: "One step on" }).click();
  await expect(at(page, 1)).toBeVisible();
  await page.getByRole("button", { name: "One step back" }).click();
  await expect(at(page, 0)).toBeVisible();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(at(page, steps)).toBeVisible();
  await expect(page.getByRole("button", { name: "One step on" })).toBeDisabled();
  const slider = page.getByRole("slider", { name: "Step" });
  await slider.fill(String(steps - 5));
  await expect(at(page, steps - 5)).toBeVisible();
  expect(page.url()).toMatch(new RegExp(`/${steps - 5}$`)); // a reload comes back to it
  await page.reload();
  await expect(at(page, steps - 5)).toBeVisible();
  await expect(page.locator(".log .at").first()).toBeVisible(); // what happened in it is marked
});

test("what is shown is what the server says, figure by figure", async ({ page, request }) => {
  const middle = Math.floor(steps / 2);
  await opened(page, middle);
  const known = (await asked(request, battle, `/steps/${middle}`)) as { view: { table: { roster: { name: string; on_table: boolean }[] } } };
  for (const { name, on_table } of known.view.table.roster) {
    await expect(page.locator(`.unit[aria-label^="${name},"]`)).toHaveCount(on_table ? 1 : 0);
  }
});

test("it plays by itself, at the speed that is chosen, and pauses", async ({ page }) => {
  await opened(page, steps - 4);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("instant");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(at(page, steps)).toBeVisible();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await opened(page, 2);
  await page.reload();
  await page.getByRole("combobox", { name: "Speed" }).selectOption("slow");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("the keyboard alone is enough", async ({ page }) => {
  await opened(page, 3);
  await page.locator("body").press("ArrowRight");
  await expect(at(page, 4)).toBeVisible();
  await page.locator("body").press("ArrowLeft");
  await expect(at(page, 3)).toBeVisible();
  await page.locator("body").press("End");
  await expect(at(page, steps)).toBeVisible();
  await page.locator("body").press("Home");
  await expect(at(page, 0)).toBeVisible();
  await page.getByRole("slider", { name: "Step" }).press("ArrowRight");
  await expect(at(page, 1)).toBeVisible();
});

test("a record is downloaded, uploaded again, and is the same battle", async ({ page }) => {
  await opened(page, steps);
  const lines = async (): Promise<string> =>
    (await page.locator(".log").innerText()).split("\n").filter((line) => line.trim() !== "why?").join("\n"); // reasons are in no record
  const story = await lines();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download record" }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.record$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text).toMatch(/^playsheet record 1\n/);
  expect(text).toMatch(/\nchecksum: [0-9a-f]{64}\n/);
  await page.locator('input[type="file"]').setInputFiles({ name: "mine.record", mimeType: "text/plain", buffer: Buffer.from(text) });
  await expect(page).not.toHaveURL(new RegExp(battle.game));
  await expect(at(page, 0)).toBeVisible();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(at(page, steps)).toBeVisible();
  await expect.poll(lines).toBe(story);
});

test("a record that is none, or was changed, is refused in a sentence", async ({ page, request }) => {
  await opened(page, 1);
  const upload = (name: string, text: string) => page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await upload("shopping.txt", "bread\nbutter\n");
  await expect(page.getByText("shopping.txt is no record: the first line of one says “playsheet record”.")).toBeVisible();
  await upload("half.record", "playsheet record 1\ntitle: nothing more\n");
  await expect(page.locator(".said")).toContainText(/record: line \d+: expected/i);
  const answer = await request.get(`/api/games/${battle.game}/record`, { headers: { Authorization: `Bearer ${battle.watch}` } });
  await upload("changed.record", (await answer.text()).replace("title: The Wells", "title: The Walls"));
  await expect(page.locator(".said")).toContainText("was changed after it was written");
  await page.getByRole("button", { name: "One step on" }).click(); // and the way on is open
  await expect(at(page, 2)).toBeVisible();
});

test("play on from here: a new game from that step, this one as it was", async ({ page, request }) => {
  const there = Math.floor(steps / 2);
  await opened(page, there);
  await page.getByRole("button", { name: "Play on from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Play on from here" });
  await expect(dialog).toContainText(`A new game begins after step ${there}.`);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith("/clone")),
    dialog.getByRole("button", { name: "Begin" }).click(),
  ]);
  expect(answer.status()).toBe(201);
  const { game } = (await answer.json()) as { game: string };
  await expect(page).toHaveURL(new RegExp(`#play/${game}/`));
  expect(Number((await asked(request, battle, "?log=-1"))["step"])).toBe(steps);
});

test("a link to a step never gives a seat away", async ({ page, request, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await opened(page, 7);
  await page.getByRole("button", { name: "Link to this step" }).click();
  await expect(page.getByText("The link to step 7 is copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`#replay/${battle.game}/${battle.watch}/7$`));
  const own = await begun(request);
  await page.goto(`/#replay/${own.game}/${own.seats[0]}`);
  await page.getByRole("button", { name: "Link to this step" }).click();
  await expect(page.getByText("This would hand your seat on")).toBeVisible();
});

test("a running game is looked back on as far as it has come", async ({ page, request }) => {
  const running = await begun(request);
  await page.goto(`/#replay/${running.game}/${running.watch}`);
  await expect(page.getByText(/Step 0 of \d+/)).toBeVisible();
});

test("a wrong link, a game that is gone, one that has not begun: a sentence each, and a way on", async ({ page, request }) => {
  await page.goto(`/#replay/${battle.game}/${"x".repeat(32)}`);
  await expect(page.getByRole("alert")).toContainText("There is no such game, or this is no key to it.");
  await page.goto(`/#replay/nosuchgame12/${battle.watch}`);
  await expect(page.getByRole("alert")).toContainText("There is no such game, or this is no key to it.");
  await page.goto(`/#replay/${battle.game}`);
  await expect(page.getByRole("alert")).toContainText("This link to a replay is not whole");
  const early = await made(request, "the-wells", ["person", "person"]);
  await page.goto(`/#replay/${early.game}/${early.seats[0]}`);
  await expect(page.getByRole("alert")).toContainText("This game has not begun");
  await expect(page.getByRole("link", { name: "To the game" })).toBeVisible();
  await opened(page, 999_999); // a step beyond the end is the end
  await expect(at(page, steps)).toBeVisible();
});

for (const [colorScheme, width] of [["light", 360], ["dark", 1280]] as const) {
  test(`nothing stands in anybody's way, ${colorScheme}, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await opened(page, Math.floor(steps / 2));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const found = await axeOn(page).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]).analyze();
    expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
}
