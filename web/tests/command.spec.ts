// Commanding by touching the table and by a word to the adjutant: how many gestures a turn takes.

import { expect, test, type APIRequestContext, type Locator, type Page } from "@playwright/test";
import { asked as told, made, ready, type Battle } from "./battles";
import { asked, axeOn, question, still } from "./general";

/** A person's hand on the table: every click, drag and key is counted. */
class Hand {
  gestures = 0;

  constructor(readonly page: Page) {}

  async say(word: string | RegExp): Promise<void> {
    await this.begin(word);
    await this.settled();
  }

  /** The same, and not waited for. */
  async begin(word: string | RegExp): Promise<void> {
    this.gestures += 1;
    await this.page.getByRole("group", { name: "Say to the adjutant" }).getByRole("button", { name: word, exact: true }).click();
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
  async drag(what: Locator, by: [number, number]): Promise<void> {
    await this.take(what, by);
    await this.drop();
  }

  /** Taken hold of, and moved by so many pixels from where it was, and from there. */
  async take(what: Locator, ...by: [number, number][]): Promise<void> {
    const box = await what.boundingBox();
    if (!box) throw new Error("there is nothing to be dragged");
    let [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const { mouse } = this.page;
    await mouse.move(x, y);
    await mouse.down();
    for (const [dx, dy] of by) {
      await mouse.move(x + dx, y + dy, { steps: 4 });
      [x, y] = [x + dx, y + dy];
    }
  }

  /** Taken hold of, and held over this point of the table, counted from its upper left corner. */
  async bring(what: Locator, x: number, y: number): Promise<void> {
    const [dx, dy] = await this.page.locator("svg.table .world").evaluate((world: SVGGElement, [px, py]) => {
      const { x: left, y: top } = new DOMPoint(px, py).matrixTransform(world.getScreenCTM() ?? new DOMMatrix());
      return [left, top] as const;
    }, [x, y] as const);
    await this.take(what);
    await this.page.mouse.move(dx, dy, { steps: 4 });
  }

  async drop(): Promise<void> {
    this.gestures += 1;
    await this.page.mouse.up();
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
  await hand.begin(stand);
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
  await hand.begin(stand);
  const marched = async (): Promise<number> => {
    const { roster } = (await seen(request, battle)).view.table;
    return before.view.table.roster.filter(({ seat, arm, at }, i) => {
      const now = roster[i]?.at;
      return seat === 1 && arm !== "leader" && at && now && Math.hypot(now[0]! - at[0]!, now[1]! - at[1]!) > 1;
    }).length;
  };
  await expect.poll(marched, { timeout: 120_000 }).toBeGreaterThanOrEqual(36);
  expect(hand.gestures).toBeLessThanOrEqual(40);
});

test("The Great Redoubt is deployed in at most 3 gestures", async ({ page, request }) => {
  const [battle, hand] = await against(page, request, "the-great-redoubt", ["person", "doctrine"]);
  await hand.say("Deploy for me");
  expect(hand.gestures).toBeLessThanOrEqual(3);
  const waits = async () => (await seen(request, battle)).view.table.roster.filter((unit) => unit.seat === 0 && !unit.on_table).length;
  await expect.poll(waits, { timeout: 15_000 }).toBe(0);
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
  await hand.say("All as last turn");
  expect(hand.gestures).toBeLessThanOrEqual(8);
  await expect(page.getByText(/chip/i).first()).not.toContainText("Which chip");
});

test("deployed by dragging: a unit, then two in one hand, one that waits for its turn", async ({ page, request }) => {
  const [battle, hand] = await against(page, request, "the-wells", ["person", "doctrine"]);
  const tray = page.getByRole("group", { name: /^Waiting to be deployed/ });
  const there = async (): Promise<string[]> =>
    (await seen(request, battle)).view.table.roster.filter(({ seat, on_table }) => seat === 0 && on_table).map(({ name }) => name);
  await expect(tray.getByRole("button")).toHaveText(["Line Company", "Guard Company", "Gatling Battery", "General"]);
  await hand.bring(tray.getByText("Line Company"), 10, 38);
  await expect(page.locator(".strokes .ghost")).toHaveCount(10);
  await hand.drop();
  expect(await there()).toEqual(["Line Company"]);
  await tray.getByText("General").click();
  await tray.getByText("Gatling Battery").click();
  await hand.bring(tray.getByText("General"), 26, 40);
  await expect(page.getByText("General and Gatling Battery go when it is their turn.")).toBeVisible();
  await hand.drop();
  await expect(tray.getByText("planned")).toHaveCount(2);
  await hand.bring(tray.getByText("Guard Company"), 18, 38);
  await hand.drop();
  await expect.poll(there).toEqual(["Line Company", "Guard Company", "Gatling Battery", "General"]);
});

test("a drawn way, its length, and what is refused in words", async ({ page, request }) => {
  let why = "";
  await page.routeWebSocket(/\/live$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => socket.send(why ? String(text).replace(/"refused": ?""/, `"refused":"${why}"`) : text));
  });
  const [, hand] = await against(page, request, "the-wells", ["person", "doctrine"]);
  await hand.say("Deploy for me");
  // The company whose card is up would go at once: the way is for the one that waits for its card.
  const up = (await question(page).textContent()) ?? "";
  const [id, name] = up.includes("Line Company") ? [1, "Guard Company"] : [0, "Line Company"];
  const company = page.locator(`.unit[data-unit="${id}"]`);
  await page.getByRole("button", { name: "Draw a way" }).click();
  await hand.take(company, [60, 0], [0, -60]);
  await expect(page.locator(".strokes polyline")).toHaveAttribute("points", /^\S+ \S+ \S+$/);
  await expect(page.locator(".strokes text").last()).toHaveText(/^[\d.]+ inches$/);
  await hand.drop();
  await expect(page.getByRole("list", { name: "What stands" })).toContainText(`March: ${name}`);
  why = `The ${name} finds no way on.`;
  await hand.take(company, [0, -60]);
  await expect(page.locator(".told")).toHaveText(why);
  await expect(page.locator(".strokes .cross")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await hand.drop();
});

test("by keys alone, and axe has nothing to say", async ({ page, request }) => {
  const [, hand] = await against(page, request, "the-wells", ["person", "doctrine"]);
  await page.getByRole("button", { name: "Say …" }).focus();
  await hand.key("Enter");
  await page.getByLabel("In words").focus();
  await page.keyboard.type("deploy Line Company to 18,8");
  await hand.key("Enter");
  const waits = page.getByRole("button", { name: "Guard Company", exact: true });
  await waits.dispatchEvent("contextmenu");
  await page.getByRole("menuitem", { name: "Deploy at …" }).press("Enter");
  await expect(page.getByLabel("In words")).toBeFocused();
  await page.keyboard.type("8,8");
  await hand.key("Enter");
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
