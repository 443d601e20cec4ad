"""Moves of figures (4.1, 4.2): bound by the arrow, measured by the leader, the others set in their slots about him."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.orderchips.battle.events import Moved, MoveEnded
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.ground.slots import Manner, Places, as_it_stands, lay
from playsheet.rules.orderchips.options.moves import BACK_STEP, Way, end_of, is_as_it_stands
from playsheet.rules.orderchips.options.opportunity import is_watched
from playsheet.rules.orderchips.table.contact import settle
from playsheet.rules.orderchips.table.opportunity import window
from playsheet.rules.orderchips.terms import MoveKind, Where


def tell_places(game: Game[ChipBattle], unit: Unit, places: Places, how: str, ruling: str) -> None:
    game.tell(
        Moved(
            unit.id,
            how,
            places.order,
            places.files,
            places.facing,
            places.models,
            places.xs,
            places.ys,
            places.facings(),
            ruling,
        )
    )


def form(game: Game[ChipBattle], unit: Unit, way: Way) -> None:
    """A new formation in place: the unit stays Stationary (R30)."""
    form_up(game, unit, way, "R30")
    game.tell(MoveEnded(unit.id))


def form_up(game: Game[ChipBattle], unit: Unit, way: Way, ruling: str) -> None:
    """A new formation about the leader."""
    battle = game.battle
    if not is_as_it_stands(battle, unit, way):
        places = end_of(battle, unit, way, Manner(apart=battle.rules.apart, through=False))
        if places is not None:
            tell_places(game, unit, places, MoveKind.FORMS, ruling)


def go(game: Game[ChipBattle], unit: Unit, way: Way, how: str, manner: Manner) -> None:
    """The move itself, with a fire window when it is declared, after each full inch and at its end (R69)."""
    battle = game.battle
    window(game, unit.id, declared=True)
    if unit.place != Where.ON_TABLE:
        return
    held = as_it_stands(battle, unit)
    far = way.length()
    if not march(game, unit, way, how, far):
        return
    come_to_rest(game, unit, way, far, how, manner, held, "R25")
    if far > TOLERANCE:
        window(game, unit.id)
    if unit.place == Where.ON_TABLE:
        game.tell(MoveEnded(unit.id))
    settle(game)


def march(game: Game[ChipBattle], unit: Unit, way: Way, how: str, far: float) -> bool:
    """The full inches of a way before its end, each with its window; False if the unit is there no more."""
    battle = game.battle
    inches = 1.0
    while inches < far - TOLERANCE and unit.place == Where.ON_TABLE:
        x, y, heading = way.spot(inches)
        if is_watched(battle, unit, x, y):
            places = lay(
                battle, unit, x, y, heading, way.order, way.files, Manner(unit.target, apart=0.0, through=True)
            )
            if places is not None:
                tell_places(game, unit, places, how, "R69")
                window(game, unit.id)
        inches += 1.0
    return unit.place == Where.ON_TABLE


def come_to_rest(
    game: Game[ChipBattle], unit: Unit, way: Way, far: float, how: str, manner: Manner, held: Places, ruling: str
) -> None:
    """At the end of its way, or at the last place before it for which there is still room (R93)."""
    battle = game.battle
    while far > TOLERANCE:
        x, y, _ = way.spot(far)
        places = lay(battle, unit, x, y, way.facing, way.order, way.files, manner)
        if places is not None:
            tell_places(game, unit, places, how, ruling)
            return
        far -= BACK_STEP
    if len(way.points) == 1:
        places = end_of(battle, unit, way, manner)
        if places is not None and not is_as_it_stands(battle, unit, way):
            tell_places(game, unit, places, how, ruling)
            return
    stay(game, unit, held, how)


def stay(game: Game[ChipBattle], unit: Unit, held: Places, how: str) -> None:
    """Whoever is left stands where he stood."""
    battle = game.battle
    left = as_it_stands(battle, unit)
    back = Places(held.order, held.files, held.facing)
    moved = False
    for index in range(len(held.models)):
        model = held.models[index]
        if model in left.models:
            back.add(model, held.xs[index], held.ys[index])
            moved = moved or battle.at(model) != (held.xs[index], held.ys[index])
    if moved:
        tell_places(game, unit, back, how, "R69")
