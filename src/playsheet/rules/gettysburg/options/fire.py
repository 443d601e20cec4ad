"""Who may fire at whom (4.4.1 to 4.4.3): eligibility, targets in arc, range and sight, what each may be shot with."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.geometry import TOLERANCE, Rect
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import General, Unit
from playsheet.rules.gettysburg.dice.fire import firing_figures, groups, guns_firing, may_pour, odd_dice
from playsheet.rules.gettysburg.ground.footprints import fire_distance, in_arc, tangent
from playsheet.rules.gettysburg.ground.sight import blocker, eye_of, firing_face
from playsheet.rules.gettysburg.options.fight_choices import Shoot, Snipe
from playsheet.rules.gettysburg.terms import (
    Ammunition,
    Arm,
    Bar,
    Formation,
    Nation,
    SkirmishRate,
    Token,
    UnitState,
    Weapon,
)

NO_CHARGERS: Final[list[int]] = []


# ---------------------------------------------------------------- may it fire at all


def bar_to_firing(battle: GettysburgBattle, unit: Unit, *, charged: bool) -> int:
    """Whatever the target (4.4.1); `charged`: enemies are charging it, or a friend that it supports, now."""
    if unit.fired:
        return Bar.FIRED
    if unit.in_melee():
        return Bar.IN_MELEE
    if not unit.on_table():
        return Bar.OFF_TABLE
    if unit.state >= UnitState.RETREATING:
        return Bar.FLEEING
    if unit.charged and not unit.must_fire and not charged:
        return Bar.CHARGED
    if unit.state == UnitState.FALTERING and not charged and not battle.rules.falter_fires:
        return Bar.FALTERING
    if firing_strength(battle, unit) > 0:
        return Bar.NONE
    return bar_to_arms(unit) or Bar.TOO_FEW


def bar_to_arms(unit: Unit) -> int:
    """Mounted cavalry, limbered guns and the unarmed never fire (R60, R61, R102)."""
    if unit.arm == Arm.ARTILLERY:
        return Bar.NONE if unit.formation == Formation.DEPLOYED else Bar.LIMBERED
    if unit.arm == Arm.CAVALRY:
        return Bar.MOUNTED
    return Bar.UNARMED if unit.card.weapon == Weapon.NONE else Bar.NONE


def firing_strength(battle: GettysburgBattle, unit: Unit) -> int:
    """Figures, guns with a crew, or the dice of skirmishers; none of those who never fire."""
    if bar_to_arms(unit):
        return 0
    rules = battle.rules
    if unit.arm == Arm.ARTILLERY:
        return guns_firing(rules, unit.guns, unit.figures)
    figures = battle.in_ranks(unit)
    if unit.formation == Formation.SKIRMISH:
        rate = rate_of(unit)
        return 2 * groups(rules, rate, figures) + odd_dice(rules, rate, figures)
    return firing_figures(rules, unit.formation, figures)


def rate_of(unit: Unit) -> int:
    """How good its skirmishers are; dismounted cavalry is second rate unless its card says more (R126)."""
    if unit.is_dismounted() and unit.card.skirmish_rate == SkirmishRate.NONE:
        return SkirmishRate.SECOND_RATE
    return unit.card.skirmish_rate


def bar_to_target(battle: GettysburgBattle, unit: Unit, target: Unit, chargers: list[int]) -> int:
    """Wherever it stands. Nobody fires into a melee; the unformed fire only at chargers and at who fired at them this
    turn or the last, the faltering only at chargers (R52, R53)."""
    if target.in_melee():
        return Bar.IN_MELEE
    if not target.on_table():
        return Bar.OFF_TABLE
    if not unit.is_unformed() or target.id in chargers:
        return Bar.NONE
    if unit.state == UnitState.FALTERING and not battle.rules.falter_fires:
        return Bar.FALTERING
    return Bar.NONE if target.id in unit.fired_at_by or target.id in unit.fired_at_before else Bar.NOT_FIRED_AT


def farthest(battle: GettysburgBattle, unit: Unit) -> float:
    """How far it can fire."""
    if unit.arm == Arm.ARTILLERY:
        return battle.rules.gun_long[unit.card.gun_class]
    return battle.rules.reach(unit.card.weapon, is_sharpshooter(unit))


def is_sharpshooter(unit: Unit) -> bool:
    return unit.formation == Formation.SKIRMISH and unit.card.skirmish_rate == SkirmishRate.SHARPSHOOTER


# ---------------------------------------------------------------- at whom


class Mark:
    """A target in arc, range and sight: from which face, and how far."""

    def __init__(self, target: Unit, face: Rect, distance: float) -> None:
        self.target: Final = target
        self.face: Final = face
        self.distance: Final = distance


def mark_of(battle: GettysburgBattle, unit: Unit, target: Unit, chargers: list[int]) -> Mark | None:
    """The target as the unit may fire at it; None if it may not."""
    return None if bar_to_target(battle, unit, target, chargers) else sighted(battle, unit, target)


def sighted(battle: GettysburgBattle, unit: Unit, target: Unit) -> Mark | None:
    """The target as the unit has it in arc, range and sight; None if it has not."""
    face = firing_face(battle, unit, target, farthest(battle, unit))
    return None if face is None else Mark(target, face, fire_distance(face, target.shape))


def marks(battle: GettysburgBattle, unit: Unit) -> list[Mark]:
    """All that it may fire at in phase 6; by switch only the nearest (R55)."""
    found: list[Mark] = []
    for target in battle.around(unit.x, unit.y, unit.shape.radius + farthest(battle, unit)):
        if target.side != unit.side:
            mark = mark_of(battle, unit, target, NO_CHARGERS)
            if mark is not None:
                found.append(mark)
    return nearest(found) if battle.rules.nearest_only else found


def nearest(found: list[Mark]) -> list[Mark]:
    least = min([mark.distance for mark in found], default=0.0)
    return [mark for mark in found if mark.distance <= least + TOLERANCE]


def charging_marks(battle: GettysburgBattle, unit: Unit, chargers: list[int]) -> list[Mark]:
    """Those of the chargers that it may fire at in reaction or support."""
    found: list[Mark] = []
    for id in chargers:
        mark = mark_of(battle, unit, battle.units[id], chargers)
        if mark is not None:
            found.append(mark)
    return found


# ---------------------------------------------------------------- with what


def shots(battle: GettysburgBattle, unit: Unit, mark: Mark) -> list[Option]:
    """Canister or shot within canister range (R50); Pour it On (R51); the token Aim Low Boys (R90)."""
    target = mark.target.id
    if unit.arm == Arm.ARTILLERY:
        found: list[Option] = [Shoot(target, Ammunition.SHOT)]
        if mark.distance <= battle.rules.canister[unit.card.gun_class] + TOLERANCE:
            found.append(Shoot(target, Ammunition.CANISTER))
        return found
    found = [Shoot(target)]
    if unit.formation == Formation.SKIRMISH:
        return found
    pours = may_pour(unit.card.weapon, low=unit.low_on_ammo)
    aims = may_aim_low(battle, unit)
    if pours:
        found.append(Shoot(target, pour=True))
    if aims:
        found.append(Shoot(target, aim=True))
    if pours and aims:
        found.append(Shoot(target, pour=True, aim=True))
    return found


def may_aim_low(battle: GettysburgBattle, unit: Unit) -> bool:
    return unit.token_turn != battle.turn and aims_of(battle, unit.side) > 0


def aims_of(battle: GettysburgBattle, side: int) -> int:
    """How many of the side's tokens are Aim Low Boys: the Union's are; of two armies of one nation as chosen (R90)."""
    army = battle.armies[side]
    if one_nation(battle):
        return army.tokens[Token.YELL_OR_AIM] - army.yells
    return army.tokens[Token.YELL_OR_AIM] if army.nation == Nation.UNION else 0


def yells_of(battle: GettysburgBattle, side: int) -> int:
    """How many of the side's tokens are Rebel Yells."""
    army = battle.armies[side]
    if one_nation(battle):
        return army.yells
    return army.tokens[Token.YELL_OR_AIM] if army.nation == Nation.CONFEDERATE else 0


def one_nation(battle: GettysburgBattle) -> bool:
    return battle.armies[0].nation == battle.armies[1].nation


# ---------------------------------------------------------------- sharpshooters and generals


def generals_in_sight(battle: GettysburgBattle, unit: Unit) -> list[General]:
    """Enemy generals whom formed sharpshooters may aim at: in range, arc and sight (R42)."""
    if not is_sharpshooter(unit) or unit.is_unformed():
        return []
    return [general for general in battle.generals if not bar_to_sniping(battle, unit, general)]


def bar_to_sniping(battle: GettysburgBattle, unit: Unit, general: General) -> int:
    """What saves a general from sharpshooters."""
    if general.side == unit.side or not general.is_here():
        return Bar.NEVER
    if battle.general_gap(general, unit.shape) > battle.rules.reach(unit.card.weapon, True) + TOLERANCE:
        return Bar.RANGE
    if not in_arc(unit.shape, general_rect(general), tangent(battle.rules.arc_skirmish)):
        return Bar.ARC
    return Bar.NONE if sees_general(battle, unit, general) else Bar.SIGHT


def general_rect(general: General) -> Rect:
    """The square about his base."""
    return Rect(
        general.x,
        general.y,
        facing=0.0,
        ux=0.0,
        uy=1.0,
        half_w=general.radius,
        half_d=general.radius,
        radius=general.radius,
    )


def sees_general(battle: GettysburgBattle, unit: Unit, general: General) -> bool:
    """The unit that he is with does not hide him."""
    x, y = eye_of(unit.shape)
    host = battle.units[general.attached_to] if general.attached_to >= 0 else unit
    return not blocker(battle, unit, x, y, host, general.x, general.y)


def snipes(battle: GettysburgBattle, unit: Unit) -> list[Option]:
    if battle.rules.sharpshooter_after:
        return []  # every six is a choice afterwards
    return [Snipe(general.id, general.x, general.y) for general in generals_in_sight(battle, unit)]
