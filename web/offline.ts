// A Vite plugin: writes sw.js, the service worker, with the list of all files that were built.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const WORKER = new URL("./src/companion/service-worker.js", import.meta.url);
const UNWANTED = /\.(map|woff)$|^index\.html$/; // whoever has service workers reads woff2
const PUBLIC = ["/manifest.webmanifest", "/icon.svg", "/icon-192.png", "/icon-512.png"];

export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const built = Object.keys(bundle).filter((name) => !UNWANTED.test(name));
        const files = ["/", ...built.map((name) => `/${name}`), ...PUBLIC].sort();
        const code = readFileSync(WORKER, "utf8");
        const version = createHash("sha256").update(files.join()).update(code).digest("hex").slice(0, 12);
        const source = code.replace("[] /* files */", JSON.stringify(files)).replace('"" /* version */', JSON.stringify(version));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
