"""The container of docs/running, tried: started by the page's own lines, played on, stopped, and started again.

    python tests/try_container.py

`make container` has built it before. Only the container's name, its volume's and the port are changed.
"""

from __future__ import annotations

import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).parent / "server"))

from harness import begin, play_on, sit

from playsheet.client import make
from playsheet.client.web import call

PAGE = Path(__file__).resolve().parents[1] / "docs" / "running.md"
NAME = "playsheet-tried"
PATIENCE = 120.0


def lines() -> tuple[list[str], list[str]]:
    """As the page has them: to start it, and to look at its games."""
    part = PAGE.read_text(encoding="utf-8").split("## In a container")[1].split("\n## ")[0]
    _, start, look = re.findall(r"^    (podman .*)$", part, re.MULTILINE)
    return shlex.split(start)[1:], shlex.split(look)[1:]


def ran(*words: str) -> str:
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    if found.returncode:
        sys.exit(f"{shlex.join(words)}: {found.stderr.strip()}")
    return found.stdout


def answers(url: str) -> None:
    give_up = time.monotonic() + PATIENCE
    while True:
        with suppress(OSError), urlopen(f"{url}/healthz", timeout=10) as answer:
            if answer.status == 200:
                return
        if time.monotonic() > give_up:
            sys.exit(f"{url} does not answer.")
        time.sleep(0.2)


def main() -> int:
    engine = shutil.which("podman") or shutil.which("docker")
    if engine is None:
        print("There is no podman here, nor docker.", file=sys.stderr)
        return 1
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    start, look = lines()
    start[start.index("--name") + 1] = NAME
    start[start.index("-p") + 1] = f"127.0.0.1:{port}:8080"
    start[start.index("-v") + 1] = f"{NAME}:/data"
    look[1] = NAME
    url = f"http://127.0.0.1:{port}"
    ran(engine, *start)
    try:
        answers(url)
        with urlopen(url, timeout=30) as answer:
            page = answer.read().decode()
        assert "<title>" in page, page[:200]
        made = make(url, "the-wells", seats=[{"player": "person"}] * 2)
        with sit(made["seats"][0]["link"]) as one, sit(made["seats"][1]["link"]) as two:
            begin(one, two)
            assert play_on([one, two], 10) == 10
        path, secret = f"/api/games/{made['game']}", made["seats"][0]["secret"]
        before = call(url, path, secret)
        assert made["game"] in ran(engine, *look)
        ran(engine, "stop", NAME)
        assert ran(engine, "inspect", "--format", "{{.State.ExitCode}}", NAME).strip() == "0", ran(engine, "logs", NAME)
        ran(engine, "rm", NAME)  # what is kept is kept in the volume
        ran(engine, *start)
        answers(url)
        after = call(url, path, secret)
        assert (after["seq"], after["hash"], after["log"]) == (before["seq"], before["hash"], before["log"])
        is_compiled = "from playsheet.core import game; print(game.__file__.endswith('.py'))"
        assert ran(engine, "exec", NAME, "python", "-c", is_compiled).strip() == "False"
        assert ran(engine, "exec", NAME, "id", "-u").strip() != "0"
    finally:
        for words in (("rm", "--force", NAME), ("volume", "rm", NAME)):
            subprocess.run([engine, *words], capture_output=True, check=False)
    print("The container serves its page and games, keeps them in its volume, and stops when it is told to.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
