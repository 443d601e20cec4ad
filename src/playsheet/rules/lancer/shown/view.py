"""What a seat may know. Nothing on this table is hidden but the deck, and of the deck only what was drawn is known."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.figures import IN_PLAY, LOST
from playsheet.core.telling import Fact, Look, Mark, Sign, Standing, Track
from playsheet.rules.lancer.battle.state import STOP, LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import FORMED, men_names
from playsheet.rules.lancer.terms import FORMATIONS, Arm, Formation, Where
from playsheet.tabletop.roster import engaged, frame_view, in_fight_with

PLACES: Final = ("waiting", "on the table", "destroyed", "routed")
ARMS: Final = ("foot", "horse", "gun", "leader")
SHAPES: Final = ("foot", "horse", "crew", "leader")


def view(battle: LancerBattle) -> dict[str, object]:
    """The table as plain data."""
    return view_with(battle, [unit_view(battle, unit) for unit in battle.units])


def view_with(battle: LancerBattle, units: list[dict[str, object]]) -> dict[str, object]:
    return {
        **frame_view(battle, battle.goals.turns),
        "score": list(battle.score),
        "active": battle.active,
        "sides": list(battle.goals.side_names),
        "deck": {"left": len(battle.deck.left), "drawn": list(battle.deck.drawn)},
        "units": units,
    }


def unit_view(battle: LancerBattle, unit: Unit) -> dict[str, object]:
    figures = battle.figures
    return {
        "id": unit.id,
        "name": unit.name,
        "card": unit.card.id,
        "kind": ("foot", "horse", "gun", "commander")[unit.kind],
        "side": unit.side,
        "seat": unit.seat,
        "place": PLACES[unit.place],
        "figures": unit.figures,
        "start": unit.start,
        "morale": unit.morale(),
        "melee": unit.card.melee,
        "weapon": unit.card.weapon.id if unit.card.weapon is not None else "none",
        "x": unit.x,
        "y": unit.y,
        "facing": unit.facing,
        "formation": FORMATIONS[unit.formation],
        "formed": unit.formed,
        "disrupted": unit.disrupted,
        "jammed": unit.jammed,
        "attached_to": unit.attached_to,
        "commanders": list(unit.commanders),
        "in_melee_with": list(unit.foes),
        "at": [
            [figures.x[figure], figures.y[figure], figures.facing[figure]]
            for figure in range(unit.first, unit.first + unit.start)
            if unit.place == Where.ON_TABLE and figures.state[figure] == IN_PLAY
        ],
    }


# ---------------------------------------------------------------- for rosters and maps


def roster(battle: LancerBattle) -> list[Standing]:
    return [standing_of(battle, unit) for unit in battle.units]


def standing_of(battle: LancerBattle, unit: Unit) -> Standing:
    standing = Standing(
        unit.side,
        unit.name,
        unit.figures,
        unit.start,
        PLACES[unit.place],
        unit.place == Where.ON_TABLE,
        state_of(battle, unit),
        unit.place == Where.ON_TABLE and unit.disrupted,
    )
    standing.seat = unit.seat
    standing.arm = ARMS[unit.kind]
    standing.first = unit.first
    standing.men = men_names(unit)
    if unit.place == Where.ON_TABLE:
        standing.at = (unit.x, unit.y, unit.facing)
        standing.signs = signs_of(battle, unit)
    standing.facts = facts_of(unit)
    return standing


def signs_of(battle: LancerBattle, unit: Unit) -> list[Sign]:
    """States that the table shows."""
    found: list[Sign] = []
    if unit.disrupted:
        free = battle.rules.disrupted_free
        found.append(
            Sign("disrupted", "Disrupted." if free else "Disrupted: it must rally before it does anything else.")
        )
    if unit.jammed:
        found.append(Sign("jammed", "Jammed: it cannot fire until the jam is cleared."))
    if unit.foes:
        found.append(engaged(in_fight_with([battle.units[foe].name for foe in unit.foes])))
    elif not unit.formed:
        found.append(Sign("unformed", "There is no room yet to form up again."))
    return found


def facts_of(unit: Unit) -> list[Fact]:
    """The unit's card."""
    card = unit.card
    morale = f"{unit.morale()} ({card.morale} at full strength)" if unit.morale() != card.morale else str(card.morale)
    found = [Fact("Morale", morale), Fact("Melee", str(card.melee))]
    found.append(Fact("Weapon", card.weapon.id if card.weapon is not None else "none"))
    if card.lancer:
        found.append(Fact("Lances", "yes"))
    if unit.formation != Formation.NONE and unit.place == Where.ON_TABLE:
        found.append(Fact("Formation", FORMATIONS[unit.formation]))
    return found


def state_of(battle: LancerBattle, unit: Unit) -> list[str]:
    """What is to be known of a unit besides its numbers."""
    if unit.place != Where.ON_TABLE:
        return [PLACES[unit.place]]
    found: list[str] = []
    if unit.attached_to >= 0:
        found.append(f"with {battle.units[unit.attached_to].name}")
    if unit.disrupted:
        found.append("disrupted")
    if unit.jammed:
        found.append("jammed")
    if unit.foes:
        found.append(in_fight_with([battle.units[foe].name for foe in unit.foes]))
    if not found and unit.formation != Formation.NONE:
        found.append(FORMED[unit.formation])
    return found


def marks(battle: LancerBattle) -> list[Mark]:
    """Guns first, under their crews; commanders last, on top."""
    return drawn([UnitLook(battle, unit) for unit in battle.units])


def mark_of(battle: LancerBattle, unit: Unit, figure: int) -> Mark:
    at: i64 = figure
    figures = battle.figures
    width, depth = battle.base_of(unit)
    shape = SHAPES[unit.kind]
    if unit.kind == Arm.COMMANDER and unit.card.mounted:
        shape = "mounted-leader"
    return Mark(figures.x[at], figures.y[at], unit.id, figure, figures.facing[at], shape, width, depth)


def fallen(battle: LancerBattle) -> list[Mark]:
    """Where figures were killed; those who ran from the table left nothing behind."""
    return [
        mark_of(battle, unit, figure)
        for unit in battle.units
        for figure in battle.figures.in_state(unit.first, unit.start, LOST)
    ]


# ---------------------------------------------------------------- look by look


class UnitLook:
    """A unit as it was last shown, and all that this hangs on."""

    def __init__(self, battle: LancerBattle, unit: Unit) -> None:
        self.unit: Final = unit.clone()
        self.data: Final = unit_view(battle, unit)
        self.standing: Final = standing_of(battle, unit)
        self.model: Final = model_of(battle, unit)
        self.men: Final[list[Mark]] = []
        if unit.place == Where.ON_TABLE:
            for figure in battle.members(unit):
                self.men.append(mark_of(battle, unit, figure))
        lost = battle.figures.in_state(unit.first, unit.start, LOST)
        self.lost: Final = [mark_of(battle, unit, figure) for figure in lost]

    def is_still_so(self, battle: LancerBattle, unit: Unit) -> bool:
        was = self.unit
        if (
            was.x != unit.x
            or was.y != unit.y
            or was.facing != unit.facing
            or was.figures != unit.figures
            or was.place != unit.place
            or was.formation != unit.formation
            or was.formed != unit.formed
            or was.disrupted != unit.disrupted
            or was.jammed != unit.jammed
            or was.attached_to != unit.attached_to
            or was.commanders != unit.commanders
            or was.foes != unit.foes
        ):
            return False
        figures = battle.figures
        for man in self.men:
            at: i64 = man.figure
            if figures.state[at] != IN_PLAY or figures.x[at] != man.x or figures.y[at] != man.y:
                return False
            if figures.facing[at] != man.facing:
                return False
        return True


class LancerLook(Look):
    """With each unit's part in it."""

    def __init__(
        self,
        battle: LancerBattle,
        units: list[UnitLook],
        data: list[dict[str, object]],
        roster: list[Standing],
        marks: list[Mark],
        fallen: list[Mark],
    ) -> None:
        super().__init__(view_with(battle, data), roster, marks, fallen)
        self.units: Final = units
        self.data: Final = data


def look(battle: LancerBattle, last: Look | None) -> Look:
    """What is shown; units of which nothing has changed are taken over, and the lists if it is so with all of them."""
    if not isinstance(last, LancerLook):
        return look_of(battle, [UnitLook(battle, unit) for unit in battle.units])
    units: list[UnitLook] = []
    changed = False
    for unit in battle.units:
        known = last.units[unit.id]
        if known.is_still_so(battle, unit):
            units.append(known)
        else:
            units.append(UnitLook(battle, unit))
            changed = True
    if changed:
        return look_of(battle, units)
    return LancerLook(battle, last.units, last.data, last.roster, last.marks, last.fallen)


def look_of(battle: LancerBattle, units: list[UnitLook]) -> LancerLook:
    return LancerLook(
        battle,
        units,
        [unit.data for unit in units],
        [unit.standing for unit in units],
        drawn(units),
        [mark for unit in units for mark in unit.lost],
    )


def drawn(units: list[UnitLook]) -> list[Mark]:
    """All marks: guns first, under their crews; commanders last, on top."""
    found: list[Mark] = [unit.model for unit in units if unit.model is not None]
    for unit in units:
        if unit.unit.kind != Arm.COMMANDER:
            found += unit.men
    for unit in units:
        if unit.unit.kind == Arm.COMMANDER:
            found += unit.men
    return found


def model_of(battle: LancerBattle, unit: Unit) -> Mark | None:
    """The gun itself."""
    if unit.place != Where.ON_TABLE or unit.kind != Arm.GUN:
        return None
    model = "gatling" if unit.card.weapon is not None and unit.card.weapon.jam_count else "gun"
    rules = battle.rules
    return Mark(unit.x, unit.y, unit.id, -1, unit.facing, model, rules.block_width, rules.block_depth)


def track(battle: LancerBattle) -> Track | None:
    """The cards drawn this turn."""
    if battle.to_deploy:
        return None
    return deck_track(battle, battle.deck.drawn, len(battle.deck.left))


def deck_track(battle: LancerBattle, drawn: list[int], left: int) -> Track:
    names = ["STOP" if card == STOP else battle.units[card].name for card in drawn]
    return Track("deck", names, [card if card != STOP else -1 for card in drawn], len(drawn) - 1, left, -1)
