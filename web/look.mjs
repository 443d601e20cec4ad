import { chromium } from "playwright-core";
import { createHash } from "node:crypto";
const base = "http://127.0.0.1:8995";
const scenario = process.argv[2], names = process.argv.slice(3);
const post = async (path, data, secret) => { const r = await fetch(base + path, { method: "POST", headers: { "content-type": "application/json", ...(secret ? { authorization: `Bearer ${secret}` } : {}) }, body: JSON.stringify(data) }); const t = await r.text(); if (!r.ok) console.log(path, r.status, t.slice(0, 300)); return JSON.parse(t); };
const scen = await (await fetch(`${base}/api/scenarios/${scenario}`)).json().catch(()=>null);
const seatsN = (scen?.seats?.length) ?? 2;
const g = await post("/api/games", { scenario: { id: scenario }, seats: Array.from({length: seatsN}, (_, i) => ({ player: i ? "doctrine" : "person" })) });
const secret = g.seats[0].secret;
await post(`/api/games/${g.game}/ready`, { seal: createHash("sha256").update("the words of person one").digest("hex") }, secret);
await post(`/api/games/${g.game}/words`, { words: "the words of person one" }, secret);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
page.on("pageerror", (e) => console.log("ERR", e.message));
await page.addInitScript(() => localStorage.setItem("playsheet.settings", JSON.stringify({ speed: "instant" })));
console.log(g.seats[0].link);
await page.goto(base + g.seats[0].link);
await page.waitForSelector("[data-question]", { timeout: 60000 });
let n = 0;
const shot = async (name) => { await page.screenshot({ path: `/tmp/adj-${scenario}-${++n}-${name}.png` }); console.log(n, name, (await page.locator(".asked h2").first().textContent().catch(() => ""))?.slice(0, 100)); };
await shot("begin");
const settled = async () => { await page.waitForFunction(() => { const q = document.querySelector("[data-question]"); return (q && q.getBoundingClientRect().height > 0 && !document.querySelector(".adjutant .words button[disabled]")) || document.querySelector(".result"); }, null, { timeout: 180000 }); };
const said = async (text) => {
  const t = Date.now();
  if (text.startsWith("drag ")) { const [, name, dx, dy] = text.match(/^drag (.*) (-?\d+) (-?\d+)$/); const el = page.locator("text.name", { hasText: name }).last(); const box = await el.boundingBox(); const x = box.x + box.width / 2, y = box.y + box.height / 2; await page.mouse.move(x, y); await page.mouse.down(); for (let i = 1; i <= 10; i++) await page.mouse.move(x + dx * i / 10, y + dy * i / 10); await page.waitForTimeout(800); await shot("dragging"); await page.mouse.up(); }
  else if (text.startsWith("menu ")) { const el = page.locator(`.unit[aria-label^="${text.slice(5)}"]`).first(); await el.click({ button: "right", force: true }); await shot("menu"); return; }
  else { const b = page.locator(".adjutant .words").getByRole("button", { name: text, exact: true }); await ((await b.count()) ? b : page.locator(".asked").getByRole("button", { name: text, exact: true })).click({ timeout: 5000 }); }
  await page.waitForTimeout(100); await settled(); console.log("took", Date.now() - t);
};
for (const text of names) { await said(text).catch((e) => console.log(e.message.split("\n")[0])); await shot(text.replace(/\W+/g, "-")); }
console.log(await page.locator(".adjutant").innerText());
await browser.close();
