"""The forms that the field book throws for machines, as its roster keeps them: hit by hit, to the last point.

What these say is for people. What is written down is the machine's state, which `battered` gives for the same dice.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Stage, State
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.rules.gaslight.calculator.inputs import (
    MOST,
    MOST_TARGET,
    ORDINALS,
    SAVERS,
    aim_of,
    attribute,
    cover_of,
    shooter_fields,
    vehicle_weapons,
)
from playsheet.rules.gaslight.calculator.vehicles import DAMAGE, DETAILS, in_detail
from playsheet.rules.gaslight.dice.cannon import EXPLODES, most_hit
from playsheet.rules.gaslight.dice.melee import scuffle_hits
from playsheet.rules.gaslight.dice.morale import DESERTS, machine_failure
from playsheet.rules.gaslight.dice.shooting import Aim, to_hit
from playsheet.rules.gaslight.dice.vehicles import (
    VehicleWitness,
    crew_in_explosion,
    only_empty,
    struck_by_hand,
    struck_by_shot,
)
from playsheet.rules.gaslight.sheet import HIGHEST, LOWEST, GaslightRules
from playsheet.rules.gaslight.terms import HITS_BY, MACHINE_RESULTS, HitBy, HitResult, MachineResult
from playsheet.tabletop.machines.charts import SAVE, SHOOT, SPEED, STATS, SUSTAINS
from playsheet.tabletop.machines.machine import (
    ENGINES,
    EXPLODED,
    IN_PLAY,
    Blueprint,
    Machine,
)

MOST_WEAPONS: Final = 4  # of a machine that a book keeps
MOST_POINTS: Final = 999
NO_SHELL: Final = -1

# ---------------------------------------------------------------- a machine as a roster has it


def kept_fields() -> tuple[Field, ...]:
    """The machine as it is by now."""
    found = [
        attribute("save", "the machine's Save", 12),
        attribute("sustain", "its Sustain", 17),
        Field("speed", "its Speed", 8, 1, 100),
        Field("weakened", "points of Shoot that it has lost", 0, 0, MOST_POINTS),
        Field("engine", "its engine", ENGINES[0], choices=ENGINES),
        Field("adrift", "it cannot be steered", default=False),
        Field("steam", "ends of turn until its power fails, 0: it does not", 0, 0, MOST_POINTS),
        Field("for_good", "if its power fails it is for good", default=False),
        Field("men", "Extras aboard", 3, 0, MOST_TARGET),
        attribute("men_shoot", "their Shoot", 10),
        Field("outside", "men of its crew are outside it", default=False),
    ]
    for number in range(1, SAVERS + 1):
        found += [
            Field(f"aboard{number}", f"its {ORDINALS[number]} character is aboard", default=number == 1),
            attribute(f"shoot{number}", "his Shoot", 12),
            Field(f"save{number}", "his Save", 9, 0, HIGHEST),
        ]
    for number in range(1, MOST_WEAPONS + 1):
        found += [
            Field(f"weapon{number}", "0: no such weapon works; else 1 and what its Shoot has lost", 1, 0, MOST_POINTS),
            Field(f"mod{number}", "what that weapon adds to Shoot", 0, -20, 20),
        ]
    return tuple(found)


class Kept:
    """A machine as a roster has it: its characters first, then the Extras, each with a bit if he is aboard."""

    def __init__(self, machine: Machine, *, outside: bool) -> None:
        self.machine: Final = machine
        self.outside: Final = outside  # men of its crew live outside it


def kept_of(values: Values) -> Kept:
    men = values.number("men")
    shoots = [values.number(f"shoot{number}") for number in range(1, SAVERS + 1)]
    saves = [values.number(f"save{number}") for number in range(1, SAVERS + 1)]
    crew = ((1 << men) - 1) << SAVERS
    for number in range(1, SAVERS + 1):
        if values.flag(f"aboard{number}"):
            crew |= 1 << (number - 1)
    blueprint = Blueprint(
        LOWEST,
        [*shoots, *[values.number("men_shoot")] * men],
        [*saves, *[0] * men],
        [values.number(f"mod{number}") for number in range(1, MOST_WEAPONS + 1)],
    )
    stats = [0] * len(STATS)
    stats[SAVE] = values.number("save")
    stats[SHOOT] = values.number("weakened")
    stats[SUSTAINS] = values.number("sustain")
    stats[SPEED] = values.number("speed")
    state = (
        IN_PLAY,
        *stats,
        ENGINES.index(values.word("engine")),
        0 if values.flag("adrift") else 1,
        values.number("steam"),
        0 if values.flag("for_good") else 1,
        crew,
        *[values.number(f"weapon{number}") for number in range(1, MOST_WEAPONS + 1)],
    )
    return Kept(Machine(blueprint, state), outside=values.flag("outside"))


# ---------------------------------------------------------------- hits

# what stands before a machine's state while hits are gone through
COUNTED_AT: Final = 0  # 1: something counts as a hit for morale
CHECKED_AT: Final = 1  # 1: the crew checks at once
SHELL_AT: Final = 2  # as what size of a shell it explodes; NO_SHELL: it does not
MACHINE_AT: Final = 3


class Toll(VehicleWitness):
    """Sees one hit on a machine that is kept in a book."""

    def __init__(self, rules: GaslightRules, kept: Kept) -> None:
        self.rules: Final = rules
        self.kept: Final = kept
        self.counted = 0
        self.checked = 0
        self.shell = NO_SHELL

    def saved(self, machine: Machine, outcome: int) -> None:
        if outcome != HitResult.BOUNCE or self.rules.bounce_is_hit:
            self.counted = 1

    def lost(self, machine: Machine) -> None:
        if machine.fate == EXPLODED:
            self.shell = self.rules.sizes.index(machine.shell)
        elif only_empty(machine, outside=self.kept.outside):
            machine.fate = IN_PLAY

    def check(self, machine: Machine) -> None:
        self.checked = 1


class Pounding(Stage):
    """One more hit on it, by a shot or hand to hand; a lost machine takes no more."""

    def __init__(self, rules: GaslightRules, kept: Kept, by: int, srm: int, *, has_srm: bool) -> None:
        self.rules: Final = rules
        self.kept: Final = kept
        self.by: Final = by
        self.srm: Final = srm
        self.has_srm: Final = has_srm

    def step(self, dice: Dice, at: int, state: State) -> State:
        machine = Machine(self.kept.machine.blueprint, state[MACHINE_AT:])
        if machine.fate != IN_PLAY:
            return state
        toll = Toll(self.rules, self.kept)
        if self.by == HitBy.SHOT:
            struck_by_shot(dice, self.rules, machine, self.srm, toll, has_srm=self.has_srm)
        else:
            struck_by_hand(dice, self.rules, machine, self.srm, self.by == HitBy.MACHINE, toll)
        counted = max(state[COUNTED_AT], toll.counted)
        checked = max(state[CHECKED_AT], toll.checked)
        return (counted, checked, toll.shell, *machine.state())


class Battered:
    """What hits have done to a machine."""

    def __init__(self, hits: int, left: State) -> None:
        self.hits: Final = hits
        self.counted: Final = left[COUNTED_AT] == 1
        self.checked: Final = left[CHECKED_AT] == 1
        self.shell: Final = left[SHELL_AT]
        self.state: Final = left[MACHINE_AT:]


def untouched(kept: Kept) -> State:
    return (0, 0, NO_SHELL, *kept.machine.state())


class AtKept:
    """Fire at a machine, or one hit on it (no aim): by a shot or hand to hand."""

    def __init__(self, kept: Kept, aims: list[Aim], cover: int, by: int, srm: int) -> None:
        self.kept: Final = kept
        self.aims: Final = aims
        self.cover: Final = cover
        self.by: Final = by
        self.srm: Final = srm


def battered(dice: Dice, rules: GaslightRules, at: AtKept) -> Battered:
    """All dice to hit, then hit by hit with all that the charts call for."""
    hits = 1
    has_srm = True
    srm = at.srm
    if at.aims:
        hits = to_hit(dice, rules, at.aims, at.cover)
        has_srm = at.aims[0].has_srm
        srm = at.aims[0].srm
    return Battered(hits, dice.through(hits, untouched(at.kept), Pounding(rules, at.kept, at.by, srm, has_srm=has_srm)))


def pound(dice: Dice, rules: GaslightRules, at: AtKept) -> Facts:
    came = battered(dice, rules, at)
    return (came.hits, came.counted, *in_detail(at.kept.machine.state(), came.state))


def fired_on_of(rules: GaslightRules, values: Values) -> AtKept:
    return AtKept(kept_of(values), [aim_of(rules, values, values.number("figures"))], cover_of(values), HitBy.SHOT, 0)


def fired_on_fields(rules: GaslightRules) -> tuple[Field, ...]:
    return (*shooter_fields(rules, vehicle_weapons(rules), 0), *kept_fields())


FIRED_ON: Final = Form(
    "fired-on",
    "Fire at a machine: to hit, its saving throws, and all that the charts call for",
    at="vehicle-shooting-hits",
    example="weapon=medium-rifled shoot=12 range=20 save=12",
    results=("hits", "counted", *DAMAGE, *DETAILS),
    fields=fired_on_fields,
    read=fired_on_of,
    run=pound,
)


def struck_of(rules: GaslightRules, values: Values) -> AtKept:
    return AtKept(kept_of(values), [], 0, HITS_BY.index(values.word("by")), values.number("srm"))


STRUCK: Final = Form(
    "machine-struck",
    "One hit on a machine: its saving throw, and all that the charts call for",
    at="vehicle-save-outcome",
    example="srm=-5 save=10",
    results=("hits", "counted", *DAMAGE, *DETAILS),
    fields=(
        Field("srm", "the weapon's SRM, or the modifier of close combat", 0, -40, 40),
        Field("by", "how it is hit: by a shot, by figures, by a machine hand to hand", HITS_BY[0], choices=HITS_BY),
        *kept_fields(),
    ),
    read=struck_of,
    run=pound,
)


# ---------------------------------------------------------------- hand to hand


class Strikes:
    """So many dice of close combat together."""

    def __init__(self, dice: int, scuffle: int) -> None:
        self.dice: Final = dice
        self.scuffle: Final = scuffle


def strikes_of(rules: GaslightRules, values: Values) -> Strikes:
    return Strikes(values.number("strikers"), values.number("scuffle"))


def strike(dice: Dice, rules: GaslightRules, strikes: Strikes) -> Facts:
    return (scuffle_hits(dice, rules, strikes.dice, strikes.scuffle),)


STRIKES: Final = Form(
    "strikes",
    "Close combat against a machine: how many blows hit",
    at="close-combat",
    example="strikers=3 scuffle=10",
    results=("hits",),
    fields=(
        Field("strikers", "dice: one a figure, or a machine's Scuffle dice", 1, 1, MOST),
        attribute("scuffle", "their Scuffle", 10),
    ),
    read=strikes_of,
    run=strike,
)


# ---------------------------------------------------------------- an explosion


class Blast:
    """A machine that explodes: as a shell of what size, and the Saves of the characters aboard; 0: he is not there."""

    def __init__(self, shell: str, saves: list[int]) -> None:
        self.shell: Final = shell
        self.saves: Final = saves


def blast_of(rules: GaslightRules, values: Values) -> Blast:
    return Blast(values.word("shell"), [values.number(f"save{number}") for number in range(1, SAVERS + 1)])


def explode(dice: Dice, rules: GaslightRules, blast: Blast) -> Facts:
    """The crew first, then how many the blast may catch."""
    escaped = crew_in_explosion(dice, rules, blast.saves)
    return (most_hit(dice, rules.cannons[blast.shell], EXPLODES), *escaped)


def blast_fields(rules: GaslightRules) -> tuple[Field, ...]:
    return (
        Field("shell", "as a shell of what size", rules.sizes[0], choices=tuple(rules.sizes)),
        *[
            Field(f"save{number}", f"Save of the {ORDINALS[number]} character aboard, 0: he is not", 0, 0, HIGHEST)
            for number in range(1, SAVERS + 1)
        ],
    )


EXPLOSION: Final = Form(
    "explosion",
    "A machine explodes: which of its characters escape, and how many the blast may catch",
    at="artillery-effects",
    example="shell=large save1=9",
    results=("most", "first", "second", "third"),
    fields=blast_fields,
    read=blast_of,
    run=explode,
)


# ---------------------------------------------------------------- a crew that fails, by switch


class Crew:
    """How many are aboard."""

    def __init__(self, aboard: int) -> None:
        self.aboard: Final = aboard


def crew_of(rules: GaslightRules, values: Values) -> Crew:
    return Crew(values.number("aboard"))


def machine_fails(dice: Dice, rules: GaslightRules, crew: Crew) -> Facts:
    """What the machine does; if it flees, which of the men aboard deserts, characters first: 0 is nobody."""
    said = MACHINE_RESULTS[machine_failure(dice, rules)]
    if said != MachineResult.FLEES or crew.aboard == 0:
        return (said, 0)
    return (said, 1 + dice.pick(list(range(crew.aboard)), DESERTS))


MACHINE_FAILS: Final = Form(
    "machine-fails",
    "A machine whose crew fails its check, by the ruling for one die",
    at="vehicle-morale-failure",
    example="aboard=4",
    results=("result", "deserter"),
    fields=(Field("aboard", "men aboard", 4, 0, MOST_TARGET),),
    read=crew_of,
    run=machine_fails,
)
MACHINE_FORMS: Final = (FIRED_ON, STRUCK, STRIKES, EXPLOSION, MACHINE_FAILS)
