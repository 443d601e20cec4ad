"""Finds a battle to be put on record: a short one in which a switch matters, or that ends in a certain way.

    python tests/games/seek.py lancer slash=range           a battle that is another when the switch stands so
    python tests/games/seek.py lancer "neither side"        a battle whose verdict says this

It prints an entry for the system's battles.toml.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache

from battles import HERE, Battle, played, printed

from playsheet.core.errors import Refused
from playsheet.core.scenario import read_heading
from playsheet.rules import SYSTEMS, scenario_files

PAIRS = (("doctrine",), ("random",), ("doctrine", "random"), ("random", "doctrine"))
SEEDS = range(1, 13)
SIZES = ("small", "middle")


def sought(system: str, what: str) -> Battle:
    key, turned, value = what.partition("=")
    if turned:
        printed(system).switches.changed_by({key: value}, "seek")  # refuses what is not known
    for battle in candidates(system):
        if turned:
            changed = Battle(system, f"switch-{key}-{value}", battle.scenario, battle.seats, battle.seed, {key: value})
            if last_digest(changed) != plain_digest(battle):
                return changed
        elif what in played(battle)[0].battle.verdict:
            return battle
    raise Refused(f"in {SEEDS[-1]} battles of every small scenario of {system}, nothing came of {what!r}.")


def candidates(system: str) -> Iterator[Battle]:
    """Short battles first, and of each scenario a few before many of any."""
    own = [path.stem for path in sorted((HERE / system / "scenarios").glob("*.toml"), reverse=True)]
    built_in = [(id, read_heading(path, "")) for id, path in scenario_files().items()]
    small = [id for size in SIZES for id, heading in built_in if heading.system == system and heading.size == size]
    for seeds in (SEEDS[:2], SEEDS[2:]):
        for scenario in [*own, *small]:
            for seed in seeds:
                for seats in PAIRS if len(seats_of(system, scenario)) == 2 else PAIRS[:2]:
                    yield Battle(system, f"{scenario}-{seed}", scenario, seats, seed)


@cache
def seats_of(system: str, scenario: str) -> list[str]:
    from battles import set_up

    return set_up(Battle(system, "", scenario, (), 1)).seats


def last_digest(battle: Battle) -> str:
    return played(battle)[0].digest


@cache
def known_digest(system: str, scenario: str, seats: tuple[str, ...], seed: int) -> str:
    return last_digest(Battle(system, "", scenario, seats, seed))


def plain_digest(battle: Battle) -> str:
    return known_digest(battle.system, battle.scenario, battle.seats, battle.seed)


def entry(battle: Battle, name: str) -> str:
    seats = ", ".join(f'"{kind}"' for kind in battle.seats)
    lines = ["[[battles]]", f'name     = "{name}"', f'scenario = "{battle.scenario}"', f"seats    = [{seats}]"]
    if battle.seed != 1:
        lines.append(f"seed     = {battle.seed}")
    if battle.rulings:
        turned = ", ".join(f'{key} = "{value}"' for key, value in battle.rulings.items())
        lines.append(f"rulings  = {{ {turned} }}")
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    if len(words) != 2 or words[0] not in SYSTEMS:
        print(f"expected a system ({', '.join(SYSTEMS)}) and a switch=value or words of a verdict.", file=sys.stderr)
        return 2
    try:
        found = sought(words[0], words[1])
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 2
    print(entry(found, found.name), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
