// What a person feels: how much is fetched, when something is seen, how smoothly a full table pans, how long an answer
// takes until its result is drawn. Prints JSON; `python bench/browser.py` makes a table of it. With --quick each thing is
// done fewer times.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { moving, opening } from "./bench-large.mjs";
import { serve } from "./tests/serve.mjs";

const QUICK = process.argv.includes("--quick");
const PORT = 8993;
const BASE = `http://127.0.0.1:${PORT}`;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

const FIGURES = 500;

/** Twenty-five companies of ten on either side, with a wood, a hill and a village between them. */
const FULL = `
id = "five-hundred"
system = "lancer"
title = "Five hundred figures"
blurb = "As many as a club has."
size = "large"
table = [144, 84]
turns = 6
[[terrain]]
kind = "woods"
name = "the west wood"
rect = [16, 34, 44, 50]
[[terrain]]
kind = "woods"
name = "the east wood"
rect = [98, 34, 126, 50]
[[terrain]]
kind = "hill"
name = "the hill"
rect = [52, 32, 76, 52]
level = 1
[[terrain]]
kind = "building"
name = "the farm"
rect = [82, 40, 88, 46]
[[sides]]
name = "South"
facing = 0
zones = [[0, 0, 144, 30]]
[[sides.units]]
card = "line-company"
count = 25
[[sides]]
name = "North"
facing = 180
zones = [[0, 54, 144, 84]]
[[sides.units]]
card = "line-company"
count = 25
[[objectives]]
kind = "most-removed"
`;

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const high = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)];
const round = (number) => Math.round(number * 10) / 10;

async function call(path, body, secret = "") {
  const headers = { "content-type": "application/json", ...(secret ? { authorization: `Bearer ${secret}` } : {}) };
  const answer = await fetch(BASE + path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return JSON.parse(text);
}

/** A battle between two persons, begun. */
async function begun(scenario) {
  const made = await call("/api/games", { scenario, seats: [{ player: "person" }, { player: "person" }] });
  const secrets = made.seats.map((seat) => seat.secret);
  const words = secrets.map((_, i) => `the words of person ${i}`);
  const sealOf = (text) => createHash("sha256").update(text).digest("hex");
  for (const [i, secret] of secrets.entries()) await call(`/api/games/${made.game}/ready?log=-1`, { seal: sealOf(words[i]) }, secret);
  for (const [i, secret] of secrets.entries()) await call(`/api/games/${made.game}/words?log=-1`, { words: words[i] }, secret);
  return made;
}

/** Answer by what is suggested first, up to a question that is wanted: of whom it is asked. */
async function answered(made, wanted) {
  for (;;) {
    const states = await Promise.all(made.seats.map(({ secret }) => call(`/api/games/${made.game}?log=-1`, null, secret)));
    const at = states.findIndex((state) => state.questions.length);
    const question = states[at].questions[0];
    if (wanted(question)) return at;
    const sample = question.region?.samples[0];
    const text = sample ? `@${sample.join(",")}` : question.options[0].key;
    await call(`/api/games/${made.game}/answers?log=-1`, { question: question.number, text }, made.seats[at].secret);
  }
}

/** Both sides deploy where the rules suggest; then the first card is drawn. */
async function deployed() {
  const made = await begun({ file: "five-hundred.toml", text: FULL });
  await answered(made, ({ kind }) => !kind.startsWith("deploy"));
  return made;
}

async function sizes(browser) {
  const found = {};
  const made = await call("/api/games", { scenario: { id: "the-wells" } });
  for (const [name, path] of [["first page", "/"], ["a battle", made.seats[0].link]]) {
    const page = await (await browser.newContext()).newPage();
    let bytes = 0;
    const bodies = [];
    page.on("response", (response) => {
      if (!response.url().includes("/api/") && response.status() === 200) bodies.push(response.body().catch(() => Buffer.alloc(0)));
    });
    await page.goto(BASE + path, { waitUntil: "networkidle" }).catch(() => undefined); // a socket keeps it busy
    for (const body of await Promise.all(bodies)) bytes += gzipSync(body).length;
    found[name] = round(bytes / 1024);
    await page.context().close();
  }
  return found;
}

async function paints(browser) {
  const times = [];
  for (let i = 0; i < (QUICK ? 3 : 7); i++) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(BASE);
    await page.getByRole("link", { name: /The Wells/ }).waitFor();
    times.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0));
    await page.context().close();
  }
  return round(middle(times));
}

async function panning(browser, link) {
  const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
  await page.goto(BASE + link);
  await page.locator("svg.table .unit").nth(FIGURES / 10 - 1).waitFor();
  await page.waitForTimeout(1500);
  const box = await page.locator("svg.table").boundingBox();
  const found = {};
  for (const [name, wheel] of [["whole table", 0], ["close", -900]]) {
    if (wheel) {
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.wheel(0, wheel);
      await page.waitForTimeout(800);
    }
    await page.mouse.move(box.x + 200, box.y + box.height - 30);
    await page.mouse.down();
    await page.evaluate(() => {
      window.frames_ = [];
      let last = performance.now();
      const tick = (now) => {
        window.frames_.push(now - last);
        last = now;
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    for (let i = 0; i < (QUICK ? 40 : 120); i++) await page.mouse.move(box.x + 200 + 120 * Math.sin(i / 9), box.y + box.height - 90 + 60 * Math.cos(i / 7));
    const frames = (await page.evaluate(() => window.frames_)).slice(2);
    await page.mouse.up();
    found[name] = { frames: frames.length, middle: round(middle(frames)), of_20_19_within: round(high(frames)) };
  }
  await page.context().close();
  return { figures: FIGURES, ms_a_frame: found };
}

/** From a click on a choice until the next question stands there, with everything between drawn. */
async function clicking(browser) {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(() => localStorage.setItem("playsheet.settings", JSON.stringify({ speed: "instant" })));
  await page.goto(`${BASE}/#new/the-wells`);
  await page.getByRole("button", { name: "Begin the battle" }).click();
  await page.locator("[data-question]").waitFor();
  const times = [];
  for (let i = 0; i < (QUICK ? 5 : 20); i++) {
    const time = await page.evaluate(async () => {
      const number = () => document.querySelector("[data-question]")?.getAttribute("data-question");
      const before = number();
      const button = document.querySelector("[data-question] button.main") ?? document.querySelector("[data-question] button");
      const start = performance.now();
      button?.click();
      while (number() === before || !number()) await new Promise((done) => requestAnimationFrame(done));
      return performance.now() - start;
    });
    times.push(time);
    await page.waitForTimeout(150);
  }
  await page.context().close();
  return { middle: round(middle(times)), of_20_19_within: round(high(times)) };
}

/** The largest battles: how long until they ask, and how they are panned and zoomed once both sides stand there. */
async function largest(browser) {
  const found = {};
  for (const id of ["the-third-day", "the-great-redoubt"]) {
    const opened = await opening(browser, BASE, id, QUICK ? 3 : 7);
    const made = await begun({ id });
    const at = await answered(made, ({ kind }) => !kind.startsWith("deploy"));
    found[id] = { opening_ms: opened, moves: await moving(browser, BASE, made.seats[at].link, QUICK ? 40 : 120) };
  }
  return found;
}

/** A game of The Third Day up to the first side's normal moves: the link of its seat, and the side. */
async function atMoves() {
  const made = await begun({ id: "the-third-day" });
  const unitsOf = ({ options }) => new Set((options ?? []).flatMap(({ unit }) => (unit === undefined ? [] : [unit])));
  const side = await answered(made, (question) => unitsOf(question).size > 24);
  return { link: made.seats[side].link, side };
}

/** From the end of a drag of a dozen regiments until all of them stand in their places. */
async function dragging(browser) {
  const times = [];
  let marched = 0;
  for (let i = 0; i < (QUICK ? 2 : 5); i++) {
    const { link, side } = await atMoves();
    const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
    await page.addInitScript(() => localStorage.setItem("playsheet.settings", JSON.stringify({ speed: "instant" })));
    await page.goto(BASE + link);
    await page.locator("[data-question]").waitFor();
    const boxes = [];
    for (const name of ["the Second Brigade", "the Third Brigade", "the Fourth Brigade"]) {
      boxes.push(await page.locator(`text.name.body.side-${side}`, { hasText: name }).boundingBox());
    }
    const units = await page.evaluate(() => [...document.querySelectorAll(".unit.grab")].map((unit) => unit.dataset.unit));
    // a box round the regiments of three brigades
    const spots = await page.evaluate((ids) => ids.map((id) => { const { x, y, width, height } = document.querySelector(`.unit[data-unit="${id}"]`).getBoundingClientRect(); return { id, x: x + width / 2, y: y + height / 2 }; }), units);
    const [left, right] = [Math.min(...boxes.map(({ x }) => x)), Math.max(...boxes.map(({ x, width }) => x + width))];
    const inside = spots.filter(({ x }) => x >= left && x <= right).slice(0, 12);
    await page.keyboard.down("Shift");
    for (const { x, y } of inside) await page.mouse.click(x, y);
    await page.keyboard.up("Shift");
    const [first] = inside;
    const by = side ? -30 : 30;
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    await page.mouse.move(first.x, first.y + by / 2);
    await page.mouse.move(first.x, first.y + by);
    const time = page.evaluate((ids) => {
      const drawn = (id) => document.querySelector(`.unit[data-unit="${id}"] .plate`)?.getAttribute("d");
      const before = new Map(ids.map((id) => [id, drawn(id)]));
      return new Promise((done) => {
        addEventListener("pointerup", () => {
          const start = performance.now();
          const look = () => {
            const moved = ids.filter((id) => drawn(id) !== before.get(id)).length;
            if (moved >= ids.length || performance.now() - start > 10_000) done([performance.now() - start, moved]);
            else requestAnimationFrame(look);
          };
          look();
        }, { capture: true, once: true });
      });
    }, inside.map(({ id }) => id));
    await page.waitForTimeout(100);
    await page.mouse.up();
    const [took, moved] = await time;
    times.push(took);
    marched = moved;
    await page.context().close();
  }
  return { regiments: marched, middle: round(middle(times)), of_20_19_within: round(high(times)) };
}

const server = serve(PORT, undefined, "ignore"); // only what was found is printed
const browser = await chromium.launch({ ...(existsSync(CHROMIUM) ? { executablePath: CHROMIUM } : {}), args: ["--no-sandbox"] });
try {
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(`${BASE}/healthz`).then((answer) => answer.ok, () => false)) break;
    await new Promise((done) => setTimeout(done, 200));
  }
  const full = await deployed();
  const found = {
    fetched_kb_gzipped: await sizes(browser),
    first_paint_ms: await paints(browser),
    panning: await panning(browser, full.seats[0].link),
    click_to_result_ms: await clicking(browser),
    drag_to_places_ms: await dragging(browser),
    largest: await largest(browser),
    browser: browser.version(),
  };
  console.log(JSON.stringify(found, null, 2));
} finally {
  await browser.close();
  await server.stop();
}
