"""The sheet in the field book: what is written down of regiments, generals and brigades, and what each procedure takes
from it and does to it. What an order chip says that lies face down is not written down (R17)."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.book_rows import (
    ASKED,
    ENEMY,
    FIXED,
    FRIEND,
    NOBODY,
    SET,
    TARGET,
    UNIT,
    WORKED,
    BookRows,
    BookState,
    BookUnit,
    Change,
    Deed,
    Due,
    Fact,
    Input,
    Phase,
    Procedure,
    Then,
)
from playsheet.core.forms import Field, Value
from playsheet.rules.gettysburg.battle.brigades import Brigade, Division
from playsheet.rules.gettysburg.battle.state import GettysburgBattle, Melee
from playsheet.rules.gettysburg.battle.units import General, Unit
from playsheet.rules.gettysburg.calculator.inputs import SIDES
from playsheet.rules.gettysburg.dice.charge import COUNTER_TESTS
from playsheet.rules.gettysburg.dice.double_six import mishap
from playsheet.rules.gettysburg.dice.fire import Mark, effect_row, is_rifled, may_pour
from playsheet.rules.gettysburg.dice.melee import Fighter, Side, cut_down, six_row
from playsheet.rules.gettysburg.dice.morale import (
    CHARGERS,
    at_dispersal_point,
    charger_kind,
    is_formed_target,
    is_weak_target,
    must_test_for_losses,
)
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    AMMUNITION,
    ARMS,
    COVERS,
    DIVISION_ORDERS,
    FORMATIONS,
    GRADES,
    GUNS,
    LEVELS,
    MELEE_RESULTS,
    MOST_FIGURES,
    MOST_GUNS,
    NATIONS,
    ORDERS,
    PLACES,
    PURSUITS,
    QUALITIES,
    RATES,
    RESULTS,
    RETIREMENTS,
    RISKS,
    STATES,
    TESTS,
    TOKENS,
    WEAPONS,
    Arm,
    Cover,
    Formation,
    Gun,
    MeleeResult,
    MoraleResult,
    MoraleTest,
    Order,
    PursuitResult,
    Quality,
    SkirmishRate,
    Token,
    UnformedBy,
    UnitState,
    Where,
)
from playsheet.rules.gettysburg.terms import Retirement as Retiring

MELEE: Final = "melee"  # the relation of enemies in one melee
BRIGADE: Final = "brigade"
DIVISION: Final = "division"
GENERAL: Final = ARMS[Arm.GENERAL]
KINDS: Final = (*ARMS, BRIGADE, DIVISION)
TROOPS: Final = ARMS[: Arm.GENERAL]
WOUNDED: Final = "wounded"
BOOK_PLACES: Final = (*PLACES, WOUNDED)
WAITING: Final = PLACES[Where.WAITING]
ON_TABLE: Final = PLACES[Where.ON_TABLE]
GONE: Final = PLACES[Where.GONE]
REJOINED: Final = PLACES[Where.MERGED]
NO_GUN: Final = "none"
FACE_DOWN: Final = "face-down"
BOOK_ORDERS: Final = (FACE_DOWN, *ORDERS)
SHELTERS: Final = ("none", "cover", "hasty-works", "works", "hasty-works-in-cover", "works-in-cover")
HOLDERS: Final = ("nobody", "first", "second")
MOST_UNITS: Final = 999
STATIC: Final = (
    "nation",
    "grade",
    "size",
    "weapon",
    "rate",
    "gun",
    "shotguns",
    "horses",
    BRIGADE,
    "parent",
    "level",
    "general",
    DIVISION,
)
REFERS: Final = (BRIGADE, "parent", "general", DIVISION, "beat", "pursues", "with_unit")
BOOK_STATES: Final = (
    "figures",
    "half",
    "guns",
    "place",
    "kind",
    "formation",
    "state",
    "unformed",
    "low",
    "fired",
    "fired_last_turn",
    "shot_at",
    "halted",
    "tested",
    "lost_this_turn",
    "charge_losses",
    "retires",
    "beat",
    "pursues",
    "uncontrolled",
    "pursued",
    "pursued_last_turn",
    "recoiled",
    "following_up",
    "charging",
    "flanked",
    "fresh",
    "with_unit",
    "quality",
    "returns_on",
    "order",
    "broken",
    "test_due",
)


def number_field(name: str, said: str) -> Field:
    return Field(name, said, NOBODY, NOBODY, MOST_UNITS)


def attributes() -> tuple[Field, ...]:
    """What stands in a roster: of troops, of generals, of brigades and divisions."""
    return (
        Field("kind", "what it is, and how it fights now", KINDS[0], choices=KINDS),
        Field("nation", "whose they are", SIDES[0], choices=SIDES),
        Field("grade", "its grade", GRADES[3], choices=GRADES),
        Field("size", "its original figures, or crew", 0, 0, MOST_FIGURES),
        Field("weapon", "its small arms", WEAPONS[0], choices=WEAPONS),
        Field("rate", "how well it skirmishes", RATES[0], choices=RATES),
        Field("gun", "what guns", NO_GUN, choices=(NO_GUN, *GUNS)),
        Field("shotguns", "cavalry with shotguns", default=False),
        Field("horses", "they have horses, though they may fight on foot", default=False),
        number_field(BRIGADE, "the brigade that it belongs to, by its number"),
        number_field("parent", "the regiment that skirmishers are out of, by its number"),
        Field("level", "what a general commands", LEVELS[0], choices=LEVELS),
        number_field("general", "the general of a brigade or division, by his number"),
        number_field(DIVISION, "the division of a brigade, by its number"),
        Field("figures", "figures left", 0, 0, MOST_FIGURES),
        Field("half", "half a figure waits on it", default=False),
        Field("guns", "gun models left", 0, 0, MOST_GUNS),
        Field("place", "where it is", ON_TABLE, choices=BOOK_PLACES),
        Field("formation", "how it stands", FORMATIONS[0], choices=FORMATIONS),
        Field("state", "its state", STATES[0], choices=STATES[: UnitState.DISPERSED]),
        Field("unformed", "it is unformed", default=False),
        Field("low", "it is low on ammo", default=False),
        Field("fired", "it has fired this turn", default=False),
        Field("fired_last_turn", "it fired last turn", default=False),
        Field("shot_at", "it was shot at this turn", default=False),
        Field("halted", "it has halted for this turn", default=False),
        Field("tested", "it has tested its morale in this phase of morale", default=False),
        Field("lost_this_turn", "figures lost this turn", 0, 0, MOST_FIGURES),
        Field("charge_losses", "figures lost since it charged this turn", 0, 0, MOST_FIGURES),
        Field("retires", "a retirement that is due", RETIREMENTS[0], choices=RETIREMENTS),
        number_field("beat", "whom it has beaten: a pursuit test is due"),
        number_field("pursues", "whom it pursues in the next compulsory moves"),
        Field("uncontrolled", "an uncontrolled charge is due", default=False),
        Field("pursued", "it has pursued this turn", default=False),
        Field("pursued_last_turn", "it pursued last turn", default=False),
        Field("recoiled", "it has recoiled in this melee", default=False),
        Field("following_up", "it follows up a recoil", default=False),
        Field("charging", "it came into this melee charging, this turn", default=False),
        Field("flanked", "it is attacked in flank or rear, in the first round", default=False),
        Field("fresh", "its first round in this melee is to come", default=False),
        number_field("with_unit", "the unit that a general is attached to, by its number"),
        Field("quality", "a general's quality", QUALITIES[Quality.NORMAL], choices=QUALITIES),
        Field("returns_on", "the turn on which a wounded general returns; 0: he does not", 0, 0, 10_000),
        Field("order", "a brigade's order, if its chip lies face up", FACE_DOWN, choices=BOOK_ORDERS),
        Field("broken", "how often the brigade has broken", 0, 0, 99),
        Field("test_due", "a brigade test is due", default=False),
    )


def own() -> tuple[Field, ...]:
    """What belongs to no unit: the tokens and trophies of both sides, the initiative, when and where it is."""
    found = [
        Field("year", "the year", 1863, 1861, 1865),
        Field("east", "the Eastern Theatre", default=True),
        Field("initiative", "who has the initiative", HOLDERS[0], choices=HOLDERS),
    ]
    for side in ("1", "2"):
        found += [Field(f"{token}-{side}", f"tokens of side {side}: {token}", 0, 0, 99) for token in TOKENS]
        found.append(Field(f"trophies-{side}", f"colours that side {side} has taken", 0, 0, 99))
    return tuple(found)


# ---------------------------------------------------------------- from a battle


class Numbers:
    """The book's numbers: the regiments and batteries of the roster, generals, brigades, divisions, detachments."""

    def __init__(self, battle: GettysburgBattle) -> None:
        self.first: Final = [unit.id for unit in battle.units if unit.parent < 0]
        self.out: Final = [unit.id for unit in battle.units if unit.parent >= 0]
        self.generals: Final = len(self.first)
        self.brigades: Final = self.generals + len(battle.generals)
        self.divisions: Final = self.brigades + len(battle.brigades)
        self.detached: Final = self.divisions + len(battle.divisions)

    def unit(self, id: int) -> int:
        if id in self.first:
            return self.first.index(id)
        return self.detached + self.out.index(id) if id in self.out else NOBODY

    def general(self, id: int) -> int:
        return self.generals + id if id >= 0 else NOBODY

    def brigade(self, id: int) -> int:
        return self.brigades + id if id >= 0 else NOBODY

    def division(self, id: int) -> int:
        return self.divisions + id if id >= 0 else NOBODY


def book_of(battle: GettysburgBattle) -> BookState:
    """A battle of the screen without its positions."""
    numbers = Numbers(battle)
    units = [book_unit(battle, battle.units[id], numbers) for id in numbers.first]
    units += [book_general(battle, general, numbers) for general in battle.generals]
    units += [book_brigade(battle, brigade, numbers) for brigade in battle.brigades]
    units += [book_division(battle, division, numbers) for division in battle.divisions]
    units += [book_unit(battle, battle.units[id], numbers) for id in numbers.out]
    state = BookState(battle.goals.side_names[:], units)
    state.turn = battle.turn
    state.phase = max(0, battle.phase - 1)
    state.begun = battle.phase > 0
    state.finished = battle.finished
    state.winner = battle.winner
    state.verdict = battle.verdict
    state.score = battle.score[:]
    state.values["year"] = battle.goals.year
    state.values["east"] = battle.goals.in_east
    state.values["initiative"] = HOLDERS[battle.winner_of_initiative + 1]
    for army in battle.armies:
        for token in range(len(TOKENS)):
            state.values[f"{TOKENS[token]}-{army.side + 1}"] = army.tokens[token]
        state.values[f"trophies-{army.side + 1}"] = army.trophies
    for melee in battle.melees:
        tie_all(state, [numbers.unit(id) for id in melee.fighters])
    return state


def blank(kind: str, nation: int) -> dict[str, Value]:
    values: dict[str, Value] = {field.name: field.default for field in attributes()}
    values["kind"] = kind
    values["nation"] = NATIONS[nation]
    return values


def book_unit(battle: GettysburgBattle, unit: Unit, numbers: Numbers) -> BookUnit:
    values = blank(ARMS[unit.arm], battle.armies[unit.side].nation)
    card = unit.card
    values["grade"] = GRADES[unit.grade]
    values["size"] = unit.size
    values["weapon"] = WEAPONS[card.weapon]
    values["rate"] = RATES[card.skirmish_rate]
    values["horses"] = card.arm == Arm.CAVALRY
    values["gun"] = GUNS[card.gun_class] if card.gun_class != Gun.NONE else NO_GUN
    values["shotguns"] = card.shotguns
    values[BRIGADE] = numbers.brigade(unit.brigade)
    values["parent"] = numbers.unit(unit.parent) if unit.parent >= 0 else NOBODY
    values["place"] = PLACES[unit.place]
    made = BookUnit(numbers.unit(unit.id), unit.name, unit.side, card.id, values)
    if unit.place in (Where.GONE, Where.MERGED):
        return made
    values["figures"] = unit.figures
    values["half"] = unit.pending_half > 0
    values["guns"] = unit.guns
    values["formation"] = FORMATIONS[unit.formation]
    values["state"] = STATES[unit.state]
    values["unformed"] = unit.cause != UnformedBy.NOTHING
    values["low"] = unit.low_on_ammo
    values["fired"] = unit.fired
    values["fired_last_turn"] = unit.fired_last_turn
    values["shot_at"] = len(unit.fired_at_by) > 0
    values["halted"] = unit.halted
    values["tested"] = unit.tested
    values["lost_this_turn"] = unit.lost_this_turn
    values["charge_losses"] = unit.charge_casualties
    values["retires"] = RETIREMENTS[unit.retires]
    values["beat"] = numbers.unit(unit.beat)
    values["pursues"] = numbers.unit(unit.pursues)
    values["uncontrolled"] = unit.uncontrolled
    values["pursued"] = unit.pursuing
    values["pursued_last_turn"] = unit.pursued_last_turn
    values["recoiled"] = unit.recoiled
    values["following_up"] = unit.following_up
    for melee in battle.melees:
        if melee.id == unit.melee:
            in_it(values, unit, melee)
    return made


def in_it(values: dict[str, Value], unit: Unit, melee: Melee) -> None:
    values["charging"] = unit.id in melee.chargers
    values["flanked"] = unit.id in melee.flanked
    values["fresh"] = unit.id in melee.first


def book_general(battle: GettysburgBattle, general: General, numbers: Numbers) -> BookUnit:
    values = blank(GENERAL, battle.armies[general.side].nation)
    values["level"] = LEVELS[general.level]
    values["quality"] = QUALITIES[general.quality]
    values["with_unit"] = numbers.unit(general.attached_to) if general.attached_to >= 0 else NOBODY
    if not general.in_play:
        values["place"] = WOUNDED if general.returns_on_turn else GONE
        values["returns_on"] = general.returns_on_turn
    return BookUnit(numbers.general(general.id), general.name, general.side, "", values)


def book_brigade(battle: GettysburgBattle, brigade: Brigade, numbers: Numbers) -> BookUnit:
    values = blank(BRIGADE, battle.armies[brigade.side].nation)
    values["general"] = numbers.general(brigade.brigadier)
    values[DIVISION] = numbers.division(brigade.division)
    waiting = [id for id in brigade.units if battle.units[id].place == Where.WAITING]
    if waiting or battle.units_of(brigade):
        up = brigade.shown or not battle.rules.orders_hidden
        values["order"] = ORDERS[brigade.order] if up and brigade.order >= 0 else FACE_DOWN
        values["broken"] = brigade.broken_count
        values["test_due"] = brigade.test_due
    else:
        values["place"] = GONE
    return BookUnit(numbers.brigade(brigade.id), brigade.name, brigade.side, "", values)


def book_division(battle: GettysburgBattle, division: Division, numbers: Numbers) -> BookUnit:
    values = blank(DIVISION, battle.armies[division.side].nation)
    values["general"] = numbers.general(division.general)
    side = battle.goals.side_names[division.side]
    return BookUnit(numbers.division(division.id), f"{division.name} of {side}", division.side, "", values)


# ---------------------------------------------------------------- reading the book


def is_there(unit: BookUnit) -> bool:
    return unit.word("place") in (WAITING, ON_TABLE)


def is_troops(unit: BookUnit) -> bool:
    return unit.word("kind") in TROOPS


def arm_of(unit: BookUnit) -> int:
    return KINDS.index(unit.word("kind"))


def state_of(unit: BookUnit) -> int:
    return STATES.index(unit.word("state"))


def formation_of(unit: BookUnit) -> int:
    return FORMATIONS.index(unit.word("formation"))


def is_unformed(unit: BookUnit) -> bool:
    """Faltering, retreating and routing imply it."""
    return unit.flag("unformed") or state_of(unit) >= UnitState.FALTERING


def flees(unit: BookUnit) -> bool:
    return state_of(unit) in (UnitState.RETREATING, UnitState.ROUTING)


def is_dismounted(unit: BookUnit) -> bool:
    return unit.flag("horses") and unit.word("kind") == ARMS[Arm.INFANTRY]


def in_ranks(rules: GettysburgRules, unit: BookUnit) -> int:
    """Of dismounted cavalry not those who hold the horses (R102)."""
    figures = unit.number("figures")
    if is_dismounted(unit) and rules.horse_holders:
        return figures - figures // rules.horse_holders_one_in
    return figures


def skirmish_rate(unit: BookUnit) -> str:
    """Dismounted cavalry are second-rate at least (R126)."""
    rate = unit.word("rate")
    return RATES[SkirmishRate.SECOND_RATE] if rate == RATES[0] and is_dismounted(unit) else rate


def detachment_of(state: BookState, unit: BookUnit) -> BookUnit | None:
    for other in state.units:
        if other.number("parent") == unit.id and is_there(other):
            return other
    return None


def parent_of(state: BookState, unit: BookUnit) -> BookUnit:
    parent = unit.number("parent")
    return unit if parent < 0 else state.units[parent]


def lost_of(state: BookState, unit: BookUnit) -> int:
    """Figures lost so far, parent and detachment together (4.8.2)."""
    parent = parent_of(state, unit)
    left = parent.number("figures")
    out = detachment_of(state, parent)
    if out is not None:
        left += out.number("figures")
    return parent.number("size") - left


def lost_now(state: BookState, unit: BookUnit) -> int:
    parent = parent_of(state, unit)
    out = detachment_of(state, parent)
    return parent.number("lost_this_turn") + (0 if out is None else out.number("lost_this_turn"))


def units_of(state: BookState, brigade: int) -> list[BookUnit]:
    """The units of a brigade that are there; detachments are no units here (R125)."""
    return [
        unit for unit in state.units if unit.number(BRIGADE) == brigade and unit.number("parent") < 0 and is_there(unit)
    ]


def generals_of(state: BookState, side: int) -> list[BookUnit]:
    return [unit for unit in state.units if unit.side == side and unit.word("kind") == GENERAL and is_there(unit)]


def attached(state: BookState, unit: int) -> list[BookUnit]:
    return [each for each in state.units if each.number("with_unit") == unit and is_there(each)]


def commander(state: BookState, side: int) -> BookUnit | None:
    for general in generals_of(state, side):
        if general.word("level") == LEVELS[3]:
            return general
    return None


# ---------------------------------------------------------------- inputs that are worked out


def figures_in_ranks(deed: Deed) -> Value:
    return in_ranks(deed.rules, deed.actor())


def enemy_figures_in_ranks(deed: Deed) -> Value:
    return in_ranks(deed.rules, deed.other())


def rate_of_unit(deed: Deed) -> Value:
    return skirmish_rate(deed.actor())


def unformed_unit(deed: Deed) -> Value:
    return is_unformed(deed.actor())


def down_unit(deed: Deed) -> Value:
    return state_of(deed.actor()) == UnitState.GONE_TO_GROUND


def down_target(deed: Deed) -> Value:
    return state_of(deed.other()) == UnitState.GONE_TO_GROUND


def may_pour_it_on(deed: Deed) -> bool:
    unit = deed.actor()
    return unit.word("kind") == ARMS[Arm.INFANTRY] and may_pour(
        WEAPONS.index(unit.word("weapon")), low=unit.flag("low")
    )


def has_yell_or_aim(deed: Deed) -> bool:
    return int(deed.state.values[f"{TOKENS[Token.YELL_OR_AIM]}-{deed.actor().side + 1}"]) > 0


def target_has_general(deed: Deed) -> bool:
    return len(generals_of(deed.state, deed.other().side)) > 0


def general_of_target(deed: Deed) -> Value:
    """Who is with it, else the first of its side."""
    near = [*attached(deed.state, deed.target), *generals_of(deed.state, deed.other().side)]
    return near[0].id if near else NOBODY


def general_of_unit(deed: Deed) -> Value:
    near = [*attached(deed.state, deed.unit), *generals_of(deed.state, deed.actor().side)]
    return near[0].id if near else NOBODY


def size_of_both(deed: Deed) -> Value:
    return parent_of(deed.state, deed.actor()).number("size")


def lost_of_both(deed: Deed) -> Value:
    return lost_of(deed.state, deed.actor())


def in_cover(deed: Deed) -> Value:
    return deed.word("shelter") in (SHELTERS[1], SHELTERS[4], SHELTERS[5])


def in_hasty_works(deed: Deed) -> Value:
    return deed.word("shelter") in (SHELTERS[2], SHELTERS[4])


def in_works(deed: Deed) -> Value:
    return deed.word("shelter") in (SHELTERS[3], SHELTERS[5])


def has_general(deed: Deed) -> bool:
    return len(generals_of(deed.state, deed.actor().side)) > 0


def somebody_flees(deed: Deed, side: int) -> bool:
    """Or has: the tests of a wave count who ran before it, and may have rallied or be gone since.

    A battery that was captured this turn counts as running (R147).
    """
    for unit in deed.state.units:
        if unit.side == side and unit.id != deed.unit and is_troops(unit):
            if not is_there(unit) or flees(unit) or unit.flag("halted"):
                return True
    return False


def enemies_flee(deed: Deed) -> bool:
    return somebody_flees(deed, 1 - deed.actor().side)


def friends_flee(deed: Deed) -> bool:
    return somebody_flees(deed, deed.actor().side)


def may_be_supported(deed: Deed) -> bool:
    """By its brigade on Assault, if the chip does not say otherwise (R68)."""
    brigade = deed.actor().number(BRIGADE)
    if brigade < 0 or flees(deed.actor()) or roster_size(deed.state, brigade) < 2:
        return False
    return deed.state.units[brigade].word("order") in (FACE_DOWN, ORDERS[Order.ASSAULT])


def target_may_be_supported(deed: Deed) -> bool:
    return may_be_supported(Deed(deed.rules, deed.state, deed.target, deed.unit))


def flanks(deed: Deed) -> bool:
    return deed.flag("flank") if "flank" in deed.values else False


def weak_target(deed: Deed) -> Value:
    held = deed.other()
    return is_weak_target(
        deed.rules, formation_of(held), state_of(held), unformed=is_unformed(held), flank_or_rear=flanks(deed)
    )


def formed_target(deed: Deed) -> Value:
    held = deed.other()
    return is_formed_target(arm_of(held), formation_of(held), state_of(held), unformed=is_unformed(held))


def kind_of_charger(deed: Deed) -> Value:
    held = deed.other()
    return CHARGERS[charger_kind(arm_of(held), formation_of(held))]


def rally_test(deed: Deed) -> Value:
    routs = state_of(deed.actor()) == UnitState.ROUTING
    return TESTS[MoraleTest.RALLY_ROUT if routs else MoraleTest.RALLY_RETREAT]


def at_dispersal(deed: Deed) -> Value:
    """At half strength or less each loss is a dispersal test (R83)."""
    unit = deed.actor()
    size = parent_of(deed.state, unit).number("size")
    return lost_now(deed.state, unit) > 0 and at_dispersal_point(deed.rules, size, lost_of(deed.state, unit))


def routs(deed: Deed) -> Value:
    return state_of(deed.actor()) == UnitState.ROUTING


def by_cavalry(deed: Deed) -> Value:
    return arm_of(deed.other()) == Arm.CAVALRY


def is_out(deed: Deed) -> Value:
    return deed.actor().number("parent") >= 0


# ---------------------------------------------------------------- brigades, initiative, orders


def roster_size(state: BookState, brigade: int) -> int:
    """Whoever has gone since: supports count as they stood before a wave of tests."""
    return len([unit for unit in state.units if unit.number(BRIGADE) == brigade and unit.number("parent") < 0])


def roster_of(deed: Deed) -> Value:
    return roster_size(deed.state, deed.unit)


def in_play(deed: Deed) -> Value:
    return len(units_of(deed.state, deed.unit))


def lost_units(deed: Deed) -> Value:
    here = units_of(deed.state, deed.unit)
    return int(roster_of(deed)) - len(here) + len([unit for unit in here if flees(unit)])


def crack_elite(deed: Deed) -> Value:
    return len([unit for unit in units_of(deed.state, deed.unit) if unit.word("grade") in GRADES[:2]])


def green_militia(deed: Deed) -> Value:
    return len([unit for unit in units_of(deed.state, deed.unit) if unit.word("grade") in GRADES[4:]])


def is_commanded(deed: Deed) -> Value:
    """By its brigadier, or where he is not in play by a higher general who is with one of its units (R122)."""
    brigade = deed.actor()
    sober = QUALITIES[Quality.DRUNKARD]
    own_general = brigade.number("general")
    if own_general >= 0 and is_there(deed.state.units[own_general]):
        return deed.state.units[own_general].word("quality") != sober
    division = brigade.number(DIVISION)
    higher = deed.state.units[division].number("general") if division >= 0 else NOBODY
    for unit in deed.state.units:
        if is_there(unit) and unit.number(BRIGADE) == brigade.id:
            for general in attached(deed.state, unit.id):
                commands = general.id == higher or general.word("level") in LEVELS[2:]
                if commands and general.word("quality") != sober:
                    return True
    return False


def has_broken(deed: Deed) -> Value:
    return deed.actor().number("broken") > 0


def chief_quality(state: BookState, side: int) -> str:
    """The C-in-C's quality; normal if he is lost (R93)."""
    chief = commander(state, side)
    return QUALITIES[Quality.NORMAL] if chief is None else chief.word("quality")


def first_quality(deed: Deed) -> Value:
    return chief_quality(deed.state, 0)


def second_quality(deed: Deed) -> Value:
    return chief_quality(deed.state, 1)


def nation_of_side(state: BookState, side: int) -> str:
    for unit in state.units:
        if unit.side == side:
            return unit.word("nation")
    return SIDES[0]


def first_nation(deed: Deed) -> Value:
    return nation_of_side(deed.state, 0)


def second_nation(deed: Deed) -> Value:
    return nation_of_side(deed.state, 1)


def is_east(deed: Deed) -> Value:
    return deed.state.values["east"]


def year(deed: Deed) -> Value:
    return deed.state.values["year"]


def holder(deed: Deed) -> Value:
    return deed.state.values["initiative"]


def quality_of_chief(deed: Deed) -> Value:
    return chief_quality(deed.state, deed.actor().side)


def quality_of_brigadier(deed: Deed) -> Value:
    general = deed.actor().number("general")
    return QUALITIES[Quality.NORMAL] if general < 0 else deed.state.units[general].word("quality")


def order_now(deed: Deed) -> Value:
    """What lies face down is taken for Engage, which loses its nerve as most do."""
    order = deed.actor().word("order")
    return ORDERS[Order.ENGAGE] if order == FACE_DOWN else order


def order_wanted(deed: Deed) -> Value:
    """All that counts is whether it is to be Assault, and the dice show that to everybody."""
    if deed.flag("to_assault"):
        return ORDERS[Order.ASSAULT]
    return ORDERS[Order.HOLD if order_now(deed) != ORDERS[Order.HOLD] else Order.ENGAGE]


# ---------------------------------------------------------------- why not


def bars_troops(deed: Deed) -> str:
    unit = deed.actor()
    return "" if is_troops(unit) else f"{unit.name} is neither regiment nor battery"


def bars_both(deed: Deed) -> str:
    if bars_troops(deed):
        return bars_troops(deed)
    return "" if is_troops(deed.other()) else f"{deed.other().name} is neither regiment nor battery"


def bars_musketry(deed: Deed) -> str:
    unit = deed.actor()
    if bars_both(deed):
        return bars_both(deed)
    if unit.word("kind") != ARMS[Arm.INFANTRY] or unit.word("weapon") == WEAPONS[0]:
        return f"{unit.name} has no muskets to fire on foot"
    if formation_of(unit) == Formation.SKIRMISH:
        return f"{unit.name} skirmishes, and has a fire of its own"
    return ""


def bars_artillery(deed: Deed) -> str:
    if bars_both(deed):
        return bars_both(deed)
    return "" if deed.actor().word("gun") != NO_GUN else f"{deed.actor().name} has no guns"


def bars_skirmish(deed: Deed) -> str:
    if bars_both(deed):
        return bars_both(deed)
    return bars_rate(deed)


def bars_rate(deed: Deed) -> str:
    unit = deed.actor()
    return "" if skirmish_rate(unit) != RATES[0] else f"{unit.name} does not skirmish"


def bars_sniping(deed: Deed) -> str:
    unit = deed.actor()
    if unit.word("rate") != RATES[SkirmishRate.SHARPSHOOTER]:
        return f"{unit.name} are no sharpshooters"
    return "" if deed.other().word("kind") == GENERAL else f"{deed.other().name} is no general"


def bars_morale(deed: Deed) -> str:
    if bars_troops(deed):
        return bars_troops(deed)
    return f"{deed.actor().name} routs, and takes no test but to rally" if routs(deed) is True else ""


def bars_charge_test(deed: Deed) -> str:
    if bars_both(deed):
        return bars_both(deed)
    unit = deed.actor()
    return "" if state_of(unit) == UnitState.OK else f"{unit.name} is {unit.word('state')}, and charges nobody"


def bars_charged(deed: Deed) -> str:
    return bars_both(deed) or bars_morale(deed)


def bars_rally(deed: Deed) -> str:
    if bars_troops(deed):
        return bars_troops(deed)
    return "" if flees(deed.actor()) else f"{deed.actor().name} does not run"


def bars_get_up(deed: Deed) -> str:
    return "" if state_of(deed.actor()) == UnitState.GONE_TO_GROUND else f"{deed.actor().name} is not on the ground"


def bars_recall(deed: Deed) -> str:
    unit = deed.actor()
    return "" if formation_of(unit) == Formation.SKIRMISH else f"{unit.name} does not skirmish"


def bars_rejoin(deed: Deed) -> str:
    return "" if deed.actor().number("parent") >= 0 else f"{deed.actor().name} is no detachment"


def bars_going_out(deed: Deed) -> str:
    unit = deed.actor()
    if unit.word("kind") != ARMS[Arm.INFANTRY] or detachment_of(deed.state, unit) is not None:
        return f"{unit.name} sends out nobody now"
    return "" if deed.number("figures_out") < unit.number("figures") else f"{unit.name} has not so many figures to send"


def bars_melee(deed: Deed) -> str:
    if bars_both(deed):
        return bars_both(deed)
    if deed.target not in deed.state.tied(MELEE, deed.unit):
        return f"{deed.actor().name} is in no melee with {deed.other().name}"
    for name in ("second", "enemy_second"):
        if name in deed.values and deed.number(name) >= 0:
            side = deed.actor().side if name == "second" else deed.other().side
            id = deed.number(name)
            if id >= len(deed.state.units) or deed.state.units[id].side != side or not is_there(deed.state.units[id]):
                return f"{name}: expected another unit of that side in this melee, by its number, or -1"
    return ""


def bars_winner(deed: Deed) -> str:
    if bars_troops(deed):
        return bars_troops(deed)
    loser = deed.number("loser")
    if loser < len(deed.state.units) and deed.state.units[loser].side != deed.actor().side:
        return ""
    return "loser: expected an enemy, by its number"


def bars_pursuit(deed: Deed) -> str:
    unit = deed.actor()
    if unit.number("beat") < 0:
        return f"{unit.name} has beaten nobody"
    return f"{unit.name}: artillery does not pursue" if unit.word("kind") == ARMS[Arm.ARTILLERY] else ""


def bars_limbering(deed: Deed) -> str:
    unit = deed.actor()
    return "" if unit.word("gun") != NO_GUN and unit.number("guns") else f"{unit.name} has no guns"


def bars_brigade(deed: Deed) -> str:
    return "" if deed.actor().word("kind") == BRIGADE else f"{deed.actor().name} is no brigade"


def bars_division(deed: Deed) -> str:
    return "" if deed.actor().word("kind") == DIVISION else f"{deed.actor().name} is no division"


def bars_sent(deed: Deed) -> str:
    if deed.rules.nerve_division:
        return "by the switch in force nerve may fail here: look it up, and say what became of the order"
    return bars_brigade(deed)


def bars_general(deed: Deed) -> str:
    return "" if deed.actor().word("kind") == GENERAL else f"{deed.actor().name} is no general"


def bars_attaching(deed: Deed) -> str:
    if bars_general(deed):
        return bars_general(deed)
    return "" if is_troops(deed.other()) else f"{deed.other().name} is neither regiment nor battery"


def bars_return(deed: Deed) -> str:
    id = deed.number("who")
    if id >= len(deed.state.units) or deed.state.units[id].word("kind") != GENERAL:
        return "who: expected a general, by his number"
    return "" if not is_there(deed.state.units[id]) else f"{deed.state.units[id].name} is in play"


# ---------------------------------------------------------------- what becomes of a unit


def rest(unit: BookUnit) -> None:
    """Nothing is kept of who is gone but that he is."""
    place = unit.values["place"]
    for field in attributes():
        if field.name in BOOK_STATES and field.name not in ("kind", "quality", "returns_on"):
            unit.values[field.name] = field.default
    unit.values["place"] = place


def lose(unit: BookUnit, figures: int) -> None:
    gone = min(figures, unit.number("figures"))
    unit.values["figures"] = unit.number("figures") - gone
    unit.values["lost_this_turn"] = unit.number("lost_this_turn") + gone
    unit.values["charge_losses"] = unit.number("charge_losses") + gone


def lose_guns(unit: BookUnit, guns: int) -> None:
    unit.values["guns"] = max(0, unit.number("guns") - guns)


def disperse(state: BookState, unit: BookUnit) -> None:
    """Removed for good, and its detachment with it (R125)."""
    unit.values["place"] = GONE
    out = detachment_of(state, unit)
    if out is not None:
        disperse(state, out)
    if unit.number("parent") >= 0:
        parent = state.units[unit.number("parent")]
        parent.values["lost_this_turn"] = parent.number("lost_this_turn") + unit.number("lost_this_turn")


def go_to_ground(unit: BookUnit) -> None:
    """Never an improvement (R81)."""
    if state_of(unit) <= UnitState.GONE_TO_GROUND:
        unit.values["state"] = STATES[UnitState.GONE_TO_GROUND]


def falter(unit: BookUnit) -> None:
    if state_of(unit) <= UnitState.FALTERING:
        unit.values["state"] = STATES[UnitState.FALTERING]
        unit.values["unformed"] = True


def take_flight(unit: BookUnit, state: int) -> None:
    """Never from rout to retreat."""
    if state_of(unit) == UnitState.ROUTING:
        state = UnitState.ROUTING
    unit.values["state"] = STATES[state]
    unit.values["unformed"] = True
    unit.values["retires"] = RETIREMENTS[0]
    unit.values["pursues"] = NOBODY
    unit.values["beat"] = NOBODY
    unit.values["uncontrolled"] = False


def rally(unit: BookUnit) -> None:
    """It runs no more: halted, unformed."""
    unit.values["state"] = STATES[UnitState.OK]
    unit.values["unformed"] = True
    unit.values["halted"] = True


def all_in_melee(state: BookState, unit: int) -> list[int]:
    """It and all who are in one melee with it."""
    found = [unit]
    for each in found:
        for other in state.tied(MELEE, each):
            if other not in found:
                found.append(other)
    return found


def tie_all(state: BookState, fighters: list[int]) -> None:
    for one in fighters:
        for other in fighters:
            if state.units[one].side < state.units[other].side:
                state.tie(MELEE, one, other)


def suffer(deed: Deed, unit: BookUnit, *, firing: bool) -> None:
    """Rifled guns that fired burst a barrel; everybody else has skulkers (R91)."""
    gun = unit.word("gun")
    loss = mishap(deed.rules, rifled_fire=firing and gun != NO_GUN and is_rifled(GUNS.index(gun)))
    lose(unit, loss.figures)
    lose_guns(unit, loss.guns)


def gain_tokens(deed: Deed) -> None:
    for token in deed.word("token").split(", "):
        if token != "none":
            gain(deed.state, deed.actor().side, token)


def gain(state: BookState, side: int, token: str) -> None:
    name = f"{token}-{side + 1}"
    state.values[name] = int(state.values[name]) + 1


def spend(state: BookState, side: int, token: str) -> None:
    name = f"{token}-{side + 1}"
    state.values[name] = max(0, int(state.values[name]) - 1)


def risked(deed: Deed, result: str, who: int) -> None:
    """Gone for good, gone for a while, or unhurt."""
    if result not in RISKS or not 0 <= who < len(deed.state.units):
        return
    general = deed.state.units[who]
    if general.word("kind") != GENERAL:
        return
    rules: GettysburgRules = deed.rules
    for row in rules.risk_rows:
        if RISKS[row.result] == result:
            if row.gone:
                lose_general(general, 0)
            elif row.back:
                lose_general(general, deed.state.turn + row.back)


def lose_general(general: BookUnit, returns_on: int) -> None:
    general.values["place"] = WOUNDED if returns_on else GONE
    general.values["returns_on"] = returns_on
    general.values["with_unit"] = NOBODY


# ---------------------------------------------------------------- what comes of a procedure


def after_shot(deed: Deed) -> None:
    """Casualties and the double six at once (R7), then its chain."""
    shoot_at(deed)
    if deed.word("double_six") != "no":
        struck(deed, six_of_shot(deed))
    chained(deed)


def six_of_shot(deed: Deed) -> str:
    """The row of `double-six-effects`."""
    target = deed.other()
    ammunition = AMMUNITION.index(deed.word("ammunition")) if "ammunition" in deed.values else 0
    mark = Mark(arm_of(target), formation_of(target))
    return effect_row(ammunition, mark, artillery="ammunition" in deed.values)


def shoot_at(deed: Deed) -> None:
    unit = deed.actor()
    target = deed.other()
    unit.values["fired"] = True
    target.values["shot_at"] = True
    lose(target, deed.number("lost"))
    target.values["half"] = deed.flag("half")
    if "low" in deed.values and deed.values["low"] is True:
        unit.values["low"] = True


def struck(deed: Deed, row: str) -> None:
    rules: GettysburgRules = deed.rules
    effect = rules.six_effects[row]
    lose_guns(deed.other(), effect.guns)
    if effect.falters:
        falter(deed.other())


def chained(deed: Deed) -> None:
    gain_tokens(deed)
    if deed.word("mishap") != "none":
        suffer(deed, deed.actor(), firing=True)
    if "who" in deed.values:
        risked(deed, deed.word("general"), deed.number("who"))


def after_musketry(deed: Deed) -> None:
    if deed.flag("aim_low"):
        spend(deed.state, deed.actor().side, TOKENS[Token.YELL_OR_AIM])
    after_shot(deed)


def after_skirmish(deed: Deed) -> None:
    shoot_at(deed)
    if deed.flag("double_sixes"):
        struck(deed, "skirmish-fire")
    chained(deed)


def after_sniping(deed: Deed) -> None:
    deed.actor().values["fired"] = True
    risked(deed, deed.word("general"), deed.target)


def after_risk(deed: Deed) -> None:
    risked(deed, deed.word("general"), deed.unit)


def result_of(deed: Deed) -> int:
    return RESULTS.index(deed.word("result"))


def after_charge_test(deed: Deed) -> None:
    """Anything but Charge! leaves it where it is, or sends it back at once (4.5.5)."""
    unit = deed.actor()
    if deed.flag("rebel_yell"):
        spend(deed.state, unit.side, TOKENS[Token.YELL_OR_AIM])
    result = result_of(deed)
    if result == MoraleResult.HALT_VOLLEY:
        unit.values["halted"] = True
    elif result == MoraleResult.GO_TO_GROUND:
        go_to_ground(unit)
    else:
        falters_or_runs(unit, result)


def after_charged(deed: Deed) -> None:
    falters_or_runs(deed.actor(), result_of(deed))


def after_counter_test(deed: Deed) -> None:
    """Prepared to go and meet them: who fails takes it as one who is charged."""
    unit = deed.actor()
    if deed.flag("rebel_yell"):
        spend(deed.state, unit.side, TOKENS[Token.YELL_OR_AIM])
    result = result_of(deed)
    falters_or_runs(unit, COUNTER_TESTS.get(result, result))


def falters_or_runs(unit: BookUnit, result: int) -> None:
    if result in (MoraleResult.FALTER, MoraleResult.FALTER_RECOIL):
        falter(unit)
    elif result == MoraleResult.RETREAT:
        take_flight(unit, UnitState.RETREATING)
    elif result == MoraleResult.ROUT:
        take_flight(unit, UnitState.ROUTING)


def after_morale(deed: Deed) -> None:
    """Locked in melee it does not go to ground (R118)."""
    unit = deed.actor()
    unit.values["tested"] = True
    result = result_of(deed)
    if result == MoraleResult.RALLY:
        rally(unit)
    elif result == MoraleResult.DISPERSE:
        disperse(deed.state, unit)
    elif result == MoraleResult.GO_TO_GROUND:
        if not deed.state.tied(MELEE, unit.id):
            go_to_ground(unit)
    elif result == MoraleResult.RETREAT and flees(unit):
        return
    else:
        falters_or_runs(unit, result)


def after_first_rally(deed: Deed) -> None:
    """A token may be spent before a failure counts (R90)."""
    if "again" in deed.values and deed.flag("again"):
        spend(deed.state, deed.actor().side, TOKENS[Token.RALLY_ONCE_AGAIN])
    else:
        after_morale(deed)


def has_rally(deed: Deed) -> bool:
    return int(deed.state.values[f"{TOKENS[Token.RALLY_ONCE_AGAIN]}-{deed.actor().side + 1}"]) > 0


def after_brigade_test(deed: Deed) -> None:
    """Who runs disperses, without a new test (R87); the rest is unformed and retires (R119)."""
    brigade = deed.actor()
    brigade.values["test_due"] = False
    if deed.word("result") == "stands":
        return
    brigade.values["broken"] = brigade.number("broken") + 1
    removed = deed.word("result") == "removed"
    for unit in deed.state.units:
        if unit.number(BRIGADE) == brigade.id and is_there(unit):
            if removed or flees(unit):
                disperse(deed.state, unit)
            else:
                swept_away(unit)


def swept_away(unit: BookUnit) -> None:
    unit.values["state"] = STATES[UnitState.OK]
    unit.values["unformed"] = True
    unit.values["retires"] = RETIREMENTS[Retiring.BROKEN_AWAY]
    unit.values["beat"] = NOBODY
    unit.values["pursues"] = NOBODY
    unit.values["uncontrolled"] = False


def after_crossing(deed: Deed) -> None:
    unit = deed.actor()
    result = deed.word("result")
    if result in ("unformed", "unformed-lose-1"):
        unit.values["unformed"] = True
    if result == "unformed-lose-1":
        rules: GettysburgRules = deed.rules
        lose(unit, rules.crossing_figures)
    if result == "gone-to-ground-behind":
        go_to_ground(unit)


def after_limbering(deed: Deed) -> None:
    unit = deed.actor()
    result = deed.word("result")
    if result == "battery-lost":
        disperse(deed.state, unit)
    elif result == "one-gun-lost":
        lose_guns(unit, 1)
    elif result == "one-crew-lost":
        lose(unit, 1)


def after_get_up(deed: Deed) -> None:
    if deed.flag("up"):
        deed.actor().values["state"] = STATES[UnitState.OK]


def after_pursuit(deed: Deed) -> None:
    """After it, out of hand, to its own lines, or as the owner likes (R113)."""
    unit = deed.actor()
    loser = unit.number("beat")
    unit.values["beat"] = NOBODY
    result = PURSUITS.index(deed.word("result"))
    if result == PursuitResult.SUPERB:
        return
    unit.values["unformed"] = True
    if result == PursuitResult.PURSUE:
        unit.values["pursues"] = loser
    elif result == PursuitResult.UNCONTROLLED_CHARGE:
        unit.values["uncontrolled"] = True
    elif result == PursuitResult.TUCKERED and unit.word("kind") == ARMS[Arm.CAVALRY]:
        unit.values["retires"] = RETIREMENTS[Retiring.TO_OWN_LINES]


def can_pursue(deed: Deed) -> Value:
    return loser_flees(deed) and deed.flag("reach")


def loser_flees(deed: Deed) -> bool:
    loser = deed.actor().number("beat")
    return loser >= 0 and is_there(deed.state.units[loser]) and flees(deed.state.units[loser])


def has_pursued(deed: Deed) -> Value:
    return deed.actor().flag("pursued_last_turn") or deed.actor().flag("pursued")


def is_cavalry(deed: Deed) -> bool:
    return deed.actor().word("kind") == ARMS[Arm.CAVALRY]


def after_order(deed: Deed) -> None:
    """The new chip lies face down; nerve that is lost turns the old one up, which is written down then."""
    if deed.word("result") == "changed" and deed.rules.orders_hidden:
        deed.actor().values["order"] = FACE_DOWN


# ---------------------------------------------------------------- what is only told


def begin_charge(deed: Deed) -> None:
    deed.actor().values["charge_losses"] = 0


def meet(deed: Deed) -> None:
    """A new melee, or one more unit in one (R71, R109)."""
    unit = deed.actor()
    target = deed.other()
    for each in (unit, target):
        if not deed.state.tied(MELEE, each.id):
            each.values["fresh"] = True
    fighters = all_in_melee(deed.state, target.id)
    for id in all_in_melee(deed.state, unit.id):
        if id not in fighters:
            fighters.append(id)
    tie_all(deed.state, fighters)
    unit.values["charging"] = True
    if deed.flag("countered"):
        target.values["charging"] = True
    if deed.flag("flank"):
        target.values["flanked"] = True


def leave(deed: Deed) -> None:
    deed.state.loosen(MELEE, deed.unit)


def first_flight(deed: Deed) -> None:
    """Foot is a mob from here on, guns are limbered (4.9.1)."""
    unit = deed.actor()
    if unit.word("kind") == ARMS[Arm.INFANTRY]:
        unit.values["formation"] = FORMATIONS[Formation.MOB]
    elif formation_of(unit) == Formation.DEPLOYED:
        unit.values["formation"] = FORMATIONS[Formation.LIMBERED]


def mounted(deed: Deed) -> None:
    unit = deed.actor()
    arm = Arm.INFANTRY if unit.word("kind") == ARMS[Arm.CAVALRY] else Arm.CAVALRY
    unit.values["kind"] = ARMS[arm]
    unit.values["formation"] = deed.values["formation"]


def dispersed(deed: Deed) -> None:
    disperse(deed.state, deed.actor())


def go_out(deed: Deed) -> None:
    """A screen or half a regiment, as a unit of its own (4.8.2)."""
    state = deed.state
    parent = deed.actor()
    name = f"{parent.name} {'screen' if deed.flag('screen') else 'skirmishers'}"
    taken = [unit.name for unit in state.units if unit.side == parent.side]
    found = name
    number = 1
    while found in taken:
        number += 1
        found = f"{name} {number}"
    values: dict[str, Value] = {}
    for field in attributes():
        values[field.name] = parent.values[field.name] if field.name in STATIC else field.default
    for kept in ("kind", "fired", "fired_last_turn", "low"):
        values[kept] = parent.values[kept]
    if parent.flag("horses"):
        values["kind"] = ARMS[Arm.CAVALRY]
    figures = deed.number("figures_out")
    values["size"] = figures
    values["figures"] = figures
    values["parent"] = parent.id
    values["formation"] = FORMATIONS[Formation.SKIRMISH]
    parent.values["figures"] = parent.number("figures") - figures
    state.units.append(BookUnit(len(state.units), found, parent.side, parent.card, values))


def rejoin(deed: Deed) -> None:
    """Figures and halves are the parent's again (R125)."""
    unit = deed.actor()
    parent = deed.state.units[unit.number("parent")]
    halves = (1 if unit.flag("half") else 0) + (1 if parent.flag("half") else 0)
    parent.values["lost_this_turn"] = parent.number("lost_this_turn") + unit.number("lost_this_turn")
    parent.values["fired"] = parent.flag("fired") or unit.flag("fired")
    parent.values["low"] = parent.flag("low") or unit.flag("low")
    parent.values["figures"] = parent.number("figures") + unit.number("figures")
    parent.values["half"] = halves % 2 == 1
    lose(parent, halves // 2)
    unit.values["place"] = REJOINED


def fallen(deed: Deed) -> None:
    lose(deed.actor(), deed.number("lost"))


def general_back(deed: Deed) -> None:
    """Well again, or another takes his place (R93, R94)."""
    state = deed.state
    who = deed.number("who")
    old = state.units[who]
    another = old.word("place") == GONE
    name = successor(state, old) if another else old.name
    back = BookUnit(old.id, name, old.side, old.card, old.values)
    back.values["place"] = ON_TABLE
    back.values["returns_on"] = 0
    if another:
        back.values["quality"] = QUALITIES[Quality.NORMAL]
    state.units[who] = back


def successor(state: BookState, general: BookUnit) -> str:
    for unit in state.units:
        if unit.number("general") == general.id:
            if unit.word("kind") == BRIGADE:
                return f"the Colonel commanding {with_article(unit.name)}"
            return f"the Brigadier commanding {with_article(unit.name[: unit.name.rindex(' of ')])}"
    return "the Colonel commanding"


def with_article(name: str) -> str:
    return name if name[:1].isupper() or name.startswith("the ") else f"the {name}"


def general_lost(deed: Deed) -> None:
    lose_general(deed.actor(), 0)


def joins(deed: Deed) -> None:
    deed.actor().values["with_unit"] = deed.target


def steadied(deed: Deed) -> None:
    """Freed from the ground, from faltering or from disorder; a mob stays one."""
    unit = deed.other()
    if state_of(unit) <= UnitState.FALTERING:
        unit.values["state"] = STATES[UnitState.OK]
        if formation_of(unit) != Formation.MOB:
            unit.values["unformed"] = False


def token_gained(deed: Deed) -> None:
    gain(deed.state, deed.actor().side, deed.word("token"))


def token_spent(deed: Deed) -> None:
    spend(deed.state, deed.actor().side, deed.word("token"))


def recovered(deed: Deed) -> None:
    deed.actor().values["state"] = STATES[UnitState.OK]
    if deed.flag("formed"):
        deed.actor().values["unformed"] = False


def followed(deed: Deed) -> None:
    deed.actor().values["following_up"] = True


def ridden_down(deed: Deed) -> None:
    """Routing units that are reached throw nothing (R72)."""
    unit = deed.actor()
    target = deed.other()
    side = Side([Fighter(arm_of(unit), GRADES.index(unit.word("grade")), unit.number("figures"))], lead=0)
    routers = Fighter(arm_of(target), GRADES.index(target.word("grade")), target.number("figures"))
    halves = cut_down(deed.rules, side, routers)
    lose(target, halves // 2)
    for id in all_in_melee(deed.state, unit.id):
        after_round(deed.state.units[id])


# ---------------------------------------------------------------- melee


def second_of(deed: Deed, name: str) -> BookUnit | None:
    if name not in deed.values or deed.number(name) < 0:
        return None
    return deed.state.units[deed.number(name)]


def figures_of(deed: Deed, name: str) -> int:
    second = second_of(deed, name)
    return 0 if second is None else in_ranks(deed.rules, second)


def second_figures(deed: Deed) -> Value:
    return figures_of(deed, "second")


def enemy_second_figures(deed: Deed) -> Value:
    return figures_of(deed, "enemy_second")


def word_of(deed: Deed, name: str, key: str, default: str) -> str:
    second = second_of(deed, name)
    return default if second is None else second.word(key)


def second_arm(deed: Deed) -> Value:
    return word_of(deed, "second", "kind", ARMS[0])


def enemy_second_arm(deed: Deed) -> Value:
    return word_of(deed, "enemy_second", "kind", ARMS[0])


def second_grade(deed: Deed) -> Value:
    return word_of(deed, "second", "grade", GRADES[3])


def enemy_second_grade(deed: Deed) -> Value:
    return word_of(deed, "enemy_second", "grade", GRADES[3])


def second_weapon(deed: Deed) -> Value:
    return word_of(deed, "second", "weapon", WEAPONS[0])


def enemy_second_weapon(deed: Deed) -> Value:
    return word_of(deed, "enemy_second", "weapon", WEAPONS[0])


def size_in_melee(rules: GettysburgRules, state: BookState, unit: BookUnit) -> int:
    """With a detachment out, or horses held, a size by which half are gone, or not, as they are of all of them."""
    figures = in_ranks(rules, unit)
    if unit.number("parent") < 0 and figures == unit.number("figures") and detachment_of(state, unit) is None:
        return unit.number("size")
    half_lost = 2 * lost_of(state, unit) >= parent_of(state, unit).number("size")
    return min(2 * figures, MOST_FIGURES) if half_lost else figures


def melee_size(deed: Deed) -> Value:
    return size_in_melee(deed.rules, deed.state, deed.actor())


def enemy_melee_size(deed: Deed) -> Value:
    return size_in_melee(deed.rules, deed.state, deed.other())


def troubled(unit: BookUnit, rules: GettysburgRules) -> bool:
    return is_unformed(unit) or (state_of(unit) == UnitState.GONE_TO_GROUND and not rules.ground_stays_down)


def melee_unformed(deed: Deed) -> Value:
    return troubled(deed.actor(), deed.rules)


def enemy_melee_unformed(deed: Deed) -> Value:
    return troubled(deed.other(), deed.rules)


def any_of(deed: Deed, unit: BookUnit, second: str, key: str) -> bool:
    other = second_of(deed, second)
    return unit.flag(key) or (other is not None and other.flag(key))


def charging(deed: Deed) -> Value:
    return any_of(deed, deed.actor(), "second", "charging")


def enemy_charging(deed: Deed) -> Value:
    return any_of(deed, deed.other(), "enemy_second", "charging")


def following(deed: Deed) -> Value:
    return any_of(deed, deed.actor(), "second", "following_up")


def enemy_following(deed: Deed) -> Value:
    return any_of(deed, deed.other(), "enemy_second", "following_up")


def flanked(deed: Deed) -> Value:
    return any_of(deed, deed.actor(), "second", "flanked")


def enemy_flanked(deed: Deed) -> Value:
    return any_of(deed, deed.other(), "enemy_second", "flanked")


def retreating(deed: Deed) -> Value:
    return state_of(deed.actor()) == UnitState.RETREATING


def enemy_retreating(deed: Deed) -> Value:
    return state_of(deed.other()) == UnitState.RETREATING


def is_led(deed: Deed, unit: BookUnit, second: str) -> bool:
    other = second_of(deed, second)
    for general in attached(deed.state, unit.id) + ([] if other is None else attached(deed.state, other.id)):
        if commands(deed.state, general, unit):
            return True
    return False


def commands(state: BookState, general: BookUnit, unit: BookUnit) -> bool:
    """Its own brigadier, its divisional general, a corps general or the C-in-C."""
    if general.word("level") in LEVELS[2:]:
        return True
    brigade = unit.number(BRIGADE)
    if brigade < 0:
        return False
    division = state.units[brigade].number(DIVISION)
    if state.units[brigade].number("general") == general.id:
        return True
    return division >= 0 and state.units[division].number("general") == general.id


def led(deed: Deed) -> Value:
    return is_led(deed, deed.actor(), "second")


def enemy_led(deed: Deed) -> Value:
    return is_led(deed, deed.other(), "enemy_second")


def shotguns(deed: Deed) -> Value:
    return deed.actor().flag("shotguns") and deed.actor().flag("fresh")


def enemy_shotguns(deed: Deed) -> Value:
    return deed.other().flag("shotguns") and deed.other().flag("fresh")


def others_in_melee(state: BookState, unit: BookUnit) -> bool:
    fighters = all_in_melee(state, unit.id)
    return len([id for id in fighters if state.units[id].side == unit.side]) > 1


def several(deed: Deed) -> bool:
    return others_in_melee(deed.state, deed.actor())


def several_enemies(deed: Deed) -> bool:
    return others_in_melee(deed.state, deed.other())


def may_be_rapid(unit: BookUnit) -> bool:
    return unit.word("kind") == ARMS[Arm.INFANTRY] and may_pour(
        WEAPONS.index(unit.word("weapon")), low=unit.flag("low")
    )


def rapid(deed: Deed) -> bool:
    return may_be_rapid(deed.actor())


def enemy_rapid(deed: Deed) -> bool:
    return may_be_rapid(deed.other())


def second_rapid(deed: Deed) -> bool:
    other = second_of(deed, "second")
    return other is not None and may_be_rapid(other)


def enemy_second_rapid(deed: Deed) -> bool:
    other = second_of(deed, "enemy_second")
    return other is not None and may_be_rapid(other)


def after_melee(deed: Deed) -> None:
    """Casualties of both sides together, what a double six takes, then what the result does (4.11.4)."""
    sides = [[deed.actor()], [deed.other()]]
    for at, name in ((0, "second"), (1, "enemy_second")):
        other = second_of(deed, name)
        if other is not None:
            sides[at].append(other)
    for id in all_in_melee(deed.state, deed.unit):
        after_round(deed.state.units[id])
    for at, prefix in ((0, ""), (1, "enemy_")):
        share_out(deed, sides[at], deed.number(f"{prefix}lost"), prefix)
        if deed.flag(f"{prefix}low"):
            spend_ammunition(deed, sides[at], prefix)
        if deed.flag(f"{prefix}six"):
            take_spoils(deed, sides[at][0], sides[1 - at])
        if f"who_{at + 1}" in deed.values:
            risked(deed, deed.word(f"{prefix}general"), deed.number(f"who_{at + 1}"))
    winner = deed.word("winner")
    if winner != "nobody":
        beaten(deed, sides[0 if winner == "first" else 1], sides[1 if winner == "first" else 0])


def after_round(unit: BookUnit) -> None:
    for name in ("charging", "flanked", "fresh", "recoiled", "following_up"):
        unit.values[name] = False


def share_out(deed: Deed, units: list[BookUnit], lost: int, prefix: str) -> None:
    """Evenly over all units; the owner places what is over (R71)."""
    if len(units) < 2:
        lose(units[0], lost)
        return
    second = min(lost, deed.number(f"{prefix}second_lost"))
    lose(units[0], lost - second)
    lose(units[1], second)


def spend_ammunition(deed: Deed, units: list[BookUnit], prefix: str) -> None:
    if deed.flag(f"{prefix}rapid"):
        units[0].values["low"] = True
    if len(units) > 1 and deed.flag(f"{prefix}second_rapid"):
        units[1].values["low"] = True


def take_spoils(deed: Deed, lead: BookUnit, enemies: list[BookUnit]) -> None:
    """Colours of foot and horse; a battery that leads is captured, whoever has won (4.6.5, R148)."""
    rules: GettysburgRules = deed.rules
    if rules.six_effects[six_row(arm_of(enemies[0]))].captured:
        for unit in enemies:
            if unit.word("gun") != NO_GUN:
                disperse(deed.state, unit)
        return
    name = f"trophies-{lead.side + 1}"
    deed.state.values[name] = int(deed.state.values[name]) + 1


def beaten(deed: Deed, winners: list[BookUnit], losers: list[BookUnit]) -> None:
    """Every loser by the result of its leader, and who has won while it retreated is rallied (4.6.8)."""
    result = MELEE_RESULTS.index(deed.word("result"))
    for unit in losers:
        if result == MeleeResult.RECOIL:
            unit.values["recoiled"] = True
            unit.values["unformed"] = True
        else:
            take_flight(unit, UnitState.ROUTING if result == MeleeResult.ROUT else UnitState.RETREATING)
            deed.state.loosen(MELEE, unit.id)
    for unit in winners:
        if state_of(unit) == UnitState.RETREATING:
            rally(unit)


# ---------------------------------------------------------------- the rows

SIX: Final = ("Double six",)
RISK: Final = ("Risk to general",)
WHO: Final = Fact(
    Field("who", "which general is at risk, by his number; -1: none", NOBODY, NOBODY, MOST_UNITS),
    after=RISK,
    only=target_has_general,
    work=general_of_target,
)
MARK: Final = (
    Input("target_arm", TARGET, key="kind"),
    Input("target_formation", TARGET, key="formation"),
    Input("cover", ASKED),
    Input("target_down", WORKED, work=down_target),
    Input("enfiladed", ASKED),
    Input("massed", ASKED),
    Input("target", TARGET, key="figures"),
    Input("half", TARGET, key="half"),
    Input("general_near", ASKED, after=SIX, only=target_has_general),
)
FLANK: Final = Fact(Field("flank", "it comes from flank or rear", default=False))
SHELTER: Final = Fact(
    Field("shelter", "its cover, not light, without an enemy in the same", SHELTERS[0], choices=SHELTERS)
)
ENEMIES: Final = Input("enemies_fleeing", ASKED, only=enemies_flee)
FRIENDS: Final = Input("friends_fleeing", ASKED, only=friends_flee)
SUPPORTS: Final = Input("supports", ASKED, only=may_be_supported)


def tested(test: Input, *extra: Input) -> tuple[Input, ...]:
    """What every test of a unit takes; then what this one does."""
    return (
        test,
        Input("arm", UNIT, key="kind"),
        Input("nation", UNIT, key="nation"),
        Input("grade", UNIT, key="grade"),
        Input("size", WORKED, work=size_of_both),
        Input("lost", WORKED, work=lost_of_both),
        Input("formation", UNIT, key="formation"),
        Input("state", UNIT, key="state"),
        Input("unformed", WORKED, work=unformed_unit),
        Input("general", ASKED, only=has_general),
        Input("uphill", ASKED),
        Input("under_fire", UNIT, key="shot_at"),
        ENEMIES,
        FRIENDS,
        SUPPORTS,
        *extra,
    )


OPEN: Final = (
    Input("in_cover", FIXED, value=False),
    Input("in_hasty_works", FIXED, value=False),
    Input("in_works", FIXED, value=False),
)
SHELTERED: Final = (
    Input("in_cover", WORKED, work=in_cover),
    Input("in_hasty_works", WORKED, work=in_hasty_works),
    Input("in_works", WORKED, work=in_works),
)
NOT_CHARGING: Final = (
    Input("charge_casualties", FIXED, value=0),
    Input("weak_target", FIXED, value=False),
    Input("formed_target", FIXED, value=False),
    Input("rebel_yell", FIXED, value=False),
)
NOT_CHARGED: Final = (Input("charged_by", FIXED, value=CHARGERS[0]), Input("flank_or_rear", FIXED, value=False))
NO_DISPERSAL: Final = Input("dispersal", FIXED, value=False)
CHARGING_HOME: Final = (
    *OPEN,
    Input("weak_target", WORKED, work=weak_target),
    Input("formed_target", WORKED, work=formed_target),
    Input("rebel_yell", ASKED, only=has_yell_or_aim),
    *NOT_CHARGED,
    NO_DISPERSAL,
)
TO_CHARGE: Final = Input("test", FIXED, value=TESTS[MoraleTest.TO_CHARGE])
AGAIN: Final = Fact(
    Field("again", "it fails, and a token is spent: Rally Once Again", default=False),
    after=("Rally from retreat", "Rally from rout"),
    only=has_rally,
)
RALLYING: Final = tested(Input("test", WORKED, work=rally_test), *SHELTERED, *NOT_CHARGING, *NOT_CHARGED, NO_DISPERSAL)


def order_inputs(way: str, division: Input, quality: Input, *asked: Input) -> tuple[Input, ...]:
    """A try to change an order."""
    names = [each.name for each in asked]
    rest_of = [
        Input(name, FIXED, value=False) for name in ("contact", "far", "commanding", "dense_woods") if name not in names
    ]
    return (
        Input("way", FIXED, value=way),
        division,
        Input("present", WORKED, work=order_now)
        if way == "own-initiative"
        else Input("present", FIXED, value="engage"),
        Input("wanted", WORKED, work=order_wanted)
        if way == "own-initiative"
        else Input("wanted", FIXED, value="assault"),
        quality,
        Input("nation", UNIT, key="nation"),
        *asked,
        *rest_of,
    )


ATTACKS: Final = Input(DIVISION, FIXED, value=DIVISION_ORDERS[0])
SIDE: Final = (
    Input("arm", UNIT, key="kind"),
    Input("figures", WORKED, work=figures_in_ranks),
    Input("size", WORKED, work=melee_size),
    Input("grade", UNIT, key="grade"),
    Input("weapon", UNIT, key="weapon"),
    Input("rapid", ASKED, only=rapid),
    Input("formation", UNIT, key="formation"),
    Input("charging", WORKED, work=charging),
    Input("following_up", WORKED, work=following),
    Input("unformed", WORKED, work=melee_unformed),
    Input("recoiled", UNIT, key="recoiled"),
    Input("retreating", WORKED, work=retreating),
    Input("flank", WORKED, work=flanked),
    Input("general", WORKED, work=led),
    Input("general_near", ASKED, after=SIX, only=has_general),
    Input("supports", ASKED, only=may_be_supported),
    Input("cover", ASKED),
    Input("uphill", ASKED),
    Input("rough", ASKED),
    Input("shotguns", WORKED, work=shotguns),
    Input("second_figures", WORKED, work=second_figures),
    Input("second_arm", WORKED, work=second_arm),
    Input("second_grade", WORKED, work=second_grade),
    Input("second_weapon", WORKED, work=second_weapon),
    Input("second_rapid", ASKED, only=second_rapid),
)
ENEMY_SIDE: Final = (
    Input("enemy_arm", TARGET, key="kind"),
    Input("enemy_figures", WORKED, work=enemy_figures_in_ranks),
    Input("enemy_size", WORKED, work=enemy_melee_size),
    Input("enemy_grade", TARGET, key="grade"),
    Input("enemy_weapon", TARGET, key="weapon"),
    Input("enemy_rapid", ASKED, only=enemy_rapid),
    Input("enemy_formation", TARGET, key="formation"),
    Input("enemy_charging", WORKED, work=enemy_charging),
    Input("enemy_following_up", WORKED, work=enemy_following),
    Input("enemy_unformed", WORKED, work=enemy_melee_unformed),
    Input("enemy_recoiled", TARGET, key="recoiled"),
    Input("enemy_retreating", WORKED, work=enemy_retreating),
    Input("enemy_flank", WORKED, work=enemy_flanked),
    Input("enemy_general", WORKED, work=enemy_led),
    Input("enemy_general_near", ASKED, after=SIX, only=target_has_general),
    Input("enemy_supports", ASKED, only=target_may_be_supported),
    Input("enemy_cover", ASKED),
    Input("enemy_uphill", ASKED),
    Input("enemy_rough", ASKED),
    Input("enemy_shotguns", WORKED, work=enemy_shotguns),
    Input("enemy_second_figures", WORKED, work=enemy_second_figures),
    Input("enemy_second_arm", WORKED, work=enemy_second_arm),
    Input("enemy_second_grade", WORKED, work=enemy_second_grade),
    Input("enemy_second_weapon", WORKED, work=enemy_second_weapon),
    Input("enemy_second_rapid", ASKED, only=enemy_second_rapid),
)


def fact(name: str, said: str) -> Fact:
    return Fact(Field(name, said, default=False))


def formation_fact() -> Fact:
    return Fact(Field("formation", "how it stands now", FORMATIONS[0], choices=FORMATIONS))


def token_fact() -> Fact:
    return Fact(Field("token", "which token", TOKENS[0], choices=TOKENS))


PROCEDURES: Final = (
    Procedure(
        "initiative",
        "Initiative",
        form="initiative",
        inputs=(
            Input("quality", WORKED, work=first_quality),
            Input("nation", WORKED, work=first_nation),
            Input("enemy_quality", WORKED, work=second_quality),
            Input("enemy_nation", WORKED, work=second_nation),
            Input("east", WORKED, work=is_east),
            Input("year", WORKED, work=year),
            Input("holder", WORKED, work=holder),
        ),
        changes=(Change("book", "initiative", SET, by="winner"),),
        free=True,
    ),
    Procedure(
        "division-order",
        "A change of a division's order",
        form="order-change",
        inputs=order_inputs(
            DIVISION, Input(DIVISION, ASKED), Input("quality", WORKED, work=quality_of_chief), Input("contact", ASKED)
        ),
        bars=bars_division,
    ),
    Procedure(
        "brigade-order",
        "A change of a brigade's order",
        form="order-change",
        inputs=order_inputs(
            BRIGADE,
            ATTACKS,
            Input("quality", WORKED, work=quality_of_chief),
            Input("contact", ASKED),
            Input("far", ASKED),
            Input("commanding", ASKED),
            Input("dense_woods", ASKED),
        ),
        bars=bars_sent,
        work=after_order,
    ),
    Procedure(
        "own-initiative",
        "A change of order on the brigadier's own initiative",
        form="order-change",
        inputs=order_inputs("own-initiative", ATTACKS, Input("quality", WORKED, work=quality_of_brigadier)),
        facts=(fact("to_assault", "he wants to assault"),),
        bars=bars_brigade,
        work=after_order,
    ),
    Procedure(
        "order",
        "An order is shown",
        facts=(Fact(Field("order", "the order that lies face up now", FACE_DOWN, choices=BOOK_ORDERS)),),
        changes=(Change(UNIT, "order", SET, by="order"),),
        bars=bars_brigade,
        said="shows its order",
    ),
    Procedure(
        "charge",
        "Charge",
        target=ENEMY,
        bars=bars_both,
        work=begin_charge,
        said="charges",
        thens=(
            Then("musketry", "at the halfway point: who is charged may fire", turned=True),
            Then("artillery", "or fire its guns", turned=True),
            Then("to-charge", "then the test to charge home"),
        ),
    ),
    Procedure(
        "lapse",
        "A charge out of hand lapses, or is declared",
        changes=(Change(UNIT, "uncontrolled", SET, value=False),),
        said="is out of hand no more",
    ),
    Procedure(
        "to-charge",
        "Test to charge home",
        form="unit-morale",
        target=ENEMY,
        inputs=tested(TO_CHARGE, Input("charge_casualties", UNIT, key="charge_losses"), *CHARGING_HOME),
        facts=(FLANK,),
        bars=bars_charge_test,
        work=after_charge_test,
        thens=(
            Then(
                "being-charged",
                "it charges home: the test of being charged",
                when="result",
                among=(RESULTS[MoraleResult.CHARGE],),
                turned=True,
            ),
        ),
    ),
    Procedure(
        "counter-test",
        "Test to counter-charge",
        form="unit-morale",
        target=ENEMY,
        inputs=tested(TO_CHARGE, Input("charge_casualties", FIXED, value=0), *CHARGING_HOME),
        bars=bars_charge_test,
        work=after_counter_test,
    ),
    Procedure(
        "being-charged",
        "Test of being charged",
        form="unit-morale",
        target=ENEMY,
        inputs=tested(
            Input("test", FIXED, value=TESTS[MoraleTest.BEING_CHARGED]),
            *SHELTERED,
            *NOT_CHARGING,
            Input("charged_by", ASKED, work=kind_of_charger),
            Input("flank_or_rear", ASKED),
            NO_DISPERSAL,
        ),
        facts=(SHELTER,),
        bars=bars_charged,
        work=after_charged,
        thens=(
            Then("limbering", "guns that must go limber first", when="state", among=STATES[3:5]),
            Then("contact", "or the charge comes home", turned=True),
        ),
    ),
    Procedure(
        "contact",
        "A charger, counter-charger or pursuer comes into contact",
        target=ENEMY,
        facts=(fact("countered", "the other has charged as well"), fact("flank", "it is attacked in flank or rear")),
        bars=bars_both,
        work=meet,
        said="is in melee with",
    ),
    Procedure(
        "crossing",
        "Crossing defences",
        form="crossing",
        inputs=(Input("obstacle", ASKED),),
        bars=bars_troops,
        work=after_crossing,
    ),
    Procedure(
        "get-up",
        "Get up!",
        form="get-up",
        inputs=(Input("grade", UNIT, key="grade"),),
        bars=bars_get_up,
        work=after_get_up,
    ),
    Procedure(
        "recall",
        "Recall of skirmishers",
        form="recall",
        inputs=(
            Input("grade", UNIT, key="grade"),
            Input("half", WORKED, work=is_out),
            Input("far", ASKED),
            Input("dense_woods", ASKED),
        ),
        bars=bars_recall,
    ),
    Procedure(
        "musketry",
        "Musketry",
        form="musketry",
        target=ENEMY,
        inputs=(
            Input("figures", WORKED, work=figures_in_ranks),
            Input("formation", UNIT, key="formation"),
            Input("grade", UNIT, key="grade"),
            Input("weapon", UNIT, key="weapon"),
            Input("range", ASKED),
            Input("unformed", WORKED, work=unformed_unit),
            Input("fired_last_turn", UNIT, key="fired_last_turn"),
            Input("down", WORKED, work=down_unit),
            Input("low", UNIT, key="low"),
            Input("pour", ASKED, only=may_pour_it_on),
            Input("aim_low", ASKED, only=has_yell_or_aim),
            *MARK,
        ),
        facts=(WHO,),
        bars=bars_musketry,
        work=after_musketry,
    ),
    Procedure(
        "artillery",
        "Artillery fire",
        form="artillery",
        target=ENEMY,
        inputs=(
            Input("guns", UNIT, key="guns"),
            Input("crew", UNIT, key="figures"),
            Input("gun", UNIT, key="gun"),
            Input("ammunition", ASKED),
            Input("range", ASKED),
            Input("grade", UNIT, key="grade"),
            Input("moved", ASKED),
            Input("unformed", WORKED, work=unformed_unit),
            Input("low", UNIT, key="low"),
            *MARK,
            Input("built_up", ASKED, after=SIX),
        ),
        facts=(WHO,),
        bars=bars_artillery,
        work=after_shot,
    ),
    Procedure(
        "skirmish-fire",
        "Skirmish fire",
        form="skirmish-fire",
        target=ENEMY,
        inputs=(
            Input("figures", WORKED, work=figures_in_ranks),
            Input("rate", WORKED, work=rate_of_unit),
            Input("down", WORKED, work=down_unit),
            Input("low", UNIT, key="low"),
            Input("at_general", FIXED, value=False),
            Input("cover", ASKED),
            Input("target_down", WORKED, work=down_target),
            Input("target", TARGET, key="figures"),
            Input("half", TARGET, key="half"),
            Input("general_near", ASKED, after=SIX, only=target_has_general),
        ),
        facts=(WHO,),
        bars=bars_skirmish,
        work=after_skirmish,
    ),
    Procedure(
        "snipe",
        "Sharpshooters aim",
        form="skirmish-fire",
        target=ENEMY,
        inputs=(
            Input("figures", WORKED, work=figures_in_ranks),
            Input("rate", WORKED, work=rate_of_unit),
            Input("down", WORKED, work=down_unit),
            Input("low", UNIT, key="low"),
            Input("at_general", FIXED, value=True),
            Input("cover", FIXED, value=COVERS[Cover.NONE]),
            Input("target_down", FIXED, value=False),
            Input("target", FIXED, value=1),
            Input("half", FIXED, value=False),
            Input("general_near", FIXED, value=True),
        ),
        bars=bars_sniping,
        work=after_sniping,
    ),
    Procedure(
        "melee",
        "Melee",
        form="melee",
        target=ENEMY,
        inputs=(*SIDE, *ENEMY_SIDE, Input("first_round", FIXED, value=True)),
        facts=(
            Fact(
                Field("second", "a second unit beside it, by its number; -1: none", NOBODY, NOBODY, MOST_UNITS),
                only=several,
            ),
            Fact(
                Field("enemy_second", "a second unit of the enemy; -1: none", NOBODY, NOBODY, MOST_UNITS),
                only=several_enemies,
            ),
            Fact(Field("second_lost", "figures that the second unit loses", 0, 0, MOST_FIGURES), only=several),
            Fact(
                Field("enemy_second_lost", "figures that the enemy's second unit loses", 0, 0, MOST_FIGURES),
                only=several_enemies,
            ),
            Fact(
                Field("who_1", "which general of this side is at risk; -1: none", NOBODY, NOBODY, MOST_UNITS),
                after=RISK,
                only=has_general,
                work=general_of_unit,
            ),
            Fact(
                Field("who_2", "which general of the enemy is at risk; -1: none", NOBODY, NOBODY, MOST_UNITS),
                after=RISK,
                only=target_has_general,
                work=general_of_target,
            ),
        ),
        bars=bars_melee,
        work=after_melee,
    ),
    Procedure(
        "ride-down", "Routers are ridden down", target=ENEMY, bars=bars_both, work=ridden_down, said="rides down"
    ),
    Procedure("out-of-melee", "A unit is out of its melee", bars=bars_troops, work=leave, said="is out of its melee"),
    Procedure("follow-up", "A winner follows up", target=ENEMY, bars=bars_both, work=followed, said="follows up"),
    Procedure(
        "won",
        "A winner will test for pursuit",
        facts=(Fact(Field("loser", "whom it has beaten, by its number", 0, 0, MOST_UNITS)),),
        changes=(Change(UNIT, "beat", SET, by="loser"),),
        bars=bars_winner,
        said="may pursue",
    ),
    Procedure(
        "pursuit",
        "Pursuit test",
        form="pursuit",
        inputs=(
            Input("arm", UNIT, key="kind"),
            Input("nation", UNIT, key="nation"),
            Input("grade", UNIT, key="grade"),
            Input("year", WORKED, work=year),
            Input("general_near", ASKED, only=has_general),
            Input("unformed", WORKED, work=unformed_unit),
            Input("pursued_last_turn", WORKED, work=has_pursued),
            Input("can_pursue", WORKED, work=can_pursue),
            Input("enemy_ahead", ASKED, only=is_cavalry),
        ),
        facts=(Fact(Field("reach", "the way to whom it has beaten is free", default=True), only=loser_flees),),
        bars=bars_pursuit,
        work=after_pursuit,
        thens=(
            Then("retire", "or it retires, as its owner likes", when="result", among=("unformed-choice", "tuckered")),
        ),
    ),
    Procedure(
        "no-pursuit",
        "A winner takes no pursuit test",
        changes=(Change(UNIT, "beat", SET, value=NOBODY),),
        said="does not pursue",
    ),
    Procedure(
        "retire",
        "A retirement is due",
        facts=(Fact(Field("retires", "how far", RETIREMENTS[Retiring.MAY_RETIRE], choices=RETIREMENTS)),),
        changes=(Change(UNIT, "retires", SET, by="retires"),),
        bars=bars_troops,
        said="is to retire",
    ),
    Procedure(
        "pursues",
        "It pursues",
        changes=(Change(UNIT, "pursued", SET, value=True),),
        bars=bars_troops,
        said="pursues",
    ),
    Procedure(
        "compulsory-done",
        "Its compulsory move is made",
        changes=(Change(UNIT, "retires", SET, value=RETIREMENTS[0]), Change(UNIT, "pursues", SET, value=NOBODY)),
        bars=bars_troops,
        said="has made its compulsory move",
    ),
    Procedure(
        "limbering",
        "Emergency limbering",
        form="limbering",
        target=ENEMY,
        inputs=(
            Input("guns", UNIT, key="guns"),
            Input("gun", UNIT, key="gun"),
            Input("grade", UNIT, key="grade"),
            Input("by_cavalry", WORKED, work=by_cavalry),
            Input("rout", WORKED, work=routs),
        ),
        bars=bars_limbering,
        work=after_limbering,
    ),
    Procedure(
        "morale",
        "Morale test",
        form="unit-morale",
        inputs=tested(
            Input("test", FIXED, value=TESTS[MoraleTest.OTHER]),
            *SHELTERED,
            *NOT_CHARGING,
            *NOT_CHARGED,
            Input("dispersal", WORKED, work=at_dispersal),
        ),
        facts=(SHELTER,),
        bars=bars_morale,
        work=after_morale,
    ),
    Procedure(
        "rally",
        "Rally",
        form="unit-morale",
        inputs=RALLYING,
        facts=(SHELTER, AGAIN),
        bars=bars_rally,
        work=after_first_rally,
    ),
    Procedure(
        "brigade-morale",
        "Brigade test",
        form="brigade-morale",
        inputs=(
            Input("roster", WORKED, work=roster_of),
            Input("in_play", WORKED, work=in_play),
            Input("lost", WORKED, work=lost_units),
            Input("crack_elite", WORKED, work=crack_elite),
            Input("green_militia", WORKED, work=green_militia),
            Input("sheltered", ASKED),
            Input("commanded", WORKED, work=is_commanded),
            Input("enemy_fleeing", ASKED),
            Input("broken_before", WORKED, work=has_broken),
        ),
        bars=bars_brigade,
        work=after_brigade_test,
    ),
    Procedure(
        "risk",
        "Risk to a general",
        form="risk-to-general",
        inputs=(
            Input("begin", FIXED, value="risk"),
            Input("general", FIXED, value=True),
            Input("rifled", FIXED, value=False),
        ),
        bars=bars_general,
        work=after_risk,
    ),
    # ------------------------------------------------------------ what is only told
    Procedure(
        "must-test",
        "A brigade must test",
        changes=(Change(UNIT, "test_due", SET, value=True),),
        bars=bars_brigade,
        said="must test",
        thens=(Then("brigade-morale", "in the next phase of morale", must=False),),
    ),
    Procedure(
        "formation",
        "Change of formation",
        facts=(formation_fact(),),
        changes=(Change(UNIT, "formation", SET, by="formation"),),
        bars=bars_troops,
        said="changes formation",
    ),
    Procedure(
        "reform",
        "Reforming",
        facts=(formation_fact(),),
        changes=(Change(UNIT, "formation", SET, by="formation"), Change(UNIT, "unformed", SET, value=False)),
        bars=bars_troops,
        said="reforms",
    ),
    Procedure(
        "mount",
        "Mounting or dismounting",
        facts=(formation_fact(),),
        bars=bars_troops,
        work=mounted,
        said="mounts or dismounts",
    ),
    Procedure(
        "unformed",
        "It is unformed by ground, or by friends who run through it",
        changes=(Change(UNIT, "unformed", SET, value=True),),
        bars=bars_troops,
        said="is unformed",
    ),
    Procedure("flight", "Its first flight", bars=bars_rally, work=first_flight, said="runs"),
    Procedure(
        "rises",
        "Charged on the ground, it gets up",
        changes=(Change(UNIT, "state", SET, value=STATES[UnitState.OK]), Change(UNIT, "unformed", SET, value=True)),
        bars=bars_get_up,
        said="gets up to meet the charge",
    ),
    Procedure(
        "recovers",
        "It has had its quiet turn",
        facts=(Fact(Field("formed", "it is formed again, too", default=True)),),
        bars=bars_troops,
        work=recovered,
        said="recovers",
    ),
    Procedure(
        "resupply",
        "Cartridge boxes are filled",
        changes=(Change(UNIT, "low", SET, value=False),),
        bars=bars_troops,
        said="fills its cartridge boxes",
    ),
    Procedure("gone", "A unit is gone", bars=bars_troops, work=dispersed, said="is gone"),
    Procedure(
        "loses",
        "Figures are lost otherwise",
        facts=(Fact(Field("lost", "figures", 1, 1, MOST_FIGURES)),),
        bars=bars_troops,
        work=fallen,
        said="loses figures",
    ),
    Procedure(
        "skirmishers-out",
        "Skirmishers go out",
        facts=(
            Fact(Field("figures_out", "figures that go out", 1, 1, MOST_FIGURES)),
            fact("screen", "they are a brigade screen"),
        ),
        bars=bars_going_out,
        work=go_out,
        said="sends out skirmishers",
    ),
    Procedure("rejoin", "Skirmishers rejoin", bars=bars_rejoin, work=rejoin, said="rejoins its regiment"),
    Procedure("attach", "A general joins a unit", target=FRIEND, bars=bars_attaching, work=joins, said="joins"),
    Procedure(
        "detach",
        "A general rides on alone",
        changes=(Change(UNIT, "with_unit", SET, value=NOBODY),),
        bars=bars_general,
        said="rides on alone",
    ),
    Procedure("general-lost", "A general is captured", bars=bars_general, work=general_lost, said="is lost"),
    Procedure(
        "general-back",
        "A general returns, or another takes his place",
        facts=(Fact(Field("who", "which, by his number", 0, 0, MOST_UNITS)),),
        bars=bars_return,
        work=general_back,
        free=True,
    ),
    Procedure("steadies", "Like a stone wall", target=FRIEND, bars=bars_attaching, work=steadied, said="steadies"),
    Procedure(
        "token", "A token is gained", facts=(token_fact(),), bars=bars_troops, work=token_gained, said="gains a token"
    ),
    Procedure(
        "token-spent",
        "A token is spent",
        facts=(token_fact(),),
        bars=bars_troops,
        work=token_spent,
        said="spends a token",
    ),
)


# ---------------------------------------------------------------- phases, turn, who is gone

PHASES: Final = (
    Phase("initiative", "Initiative"),
    Phase("command", "Command"),
    Phase("compulsory", "Compulsory moves"),
    Phase("charges", "Charges"),
    Phase("moves", "Normal moves"),
    Phase("firing", "Firing"),
    Phase("melees", "Melees"),
    Phase("morale", "Morale and pursuit"),
)


MORALE_PHASE: Final = len(PHASES) - 1


def begin(rules: Any, state: BookState) -> None:
    for unit in state.units:
        if unit.word("place") == WAITING:
            unit.values["place"] = ON_TABLE


def next_turn(rules: Any, state: BookState) -> None:
    """What was of this turn is of the last."""
    for unit in state.units:
        unit.values["fired_last_turn"] = unit.values["fired"]
        unit.values["pursued_last_turn"] = unit.values["pursued"]
        for name in ("fired", "pursued", "shot_at", "halted", "tested"):
            unit.values[name] = False
        unit.values["lost_this_turn"] = 0
        unit.values["charge_losses"] = 0


def settle(rules: Any, state: BookState) -> None:
    """A unit without figures or guns is gone; a brigade without units; who is in no melee forgets it."""
    for unit in state.units:
        for name in REFERS:
            if unit.number(name) >= len(state.units):
                unit.values[name] = NOBODY
    for unit in state.units:
        if is_there(unit) and is_troops(unit):
            if unit.number("figures") == 0 or (unit.word("gun") != NO_GUN and unit.number("guns") == 0):
                disperse(state, unit)
    for unit in state.units:
        if not is_there(unit):
            rest(unit)
            state.loosen(MELEE, unit.id)
        else:
            settle_one(state, unit)
    if state.begun and not state.finished and state.phase == MORALE_PHASE:
        remind(rules, state)


def remind(rules: GettysburgRules, state: BookState) -> None:
    """Who must test in the phase of morale, as far as the book can know; routers near by are seen on the table."""
    for unit in state.units:
        if not is_there(unit):
            continue
        if unit.word("kind") == BRIGADE and unit.flag("test_due"):
            offer(state, "brigade-morale", unit, "a brigade test is due")
        elif is_troops(unit) and not unit.flag("tested") and not flees(unit):
            size = parent_of(state, unit).number("size")
            lost = lost_now(state, unit)
            if must_test_for_losses(rules, size, lost):
                offer(state, "morale", unit, f"it lost {lost} of {size} this turn")
            elif lost > 0 and at_dispersal_point(rules, size, lost_of(state, unit)):
                offer(state, "morale", unit, "it is at half strength or less, and lost this turn")
        if unit.number("beat") >= 0:
            offer(state, "pursuit", unit, "it has won a melee")


def offer(state: BookState, procedure: str, unit: BookUnit, why: str) -> None:
    for due in state.due:
        if due.procedure == procedure and due.unit == unit.id:
            return
    state.due.append(Due(procedure, unit.id, NOBODY, why, must=False))


def settle_one(state: BookState, unit: BookUnit) -> None:
    if unit.word("kind") == GENERAL:
        host = unit.number("with_unit")
        if host >= 0 and not is_there(state.units[host]):
            unit.values["with_unit"] = NOBODY
    elif unit.word("kind") == BRIGADE:
        if not [each for each in state.units if each.number(BRIGADE) == unit.id and is_there(each)]:
            unit.values["place"] = GONE
            rest(unit)
    elif is_troops(unit) and not state.tied(MELEE, unit.id):
        after_round(unit)


def book_rows(rules: GettysburgRules) -> BookRows:
    return BookRows(
        "gettysburg",
        rules,
        attributes=attributes(),
        states=BOOK_STATES,
        relations=(MELEE,),
        procedures=PROCEDURES,
        settle=settle,
        is_there=is_there,
        own=own(),
        refers=REFERS,
        phases=PHASES,
        begin=begin,
        next_turn=next_turn,
    )
