"""Modules that are imported otherwise than they are written. Nothing of it is kept for the next process."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from sources import PACKAGE

Written = Callable[[ModuleType, str], ast.Module]  # a module before it is run, and its source: what is run instead


class Otherwise(SourceFileLoader):
    def __init__(self, name: str, path: Path, written: Written) -> None:
        super().__init__(name, str(path))
        self.written = written

    def exec_module(self, module: ModuleType) -> None:
        tree = self.written(module, Path(self.path).read_text(encoding="utf-8"))
        exec(compile(tree, self.path, "exec", dont_inherit=True), module.__dict__)

    def get_code(self, fullname: str) -> CodeType | None:
        return None  # which nobody needs


class Finder:
    """Found before all others, for the modules in these files."""

    def __init__(self, files: Sequence[Path], written: Written) -> None:
        self.files = {module_of(path): path for path in files}
        self.written = written

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name not in self.files:
            return None
        return spec_from_file_location(name, self.files[name], loader=Otherwise(name, self.files[name], self.written))


def import_otherwise(files: Sequence[Path], written: Written) -> None:
    """From now on, in a process that has imported none of them."""
    finder = Finder(files, written)
    assert not finder.files.keys() & sys.modules.keys()
    sys.meta_path.insert(0, finder)


def module_of(path: Path) -> str:
    """The name that it is imported by; not of a package."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
