// There is room: whatever is asked in the first turn of a battle (in a soak, in the first three), the question, the first
// choices, the way to the rest and whom it is about are in sight, on a small screen and on a telephone, without scrolling.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, type APIRequestContext, type Page } from "@playwright/test";
import { begun, made, ready, type Battle } from "./battles";
import type { Aim } from "../src/lib/protocol";
import { BRISK, still } from "./general";
import { told } from "./serve.mjs";

const SIZES = [
  { width: 1366, height: 768 },
  { width: 360, height: 740 },
];
const TURNS = process.env["PLAYSHEET_SOAK"] ? 3 : 1;
const EACH = 3; // of a battle's turn so many questions are looked at, each of another kind

interface Asked {
  number: string;
  seat: number;
  kind: string;
  about: number;
  options: { key: string; label: string }[] | null;
  region: { samples: number[][] } | null;
}

interface State {
  status: string;
  turn: number;
  asked: number[];
  questions: Asked[];
}

/** A battle in which persons have all seats, and stand still wherever they may. */
class Quiet {
  constructor(
    readonly request: APIRequestContext,
    readonly battle: Battle,
  ) {}

  async #said(seat: number, path: string, data?: object): Promise<State> {
    const headers = { Authorization: `Bearer ${this.battle.seats[seat]}` };
    const url = `/api/games/${this.battle.game}${path}?log=-1`;
    const answer = await (data ? this.request.post(url, { data, headers }) : this.request.get(url, { headers }));
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as State;
  }

  /** The battle as the seat sees it that is asked. */
  async now(state?: State): Promise<State> {
    const known = state ?? (await this.#said(0, ""));
    const [seat = 0] = known.asked;
    return known.questions.length ? known : this.#said(seat, "");
  }

  async answer({ questions: [question] }: State): Promise<State> {
    if (!question) throw new Error("nobody is asked");
    const options = question.options ?? [];
    const option = BRISK.map((wish) => options.find(({ label }) => wish.test(label))).find(Boolean) ?? options[0];
    const text = option?.key ?? `@${question.region?.samples[0]?.map((value) => (Number.isInteger(value) ? value.toFixed(1) : value)).join(",")}`;
    return this.now(await this.#said(question.seat, "/answers", { question: question.number, text }));
  }
}

interface Found {
  question: string; // empty: in sight
  choices: string;
  rest: string;
  unit: string;
  scale: number;
}

/** What of it is not in sight, and where it is instead. */
function outOfSight(about: number): Found {
  const panel = document.querySelector("section.asked")?.getBoundingClientRect();
  const table = document.querySelector("svg.table")?.getBoundingClientRect();
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  type Box = typeof screen;
  const clear: Box = { left: table?.left ?? 0, top: Math.max(0, table?.top ?? 0), right: table?.right ?? 0, bottom: Math.min(table?.bottom ?? 0, panel?.top ?? 0) };
  const within = (box: Box | undefined, outer: Box, what: string): string => {
    if (!box) return `${what}: nowhere`;
    const inside = box.left >= outer.left - 1 && box.right <= outer.right + 1 && box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1;
    return inside ? "" : `${what}: ${JSON.stringify(box)} is not within ${JSON.stringify(outer)}`;
  };
  const sight: Box = panel ? { left: panel.left, top: panel.top, right: panel.right, bottom: Math.min(panel.bottom, innerHeight) } : screen;
  const seen = (selector: string): DOMRect[] =>
    [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
  const choices = seen("[data-question] li.option button, [data-question] button.main, [data-question] .entry button");
  const more = seen("[data-question] li.more button, [data-question] button.exact");
  const ghosts = seen(".choice .ghost, .choice .grip");
  const marks = seen(`svg.table .unit[data-unit="${about}"], svg.table .figure[data-unit="${about}"]`); // not the close up's
  const [first] = marks.length ? marks : ghosts;
  const whole = first && (marks.length ? marks : ghosts).reduce(
    (sum: Box, box) => ({ left: Math.min(sum.left, box.left), top: Math.min(sum.top, box.top), right: Math.max(sum.right, box.right), bottom: Math.max(sum.bottom, box.bottom) }),
    { left: first.left, top: first.top, right: first.right, bottom: first.bottom },
  );
  return {
    question: within(seen("[data-question], .asked .line h2")[0], sight, "the question"),
    choices: choices.length ? choices.map((box) => within(box, sight, "a choice")).find(Boolean) ?? "" : "no choices",
    rest: more.map((box) => within(box, sight, "the way to the rest")).find(Boolean) ?? "",
    unit: about >= 0 && whole ? within(whole, clear, "whom it is about") : "",
    scale: new DOMMatrix(getComputedStyle(document.querySelector("svg.table .world") ?? document.body).transform).a,
  };
}

/** The colours that figures may have, by their names, as a browser writes them. */
const css = readFileSync(fileURLToPath(new URL("../src/app.css", import.meta.url)), "utf-8");
const hex = (name: string): string => new RegExp(`--${name}: #([0-9a-f]{6})`).exec(css)?.[1] ?? "";
const rgb = (name: string): string => `rgb(${[0, 2, 4].map((at) => parseInt(hex(name).slice(at, at + 2), 16)).join(", ")})`;

/** Every side's figures have the colour that the scenario declares; natives, who may come, are gold, and a wreck is grey. */
async function coloured(page: Page, declared: string[]): Promise<number> {
  const fills = await page.evaluate(() =>
    [...document.querySelectorAll(".figure")].map((figure) => ({
      side: Number(/side-(-?\d)/.exec(figure.getAttribute("class") ?? "")?.[1]),
      fill: getComputedStyle(figure.querySelector(".base") ?? figure).fill,
    })),
  );
  for (const { side, fill } of fills) expect(fill).toBe(rgb(`${declared[side] ?? (side < 0 ? "grey" : "gold")}-base${side % 2 ? "-pale" : ""}`));
  return new Set(fills.map(({ side }) => side).filter((side) => side >= 0 && side < declared.length)).size;
}

/** The goals stand beside the table, line by line with what each side has so far; their places are named on it. */
async function goals(page: Page, battle: Battle): Promise<void> {
  const [size] = SIZES;
  if (size) await page.setViewportSize(size);
  const headers = { Authorization: `Bearer ${battle.seats[0]}` };
  const { view } = (await (await page.request.get(`/api/games/${battle.game}?log=-1`, { headers })).json()) as { view: { table: { aims: Aim[] } } };
  await page.getByRole("tab", { name: "Goals" }).click();
  const lines = page.locator(".goals ol.aims > li:not(.sum)");
  await expect(lines).toHaveCount(view.table.aims.length);
  for (const [i, aim] of view.table.aims.entries()) {
    await expect(lines.nth(i)).toContainText(aim.said);
    for (const { said } of aim.tallies) await expect(lines.nth(i)).toContainText(said);
    for (const { name } of aim.places) if (name) await expect(page.locator("svg.table")).toContainText(name);
  }
}

async function look(page: Page, battle: Battle, question: Asked): Promise<void> {
  const hash = `#play/${battle.game}/${battle.seats[question.seat]}`;
  if (!page.url().endsWith(hash)) await page.goto(`/${hash}`);
  await expect(page.locator(`[data-question$=" ${question.seat}/${question.number}"]`)).toBeVisible({ timeout: 30_000 });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const clear = { question: "", choices: "", rest: "", unit: "" };
    await expect(async () => {
      const { scale: _, ...found } = await page.evaluate(outOfSight, question.about);
      expect(found, `${question.kind} at ${size.width} pixels`).toEqual(clear);
    }).toPass({ timeout: 5000 });
  }
}

const BATTLES = (told("scenarios") as { scenarios: { id: string; size: string }[] }).scenarios;

test("there are fifteen battles", () => {
  expect(BATTLES.map(({ size }) => size).toSorted()).toEqual(["large", "middle", "small"].flatMap((size) => Array<string>(5).fill(size)));
});

for (const { id } of BATTLES) {
  test(`what matters is in sight: ${id}`, async ({ page, request }) => {
    test.setTimeout(300_000);
    await still(page);
    let looked = 0;
    const { seats, sides } = (await (await request.get(`/api/scenarios/${id}`)).json()) as { seats: unknown[]; sides: { colour: string }[] };
    const battle = await made(request, id, seats.map(() => "person"));
    await ready(request, battle);
    const quiet = new Quiet(request, battle);
    const seen = new Map<number, Set<string>>(); // in each turn: kinds of questions
    const goesOn = ({ status, turn }: State): boolean => status === "playing" && (seen.size < TURNS || seen.has(turn)); // STOP may come first
    for (let state = await quiet.now(); goesOn(state); state = await quiet.answer(state)) {
      const [question] = state.questions;
      const kinds = seen.get(state.turn) ?? new Set<string>();
      if (!question || question.seat !== 0 || kinds.size >= EACH || kinds.has(question.kind)) continue;
      seen.set(state.turn, kinds.add(question.kind));
      await look(page, battle, question);
      looked += 1;
    }
    expect(seen.size, `${id}: turns in which somebody was asked`).toBe(TURNS);
    expect(await coloured(page, sides.map(({ colour }) => colour)), `${id}: sides on the table`).toBe(sides.length);
    await goals(page, battle);
    console.log(`${id}: ${looked} questions looked at, each at ${SIZES.length} sizes`);
  });
}

test("more choices and exact numbers grow over the table, which keeps its scale", async ({ page, request }) => {
  await still(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const battle = await begun(request, "the-rail-fence");
  const quiet = new Quiet(request, battle);
  let state = await quiet.now();
  while (state.questions[0]?.kind !== "brigade_order" || state.questions[0].seat !== 0) state = await quiet.answer(state);
  const question = state.questions[0];
  await look(page, battle, question);
  const before = await page.evaluate(outOfSight, question.about);
  await page.getByRole("button", { name: /^More \(\d+\)$/ }).click();
  await expect(page.getByRole("list", { name: "Your choices" }).getByRole("button")).toHaveCount((question.options?.length ?? 0) + 1);
  await expect(async () => expect(await page.evaluate(outOfSight, question.about)).toEqual(before)).toPass({ timeout: 5000 });
  await page.getByRole("button", { name: "Fewer" }).click();
  await expect(page.getByRole("button", { name: /^More/ })).toBeVisible();
});

test("on a telephone the header is one line", async ({ page, request }) => {
  await still(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const battle = await begun(request, "the-rail-fence");
  await page.goto(`/#play/${battle.game}/${battle.seats[0]}`);
  const bar = page.locator("header.bar");
  await expect(bar).toBeVisible();
  expect((await bar.boundingBox())?.height).toBeLessThan(52);
  for (const name of ["Undo", "Menu"]) await expect(bar.getByRole("button", { name })).toBeInViewport();
});

test("in a narrow window the card is one line beside the log, and as high as before when it is opened", async ({ page, request }) => {
  await still(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const battle = await begun(request, "the-rail-fence");
  await page.goto(`/#play/${battle.game}/${battle.seats[0]}`);
  await page.getByRole("tab", { name: "Armies" }).click();
  const panel = page.getByRole("tabpanel");
  const line = page.locator(".detail > details > summary");
  const unit = panel.getByRole("listitem").getByRole("button").first();
  const name = (await unit.locator(".name").textContent()) ?? "nobody";
  const before = await page.locator(".detail").boundingBox();
  await unit.click();
  await expect(line).toContainText(name);
  expect((await page.locator(".detail").boundingBox())?.height).toBe(before?.height);
  expect(before?.height).toBeLessThan(48);
  await line.click();
  await expect(page.locator(".detail .card")).toBeInViewport();
  await page.getByRole("tab", { name: "Log" }).click();
  const [log, card] = [await panel.boundingBox(), await page.getByRole("region", { name: "Unit, or chances" }).boundingBox()];
  if (!log || !card) throw new Error("not both are there");
  expect(log.height).toBeGreaterThan(240);
  expect(card.height).toBeGreaterThan(240);
  expect(log.y + log.height).toBeLessThanOrEqual(card.y);
  expect(card.y + card.height).toBeLessThanOrEqual(741);
});
