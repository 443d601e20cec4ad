"""The built-in commander: its answers are legal, its games end, it knows its business, and it beats chance."""

from __future__ import annotations

import pytest
from rules.riskfactor.situation import Skirmish, block, chief, lieutenant, men, row
from tabletop import ground, set_up, sheet_as_printed
from watching import Watching, reasons

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.game import Game
from playsheet.core.geometry import FAR
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.doctrine.commander import Doctrine
from playsheet.rules.riskfactor.doctrine.melee import charge_worth, fire_worth
from playsheet.rules.riskfactor.doctrine.outlook_cache import Outlook
from playsheet.rules.riskfactor.doctrine.ways import officer_way
from playsheet.rules.riskfactor.doctrine.worth import (
    beats,
    chance_of_points,
    command_worth,
    harm_of,
    hit_chance,
    sheltered,
)
from playsheet.rules.riskfactor.ground.sight import watch
from playsheet.rules.riskfactor.options.choices import (
    BREAK_OFF,
    DONE,
    HOLD_FIRE,
    NO_CHARGE,
    STANDING_ORDERS,
    STAY,
    WILL_FIRE,
    WILL_NOT_FIRE,
    Against,
    BuyGroup,
    BuyLink,
    Charge,
    ShootFigure,
    ShootGroup,
    free_actions,
)
from playsheet.rules.riskfactor.system import HERE
from playsheet.rules.riskfactor.terms import Cover, RangeBand, TroopClass, Where

pytestmark = pytest.mark.battles

WALL = ground("wall", "the wall", line=[[30, 30], [90, 30]])
BEYOND_THE_WALL = '[[objectives]]\nkind = "figures-beyond"\nside = 2\nbeyond = "south"\ny = 30\nfigures = 5'


def scenario(id: str) -> Setup:
    return set_up("riskfactor", (HERE / "scenarios" / f"{id}.toml").read_text())


def played(setup: Setup, players: list[str], seed: int) -> Game[RiskBattle]:
    """A game to its end, by one player a side, every answer checked."""
    seats: list[Player | None] = [
        setup.system.doctrine(seat) if players[side] == "doctrine" else RandomPlayer(16 * seed + seat)
        for seat, side in enumerate(setup.sides)
    ]
    game: Game[RiskBattle] = setup.game_with(seats, Seeded(seed), False, [False] * len(seats))
    game.checking = True
    assert game.run()
    return game


# ---------------------------------------------------------------- cheap odds are the sheet's odds


def test_odds_by_hand() -> None:
    rules = sheet_as_printed("riskfactor").rules
    assert hit_chance(rules, RangeBand.SHORT, Cover.OPEN) == 7 / 8
    assert hit_chance(rules, RangeBand.SHORT, Cover.HARD) == 3 / 8
    gunpowder = rules.damages["gunpowder"]
    assert harm_of(rules, gunpowder, TroopClass.VETERAN, wound=1.0) == 4 / 6
    assert harm_of(rules, gunpowder, TroopClass.HERO, wound=0.0) == 3 / 6  # kills only
    assert harm_of(rules, gunpowder, TroopClass.RAW, wound=1.0) == 3 / 6
    assert beats(0, 6) == 15 / 36
    assert beats(2, 6) == 26 / 36
    assert beats(6, 6) == 1.0
    assert beats(-5, 6) == 0.0
    assert chance_of_points(2, 6, 2) == 1.0
    assert chance_of_points(2, 6, 7) == pytest.approx(21 / 36)
    assert chance_of_points(2, 6, 13) == 0.0


# ---------------------------------------------------------------- answers


def asked(table: Skirmish, kind: str, about: str, options: list[Option]) -> Option:
    return Doctrine().choose(table.battle, Question(0, kind, table[about].id, options, None, 0, 0))


def moves(table: Skirmish, name: str) -> list[Option]:
    group = table[name]
    return free_actions(table.battle, group, watch(table.battle, table.battle.members(group), group.side))


def test_it_says_why_it_pays_for_a_squad_and_why_it_shoots() -> None:
    table = Skirmish(
        [lieutenant(60, 15), men("regular-squad", "Squad", row(10, 60, 28.8))],
        [men("warrior-band", "Band", block(20, 60, 70, 10))],
        terrain=[WALL],
        objectives=[BEYOND_THE_WALL],
    )
    squad = table["Squad"]
    asks = Question(0, "command", table["Lieutenant"].id, [DONE, BuyGroup(squad.id, 10)], None, 0, 0)
    assert reasons(Doctrine(), table.battle, asks) == (
        "To command the Squad is worth 1.8 figures for ten points.",
        "Its volley does 1.8 figures more than its men firing at will.",
    )
    asks = Question(0, "fire", squad.id, [HOLD_FIRE, ShootGroup(table["Band"].id)], None, 0, 0)
    assert reasons(Doctrine(), table.battle, asks) == (
        "Shooting at the Band is worth 1.6 figures; nothing else is worth anything.",
        "At 36 cm five shots hit 3.1 times on the average; that puts 1.8 out of action.",
    )


def test_it_pays_for_the_squad_first_and_then_for_the_drummer() -> None:
    table = Skirmish(
        [lieutenant(60, 15), men("drummer", "Drummer", [(66, 15)]), men("regular-squad", "Squad", row(10, 60, 28.8))],
        [men("warrior-band", "Band", block(20, 60, 70, 10))],
        terrain=[WALL],
        objectives=[BEYOND_THE_WALL],
    )
    squad = table["Squad"]
    drummer = BuyLink(table["Drummer"].first, 1, fires=False)
    nco = [BuyLink(squad.first, 1, fires=False), BuyLink(squad.first, 1, fires=True)]
    buy = BuyGroup(squad.id, 10)
    assert asked(table, "command", "Lieutenant", [DONE, drummer, *nco, buy]) is buy
    short = asked(table, "command", "Lieutenant", [DONE, drummer, *nco])
    assert isinstance(short, BuyLink)
    assert short.figure == squad.first  # his dice cost nothing that the squad would not cost anyway
    table.commanded("Squad", "Lieutenant")
    free = BuyLink(squad.first, 0, fires=True)
    assert asked(table, "command", "Lieutenant", [DONE, free]) is free  # the drummer would run about by himself
    assert asked(table, "command", "Lieutenant", [DONE, drummer, free]) is drummer


def test_the_group_whose_volley_counts_is_commanded_before_the_one_that_sees_nobody() -> None:
    table = Skirmish(
        [
            lieutenant(60, 10),
            men("regular-squad", "Near", row(10, 60, 28.8)),
            men("civilians", "Civilians", row(5, 60, 5)),
        ],
        [men("warrior-band", "Band", block(20, 60, 60, 10))],
        terrain=[WALL],
        objectives=[BEYOND_THE_WALL],
    )
    near, civilians = table["Near"], table["Civilians"]
    assert command_worth(table.battle, near) > command_worth(table.battle, civilians)
    options: list[Option] = [DONE, BuyGroup(civilians.id, 5), BuyGroup(near.id, 10)]
    assert asked(table, "command", "Lieutenant", options) is options[2]


def test_an_officer_declares_fire_only_where_it_is_worth_a_die() -> None:
    options: list[Option] = [WILL_NOT_FIRE, WILL_FIRE]
    far = Skirmish([lieutenant(60, 10)], [men("warrior-band", "Band", row(6, 60, 60))])
    assert asked(far, "declare", "Lieutenant", options) is WILL_NOT_FIRE
    alone = Skirmish([lieutenant(60, 10)], [men("warrior-band", "Band", row(6, 60, 18))])
    assert asked(alone, "declare", "Lieutenant", options) is WILL_FIRE
    wanted = Skirmish(
        [lieutenant(60, 10), men("town-militia", "Militia", row(10, 60, 15), loyal_to=["all"])],
        [men("warrior-band", "Band", block(20, 60, 38, 10))],
    )
    assert asked(wanted, "declare", "Lieutenant", options) is WILL_NOT_FIRE


def test_it_shoots_at_those_who_would_come_on() -> None:
    table = Skirmish(
        [lieutenant(60, 5), men("regular-squad", "Squad", row(10, 60, 20))],
        [
            men("warrior-band", "Near", block(20, 40, 55, 10), order="advance"),
            men("warrior-band", "Far", block(20, 80, 110, 10), order="advance"),
        ],
    )
    table.commanded("Squad", "Lieutenant")
    squad = table["Squad"]
    near, far = ShootGroup(table["Near"].id), ShootGroup(table["Far"].id)
    assert asked(table, "fire", "Squad", [HOLD_FIRE, far, near]) is near
    look = Outlook(table.battle, squad)
    assert fire_worth(table.battle, squad, look, table["Near"]) > fire_worth(table.battle, squad, look, table["Far"])


def test_an_officer_shoots_the_chief() -> None:
    table = Skirmish(
        [men("captain", "Captain", [(60, 20)])],
        [men("warrior-band", "Band", row(6, 60, 30)), chief(70, 30)],
    )
    shots: list[Option] = [HOLD_FIRE, ShootFigure(table["Band"].first), ShootFigure(table["Chief"].first)]
    assert asked(table, "fire", "Captain", shots) is shots[2]


def test_spears_charge_what_shoots_and_riflemen_keep_their_wall() -> None:
    table = Skirmish(
        [lieutenant(60, 5), men("regular-squad", "Squad", row(10, 60, 28.8), facing=0)],
        [chief(60, 60), men("warrior-band", "Band", block(20, 60, 42, 10), facing=180)],
        terrain=[WALL],
        objectives=[BEYOND_THE_WALL],
    )
    at_squad, at_band = Charge(table["Squad"].id), Charge(table["Band"].id)
    assert asked(table, "charge", "Band", [NO_CHARGE, at_squad]) is at_squad
    assert asked(table, "charge", "Squad", [NO_CHARGE, at_band]) is NO_CHARGE
    table.commanded("Squad", "Lieutenant")
    assert asked(table, "move", "Squad", moves(table, "Squad")) is STAY


def test_nobody_sends_civilians_into_a_charge() -> None:
    table = Skirmish(
        [lieutenant(60, 5), men("civilians", "Civilians", row(5, 60, 20))],
        [men("warrior-band", "Band", row(20, 60, 30))],
    )
    band = Charge(table["Band"].id)
    assert asked(table, "charge", "Civilians", [NO_CHARGE, band]) is NO_CHARGE
    group = table["Civilians"]
    assert charge_worth(table.battle, group, Outlook(table.battle, group), table["Band"]) < 0.0


@pytest.mark.parametrize("locked", [False, True])
def test_an_officer_goes_in_only_where_his_men_fight(*, locked: bool) -> None:
    band = men("warrior-band", "Band", row(4, 50, 50 if not locked else 32.0))
    table = Skirmish([chief(50, 24), band], [men("recruit-squad", "Foe", row(4, 50, 30), 180.0)])
    assert table.battle.in_contact(table["Foe"]) == locked
    worth = charge_worth(table.battle, table["Chief"], Outlook(table.battle, table["Chief"]), table["Foe"])
    assert (worth > -FAR) == locked


@pytest.mark.parametrize(("x", "y", "stands"), [(48, 22, True), (48, 34, False), (80, 22, False)])
def test_an_officer_behind_his_men_stands_still(x: float, y: float, *, stands: bool) -> None:
    table = Skirmish([lieutenant(x, y), men("regular-squad", "Squad", row(6, 46, 30))], [chief(50, 90)])
    officer = table["Lieutenant"]
    look = Outlook(table.battle, officer)
    way = officer_way(table.battle, officer, look)
    assert ((way.x, way.y) == (look.x, look.y)) == stands


def test_a_drummer_breaks_off_where_riflemen_behind_a_wall_fight_on() -> None:
    table = Skirmish(
        [
            lieutenant(60, 5),
            men("drummer", "Drummer", [(100, 20)]),
            men("regular-squad", "Squad", row(4, 60, 28.9)),
        ],
        [men("warrior-band", "Band", row(4, 60, 32)), men("warrior-band", "Others", [(100, 22), (102, 20)])],
        terrain=[WALL],
        objectives=[BEYOND_THE_WALL],
    )
    table.commanded("Squad", "Lieutenant")
    table.commanded("Drummer", "Lieutenant")
    assert table.battle.in_contact(table["Squad"])
    assert asked(table, "move", "Squad", moves(table, "Squad")) is STAY
    assert asked(table, "move", "Drummer", moves(table, "Drummer")) is BREAK_OFF


def test_of_two_enemies_it_fights_the_wounded_one() -> None:
    table = Skirmish(
        [lieutenant(60, 5), men("regular-squad", "Squad", [(60, 20)])],
        [men("warrior-band", "Band", [(58.5, 21.4), (61.5, 21.4)])],
    )
    table.wound("Band", 1)
    pairs: list[Option] = [Against(table["Squad"].first, enemy) for enemy in table.battle.members(table["Band"])]
    assert asked(table, "pair", "Squad", pairs) is pairs[1]
    assert asked(table, "parting_blow", "Squad", pairs) is pairs[1]


def test_standing_orders_by_what_the_side_is_out_for() -> None:
    table = Skirmish(
        [lieutenant(60, 5), men("regular-squad", "Squad", row(10, 60, 28.8), order="advance")],
        [chief(60, 70), men("warrior-band", "Band", block(20, 60, 60, 10))],
        terrain=[WALL],
        objectives=[BEYOND_THE_WALL],
    )
    assert asked(table, "standing_order", "Squad", STANDING_ORDERS).key() == "order_hold"
    assert asked(table, "standing_order", "Band", STANDING_ORDERS).key() == "order_advance"


# ---------------------------------------------------------------- deployment and whole games


def deployed(id: str) -> RiskBattle:
    setup = scenario(id)
    seats: list[Player | None] = [Doctrine() for _ in setup.seats]
    game: Game[RiskBattle] = setup.game_with(seats, Seeded(1), False, [False] * len(seats))
    game.checking = True
    while game.battle.first_side < 0 or game.battle.to_deploy:
        game.play_step()
    return game.battle


def test_the_picket_lines_its_wall() -> None:
    battle = deployed("the-picket")
    squad = next(group for group in battle.groups if group.card.id == "regular-squad")
    assert sheltered(battle, battle.members(squad))
    assert all(battle.lined[figure] for figure in battle.members(squad))


def test_the_mission_has_its_civilians_in_the_houses_and_its_riflemen_in_cover() -> None:
    battle = deployed("the-mission-station")
    for group in battle.groups:
        if group.side == 0 and not group.leader:
            assert group.place == Where.ON_TABLE
            if group.card.civilian:
                assert all(battle.cover[figure] == Cover.HARD for figure in battle.members(group))
    # Ten abreast are longer than the stretches beside the gates: there only the first rank has the wall before it.
    riflemen = [group for group in battle.groups if group.side == 0 and group.card.volley]
    covered = [figure for group in riflemen for figure in battle.members(group) if sheltered(battle, [figure])]
    assert len(covered) >= 2 * sum(group.start for group in riflemen) / 3


def test_every_question_is_answered_and_games_end() -> None:
    kinds: set[str] = set()
    for id, games in (("the-picket", 2), ("platoon-in-the-wood", 3)):
        setup = scenario(id)
        for seed in range(games):
            seats: list[Player | None] = [Watching(Doctrine()) for _ in setup.seats]
            game: Game[RiskBattle] = setup.game_with(seats, Seeded(seed), True, [False] * len(seats))
            assert game.run()
            assert not game.system.broken_laws(game.battle)
            for seat in seats:
                assert isinstance(seat, Watching)
                kinds |= seat.kinds
    assert {"deploy", "declare", "command", "move_next", "move", "march", "standing_order", "fire"} <= kinds


def test_the_same_game_gets_the_same_answers() -> None:
    setup = scenario("platoon-in-the-wood")
    tallies = [setup.system.tally(played(setup, ["doctrine", "doctrine"], 5).battle) for _ in range(2)]
    assert tallies[0] == tallies[1]


@pytest.mark.parametrize("side", [0, 1])
def test_it_beats_chance_in_the_wood(side: int) -> None:
    """It wins 97 of 100 here on either side; the limit leaves room that chance does not use."""
    setup = scenario("platoon-in-the-wood")
    players = ["random", "random"]
    players[side] = "doctrine"
    wins = sum(played(setup, players, seed).battle.winner == side for seed in range(8))
    assert wins >= 6


def test_the_picket_holds_more_often_than_by_chance() -> None:
    setup = scenario("the-picket")
    held = [
        sum(played(setup, [who, "tables"], seed).battle.winner == 0 for seed in range(8))
        for who in ("doctrine", "random")
    ]
    assert held[0] >= 4
    assert held[0] > held[1]


def test_a_place_to_deploy_is_always_found() -> None:
    """Even where the zone is so narrow that only the region's own samples fit."""
    setup = set_up(
        "riskfactor",
        """id = "narrow"
system = "riskfactor"
title = "Narrow"
blurb = "A test."
size = "small"
table = [120, 120]
turns = 2
[[sides]]
name = "Red"
facing = 0
zones = [[0, 0, 8, 30]]
[[sides.units]]
card = "lieutenant"
[[sides.units]]
card = "regular-squad"
[[sides]]
name = "Blue"
facing = 180
zones = [[0, 90, 120, 120]]
[[sides.units]]
card = "warrior-band"
""",
    )
    game = played(setup, ["doctrine", "tables"], 0)
    assert game.battle.finished
