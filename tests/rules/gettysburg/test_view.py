"""What a seat may know (R17), what is measured, and a game master's word (R106)."""

from __future__ import annotations

from typing import Any

import pytest
from rules.gettysburg.situation import Field, brigade, foot, general, ground
from tabletop import cited, one

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.game import GAME_MASTER, ONLOOKER
from playsheet.core.measuring import Spot
from playsheet.core.system import System
from playsheet.players.random import RandomPlayer
from playsheet.rules.gettysburg.battle.command_events import OrderChanged
from playsheet.rules.gettysburg.battle.events import GroundAdded, SwitchTurned, UnitAdded
from playsheet.rules.gettysburg.battle.fight_events import MoraleTested
from playsheet.rules.gettysburg.battle.move_events import CaughtFire, Moved
from playsheet.rules.gettysburg.shown.view import guessed, scrambled, seen_by
from playsheet.rules.gettysburg.terms import STATES, Order, Phase, UnitState


def face_down() -> Field:
    return Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 20, 0)], orders=("hold", "assault"))


# ---------------------------------------------------------------- hidden orders


@pytest.mark.parametrize(("seat", "own", "other"), [(0, "hold", None), (1, None, "assault"), (ONLOOKER, None, None)])
def test_each_side_sees_its_own_orders_only(seat: int, own: str | None, other: str | None) -> None:
    view = face_down().game.system.view(face_down().battle, seat)
    brigades = view["brigades"]
    assert isinstance(brigades, list)
    assert [held["order"] for held in brigades] == [own, other]
    divisions = view["divisions"]
    assert isinstance(divisions, list)
    assert [held["order"] is not None for held in divisions] == [seat == 0, seat == 1]


def test_the_game_master_and_the_end_know_all() -> None:
    field = face_down()
    assert seen_by(field.battle, GAME_MASTER) is field.battle
    field.overrule("award draw")
    assert seen_by(field.battle, 0) is field.battle


def test_what_is_seen_shares_the_table_and_hides_the_chips() -> None:
    field = face_down()
    seen = field.game.system.seen(field.battle, 0)
    assert seen.units is field.battle.units
    assert seen.brigades[1].order == -1
    assert seen.brigades[0] is field.battle.brigades[0]
    assert seen.brigades[1].area == []


def test_a_chip_that_is_shown_is_seen() -> None:
    field = face_down()
    field.battle.brigades[1].shown = True
    assert field.game.system.seen(field.battle, 0).brigades[1].order == Order.ASSAULT


def test_a_guess_has_an_order_for_every_brigade() -> None:
    field = face_down()
    for seed in range(8):
        twin = guessed(field.battle, 0, Seeded(seed))
        assert all(held.order >= 0 for held in [*twin.brigades, *twin.divisions])
        assert twin.brigades[0].order == Order.HOLD
        assert twin.units[0] is not field.battle.units[0]


def test_a_scrambled_battle_looks_the_same() -> None:
    field = face_down()
    field.go(Phase.CHARGES, 0)
    twin = scrambled(field.battle, 0, Seeded(3))
    assert twin is not None
    assert twin.brigades[1].order != Order.ASSAULT
    system = field.game.system
    assert system.view(twin, 0) == system.view(field.battle, 0)
    assert scrambled(field.battle, 1, Seeded(3)) is None  # not in the other side's go


def test_the_roster_says_face_down() -> None:
    field = face_down()
    seen = field.game.system.seen(field.battle, 0)
    facts = {fact.name: fact.value for fact in field.game.system.roster(seen)[1].facts}
    assert facts["Order"] == "face down"
    marks = field.game.system.marks(seen)
    assert [mark.count for mark in marks if mark.unit == 0] == [20]


# ---------------------------------------------------------------- measuring


def test_measuring_between_two_units() -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, 180)],
        [foot("cs-line", "B", 30, 37.5, 90)],
        [ground("fence", "the fence", line=[[20, 41.5], [40, 41.5]])],
    )
    system = field.game.system
    found = system.measured(field.battle, Spot(0, 0, 0), Spot(0, 0, 1))
    facts = {fact.name: fact.value for fact in found.facts}
    assert facts["range"] == pytest.approx(49.25 - 40.875)
    assert facts["band"] == "long"
    assert facts["arc"] is True
    assert facts["zone"] == "flank"
    assert facts["cover"] == "light"
    assert found.sight is not None
    assert not found.sight.blocked_by
    point = system.measured(field.battle, Spot(0, 0, 0), Spot(30, 60))
    assert {fact.name: fact.value for fact in point.facts}["arc"] is False
    with pytest.raises(Refused, match="no unit 9"):
        system.measured(field.battle, Spot(0, 0, 9), Spot(0, 0, 1))


# ---------------------------------------------------------------- a game master's word (R106)


def test_states_ammunition_and_orders() -> None:
    field = face_down()
    field.overrule("state {A} retreating")
    assert field["A"].state == UnitState.RETREATING
    field.overrule("state {A} ok")
    field.overrule("form {A}")
    assert not field["A"].is_unformed()
    field.overrule("unform {A}")
    assert field["A"].is_unformed()
    field.overrule("ammo {A} low")
    assert field["A"].low_on_ammo
    told = field.overrule("order 1 hold")
    assert one(told, OrderChanged).unseen == (0, ONLOOKER)
    assert "R106" in cited(told)
    field.overrule("division 0 reserve")
    assert field.battle.divisions[0].order == 2


def test_tests_and_modifiers() -> None:
    field = face_down()
    field.overrule("modifier {A} -2")
    told = field.overrule("test {A}", dice=[4, 4])
    assert one(told, MoraleTested).unit == field["A"].id
    assert field["A"].gm_add == 0
    field.overrule("test-brigade 0")
    assert field.battle.brigades[0].test_due


def test_ground_fire_and_reinforcements() -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, 180)],
        [foot("cs-line", "B", 30, 20, 0)],
        [ground("bua", "the farm", rect=[50, 50, 54, 54])],
    )
    assert one(field.overrule("fire 0"), CaughtFire).plot == 0
    field.overrule("douse 0")
    assert field.battle.burning == []
    assert one(field.overrule("line fence 10 30 60 30"), GroundAdded).kind == "fence"
    assert len(field.battle.land.plots) == 2
    told = field.overrule("add 1 us-vet 0 50 60")
    assert one(told, UnitAdded).card == "us-vet"
    new = field.battle.units[-1]
    assert new.on_table()
    assert new.id in field.battle.brigades[0].units
    assert one(field.overrule(f"place {new.id} 60 60 90"), Moved).way[-1] == (60.0, 60.0, 90.0)


def test_a_switch_is_turned_between_turns() -> None:
    field = face_down()
    assert field.battle.phase == Phase.INITIATIVE
    assert one(field.overrule("switch orders-hidden off"), SwitchTurned).name == "orders-hidden"
    assert not field.battle.rules.orders_hidden
    field.go(Phase.CHARGES)
    with pytest.raises(Refused, match="between turns"):
        field.overrule("switch orders-hidden on")


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("dance", "expected state UNIT"),
        ("state 99 ok", "expected a unit's number"),
        ("state 0 happy", "expected one of ok"),
        ("order 0 support", "expected support with the brigade"),
        ("order 9 hold", "expected a brigade's number"),
        ("order 2 hold", "expected a brigade's number"),  # there are two, from 0 on
        ("state 2 ok", "expected a unit's number"),
        ("division 7 attack", "expected a division"),
        ("modifier 0 many", "expected a whole number"),
        ("place 0 30 20 0", "would"),
        ("fire 0", "expected the number of a built up area"),
        ("area swamp 1 1 2 2", "there is no ground"),
        ("line fence 1 1 1 1", "two ends"),
        ("add 3 us-line 0 1 1", "expected side 1 or 2"),
        ("add 1 us-dragon 0 1 1", "there is no unit card"),
        ("add 1 cs-line 0 50 60", "of that side"),
        ("add 1 us-line 1 50 60", "of that side"),
        ("add 2 us-line 0 50 60", "of that side"),
        ("area marsh 28 48 32 52", "A stands there"),
        ("switch arc sideways", "arc"),
    ],
)
def test_what_is_wrong_is_refused_in_a_sentence(word: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        face_down().overrule(word)


def test_each_word_of_an_order_says_what_it_may_be() -> None:
    field = face_down()
    offers = {offer.order.form: offer.fields for offer in field.game.system.master_orders(field.battle)}
    unit, state = offers["state UNIT STATE"]
    assert [id for id, _ in unit.choices] == ["0", "1"]
    assert [id for id, _ in state.choices] == list(STATES)
    assert [id for id, _ in offers["award SIDE"][0].choices][:2] == ["1", "2"]
    side, _, brigade, _, _ = offers["add SIDE CARD BRIGADE X Y"]
    assert (side.example, brigade.example) == ("1", "0")


def test_several_seats_a_side_own_whole_brigades() -> None:
    groups = [brigade("one"), brigade("two")]
    union = [
        foot("us-line", "A", 20, 60, 180, group="one"),
        foot("us-line", "C", 40, 60, 180, group="two"),
        general("gen-n", "One", 30, 66, group="one"),
        general("gen-n", "Two", 45, 66, group="two"),
    ]
    field = Field(union, [foot("cs-line", "B", 30, 10, 0)], brigades=(groups, ()))
    assert field["A"].seat == 0
    text = field.setup.scenario.text.replace('name = "Union"\n', 'name = "Union"\nplayers = ["Ann", "Bob"]\n', 1)
    text = text.replace('name = "C"\n', 'name = "C"\nowner = "Bob"\n')
    battle = field.game.system.new_battle(field.game.system.read_scenario(text, "two"))
    assert [unit.seat for unit in battle.units] == [0, 1, 2]
    assert [general.seat for general in battle.generals if general.name in ("One", "Two")] == [0, 1]
    assert battle.armies[1].seat == 2


class Curious(RandomPlayer):
    """Looks at each question as a person would see it."""

    def __init__(self, seed: int, system: System[Any], seen: dict[str, str]) -> None:
        super().__init__(seed)
        self.system = system
        self.seen = seen

    def look(self, battle: Battle, question: Question) -> None:
        said = self.system.ask(battle, question)
        assert said[0].isupper(), said
        assert said.endswith(("?", ".")), said
        assert "{" not in said
        assert -1 <= question.about < len(self.system.roster(battle)), question.kind
        for option in question.options:
            assert option.label(battle)
            assert option.about()[0] < len(self.system.roster(battle))
        self.seen[question.kind] = said

    def choose(self, battle: Battle, question: Question) -> Option:
        self.look(battle, question)
        return super().choose(battle, question)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        self.look(battle, question)
        assert question.region is not None
        assert question.region.ghost() is not None or question.kind == "pivot"
        return super().place(battle, question)


def test_every_question_is_a_sentence_about_somebody_in_the_roster() -> None:
    field = Field(
        [
            foot("us-vet", "A", 30, 40, 180),
            foot("us-napoleon", "Guns", 20, 40, 180),
            foot("us-cav", "Horse", 45, 44, 180),
            general("gen-n", "Division", 36, 50, "divisional"),
            general("gen-n", "Brigadier", 30, 50),
        ],
        [foot("cs-vet", "B", 30, 26, 0, "column"), foot("cs-line", "C", 22, 26, 0), foot("cs-cav", "D", 45, 26, 0)],
        orders=("engage", "assault"),
    )
    seen: dict[str, str] = {}
    for seed in range(4):
        players: list[Player | None] = [Curious(2 * seed + seat, field.setup.system, seen) for seat in (0, 1)]
        game = field.setup.game_with(players, Seeded(seed), True, [False, False])
        game.run()
    assert {"initiative", "brigade_order", "division_order", "generals", "normal", "act", "march", "fire"} <= set(seen)
    assert seen["brigade_order"].startswith("What order for the brigade brigade?")


def test_a_roster_says_which_brigade_and_division_a_unit_belongs_to() -> None:
    field = face_down()
    [union, *_] = field.game.system.roster(field.battle)
    brigade_of = field.battle.brigades[field["A"].brigade]
    assert union.part_of == [brigade_of.name, field.battle.divisions[brigade_of.division].name]


def test_a_roster_says_whom_a_general_leads() -> None:
    field = Field(
        [
            foot("us-line", "A", 30, 50, 180),
            general("gen-n", "Major", 36, 54, "divisional"),
            general("gen-n", "Colonel", 30, 54),
        ],
        [foot("cs-line", "B", 30, 20, 0)],
    )
    rows = {standing.name: standing for standing in field.game.system.roster(field.battle)}
    brigade_of = field.battle.brigades[field["A"].brigade]
    assert rows["Colonel"].part_of == [brigade_of.name]
    assert rows["Major"].part_of == [field.battle.divisions[brigade_of.division].name]
    assert [fact.value for fact in rows["Colonel"].facts if fact.name == "Leads"] == [brigade_of.name]
