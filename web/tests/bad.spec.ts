import { expect, test } from "@playwright/test";
import { answer, still } from "./general";
import { serve } from "./serve.mjs";

const WAY_ON = "To the first page";

test.describe("whatever goes wrong gets one sentence and a way on", () => {
  test("a seat link that is wrong", async ({ page }) => {
    await page.goto("/#play/aaaaaaaaaaaa/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    await expect(page.getByRole("alert")).toContainText("There is no such game, or this is no key to it.");
    await page.getByRole("link", { name: WAY_ON }).click();
    await expect(page.getByRole("heading", { name: /Battles in miniature/ })).toBeVisible();
  });

  test("a game that was put away", async ({ page }) => {
    await page.routeWebSocket(/\/live$/, (socket) => {
      socket.onMessage(() => socket.send(JSON.stringify({ t: "bye", code: "put_away", says: "this game was put away as a record." })));
    });
    await page.route("**/api/games/aaaaaaaaaaaa/record", (route) => route.fulfill({ contentType: "text/plain", body: "playsheet record 1\n" }));
    await page.goto("/#play/aaaaaaaaaaaa/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    await expect(page.getByRole("alert")).toContainText("This game is old, and was put away: only its record is left.");
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save its record" }).click();
    expect((await file).suggestedFilename()).toBe("battle-aaaaaaaaaaaa.record");
    await expect(page.getByRole("link", { name: WAY_ON })).toBeVisible();
  });

  test("an invitation that was taken", async ({ page, request }) => {
    const made = await request.post("/api/games", {
      data: { scenario: { id: "the-wells" }, seats: [{ player: "person" }, { player: "open" }] },
    });
    const { game, seats } = (await made.json()) as { game: string; seats: { invite: string; link: string }[] };
    const invite = seats[1]?.invite ?? "";
    await request.post(`/api/games/${game}/join`, { data: { who: "Ben" }, headers: { Authorization: `Bearer ${invite}` } });
    await page.goto(seats[1]?.link ?? "");
    await page.getByRole("button", { name: "Take the seat" }).click();
    await expect(page.getByRole("alert")).toContainText("There is no such game, or this is no key to it.");
    await expect(page.getByRole("link", { name: WAY_ON })).toBeVisible();
  });

  test("a page and a scenario that do not exist", async ({ page }) => {
    await page.goto("/#nowhere/at/all");
    await expect(page.getByRole("alert")).toContainText("There is no such page here.");
    await page.goto("/#new/the-walls");
    await expect(page.getByRole("alert")).toContainText(/no scenario/);
    await expect(page.getByRole("link", { name: WAY_ON })).toBeVisible();
  });

  for (const [name, text, says] of [
    ["broken.toml", "id = \nthis is no toml", /broken\.toml/],
    ["empty.toml", "", /empty\.toml/],
    ["wrong.toml", 'id = "x"\nsystem = "lancer"\ntitle = "X"\n', /wrong\.toml/],
    ["cut.record", "playsheet record 1\nnonsense\n", /record/i],
  ] as const) {
    test(`a file that cannot be used: ${name}`, async ({ page }) => {
      await page.goto("/");
      await page.getByLabel(/Choose a scenario or record/).setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
      await expect(page.getByRole("alert")).toContainText(says);
      await page.getByRole("button", { name: "Close" }).click();
      await expect(page.getByRole("alert")).toHaveCount(0);
    });
  }

  test("a file that is no text", async ({ page }) => {
    await page.goto("/");
    const buffer = Buffer.from([0, 1, 2, 255, 254, 0, 0, 9]);
    await page.getByLabel(/Choose a scenario or record/).setInputFiles({ name: "photo.toml", mimeType: "image/png", buffer });
    await expect(page.getByRole("alert")).toHaveText(/photo\.toml is not a text file\./);
  });

  test("a server that stops in mid move, and comes back", async ({ page }, info) => {
    test.setTimeout(120_000);
    const port = 9100 + info.workerIndex;
    const first = serve(port);
    try {
      await expect(async () => expect((await fetch(`http://127.0.0.1:${port}/healthz`)).ok).toBe(true)).toPass();
      await still(page);
      await page.goto(`http://127.0.0.1:${port}/#new/the-wells`);
      await page.getByRole("button", { name: "Begin the battle" }).click();
      await expect(page.locator("[data-question]")).toBeVisible();
      await answer(page);
      await first.stop(true);
      await expect(page.getByText(/trying again|come back in a moment|Connecting/i).first()).toBeVisible();
      await page.locator("[data-question] button.main, [data-question] button").first().click();
      await expect(page.getByRole("alert")).toContainText("The connection is lost just now; it is being mended.");
      const second = serve(port, first.data);
      try {
        await expect(page.getByText(/trying again|come back in a moment|Connecting/i)).toHaveCount(0, { timeout: 40_000 });
        await answer(page);
      } finally {
        await second.stop();
      }
    } finally {
      await first.stop();
    }
  });
});

test("a scenario of one's own is played", async ({ page, request }) => {
  await still(page);
  const { text } = (await (await request.get("/api/scenarios/the-wells")).json()) as { text: string };
  const mine = text.replace('title  = "The Wells"', 'title  = "My Own Wells"').replace("table = [36, 48]", "table = [40, 50]");
  await page.goto("/");
  await page.getByLabel(/Choose a scenario or record/).setInputFiles({ name: "mine.toml", mimeType: "text/plain", buffer: Buffer.from(mine) });
  await expect(page.getByRole("heading", { name: "My Own Wells" })).toBeVisible();
  await expect(page.getByText("table 40 by 50 inches")).toBeVisible();
  await page.getByRole("button", { name: "Begin the battle" }).click();
  await expect(page.locator("[data-question]")).toBeVisible();
});
