import { expect, test, type Page } from "@playwright/test";

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="576" height="155"><style>*{fill: navy}</style><rect width="99" height="9"/></svg>`;

/** Whether the server can draw depends on what is installed there; its part is tested in Python. */
async function drawing(page: Page, plot: boolean): Promise<void> {
  await page.route("**/api/scenarios/the-wells", async (route) => {
    const found = await (await route.fetch()).json();
    await route.fulfill({ json: { ...found, plot } });
  });
}

test("how even a battle is, is drawn where the server can", async ({ page }) => {
  await drawing(page, true);
  await page.route("**/api/scenarios/the-wells/plot", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: SVG, headers: { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" } }),
  );
  await page.goto("/#new/the-wells");
  const picture = page.getByRole("img", { name: "How often each side has won" });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(576);
});

test("without a picture the sentence is there, and nothing is missed", async ({ page }) => {
  const briefing = page.getByRole("region", { name: "Briefing" });
  let asked = 0;
  await page.route("**/plot", (route) => {
    asked += 1;
    return route.fulfill({ status: 503, json: { error: { code: "busy", says: "this takes too long to be drawn" } } });
  });
  await drawing(page, true);
  await page.goto("/#new/the-wells");
  await briefing.scrollIntoViewIfNeeded();
  await expect.poll(() => asked).toBe(1);
  await expect(briefing.getByRole("img")).toHaveCount(0);
  await expect(briefing).toContainText("battles of the computer with itself");
  await page.unroute("**/api/scenarios/the-wells");
  await drawing(page, false);
  await page.reload();
  await expect(briefing).toContainText("battles of the computer with itself");
  await expect(briefing.getByRole("img")).toHaveCount(0);
  expect(asked).toBe(1);
});
