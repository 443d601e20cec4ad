"""Reasons in words: what each `Bar` means to a player, and which of several he is told. Used by why_not."""

from __future__ import annotations

from typing import Final

from playsheet.core.words import verb
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.words import name_of, several
from playsheet.rules.gaslight.ground.marks import Mark, distance_to
from playsheet.rules.gaslight.ground.sight import blocker
from playsheet.rules.gaslight.options.choices import model_named, target_named
from playsheet.rules.gaslight.terms import Bar
from playsheet.tabletop.machines.machine import NOT_RUNNING, POWER_LOST, RUNS
from playsheet.tabletop.wording import to_a_tenth

# ---------------------------------------------------------------- words

# of figures: of one, of several, the ruling
MEN: Final = {
    Bar.ACTED: ("has acted on this card", "have acted on this card", "R5"),
    Bar.SPENT: ("has acted on another card this turn", "have acted on another card this turn", "R4"),
    Bar.HELD: ("loses this card to a failed check", "lose this card to a failed check", "R17, R18"),
    Bar.WAITS: ("has acted this turn, before he joined", "have acted this turn, before they joined", "R7"),
    Bar.RUNNING_OFF: ("is running for the table's edge", "are running for the table's edge", "R16"),
    Bar.OUT_OF_COMMAND: (
        "is more than {radius:g} inches from the leader",
        "are more than {radius:g} inches from the leader",
        "R29",
    ),
    Bar.ENGAGED: ("is in contact with the enemy", "are in contact with the enemy", "R71"),
    Bar.EMPTY: ("must reload first", "must reload first", "R5"),
    Bar.NO_GRENADES: ("has used his grenades", "have used their grenades", ""),
    Bar.LOADED: ("has loaded already", "have loaded already", ""),
}

# of whom it would be done to, the ones nearer to being possible later; {is}: `the Warband is`
TARGETS: Final = {
    Bar.TOO_FAR: ("nobody within {far:g} inches{next}", "R36"),
    Bar.OUT_OF_ARC: ("{is} not to the front; to turn is to move", "R26, R38"),
    Bar.HIDDEN: ("{hides} {who}", "R46"),
    Bar.IN_CONTACT: ("{is} in contact with friends", "R45"),
    Bar.SHOT_AT: ("it has shot at {who} on this card, and shoots once at each", "R40"),
    Bar.NO_WAY: ("no way leads into contact with {who}", "R67, R114"),
}
Said = dict[str, tuple[str, str]]  # what is said otherwise
CHARGED: Final[Said] = {
    Bar.TOO_FAR: ("nobody within {far:g} inches", "R67"),
    Bar.OUT_OF_ARC: ("{is} not to the leader's front; to turn is to move", "R26, R38"),
    Bar.HIDDEN: ("{hides} {who} from the leader", "R46"),
}
RAMMED: Final[Said] = {
    **CHARGED,
    Bar.TOO_FAR: ("nobody within {far:g} inches whom it could drive straight into", "R74"),
}
NAMED: Final[Said] = {Bar.TOO_FAR: ("nobody within {far:g} inches{next}", "R39")}
THROWN: Final[Said] = {Bar.TOO_FAR: ("nobody within {far:g} inches{next}", "R63")}
SWEPT: Final[Said] = {Bar.TOO_FAR: ("nobody within {far:g} inches{next}", "R64")}
BY_CANNON: Final[Said] = {
    Bar.TOO_FAR: ("nobody within {far:g} inches{next}", "R52"),
    Bar.OUT_OF_ARC: ("{is} not to its front; to turn it is to move it", "R53, R103"),
}
BY_GRAPE: Final[Said] = {
    Bar.TOO_FAR: ("nobody within {far:g} inches{next}", "R65"),
    Bar.OUT_OF_ARC: BY_CANNON[Bar.OUT_OF_ARC],
}
OUT_OF_ITS_ARC: Final = ("{is} not in its arc", "R37")

# of a unit, its gun or its machine
UNITS: Final = {
    Bar.MOVES_ONLY: ("its charge met nobody, so it only moves on this card", "R121"),
    Bar.DECLARED: ("it has declared a charge on this card", "R22"),
    Bar.LEADERLESS: ("it has no leader", "R95"),
    Bar.NEW_LEADER: ("its leader has taken over this turn", "R32"),
    Bar.STAND_IN: ("a stand-in leads it", "R92"),
    Bar.LEADER_HELD: ("its leader cannot act on this card", "R17, R18"),
    Bar.SOME_ACTED: ("somebody has acted: a charge comes first on a card", "R68"),
    Bar.IN_MELEE: ("it is in contact with the enemy already", "R71"),
    Bar.NO_FIGHT: ("no enemy is in contact with the unit", "R71"),
    Bar.USED: ("it has done its one thing on this card", "R54"),
    Bar.BROKEN: ("it is broken: repair it first", "R61"),
    Bar.EMPTY: ("it is empty: reload it first", "R5"),
    Bar.LOADED: ("it is loaded", ""),
    Bar.IN_ORDER: ("it is in order", ""),
    Bar.DROVE: ("it has been driven or started on this card", "R88"),
    Bar.LOCKED: ("the machine is in contact with the enemy", "R99"),
    NOT_RUNNING[1]: ("the engine has stalled: start it first", "R76"),
    NOT_RUNNING[2]: ("there is no power", "R84"),
    NOT_RUNNING[3]: ("the engine is dead", "R76"),
    NOT_RUNNING[4]: ("the engine balked: it misses this drive", "R75"),
    POWER_LOST: ("the power is gone for good", "R84"),
    RUNS: ("engine and steering work", ""),
}
OF_WEAPONS: Final = {
    Bar.USED: ("it has done its one thing on this card", "R88"),
    Bar.BROKEN: ("it is out of action", "R86"),
}


class Reason:
    """A clause, and the ruling."""

    def __init__(self, said: str, ruling: str) -> None:
        self.said: Final = said
        self.ruling: Final = ruling


def of_unit(why: str) -> Reason:
    said, ruling = UNITS[why]
    return Reason(said, ruling)


def of_weapon(why: str) -> Reason:
    said, ruling = OF_WEAPONS[why] if why in OF_WEAPONS else UNITS[why]
    return Reason(said, ruling)


class Targets:
    """All that could be shot at or charged by somebody, each with the word that keeps him from it."""

    def __init__(self, battle: GaslightBattle, eyes: list[tuple[float, float, int]]) -> None:
        self.battle: Final = battle
        self.eyes: Final = eyes  # from where one looks, and which model does
        self.marks: Final[list[Mark]] = []
        self.whys: Final[list[str]] = []

    def add(self, mark: Mark, why: str) -> None:
        self.marks.append(mark)
        self.whys.append(why)

    def reason(self, far: float, own: Said | None = None) -> Reason | None:
        """What keeps one from whoever comes nearest to being a target; None if nothing does. `own`: said otherwise."""
        if "" in self.whys:
            return None
        best = Bar.TOO_FAR
        for word in TARGETS:
            if word in self.whys:
                best = word
        said, ruling = own[best] if own is not None and best in own else TARGETS[best]
        mark = self.nearest(best)
        if mark is None:
            return Reason(said.format(far=far, next=""), ruling)
        who = target_named(self.battle, mark.unit.id, mark.machine)
        who_is = f"{who} {'are' if several(mark.unit) and who == name_of(self.battle, mark.unit.id) else 'is'}"
        then = f": {who_is} nearest, {to_a_tenth(self.distance(mark))} off"
        words = {"far": far, "next": then, "is": who_is, "who": who, "hides": self.hides(mark)}
        return Reason(said.format(**words), ruling)

    def nearest(self, why: str) -> Mark | None:
        """Of those whom the word is said of."""
        best: Mark | None = None
        for at in range(len(self.marks)):
            if self.whys[at] == why and self.marks[at].models:
                if best is None or self.distance(self.marks[at]) < self.distance(best):
                    best = self.marks[at]
        return best

    def distance(self, mark: Mark) -> float:
        """As groups and guns measure: from their middle to the unit's."""
        n = len(self.eyes)
        x = sum([eye[0] for eye in self.eyes]) / n
        y = sum([eye[1] for eye in self.eyes]) / n
        return distance_to(self.battle, mark, x, y)

    def hides(self, mark: Mark) -> str:
        """`the wood hides`, `the Redcoats hide`: what is between."""
        for x, y, eye in self.eyes:
            for model in mark.models:
                found = blocker(self.battle, x, y, *self.battle.at(model), eye, model)
                if found:
                    return verb(called(self.battle, found), "hides", "hide")
        return "something hides"


def called(battle: GaslightBattle, name: str) -> str:
    """The ground or the unit of that name, as it stands within a sentence."""
    found = [unit for unit in battle.units if unit.name == name]
    return name_of(battle, found[0].id) if len(found) == 1 else f"the {name}" if found else name


def of_eyes(battle: GaslightBattle, figures: list[int]) -> Targets:
    return Targets(battle, [(*battle.at(figure), figure) for figure in figures])


def of_men(battle: GaslightBattle, figures: list[int], whys: list[str]) -> Reason:
    """Why none of these figures can: `the Hero has acted on this card`, `8 have acted on this card, 2 must ...`."""
    words: list[str] = []
    for why in whys:
        if why not in words:
            words.append(why)
    words.sort(key=whys.count, reverse=True)
    said: list[str] = []
    rulings: list[str] = []
    for word in words:
        one, many, ruling = MEN[word]
        n = whys.count(word)
        who = model_named(battle, figures[0]) if len(figures) == 1 else "all" if n == len(figures) else str(n)
        said.append(f"{who} {one if n == 1 else many}")
        if ruling and ruling not in rulings:
            rulings.append(ruling)
    return Reason(", ".join(said).format(radius=battle.rules.command_radius), ", ".join(rulings))
