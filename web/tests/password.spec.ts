// A server that wants a password for making games: the page asks for it when it is needed, and only then.

import { expect, test } from "@playwright/test";
import { AxeBuilder } from "@axe-core/playwright";
import { still } from "./general";
import { serve } from "./serve.mjs";

const PASSWORD = "Käse & 50 % horse";

test("the password for making games is asked once, and kept for the session", async ({ page }, info) => {
  const port = 9300 + info.workerIndex;
  process.env["PLAYSHEET_PASSWORD"] = PASSWORD;
  const server = serve(port);
  delete process.env["PLAYSHEET_PASSWORD"];
  try {
    await still(page);
    await expect(async () => expect((await page.request.get(`http://127.0.0.1:${port}/healthz`)).ok()).toBe(true)).toPass();
    await page.goto(`http://127.0.0.1:${port}/#new/the-wells`);
    await page.getByRole("button", { name: "Begin the battle" }).click();
    const asked = page.getByRole("dialog", { name: "Password" });
    const field = asked.getByLabel("Password for making games");
    await expect(asked).toContainText("This server wants a password for making games.");
    await expect(field).toBeFocused();
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().include("dialog").analyze();
    expect(violations).toEqual([]);
    await field.fill("a wrong one");
    await field.press("Enter");
    await expect(asked).toContainText("This is not the password for making games on this server.");
    await page.keyboard.press("Escape");
    await expect(page.getByText("This is not the password for making games on this server.")).toBeVisible();
    await page.getByRole("button", { name: "Begin the battle" }).click();
    await field.fill(PASSWORD);
    await asked.getByRole("button", { name: "Go on" }).click();
    await expect(page.getByRole("region", { name: "What is asked" })).toBeVisible();
    await page.goto(`http://127.0.0.1:${port}/#new/the-wells`);
    await page.reload();
    await page.getByRole("button", { name: "Begin the battle" }).click();
    await expect(page.getByRole("region", { name: "What is asked" })).toBeVisible();
    await expect(asked).toHaveCount(0);
  } finally {
    await server.stop();
  }
});
