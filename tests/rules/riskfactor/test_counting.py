"""Many hits on a group: counted by condition, and walked man by man, which must come to the same."""

from fractions import Fraction
from pathlib import Path

import pytest

from playsheet.core import reader as reader_module
from playsheet.core.dice import State
from playsheet.core.exact import LAYERS, Effort, Spread, TooDear, layers
from playsheet.core.rulings import read_rulings
from playsheet.core.sheet import read_sheet
from playsheet.rules.riskfactor.calculator.forms import harm
from playsheet.rules.riskfactor.dice.counting import Crowd
from playsheet.rules.riskfactor.dice.shooting import Striking
from playsheet.rules.riskfactor.sheet import RiskRules
from playsheet.rules.riskfactor.terms import Condition, TroopClass

HERE = Path(reader_module.__file__).parent.parent / "rules" / "riskfactor"
SHEET = read_sheet(HERE / "sheet.toml")
RULINGS = read_rulings(HERE / "rulings.toml")
HURT = Condition.A_WOUND | Condition.WOUNDED_BEFORE
GROUP = (Condition.UNHURT,) * 3 + (HURT,) * 2 + (Condition.LEADER, Condition.LEADER | HURT)
HITS = 4


def by_harm(target: State, found: Spread) -> dict[State, Fraction]:
    """The killed and wounded, with their chances."""
    chances: dict[State, Fraction] = {}
    for state, weight in zip(found.states, found.weights):
        came = harm(target, state)
        chances[came] = chances.get(came, Fraction(0)) + Fraction(weight, found.total)
    return chances


@pytest.mark.parametrize("target", [GROUP, GROUP[:1], GROUP[2:4], GROUP[-2:]])
@pytest.mark.parametrize("row", ["gunpowder", "bow-spear", "other"])
@pytest.mark.parametrize("grazes", [False, True])
def test_counted_and_walked(target: State, row: str, grazes: bool) -> None:
    switches = {"grazes": "two_make_a_wound"} if grazes else {}
    rules = RiskRules(SHEET, RULINGS.chosen(switches, "test"))
    stage = Striking(rules, len(target), rules.damages[row], TroopClass.RAW)
    LAYERS.clear()
    walked = layers(HITS, target, stage, Effort(10**7))
    crowd = Crowd(target, stage)
    for hits in range(HITS + 1):
        assert by_harm(target, crowd.spread(hits, Effort(10**7))) == by_harm(target, walked[hits])


def test_what_takes_too_long_is_given_up() -> None:
    rules = RiskRules(SHEET, RULINGS.chosen({}, "test"))
    stage = Striking(rules, len(GROUP), rules.damages["gunpowder"], TroopClass.HERO)
    with pytest.raises(TooDear):
        Crowd(GROUP, stage).spread(40, Effort(200))
