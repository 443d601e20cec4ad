"""Every procedure: the exact odds agree with seeded runs, for every outcome, within 4 standard errors.

20,000 runs each; in a soak, on the compiled build, 200,000.
"""

from __future__ import annotations

import os
from math import sqrt

import pytest

from playsheet.core import dice as dice_module
from playsheet.odds import exact, sampled
from playsheet.rules import SYSTEMS, load_system

COMPILED = dice_module.__file__.endswith((".so", ".pyd"))
SOAK = os.environ.get("PLAYSHEET_SOAK", "") == "1"
RUNS = 200_000 if SOAK and COMPILED else 20_000
FEW = 25  # outcomes that should come less often are looked at together
LANCER = load_system("lancer")
RISKFACTOR = load_system("riskfactor")
GASLIGHT = load_system("gaslight")
ORDERCHIPS = load_system("orderchips")
GETTYSBURG = load_system("gettysburg")
# each system in another reading, and the procedures that it touches
OTHERWISE = {
    "lancer": LANCER.configured({"casualty_checks": "sequential", "melee": "simultaneous"}, "test", []),
    "riskfactor": RISKFACTOR.configured({"grazes": "two_make_a_wound", "melee": "lancer_like"}, "test", []),
    "gaslight": GASLIGHT.configured(
        {"casualty-count": "restart-at-front", "rear-save-rounding": "down", "charge-bonus": "per-model"}, "test", []
    ),
    "orderchips": ORDERCHIPS.configured(
        {"natural-extremes": "on", "blast": "all-under", "multi-hit-armour": "running"}, "test", []
    ),
    "gettysburg": GETTYSBURG.configured(
        {"halves": "dice", "melee-elite": "graded", "dispersal": "falter", "double-six": "parallel"}, "test", []
    ),
}
TOUCHED = (
    "shoot",
    "casualties",
    "charge",
    "damage",
    "melee",
    "break-off",
    "musketry",
    "unit-morale",
    "shell",
    "assault",
)

LANCER_CASES: list[tuple[str, dict[str, object]]] = [
    ("turn-length", {"cards": 5}),
    ("turn-length", {"cards": 21}),
    ("move", {}),
    ("move", {"kind": "horse"}),
    ("move", {"how": "woods"}),
    ("shoot", {"figures": 4, "target": 4, "start": 4, "room": 9}),
    ("shoot", {"figures": 6, "target": 5, "start": 10, "morale": 3, "commanders": 1, "cover": "cover"}),
    ("shoot", {"weapon": "gatling", "figures": 2, "target": 3, "start": 6, "morale": 2, "room": 11}),
    ("shoot", {"weapon": "cannon", "figures": 3, "target": 2, "start": 3, "commanders": 1}),
    ("casualties", {"hits": 4, "target": 6, "start": 10, "morale": 3}),
    ("casualties", {"hits": 5, "target": 2, "start": 3, "morale": 4, "commanders": 2}),
    ("morale", {"morale": 3, "room": 10}),
    ("morale", {"morale": 4, "figures": 5, "commander": True}),
    ("stop-check", {"morale": 2, "room": 8}),
    ("charge", {"gap": 10, "figures": 3, "enemies": 2, "enemy_melee": 3}),
    ("charge", {"kind": "horse", "gap": 15, "lancer": True, "figures": 2, "enemies": 3, "enemy_melee": 3}),
    ("charge", {"gap": 2, "woods": True, "uphill": True, "counter": True, "figures": 2, "enemies": 2}),
    ("melee", {"attackers": 4, "defenders": 3, "defender_kind": "horse", "uphill": True}),
    ("melee", {"attackers": 4, "defenders": 1, "defender_melee": 5}),
    ("parting", {"strikers": 3, "leaving": 2, "melee": 3}),
]
RISKFACTOR_CASES: list[tuple[str, dict[str, object]]] = [
    ("visibility", {"depth": "edge", "distance": 35}),
    ("command", {"officer": "veteran", "loyal": 10}),
    ("command", {"officer": "hero", "busy": True, "musicians": 2, "nco1": "raw", "busy_ncos": 1, "dear": 7}),
    ("reaction", {"class": "raw", "hurt": 3, "flank": True}),
    ("reaction", {"table": "melee", "advancing": True, "order": "advance"}),
    ("platoon", {"platoon": 4, "first": 3, "second": 4, "third": 6}),
    ("shoot", {"figures": 4, "range": 90, "cover": "hard", "target": 3, "leaders": 1}),
    (
        "shoot",
        {
            "weapon": "musket",
            "figures": 9,
            "fire": "uncommanded",
            "class": "raw",
            "range": 40,
            "target": 6,
            "wounded": 2,
        },
    ),
    ("damage", {"row": "bow-spear", "class": "hero", "hits": 3, "target": 4, "wounded": 1}),
    ("melee", {"figures": 3, "weapon": "rifle", "bayonet": True, "enemies": 2, "enemy_weapon": "spear"}),
    ("melee", {"figures": 2, "weapon": "sword", "wounded": True, "enemies": 3, "enemy_class": "raw"}),
    ("pair", {"weapon": "sword", "class": "hero", "enemy_weapon": "spear", "enemy_defending": True}),
    ("charge", {"figures": 3, "weapon": "spear", "enemies": 2, "enemy_bayonet": True, "enemy_defending": True}),
    ("break-off", {"strikers": 2, "weapon": "spear", "leaving": 1, "leaving_bayonet": True, "leaving_class": "raw"}),
]
GASLIGHT_CASES: list[tuple[str, dict[str, object]]] = [
    ("move", {"kind": "horse", "charging": True, "rough": True, "obstacles": 1}),
    ("drive", {"sustain": 15}),
    ("shoot", {"figures": 4, "range": 14, "cover": "light", "target": 6, "place1": 2, "place2": 5, "behind1": True}),
    ("casualties", {"hits": 3, "target": 7, "place1": 3, "place2": 7, "behind1": True}),
    ("shell", {"shoot": 12, "range": 20, "target": 9, "ranks": 3, "place1": 4}),
    ("shoot-gun", {"shoot": 12, "range": 10, "target": 4, "place1": 1}),
    ("shotgun", {"target": 4, "place1": 2}),
    ("shoot-vehicle", {"weapon": "medium-rifled", "shoot": 12, "range": 20, "save": 12}),
    ("vehicle-saves", {"weapon": "breech-repeater-rifle", "figures": 6, "save": 8}),
    ("vehicle-hit", {"srm": 2, "save": 10}),
    ("close-combat", {"figures": 3, "enemies": 1, "enemy_scuffle": 15, "enemy_save": 14}),
    ("break-off", {"leaving_save": 12, "strikers": 2, "scuffle": 11}),
    ("assault", {"dice": 3, "attackers": "explosives", "save": 8}),
    ("morale", {"figures": 5, "characters": 1, "leader": False}),
    ("failure", {"class": "leader"}),
    ("charge", {"gap": 9, "figures": 3, "enemies": 3, "enemy_leader": False}),
]
# as their forms are filled in at first
ORDERCHIPS_CASES: list[tuple[str, dict[str, object]]] = [(known.id, {}) for known in ORDERCHIPS.forms()]
GETTYSBURG_CASES: list[tuple[str, dict[str, object]]] = [(known.id, {}) for known in GETTYSBURG.forms()]
ALL_CASES = [
    (LANCER, LANCER_CASES),
    (RISKFACTOR, RISKFACTOR_CASES),
    (GASLIGHT, GASLIGHT_CASES),
    (ORDERCHIPS, ORDERCHIPS_CASES),
    (GETTYSBURG, GETTYSBURG_CASES),
]
CASES = [(system, *case) for system, cases in ALL_CASES for case in cases]
NAMES = [f"{n}-{system.id}-{id}" for n, (system, id, _) in enumerate(CASES)]


@pytest.mark.parametrize("other", [False, True], ids=["as printed", "otherwise"])
@pytest.mark.parametrize("case", range(len(CASES)), ids=NAMES)
def test_exact_agrees_with_seeded_runs(case: int, other: bool) -> None:
    system, id, inputs = CASES[case]
    if other and id not in TOUCHED:
        pytest.skip("the switches do not touch it")
    known = next(known for known in (OTHERWISE[system.id] if other else system).forms() if known.id == id)
    by_rule = exact(known, inputs)
    by_dice = sampled(known, inputs, RUNS, 1863 + case)
    came = {outcome.facts: outcome.weight for outcome in by_dice.outcomes}
    assert came.keys() <= {outcome.facts for outcome in by_rule.outcomes}
    rare = 0.0
    rarely = 0
    compared = 0
    for outcome in by_rule.outcomes:
        expected = float(outcome.chance) * RUNS
        if expected < FEW:
            rare += expected
            rarely += came.get(outcome.facts, 0)
            continue
        error = sqrt(expected * (1.0 - float(outcome.chance)))
        assert abs(came.get(outcome.facts, 0) - expected) <= 4.0 * error, (outcome.facts, expected)
        compared += 1
    assert compared >= 2
    assert rare < FEW or abs(rarely - rare) <= 4.0 * sqrt(rare)


@pytest.mark.parametrize("id", SYSTEMS)
def test_every_procedure_is_among_them(id: str) -> None:
    tried = {procedure for system, procedure, _ in CASES if system.id == id}
    assert tried == {known.id for known in load_system(id).forms()}
