"""Close combat is fought all at once (4.9.2): who falls hangs neither on which side is taken first nor on the table.

Hits on machines are left out: these are saved one by one, by the Save that the machine has by then (4.12.4).
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from playsheet.core.angles import turned
from playsheet.core.dice import Scripted, Seeded
from playsheet.core.game import Game
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.dice import melee
from playsheet.rules.gaslight.table.melee import Contacts, contacts_now, dice_of, fighter
from playsheet.rules.gaslight.terms import Arm, ModelMark, Phase

SIDES = 20


def broken_at(game: Game[Any]) -> list[str]:
    """What comes out otherwise if the contacts that are about to be fought are fought the other way round.

    The table is turned by 180 degrees, the other side is taken first, and every model has the dice it had. To be called
    before a step is played; empty if nothing is broken, or nothing is to be fought.
    """
    battle: GaslightBattle = game.battle
    if battle.finished or battle.phase != Phase.FIGHTING:
        return []
    contacts = contacts_now(battle)
    if not contacts.opponents:
        return []
    about = turned_about(battle)
    again = contacts_now(about)
    if again.opponents != contacts.opponents:
        return [f"turned about, others are in contact: {again.opponents}, not {contacts.opponents}"]
    dice = Dealt(game.step)
    first = fallen(battle, contacts, [*contacts.mine, *contacts.theirs], dice)
    second = fallen(about, again, [*again.theirs, *again.mine], dice)
    return [] if first == second else [f"with the other side first {second} fall, not {first}"]


class Dealt:
    """The dice of each model: to strike, and to save itself."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def of(self, model: int, saving: bool, n: int) -> list[int]:
        stream = Seeded(self.seed)
        stream.at(model, int(saving))
        return stream.some(n, SIDES)


def fallen(battle: GaslightBattle, contacts: Contacts, models: list[int], dealt: Dealt) -> list[int]:
    """Who falls if these fight in this order, each striking at the first that he touches."""
    fighters = []
    strikes: list[int] = []
    for model in models:
        first = models.index(contacts.opponents[model][0])
        fighters.append(fighter(battle, model, [first] * dice_of(battle, model), active=model in contacts.mine))
        strikes += dealt.of(model, False, dice_of(battle, model))
    struck = melee.strike(Scripted(strikes), battle.rules, fighters, free=False)
    saves: list[int] = []
    for place in range(len(models)):
        if fighters[place].save and not fighters[place].machine:
            saves += dealt.of(models[place], True, len([blow for blow in struck if blow.at == place]))
    clash = melee.close_combat(Scripted(strikes + saves), battle.rules, fighters)
    return sorted(models[place] for place in range(len(models)) if clash.killed[place])


def turned_about(battle: GaslightBattle) -> GaslightBattle:
    """Every model where it would stand if the table were turned by 180 degrees."""
    about = battle.clone()
    ground = battle.land.ground
    for model in range(len(battle.marks)):
        if battle.near.absent(model) and not battle.marked(model, ModelMark.ABOARD):
            continue
        x, y = battle.at(model)
        facing = turned(battle.figures.facing[i64(model)], 180.0)
        unit = battle.units[battle.home[i64(model)]]
        if model >= battle.men and unit.kind == Arm.VEHICLE:
            if unit.hull is not None:
                about.put_hull(about.units[unit.id], ground.width - x, ground.depth - y, facing)
        elif not battle.marked(model, ModelMark.ABOARD):
            about.put(model, ground.width - x, ground.depth - y, facing)
    return about
