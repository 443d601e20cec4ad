"""What is found the short way, or remembered, is what a look at everybody and everything finds.

Battles are played, and the two compared now and then: a figure that has moved or fallen and is still remembered where
it was would show.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from rules.riskfactor.situation import Skirmish, men, row

from playsheet.core.game import Game
from playsheet.core.geometry import FAR
from playsheet.players.setup import Setup
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.doctrine.outlook_cache import Outlook, outlook_of
from playsheet.rules.riskfactor.ground.leading import host_of, leaders_with
from playsheet.rules.riskfactor.ground.sight import Watch, gap, sees, watch
from playsheet.rules.riskfactor.ground.sight_cache import watched, watched_together
from playsheet.rules.riskfactor.options.aim_cache import Aim
from playsheet.rules.riskfactor.options.shooting import (
    aim_among,
    aim_at,
    bar_to_shot,
    cover_of,
    how_it_fires,
    ready_figures,
    target_figures,
)
from playsheet.rules.riskfactor.system import HERE, load
from playsheet.rules.riskfactor.terms import Phase, Where

pytestmark = pytest.mark.battles

BATTLES = [
    ("the-picket", "doctrine", 5),
    ("the-picket", "random", 6),
    ("platoon-in-the-wood", "doctrine", 7),
    ("platoon-in-the-wood", "random", 8),
]
BY_BATTLE = pytest.mark.parametrize(("scenario", "player", "seed"), BATTLES)


@cache
def setup_of(scenario: str) -> Setup:
    system = load()
    file = HERE / "scenarios" / f"{scenario}.toml"
    held = system.read_scenario(file.read_text(encoding="utf-8"), file.name)
    return Setup(system.configured(held.settings, held.file, []), held, [])


def played(scenario: str, player: str, seed: int, every: int) -> Iterator[RiskBattle]:
    """The battle after every so many steps, once all are on the table."""
    setup = setup_of(scenario)
    game: Game[RiskBattle] = setup.game([player] * len(setup.seats), seed, False)
    while not game.battle.finished:
        game.play_step()
        if game.step % every == 0 and game.battle.phase > Phase.SETTING_UP:
            yield game.battle


def standing(battle: RiskBattle) -> list[Group]:
    return [group for group in battle.groups if group.place == Where.ON_TABLE]


# ---------------------------------------------------------------- sight


def said(seen: Watch) -> tuple[list[int], list[float], int, float]:
    return seen.figures, seen.gaps, seen.nearest, seen.gap


def looked_for(battle: RiskBattle, members: list[int], side: int) -> list[tuple[int, float]]:
    """Each enemy whom one of them sees, with the distance from the nearest who does, man by man."""
    found: list[tuple[int, float]] = []
    for enemy in [figure for group in standing(battle) if group.side != side for figure in battle.members(group)]:
        near = [gap(battle, figure, enemy) for figure in members if sees(battle, figure, enemy)]
        if near:
            found.append((enemy, min(near)))
    return found


@BY_BATTLE
def test_whom_a_group_sees(scenario: str, player: str, seed: int) -> None:
    """And who is nearest to it, in sight or not, for the built-in commander."""
    seen = 0
    for battle in played(scenario, player, seed, 5):
        for group in standing(battle):
            members = battle.members(group)
            now = watch(battle, members, group.side)
            assert said(watched(battle, group)) == said(now), group.name
            assert list(zip(now.figures, now.gaps, strict=True)) == looked_for(battle, members, group.side), group.name
            leaders = leaders_with(battle, group)
            assert leaders == [
                leader for leader in standing(battle) if leader.leader and is_with(battle, leader, group)
            ]
            together = [*members, *[leader.first for leader in leaders]]
            assert said(watched_together(battle, group, together)) == said(watch(battle, together, group.side))
            seen += len(now.figures)
            look, fresh = outlook_of(battle, group), Outlook(battle, group)
            assert (look.members, look.x, look.y) == (fresh.members, fresh.x, fresh.y), group.name
            assert (look.foe, look.figure, look.gap) == (fresh.foe, fresh.figure, fresh.gap), group.name
    assert seen > 100


def is_with(battle: RiskBattle, leader: Group, group: Group) -> bool:
    return leader.side == group.side and leader is not group and host_of(battle, leader) == group.id


# ---------------------------------------------------------------- fire


def taken(aim: Aim) -> tuple[list[int], list[int], float, int]:
    return aim.able, aim.found, aim.cm, aim.cover


def aim_by_pairs(battle: RiskBattle, group: Group, target: Group, ready: list[int]) -> Aim:
    """Every figure against every other."""
    weapon = group.card.ranged
    assert weapon is not None
    able: list[int] = []
    near: dict[int, int] = {}
    least = FAR
    for firer in ready:
        clear = [f for f in target_figures(battle, target) if not bar_to_shot(battle, firer, f, weapon)]
        if clear:
            able.append(firer)
            least = min([least, *[gap(battle, firer, figure) for figure in clear]])
        for figure in clear:
            near.setdefault(figure, firer)
    return Aim(able, sorted(near), least, cover_of(battle, sorted(near), near))


@BY_BATTLE
def test_at_whom_a_group_can_fire(scenario: str, player: str, seed: int) -> None:
    """Twice: it is worked out, and it is remembered."""
    found = 0
    for battle in played(scenario, player, seed, 12):
        for group in standing(battle):
            if group.card.ranged is None:
                continue
            ready = ready_figures(battle, group, battle.members(group), how_it_fires(battle, group))
            for target in standing(battle):
                if target.side == group.side:
                    continue
                plain = aim_by_pairs(battle, group, target, ready)
                for _ in range(2):
                    assert taken(aim_at(battle, group, target, ready)) == taken(plain), (group.name, target.name)
                found += len(plain.found)
    assert found > 10


class Volley(Skirmish):
    """Ten men before a band of warriors, both in a row."""

    def __init__(self) -> None:
        super().__init__(
            [men("regular-squad", "Squad", row(10, 60, 30))],
            [men("warrior-band", "Band", row(20, 60, 50), facing=180), men("chief", "Chief", [(60, 110)])],
        )
        self.before = self.aim()

    def aim(self) -> tuple[list[int], list[int], float, int]:
        """As it is remembered, and as it is."""
        squad, band = self["Squad"], self["Band"]
        ready = self.battle.members(squad)
        aim = aim_at(self.battle, squad, band, ready)
        assert taken(aim) == taken(aim_among(self.battle, squad, target_figures(self.battle, band), ready))
        assert taken(aim) == taken(aim_by_pairs(self.battle, squad, band, ready))
        assert said(watched(self.battle, squad)) == said(watch(self.battle, ready, squad.side))
        return taken(aim)


def test_another_aim_once_somebody_has_moved_fallen_or_turned() -> None:
    volley = Volley()
    battle = volley.battle
    aims = [volley.before]
    first, *_, last = battle.members(volley["Band"])
    battle.put(last, 60.0, 40.0, 180.0)
    aims.append(volley.aim())
    battle.remove(first, 1)
    aims.append(volley.aim())
    battle.put(volley["Chief"].first, 60.0, 36.0, 180.0)  # before the others
    aims.append(volley.aim())
    for figure in battle.members(volley["Squad"]):
        battle.figures.facing[figure] = 180.0
    aims.append(volley.aim())
    assert all(aims[k] != aims[k + 1] for k in range(4))


def test_a_copy_remembers_nothing() -> None:
    volley = Volley()
    assert volley.battle.memory
    assert not volley.battle.clone().memory
