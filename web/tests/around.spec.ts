// Around a battle: the first page, the lobby, invitations, briefings, games of mine, rematches, the game master, talk.

import { expect, test, type APIRequestContext, type Page } from "@playwright/test";
import { answer, asked, axeOn, begin, playOn, seated, still } from "./general";

interface Made {
  game: string;
  seats: { seat: number; name: string; secret: string | null; invite: string | null; link: string }[];
  gm: { secret: string } | null;
  watch: { secret: string };
}

async function make(request: APIRequestContext, wanted: object): Promise<Made> {
  const made = await request.post("/api/games", { data: { scenario: { id: "the-wells" }, ...wanted } });
  expect(made.status()).toBe(201);
  return (await made.json()) as Made;
}

async function sound(page: Page, part = "body"): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await axeOn(page).include(part).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]).analyze();
    expect(violations.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ... ")}`)).toEqual([]);
  }
}

const ANN = { player: "person", who: "Ann" };
const BEN = { player: "person", who: "Ben" };
const OPEN = { player: "open" };
const SCENARIOS = [
  "the-wells", "the-frontier-road", "grand-manoeuvres", "the-picket", "platoon-in-the-wood", "the-mission-station",
  "the-telegraph-hut", "steam-at-kandar-ford", "the-great-redoubt", "the-ruined-wells", "runaway-engines", "the-great-advance",
  "the-rail-fence", "the-woodlot", "the-third-day",
];

test("the lobby is alive: a game comes and goes without a reload", async ({ page, request }) => {
  await page.goto("/");
  const lobby = page.getByRole("region", { name: "Open seats" });
  await expect(lobby.getByRole("heading")).toBeVisible();
  const host = `Cleo ${Date.now()}`;
  const made = await make(request, { seats: [{ player: "person", who: host }, OPEN], listed: true, clock: { per_move: 300, bank: 1800 } });
  const row = lobby.getByRole("listitem").filter({ hasText: host });
  await expect(row).toContainText("The Wells");
  await expect(row).toContainText("Lancer Rifle Gatling. 5 minutes an answer, 30 minutes in the bank.");
  await expect(row).toContainText("is waiting, just now.");
  await expect(row.getByRole("link", { name: "Take The Emir's Host" })).toBeVisible();
  await request.post(`/api/games/${made.game}/join`, { data: { seat: 1, who: "Ben" } });
  await expect(row).toHaveCount(0);
});

for (const [width, height] of [[1366, 768], [360, 740]] as const) {
  test(`lobby and games of mine stand beside or above the battles, ${width} wide`, async ({ page, request }) => {
    await page.setViewportSize({ width, height });
    const made = await make(request, { seats: [ANN, BEN], title: "Tuesday" });
    const seats = made.seats.map(({ seat, name, secret }) => ({ seat, name, secret }));
    await page.addInitScript((kept) => localStorage.setItem("playsheet.games", JSON.stringify(kept)), [
      { game: made.game, title: "Tuesday", system: "lancer", scenario: "The Wells", seats, open: [], gm: "", watch: "", at: 0 },
    ]);
    await page.goto("/");
    const battles = page.getByRole("heading", { name: "Lancer Rifle Gatling" });
    const learn = page.getByRole("heading", { name: "Learn" }); // the lessons stand above the battles
    const mine = page.getByRole("heading", { name: "Games of yours" });
    await expect(battles).toBeVisible();
    await expect(mine).toBeVisible();
    await expect(learn).toBeVisible();
    const [top, beside] = [(await mine.boundingBox())!, (await (width > 960 ? learn : battles).boundingBox())!];
    expect(top.y).toBeLessThan(height);
    if (width > 960) expect(Math.abs(top.y - beside.y)).toBeLessThan(60);
    else expect(top.y).toBeLessThan(beside.y);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await sound(page);
  });
}

test("an invitation says what it is for, and a seat that is taken cannot be taken", async ({ page, request }) => {
  const made = await make(request, { title: "Tuesday", seats: [ANN, OPEN], clock: { per_move: 259200, bank: 0 }, rulings: { slash: "range" } });
  const invite = made.seats[1]?.invite;
  await page.goto(`/#join/${made.game}/${invite}`);
  await expect(page.getByRole("heading", { name: "Ann invites you to The Wells" })).toBeVisible();
  await expect(page.getByText("Lancer Rifle Gatling. Set up just now.")).toBeVisible();
  const briefing = page.getByRole("region", { name: "Briefing" });
  await expect(briefing).toContainText("You are The Emir's Host");
  await expect(briefing).toContainText("Hold the well");
  await expect(briefing).toContainText("3 days an answer.");
  await expect(page.getByText("slash = range")).toBeVisible();
  await expect(page.getByRole("list", { name: "Who else plays" })).toContainText("The Garrison Ann");
  await sound(page);
  await page.getByLabel("Your name").fill("Ben");
  await page.getByRole("button", { name: "Take the seat" }).click();
  await expect(page.getByRole("button", { name: "I am ready" })).toBeVisible();
  await page.goto("/");
  await page.goto(`/#join/${made.game}/${invite}`);
  await expect(page.getByRole("alert")).toContainText("Perhaps the seat is taken already.");
});

test("every scenario has its briefing", async ({ page }) => {
  for (const id of SCENARIOS) {
    await page.goto(`/#new/${id}`);
    const briefing = page.getByRole("region", { name: "Briefing" });
    await expect(briefing, id).toContainText(/You are .+, with \d+ units?\./);
    await expect(briefing.getByRole("listitem").first(), id).toBeVisible();
    await expect(briefing, id).toContainText(/After turn \d+/);
    await expect(briefing, id).toContainText(/About \d+ turns\. Questions: \d+ for /);
    await expect(briefing, id).toContainText(/of [\d,]+ battles of the computer with itself/);
  }
});

test("who looks on, or plays both sides, is told so", async ({ page }) => {
  await page.goto("/#new/the-wells");
  const briefing = page.getByRole("region", { name: "Briefing" });
  await expect(briefing).toContainText("You are The Garrison, with 4 units.");
  await page.getByText("Two at this screen").click();
  await expect(briefing).toContainText("You are The Garrison and The Emir's Host, at one screen.");
  await page.getByText("The computer alone: I look on").click();
  await expect(briefing).toContainText("You are looking on.");
});

test("games of mine say turn, whose move and result; a rematch invites the other", async ({ page, browser }) => {
  const ben = await seated(page, browser);
  await page.getByRole("button", { name: "I am ready" }).click();
  await ben.getByRole("button", { name: "I am ready" }).click();
  await asked(ben); // Ben deploys first
  await page.goto("/");
  const mine = page.getByRole("region", { name: "Games of yours" });
  await expect(mine).toContainText("Turn 1 of 6. Waiting for Ben.");
  await expect(mine).toContainText(/Today, \d\d:\d\d/);
  await mine.getByRole("link", { name: "The Wells" }).click();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, give the battle up" }).click();
  await expect(page.getByRole("heading", { name: "The Emir's Host won" })).toBeVisible();
  await expect(ben.getByRole("heading", { name: "The Emir's Host won" })).toBeVisible();
  await expect(page.getByText("Ben will find an invitation here.")).toBeVisible();
  await sound(page);
  await page.goto("/");
  await expect(mine).toContainText("The Emir's Host won. The Garrison resigned.");
  await mine.getByRole("button", { name: "Sides swapped" }).click();
  await expect(page.getByText("nobody yet")).toBeVisible();
  await expect(page.getByText(/^The Emir's Host\s+you, not ready yet$/)).toBeVisible();
  await expect(ben.getByText("Ann invites you to a rematch, with sides swapped.")).toBeVisible();
  await ben.getByRole("link", { name: "To the rematch" }).click();
  await expect(ben.getByRole("region", { name: "Briefing" })).toContainText("You are The Garrison");
  await ben.getByRole("button", { name: "Take the seat" }).click();
  await expect(page.getByText("Ben, not ready yet").or(page.getByText("somebody, not ready yet"))).toBeVisible();
  await ben.context().close();
});

test("again with other dice: the deployment stands as it was", async ({ page }) => {
  test.setTimeout(180_000);
  await still(page);
  await begin(page, "the-wells");
  await playOn(page, () => false, 12);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, give the battle up" }).click();
  const again = page.getByRole("group", { name: "Again" });
  await expect(again.getByRole("button", { name: "Rematch" })).toBeVisible();
  const before = page.url();
  await again.getByRole("button", { name: "Again with other dice" }).click();
  await expect(page).not.toHaveURL(before);
  await asked(page);
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.getByRole("log", { name: "What happened" })).toContainText("Levy Spearmen took post");
});

test("a game master who also plays has his panel: found by a word, explained, and done", async ({ page }) => {
  test.setTimeout(180_000);
  await still(page);
  await begin(page, "the-wells", async (form) => {
    await form.getByText("Names, clocks, house rules, rulings").click();
    await form.getByLabel("With a game master (you)").check();
  });
  await asked(page);
  const open = page.getByRole("button", { name: "Game master" });
  await open.click();
  const panel = page.getByRole("dialog", { name: "The game master" });
  const item = panel.getByRole("listitem");
  await expect(item).toHaveCount(6);
  await sound(page, "dialog[open]");
  await panel.getByLabel("Search").fill("card comes into");
  await expect(item).toHaveCount(1);
  await expect(item).toContainText("One more card of the unit comes into the deck, until the next shuffle.");
  await expect(panel.getByRole("button", { name: "So be it" })).toHaveCount(1);
  await panel.getByRole("button", { name: "Close" }).click();
  const won = page.getByRole("heading", { name: "The Garrison won" });
  const waits = panel.getByRole("alert"); // where a step is under way the word waits until it is over
  for (let tries = 0; tries < 20 && !(await won.count()); tries++) {
    await answer(page);
    await open.click();
    await panel.getByLabel("Search").fill("ends the battle");
    await panel.getByLabel("Who has won").selectOption({ label: "The Garrison" });
    await panel.getByRole("button", { name: "So be it" }).click();
    await expect(won.or(waits).first()).toBeVisible();
    if (!(await waits.count())) break;
    await panel.getByRole("button", { name: "Close" }).first().click();
  }
  await expect(won).toBeVisible();
});

test("talk has its days, and the battle in words its goals", async ({ page, request }) => {
  await still(page);
  const made = await make(request, { seats: [ANN, BEN] });
  const [ann, ben] = made.seats.map(({ secret }) => secret);
  await request.post(`/api/games/${made.game}/chat`, { data: { text: "Good luck!" }, headers: { Authorization: `Bearer ${ben}` } });
  await page.goto(`/#play/${made.game}/${ann}`);
  await page.getByRole("tab", { name: /Talk/ }).click();
  const talk = page.getByRole("log", { name: "Talk" });
  await expect(talk).toContainText(/Today\s*\d\d:\d\d.*Ben.*Good luck!/s);
  await page.getByRole("tab", { name: "In words" }).click();
  await expect(page.getByRole("region", { name: "Goals" })).toContainText("Hold the well");
});

test("taking back says what it will do before it is done", async ({ page }) => {
  await still(page);
  await begin(page, "the-wells");
  await answer(page);
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.hover();
  await expect(page.getByRole("tooltip")).toHaveText(/^Takes back "In (line|column|extended)" \(.+\)\. /);
  await expect(undo).toHaveAccessibleDescription(/^Takes back /);
});
