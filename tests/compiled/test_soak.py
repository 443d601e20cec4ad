"""The soak of the rules in a short form: a few battles of each part of tests/battle_soak.py, with every law looked at.

The whole of it is run by `make soak`.
"""

from __future__ import annotations

from typing import Any

import played_through
import pytest
from battle_soak import BATTLES, MADE, MADE_AND_SOUND, SOUND, Done, Task, run, tasks
from played_through import Fault, checked, play_through, read_otherwise, simultaneous
from scenarios_made import WORDS, scenario_made

from playsheet.core import dice as dice_module
from playsheet.core.game import Game
from playsheet.core.scenario import read_heading
from playsheet.players.setup import set_up_from
from playsheet.rules import SYSTEMS, scenario_files

COMPILED = dice_module.__file__.endswith((".so", ".pyd"))
FEW = 10 if COMPILED else 3  # made scenarios of each system
SMALL = [id for id, path in scenario_files().items() if read_heading(path).size == "small"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_made_scenario_is_refused_in_a_sentence_or_plays_to_its_end(system: str) -> None:
    played = 0
    for number in range(1, FEW + 1):
        done = run(Task(f"{system}:{number}", number))
        assert not done.fault, done
        played += done.steps > 0
    assert 0 < played <= FEW


@pytest.mark.parametrize("id", SMALL)
def test_a_sound_scenario_plays_to_its_end_by_any_reading(id: str) -> None:
    setup = checked(scenario_files()[id].read_text(encoding="utf-8"), id)
    assert setup is not None
    assert play_through(setup, 7) > 0
    assert play_through(read_otherwise(setup, 8), 8) > 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_made_scenarios_are_of_many_kinds(system: str) -> None:
    texts = [scenario_made(system, number) for number in range(1, 41)]
    assert texts[0] == scenario_made(system, 1)
    assert len(set(texts)) == 40
    sound = [checked(text, "made.toml") is not None for text in texts[: 4 * FEW]]
    assert 0.2 < sum(sound) / len(sound) < 0.95
    everything = "\n".join(texts)
    assert all(kind.split("\n")[0].format() in everything for kind in WORDS[system].objectives)
    assert "\nat = " in everything
    assert "\nplayers = " in everything


def test_the_whole_soak_is_what_it_says() -> None:
    sizes = [read_heading(path).size for path in scenario_files().values()]
    assert len(list(tasks(["battles"], [], 1.0, 1))) == sum(BATTLES[size] for size in sizes)
    assert len(list(tasks(["made"], [], 1.0, 1))) == MADE * len(SYSTEMS)
    sound = list(tasks(["sound"], [], 1.0, 1))
    assert len([task for task in sound if ":" in task.scenario]) == SOUND * len(SYSTEMS) * MADE_AND_SOUND
    assert {task.readings for task in tasks(["battles"], [], 0.01, 1)} == {False, True}


def test_what_goes_wrong_is_told_with_scenario_seed_and_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A law that breaks as soon as all have deployed is found in that step; so are sides that do not fare alike."""
    setup = set_up_from(scenario_files()["the-wells"], "", [])
    monkeypatch.setattr(setup.system, "broken_laws", lambda battle: [] if battle.to_deploy else ["a law"])
    with pytest.raises(Fault, match=r"^step 8: broken: \['a law'\]"):
        play_through(setup, 3)
    monkeypatch.setattr(played_through, "simultaneous", lambda system: unlike)
    assert run(Task("the-wells", 3)) == Done(Task("the-wells", 3), 5, "step 5: not alike for both sides: ['swapped']")
    monkeypatch.setattr(played_through, "simultaneous", lambda system: stumbling)
    assert "ZeroDivisionError" in run(Task("the-wells", 3)).fault


def unlike(game: Game[Any]) -> list[str]:
    return ["swapped"] if game.step == 5 else []


def stumbling(game: Game[Any]) -> list[str]:
    return ["nothing"] * (1 // (3 - game.step)) if game.step == 3 else []


@pytest.mark.parametrize("system", SYSTEMS)
def test_simultaneous_moments_are_looked_at_where_a_system_has_them(system: str) -> None:
    small = [id for id in SMALL if read_heading(scenario_files()[id]).system == system]
    setup = set_up_from(scenario_files()[small[0]], "", [])
    assert simultaneous(system)(setup.game(["random"] * len(setup.seats), 1, False)) == []
