"""What is written down of a unit, and a battle of the screen without its positions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.book_rows import (
    NOBODY,
    BookState,
    BookUnit,
)
from playsheet.core.errors import Refused
from playsheet.core.forms import Field, Value, shown_length
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.calculator.inputs import MOST, MOST_TARGET, SAVERS, ordnance
from playsheet.rules.gaslight.calculator.rosters import NOBODY as NO_CLASS
from playsheet.rules.gaslight.calculator.rosters_machines import MOST_POINTS, MOST_WEAPONS
from playsheet.rules.gaslight.sheet import HIGHEST, LOWEST, Figure, GaslightRules, Gun
from playsheet.rules.gaslight.table.command import whole_deck
from playsheet.rules.gaslight.terms import (
    ATTACKERS,
    BORES,
    CLASSES,
    KINDS,
    PLACES,
    QUALITIES,
    Arm,
    Leadership,
    ModelMark,
    MustCheck,
    Where,
)
from playsheet.tabletop.machines.charts import SHOOT
from playsheet.tabletop.machines.machine import ENGINES, FATE_AT, FATES, IN_PLAY, RUNNING, Machine

SLOTS: Final = ("first", "second", "third")
EXTRAS: Final = "extras"
WHO: Final = (EXTRAS, *SLOTS)
NO_WEAPON: Final = "none"
NO_LEADER: Final = "nobody"
STAND_IN: Final = "stand-in"
ATTACHED: Final = "attached"
LEADERS: Final = (NO_LEADER, *SLOTS, STAND_IN, ATTACHED)
ON_TABLE: Final = PLACES[Where.ON_TABLE]
GONE: Final = PLACES[Where.GONE]
REASONS: Final = ("lost_figure", "commander_dead", "vehicle_hit", "called_for")
FALLEN: Final = ("extras_struck", "first_struck", "second_struck", "third_struck", "stand_in_struck")
NO_GUN: Final = "none"
IN_ORDER: Final = "in order"
BROKEN: Final = "broken"
DESTROYED: Final = "destroyed"
GUNS: Final = (NO_GUN, IN_ORDER, BROKEN, DESTROYED)
GUN: Final = "gun"
WEAPONS: Final = tuple([f"weapon{number}" for number in range(1, MOST_WEAPONS + 1)])
NO_MACHINE: Final = "none"
WHOLE: Final = FATES[IN_PLAY]
MACHINES: Final = (NO_MACHINE, *FATES)
ABOARD: Final = tuple([f"{name}_aboard" for name in (EXTRAS, *SLOTS)])
WAITING_HITS: Final = tuple([f"{by}_hits" for by in ATTACKERS])  # hand to hand, that a machine has still to save
# of a machine what changes beside its weapons and its crew, by the fields of the forms that it is hit by
WORKS: Final = {
    "save": "machine_save",
    "sustain": "sustain",
    "speed": "speed",
    "weakened": "weakened",
    "engine": "engine",
    "adrift": "adrift",
    "steam": "steam",
    "for_good": "for_good",
}
STATES: Final = (
    EXTRAS,
    *SLOTS,
    "place",
    "leader",
    "led_by",
    "new_leader",
    "with_unit",
    "acts_on",
    "gun",
    "gun_loaded",
    *REASONS,
    *FALLEN,
    "machine",
    *WORKS.values(),
    *WEAPONS,
    *[f"{weapon}_loaded" for weapon in WEAPONS],
    *ABOARD,
    "exploding",
    *WAITING_HITS,
)
# what is caught by what has burst: the book's own
BURST: Final = "burst"
BURST_LEFT: Final = "burst_left"
BURST_SRM: Final = "burst_srm"
NO_BURST: Final = "none"
SHELL: Final = "shell"
EXPLOSION: Final = "explosion"
BURSTS: Final = (NO_BURST, SHELL, EXPLOSION)
TURN_OVER: Final = "turn_over"


def own(rules: GaslightRules) -> tuple[Field, ...]:
    """What belongs to no unit."""
    return (
        Field(BURST, "what has burst, and may still catch somebody", NO_BURST, choices=BURSTS),
        Field(BURST_LEFT, "so many more models it may catch", 0, 0, 100),
        Field(BURST_SRM, "its SRM", 0, -40, 40),
        Field(TURN_OVER, "the deck was empty, and the turn is over", default=False),
    )


def attributes(rules: GaslightRules) -> tuple[Field, ...]:
    """What stands in a roster: the unit, its Extras, its characters (or beasts) one by one; then what changes."""
    weapons = (NO_WEAPON, *rules.weapons)
    slots: list[Field] = []
    for slot in SLOTS:
        slots += [
            Field(f"{slot}_class", f"class of its {slot} character", NO_CLASS, choices=(NO_CLASS, *CLASSES)),
            Field(f"{slot}_shoot", "his Shoot", LOWEST, LOWEST, HIGHEST),
            Field(f"{slot}_scuffle", "his Scuffle", LOWEST, LOWEST, HIGHEST),
            Field(f"{slot}_save", "his Save", 0, 0, HIGHEST),
            Field(f"{slot}_weapon", "his weapon", NO_WEAPON, choices=weapons),
        ]
    return (
        Field("kind", "what it is", KINDS[Arm.FOOT], choices=KINDS),
        Field("quality", "its quality", QUALITIES[1], choices=QUALITIES),
        Field("lone", "a character or a single beast, who leads himself", default=False),
        Field("crew", "it is a crew", default=False),
        Field("cards", "its cards in the deck", 1, 0, 20),
        Field("move", "its rate, inches", 9, 0, 100, fractions=True),
        Field("commands", "which of its characters is the army commander", NO_CLASS, choices=(NO_CLASS, *SLOTS)),
        Field("extras_shoot", "Shoot of its Extras", LOWEST, LOWEST, HIGHEST),
        Field("extras_scuffle", "their Scuffle", LOWEST, LOWEST, HIGHEST),
        Field("extras_weapon", "their weapon", NO_WEAPON, choices=weapons),
        *slots,
        *of_arms(rules),
        Field("open", "its machine is open", default=False),
        Field("start", "the machine's Start", LOWEST, LOWEST, HIGHEST),
        Field("hand_scuffle", "the machine's Scuffle", 0, 0, HIGHEST),
        Field("hand_dice", "its Scuffle dice", 0, 0, 20),
        Field("special", "it has a special melee weapon", default=False),
        Field(EXTRAS, "Extras left", 8, 0, MOST * 2),
        *[Field(slot, f"its {slot} character is there", default=False) for slot in SLOTS],
        Field("place", "where it is", ON_TABLE, choices=PLACES),
        Field(
            "leader", "who leads it: a character of its own, one attached, or a stand-in", NO_LEADER, choices=LEADERS
        ),
        Field("led_by", "the attached character who leads it, by his number; -1: none", NOBODY, NOBODY, 999),
        Field("new_leader", "he has taken over this turn: it still counts as leaderless", default=False),
        Field("with_unit", "the unit that a character is with, by its number; -1: none", NOBODY, NOBODY, 999),
        Field("acts_on", "the unit on whose cards he acts this turn, by its number; -1: none", NOBODY, NOBODY, 999),
        Field("gun", "its gun", NO_GUN, choices=GUNS),
        Field("gun_loaded", "its gun is loaded", default=False),
        *[Field(reason, "it must check on its next card", default=False) for reason in REASONS],
        Field("extras_struck", "Extras struck down in this round", 0, 0, MOST * 2),
        *[Field(name, "struck down in this round", default=False) for name in FALLEN[1:]],
        *of_machine(rules),
    )


def of_arms(rules: GaslightRules) -> list[Field]:
    """Guns and weapons of machines, by their rows of the charts; and who carries grenades."""
    arms = (NO_WEAPON, *rules.weapons, *ordnance(rules))
    found = [Field("grenades", "its figures carry grenades", default=False)]
    for place in (GUN, *WEAPONS):
        found += [
            Field(f"{place}_kind", "what it fires", NO_WEAPON, choices=arms),
            Field(f"{place}_mod", "what it adds to Shoot", 0, -20, 20),
            Field(f"{place}_reloads", "it must be reloaded after each shot", default=False),
        ]
    return found


def of_machine(rules: GaslightRules) -> list[Field]:
    """What changes of a machine; where there is none, or it is lost, everything is nothing."""
    return [
        Field("machine", "its machine", NO_MACHINE, choices=MACHINES),
        Field("machine_save", "the machine's Save", 0, 0, HIGHEST),
        Field("sustain", "its Sustain", 0, 0, HIGHEST),
        Field("speed", "its Speed", 0, 0, 100),
        Field("weakened", "points of Shoot that it has lost", 0, 0, MOST_POINTS),
        Field("engine", "its engine", ENGINES[RUNNING], choices=ENGINES),
        Field("adrift", "it cannot be steered", default=False),
        Field("steam", "ends of turn until its power fails, 0: it does not", 0, 0, MOST_POINTS),
        Field("for_good", "if its power fails it is for good", default=False),
        *[
            Field(place, "0: no such weapon works; else 1 and what its Shoot has lost", 0, 0, MOST_POINTS)
            for place in WEAPONS
        ],
        *[Field(f"{place}_loaded", "it is loaded", default=False) for place in WEAPONS],
        Field(ABOARD[0], "Extras aboard", 0, 0, MOST_TARGET),
        *[Field(name, "he is aboard", default=False) for name in ABOARD[1:]],
        Field("exploding", "as a shell of what size it explodes now", NO_BURST, choices=(NO_BURST, *rules.sizes)),
        *[Field(name, "hits hand to hand that it has still to save", 0, 0, MOST_POINTS) for name in WAITING_HITS],
    ]


# ---------------------------------------------------------------- from a battle


def book_of(battle: GaslightBattle) -> BookState:
    """A battle of the screen without its positions."""
    state = BookState(battle.goals.side_names[:], [book_unit(battle, unit) for unit in battle.units])
    state.turn = battle.turn
    state.begun = not battle.to_deploy
    state.finished = battle.finished
    state.winner = battle.winner
    state.verdict = battle.verdict
    state.left = battle.deck.left[:]
    state.drawn = battle.deck.drawn[:]
    state.score = battle.score[:]
    state.values[BURST] = NO_BURST
    state.values[BURST_LEFT] = 0
    state.values[BURST_SRM] = 0
    state.values[TURN_OVER] = False
    return state


def is_of_the_ranks(figure: Figure) -> bool:
    """An Extra: beasts have a Save, and are written down one by one."""
    return not figure.character and figure.save == 0


def slots_of(unit: Unit) -> list[int]:
    """The figures of a unit that are written down one by one."""
    return [unit.first + at for at in range(unit.start) if not is_of_the_ranks(unit.card.figures[at])]


def book_unit(battle: GaslightBattle, unit: Unit) -> BookUnit:
    card = unit.card
    single = slots_of(unit)
    ranks = [figure for figure in card.figures if is_of_the_ranks(figure)]
    if len(single) > SAVERS:
        raise Refused(
            f"{unit.name}: expected at most {SAVERS} characters in a unit of a field book, got {len(single)}."
        )
    for extra in ranks:
        if extra.scuffle != ranks[0].scuffle or extra.shoot != ranks[0].shoot or extra.weapon is not ranks[0].weapon:
            raise Refused(f"{unit.name}: expected Extras that are all alike in a unit of a field book.")
    commander = battle.commanders[unit.side]
    values: dict[str, Value] = {
        "kind": KINDS[card.kind],
        "quality": QUALITIES[card.quality],
        "lone": card.lone,
        "crew": card.crew,
        "cards": whole_deck(battle).count(unit.id),
        "move": shown_length(card.move),
        "commands": SLOTS[single.index(commander)] if commander in single else NO_CLASS,
        "extras_shoot": ranks[0].shoot if ranks else LOWEST,
        "extras_scuffle": ranks[0].scuffle if ranks else LOWEST,
        "extras_weapon": weapon_word(ranks[0]) if ranks else NO_WEAPON,
    }
    for at, slot in enumerate(SLOTS):
        figure = battle.cast[single[at]] if at < len(single) else None
        values[f"{slot}_class"] = NO_CLASS if figure is None else CLASSES[figure.cls]
        values[f"{slot}_shoot"] = LOWEST if figure is None else figure.shoot
        values[f"{slot}_scuffle"] = LOWEST if figure is None else figure.scuffle
        values[f"{slot}_save"] = 0 if figure is None else figure.save
        values[f"{slot}_weapon"] = NO_WEAPON if figure is None else weapon_word(figure)
    write_arms(unit, values)
    here = [unit.first + at for at in range(unit.start) if battle.in_play(unit.first + at)]
    values[EXTRAS] = len([figure for figure in here if figure not in single])
    for at, slot in enumerate(SLOTS):
        values[slot] = at < len(single) and single[at] in here
    leader, led_by = leader_of(battle, unit, single)
    values["place"] = PLACES[unit.place]
    values["leader"] = leader
    values["led_by"] = led_by
    values["new_leader"] = unit.new_leader
    values["with_unit"] = unit.attached_to
    values["acts_on"] = unit.acts_on
    values["gun"] = gun_of(battle, unit)
    values["gun_loaded"] = values["gun"] in (IN_ORDER, BROKEN) and battle.marked(unit.model, ModelMark.LOADED)
    values["lost_figure"] = unit.pending & MustCheck.LOST_FIGURE != 0
    values["commander_dead"] = unit.pending & MustCheck.COMMANDER_DEAD != 0
    values["vehicle_hit"] = unit.pending & MustCheck.VEHICLE_HIT != 0
    values["called_for"] = unit.pending & MustCheck.GM_CALL != 0
    values["extras_struck"] = 0
    for name in FALLEN[1:]:
        values[name] = False
    write_machine(battle, unit, single, values)
    return BookUnit(unit.id, unit.name, unit.side, card.id, values)


def gun_of(battle: GaslightBattle, unit: Unit) -> str:
    if unit.kind != Arm.CREW:
        return NO_GUN
    if battle.gun_of(unit) < 0:
        return DESTROYED
    return BROKEN if battle.marked(unit.model, ModelMark.BROKEN) else IN_ORDER


def write_arms(unit: Unit, values: dict[str, Value]) -> None:
    """What its card says of grenades, guns and machines."""
    card = unit.card
    machine = card.machine
    values["grenades"] = max([figure.grenades for figure in card.figures]) > 0
    arms: list[Gun | None] = [card.gun]
    if machine is not None:
        arms += machine.weapons
    if len(arms) > 1 + MOST_WEAPONS:
        raise Refused(f"{unit.name}: expected at most {MOST_WEAPONS} weapons of a machine in a field book.")
    for at, place in enumerate((GUN, *WEAPONS)):
        gun = arms[at] if at < len(arms) else None
        values[f"{place}_kind"] = NO_WEAPON if gun is None else gun_word(gun)
        values[f"{place}_mod"] = 0 if gun is None else gun.shoot_mod
        values[f"{place}_reloads"] = gun is not None and gun.reload
    values["open"] = machine is not None and machine.open
    values["start"] = LOWEST if machine is None else machine.start
    values["hand_scuffle"] = 0 if machine is None else machine.scuffle
    values["hand_dice"] = 0 if machine is None else machine.scuffle_dice
    values["special"] = machine is not None and machine.special


def gun_word(gun: Gun) -> str:
    """A row of the weapons chart, or ordnance by its size and bore."""
    if gun.weapon is not None:
        return gun.weapon.id
    return f"{gun.cannon.id}-{BORES[gun.bore]}" if gun.cannon is not None else NO_WEAPON


def write_machine(battle: GaslightBattle, unit: Unit, single: list[int], values: dict[str, Value]) -> None:
    """The machine as it is now; of one that is lost only how."""
    nothing(values)
    if unit.kind != Arm.VEHICLE:
        return
    values["machine"] = FATES[unit.machine[FATE_AT]]
    if unit.machine[FATE_AT] != IN_PLAY:
        return
    works_written(battle.machine_of(unit), values)
    for at, place in enumerate(WEAPONS):
        values[f"{place}_loaded"] = unit.weapons_loaded >> at & 1 == 1
    aboard = battle.members(unit) if unit.place == Where.WAITING else battle.aboard(unit)
    values[ABOARD[0]] = len([figure for figure in aboard if figure not in single])
    for at, name in enumerate(ABOARD[1:]):
        values[name] = at < len(single) and single[at] in aboard


def nothing(values: dict[str, Value]) -> None:
    """There is no machine, or none any more."""
    values["machine"] = NO_MACHINE
    for name in WORKS.values():
        values[name] = 0
    values["engine"] = ENGINES[RUNNING]
    values["adrift"] = False
    values["for_good"] = False
    for place in WEAPONS:
        values[place] = 0
    for place in WEAPONS:
        values[f"{place}_loaded"] = False
    values[ABOARD[0]] = 0
    for name in ABOARD[1:]:
        values[name] = False
    values["exploding"] = NO_BURST
    for name in WAITING_HITS:
        values[name] = 0


def works_written(machine: Machine, values: dict[str, Value]) -> None:
    """Its attributes, its engine and its weapons; not its crew."""
    values["machine_save"] = machine.save()
    values["sustain"] = machine.sustain()
    values["speed"] = machine.speed()
    values["weakened"] = machine.stats[SHOOT]
    values["engine"] = ENGINES[machine.engine]
    values["adrift"] = not machine.steers
    values["steam"] = machine.timer
    values["for_good"] = not machine.repairable
    for at in range(len(machine.weapons)):
        values[WEAPONS[at]] = machine.weapons[at]


def weapon_word(figure: Figure) -> str:
    return NO_WEAPON if figure.weapon is None else figure.weapon.id


def leader_of(battle: GaslightBattle, unit: Unit, single: list[int]) -> tuple[str, int]:
    """Who leads it; of a unit that waits, whoever its card says."""
    leader = unit.leader
    if unit.place == Where.WAITING:
        leader = unit.first + unit.card.leader
    if leader < 0:
        return NO_LEADER, NOBODY
    if leader in single:
        return SLOTS[single.index(leader)], NOBODY
    if unit.place == Where.WAITING or unit.leadership == Leadership.STAND_IN:
        return STAND_IN, NOBODY
    return ATTACHED, int(battle.home[i64(leader)])
