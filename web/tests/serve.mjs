// Starts `playsheet serve` on a port, with games in a folder that is thrown away afterwards. The command is
// $PLAYSHEET, or the one that `make` has installed.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const installed = [".venv-dev/bin/playsheet", ".venv/bin/playsheet"].map((path) => join(root, path)).find(existsSync);
const [command, ...before] = (process.env.PLAYSHEET ?? installed ?? "playsheet").split(" ");

/** What a command of `playsheet` prints as JSON. */
export function told(...words) {
  return JSON.parse(execFileSync(command, [...before, ...words, "--json"], { encoding: "utf-8" }));
}

/** A server on this port; `stop` ends it and, unless told otherwise, throws its games away. */
export function serve(port, data = mkdtempSync(join(tmpdir(), "playsheet-test-")), says = "inherit") {
  const file = join(data, "settings.toml");
  // No test waits for a marshal's plan; and three browsers at once, all from here, are no attack.
  writeFileSync(file, "play_outs = 24\naddress_rate = 1000\naddress_burst = 10000\nseat_rate = 300\nseat_burst = 3000\n");
  const words = ["--port", String(port), "--data", data, "--workers", "2", "--settings", file];
  const child = spawn(command, [...before, "serve", ...words], {
    stdio: ["ignore", says, "inherit"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  return {
    data,
    ended,
    async stop(keep = false) {
      child.kill("SIGTERM");
      await ended;
      if (!keep) rmSync(data, { recursive: true, force: true });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = serve(Number(process.argv[2]));
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => void server.stop().then(() => process.exit(0)));
  process.exit(((await server.ended) ?? 0) || 0);
}
