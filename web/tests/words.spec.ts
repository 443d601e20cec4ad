// The words that players put into the dice: sealed by all before any are shown.

import { expect, test, type Page } from "@playwright/test";
import { seated } from "./general";

const ready = (page: Page) => page.getByRole("button", { name: "I am ready" });
const playing = (page: Page) => expect(page.getByText("Before the first card")).toHaveCount(0);

interface Dice {
  round: number;
  seals: (string | null)[];
  salts: (string | null)[];
}

/** What the server says of the dice to whoever sits at this page. */
async function dice(page: Page): Promise<Dice> {
  return page.evaluate(async () => {
    const [, game = "", secret = ""] = location.hash.split("/");
    const answer = await fetch(`/api/games/${game}?log=-1`, { headers: { Authorization: `Bearer ${secret}` } });
    return ((await answer.json()) as { dice: Dice }).dice;
  });
}

test("words are sealed, kept over a reload, and shown when all seals are there", async ({ page: ann, browser }) => {
  const ben = await seated(ann, browser);
  await ann.getByLabel(/words of your own/).fill("alea iacta est");
  await ready(ann).click();
  await expect(ann.getByText("Your words are sealed. They are shown when everybody has sealed theirs. Waiting for Ben.")).toBeVisible();
  await expect(ben.getByText("Ann, words sealed")).toBeVisible();
  const before = await dice(ben);
  expect(before.salts).toEqual([null, null]);
  await ann.reload();
  await expect(ann.getByText("Waiting for Ben.")).toBeVisible();
  const address = ann.url();
  await ann.goto("about:blank"); // Ann is away when Ben seals his words
  await expect(ben.getByText("Ann, words sealed, away")).toBeVisible();
  await ready(ben).click();
  await expect(ben.getByText(/All words are sealed. Waiting for Ann/)).toBeVisible();
  const printed = await ben.getByText(/The fingerprint of/).locator("code").textContent();
  await ann.goto(address);
  await playing(ann);
  await playing(ben);
  const after = await dice(ben);
  expect(after.seals[0]).toBe(before.seals[0]);
  expect(after.salts[0]).toMatch(/^alea iacta est [0-9a-f]{32}$/);
  expect(after.salts[1]).toMatch(/^[0-9a-f]{32}$/);
  for (const page of [ann, ben]) {
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog");
    await expect(menu).toContainText("Key and seals are those that this browser saw before it showed your words");
    await expect(menu).toContainText(printed ?? "nothing");
  }
  await ann.getByRole("button", { name: "Resign" }).click();
  await ann.getByRole("button", { name: "Yes, give the battle up" }).click();
  await ann.getByText("Were the dice fair?").click();
  await expect(ann.getByText("It is open now")).toBeVisible();
  await expect(ann.locator(".fair")).toContainText("this browser saw before it showed your words: nobody could choose after that");
  await ben.context().close();
});

test("whoever has lost the words begins another round, to which the other agrees by hand", async ({ page: ann, browser }) => {
  const ben = await seated(ann, browser);
  await ready(ann).click();
  await expect(ben.getByText("Ann, words sealed")).toBeVisible();
  const address = ann.url();
  await ann.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith("playsheet.words.")) localStorage.removeItem(name);
  });
  await ann.goto("about:blank");
  await ready(ben).click();
  await expect(ben.getByText("you, words shown")).toBeVisible();
  await ann.goto(address);
  await expect(ann.getByText(/Your seat has sealed words that this browser does not have/)).toBeVisible();
  expect((await dice(ann)).round).toBe(1); // nothing is done without her
  await ann.getByRole("button", { name: "Seal new words" }).click();
  await expect(ben.getByText(/Ann has asked for another round of words, round 2/)).toBeVisible();
  await expect(ann.getByText(/Waiting for Ben/)).toBeVisible();
  await ready(ben).click();
  await playing(ann);
  await playing(ben);
  expect((await dice(ann)).round).toBe(2);
  await ben.context().close();
});

test("a browser shows no words to a server that has changed the seals", async ({ page: ann, browser }) => {
  const ben = await seated(ann, browser);
  await ready(ann).click();
  const address = ann.url();
  await ann.evaluate(() => {
    // as if the words had been sent before, against a seal of Ben's that is not the one that he gives now
    const name = Object.keys(localStorage).find((held) => held.startsWith("playsheet.words.")) ?? "";
    const held = JSON.parse(localStorage.getItem(name) ?? "{}") as { seen: string[] };
    held.seen = ["0".repeat(64), "1".repeat(64)];
    localStorage.setItem(name, JSON.stringify(held));
  });
  await ann.goto("about:blank");
  await ready(ben).click();
  await ann.goto(address);
  await expect(ann.getByRole("alert")).toContainText("somebody may be choosing the dice");
  expect((await dice(ann)).salts[0]).toBeNull();
  await ben.context().close();
});
