import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { begin } from "./general";

const PDF = "%PDF-1.7 a page";

/** The server's part is tested in Python, where the package that sets the pages is always there. */
async function served(page: Page, asked: string[]): Promise<void> {
  await page.route("**/print?*", (route) => {
    asked.push(new URL(route.request().url()).pathname.replace(/games\/[^/]+/, "games/ID") + new URL(route.request().url()).search);
    return route.fulfill({ status: 200, contentType: "application/pdf", body: PDF });
  });
}

async function press(page: Page, name: string): Promise<[string, string]> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return [download.suggestedFilename(), await readFile(await download.path(), "utf8")];
}

test("a sheet, a scenario and a battle have a button that fetches their pages", async ({ page }) => {
  const asked: string[] = [];
  await served(page, asked);
  await page.goto("/#sheet/lancer");
  expect(await press(page, "Print the sheet")).toEqual(["lancer.pdf", PDF]);
  await page.goto("/#new/the-wells");
  expect(await press(page, "Print the kit for a real table")).toEqual(["the-wells.pdf", PDF]);
  await page.emulateMedia({ media: "print" }); // of the page itself only what is said
  await expect(page.getByText("What decides it")).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByText("Names, clocks, house rules, rulings")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await begin(page, "the-wells");
  await page.getByRole("button", { name: /^(Menu|The battle)/ }).click();
  expect(await press(page, "Print the kit")).toEqual(["the-wells.pdf", PDF]);
  await page.getByLabel("with the map in true size").check();
  expect(await press(page, "Print the kit")).toEqual(["the-wells.pdf", PDF]);
  expect(asked).toEqual([
    "/api/systems/lancer/print?paper=letter",
    "/api/scenarios/the-wells/print?paper=letter",
    "/api/games/ID/print?paper=letter",
    "/api/games/ID/print?paper=letter&map=full",
  ]);
});

test("where the server cannot print, one sentence says why, and the page itself can be printed", async ({ page }) => {
  const says = "Printing needs the package typst, which is not installed: pip install 'playsheet[print]' gets it.";
  await page.route("**/print?*", (route) =>
    route.fulfill({ status: 422, contentType: "application/json", body: JSON.stringify({ error: { code: "refused", says } }) }),
  );
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await page.goto("/#sheet/lancer");
  await page.getByRole("button", { name: "Print the sheet" }).click();
  await expect(page.getByRole("alert")).toContainText(says);
  await page.getByRole("button", { name: "Print this page instead" }).click();
  await expect(page.locator("body")).toHaveAttribute("data-printed", "yes");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText("What an activated unit may do: one of these")).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe("rgb(255, 255, 255)");
});
