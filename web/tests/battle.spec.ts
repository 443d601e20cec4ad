import { expect, test, type Page } from "@playwright/test";
import { answer, asked, begin, isOver, question, still } from "./general";
import { told } from "./serve.mjs";

test("three clicks from the first page to a battle", async ({ page }) => {
  await still(page);
  await page.goto("/");
  await page.getByRole("link", { name: /The Wells/ }).click();
  await page.getByRole("button", { name: "Begin the battle" }).click();
  await expect(question(page)).toHaveText("In which formation does your Line Company deploy?");
});

test("a whole battle of Lancer Rifle Gatling against the computer, clicked to its end", async ({ page }) => {
  test.setTimeout(300_000);
  await still(page);
  const faults: string[] = [];
  page.on("pageerror", (fault) => faults.push(fault.message));
  page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
  let updates = 0;
  let syncs = 0;
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => (updates += Number(payload.includes('"t":"update"'))));
    socket.on("framesent", ({ payload }) => (syncs += Number(payload.includes('"t":"sync"'))));
  });
  await begin(page, "the-wells");
  let answers = 0;
  while (await answer(page)) {
    answers += 1;
    expect(answers, "a battle ends").toBeLessThan(600);
  }
  expect(answers).toBeGreaterThan(20);
  expect(updates).toBeGreaterThan(answers);
  expect(syncs, "every patched view had the server's digest").toBe(0);
  await expect(isOver(page)).toBeVisible();
  await expect(page.getByRole("log", { name: "What happened" })).toContainText("Turn 1");
  expect(faults).toEqual([]);
});

const SOAK = Boolean(process.env["PLAYSHEET_SOAK"]);

/** A word to the adjutant, as one would who has many units; or an answer where there is none to be said. */
async function commanded(page: Page): Promise<boolean> {
  const { kind, number } = await asked(page);
  if (kind === "over") return false;
  const words = page.getByRole("group", { name: "Say to the adjutant" });
  const deploy = words.getByRole("button", { name: "Deploy for me" });
  const stand = words.getByRole("button", { name: "All the rest stand" });
  const word = (await deploy.count()) ? deploy : stand;
  if (!(await word.count())) return answer(page, undefined, true);
  await word.click();
  await expect(async () => expect((await asked(page)).number).not.toBe(number)).toPass();
  return true;
}

// One test a scenario, so that they are shared out; a new scenario joins by itself.
test.describe("the first turn of", () => {
  test.use({ viewport: { width: 1000, height: 640 } }); // less to draw
  const { scenarios } = told("scenarios") as { scenarios: { id: string; system: string; size: string }[] };

  for (const { id, system, size } of scenarios) {
    test(`${id} (${system})`, async ({ page }) => {
      test.setTimeout(240_000);
      await still(page, { labels: false });
      const faults: string[] = [];
      page.on("pageerror", (fault) => faults.push(fault.message));
      await begin(page, id);
      const turn = page.locator("header.bar .turn");
      for (let count = 0; count < 400; count++) {
        const isOn = size === "small" || SOAK ? await answer(page, undefined, size !== "small") : await commanded(page);
        if (!isOn) break;
        if (!(await turn.textContent())?.startsWith("Turn 1")) break;
      }
      expect((await asked(page)).kind === "over" || !(await turn.textContent())?.startsWith("Turn 1")).toBe(true);
      expect(faults).toEqual([]);
    });
  }

  test("every system", () => {
    expect(new Set(scenarios.map((scenario) => scenario.system)).size).toBeGreaterThan(1);
  });
});
