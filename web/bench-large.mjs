// The largest battles, in a window of 1366x768: how long until the first question stands, and how smoothly the table is
// panned and zoomed. Frames are what a person sees, and noisy on a busy machine; the processor's time on the page's own
// thread, for each frame, is not.

const WINDOW = { viewport: { width: 1366, height: 768 } };
const round = (number) => Math.round(number * 10) / 10;
const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** From the click that begins a battle against the computer until the player's first question stands, in ms. */
export async function opening(browser, base, id, times) {
  const found = [];
  for (let i = 0; i < times; i++) {
    const page = await (await browser.newContext(WINDOW)).newPage();
    await page.goto(`${base}/#new/${id}`);
    const begin = page.getByRole("button", { name: "Begin the battle" });
    await begin.waitFor();
    found.push(
      await begin.evaluate(async (button) => {
        const start = performance.now();
        button.click();
        while (!document.querySelector("[data-question]")) await new Promise((done) => requestAnimationFrame(done));
        return performance.now() - start;
      }),
    );
    await page.context().close();
  }
  return { middle: round(middle(found)), worst: round(Math.max(...found)) };
}

/** The table is dragged to and fro and zoomed in and out, as a whole and from close by. */
export async function moving(browser, base, link, steps) {
  const page = await (await browser.newContext(WINDOW)).newPage();
  await page.addInitScript(() => localStorage.setItem("playsheet.settings", JSON.stringify({ speed: "instant" })));
  await page.goto(base + link);
  await page.locator("[data-question]").waitFor();
  await page.waitForTimeout(1500);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const { x, y, width, height } = await page.locator("svg.table").boundingBox();
  const [mx, my] = [x + width / 2, y + height / 2];
  const bare = () =>
    page.evaluate(
      (spots) =>
        spots.find(([left, top]) => {
          const there = document.elementFromPoint(left, top);
          return there?.closest("svg.table") && !there.closest("[data-unit], [data-body], [data-grip]");
        }),
      Array.from({ length: 400 }, (_, i) => [x + 150 + (i % 20) * 30, y + height - 40 - Math.floor(i / 20) * 15]),
    );
  const found = {};
  const pan = async () => {
    const [left, top] = await bare();
    await page.mouse.move(left, top);
    await page.mouse.down();
    for (let i = 0; i < steps; i++) await page.mouse.move(left + 120 * Math.sin(i / 9), top + 60 * (Math.cos(i / 7) - 1));
    await page.mouse.up();
  };
  const zoom = async () => {
    await page.mouse.move(mx, my);
    for (let i = 0; i < steps; i++) await page.mouse.wheel(0, i % 40 < 20 ? -40 : 40);
  };
  for (const [name, wheel] of [["whole table", 0], ["close", -900]]) {
    if (wheel) {
      await page.mouse.move(mx, my);
      await page.mouse.wheel(0, wheel);
      await page.waitForTimeout(800);
    }
    found[`panning, ${name}`] = await frames(page, cdp, pan);
    await page.waitForTimeout(500);
    found[`zooming, ${name}`] = await frames(page, cdp, zoom);
    await page.waitForTimeout(500);
  }
  await page.context().close();
  return found;
}

/** The frames while something is done: how long each took, and how long the page's own thread was at work for each. */
async function frames(page, cdp, act) {
  await page.evaluate(() => {
    window.frames_ = [];
    let last = performance.now();
    const tick = (now) => {
      window.frames_?.push(now - last);
      last = now;
      if (window.frames_) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const before = await worked(cdp);
  await act();
  const after = await worked(cdp);
  const taken = (await page.evaluate(() => {
    const all = window.frames_;
    window.frames_ = null;
    return all;
  })).slice(2);
  const each = (name) => round(((after[name] - before[name]) * 1000) / taken.length);
  return {
    frames: taken.length,
    middle: round(middle(taken)),
    worst: round(Math.max(...taken)),
    script_ms: each("ScriptDuration"),
    style_and_layout_ms: round(each("RecalcStyleDuration") + each("LayoutDuration")),
    thread_ms: each("TaskDuration"),
  };
}

async function worked(cdp) {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
