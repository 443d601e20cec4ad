"""The table read into a form's situation: what an option would set off, before it is chosen.

Forms run on the true situation: every figure in the count with its own Save, every model that a shell may catch, the
machine as it is by now. The inputs that are shown with the odds say of it what the form has words for.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Question
from playsheet.core.forms import AnyForm, Case, Value, shown_length
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.calculator.charge import CHARGE, Body, charge_inputs, side_inputs
from playsheet.rules.gaslight.calculator.charge_in_play import AsItStands, assumed_of_fight, fight_of
from playsheet.rules.gaslight.calculator.fire import SHELL, SHOOT, SHOOT_GUN, SHOTGUN
from playsheet.rules.gaslight.calculator.inputs import SAVERS
from playsheet.rules.gaslight.calculator.troops import BREAK_OFF, CLOSE_COMBAT, MORALE, MoraleCheck
from playsheet.rules.gaslight.calculator.vehicles import (
    ASSAULT,
    DRIVING,
    MOST_SAVES,
    MOST_SHOTS,
    SHOOT_VEHICLE,
    VEHICLE_SAVES,
    Assault,
    AtMachine,
    Drive,
    Fusillade,
    machine_inputs,
)
from playsheet.rules.gaslight.dice.cannon import AtGun, Cone, Shell
from playsheet.rules.gaslight.dice.charge import CHARGER, TARGET, Charging, Way
from playsheet.rules.gaslight.dice.melee import Fight, Kind, Knot
from playsheet.rules.gaslight.dice.shooting import Aim, Target, Volley, aim, grenade_aim, gun_aim
from playsheet.rules.gaslight.ground.marks import Mark, cover_at, distance_to, enemy_marks, mark_at
from playsheet.rules.gaslight.ground.moving import Spent, reach
from playsheet.rules.gaslight.ground.sight import behind, figure_cover, machine_cover, target_of
from playsheet.rules.gaslight.ground.slots import charger, gap_to
from playsheet.rules.gaslight.options.bursts import (
    Barrel,
    GunBarrel,
    bursts,
    cone_aims,
    in_cone_of,
    in_the_open,
    is_heavy,
    near_gun,
    round_about,
)
from playsheet.rules.gaslight.options.cannon import best_shoot, gun_barrel, serving
from playsheet.rules.gaslight.options.charge import farthest, standing
from playsheet.rules.gaslight.options.choices import (
    AT,
    DONE,
    DRIVE,
    GRENADE,
    LAUNCH,
    REVERSE,
    START,
    USE_GRENADE,
    AtModel,
    AtUnit,
    BreakOff,
    Charge,
    ConeShot,
    GunFire,
    Launch,
    Shoot,
    Snipe,
    Throw,
    WeaponFire,
)
from playsheet.rules.gaslight.options.command import able_figures
from playsheet.rules.gaslight.options.grenades import (
    blasts_at_models,
    blasts_at_units,
    cone_barrel,
    cone_marks,
    cone_shots,
)
from playsheet.rules.gaslight.options.melee import can_strike
from playsheet.rules.gaslight.options.posts import weapon_barrel
from playsheet.rules.gaslight.options.shooting import (
    aims_of,
    group_at,
    heavy_of,
    model_distance,
    model_options,
    ring,
    shooters,
    weapon_of,
)
from playsheet.rules.gaslight.sheet import GRENADES, Cannon, GaslightRules
from playsheet.rules.gaslight.table.bursts import lay
from playsheet.rules.gaslight.table.damage import Models
from playsheet.rules.gaslight.table.melee import contacts_now, fighter, roster_order
from playsheet.rules.gaslight.table.morale import morale_case
from playsheet.rules.gaslight.terms import BORES, COVERS, Arm, Attackers
from playsheet.tabletop.machines.blast import Frame, frame

NOBODY: Final = -1  # no model is named


def what_if(battle: GaslightBattle, question: Question, option: Option) -> Case | None:
    """What the option of this question would set off; None if that needs no dice, or cannot be told beforehand."""
    about = question.about
    match question.kind:
        case "order":
            return of_order(battle, battle.units[about], option)
        case "model":
            return of_named(battle, about, option) if isinstance(option, AtModel) else None
        case "aim":
            return of_aim(battle, about, option.model) if isinstance(option, AtModel) else None
        case "aim_unit":
            return of_grenade(battle, about, option) if isinstance(option, AtUnit) else None
        case "explosives":
            return of_explosives(battle, about, used=option is USE_GRENADE)
    return None


def of_order(battle: GaslightBattle, unit: Unit, option: Option) -> Case | None:
    match option:
        case Shoot():
            return None if option.some else of_group(battle, unit, battle.units[option.unit], option.machine)
        case Snipe() | Throw() | Launch() | ConeShot():
            return of_only_shot(battle, unit, option)
        case Charge():
            return of_charge(battle, unit, battle.units[option.unit], machine=option.machine)
        case BreakOff():
            return of_breaking_off(battle, option.figure)
        case GunFire():
            barrel = gun_barrel(battle, unit)
            shoot = best_shoot(battle, unit, serving(battle, unit))
            return of_gun(
                barrel, shoot, mark_at(battle, battle.units[option.unit], machine=option.machine), option.grape
            )
        case WeaponFire():
            barrel = weapon_barrel(battle, unit, option.weapon)
            shoot = battle.machine_of(unit).weapon_shoot(option.weapon)
            return of_gun(
                barrel, shoot, mark_at(battle, battle.units[option.unit], machine=option.machine), option.grape
            )
    if option is DONE:
        return of_fight(battle)
    if option is DRIVE or option is REVERSE or option is START:
        return of_drive(battle, unit, stalled=option is START)
    return None


def of_only_shot(battle: GaslightBattle, unit: Unit, option: Snipe | Throw | Launch | ConeShot) -> Case | None:
    """One man's shot, if he may lay it on one thing only; of several he is asked, and each has its odds."""
    figure = option.figure
    if isinstance(option, Snipe):
        shots = model_options(battle, figure)
        return of_named(battle, figure, shots[0]) if len(shots) == 1 else None
    if isinstance(option, ConeShot):
        shots = cone_shots(battle, unit, figure)
        return of_aim(battle, figure, shots[0].model) if len(shots) == 1 else None
    thrown = isinstance(option, Throw)
    weapon = battle.rules.thrown if thrown else weapon_of(battle, figure)
    word = GRENADE if thrown else LAUNCH
    if battle.is_character(figure):
        shots = blasts_at_models(battle, figure, word, weapon)
        return of_named(battle, figure, shots[0]) if len(shots) == 1 else None
    units = blasts_at_units(battle, unit, figure, word, weapon)
    return of_grenade(battle, figure, units[0]) if len(units) == 1 else None


# ---------------------------------------------------------------- inputs as they are shown


def inputs_of(form: AnyForm, rules: GaslightRules, known: dict[str, Value]) -> dict[str, Value]:
    """What the form asks, as the table has it; what the table does not know has its default."""
    return {field.name: known.get(field.name, field.default) for field in form.with_rules(rules).fields}


def shooter_inputs(
    battle: GaslightBattle, weapon: str, shoot: int, distance: float, cover: int, *, figures: int
) -> dict[str, Value]:
    return {
        "weapon": weapon,
        "figures": figures,
        "shoot": shoot,
        "range": shown_length(distance),
        "cover": COVERS[cover],
    }


def target_inputs(battle: GaslightBattle, order: list[int], x: float, y: float) -> dict[str, Value]:
    """How many are in the count against a shot from (x, y), and of the first who have a Save where they stand in it."""
    given: dict[str, Value] = {"target": len(order)}
    places = [place for place in range(len(order)) if order[place] < battle.men and battle.cast[order[place]].save]
    for index in range(min(len(places), SAVERS)):
        figure = order[places[index]]
        given[f"place{index + 1}"] = places[index] + 1
        given[f"save{index + 1}"] = battle.cast[figure].save
        given[f"behind{index + 1}"] = behind(battle, figure, x, y)
    return given


def crowd_inputs(battle: GaslightBattle, figures: list[int], look: Frame) -> dict[str, Value]:
    """In how many ranks they stand, and how far from each other: the mean of the gaps to the nearest."""
    spots = [battle.at(figure) for figure in figures]
    ahead = [x * look.ahead_x + y * look.ahead_y for x, y in spots]
    ranks = {int((each - min(ahead)) / battle.rules.rank + TOLERANCE) for each in ahead}
    apart = 0.0
    for figure in figures:
        x, y = battle.at(figure)
        apart += min([spacing(x, y, *battle.at(other)) for other in figures if other != figure], default=0.0)
    return {"ranks": len(ranks), "spacing": shown_length(apart / len(figures))}


# ---------------------------------------------------------------- shooting


class Fire:
    """Shots at something, as they are laid: from where, with what dice, through what cover."""

    def __init__(self, battle: GaslightBattle, x: float, y: float, aims: list[Aim], cover: int) -> None:
        self.battle: Final = battle
        self.rules: Final[GaslightRules] = battle.rules
        self.x: Final = x
        self.y: Final = y
        self.aims: Final = aims
        self.cover: Final = cover

    def volley(self, order: list[int], given: dict[str, Value], *, named: bool) -> Case:
        """At figures in the order of the count."""
        volley = Volley(self.rules, self.aims, self.cover, self.target(order), named=named)
        inputs = {**given, **target_inputs(self.battle, order, self.x, self.y), "named": named}
        return SHOOT.as_played(self.rules, volley, inputs_of(SHOOT, self.rules, inputs))

    def at_gun(self, order: list[int], cannon: Cannon | None, heavy: list[bool], given: dict[str, Value]) -> Case:
        """Fire at a gun and its crew, heavy at least in part."""
        shot = AtGun(self.rules, self.aims, self.cover, cannon, heavy=heavy, crew=self.target(order))
        inputs = {**given, **target_inputs(self.battle, order, self.x, self.y)}
        return SHOOT_GUN.as_played(self.rules, shot, inputs_of(SHOOT_GUN, self.rules, inputs))

    def shell(self, figures: list[int], cannon: Cannon, named: int, given: dict[str, Value]) -> Case | None:
        """A shell or grenade among figures, and whoever else is near them; several at once are not followed."""
        if self.aims[0].dice > 1:
            return None
        battle = self.battle
        rules = self.rules
        order = [named] if named >= 0 else ring(battle, figures, self.x, self.y)
        models = figures if rules.spill_target_only else round_about(battle, figures, cannon.radius)
        look = frame(self.x, self.y, *battle.centre(figures))
        crowd = Models(battle, look, models, self.target(models))
        one = self.aims[0]
        shell = Shell(
            Aim(1, one.number, one.throw, one.srm, has_srm=one.has_srm),
            self.cover,
            cannon,
            [models.index(figure) for figure in order],
            crowd,
            named=named >= 0,
        )
        inputs = {
            **given,
            **target_inputs(battle, order, self.x, self.y),
            **crowd_inputs(battle, figures, look),
            "target": len(figures),
            "named": named >= 0,
        }
        return SHELL.as_played(rules, shell, inputs_of(SHELL, rules, inputs))

    def at_machine(self, target: Unit, given: dict[str, Value]) -> Case | None:
        """A few shots to damage; more of them only as far as the saving throws."""
        rules = self.rules
        machine = self.battle.machine_of(target)
        inputs = {**given, **machine_inputs(machine)}
        shots = sum([each.dice for each in self.aims])
        if shots <= MOST_SHOTS and len(self.aims) == 1:
            shot = AtMachine(self.aims, self.cover, machine)
            return SHOOT_VEHICLE.as_played(rules, shot, inputs_of(SHOOT_VEHICLE, rules, inputs))
        if shots > MOST_SAVES:
            return None
        fusillade = Fusillade(rules, self.aims, self.cover, machine.save())
        return VEHICLE_SAVES.as_played(rules, fusillade, inputs_of(VEHICLE_SAVES, rules, inputs))

    def target(self, models: list[int]) -> Target:
        return target_of(self.battle, models, self.x, self.y)


def of_group(battle: GaslightBattle, unit: Unit, target: Unit, machine: bool) -> Case | None:
    """Everybody of the unit who can shoot at it."""
    mark = mark_at(battle, target, machine=machine)
    group = group_at(battle, shooters(battle, unit), mark)
    if group is None:
        return None
    aims = aims_of(battle, group.figures, group.distance)
    fire = Fire(battle, group.x, group.y, aims, cover_at(battle, mark, group.x, group.y))
    first = group.figures[0]
    weapon = weapon_of(battle, first).id
    shoot = battle.cast[first].shoot
    given = shooter_inputs(battle, weapon, shoot, group.distance, fire.cover, figures=len(group.figures))
    if machine:
        return fire.at_machine(target, given)
    order = ring(battle, mark.models, group.x, group.y)
    heavy = heavy_of(battle, group.figures)
    if True in heavy and near_gun(battle, target):
        return fire.at_gun(order, None, heavy, given)
    return fire.volley(order, given, named=False)


def of_named(battle: GaslightBattle, figure: int, option: AtModel) -> Case | None:
    """A character at one model, with what he carries or with a grenade."""
    cast = battle.cast[figure]
    weapon = cast.weapon
    model = option.model
    if option.word != AT:
        thrown = option.word == GRENADE
        return of_blast(battle, figure, thrown, battle.unit_of(model), battle.is_machine(model), model=model)
    if weapon is None:
        return None
    x, y = battle.at(figure)
    distance = model_distance(battle, model, x, y)
    target = battle.unit_of(model)
    machine = battle.is_machine(model)
    cover = machine_cover(battle, target, x, y) if machine else figure_cover(battle, model, x, y)
    fire = Fire(battle, x, y, [aim(battle.rules, weapon, cast.shoot, weapon.band(distance), 1)], cover)
    given = shooter_inputs(battle, weapon.id, cast.shoot, distance, cover, figures=1)
    if machine:
        return fire.at_machine(target, given)
    if weapon.heavy and near_gun(battle, target):  # R109
        crew = mark_at(battle, target, machine=False).models
        return fire.at_gun(ring(battle, crew, x, y), None, [True], given)
    return fire.volley([model], given, named=True)


# ---------------------------------------------------------------- guns, grenades, cones


def of_gun(barrel: GunBarrel, shoot: int, mark: Mark, grape: bool) -> Case | None:
    """A gun of a crew or of a machine."""
    battle = barrel.battle
    gun = barrel.gun
    if grape:
        aims = cone_aims(barrel, mark)
        return of_cone(barrel, mark, aims[0], heavy=is_heavy(gun)) if len(aims) == 1 else None
    laid = lay(barrel, mark, forced=False)
    dice = gun_aim(battle.rules, gun, shoot, gun.band(laid.distance))
    fire = Fire(battle, barrel.x, barrel.y, [dice], laid.cover)
    cannon = gun.cannon if gun.cannon is not None else battle.rules.grenade if bursts(gun) else None
    word = gun.weapon.id if gun.weapon is not None else gun.cannon.id if gun.cannon is not None else ""
    given = shooter_inputs(battle, word, shoot, laid.distance, laid.cover, figures=1)
    if mark.machine:
        if gun.cannon is not None:
            given["weapon"] = f"{gun.cannon.id}-{BORES[gun.bore]}"
        return fire.at_machine(mark.unit, given)
    heavy = cannon is not None or is_heavy(gun)
    return at_figures(fire, laid.mark, cannon, given, heavy=heavy, named=NOBODY)


def at_figures(
    fire: Fire, mark: Mark, cannon: Cannon | None, given: dict[str, Value], *, heavy: bool, named: int
) -> Case | None:
    """Those who serve a gun by the count, others by the burst, or by the count if it does not burst."""
    battle = fire.battle
    if heavy and near_gun(battle, mark.unit):
        return fire.at_gun(ring(battle, mark.models, fire.x, fire.y), cannon, [True], given)
    if cannon is not None:
        return fire.shell(mark.models, cannon, named, given)
    return fire.volley(ring(battle, mark.models, fire.x, fire.y), given, named=False)


def of_grenade(battle: GaslightBattle, figure: int, option: AtUnit) -> Case | None:
    thrown = option.word == GRENADE
    return of_blast(battle, figure, thrown, battle.units[option.unit], option.machine, model=NOBODY)


def of_blast(
    battle: GaslightBattle, figure: int, thrown: bool, target: Unit, machine: bool, *, model: int
) -> Case | None:
    """A grenade thrown, or shot from a launcher; a character's is laid on one model (R104)."""
    cast = battle.cast[figure]
    weapon = None if thrown else cast.weapon
    x, y = battle.at(figure)
    mark = in_the_open(battle, mark_at(battle, target, machine=machine))
    named = model if model >= 0 and not machine else NOBODY
    distance = model_distance(battle, model, x, y) if model >= 0 else distance_to(battle, mark, x, y)
    cover = figure_cover(battle, named, x, y) if named >= 0 else cover_at(battle, mark, x, y)
    if weapon is not None:
        dice = aim(battle.rules, weapon, cast.shoot, weapon.band(distance), 1)
    else:
        dice = grenade_aim(battle.rules, cast.shoot, battle.rules.thrown.band(distance))
    word = weapon.id if weapon is not None else GRENADES
    given = shooter_inputs(battle, word, cast.shoot, distance, cover, figures=1)
    fire = Fire(battle, x, y, [dice], cover)
    if machine:
        return fire.at_machine(target, given)
    return at_figures(fire, mark, battle.rules.grenade, given, heavy=True, named=named)


def of_aim(battle: GaslightBattle, about: int, model: int) -> Case | None:
    """A cone is laid on that figure: a shotgun's, or the grapeshot of the active unit's gun."""
    if battle.active < 0:
        return None
    unit = battle.units[battle.active]
    target = battle.unit_of(model)
    mark = mark_at(battle, target, machine=False)
    if battle.gun_of(unit) >= 0:
        barrel = gun_barrel(battle, unit)
        return of_cone(barrel, mark, model, heavy=is_heavy(barrel.gun))
    if unit.kind == Arm.VEHICLE and unit.has_machine():
        return of_machine_cone(battle, unit, mark, model)
    for each in cone_marks(battle, about, enemy_marks(battle, unit.side)):
        if each.unit is target:
            return of_cone(cone_barrel(battle, about), each, model, heavy=weapon_of(battle, about).heavy)
    return None


def of_machine_cone(battle: GaslightBattle, unit: Unit, mark: Mark, model: int) -> Case | None:
    """The one weapon that can sweep him; None if several can."""
    card = unit.card.machine
    found: list[GunBarrel] = []
    for weapon in range(len(card.weapons) if card is not None else 0):
        unused = unit.weapons_loaded >> weapon & 1 and not unit.weapons_fired >> weapon & 1
        barrel = weapon_barrel(battle, unit, weapon)
        if unused and battle.machine_of(unit).weapon_shoot(weapon) > 0 and model in cone_aims(barrel, mark):
            found.append(barrel)
    return of_cone(found[0], mark, model, heavy=is_heavy(found[0].gun)) if len(found) == 1 else None


def of_cone(barrel: Barrel, mark: Mark, model: int, *, heavy: bool) -> Case:
    """Whoever stands in the cone, nearest first; what is heavy may hit the gun that they serve."""
    battle = barrel.battle
    rules = battle.rules
    caught = in_cone_of(barrel, mark, model)
    at_gun = heavy and len(near_gun(battle, mark.unit)) > 0
    cone = Cone(rules, target_of(battle, caught, barrel.x, barrel.y), at_gun=at_gun)
    inputs = {**target_inputs(battle, caught, barrel.x, barrel.y), "at_gun": at_gun}
    return SHOTGUN.as_played(rules, cone, inputs_of(SHOTGUN, rules, inputs))


# ---------------------------------------------------------------- machines


def of_drive(battle: GaslightBattle, unit: Unit, *, stalled: bool) -> Case | None:
    """The Sustain roll, or the Start roll instead; by switch Sustain was rolled when the card began (R75)."""
    card = unit.card.machine
    if card is None or (battle.rules.sustain_every_card and not stalled):
        return None
    engaged = not stalled and battle.engaged(unit.model)
    drive = Drive(battle.machine_of(unit).sustain(), card.start, stalled=stalled, engaged=engaged)
    return DRIVING.as_played(battle.rules, drive)


def of_explosives(battle: GaslightBattle, figure: int, *, used: bool) -> Case | None:
    """One man's blow at the machine that he touches, with a grenade or without; None if he touches several."""
    machines = [foe for foe in battle.foes(figure) if battle.is_machine(foe)]
    if len(machines) != 1:
        return None
    machine = battle.machine_of(battle.unit_of(machines[0]))
    attackers = Attackers.EXPLOSIVES if used else Attackers.FOOT
    assault = Assault(battle.rules, machine, dice=1, scuffle=battle.cast[figure].scuffle, attackers=attackers)
    return ASSAULT.as_played(battle.rules, assault)


# ---------------------------------------------------------------- charge


def of_charge(battle: GaslightBattle, unit: Unit, target: Unit, *, machine: bool) -> Case | None:
    """The whole charge of figures on figures; where a machine is in it, the check that comes first."""
    if machine or (unit.kind == Arm.VEHICLE and battle.aboard(unit)):
        return of_check(battle, unit) if battle.checks(unit) else None
    course = AsItStands(battle, unit, target)
    way = shortest_way(battle, unit, target)
    if way is None or not course.is_told():
        return of_check(battle, unit) if battle.checks(unit) else None
    inputs = {
        **charge_inputs(way),
        **side_of(battle, unit, course.checks[CHARGER].body, "", "figures"),
        **side_of(battle, target, course.checks[TARGET].body, "enemy_", "enemies"),
    }
    return CHARGE.as_played(battle.rules, Charging(course), inputs_of(CHARGE, battle.rules, inputs))


def side_of(battle: GaslightBattle, unit: Unit, body: Body, prefix: str, many: str) -> dict[str, Value]:
    """One side as it is shown, by a figure like most of the unit."""
    cast = battle.cast[commonest(battle, unit)]
    return side_inputs(body, Kind(cast.scuffle, cast.save), cast.cls, prefix, many)


def commonest(battle: GaslightBattle, unit: Unit) -> int:
    members = battle.members(unit)
    best = members[0]
    most = 0
    for figure in members:
        alike = len([other for other in members if battle.cast[other] is battle.cast[figure]])
        if alike > most:
            most = alike
            best = figure
    return best


def shortest_way(battle: GaslightBattle, unit: Unit, target: Unit) -> Way | None:
    """The straight way between the two nearest, and what ground lies in it."""
    best: tuple[float, int, int] | None = None
    for figure in able_figures(battle, unit):
        if not standing(battle, figure):
            continue
        for foe in battle.on_foot(target):
            pair = (gap_to(battle, figure, foe), figure, foe)
            if best is None or pair < best:
                best = pair
    if best is None:
        return None
    gap, figure, foe = best
    x, y = battle.at(figure)
    to_x, to_y = battle.at(foe)
    far = spacing(x, y, to_x, to_y)
    spent = Spent()
    if far > TOLERANCE and gap > TOLERANCE:
        mover = charger(battle, figure, farthest(battle, figure))
        reach(battle, mover, x, y, (to_x - x) / far, (to_y - y) / far, gap, spent)
    kind = unit.kind if unit.kind in (Arm.HORSE, Arm.BEAST) else Arm.FOOT
    return Way(kind, battle.move_of(figure), max(gap, 0.0), spent.rough, unit.leaderless(), spent.obstacles)


def of_check(battle: GaslightBattle, unit: Unit) -> Case:
    """The check of a unit that would charge, as it stands, and what its models do if it fails."""
    by_machine = unit.has_machine() and battle.rules.machine_morale_column and len(battle.aboard(unit)) > 0
    check = MoraleCheck(
        battle.rules,
        [battle.cast[figure].cls for figure in battle.members(unit)],
        crew=unit.card.crew,
        case=morale_case(battle, unit, charging=True),
        by_machine=by_machine,
        assumed=["What a machine does that fails is left out."] if by_machine else [],
    )
    check.assumed.append("What comes after the check is left out.")
    return MORALE.as_played(battle.rules, check)


# ---------------------------------------------------------------- close combat


def of_breaking_off(battle: GaslightBattle, figure: int) -> Case | None:
    """The free blows at one who leaves."""
    foes = [foe for foe in roster_order(battle, battle.foes(figure)) if can_strike(battle, foe)]
    if not foes:
        return None
    leaver = fighter(battle, figure, active=True, strikes=[])
    fighters = [leaver, *[fighter(battle, foe, active=False, strikes=[0]) for foe in foes]]
    fight = Fight([Knot(battle.rules, fighters, free=True)], [1])
    known: dict[str, Value] = {
        "leaving": 1,
        "leaving_save": battle.cast[figure].save,
        "strikers": len(foes),
        "scuffle": fighters[1].scuffle,
    }
    return BREAK_OFF.as_played(battle.rules, fight, inputs_of(BREAK_OFF, battle.rules, known))


def of_fight(battle: GaslightBattle) -> Case | None:
    """The close combat that follows when the active unit does no more."""
    contacts = contacts_now(battle)
    if not contacts.opponents:
        return None
    mine = [model for model in contacts.mine if model < battle.men]
    theirs = [model for model in contacts.theirs if model < battle.men]
    known: dict[str, Value] = {"figures": len(contacts.mine), "enemies": len(contacts.theirs)}
    if mine:
        known["scuffle"] = battle.cast[mine[0]].scuffle
        known["save"] = battle.cast[mine[0]].save
    if theirs:
        known["enemy_scuffle"] = battle.cast[theirs[0]].scuffle
        known["enemy_save"] = battle.cast[theirs[0]].save
    fight = fight_of(battle, contacts)
    fight.assumed.extend(assumed_of_fight(battle, contacts))
    return CLOSE_COMBAT.as_played(battle.rules, fight, inputs_of(CLOSE_COMBAT, battle.rules, known))
