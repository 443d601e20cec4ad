"""Several servers that share their games, and a proxy that leads to them by the game's id: nginx, or one made here."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import harness
from stored import environment_of, rows_of, words_of

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "docs/running/nginx.conf"
CADDYFILE = ROOT / "docs/running/Caddyfile"
GAME = re.compile(rb"[A-Z]+ /api/games/([A-Za-z0-9_-]+)")
PATIENCE = 180.0  # seconds that anybody waits for a server that starts on a busy machine


def free_ports(count: int) -> list[int]:
    """None twice."""
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports: list[int] = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


class Several:
    """Servers of the same games, each a process of its own, by their numbers."""

    def __init__(self, folder: Path, database: str, count: int, *words: str) -> None:
        self.folder = folder
        self.database = database  # in place of the folder, unless it is empty
        self.words = words
        self.ports = free_ports(count)
        self.running: dict[int, subprocess.Popen[str]] = {}

    def url(self, index: int) -> str:
        return f"http://127.0.0.1:{self.ports[index]}"

    def begin(self, index: int) -> None:
        words = ["serve", "--shared", "--port", str(self.ports[index]), "--name", f"server {index}"]
        words += words_of(self.folder, self.database)
        words += ["--workers", "1", "--log", "error", "--json", *self.words]
        command = [sys.executable, "-m", "playsheet.cli.main", *words]
        environment = environment_of(self.database)
        self.running[index] = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)

    def wait_for(self, index: int) -> None:
        out = self.running[index].stdout
        assert out is not None
        said = ""
        while not said.rstrip().endswith("}"):
            line = out.readline()
            assert line, f"server {index} did not start: {said}"
            said += line
        assert json.loads(said)["url"] == self.url(index)

    def start(self, *indexes: int) -> None:
        for index in indexes:
            self.begin(index)
        for index in indexes:
            self.wait_for(index)

    def send(self, index: int, sign: signal.Signals) -> None:
        self.running[index].send_signal(sign)

    def put_to_sleep(self, index: int) -> None:
        """Stop it, but not in the middle of a commit: then nobody could write to the file until it goes on."""
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            self.send(index, signal.SIGSTOP)
            while state_of(self.running[index].pid) != "T":
                assert time.monotonic() < give_up
            if self.is_free_to_write():
                return
            self.send(index, signal.SIGCONT)
            time.sleep(0.01)
        raise AssertionError(f"server {index} writes without end")

    def is_free_to_write(self) -> bool:
        """The stopped one keeps the lock of the file, others that wait for it soon let it go.

        PostgreSQL ends a transaction that stands open too long by itself.
        """
        if self.database:
            return True
        lock = os.open(self.folder / "writing.lock", os.O_RDWR)
        try:
            for _ in range(200):
                with suppress(BlockingIOError):
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return True
                time.sleep(0.005)
            return False
        finally:
            os.close(lock)

    def end(self, index: int, sign: signal.Signals = signal.SIGTERM) -> int:
        process = self.running.pop(index)
        process.send_signal(sign)
        code = process.wait(60)
        assert process.stdout is not None
        process.stdout.close()
        return code

    def metric(self, index: int, name: str) -> float:
        with urlopen(f"{self.url(index)}/metrics", timeout=30) as answer:
            for line in answer.read().decode().splitlines():
                if line.startswith(name + " "):
                    return float(line.split()[1])
        return 0.0

    def owner(self, game: str) -> int:
        """Which of them has the game, as it stands there; -1: none."""
        asked = "select name from leases join owners on owners.run = leases.run where game = ? and until > ?"
        found = rows_of(self.folder, self.database, asked, game, time.time())
        return int(found[0][0].split()[1]) if found else -1


@contextmanager
def servers(
    folder: Path, count: int, database: str | None = None, *words: str, **settings: object
) -> Iterator[Several]:
    """All of them, started; whatever runs at the end is stopped, and has to stop well."""
    folder.mkdir(exist_ok=True)
    file = folder / "servers.toml"
    file.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items()))
    if database is None:
        database = harness.database_of(folder)
    several = Several(folder, database, count, "--settings", str(file), *words)
    try:
        several.start(0)  # the tables are made by one
        several.start(*range(1, count))
        yield several
        assert {several.end(index) for index in sorted(several.running)} <= {0}
    finally:
        for index in list(several.running):
            several.send(index, signal.SIGCONT)
            several.end(index, signal.SIGKILL)


def state_of(pid: int) -> str:
    """As the system says it in one letter: T is stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]


# ---------------------------------------------------------------------- leading clients to them


class Leader:
    """Leads each connection by the first line that is said over it: to the same server for the same game, if it is
    there, or else to the next."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.lead, args=(client,), daemon=True).start()

    def lead(self, client: socket.socket) -> None:
        with suppress(OSError):
            said = b""
            while b"\n" not in said and (part := client.recv(1 << 16)):
                said += part
            found = GAME.match(said)
            what = found[1] if found is not None else os.urandom(8)
            for port in self.order(what):
                with suppress(OSError):
                    server = socket.create_connection(("127.0.0.1", port), timeout=5.0)
                    server.settimeout(None)
                    server.sendall(said)
                    threading.Thread(target=passed, args=(client, server), daemon=True).start()
                    passed(server, client)
                    return
        client.close()

    def order(self, what: bytes) -> list[int]:
        return sorted(self.ports, key=lambda port: sha256(b"%d %s" % (port, what)).digest())

    def close(self) -> None:
        self.listener.close()


def passed(source: socket.socket, target: socket.socket) -> None:
    """Until either end hangs up."""
    with suppress(OSError):
        while part := source.recv(1 << 16):
            target.sendall(part)
    for one in (source, target):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()


class Nginx:
    """The file of the documents, with these ports in place of its own."""

    def __init__(self, ports: list[int], folder: Path) -> None:
        (here,) = free_ports(1)
        self.url = f"http://127.0.0.1:{here}"
        self.log = folder / "nginx.log"
        self.process = subprocess.Popen([*nginx_command(ports, here, folder), "-g", self.told(folder)])
        give_up = time.monotonic() + PATIENCE
        while not answers(here):
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < give_up, self.log.read_text()

    def told(self, folder: Path) -> str:
        user = "user root; " if os.geteuid() == 0 else ""
        return f"daemon off; pid {folder / 'nginx.pid'}; error_log {self.log}; {user}"

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(60)


def nginx_command(ports: list[int], here: int, folder: Path) -> list[str]:
    """nginx with the file of the documents; only places are changed in it."""
    text = CONFIG.read_text(encoding="utf-8")
    own = [8081, 8082, 8083]
    for old in own[len(ports) :]:
        text = re.sub(rf" *server 127\.0\.0\.1:{old} .*\n", "", text)
    for old, port in zip(own, ports, strict=False):
        assert f"127.0.0.1:{old} " in text
        text = text.replace(f"127.0.0.1:{old} ", f"127.0.0.1:{port} ")
    assert "listen 80;" in text
    text = text.replace("listen 80;", f"listen 127.0.0.1:{here};")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"    {kind}_temp_path {folder / kind};\n" for kind in kinds)
    text = text.replace("http {\n", "http {\n    access_log off;\n" + places, 1)
    file = folder / "nginx.conf"
    file.write_text(text, encoding="utf-8")
    return [nginx() or "nginx", "-p", str(folder), "-c", str(file)]


def nginx() -> str | None:
    """Where it is; None where it is not installed."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


class Caddy:
    """The file of the documents, with these ports in place of its own, and without TLS."""

    def __init__(self, ports: list[int], folder: Path) -> None:
        program = caddy()
        assert program is not None
        (here,) = free_ports(1)
        self.url = f"http://127.0.0.1:{here}"
        self.log = folder / "caddy.log"
        text = CADDYFILE.read_text(encoding="utf-8")
        for old, new in (
            ("games.example.org {", f"http://127.0.0.1:{here} {{"),
            ("127.0.0.1:8080 {", " ".join(f"127.0.0.1:{port}" for port in ports) + " {"),
        ):
            assert text.count(old) == 1
            text = text.replace(old, new)
        file = folder / "Caddyfile"
        file.write_text("{\n\tadmin off\n}\n" + text, encoding="utf-8")
        command = [program, "run", "--adapter", "caddyfile", "--config", str(file)]
        own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **own})
        give_up = time.monotonic() + PATIENCE
        while not answers(here):
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < give_up, self.log.read_text()

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(60)


def caddy() -> str | None:
    """Where it is, installed or unpacked by `make caddy`; None where it is not."""
    return shutil.which("caddy", path=f"{os.environ.get('PATH', '')}:{ROOT / 'build/caddy/usr/bin'}")


def answers(port: int) -> bool:
    with suppress(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=5.0).close()
        return True
    return False


@contextmanager
def led(several: Several, folder: Path, by: str) -> Iterator[str]:
    """The address at which a proxy stands before them: `nginx`, `caddy`, or `ours`."""
    leader: Any
    match by:
        case "nginx":
            leader = Nginx(several.ports, folder)
        case "caddy":
            leader = Caddy(several.ports, folder)
        case _:
            leader = Leader(several.ports)
    try:
        yield leader.url
    finally:
        leader.close()


def leaders() -> list[str]:
    """What can be had on this machine; Caddy has a test of its own, in test_running."""
    return ["nginx"] if nginx() is not None else ["ours"]
