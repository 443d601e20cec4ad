"""What is shown: plain data that agrees with the battle, a roster, marks, the deck; nothing that nobody may know."""

from __future__ import annotations

import json

import pytest
from rules.gaslight.situation import PIT, Yard, crew, extra, figures, machine, men, row, setup_of
from tabletop import ground

from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Throw
from playsheet.core.figures import LOST
from playsheet.core.game import GAME_MASTER, ONLOOKER, Game
from playsheet.core.measuring import Measured, Spot
from playsheet.core.telling import Mark, Standing
from playsheet.rules.gaslight.battle.events import Attached
from playsheet.rules.gaslight.battle.fight_events import Froze, GunHit, Struck
from playsheet.rules.gaslight.battle.machine_events import MachineHarmed
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.system import load
from playsheet.rules.gaslight.table.damage import lose_machine
from playsheet.rules.gaslight.terms import ModelMark, Phase, ShotKind, Where
from playsheet.tabletop.machines.charts import STEERING
from playsheet.tabletop.machines.machine import ABANDONED, EXPLODED

SHAPES = {
    "foot", "horse", "gun", "gatling", "crew", "vehicle", "walker", "beast", "leader", "mounted-leader", "wreck",
}  # fmt: skip


def pit() -> Game[GaslightBattle]:
    return setup_of(PIT).game(["random", "random"], 4, True)


def play(game: Game[GaslightBattle], steps: int) -> None:
    for _ in range(steps):
        if not game.battle.finished:
            game.play_step()


# ---------------------------------------------------------------- the view


def test_every_view_is_plain_json_and_the_same_for_everybody() -> None:
    game = pit()
    for _ in range(40):
        play(game, 8)
        views = [game.system.view(game.battle, seat) for seat in (0, 1, GAME_MASTER, ONLOOKER)]
        assert json.loads(json.dumps(views[0])) == views[0]
        assert all(view == views[0] for view in views)


def test_the_order_of_the_deck_is_nowhere() -> None:
    """Cards are drawn from a heap without an order: what is left is a number, and no order of it makes a difference."""
    game = pit()
    while not game.battle.deck.drawn:
        game.play_step()
    battle = game.battle
    view = game.system.view(battle, 0)
    assert view["deck"] == {"left": len(battle.deck.left), "drawn": battle.deck.drawn}
    twin = battle.clone()
    twin.deck.left = twin.deck.left[::-1]
    assert json.dumps(game.system.view(twin, 0)) == json.dumps(view)
    assert shown(game, twin) == shown(game, battle)
    throw = Throw("Draw a card", "deck")
    mine = [battle.deck.pick(dice, throw) for dice in (Seeded(seed) for seed in range(200))]
    other = [twin.deck.pick(dice, throw) for dice in (Seeded(seed) for seed in range(200))]
    assert sorted(set(mine)) == sorted(set(other)) == sorted(set(battle.deck.left))


def shown(game: Game[GaslightBattle], battle: GaslightBattle) -> str:
    """Everything that a client is sent of the table."""
    track = game.system.track(battle)
    assert track is not None
    return json.dumps(
        [
            [vars_of(standing) for standing in game.system.roster(battle)],
            [vars_of(mark) for mark in game.system.marks(battle)],
            [vars_of(mark) for mark in game.system.fallen(battle)],
            [track.names, track.units, track.now, track.left],
            game.system.score(battle),
        ]
    )


def vars_of(thing: Standing | Mark) -> dict[str, object]:
    plain = dict(vars(thing))
    plain["signs"] = [[sign.sign, sign.said] for sign in thing.signs]
    if isinstance(thing, Standing):
        plain["facts"] = [[fact.name, fact.value] for fact in thing.facts]
    return plain


def test_a_figure_and_a_machine_in_the_view() -> None:
    yard = Yard(
        [machine("gl-steam-tank", "Tank", 30, 10), men("gl-volunteers", "Volunteers", row(10, 30, 20))],
        [men("gl-12-pounder", "Gun", crew(30, 40, 5), at=(30, 40))],
    )
    yard.game.tell(Froze(yard["Volunteers"].first + 2, "R17"))
    view = yard.setup.system.view(yard.battle, 0)
    units = view["units"]
    assert isinstance(units, list)
    tank, volunteers, gun = units
    assert tank["machine"]["hull"] == [30.0, 10.0, 0.0]
    assert [tank["machine"][name] for name in ("save", "shoot", "sustain", "speed")] == [12, 12, 17, 8]
    assert [weapon["loaded"] for weapon in tank["machine"]["weapons"]] == [True, True]
    assert all(figure["aboard"] for figure in tank["figures"])
    assert volunteers["quality"] == "green"
    assert volunteers["figures"][2]["frozen"]
    assert volunteers["figures"][0]["weapon"] == "single-shot-pistol"
    assert gun["gun"]["loaded"]
    assert (gun["gun"]["x"], gun["gun"]["y"]) == (30.0, 40.0)


# ---------------------------------------------------------------- marks and roster in play


def test_marks_and_roster_agree_with_the_battle_at_every_step() -> None:
    game = pit()
    while not game.battle.finished:
        play(game, 7)
        battle = game.battle
        agree(battle, game.system.marks(battle), game.system.roster(battle))
        track = game.system.track(battle)
        assert (track is None) == (battle.phase == Phase.DEPLOYING)
        if track is not None:
            assert track.kind == "deck"
            assert track.left == len(battle.deck.left)
            assert track.names == [battle.units[card].name for card in track.units]
            assert -1 <= track.now < len(track.names)


def has_model(battle: GaslightBattle, unit: Unit) -> bool:
    return unit.hull is not None or (unit.place == Where.ON_TABLE and battle.gun_of(unit) >= 0)


def agree(battle: GaslightBattle, marks: list[Mark], roster: list[Standing]) -> None:
    drawn = [mark.figure for mark in marks]
    assert len(drawn) == len(set(drawn))
    for unit in battle.units:
        standing = roster[unit.id]
        mine = [mark for mark in marks if mark.unit == unit.id]
        aboard = battle.aboard(unit) if unit.place == Where.ON_TABLE else []
        models = [mark for mark in mine if mark.figure >= battle.men]
        waiting = unit.start if unit.place == Where.WAITING else 0
        assert len(mine) - len(models) + len(aboard) + waiting == standing.figures, unit.name
        assert len(models) == (1 if has_model(battle, unit) else 0)
        assert standing.on_table == (unit.place in (Where.ON_TABLE, Where.ATTACHED))
        assert standing.seat == unit.seat
        assert (standing.at is not None) == standing.on_table
        for sign in standing.signs:
            assert sign.said.endswith("."), sign.said
            assert sign.said[0].isupper(), sign.said
    for mark in marks:
        assert mark.shape in SHAPES
        assert (mark.x, mark.y) == battle.at(mark.figure)
        assert mark.width > 0.0
        assert (mark.depth > 0.0) == (mark.shape in ("vehicle", "walker", "wreck"))
        if mark.figure < battle.men:
            assert not battle.marked(mark.figure, ModelMark.ABOARD)
            assert any(sign.sign == "frozen" for sign in mark.signs) or not battle.marked(mark.figure, ModelMark.FROZEN)


# ---------------------------------------------------------------- single things


def everything() -> Yard:
    return Yard(
        [
            men("gl-redcoats", "Redcoats", row(10, 20, 20)),
            men("gl-lancers", "Lancers", row(8, 20, 12, 2.0)),
            men("gl-gatling", "Gatling", crew(40, 20, 4), at=(40, 20)),
            machine("gl-steam-tank", "Tank", 50, 20),
            men("gl-hero", "Hero", [(30, 20)]),
        ],
        [
            men("gl-12-pounder", "Gun", crew(40, 40, 5), at=(40, 40)),
            machine("gl-walker", "Walker", 50, 40, 180),
            men("gl-great-ape", "Ape", [(30, 40)], 180),
        ],
    )


@pytest.mark.parametrize(
    ("name", "arm", "shapes"),
    [
        ("Redcoats", "foot", ["leader", "leader"] + ["foot"] * 8),
        ("Lancers", "horse", ["mounted-leader"] + ["horse"] * 7),
        ("Gatling", "gun", ["gatling"] + ["crew"] * 4),
        ("Tank", "vehicle", ["vehicle"]),
        ("Hero", "leader", ["leader"]),
        ("Gun", "gun", ["gun"] + ["crew"] * 5),
        ("Walker", "vehicle", ["walker"]),
        ("Ape", "beast", ["beast"]),
    ],
)
def test_arms_and_shapes(name: str, arm: str, shapes: list[str]) -> None:
    yard = everything()
    system = yard.setup.system
    unit = yard[name]
    assert system.roster(yard.battle)[unit.id].arm == arm
    found = [mark.shape for mark in system.marks(yard.battle) if mark.unit == unit.id]
    assert sorted(found) == sorted(shapes)


def test_characters_are_drawn_on_top_of_all_others() -> None:
    yard = everything()
    marks = yard.setup.system.marks(yard.battle)
    order = [2 if mark.figure < yard.battle.men and yard.battle.is_character(mark.figure) else 1 for mark in marks]
    models = [0 if mark.figure >= yard.battle.men else rank for mark, rank in zip(marks, order)]
    assert models == sorted(models)


def test_roles_bases_and_signs_of_a_figure() -> None:
    yard = everything()
    yard.battle.commanders = [yard["Hero"].first, -1]
    marks = {mark.figure: mark for mark in yard.setup.system.marks(yard.battle)}
    redcoats = yard["Redcoats"]
    assert marks[redcoats.first].role == "officer (leader)"
    assert marks[redcoats.first + 1].role == "sergeant (veteran)"
    assert marks[redcoats.first + 2].role == ""
    assert marks[yard["Hero"].first].role == "hero, army commander"
    assert [sign.sign for sign in marks[redcoats.first].signs] == ["leads"]
    assert (marks[redcoats.first].width, marks[yard["Lancers"].first].width) == (1.0, 1.5)
    tank = marks[yard["Tank"].model]
    assert (tank.width, tank.depth) == (3.0, 6.0)


def test_the_card_of_a_unit_as_facts() -> None:
    yard = everything()
    roster = yard.setup.system.roster(yard.battle)

    def facts(name: str) -> dict[str, str]:
        return {fact.name: fact.value for fact in roster[yard[name].id].facts}

    redcoats = facts("Redcoats")
    assert redcoats["Quality"] == "regular, drilled"
    assert redcoats["Officer (leader)"].startswith("Shoot 12, Scuffle 12, Save 11, ")
    assert redcoats["8 redcoats"].startswith("Shoot 9, Scuffle 9, ")
    assert redcoats["Led by"] == "the officer"
    assert facts("Hero")["Cards"] == "2"
    tank = facts("Tank")
    assert (tank["Speed"], tank["Spin"], tank["Save"]) == ("8", "60 degrees", "12")
    assert tank["Hull"] == "6 x 3 inches, closed"
    assert tank["Turret Gatling"].endswith("no reloading")
    assert facts("Walker")["Scuffle"] == "11, 2 dice, special melee weapon"
    assert facts("Ape")["Beast"] == "Scuffle 13, Save 11"


def test_damage_shows_in_facts_states_and_signs() -> None:
    yard = everything()
    tank = yard["Tank"]
    held = yard.battle.machine_of(tank)
    held.stats[0] = 9
    held.steers = False
    held.engine = 1
    held.timer = 2
    held.weapons[1] = 0
    yard.game.tell(MachineHarmed(tank.id, STEERING, -1, 0, False, held.state(), ""))
    standing = yard.setup.system.roster(yard.battle)[tank.id]
    facts = {fact.name: fact.value for fact in standing.facts}
    assert facts["Save"] == "9 (whole 12)"
    assert facts["Turret Gatling"].endswith(", destroyed")
    assert standing.state == ["engine stalled", "steering jammed", "steam for 2 more turns", "turret Gatling destroyed"]
    assert [sign.sign for sign in standing.signs] == ["stalled", "steering", "steam"]
    assert standing.shaken


def test_a_check_that_is_due_and_a_lost_leader() -> None:
    yard = everything()
    redcoats = yard["Redcoats"]
    yard.game.tell(Struck(redcoats.first, False, yard["Gun"].id, ShotKind.AIMED))
    standing = yard.setup.system.roster(yard.battle)[redcoats.id]
    assert standing.state == ["leaderless", "must check morale"]
    assert [sign.sign for sign in standing.signs] == ["faltering", "leaderless"]
    assert standing.signs[0].said == "Must check morale on its next card: it has lost figures."
    assert standing.figures == 9
    fallen = yard.setup.system.fallen(yard.battle)
    assert [(mark.figure, mark.unit, mark.signs) for mark in fallen] == [(redcoats.first, redcoats.id, [])]
    assert (fallen[0].x, fallen[0].y) == yard.battle.at(redcoats.first)


def test_a_gun_unloaded_then_destroyed() -> None:
    yard = everything()
    gun = yard["Gun"]
    yard.battle.unmark(gun.model, ModelMark.LOADED)
    assert yard.setup.system.roster(yard.battle)[gun.id].state == ["gun unloaded"]
    yard.game.tell(GunHit(gun.id, True, "R61"))
    assert yard.setup.system.roster(yard.battle)[gun.id].state == ["gun destroyed"]
    assert [mark.shape for mark in yard.setup.system.marks(yard.battle) if mark.unit == gun.id] == ["crew"] * 5


def test_an_attached_character_stays_in_the_roster_and_on_the_map() -> None:
    yard = everything()
    hero = yard["Hero"]
    yard.game.tell(Attached(hero.id, yard["Redcoats"].id, False, "R7"))
    system = yard.setup.system
    standing = system.roster(yard.battle)[hero.id]
    assert standing.state == ["with Redcoats"]
    assert standing.on_table
    assert standing.at == (30.0, 20.0, 0.0)
    assert [mark.figure for mark in system.marks(yard.battle) if mark.unit == hero.id] == [hero.first]
    assert system.roster(yard.battle)[yard["Redcoats"].id].figures == 10


def test_a_wreck_is_drawn_and_an_exploded_machine_is_not() -> None:
    yard = everything()
    tank = yard["Tank"]
    yard.do(lambda: lose_machine(yard.game, tank, ABANDONED, 5))
    marks = yard.setup.system.marks(yard.battle)
    assert [mark.shape for mark in marks if mark.unit == tank.id] == ["wreck"] + ["crew"] * 4
    assert yard.setup.system.roster(yard.battle)[tank.id].state[0] == "machine abandoned"
    walker = yard["Walker"]
    yard.battle.units[walker.id].machine = (EXPLODED, *walker.machine[1:])
    yard.battle.units[walker.id].hull = None
    assert [mark for mark in yard.setup.system.marks(yard.battle) if mark.unit == walker.id] == []


def test_those_who_ran_left_nothing_behind() -> None:
    game = pit()
    while not game.battle.finished:
        play(game, 50)
    battle = game.battle
    fallen = [mark.figure for mark in game.system.fallen(battle)]
    lost = [figure for figure in range(battle.men) if battle.figures.state[figure] == LOST]
    assert lost
    assert set(fallen) == {figure for figure in lost if battle.units[battle.home[figure]].card.machine is None}


# ---------------------------------------------------------------- measuring


def measured(yard: Yard, one: str, other: str) -> Measured:
    return yard.setup.system.measured(yard.battle, Spot(0, 0, yard[one].id), Spot(0, 0, yard[other].id))


def facts_of(found: Measured) -> dict[str, object]:
    return {fact.name: fact.value for fact in found.facts}


def test_from_a_unit_to_a_unit() -> None:
    yard = Yard(
        [men("gl-redcoats", "Redcoats", row(4, 30, 20), figures=figures(extra(4)))],
        [men("gl-volunteers", "Volunteers", row(4, 30, 31), 180, figures=figures(extra(4)))],
        [ground("wall", "the wall", line=[[20, 30.2], [40, 30.2]])],
    )
    found = measured(yard, "Redcoats", "Volunteers")
    facts = facts_of(found)
    assert facts["range"] == pytest.approx(11.0)
    assert facts["arc"] is True
    assert facts["cover"] == "hard"
    assert facts["band"] == "short range"
    assert found.sight is not None
    assert found.sight.blocked_by == ""
    assert json.loads(json.dumps(found.data()))["distance"] == pytest.approx(11.0)


def test_what_stands_between() -> None:
    yard = Yard(
        [men("gl-redcoats", "Redcoats", row(10, 30, 10))],
        [men("gl-volunteers", "Volunteers", row(10, 30, 31), 180)],
        [ground("woods", "the wood", rect=[10, 18, 50, 24])],
    )
    found = measured(yard, "Redcoats", "Volunteers")
    assert found.sight is not None
    assert found.sight.blocked_by == "the wood"
    to_point = yard.setup.system.measured(yard.battle, Spot(0, 0, yard["Redcoats"].id), Spot(30, 40))
    assert to_point.sight is not None
    assert to_point.sight.blocked_by == "the wood"
    assert to_point.distance == pytest.approx(30.0)


def test_from_a_muzzle_to_a_hull() -> None:
    yard = Yard(
        [men("gl-12-pounder", "Gun", crew(30, 10, 5), at=(30, 10))],
        [machine("gl-steam-car", "Car", 30, 30, 180)],
    )
    found = facts_of(measured(yard, "Gun", "Car"))
    assert found["machine range"] == pytest.approx(17.0)  # from y 11 to the hull's edge at y 28
    assert found["crew range"] == pytest.approx(19.0)
    assert found["crew cover"] == "hard"
    assert found["machine cover"] == "none"
    back = facts_of(measured(yard, "Car", "Gun"))
    assert back["arc"] is True
    assert back["band"] == "long range"  # the crew's centre is more than 18 inches from the muzzle


def test_which_weapons_bear() -> None:
    yard = Yard(
        [machine("gl-steam-tank", "Tank", 30, 30, 90)],
        [men("gl-hero", "Hero", [(30, 45)], 180)],
    )
    found = {fact.name: fact for fact in measured(yard, "Tank", "Hero").facts}
    assert found["arc"].said == "the turret Gatling bears"


def test_cover_against_a_point_and_at_a_point() -> None:
    yard = Yard(
        [men("gl-redcoats", "Redcoats", row(10, 30, 10))],
        [men("gl-volunteers", "Volunteers", row(10, 30, 31), 180)],
        [ground("woods", "the wood", rect=[10, 28, 50, 34]), ground("wall", "the wall", line=[[50, 19], [60, 19]])],
    )
    system = yard.setup.system
    from_point = system.measured(yard.battle, Spot(30, 5), Spot(0, 0, yard["Volunteers"].id))
    assert facts_of(from_point) == {"cover": "light"}
    assert from_point.sight is not None
    assert from_point.sight.blocked_by == ""
    behind = system.measured(yard.battle, Spot(55, 5), Spot(55, 19.8))
    assert facts_of(behind) == {"cover": "hard"}
    before = system.measured(yard.battle, Spot(55, 5), Spot(55, 18.2))
    assert facts_of(before) == {"cover": "none"}
    beyond = system.measured(yard.battle, Spot(30, 5), Spot(30, 40))
    assert beyond.sight is not None
    assert beyond.sight.blocked_by == "the wood"


def test_a_point_to_a_point_and_what_is_not_there() -> None:
    yard = everything()
    system = yard.setup.system
    assert system.measured(yard.battle, Spot(0, 0), Spot(3, 4)).distance == pytest.approx(5.0)
    with pytest.raises(Refused, match="no unit 99"):
        system.measured(yard.battle, Spot(0, 0, 99), Spot(3, 4))


def test_the_blurb_is_a_paragraph() -> None:
    blurb = load().blurb()
    assert blurb.endswith(".")
    assert len(blurb.split()) > 40
