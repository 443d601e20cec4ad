"""Reasons in words: what each `Bar` means to a player, and which of several he is told. Used by why_not."""

from __future__ import annotations

from typing import Final

from playsheet.core.words import verb
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import name_of, several
from playsheet.rules.orderchips.ground.sight import blocker, range_from
from playsheet.rules.orderchips.terms import Bar
from playsheet.tabletop.wording import to_a_tenth

Said = dict[str, tuple[str, str]]

# of a unit
UNITS: Final[Said] = {
    Bar.MOVED: ("it has had its move", ""),
    Bar.FIRED: ("it has fired this turn", ""),
    Bar.STANDS: ("its chip is stationary", "R25"),
    Bar.MOVES: ("it moves, and fires in the shooting phase only", "R27"),
    Bar.NO_CHIP: ("its chip is blank this turn", "R47"),
    Bar.NO_ACTION: ("it has no action this turn", "R47"),
    Bar.HAYWIRE: ("it has gone haywire", "R41"),
    Bar.NO_POWER: ("it has no power", "R38"),
    Bar.LOCKED: ("it is locked in melee", "R36"),
    Bar.FORCED: ("it was driven from its place this turn", "R30, R95"),
    Bar.RAN: ("it has run this turn", "R30"),
    Bar.CARTRIDGES: ("its cartridges are bad this turn", "R46"),
    Bar.UNARMED: ("the crew is away from its gun", "R74"),
    Bar.NO_WEAPONS: ("none of its weapons works", "R12"),
    Bar.HOLDS: ("it is told to hold until the shooting phase", "R89"),
    Bar.INSTRUCTED: ("it fires by its standing instruction", "R89"),
    Bar.CLOSED: ("only enemies fire at one who is moving", "R83"),
}
CHIPS: Final[Said] = {
    Bar.IMMOBILE: ("it is immobilised for good", ""),
    Bar.NO_POWER: ("its power is gone for good", "R73"),
    Bar.LOCKED: ("locked in melee nobody fires", "R36"),
}
PICKED: Final[Said] = {
    Bar.STANDS: ("it stands: its chip is stationary", "R64"),
    Bar.LOCKED: ("it stands locked in melee", "R36"),
}

# of whom it would be done to, the ones nearer to being possible later; {is}: `the Warriors are`
TARGETS: Final[Said] = {
    Bar.TOO_FAR: ("nobody within {far:g} inches{next}", "R55"),
    Bar.BROKEN: ("it is out of action", "R13"),
    Bar.OUT_OF_ARC: ("{is} not to the front", "arcs"),
    Bar.HIDDEN: ("{hides} {who}", ""),
    Bar.UNSERVED: ("too few of its crew are near the gun", "R7, R74"),
    Bar.IN_MELEE: ("{is} locked in melee", "R36"),
}
AT_MOVER: Final[Said] = {Bar.TOO_FAR: ("{is} out of range, {off} inches off", "R55")}
MOUNTED: Final[Said] = {Bar.OUT_OF_ARC: ("{is} not in its arc", "arcs")}
CHARGED: Final[Said] = {
    Bar.TOO_FAR: ("{is} too far over that ground, with the largest bonus", "R63"),
    Bar.HIDDEN: ("{hides} {who} from the leader", ""),
    Bar.OFF_ARROW: ("{is} outside the wedge of its arrow", "R25"),
    Bar.NO_WAY: ("somebody stands in the straight way to {who}", "R87"),
}
RAMMED: Final[Said] = {
    Bar.OUT_OF_ARC: ("{is} not ahead of the hull", "arcs"),
    Bar.OFF_ARROW: CHARGED[Bar.OFF_ARROW],
    Bar.NO_WAY: ("it cannot meet {who} straight ahead after its turn", "R66"),
}
MENDED: Final[Said] = {
    Bar.TRIED: ("he has tried this turn", "R43"),
    Bar.WILL_MOVE: ("it has yet to move: he goes when it has", "R43"),
    Bar.TOO_FAR: ("it is too far off for his move and the largest bonus", "R43"),
    Bar.NO_ACTION: ("he has no action this turn", "R47"),
    Bar.STANDS: ("his chip is stationary", "R43"),
    Bar.NO_CHIP: ("his chip is blank this turn", "R47"),
    Bar.MOVED: ("he has had his move", "R43"),
    Bar.LOCKED: ("he is locked in melee", "R36"),
}


class Reason:
    """A clause, and the ruling."""

    def __init__(self, said: str, ruling: str) -> None:
        self.said: Final = said
        self.ruling: Final = ruling


def of_unit(why: str, own: Said | None = None) -> Reason:
    said, ruling = own[why] if own is not None and why in own else UNITS[why]
    return Reason(said, ruling)


class Targets:
    """All that could be shot at or charged by a unit, each with the word that keeps it from it."""

    def __init__(self, battle: ChipBattle, unit: Unit) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.units: Final[list[Unit]] = []
        self.whys: Final[list[str]] = []

    def add(self, target: Unit, why: str) -> None:
        self.units.append(target)
        self.whys.append(why)

    def reason(self, far: float, words: Said) -> Reason | None:
        """What keeps it from whoever comes nearest to being a target; None if nothing does."""
        if "" in self.whys:
            return None
        best = Bar.TOO_FAR
        for word in (*TARGETS, *CHARGED):
            if word in self.whys:
                best = word
        said, ruling = words[best] if best in words else TARGETS[best]
        target = self.nearest(best)
        if target is None:
            return Reason(said.format(far=far, next=""), ruling)
        who = name_of(self.battle, target.id)
        who_is = f"{who} {'are' if several(target) else 'is'}"
        off = to_a_tenth(self.distance(target))
        then = f": {who_is} nearest, {off} off"
        filled = {"far": far, "next": then, "off": off, "is": who_is, "who": who, "hides": self.hides(target)}
        return Reason(said.format(**filled), ruling)

    def nearest(self, why: str) -> Unit | None:
        """Of those whom the word is said of."""
        best: Unit | None = None
        for at in range(len(self.units)):
            if self.whys[at] == why and (best is None or self.distance(self.units[at]) < self.distance(best)):
                best = self.units[at]
        return best

    def distance(self, target: Unit) -> float:
        return range_from(self.battle, *self.battle.middle(self.unit), target)

    def hides(self, target: Unit) -> str:
        """`the wood hides`, `the Warriors hide`: what is between."""
        battle = self.battle
        for eye in battle.fighters(self.unit):
            for model in battle.fighters(target):
                found = blocker(battle, *battle.at(eye), *battle.at(model), self.unit, target)
                if found:
                    return verb(called(battle, found), "hides", "hide")
        return "something hides"


def called(battle: ChipBattle, name: str) -> str:
    """The ground or the unit of that name, as it stands within a sentence."""
    found = [unit for unit in battle.units if unit.name == name]
    return name_of(battle, found[0].id) if len(found) == 1 else f"the {name}" if found else name
