"""Machines in the book: what waits until all have rolled, and the forms that take a machine as it stands in the roster.

They throw the dice of dice/ and nothing else: SUSTAIN and START, haywire, a hit with all that it calls for.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.book_rows import NOBODY, UNIT, WORKED, BookState, BookUnit, Deed, Input
from playsheet.core.dice import Dice
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.rules.orderchips.book.written import ATTRIBUTES, MACHINES, OF_CARD, OF_MACHINE, SHELLS, machine_of
from playsheet.rules.orderchips.calculator.armour import fared
from playsheet.rules.orderchips.calculator.inputs import (
    ARTILLERY,
    FIGURES,
    MOST,
    aim_from,
    count_fields,
    firer_fields,
    machine_mark,
    mark_fields,
    mark_from,
    rating,
    shots_from,
    size_fields,
)
from playsheet.rules.orderchips.dice.armour import ArmourWitness, Blow, damage, holds
from playsheet.rules.orderchips.dice.blast import BlastWitness, Shell, Under, explode, fire_shell, gun_is_wrecked
from playsheet.rules.orderchips.dice.engines import DRIVES, drive, drive_automaton, stand
from playsheet.rules.orderchips.dice.melee import FIGHTS, Strokes, all_blows, melee_case, melee_number
from playsheet.rules.orderchips.dice.morale import UNSEEN, Crew, number_of, take_test
from playsheet.rules.orderchips.dice.random_events import Band, bad_cartridges, native_band
from playsheet.rules.orderchips.dice.shooting import Aim, survives, to_hit
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.sheet.tables import HIGHEST, HIGHEST_ARMOR, LOWEST, Blast, ChipRules
from playsheet.rules.orderchips.terms import ATTITUDES, COVERS, ENTRIES, HAYWIRES, KINDS, Arm, Haywire
from playsheet.tabletop.machines.charts import HAYWIRE
from playsheet.tabletop.machines.machine import Harm, Machine

HOWS: Final = ("shot", "by figures", "by a machine")  # as of HitBy
HITS: Final = "hits"  # on a machine: of each the row of the armour saves, how, and whose it is
ARMOR: Final = "armor"  # of a machine as it was when the first of them fell
SHELL: Final = "shell"  # the last that burst: its class, and whose it was
BANDS: Final = "bands"  # how many bands of natives are still to come, and are they friends of the weakest
PIERCED: Final = "pierced"  # a machine, by a hit of this step that did no harm
NO_BANDS: Final = [0, 0]
FIRED: Final = "fired"  # by weapons of a machine this turn


# ---------------------------------------------------------------- what waits


def waiting(state: BookState, what: str, unit: int) -> list[int]:
    return state.waiting.get(f"{what} {unit}", [])


def strike_at(deed: Deed, target: BookUnit, row: str, how: int, hits: int) -> None:
    """So many hits on a machine: their saves come when all dice to hit have fallen (4.9, R52)."""
    if not hits:
        return
    state = deed.state
    rules: ChipRules = deed.rules
    found = waiting(state, HITS, target.id)
    if not found:
        state.waiting[f"{ARMOR} {target.id}"] = [target.number("armor")]
        state.waiting[f"{PIERCED} {target.id}"] = []
    for _ in range(hits):
        found = [*found, list(rules.saves).index(row), how, deed.unit]
    state.waiting[f"{HITS} {target.id}"] = found


def drop_hits(state: BookState, unit: int) -> None:
    state.waiting[f"{HITS} {unit}"] = []


def first_row(deed: Deed) -> Value:
    rules: ChipRules = deed.rules
    return list(rules.saves)[waiting(deed.state, HITS, deed.unit)[0]]


def first_how(deed: Deed) -> Value:
    return HOWS[waiting(deed.state, HITS, deed.unit)[1]]


def pierced(deed: Deed) -> Value:
    return deed.actor().flag("penetrated") or len(waiting(deed.state, PIERCED, deed.unit)) > 0


def armor_at_start(deed: Deed) -> Value:
    """By switch its ARMOR as it is by now (R52)."""
    rules: ChipRules = deed.rules
    if rules.running_armor:
        return deed.actor().number("armor")
    return waiting(deed.state, ARMOR, deed.unit)[0]


# ---------------------------------------------------------------- who is whose


def enemies_of(deed: Deed) -> Value:
    """Players who may get control of it: none, if one has it already (R42)."""
    unit = deed.actor()
    own = unit.number("own_side")
    if unit.side + 1 != own or unit.number("next_side"):
        return 0
    return len(enemy_players(deed.state, own))


def enemy_players(state: BookState, own: int) -> list[int]:
    """The players of other sides, in their order."""
    found: list[int] = []
    for unit in state.units:
        player = unit.number("player")
        if player > 0 and unit.number("own_side") != own and player not in found:
            found.append(player)
    found.sort()
    return found


def side_of_player(state: BookState, player: int) -> int:
    """By its number, from 1."""
    for unit in state.units:
        if unit.number("player") == player:
            return unit.number("own_side")
    return 0


# ---------------------------------------------------------------- the forms


KEPT: Final = ("kind", *OF_CARD, *OF_MACHINE)  # all that is written down of a machine


def machine_fields() -> tuple[Field, ...]:
    return tuple([field for field in ATTRIBUTES if field.name in KEPT])


def machine_inputs(penetrated: Input) -> tuple[Input, ...]:
    found = [Input(name, UNIT, key=name) for name in KEPT if name != penetrated.name]
    return (*found, penetrated)


AS_IT_IS: Final = Input("penetrated", UNIT, key="penetrated")
BY_NOW: Final = Input("penetrated", WORKED, work=pierced)


ENEMIES: Final = Field("enemies", "enemy players who may get control of it, 0: one has it already", 1, 0, 20)


class OnPaper(ArmourWitness):
    """Sees a machine under fire: did it go haywire, who controls it, what does its crew do that tested at once?"""

    def __init__(self, dice: Dice, rules: ChipRules, *, tests: bool) -> None:
        self.dice: Final = dice
        self.rules: Final = rules
        self.tests: Final = tests
        self.fit = Haywire.OBEYS
        self.player = NOBODY
        self.tested = False
        self.crew_does = 0
        self.did_harm = False

    def lost(self, machine: Machine) -> None:
        self.did_harm = True

    def harmed(self, machine: Machine, harm: Harm) -> None:
        self.did_harm = True
        if harm.do == HAYWIRE and (harm.which != Haywire.ENEMY_CONTROL or harm.by >= 0):
            self.fit = harm.which
            self.player = harm.by if harm.which == Haywire.ENEMY_CONTROL else NOBODY

    def check(self, machine: Machine) -> None:
        """The crew tests at once, unless it has tested for hits this turn (R14)."""
        if not self.tests or not isinstance(machine, SteamMachine):
            return
        self.tested = True
        failed = take_test(self.dice, Crew(self.rules, number_of(self.rules, machine), machine.speed()), UNSEEN, by=0)
        if failed is not None:
            self.crew_does = failed.action


class After:
    """A machine after the dice, and what is still to be carried out."""

    def __init__(self, machine: SteamMachine, paper: OnPaper, came: str) -> None:
        self.machine: Final = machine
        self.paper: Final = paper
        self.came: Final = came


class Kept:
    """A machine as it stands in the book."""

    def __init__(self, rules: ChipRules, values: Values) -> None:
        machine = machine_of(rules, values.values)
        self.plan: Final = machine.plan
        self.state: Final = machine.state()
        self.enemies: Final = values.number("enemies")

    def machine(self) -> SteamMachine:
        machine = SteamMachine(self.plan, self.state)
        machine.enemies = self.enemies
        return machine


class KeptHit:
    """One hit on it."""

    def __init__(self, kept: Kept, blow: Blow, armor: int, *, tests: bool) -> None:
        self.kept: Final = kept
        self.blow: Final = blow
        self.armor: Final = armor  # that it saves by
        self.tests: Final = tests  # its crew, if the chart says so


def hit_fields(rules: ChipRules) -> tuple[Field, ...]:
    return (
        *machine_fields(),
        ENEMIES,
        Field("by", "what hit it: a row of the armour saves", next(iter(rules.saves)), choices=tuple(rules.saves)),
        Field("how", "how it was hit", HOWS[0], choices=HOWS),
        Field("armor_at_start", "its ARMOR when the first hit of this step fell", 7, 0, HIGHEST_ARMOR),
        Field("tests", "its crew has not tested for hits yet this turn", default=True),
    )


def hit_of(rules: ChipRules, values: Values) -> KeptHit:
    blow = Blow(rules.saves[values.word("by")], HOWS.index(values.word("how")))
    return KeptHit(Kept(rules, values), blow, values.number("armor_at_start"), tests=values.flag("tests"))


def hit_through(dice: Dice, rules: ChipRules, hit: KeptHit) -> After:
    """Its save, and whether it held or not the chart with all that it calls for."""
    machine = hit.kept.machine()
    paper = OnPaper(dice, rules, tests=hit.tests)
    held = holds(dice, rules, hit.armor, hit.blow.row)
    damage(dice, rules, machine, hit.blow.how, held, paper)
    return After(machine, paper, "held" if held else "failed")


def hit(dice: Dice, rules: ChipRules, struck: KeptHit) -> Facts:
    after = hit_through(dice, rules, struck)
    return (after.came, *fared(after.machine.state(), after.machine.plan.automaton))


HIT: Final = Form(
    "hit",
    "A hit on a machine: its save, the chart, and all that follows",
    at="armor-save",
    example="by=medium",
    results=("save", "fate", "condition"),
    fields=hit_fields,
    read=hit_of,
    run=hit,
)


class Engine:
    """A machine before its move."""

    def __init__(self, kept: Kept, start: int, *, stands: bool) -> None:
        self.kept: Final = kept
        self.start: Final = start
        self.stands: Final = stands


def engine_of(rules: ChipRules, values: Values) -> Engine:
    return Engine(Kept(rules, values), values.number("start_rating"), stands=values.flag("stands"))


def engine_through(dice: Dice, rules: ChipRules, engine: Engine) -> After:
    machine = engine.kept.machine()
    paper = OnPaper(dice, rules, tests=False)
    if engine.stands:
        came = stand(dice, rules, machine, paper)
    elif machine.plan.automaton:
        came = drive_automaton(dice, rules, machine, paper)
    else:
        came = drive(dice, rules, machine, engine.start)
    return After(machine, paper, DRIVES[came])


def engine_run(dice: Dice, rules: ChipRules, engine: Engine) -> Facts:
    after = engine_through(dice, rules, engine)
    return (after.came, HAYWIRES[after.paper.fit])


ENGINE: Final = Form(
    "engine",
    "SUSTAIN and START of a machine of the roster",
    at="driving",
    example="kind=vehicle",
    results=("result", "haywire_result"),
    fields=(
        *machine_fields(),
        ENEMIES,
        Field("start_rating", "a vehicle's START", LOWEST, LOWEST, HIGHEST),
        Field("stands", "it has a stationary chip, and rolls SUSTAIN all the same", default=False),
    ),
    read=engine_of,
    run=engine_run,
)


def wild_through(dice: Dice, rules: ChipRules, kept: Kept) -> After:
    """It rolls again: the last result is over (R41)."""
    machine = kept.machine()
    paper = OnPaper(dice, rules, tests=False)
    machine.haywire = Haywire.OBEYS
    machine.go_haywire(dice, paper)
    return After(machine, paper, HAYWIRES[paper.fit])


def kept_of(rules: ChipRules, values: Values) -> Kept:
    return Kept(rules, values)


def wild_run(dice: Dice, rules: ChipRules, kept: Kept) -> Facts:
    return (wild_through(dice, rules, kept).came,)


WILD: Final = Form(
    "haywire-again",
    "Haywire of an automaton of the roster",
    at="haywire",
    example="kind=automaton",
    results=("result",),
    fields=(*machine_fields(), ENEMIES),
    read=kept_of,
    run=wild_run,
)


# ---------------------------------------------------------------- dice at machines, shells


def target_fields() -> tuple[Field, ...]:
    return (
        Field("machine", "what is shot at", MACHINES[0], choices=MACHINES),
        *size_fields(),
        Field("protected", "it is protected", default=False),
    )


def aim_of(rules: ChipRules, values: Values) -> Aim:
    mark = machine_mark(values)
    mark.protected = values.flag("protected")
    return aim_from(rules, values, mark, shots_from(values))


def hits_only(dice: Dice, rules: ChipRules, aim: Aim) -> Facts:
    return (to_hit(dice, rules, aim),)


TO_HIT: Final = Form(
    "to-hit",
    "Shooting at a machine: the dice to hit",
    at="shooting-modifiers",
    example="figures=6 shoot=5",
    results=("hits",),
    fields=(*count_fields(6), *firer_fields(5), *target_fields()),
    read=aim_of,
    run=hits_only,
)


def strokes_of(rules: ChipRules, values: Values) -> Strokes:
    case = melee_case(COVERS.index(values.word("cover")), loose=values.flag("loose"))
    return Strokes(values.number("strikers"), melee_number(rules, values.number("melee"), case))


def strokes_run(dice: Dice, rules: ChipRules, strokes: Strokes) -> Facts:
    return (all_blows(dice, rules, [strokes], FIGHTS),)


STROKES: Final = Form(
    "strokes",
    "Melee against a machine: the dice to hit",
    at="melee-modifiers",
    example="strikers=4 melee=4",
    results=("hits",),
    fields=(
        Field("strikers", "dice: one a figure, or a machine's melee dice", 4, 1, MOST),
        rating("melee", "their MELEE", 4),
        Field("loose", "they are in skirmish order", default=False),
        Field("cover", "cover of the machine", COVERS[0], choices=COVERS),
    ),
    read=strokes_of,
    run=strokes_run,
)


class Cap(BlastWitness):
    """How many a burst can strike; who they are is seen on the table."""

    def __init__(self) -> None:
        self.hit = False
        self.most = 0

    def fired(self, hit: bool) -> None:
        self.hit = hit

    def bursts(self, most: int) -> None:
        self.most = most


def shell_of(rules: ChipRules, values: Values) -> Shell:
    aim = aim_from(rules, values, mark_from(values, volley=False), dice=1)
    return Shell(aim, rules.blasts[values.word("weapon")], Under([], []), 0)


def shell_run(dice: Dice, rules: ChipRules, shell: Shell) -> Facts:
    cap = Cap()
    fire_shell(dice, rules, shell, cap)
    return (cap.hit, cap.most)


SHELL_FIRE: Final = Form(
    "shell-fire",
    "A shell: to hit, and how many fall at the most",
    at="blast",
    example="weapon=medium shoot=6",
    results=("hit", "most"),
    fields=(
        Field("weapon", "the class of the gun", ARTILLERY[0], choices=ARTILLERY),
        *firer_fields(6)[:3],
        *mark_fields(FIGURES, KINDS[Arm.INFANTRY]),
    ),
    read=shell_of,
    run=shell_run,
)


def blast_of(rules: ChipRules, values: Values) -> Blast:
    return rules.blasts[values.word("shell")]


def blast_run(dice: Dice, rules: ChipRules, blast: Blast) -> Facts:
    cap = Cap()
    explode(dice, rules, blast, Under([], []), cap)
    return (cap.most,)


BLOWS_UP: Final = Form(
    "blows-up",
    "A machine explodes: how many fall at the most",
    at="blast",
    example="shell=medium",
    results=("most",),
    fields=(Field("shell", "as a shell of this class", SHELLS[1], choices=SHELLS[1:]),),
    read=blast_of,
    run=blast_run,
)


def save_of(rules: ChipRules, values: Values) -> int:
    return values.number("save")


def saves_himself(dice: Dice, rules: ChipRules, save: int) -> Facts:
    return (survives(dice, rules, save, 1),)


OWN_SAVE: Final = Form(
    "own-save",
    "A notable person under a template: his SAVE",
    at="notables",
    example="save=7",
    results=("saved",),
    fields=(rating("save", "his SAVE", 7),),
    read=save_of,
    run=saves_himself,
)


def nothing_of(rules: ChipRules, values: Values) -> int:
    return 0


def wrecks(dice: Dice, rules: ChipRules, nothing: int) -> Facts:
    return (gun_is_wrecked(dice, rules),)


GUN_WRECK: Final = Form(
    "gun-wreck",
    "A gun under a template: is it wrecked?",
    at="gun-wreck",
    example="",
    results=("wrecked",),
    fields=(),
    read=nothing_of,
    run=wrecks,
)


# ---------------------------------------------------------------- natives


class Coming:
    """A band that is about to come: who has how many figures, and whence they may come."""

    def __init__(self, figures: list[int], *, feature: bool, allies: bool) -> None:
        self.figures: Final = figures
        self.feature: Final = feature
        self.allies: Final = allies


PLAYERS: Final = (1, 2, 3, 4, 5, 6)


def coming_of(rules: ChipRules, values: Values) -> Coming:
    count = values.number("players")
    figures = [values.number(f"figures_{player}") for player in PLAYERS[:count]]
    return Coming(figures, feature=values.flag("feature"), allies=values.flag("allies"))


def band_of(dice: Dice, rules: ChipRules, coming: Coming) -> Band:
    return native_band(dice, rules, coming.figures, feature=coming.feature, allies=coming.allies)


def band_run(dice: Dice, rules: ChipRules, coming: Coming) -> Facts:
    band = band_of(dice, rules, coming)
    return (band.card, band.figures, ENTRIES[band.entry], ATTITUDES[band.attitude], band.player + 1)


BAND: Final = Form(
    "band",
    "A band of natives: who, how many, whence, and toward whom they are minded how",
    at="native-band",
    example="players=2",
    results=("card", "figures", "entry", "attitude", "player"),
    fields=(
        Field("players", "how many players there are", 2, 1, PLAYERS[-1]),
        *[Field(f"figures_{player}", f"figures that player {player} has", 0, 0, 1000) for player in PLAYERS],
        Field("feature", "there is a wood or a ruin that they may come from", default=True),
        Field("allies", "friends of the weakest player: no roll for their attitude", default=False),
    ),
    read=coming_of,
    run=band_run,
)


def units_of(rules: ChipRules, values: Values) -> int:
    return values.number("units")


def spoils(dice: Dice, rules: ChipRules, units: int) -> Facts:
    return (bad_cartridges(dice, units) + 1,)


CARTRIDGES_BAD: Final = Form(
    "cartridges",
    "Bad cartridges: whose",
    at="random-events",
    example="units=4",
    results=("which",),
    fields=(Field("units", "units that are armed and have not fired", 1, 1, 1000),),
    read=units_of,
    run=spoils,
)

FORMS: Final = (
    HIT,
    ENGINE,
    WILD,
    TO_HIT,
    STROKES,
    SHELL_FIRE,
    BLOWS_UP,
    OWN_SAVE,
    GUN_WRECK,
    BAND,
    CARTRIDGES_BAD,
)
