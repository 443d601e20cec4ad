"""Setting up (R43): side 2 first, then side 1, each unit wholly inside its zone; commanders may start attached."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Ghost, Option, Word
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, Rect, overlaps
from playsheet.core.scenario import UnitEntry, Zone
from playsheet.rules.lancer.battle.events import BattleBegan, Deployed, DeployedAttached
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.ground.moving import refuses_place
from playsheet.rules.lancer.options import OfUnit
from playsheet.rules.lancer.table.contact import refresh_contacts
from playsheet.rules.lancer.terms import FORMATIONS, Arm, Formation, Where
from playsheet.tabletop.deploying import ZoneRegion, cell_middles, holds_rect, outside


class Form(Word):
    """The formation in which a unit deploys."""

    def __init__(self, formation: int) -> None:
        super().__init__(FORMATIONS[formation], f"In {FORMATIONS[formation]}")
        self.formation: Final = formation


class StartWith(OfUnit):
    """A commander starts the battle attached to a unit."""

    def __init__(self, unit: int) -> None:
        super().__init__("with", unit, "With {}")


ALONE: Final = Word("alone", "By himself")
FORMS: Final = [Form(Formation.LINE), Form(Formation.EXTENDED), Form(Formation.COLUMN)]


class DeployRegion(ZoneRegion):
    """Where a unit may stand at the start: inside a zone of its side, clear of others and of closed ground."""

    def __init__(self, battle: LancerBattle, unit: Unit, formation: int, zones: list[Zone], *, facing: float) -> None:
        super().__init__(zones, facing)
        self.battle = battle
        self.unit = unit
        self.formation = formation

    def names(self) -> tuple[str, ...]:
        return ("x", "y")

    def refusal(self, value: tuple[float, ...]) -> str:
        there = self.battle.footprint(self.unit, self.formation, value[0], value[1], self.facing)
        if not any(holds_rect(zone, there) for zone in self.zones):
            return outside(self.unit.name)
        why = refuses_deployment(self.battle, self.unit, there)
        return f"{self.unit.name} does not fit there: {why} is in the way." if why else ""

    def samples(self) -> list[tuple[float, ...]]:
        """A grid of free places; a finer one where the zone is crowded."""
        return self.grid(1.0) or self.grid(8.0)

    def ghost(self) -> Ghost | None:
        return self.ghost_of(self.battle.bodies(self.unit, self.formation))

    def grid(self, fine: float) -> list[tuple[float, ...]]:
        width, depth = self.battle.extent(self.unit, self.formation)
        found: list[tuple[float, ...]] = []
        for zone in self.zones:
            columns = max(1, int((zone.x1 - zone.x0) * fine / (width + 0.5)))
            rows = max(1, int((zone.y1 - zone.y0) * fine / (depth + 0.5)))
            for place in cell_middles(zone, columns, rows):
                if not self.refusal(place):
                    found.append(place)
        return found


def refuses_deployment(battle: LancerBattle, unit: Unit, there: Rect) -> str:
    """As in play, and loose commanders keep their place too."""
    why = refuses_place(battle, unit, there)
    if why:
        return why
    for other in battle.units:
        if other.kind == Arm.COMMANDER and other.on_table() and other is not unit:
            if overlaps(there, other.shape[0]):
                return other.name
    return ""


def deploy(game: Game[LancerBattle]) -> None:
    """The next unit that is due takes its place: where the scenario says, or where its owner likes."""
    battle = game.battle
    unit = battle.units[battle.to_deploy[0]]
    entry = battle.goals.entries[unit.id]
    if unit.kind == Arm.COMMANDER:
        host = host_of(game, unit, entry.attached_to)
        if host >= 0:
            game.tell(DeployedAttached(unit.id, host))
            begin_when_ready(game)
            return
    formation = formation_of(game, unit, entry)
    if entry.at is not None:
        x, y = entry.at
    else:
        region = DeployRegion(battle, unit, formation, entry.zones, facing=entry.facing)
        value = game.place(unit.seat, "deploy", region, unit.id)
        x, y = value[0], value[1]
    game.tell(Deployed(unit.id, formation, x, y, entry.facing))
    begin_when_ready(game)


def host_of(game: Game[LancerBattle], commander: Unit, named_host: str) -> int:
    """The unit a commander starts with; -1 if he stands alone."""
    battle = game.battle
    hosts = [
        host.id
        for host in battle.units
        if host.side == commander.side and host.kind != Arm.COMMANDER and host.place == Where.ON_TABLE
    ]
    for host in hosts:
        if named_host and battle.units[host].name == named_host:
            return host
    if battle.goals.entries[commander.id].at is not None:
        return -1
    choices: list[Option] = [ALONE]
    for host in hosts:
        choices.append(StartWith(host))
    chosen = game.choose(commander.seat, "deploy_commander", choices, commander.id)
    return chosen.unit if isinstance(chosen, StartWith) else -1


def formation_of(game: Game[LancerBattle], unit: Unit, entry: UnitEntry) -> int:
    """As the scenario says, or as the owner likes of those that fit its zone; in a given place without a word, line."""
    if unit.kind not in (Arm.FOOT, Arm.HORSE):
        return Formation.NONE
    if entry.formation:
        return FORMATIONS.index(entry.formation)
    if entry.at is not None:
        return Formation.LINE
    forms = [form for form in FORMS if fits_zone(game.battle, unit, form.formation, entry)]
    return game.choose(unit.seat, "deploy_formation", forms or FORMS, unit.id).formation


def fits_zone(battle: LancerBattle, unit: Unit, formation: int, entry: UnitEntry) -> bool:
    """Is any of its zones large enough for that formation?"""
    held = battle.footprint(unit, formation, 0.0, 0.0, entry.facing)
    across = abs(held.uy) * held.half_w + abs(held.ux) * held.half_d
    deep = abs(held.ux) * held.half_w + abs(held.uy) * held.half_d
    for zone in entry.zones:
        if zone.x1 - zone.x0 >= 2.0 * across - TOLERANCE and zone.y1 - zone.y0 >= 2.0 * deep - TOLERANCE:
            return True
    return False


def begin_when_ready(game: Game[LancerBattle]) -> None:
    """All are there: the deck is shuffled. Enemies that a scenario puts in touch are in melee from the start (R46)."""
    battle = game.battle
    if not battle.to_deploy:
        game.tell(BattleBegan(deck_size(battle)))
        for unit in battle.units:
            if unit.side == 0:
                refresh_contacts(game, unit.id)


def deck_size(battle: LancerBattle) -> int:
    """2 cards a unit, 3 a commander, and STOP."""
    return battle.rules.stop_cards + sum(battle.rules.cards_for(unit.kind) for unit in battle.units)
