import { expect, test } from "@playwright/test";
import { asked, begin } from "./general";

interface Seen {
  moves: number; // of figures, and words about units that move
  steps: Set<number>; // how many units stood on the table, from frame to frame
}

// Nothing is asked to be still here: what is shown at once is so by itself.
test("what the computer does before the first question is there at once, and in the log", async ({ page }) => {
  await page.addInitScript(() => {
    const seen: Seen = { moves: 0, steps: new Set() };
    Object.assign(window, { seen });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (this: Element, ...given: Parameters<typeof animate>) {
      if (this.matches(".figure")) seen.moves += 1;
      return animate.apply(this, given);
    };
    const look = (): void => {
      if (document.querySelector("p.told")) seen.moves += 1;
      if (document.querySelector("svg.table")) seen.steps.add(document.querySelectorAll("svg.table .unit").length);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await begin(page, "the-great-redoubt"); // The Horde deploys all that it has before anybody is asked
  await asked(page);
  const units = await page.locator("svg.table .unit[aria-label*='The Horde']").count();
  expect(units).toBeGreaterThan(20);
  const seen = await page.evaluate(() => {
    const { moves, steps } = (window as unknown as { seen: Seen }).seen;
    return { moves, steps: [...steps] };
  });
  expect(seen).toEqual({ moves: 0, steps: [0, units] });
  await page.getByRole("tab", { name: "Log" }).click();
  for (const word of ["Walker", "Jezails", "Lancers"]) await expect(page.locator(".log")).toContainText(word);
});
