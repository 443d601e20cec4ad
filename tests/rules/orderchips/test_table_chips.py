"""Chips on the table (section 3.1 and 3.2, D1, H1, H2): laid by all at once, in secret; standing instructions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rules.orderchips.situation import Muster, printed, unit
from tabletop import of, one

from playsheet.core.asking import Question
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.core.game import GAME_MASTER, ONLOOKER, Game, line_of
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup
from playsheet.rules.orderchips.battle.events import ChipsRevealed, Detached, InstructionLeft
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.options.chips import chip_options
from playsheet.rules.orderchips.system import HERE
from playsheet.rules.orderchips.terms import Chip, Haywire, Instruction, Phase
from playsheet.tabletop.machines.machine import NO_POWER

RED = unit("line-rifles", "Red", 30, 10)
FOE = unit("spear-warriors", "Foe", 30, 60, 180)
FIXED: dict[str, object] = {"move-order": "fixed"}  # no dice after the chips


def two_persons() -> Game[ChipBattle]:
    """Nobody has answered yet; both are asked for their chips."""
    muster = Muster([RED, unit("sappers", "Sappers", 45, 10)], [FOE], rulings=FIXED)
    game = muster.game
    game.players = [None, None]
    game.run()
    return game


# ---------------------------------------------------------------- D1: all at once


def test_every_unit_gets_a_chip_and_all_are_turned_together() -> None:
    muster = Muster([RED, unit("sappers", "Sappers", 45, 10)], [FOE])
    assert muster.battle.phase == Phase.CHIPS
    told = muster.step("chip move:90", "chip stay", "chip move:180")
    revealed = one(told, ChipsRevealed)
    assert revealed.chips == [Chip.MOVING, Chip.STATIONARY, Chip.MOVING]
    assert revealed.arrows == [90.0, -1.0, 180.0]
    assert muster.battle.phase == Phase.REVEALED
    assert [question.kind for question in muster.script.asked] == ["chip"] * 3
    assert [question.seat for question in muster.script.asked] == [0, 0, 1]


def test_any_whole_bearing_may_be_named_and_nothing_else() -> None:
    game = two_persons()
    question = game.questions[0]
    for wrong in ("move:360", "move:-1", "move:4.5", "move:", "move:x"):
        with pytest.raises(Refused, match="a whole bearing from 0 to 359"):
            game.answer(0, question.number(), wrong)
    with pytest.raises(Refused, match="is not offered for 'chip'"):
        game.answer(0, question.number(), "run")
    game.answer(0, question.number(), "move:37")
    answer_all(game, "stay")
    assert game.battle.units[0].arrow == 37.0


def answer_all(game: Game[ChipBattle], answer: str) -> None:
    """Every chip that is still missing."""
    while game.questions and game.questions[0].kind == "chip":
        game.answer(game.questions[0].seat, game.questions[0].number(), answer)


def test_few_chips_are_offered_round_the_compass_and_at_the_nearest_enemies() -> None:
    muster = Muster([RED], [FOE, unit("militia", "East", 60, 26, 270)])
    keys = muster.offered(chip_options(muster.battle, muster["Red"]))
    assert keys[:5] == ["stay", "stay:ask", "stay:hold", "stay:any:12", "stay:charger:12"]
    assert keys[5:13] == [f"move:{bearing}" for bearing in range(0, 360, 45)]
    assert len(keys) == 14  # one more at the enemy in the east: the other is due north
    fine = Muster([RED], [FOE], rulings={"arrow-tolerance": "15"})
    assert len(chip_options(fine.battle, fine["Red"])) == 5 + 24
    exact = Muster([RED], [FOE], rulings={"arrow-tolerance": "0"})
    assert "move:359" in exact.offered(chip_options(exact.battle, exact["Red"]))  # straight at the foe's middle


def test_an_unarmed_unit_has_no_fire_instructions() -> None:
    muster = Muster([unit("drill-mole", "Mole", 30, 10)], [FOE])
    assert muster.offered(chip_options(muster.battle, muster["Mole"]))[:2] == ["stay", "move:0"]


def test_a_vehicle_that_never_moves_again_is_offered_no_arrow() -> None:
    muster = Muster([unit("steam-car", "Car", 30, 10)], [FOE])
    muster.machine("Car", immobile=True)
    keys = muster.offered(chip_options(muster.battle, muster["Car"]))
    assert keys == ["stay", "stay:ask", "stay:hold", "stay:any:18", "stay:charger:18"]


@pytest.mark.parametrize("repairable", [True, False])
def test_a_vehicle_without_power_is_offered_arrows_as_long_as_it_may_start_again(repairable: bool) -> None:
    muster = Muster([unit("steam-car", "Car", 30, 10)], [FOE])
    muster.machine("Car", engine=NO_POWER, repairable=repairable)
    assert ("move:0" in muster.offered(chip_options(muster.battle, muster["Car"]))) == repairable


# ---------------------------------------------------------------- blank chips, attached notable persons


def test_units_without_action_and_haywire_automata_have_a_blank_chip() -> None:
    soldiers = [unit("clockwork-soldier", f"Tick {k}", 40 + 5 * k, 10) for k in range(3)]
    muster = Muster([RED, *soldiers], [FOE])
    muster.machine("Tick 0", haywire=Haywire.JAMS)
    muster.machine("Tick 1", haywire=Haywire.RANDOM_MOVE)
    muster["Red"].no_action = True
    told = muster.step("chip stay", "chip stay")  # the third soldier, and the foe
    assert one(told, ChipsRevealed).chips == [Chip.BLANK, Chip.BLANK, Chip.BLANK, Chip.STATIONARY, Chip.STATIONARY]


def test_an_attached_notable_person_needs_no_chip_and_leaves_with_one() -> None:
    muster = Muster([RED, unit("hero", "Hero", 33, 10)], [FOE])
    muster.attach("Hero", "Red")
    told = muster.step("chip stay", "chip with", "chip stay")
    assert one(told, ChipsRevealed).units == [0, 2]
    assert muster["Hero"].chip == Chip.NONE
    muster = Muster([RED, unit("hero", "Hero", 33, 10)], [FOE])
    muster.attach("Hero", "Red")
    told = muster.step("chip stay", "chip move:45", "chip stay")
    assert one(told, Detached).ruling == "R72"
    assert (muster["Hero"].chip, muster["Hero"].arrow, muster["Hero"].lone()) == (Chip.MOVING, 45.0, True)


# ---------------------------------------------------------------- H1: nobody learns a chip before the reveal


def payload(game: Game[Any], seat: int) -> str:
    """All that a seat is told: its view, its events, its questions in full, its errors."""
    system = game.system
    seen = system.seen(game.battle, seat)
    asked = [
        (one.number(), one.kind, one.about, [(o.key(), o.label(seen), o.about(), o.spot()) for o in one.options])
        for one in game.questions
        if one.seat == seat
    ]
    events = [line_of(event) for event in game.log if system.shown(game.battle, event, seat)]
    standing = [[unit.name, unit.state, [sign.sign for sign in unit.signs]] for unit in system.roster(seen)]
    return json.dumps([system.view(game.battle, seat), asked, events, standing], sort_keys=True)


def test_what_one_player_lays_changes_nothing_that_the_other_is_shown() -> None:
    shown: list[list[str]] = []
    for first, second in (("move:90", "stay"), ("stay:any:7", "move:0")):
        game = two_persons()
        mine = [payload(game, 1), payload(game, ONLOOKER)]
        game.answer(0, game.questions[0].number(), first)
        mine += [payload(game, 1), payload(game, ONLOOKER)]
        game.answer(0, game.questions[0].number(), second)
        mine += [payload(game, 1), payload(game, ONLOOKER)]
        with pytest.raises(Refused) as refusal:
            game.answer(1, "0.0", "stay")
        mine.append(str(refusal.value))
        assert all(one.seat == 1 for one in game.questions)
        shown.append(mine)
    assert shown[0] == shown[1]


def test_chips_wait_outside_the_battle_and_can_be_taken_back_unseen() -> None:
    game = two_persons()
    before = payload(game, 1)
    game.answer(0, game.questions[0].number(), "move:90")
    assert all(unit.chip == Chip.NONE for unit in game.battle.units)
    assert not game.inputs
    assert game.undo_is_free(0)
    assert not game.undo_is_free(1)
    game.undo(0)
    assert payload(game, 1) == before
    assert not game.taken_back
    assert [one.number() for one in game.questions if one.seat == 0] == ["0.0", "0.1"]


def test_turned_chips_are_taken_back_by_consent_only() -> None:
    game = two_persons()
    answer_all(game, "stay:hold")
    assert game.battle.phase != Phase.CHIPS
    assert not game.undo_is_free(0)
    assert not game.undo_is_free(1)


# ---------------------------------------------------------------- H2: standing fire instructions


def test_an_instruction_is_told_to_its_player_only() -> None:
    muster = Muster([RED], [FOE])
    told = muster.step("chip stay:any:12", "chip move:180")
    left = one(told, InstructionLeft)
    assert (left.instruction, left.within) == (Instruction.AT_ANY, 12.0)
    system = muster.game.system
    assert [system.shown(muster.battle, left, seat) for seat in (0, 1, ONLOOKER, GAME_MASTER)] == [
        True, False, False, True,
    ]  # fmt: skip
    assert system.seen(muster.battle, 0).units[0].instruction == Instruction.AT_ANY
    for seat in (1, ONLOOKER):
        assert system.seen(muster.battle, seat).units[0].instruction == 0
        assert '"instruction": null' in json.dumps(system.view(muster.battle, seat))
        assert "any" not in str(system.view(muster.battle, seat)["units"])
    assert system.seen(muster.battle, GAME_MASTER) is muster.battle


@pytest.mark.parametrize(
    ("said", "instruction"),
    [
        ("stay:hold", Instruction.HOLDS),
        ("stay:ask", Instruction.ASKS),
        ("stay:any:3", Instruction.AT_ANY),
        ("stay:unit:1:20", Instruction.AT_UNIT),
    ],
)
def test_instructions_name_any_distance_and_any_enemy(said: str, instruction: int) -> None:
    muster = Muster([RED], [FOE], rulings=FIXED)
    game = muster.game
    game.players = [None, muster.script]
    muster.script.lines = ["chip stay:hold"]
    game.run()
    game.answer(0, game.questions[0].number(), said)
    assert muster["Red"].instruction == instruction
    assert not muster.script.lines


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("stay:any:0", "from 1 to 100 inches"),
        ("stay:any:101", "from 1 to 100 inches"),
        ("stay:charger:x", "from 1 to 100 inches"),
        ("stay:unit:0:5", "no enemy unit '0'"),
        ("stay:unit:9:5", "no enemy unit '9'"),
        ("stay:never", "is not offered"),
    ],
)
def test_a_wrong_instruction_is_refused_in_a_sentence(said: str, why: str) -> None:
    game = two_persons()
    with pytest.raises(Refused, match=why):
        game.answer(0, game.questions[0].number(), said)


# ---------------------------------------------------------------- the secret at every step of some games


def random_game(scenario: str, seed: int, **switches: object) -> Game[ChipBattle]:
    system = printed().configured(switches, "test", [])
    setup = Setup(system, system.read_scenario((HERE / "scenarios" / f"{scenario}.toml").read_text(), scenario), [])
    seats = len(setup.seats)
    players = [RandomPlayer(seed * 16 + seat) for seat in range(seats)]
    return setup.game_with(list(players), Seeded(seed), True, [False] * seats)


def told_to(game: Game[ChipBattle], start: int, seat: int) -> list[Event[ChipBattle]]:
    return [event for event in game.log[start:] if game.system.shown(game.battle, event, seat)]


@pytest.mark.parametrize(("scenario", "seed", "turns"), [("the-ruined-wells", 3, 6), ("runaway-engines", 5, 2)])
def test_at_every_question_of_a_game_hidden_facts_change_nothing(scenario: str, seed: int, turns: int) -> None:
    """Whoever is asked, the other seats' payloads do not depend on the answers that wait in secret."""
    game = random_game(scenario, seed)
    bots = game.players
    game.players = [None] * len(bots)
    game.run()
    tried = 0
    while game.questions and game.battle.turn <= turns:
        question = game.questions[0]
        others = [seat for seat in range(len(bots)) if seat != question.seat]
        secret = len(game.questions) > 1 or bool(game.waiting)
        if secret and len({one.seat for one in game.questions}) > 1 and question.options:
            after = []
            for option in (question.options[0], question.options[-1]):
                twin = game.clone()
                twin.answer(question.seat, question.number(), option.key())
                after.append([payload(twin, seat) for seat in (*others, ONLOOKER)])
            assert after[0] == after[1]
            tried += 1
        game.answer(question.seat, question.number(), answered(game, bots, question))
    assert tried > 10


def answered(game: Game[ChipBattle], bots: list[Any], question: Question) -> str:
    seen = game.system.seen(game.battle, question.seat)
    if question.region is not None:
        return "@" + ",".join(repr(part) for part in bots[question.seat].place(seen, question))
    return str(bots[question.seat].choose(seen, question).key())


@pytest.mark.parametrize("seed", [1, 2])
def test_no_seat_is_ever_told_of_another_s_instructions(seed: int) -> None:
    game = random_game("runaway-engines", seed)
    left = 0
    while not game.battle.finished:
        start = len(game.log)
        game.play_step()
        for seat in (0, 1, ONLOOKER):
            for event in of(told_to(game, start, seat), InstructionLeft):
                assert game.battle.units[event.unit].seat == seat
                left += 1
            if not game.battle.finished:
                seen = game.system.seen(game.battle, seat)
                assert all(unit.instruction == 0 for unit in seen.units if unit.seat != seat)
    assert left > 5
