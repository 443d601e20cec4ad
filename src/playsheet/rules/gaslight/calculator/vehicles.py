"""Machines: driving, and what hits do to them."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Part, State
from playsheet.core.errors import Refused
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Value, Values
from playsheet.rules.gaslight.calculator.inputs import (
    Facts,
    aim_of,
    attribute,
    cover_of,
    shooter_fields,
    vehicle_weapons,
)
from playsheet.rules.gaslight.dice.melee import scuffle_hits
from playsheet.rules.gaslight.dice.shooting import Aim, to_hit
from playsheet.rules.gaslight.dice.vehicles import (
    Hacking,
    VehicleWitness,
    fire_at_machine,
    shot_outcome,
    start,
    struck_by_hand,
    struck_by_shot,
    sustain,
)
from playsheet.rules.gaslight.sheet import HIGHEST, LOWEST, GaslightRules
from playsheet.rules.gaslight.terms import OUTCOMES, HitResult
from playsheet.tabletop.machines.charts import SHOOT, SPEED, SUSTAINS
from playsheet.tabletop.machines.machine import (
    CREW_AT,
    ENGINE_AT,
    ENGINES,
    FATE_AT,
    FATES,
    IN_PLAY,
    STATS_AT,
    STEERS_AT,
    TIMER_AT,
    Blueprint,
    Machine,
    ones,
)

DAMAGE: Final = ("fate", "engine", "save_lost", "crew_lost")
DETAILS: Final = ("steers", "steam", "shoot_lost", "sustain_lost", "speed_lost", "weapons_lost")
HITS: Final = ("shot", "figures", "machine")
DENTS: Final = ("nothing", "dent", "crack", "crack")  # what an outcome is called hand to hand
MOST_SHOTS: Final = 4  # at a machine, followed one by one
MOST_SAVES: Final = 12  # counted only


def machine_fields() -> tuple[Field, ...]:
    """The machine that is hit."""
    return (
        attribute("save", "the machine's Save", 12),
        attribute("sustain", "its Sustain", 17),
        Field("speed", "its Speed", 8, 1, 100),
        attribute("crew_shoot", "its crew's Shoot", 12),
        Field("crew", "its crew, all Extras but the commander", 4, 1, 10),
        Field("commander_save", "the commander's Save, 0: he is an Extra", 9, 0, HIGHEST),
        Field("weapons", "its weapons that work", 2, 0, 6),
    )


def machine_of(values: Values) -> Machine:
    """A whole machine; the crew's first man commands it."""
    crew = values.number("crew")
    saves = [values.number("commander_save")] + [0] * (crew - 1)
    shoots = [values.number("crew_shoot")] * crew
    blueprint = Blueprint(LOWEST, shoots, saves, [0] * values.number("weapons"))
    return Machine(blueprint, blueprint.whole(values.number("save"), values.number("sustain"), values.number("speed")))


def damage(whole: State, left: State) -> tuple[Value, ...]:
    """What has become of a machine; of a lost one only how it was lost."""
    if left[FATE_AT] != IN_PLAY:
        return (FATES[left[FATE_AT]], "gone", 0, 0)
    return (
        FATES[IN_PLAY],
        ENGINES[left[ENGINE_AT]],
        whole[STATS_AT] - left[STATS_AT],
        ones(whole[CREW_AT]) - ones(left[CREW_AT]),
    )


def in_detail(whole: State, left: State) -> tuple[Value, ...]:
    """The same to the last point."""
    if left[FATE_AT] != IN_PLAY:
        return (*damage(whole, left), False, 0, 0, 0, 0, 0)
    weapons = 0
    for each in left[CREW_AT + 1 :]:
        if each == 0:
            weapons += 1
    return (
        *damage(whole, left),
        left[STEERS_AT] == 1,
        left[TIMER_AT],
        left[STATS_AT + SHOOT],
        whole[STATS_AT + SUSTAINS] - left[STATS_AT + SUSTAINS],
        whole[STATS_AT + SPEED] - left[STATS_AT + SPEED],
        weapons,
    )


class VehicleSaves(Procedure):
    """Fire at a machine, only as far as its saving throws."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        fields = (*shooter_fields(rules, vehicle_weapons(rules), 0), attribute("save", "the machine's Save", 12))
        super().__init__(
            "vehicle-saves",
            "Shooting at a vehicle: how its saving throws come out, at the Save it has now",
            "vehicle-save-outcome",
            fields,
            ("hits", "non_penetrating", "penetrating", "catastrophic"),
            "weapon=breech-repeater-rifle figures=8 shoot=9 range=10 save=8",
        )

    def prepare(self, values: Values) -> Prepared:
        at = aim_of(self.rules, values)
        if at.dice > MOST_SAVES:
            raise Refused(f"{at.dice} shots are too many at once: expected {MOST_SAVES} or fewer.")
        return PreparedSaves(self, values, at, OneShot(self.rules, at, cover_of(values), values.number("save")))


class OneShot(Part):
    """One shot at a machine: (hits, non-penetrating, penetrating, catastrophic)."""

    def __init__(self, rules: GaslightRules, at: Aim, cover: int, save: int) -> None:
        self.rules: Final = rules
        self.aims: Final = [Aim(1, at.number, at.throw, at.has_srm, at.srm)]
        self.cover: Final = cover
        self.save: Final = save

    def run(self, dice: Dice) -> State:
        counts = [0, 0, 0, 0]
        if to_hit(dice, self.rules, self.aims, self.cover):
            counts[0] = 1
            came = shot_outcome(dice, self.rules, self.save, self.aims[0].has_srm, self.aims[0].srm)
            if came != HitResult.BOUNCE:
                counts[came] = 1
        return tuple(counts)


class PreparedSaves(Prepared):
    def __init__(self, procedure: Procedure, values: Values, at: Aim, one: OneShot) -> None:
        super().__init__(procedure, values)
        self.parts: Final[list[Part]] = [one]
        self.times: Final = [at.dice]

    def run(self, dice: Dice) -> Outcome:
        return Facts(dice.sum(self.parts, self.times, (0, 0, 0, 0)))


class VehicleHit(Procedure):
    """One hit on a machine, to the last detail."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("srm", "the weapon's SRM, or the modifier of close combat", 0, -20, 20),
            Field("by", "how it was hit: by a shot, by figures, by a machine hand to hand", HITS[0], choices=HITS),
            *machine_fields(),
        )
        super().__init__(
            "vehicle-hit",
            "A hit on a vehicle: the saving throw, the chart, and all that follows",
            "vehicle-save-outcome",
            fields,
            ("outcome", *DAMAGE, *DETAILS),
            "srm=-5 save=10",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedHit(self, values, self.rules, machine_of(values))


class PreparedHit(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GaslightRules, machine: Machine) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.blueprint: Final = machine.blueprint
        self.whole: Final = machine.state()
        self.srm: Final = values.number("srm")
        self.by: Final[int] = HITS.index(values.word("by"))

    def run(self, dice: Dice) -> Outcome:
        paper = MachineOnPaper()
        machine = Machine(self.blueprint, self.whole)
        if self.by == 0:
            struck_by_shot(dice, self.rules, machine, True, self.srm, paper)
            word = OUTCOMES[paper.outcome]
        else:
            struck_by_hand(dice, self.rules, machine, self.srm, self.by == 2, paper)
            word = DENTS[paper.outcome]
        return Facts((word, *in_detail(self.whole, machine.state())))


class ShootingAtVehicle(Procedure):
    """Fire at a machine, to damage."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        fields = (*shooter_fields(rules, vehicle_weapons(rules), 0), *machine_fields())
        super().__init__(
            "shoot-vehicle",
            "Shooting at a vehicle: to hit, its saving throws, and what the hits do",
            "vehicle-shooting-hits",
            fields,
            ("hits", *DAMAGE),
            "weapon=medium-rifled shoot=12 range=20 save=12",
        )

    def prepare(self, values: Values) -> Prepared:
        at = aim_of(self.rules, values)
        if at.dice > MOST_SHOTS:
            raise Refused(f"{at.dice} shots are too many to be followed one by one: expected {MOST_SHOTS} or fewer.")
        return PreparedVehicle(self, values, self.rules, at, machine_of(values))


class PreparedVehicle(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GaslightRules, at: Aim, machine: Machine) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.aims: Final = [at]
        self.cover: Final = cover_of(values)
        self.machine: Final = machine
        self.whole: Final = machine.state()

    def run(self, dice: Dice) -> Outcome:
        paper = MachineOnPaper()
        left = fire_at_machine(dice, self.rules, self.aims, self.cover, self.machine, paper)
        return Facts((paper.hits, *damage(self.whole, left)))


class MachineOnPaper(VehicleWitness):
    """Fire at a machine on paper."""

    def __init__(self) -> None:
        self.hits = 0
        self.outcome = 0

    def fired(self, hits: int) -> None:
        self.hits = hits

    def saved(self, machine: Machine, outcome: int) -> None:
        self.outcome = outcome


class Driving(Procedure):
    """Does a machine drive?"""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        fields = (
            attribute("sustain", "its Sustain", 17),
            attribute("start", "its Start", 14),
            Field("stalled", "it has stalled: a Start roll instead of the drive", False),
        )
        super().__init__(
            "drive", "Sustain and Start rolls: what a machine does", "driving", fields, ("result",), "sustain=17"
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedDrive(self, values, self.rules)


class PreparedDrive(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GaslightRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules

    def run(self, dice: Dice) -> Outcome:
        if self.values.flag("stalled"):
            runs = start(dice, self.rules, self.values.number("start"))
            return Facts(("starts" if runs else "does not start",))
        runs = sustain(dice, self.rules, self.values.number("sustain"))
        return Facts(("drives" if runs else "stays where it is" if self.rules.sustain_this_card else "stalls",))


ATTACKERS: Final = ("foot", "explosives", "machine", "special")


class Assault(Procedure):
    """Close combat against a machine, to damage."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("dice", "dice of the attackers: one a figure, or a machine's Scuffle dice", 3, 1, MOST_SHOTS),
            attribute("scuffle", "their Scuffle", 10),
            Field(
                "attackers", "who they are (special: a vehicle with a special melee weapon)", "foot", choices=ATTACKERS
            ),
            *machine_fields(),
        )
        super().__init__(
            "assault",
            "Close combat against a vehicle: to hit, its saving throws, and what the hits do",
            "vehicle-melee-hits",
            fields,
            ("hits", *DAMAGE),
            "dice=3 scuffle=10 attackers=explosives save=8",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedAssault(self, values, self.rules, machine_of(values))


class PreparedAssault(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GaslightRules, machine: Machine) -> None:
        super().__init__(procedure, values)
        word = values.word("attackers")
        srms = [rules.foot_srm, rules.explosives_srm, rules.machine_srm, rules.special_srm]
        self.rules: Final = rules
        self.dice: Final = values.number("dice")
        self.scuffle: Final = values.number("scuffle")
        self.whole: Final = machine.state()
        by_machine = word in ("machine", "special")
        srm = srms[ATTACKERS.index(word)]
        self.hacking: Final = Hacking(rules, machine, self.dice, srm, by_machine, MachineOnPaper())

    def run(self, dice: Dice) -> Outcome:
        hits = scuffle_hits(dice, self.rules, self.dice, self.scuffle)
        return Facts((hits, *damage(self.whole, dice.through(hits, self.whole, self.hacking))))
