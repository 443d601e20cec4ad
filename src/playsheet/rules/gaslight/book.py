"""The sheet in the field book: a unit is its Extras and up to three characters; what each procedure takes and does."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from playsheet.core.book_rows import (
    ASKED,
    ENEMY,
    FIXED,
    FRIEND,
    NOBODY,
    SET,
    UNIT,
    WORKED,
    BookRows,
    BookState,
    BookUnit,
    Change,
    DeckRow,
    Deed,
    Due,
    Fact,
    Input,
    Procedure,
    Then,
)
from playsheet.core.errors import Refused
from playsheet.core.forms import Field, Value, shown_length
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.calculator.inputs import MOST, SAVERS
from playsheet.rules.gaslight.calculator.rosters import BLOWS, CHECK, FAILURES, RAN_OFF, VOLLEY
from playsheet.rules.gaslight.calculator.rosters import NOBODY as NO_CLASS
from playsheet.rules.gaslight.calculator.troops import WALKERS
from playsheet.rules.gaslight.dice.shooting import COUNT
from playsheet.rules.gaslight.sheet import HIGHEST, LOWEST, Figure, GaslightRules
from playsheet.rules.gaslight.table.command import whole_deck
from playsheet.rules.gaslight.terms import (
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
from playsheet.rules.gaslight.turn import DRAW

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
        Field("gun_reloads", "its gun must be reloaded after each shot", default=False),
        Field("commands", "which of its characters is the army commander", NO_CLASS, choices=(NO_CLASS, *SLOTS)),
        Field("extras_shoot", "Shoot of its Extras", LOWEST, LOWEST, HIGHEST),
        Field("extras_scuffle", "their Scuffle", LOWEST, LOWEST, HIGHEST),
        Field("extras_weapon", "their weapon", NO_WEAPON, choices=weapons),
        *slots,
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
    )


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
        "gun_reloads": card.gun is not None and card.gun.reload,
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
    return BookUnit(unit.id, unit.name, unit.side, card.id, values)


def gun_of(battle: GaslightBattle, unit: Unit) -> str:
    if unit.kind != Arm.CREW:
        return NO_GUN
    if battle.gun_of(unit) < 0:
        return DESTROYED
    return BROKEN if battle.marked(unit.model, ModelMark.BROKEN) else IN_ORDER


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


# ---------------------------------------------------------------- what the book works out


class Person:
    """A character (or a beast): the unit in whose roster he stands, and his line there."""

    def __init__(self, unit: BookUnit, slot: str) -> None:
        self.unit: Final = unit
        self.slot: Final = slot

    def number(self, what: str) -> int:
        return self.unit.number(f"{self.slot}_{what}")

    def word(self, what: str) -> str:
        return self.unit.word(f"{self.slot}_{what}")


def is_there(unit: BookUnit) -> bool:
    return unit.word("place") != GONE


def people(state: BookState, unit: int) -> list[Person]:
    """The characters with a unit who are left: its own, then those attached, in the order of the roster."""
    own = state.units[unit]
    found = [Person(own, slot) for slot in SLOTS if own.flag(slot)]
    for other in state.units:
        if other.number("with_unit") == unit:
            found += [Person(other, slot) for slot in SLOTS if other.flag(slot)]
    return found


def strength(state: BookState, unit: int) -> int:
    return state.units[unit].number(EXTRAS) + len(people(state, unit))


def checks(rules: GaslightRules, unit: BookUnit) -> bool:
    return not unit.flag("lone") or rules.lone_characters_check


def is_led(unit: BookUnit) -> bool:
    """A character leads it, and has not taken over this turn (R13)."""
    return unit.word("leader") not in (NO_LEADER, STAND_IN) and not unit.flag("new_leader")


def must_check(unit: BookUnit) -> bool:
    for reason in REASONS:
        if unit.flag(reason):
            return True
    return False


def mixed(state: BookState, unit: int) -> bool:
    """Has it to be said which of its figures: are there characters, and somebody else?"""
    return len(people(state, unit)) > 0 and strength(state, unit) > 1


def said_of(deed: Deed, name: str, unit: int) -> str:
    """Who of a unit does it, or to whom it is done: the answer, or the only one there can be."""
    if name in deed.values:
        return deed.word(name)
    return SLOTS[0] if people(deed.state, unit) else EXTRAS


def person_of(state: BookState, unit: int, who: str) -> Person | None:
    """That character of those who are left; nobody if Extras are meant, or if there is none such."""
    found = people(state, unit)
    at = WHO.index(who) - 1
    return found[at] if 0 <= at < len(found) else None


def several_people(deed: Deed) -> bool:
    return len(people(deed.state, deed.unit)) > 1


def mixed_unit(deed: Deed) -> bool:
    return mixed(deed.state, deed.unit)


def mixed_target(deed: Deed) -> bool:
    return mixed(deed.state, deed.target)


def has_first(deed: Deed) -> bool:
    return len(people(deed.state, deed.target)) > 0


def has_second(deed: Deed) -> bool:
    return len(people(deed.state, deed.target)) > 1


def has_third(deed: Deed) -> bool:
    return len(people(deed.state, deed.target)) > 2


def save_at(deed: Deed, at: int) -> Value:
    found = people(deed.state, deed.target)
    return found[at].number("save") if at < len(found) else LOWEST


def first_save(deed: Deed) -> Value:
    return save_at(deed, 0)


def second_save(deed: Deed) -> Value:
    return save_at(deed, 1)


def third_save(deed: Deed) -> Value:
    return save_at(deed, 2)


def named(deed: Deed) -> Person | None:
    """The character who is shot at by name."""
    return person_of(deed.state, deed.target, said_of(deed, "at", deed.target))


def is_named(deed: Deed) -> bool:
    return named(deed) is not None


def named_place(deed: Deed) -> Value:
    return 1 if is_named(deed) else 0


def named_save(deed: Deed) -> Value:
    found = named(deed)
    return LOWEST if found is None else found.number("save")


def marksman(deed: Deed) -> Person | None:
    """The character who shoots."""
    return person_of(deed.state, deed.unit, said_of(deed, "by", deed.unit))


def his_weapon(deed: Deed) -> Value:
    found = marksman(deed)
    return NO_WEAPON if found is None else found.word("weapon")


def his_shoot(deed: Deed) -> Value:
    found = marksman(deed)
    return LOWEST if found is None else found.number("shoot")


def extras_of_unit(deed: Deed) -> Value:
    return deed.actor().number(EXTRAS)


def figures_of_unit(deed: Deed) -> Value:
    return strength(deed.state, deed.unit)


def figures_of_target(deed: Deed) -> Value:
    return strength(deed.state, deed.target)


def is_at_machine_crew(deed: Deed) -> bool:
    """Who of a machine's crew is out of it is seen on the table."""
    return deed.other().word("kind") == KINDS[Arm.VEHICLE]


def score(deed: Deed, name: str, unit: int, what: str) -> int:
    """A score of whoever of the unit is meant; Extras have no Save."""
    who = said_of(deed, name, unit)
    found = person_of(deed.state, unit, who)
    if found is not None:
        return found.number(what)
    return 0 if what == "save" else deed.state.units[unit].number(f"extras_{what}")


def scuffle_of_striker(deed: Deed) -> Value:
    return score(deed, "by", deed.unit, "scuffle")


def save_of_struck(deed: Deed) -> Value:
    return score(deed, "at", deed.target, "save")


def is_unit_led(deed: Deed) -> Value:
    return is_led(deed.actor())


def is_leaderless(deed: Deed) -> Value:
    unit = deed.actor()
    return not unit.flag("lone") and (unit.word("leader") == NO_LEADER or unit.flag("new_leader"))


def walks_as(deed: Deed) -> Value:
    kind = deed.actor().word("kind")
    return kind if kind in WALKERS else KINDS[Arm.FOOT]


def has_commander(deed: Deed) -> bool:
    """Is its army commander still there?"""
    for unit in deed.state.units:
        slot = unit.word("commands")
        if unit.side == deed.actor().side and slot != NO_CLASS and unit.flag(slot):
            return True
    return False


def class_at(deed: Deed, at: int) -> Value:
    found = people(deed.state, deed.unit)
    return found[at].word("class") if at < len(found) else NO_CLASS


def first_class(deed: Deed) -> Value:
    return class_at(deed, 0)


def second_class(deed: Deed) -> Value:
    return class_at(deed, 1)


def third_class(deed: Deed) -> Value:
    return class_at(deed, 2)


def unit_has_stand_in(deed: Deed) -> bool:
    return deed.actor().word("leader") == STAND_IN and deed.actor().number(EXTRAS) > 1


def target_has_stand_in(deed: Deed) -> bool:
    return deed.other().word("leader") == STAND_IN and deed.other().number(EXTRAS) > 1


# ---------------------------------------------------------------- who is gone


def is_stand_in(deed: Deed, unit: BookUnit) -> bool:
    """Does the stand-in fall? If nobody was asked he is the last of them."""
    if unit.word("leader") != STAND_IN:
        return False
    return deed.flag("stand_in") if "stand_in" in deed.values else True


def lose_extras(rules: GaslightRules, state: BookState, id: int, n: int, *, stand_in: bool, killed: bool) -> None:
    """So many Extras are out of the game, the stand-in leader among them."""
    unit = state.units[id]
    n = min(n, unit.number(EXTRAS))
    if n == 0:
        return
    unit.values[EXTRAS] = unit.number(EXTRAS) - n
    note_loss(rules, unit, killed=killed)
    if stand_in:
        unit.values["leader"] = NO_LEADER
    end_if_empty(state, id)


def lose_person(rules: GaslightRules, state: BookState, person: Person, *, killed: bool) -> None:
    """A character is out of the game: his unit notes the loss, and an army the loss of its commander."""
    own = person.unit
    host = state.units[own.number("with_unit")] if own.number("with_unit") >= 0 else own
    own.values[person.slot] = False
    note_loss(rules, host, killed=killed)
    if host.id != own.id:
        own.values["place"] = GONE
        own.values["with_unit"] = NOBODY
        if host.number("led_by") == own.id:
            host.values["leader"] = NO_LEADER
            host.values["led_by"] = NOBODY
    elif host.word("leader") == person.slot:
        host.values["leader"] = NO_LEADER
    if own.word("commands") == person.slot:
        for other in state.units:
            if other.side == own.side and other.word("place") == ON_TABLE and checks(rules, other):
                other.values["commander_dead"] = True
    end_if_empty(state, host.id)


def note_loss(rules: GaslightRules, unit: BookUnit, *, killed: bool) -> None:
    if (killed or rules.fled_is_loss) and checks(rules, unit):
        unit.values["lost_figure"] = True


def end_if_empty(state: BookState, id: int) -> None:
    """Its last own figure is gone: whoever was with it is alone again, and acts on its cards this turn (R105)."""
    unit = state.units[id]
    if unit.number(EXTRAS) > 0 or unit.flag(SLOTS[0]) or unit.flag(SLOTS[1]) or unit.flag(SLOTS[2]):
        return
    unit.values["place"] = GONE
    if unit.word("gun") != NO_GUN:
        unit.values["gun"] = DESTROYED
        unit.values["gun_loaded"] = False
    unit.values["leader"] = NO_LEADER
    unit.values["led_by"] = NOBODY
    for reason in REASONS:
        unit.values[reason] = False
    for other in state.units:
        if other.number("with_unit") == id:
            set_free(other)
            other.values["acts_on"] = id


def set_free(character: BookUnit) -> None:
    character.values["place"] = ON_TABLE
    character.values["with_unit"] = NOBODY
    character.values["leader"] = SLOTS[0]


# ---------------------------------------------------------------- why not


def bars_volley(deed: Deed) -> str:
    unit = deed.actor()
    if unit.number(EXTRAS) == 0:
        return f"{unit.name} has no Extras left"
    return f"the Extras of {unit.name} have nothing to shoot with" if unit.word("extras_weapon") == NO_WEAPON else ""


def bars_snipe(deed: Deed) -> str:
    found = marksman(deed)
    if found is None:
        return f"{deed.actor().name} has no such character"
    if found.word("weapon") == NO_WEAPON:
        return f"the character of {deed.actor().name} has nothing to shoot with"
    return bars_whom(deed, "at", deed.target)


def bars_blows(deed: Deed) -> str:
    return bars_whom(deed, "by", deed.unit) or bars_whom(deed, "at", deed.target)


def bars_who(deed: Deed) -> str:
    return bars_whom(deed, "who", deed.unit)


def bars_whom(deed: Deed, name: str, unit: int) -> str:
    """Nobody can be meant who is not there."""
    who = said_of(deed, name, unit)
    if who == EXTRAS:
        return "" if deed.state.units[unit].number(EXTRAS) else f"{deed.state.units[unit].name} has no Extras left"
    return (
        "" if person_of(deed.state, unit, who) is not None else f"{deed.state.units[unit].name} has no {who} character"
    )


def bars_check(deed: Deed) -> str:
    if checks(deed.rules, deed.actor()):
        return ""
    return f"{deed.actor().name} is alone, and checks no morale (R9)"


def bars_gun_fire(deed: Deed) -> str:
    unit = deed.actor()
    if unit.word("gun") != IN_ORDER:
        return f"{unit.name} has no gun in order"
    return "" if unit.flag("gun_loaded") else f"the gun of {unit.name} is not loaded"


def bars_gun(deed: Deed) -> str:
    return "" if deed.actor().word("gun") in (IN_ORDER, BROKEN) else f"{deed.actor().name} has no gun"


def bars_repair(deed: Deed) -> str:
    return "" if deed.actor().word("gun") == BROKEN else f"{deed.actor().name} has no broken gun"


def bars_machine_hit(deed: Deed) -> str:
    return "" if deed.actor().word("kind") == KINDS[Arm.VEHICLE] else f"{deed.actor().name} has no machine"


def bars_attaching(deed: Deed) -> str:
    if deed.actor().word("kind") != KINDS[Arm.CHARACTER]:
        return f"{deed.actor().name} is no character"
    if deed.actor().number("with_unit") >= 0:
        return f"{deed.actor().name} is with a unit already"
    return f"{deed.other().name} is a character himself" if deed.other().word("kind") == KINDS[Arm.CHARACTER] else ""


def bars_detaching(deed: Deed) -> str:
    return "" if deed.actor().number("with_unit") >= 0 else f"{deed.actor().name} is with no unit"


# ---------------------------------------------------------------- what no row can say


def after_volley(deed: Deed) -> None:
    """Whom the count found is gone, and killed."""
    found = people(deed.state, deed.target)
    stand_in = is_stand_in(deed, deed.other())
    for at in range(min(len(found), SAVERS)):
        if deed.flag(SLOTS[at]):
            lose_person(deed.rules, deed.state, found[at], killed=True)
    lose_extras(deed.rules, deed.state, deed.target, deed.number("lost"), stand_in=stand_in, killed=True)


def after_snipe(deed: Deed) -> None:
    found = named(deed)
    if found is None:
        stand_in = is_stand_in(deed, deed.other())
        lose_extras(deed.rules, deed.state, deed.target, deed.number("lost"), stand_in=stand_in, killed=True)
    elif deed.flag(SLOTS[0]):
        lose_person(deed.rules, deed.state, found, killed=True)


def after_blows(deed: Deed) -> None:
    """All blows of a round are struck at once: who is struck down falls when it is over."""
    if deed.number("killed") == 0:
        return
    found = person_of(deed.state, deed.target, said_of(deed, "at", deed.target))
    if found is not None:
        found.unit.values[f"{found.slot}_struck"] = True
        return
    target = deed.other()
    target.values["extras_struck"] = min(target.number("extras_struck") + deed.number("killed"), target.number(EXTRAS))
    if is_stand_in(deed, target):
        target.values["stand_in_struck"] = True


def after_round(deed: Deed) -> None:
    """Whoever was struck down falls."""
    for unit in deed.state.units:
        for slot in SLOTS:
            if unit.flag(f"{slot}_struck"):
                unit.values[f"{slot}_struck"] = False
                if unit.flag(slot):
                    lose_person(deed.rules, deed.state, Person(unit, slot), killed=True)
    for unit in deed.state.units:
        n = unit.number("extras_struck")
        stand_in = unit.flag("stand_in_struck")
        unit.values["extras_struck"] = 0
        unit.values["stand_in_struck"] = False
        lose_extras(deed.rules, deed.state, unit.id, n, stand_in=stand_in, killed=True)


def after_gun_fire(deed: Deed) -> None:
    if deed.actor().flag("gun_reloads"):
        deed.actor().values["gun_loaded"] = False


def after_gun_hit(deed: Deed) -> None:
    """Destroyed, or by switch broken (R61)."""
    rules: GaslightRules = deed.rules
    deed.actor().values["gun"] = BROKEN if rules.gun_repairable else DESTROYED
    if not rules.gun_repairable:
        deed.actor().values["gun_loaded"] = False


def after_check(deed: Deed) -> None:
    """A check on its own card clears every reason there was (R8)."""
    for reason in REASONS:
        deed.actor().values[reason] = False


def after_failures(deed: Deed) -> None:
    """Who runs off the table is gone, but by switch, where he runs there card by card (R16)."""
    rules: GaslightRules = deed.rules
    if rules.runs_off_by_cards:
        return
    found = people(deed.state, deed.unit)
    stand_in = is_stand_in(deed, deed.actor())
    for at in range(min(len(found), SAVERS)):
        if deed.word(SLOTS[at]) == RAN_OFF:
            lose_person(rules, deed.state, found[at], killed=False)
    lose_extras(rules, deed.state, deed.unit, deed.number("run_off"), stand_in=stand_in, killed=False)


def after_leaving(deed: Deed) -> None:
    take_off(deed, killed=False)


def after_falling(deed: Deed) -> None:
    take_off(deed, killed=True)


def take_off(deed: Deed, *, killed: bool) -> None:
    found = person_of(deed.state, deed.unit, said_of(deed, "who", deed.unit))
    if found is not None:
        lose_person(deed.rules, deed.state, found, killed=killed)
        return
    stand_in = is_stand_in(deed, deed.actor())
    lose_extras(deed.rules, deed.state, deed.unit, 1, stand_in=stand_in, killed=killed)


def after_promotion(deed: Deed) -> None:
    """A character of the unit leads it from now on, or one of its Extras stands in (R30)."""
    unit = deed.actor()
    found = person_of(deed.state, deed.unit, said_of(deed, "who", deed.unit))
    unit.values["led_by"] = NOBODY
    unit.values["new_leader"] = True
    if found is None:
        unit.values["leader"] = STAND_IN
    elif found.unit.id != unit.id:
        unit.values["leader"] = ATTACHED
        unit.values["led_by"] = found.unit.id
    else:
        unit.values["leader"] = STAND_IN if found.word("class") == CLASSES[-1] else found.slot


def after_attaching(deed: Deed) -> None:
    """His cards leave the deck (R7); his reasons to check are the unit's now; a leaderless one he leads (R31)."""
    character = deed.actor()
    unit = deed.other()
    character.values["place"] = PLACES[Where.ATTACHED]
    character.values["with_unit"] = unit.id
    character.values["acts_on"] = NOBODY
    character.values["leader"] = NO_LEADER
    for reason in REASONS:
        if character.flag(reason):
            unit.values[reason] = True
            character.values[reason] = False
    deed.state.left = [card for card in deed.state.left if card != character.id]
    if unit.word("leader") == NO_LEADER:
        unit.values["leader"] = ATTACHED
        unit.values["led_by"] = character.id
        unit.values["new_leader"] = True


def after_detaching(deed: Deed) -> None:
    host = deed.state.units[deed.actor().number("with_unit")]
    if host.number("led_by") == deed.unit:
        host.values["leader"] = NO_LEADER
        host.values["led_by"] = NOBODY
    set_free(deed.actor())


def after_staying_away(deed: Deed) -> None:
    unit = deed.actor()
    unit.values[EXTRAS] = 0
    for slot in SLOTS:
        unit.values[slot] = False
    end_if_empty(deed.state, unit.id)


def after_deck(deed: Deed) -> None:
    for unit in deed.state.units:
        unit.values["new_leader"] = False


# ---------------------------------------------------------------- the rows

FORMS: Final = (VOLLEY, BLOWS, CHECK, FAILURES)
COUNTED: Final = (COUNT.why,)
MARKSMAN: Final = Fact(
    Field("by", "which of its characters shoots", SLOTS[0], choices=SLOTS),
    only=several_people,
)
STRIKER: Final = Fact(Field("by", "who of them strike", EXTRAS, choices=WHO), only=mixed_unit)
STRUCK: Final = Fact(Field("at", "at whom of the others", EXTRAS, choices=WHO), only=mixed_target)
WHICH: Final = Fact(Field("who", "which of its figures", EXTRAS, choices=WHO), only=mixed_unit)
LOST_STAND_IN: Final = Field("stand_in", "its stand-in leader is among those who fall", default=False)
OF_UNIT: Final = Fact(LOST_STAND_IN, only=unit_has_stand_in)
OF_TARGET: Final = Fact(LOST_STAND_IN, only=target_has_stand_in)
COUNTED_OF_TARGET: Final = Fact(LOST_STAND_IN, only=target_has_stand_in, after=COUNTED)
CHECKING: Final = (
    Input("figures", WORKED, work=figures_of_unit),
    Input("crew", UNIT, key="crew"),
    Input("quality", UNIT, key="quality"),
    Input("cover", ASKED),
    Input("leader", WORKED, work=is_unit_led),
    Input("commander", ASKED, only=has_commander),
)
FAILED: Final = Then(
    "failures", "it has failed: each model throws on the chart", when="passed", among=(False,), must=True
)

PROCEDURES: Final = (
    Procedure(
        "shoot",
        "Shooting",
        form="volley",
        target=ENEMY,
        facts=(COUNTED_OF_TARGET,),
        inputs=(
            Input("weapon", UNIT, key="extras_weapon"),
            Input("figures", ASKED, work=extras_of_unit),
            Input("shoot", UNIT, key="extras_shoot"),
            Input("range", ASKED),
            Input("cover", ASKED),
            Input("target", ASKED, work=figures_of_target, only=is_at_machine_crew),
            Input("place1", ASKED, after=COUNTED, only=has_first),
            Input("save1", WORKED, work=first_save),
            Input("behind1", ASKED, after=COUNTED, only=has_first),
            Input("place2", ASKED, after=COUNTED, only=has_second),
            Input("save2", WORKED, work=second_save),
            Input("behind2", ASKED, after=COUNTED, only=has_second),
            Input("place3", ASKED, after=COUNTED, only=has_third),
            Input("save3", WORKED, work=third_save),
            Input("behind3", ASKED, after=COUNTED, only=has_third),
            Input("named", FIXED, value=False),
        ),
        bars=bars_volley,
        work=after_volley,
    ),
    Procedure(
        "snipe",
        "A character shoots",
        form="volley",
        target=ENEMY,
        facts=(MARKSMAN, STRUCK, OF_TARGET),
        inputs=(
            Input("weapon", WORKED, work=his_weapon),
            Input("figures", FIXED, value=1),
            Input("shoot", WORKED, work=his_shoot),
            Input("range", ASKED),
            Input("cover", ASKED),
            Input("target", FIXED, value=1),
            Input("place1", WORKED, work=named_place),
            Input("save1", WORKED, work=named_save),
            Input("behind1", ASKED, only=is_named),
            Input("place2", FIXED, value=0),
            Input("save2", FIXED, value=LOWEST),
            Input("behind2", FIXED, value=False),
            Input("place3", FIXED, value=0),
            Input("save3", FIXED, value=LOWEST),
            Input("behind3", FIXED, value=False),
            Input("named", FIXED, value=True),
        ),
        bars=bars_snipe,
        work=after_snipe,
    ),
    Procedure(
        "charge-check",
        "Morale check to charge",
        form="check",
        target=ENEMY,
        inputs=(*CHECKING, Input("charging", FIXED, value=True)),
        thens=(
            FAILED,
            Then("receive-check", "the charge is on: does it hold its ground?", when="passed", turned=True),
        ),
        bars=bars_check,
    ),
    Procedure(
        "receive-check",
        "Morale check to receive a charge",
        form="check",
        target=ENEMY,
        inputs=(*CHECKING, Input("charging", FIXED, value=False)),
        thens=(FAILED, Then("charge", "both have checked: the charge goes in", turned=True)),
        bars=bars_check,
    ),
    Procedure(
        "charge",
        "Charge",
        form="move",
        target=ENEMY,
        inputs=(
            Input("kind", WORKED, work=walks_as),
            Input("move", UNIT, key="move"),
            Input("charging", FIXED, value=True),
            Input("rough", ASKED),
            Input("leaderless", WORKED, work=is_leaderless),
            Input("obstacles", ASKED),
        ),
        thens=(Then("blows", "who is in contact fights when the card ends"),),
    ),
    Procedure(
        "blows",
        "Blows in close combat",
        form="blows",
        target=ENEMY,
        facts=(STRIKER, STRUCK, OF_TARGET),
        inputs=(
            Input("strikers", ASKED),
            Input("scuffle", WORKED, work=scuffle_of_striker),
            Input("struck", ASKED),
            Input("save", WORKED, work=save_of_struck),
        ),
        thens=(Then("round-over", "all blows are struck: whoever is struck down falls"),),
        bars=bars_blows,
        work=after_blows,
    ),
    Procedure(
        "free-blows",
        "Free blows at those who break off",
        form="break-off",
        target=ENEMY,
        facts=(STRIKER, STRUCK, OF_TARGET),
        inputs=(
            Input("leaving", ASKED),
            Input("leaving_save", WORKED, work=save_of_struck),
            Input("strikers", ASKED),
            Input("scuffle", WORKED, work=scuffle_of_striker),
            Input("save", FIXED, value=0),
        ),
        thens=(Then("round-over", "all blows are struck: whoever is struck down falls"),),
        bars=bars_blows,
        work=after_blows,
    ),
    Procedure(
        "round-over",
        "The round is over",
        work=after_round,
        said="Whoever was struck down in the round falls",
        free=True,
    ),
    Procedure(
        "check",
        "Morale check",
        form="check",
        inputs=(*CHECKING, Input("charging", FIXED, value=False)),
        thens=(FAILED,),
        bars=bars_check,
        work=after_check,
    ),
    Procedure(
        "check-at-once",
        "Morale check at once",
        form="check",
        inputs=(*CHECKING, Input("charging", FIXED, value=False)),
        thens=(FAILED,),
        bars=bars_check,
    ),
    Procedure(
        "failures",
        "The failure chart",
        form="failures",
        facts=(OF_UNIT,),
        inputs=(
            Input("class1", WORKED, work=first_class),
            Input("class2", WORKED, work=second_class),
            Input("class3", WORKED, work=third_class),
            Input("extras", WORKED, work=extras_of_unit),
        ),
        work=after_failures,
    ),
    Procedure(
        "leaves",
        "A figure leaves the table",
        facts=(WHICH, OF_UNIT),
        bars=bars_who,
        work=after_leaving,
        said="loses a figure over the edge",
    ),
    Procedure(
        "falls", "A figure falls", facts=(WHICH, OF_UNIT), bars=bars_who, work=after_falling, said="loses a figure"
    ),
    Procedure(
        "lead", "A figure takes the lead", facts=(WHICH,), bars=bars_who, work=after_promotion, said="has a new leader"
    ),
    Procedure(
        "attach", "A character joins a unit", target=FRIEND, bars=bars_attaching, work=after_attaching, said="joins"
    ),
    Procedure("detach", "A character leaves his unit", bars=bars_detaching, work=after_detaching, said="goes on alone"),
    Procedure(
        "call-check",
        "A check is called for",
        changes=(Change(UNIT, "called_for", SET, value=True),),
        bars=bars_check,
        said="must check on its next card",
    ),
    Procedure(
        "gun-fires",
        "A gun fires",
        target=ENEMY,
        bars=bars_gun_fire,
        work=after_gun_fire,
        said="fires its gun at",
    ),
    Procedure(
        "gun-reloads",
        "A gun is reloaded",
        changes=(Change(UNIT, "gun_loaded", SET, value=True),),
        bars=bars_gun,
        said="reloads its gun",
    ),
    Procedure("gun-hit", "A gun is hit", bars=bars_gun, work=after_gun_hit, said="has its gun hit"),
    Procedure(
        "gun-repaired",
        "A gun is repaired",
        changes=(Change(UNIT, "gun", SET, value=IN_ORDER),),
        bars=bars_repair,
        said="has its gun in order again",
    ),
    Procedure(
        "machine-hit",
        "A machine is hit",
        changes=(Change(UNIT, "vehicle_hit", SET, value=True),),
        bars=bars_machine_hit,
        said="is hit, and must check on its next card",
    ),
    Procedure("gone", "A unit stays away", work=after_staying_away, said="is gone from the table"),
    Procedure(
        "deck-over",
        "The deck is empty",
        work=after_deck,
        said="The deck is empty, and no leader is new any more",
        free=True,
    ),
)


# ---------------------------------------------------------------- deck, turn, who is gone


def begin(rules: Any, state: BookState) -> None:
    """All who wait stand on the table, and the deck is shuffled."""
    for unit in state.units:
        if unit.word("place") == PLACES[Where.WAITING]:
            unit.values["place"] = ON_TABLE
    shuffle(state)


def next_turn(rules: Any, state: BookState) -> None:
    """Leaders are no longer new, and a new deck is made of the cards of all who are left."""
    for unit in state.units:
        unit.values["new_leader"] = False
        unit.values["acts_on"] = NOBODY
    shuffle(state)


def shuffle(state: BookState) -> None:
    """The cards of every unit that is left; a character who is with a unit has none (R3)."""
    cards: list[int] = []
    for unit in state.units:
        if unit.word("place") == ON_TABLE:
            cards += [unit.id] * unit.number("cards")
    state.left = cards
    state.drawn = []


def who_acts(state: BookState, card: int) -> list[BookUnit]:
    """The card's unit; if that is gone, the characters who were with it and outlived it this turn (R105)."""
    if state.units[card].word("place") == ON_TABLE:
        return [state.units[card]]
    return [unit for unit in state.units if unit.number("acts_on") == card and unit.word("place") == ON_TABLE]


def passed_over(state: BookState, card: int) -> bool:
    return len(who_acts(state, card)) == 0


def comes_up(rules: Any, state: BookState, card: int) -> None:
    """Whoever has a reason checks before anybody acts; whoever has no leader gets one."""
    for unit in who_acts(state, card):
        if unit.word("leader") == NO_LEADER and not unit.flag("lone"):
            state.due.append(Due("lead", unit.id, NOBODY, "it has no leader", must=False))
        if must_check(unit) and checks(rules, unit):
            state.due.append(Due("check", unit.id, NOBODY, "it has reason to, and its card has come up", must=True))


def settle(rules: Any, state: BookState) -> None:
    """What a referee's hand may have left: nobody is there who is not on the card, nor with a unit that cannot have
    him, nor leads one that he is not with; and a unit without a figure is gone."""
    for unit in state.units:
        for slot in SLOTS:
            if unit.word(f"{slot}_class") == NO_CLASS:
                unit.values[slot] = False
        settle_place(state, unit)
    for unit in state.units:
        led_by = unit.number("led_by")
        if led_by >= len(state.units) or (led_by >= 0 and state.units[led_by].number("with_unit") != unit.id):
            unit.values["led_by"] = NOBODY
        if unit.word("leader") == ATTACHED and unit.number("led_by") < 0:
            unit.values["leader"] = NO_LEADER
        if is_there(unit):
            end_if_empty(state, unit.id)


def settle_place(state: BookState, unit: BookUnit) -> None:
    """With a unit is who is attached, and nobody else."""
    host = unit.number("with_unit")
    if not is_there(unit):
        unit.values["with_unit"] = NOBODY
    elif host >= 0 and can_be_with(state, unit, host):
        unit.values["place"] = PLACES[Where.ATTACHED]
    elif host >= 0 or unit.word("place") == PLACES[Where.ATTACHED]:
        set_free(unit)


def can_be_with(state: BookState, character: BookUnit, host: int) -> bool:
    if host >= len(state.units) or character.word("kind") != KINDS[Arm.CHARACTER]:
        return False
    unit = state.units[host]
    return is_there(unit) and unit.side == character.side and unit.word("kind") != KINDS[Arm.CHARACTER]


def book_rows(rules: GaslightRules) -> BookRows:
    return BookRows(
        "gaslight",
        rules,
        attributes=attributes(rules),
        states=STATES,
        relations=(),
        procedures=PROCEDURES,
        settle=settle,
        is_there=is_there,
        forms=tuple([form.with_rules(rules) for form in FORMS]),
        refers=("led_by", "with_unit", "acts_on"),
        deck=DeckRow(DRAW, {}, passed_over, comes_up),
        begin=begin,
        next_turn=next_turn,
    )
