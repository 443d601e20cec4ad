"""boardgame.io's server as a peer: the same number of games and sockets, a game of one number, state in memory.

Its moves are not durable and its game is next to nothing; it is here as the figure that others have to beat.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from bench.report import Report

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
const [port, games, seconds] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}`;
let counting = false;
const times = [];
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
      go();
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
  const began = performance.now();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  counting = false;
  const rate = (times.length / (performance.now() - began)) * 1000;
  times.sort((a, b) => a - b);
  console.log(JSON.stringify({ rate, p99: times[Math.floor(times.length * 0.99)] / 1000 }));
  process.exit(0);
})();
"""


def boardgame(report: Report, games: int, seconds: float) -> None:
    """Measure it, or say in one line why not."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        report.skip("boardgame.io: there is no npm here.")
        return
    with tempfile.TemporaryDirectory() as folder:
        packages = ["boardgame.io@0.50", "socket.io-client@4"]
        install = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", *packages]
        if subprocess.run(install, cwd=folder, capture_output=True, check=False).returncode:
            report.skip("boardgame.io: npm could not install it.")
            return
        Path(folder, "server.js").write_text(SERVER, encoding="utf-8")
        Path(folder, "load.js").write_text(LOAD, encoding="utf-8")
        try:
            found = measured(folder, games, seconds)
        except (OSError, ValueError, LookupError, subprocess.SubprocessError) as fault:
            report.skip(f"boardgame.io: it did not run here ({type(fault).__name__}).")
            return
    note = f"{games} games of one number in memory, {2 * games} sockets; nothing is written to disk"
    report.add("server.boardgame.io", "boardgame.io: moves/s, not durable", found["rate"], "/s", note=note)
    report.add("server.boardgame.io.p99", "boardgame.io: move to all players at that rate, p99", found["p99"], "s")


def measured(folder: str, games: int, seconds: float) -> dict[str, float]:
    with subprocess.Popen(["node", "server.js"], cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            while line and not line.startswith("{"):  # it greets first
                line = server.stdout.readline()
            port = json.loads(line)["port"]
            words = ["node", "load.js", str(port), str(games), str(seconds)]
            shown = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300, check=True).stdout
            found: dict[str, float] = json.loads(shown.strip().splitlines()[-1])
            return found
        finally:
            server.kill()
