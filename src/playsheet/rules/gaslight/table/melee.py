"""Close combat on the table (4.9): who fights whom, what it does, piling in, breaking off. The dice are melee.py's."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.gaslight.battle.events import Moved
from playsheet.rules.gaslight.battle.fight_events import Fought, GrenadeSpent, Struck
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.melee import Clash, Fighter, break_off, close_combat
from playsheet.rules.gaslight.ground.moving import MoveRegion, shifted
from playsheet.rules.gaslight.ground.slots import Slot
from playsheet.rules.gaslight.options.choices import KEEP_GRENADE, USE_GRENADE, Against
from playsheet.rules.gaslight.options.melee import can_strike, pile_targets, reachable
from playsheet.rules.gaslight.table.damage import Damage, after_hits, settle_machines, strike_machine
from playsheet.rules.gaslight.table.morale import check_morale
from playsheet.rules.gaslight.terms import CheckReason, ModelMark, MoveKind, Where
from playsheet.tabletop.machines.machine import Machine
from playsheet.tabletop.units import enemy_seat

MELEE: Final = "melee"


# ---------------------------------------------------------------- who fights


class Contacts:
    """Contacts that are fought: each model's opponents, the models in the order of their dice (4.12.6).

    `pairs` are models that touch, one of each side; `active` is the unit whose card it is.
    """

    def __init__(self, battle: GaslightBattle, active: Unit, pairs: list[tuple[int, int]]) -> None:
        self.opponents: Final[dict[int, list[int]]] = {}
        for model, foe in pairs:
            self.add(model, foe)
            self.add(foe, model)
        mine: list[int] = []
        theirs: list[int] = []
        for model in roster_order(battle, list(self.opponents)):
            if battle.side_of(model) == active.side:
                mine.append(model)
            else:
                theirs.append(model)
        self.mine: Final = mine
        self.theirs: Final = theirs
        for model in self.opponents:
            self.opponents[model] = roster_order(battle, self.opponents[model])

    def add(self, model: int, foe: int) -> None:
        if model not in self.opponents:
            self.opponents[model] = []
        if foe not in self.opponents[model]:
            self.opponents[model].append(foe)


def contacts_now(battle: GaslightBattle) -> Contacts:
    """Every contact of the active unit, and every one made on this card."""
    active = battle.units[battle.active]
    pairs = [(model, foe) for model in fresh_models(battle, active) for foe in battle.foes(model)]
    return Contacts(battle, active, pairs)


def fresh_models(battle: GaslightBattle, active: Unit) -> list[int]:
    """The active unit's models, and whoever came into contact on this card."""
    found = [*battle.on_foot(active)] if active.place == Where.ON_TABLE else []
    if active.has_machine():
        found.append(active.model)
    marks = battle.marks
    charged: i64 = ModelMark.CHARGED
    model: i64 = 0
    while model < len(marks):
        if marks[model] & charged != 0 and int(model) not in found and not battle.near.absent(int(model)):
            found.append(int(model))
        model += 1
    return found


def roster_order(battle: GaslightBattle, models: list[int]) -> list[int]:
    """Units as listed, figures as in their unit, a machine after its crew (4.12.1)."""
    if len(models) < 2:
        return models
    found: list[int] = []
    units = sorted({int(battle.owner[i64(model)]) for model in models})
    for id in units:
        unit = battle.units[id]
        found += [model for model in [*battle.members(unit), unit.model] if model in models]
    return found


# ---------------------------------------------------------------- a round


def fight(game: Game[GaslightBattle]) -> None:
    """Every contact of the active unit, and every one made on this card: named, rolled, all at once (4.9)."""
    battle = game.battle
    contacts = contacts_now(battle)
    if not contacts.opponents:
        return
    models = [*contacts.mine, *contacts.theirs]
    strikes: list[list[int]] = []
    explosives: list[int] = []
    for model in models:
        named = opponents_named(game, model, contacts.opponents[model])
        strikes.append([models.index(foe) for foe in named])
        if model < battle.men and named and battle.is_machine(named[0]) and uses_grenade(game, model):
            explosives.append(model)
    active = battle.units[battle.active]
    game.dice.throwers(active.seat, enemy_seat(battle.units, active.side))
    mine = len(contacts.mine)
    fighters = [fighter(battle, models[k], strikes[k], active=k < mine) for k in range(len(models))]
    clash = close_combat(game.dice, battle.rules, fighters)
    apply_clash(game, models, clash, explosives, free=False)


def fighter(battle: GaslightBattle, model: int, strikes: list[int], *, active: bool) -> Fighter:
    if model < battle.men:
        figure = battle.cast[model]
        return Fighter(figure.scuffle, figure.save, strikes, active=active, machine=False)
    card = battle.units[battle.home[i64(model)]].card.machine
    return Fighter(card.scuffle if card is not None else 0, 0, strikes, active=active, machine=True)


def opponents_named(game: Game[GaslightBattle], model: int, foes: list[int]) -> list[int]:
    """Each model names one opponent first; a machine one for each of its dice."""
    unit = game.battle.unit_of(model)
    named: list[int] = []
    for _ in range(dice_of(game.battle, model)):
        if len(foes) == 1:
            named.append(foes[0])
        else:
            options = [Against(foe) for foe in foes]
            named.append(game.choose(unit.seat, "strike", options, model).model)
    return named


def dice_of(battle: GaslightBattle, model: int) -> int:
    """One for a figure; for a machine its Scuffle dice, while anybody is in it."""
    if model < battle.men:
        return 1
    unit = battle.unit_of(model)
    card = unit.card.machine
    return card.scuffle_dice if card is not None and battle.aboard(unit) else 0


def uses_grenade(game: Game[GaslightBattle], figure: int) -> bool:
    """A figure with grenades may spend one against a machine before it rolls (R100)."""
    battle = game.battle
    if battle.grenades[i64(figure)] == 0:
        return False
    options: list[Option] = [USE_GRENADE, KEEP_GRENADE]
    if game.choose(battle.unit_of(figure).seat, "explosives", options, figure) is not USE_GRENADE:
        return False
    game.tell(GrenadeSpent(figure, "R100"))
    return True


def apply_clash(
    game: Game[GaslightBattle], models: list[int], clash: Clash, explosives: list[int], *, free: bool
) -> None:
    """Tell the round; then the hits on machines, each with all it calls for; explosions last."""
    battle = game.battle
    strikers = [models[blow.by] for blow in clash.blows]
    struck = [models[blow.at] for blow in clash.blows]
    owners = {models[blow.by]: battle.unit_of(models[blow.by]).id for blow in clash.blows}
    game.tell(Fought(models, strikers, struck, free, "R71" if free else "R72"))
    for place in range(len(models)):
        if models[place] < battle.men and models[place] in struck:
            by = strikers[struck.index(models[place])]
            game.tell(Struck(models[place], not clash.killed[place], owners[by], MELEE))
    damages: list[HandDamage] = []
    for blow in clash.on_machines:
        target = battle.unit_of(models[blow.at])
        striker = models[blow.by]
        damage = HandDamage(game, target, owners[striker])
        srm, by_machine = striker_srm(battle, striker, striker in explosives)
        game.dice.throwers(battle.units[owners[striker]].seat, target.seat)
        strike_machine(game, target, srm, by_machine, damage)
        damages.append(damage)
    for damage in damages:
        after_hits(game, damage)
    settle_machines(game)


def striker_srm(battle: GaslightBattle, striker: int, explosives: bool) -> tuple[int, bool]:
    """What is added to a machine's save, and whether a machine strikes (R73, R100)."""
    if striker < battle.men:
        return (battle.rules.explosives_srm if explosives else battle.rules.foot_srm), False
    card = battle.units[battle.home[i64(striker)]].card.machine
    return (card.melee_srm if card is not None else battle.rules.machine_srm), True


class HandDamage(Damage):
    """Harm done to a machine hand to hand: its crew may have to check at once."""

    def __init__(self, game: Game[GaslightBattle], unit: Unit, by: int) -> None:
        super().__init__(game, unit, by, True, None)

    def check(self, machine: Machine) -> None:
        check_morale(self.game, self.unit, CheckReason.AT_ONCE)
        now = self.game.battle.machine_of(self.unit)  # the check may have changed it: who is in it, whether it runs
        machine.fate = now.fate
        machine.engine = now.engine
        machine.steers = now.steers
        machine.crew = now.crew


# ---------------------------------------------------------------- piling in


def pile_in_all(game: Game[GaslightBattle], unit: Unit, free: list[int]) -> None:
    """Everybody who can takes the nearest enemy with room beside him."""
    battle = game.battle
    targets = pile_targets(battle, unit)
    for figure in free:
        found = reachable(battle, figure, targets, one=True)
        if found:
            pile_onto(game, unit, figure, found[0].slot)


def pile_in(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    battle = game.battle
    found = reachable(battle, figure, pile_targets(battle, unit), one=False)
    taken = found[0]
    if len(found) > 1:
        model = game.choose(unit.seat, "against", [Against(each.model) for each in found], figure).model
        taken = next(each for each in found if each.model == model)
    pile_onto(game, unit, figure, taken.slot)


def pile_onto(game: Game[GaslightBattle], unit: Unit, figure: int, slot: Slot) -> None:
    game.tell(Moved(unit.id, MoveKind.PILES_IN, [figure], [slot.x], [slot.y], [slot.facing], True, "R71"))


# ---------------------------------------------------------------- breaking off


def leave_contact(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    """Where to, then a free blow of each enemy that touches him, then he goes if he can (R71)."""
    battle = game.battle
    value = game.place(unit.seat, "break_off", MoveRegion(battle, [figure]), figure)
    free_blows(game, figure)
    if not battle.in_play(figure):
        return
    spot = shifted(battle, [figure], value)
    game.tell(Moved(unit.id, MoveKind.BREAKS_OFF, spot.figures, spot.xs, spot.ys, [value[4]], True, "R71"))


def free_blows(game: Game[GaslightBattle], model: int) -> None:
    """Every enemy that touches a model strikes once at it as it leaves; it does not strike back (R71, R99)."""
    battle = game.battle
    foes = [foe for foe in roster_order(battle, battle.foes(model)) if can_strike(battle, foe)]
    if not foes:
        return
    leaver = battle.unit_of(model)
    explosives = [foe for foe in foes if foe < battle.men and battle.is_machine(model) and uses_grenade(game, foe)]
    game.dice.throwers(leaver.seat, battle.unit_of(foes[0]).seat)
    models = [model, *foes]
    fighters = [fighter(battle, model, [], active=True)]
    for foe in foes:
        fighters.append(fighter(battle, foe, [0], active=False))
    clash = break_off(game.dice, battle.rules, fighters)
    apply_clash(game, models, clash, explosives, free=True)
