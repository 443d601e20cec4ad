"""What `make dist` has built, tried as a stranger meets it: in an empty environment, the library, then the server.

`python tests/try_dist.py dist` takes the wheel and the sources that stand there.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIBRARY = """
import sys
import playsheet
assert playsheet.odds("lancer", "shoot", figures=8).mean("hits") > 0
assert playsheet.battle("the-wells", seed=7).run().finished
assert len(playsheet.simulate("the-telegraph-hut", 4, ["random", "random"], workers=1)) == 2
assert "chances" in playsheet.library.odds.__doc__
assert not {"fastapi", "msgspec", "rich"} & set(sys.modules)
print(playsheet.__version__)
"""


def main(folder: Path) -> int:
    (wheel,) = folder.glob("playsheet-*.whl")
    (sources,) = folder.glob("playsheet-*.tar.gz")
    look_into(wheel, sources)
    version = wheel.name.split("-")[1]
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        programs = Path(place, "Scripts" if sys.platform == "win32" else "bin")
        python = str(programs / "python")
        install(python, str(wheel))
        assert said(python, "-c", LIBRARY, at=place) == version
        command = str(programs / "playsheet")
        assert said(command, "--version", at=place) == f"playsheet {version}"
        refused = subprocess.run([command, "serve"], capture_output=True, text=True, cwd=place, check=False)
        assert (refused.returncode, "playsheet[server]" in refused.stderr) == (2, True), refused
        needed = said(python, "-m", "pip", "freeze", at=place).splitlines()
        print(f"The library alone: {', '.join(line.partition('==')[0].partition(' ')[0] for line in needed)}.")
        install(python, f"{wheel}[server]")
        said(python, "-c", "import playsheet.server.run, playsheet.client", at=place)
        print(f"{wheel.name} and {sources.name} are sound.")
    return 0


def look_into(wheel: Path, sources: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("playsheet/py.typed", "playsheet/library/chances.py", "playsheet/rules/lancer/sheet.toml"):
        assert name in names, f"{name} is not in the wheel"
    if (ROOT / "src/playsheet/server/static/index.html").is_file():
        assert "playsheet/server/static/index.html" in names, "the pages are not in the wheel"
    with tarfile.open(sources) as held:
        kept = {name.partition("/")[2] for name in held.getnames()}
    for name in ("setup.py", "pyproject.toml", "LICENSE", "src/playsheet/core/game.py", "src/playsheet/py.typed"):
        assert name in kept, f"{name} is not among the sources"


def install(python: str, what: str) -> None:
    pip = [
        python,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "-qq",
        "--constraint",
        f"{ROOT}/constraints.txt",
    ]
    subprocess.run([*pip, what], check=True)


def said(*argv: str, at: str) -> str:
    return subprocess.run(argv, capture_output=True, text=True, cwd=at, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
