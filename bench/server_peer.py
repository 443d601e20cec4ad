"""boardgame.io's server as a peer: the same number of games and sockets, a game of one number, state in memory.

Its moves are not durable and its game is next to nothing; it is here as the figure that others have to beat.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from bench.report import Report, least
from bench.server_load import cpu_of

SERVER = """
const { Server, Origins } = require('boardgame.io/server');
const game = {
  name: 'bench',
  setup: () => ({ cells: Array(64).fill(0) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { put: ({ G }, cell) => { G.cells[cell] += 1; } },
};
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  console.log(JSON.stringify({ port: appServer.address().port }));
});
"""

LOAD = """
const { io } = require('socket.io-client');
const [port, games, seconds, rate] = process.argv.slice(2).map(Number); // rate 0: as fast as it goes
const url = `http://127.0.0.1:${port}`;
let counting = false;
const times = [];
const idle = [];
const play = async (matchID) => {
  const match = { id: 0, turn: 0, heard: 0, sent: 0, seats: [] };
  const go = () => {
    match.heard = 0;
    match.sent = performance.now();
    const seat = match.seats[match.turn % 2];
    const action = {
      type: 'MAKE_MOVE',
      payload: { type: 'put', args: [match.turn % 64], playerID: seat.player },
    };
    seat.socket.emit('update', action, match.id, matchID, seat.player);
  };
  for (const player of ['0', '1']) {
    const socket = io(`${url}/bench`, { transports: ['websocket'] });
    match.seats[Number(player)] = { player, socket };
    await new Promise((done) => {
      socket.on('sync', (_id, info) => {
        match.id = info.state._stateID;
        match.turn = info.state.ctx.turn - 1;
        done();
      });
      socket.on('connect', () => socket.emit('sync', matchID, player, undefined, 2));
    });
    socket.on('update', (_id, state) => {
      match.heard += 1;
      if (match.heard < 2) return;
      match.id = state._stateID;
      match.turn = state.ctx.turn - 1;
      if (counting) times.push(performance.now() - match.sent);
      if (rate) idle.push(go);
      else go();
    });
  }
  return go;
};
(async () => {
  const all = [];
  for (let index = 0; index < games; index += 1) all.push(await play(`match${index}`));
  all.forEach((go) => go());
  await new Promise((done) => setTimeout(done, 1000));
  counting = true;
  console.log('counting');
  const began = performance.now();
  let given = 0;
  const due = () => {
    while (given < ((performance.now() - began) / 1000) * rate && idle.length) {
      const at = Math.floor(Math.random() * idle.length);
      [idle[at], idle[idle.length - 1]] = [idle[idle.length - 1], idle[at]];
      idle.pop()();
      given += 1;
    }
  };
  const ticking = rate ? setInterval(due, 1) : null;
  await new Promise((done) => setTimeout(done, seconds * 1000));
  clearInterval(ticking);
  counting = false;
  const held = (times.length / (performance.now() - began)) * 1000;
  times.sort((a, b) => a - b);
  console.log(JSON.stringify({ rate: held, p99: times[Math.floor(times.length * 0.99)] / 1000 }));
  process.exit(0);
})();
"""


class Peer:
    """boardgame.io's server, if npm can install it; measured before ours and after, since machines are not steady."""

    def __init__(self, report: Report, games: int, seconds: float) -> None:
        self.report = report
        self.games = games
        self.seconds = seconds
        self.folder = ""
        self.found: list[dict[str, float]] = []

    def install(self, folder: Path) -> None:
        """Into an empty folder; or say in one line why not."""
        if shutil.which("npm") is None or shutil.which("node") is None:
            self.report.skip("boardgame.io: there is no npm here.")
            return
        folder.mkdir()
        packages = ["boardgame.io@0.50", "socket.io-client@4"]
        install = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", *packages]
        if subprocess.run(install, cwd=folder, capture_output=True, check=False).returncode:
            self.report.skip("boardgame.io: npm could not install it.")
            return
        Path(folder, "server.js").write_text(SERVER, encoding="utf-8")
        Path(folder, "load.js").write_text(LOAD, encoding="utf-8")
        self.folder = str(folder)

    def measure(self) -> None:
        """One more time."""
        found = self.turn()
        if found is not None:
            self.found.append(found)

    def turn(self, rate: float = 0.0) -> dict[str, float] | None:
        """What it does as fast as it goes, or at so many moves a second; None if it cannot be had."""
        if not self.folder:
            return None
        try:
            return measured(self.folder, self.games, self.seconds, rate)
        except (OSError, ValueError, LookupError, subprocess.SubprocessError) as fault:
            self.report.skip(f"boardgame.io: it did not run here ({type(fault).__name__}).")
            self.folder = ""
            return None

    def tell(self, ours: float) -> None:
        """What it came to, and how far ahead `ours` is."""
        if not self.found:
            return
        report = self.report
        rate = sum(one["rate"] for one in self.found) / len(self.found)
        used = sum(one["core"] for one in self.found) / len(self.found)
        each = " and ".join(f"{one['rate']:,.0f}/s" for one in self.found)
        note = (
            f"{self.games} games of one number in memory, {2 * self.games} sockets; nothing is written to disk; "
            f"before and after: {each}; its server used {used:.2f} of a core"
        )
        report.add("server.boardgame.io", "boardgame.io: moves/s, not durable", rate, "/s", note=note)
        worst = max(one["p99"] for one in self.found)
        report.add("server.boardgame.io.p99", "boardgame.io: move to all players at that rate, p99", worst, "s")
        report.add(
            "server.against",
            "durable inputs/s against boardgame.io's moves/s in memory, in this run",
            ours / rate,
            "x",
            least(1.0),
        )


def measured(folder: str, games: int, seconds: float, rate: float) -> dict[str, float]:
    with subprocess.Popen(["node", "server.js"], cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            while line and not line.startswith("{"):  # it greets first
                line = server.stdout.readline()
            port = json.loads(line)["port"]
            words = ["node", "load.js", str(port), str(games), str(seconds), str(rate)]
            with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as load:
                assert load.stdout is not None
                load.stdout.readline()  # it has begun to count
                used = cpu_of(server.pid)
                shown, _ = load.communicate(timeout=300)
            used = (cpu_of(server.pid) - used) / seconds
            found: dict[str, float] = json.loads(shown.strip().splitlines()[-1])
            return found | {"core": used}
        finally:
            server.kill()
