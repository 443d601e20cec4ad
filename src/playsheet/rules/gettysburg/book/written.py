"""What is written down of regiments, generals, brigades and divisions, and of a battle of the screen."""

from __future__ import annotations

from typing import Final

from playsheet.core.book_rows import NOBODY, BookState, BookUnit
from playsheet.core.forms import Field, Value
from playsheet.rules.gettysburg.battle.brigades import Brigade, Division
from playsheet.rules.gettysburg.battle.state import GettysburgBattle, Melee
from playsheet.rules.gettysburg.battle.units import General, Unit
from playsheet.rules.gettysburg.calculator.inputs import SIDES
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    ARMS,
    FORMATIONS,
    GRADES,
    GUNS,
    LEVELS,
    MOST_FIGURES,
    MOST_GUNS,
    NATIONS,
    ORDERS,
    PLACES,
    QUALITIES,
    RATES,
    RETIREMENTS,
    STATES,
    TOKENS,
    WEAPONS,
    Arm,
    Gun,
    Quality,
    SkirmishRate,
    UnformedBy,
    UnitState,
    Where,
)

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
