"""Every battle on record plays as it did: replayed from its inputs, and played anew by its players, step for step.

Battles drawn by chance, what is shown in some, and the odds are as they were too. Runs on the build that players have;
a tenth of it runs uncompiled (test_games_sample.py).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from battles import HERE, Battle, all_battles, battles_of, declared, printed, read_marks
from comparing import HOW_TO, Remade, difference, kept, replayed
from drawn_battles import FOLDER as DRAWN
from drawn_battles import text_of as drawn_of
from odds_kept import FOLDER as ODDS
from odds_kept import text_of as odds_of
from pairs_kept import file_of as pairs_file
from pairs_kept import text_of as pairs_of
from ranges_kept import file_of as ranges_file
from ranges_kept import text_of as ranges_of
from shown_text import FOLDER as SHOWN
from shown_text import shown_battles, text_of

from playsheet.core.game import GAME_MASTER
from playsheet.core.records import Parted, Record
from playsheet.rules import SYSTEMS, scenario_files

pytestmark = pytest.mark.battles

BATTLES = all_battles()
each_battle = pytest.mark.parametrize("battle", BATTLES, ids=str)
each_system = pytest.mark.parametrize("system", SYSTEMS)


@each_battle
def test_a_record_is_replayed_step_for_step(battle: Battle) -> None:
    try:
        replayed(battle)
    except Parted as parted:
        pytest.fail(f"{battle.file.relative_to(HERE)} {parted} {HOW_TO}")


@each_battle
def test_played_anew_by_its_players_a_battle_is_the_same(battle: Battle) -> None:
    said = difference(kept(battle), read_marks(battle.system)[battle.name], Remade(battle))
    if said:
        pytest.fail(f"{battle.file.relative_to(HERE)}: {said} {HOW_TO}")


@pytest.mark.parametrize("battle", [battle for system in SYSTEMS for battle in shown_battles(system)], ids=str)
def test_what_is_shown_is_the_same(battle: Battle) -> None:
    same_lines(SHOWN / f"{battle.system}-{battle.name}.txt", text_of(battle))


@each_system
def test_the_odds_are_the_same(system: str) -> None:
    same_lines(ODDS / f"{system}.txt", odds_of(system))


@each_system
def test_the_odds_of_pairs_of_inputs_are_the_same(system: str) -> None:
    same_lines(ODDS / pairs_file(system), pairs_of(system))


@each_system
def test_the_odds_at_every_range_are_the_same(system: str) -> None:
    same_lines(ODDS / ranges_file(system), ranges_of(system))


@each_system
def test_battles_drawn_by_chance_are_the_same(system: str) -> None:
    same_lines(DRAWN / f"{system}.txt", drawn_of(system))


def same_lines(path: Path, text: str) -> None:
    before, now = path.read_text(encoding="utf-8").split("\n"), text.split("\n")
    for number, (old, new) in enumerate(zip(before, now), 1):
        if old != new:
            pytest.fail(f"{path.relative_to(HERE)}, line {number}: {new!r}, which was {old!r}. {HOW_TO}")
    assert len(before) == len(now), f"{path.relative_to(HERE)} has another length. {HOW_TO}"


# ---------------------------------------------------------------------- what is on record


@cache
def of(system: str) -> list[Record]:
    return [kept(battle) for battle in battles_of(system)]


@each_system
def test_every_way_in_which_a_battle_can_end_is_on_record(system: str) -> None:
    verdicts = [record.verdict for record in of(system)]
    assert [end for end in declared(system)["endings"] if not any(end in verdict for verdict in verdicts)] == []


@each_system
def test_every_switch_is_on_record_at_every_value(system: str) -> None:
    rulings = [ruling for record in of(system) for ruling in record.rulings]
    turned = {(ruling.key, ruling.value) for ruling in rulings}
    switches = printed(system).rulings.switches
    wanted = {(key, value) for key, switch in switches.items() for value in switch.values if value != switch.default}
    assert sorted(wanted - turned) == []


@pytest.mark.parametrize("scenario", scenario_files())
@pytest.mark.parametrize("player", ["doctrine", "random"])
def test_every_scenario_is_on_record_by_commanders_and_by_chance(scenario: str, player: str) -> None:
    found = [
        record
        for battle, record in zip(BATTLES, [one for system in SYSTEMS for one in of(system)])
        if battle.scenario == scenario
    ]
    played = [record for record in found if record.finished]
    assert any(all(seat.player == player for seat in record.seats) for record in played)
    if len(played[0].seats) > 1:
        assert any({seat.player for seat in record.seats} == {"doctrine", "random"} for record in played)


@each_system
def test_dice_undo_and_endings_from_outside_are_on_record(system: str) -> None:
    records = of(system)
    inputs = [held for record in records for step in record.steps for held in step.inputs]
    assert any(held.text.startswith("dice ") for held in inputs)
    assert len([record for record in records if record.taken_back]) >= 3
    assert {held.text.split()[2] for held in inputs if held.text.startswith("gm end ")} == {"1", "2", "draw"}
    assert any(record.dice.commitment and record.dice.key for record in records)
    assert any(record.dice.thrown for record in records)
    assert any(record.open is not None for record in records)


WORDS = {
    "lancer": "add-card remove-card check veto-sight move-terrain award",
    "riskfactor": "order risk die ground add award",
    "gaslight": "add-card remove-card check check-now scatter award",
    "orderchips": "event natives mind test cover no-action award",
    "gettysburg": "state form unform ammo order division test test-brigade modifier place fire douse area line add "
    "switch award",
}


@each_system
def test_every_word_of_a_game_master_is_on_record(system: str) -> None:
    steps = [step for record in of(system) for step in record.steps]
    said = {held.text.split()[1] for step in steps for held in step.inputs if held.seat == GAME_MASTER}
    assert sorted(set(WORDS[system].split()) - said) == []


@pytest.mark.parametrize("system", ["orderchips", "gettysburg", "riskfactor"])
def test_battles_in_which_something_is_hidden_are_on_record(system: str) -> None:
    hidden = [battle for battle in battles_of(system) if system != "riskfactor" or battle.rulings.get("fog") == "on"]
    assert len(hidden) >= 10
