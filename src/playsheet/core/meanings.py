"""What intents mean in a sheet's questions: data, of which every system has its own list (`System.meanings`).

A key stands as the sheet's options have it, with `{unit}`, `{target}`, `{formation}`, `{within}` and `{body}` (the
target's, by `System.body`) filled in; `{bearing}` is the way's own bearing, or whichever of those offered comes nearest
to it; `{same}` is what was answered last time, by `System.last_time`. Some are empty and only say for whom a key is:
`{charged}` for those who fire only if they are charged, `{facing}` for those who have come to the end of their march
and are to face somewhere, `{about}` if that is far from where they look. A key that has something in it which the
intent does not say is passed over. A star stands for anything. Of several keys the first that is offered is taken; of
several with a bar between them (`shoot:*|snipe:*`) the one that fire is meant for: its target, or else the nearest.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.intents import BEST, DEPLOY, KEEP, KINDS, SAME

Keys = dict[str, tuple[str, ...]]  # by the kind of an intent


class Meaning:
    """What is answered to one kind of question."""

    def __init__(self, asked: str) -> None:
        self.asked: Final = asked  # the question's kind
        self.at_chargers = False  # who holds his fire until they charge fires now
        self.again = ""  # the intent that answers it as it was answered before


def at_chargers(meaning: Meaning) -> Meaning:
    """What is asked when they charge: nobody holds his fire until then any more."""
    meaning.at_chargers = True
    return meaning


def again(meaning: Meaning, kind: str) -> Meaning:
    """What is asked of a unit turn after turn: one kind of intent is the word for the same answer as before."""
    meaning.again = kind
    return meaning


class Acts(Meaning):
    """What does this unit do? With what each intent wants.

    Where a unit is asked again and again in a turn, `after` ends it: then its keys are taken one after the other, or,
    with `on`, as long as any of them is offered.
    """

    def __init__(self, asked: str, keys: Keys, after: str = "", *, on: bool = False) -> None:
        super().__init__(asked)
        self.keys: Final = keys
        self.after: Final = after
        self.on: Final = on


class Picks(Meaning):
    """Who is next? Whoever has an intent of these kinds that waits to be carried out; `done` when nobody is left.

    Somebody is left if none of his intents is among those that let it `pass`.
    """

    def __init__(
        self,
        asked: str,
        key: str,
        kinds: tuple[str, ...],
        done: str,
        passes: tuple[str, ...] = KINDS,
        first: str = "",
    ) -> None:
        super().__init__(asked)
        self.key: Final = key  # "unit:{unit}", or "charge:{unit}:{target}"
        self.kinds: Final = kinds
        self.done: Final = done
        self.passes: Final = passes
        self.first: Final = first  # what is done for all of them before, if offered: "link:"


class Goes(Meaning):
    """Where to? A region of places, or of bearings and distances, on the way of a march, a charge or a deployment."""

    def __init__(self, asked: str) -> None:
        super().__init__(asked)


class Deploys(Goes):
    """Where does it stand at the start?"""


class Points(Meaning):
    """Which place is meant? The very place that a march leads to, however far it is."""


class Faces(Meaning):
    """Which way? The facing that is wished for; else as it went, or as it stands.

    `ahead`: it is asked before they go, and whoever has still to go looks there.
    """

    def __init__(self, asked: str, *, ahead: bool = False) -> None:
        super().__init__(asked)
        self.ahead: Final = ahead


class Says(Meaning):
    """A question about the army, or about what follows from an intent: answered alike whichever intent stands.

    `anyone`: it is asked of nobody in particular, and the intent of any unit answers it.
    """

    def __init__(self, asked: str, keys: Keys, *, anyone: bool = False) -> None:
        super().__init__(asked)
        self.keys: Final = keys
        self.anyone: Final = anyone


class Suggests(Meaning):
    """A small thing that follows from what was said: the region's own first suggestion, or the first option."""


class Leaves(Meaning):
    """A small thing that is left to whoever carries out an intent: as the doctrine would, while any stands."""


# ---------------------------------------------------------------------- what can be said


def kinds_now(meanings: list[Meaning], asked: str) -> list[str]:
    """The kinds of intents that mean something while a question of this kind is open.

    Until all are deployed only a deployment does. Then it is all that the sheet has a meaning for at any time: whatever
    is said before its time stands until then. The word for the same answer as before goes with its own question.
    """
    here = [meaning for meaning in meanings if meaning.asked == asked]
    if any(is_deployment(meaning) for meaning in here):
        return [DEPLOY]
    known = {BEST}
    for meaning in meanings:
        known.update(kinds_of(meaning))
    known.difference_update((DEPLOY, KEEP, SAME))
    known.update([meaning.again for meaning in here])
    return [kind for kind in KINDS if kind in known]


def kinds_of(meaning: Meaning) -> list[str]:
    """The kinds of intents that it has something to say about."""
    if isinstance(meaning, (Acts, Says)):
        return list(meaning.keys)
    return list(meaning.kinds) if isinstance(meaning, Picks) else []


def is_deployment(meaning: Meaning) -> bool:
    return isinstance(meaning, Deploys) or DEPLOY in kinds_of(meaning)
