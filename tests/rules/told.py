"""Every event that a system can tell, by its name."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from playsheet.core.events import Event
from playsheet.tabletop import events


def events_of(system: str) -> dict[str, type[Event[Any]]]:
    """The event classes of `battle/events.py` and its neighbours (`fight_events.py`, ...), and those of tabletop."""
    battle = import_module(f"playsheet.rules.{system}.battle")
    found: dict[str, type[Event[Any]]] = {}
    for module in iter_modules(battle.__path__):
        if module.name.endswith("events"):
            for name, kind in vars(import_module(f"{battle.__name__}.{module.name}")).items():
                if inspect.isclass(kind) and issubclass(kind, Event) and kind is not Event:
                    found[name] = kind
    narration = vars(import_module(f"playsheet.rules.{system}.shown.narration"))
    for name, kind in vars(events).items():
        if inspect.isclass(kind) and issubclass(kind, Event) and kind is not Event and narration.get(name) is kind:
            found[name] = kind
    return found
