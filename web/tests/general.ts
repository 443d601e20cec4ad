// A general for the tests: answers what the page asks, by clicking.

import AxeBuilder from "@axe-core/playwright";
import { expect, type Browser, type Locator, type Page } from "@playwright/test";
import type { Question } from "../src/lib/protocol";
import { firstOf, written } from "../src/play/region";

/** Nothing moves in tests unless a test is about moving. */
export async function still(page: Page, more: object = {}): Promise<void> {
  await page.addInitScript((kept) => {
    if (!localStorage.getItem("playsheet.settings")) localStorage.setItem("playsheet.settings", JSON.stringify(kept));
  }, { speed: "instant", ...more });
}

export async function begin(page: Page, scenario: string, choose: (form: Locator) => Promise<void> = async () => {}): Promise<void> {
  await page.goto(`/#new/${scenario}`);
  const form = page.locator("form");
  await expect(form.getByRole("button", { name: "Begin the battle" })).toBeVisible();
  await choose(form);
  await form.getByRole("button", { name: "Begin the battle" }).click();
  await expect(page.getByRole("region", { name: "What is asked" })).toBeVisible();
}

/** A game for two in two browsers, Ann's and Ben's, who has taken his seat by its link; neither is ready. */
export async function seated(ann: Page, browser: Browser): Promise<Page> {
  const ben = await (await browser.newContext()).newPage();
  await still(ann);
  await still(ben);
  await begin(ann, "the-wells", async (form) => {
    await form.getByText("With friends elsewhere").click();
    await form.getByText("Names, clocks, house rules, rulings").click();
    await form.getByLabel("Your name").fill("Ann");
  });
  await expect(ann.getByText("nobody yet")).toBeVisible();
  const link = await ann.getByLabel(/Link for The Emir's Host/).inputValue();
  await ben.goto(link);
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByRole("button", { name: "Take the seat" }).click();
  await expect(ann.getByText("Ben, not ready yet")).toBeVisible();
  return ben;
}

/** Axe for a page, which has no frames: in one go, and it describes only what is wrong, not each of the thousand things that are well. */
export const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });

export const question = (page: Page): Locator => page.locator(".asked h2").first();
// Roles are looked for in what is asked alone: on the whole page each look goes through all figures on the table.
const choice = (page: Page): Locator => page.locator("[data-question]");
export const options = (page: Page): Locator => choice(page).getByRole("list", { name: "Your choices" }).getByRole("button");
export const isOver = (page: Page): Locator => page.getByRole("heading", { name: /( won|A draw|drew)/ });

const PREFERRED = [/^Shoot/, /^Charge/, /^Counter-charge/, /fights/, /^Activate/, /^Give an order/, /^Move$/, /^Rally/];

// Of an army that is not small most stand still, so that its first turn does not take minutes.
export const BRISK = [
  /^All moves are made/, /^That is all/, /^Done/, /^Move nobody else/, /^No general moves/, /^Keep/, /^Stationary, hold fire/,
  /^Stationary/, /^Stand/, /^Stay/, /^Wait/, /^Hold/,
];

export interface Asked {
  kind: "options" | "region" | "dice" | "over";
  number: string;
}

/** What is open now, once it is. */
export async function asked(page: Page): Promise<Asked> {
  const open = choice(page);
  const over = page.locator("h2").filter({ hasText: /( won|A draw|drew)/ });
  await expect(open.or(over).first()).toBeVisible({ timeout: 60_000 });
  if (await over.count()) return { kind: "over", number: "" };
  const [kind = "", number = ""] = ((await open.first().getAttribute("data-question")) ?? "").split(" ");
  return { kind: kind as Asked["kind"], number };
}

/** Answer the open question by a click; false when the battle is over. */
export async function answer(
  page: Page,
  dice: (count: number) => number[] = (count) => Array<number>(count).fill(4),
  brisk = false,
): Promise<boolean> {
  const now = await asked(page);
  if (now.kind === "over") return false;
  if (now.kind === "options") await choose(page, brisk ? BRISK : PREFERRED);
  else if (now.kind === "region") await page.locator("[data-question] button.main").click();
  else await tap(page, dice);
  await page.waitForFunction(
    (before) => document.querySelector("[data-question]")?.getAttribute("data-question")?.split(" ")[1] !== before,
    now.number,
    { polling: 25, timeout: 60_000 }, // not at every frame, which would have to be drawn
  );
  return true;
}

/** All choices, also those that there is no room for at first. */
export async function spread(page: Page): Promise<void> {
  const more = choice(page).getByRole("button", { name: /^More \(\d+\)$/ });
  if (await more.count()) await more.click();
}

async function choose(page: Page, wishes: RegExp[]): Promise<void> {
  await spread(page);
  const labels = (await options(page).allTextContents()).map((label) => label.trim());
  const best = wishes.map((wish) => labels.findIndex((label) => wish.test(label))).find((at) => at >= 0) ?? 0;
  await options(page).nth(best).click();
}

async function tap(page: Page, dice: (count: number) => number[]): Promise<void> {
  const entry = page.locator(".entry").filter({ has: page.getByRole("button", { name: "These are the dice" }) });
  const count = await entry.getByRole("listitem").count();
  for (const face of dice(count)) await entry.getByRole("button", { name: `A ${face}`, exact: true }).click();
  await entry.getByRole("button", { name: "These are the dice" }).click();
}

/**
 * Play on until this is asked, at most so many answers: over HTTP while the page is elsewhere, which takes a small part of
 * the time that clicks do. Then the page is back; false when the battle is over.
 */
export async function playOn(page: Page, isWanted: (open: Question) => boolean, most = 200): Promise<boolean> {
  await asked(page); // a page that has left before has not shown its words for the dice, and nothing ever begins
  const address = page.url();
  const [, game = "", secret = ""] = new URL(address).hash.split("/");
  const [url, headers] = [`/api/games/${game}`, { Authorization: `Bearer ${secret}` }];
  await page.goto("about:blank");
  for (let count = 0; count < most; count++) {
    const open = await asksNow(page, url, headers);
    if (!open || isWanted(open)) break;
    const data = { question: open.number, text: preferred(open) };
    const answer = await page.request.post(`${url}/answers`, { data, headers });
    expect(answer.ok(), `${open.kind}: ${await answer.text()}`).toBe(true);
  }
  await page.goto(address);
  return (await asked(page)).kind !== "over";
}

/** What is asked of whoever has this key, once it is; null when the battle is over. */
async function asksNow(page: Page, url: string, headers: Record<string, string>): Promise<Question | null> {
  let questions: Question[] = [];
  const isThere = async (): Promise<boolean> => {
    const state = (await (await page.request.get(`${url}?log=-1`, { headers })).json()) as { status: string; questions: Question[] };
    questions = state.questions;
    return questions.length > 0 || state.status === "over";
  };
  await expect.poll(isThere, { intervals: [20, 50, 100], timeout: 60_000 }).toBe(true);
  return questions[0] ?? null;
}

/** The answer of the same general, in the protocol's words. */
function preferred({ options, region, dice }: Question): string {
  if (region) return written(firstOf(region));
  if (!options) return `dice ${Array<number>(dice?.count ?? 0).fill(4).join(",")}`;
  const best = PREFERRED.map((wish) => options.find(({ label }) => wish.test(label))).find(Boolean) ?? options[0];
  return best?.key ?? "";
}
