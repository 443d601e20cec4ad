import { expect, test } from "@playwright/test";
import { asked, begun, fought, type Battle } from "./battles";
import { axeOn } from "./general";

interface Numbers {
  steps: number;
  sides: { name: string; start: number; strength: number[]; luck: { dice: number; met: number; causes: { why: string; dice: number }[] } }[];
}

let battle: Battle;

test.beforeAll(async ({ playwright, baseURL }) => {
  battle = await fought(await playwright.request.newContext({ baseURL: baseURL ?? "" }));
});

test("who won and why, what it cost, strength by turn, and luck with its chance and sample", async ({ page, request }) => {
  const numbers = (await asked(request, battle, "/chronicle")) as unknown as Numbers;
  const known = (await asked(request, battle, "?log=-1")) as { result: { side: string | null; verdict: string; tally: Record<string, number[]> } };
  await page.goto(`/#result/${battle.game}/${battle.watch}`);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(known.result.side ? `${known.result.side} won` : "A draw");
  await expect(page.getByText(known.result.verdict)).toBeVisible();
  for (const [name, counts] of Object.entries(known.result.tally)) {
    const row = page.getByRole("row", { name: new RegExp(`^${name.replaceAll("_", " ")}`, "i") });
    await expect(row).toContainText(counts.map(String).join(""));
  }
  for (const { name, start, strength, luck } of numbers.sides) {
    await expect(page.getByText(`${name}: ${start} to ${strength.at(-1)}`)).toBeVisible();
    const whole = page.getByRole("region", { name: `Luck of ${name}` });
    if (!luck.dice) continue;
    await expect(whole).toContainText(`${luck.met} of ${luck.dice} d`);
    await expect(whole).toContainText(/So (many or more|few or fewer) come up in .* % of all such battles\./);
    await expect(whole.getByRole("row")).toHaveCount(luck.causes.length + 1);
  }
  await expect(page.getByRole("img", { name: /^Strength by turn\./ })).toBeVisible();
  await page.getByText("The numbers").click();
  const first = page.getByRole("row", { name: /^start/ });
  await expect(first).toContainText(String(numbers.sides[0]?.start));
});

test("the dice can be checked: the key belongs to the fingerprint that was published", async ({ page }) => {
  await page.goto(`/#result/${battle.game}/${battle.watch}`);
  await page.getByText("Were the dice fair?").click();
  const [fingerprint = "", key = ""] = await page.locator(".fair dd code").allInnerTexts();
  const digest = await page.evaluate(async (hex) => {
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
    return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }, key);
  expect(digest).toBe(fingerprint);
});

test("from the result to its replay", async ({ page }) => {
  await page.goto(`/#result/${battle.game}/${battle.watch}`);
  await page.getByRole("link", { name: "Replay" }).click();
  await expect(page.getByText(/Step 0 of/)).toBeVisible();
  await page.getByRole("link", { name: "The result" }).click();
  await expect(page.getByText("Strength by turn")).toBeVisible();
});

test("a battle that goes on says so, and one that hides things keeps its numbers", async ({ page, request }) => {
  const running = await begun(request);
  await page.goto(`/#result/${running.game}/${running.watch}`);
  await expect(page.getByText("This battle is not over: so it stands now.")).toBeVisible();
  await expect(page.getByRole("link", { name: "To the table" })).toBeVisible();
  const fog = await begun(request, "platoon-in-the-wood", { rulings: { fog: "on" } });
  await page.goto(`/#result/${fog.game}/${fog.seats[0]}`);
  await expect(page.getByText("This game hides things from its players: its numbers can be had when it is over.")).toBeVisible();
});

test("a wrong link and a game that is gone get a sentence and a way on", async ({ page }) => {
  await page.goto(`/#result/${battle.game}/${"x".repeat(32)}`);
  await expect(page.getByRole("alert")).toContainText("There is no such game, or this is no key to it.");
  await page.goto(`/#result/${battle.game}`);
  await expect(page.getByRole("alert")).toContainText("This link to a result is not whole");
  await expect(page.getByRole("link", { name: "To the first page" })).toBeVisible();
});

for (const [colorScheme, width] of [["light", 360], ["dark", 1280]] as const) {
  test(`nothing stands in anybody's way, ${colorScheme}, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`/#result/${battle.game}/${battle.watch}`);
    await expect(page.getByText("Luck as it came")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const found = await axeOn(page).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]).analyze();
    expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
}
