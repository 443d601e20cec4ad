"""The largest situations that unit cards can come to, for each procedure of the calculator.

Figures, crews, guns, machines and leaders are as many as the largest card of `cards.toml` or built-in scenario has, and
no more: `largest` finds them, and a test holds these inputs to them. Words and flags are those that were found to take
longest. A procedure that is not listed has no input that a card's size changes, and is measured at its defaults.
"""

from __future__ import annotations

from typing import Any

from playsheet.players.setup import set_up_from
from playsheet.rules import scenario_files

Inputs = dict[str, object]

STEAM_TANK: Inputs = {"save": 12, "sustain": 17, "speed": 8, "crew_shoot": 12, "crew": 4, "weapons": 2}
STEAM_CAR: Inputs = {"save": 8, "sustain": 16, "speed": 14, "crew_shoot": 11, "crew": 3, "weapons": 1}
LAND_IRONCLAD: Inputs = {"armor": 9, "sustain": 9, "speed": 6, "crew": 8, "weapons": 4}

LARGE_INPUTS: dict[str, dict[str, Inputs]] = {
    "lancer": {
        "turn-length": {"cards": 60},
        "move": {"kind": "horse", "how": "charge"},
        "shoot": {"figures": 10, "target": 10, "start": 10, "commanders": 2, "room": 10},
        "casualties": {"hits": 10, "target": 10, "start": 10, "commanders": 2},
        "morale": {"figures": 10, "start": 10, "commander": True, "room": 10},
        "stop-check": {"figures": 10, "start": 10, "commander": True, "room": 10},
        "charge": {"figures": 10, "enemies": 10, "reaction": "fire", "firing": 10, "commanders": 2, "room": 20},
        "melee": {"attackers": 10, "defenders": 10, "lancers_charging": True},
        "parting": {"strikers": 10, "leaving": 10},
    },
    "riskfactor": {
        "command": {"officer": "hero", "nco1": "veteran", "nco2": "raw", "musicians": 2, "loyal": 60},
        "reaction": {"class": "raw", "start": 20, "hurt": 6, "threats": 10},
        "shoot": {"weapon": "musket", "class": "raw", "figures": 10, "target": 20, "wounded": 9, "leaders": 3}
        | {"leaders_wounded": 1},
        "damage": {"class": "hero", "hits": 10, "target": 20, "wounded": 10, "leaders": 3, "leaders_wounded": 1},
        "charge": {"figures": 20, "weapon": "spear", "enemies": 20, "enemy_weapon": "spear"},
        "melee": {"figures": 20, "weapon": "spear", "enemies": 20, "enemy_weapon": "spear"},
        "break-off": {"strikers": 20, "weapon": "spear", "leaving": 20},
    },
    "gaslight": {
        "shoot": {"figures": 10, "target": 12, "place1": 4, "place2": 8, "place3": 12, "range": 3},
        "casualties": {"hits": 10, "target": 12, "place1": 4, "place2": 8, "place3": 12},
        "shell": {"weapon": "large", "target": 12, "place1": 4, "ranks": 2, "shoot": 12},
        "shoot-gun": {"weapon": "large", "target": 6, "place1": 1, "shoot": 12},
        "shotgun": {"target": 12, "place1": 4, "place2": 8},
        "shoot-vehicle": {"weapon": "gatling-nordenfelt", "figures": 2, "shoot": 12} | STEAM_CAR,
        "vehicle-saves": {"weapon": "breech-repeater-rifle", "figures": 10, "shoot": 12, "range": 5, "save": 8},
        "vehicle-hit": {"srm": -5} | STEAM_TANK,
        "close-combat": {"figures": 12, "enemies": 12},
        "break-off": {"leaving": 12, "strikers": 12},
        "assault": {"dice": 3, "scuffle": 12, "attackers": "explosives"} | STEAM_TANK,
        "morale": {"figures": 12, "characters": 2},
        "charge": {"figures": 12, "enemies": 12},
    },
    "orderchips": {
        "charge": {"figures": 12, "enemies": 12, "gap": 7, "bonus": 3, "order": "loose", "enemy_order": "loose"}
        | {"move": 12, "fire": 12, "fire_number": 8},
        "shoot": {"figures": 12, "target": 12, "save1": 7, "save2": 8},
        "shoot-and-test": {"figures": 12, "target": 12},
        "shell": {"weapon": "heavy", "under": 12, "place1": 6},
        "shoot-machine": {"weapon": "small-arm", "figures": 12, "size": "enormous"} | LAND_IRONCLAD,
        "melee": {"figures": 12, "enemies": 12, "save": 8, "enemy_save": 8, "cover": "light", "enemy_cover": "heavy"},
        "break-off": {"strikers": 12, "leaving": 12, "leaving_save": 8},
        "assault": {"attackers": "machine", "dice": 6, "machine_melee": 5, "melee_dice": 6} | LAND_IRONCLAD,
        "morale": {"figures": 12},
        "armor-saves": {"weapon": "small-arm", "figures": 12},
        "machine-hit": LAND_IRONCLAD,
        "explosion": {"under": 12, "place1": 6},
    },
    "gettysburg": {
        "charge": {"figures": 30, "size": 30, "second_figures": 30, "second_size": 30, "target_figures": 30}
        | {"target_size": 30, "support_figures": 30, "supports": 1, "general": "near", "target_general": "near"}
        | {"weapon": "repeater", "rapid": True, "low": True, "rate": "sharpshooter", "yell": True, "uphill": True}
        | {"gap": 6, "support_range": 23, "charger_cover": "hasty-works", "target_formation": "skirmish"}
        | {"enemies_fleeing": 9, "friends_fleeing": 10},
        "skirmish-fire": {"figures": 30, "rate": "second", "target": 30, "general_near": True},
        "musketry": {"figures": 30, "target": 30, "general_near": True},
        "artillery": {"guns": 3, "crew": 12, "target": 30, "general_near": True},
        "melee": {"figures": 30, "size": 30, "second_figures": 14, "enemy_figures": 30, "enemy_size": 30}
        | {"enemy_second_figures": 14, "general": True, "enemy_general": True, "enemy_weapon": "breech-rifle"}
        | {"enemy_rapid": True},
        "unit-morale": {"size": 30, "lost": 15},
        "limbering": {"guns": 3},
    },
}
MEN: tuple[str, ...] = (
    "figures",
    "target",
    "start",
    "hits",
    "attackers",
    "defenders",
    "strikers",
    "leaving",
    "enemies",
    "firing",
    "under",
)
MEN += ("target_figures", "target_size", "second_figures", "second_size", "support_figures", "size", "enemy_figures")


def largest(system: str) -> int:
    """Figures of the largest unit of all cards and scenarios."""
    found = 0
    for file in scenario_files().values():
        if file.parent.parent.name == system:
            setup = set_up_from(file.read_text(encoding="utf-8"), file.name, [])
            battle: Any = setup.system.new_battle(setup.scenario)
            found = max(found, *(unit.start for unit in setup.system.roster(battle)))
    return found
