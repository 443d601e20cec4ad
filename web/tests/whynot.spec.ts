// Why not: what cannot be done now is greyed, with its reason and where that stands. In all five sheets.

import { expect, test, type APIRequestContext, type Page } from "@playwright/test";
import type { Barred, Question } from "../src/lib/protocol";
import { begun, type Battle } from "./battles";
import { axeOn, still } from "./general";

const SCENARIOS = {
  lancer: "the-wells",
  riskfactor: "platoon-in-the-wood",
  gaslight: "the-telegraph-hut",
  orderchips: "runaway-engines",
  gettysburg: "the-rail-fence",
};

const MOST = 600; // questions until one with something barred must have come

interface Found {
  secret: string;
  barred: Barred[];
}

async function questions(request: APIRequestContext, battle: Battle, secret: string): Promise<Question[]> {
  const answer = await request.get(`/api/games/${battle.game}?log=-1`, { headers: { Authorization: `Bearer ${secret}` } });
  return ((await answer.json()) as { questions: Question[] }).questions;
}

/** Any answer that goes on with the battle. */
function text({ options, region, dice }: Question): string {
  if (region) return `@${region.samples[0]?.join(",")}`;
  return options ? (options.at(-1)?.key ?? "") : `dice ${Array<number>(dice?.count ?? 0).fill(4).join(",")}`;
}

/** Play on for both sides until somebody is asked who cannot do something, and for more reasons than one. */
async function untilBarred(request: APIRequestContext, battle: Battle): Promise<Found> {
  for (let i = 0; i < MOST; i++) {
    for (const secret of battle.seats) {
      const [open] = await questions(request, battle, secret);
      if (!open) continue;
      if (open.barred.length > 1) return { secret, barred: open.barred };
      const said = { question: open.number, text: text(open) };
      const answer = await request.post(`/api/games/${battle.game}/answers`, { data: said, headers: { Authorization: `Bearer ${secret}` } });
      expect(answer.ok(), `${open.kind}: ${await answer.text()}`).toBe(true);
    }
  }
  throw new Error(`nothing was barred in ${MOST} questions`);
}

async function axe(page: Page, rules?: string[]): Promise<string[]> {
  const all = axeOn(page).include(".why-not");
  const { violations } = await (rules ? all.withRules(rules) : all.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ... ")}`);
}

for (const [system, scenario] of Object.entries(SCENARIOS)) {
  test(`${system}: what cannot be done is greyed, and says why`, async ({ page, request }) => {
    const battle = await begun(request, scenario);
    const { secret, barred } = await untilBarred(request, battle);
    await still(page);
    await page.goto(`/#play/${battle.game}/${secret}`);
    const box = page.locator(".why-not");
    const summary = box.locator("> summary");
    await expect(summary).toContainText("Why not?");
    for (const one of barred) await expect(summary.getByText(one.label, { exact: true }).first()).toBeAttached();
    await summary.focus();
    await page.keyboard.press("Enter");
    const list = box.getByRole("list", { name: "What cannot be done now" });
    for (const { label, reason, ruling } of barred) {
      const line = list.getByRole("listitem").filter({ hasText: reason }).filter({ hasText: label }).first();
      const greyed = line.getByRole("button", { name: label, exact: true, disabled: true });
      await expect(greyed).toHaveAttribute("aria-disabled", "true");
      await expect(greyed).toHaveAccessibleDescription(reason);
      for (const id of ruling.split(", ").filter(Boolean)) await expect(line).toContainText(/^R\d+$/.test(id) ? id : id.replaceAll("-", " "));
    }
    const cited = barred.find(({ ruling }) => /^R\d+/.test(ruling))?.ruling.split(", ")[0];
    if (cited) {
      await list.locator("details").filter({ hasText: cited }).first().locator("summary").click();
      await expect(list.locator("details[open] .question").first()).not.toBeEmpty();
    }
    const open = page.locator("[data-question]");
    const number = await open.getAttribute("data-question");
    await list.getByRole("button", { disabled: true }).first().click({ force: true });
    await expect(open).toHaveAttribute("data-question", number ?? ""); // nothing was answered
    expect(await axe(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axe(page, ["color-contrast", "link-in-text-block"])).toEqual([]);
  });
}

test("on a telephone it fits the page, and the text view tells it", async ({ page, request }) => {
  const battle = await begun(request, SCENARIOS.lancer);
  const { secret, barred } = await untilBarred(request, battle);
  await page.setViewportSize({ width: 360, height: 740 });
  await still(page);
  await page.goto(`/#play/${battle.game}/${secret}`);
  const box = page.locator(".why-not");
  await box.locator("> summary").click();
  const list = box.getByRole("list", { name: "What cannot be done now" });
  await expect(list.getByRole("listitem").first()).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const sizes = await list.getByRole("button", { disabled: true }).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  for (const high of sizes) expect(high).toBeGreaterThanOrEqual(24);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("tab", { name: "In words" }).click();
  const told = page.getByRole("list", { name: "What cannot be done now, and why" });
  for (const { reason } of barred) await expect(told).toContainText(reason);
});
