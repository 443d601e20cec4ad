"""The forms: worked examples with scripted dice, odds against every throw counted, refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from every_throw import counted
from written import home_of

from playsheet.core.dice import Scripted, Seeded, scripted
from playsheet.core.errors import Refused
from playsheet.core.forms import AnyForm, Value
from playsheet.core.rulings import read_rulings
from playsheet.core.sheet import Patch, read_sheet
from playsheet.odds import Odds, exact
from playsheet.rules.gettysburg.calculator.forms import form, forms
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules

pytestmark = pytest.mark.battles

HERE = home_of("gettysburg")
SHEET = read_sheet(HERE / "sheet.toml")
RULINGS = read_rulings(HERE / "rulings.toml")
F = Fraction
Inputs = dict[str, Value]


def rules(**switches: object) -> GettysburgRules:
    settings = {key.replace("_", "-"): value for key, value in switches.items()}
    return GettysburgRules(SHEET, RULINGS.chosen(settings, "test"))


RULES = rules()
IDS = [known.id for known in forms(RULES)]


def procedure(id: str, **switches: object) -> AnyForm:
    return form(rules(**switches) if switches else RULES, id)


def by(known: AnyForm, dice: Scripted, inputs: Inputs) -> dict[str, Value]:
    """The facts that these dice give, by name; all of the dice must be used."""
    facts = known.filled(inputs).run(dice)
    assert dice.left() == 0
    return dict(zip(known.results, facts, strict=True))


def resolve(id: str, throw: Scripted, **inputs: Value) -> dict[str, Value]:
    return by(procedure(id), throw, inputs)


def odds(known: AnyForm, **inputs: Value) -> Odds:
    return exact(known, inputs)


def chance(known: AnyForm, name: str, value: Value, **inputs: Value) -> Fraction:
    """The chance that a result is this."""
    at = known.results.index(name)
    found = sum([each.chance for each in odds(known, **inputs).outcomes if each.facts[at] == value], F(0))
    return Fraction(found)


def chance_of(id: str, name: str, value: Value, **inputs: Value) -> Fraction:
    return chance(procedure(id), name, value, **inputs)


def as_counted(known: AnyForm, inputs: Inputs) -> bool:
    """Are the odds those of every throw?"""
    found = {each.facts: each.chance for each in exact(known, inputs).outcomes}
    return found == counted(known.filled(inputs))


def example(known: AnyForm) -> Inputs:
    found: Inputs = {}
    for pair in known.example.split():
        name, value = pair.split("=", 1)
        found[name] = value
    return found


# ---------------------------------------------------------------- all of them


def test_the_list() -> None:
    assert IDS == [
        "initiative",
        "order-change",
        "charge",
        "get-up",
        "crossing",
        "recall",
        "skirmish-fire",
        "musketry",
        "artillery",
        "melee",
        "pursuit",
        "unit-morale",
        "brigade-morale",
        "risk-to-general",
        "limbering",
    ]
    with pytest.raises(Refused, match="gettysburg has no procedure 'volley'"):
        procedure("volley")


@pytest.mark.parametrize("id", IDS)
def test_each_stands_on_the_sheet_and_its_example_runs(id: str) -> None:
    known = procedure(id)
    assert known.at in SHEET.tables
    assert len({field.name for field in known.fields}) == len(known.fields)
    for inputs in ({}, example(known)):
        case = known.filled(inputs)
        for seed in range(20):
            assert len(case.run(Seeded(seed))) == len(known.results)


@pytest.mark.parametrize("id", IDS)
def test_odds_add_up(id: str) -> None:
    known = procedure(id)
    for inputs in ({}, example(known)):
        assert sum(each.chance for each in exact(known, dict(inputs)).outcomes) == 1


@pytest.mark.parametrize(
    "id", ["order-change", "get-up", "crossing", "recall", "pursuit", "limbering", "brigade-morale"]
)
def test_odds_of_the_small_ones_are_those_of_every_throw(id: str) -> None:
    known = procedure(id)
    assert as_counted(known, {})
    assert as_counted(known, example(known))


@pytest.mark.parametrize(
    ("id", "inputs"),
    [
        ("musketry", {"general_near": True, "half": True}),
        ("musketry", {"weapon": "repeater", "pour": True, "target_formation": "skirmish"}),
        ("artillery", {"gun": "rifled", "general_near": True, "built_up": True}),
        ("artillery", {"target_arm": "artillery", "target_formation": "deployed", "target": 8}),
        ("skirmish-fire", {"figures": 6, "rate": "sharpshooter", "cover": "light"}),
        ("skirmish-fire", {"figures": 5, "rate": "first", "general_near": True, "half": True}),
        ("skirmish-fire", {"figures": 5, "rate": "sharpshooter", "at_general": True, "general_near": True}),
        ("melee", {"figures": 12, "enemy_figures": 9, "enemy_size": 9}),
        ("unit-morale", {"test": "rally-rout", "state": "routing", "lost": 5}),
        ("risk-to-general", {"begin": "skirmish-fire"}),
        ("order-change", {"way": "own-initiative", "present": "move"}),
        ("charge", {"state": "routing", "reaction": "hold-fire", "obstacle": "palisade", "gap": 5}),
        ("charge", {"gap": 12, "reaction": "evade", "target_formation": "skirmish"}),
    ],
)
def test_odds_are_those_of_every_throw(id: str, inputs: Inputs) -> None:
    assert as_counted(procedure(id), inputs)


@pytest.mark.parametrize("switch", ["drop", "dice"])
def test_odds_of_switched_halves_are_those_of_every_throw(switch: str) -> None:
    assert as_counted(procedure("musketry", halves=switch), {"figures": 8})


def test_odds_of_a_double_six_in_parallel() -> None:
    assert as_counted(procedure("risk-to-general", double_six="parallel"), {"begin": "double-six"})


# ---------------------------------------------------------------- initiative and orders


def test_e1_initiative() -> None:
    dice = scripted(3, 4, 2, 3, 2, 2, 1, 1, 5, 3, 2, 5)
    assert resolve("initiative", dice, enemy_quality="excellent") == {"winner": "second"}


def test_odds_of_initiative() -> None:
    """Equal C-in-Cs: even. By 36 x 36 throws 146 are ties, so each wins 575 of 1150."""
    assert chance_of("initiative", "winner", "first", east=False) == F(1, 2)
    ahead = chance_of("initiative", "winner", "second", east=True, year=1862)  # Confederate +1
    ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    wins = sum(ways[a] * ways[b] for a in range(11) for b in range(11) if b + 1 > a)
    loses = sum(ways[a] * ways[b] for a in range(11) for b in range(11) if b + 1 < a)
    assert ahead == F(wins, wins + loses)


def test_r3_a_tie_kept() -> None:
    kept = procedure("initiative", initiative_tie="keep")
    assert chance(kept, "winner", "first", east=False, holder="first") == F(575 + 146, 1296)
    assert chance(kept, "winner", "first", east=False, holder="nobody") == F(1, 2)
    assert as_counted(kept, {"holder": "second"})


def test_e2_an_order_sent() -> None:
    inputs: Inputs = {"way": "brigade", "quality": "excellent", "far": True, "present": "hold", "wanted": "engage"}
    known = procedure("order-change")
    assert by(known, scripted(4, 3), inputs) == {"result": "changed", "order": "engage"}
    assert by(known, scripted(4, 2), inputs) == {"result": "kept", "order": "hold"}
    assert chance(known, "result", "changed", **inputs) == F(21, 36)  # 7 or more


def test_e3_loss_of_nerve() -> None:
    inputs: Inputs = {"way": "own-initiative", "present": "move", "wanted": "engage"}
    known = procedure("order-change")
    assert by(known, scripted(2, 1), inputs) == {"result": "loss of nerve", "order": "retire"}
    assert chance(known, "result", "changed", **inputs) == F(15, 36)
    assert chance(known, "result", "loss of nerve", **inputs) == F(2, 36)
    assert chance(known, "result", "panic", **inputs) == F(1, 36)


@pytest.mark.parametrize(("order", "ways"), [("attack", 6), ("defend", 10), ("reserve", 21), ("redeploy", 21)])
def test_odds_of_a_division(order: str, ways: int) -> None:
    assert chance_of("order-change", "result", "changed", way="division", division=order) == F(ways, 36)
    assert resolve("order-change", scripted(6, 6), way="division", division=order)["order"] == "as wanted"


def test_orders_that_cannot_be() -> None:
    with pytest.raises(Refused, match="that is the order it has"):
        resolve("order-change", scripted(), present="hold", wanted="hold")
    with pytest.raises(Refused, match="a division on redeploy does not send assault"):
        resolve("order-change", scripted(), division="redeploy")
    free = procedure("order-change", division_menu="off")
    assert by(free, scripted(6, 6), {"division": "redeploy"})["order"] == "assault"


def test_switches_of_orders() -> None:
    sent: Inputs = {"dense_woods": True}
    assert chance_of("order-change", "result", "changed", **sent) == F(26, 36)
    assert chance(procedure("order-change", order_dense_woods="on"), "result", "changed", **sent) == F(15, 36)
    also = procedure("order-change", nerve="also-division")
    assert chance(also, "result", "panic") == F(1, 36)
    drunk: Inputs = {"way": "division", "quality": "drunkard", "division": "reserve"}
    assert chance_of("order-change", "result", "changed", **drunk) == F(21, 36)
    assert chance(procedure("order-change", division_drunkard="-2"), "result", "changed", **drunk) == F(10, 36)


# ---------------------------------------------------------------- fire


def test_e4_a_long_volley() -> None:
    known = procedure("musketry")
    found = by(known, scripted(5, 6), example(known))
    assert (found["lost"], found["half"], found["double_six"]) == (2, False, "no")


def test_e5_halves() -> None:
    first = resolve("musketry", scripted(2, 3), figures=12, grade="militia", weapon="smoothbore")
    assert (first["lost"], first["half"]) == (0, True)
    second = resolve("musketry", scripted(3, 2), figures=8, half=True)
    assert (second["lost"], second["half"]) == (1, False)


def test_e6_canister() -> None:
    known = procedure("artillery")
    found = by(known, scripted(4, 5), example(known))
    assert (found["lost"], found["half"]) == (5, False)


def test_e7_skirmish_fire() -> None:
    known = procedure("skirmish-fire")
    found = by(known, scripted(6, 6, 2, 6, 1, 5, 6, 2, 6, 4, 1), example(known))
    assert found == {
        "lost": 2,
        "half": True,
        "double_sixes": True,
        "token": "none",
        "mishap": "none",
        "general": "whiskey",
    }


def test_e8_a_double_six() -> None:
    found = resolve("musketry", scripted(6, 6, 3, 1), target_arm="cavalry", target=14)
    assert (found["lost"], found["double_six"], found["token"]) == (4, "falters", "down-packs")


def test_e19_a_lost_brigadier() -> None:
    found = resolve("musketry", scripted(6, 6, 2, 4, 1, 3), general_near=True)
    assert (found["double_six"], found["general"]) == ("falters", "sniped")


def test_odds_of_a_volley_by_hand() -> None:
    """20 regulars at a line: 2 and 3-4 half and one figure, 5-6 two, 7-10 three, 11 and 12 four."""
    found = {count: chance_of("musketry", "lost", count) for count in (0, 1, 2, 3, 4)}
    assert found == {0: F(1, 36), 1: F(5, 36), 2: F(9, 36), 3: F(18, 36), 4: F(3, 36)}
    assert chance_of("musketry", "half", True) == F(1, 36)
    assert chance_of("musketry", "double_six", "falters") == F(1, 36)
    assert chance_of("musketry", "token", "down-packs") == F(1, 36) * F(6, 36)  # 4 or 10


def test_odds_of_skirmishers_by_hand() -> None:
    """A group of four: no six 25 of 36, one 10, a double six 1, which is three figures."""
    found = {count: chance_of("skirmish-fire", "lost", count, figures=4, rate="first") for count in (0, 1, 2, 3)}
    assert found == {0: F(25, 36), 1: F(10, 36), 2: F(0), 3: F(1, 36)}
    near = chance_of("skirmish-fire", "general", "sniped", figures=4, rate="first", general_near=True)
    assert near == F(1, 36) * F(1, 3) * F(27, 36) * F(5, 36)  # gate, a row with risk (2, 5-8, 10-12), 3 or 4
    aimed: Inputs = {"figures": 3, "rate": "sharpshooter", "at_general": True, "general_near": True}
    assert chance_of("skirmish-fire", "general", "disgraced", **aimed) == F(11, 36) * F(1, 36)


def test_r42_sharpshooters_after_the_throw() -> None:
    after = procedure("skirmish-fire", sharpshooter="after")
    inputs: Inputs = {"figures": 3, "rate": "sharpshooter", "at_general": True, "general_near": True}
    found = by(after, scripted(6, 1, 1, 1), inputs)
    assert (found["lost"], found["general"]) == (0, "disgraced")


def test_pour_it_on() -> None:
    inputs: Inputs = {"weapon": "repeater", "pour": True, "figures": 11}
    assert resolve("musketry", scripted(3, 3), **inputs)["low"] is True
    assert chance_of("musketry", "low", True, **inputs) == F(6, 36)
    assert chance(procedure("musketry", pour_ammo="off"), "low", True, **inputs) == 0
    assert resolve("musketry", scripted(4, 3), **inputs)["lost"] == 3  # 22 figures
    assert resolve("musketry", scripted(4, 3), figures=11)["lost"] == 2


@pytest.mark.parametrize(
    ("id", "inputs", "said"),
    [
        ("musketry", {"pour": True}, "Pour it On is for breechloaders and repeaters"),
        ("musketry", {"pour": True, "weapon": "repeater", "low": True}, "not low on ammo"),
        ("musketry", {"formation": "skirmish"}, "expected skirmish-fire"),
        ("musketry", {"target_formation": "deployed"}, "infantry in deployed"),
        ("musketry", {"target_arm": "cavalry", "target_formation": "extended"}, "cavalry in extended"),
        ("musketry", {"target_arm": "artillery"}, "artillery in line: expected deployed or limbered"),
        ("musketry", {"target_arm": "cavalry", "target_down": True}, "cavalry does not go to ground"),
        ("musketry", {"weapon": "none"}, "weapon: expected one of smoothbore"),
        ("artillery", {"ammunition": "canister", "range": "long"}, "canister does not reach so far"),
        ("artillery", {"crew": 1}, "each gun needs a crew of 2"),
        ("skirmish-fire", {"at_general": True}, "only sharpshooters aim at a general"),
        ("skirmish-fire", {"at_general": True, "rate": "sharpshooter"}, "there is no general to aim at"),
        ("unit-morale", {"lost": 20}, "nobody is left to test"),
        ("unit-morale", {"lost": 1, "charge_casualties": 2}, "are among those lost"),
        ("unit-morale", {"test": "rally-rout"}, "only a routing unit rallies from rout"),
        ("unit-morale", {"test": "rally-retreat"}, "only a retreating unit rallies from retreat"),
        ("unit-morale", {"state": "routing"}, "takes no test but to rally"),
        ("unit-morale", {"test": "to-charge", "state": "faltering"}, "only a unit in good order charges"),
        ("brigade-morale", {"in_play": 5}, "within the roster"),
        ("brigade-morale", {"in_play": 3}, "units not in play among the lost"),
        ("brigade-morale", {"sheltered": 5}, "only 4 units are in play"),
        ("brigade-morale", {"crack_elite": 2, "green_militia": 3}, "only 4 units are in play"),
        ("melee", {"figures": 21}, "figures are 21 of 20"),
        ("melee", {"rapid": True}, "rapid is for infantry with breechloaders or repeaters"),
        ("melee", {"second_figures": 30}, "the unit with most figures leads"),
        ("pursuit", {"arm": "artillery"}, "artillery does not pursue"),
        ("risk-to-general", {"general": False}, "without a general nobody is at risk"),
        ("charge", {"gap": 13}, "13 inches are too far: this charge goes 12"),
        ("charge", {"obstacle": "abatis", "gap": 7}, "this charge goes 6"),
        ("charge", {"arm": "artillery", "formation": "deployed"}, "artillery never charges"),
        ("charge", {"reaction": "evade"}, "only skirmishers, cavalry and limbered guns"),
        ("charge", {"reaction": "counter-charge", "unformed": True}, "only formed infantry and cavalry counter-charge"),
        ("charge", {"target_arm": "cavalry"}, "mounted cavalry and limbered guns do not fire"),
        ("charge", {"state": "routing"}, "does not fire"),
        ("charge", {"support_guns": 1, "support_figures": 5}, "expected one of them to be 0"),
        ("charge", {"arm": "cavalry", "obstacle": "wire"}, "cavalry does not charge over a defence"),
        ("charge", {"figures": 21}, "figures are 21 of 20"),
    ],
)
def test_refusals_in_a_sentence(id: str, inputs: Inputs, said: str) -> None:
    known = procedure(id)
    with pytest.raises(Refused, match=said):
        known.filled(inputs)


# ---------------------------------------------------------------- morale


def test_e9_to_charge() -> None:
    known = procedure("unit-morale")
    assert by(known, scripted(6, 5), example(known)) == {"result": "charge", "state": "ok"}
    assert chance(known, "result", "charge", **example(known)) == F(6, 36)  # 10 or more


def test_odds_of_a_plain_test() -> None:
    found = {word: chance_of("unit-morale", "result", word) for word in ("obey", "falter", "retreat")}
    assert found == {"obey": F(30, 36), "falter": F(5, 36), "retreat": F(1, 36)}
    assert chance_of("unit-morale", "result", "go-to-ground", under_fire=True) == F(4, 36)


def test_e11_e12_e14_and_e21() -> None:
    common: Inputs = {"nation": "confederate", "size": 18, "lost": 2, "friends_fleeing": 2, "under_fire": True}
    assert resolve("unit-morale", scripted(4, 3), **common) == {"result": "falter", "state": "faltering"}
    green: Inputs = {"grade": "green", "size": 30, "lost": 7, "general": "near", "friends_fleeing": 1}
    rallying: Inputs = {"test": "rally-retreat", "state": "retreating"}
    assert resolve("unit-morale", scripted(4, 5), **green, **rallying) == {"result": "rally", "state": "ok"}
    half: Inputs = {"size": 24, "lost": 12, "general": "near", "dispersal": True}
    assert resolve("unit-morale", scripted(2, 3), **half) == {"result": "disperse", "state": "dispersed"}
    one: Inputs = {"lost": 3, "friends_fleeing": 1, "under_fire": True}
    assert resolve("unit-morale", scripted(4, 4), **one, **rallying) == {"result": "rally", "state": "ok"}


def test_e13_brigade() -> None:
    known = procedure("brigade-morale")
    assert by(known, scripted(4, 3), example(known)) == {"result": "breaks"}
    assert chance(known, "result", "stands", **example(known)) == F(15, 36)  # 8 or more
    assert chance(known, "result", "removed", **example(known)) == F(1, 36)


def test_e16_get_up() -> None:
    assert resolve("get-up", scripted(3, 3), grade="regular") == {"up": False}
    assert resolve("get-up", scripted(3, 3), grade="green") == {"up": True}
    assert chance_of("get-up", "up", True, grade="regular") == F(21, 36)
    assert chance_of("get-up", "up", True, grade="militia") == F(26, 36)


def test_recall() -> None:
    assert chance_of("recall", "recalled", True, grade="green") == F(6, 36)
    assert chance_of("recall", "recalled", True, grade="green", half=True, far=True) == F(30, 36)  # 5 or more
    assert chance_of("recall", "recalled", True, grade="elite", dense_woods=True) == F(15, 36)


# ---------------------------------------------------------------- melee, pursuit, limbering, crossing


def test_e9_the_melee() -> None:
    known = procedure("melee")
    found = by(known, scripted(5, 4, 2, 4), example(known))
    assert (found["winner"], found["result"], found["lost"], found["enemy_lost"]) == ("first", "retreat", 1, 4)


def test_e10_cavalry() -> None:
    found = resolve(
        "melee",
        scripted(3, 2, 4, 5),
        arm="cavalry",
        figures=14,
        grade="veteran",
        shotguns=True,
        enemy_arm="cavalry",
        enemy_figures=12,
        enemy_charging=True,
        enemy_size=12,
        size=14,
    )
    assert (found["winner"], found["result"], found["lost"], found["enemy_lost"]) == ("second", "retreat", 3, 1)


def test_e15_a_battery() -> None:
    battery: Inputs = {"enemy_arm": "artillery", "enemy_figures": 8, "enemy_size": 8}
    foot: Inputs = {"figures": 16, "size": 18, "weapon": "smoothbore"}
    found = resolve("melee", scripted(2, 3, 4, 4), **foot, **battery)
    assert (found["result"], found["lost"], found["enemy_lost"]) == ("retreat", 0, 4)
    taken = resolve("melee", scripted(6, 6, 3, 4, 1, 2), **foot, **battery)
    assert taken["enemy_lost"] == 8
    assert resolve("limbering", scripted(2, 4), guns=2) == {"result": "one-gun-lost"}


def test_e20_horse_and_foot() -> None:
    found = resolve("melee", scripted(3, 4, 5, 4), second_figures=12, second_arm="cavalry")
    assert (found["winner"], found["result"], found["enemy_lost"]) == ("first", "retreat", 17)


def test_odds_of_a_melee_by_hand() -> None:
    """Equal sides, nobody charging: a draw in 146 of 1296, and either side wins as often."""
    even: Inputs = {"charging": False}
    assert chance_of("melee", "winner", "nobody", **even) == F(146, 1296)
    assert chance_of("melee", "winner", "first", **even) == chance_of("melee", "winner", "second", **even)
    assert chance_of("melee", "six", True, **even) == F(1, 36)
    ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    routs = sum(ways[a] * ways[b] for a in range(11) for b in range(11) if abs(a - b) >= 8)
    assert chance_of("melee", "result", "rout", **even) == F(routs, 1296)


def test_switches_of_melee() -> None:
    crack: Inputs = {"grade": "crack", "charging": False}
    plain = chance_of("melee", "winner", "first", **crack)
    graded = chance(procedure("melee", melee_elite="graded"), "winner", "first", **crack)
    assert graded > plain
    numbers: Inputs = {"figures": 19, "size": 19, "enemy_figures": 10, "enemy_size": 10, "charging": False}
    first = chance(procedure("melee", outnumber="first-plus"), "winner", "first", **numbers)
    assert first > chance_of("melee", "winner", "first", **numbers)


def test_pursuit() -> None:
    known = procedure("pursuit")
    assert by(known, scripted(4, 4), example(known)) == {"result": "tuckered"}
    horse = {word: chance_of("pursuit", "result", word, arm="cavalry") for word in ("superb", "pursue")}
    assert horse == {"superb": F(3, 36), "pursue": F(21, 36)}  # 11 or more, 7 or less


def test_limbering_and_crossing() -> None:
    assert chance_of("limbering", "result", "battery-lost", gun="20pdr", rout=True) == F(21, 36)  # 7 or less
    assert chance_of("crossing", "result", "crosses", obstacle="palisade") == F(1, 6)
    assert chance_of("crossing", "result", "crosses", obstacle="works") == 1


def test_risk_to_general() -> None:
    assert chance_of("risk-to-general", "general", "light") == F(16, 36)
    twelve: Inputs = {"begin": "double-six"}
    assert chance_of("risk-to-general", "general", "none", **twelve) == F(9, 36)  # 3, 4 or 9
    assert chance_of("risk-to-general", "mishap", "burst barrel", rifled=True, **twelve) == F(1, 36)
    assert chance_of("risk-to-general", "general", "none", begin="skirmish-fire") == F(2, 3) + F(1, 3) * F(9, 36)


# ---------------------------------------------------------------- the whole charge

E9: Inputs = {
    "gap": 8,
    "grade": "veteran",
    "size": 22,
    "figures": 22,
    "general": "near",
    "target_general": "near",
    "cover": "hasty-works",
    "support_guns": 2,
}


def test_e9_the_whole_charge() -> None:
    """Reaction, support, both tests, contact, melee, with the dice of the example in their order."""
    found = resolve("charge", scripted(4, 2, 2, 2, 6, 5, 3, 4, 5, 4, 2, 4), **E9)
    assert found == {
        "charger": "charge",
        "target": "stand-or-counter",
        "contact": True,
        "winner": "charger",
        "melee": "retreat",
        "lost": 5,
        "target_lost": 4,
        "guns_lost": 0,
    }


def test_odds_of_the_whole_charge() -> None:
    """Whether 20 regulars charge home after the volley of 20 at their column: each score of both, by hand."""
    ways = {score: 6 - abs(score - 7) for score in range(2, 13)}
    lost_by_score = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 3, 11: 4, 12: 4}  # the column adds 1
    total = F(0)
    for natural in range(2, 12):  # a double six makes the charger falter
        lost = lost_by_score[natural + 1]
        need = 7 + lost + lost * 10 // 20
        total += F(ways[natural], 36) * F(sum(ways[score] for score in ways if score >= need), 36)
    assert chance_of("charge", "charger", "charge") == total


def test_e18_a_missed_charge() -> None:
    found = resolve("charge", scripted(4, 4, 3, 4), gap=7, reaction="hold-fire")
    assert (found["target"], found["contact"], found["melee"]) == ("falter-recoil", False, "none")


def test_a_double_six_ends_a_charge() -> None:
    found = resolve("charge", scripted(6, 6, 3, 1))
    assert (found["charger"], found["target"], found["lost"]) == ("double-six", "none", 4)


def test_runners_who_are_caught() -> None:
    cavalry: Inputs = {"arm": "cavalry", "formation": "line", "gap": 4, "reaction": "hold-fire"}
    rout = resolve("charge", scripted(6, 6, 1, 1), **cavalry, state="ok", unformed=True, flank=True)
    assert (rout["target"], rout["contact"]) == ("rout", True)
    assert (rout["winner"], rout["melee"], rout["target_lost"]) == ("charger", "rout", 20)
    retreat = resolve("charge", scripted(6, 6, 2, 2, 3, 4, 3, 4), **cavalry)
    assert (retreat["target"], retreat["contact"], retreat["melee"]) == ("retreat", True, "rout")


def test_evaders() -> None:
    horse: Inputs = {"arm": "cavalry", "formation": "line", "target_formation": "skirmish", "reaction": "evade"}
    assert resolve("charge", scripted(6, 6), **horse, gap=9)["contact"] is False
    caught = resolve("charge", scripted(5, 5, 3, 4, 3, 4), **horse, gap=8)
    assert (caught["target"], caught["contact"]) == ("evades", True)


def test_counter_charge() -> None:
    horse: Inputs = {"arm": "cavalry", "formation": "line", "target_arm": "cavalry", "reaction": "counter-charge"}
    found = resolve("charge", scripted(4, 4, 4, 4, 3, 4, 3, 4), **horse)
    assert (found["melee"], found["winner"]) == ("draw", "nobody")  # both count as charging


def test_r28_a_counter_charger_may_test_to_charge() -> None:
    horse: Inputs = {"arm": "cavalry", "formation": "line", "target_arm": "cavalry", "reaction": "counter-charge"}
    known = procedure("charge", counter_test="to-charge")
    assert by(known, scripted(4, 4, 3, 3, 5, 6, 2, 2), horse)["target"] == "obey"  # 6: halt, and no counter-charge
    assert by(known, scripted(4, 4, 3, 4, 3, 4, 3, 4), horse)["melee"] == "draw"
    assert resolve("charge", scripted(4, 4, 3, 3, 5, 6, 2, 2), **horse)["target"] == "falter"


def test_reaction_fire_is_measured_at_half_the_gap() -> None:
    horse: Inputs = {"arm": "cavalry", "formation": "line", "gap": 14, "target_weapon": "smoothbore"}
    assert resolve("charge", scripted(6, 5, 2, 1), **horse)["lost"] == 2  # 4 at 7 inches, long for smoothbores
    assert resolve("charge", scripted(6, 5, 2, 1), **{**horse, "gap": 12})["lost"] == 4
    assert chance_of("charge", "lost", 0, **{**horse, "gap": 12}) < chance_of("charge", "lost", 0, **horse)


def test_guns_that_limber_in_haste() -> None:
    battery: Inputs = {"target_arm": "artillery", "target_size": 8, "target_figures": 8, "reaction": "hold-fire"}
    away = resolve("charge", scripted(5, 5, 2, 2, 3, 3), **battery, gap=10)
    assert (away["target"], away["guns_lost"], away["contact"]) == ("retreat", 1, False)
    lost = resolve("charge", scripted(5, 5, 2, 2, 1, 2), **battery, gap=10)
    assert (lost["target"], lost["contact"]) == ("battery-lost", False)


def test_an_obstacle_on_the_way() -> None:
    stuck: Inputs = {"gap": 5, "reaction": "hold-fire", "obstacle": "palisade"}
    behind = resolve("charge", scripted(5, 5, 5, 5, 4), **stuck)
    assert (behind["target"], behind["contact"], behind["melee"]) == ("stand-or-counter", False, "none")
    over = resolve("charge", scripted(5, 5, 5, 5, 1, 6, 5, 3, 3), **stuck)
    assert over["lost"] != 0
    assert over["contact"] is True


def test_tokens_of_a_charge() -> None:
    tokens: Inputs = {"gap": 15, "packs": True, "yell": True, "reaction": "hold-fire"}
    assert resolve("charge", scripted(3, 2, 5, 5, 3, 4, 3, 4), **tokens)["contact"] is True


def test_r97_switch_of_a_target_on_the_ground() -> None:
    ground: Inputs = {"state": "gone-to-ground", "reaction": "hold-fire"}
    down = procedure("charge", gtg_charged="down")
    assert chance(down, "target", "stand-or-counter", **ground) > chance_of(
        "charge", "target", "stand-or-counter", **ground
    )


# ---------------------------------------------------------------- house rules


def test_a_house_rule_acts_in_the_odds() -> None:
    patch = Patch("musketry-casualties", "16-21", "7-8", 4.5, "house.toml", "sheet.musketry-casualties", "mine")
    patched = GettysburgRules(SHEET.patched([patch]), RULINGS.defaults())
    assert chance(form(patched, "musketry"), "half", True) == F(12, 36)


# ---------------------------------------------------------------- what a charge's odds know


def test_r141_a_defence_before_the_halfway_point_on_paper() -> None:
    """It is diced for first; who goes to ground there is not even fired at."""
    early: Inputs = {"gap": 5, "obstacle": "abatis", "early": True}
    behind = resolve("charge", scripted(3), **early)
    assert (behind["charger"], behind["target"], behind["contact"]) == ("stays-behind", "none", False)
    shaken: Inputs = {**early, "reaction": "hold-fire"}
    assert resolve("charge", scripted(1, 3, 4), **shaken)["charger"] == "halt-volley"  # 7, and unformed -1
    assert resolve("charge", scripted(4, 3, 4, 1, 1), **shaken)["charger"] == "charge"


@pytest.mark.parametrize(
    ("more", "lost"),
    [
        ({}, 3),  # 5,3 and +1 for a column: 9
        ({"massed": True, "formation": "line"}, 3),
        ({"charger_cover": "cover", "massed": True}, 3),
        ({"charger_cover": "works"}, 2),
        ({"fired_last_turn": True, "charger_cover": "light", "target_grade": "militia"}, 2),
    ],
)
def test_fire_at_the_charger_counts_what_it_counts_on_the_table(more: Inputs, lost: int) -> None:
    assert resolve("charge", scripted(5, 3, 1, 1), **{"gap": 8, **more})["lost"] == lost


def test_support_fire_has_its_own_grade_weapon_and_range() -> None:
    """20 in line at the column, 4,3: 8 at effective range, 3 figures; elite 9; half of it beyond; none too far off."""
    held: Inputs = {"gap": 8, "reaction": "hold-fire", "support_figures": 20}
    far: Inputs = {**held, "support_weapon": "smoothbore"}
    assert resolve("charge", scripted(4, 3, 1, 1), **held)["lost"] == 3
    assert resolve("charge", scripted(5, 5, 1, 1), **{**held, "support_grade": "elite"})["lost"] == 4
    assert resolve("charge", scripted(5, 5, 1, 1), **{**held, "enfiladed": True})["lost"] == 4
    assert resolve("charge", scripted(4, 3, 1, 1), **{**far, "support_range": 6.5})["lost"] == 1
    assert resolve("charge", scripted(1, 1), **{**far, "support_range": 12.5})["lost"] == 0


@pytest.mark.parametrize(("support_range", "lost"), [(12, 3), ("12.25", 1)])
def test_guns_in_support_fire_canister_as_far_as_it_reaches(support_range: Value, lost: int) -> None:
    """Three rifles at a column, 4,3: 12 with canister; 8 and a half left over with shot."""
    held: Inputs = {"gap": 8, "reaction": "hold-fire", "support_guns": 3, "support_gun": "rifled"}
    assert resolve("charge", scripted(4, 3, 1, 1), support_range=support_range, **held)["lost"] == lost


def test_a_target_that_its_own_fire_destroys_takes_no_test() -> None:
    """Its last figure skulks (R91); the first charger falters, and the second comes home to nobody."""
    found = resolve("charge", scripted(6, 6, 1, 1, 6, 5), gap=8, target_figures=1, second_figures=20)
    assert (found["charger"], found["target"]) == ("double-six", "none")


def test_a_gap_has_fractions() -> None:
    assert resolve("charge", scripted(1, 1), reaction="hold-fire", gap="11.75")["charger"] == "retreat"
    with pytest.raises(Refused, match=r"12\.25 inches are too far"):
        resolve("charge", scripted(1, 1), reaction="hold-fire", gap="12.25")


def test_a_second_charger_tests_by_itself_and_helps_in_the_melee() -> None:
    """The first fails, the second goes on and is what the target tests against; or both fight as one.

    A melee in which the first is not is no business of its odds.
    """
    two: Inputs = {"gap": 8, "reaction": "hold-fire", "second_figures": 20, "second_grade": "elite"}
    alone = resolve("charge", scripted(1, 1, 6, 5, 6, 5), **two)
    assert (alone["charger"], alone["target"], alone["contact"]) == ("retreat", "stand-or-counter", False)
    both = resolve("charge", scripted(6, 5, 6, 5, 6, 5, 4, 3, 4, 3), **two)
    assert (both["contact"], both["winner"]) == (True, "charger")  # they outnumber the target twice


@pytest.mark.parametrize(
    ("switch", "inputs", "assumed"),
    [
        ("after", {}, ["Every six of sharpshooters is a casualty."]),
        ("after", {"at_general": True}, ["Every six of sharpshooters is a roll of risk."]),
        ("after", {"general_near": False}, []),
        ("declare", {}, []),
    ],
)
def test_r42_what_the_odds_of_sharpshooters_take_for_granted(switch: str, inputs: Inputs, assumed: list[str]) -> None:
    known = procedure("skirmish-fire", sharpshooter=switch)
    assert known.filled({"rate": "sharpshooter", "general_near": True, **inputs}).assumed() == assumed


def test_what_the_odds_of_a_charge_take_for_granted() -> None:
    case = form(RULES, "charge").filled({"reaction": "counter-charge", "support_figures": 12})
    assert case.assumed() == [
        "The target prepares to counter-charge.",
        "Steady, it goes to meet the charge.",
        "Support fire is given by 1.",
        "No cavalry charges the chargers.",
    ]
