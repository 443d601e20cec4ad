"""The built-in commander: every question answered, what it likes, what it hides, and what it does not know."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Muster, printed, unit
from watching import Twice, Watching, reasons

from playsheet.core.angles import turn_between
from playsheet.core.asking import Option, Player, Question, Region
from playsheet.core.dice import Seeded
from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY
from playsheet.rules.orderchips.doctrine.commander import Doctrine
from playsheet.rules.orderchips.doctrine.melee import at_least, charge_worth, melee_worth
from playsheet.rules.orderchips.doctrine.outlook import Outlook, is_likely_moving
from playsheet.rules.orderchips.doctrine.shooting import is_threatened
from playsheet.rules.orderchips.doctrine.worth import hit_worth, shot_worth
from playsheet.rules.orderchips.ground.sight import weapon_bears
from playsheet.rules.orderchips.options.acts import acts_of, next_units
from playsheet.rules.orderchips.options.charge import charge_targets
from playsheet.rules.orderchips.options.chips import chip_options
from playsheet.rules.orderchips.options.choices import (
    DONE,
    FIRST,
    HOLD,
    LAST,
    NO,
    Arrow,
    Charge,
    Commit,
    Go,
    Repair,
    Stay,
)
from playsheet.rules.orderchips.options.moves import FormRegion, MoveRegion
from playsheet.rules.orderchips.options.opportunity import window_options
from playsheet.rules.orderchips.options.shooting import shots
from playsheet.rules.orderchips.options.steering import DriveRegion
from playsheet.rules.orderchips.system import HERE
from playsheet.rules.orderchips.table.damage import GetIn
from playsheet.rules.orderchips.table.melee import Strike
from playsheet.rules.orderchips.terms import Arm, Cover, Haywire, Phase, Where
from playsheet.tabletop.machines.machine import STALLED

pytestmark = pytest.mark.battles

ON_THE_WELLS = '[[objectives]]\nkind = "control-point"\nname = "the wells"\nat = [36, 36]\nwithin = 3\npoints = 3'
RUIN = '[[terrain]]\nkind = "ruin"\nname = "the wells"\nrect = [33, 33, 39, 39]'


def asked(muster: Muster, kind: str, about: int, options: list[Option], seat: int = 0) -> Option:
    return Doctrine().choose(muster.battle, Question(seat, kind, about, options, None, 0, 0))


def placed(muster: Muster, kind: str, about: int, region: Region) -> tuple[float, ...]:
    value = Doctrine().place(muster.battle, Question(0, kind, about, [], region, 0, 0))
    assert not region.refusal(value)
    return value


def chip_of(muster: Muster, name: str) -> Option:
    held = muster[name]
    return asked(muster, "chip", held.id, chip_options(muster.battle, held), held.seat)


def windowed(muster: Muster, name: str, mover: int) -> Option:
    battle = muster.battle
    return asked(muster, "window", mover, window_options(battle, 0, [shots(battle, muster[name], interrupt=True)]))


# ---------------------------------------------------------------- what things are worth


def test_worth_is_by_the_sheets_numbers() -> None:
    muster = Muster(
        [unit("line-rifles", "Rifles", 30, 20)],
        [unit("militia", "Foe", 30, 30, 180), unit("steam-tank", "Tank", 50, 50)],
    )
    battle = muster.battle
    muster.chips()
    shot = shots(battle, muster["Rifles"], interrupt=True)[0]
    assert shot.target == muster["Foe"].id
    # Ten dice at 5, and one better for the green: six fall, at 14 points for twelve; then seven heads in ten hold.
    assert shot_worth(battle, shot) == pytest.approx(6 * 14 / 12 + 0.4 * 0.3 * 6 * 14 / 12)
    assert (
        hit_worth(battle, muster["Tank"], -6)
        < hit_worth(battle, muster["Tank"], 0)
        < hit_worth(battle, muster["Tank"], 2)
    )


def test_the_odds_of_a_bonus() -> None:
    muster = Muster([unit("lancers", "Lancers", 30, 20)], [unit("militia", "Foe", 30, 40, 180)])
    bonus = muster["Lancers"].card.charge
    assert bonus is not None
    assert at_least(bonus, 2.0) == pytest.approx(1.0)
    assert at_least(bonus, 12.0) == pytest.approx(1 / 36)
    assert at_least(bonus, 7.0) == pytest.approx(21 / 36)


def test_a_charge_is_worth_more_against_the_weak() -> None:
    worth = []
    for lost in (0, 8):
        muster = Muster([unit("spear-warriors", "Spears", 30, 20)], [unit("line-rifles", "Foe", 30, 28, 180)])
        if lost:
            muster.lose("Foe", lost)
        spears, foe = muster["Spears"], muster["Foe"]
        worth.append(charge_worth(muster.battle, spears, foe, Outlook(muster.battle, spears)))
        assert melee_worth(muster.battle, spears, foe, 1.0) > 0.0
    assert worth[0] < worth[1]
    assert worth[1] > 0.0


# ---------------------------------------------------------------- chips


def test_who_has_a_good_shot_stands_and_who_has_none_goes_on() -> None:
    near = Muster([unit("guard-rifles", "Guard", 30, 20)], [unit("line-rifles", "Foe", 30, 36, 180)])
    assert chip_of(near, "Guard").key() == "stay"
    far = Muster(
        [unit("guard-rifles", "Guard", 36, 10)],
        [unit("line-rifles", "Foe", 36, 70, 180)],
        terrain=[RUIN],
        objectives=ON_THE_WELLS,
    )
    chosen = chip_of(far, "Guard")
    assert isinstance(chosen, Arrow)
    assert turn_between(chosen.bearing, b=0.0) <= 45.0


def test_warriors_go_in_where_rifles_would_shoot() -> None:
    foes = [unit("guard-rifles", "Foe", 30, 29, 180, figures=3)]
    warriors = Muster([unit("spear-warriors", "Men", 30, 20, order="close")], foes)
    chosen = chip_of(warriors, "Men")
    assert isinstance(chosen, Arrow)
    assert turn_between(chosen.bearing, b=0.0) <= 45.0
    warriors.chips(Men=chosen.key(), Foe="stay")
    options = acts_of(warriors.battle, warriors["Men"])
    assert isinstance(asked(warriors, "act", warriors["Men"].id, options), Charge)
    rifles = Muster([unit("guard-rifles", "Men", 30, 20)], [unit("spear-warriors", "Foe", 30, 34, 180)])
    assert chip_of(rifles, "Men").key() == "stay"


def test_it_says_why_it_goes_and_why_it_charges() -> None:
    far = Muster(
        [unit("guard-rifles", "Guard", 36, 10)],
        [unit("line-rifles", "Foe", 36, 70, 180)],
        terrain=[RUIN],
        objectives=ON_THE_WELLS,
    )
    options = chip_options(far.battle, far["Guard"])
    asks = Question(0, "chip", far["Guard"].id, options, None, 0, 0)
    assert reasons(Doctrine(), far.battle, asks) == (
        "The Guard: ground worth 30 points at the end is 24.5 inches away, and time runs short.",
        "The best place that it can reach is worth 30 points more than to stand and shoot.",
    )
    near = Muster(
        [unit("spear-warriors", "Men", 30, 20, order="close")], [unit("guard-rifles", "Foe", 30, 29, 180, figures=3)]
    )
    near.chips(Men="move:0", Foe="stay")
    asks = Question(0, "act", near["Men"].id, list(acts_of(near.battle, near["Men"])), None, 0, 0)
    assert reasons(Doctrine(), near.battle, asks) == (
        "A charge on the Foe is worth 10.9 points.",
        "It is 8 inches to the Foe: it is certain to get there.",
        "Fire on the way in costs 2.6 points; there are five chances in six that it goes in.",
    )


def test_it_bluffs_where_it_costs_little_and_the_same_way_each_time() -> None:
    muster = Muster([unit("militia", "Men", 30, 10)], [unit("line-rifles", "Foe", 30, 62, 180)], turns=40)
    said = []
    for turn in range(1, 25):
        muster.battle.turn = turn
        chosen = chip_of(muster, "Men")
        assert chosen.key() == chip_of(muster, "Men").key()
        said.append(chosen.key())
    assert len({key for key in said if key.startswith("move")}) > 1  # arrows do not tell exactly where it goes
    idle = Muster(
        [unit("militia", "Men", 36, 37)],
        [unit("line-rifles", "Foe", 36, 2, 0)],
        terrain=[RUIN],
        objectives=ON_THE_WELLS,
        turns=40,
    )
    kinds = set()
    for turn in range(1, 25):
        idle.battle.turn = turn
        kinds.add(type(chip_of(idle, "Men")))
    assert kinds == {Stay, Arrow}


def test_it_guesses_chips_from_what_it_sees() -> None:
    muster = Muster(
        [unit("line-rifles", "Rifles", 30, 20)],
        [
            unit("field-gun", "Gun", 10, 60, 180),
            unit("spear-warriors", "Spears", 30, 40, 180),
            unit("line-rifles", "Near", 34, 30, 180),
            unit("line-rifles", "Far", 60, 60, 180),
        ],
    )
    guessed = {name: is_likely_moving(muster.battle, muster[name]) for name in ("Gun", "Spears", "Near", "Far")}
    assert guessed == {"Gun": False, "Spears": True, "Near": False, "Far": True}
    muster.chips(Near="move:180", Spears="stay")
    assert is_likely_moving(muster.battle, muster["Near"])
    assert not is_likely_moving(muster.battle, muster["Spears"])


def test_in_melee_it_fights_on_but_a_man_alone_gets_away() -> None:
    muster = Muster([unit("scientist", "Doctor", 30, 20)], [unit("militia", "Foe", 30, 21, 180)])
    muster.lock("Doctor", "Foe")
    assert isinstance(chip_of(muster, "Doctor"), Arrow)
    assert chip_of(muster, "Foe").key() == "stay"
    muster.chips(Doctor="move:180", Foe="stay")
    region = MoveRegion(muster.battle, muster["Doctor"], muster["Doctor"].order)
    assert placed(muster, "move", muster["Doctor"].id, region)[3] < 19.0


# ---------------------------------------------------------------- fire


def test_it_keeps_its_fire_for_the_charge() -> None:
    muster = Muster([unit("line-rifles", "Rifles", 30, 20)], [unit("spear-warriors", "Spears", 30, 30, 180)])
    muster.chips(Rifles="stay", Spears="move:180")
    muster.phase(Phase.REVEALED)
    assert is_threatened(muster.battle, muster["Rifles"])
    assert windowed(muster, "Rifles", NOBODY) is HOLD
    muster.phase(Phase.MOVES)
    assert windowed(muster, "Rifles", muster["Spears"].id) is HOLD  # it only moves
    muster["Spears"].charging = True
    muster["Spears"].target = muster["Rifles"].id
    assert isinstance(windowed(muster, "Rifles", muster["Spears"].id), Commit)


def test_whom_nobody_threatens_fires_first() -> None:
    muster = Muster([unit("line-rifles", "Rifles", 30, 20)], [unit("line-rifles", "Foe", 30, 31, 180)])
    muster.chips()
    muster.phase(Phase.REVEALED)
    chosen = windowed(muster, "Rifles", NOBODY)
    assert isinstance(chosen, Commit)
    assert [shot.target for shot in chosen.shots] == [muster["Foe"].id]


def test_one_who_may_still_be_charged_by_another_does_not_waste_his_volley() -> None:
    muster = Muster(
        [unit("line-rifles", "Rifles", 30, 20), unit("militia", "Others", 50, 20)],
        [unit("spear-warriors", "First", 50, 29, 180), unit("spear-warriors", "Second", 30, 29, 180)],
    )
    muster.chips(First="move:180", Second="move:180")
    muster.phase(Phase.MOVES)
    muster["First"].charging = True
    muster["First"].target = muster["Others"].id
    assert windowed(muster, "Rifles", muster["First"].id) is HOLD
    muster["Second"].moved = True
    assert isinstance(windowed(muster, "Rifles", muster["First"].id), Commit)


def test_it_shoots_before_friends_go_in() -> None:
    muster = Muster(
        [unit("line-rifles", "Rifles", 30, 20), unit("lancers", "Lancers", 40, 20)],
        [unit("line-rifles", "Foe", 30, 31, 180)],
    )
    muster.chips(Lancers="move:315")
    muster.phase(Phase.MOVES)
    battle = muster.battle
    volleys = [
        option
        for option in window_options(battle, 0, [shots(battle, muster["Rifles"], interrupt=True)])
        if isinstance(option, Commit)
    ]
    assert isinstance(asked(muster, "next", NOBODY, [*next_units(battle, 0), *volleys]), Commit)


# ---------------------------------------------------------------- moves


def test_it_ends_in_cover_on_the_ground_it_wants() -> None:
    muster = Muster(
        [unit("line-rifles", "Rifles", 36, 29, 0, 5)],
        [unit("line-rifles", "Foe", 36, 60, 180)],
        terrain=[RUIN],
        objectives=ON_THE_WELLS,
    )
    chosen = chip_of(muster, "Rifles")
    assert isinstance(chosen, Arrow)
    muster.chips(Rifles=chosen.key())
    held = muster["Rifles"]
    value = placed(muster, "move", held.id, MoveRegion(muster.battle, held, held.order))
    assert muster.battle.land.area_cover(value[2], value[3]) == Cover.HEAVY


def test_a_standing_unit_turns_to_whom_it_can_shoot_at() -> None:
    muster = Muster([unit("field-gun", "Gun", 30, 20, 180)], [unit("line-rifles", "Foe", 30, 50, 180)])
    muster.chips()
    muster.phase(Phase.MOVES)
    held = muster["Gun"]
    assert asked(muster, "next", NOBODY, next_units(muster.battle, 0)).key() == f"unit:{held.id}"
    options = acts_of(muster.battle, held)
    assert isinstance(asked(muster, "act", held.id, options), Go)
    facing, _ = placed(muster, "form", held.id, FormRegion(muster.battle, held, held.order))
    assert turn_between(facing, b=0.0) < 10.0


def test_nobody_who_stands_well_is_picked() -> None:
    muster = Muster([unit("line-rifles", "Rifles", 30, 20)], [unit("line-rifles", "Foe", 30, 31, 180)])
    muster.chips()
    muster["Rifles"].fired = True
    muster.phase(Phase.MOVES)
    assert asked(muster, "next", NOBODY, next_units(muster.battle, 0)) is DONE


def test_first_to_charge_else_last() -> None:
    for foe, wanted in (((30, 28), FIRST), ((30, 60), LAST)):
        muster = Muster([unit("spear-warriors", "Men", 30, 20)], [unit("militia", "Foe", *foe, 180, figures=3)])
        muster.chips(Men="move:0")
        assert asked(muster, "first", NOBODY, [FIRST, LAST]) is wanted
        assert bool(charge_targets(muster.battle, muster["Men"])) == (wanted is FIRST)


# ---------------------------------------------------------------- machines and notable persons


def test_a_machine_whose_weapons_bear_spares_its_engine_and_another_turns() -> None:
    foe = unit("line-rifles", "Foe", 30, 50, 180)
    stands = Muster([unit("steam-car", "Car", 30, 36, 0)], [foe])
    assert chip_of(stands, "Car").key() == "stay"
    turned = Muster([unit("steam-car", "Car", 30, 36, 90)], [foe])
    chosen = chip_of(turned, "Car")
    assert isinstance(chosen, Arrow)
    turned.chips(Car=chosen.key(), Foe="blank")
    car = turned["Car"]
    facing, inches = placed(turned, "drive", car.id, DriveRegion(turned.battle, car))
    turned.act("Car", "act drive", f"drive {facing},{inches}", dice=[1])
    assert car.hull is not None
    assert car.card.machine is not None
    assert weapon_bears(turned.battle, car.hull, car.card.machine.weapons[0], *turned.battle.middle(turned["Foe"]))


def test_a_stopped_engine_is_started() -> None:
    muster = Muster([unit("drill-mole", "Mole", 30, 20)], [unit("line-rifles", "Foe", 30, 50, 180)])
    muster.machine("Mole", engine=STALLED)
    assert isinstance(chip_of(muster, "Mole"), Arrow)


def test_a_scientist_keeps_near_his_automata_and_mends_them() -> None:
    muster = Muster(
        [unit("clockwork-soldier", "Soldier", 30, 30), unit("scientist", "Doctor", 30, 20)],
        [unit("line-rifles", "Foe", 30, 60, 180)],
    )
    chosen = chip_of(muster, "Doctor")
    assert isinstance(chosen, Arrow)
    assert turn_between(chosen.bearing, b=0.0) <= 45.0
    muster.chips(Doctor=chosen.key())
    doctor = muster["Doctor"]
    value = placed(muster, "move", doctor.id, MoveRegion(muster.battle, doctor, doctor.order))
    assert value[3] > 25.0  # toward it ...
    assert value[3] < 29.5  # ... and behind it
    muster.machine("Soldier", haywire=Haywire.JAMS)
    options: list[Option] = [Go(doctor.order, changes=False, stands=False), Repair(muster["Soldier"].id)]
    assert isinstance(asked(muster, "act", doctor.id, options), Repair)
    assert isinstance(asked(muster, "repair", doctor.id, [Repair(muster["Soldier"].id), NO]), Repair)


def test_who_gets_into_a_prize_and_whom_a_figure_strikes() -> None:
    muster = Muster(
        [unit("sappers", "Sappers", 30, 20)], [unit("steam-tank", "Tank", 50, 50), unit("militia", "Foe", 30, 40, 180)]
    )
    ways: list[Option] = [GetIn(muster["Sappers"].id, muster["Tank"].id, figures) for figures in range(1, 5)]
    assert asked(muster, "get_in", muster["Tank"].id, ways) is ways[1]  # two weapons
    man = muster["Sappers"].first
    blows: list[Option] = [Strike(man, muster["Foe"].id, -1), Strike(man, muster["Tank"].id, -1)]
    assert asked(muster, "fight", man, blows) is blows[1]


# ---------------------------------------------------------------- whole games


def scenario(id: str) -> Setup:
    held = printed().read_scenario(HERE / "scenarios" / f"{id}.toml")
    return Setup(printed().configured(held.settings, held.file, []), held, [])


def played(setup: Setup, players: list[str], seed: int) -> Game[ChipBattle]:
    """A game to its end, every answer checked, no law broken at the end."""
    seats: list[Player | None] = [
        setup.system.doctrine(seat) if name == "doctrine" else RandomPlayer(16 * seed + seat)
        for seat, name in enumerate(players)
    ]
    game: Game[ChipBattle] = setup.game_with(seats, Seeded(seed), False, [False, False])
    game.checking = True
    assert game.run()
    assert not game.system.broken_laws(game.battle)
    return game


def test_every_question_is_answered_and_games_end() -> None:
    kinds: set[str] = set()
    for id, games in (("the-ruined-wells", 3), ("runaway-engines", 2)):
        setup = scenario(id)
        for seed in range(games):
            watching = [Watching(Doctrine()), Watching(Doctrine())]
            game: Game[ChipBattle] = setup.game_with([*watching], Seeded(seed), True, [False, False])
            assert game.run()
            assert not game.system.broken_laws(game.battle)
            kinds |= watching[0].kinds | watching[1].kinds
    wanted = {"deploy", "start_with", "chip", "window", "first", "next", "act", "move", "drive", "form", "fire"}
    assert wanted <= kinds


def test_the_same_game_gets_the_same_answers() -> None:
    setup = scenario("runaway-engines")
    tallies = [setup.system.tally(played(setup, ["doctrine", "doctrine"], 5).battle) for _ in range(2)]
    assert tallies[0] == tallies[1]


@pytest.mark.parametrize(("id", "games", "least"), [("the-ruined-wells", 8, 7), ("runaway-engines", 4, 3)])
@pytest.mark.parametrize("mine", [0, 1])
def test_it_beats_chance(id: str, games: int, least: int, mine: int) -> None:
    """It wins at least nine in ten of either; the limit leaves room that chance hardly ever uses."""
    setup = scenario(id)
    players = ["random", "random"]
    players[mine] = "doctrine"
    assert sum(played(setup, players, seed).battle.winner == mine for seed in range(games)) >= least


def test_scientists_start_and_stay_near_automata() -> None:
    setup = scenario("runaway-engines")
    game: Game[ChipBattle] = setup.game_with([Doctrine(), Doctrine()], Seeded(2), False, [False, False])
    while game.battle.turn < 3:
        game.play_step()
        battle = game.battle
        if battle.to_deploy:
            continue
        automata = [held for held in battle.units if held.kind == Arm.AUTOMATON and held.has_machine()]
        for held in battle.units:
            if held.card.scientist and held.place == Where.ON_TABLE and automata:
                assert min(spacing(*battle.at(held.first), *battle.at(each.model)) for each in automata) < 16.0


def test_it_does_not_know_what_is_hidden() -> None:
    """Others' standing instructions may be what they like: its answers are the same."""
    setup = scenario("runaway-engines")
    twice = Twice(Doctrine(), 0)
    game: Game[ChipBattle] = setup.game_with([twice, RandomPlayer(3)], Seeded(3), False, [False, False])
    twice.game = game
    while game.battle.turn < 5 and not game.battle.finished:
        game.play_step()
    assert twice.tried > 20


def test_an_arrow_leads_where_it_goes() -> None:
    """However an arrow is tilted, the unit gets on."""
    muster = Muster([unit("line-rifles", "Men", 10, 10)], [unit("line-rifles", "Foe", 60, 60, 180)], turns=40)
    tried = 0
    for turn in range(1, 12):
        muster.battle.turn = turn
        chosen = chip_of(muster, "Men")
        if isinstance(chosen, Arrow):
            muster.chips(Men=chosen.key())
            value = placed(muster, "move", 0, MoveRegion(muster.battle, muster["Men"], muster["Men"].order))
            assert spacing(value[2], value[3], 60, 60) < spacing(10, 10, 60, 60) - 3.0
            tried += 1
    assert tried > 5
