"""Machines: driving, and what hits do to them, as forms."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Part, State
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.rules.gaslight.calculator.inputs import (
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
from playsheet.rules.gaslight.terms import ATTACKERS, HITS_BY, OUTCOMES, Attackers, HitBy, HitResult
from playsheet.tabletop.machines.charts import SHOOT, SPEED, SUSTAINS
from playsheet.tabletop.machines.hits import hit_by_hit
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
DENTS: Final = ("nothing", "dent", "crack", "crack")  # what an outcome is called hand to hand
STARTS: Final = "starts"  # what an engine roll comes to
STALLS: Final = "stalls"
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


def machine_inputs(machine: Machine) -> dict[str, Value]:
    """The machine as it is by now."""
    men = machine.men()
    return {
        "save": machine.save(),
        "sustain": machine.sustain(),
        "speed": machine.speed(),
        "crew_shoot": machine.shoot(),
        "crew": len(men),
        "commander_save": machine.blueprint.saves[men[0]] if men else 0,
        "weapons": len(machine.working()),
    }


def damage(whole: State, left: State) -> Facts:
    """What has become of a machine; of a lost one only how it was lost."""
    if left[FATE_AT] != IN_PLAY:
        return (FATES[left[FATE_AT]], "gone", 0, 0)
    return (
        FATES[IN_PLAY],
        ENGINES[left[ENGINE_AT]],
        whole[STATS_AT] - left[STATS_AT],
        ones(whole[CREW_AT]) - ones(left[CREW_AT]),
    )


def in_detail(whole: State, left: State) -> Facts:
    """The same to the last point."""
    if left[FATE_AT] != IN_PLAY:
        return (*damage(whole, left), False, 0, 0, 0, 0, 0)
    return (
        *damage(whole, left),
        left[STEERS_AT] == 1,
        left[TIMER_AT],
        left[STATS_AT + SHOOT] - whole[STATS_AT + SHOOT],
        whole[STATS_AT + SUSTAINS] - left[STATS_AT + SUSTAINS],
        whole[STATS_AT + SPEED] - left[STATS_AT + SPEED],
        working(whole) - working(left),
    )


def working(state: State) -> int:
    """How many of its weapons work."""
    return len([each for each in state[CREW_AT + 1 :] if each])


class MachineOnPaper(VehicleWitness):
    """Fire at a machine on paper."""

    def __init__(self) -> None:
        self.hits = 0
        self.outcome = 0

    def fired(self, hits: int) -> None:
        self.hits = hits

    def saved(self, machine: Machine, outcome: int) -> None:
        self.outcome = outcome


# ---------------------------------------------------------------- driving


class Drive:
    """What an engine is rolled for by, and whether it has stalled."""

    def __init__(self, sustain: int, start: int, *, stalled: bool, engaged: bool) -> None:
        self.sustain: Final = sustain
        self.start: Final = start
        self.stalled: Final = stalled
        self.engaged: Final = engaged  # enemies touch it, and strike if it drives off (R99)


def drive_of(rules: GaslightRules, values: Values) -> Drive:
    return Drive(values.number("sustain"), values.number("start"), stalled=values.flag("stalled"), engaged=False)


def drive_inputs(rules: GaslightRules, drive: Drive) -> dict[str, Value]:
    return {"sustain": drive.sustain, "start": drive.start, "stalled": drive.stalled}


def engine_roll(dice: Dice, rules: GaslightRules, drive: Drive) -> Facts:
    if drive.stalled:
        return (STARTS if start(dice, rules, drive.start) else "does not start",)
    if sustain(dice, rules, drive.sustain):
        return ("drives",)
    return ("stays where it is" if rules.sustain_this_card else STALLS,)


def assumed_of_drive(rules: GaslightRules, drive: Drive) -> list[str]:
    return ["The free blows at a machine that drives off are left out."] if drive.engaged else []


DRIVING: Final = Form(
    "drive",
    "Sustain and Start rolls: what a machine does",
    at="driving",
    example="sustain=17",
    results=("result",),
    fields=(
        attribute("sustain", "its Sustain", 17),
        attribute("start", "its Start", 14),
        Field("stalled", "it has stalled: a Start roll instead of the drive", default=False),
    ),
    read=drive_of,
    run=engine_roll,
    assumes=assumed_of_drive,
    write=drive_inputs,
)


# ---------------------------------------------------------------- hits by fire


class AtMachine:
    """The situation of fire at a machine, to damage."""

    def __init__(self, aims: list[Aim], cover: int, machine: Machine) -> None:
        self.aims: Final = aims
        self.cover: Final = cover
        self.machine: Final = machine


def at_machine_fields(rules: GaslightRules) -> tuple[Field, ...]:
    return (*shooter_fields(rules, vehicle_weapons(rules), 0), *machine_fields())


def at_machine_of(rules: GaslightRules, values: Values) -> AtMachine:
    aim = aim_of(rules, values, values.number("figures"))
    if aim.dice > MOST_SHOTS:
        raise Refused(f"{aim.dice} shots are too many to be followed one by one: expected {MOST_SHOTS} or fewer.")
    return AtMachine([aim], cover_of(values), machine_of(values))


def fire_to_damage(dice: Dice, rules: GaslightRules, shot: AtMachine) -> Facts:
    paper = MachineOnPaper()
    left = fire_at_machine(dice, rules, shot.aims, shot.cover, shot.machine, paper)
    return (paper.hits, *damage(shot.machine.state(), left))


SHOOT_VEHICLE: Final = Form(
    "shoot-vehicle",
    "Shooting at a vehicle: to hit, its saving throws, and what the hits do",
    at="vehicle-shooting-hits",
    example="weapon=medium-rifled shoot=12 range=20 save=12",
    results=("hits", *DAMAGE),
    fields=at_machine_fields,
    read=at_machine_of,
    run=fire_to_damage,
)


class OneShot(Part):
    """One shot at a machine: (hits, non-penetrating, penetrating, catastrophic)."""

    def __init__(self, rules: GaslightRules, aim: Aim, cover: int, save: int) -> None:
        self.rules: Final = rules
        self.aims: Final = [Aim(1, aim.number, aim.throw, aim.srm, has_srm=aim.has_srm)]
        self.cover: Final = cover
        self.save: Final = save

    def run(self, dice: Dice) -> State:
        if not to_hit(dice, self.rules, self.aims, self.cover):
            return (0, 0, 0, 0)
        counts = [1, 0, 0, 0]
        came = shot_outcome(dice, self.rules, self.save, self.aims[0].has_srm, self.aims[0].srm)
        if came != HitResult.BOUNCE:
            counts[came] = 1
        return tuple(counts)


class Fusillade:
    """Shots at a machine, as far as its saving throws: the kinds of them, and how many there are of each."""

    def __init__(self, rules: GaslightRules, aims: list[Aim], cover: int, save: int) -> None:
        self.shots: Final[list[Part]] = [OneShot(rules, aim, cover, save) for aim in aims]
        self.times: Final = [aim.dice for aim in aims]


def fusillade_fields(rules: GaslightRules) -> tuple[Field, ...]:
    return (*shooter_fields(rules, vehicle_weapons(rules), 0), attribute("save", "the machine's Save", 12))


def fusillade_of(rules: GaslightRules, values: Values) -> Fusillade:
    aim = aim_of(rules, values, values.number("figures"))
    if aim.dice > MOST_SAVES:
        raise Refused(f"{aim.dice} shots are too many at once: expected {MOST_SAVES} or fewer.")
    return Fusillade(rules, [aim], cover_of(values), values.number("save"))


def saving_throws(dice: Dice, rules: GaslightRules, fusillade: Fusillade) -> Facts:
    return dice.sum(fusillade.shots, fusillade.times, (0, 0, 0, 0))


def assumed_of_saves(rules: GaslightRules, fusillade: Fusillade) -> list[str]:
    return ["The machine's Save stays as it is now."]


VEHICLE_SAVES: Final = Form(
    "vehicle-saves",
    "Shooting at a vehicle: how its saving throws come out, at the Save it has now",
    at="vehicle-save-outcome",
    example="weapon=breech-repeater-rifle figures=8 shoot=9 range=10 save=8",
    results=("hits", "non_penetrating", "penetrating", "catastrophic"),
    fields=fusillade_fields,
    read=fusillade_of,
    run=saving_throws,
    assumes=assumed_of_saves,
)


class VehicleHit:
    """One hit on a machine, by a shot or hand to hand."""

    def __init__(self, machine: Machine, srm: int, by: int) -> None:
        self.machine: Final = machine
        self.srm: Final = srm
        self.by: Final = by


def vehicle_hit_of(rules: GaslightRules, values: Values) -> VehicleHit:
    return VehicleHit(machine_of(values), values.number("srm"), HITS_BY.index(values.word("by")))


def hit_in_detail(dice: Dice, rules: GaslightRules, hit: VehicleHit) -> Facts:
    paper = MachineOnPaper()
    whole = hit.machine.state()
    machine = Machine(hit.machine.blueprint, whole)
    if hit.by == HitBy.SHOT:
        struck_by_shot(dice, rules, machine, has_srm=True, srm=hit.srm, witness=paper)
        word = OUTCOMES[paper.outcome]
    else:
        struck_by_hand(dice, rules, machine, hit.srm, hit.by == HitBy.MACHINE, paper)
        word = DENTS[paper.outcome]
    return (word, *in_detail(whole, machine.state()))


VEHICLE_HIT: Final = Form(
    "vehicle-hit",
    "A hit on a vehicle: the saving throw, the chart, and all that follows",
    at="vehicle-save-outcome",
    example="srm=-5 save=10",
    results=("outcome", *DAMAGE, *DETAILS),
    fields=(
        Field("srm", "the weapon's SRM, or the modifier of close combat", 0, -20, 20),
        Field(
            "by",
            "how it was hit: by a shot, by figures, by a machine hand to hand",
            HITS_BY[HitBy.SHOT],
            choices=HITS_BY,
        ),
        *machine_fields(),
    ),
    read=vehicle_hit_of,
    run=hit_in_detail,
)


# ---------------------------------------------------------------- hand to hand


class Assault:
    """Close combat against a machine, to damage: so many dice of attackers."""

    def __init__(self, rules: GaslightRules, machine: Machine, dice: int, scuffle: int, attackers: int) -> None:
        srms = [rules.foot_srm, rules.explosives_srm, rules.machine_srm, rules.special_srm]
        by_machine = attackers in (Attackers.MACHINE, Attackers.SPECIAL)
        self.machine: Final = machine
        self.dice: Final = dice
        self.scuffle: Final = scuffle
        self.attackers: Final = attackers
        self.hacking: Final = Hacking(rules, machine, dice, srms[attackers], by_machine, MachineOnPaper())


def assault_of(rules: GaslightRules, values: Values) -> Assault:
    attackers = ATTACKERS.index(values.word("attackers"))
    return Assault(rules, machine_of(values), values.number("dice"), values.number("scuffle"), attackers)


def assault_inputs(rules: GaslightRules, assault: Assault) -> dict[str, Value]:
    return {
        "dice": assault.dice,
        "scuffle": assault.scuffle,
        "attackers": ATTACKERS[assault.attackers],
        **machine_inputs(assault.machine),
    }


def assault_to_damage(dice: Dice, rules: GaslightRules, assault: Assault) -> Facts:
    hits = scuffle_hits(dice, rules, assault.dice, assault.scuffle)
    whole = assault.machine.state()
    return (hits, *damage(whole, hit_by_hit(dice, hits, whole, assault.hacking)))


ASSAULT: Final = Form(
    "assault",
    "Close combat against a vehicle: to hit, its saving throws, and what the hits do",
    at="vehicle-melee-hits",
    example="dice=3 scuffle=10 attackers=explosives save=8",
    results=("hits", *DAMAGE),
    fields=(
        Field("dice", "dice of the attackers: one a figure, or a machine's Scuffle dice", 3, 1, MOST_SHOTS),
        attribute("scuffle", "their Scuffle", 10),
        Field("attackers", "who they are (special: a vehicle with a special melee weapon)", "foot", choices=ATTACKERS),
        *machine_fields(),
    ),
    read=assault_of,
    run=assault_to_damage,
    write=assault_inputs,
)
