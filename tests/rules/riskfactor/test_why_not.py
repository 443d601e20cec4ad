"""Why not: each reason that a greyed action can have, as it is told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rules.riskfactor.situation import Men, Skirmish, Spot, lieutenant, men, row
from tabletop import ground

from playsheet.core.asking import Option
from playsheet.rules.riskfactor.battle.events import Declared, PhaseBegan
from playsheet.rules.riskfactor.ground.sight import watch
from playsheet.rules.riskfactor.options.choices import HITCH, LET_DOWN, Next, free_actions
from playsheet.rules.riskfactor.options.command import Chain, purchases
from playsheet.rules.riskfactor.options.shooting import fire_options
from playsheet.rules.riskfactor.terms import RESULTS, Phase
from playsheet.rules.riskfactor.turn import queue_of

SQUAD, BAND = "regular-squad", "warrior-band"


def squad(y: float = 50, name: str = "Squad", n: int = 10) -> Men:
    return men(SQUAD, name, row(n, 100, y))


def band(y: float, n: int = 5) -> Men:
    return men(BAND, "Band", row(n, 100, y))


def skirmish(*others: Men, enemy: Men | None = None, terrain: Sequence[str] = ()) -> Skirmish:
    """A squad under a lieutenant's command, and an enemy."""
    table = Skirmish([squad(), lieutenant(100, 44), *others], [enemy or band(190)], terrain)
    table.commanded("Squad", "Lieutenant")
    return table


def moving(table: Skirmish, name: str = "Squad", but: Sequence[Option] = ()) -> dict[str, str]:
    """What is barred when the group may move as its player likes."""
    group = table[name]
    seen = watch(table.battle, table.battle.members(group), group.side)
    acts = [act for act in free_actions(table.battle, group, seen) if act not in but]
    return table.why_not(group.seat, "move", group.id, acts)


# ---------------------------------------------------------------- free moves


def test_free_and_alone() -> None:
    table = skirmish(terrain=[ground("woods", "the wood", rect=[0, 100, 200, 130])])
    assert moving(table) == {
        "charge": "no enemy in sight (R60)",
        "break_off": "nobody touches an enemy (R41)",
        "join": "only the last one or two of a group join another (R53)",
    }
    table.lose("Squad", 8)
    assert moving(table)["join"] == "no group of the same kind within 5 cm (R53)"
    assert set(moving(table, "Lieutenant")) == {"charge", "break_off"}


def test_no_charge() -> None:
    reason = "the Band is nearest, 48 cm off, and one move is 25 cm (R10)"
    assert moving(skirmish(enemy=band(100)))["charge"] == reason
    difficult = [ground("marsh", "the marsh", rect=[50, 52, 150, 80])]
    table = skirmish(enemy=band(75), terrain=difficult)
    assert moving(table)["charge"] == "no way to touch the Band within one move (R10)"


def test_in_contact() -> None:
    held = "in contact: stand and fight, or break off (R41)"
    table = skirmish(enemy=band(52, 10))
    assert moving(table) == {"march": held, "charge": held, "join": held}


def test_petticoats() -> None:
    ladies = men("civilians", "Ladies", row(5, 60, 50), petticoats=5)
    table = skirmish(ladies)
    table.commanded("Ladies", "Lieutenant")
    assert moving(table, "Ladies")["let_down"] == "down already (R30)"
    assert moving(table, "Ladies", but=[HITCH])["hitch"] == "changed in this move already (R30)"
    for figure in table.battle.members(table["Ladies"]):
        table.battle.petticoats[figure] = 1
    assert moving(table, "Ladies")["hitch"] == "hitched up already (R30)"
    assert moving(table, "Ladies", but=[LET_DOWN])["let_down"] == "changed in this move already (R30)"
    table = skirmish(men("civilians", "Ladies", row(5, 60, 50), petticoats=5), enemy=men(BAND, "Band", row(5, 60, 52)))
    assert moving(table, "Ladies")["hitch"] == "in contact: stand and fight, or break off (R41)"


def test_who_is_not_to_be_moved() -> None:
    table = skirmish(men(SQUAD, "Second", row(10, 60, 50)), men(SQUAD, "Third", row(10, 150, 50)))
    table["Second"].action = RESULTS.index("take_cover")
    table["Third"].action = RESULTS.index("run")
    table["Third"].commander = table["Lieutenant"].id
    table.game.tell(PhaseBegan(Phase.FREE_MOVES, [table["Lieutenant"].id]))
    found = table.why_not(0, "move_next", -1, [Next(table["Lieutenant"].id)])
    assert found == {
        f"next:{table['Squad'].id}": "has had the move of this turn (movement)",
        f"next:{table['Second'].id}": "bound by the action die: take cover (R55)",
        f"next:{table['Third'].id}": "bound by the action die: run (R15)",
    }


# ---------------------------------------------------------------- fire


def firing(table: Skirmish, name: str) -> str:
    """Why this group does not fire by its player's command: told beside the fire of another."""
    group = table[name]
    queue = [id for id in queue_of(table.battle, Phase.COMMANDED_FIRE) if id != group.id]
    table.game.tell(PhaseBegan(Phase.COMMANDED_FIRE, queue))
    found = table.why_not(group.seat, "fire_next", -1, [Next(id) for id in queue])
    return found.get(f"next:{group.id}", "")


def spots(x: float, y: float) -> list[Spot]:
    return row(10, x, y)


def test_who_does_not_fire_by_command() -> None:
    table = skirmish(
        men(SQUAD, "Second", spots(60, 50)), men("warrior-band", "Spears", row(5, 150, 50)), enemy=band(70)
    )
    assert firing(table, "Squad") == ""
    assert firing(table, "Lieutenant") == "did not declare it when command was thrown for (R31)"
    assert firing(table, "Second") == "not commanded: shoots at the nearest enemy afterwards (R48)"
    table["Second"].action = RESULTS.index("withdraw")
    assert firing(table, "Second") == "not after this result: withdraw to cover (R15)"
    table["Squad"].fired = True
    assert firing(table, "Squad") == "has fired (R49)"
    assert "volley" in firing(table, "Spears") or "not commanded" in firing(table, "Spears")
    table.commanded("Spears", "Lieutenant")
    assert firing(table, "Spears") == "no volleys: shoots at the nearest enemy afterwards (R18)"


def test_beside_the_fire_of_another_it_says_whose() -> None:
    table = skirmish(men(SQUAD, "Second", spots(60, 50)), enemy=band(70))
    table.game.tell(PhaseBegan(Phase.COMMANDED_FIRE, [table["Squad"].id]))
    about = table["Squad"]
    assert set(table.why_not(0, "fire", about.id, fire_options(table.battle, about))) == {
        f"next:{table['Lieutenant'].id}",
        f"next:{table['Second'].id}",
    }


def test_the_unarmed_are_not_greyed() -> None:
    table = skirmish(men("drummer", "Drummer", [(104, 44)]), enemy=band(70))
    assert firing(table, "Drummer") == ""


def test_in_contact_nobody_shoots() -> None:
    assert firing(skirmish(enemy=band(52, 10)), "Squad") == "in contact (R42)"


@pytest.mark.parametrize(
    ("enemy", "terrain", "reason"),
    [
        (band(190), [ground("woods", "the wood", rect=[0, 100, 200, 130])], "no enemy in sight (R60)"),
        (band(20), [], "the Band is nearest, and not to the front (R7)"),
        (band(80), [ground("wall", "the wall", line=[[0, 65], [200, 65]])], "the wall hides part of the Band (R27)"),
    ],
)
def test_no_target(enemy: Men, terrain: list[str], reason: str) -> None:
    assert firing(skirmish(enemy=enemy, terrain=terrain), "Squad") == reason


def test_out_of_range_empty_or_out_of_breath() -> None:
    lone = Skirmish([squad(), lieutenant(100, 44)], [band(190)])
    lone.game.tell(Declared(lone["Lieutenant"].id, True, ()))
    assert firing(lone, "Lieutenant") == "the Band is nearest, 144 cm off, and the range is 30 cm (weapons)"
    lone.moved("Squad")
    lone.commanded("Squad", "Lieutenant")
    assert firing(lone, "Squad") == "moved too far to shoot (loading-classes)"
    table = Skirmish([men("sepoy-squad", "Sepoys", row(10, 100, 50)), lieutenant(100, 44)], [band(70)])
    table.commanded("Sepoys", "Lieutenant")
    table["Sepoys"].loaded = False
    assert firing(table, "Sepoys") == "not loaded (R20)"


def test_a_nearest_enemy_in_melee_is_no_target() -> None:
    table = skirmish(men(SQUAD, "Second", row(5, 100, 72)), enemy=band(74))
    assert firing(table, "Squad") == "the Band is nearest, and in melee (R42)"


def test_too_few_have_a_clear_shot() -> None:
    """One in three hurls."""
    stones = men(SQUAD, "Squad", row(2, 100, 50), ranged="rocks", load="hurled")
    table = Skirmish([stones, lieutenant(100, 44)], [band(55)])
    table.commanded("Squad", "Lieutenant")
    assert firing(table, "Squad") == "too few have a clear shot (R17)"


# ---------------------------------------------------------------- command


def commanding(table: Skirmish, points: int) -> dict[str, str]:
    """What the lieutenant's points do not buy."""
    chain = Chain(table["Lieutenant"])
    chain.points = points
    options = purchases(table.battle, chain)
    return table.why_not(table["Lieutenant"].seat, "command", table["Lieutenant"].id, options)


def test_points_and_distance() -> None:
    platoon = [
        men(SQUAD, "First", row(10, 100, 50), platoon="a"),
        men(SQUAD, "Second", row(10, 100, 56), platoon="a"),
    ]
    table = Skirmish([*platoon, lieutenant(100, 44)], [band(190)])
    first, second = table["First"].id, table["Second"].id
    found = commanding(table, 9)
    assert found[f"group:{first}"] == "costs 10 points, and 9 left (R34)"
    assert found[f"platoon:{table['First'].platoon}"] == "costs 20 points, and 9 left (R34)"
    assert commanding(table, 0)[f"link:{table['First'].first}"] == "costs 1 point, and none left (R33)"
    assert commanding(table, 30) == {}
    table.commanded("First", "Lieutenant")
    assert commanding(table, 30)[f"group:{first}"] == "commanded already (R34)"
    table.stand("Second", row(10, 100, 150))
    found = commanding(table, 30)
    assert found[f"group:{second}"] == "out of command distance (R34, R36)"
    assert found[f"link:{table['Second'].first}"] == "out of command distance (R36)"


def test_all_or_nothing() -> None:
    far = [(100.0, 200.0 - 3.0)]
    table = Skirmish([men(SQUAD, "Squad", [*row(9, 100, 50), *far]), lieutenant(100, 44)], [band(190)])
    reason = commanding(table, 30)[f"group:{table['Squad'].id}"]
    assert reason == "1 of 10 out of command distance, and it takes all of them (R34, R36)"


def test_a_platoon_out_of_distance() -> None:
    platoon = [
        men(SQUAD, "First", row(10, 100, 50), platoon="a"),
        men(SQUAD, "Second", row(10, 100, 150), platoon="a"),
    ]
    table = Skirmish([*platoon, lieutenant(100, 44)], [band(190)])
    reason = commanding(table, 30)[f"platoon:{table['First'].platoon}"]
    assert reason == "not all its groups are within command distance (R34)"


def test_another_officers_musician() -> None:
    table = skirmish(men("drummer", "Drummer", [(104, 44)]))
    table["Drummer"].commander = table["Squad"].id
    assert commanding(table, 30)[f"link:{table['Drummer'].first}"] == "commanded already (R33)"
