import { readFile } from "node:fs/promises";
import { expect, test, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { keptToItsEnd } from "./book-player";
import { axeOn } from "./general";
import { told } from "./serve.mjs";

test.use({ viewport: { width: 360, height: 740 } });

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

async function sound(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const found = await axeOn(page).withTags(TAGS).analyze();
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** The phone's dice are the same every time. */
async function seeded(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let state = 1;
    crypto.getRandomValues = <T extends ArrayBufferView>(words: T): T => {
      const bytes = new Uint8Array(words.buffer);
      for (let at = 0; at < bytes.length; at++) bytes[at] = (state = (Math.imul(state, 1664525) + 1013904223) | 0) >>> 24;
      return words;
    };
  });
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) });
const face = (page: Page, number: number): Locator => button(page, `A ${number}`);
const last = (page: Page): Locator => page.getByRole("region", { name: "The last entry" });

async function begun(page: Page): Promise<void> {
  await page.goto("/#book");
  await button(page, /^The Wells/).click();
  await button(page, "Begin the battle").click();
  await expect(last(page)).toContainText("The battle begins.");
}

async function overruled(page: Page, unit: string, value: string, to: string): Promise<void> {
  await button(page, "Referee").click();
  await page.getByLabel("Of whom").selectOption(unit);
  await page.getByLabel("Which value").selectOption(value);
  await page.getByRole("textbox", { name: /left/ }).fill(to);
  await page.getByLabel("A word of reason").fill("counted again");
  await button(page, "Overrule it").click();
  await button(page, "Units").click();
}

/** All dice of an entry thrown by the phone, and what it has to know said as it comes; then it is written. */
async function finished(page: Page): Promise<void> {
  const entry = button(page, "Write it down");
  for (let step = 0; step < 12 && !(await entry.isVisible()); step++) {
    const now = button(page, "Throw them here").or(entry).or(button(page, "So it is")).or(page.getByRole("group", { name: /\?$/ }).getByRole("button").first());
    await now.first().click();
    if (await last(page).isVisible()) return;
  }
  await entry.click();
}

test("a volley with known range and cover is four taps beside the dice, and a wrong die two", async ({ page }) => {
  await begun(page);
  let taps = 0;
  const tap = async (place: Locator): Promise<void> => {
    taps++;
    await place.click();
  };
  await tap(page.getByRole("list", { name: /^Units of/ }).getByRole("button").filter({ hasText: "10 of 10" }).first());
  await tap(button(page, "Shooting"));
  await tap(page.getByRole("list", { name: "To whom" }).getByRole("button").first());
  const before = taps;
  await expect(page.getByText(/dice with 6 sides/)).toBeVisible();
  const count = Number(/(\d+) dice/.exec((await page.locator(".wanted").innerText()) ?? "")?.[1]);
  expect(count).toBeGreaterThan(1);
  for (let die = 0; die < count; die++) await face(page, 3).click(); // nobody is hit
  await expect(page.locator(".result")).toContainText("hits 0");

  // One was misread: it is tapped, and what it shows. Now there are checks to be thrown.
  await button(page, /^Die 1 of .*shows 3: correct it$/).click();
  await face(page, 6).click();
  await expect(page.locator(".result")).toBeHidden();
  await face(page, 1).click(); // the check is passed
  await face(page, 1).click(); // and nobody falls
  await expect(page.locator(".result")).toContainText("hits 1");
  await expect(page.locator(".result")).toContainText("lost 0");
  expect(taps).toBe(before);
  await tap(button(page, "Write it down"));
  await expect(last(page)).toContainText("hits 1");
  expect(taps).toBeLessThanOrEqual(4);

  // Before the next decision: the entry is corrected by another, and taken back by a third.
  await button(page, "Correct the dice").click();
  await button(page, /^Die 1 of .*shows 6: correct it$/).click();
  await face(page, 2).click();
  await button(page, "Write it down").click();
  await expect(last(page)).toContainText(/Entry 2 is corrected: .*hits 0/);
  await button(page, "Take it back").click();
  await expect(last(page)).toContainText("Entry 3 is taken back");
});

test("a small battle goes on for some turns with no network, and is there again", async ({ page, context }) => {
  test.setTimeout(180_000);
  await seeded(context);
  await page.goto("/#book");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.close();
  await context.setOffline(true);
  const phone = await context.newPage();
  await begun(phone);
  for (let turn = 1; turn <= 2; turn++) {
    for (let card = 0; card < 3; card++) {
      await button(phone, /^Draw a card/).click();
      await expect(last(phone)).toContainText("A card is drawn");
      const due = phone.getByRole("region", { name: "Due" }).locator("li.must > button").first();
      while (await due.isVisible()) {
        await due.click();
        await finished(phone);
        await expect(last(phone)).toBeVisible();
      }
    }
    await phone.getByRole("list", { name: /^Units of/ }).getByRole("button").filter({ hasText: "10 of 10" }).first().click();
    await button(phone, "Shooting").click();
    await phone.getByRole("list", { name: "To whom" }).getByRole("button").first().click();
    await phone.getByText("The odds").click();
    await expect(phone.locator(".odds").first()).toBeVisible();
    await finished(phone);
    await expect(last(phone)).toContainText("Shooting at");
    await button(phone, "Next turn").click();
    await expect(last(phone)).toContainText(`Turn ${turn + 1} begins.`);
  }
  const written = await last(phone).innerText();
  await phone.reload();
  await expect(last(phone)).toContainText(written.split("\n")[0] ?? "");
  await expect(phone.locator(".stand")).toContainText("Turn 3");
});

// The small battle of each sheet, and its turns.
const SMALL = [["The Wells", 6], ["The Picket", 8], ["The Rail Fence", 6], ["The Ruined Wells", 6], ["The Telegraph Hut", 6]] as const;

for (const [title, turns] of SMALL) {
  test(`${title} is kept to its end with no network, and the file holds`, async ({ page, context }, info) => {
    test.setTimeout(240_000); // on a busy machine
    await seeded(context);
    const faults: string[] = [];
    page.on("pageerror", (fault) => faults.push(fault.message));
    await page.goto("/#book");
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    await page.reload();
    await expect(button(page, /small, /)).toHaveCount(SMALL.length);
    await button(page, new RegExp(`^${title}`)).click();
    await button(page, "Begin the battle").click();
    await expect(last(page)).toContainText("The battle begins.");

    const kept = await keptToItsEnd(page, turns);
    expect(faults).toEqual([]);
    expect(kept.taps).toBeGreaterThan(60);
    await button(page, "Units").click();
    await expect(page.locator(".over")).toContainText(/night has come|has nobody left/);
    await expect(button(page, "Next turn")).toHaveCount(0);
    await page.reload();
    await expect(page.locator(".over")).toBeVisible();
    await button(page, "Referee").click();
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save as a file").click()]);
    const file = info.outputPath("kept.book.json");
    await download.saveAs(file);

    // The command goes through it from its head, every throw of it.
    const { book } = told("book", "show", file) as { book: { entries: number; finished: boolean; turn: number } };
    expect(book).toMatchObject({ finished: true });
    expect(book.entries).toBeGreaterThan(20); // by these dice a side may be gone in two turns
    const { entries } = told("book", "log", file) as { entries: { do: string; dice?: number[] }[] };
    expect(new Set(entries.filter(({ dice }) => dice?.length).map((entry) => entry.do)).size).toBeGreaterThan(1);
  });
}

test("a charge brings on what is due: one tap each", async ({ page }) => {
  await begun(page);
  await page.getByRole("list", { name: /^Units of/ }).getByRole("button").filter({ hasText: "10 of 10" }).first().click();
  await button(page, "Charge").click();
  await page.getByRole("list", { name: "To whom" }).getByRole("button").first().click();
  await face(page, 4).click();
  if (await face(page, 4).isVisible()) await face(page, 4).click();
  await button(page, "Yes").click(); // it came home
  await button(page, "Write it down").click();
  const due = page.getByRole("region", { name: "Due" });
  await expect(due).toContainText("Melee on contact");
  await button(page, "Next turn").click();
  await expect(page.getByRole("alert")).toContainText("Something is still due");
  await due.getByRole("button", { name: /Melee on contact/ }).click();
  await finished(page);
  await expect(last(page)).toContainText("Melee on contact");
});

test("a charge with fire at it, support fire, both tests and the melee is eleven taps beside the dice", async ({ page }) => {
  await page.goto("/#book");
  await button(page, /^The Rail Fence/).click();
  await button(page, "Begin the battle").click();
  let taps = 0;
  const tap = async (place: Locator): Promise<void> => {
    taps++;
    await place.click();
  };
  /** All dice that the form wants show this. */
  const shown = async (number: number): Promise<void> => {
    for (let die = 0; die < 12 && (await page.locator(".wanted").isVisible()); die++) await face(page, number).click();
    await expect(page.locator(".result")).toBeVisible();
  };
  const next = (what: RegExp): Promise<void> => tap(page.getByRole("group", { name: /go on with/ }).getByRole("button", { name: what }));
  const before = page.locator(".before");

  await tap(page.getByRole("list", { name: /^Units of/ }).locator("button:enabled").first());
  await tap(button(page, "Charge"));
  await tap(page.getByRole("list", { name: "To whom" }).getByRole("button").first());
  await expect(last(page)).toContainText("charges");
  await tap(page.getByRole("region", { name: "May follow" }).getByRole("button", { name: /Musketry at .*halfway/ }));
  await shown(1);
  await next(/support fire \(R27\)/);
  await expect(before).toContainText("Musketry at");
  await tap(page.getByRole("list", { name: "By whom" }).getByRole("button").nth(1)); // not who has fired already
  await shown(1);
  await next(/Test to charge home/);
  await expect(before).toContainText("Musketry at");
  await shown(6);
  await next(/Test of being charged/);
  await expect(before).toContainText("result charge");
  await shown(4);
  await next(/comes into contact/);
  await expect(before).toContainText("Test of being charged");
  await next(/^[^:]*: Melee at/);
  await expect(before).toContainText("is in melee with");
  await shown(5);
  await tap(button(page, "Write it down"));
  await expect(last(page)).toContainText("Melee at");
  expect(taps).toBeLessThanOrEqual(11);
});

test("a book is saved, brought back, and refused in a sentence if it is not sound; nothing is lost", async ({ page }) => {
  await begun(page);
  await button(page, "Referee").click();
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save as a file").click()]);
  const text = await readFile(await download.path(), "utf8");
  const book = JSON.parse(text) as { units: { side: number; values: Record<string, unknown> }[]; entries: object[] } & Record<string, unknown>;
  await page.getByRole("link", { name: "Field books" }).click();
  const kept = page.getByRole("link", { name: /The Wells/ });
  await expect(kept).toHaveCount(1);

  const bring = (content: unknown, name = "mine.json"): Promise<void> =>
    page.getByLabel("From a file").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)) });
  const volley = { entry: 2, do: "shoot", unit: 0, target: book.units.findIndex(({ side, values }) => side === 2 && !values["commander"]), dice: [7], said: "" };
  for (const [content, says] of [
    [{ ...book, "playsheet book": 2 }, "mine.json: this book is of a newer version of Playsheet (2); this one reads 1."],
    [{ ...book, sheet: "0123456789abcdef" }, "mine.json: This book was begun by another text of the sheet or its rulings than these pages have."],
    [{ ...book, entries: [...book.entries, volley] }, /^mine\.json: entry 2: .*expected a face from 1 to 6, got 7/],
    [{ ...book, units: [{ ...book.units[0], values: {} }, ...book.units.slice(1)] }, /^mine\.json: units\[0\]: kind is missing/],
    [{ ...book, more: 1 }, "mine.json: there is nothing called more in a book."],
    ["a letter", "mine.json: this is no field book: expected JSON with 'playsheet book' in it."],
  ] as const) {
    await bring(content);
    await expect(page.getByRole("alert").getByRole("paragraph")).toHaveText(says);
    await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
    await expect(kept).toHaveCount(1);
  }
  await bring(text);
  await expect(last(page)).toContainText("The battle begins.");
  await page.goto("/#book");
  await expect(kept).toHaveCount(2);
  await button(page, /^Delete/).first().click();
  await button(page, "Delete it for good").click();
  await expect(kept).toHaveCount(1);
});

test("a page that is behind says so, and is as the book is", async ({ page, context }) => {
  await begun(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await button(other, /^Draw a card/).click();
  await expect(last(other)).toContainText("A card is drawn");
  await button(page, "Next turn").click();
  await expect(page.getByRole("alert")).toContainText("The book has 2 entries now, but this was meant for a book of 1");
  await expect(last(page)).toContainText("A card is drawn");
  await button(page, "Next turn").click();
  await expect(last(page)).toContainText("Turn 2 begins.");
});

test("a referee's hand is told, and log and roster are on paper", async ({ page }) => {
  await begun(page);
  const unit = (await page.getByRole("list", { name: /^Units of/ }).locator("strong").first().innerText()).trim();
  await overruled(page, unit, "figures", "7");
  await expect(last(page)).toContainText(`${unit}: figures 10 becomes 7 by the referee: counted again`);
  await expect(button(page, new RegExp(`^${unit}`))).toContainText("7 of 10 figures");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".paper")).toContainText("counted again");
  await expect(page.getByRole("row", { name: unit })).toContainText("7 of 10 figures");
  await expect(button(page, "Units")).toBeHidden();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await begun(page);
    await sound(page);
    await page.getByRole("list", { name: /^Units of/ }).getByRole("button").first().click();
    await expect(page.getByRole("list", { name: "What it does" })).toBeVisible();
    await sound(page);
    await button(page, "Shooting").click();
    await page.getByRole("list", { name: "To whom" }).getByRole("button").first().click();
    await face(page, 6).click();
    await sound(page);
    const small = await page.locator("main").getByRole("button").evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44).map((one) => one.textContent),
    );
    expect(small).toEqual([]);
    await button(page, "Leave it").click();
    await button(page, /^Log/).click();
    await sound(page);
    await button(page, "Referee").click();
    await sound(page);
    await page.getByRole("link", { name: "Field books" }).click();
    await expect(page.getByRole("heading", { name: "On this device" })).toBeVisible();
    await sound(page);
  });
}

test("a unit joins a battle, a part of one goes out, and both act and are taken back", async ({ page }) => {
  await page.goto("/#book");
  await button(page, /^The Ruined Wells/).click();
  await button(page, "Begin the battle").click();
  await button(page, "A unit joins").click();
  await page.getByLabel("Its card").selectOption("Musket Warriors");
  await page.getByLabel("Whose it is").selectOption("Natives");
  await page.getByLabel("What it is called").fill("The Men of the Wells");
  await page.getByRole("textbox", { name: /figures/ }).fill("8");
  await sound(page);
  await button(page, "Write it down").click();
  await expect(last(page)).toContainText("The Men of the Wells joins Natives with 8 figures.");
  await button(page, "Natives").click();
  const natives = page.getByRole("list", { name: "Units of Natives" }).getByRole("button");
  await expect(natives).toHaveCount(1);
  await expect(natives).toContainText("8 of 8 figures");

  await button(page, "A unit joins").click();
  await page.getByLabel("Where it comes from").selectOption("Out of The Men of the Wells");
  await page.getByRole("textbox", { name: /go out/ }).fill("3");
  await button(page, "Write it down").click();
  await expect(last(page)).toContainText("goes out from The Men of the Wells with 3 figures.");
  await expect(natives).toHaveCount(2);

  // They are units like any other: there again after a reload, and they shoot.
  await page.reload();
  await button(page, "Natives").click();
  await natives.first().click();
  await button(page, "Shooting").click();
  await page.getByRole("list", { name: "To whom" }).getByRole("button").first().click();
  await finished(page);
  await expect(last(page)).toContainText("The Men of the Wells, Shooting at");
  await button(page, "Take it back").click();

  // Who came first cannot go while others have come out of him.
  await button(page, /^Log/).click();
  await button(page, /joins Natives with 8 figures/).click();
  await button(page, "Take it back").click();
  await expect(page.getByRole("alert")).toContainText("There is no unit");
});
