"""Exact odds against every throw counted one by one, against totals of 1, and what Odds has to say about itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import prod

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from playsheet.core.dice import EVERY, Dice, Part, Reading, Stage, State, scripted
from playsheet.core.errors import Refused
from playsheet.core.events import Throw
from playsheet.core.exact import Exact, chances, lead_apart, weighed, weighed_facts
from playsheet.core.forms import AnyForm, Case, Value
from playsheet.odds import Odds, exact, sampled
from playsheet.rules.lancer.system import load

LANCER = load()
SWITCHED = LANCER.configured(
    {
        "slash": "range",
        "rifle_rounding": "up",
        "casualty_checks": "sequential",
        "commander_helps_casualties": False,
        "woods_charge": "1d3+6",
        "crew_is_infantry": True,
        "melee": "simultaneous",
        "rout_takes_commander": False,
        "fire_into_melee": "yes",
        "counter_charge": "reactor_attacks",
    },
    "test",
    [],
)
WHY = Throw("a throw")


def procedure(id: str, switched: bool = False) -> AnyForm:
    return next(known for known in (SWITCHED if switched else LANCER).forms() if known.id == id)


# ---------------------------------------------------------------- every throw, one by one


def counted(run: Callable[[Dice], tuple[Value, ...]]) -> dict[tuple[Value, ...], Fraction]:
    """Every throw counted: depth first, one face at a time."""
    found: dict[tuple[tuple[Value, ...], int], int] = {}  # throws by what came of them, and out of how many
    shown: list[int] = []
    sides: list[int] = []

    class Odometer(Dice):
        def __init__(self) -> None:
            super().__init__()
            self.at = 0

        def faces(self, n: int, many: int, throw: Throw) -> list[int]:
            for _ in range(n):
                if self.at == len(shown):
                    shown.append(1)
                    sides.append(many)
                self.at += 1
            return shown[self.at - n : self.at]

    while True:
        came = run(Odometer()), prod(sides)
        found[came] = found.get(came, 0) + 1
        while shown and shown[-1] == sides[-1]:
            shown.pop()
            sides.pop()
        if not shown:
            break
        shown[-1] += 1
    summed: dict[tuple[Value, ...], Fraction] = {}
    for (facts, throws), n in found.items():
        summed[facts] = summed.get(facts, Fraction(0)) + Fraction(n, throws)
    return summed


@pytest.mark.parametrize("switched", [False, True])
@pytest.mark.parametrize(
    ("id", "inputs"),
    [
        ("turn-length", {"cards": 4}),
        ("move", {"kind": "horse"}),
        ("shoot", {"figures": 3, "target": 2, "start": 3, "morale": 3, "commanders": 1, "room": 9}),
        ("shoot", {"weapon": "cannon", "figures": 2, "cover": "cover", "target": 3, "start": 5, "commanders": 1}),
        ("shoot", {"weapon": "gatling", "figures": 1, "target": 2, "start": 2, "morale": 2, "room": 11}),
        ("casualties", {"hits": 3, "target": 2, "start": 4, "commanders": 2, "morale": 3}),
        ("morale", {"figures": 5, "room": 10}),
        ("stop-check", {"commander": True, "morale": 3}),
        ("charge", {"gap": 10, "figures": 2, "enemies": 1, "enemy_kind": "horse", "uphill": True}),
        ("charge", {"kind": "horse", "gap": 15, "figures": 1, "enemies": 2, "lancer": True, "counter": True}),
        ("charge", {"gap": 8, "woods": True, "figures": 1, "enemies": 1, "enemy_kind": "gun"}),
        ("melee", {"attackers": 3, "defenders": 2, "defender_melee": 2}),
        ("melee", {"attackers": 1, "defenders": 2, "attacker_kind": "gun", "defender_kind": "horse"}),
        ("parting", {"strikers": 3, "leaving": 2, "melee": 3, "kind": "foot", "leaving_kind": "horse"}),
    ],
)
def test_exact_is_every_throw_counted(id: str, inputs: dict[str, object], switched: bool) -> None:
    known = procedure(id, switched)
    case = known.filled(inputs)
    assert {outcome.facts: outcome.chance for outcome in exact(known, inputs).outcomes} == counted(
        lambda dice: case.run(dice)
    )


# ---------------------------------------------------------------- the exact dice, request by request


def same(run: Callable[[Dice], tuple[Value, ...]]) -> None:
    assert chances(run) == counted(run)


FIRE = Reading(("hit", "jam", "miss"), (1, 0, 2, 0, 2, 0))
TOLD = Reading(("hit", "jam", "miss"), (1, 0, 2, 0, 2, 0), (EVERY, 2, 0))


def hits_and_jam(shown: list[int]) -> tuple[Value, ...]:
    return shown[0], shown[1] >= 2


def test_each_request_branches_as_the_faces_do() -> None:
    same(lambda dice: (dice.roll(6, WHY), dice.roll(3, WHY)))
    same(lambda dice: (dice.total(3, 6, WHY, []),))
    same(lambda dice: (dice.check(6, 4, WHY, []), dice.check(6, 0, WHY, []), dice.check(6, 6, WHY, [])))
    same(lambda dice: (dice.checks(4, 6, 4, WHY, []), dice.checks(0, 6, 4, WHY, []), dice.checks(2, 6, 9, WHY, [])))
    same(lambda dice: tuple(dice.pool(4, FIRE, WHY)))
    same(lambda dice: ((0, 0, 1, 1)[dice.pick([7, 7, 8, 8], WHY)],))
    same(lambda dice: (dice.pick([5], WHY),))
    same(lambda dice: (dice.duel(6, 4, WHY, [], 3, WHY, [], [0, 1, 2, 0]),))
    same(lambda dice: (dice.fold(3, 6, 0, lambda best, face: max(best, face), WHY),))
    same(lambda dice: tuple(dice.faces(2, 4, WHY)))


def test_a_throw_may_depend_on_the_one_before() -> None:
    same(lambda dice: (dice.pool(dice.roll(3, WHY), FIRE, WHY)[0], dice.check(6, dice.roll(6, WHY), WHY, [])))


def test_what_is_not_told_apart_is_one_branch() -> None:
    assert len(chances(lambda dice: tuple(dice.pool(20, FIRE, WHY)))) == 231
    told = chances(lambda dice: tuple(dice.pool(20, TOLD, WHY)))
    assert len(told) == 21 + 19
    same(lambda dice: hits_and_jam(dice.pool(4, TOLD, WHY)))
    reach = chances(lambda dice: (dice.reach(2, 6, [7, 11], WHY, []),))
    assert reach == {(2,): Fraction(15, 36), (7,): Fraction(18, 36), (11,): Fraction(3, 36)}
    assert chances(lambda dice: (dice.reach(1, 6, [99], WHY, []),)) == {(1,): 1}


class Longer(Stage):
    """Counts sixes in a row; beyond three they are alike."""

    def step(self, dice: Dice, at: int, state: State) -> State:
        return (state[0] + 1, *state[1:], at) if dice.check(6, 1, WHY, []) else (0, *state[1:])

    def alike(self, state: State) -> State:
        return (min(state[0], 3),)


class Two(Part):
    def run(self, dice: Dice) -> State:
        first = dice.roll(6, WHY)
        return (1, dice.roll(2, WHY) - 1) if first > 4 else (0, 0)


class Many(Part):
    """Four counts, and five ways that it may end."""

    def run(self, dice: Dice) -> State:
        face = dice.roll(6, WHY)
        return (int(face == 1), int(face in (1, 2)), int(face == 3), int(face in (3, 4)))


class Overlapping(Part):
    """Five ways, and two of them come to what others come to together."""

    def run(self, dice: Dice) -> State:
        return (dice.roll(5, WHY) - 1,)


@pytest.mark.parametrize(
    ("states", "apart"),
    [
        ([(0, 0), (1, 0), (0, 1)], True),
        ([(0, 0), (1, 1), (2, 2)], False),  # once the last is twice the second
        ([(0,), (1,), (2,)], False),
        ([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)], True),
        ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], False),
        ([(2, 3)], True),
    ],
)
def test_which_steps_lead_apart(states: list[State], apart: bool) -> None:
    assert lead_apart(states) is apart


def test_parts_of_many_ways() -> None:
    same(lambda dice: dice.sum([Many()], [4], (0, 1, 0, 0)))
    same(lambda dice: dice.sum([Overlapping()], [5], (2,)))


def test_parts_are_met_in_the_same_order_however_they_are_counted() -> None:
    found = weighed(lambda dice: dice.sum([Many()], [3], (0, 0, 0, 0)))
    first = [state for state in found.outcomes if state[0] == 3]
    assert found.outcomes[0] == first[0] == (3, 3, 0, 0)
    assert len(found.outcomes) == 35


def test_stages_and_parts() -> None:
    same(lambda dice: (min(dice.through(5, (0,), Longer())[0], 3),))
    same(lambda dice: dice.sum([Two(), Two()], [2, 1], (1, 0)))
    same(lambda dice: (dice.roll(2, WHY), *dice.sum([Two()], [dice.roll(2, WHY)], (0, 0))))


def test_the_exact_dice_can_be_used_twice() -> None:
    dice = Exact()
    for _ in range(2):
        seen = []
        going = True
        while going:
            seen.append((dice.roll(3, WHY), dice.weight, dice.total_weight))
            going = dice.again()
        assert seen == [(1, 1, 3), (2, 1, 3), (3, 1, 3)]


def test_too_much_to_walk_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import playsheet.core.exact as module

    if module.__file__.endswith((".so", ".pyd")):
        pytest.skip("a compiled constant cannot be changed")
    monkeypatch.setattr(module, "MOST_PATHS", 100)
    with pytest.raises(Refused, match="ask for fewer figures, or sample it"):
        chances(lambda dice: tuple(dice.faces(3, 6, WHY)))


# ---------------------------------------------------------------- any inputs


def inputs_for(known: AnyForm) -> st.SearchStrategy[dict[str, object]]:
    """Any inputs, units not so large that it takes long."""
    parts: dict[str, st.SearchStrategy[object]] = {}
    for field in known.fields:
        if isinstance(field.default, bool):
            parts[field.name] = st.booleans()
        elif field.choices:
            parts[field.name] = st.sampled_from(field.choices)
        else:
            high = field.high if field.name in ("gap", "room", "cards") else min(field.high, 14)
            parts[field.name] = st.integers(field.low, high)
    return st.fixed_dictionaries(parts)


@pytest.mark.parametrize("switched", [False, True])
@pytest.mark.parametrize("id", [known.id for known in LANCER.forms()])
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_the_chances_come_to_exactly_one(id: str, switched: bool, data: st.DataObject) -> None:
    known = procedure(id, switched)
    given = data.draw(inputs_for(known))
    if "start" in given:
        size = "target" if "target" in given else "figures"
        given[size], given["start"] = sorted([given[size], given["start"]])  # type: ignore[type-var]
    try:
        found = exact(known, given)
    except Refused:
        assume(False)
    assert sum(outcome.chance for outcome in found.outcomes) == 1
    assert all(outcome.weight > 0 for outcome in found.outcomes)
    assert len({outcome.facts for outcome in found.outcomes}) == len(found.outcomes)
    for name in found.results:
        assert sum(found.marginal(name).values()) == 1


# ---------------------------------------------------------------- what Odds says


def test_outcomes_come_most_likely_first_and_always_in_the_same_order() -> None:
    inputs = {"figures": 8, "commanders": 1, "room": 9}
    first, second = exact(procedure("shoot"), inputs), exact(procedure("shoot"), inputs)
    assert [outcome.facts for outcome in first.outcomes] == [outcome.facts for outcome in second.outcomes]
    weights = [outcome.weight for outcome in first.outcomes]
    assert weights == sorted(weights, reverse=True)


def test_marginals_means_and_at_least() -> None:
    found = exact(procedure("move"), {"kind": "horse"})
    assert found.mean("inches") == 7
    assert list(found.marginal("inches")) == list(range(2, 13))
    assert found.at_least("inches")[2] == 1
    assert found.at_least("inches")[12] == Fraction(1, 36)
    assert found.at_least("inches")[7] == Fraction(21, 36)
    volley = exact(procedure("shoot"), {"figures": 2, "morale": 3, "room": 9})
    assert volley.mean("morale") is None
    assert volley.mean("jammed") is None
    assert volley.at_least("morale") == {}
    assert list(volley.marginal("morale")) == ["not hit", "held", "routed", "falls back"]


def test_as_data() -> None:
    data = exact(procedure("move"), {"kind": "horse"}).data()
    assert json.loads(json.dumps(data)) == data
    assert data["procedure"] == "move"
    assert data["inputs"] == {"kind": "horse", "how": "move"}
    assert (data["exact"], data["runs"]) == (True, 0)
    outcomes = data["outcomes"]
    assert isinstance(outcomes, list)
    assert outcomes[0] == {"facts": {"inches": 7}, "chance": "1/6", "float": 1 / 6}
    results = data["results"]
    assert isinstance(results, list)
    assert results[0]["name"] == "inches"
    assert results[0]["mean"] == {"exact": "7", "float": 7.0}
    assert results[0]["values"][0] == {"value": 2, "chance": "1/36", "float": 1 / 36}
    assert results[0]["at_least"][-1] == {"value": 12, "chance": "1/36", "float": 1 / 36}


def test_sampled_says_how_far_off_it_may_be() -> None:
    known = procedure("shoot")
    found = sampled(known, {"figures": 2}, 2000, 7)
    again = sampled(known, {"figures": 2}, 2000, 7)
    assert found.data() == again.data()
    assert found.runs == found.total == 2000
    hit = found.chance(hits=1)
    assert abs(hit - Fraction(1, 3)) < 4 * found.standard_error(hit)
    assert found.standard_error(Fraction(1, 2)) == pytest.approx((0.25 / 2000) ** 0.5)
    outcomes = found.data()["outcomes"]
    assert isinstance(outcomes, list)
    assert set(outcomes[0]) == {"facts", "chance", "float", "standard_error"}
    assert isinstance(exact(known, {}), Odds)


@pytest.mark.parametrize("n", [0, -5, 10**9])
def test_sampling_has_limits(n: int) -> None:
    with pytest.raises(Refused, match="runs"):
        sampled(procedure("move"), {}, n, 1)


def test_a_form_that_is_filled_in_keeps_what_it_was_asked() -> None:
    known = procedure("shoot")
    case = known.filled({"figures": 9})
    assert isinstance(case, Case)
    assert case.form is known
    assert case.inputs["figures"] == 9
    assert weighed_facts(case).total > 0
    assert case.run(scripted(1, 1, 1, 1)) == (0, False, "not hit", 0, 0)
