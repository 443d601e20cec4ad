"""Compiles core/, tabletop/, rules/ and the busiest of server/ with mypyc; the rest of the package: pyproject.toml.

PLAYSHEET_COMPILE unset   compile when there is a C compiler, else install the same program uncompiled
PLAYSHEET_COMPILE=0       never compile
PLAYSHEET_COMPILE=1       compile, or fail

A module whose first line starts with `# pure:` stays uncompiled; the rest of that line says why.
"""

import os
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent
COMPILED = ("src/playsheet/core", "src/playsheet/tabletop", "src/playsheet/rules")
# Of the server: what is done for every input.
HOT = ("audience", "audience_counters", "broadcast", "patching", "payloads", "table")
BUILDING = not {"bdist_wheel", "build", "build_ext"}.isdisjoint(sys.argv)  # or else asked for metadata only
EDITABLE = "editable_wheel" in sys.argv
# How hard the C compiler tries, by room. All of core/, tabletop/ and server/, and of a system what is looked at for
# every choice (the battle, the ground, what is legal, the dice), is optimised; what runs once when files are read, or
# when somebody asks for odds, is not at all; the rest a little.
HOT_ROOMS = {"battle", "dice", "ground", "options"}
COLD_ROOMS = {"book", "calculator", "sheet"}
COLD_CORE = {"sheet", "rulings", "reader", "scenario", "house", "records", "forms"}
BUNDLE = 3_000_000  # bytes of C that are compiled in one go


def wanted() -> bool:
    """Does this run of setup.py build a package, and should it be compiled?"""
    answer = os.environ.get("PLAYSHEET_COMPILE", "")
    if answer not in ("", "0", "1"):
        sys.exit(f"PLAYSHEET_COMPILE is {answer!r}: it can be 0 (never), 1 (compile or fail) or unset.")
    if answer == "0" or not (BUILDING or EDITABLE):
        return False
    if EDITABLE and answer != "1":
        return False  # compiled modules beside their sources would hide every edit
    if has_compiler():
        return True
    if answer == "1":
        sys.exit("PLAYSHEET_COMPILE=1, but there is no C compiler with Python's headers here.")
    print("There is no C compiler with Python's headers here: Playsheet is installed uncompiled.")
    return False


def has_compiler() -> bool:
    """Can a C file that needs Python's headers be compiled?"""
    from distutils.ccompiler import new_compiler
    from distutils.errors import CCompilerError, DistutilsError
    from distutils.sysconfig import customize_compiler

    with TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\n")
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.compile([str(probe)], output_dir=folder, include_dirs=[sysconfig.get_path("include")])
        except (CCompilerError, DistutilsError, OSError):
            return False
    return True


def modules() -> list[str]:
    """The files to compile."""
    files = sorted(file for folder in COMPILED for file in (HERE / folder).rglob("*.py"))
    files += [HERE / "src/playsheet/server" / f"{name}.py" for name in HOT]
    return [str(file.relative_to(HERE)) for file in files if file.name != "__init__.py" and not is_pure(file)]


def is_pure(file: Path) -> bool:
    with file.open(encoding="utf-8") as lines:
        return lines.readline().startswith("# pure:")


def extensions() -> list[Extension]:
    if not wanted() or not modules():
        return []
    from mypyc.build import mypycify

    # Measured: -O1 plays as fast as -O3 and compiles in a third of the time; one C file a module compiles in half the
    # time of one for all, and on several cores at once.
    built = mypycify(modules(), opt_level="1", debug_level="0", group_name="playsheet", multi_file=True)
    for extension in built:
        extension.depends = [*extension.depends, "setup.py", "pyproject.toml", "constraints.txt"]
        if os.name != "nt":
            extension.extra_compile_args = [
                *extension.extra_compile_args,
                "-ffp-contract=off",  # no fused multiply-add: the same floats on every machine
                "-Wno-error",  # a compiler newer than mypyc may know new warnings
            ]
    return built


def sweep(built: list[Extension]) -> None:
    """All that stands in build/lib* is packed: of an earlier build keep only what is still compiled."""
    names = {extension.name for extension in built}
    for folder in (HERE / "build").glob("lib*"):
        for file in folder.rglob("*"):
            module = ".".join(file.relative_to(folder).with_name(file.name.partition(".")[0]).parts)
            if file.is_file() and not (module in names and file.suffix in (".so", ".pyd")):
                file.unlink()


def effort(name: str) -> str:
    """The flag for a C file: `__native_playsheet___rules___lancer___ground___sight`, or one of mypyc's own."""
    parts = name.split("___")
    if (parts[1:2] == ["core"] and parts[-1] in COLD_CORE) or not COLD_ROOMS.isdisjoint(parts[3:]):
        return "-O0"
    return "-Og" if parts[1:2] == ["rules"] and HOT_ROOMS.isdisjoint(parts[2:]) else "-O1"


def bundles(sources: list[str]) -> list[tuple[str, str]]:
    """C files that include several of the modules', and the flag for each; the largest first.

    Every module's C file reads the same 2 MB of headers, which costs as much as a small module does.
    """
    by_flag: dict[str, list[Path]] = {}
    for source in map(Path, sources):
        by_flag.setdefault(effort(source.stem), []).append(source.resolve())
    found: list[tuple[int, Path, str]] = []
    for flag, files in by_flag.items():
        bins: list[list[Path]] = []
        size = BUNDLE
        for file in files:
            if size + file.stat().st_size > BUNDLE:
                bins.append([])
                size = 0
            bins[-1].append(file)
            size += file.stat().st_size
        for number, together in enumerate(bins):
            bundle = Path(sources[0]).with_name(f"bundle{flag}-{number}.c")
            bundle.write_text("".join(f'#include "{file.as_posix()}"\n' for file in together))
            found.append((sum(file.stat().st_size for file in together), bundle, flag))
    return [(str(bundle), flag) for _, bundle, flag in sorted(found, reverse=True)]


class ParallelBuild(build_ext):
    """Compiles the C files of one extension on all cores, and the small ones that stand before it beside each other."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count() or 1

    def build_extensions(self) -> None:
        one_by_one = self.compiler.compile

        def compiled(source: str, flag: str, **rest: Any) -> list[str]:
            if os.name != "nt":
                rest["extra_postargs"] = [*rest["extra_postargs"], flag]
            return one_by_one([source], **rest)

        def at_once(sources: list[str], **rest: Any) -> list[str]:
            if len(sources) == 1:  # the small modules that stand before the one that holds everything
                return compiled(sources[0], effort(Path(sources[0]).stem), **rest)
            with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                made = list(pool.map(lambda bundle: compiled(*bundle, **rest), bundles(sources)))
            return [file for files in made for file in files]

        self.compiler.compile = at_once
        super().build_extensions()


BUILT = extensions()
if BUILDING:
    sweep(BUILT)
setup(ext_modules=BUILT, cmdclass={"build_ext": ParallelBuild})
