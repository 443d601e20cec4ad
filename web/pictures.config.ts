import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

// `npm run pictures`: every page in light and dark, into web/pictures (or $PICTURES); the README's own into docs/images.
export default defineConfig(tests, { testMatch: "pictures.ts", fullyParallel: false, workers: 1, timeout: 240_000 });
