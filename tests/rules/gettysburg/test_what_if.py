"""Odds in play: the form that an option would set off, filled in from the table, is the one filled in by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Ridge, foot, general
from tabletop import ground

from playsheet.core.asking import Option, Question
from playsheet.core.dice import Seeded
from playsheet.odds import Odds, exact, in_play
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup
from playsheet.rules.gettysburg.battle.fight_events import ChargeBegan
from playsheet.rules.gettysburg.calculator.forms import form
from playsheet.rules.gettysburg.options.fight_choices import (
    AGAIN,
    DONE,
    EVADE,
    FIRE,
    LEAVE_IT,
    NO_TOKEN_NOW,
    PREPARE,
    RAPID,
    SPARE,
    STAND,
    TEST_PURSUIT,
    YELL,
    Declare,
    Shoot,
    Snipe,
)
from playsheet.rules.gettysburg.terms import Ammunition

pytestmark = pytest.mark.battles


def asked(kind: str, about: int, seat: int = UNION) -> Question:
    return Question(seat, kind, about, [], None, 0, 0)


def odds(ridge: Ridge, kind: str, about: int, option: Option, seat: int = UNION) -> Odds:
    found = in_play(ridge.game, asked(kind, about, seat), option)
    assert found is not None
    return found


def chances(found: Odds) -> dict[tuple[Any, ...], Fraction]:
    return {outcome.facts: outcome.chance for outcome in found.outcomes}


def same(found: Odds, ridge: Ridge, id: str, **inputs: Any) -> None:
    """The odds in play are the exact odds of these inputs; what is not named has its default."""
    by_hand = exact(form(ridge.battle.rules, id), inputs)
    assert found.form.id == id
    assert found.inputs == by_hand.inputs
    assert chances(found) == chances(by_hand)


# ---------------------------------------------------------------- fire


def test_a_volley() -> None:
    """E4 with its true modifiers, and a general near."""
    ridge = Ridge(
        [foot("us-iron", "A", 20, 38.65, size=26)],
        [foot("cs-vet", "B", 20, 23.2, formation="column", size=24), general("gen-n", "Pender", 20, 20)],
        [ground("fence", line=[[8, 25], [40, 25]])],
    )
    ridge["A"].fired_last_turn = True
    ridge.lose("B", 2, 1)
    found = odds(ridge, "target", ridge["A"].id, Shoot(ridge["B"].id))
    same(
        found, ridge, "musketry", figures=26, grade="elite", fired_last_turn=True, range="long",
        target_formation="column", cover="light", target=22, half=True, general_near=True,
    )  # fmt: skip


def test_pouring_it_on_is_weighed_with_its_ammunition() -> None:
    ridge = Ridge([foot("us-sharps", "A", 36, 40)], [foot("cs-line", "B", 36, 33)])
    found = odds(ridge, "target", ridge["A"].id, Shoot(ridge["B"].id, pour=True))
    same(found, ridge, "musketry", figures=12, grade="veteran", weapon="breech-rifle", pour=True, target=18)
    assert found.chance(low=True) == Fraction(1, 6)


def test_guns() -> None:
    ridge = Ridge([foot("us-ordnance", "A", 36, 50)], [foot("cs-cav", "B", 36, 36)])
    ridge["A"].moved = True
    for ammunition, word in ((Ammunition.SHOT, "shot"), (Ammunition.CANISTER, "canister")):
        found = odds(ridge, "target", ridge["A"].id, Shoot(ridge["B"].id, ammunition))
        same(
            found, ridge, "artillery", guns=3, crew=12, gun="rifled", ammunition=word, grade="veteran", moved=True,
            target_arm="cavalry", target=14,
        )  # fmt: skip


def test_skirmishers_and_sharpshooters() -> None:
    ridge = Ridge(
        [foot("us-sharps", "A", 36, 40, formation="skirmish")],
        [foot("cs-line", "B", 50, 24), general("gen-n", "Stuart", 36, 22)],
    )
    found = odds(ridge, "target", ridge["A"].id, Shoot(ridge["B"].id))
    same(found, ridge, "skirmish-fire", figures=12, rate="sharpshooter", target=18)
    man = ridge.man("Stuart")
    found = odds(ridge, "target", ridge["A"].id, Snipe(man.id, man.x, man.y))
    assert found.inputs["at_general"] is True
    hit = 1 - Fraction(5, 6) ** 8
    assert sum(outcome.chance for outcome in found.outcomes if outcome.facts[-1] != "none") == hit


# ---------------------------------------------------------------- charges


def onset() -> Ridge:
    return Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-vet", "B", 36, 40.5, formation="column"), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("engage", "assault"),
    )


CHARGE = {"gap": 8, "grade": "veteran", "size": 22, "figures": 22, "nation": "confederate", "formation": "column"}


def test_a_declaration_is_the_whole_charge() -> None:
    ridge = onset()
    found = odds(ridge, "declare", -1, Declare(ridge["B"].id, ridge["A"].id, packs=False), CONFEDERATE)
    same(found, ridge, "charge", **CHARGE, reaction="fire")
    mean = found.mean("lost")
    assert mean is not None
    assert mean > 2


def test_reactions_can_be_compared() -> None:
    ridge = onset()
    ridge.declare("B", "A")
    ridge.game.tell(ChargeBegan(ridge["B"].id, ridge["A"].id, "charges", ""))
    for option, word in ((FIRE, "fire"), (STAND, "hold-fire"), (PREPARE, "counter-charge")):
        found = odds(ridge, "reaction", ridge["A"].id, option)
        same(found, ridge, "charge", **CHARGE, reaction=word)


def test_the_other_sides_order_is_not_in_the_odds() -> None:
    """R127: supporting lines of the target count only for who may know its order."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75), foot("us-line", "Second", 36, 55.75)],
        [foot("cs-vet", "B", 36, 40.5, formation="column")],
        (),
        ("assault", "assault"),
    )
    option = Declare(ridge["B"].id, ridge["A"].id, packs=False)
    assert odds(ridge, "declare", -1, option, CONFEDERATE).inputs["target_supports"] == 0
    ridge.battle.brigades[0].shown = True
    assert odds(ridge, "declare", -1, option, CONFEDERATE).inputs["target_supports"] == 1


def test_evasion_and_battery() -> None:
    ridge = Ridge(
        [foot("us-napoleon", "A", 36, 50, formation="limbered", size=8, guns=2)],
        [foot("cs-vet", "B", 36, 42.5, formation="column"), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("hold", "assault"),
    )
    ridge.declare("B", "A")
    ridge.game.tell(ChargeBegan(ridge["B"].id, ridge["A"].id, "charges", ""))
    found = odds(ridge, "reaction", ridge["A"].id, EVADE)
    assert found.inputs["reaction"] == "evade"
    assert found.inputs["target_formation"] == "limbered"
    assert found.chance(contact=True) == 0


def test_the_yell() -> None:
    ridge = onset()
    ridge.declare("B", "A")
    plain = odds(ridge, "yell", ridge["B"].id, NO_TOKEN_NOW, CONFEDERATE)
    loud = odds(ridge, "yell", ridge["B"].id, YELL, CONFEDERATE)
    assert plain.chance(result="charge") == Fraction(26, 36)
    assert loud.chance(result="charge") == Fraction(33, 36)


def test_more_than_a_form_takes_is_counted_and_shown_as_it_is() -> None:
    """Eleven friends run near the charger, where it will stand and test, and a calculator takes ten."""
    rabble = [foot("cs-line", f"R{n}", (26, 30, 42, 46)[n % 4], 41 - n // 4 * 2, size=4) for n in range(1, 12)]
    ridge = Ridge([foot("us-line", "A", 36, 50.75)], [foot("cs-vet", "B", 36, 40.5, formation="column"), *rabble])
    for n in range(1, 12):
        ridge.state(f"R{n}", "routing")
    ridge.declare("B", "A")
    found = odds(ridge, "yell", ridge["B"].id, NO_TOKEN_NOW, CONFEDERATE)
    assert found.inputs["friends_fleeing"] == 11
    declared = odds(ridge, "declare", -1, Declare(ridge["B"].id, ridge["A"].id, packs=False), CONFEDERATE)
    assert declared.inputs["friends_fleeing"] == 11


def test_support_fire_is_in_the_odds() -> None:
    """A friend of the target within 12 inches of it fires too, with his own grade and weapon."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75), foot("us-iron", "C", 45, 50.75)],
        [foot("cs-vet", "B", 36, 40.5, formation="column"), foot("cs-line", "Reserve", 8, 5)],
        (),
        ("engage", "assault"),
    )
    found = odds(ridge, "declare", -1, Declare(ridge["B"].id, ridge["A"].id, packs=False), CONFEDERATE)
    assert (found.inputs["support_figures"], found.inputs["support_grade"]) == (18, "elite")
    assert found.assumed == [
        "The target fires at the charge.",
        "Support fire is given by 1.",
        "No cavalry charges the chargers.",
        "It goes in by its straightest line.",
        "Nobody else comes up before the melee.",
    ]
    plain = onset()
    alone = odds(plain, "declare", -1, Declare(plain["B"].id, plain["A"].id, packs=False), CONFEDERATE)
    assert found.chance(charger="charge") < alone.chance(charger="charge")


def test_ranks_that_close_up_may_lose_their_support() -> None:
    """The second line stands just near enough: when the column has lost figures its rear is too far from it."""
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-vet", "B", 36, 40.5, formation="column", size=10), foot("cs-line", "Second", 36, 30.4)],
        (),
        ("engage", "assault"),
    )
    found = odds(ridge, "declare", -1, Declare(ridge["B"].id, ridge["A"].id, packs=False), CONFEDERATE)
    assert found.inputs["supports"] == 1
    procedure = form(ridge.battle.rules, "charge")
    supported = exact(procedure, found.inputs)
    alone = exact(procedure, {**found.inputs, "supports": 0})
    assert alone.chance(charger="rout") > found.chance(charger="rout") > supported.chance(charger="rout")


def test_two_who_charge_one_target_are_weighed_together() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 36, 50.75)],
        [foot("cs-vet", "B", 33, 40.5, formation="column"), foot("cs-texas", "C", 39, 40.5, formation="column")],
        (),
        ("hold", "assault"),
    )
    option = Declare(ridge["C"].id, ridge["A"].id, packs=False)
    alone = odds(ridge, "declare", -1, option, CONFEDERATE)
    ridge.declare("B", "A")
    both = odds(ridge, "declare", -1, option, CONFEDERATE)
    assert (both.inputs["second_figures"], both.inputs["second_grade"]) == (22, "veteran")
    assert both.chance(winner="charger") > alone.chance(winner="charger")


def test_the_ground_behind_the_target_is_in_the_odds() -> None:
    """With a river at its back a line that recoils goes nowhere, and is caught."""
    river = ground("river", "the river", rect=[0, 53, 72, 55])
    for terrain, caught in (((), False), ((river,), True)):
        ridge = Ridge(
            [foot("us-line", "A", 36, 50.75)],
            [foot("cs-vet", "B", 36, 40.5, formation="column"), foot("cs-line", "Reserve", 8, 5)],
            terrain,
            ("engage", "assault"),
        )
        found = odds(ridge, "declare", -1, Declare(ridge["B"].id, ridge["A"].id, packs=False), CONFEDERATE)
        recoils = [each for each in found.outcomes if each.facts[1] == "falter-recoil"]
        assert recoils
        assert all(each.facts[2] is caught for each in recoils)


# ---------------------------------------------------------------- melee, morale, pursuit


def test_a_round_with_rapid_fire_and_without() -> None:
    ridge = Ridge([foot("us-sharps", "A", 36, 50.75)], [foot("cs-line", "B", 36, 44)])
    ridge.lock("B", "A", ["B"])
    common: dict[str, Any] = {
        "figures": 18, "size": 18, "charging": True, "enemy_figures": 12, "enemy_size": 12, "enemy_grade": "veteran",
        "enemy_weapon": "breech-rifle",
    }  # fmt: skip
    same(odds(ridge, "rapid", ridge["A"].id, RAPID), ridge, "melee", **common, enemy_rapid=True)
    same(odds(ridge, "rapid", ridge["A"].id, SPARE), ridge, "melee", **common)


def test_a_general_near_a_melee_is_at_risk() -> None:
    """He need not be with the unit: three inches are near enough (R89), though he adds nothing to its score."""
    ridge = Ridge(
        [foot("us-sharps", "A", 36, 50.75)],
        [foot("cs-line", "B", 36, 44), general("gen-n", "Pender", 36, 47)],
    )
    ridge.lock("B", "A", ["B"])
    found = odds(ridge, "rapid", ridge["A"].id, SPARE)
    same(
        found, ridge, "melee", figures=18, size=18, charging=True, general_near=True, enemy_figures=12, enemy_size=12,
        enemy_grade="veteran", enemy_weapon="breech-rifle",
    )  # fmt: skip
    assert found.inputs["general"] is False
    assert found.chance(general="none") < 1
    assert found.chance(enemy_general="none") == 1


def test_rally_once_again() -> None:
    ridge = Ridge([foot("us-line", "A", 36, 50)], [foot("cs-line", "B", 36, 10)])
    ridge.state("A", "retreating")
    found = odds(ridge, "rally_again", ridge["A"].id, AGAIN)
    same(found, ridge, "unit-morale", test="rally-retreat", state="retreating", unformed=True)
    assert in_play(ridge.game, asked("rally_again", ridge["A"].id), LEAVE_IT) is None


def test_a_garrisons_pursuit() -> None:
    ridge = Ridge([foot("us-line", "A", 36, 50)], [foot("cs-line", "B", 36, 44)])
    ridge.state("B", "retreating")
    found = odds(ridge, "pursue_or_hold", ridge["A"].id, TEST_PURSUIT)
    same(found, ridge, "pursuit", enemy_ahead=True)


@pytest.mark.parametrize("option", [DONE, STAND])
def test_nothing_to_weigh(option: Option) -> None:
    ridge = onset()
    what_if = ridge.setup.system.what_if
    assert what_if(ridge.battle, asked("declare", -1), option) is None
    assert what_if(ridge.battle, asked("initiative", -1), option) is None
    assert what_if(ridge.battle, asked("reaction", ridge["A"].id), option) is None


# ---------------------------------------------------------------- in any battle


class Weighing(RandomPlayer):
    """Before it answers it asks for the form of every option, and throws it once."""

    def __init__(self, seed: int, setup: Setup) -> None:
        super().__init__(seed)
        self.setup = setup
        self.weighed: dict[str, int] = {}

    def choose(self, battle: Any, question: Question) -> Option:
        for option in question.options:
            case = self.setup.system.what_if(battle, question, option)
            if case is not None:
                names = case.form.results
                assert len(case.run(Seeded(len(self.weighed)))) == len(names)
                self.weighed[question.kind] = self.weighed.get(question.kind, 0) + 1
        return super().choose(battle, question)


def test_every_option_of_a_battle_can_be_weighed() -> None:
    ridge = Ridge(
        [foot("us-vet", "A", 24, 40), foot("us-napoleon", "G", 36, 40), foot("us-sharps", "S", 48, 40)],
        [
            foot("cs-vet", "B", 24, 28, formation="column"),
            foot("cs-cav", "C", 36, 26),
            foot("cs-line", "D", 48, 30),
        ],
        (),
        ("assault", "assault"),
        (60, 60),
    )
    weighed: dict[str, int] = {}
    for seed in range(3):
        players = [Weighing(seed * 16 + seat, ridge.setup) for seat in range(2)]
        game = ridge.setup.game_with([*players], Seeded(seed), False, [False, False])
        game.run()
        for player in players:
            for kind, n in player.weighed.items():
                weighed[kind] = weighed.get(kind, 0) + n
    assert {"target", "declare", "reaction"} <= set(weighed)
