"""Why not: what the unit asked about could do at other times and cannot do now, with the reason in words.

The predicates of the other modules decide, each by a word of `Bar`; here the word becomes a clause. Asked only by who
looks on: nothing of this is on the way of a bot.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Barred, Question
from playsheet.core.words import upper
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import gun_words
from playsheet.rules.gaslight.ground.driving import engine_card
from playsheet.rules.gaslight.ground.marks import Mark, is_engaged, marks_of
from playsheet.rules.gaslight.ground.sight import screen_about
from playsheet.rules.gaslight.options.bursts import (
    Barrel,
    GunBarrel,
    at_risk,
    in_the_open,
    near_gun,
    why_not_aimed,
    why_not_swept,
)
from playsheet.rules.gaslight.options.cannon import gun_barrel, gun_card, why_not_ready, why_not_served
from playsheet.rules.gaslight.options.charge import charge_targets, farthest, why_not_charge, why_not_declare
from playsheet.rules.gaslight.options.choices import (
    ConeShot,
    Detach,
    Launch,
    Snipe,
    TakeOver,
    Throw,
)
from playsheet.rules.gaslight.options.command import is_alone, why_no_leader, why_not_free, why_unable
from playsheet.rules.gaslight.options.grenades import (
    cone_barrel,
    free_of_fights,
    why_no_blast,
    why_not_armed_with,
    why_not_blasted,
)
from playsheet.rules.gaslight.options.melee import pile_targets, reachable
from playsheet.rules.gaslight.options.orders import why_not_reloaded
from playsheet.rules.gaslight.options.posts import (
    is_loaded,
    weapon_barrel,
    why_not_manned,
    why_not_running,
    why_not_used,
)
from playsheet.rules.gaslight.options.reasons import (
    BY_CANNON,
    BY_GRAPE,
    CHARGED,
    NAMED,
    OUT_OF_ITS_ARC,
    RAMMED,
    SWEPT,
    TARGETS,
    THROWN,
    Reason,
    Said,
    Targets,
    of_eyes,
    of_men,
    of_unit,
    of_weapon,
)
from playsheet.rules.gaslight.options.shooting import (
    longest,
    weapon_of,
    why_no_group,
    why_not_armed,
    why_not_named,
)
from playsheet.rules.gaslight.options.vehicles import may_ram, why_not_driven
from playsheet.rules.gaslight.sheet import Gun, Weapon
from playsheet.rules.gaslight.terms import Arm, Bar
from playsheet.tabletop.machines.machine import why_not_start

# ---------------------------------------------------------------- what is asked


def barred(battle: GaslightBattle, question: Question) -> list[Barred]:
    """What the unit asked about could ever do, and cannot do now."""
    if not 0 <= question.about < len(battle.units):
        return []
    unit = battle.units[question.about]
    if question.kind == "takeover":
        return too_far_to_lead(battle, unit)
    return orders_barred(battle, unit) if question.kind == "order" else []


def too_far_to_lead(battle: GaslightBattle, unit: Unit) -> list[Barred]:
    """The characters by themselves who are too far away to take over (R31)."""
    said = f"more than {battle.rules.command_radius:g} inches from the unit"
    return [
        Barred(f"take:{other.id}", upper(TakeOver(other.id).label(battle)), said, "R31", other.id)
        for other in battle.units
        if is_alone(other, unit.side) and why_no_leader(battle, other, battle.members(unit))
    ]


class Greyed:
    """What a unit cannot do now, as it is gathered."""

    def __init__(self, battle: GaslightBattle, unit: Unit) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.found: Final[list[Barred]] = []

    def add(self, kind: str, label: str, reason: Reason | None) -> None:
        if reason is not None:
            self.found.append(Barred(kind, label, reason.said, reason.ruling))

    def by_men(self, kind: str, label: str, figures: list[int], whys: list[str]) -> None:
        self.add(kind, label, of_men(self.battle, figures, whys))


def orders_barred(battle: GaslightBattle, unit: Unit) -> list[Barred]:
    """In the order in which orders are listed."""
    grey = Greyed(battle, unit)
    charging(grey)
    moving(grey)
    shooting(grey)
    sniping(grey)
    sweeping(grey)
    throwing(grey)
    launching(grey)
    reloading(grey)
    if unit.kind == Arm.CREW and battle.gun_of(unit) >= 0:
        serving_gun(grey)
    elif unit.kind == Arm.VEHICLE and unit.has_machine():
        driving(grey)
        serving_weapons(grey)
    leaving(grey)
    return grey.found


# ---------------------------------------------------------------- charging and moving


def charging(grey: Greyed) -> None:
    battle = grey.battle
    unit = grey.unit
    drives = unit.kind == Arm.VEHICLE and len(battle.aboard(unit)) > 0
    if drives and not may_ram(unit):
        return
    why = why_not_declare(battle, unit)
    if not why and drives:
        why = why_not_driven(battle, unit) or why_not_running(battle, unit)
    if why == Bar.NO_HANDS:
        no_hands(grey, "charge", "Charge")
    elif why:
        grey.add("charge", "Charge", of_unit(why))
    else:
        targets = of_eyes(battle, [unit.leader])
        for id in charge_targets(battle, unit):
            for mark in marks_of(battle, battle.units[id]):
                targets.add(mark, why_not_charge(battle, unit, mark))
        far = float(battle.machine_of(unit).speed()) if drives else reach_of_charge(battle, unit)
        grey.add("charge", "Charge", targets.reason(far, RAMMED if drives else CHARGED))


def reach_of_charge(battle: GaslightBattle, unit: Unit) -> float:
    return max([farthest(battle, figure) for figure in battle.members(unit)])


def moving(grey: Greyed) -> None:
    """Moves, forming up, piling in and breaking off, of those on foot."""
    battle = grey.battle
    unit = grey.unit
    figures = battle.on_foot(unit)
    whys = [why_not_free(battle, figure) for figure in figures]
    free = [figures[at] for at in range(len(figures)) if not whys[at]]
    if figures and not free:
        grey.by_men("move", "Move", figures, whys)
    if len(figures) > 1:
        if len(free) == 1:
            grey.add("form", "Form up", Reason("only one figure is free to act", "R5"))
        elif not free:
            grey.by_men("form", "Form up", figures, whys)
        piling_in(grey, figures, whys, free)
    breaking_off(grey, figures, whys)


def piling_in(grey: Greyed, figures: list[int], whys: list[str], free: list[int]) -> None:
    battle = grey.battle
    targets = pile_targets(battle, grey.unit)
    if not targets:
        grey.add("pile_in", "Pile in", of_unit(Bar.NO_FIGHT))
    elif not free:
        grey.by_men("pile_in", "Pile in", figures, whys)
    elif not any(reachable(battle, figure, targets, one=True) for figure in free):
        grey.add("pile_in", "Pile in", Reason("nobody who is free can reach the fight by a move", "R71, R114"))


def breaking_off(grey: Greyed, figures: list[int], whys: list[str]) -> None:
    battle = grey.battle
    if not figures or Bar.ENGAGED in whys:
        return
    locked = [at for at in range(len(figures)) if battle.engaged(figures[at])]
    if locked:
        grey.by_men("break_off", "Break off", [figures[at] for at in locked], [whys[at] for at in locked])
    else:
        grey.add("break_off", "Break off", of_unit(Bar.NO_FIGHT))


def leaving(grey: Greyed) -> None:
    """Characters with the unit who cannot go their own way now."""
    battle = grey.battle
    for character in grey.unit.attached:
        figure = battle.units[character].first
        why = why_not_free(battle, figure)
        label = upper(Detach(character).label(battle))
        if grey.unit.moves_only:
            grey.add(f"detach:{character}", label, of_unit(Bar.MOVES_ONLY))
        elif why:
            grey.by_men(f"detach:{character}", label, [figure], [why])


# ---------------------------------------------------------------- shooting


def enemies(battle: GaslightBattle, unit: Unit) -> list[Mark]:
    """All that could ever be shot at."""
    return [mark for other in battle.targets_of(unit.side) for mark in marks_of(battle, other)]


def ready(grey: Greyed, kind: str, label: str, figures: list[int], whys: list[str]) -> list[int]:
    """Those of the figures who could shoot now; if there are none, it is said why."""
    if not figures:
        return []
    if grey.unit.moves_only:
        grey.add(kind, label, of_unit(Bar.MOVES_ONLY))
        return []
    free = [figures[at] for at in range(len(figures)) if not whys[at]]
    if not free:
        grey.by_men(kind, label, figures, whys)
    return free


def shooting(grey: Greyed) -> None:
    """Groups of Extras."""
    battle = grey.battle
    figures = [figure for figure in battle.on_foot(grey.unit) if not battle.is_character(figure)]
    figures = [figure for figure in figures if why_not_armed(battle, figure) != Bar.UNARMED]
    whys = [why_not_free(battle, figure) or why_not_armed(battle, figure) for figure in figures]
    free = ready(grey, "shoot", "Shoot", figures, whys)
    if free:
        targets = of_eyes(battle, free)
        for mark in enemies(battle, grey.unit):
            targets.add(mark, why_no_group(battle, grey.unit, free, mark))
        grey.add("shoot", "Shoot", targets.reason(longest(battle, free)))


def sniping(grey: Greyed) -> None:
    """Characters, each by himself."""
    battle = grey.battle
    figures = [figure for figure in battle.on_foot(grey.unit) if battle.is_character(figure)]
    figures = [figure for figure in figures if why_not_armed(battle, figure) != Bar.UNARMED]
    label = Snipe(figures[0]).label(battle) if len(figures) == 1 else "Shoot with a character"
    whys = [why_not_free(battle, figure) or why_not_armed(battle, figure) for figure in figures]
    free = ready(grey, "snipe", label, figures, whys)
    if free:
        targets = of_eyes(battle, free)
        for figure in free:
            name_models(targets, grey.unit, figure, weapon_of(battle, figure))
        grey.add("snipe", label, targets.reason(longest(battle, free), NAMED))


def name_models(targets: Targets, unit: Unit, figure: int, weapon: Weapon) -> None:
    """Of each enemy on his own feet or wheels why a character may not name him."""
    battle = targets.battle
    screen = screen_about(battle, *battle.at(figure), weapon.long)
    for mark in enemies(battle, unit):
        for model in in_the_open(battle, mark).models:
            why = why_not_named(battle, figure, weapon, model, screen)
            targets.add(Mark(mark.unit, [model], machine=mark.machine), why)


def sweeping(grey: Greyed) -> None:
    """Shotguns."""
    battle = grey.battle
    figures = [
        figure for figure in battle.on_foot(grey.unit) if why_not_armed_with(battle, figure, cone=True) != Bar.UNARMED
    ]
    label = ConeShot(figures[0]).label(battle) if len(figures) == 1 else "Fire a shotgun"
    whys = [why_not_free(battle, figure) or why_not_armed_with(battle, figure, cone=True) for figure in figures]
    free = ready(grey, "cone", label, figures, whys)
    if free:
        targets = of_eyes(battle, free)
        for figure in free:
            barrel = cone_barrel(battle, figure)
            if battle.is_character(figure):
                for mark in free_of_fights(battle, figure):
                    targets.add(mark, why_not_swept(barrel, mark))
            else:
                sweep(targets, barrel, enemies(battle, grey.unit))
        grey.add("cone", label, targets.reason(longest(battle, free), SWEPT))


def sweep(targets: Targets, barrel: Barrel, marks: list[Mark]) -> None:
    """Of each mark why no cone may be laid on it."""
    for mark in marks:
        why = why_not_swept(barrel, mark)
        targets.add(mark, Bar.IN_CONTACT if why != Bar.TOO_FAR and is_engaged(barrel.battle, mark) else why)


def throwing(grey: Greyed) -> None:
    """Grenades by hand, of those whose card gives them any."""
    battle = grey.battle
    figures = [figure for figure in battle.on_foot(grey.unit) if battle.cast[figure].grenades > 0]
    label = Throw(figures[0]).label(battle) if len(figures) == 1 else "Throw a grenade"
    whys = [why_no_blast(battle, figure) or why_not_free(battle, figure) for figure in figures]
    free = ready(grey, "throw", label, figures, whys)
    if free:
        targets = of_eyes(battle, free)
        for figure in free:
            blast(targets, grey.unit, figure, battle.rules.thrown)
        grey.add("throw", label, targets.reason(battle.rules.thrown.long, THROWN))


def launching(grey: Greyed) -> None:
    """Grenade launchers."""
    battle = grey.battle
    figures = [
        figure for figure in battle.on_foot(grey.unit) if why_not_armed_with(battle, figure, cone=False) != Bar.UNARMED
    ]
    label = Launch(figures[0]).label(battle) if len(figures) == 1 else "Fire a launcher"
    whys = [why_not_free(battle, figure) or why_not_armed_with(battle, figure, cone=False) for figure in figures]
    free = ready(grey, "launch", label, figures, whys)
    if free:
        targets = of_eyes(battle, free)
        for figure in free:
            blast(targets, grey.unit, figure, weapon_of(battle, figure))
        grey.add("launch", label, targets.reason(longest(battle, free), THROWN))


def blast(targets: Targets, unit: Unit, figure: int, weapon: Weapon) -> None:
    """Of each enemy unit or model why he may not lay a grenade on it."""
    battle = targets.battle
    if battle.is_character(figure):
        name_models(targets, unit, figure, weapon)
        return
    for mark in enemies(battle, unit):
        why = why_not_blasted(battle, figure, weapon, in_the_open(battle, mark))
        targets.add(mark, Bar.IN_CONTACT if why != Bar.TOO_FAR and is_engaged(battle, mark) else why)


def reloading(grey: Greyed) -> None:
    """Those whose weapons must be reloaded at all."""
    battle = grey.battle
    figures = [figure for figure in battle.on_foot(grey.unit) if must_reload(battle, figure)]
    whys = [why_not_reloaded(battle, figure) or why_not_free(battle, figure) for figure in figures]
    ready(grey, "reload", "Reload", figures, whys)


def must_reload(battle: GaslightBattle, figure: int) -> bool:
    weapon = battle.cast[figure].weapon
    return weapon is not None and weapon.reload


# ---------------------------------------------------------------- guns and machines


def serving_gun(grey: Greyed) -> None:
    """What a gun could do: fire, with grapeshot or without, be reloaded, mended or moved."""
    battle = grey.battle
    unit = grey.unit
    gun = gun_card(unit)
    why = Bar.MOVES_ONLY if unit.moves_only else why_not_served(battle, unit)
    state = why_not_ready(battle, unit)
    kept = why_unserved(grey) if why == Bar.UNSERVED else of_unit(why) if why else None
    fire = kept or (of_unit(state) if state else None)
    firing(grey, gun_barrel(battle, unit), fire, "gun_fire", "Fire the gun", "gun_grape", "Fire grapeshot")
    if gun.reload and (kept is not None or state != Bar.EMPTY):
        grey.add("gun_reload", "Reload the gun", kept or of_unit(state or Bar.LOADED))
    if battle.rules.gun_repairable and (kept is not None or state != Bar.BROKEN):
        grey.add("gun_repair", "Repair the gun", kept or of_unit(Bar.IN_ORDER))
    grey.add("gun_move", "Move or turn the gun", kept)


def why_unserved(grey: Greyed) -> Reason:
    """Nobody of its crew is near the gun, or nobody there is free."""
    battle = grey.battle
    near = near_gun(battle, grey.unit)
    if not near:
        return Reason(f"nobody of its crew is within {battle.rules.crew_near:g} inch of it", "R102, R103")
    return of_men(battle, near, [why_not_free(battle, figure) for figure in near])


def firing(
    grey: Greyed, barrel: GunBarrel, kept: Reason | None, kind: str, label: str, cone: str, cone_label: str
) -> None:
    """A gun or a weapon, by aimed fire and by a cone, as far as it has them; `kept`: what keeps it from any fire."""
    gun = barrel.gun
    eyes = [(barrel.x, barrel.y, barrel.model)]
    marks = enemies(grey.battle, grey.unit) if kept is None else []
    if not gun.cone:
        targets = Targets(grey.battle, eyes)
        for mark in marks:
            held = at_risk(barrel, mark)
            why = why_not_aimed(barrel, held)
            targets.add(held, Bar.IN_CONTACT if why != Bar.TOO_FAR and is_engaged(grey.battle, mark) else why)
        grey.add(kind, label, kept or targets.reason(range_of(gun), in_mount(barrel, BY_CANNON)))
    if barrel.cone_reach >= 0.0:
        targets = Targets(grey.battle, eyes)
        sweep(targets, barrel, [mark for mark in marks if not mark.machine])
        grey.add(cone, cone_label, kept or targets.reason(barrel.cone_reach, in_mount(barrel, BY_GRAPE)))


def in_mount(barrel: GunBarrel, own: Said) -> Said:
    """How it is said of a gun, of one from the weapons chart, or of a weapon of a machine."""
    said = dict(own)
    if barrel.gun.cannon is None:
        said[Bar.TOO_FAR] = TARGETS[Bar.TOO_FAR]
    if barrel.hull is not None:
        said[Bar.OUT_OF_ARC] = OUT_OF_ITS_ARC
    return said


def range_of(gun: Gun) -> float:
    return gun.weapon.long if gun.weapon is not None else gun.cannon.range if gun.cannon is not None else 0.0


def no_hands(grey: Greyed, kind: str, label: str) -> None:
    grey.add(kind, label, idle_crew(grey))


def idle_crew(grey: Greyed) -> Reason:
    """Why nobody of the crew is at hand: none is aboard, or they have done what they may."""
    battle = grey.battle
    crew = battle.aboard(grey.unit)
    if not crew:
        return Reason("nobody is aboard", "R102")
    return of_men(battle, crew, [why_unable(battle, figure) for figure in crew])


def driving(grey: Greyed) -> None:
    """Driving, backing and starting."""
    battle = grey.battle
    unit = grey.unit
    why = why_not_driven(battle, unit)
    kept = idle_crew(grey) if why == Bar.NO_HANDS else of_unit(why) if why else None
    engine = why_not_running(battle, unit)
    start = why_not_start(battle.machine_of(unit))
    grey.add("drive", "Drive", kept or (of_unit(engine) if engine else None))
    grey.add("reverse", "Reverse", kept or (of_unit(engine) if engine else None))
    grey.add("start", "Start the engine", kept or (of_unit(start) if start else None))


def serving_weapons(grey: Greyed) -> None:
    """Each weapon aboard: fired, and reloaded if it must be."""
    battle = grey.battle
    unit = grey.unit
    why = Bar.MOVES_ONLY if unit.moves_only else why_not_manned(battle, unit)
    kept = idle_crew(grey) if why == Bar.NO_HANDS else of_unit(why) if why else None
    weapons = engine_card(unit).weapons
    for weapon in range(len(weapons)):
        used = why_not_used(battle, unit, weapon)
        own = kept or (of_weapon(used) if used else None)
        empty = None if is_loaded(unit, weapon) else of_weapon(Bar.EMPTY)
        name = gun_words(weapons[weapon])
        barrel = weapon_barrel(battle, unit, weapon)
        grape = f"Fire grapeshot from {name}" if not weapons[weapon].cone else f"Fire {name}"
        firing(grey, barrel, own or empty, f"weapon:{weapon}", f"Fire {name}", f"weapon_grape:{weapon}", grape)
        if weapons[weapon].reload and (own is not None or empty is None):
            grey.add(f"weapon_reload:{weapon}", f"Reload {name}", own or of_weapon(Bar.LOADED))
