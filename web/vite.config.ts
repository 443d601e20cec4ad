import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { offline } from "./offline.ts";

const server = process.env["PLAYSHEET_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), offline()],
  build: {
    outDir: "../src/playsheet/server/static",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // these know light-dark()
    assetsInlineLimit: 0, // the pages' policy allows no data: URL but for images
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    rolldownOptions: { checks: { bundlerTimings: false } }, // a slow machine is nothing to warn of
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
