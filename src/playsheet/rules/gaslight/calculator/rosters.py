"""The forms that the field book throws: a unit as its roster has it, its characters one by one and its Extras together.

Each is made of the pure procedures of dice/, as the other forms are; what it says more is who it was that fell.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Part
from playsheet.core.events import Entry
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.rules.gaslight.calculator.fire import OnPaper, volley_fields, volley_of
from playsheet.rules.gaslight.calculator.inputs import MOST, MOST_TARGET, ORDINALS, SAVERS, attribute, lost
from playsheet.rules.gaslight.calculator.troops import body_fields, many_on_one, morale_case_of
from playsheet.rules.gaslight.dice.melee import Fight, Fighter, Knot, fight_round
from playsheet.rules.gaslight.dice.morale import account, check, failures
from playsheet.rules.gaslight.dice.shooting import Volley, shoot
from playsheet.rules.gaslight.sheet import HIGHEST, LOWEST, GaslightRules
from playsheet.rules.gaslight.terms import CLASSES, RESULTS, FailureResult, TroopClass

NOBODY: Final = "nobody"

# ---------------------------------------------------------------- shooting


class AtRoster:
    """A volley at a unit, and where in the count its characters stand."""

    def __init__(self, volley: Volley, places: list[int]) -> None:
        self.volley: Final = volley
        self.places: Final = places  # from 1; 0: there is none


def at_roster_of(rules: GaslightRules, values: Values) -> AtRoster:
    return AtRoster(volley_of(rules, values), [values.number(f"place{number}") for number in range(1, SAVERS + 1)])


def fire_at_roster(dice: Dice, rules: GaslightRules, at: AtRoster) -> Facts:
    paper = OnPaper()
    shoot(dice, rules, at.volley, paper)
    fallen = [place > 0 and paper.gone >> (place - 1) & 1 == 1 for place in at.places]
    return (paper.hits, lost(at.volley.target, paper.gone)[0], fallen[0], fallen[1], fallen[2])


VOLLEY: Final = Form(
    "volley",
    "Shooting at a unit: to hit, the count of casualties, their saves, and which of its characters fall",
    at="weapons",
    example="weapon=breech-repeater-rifle figures=6 shoot=9 range=12 target=10 place1=5",
    results=("hits", "lost", "first", "second", "third"),
    fields=volley_fields,
    read=at_roster_of,
    run=fire_at_roster,
)


# ---------------------------------------------------------------- close combat


class Blows:
    """So many strike at so many, all alike, dealt round among them; those who are struck at strike by blows of their
    own."""

    def __init__(self, rules: GaslightRules, strikers: int, scuffle: int, struck: int, save: int) -> None:
        parts: list[Part] = []
        for many in (strikers // struck + 1, strikers // struck):
            fighters = [Fighter(scuffle, 0, [many], active=True, machine=False) for _ in range(many)]
            fighters.append(Fighter(LOWEST, save, [], active=False, machine=False))
            parts.append(Knot(rules, fighters, free=False))
        self.fight: Final = Fight(parts, [strikers % struck, struck - strikers % struck])


def blows_of(rules: GaslightRules, values: Values) -> Blows:
    strikers = values.number("strikers")
    many_on_one(rules, strikers, values.number("struck"), "strikers on")
    struck = min(values.number("struck"), strikers)  # nobody strikes at the others
    return Blows(rules, strikers, values.number("scuffle"), struck, values.number("save"))


def blows(dice: Dice, rules: GaslightRules, struck: Blows) -> Facts:
    return fight_round(dice, struck.fight)[1:]


BLOWS: Final = Form(
    "blows",
    "Close combat: the blows of figures that are alike, dealt round among those at whom they strike",
    at="close-combat",
    example="strikers=3 scuffle=10 struck=1 save=11",
    results=("killed",),
    fields=(
        Field("strikers", "figures that strike, all alike", 1, 1, MOST),
        attribute("scuffle", "their Scuffle", 10),
        Field("struck", "figures at whom they strike, all alike", 1, 1, MOST),
        Field("save", "the Save of those, 0: they are Extras", 0, 0, HIGHEST),
    ),
    read=blows_of,
    run=blows,
)


# ---------------------------------------------------------------- morale


class Checking:
    """A unit that checks its morale."""

    def __init__(self, figures: int, modifiers: list[Entry], *, crew: bool) -> None:
        self.figures: Final = figures
        self.modifiers: Final = modifiers
        self.crew: Final = crew


def checking_of(rules: GaslightRules, values: Values) -> Checking:
    case = morale_case_of(values, "", charging=values.flag("charging"))
    return Checking(values.number("figures"), account(rules, case), crew=values.flag("crew"))


def check_alone(dice: Dice, rules: GaslightRules, unit: Checking) -> Facts:
    return (check(dice, rules, unit.figures, unit.modifiers, crew=unit.crew, by=0),)


CHECK: Final = Form(
    "check",
    "Morale check, without what the models do if it fails",
    at="morale-test",
    example="figures=7 cover=light leader=no",
    results=("passed",),
    fields=(
        *body_fields("", "figures", "figures left in the unit"),
        Field("charging", "it wants to charge", default=False),
    ),
    read=checking_of,
    run=check_alone,
)


class Failing:
    """The classes of those who throw on the failure chart, characters first; who there is of the three."""

    def __init__(self, classes: list[int], there: list[bool]) -> None:
        self.classes: Final = classes
        self.there: Final = there


def failing_of(rules: GaslightRules, values: Values) -> Failing:
    words = [values.word(f"class{number}") for number in range(1, SAVERS + 1)]
    classes = [CLASSES.index(word) for word in words if word != NOBODY]
    extras = [TroopClass.EXTRA] * values.number("extras")
    return Failing([*classes, *extras], [word != NOBODY for word in words])


def each_fails(dice: Dice, rules: GaslightRules, unit: Failing) -> Facts:
    """All dice first, characters before Extras: a word for each character, of the Extras how many do what."""
    results = failures(dice, rules, unit.classes, 0)
    facts: list[Value] = []
    at = 0
    for there in unit.there:
        facts.append(RESULTS[results[at]] if there else NOBODY)
        at += 1 if there else 0
    counts = [results[at:].count(result) for result in range(len(RESULTS))]
    return (*facts, *counts)


FAILURES: Final = Form(
    "failures",
    "Morale Failure Results Chart: what each model of a unit does",
    at="morale-failure",
    example="class1=leader extras=6",
    results=("first", "second", "third", "run_off", "run", "back", "freeze", "random", "charge", "fire", "no_effect"),
    fields=(
        *[
            Field(f"class{number}", f"class of its {ORDINALS[number]} character", NOBODY, choices=(NOBODY, *CLASSES))
            for number in range(1, SAVERS + 1)
        ],
        Field("extras", "its Extras", 6, 0, 2 * MOST_TARGET),
    ),
    read=failing_of,
    run=each_fails,
)
RAN_OFF: Final = RESULTS[FailureResult.RUN_OFF]
