// Commanding by touching the table and by a word to the adjutant: how many gestures a turn takes.

import { expect, test, type APIRequestContext, type Locator, type Page } from "@playwright/test";
import { asked as told, made, ready, type Battle } from "./battles";
import { asked, axeOn, still } from "./general";

/** A person's hand on the table: every click, drag and key is counted. */
class Hand {
  gestures = 0;

  constructor(readonly page: Page) {}

  async say(word: string | RegExp): Promise<void> {
    this.gestures += 1;
    await this.page.getByRole("group", { name: "Say to the adjutant" }).getByRole("button", { name: word, exact: true }).click();
    await this.settled();
  }

  async click(button: Locator): Promise<void> {
    this.gestures += 1;
    await button.click();
    await this.settled();
  }

  async key(name: string): Promise<void> {
    this.gestures += 1;
    await this.page.keyboard.press(name);
    await this.settled();
  }

  /** From the middle of what is there, so many pixels on. */
  async drag(what: Locator, [dx, dy]: [number, number]): Promise<void> {
    this.gestures += 1;
    const box = await what.boundingBox();
    if (!box) throw new Error("there is nothing to be dragged");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const { mouse } = this.page;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + dx / 2, y + dy / 2);
    await mouse.move(x + dx, y + dy);
    await mouse.up();
    await this.settled();
  }

  /** Nothing is on its way any more, and something is asked, or all is over. */
  async settled(): Promise<void> {
    await expect(this.page.locator(".adjutant .words button:disabled")).toHaveCount(0);
    await asked(this.page);
  }
}

interface Seen {
  turn: number;
  view: { table: { roster: { name: string; seat: number; on_table: boolean; arm: string; at: number[] | null }[] } };
}

/** A battle against the computer, seen from the seat of its only person. */
async function against(page: Page, request: APIRequestContext, scenario: string, players: string[]): Promise<[Battle, Hand]> {
  const battle = await made(request, scenario, players);
  await ready(request, battle);
  await still(page);
  await page.goto(`/#play/${battle.game}/${battle.seats[0]}`);
  await asked(page);
  return [battle, new Hand(page)];
}

async function seen(request: APIRequestContext, battle: Battle): Promise<Seen> {
  return (await told(request, battle, "")) as unknown as Seen;
}

const stand = "All the rest stand";

test("The Third Day: a turn of doing the least is one word", async ({ page, request }) => {
  test.slow();
  const [battle, hand] = await against(page, request, "the-third-day", ["person", "doctrine"]);
  await hand.say(stand);
  await expect.poll(async () => (await seen(request, battle)).turn, { timeout: 120_000 }).toBe(2);
  expect(hand.gestures).toBe(1);
});

test("The Third Day: everything marches in at most 40 gestures", async ({ page, request }) => {
  test.slow();
  const [battle, hand] = await against(page, request, "the-third-day", ["doctrine", "person"]);
  const before = await seen(request, battle);
  for (let i = 1; i <= 9; i += 1) {
    const name = `the ${["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth"][i - 1]} Brigade`;
    await hand.drag(page.locator("text.name.body.side-1", { hasText: name }), [0, -40]);
  }
  await hand.say(stand);
  await expect.poll(async () => (await seen(request, battle)).turn, { timeout: 120_000 }).toBe(2);
  const after = await seen(request, battle);
  const marched = before.view.table.roster.filter(({ seat, arm, at }, i) => {
    const now = after.view.table.roster[i]?.at;
    return seat === 1 && arm !== "leader" && at && now && Math.hypot(now[0]! - at[0]!, now[1]! - at[1]!) > 1;
  });
  test.info().annotations.push({ type: "measured", description: `${hand.gestures} gestures, ${marched.length} units marched` });
  expect(marched.length).toBeGreaterThanOrEqual(36);
  expect(hand.gestures).toBeLessThanOrEqual(40);
});

test("The Great Redoubt is deployed in at most 3 gestures", async ({ page, request }) => {
  const [battle, hand] = await against(page, request, "the-great-redoubt", ["person", "doctrine"]);
  await hand.say("Deploy for me");
  const { view } = await seen(request, battle);
  expect(hand.gestures).toBeLessThanOrEqual(3);
  expect(view.table.roster.filter(({ seat }) => seat === 0).every(({ on_table }) => on_table)).toBe(true);
});

test("Runaway Engines: all chips as last turn with two changed, in at most 8 gestures", async ({ page, request }) => {
  test.slow();
  const [battle, hand] = await against(page, request, "runaway-engines", ["person", "doctrine"]);
  await hand.say("Deploy for me");
  await hand.say("The rest as you think best");
  await expect.poll(async () => (await seen(request, battle)).turn, { timeout: 120_000 }).toBe(2);
  await hand.settled();
  const { view } = await seen(request, battle);
  const mine = view.table.roster.flatMap(({ seat, on_table }, i) => (seat === 0 && on_table ? [i] : []));
  hand.gestures = 0;
  for (const unit of mine.slice(0, 2)) await hand.drag(page.locator(`.unit[data-unit="${unit}"]`), [0, -40]);
  await hand.say("All chips as last turn");
  expect(hand.gestures).toBeLessThanOrEqual(8);
  await expect(page.getByText(/chip/i).first()).not.toContainText("Which chip");
});

test("by keys alone, and axe has nothing to say", async ({ page, request }) => {
  const [, hand] = await against(page, request, "the-wells", ["person", "doctrine"]);
  await page.getByRole("button", { name: "Say …" }).focus();
  await hand.key("Enter");
  await page.getByLabel("In words").focus();
  await page.keyboard.type("deploy as best");
  await hand.key("Enter");
  await page.locator("svg.table .unit").first().focus();
  await hand.key("n");
  await page.locator("svg.table .unit.chosen").first().focus();
  await page.locator("svg.table .unit.chosen").first().dispatchEvent("contextmenu");
  await expect(page.getByRole("menu")).toBeVisible();
  const { violations } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await hand.key("e");
});
