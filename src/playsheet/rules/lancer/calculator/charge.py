"""The charge on paper: what comes of it for each distance that may be thrown."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Value, Values, shown_length
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.lancer.calculator import shooting
from playsheet.rules.lancer.calculator.fields import (
    ARMS,
    MOST,
    NEVER,
    comes_up_to,
    length_field,
    many_on_one,
    rating,
    room_field,
    routs_within,
    size,
    target,
)
from playsheet.rules.lancer.calculator.melee import Body, bouts_between
from playsheet.rules.lancer.calculator.morale import NOT_HIT, ROUTED
from playsheet.rules.lancer.calculator.moves import March, rate_of
from playsheet.rules.lancer.calculator.shooting import Shooting, dice_for
from playsheet.rules.lancer.dice.charge import CHARGE as STEPS
from playsheet.rules.lancer.dice.charge import COUNTER_CHARGE, Course
from playsheet.rules.lancer.dice.melee import Bout, Round, on_paper
from playsheet.rules.lancer.dice.shooting import Volley, Witness
from playsheet.rules.lancer.sheet import LancerRules, Rate
from playsheet.rules.lancer.terms import Arm, Reaction

REACTIONS: Final = ("nothing", "fire", "counter-charge")


class Landing:
    """Where a charge ends that has thrown so many inches, and what comes next.

    Home: the pairs that fight. Short: what the target does, its fire, or its counter-charge.
    """

    def __init__(self, inches: float, *, home: bool) -> None:
        self.inches: Final = inches
        self.home: Final = home
        self.bouts: list[Bout] = []
        self.reaction = Reaction.NOTHING
        self.fire: Shooting | None = None
        self.counter: Run | None = None


class Run:
    """A charge move on paper: its dice, and a landing for each total, from the lowest to the highest."""

    def __init__(self, rate: Rate, landings: list[Landing]) -> None:
        self.rate: Final = rate
        self.landings: Final = landings

    def landing(self, inches: int) -> Landing:
        return self.landings[inches - lowest(self.rate)]

    def marks(self) -> list[int]:
        """Every inch matters until it is home."""
        marks: list[int] = []
        for inches in totals(self.rate):
            marks.append(inches)
            if self.landing(inches).home:
                break
        return marks


def lowest(rate: Rate) -> int:
    return rate.dice + rate.add


def totals(rate: Rate) -> list[int]:
    """Every distance that its dice may come to."""
    return list(range(lowest(rate), rate.dice * rate.sides + rate.add + 1))


class Assault:
    """A charge, or a counter-charge, with the answers that are taken for granted in it."""

    def __init__(self, run: Run, assumed: list[str], *, counter: bool) -> None:
        self.run: Final = run
        self.assumed: Final = assumed
        self.counter: Final = counter


class OnPaper(Course):
    """A charge on paper: its landings are known, and what came of it is counted."""

    def __init__(self, rules: LancerRules, assault: Assault) -> None:
        super().__init__()
        self.rules: Final = rules
        self.counter: Final = assault.counter  # it is a counter-charge from the start
        self.run: Final = assault.run
        self.first = assault.run.landings[0]  # where the charge ended ...
        self.last = self.first  # ... and where the last move of it did
        self.lost = [0, 0]  # the charger's, the target's
        self.morale = NOT_HIT
        self.fire: shooting.OnPaper | None = None

    def going(self, counter: bool) -> Run:
        """The move that is being made."""
        following = self.first.counter
        return following if counter and not self.counter and following is not None else self.run

    def rate(self, *, counter: bool) -> Rate:
        return self.going(counter).rate

    def marks(self, *, counter: bool) -> list[int]:
        return self.going(counter).marks()

    def goes(self, inches: int, *, counter: bool) -> bool:
        self.last = self.going(counter).landing(inches)
        if counter == self.counter:
            self.first = self.last
        return self.last.home

    def round(self, *, counter: bool, reactor_attacks: bool) -> Round:
        return on_paper(self.rules, self.last.bouts, charging=True)

    def fought(self, lost: State, *, reactor_attacks: bool) -> None:
        self.lost = [lost[1], lost[0]] if reactor_attacks else [lost[0], lost[1]]

    def reaction(self) -> int:
        return self.first.reaction

    def shot(self) -> Volley:
        assert self.first.fire is not None
        return self.first.fire.volley

    def witness(self) -> Witness:
        assert self.first.fire is not None
        self.fire = shooting.OnPaper(self.first.fire, rout_takes_commander=self.rules.rout_takes_commander)
        return self.fire

    def fired(self) -> None:
        assert self.fire is not None
        self.morale = self.fire.morale
        if self.morale != ROUTED:  # else it is gone altogether
            self.lost = [self.fire.lost + self.fire.commanders_lost, 0]

    def facts(self) -> Facts:
        """A counter-charge is told from the side of the one who counter-charges."""
        mine, theirs = (self.lost[1], self.lost[0]) if self.counter else (self.lost[0], self.lost[1])
        countered = self.last is not self.first and self.last.home
        return (self.first.home, shown_length(self.first.inches), mine, theirs, self.morale, countered)


def charge(dice: Dice, rules: LancerRules, assault: Assault) -> Facts:
    """The distance and, if it gets home, a round of melee; if it does not, the target's reaction."""
    course = OnPaper(rules, assault)
    for step in COUNTER_CHARGE if assault.counter else STEPS:
        step(dice, rules, course)
    return course.facts()


# ---------------------------------------------------------------- filled in by hand


def charge_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (
        Field("kind", "who charges", "foot", choices=ARMS[:2]),
        length_field("gap", "inches to the enemy", 10),
        length_field("stop", "inches to what would stop it before: a friend, the edge of other ground", NEVER),
        Field("woods", "the ground ahead is woods", default=False),
        Field("figures", "charging figures that would touch the enemy", 5, 0, MOST),
        rating(rules, "melee", "their Melee"),
        Field("lancer", "they are lancers", default=False),
        Field("enemy_kind", "whom they charge (gun: its crew)", "foot", choices=ARMS),
        Field("enemies", "enemy figures that they would touch", 5, 0, MOST),
        rating(rules, "enemy_melee", "the enemy's Melee"),
        Field("enemy_lancer", "the enemy are lancers (counts only if they attack)", default=False),
        Field("uphill", "the attacker's figures stand lower", default=False),
        Field("counter", "it is a counter-charge: the enemy, who charged first, attacks (R22)", default=False),
        Field("reaction", "what the enemy does if it falls short (R21)", REACTIONS[0], choices=REACTIONS),
        Field("weapon", "what the enemy would fire", next(iter(rules.weapons)), choices=tuple(rules.weapons)),
        Field("firing", "how many of them: rifles in the front two ranks, or crew", size(rules, "foot"), 1, MOST),
        Field("cover", "where the chargers would stand then", "open", choices=("open", "cover")),
        Field("unit", "figures in the charging unit", size(rules, "foot"), 1, MOST),
        Field("start", "figures it started with", size(rules, "foot"), 1, MOST),
        rating(rules, "morale", "its Morale, as printed on its card"),
        Field("commanders", "commanders attached to it", 0, 0, 3),
        room_field("it, then,"),
    )


def assault_of(rules: LancerRules, values: Values) -> Assault:
    kind = values.word("kind")
    if values.flag("woods") and kind != "foot":
        raise Refused(f"{kind} does not charge through woods: expected kind=foot.")
    mine = values.number("figures")
    theirs = values.number("enemies")
    if (mine == 0) != (theirs == 0):
        raise Refused("figures that touch nobody do not fight: expected figures and enemies both 0, or neither.")
    many_on_one(rules, mine, theirs, "figures on")
    many_on_one(rules, theirs, mine, "enemies on")
    reaction = REACTIONS.index(values.word("reaction"))
    counter = values.flag("counter")
    if counter and reaction != Reaction.NOTHING:
        raise Refused("nobody reacts to a counter-charge (R21): expected reaction=nothing.")
    run = run_of(rules, values, values.length("gap"), values.length("stop"), counter=counter)
    if reaction == Reaction.FIRE:
        fire = fire_of(rules, values)
        for landing in run.landings:
            landing.reaction = reaction
            landing.fire = fire
    elif reaction == Reaction.COUNTER_CHARGE:
        for landing in run.landings:
            landing.reaction = reaction
            landing.counter = run_of(
                rules, values, values.length("gap") - landing.inches, float(NEVER), counter=True, answering=True
            )
    return Assault(run, [ASSUMED[reaction]] if reaction != Reaction.NOTHING else [], counter=counter)


ASSUMED: Final = (
    "The target does nothing if the charge falls short.",
    "The target fires if the charge falls short.",
    "The target counter-charges if the charge falls short.",
)


def run_of(
    rules: LancerRules, values: Values, gap: float, stop: float, *, counter: bool, answering: bool = False
) -> Run:
    """The move of the chargers, or (`answering`) of the enemy who counter-charges them, by what is filled in."""
    mine = Body(
        values.number("figures"), ARMS.index(values.word("kind")), values.number("melee"), lancer=values.flag("lancer")
    )
    enemy = Body(
        values.number("enemies"),
        ARMS.index(values.word("enemy_kind")),
        values.number("enemy_melee"),
        lancer=values.flag("enemy_lancer"),
    )
    mover, other = (enemy, mine) if answering else (mine, enemy)
    if mover.arm == Arm.GUN:
        raise Refused("guns never charge: expected another reaction.")
    bouts: list[Bout] = []
    if mine.figures:
        attackers, defenders = (other, mover) if counter and not rules.reactor_attacks else (mover, other)
        bouts = bouts_between(rules, attackers, defenders, uphill=values.flag("uphill"))
    rate = rate_of(rules, March(mover.arm, "woods_charge" if values.flag("woods") else "charge"))
    landings: list[Landing] = []
    for inches in totals(rate):
        home = gap <= stop + TOLERANCE and comes_up_to(inches, gap)
        landing = Landing(gap if home else min(float(inches), stop), home=home)
        landing.bouts = bouts
        landings.append(landing)
    return Run(rate, landings)


def fire_of(rules: LancerRules, values: Values) -> Shooting:
    """The enemy's fire at a charge that fell short."""
    weapon = rules.weapons[values.word("weapon")]
    figures = values.number("firing")
    unit = target(rules, values, values.number("unit"), values.number("commanders"))
    shot = Volley(weapon, dice_for(rules, weapon, figures), values.word("cover") == "cover", unit, True)
    room = values.length("room")
    return Shooting(shot, figures, room, routs_within(rules, room))


def assumes(rules: LancerRules, assault: Assault) -> list[str]:
    return assault.assumed


def unused(rules: LancerRules) -> dict[str, Value]:
    """The form as it stands before anything is filled in."""
    return {field.name: field.default for field in charge_fields(rules)}


CHARGE: Final = Form(
    "charge",
    "Charge: does it get home, the round of melee that follows, and what is done about it if it falls short",
    at="movement",
    example="kind=horse gap=16 lancer=yes figures=3 enemies=3 enemy_melee=3",
    results=("contact", "inches", "lost", "enemies_lost", "morale", "countered"),
    fields=charge_fields,
    read=assault_of,
    run=charge,
    assumes=assumes,
)
