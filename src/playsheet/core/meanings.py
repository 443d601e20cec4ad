"""What intents mean in a sheet's questions: data, of which every system has its own list (`System.meanings`).

A key stands as the sheet's options have it, with `{unit}`, `{target}` and `{formation}` filled in; `{bearing}` is
whichever of the bearings offered comes nearest to the way; a star at its end stands for anything. Of several keys the
first that is offered is taken; of several with a bar between them (`shoot:*|snipe:*`) the one that fire is meant for:
its target, or else the nearest.
"""

from __future__ import annotations

from typing import Final

Keys = dict[str, tuple[str, ...]]  # by the kind of an intent


class Meaning:
    """What is answered to one kind of question."""

    def __init__(self, asked: str) -> None:
        self.asked: Final = asked  # the question's kind


class Acts(Meaning):
    """What does this unit do? With what each intent wants; where a unit is asked again and again, `after` ends it.

    With `on` it goes on as long as anything that an intent wants is offered; else each intent acts once a turn.
    """

    def __init__(self, asked: str, keys: Keys, after: str = "", *, on: bool = False) -> None:
        super().__init__(asked)
        self.keys: Final = keys
        self.after: Final = after
        self.on: Final = on


class Picks(Meaning):
    """Who is next? Whoever has an intent of these kinds that waits to be carried out; `done` when nobody is left.

    A unit with another intent has been seen to; where `idle` are named, only with one of these.
    """

    def __init__(
        self, asked: str, key: str, kinds: tuple[str, ...], done: str, idle: tuple[str, ...] = (), first: str = ""
    ) -> None:
        super().__init__(asked)
        self.key: Final = key  # "unit:{unit}", or "charge:{unit}:{target}"
        self.kinds: Final = kinds
        self.done: Final = done
        self.idle: Final = idle
        self.first: Final = first  # what is done for all of them before, if offered: "link:"


class Goes(Meaning):
    """Where to? A region of places, or of bearings and distances, on the way of a march, a charge or a deployment."""

    def __init__(self, asked: str) -> None:
        super().__init__(asked)


class Points(Meaning):
    """Which place is meant? The very place that a march leads to, however far it is."""


class Faces(Meaning):
    """Which way? The facing that is wished for; else as it went, or as it stands."""

    def __init__(self, asked: str) -> None:
        super().__init__(asked)


class Says(Meaning):
    """A question about the army, or about what follows from an intent; of several the first named here counts."""

    def __init__(self, asked: str, keys: Keys) -> None:
        super().__init__(asked)
        self.keys: Final = keys


class Suggests(Meaning):
    """A small thing that follows from what was said: the region's own first suggestion, or the first option."""


class Leaves(Meaning):
    """A small thing that is left to whoever carries out an intent: as the doctrine would, while any stands."""
