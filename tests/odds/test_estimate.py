"""What exact odds would take, estimated before they are worked out; and odds that never take longer than they may."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from typing import Any

import pytest

from playsheet.core.dice import Dice, Part, Stage, State
from playsheet.core.events import Throw
from playsheet.core.exact import LAYERS, Effort, Exact, TooDear, estimated_effort, weighed_facts
from playsheet.core.forms import AnyForm, Case, Facts, Form
from playsheet.odds import exact, in_time, within
from playsheet.rules import load_system
from playsheet.rules.riskfactor.dice import counting
from playsheet.tabletop.machines import tracks

pytestmark = pytest.mark.battles

WHY = Throw("Test")
DEAR = {"row": "bow-spear", "class": "hero", "hits": 24, "target": 42, "wounded": 27, "leaders": 5}


def filled(system: str, id: str, inputs: dict[str, Any]) -> Case:
    return procedure_of(system, id).filled(inputs)


def procedure_of(system: str, id: str) -> AnyForm:
    return next(one for one in load_system(system).forms() if one.id == id)


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """What other tests have worked out is not known."""
    LAYERS.clear()
    tracks.KEPT.clear()
    counting.KEPT.clear()


# ---------------------------------------------------------------- a tree that is known


def case(run: Callable[[Dice, None, None], Facts]) -> Case:
    """A form of nothing but dice."""
    form: Form[None, None] = Form(
        "test", "Test", at="", example="", results=("count",), fields=(), read=lambda rules, values: None, run=run
    )
    return Case(form, None, None, {})


def tree(dice: Dice, rules: None, situation: None) -> Facts:
    """Throws d6 until one shows a six, four times at most: 1 + 5 + 25 + ... paths."""
    for count in range(4):
        if dice.roll(6, WHY) > 5:
            return (count,)
    return (4,)


def even(dice: Dice, rules: None, situation: None) -> Facts:
    """Five d6: each path has as many branches as any other."""
    return (sum(dice.faces(5, 6, WHY)),)


class Sides(Stage):
    def step(self, dice: Dice, at: int, state: State) -> State:
        return (state[0] + dice.roll(6, WHY),)


def rolling(dice: Dice, rules: None, situation: None) -> Facts:
    """Ten times through a stage: 6 steps from each of up to 46 states, not 6**10."""
    return (dice.through(10, (0,), Sides())[0],)


class One(Part):
    def run(self, dice: Dice) -> State:
        return (dice.roll(6, WHY) - 1,)


def summing(dice: Dice, rules: None, situation: None) -> Facts:
    return (dice.sum([One()], [12], (0,))[0],)


def spent(of: Case) -> int:
    effort = Effort(10**7)
    weighed_facts(of, effort)
    return effort.spent


def estimated(of: Case) -> int:
    return estimated_effort(of, Effort(10**7))


def test_where_all_paths_are_alike_the_estimate_is_the_number_of_paths() -> None:
    of = case(even)
    assert spent(of) == 6**5 == estimated(of)


def test_what_lies_within_a_stage_or_a_part_is_counted_once_and_not_multiplied_out() -> None:
    of = case(rolling)
    steps = sum(6 * (5 * at + 1) for at in range(10))
    assert spent(of) == estimated(of) == steps + 51
    of = case(summing)
    assert spent(of) == estimated(of)


def test_where_they_are_not_it_comes_close() -> None:
    of = case(tree)
    paths = 1 + 5 + 25 + 125 + 625
    assert spent(of) == paths
    assert paths / 2 <= estimated(of) <= 2 * paths


@pytest.mark.parametrize(
    ("system", "id", "inputs"),
    [
        ("lancer", "shoot", {"figures": 60, "target": 60, "start": 60, "commanders": 3}),
        ("lancer", "melee", {"attackers": 60, "defenders": 60}),
        ("lancer", "parting", {}),
        ("riskfactor", "platoon", {}),
        ("riskfactor", "shoot", {}),
        ("riskfactor", "melee", {"attackers": 20, "defenders": 7}),
        ("gaslight", "close-combat", {}),
        ("gaslight", "casualties", {}),
        ("orderchips", "native-band", {}),
        ("orderchips", "shoot", {}),
        ("orderchips", "melee", {}),
        ("orderchips", "break-off", {}),
        ("gettysburg", "charge", {}),
        ("gettysburg", "skirmish-fire", {}),
        ("gettysburg", "melee", {}),
    ],
)
def test_the_estimate_for_procedures_of_every_sheet(system: str, id: str, inputs: dict[str, Any]) -> None:
    """Within a factor of four: of 64 walks through trees as uneven as these, the mean strays no further.

    What the estimate has worked out and kept is there for the exact odds, which then spend the less.
    """
    fields = {field.name for field in procedure_of(system, id).fields}
    of = filled(system, id, {name: value for name, value in inputs.items() if name in fields})
    about = estimated(of)
    assert about / 4 <= spent(of) <= 4 * about


# ---------------------------------------------------------------- never more than it may


def test_an_effort_is_never_overspent_by_more_than_a_step() -> None:
    effort = Effort(1000)
    with pytest.raises(TooDear, match="more than 1,000 different throws"):
        weighed_facts(case(even), effort)
    assert effort.spent == 1001


def test_stages_that_will_be_too_dear_are_given_up_long_before() -> None:
    steps = []

    class Counted(Sides):
        def step(self, dice: Dice, at: int, state: State) -> State:
            steps.append(at)
            return super().step(dice, at, state)

    with pytest.raises(TooDear):
        Exact(Effort(2000)).through(1000, (0,), Counted())
    assert len(steps) < 200


def test_what_is_dear_is_sampled_and_says_so() -> None:
    dear = within(procedure_of("riskfactor", "damage").filled(DEAR), 20_000, 500)
    assert dear.runs == dear.total == 500
    shown = dear.data()
    assert shown["exact"] is False
    assert shown["runs"] == 500
    again = within(procedure_of("riskfactor", "damage").filled(DEAR), 20_000, 500)
    assert again.data() == shown  # the same question, the same answer
    other = within(procedure_of("riskfactor", "damage").filled({**DEAR, "hits": 23}), 20_000, 500)
    assert other.data()["outcomes"] != shown["outcomes"]


def test_what_throws_very_many_dice_is_sampled_with_fewer_runs() -> None:
    dear = within(procedure_of("riskfactor", "damage").filled(DEAR), 20_000, 500, throws=1000)
    assert 1 <= dear.runs < 100


def test_who_waits_longer_is_told_exactly() -> None:
    of = procedure_of("lancer", "shoot").filled({"figures": 12})
    hurried = in_time(of, 0.00001)
    assert (hurried.data()["exact"], hurried.runs > 0) == (False, True)
    assert in_time(of, 1.0).runs == 0


def test_what_is_not_is_exact() -> None:
    procedure = procedure_of("lancer", "shoot")
    assert within(procedure.filled({"figures": 9}), 20_000, 500).data() == exact(procedure, {"figures": 9}).data()


def test_an_estimate_that_is_wrong_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playsheet.odds.ask.estimated_effort", lambda case, effort: 1)
    assert within(procedure_of("riskfactor", "damage").filled(DEAR), 2000, 100).runs == 100


def test_a_sample_is_near_the_exact_odds() -> None:
    procedure = procedure_of("lancer", "shoot")
    known = exact(procedure, {"figures": 12})
    found = within(procedure.filled({"figures": 12}), 1, 4000)
    assert found.runs == 4000
    for hits, chance in known.marginal("hits").items():
        near = found.marginal("hits").get(hits, Fraction(0))
        assert abs(float(near - chance)) < 5 * max(found.standard_error(chance), 1e-3)


@pytest.mark.parametrize(("before", "paths", "spent"), [(0, 10, 10), (3, 7, 10), (3, 8, 11), (0, 500, 11)])
def test_paths_that_are_counted_are_given_up_where_walking_them_is(before: int, paths: int, spent: int) -> None:
    """At the first too many, neither sooner nor later."""
    walked, counted = Effort(10), Effort(10)
    walked.spend(before)
    counted.spend(before)
    for spend in (lambda: one_by_one(walked, paths), lambda: counted.spend_each(paths)):
        expected: AbstractContextManager[object] = pytest.raises(TooDear) if spent > 10 else nullcontext()
        with expected:
            spend()
    assert walked.spent == counted.spent == spent


def one_by_one(effort: Effort, paths: int) -> None:
    for _ in range(paths):
        effort.spend(1)
