import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

// A real server, with the pages as they were built, in a folder of its own.
const port = Number(process.env["PLAYSHEET_TEST_PORT"] ?? 8991);
const baseURL = `http://127.0.0.1:${port}`;

// The system's own Chromium where there is one; else the one that Playwright installs.
const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const executable = existsSync(chromium) ? { executablePath: chromium } : {};

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.ts",
  workers: 3, // on two cores: now and then each waits for something
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  timeout: 120_000,
  retries: 1, // on a busy machine; what passes only then is listed as flaky
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL,
    viewport: { width: 1400, height: 900 },
    launchOptions: { ...executable, args: ["--no-sandbox"] },
    actionTimeout: 15_000,
    // A trace draws the whole table at each click, which makes a battle many times slower: TRACE=1 asks for it.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
  },
  webServer: {
    command: `node tests/serve.mjs ${port}`,
    url: `${baseURL}/healthz`,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
  },
});
