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
from playsheet.rules.gaslight.options.choices import ConeShot, Detach, Launch, Snipe, TakeOver, Throw, model_named
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
from playsheet.tabletop.machines.machine import NOT_RUNNING, POWER_LOST, RUNS, why_not_start

# ---------------------------------------------------------------- words

# of figures: of one, of several, the ruling
MEN: Final = {
    Bar.ACTED: ("has acted on this card", "have acted on this card", "R5"),
    Bar.SPENT: ("has acted on another card this turn", "have acted on another card this turn", "R4"),
    Bar.HELD: ("loses this card to a failed check", "lose this card to a failed check", "R17, R18"),
    Bar.WAITS: ("has acted this turn, before he joined", "have acted this turn, before they joined", "R7"),
    Bar.RUNNING_OFF: ("is running for the table's edge", "are running for the table's edge", "R16"),
    Bar.OUT_OF_COMMAND: (
        "is more than {radius:g} inches from the leader",
        "are more than {radius:g} inches from the leader",
        "R29",
    ),
    Bar.ABOARD: ("is aboard the machine", "are aboard the machine", "R102"),
    Bar.ENGAGED: ("is in contact with the enemy", "are in contact with the enemy", "R71"),
    Bar.EMPTY: ("must reload first", "must reload first", "R5"),
    Bar.NO_GRENADES: ("has no grenade left", "have no grenade left", ""),
    Bar.LOADED: ("has loaded already", "have loaded already", ""),
}

# of whom it would be done to, the ones nearer to being possible later
TARGETS: Final = {
    Bar.TOO_FAR: ("nobody within {far:g} inches", "R36"),
    Bar.OUT_OF_ARC: ("nobody in range is in front; to turn is to move", "R26, R38"),
    Bar.HIDDEN: ("nobody in range is in sight", "R46"),
    Bar.IN_CONTACT: ("the enemies in range are in contact with friends", "R45"),
    Bar.SHOT_AT: ("it has shot at each enemy in sight, once a card", "R40"),
    Bar.NO_WAY: ("no way leads into contact with anybody in reach", "R67, R114"),
}
CHARGED: Final = {
    Bar.TOO_FAR: ("nobody within {far:g} inches", "R67"),
    Bar.OUT_OF_ARC: ("the leader faces away from all in reach; to turn is to move", "R26, R38"),
    Bar.HIDDEN: ("the leader sees nobody in reach", "R46"),
}
RAMMED: Final = {
    Bar.TOO_FAR: ("nobody within {far:g} inches whom it could drive straight into", "R74"),
    Bar.OUT_OF_ARC: CHARGED[Bar.OUT_OF_ARC],
    Bar.HIDDEN: CHARGED[Bar.HIDDEN],
}
NAMED: Final = {Bar.TOO_FAR: ("nobody within {far:g} inches", "R39")}
THROWN: Final = {Bar.TOO_FAR: ("nobody within {far:g} inches", "R63")}
SWEPT: Final = {Bar.TOO_FAR: ("nobody within {far:g} inches", "R64")}
BY_CANNON: Final = {
    Bar.TOO_FAR: ("nobody within {far:g} inches", "R52"),
    Bar.OUT_OF_ARC: ("nobody in range is in front of it; to turn it is to move it", "R53, R103"),
}
BY_GRAPE: Final = {
    Bar.TOO_FAR: ("nobody within {far:g} inches", "R65"),
    Bar.OUT_OF_ARC: BY_CANNON[Bar.OUT_OF_ARC],
}
IN_ITS_ARC: Final = ("nobody in range is in its arc", "R37")

# of a unit, its gun or its machine
UNITS: Final = {
    Bar.MOVES_ONLY: ("its charge met nobody, so it only moves on this card", "R121"),
    Bar.DECLARED: ("it has declared a charge on this card", "R22"),
    Bar.LEADERLESS: ("it has no leader", "R95"),
    Bar.NEW_LEADER: ("its leader has taken over this turn", "R32"),
    Bar.STAND_IN: ("a stand-in leads it", "R92"),
    Bar.LEADER_HELD: ("its leader cannot act on this card", "R17, R18"),
    Bar.SOME_ACTED: ("somebody has acted: a charge comes first on a card", "R68"),
    Bar.IN_MELEE: ("it is in contact with the enemy already", "R71"),
    Bar.NO_FIGHT: ("no enemy is in contact with the unit", "R71"),
    Bar.USED: ("it has done its one thing on this card", "R54"),
    Bar.BROKEN: ("it is broken: repair it first", "R61"),
    Bar.EMPTY: ("it is empty: reload it first", "R5"),
    Bar.LOADED: ("it is loaded", ""),
    Bar.IN_ORDER: ("it is in order", ""),
    Bar.DROVE: ("it has been driven or started on this card", "R88"),
    Bar.LOCKED: ("the machine is in contact with the enemy", "R99"),
    NOT_RUNNING[1]: ("the engine has stalled: start it first", "R76"),
    NOT_RUNNING[2]: ("there is no power", "R84"),
    NOT_RUNNING[3]: ("the engine is dead", "R76"),
    NOT_RUNNING[4]: ("the engine balked: it misses this drive", "R75"),
    POWER_LOST: ("the power is gone for good", "R84"),
    RUNS: ("engine and steering work", ""),
}
OF_WEAPONS: Final = {
    Bar.USED: ("it has done its one thing on this card", "R88"),
    Bar.BROKEN: ("it is out of action", "R86"),
}


class Reason:
    """A clause, and the ruling."""

    def __init__(self, said: str, ruling: str) -> None:
        self.said: Final = said
        self.ruling: Final = ruling


def of_unit(why: str) -> Reason:
    said, ruling = UNITS[why]
    return Reason(said, ruling)


def of_weapon(why: str) -> Reason:
    said, ruling = OF_WEAPONS[why] if why in OF_WEAPONS else UNITS[why]
    return Reason(said, ruling)


def of_targets(whys: list[str], far: float, own: dict[str, tuple[str, str]] | None = None) -> Reason | None:
    """What keeps it from the target that comes nearest to being one; None if nothing does. `own`: said otherwise."""
    if "" in whys:
        return None
    best = Bar.TOO_FAR
    for word in TARGETS:
        if word in whys:
            best = word
    said, ruling = own[best] if own is not None and best in own else TARGETS[best]
    return Reason(said.format(far=far), ruling)


def of_men(battle: GaslightBattle, figures: list[int], whys: list[str]) -> Reason:
    """Why none of these figures can: `the Hero has acted on this card`, `8 have acted on this card, 2 must ...`."""
    words: list[str] = []
    for why in whys:
        if why not in words:
            words.append(why)
    words.sort(key=whys.count, reverse=True)
    said: list[str] = []
    rulings: list[str] = []
    for word in words:
        one, many, ruling = MEN[word]
        n = whys.count(word)
        who = model_named(battle, figures[0]) if len(figures) == 1 else "all" if n == len(figures) else str(n)
        said.append(f"{who} {one if n == 1 else many}")
        if ruling and ruling not in rulings:
            rulings.append(ruling)
    return Reason(", ".join(said).format(radius=battle.rules.command_radius), ", ".join(rulings))


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
        marks = [mark for id in charge_targets(battle, unit) for mark in marks_of(battle, battle.units[id])]
        far = float(battle.machine_of(unit).speed()) if drives else reach_of_charge(battle, unit)
        whys = [why_not_charge(battle, unit, mark) for mark in marks]
        grey.add("charge", "Charge", of_targets(whys, far, RAMMED if drives else CHARGED))


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
        found = [why_no_group(battle, grey.unit, free, mark) for mark in enemies(battle, grey.unit)]
        grey.add("shoot", "Shoot", of_targets(found, longest(battle, free)))


def sniping(grey: Greyed) -> None:
    """Characters, each by himself."""
    battle = grey.battle
    figures = [figure for figure in battle.on_foot(grey.unit) if battle.is_character(figure)]
    figures = [figure for figure in figures if why_not_armed(battle, figure) != Bar.UNARMED]
    label = Snipe(figures[0]).label(battle) if len(figures) == 1 else "Shoot with a character"
    whys = [why_not_free(battle, figure) or why_not_armed(battle, figure) for figure in figures]
    free = ready(grey, "snipe", label, figures, whys)
    if free:
        found: list[str] = []
        for figure in free:
            found += named_whys(battle, grey.unit, figure, weapon_of(battle, figure))
        grey.add("snipe", label, of_targets(found, longest(battle, free), NAMED))


def named_whys(battle: GaslightBattle, unit: Unit, figure: int, weapon: Weapon) -> list[str]:
    """Of each enemy model on its own feet or wheels why a character may not name it."""
    models: list[int] = []
    for mark in enemies(battle, unit):
        models += in_the_open(battle, mark).models
    return [why_not_named(battle, figure, weapon, model) for model in models]


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
        found: list[str] = []
        for figure in free:
            marks = free_of_fights(battle, figure) if battle.is_character(figure) else enemies(battle, grey.unit)
            found += swept_whys(cone_barrel(battle, figure), marks, own=battle.is_character(figure))
        grey.add("cone", label, of_targets(found, longest(battle, free), SWEPT))


def swept_whys(barrel: Barrel, marks: list[Mark], *, own: bool) -> list[str]:
    """Of each mark why no cone may be laid on it; `own`: what is in a fight has been left out already."""
    found: list[str] = []
    for mark in marks:
        why = why_not_swept(barrel, mark)
        fights = not own and why != Bar.TOO_FAR and is_engaged(barrel.battle, mark)
        found.append(Bar.IN_CONTACT if fights else why)
    return found


def throwing(grey: Greyed) -> None:
    """Grenades by hand, of those whose card gives them any."""
    battle = grey.battle
    figures = [figure for figure in battle.on_foot(grey.unit) if battle.cast[figure].grenades > 0]
    label = Throw(figures[0]).label(battle) if len(figures) == 1 else "Throw a grenade"
    whys = [why_no_blast(battle, figure) or why_not_free(battle, figure) for figure in figures]
    free = ready(grey, "throw", label, figures, whys)
    if free:
        found: list[str] = []
        for figure in free:
            found += blasted_whys(battle, grey.unit, figure, battle.rules.thrown)
        grey.add("throw", label, of_targets(found, battle.rules.thrown.long, THROWN))


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
        found: list[str] = []
        for figure in free:
            found += blasted_whys(battle, grey.unit, figure, weapon_of(battle, figure))
        grey.add("launch", label, of_targets(found, longest(battle, free), THROWN))


def blasted_whys(battle: GaslightBattle, unit: Unit, figure: int, weapon: Weapon) -> list[str]:
    """Of each enemy unit or model why he may not lay a grenade on it."""
    if battle.is_character(figure):
        return named_whys(battle, unit, figure, weapon)
    found: list[str] = []
    for mark in enemies(battle, unit):
        why = why_not_blasted(battle, figure, weapon, in_the_open(battle, mark))
        found.append(Bar.IN_CONTACT if why != Bar.TOO_FAR and is_engaged(battle, mark) else why)
    return found


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
    marks = enemies(grey.battle, grey.unit)
    if not gun.cone:
        found: list[str] = []
        for mark in marks if kept is None else []:
            why = why_not_aimed(barrel, at_risk(barrel, mark))
            found.append(Bar.IN_CONTACT if why != Bar.TOO_FAR and is_engaged(grey.battle, mark) else why)
        grey.add(kind, label, kept or of_targets(found, range_of(gun), in_mount(barrel, BY_CANNON)))
    if barrel.cone_reach >= 0.0:
        swept = swept_whys(barrel, marks, own=False) if kept is None else []
        grey.add(cone, cone_label, kept or of_targets(swept, barrel.cone_reach, in_mount(barrel, BY_GRAPE)))


def in_mount(barrel: GunBarrel, own: dict[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """How it is said of a gun, or of a weapon of a machine."""
    return own if barrel.hull is None else {Bar.TOO_FAR: own[Bar.TOO_FAR], Bar.OUT_OF_ARC: IN_ITS_ARC}


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
