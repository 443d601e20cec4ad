"""A round of melee: its inputs, and what comes of it."""

from __future__ import annotations

from playsheet.core.book_rows import BookState, BookUnit, Deed
from playsheet.core.forms import Value
from playsheet.rules.gettysburg.book.outcomes import after_round, disperse, lose, rally, risked, take_flight
from playsheet.rules.gettysburg.book.written import (
    BRIGADE,
    DIVISION,
    MELEE,
    NO_GUN,
    all_in_melee,
    arm_of,
    attached,
    detachment_of,
    in_ranks,
    is_unformed,
    lost_of,
    parent_of,
    state_of,
)
from playsheet.rules.gettysburg.dice.fire import may_pour
from playsheet.rules.gettysburg.dice.melee import six_row
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    ARMS,
    GRADES,
    LEVELS,
    MELEE_RESULTS,
    MOST_FIGURES,
    WEAPONS,
    Arm,
    MeleeResult,
    UnitState,
)


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
