"""The pure procedures: each modifier, each switch, the traps, and the worked examples, with dice known beforehand."""

from __future__ import annotations

import pytest
from written import home_of

from playsheet.core.dice import scripted
from playsheet.core.events import Entry, Rolled
from playsheet.core.rulings import read_rulings
from playsheet.core.sheet import read_sheet
from playsheet.rules.gettysburg.dice.charge import allowance, contact, cross, ran_by
from playsheet.rules.gettysburg.dice.command import (
    CAME,
    brigade_account,
    brigade_order,
    division_account,
    division_order,
    own_account,
    own_initiative,
)
from playsheet.rules.gettysburg.dice.double_six import SixWitness, chain, mishap, risk_to_general
from playsheet.rules.gettysburg.dice.fire import (
    Battery,
    FireWitness,
    Hit,
    Mark,
    Rank,
    Shot,
    SkirmishWitness,
    Volley,
    aim_at_general,
    artillery_account,
    artillery_shot,
    effect_row,
    fire,
    firing_figures,
    groups,
    guns_firing,
    halved,
    halvings,
    may_pour,
    musketry_account,
    musketry_shot,
    odd_dice,
    poured,
    skirmish_fire,
    target_account,
)
from playsheet.rules.gettysburg.dice.initiative import NOBODY, initiative, initiative_account
from playsheet.rules.gettysburg.dice.melee import (
    EIGHTHS,
    NO_REACTION,
    Clash,
    Fighter,
    MeleeWitness,
    Side,
    captures,
    cut_down,
    effective,
    emergency_limbering,
    fight,
    goes_to_own_lines,
    lead_of,
    limbering_account,
    loser_result,
    melee_account,
    outnumbering,
    rate,
    reaction,
    shares,
)
from playsheet.rules.gettysburg.dice.morale import (
    MoraleSituation,
    RallyWitness,
    Roll,
    at_dispersal_point,
    best_general,
    brigade_morale,
    brigade_morale_account,
    charger_kind,
    get_up,
    is_formed_target,
    is_weak_target,
    morale_account,
    morale_test,
    must_test_for_losses,
    rally,
    recall,
    recall_account,
    state_after,
    tenths,
    worst_charger,
)
from playsheet.rules.gettysburg.dice.pursuit import Winner, pursuit_account, pursuit_test
from playsheet.rules.gettysburg.sheet.rows import RiskRow, SixRow
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    BRIGADE_RESULTS,
    CROSSINGS,
    DIVISION_ORDERS,
    GRADES,
    GUNS,
    LIMBERINGS,
    MELEE_RESULTS,
    OBSTACLES,
    ORDERS,
    PURSUITS,
    QUALITIES,
    REACTIONS,
    RESULTS,
    RISKS,
    STATES,
    TESTS,
    TOKENS,
    WEAPONS,
    Ammunition,
    Arm,
    ChargedBy,
    Cover,
    Formation,
    GeneralWorth,
    Grade,
    Gun,
    MoraleTest,
    Nation,
    Order,
    Quality,
    SkirmishRate,
    UnitState,
    Weapon,
)

HERE = home_of("gettysburg")
SHEET = read_sheet(HERE / "sheet.toml")
RULINGS = read_rulings(HERE / "rulings.toml")
BREECH_RIFLE = WEAPONS.index("breech-rifle")


def switched(**switches: object) -> GettysburgRules:
    settings = {key.replace("_", "-"): value for key, value in switches.items()}
    return GettysburgRules(SHEET, RULINGS.chosen(settings, "test"))


RULES = switched()


def ids(account: list[Entry]) -> dict[str, int]:
    """Each modifier under its id; an id stands once."""
    assert len({entry.cause for entry in account}) == len(account)
    return {entry.cause: entry.add for entry in account}


def total(account: list[Entry]) -> int:
    return sum(entry.add for entry in account)


# ---------------------------------------------------------------- initiative


def test_e1_initiative() -> None:
    union = initiative_account(RULES, Quality.NORMAL, Nation.UNION, 1863, east=True)
    confederate = initiative_account(RULES, Quality.EXCELLENT, Nation.CONFEDERATE, 1863, east=True)
    assert ids(union) == {}
    assert ids(confederate) == {"excellent": 1, "confederate-east": 1}
    dice = scripted(3, 4, 2, 3, 2, 2, 1, 1, 5, 3, 2, 5)
    assert initiative(dice, RULES, union, confederate, NOBODY) == 1
    assert dice.left() == 0


@pytest.mark.parametrize(
    ("quality", "nation", "east", "year", "expected"),
    [
        (Quality.POOR, Nation.UNION, True, 1862, {"poor": -1}),
        (Quality.DRUNKARD, Nation.UNION, True, 1862, {"drunkard": -2}),
        (Quality.NORMAL, Nation.CONFEDERATE, True, 1861, {"confederate-east": 1}),
        (Quality.NORMAL, Nation.CONFEDERATE, True, 1864, {}),
        (Quality.NORMAL, Nation.CONFEDERATE, False, 1862, {}),
        (Quality.NORMAL, Nation.UNION, True, 1862, {}),
    ],
)
def test_initiative_modifiers(quality: int, nation: int, east: bool, year: int, expected: dict[str, int]) -> None:
    assert ids(initiative_account(RULES, quality, nation, year, east=east)) == expected


def test_r3_who_had_the_initiative_keeps_it_by_switch() -> None:
    rules = switched(initiative_tie="keep")
    assert [initiative(scripted(3, 4, 4, 3), rules, [], [], holder) for holder in (0, 1)] == [0, 1]
    assert initiative(scripted(3, 4, 4, 3, 1, 2, 5, 5), rules, [], [], NOBODY) == 1


# ---------------------------------------------------------------- command


@pytest.mark.parametrize(("order", "need"), [("attack", 10), ("defend", 9), ("reserve", 7), ("redeploy", 7)])
def test_a_division_changes_by_the_number_of_its_current_order(order: str, need: int) -> None:
    current = DIVISION_ORDERS.index(order)
    enough = scripted(need - 6, 6) if need > 7 else scripted(1, 6)
    short = scripted(need - 7, 6) if need > 7 else scripted(1, 5)
    assert division_order(enough, RULES, current, [])
    assert not division_order(short, RULES, current, [])


def test_division_modifiers() -> None:
    assert ids(division_account(RULES, Quality.EXCELLENT, contact=True)) == {"excellent": 1, "base-contact": 2}
    assert ids(division_account(RULES, Quality.POOR, contact=False)) == {"poor": -1}
    assert ids(division_account(RULES, Quality.DRUNKARD, contact=False)) == {}  # R9
    assert ids(division_account(switched(division_drunkard="-2"), Quality.DRUNKARD, contact=False)) == {"stricter": -2}


def test_e2_a_brigade_order_sent() -> None:
    account = brigade_account(RULES, Quality.EXCELLENT, far=True, commanding=False, contact=False, dense=False)
    assert ids(account) == {"excellent": 1, "far-or-commanding": -2}
    assert CAME[brigade_order(scripted(4, 3), RULES, Order.HOLD, account).came] == "changed"
    assert CAME[brigade_order(scripted(4, 2), RULES, Order.HOLD, account).came] == "kept"


@pytest.mark.parametrize(
    ("far", "commanding", "contact", "expected"),
    [
        (True, False, False, {"far-or-commanding": -2}),
        (False, True, False, {"far-or-commanding": -2}),
        (True, True, False, {"far-and-commanding": -3}),  # R12: not -5
        (False, False, True, {"base-contact": 2}),
        (False, True, True, {"far-or-commanding": -2, "base-contact": 2}),
    ],
)
def test_situation_of_a_brigade_order(far: bool, commanding: bool, contact: bool, expected: dict[str, int]) -> None:
    assert (
        ids(brigade_account(RULES, Quality.NORMAL, far=far, commanding=commanding, contact=contact, dense=True))
        == expected
    )


def test_dense_woods_hinder_orders_by_switch() -> None:
    rules = switched(order_dense_woods="on")
    assert ids(brigade_account(rules, Quality.DRUNKARD, far=False, commanding=False, contact=False, dense=True)) == {
        "drunkard": -2,
        "dense-woods": -2,
    }


def test_e3_loss_of_nerve() -> None:
    account = own_account(RULES, Quality.NORMAL, Nation.UNION, Order.ENGAGE)
    rolled = own_initiative(scripted(2, 1), RULES, Order.MOVE, account)
    assert (CAME[rolled.came], ORDERS[rolled.order]) == ("loss of nerve", "retire")


def test_own_initiative_modifiers() -> None:
    assert ids(own_account(RULES, Quality.EXCELLENT, Nation.CONFEDERATE, Order.ASSAULT)) == {
        "confederate-to-assault": 1,
        "excellent": 1,
    }
    assert ids(own_account(RULES, Quality.POOR, Nation.CONFEDERATE, Order.ENGAGE)) == {"poor": -1}
    assert ids(own_account(RULES, Quality.DRUNKARD, Nation.UNION, Order.ASSAULT)) == {"drunkard": -2}
    account = own_account(RULES, Quality.EXCELLENT, Nation.CONFEDERATE, Order.ASSAULT)
    assert CAME[own_initiative(scripted(2, 4), RULES, Order.HOLD, account).came] == "changed"
    assert CAME[own_initiative(scripted(2, 3), RULES, Order.HOLD, account).came] == "kept"


NERVE = {  # present order: after 3, after 2; empty: it stays
    "assault": ("", "hold"),
    "engage": ("hold", "retire"),
    "support": ("hold", "retire"),
    "move": ("retire", "retire"),  # R15
    "hold": ("retire", "retire"),
}


def named(order: int) -> str:
    return ORDERS[order] if order >= 0 else ""


@pytest.mark.parametrize("present", NERVE)
def test_nerve_and_panic(present: str) -> None:
    """Trap 16: the bare dice decide, whatever is added."""
    order = ORDERS.index(present)
    account = own_account(RULES, Quality.EXCELLENT, Nation.CONFEDERATE, Order.ASSAULT)
    rolled = [own_initiative(scripted(1, face), RULES, order, account) for face in (2, 1)]
    assert [CAME[each.came] for each in rolled] == ["loss of nerve", "panic"]
    assert (named(rolled[0].order), named(rolled[1].order)) == NERVE[present]


def test_r16_who_retires_only_fails() -> None:
    for face in (1, 2):
        rolled = own_initiative(
            scripted(1, face), RULES, Order.RETIRE, own_account(RULES, Quality.EXCELLENT, Nation.UNION, Order.HOLD)
        )
        assert (CAME[rolled.came], named(rolled.order)) == ("kept", "")
    assert CAME[own_initiative(scripted(4, 4), RULES, Order.RETIRE, []).came] == "changed"


def test_r14_which_number_is_which() -> None:
    swapped = switched(nerve="2-nerve")
    assert named(own_initiative(scripted(1, 1), swapped, Order.ENGAGE, []).order) == "hold"
    assert named(own_initiative(scripted(1, 2), swapped, Order.ENGAGE, []).order) == "retire"
    both = switched(nerve="also-division")
    assert CAME[brigade_order(scripted(1, 1), RULES, Order.ENGAGE, []).came] == "kept"
    assert CAME[brigade_order(scripted(1, 1), both, Order.ENGAGE, []).came] == "panic"
    assert CAME[brigade_order(scripted(3, 3), both, Order.ENGAGE, []).came] == "changed"


def test_r15_n_a_may_be_nothing() -> None:
    literal = switched(nerve_na="literal")
    assert [
        named(own_initiative(scripted(1, 1), literal, order, []).order)
        for order in (Order.MOVE, Order.HOLD, Order.SUPPORT)
    ] == [
        "",
        "",
        "retire",
    ]


# ---------------------------------------------------------------- who fires


@pytest.mark.parametrize(
    ("formation", "figures", "fire"),
    [
        (Formation.LINE, 19, 19),
        (Formation.EXTENDED, 19, 19),
        (Formation.COLUMN, 19, 10),
        (Formation.MOB, 22, 12),
        (Formation.COLUMN, 3, 2),
        (Formation.COLUMN, 1, 1),
    ],
)
def test_r60_who_fires(formation: int, figures: int, fire: int) -> None:
    assert firing_figures(RULES, formation, figures) == fire


def test_r51_pour_it_on() -> None:
    assert [poured(RULES, BREECH_RIFLE, n) for n in (11, 12)] == [16, 18]  # trap 30
    assert poured(RULES, Weapon.REPEATER, 11) == 22
    assert [weapon for weapon in WEAPONS if may_pour(WEAPONS.index(weapon), low=False)] == [
        "breech-carbine",
        "breech-rifle",
        "repeater",
    ]
    assert not may_pour(Weapon.REPEATER, low=True)


@pytest.mark.parametrize(("guns", "crew", "fire"), [(3, 12, 3), (3, 5, 2), (3, 1, 0), (2, 8, 2)])
def test_r61_each_gun_needs_two_crew(guns: int, crew: int, fire: int) -> None:
    assert guns_firing(RULES, guns, crew) == fire


# ---------------------------------------------------------------- the score


def mark(formation: int = Formation.LINE, arm: int = Arm.INFANTRY, cover: int = Cover.NONE, down: bool = False) -> Mark:
    made = Mark(arm, formation)
    made.cover = cover
    made.on_the_ground = down
    return made


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (mark(Formation.LINE), {}),
        (mark(Formation.COLUMN), {"target-column": 1}),
        (mark(Formation.LIMBERED, Arm.ARTILLERY), {"target-column": 1}),  # R56
        (mark(Formation.MOB), {}),
        (mark(Formation.EXTENDED), {"target-extended": -1}),
        (mark(Formation.DEPLOYED, Arm.ARTILLERY), {"target-deployed-artillery": -3}),
        (mark(Formation.SKIRMISH), {"target-skirmishers": -4}),
        (mark(cover=Cover.LIGHT), {"light-cover": -1}),
        (mark(cover=Cover.LIGHT, down=True), {"light-cover": -1}),  # trap 24: they share one line
        (mark(down=True), {"gone-to-ground": -1}),
        (mark(cover=Cover.COVER), {"cover": -2}),
        (mark(cover=Cover.COVER, down=True), {"cover": -2, "gone-to-ground": -1}),
        (mark(cover=Cover.HASTY), {"cover": -2}),  # R57
        (mark(cover=Cover.WORKS), {"works": -4}),
        (mark(cover=Cover.WORKS, down=True), {"works": -4, "gone-to-ground": -1}),
    ],
)
def test_target_modifiers(target: Mark, expected: dict[str, int]) -> None:
    assert ids(target_account(RULES, target, rifled=False)) == expected


def test_enfiladed_and_massed() -> None:
    target = mark(Formation.COLUMN)
    target.enfiladed = True
    target.massed = True
    assert ids(target_account(RULES, target, rifled=False)) == {"enfiladed": 2, "massed": 1, "target-column": 1}


def test_r57_works_against_rifled_guns() -> None:
    """Trap 26: rifled artillery only, and not mixed; rifled muskets take the whole."""
    works = mark(cover=Cover.WORKS)
    assert "works" in ids(musketry_account(RULES, Rank(Grade.REGULAR), works))
    taken = {
        gun: ids(artillery_account(RULES, Battery(Grade.REGULAR, GUNS.index(gun), Ammunition.SHOT), works))
        for gun in GUNS
    }
    assert {gun: account.get("works-rifled", account.get("works")) for gun, account in taken.items()} == {
        "6pdr": -4,
        "12pdr": -4,
        "mixed": -4,
        "rifled": -3,
        "20pdr": -3,
    }


def test_r57_hasty_works_by_switch() -> None:
    rules = switched(hasty_fire="works")
    assert ids(target_account(rules, mark(cover=Cover.HASTY), rifled=False)) == {"works": -4}
    assert ids(target_account(rules, mark(cover=Cover.HASTY), rifled=True)) == {"works-rifled": -3}


@pytest.mark.parametrize(
    ("grade", "expected"),
    [
        ("crack", {"crack-elite": 1}),
        ("elite", {"crack-elite": 1}),
        ("veteran", {}),
        ("regular", {}),
        ("green", {}),
        ("militia", {"militia": -2}),
    ],
)
def test_grades_of_musketry(grade: str, expected: dict[str, int]) -> None:
    assert ids(musketry_account(RULES, Rank(GRADES.index(grade)), mark())) == expected


def test_state_of_the_firers() -> None:
    rank = Rank(Grade.REGULAR)
    rank.extended = True
    rank.unformed = True
    rank.fired_last_turn = True
    rank.aim_low = True
    assert ids(musketry_account(RULES, rank, mark())) == {
        "firer-extended": -1,
        "firer-unformed": -2,
        "fired-last-turn": -1,
        "aim-low-boys": 2,
    }


@pytest.mark.parametrize(("gun", "add"), [("6pdr", 4), ("12pdr", 5), ("mixed", 4), ("rifled", 4), ("20pdr", 5)])
def test_canister(gun: str, add: int) -> None:
    battery = Battery(Grade.VETERAN, GUNS.index(gun), Ammunition.CANISTER)
    assert ids(artillery_account(RULES, battery, mark())) == {f"canister-{gun}": add}


def test_artillery_modifiers() -> None:
    battery = Battery(Grade.ELITE, Gun.GUN_20PDR, Ammunition.SHOT)
    battery.moved = True
    battery.unformed = True
    assert ids(artillery_account(RULES, battery, mark())) == {
        "elite": 1,
        "shot-20pdr": 1,
        "moved-or-unlimbered": -2,
        "battery-unformed": -2,
    }
    assert ids(artillery_account(RULES, Battery(Grade.GREEN, Gun.GUN_MIXED, Ammunition.SHOT), mark())) == {
        "green-militia": -1
    }
    assert ids(artillery_account(RULES, Battery(Grade.MILITIA, Gun.GUN_RIFLED, Ammunition.SHOT), mark())) == {
        "green-militia": -1
    }


# ---------------------------------------------------------------- the shot


class Told(SkirmishWitness):
    """Keeps what a shot tells; a general is near if `general`."""

    def __init__(self, general: bool = False, aims: int = 0) -> None:
        self.general = general
        self.aimed = aims
        self.said: list[str] = []

    def at_risk(self) -> bool:
        self.said.append("at risk?")
        return self.general

    def fired(self, hit: Hit) -> None:
        self.said.append(f"hit {hit.figures}")

    def six(self, row: SixRow) -> None:
        token = TOKENS[row.token] if row.token >= 0 else "none"
        self.said.append(f"six {token}{' skulkers' if row.skulkers else ''}")

    def risked(self, row: RiskRow) -> None:
        self.said.append(f"risk {RISKS[row.result]}")

    def burns(self, yes: bool) -> None:
        self.said.append("burns" if yes else "no fire")

    def aims(self, sixes: int) -> int:
        return self.aimed


def volley(faces: list[int], strength: int, add: int, target: Mark, figures: int, pending: int, times: int = 0) -> Hit:
    """A shot with nothing but one modifier."""
    account = [Entry(add, "test")] if add else []
    shot = musketry_shot(strength, account, times, target, figures, pending)
    dice = scripted(*faces)
    hit = fire(dice, RULES, shot, Told())
    assert dice.left() == 0
    return hit


def test_e4_a_long_volley() -> None:
    rank = Rank(Grade.ELITE)
    rank.fired_last_turn = True
    target = mark(Formation.COLUMN, cover=Cover.LIGHT)
    account = musketry_account(RULES, rank, target)
    assert ids(account) == {"crack-elite": 1, "fired-last-turn": -1, "target-column": 1, "light-cover": -1}
    assert RULES.band(Weapon.RIFLED_MUSKET, 13.2) == 1
    hit = fire(
        scripted(5, 6),
        RULES,
        musketry_shot(26, account, halvings(long_range=True, on_the_ground=False, low=False), target, 24, 0),
        Told(),
    )
    assert (hit.figures, hit.pending) == (2, 0)


def test_e5_halves() -> None:
    account = musketry_account(RULES, Rank(Grade.MILITIA), mark())
    hit = fire(scripted(2, 3), RULES, musketry_shot(12, account, 0, mark(), 20, 0), Told())
    assert (hit.figures, hit.pending) == (0, 1)
    hit = volley([3, 2], 8, 0, mark(), 20, hit.pending)
    assert (hit.figures, hit.pending) == (1, 0)


def test_e6_canister() -> None:
    target = mark(Formation.EXTENDED)
    target.enfiladed = True
    battery = Battery(Grade.VETERAN, Gun.GUN_RIFLED, Ammunition.CANISTER)
    account = artillery_account(RULES, battery, target)
    assert total(account) == 5
    hit = fire(scripted(4, 5), RULES, artillery_shot(3, battery, account, 0, target, 20, 1), Told())
    assert (hit.figures, hit.pending) == (5, 0)


def test_e8_a_double_six() -> None:
    told = Told()
    target = mark(Formation.LINE, Arm.CAVALRY)
    hit = fire(scripted(6, 6, 3, 1), RULES, musketry_shot(20, [], 0, target, 14, 0), told)
    assert (hit.figures, hit.falters(), hit.retires()) == (4, True, 0)
    assert told.said == ["hit 4", "six down-packs"]


def test_trap_1_each_halving_rounds_down() -> None:
    assert [halved(h, 1) for h in (0, 1, 2, 3, 9)] == [0, 0, 1, 1, 4]
    assert halved(9, 2) == 2
    assert halved(9, 3) == 1
    assert halvings(long_range=True, on_the_ground=True, low=True) == 3
    assert volley([3, 2], 8, 0, mark(), 20, 0, 1).pending == 0


def test_trap_3_only_natural_dice_are_a_double_six() -> None:
    assert volley([6, 5], 20, 1, mark(), 20, 0).effect is None
    hit = volley([6, 6, 3, 1], 20, -4, mark(), 20, 0)
    assert hit.falters()
    assert hit.figures == 3  # 8


def test_casualties_are_capped_at_what_is_left() -> None:
    assert volley([5, 5], 40, 8, mark(), 2, 0).figures == 2


@pytest.mark.parametrize(
    ("artillery", "ammunition", "target", "row"),
    [
        (False, Ammunition.SHOT, mark(), "musketry-infantry"),
        (False, Ammunition.SHOT, mark(Formation.LINE, Arm.CAVALRY), "musketry-cavalry"),
        (False, Ammunition.SHOT, mark(Formation.DEPLOYED, Arm.ARTILLERY), "musketry-artillery"),
        (False, Ammunition.SHOT, mark(Formation.SKIRMISH), "musketry-skirmishers"),
        (True, Ammunition.SHOT, mark(Formation.COLUMN), "artillery-infantry"),
        (True, Ammunition.CANISTER, mark(Formation.LINE, Arm.CAVALRY), "artillery-cavalry"),
        (True, Ammunition.SHOT, mark(Formation.LIMBERED, Arm.ARTILLERY), "artillery-artillery"),
        (True, Ammunition.CANISTER, mark(Formation.SKIRMISH), "canister-skirmishers"),
        (True, Ammunition.SHOT, mark(Formation.SKIRMISH), "shot-skirmishers"),
    ],
)
def test_rows_of_double_six(artillery: bool, ammunition: int, target: Mark, row: str) -> None:
    assert effect_row(ammunition, target, artillery=artillery) == row


def test_double_six_at_skirmishers_is_not_halved() -> None:
    hit = volley([6, 6, 3, 1], 20, 0, mark(Formation.SKIRMISH), 20, 0, 2)
    assert (hit.figures, hit.retires(), hit.falters()) == (2 + 1, 12, False)  # 4 figures halved twice, and 2


def test_r103_crew_lost_to_a_double_six() -> None:
    battery = Battery(Grade.REGULAR, Gun.GUN_12PDR, Ammunition.SHOT)
    target = mark(Formation.DEPLOYED, Arm.ARTILLERY)
    account = artillery_account(RULES, battery, target)
    hit = fire(scripted(6, 6, 3, 1), RULES, artillery_shot(1, battery, account, 0, target, 8, 1), Told())
    assert (hit.figures, hit.pending, hit.guns(), hit.falters()) == (2, 1, 1, True)  # 9: 1 figure, raised to 2


def test_r92_a_building_burns_after_the_chain() -> None:
    battery = Battery(Grade.REGULAR, Gun.GUN_12PDR, Ammunition.SHOT)
    for face, said in ((5, "burns"), (4, "no fire")):
        told = Told(general=True)
        shot = artillery_shot(3, battery, [], 0, mark(cover=Cover.COVER), 20, 0)
        shot.built_up = True
        fire(scripted(6, 6, 4, 3, 5, 5, face), RULES, shot, told)
        assert told.said == ["hit 3", "six none", "at risk?", "risk bible", said]


def test_r51_any_double_makes_low_on_ammo() -> None:
    for faces in ([1, 1], [3, 3], [6, 6, 3, 1], [2, 3]):
        shot = musketry_shot(20, [], 0, mark(), 20, 0)
        shot.pours = True
        assert fire(scripted(*faces), RULES, shot, Told()).low == (faces[0] == faces[1])
        assert not fire(scripted(*faces), switched(pour_ammo="off"), shot, Told()).low
    assert not volley([3, 3], 20, 0, mark(), 20, 0).low


def test_r59_halves_by_switch() -> None:
    shot = musketry_shot(8, [], 0, mark(), 20, 0)  # 5: half a figure
    dropped = fire(scripted(2, 3), switched(halves="drop"), shot, Told())
    assert (dropped.figures, dropped.pending) == (0, 0)
    diced = switched(halves="dice")
    assert [fire(scripted(2, 3, face), diced, shot, Told()).figures for face in (3, 4)] == [0, 1]
    assert fire(scripted(4, 4), diced, shot, Told()).figures == 1  # a whole figure needs no die


# ---------------------------------------------------------------- skirmish fire


@pytest.mark.parametrize(
    ("rate", "figures", "pairs", "odd"),
    [
        (SkirmishRate.FIRST_RATE, 13, 3, 0),
        (SkirmishRate.FIRST_RATE, 14, 3, 1),
        (SkirmishRate.SECOND_RATE, 12, 2, 1),
        (SkirmishRate.SECOND_RATE, 11, 2, 0),
        (SkirmishRate.SHARPSHOOTER, 12, 4, 0),
        (SkirmishRate.SHARPSHOOTER, 2, 0, 1),  # trap 25
        (SkirmishRate.SHARPSHOOTER, 1, 0, 0),
        (0, 20, 0, 0),
    ],
)
def test_dice_of_skirmishers(rate: int, figures: int, pairs: int, odd: int) -> None:
    assert (groups(RULES, rate, figures), odd_dice(RULES, rate, figures)) == (pairs, odd)


def test_e7_skirmish_fire() -> None:
    told = Told(general=True)
    shot = Volley(3, 0, 20, 0)
    shot.cover = Cover.WORKS
    dice = scripted(6, 6, 2, 6, 1, 5, 6, 2, 6, 4, 1)
    hit = skirmish_fire(dice, RULES, shot, told)
    assert dice.left() == 0
    assert (hit.figures, hit.pending) == (2, 1)
    assert told.said == ["hit 2", "six none", "at risk?", "risk whiskey"]


def test_the_gate_stops_the_chain() -> None:
    told = Told(general=True)
    dice = scripted(6, 6, 4)
    assert skirmish_fire(dice, RULES, Volley(1, 0, 20, 0), told).figures == 3
    assert dice.left() == 0
    assert told.said == ["hit 3"]


def test_r44_sixes_of_two_groups_are_no_double() -> None:
    dice = scripted(1, 6, 6, 1, 6)
    hit = skirmish_fire(dice, RULES, Volley(2, 1, 20, 0), Told(general=True))
    assert (hit.figures, hit.effect, dice.left()) == (3, None, 0)


def test_each_double_six_of_skirmishers_has_its_chain() -> None:
    told = Told()
    dice = scripted(6, 6, 6, 6, 1, 5, 1, 2)
    assert skirmish_fire(dice, RULES, Volley(2, 0, 20, 0), told).figures == 6
    assert told.said == ["hit 6", "six rally-once-again"]
    assert dice.left() == 0


@pytest.mark.parametrize(
    ("cover", "target_down", "down", "low", "halves"),
    [
        (Cover.NONE, False, False, False, 6),
        (Cover.LIGHT, False, False, False, 3),  # R43: light cover too
        (Cover.WORKS, True, False, False, 3),  # one halving for all of the target's shelter
        (Cover.NONE, True, False, False, 3),
        (Cover.NONE, False, True, False, 3),
        (Cover.COVER, False, True, True, 0),
        (Cover.NONE, False, True, True, 1),
    ],
)
def test_what_halves_skirmish_fire(cover: int, target_down: bool, down: bool, low: bool, halves: int) -> None:
    shot = Volley(3, 0, 20, 0)
    shot.cover = cover
    shot.target_down = target_down
    shot.down = down
    shot.low = low
    hit = skirmish_fire(scripted(6, 1, 6, 1, 6, 1), RULES, shot, Told())
    assert 2 * hit.figures + hit.pending == halves


def test_r42_sharpshooters_at_a_general() -> None:
    told = Told(general=True)
    dice = scripted(6, 6, 1, 6, 1, 2)
    assert aim_at_general(dice, RULES, Volley(2, 0, 20, 0), told)
    assert told.said == ["risk sniped"]  # one roll, no casualties, no chain
    assert dice.left() == 0
    assert not aim_at_general(scripted(5, 5, 1, 2), RULES, Volley(2, 0, 20, 0), told)


def test_r42_each_six_a_choice_by_switch() -> None:
    rules = switched(sharpshooter="after")
    told = Told(general=True, aims=2)
    hit = skirmish_fire(scripted(6, 1, 6, 1, 6, 1, 5, 5, 6, 6), rules, Volley(3, 0, 20, 0), told)
    assert hit.figures == 1
    assert told.said == ["hit 1", "risk bible", "risk stonewall"]


# ---------------------------------------------------------------- double six, generals


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ([1, 1, 1, 1], ["six none skulkers", "at risk?", "risk disgraced"]),
        ([1, 2], ["six rally-once-again"]),
        ([2, 2], ["six down-packs"]),
        ([2, 3, 1, 2], ["six none", "at risk?", "risk sniped"]),
        ([4, 4, 2, 2], ["six none", "at risk?", "risk sniped"]),
        ([4, 5], ["six yell-or-aim"]),
        ([5, 5, 2, 3], ["six down-packs", "at risk?", "risk whiskey"]),
        ([6, 5, 4, 4], ["six rally-once-again", "at risk?", "risk light"]),
        ([6, 6, 6, 5], ["six yell-or-aim", "at risk?", "risk stonewall"]),
    ],
)
def test_the_double_six_table(faces: list[int], said: list[str]) -> None:
    told = Told(general=True)
    dice = scripted(*faces)
    chain(dice, RULES, 0, told, gate=False)
    assert told.said == said
    assert dice.left() == 0


def test_without_a_general_nobody_throws() -> None:
    told = Told()
    chain(scripted(3, 3), RULES, 0, told, gate=False)
    assert told.said == ["six none", "at risk?"]


def test_r89_parallel_by_switch() -> None:
    told = Told(general=True)
    dice = scripted(5, 4, 3, 3)
    chain(dice, switched(double_six="parallel"), 0, told, gate=False)
    assert told.said == ["at risk?", "risk bible", "six none"]
    assert dice.left() == 0


@pytest.mark.parametrize(
    ("score", "result", "gone", "back"),
    [
        (2, "disgraced", True, 0),
        (3, "sniped", True, 0),
        (4, "sniped", True, 0),
        (5, "whiskey", False, 2),  # R94: hit in turn 4, back in command phase 6
        (6, "light", False, 1),
        (8, "light", False, 1),
        (9, "bible", False, 0),
        (10, "bible", False, 0),
        (11, "stonewall", False, 0),
        (12, "stonewall", False, 0),
    ],
)
def test_risk_to_general(score: int, result: str, gone: bool, back: int) -> None:
    row = risk_to_general(scripted(score // 2, score - score // 2), RULES, 0)
    assert (RISKS[row.result], row.gone, row.back) == (result, gone, back)


def test_r91_skulkers_and_burst_barrels() -> None:
    assert [
        (cost.figures, cost.guns) for cost in (mishap(RULES, rifled_fire=False), mishap(RULES, rifled_fire=True))
    ] == [(1, 0), (1, 1)]
    for gun in GUNS:
        shot = artillery_shot(2, Battery(Grade.REGULAR, GUNS.index(gun), Ammunition.SHOT), [], 0, mark(), 20, 0)
        assert shot.burst == (gun in ("rifled", "20pdr"))


# ---------------------------------------------------------------- unit morale


def mood(
    nation: int = Nation.UNION, grade: int = Grade.REGULAR, size: int = 20, lost: int = 0, arm: int = Arm.INFANTRY
) -> MoraleSituation:
    made = MoraleSituation(arm, nation, grade, RULES.thresholds(size))
    made.lost = lost
    return made


def result(test: int, unit: MoraleSituation, *faces: int, rules: GettysburgRules = RULES) -> str:
    return RESULTS[morale_test(scripted(*faces), rules, test, unit, 0)]


def test_e9_both_tests() -> None:
    charger = mood(Nation.CONFEDERATE, Grade.VETERAN, 22, 4)
    charger.formation = Formation.COLUMN
    charger.general = GeneralWorth.NEAR
    charger.charge_casualties = 4
    assert ids(morale_account(RULES, MoraleTest.TO_CHARGE, charger)) == {
        "general-near": 1,
        "elite-veteran": 1,
        "casualties": -1,
        "charge-casualties": -4,
    }
    assert result(MoraleTest.TO_CHARGE, charger, 6, 5) == "charge"
    line = mood()
    line.general = GeneralWorth.NEAR
    line.in_hasty_works = True
    line.charged_by = ChargedBy.COLUMN
    assert ids(morale_account(RULES, MoraleTest.BEING_CHARGED, line)) == {
        "general-near": 1,
        "hasty-works": 1,
        "charged-by-infantry-column-in-works": -1,
    }
    assert result(MoraleTest.BEING_CHARGED, line, 3, 4) == "stand-or-counter"


def test_e9_after_the_melee() -> None:
    charger = mood(Nation.CONFEDERATE, Grade.VETERAN, 22, 5)
    charger.general = GeneralWorth.NEAR
    charger.enemies_fleeing = 1
    assert total(morale_account(RULES, MoraleTest.OTHER, charger)) == 1
    assert result(MoraleTest.OTHER, charger, 3, 3) == "obey"
    line = mood(lost=4)
    line.general = GeneralWorth.NEAR
    line.in_hasty_works = True
    line.state = UnitState.RETREATING
    line.unformed = True
    assert total(morale_account(RULES, MoraleTest.OTHER, line)) == -1
    assert result(MoraleTest.OTHER, line, 2, 5) == "obey"
    assert STATES[state_after(RESULTS.index("obey"), UnitState.RETREATING)] == "retreating"


def test_e11_friends_running() -> None:
    unit = mood(Nation.CONFEDERATE, Grade.REGULAR, 18, 2)
    unit.friends_fleeing = 2
    unit.under_fire = True
    assert total(morale_account(RULES, MoraleTest.OTHER, unit)) == -3
    assert result(MoraleTest.OTHER, unit, 4, 3) == "falter"


def test_e12_rally() -> None:
    unit = mood(Nation.UNION, Grade.GREEN, 30, 7)
    unit.state = UnitState.RETREATING
    unit.unformed = True
    unit.general = GeneralWorth.NEAR
    unit.friends_fleeing = 1
    assert ids(morale_account(RULES, MoraleTest.RALLY_RETREAT, unit)) == {
        "general-near": 1,
        "green-militia": -1,
        "casualties": -2,
        "weak": -1,
        "friends-fleeing": -1,
    }
    assert RESULTS[rally(scripted(4, 5), RULES, unit, 0, RallyWitness())] == "rally"
    assert STATES[state_after(RESULTS.index("rally"), UnitState.RETREATING)] == "ok"


def test_e14_dispersal() -> None:
    unit = mood(size=24, lost=12)
    unit.general = GeneralWorth.NEAR
    unit.dispersal = True
    assert total(morale_account(RULES, MoraleTest.OTHER, unit)) == -4
    assert result(MoraleTest.OTHER, unit, 2, 3) == "disperse"


def test_e21_one_test() -> None:
    unit = mood(lost=3)
    unit.state = UnitState.RETREATING
    unit.unformed = True
    unit.friends_fleeing = 1
    unit.under_fire = True
    assert ids(morale_account(RULES, MoraleTest.RALLY_RETREAT, unit)) == {
        "casualties": -1,
        "weak": -1,
        "friends-fleeing": -1,
    }
    assert result(MoraleTest.RALLY_RETREAT, unit, 4, 4) == "rally"


@pytest.mark.parametrize(
    ("arm", "grade", "expected"),
    [
        (Arm.INFANTRY, Grade.CRACK, {"crack-infantry": 2}),
        (Arm.CAVALRY, Grade.CRACK, {"elite-veteran": 1}),
        (Arm.INFANTRY, Grade.ELITE, {"elite-veteran": 1}),
        (Arm.INFANTRY, Grade.VETERAN, {"elite-veteran": 1}),
        (Arm.INFANTRY, Grade.REGULAR, {}),
        (Arm.ARTILLERY, Grade.GREEN, {"green-militia": -1}),
        (Arm.INFANTRY, Grade.MILITIA, {"green-militia": -1}),
    ],
)
def test_grades_in_morale(arm: int, grade: int, expected: dict[str, int]) -> None:
    assert ids(morale_account(RULES, MoraleTest.OTHER, mood(grade=grade, arm=arm))) == expected


def test_r76_generals() -> None:
    assert best_general(RULES, attached=True, excellent=True, drunkard=False, brigadier=False) == GeneralWorth.INSPIRES
    assert best_general(RULES, attached=False, excellent=True, drunkard=False, brigadier=True) == GeneralWorth.NEAR
    assert best_general(RULES, attached=True, excellent=False, drunkard=False, brigadier=True) == GeneralWorth.NEAR
    assert best_general(RULES, attached=True, excellent=False, drunkard=True, brigadier=True) == GeneralWorth.NONE
    any_one = switched(attached="any-brigadier")
    assert (
        best_general(any_one, attached=True, excellent=False, drunkard=False, brigadier=True) == GeneralWorth.INSPIRES
    )
    assert best_general(any_one, attached=True, excellent=False, drunkard=False, brigadier=False) == GeneralWorth.NEAR
    assert best_general(any_one, attached=True, excellent=False, drunkard=True, brigadier=True) == GeneralWorth.NONE
    unit = mood()
    unit.general = GeneralWorth.INSPIRES
    assert ids(morale_account(RULES, MoraleTest.OTHER, unit)) == {"general-attached-excellent": 2}


def test_r78_shelter_adds_up_but_not_for_a_charger() -> None:
    unit = mood()
    unit.in_cover = unit.in_hasty_works = unit.in_works = unit.uphill = True
    all_of_it = {"cover": 1, "hasty-works": 1, "works": 2, "uphill": 1}
    assert ids(morale_account(RULES, MoraleTest.OTHER, unit)) == all_of_it
    assert ids(morale_account(RULES, MoraleTest.BEING_CHARGED, unit)) == all_of_it
    assert ids(morale_account(RULES, MoraleTest.TO_CHARGE, unit)) == {"uphill": 1}


@pytest.mark.parametrize(
    ("nation", "arm", "lost", "casualties"),
    [
        (Nation.UNION, Arm.INFANTRY, 1, 0),
        (Nation.UNION, Arm.INFANTRY, 2, -1),
        (Nation.UNION, Arm.INFANTRY, 10, -5),
        (Nation.CONFEDERATE, Arm.INFANTRY, 10, -3),
        (Nation.CONFEDERATE, Arm.CAVALRY, 10, -5),  # trap 6
        (Nation.CONFEDERATE, Arm.ARTILLERY, 10, -5),
    ],
)
def test_each_ten_per_cent(nation: int, arm: int, lost: int, casualties: int) -> None:
    assert total(morale_account(RULES, MoraleTest.OTHER, mood(nation, lost=lost, arm=arm))) == casualties


def test_trap_4_and_5_shares_of_whole_numbers() -> None:
    assert [tenths(RULES.thresholds(22), lost) for lost in (2, 3, 4, 5, 21)] == [0, 1, 1, 2, 9]
    assert tenths(RULES.thresholds(10), 7) == 7
    assert [must_test_for_losses(RULES, 22, lost) for lost in (0, 2, 3)] == [False, False, True]
    assert [at_dispersal_point(RULES, 21, lost) for lost in (10, 11)] == [False, True]
    assert at_dispersal_point(RULES, 24, 12)


def test_charge_casualties() -> None:
    """Traps 6 and 7."""
    unit = mood(Nation.CONFEDERATE, Grade.REGULAR, 20, 5)
    unit.charge_casualties = 5
    assert ids(morale_account(RULES, MoraleTest.TO_CHARGE, unit)) == {"casualties": -2, "charge-casualties": -5}
    for grade, formation, most in (
        (Grade.GREEN, Formation.COLUMN, -2),
        (Grade.MILITIA, Formation.COLUMN, -2),
        (Grade.GREEN, Formation.LINE, -5),
        (Grade.REGULAR, Formation.COLUMN, -5),
    ):
        unit = mood(Nation.UNION, grade, 20, 5)
        unit.formation = formation
        unit.charge_casualties = 5
        assert ids(morale_account(RULES, MoraleTest.TO_CHARGE, unit))["charge-casualties"] == most
    assert "charge-casualties" not in ids(morale_account(RULES, MoraleTest.OTHER, unit))


def test_r79_charge_losses_once_by_switch() -> None:
    unit = mood(lost=5)
    unit.charge_casualties = 4
    assert ids(morale_account(switched(charge_loss="casualties-only"), MoraleTest.TO_CHARGE, unit)) == {
        "charge-casualties": -4
    }


def test_weak_targets() -> None:
    assert is_weak_target(RULES, Formation.LINE, UnitState.OK, unformed=False, flank_or_rear=True)
    assert is_weak_target(RULES, Formation.LINE, UnitState.OK, unformed=True, flank_or_rear=False)
    assert is_weak_target(RULES, Formation.SKIRMISH, UnitState.OK, unformed=False, flank_or_rear=False)
    assert is_weak_target(RULES, Formation.LINE, UnitState.FALTERING, unformed=False, flank_or_rear=False)
    assert not is_weak_target(RULES, Formation.LINE, UnitState.OK, unformed=False, flank_or_rear=False)
    assert is_weak_target(RULES, Formation.LINE, UnitState.GONE_TO_GROUND, unformed=False, flank_or_rear=False)  # R130
    assert not is_weak_target(
        switched(gtg_charged="down"), Formation.LINE, UnitState.GONE_TO_GROUND, unformed=False, flank_or_rear=False
    )
    unit = mood()
    unit.weak_target = True
    assert ids(morale_account(RULES, MoraleTest.TO_CHARGE, unit)) == {"charge-weak-target": 1}
    unit.formation = Formation.SKIRMISH
    assert ids(morale_account(RULES, MoraleTest.TO_CHARGE, unit)) == {}


def test_cavalry_against_formed_foot() -> None:
    assert is_formed_target(Arm.INFANTRY, Formation.LINE, UnitState.OK, unformed=False)
    assert is_formed_target(Arm.ARTILLERY, Formation.DEPLOYED, UnitState.FALTERING, unformed=True)
    assert not is_formed_target(Arm.INFANTRY, Formation.SKIRMISH, UnitState.OK, unformed=False)
    assert not is_formed_target(Arm.INFANTRY, Formation.LINE, UnitState.OK, unformed=True)
    assert not is_formed_target(Arm.CAVALRY, Formation.LINE, UnitState.OK, unformed=False)
    unit = mood(arm=Arm.CAVALRY)
    unit.formed_target = True
    assert ids(morale_account(RULES, MoraleTest.TO_CHARGE, unit)) == {"cavalry-vs-formed": -1}
    foot = mood()
    foot.formed_target = True
    assert ids(morale_account(RULES, MoraleTest.TO_CHARGE, foot)) == {}


@pytest.mark.parametrize(
    ("arm", "kind", "works", "expected"),
    [
        (Arm.INFANTRY, ChargedBy.LINE, False, {"charged-by-infantry-line": -1}),
        (Arm.ARTILLERY, ChargedBy.COLUMN, False, {"charged-by-infantry-column": -2}),
        (Arm.INFANTRY, ChargedBy.COLUMN, True, {"works": 2, "charged-by-infantry-column-in-works": -1}),
        (Arm.INFANTRY, ChargedBy.CAVALRY, False, {"charged-by-cavalry": -1}),
        (Arm.INFANTRY, ChargedBy.SKIRMISHERS, False, {}),
        (Arm.CAVALRY, ChargedBy.COLUMN, False, {}),
        (Arm.CAVALRY, ChargedBy.CAVALRY, False, {}),
    ],
)
def test_charged_by(arm: int, kind: int, works: bool, expected: dict[str, int]) -> None:
    unit = mood(arm=arm)
    unit.charged_by = kind
    unit.in_works = works
    assert ids(morale_account(RULES, MoraleTest.BEING_CHARGED, unit)) == expected


def test_the_worst_of_several_chargers() -> None:
    assert (
        worst_charger(RULES, [ChargedBy.SKIRMISHERS, ChargedBy.LINE, ChargedBy.COLUMN], works=False) == ChargedBy.COLUMN
    )
    assert worst_charger(RULES, [ChargedBy.SKIRMISHERS, ChargedBy.CAVALRY], works=True) == ChargedBy.CAVALRY
    assert worst_charger(RULES, [ChargedBy.SKIRMISHERS], works=False) == ChargedBy.SKIRMISHERS
    assert [
        charger_kind(Arm.CAVALRY, Formation.LINE),
        charger_kind(Arm.INFANTRY, Formation.EXTENDED),
        charger_kind(Arm.INFANTRY, Formation.COLUMN),
    ] == [
        ChargedBy.CAVALRY,
        ChargedBy.LINE,
        ChargedBy.COLUMN,
    ]


def test_r80_charged_weak_counts_twice() -> None:
    unit = mood()
    unit.unformed = True
    unit.flank_or_rear = True
    expected = {"charged-flank-rear": -4, "charged-while-weak": -1, "weak": -1}
    assert ids(morale_account(RULES, MoraleTest.BEING_CHARGED, unit)) == expected
    extended = mood()
    extended.formation = Formation.EXTENDED
    assert ids(morale_account(RULES, MoraleTest.BEING_CHARGED, extended)) == {"charged-while-weak": -1}
    assert ids(morale_account(RULES, MoraleTest.OTHER, extended)) == {}


def test_r97_charged_on_the_ground() -> None:
    unit = mood()
    unit.state = UnitState.GONE_TO_GROUND
    assert ids(morale_account(RULES, MoraleTest.BEING_CHARGED, unit)) == {"charged-while-weak": -1, "weak": -1}
    assert ids(morale_account(switched(gtg_charged="down"), MoraleTest.BEING_CHARGED, unit)) == {}
    assert ids(morale_account(RULES, MoraleTest.OTHER, unit)) == {}


@pytest.mark.parametrize(
    ("nation", "arm", "expected"),
    [
        (Nation.UNION, Arm.INFANTRY, {"routing": -1}),
        (Nation.CONFEDERATE, Arm.CAVALRY, {"routing": -1}),
        (Nation.CONFEDERATE, Arm.INFANTRY, {"routing-confederate-infantry": -2}),
    ],
)
def test_r136_routing_is_its_own_line(nation: int, arm: int, expected: dict[str, int]) -> None:
    unit = mood(nation, arm=arm)
    unit.state = UnitState.ROUTING
    unit.unformed = True
    assert ids(morale_account(RULES, MoraleTest.RALLY_ROUT, unit)) == expected


def test_supports_tokens_and_the_game_master() -> None:
    unit = mood()
    unit.supports = 2
    unit.enemies_fleeing = 3
    unit.rebel_yell = True
    unit.game_master = -1
    expected = {"supporting-lines": 2, "enemy-fleeing": 3, "rebel-yell": 2, "gm": -1}
    assert ids(morale_account(RULES, MoraleTest.TO_CHARGE, unit)) == expected
    assert "rebel-yell" not in ids(morale_account(RULES, MoraleTest.OTHER, unit))


def test_5_depends_on_infantry_under_fire() -> None:
    """Trap 9."""
    for arm, under_fire, charging, other in (
        (Arm.INFANTRY, True, "go-to-ground", "go-to-ground"),
        (Arm.INFANTRY, False, "falter", "obey"),
        (Arm.CAVALRY, True, "falter", "obey"),
        (Arm.ARTILLERY, True, "falter", "obey"),
    ):
        unit = mood(arm=arm)
        unit.under_fire = under_fire
        assert (result(MoraleTest.TO_CHARGE, unit, 2, 3), result(MoraleTest.OTHER, unit, 2, 3)) == (charging, other)
    assert result(MoraleTest.BEING_CHARGED, mood(), 2, 3) == "falter-recoil"


@pytest.mark.parametrize(
    ("score", "expected"),
    [(7, "stand-still-retreating"), (6, "retreat"), (5, "retreat"), (3, "retreat"), (2, "retreat")],
)
def test_r81_charged_while_retreating(score: int, expected: str) -> None:
    unit = mood()
    unit.state = UnitState.RETREATING
    unit.enemies_fleeing = 2  # makes up for both lines of weakness
    assert result(MoraleTest.BEING_CHARGED, unit, score // 2, score - score // 2) == expected
    unit.flank_or_rear = True
    assert result(MoraleTest.BEING_CHARGED, unit, 1, 2) == "rout"


def test_a_test_never_makes_a_unit_better() -> None:
    names = {name: at for at, name in enumerate(RESULTS)}
    assert [
        STATES[state_after(names[name], UnitState.RETREATING)]
        for name in ("obey", "falter", "retreat", "rout", "disperse")
    ] == [
        "retreating",
        "retreating",
        "retreating",
        "routing",
        "dispersed",
    ]
    assert STATES[state_after(names["falter-recoil"], UnitState.OK)] == "faltering"
    assert STATES[state_after(names["fail"], UnitState.RETREATING)] == "retreating"


def test_r83_dispersal_by_switch() -> None:
    unit = mood()
    unit.dispersal = True
    assert [result(MoraleTest.OTHER, unit, 1, 1), result(MoraleTest.OTHER, unit, 1, 3)] == ["disperse", "falter"]
    assert result(MoraleTest.OTHER, unit, 1, 1, rules=switched(dispersal="plain")) == "retreat"
    falter = switched(dispersal="falter")
    assert [result(MoraleTest.OTHER, unit, 1, 1, rules=falter), result(MoraleTest.OTHER, unit, 1, 3, rules=falter)] == [
        "disperse"
    ] * 2


class Again(RallyWitness):
    def __init__(self) -> None:
        self.asked: list[str] = []

    def once_again(self, result: int) -> bool:
        self.asked.append(RESULTS[result])
        return True


def test_r90_rally_once_again() -> None:
    unit = mood()
    unit.state = UnitState.ROUTING
    again = Again()
    dice = scripted(1, 2, 4, 4)
    assert RESULTS[rally(dice, RULES, unit, 0, again)] == "rally"
    assert (again.asked, dice.left()) == (["disperse"], 0)
    assert RESULTS[rally(scripted(1, 2, 1, 1), RULES, unit, 0, again)] == "disperse"  # the second throw stands
    assert RESULTS[rally(scripted(4, 4), RULES, unit, 0, again)] == "rally"
    assert len(again.asked) == 2


# ---------------------------------------------------------------- brigade morale


def test_e13_a_brigade_breaks() -> None:
    roll = Roll(4, 4)
    roll.lost = 2
    roll.sheltered = 2
    assert ids(brigade_morale_account(RULES, roll)) == {"half-lost": -2}
    assert BRIGADE_RESULTS[brigade_morale(scripted(4, 3), RULES, roll, 0)] == "breaks"


@pytest.mark.parametrize(
    ("roster", "lost", "expected"),
    [
        (4, 0, {}),
        (5, 1, {}),
        (4, 1, {"quarter-lost": -1}),
        (7, 3, {"quarter-lost": -1}),
        (6, 3, {"half-lost": -2}),
        (5, 3, {"most-lost": -3}),
    ],
)
def test_r86_one_line_for_losses(roster: int, lost: int, expected: dict[str, int]) -> None:
    roll = Roll(roster, roster)
    roll.lost = lost
    assert ids(brigade_morale_account(RULES, roll)) == expected


def test_trap_22_exactly_half_is_not_over_half() -> None:
    roll = Roll(4, 4)
    roll.crack_elite = roll.green_militia = roll.sheltered = 2
    assert ids(brigade_morale_account(RULES, roll)) == {}
    roll.crack_elite = roll.sheltered = 3
    roll.green_militia = 1
    assert ids(brigade_morale_account(RULES, roll)) == {"crack-elite": 1, "works-or-woods": 1}
    roll.crack_elite = 1
    roll.green_militia = 3
    roll.commanded = roll.enemy_fleeing = roll.broken_before = True
    assert ids(brigade_morale_account(RULES, roll)) == {
        "general-commanding": 1,
        "green-militia": -1,
        "enemy-fleeing": 1,
        "works-or-woods": 1,
        "broken-before": -2,
    }


def test_trap_21_a_crack_brigade_is_not_removed() -> None:
    roll = Roll(4, 3)
    roll.lost = 3
    roll.broken_before = True
    assert BRIGADE_RESULTS[brigade_morale(scripted(1, 2), RULES, roll, 0)] == "removed"
    assert BRIGADE_RESULTS[brigade_morale(scripted(3, 3), RULES, roll, 0)] == "breaks"
    roll.crack_elite = 2
    assert BRIGADE_RESULTS[brigade_morale(scripted(1, 2), RULES, roll, 0)] == "breaks"
    assert BRIGADE_RESULTS[brigade_morale(scripted(5, 5), RULES, roll, 0)] == "stands"


# ---------------------------------------------------------------- melee


def fighter(arm: int, figures: int, grade: int = Grade.REGULAR, weapon: int = Weapon.RIFLED_MUSKET) -> Fighter:
    made = Fighter(arm, grade, figures)
    made.weapon = weapon
    return made


def side(*fighters: Fighter) -> Side:
    return Side(list(fighters), lead_of(list(fighters)))


class Seen(MeleeWitness):
    def __init__(self) -> None:
        self.clashes: list[Clash] = []
        self.told = [Told(general=True), Told(general=True)]

    def fought(self, clash: Clash) -> None:
        self.clashes.append(clash)

    def chain_of(self, side: int) -> SixWitness:
        return self.told[side]


def fought(first: Side, second: Side, *faces: int, rules: GettysburgRules = RULES) -> Clash:
    dice = scripted(*faces)
    clash = fight(dice, rules, first, second, Seen())
    assert dice.left() == 0
    return clash


def lost(clash: Clash) -> tuple[int, int]:
    """Figures that the first and the second side lose."""
    return clash.inflicted[1] // 2, clash.inflicted[0] // 2


def test_e9_the_melee() -> None:
    column = side(fighter(Arm.INFANTRY, 18, Grade.VETERAN))
    column.formation = Formation.COLUMN
    column.charging = True
    line = side(fighter(Arm.INFANTRY, 20))
    line.shelter = Cover.HASTY
    column.columns_spoilt = line.columns_spoilt = True
    assert ids(melee_account(RULES, column, line)) == {"infantry": 2, "charging": 2}
    assert ids(melee_account(RULES, line, column)) == {"infantry": 2, "hasty-works": 2}
    clash = fought(column, line, 5, 4, 2, 4)
    assert (clash.winner, MELEE_RESULTS[clash.result], lost(clash)) == (0, "retreat", (1, 4))


def test_e10_cavalry() -> None:
    rebels = side(fighter(Arm.CAVALRY, 14, Grade.VETERAN))
    rebels.charging = rebels.shotguns = True
    union = side(fighter(Arm.CAVALRY, 12))
    union.charging = True
    assert total(melee_account(RULES, rebels, union)) == 5
    clash = fought(rebels, union, 3, 2, 4, 5)
    assert (clash.winner, MELEE_RESULTS[clash.result], lost(clash)) == (1, "retreat", (3, 1))


def test_e15_a_battery_taken_in_hand() -> None:
    foot = side(fighter(Arm.INFANTRY, 16, Grade.REGULAR, Weapon.SMOOTHBORE))
    foot.charging = True
    battery = side(fighter(Arm.ARTILLERY, 8))
    assert ids(melee_account(RULES, foot, battery)) == {"infantry": 2, "charging": 2, "smoothbores": 1, "outnumber": 2}
    assert ids(melee_account(RULES, battery, foot)) == {}
    clash = fought(foot, battery, 2, 3, 4, 4)
    assert (clash.winner, MELEE_RESULTS[clash.result], lost(clash)) == (0, "retreat", (0, 4))
    assert LIMBERINGS[emergency_limbering(scripted(2, 4), RULES, 2, [], 0)] == "one-gun-lost"


def test_e20_horse_and_foot() -> None:
    attackers = side(fighter(Arm.INFANTRY, 20), fighter(Arm.CAVALRY, 12))
    attackers.charging = True
    foot = side(fighter(Arm.INFANTRY, 20))
    assert ids(melee_account(RULES, attackers, foot)) == {"infantry": 2, "charging": 2, "outnumber": 1}
    clash = fought(attackers, foot, 3, 4, 5, 4)
    assert (clash.winner, MELEE_RESULTS[clash.result], lost(clash)) == (0, "retreat", (1, 17))


@pytest.mark.parametrize(
    ("field", "add"),
    [
        ("general", {"general-attached": 1}),
        ("charging", {"charging": 2}),
        ("following_up", {"following-up": 2}),
        ("unformed", {"unformed": -2}),
        ("recoiled", {"recoiled": -2}),
        ("flank_or_rear", {"flank-rear": -4}),
        ("half_lost", {"half-casualties": -4}),
        ("uphill", {"cover-or-uphill": 1}),
    ],
)
def test_melee_modifiers(field: str, add: dict[str, int]) -> None:
    one = side(fighter(Arm.INFANTRY, 20))
    setattr(one, field, True)
    assert ids(melee_account(RULES, one, side(fighter(Arm.INFANTRY, 20)))) == {"infantry": 2, **add}


@pytest.mark.parametrize(
    ("shelter", "uphill", "add"),
    [
        (Cover.LIGHT, False, {}),
        (Cover.COVER, True, {"cover-or-uphill": 1}),
        (Cover.HASTY, True, {"hasty-works": 2}),
        (Cover.WORKS, True, {"works": 3}),
    ],
)
def test_r67_the_best_shelter(shelter: int, uphill: bool, add: dict[str, int]) -> None:
    one = side(fighter(Arm.INFANTRY, 20))
    one.shelter = shelter
    one.uphill = uphill
    assert ids(melee_account(RULES, one, side(fighter(Arm.INFANTRY, 20)))) == {"infantry": 2, **add}


def test_trap_10_retreating_and_recoiled_include_unformed() -> None:
    one = side(fighter(Arm.INFANTRY, 20))
    one.unformed = one.recoiled = True
    assert ids(melee_account(RULES, one, one)) == {"infantry": 2, "recoiled": -2}
    one.lead.retreating = True
    assert ids(melee_account(RULES, one, one)) == {"infantry": 2, "retreating": -6}


def test_drill_and_arms_of_infantry() -> None:
    one = side(fighter(Arm.INFANTRY, 20, Grade.MILITIA, Weapon.SMOOTHBORE))
    one.formation = Formation.EXTENDED
    one.supports = 3
    expected = {"infantry": 2, "militia": -1, "extended-line": -1, "smoothbores": 1, "supporting-lines": 3}
    assert ids(melee_account(RULES, one, one)) == expected
    column = side(fighter(Arm.INFANTRY, 20))
    column.formation = Formation.COLUMN
    assert ids(melee_account(RULES, column, column)) == {"infantry": 2, "column": 1}
    column.columns_spoilt = True
    assert ids(melee_account(RULES, column, column)) == {"infantry": 2}
    horse = side(fighter(Arm.CAVALRY, 20))
    horse.formation = Formation.COLUMN
    assert ids(melee_account(RULES, horse, horse)) == {"cavalry": 2}


def test_r70_shotguns_and_the_flank_in_the_first_round_only() -> None:
    horse = side(fighter(Arm.CAVALRY, 20))
    horse.shotguns = horse.flank_or_rear = True
    assert ids(melee_account(RULES, horse, horse)) == {"cavalry": 2, "shotguns": 1, "flank-rear": -4}
    horse.first_round = False
    assert ids(melee_account(RULES, horse, horse)) == {"cavalry": 2}


def test_r63_crack_and_elite() -> None:
    for rules, crack, elite in (
        (RULES, {"crack-elite": 1}, {"crack-elite": 1}),
        (switched(melee_elite="graded"), {"crack-graded": 2}, {"crack-elite": 1}),
        (switched(melee_elite="multiplier"), {"outnumber": 2}, {"outnumber": 1}),
    ):
        enemy = side(fighter(Arm.INFANTRY, 20))
        for grade, add in ((Grade.CRACK, crack), (Grade.ELITE, elite)):
            one = side(fighter(Arm.INFANTRY, 20, grade))
            assert ids(melee_account(rules, one, enemy)) == {"infantry": 2, **add}


def eighths(rules: GettysburgRules, one: Fighter, enemy: int) -> float:
    return effective(rules, one, enemy) / EIGHTHS


def test_trap_13_numbers_are_exact() -> None:
    foot = fighter(Arm.INFANTRY, 11, Grade.REGULAR, BREECH_RIFLE)
    assert eighths(RULES, foot, Arm.INFANTRY) == 11
    foot.rapid = True
    assert eighths(RULES, foot, Arm.INFANTRY) == 16.5
    assert eighths(RULES, foot, Arm.CAVALRY) == 8.25
    assert eighths(switched(melee_elite="multiplier"), fighter(Arm.INFANTRY, 3, Grade.ELITE), Arm.CAVALRY) == 2.25
    foot.rough = True
    assert eighths(RULES, foot, Arm.CAVALRY) == 16.5
    assert eighths(switched(breech_melee="literal"), foot, Arm.CAVALRY) == 5.5  # R64
    spencers = fighter(Arm.INFANTRY, 11, Grade.REGULAR, Weapon.REPEATER)
    spencers.rapid = True
    assert eighths(RULES, spencers, Arm.INFANTRY) == 22
    horse = fighter(Arm.CAVALRY, 12, Grade.REGULAR, Weapon.REPEATER)
    horse.rapid = True
    assert eighths(RULES, horse, Arm.CAVALRY) == 12
    assert eighths(RULES, fighter(Arm.ARTILLERY, 8), Arm.CAVALRY) == 4


@pytest.mark.parametrize(
    ("own", "enemy", "add", "first_plus"),
    [(20, 20, 0, 0), (29, 20, 0, 1), (30, 20, 1, 2), (40, 20, 2, 3), (16, 8, 2, 3), (20, 29, 0, 0), (40, 5, 14, 15)],
)
def test_r65_outnumbering(own: int, enemy: int, add: int, first_plus: int) -> None:
    assert outnumbering(RULES, own, enemy) == add
    assert outnumbering(switched(outnumber="first-plus"), own, enemy) == first_plus


def test_outnumbering_has_a_limit() -> None:
    account = melee_account(RULES, side(fighter(Arm.INFANTRY, 40)), side(fighter(Arm.INFANTRY, 5)))
    assert ids(account)["outnumber"] == 6


RATES = [  # who strikes, won, at whom, result: one figure for so many
    (Arm.CAVALRY, True, Arm.INFANTRY, "retreat", 1),
    (Arm.CAVALRY, True, Arm.ARTILLERY, "rout", 1),
    (Arm.CAVALRY, True, Arm.CAVALRY, "rout", 4),
    (Arm.CAVALRY, True, Arm.CAVALRY, "retreat", 4),
    (Arm.CAVALRY, True, Arm.CAVALRY, "recoil", 6),
    (Arm.CAVALRY, False, Arm.INFANTRY, "retreat", 8),
    (Arm.CAVALRY, False, Arm.CAVALRY, "draw", 8),
    (Arm.INFANTRY, True, Arm.CAVALRY, "retreat", 4),
    (Arm.INFANTRY, True, Arm.INFANTRY, "rout", 4),
    (Arm.INFANTRY, True, Arm.INFANTRY, "recoil", 6),  # trap 12
    (Arm.ARTILLERY, True, Arm.CAVALRY, "recoil", 6),
    (Arm.INFANTRY, False, Arm.INFANTRY, "recoil", 12),
    (Arm.ARTILLERY, False, Arm.CAVALRY, "draw", 12),
]


@pytest.mark.parametrize(("arm", "won", "enemy", "result", "each"), RATES)
def test_rates(arm: int, won: bool, enemy: int, result: str, each: int) -> None:
    assert rate(RULES, arm, won, enemy, MELEE_RESULTS.index(result)) == each


@pytest.mark.parametrize(
    ("difference", "arm", "by_cavalry", "retreating", "expected"),
    [
        (8, Arm.INFANTRY, False, False, "rout"),
        (7, Arm.INFANTRY, False, False, "retreat"),
        (3, Arm.CAVALRY, True, False, "retreat"),
        (2, Arm.INFANTRY, False, False, "recoil"),
        (1, Arm.INFANTRY, True, False, "retreat"),  # trap 11
        (1, Arm.ARTILLERY, True, False, "retreat"),
        (1, Arm.CAVALRY, True, False, "recoil"),
        (2, Arm.INFANTRY, False, True, "retreat"),  # goes on retreating
        (9, Arm.INFANTRY, False, True, "rout"),
    ],
)
def test_what_becomes_of_losers(difference: int, arm: int, by_cavalry: bool, retreating: bool, expected: str) -> None:
    row = RULES.melee_rows[RULES.melee_ladder.step(difference)]
    assert MELEE_RESULTS[loser_result(row, arm, by_cavalry=by_cavalry, retreating=retreating)] == expected


@pytest.mark.parametrize(
    ("difference", "winner", "loser", "expected"),
    [
        (8, fighter(Arm.CAVALRY, 10), fighter(Arm.INFANTRY, 10), "pursuit-test"),
        (3, fighter(Arm.INFANTRY, 10), fighter(Arm.INFANTRY, 10), "pursuit-test"),
        (2, fighter(Arm.CAVALRY, 10), fighter(Arm.CAVALRY, 10), "must-follow-up"),
        (2, fighter(Arm.CAVALRY, 10), fighter(Arm.INFANTRY, 10), "pursuit-test"),
        (2, fighter(Arm.INFANTRY, 10), fighter(Arm.CAVALRY, 10), "may-follow-up"),
        (8, fighter(Arm.ARTILLERY, 10), fighter(Arm.INFANTRY, 10), ""),
    ],
)
def test_what_winners_do(difference: int, winner: Fighter, loser: Fighter, expected: str) -> None:
    row = RULES.melee_rows[RULES.melee_ladder.step(difference)]
    fate = loser_result(row, loser.arm, by_cavalry=winner.arm == Arm.CAVALRY, retreating=False)
    found = reaction(row, winner, loser, fate)
    assert ("" if found == NO_REACTION else REACTIONS[found]) == expected


def test_who_retreats_is_not_followed_and_does_not_follow() -> None:
    row = RULES.melee_rows[RULES.melee_ladder.step(1)]
    runner = fighter(Arm.INFANTRY, 10)
    runner.retreating = True
    fate = loser_result(row, Arm.INFANTRY, by_cavalry=False, retreating=True)
    assert reaction(row, fighter(Arm.INFANTRY, 10), runner, fate) == NO_REACTION
    assert REACTIONS[reaction(row, fighter(Arm.CAVALRY, 10), runner, fate)] == "pursuit-test"
    far = RULES.melee_rows[RULES.melee_ladder.step(9)]
    assert reaction(far, runner, fighter(Arm.INFANTRY, 10), 0) == NO_REACTION


def test_trap_14_a_draw_sends_cavalry_away_from_infantry_only() -> None:
    row = RULES.melee_rows[RULES.melee_ladder.step(0)]
    assert goes_to_own_lines(row, Arm.CAVALRY, Arm.INFANTRY)
    assert not goes_to_own_lines(row, Arm.CAVALRY, Arm.ARTILLERY)
    assert not goes_to_own_lines(row, Arm.CAVALRY, Arm.CAVALRY)
    assert not goes_to_own_lines(row, Arm.INFANTRY, Arm.CAVALRY)
    clash = fought(side(fighter(Arm.INFANTRY, 24)), side(fighter(Arm.INFANTRY, 24)), 3, 4, 4, 3)
    assert (clash.winner, MELEE_RESULTS[clash.result], lost(clash)) == (-1, "draw", (2, 2))


def test_double_six_in_melee() -> None:
    one = side(fighter(Arm.INFANTRY, 20))
    two = side(fighter(Arm.INFANTRY, 20))
    seen = Seen()
    dice = scripted(1, 1, 6, 6, 3, 4, 5, 5)
    clash = fight(dice, RULES, one, two, seen)
    assert dice.left() == 0
    assert (MELEE_RESULTS[clash.result], lost(clash), clash.sixes) == ("rout", (10, 1), [False, True])
    assert (seen.told[0].said, seen.told[1].said) == ([], ["six none", "at risk?", "risk bible"])
    both = fought(one, two, 6, 6, 6, 6, 1, 2, 2, 2)
    assert (MELEE_RESULTS[both.result], lost(both)) == ("draw", (2, 2))  # each drawn casualty doubled


def test_double_six_takes_a_battery() -> None:
    foot = side(fighter(Arm.INFANTRY, 20))
    battery = side(fighter(Arm.ARTILLERY, 8))
    clash = fought(foot, battery, 6, 6, 3, 4, 1, 2)
    assert captures(RULES, battery, six=clash.sixes[0])
    assert not captures(RULES, foot, six=clash.sixes[0])
    assert lost(clash) == (0, 5)  # captured, not doubled


def test_r121_a_double_makes_rapid_weapons_low() -> None:
    foot = side(fighter(Arm.INFANTRY, 12, Grade.REGULAR, Weapon.REPEATER))
    foot.lead.rapid = True
    enemy = side(fighter(Arm.INFANTRY, 12))
    assert fought(foot, enemy, 2, 2, 3, 3).low == [True, False]
    assert fought(foot, enemy, 2, 3, 3, 3).low == [False, False]


def test_r69_halves_may_be_kept() -> None:
    one = side(fighter(Arm.INFANTRY, 18))
    two = side(fighter(Arm.INFANTRY, 18))
    assert fought(one, two, 6, 5, 3, 3).inflicted == [8, 2]
    assert fought(one, two, 6, 5, 3, 3, rules=switched(melee_round="halves")).inflicted == [9, 3]


def test_r71_equal_rates_are_added_before_dividing() -> None:
    pair = side(fighter(Arm.INFANTRY, 11), fighter(Arm.INFANTRY, 9))
    assert fought(pair, side(fighter(Arm.INFANTRY, 20)), 6, 5, 3, 3).inflicted == [10, 2]
    assert shares(7, [10, 3, 10]) == [3, 2, 2]
    assert shares(9, [1, 5]) == [1, 5]


def test_r72_routers_are_cut_down() -> None:
    horse = side(fighter(Arm.CAVALRY, 12))
    assert cut_down(RULES, horse, fighter(Arm.INFANTRY, 30)) == 24
    assert cut_down(RULES, side(fighter(Arm.INFANTRY, 18)), fighter(Arm.INFANTRY, 30)) == 8
    assert cut_down(RULES, horse, fighter(Arm.CAVALRY, 30)) == 6


# ---------------------------------------------------------------- pursuit, limbering, crossing, recall


def winner(arm: int = Arm.INFANTRY, nation: int = Nation.UNION, grade: int = Grade.REGULAR, year: int = 1863) -> Winner:
    return Winner(arm, nation, grade, year)


def pursuit(unit: Winner, *faces: int) -> str:
    return PURSUITS[pursuit_test(scripted(*faces), RULES, unit, 0)]


def test_e9_and_e10_pursuit() -> None:
    column = winner(Arm.INFANTRY, Nation.CONFEDERATE, Grade.VETERAN)
    column.general_near = True
    assert ids(pursuit_account(RULES, column)) == {"general-near": 1, "rash": -1}
    assert pursuit(column, 4, 4) == "tuckered"
    assert ids(pursuit_account(RULES, winner(Arm.CAVALRY))) == {"rash": -1}
    assert pursuit(winner(Arm.CAVALRY), 5, 1) == "pursue"


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (winner(Arm.INFANTRY, Nation.CONFEDERATE, Grade.REGULAR, 1864), {}),
        (winner(Arm.CAVALRY, Nation.CONFEDERATE, Grade.CRACK), {"crack-elite": 1, "rash": -1}),  # rash once
        (winner(Arm.INFANTRY, Nation.UNION, Grade.ELITE), {"crack-elite": 1}),
        (winner(Arm.INFANTRY, Nation.UNION, Grade.GREEN), {"green-militia": -1}),
        (winner(Arm.INFANTRY, Nation.UNION, Grade.MILITIA), {"green-militia": -1}),
    ],
)
def test_pursuit_modifiers(unit: Winner, expected: dict[str, int]) -> None:
    assert ids(pursuit_account(RULES, unit)) == expected


@pytest.mark.parametrize(
    ("score", "expected"),
    [(12, "superb"), (10, "superb"), (9, "unformed-choice"), (8, "tuckered"), (7, "tuckered"), (6, "pursue")],
)
def test_pursuit_results(score: int, expected: str) -> None:
    assert pursuit(winner(), score // 2, score - score // 2) == expected


def test_trap_15_not_superb_if_unformed_or_pursuing() -> None:
    for field in ("unformed", "pursued_last_turn"):
        unit = winner()
        setattr(unit, field, True)
        assert pursuit(unit, 6, 6) == "unformed-choice"


def test_who_cannot_pursue() -> None:
    for arm, ahead, expected in (
        (Arm.CAVALRY, True, "uncontrolled-charge"),
        (Arm.CAVALRY, False, "tuckered"),
        (Arm.INFANTRY, True, "tuckered"),
    ):
        unit = winner(arm)
        unit.can_pursue = False
        unit.enemy_ahead = ahead
        assert pursuit(unit, 1, 2) == expected


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (4, "battery-lost"),
        (5, "one-gun-lost"),
        (7, "one-gun-lost"),
        (8, "one-crew-lost"),
        (9, "one-crew-lost"),
        (10, "clean"),
    ],
)
def test_emergency_limbering(score: int, expected: str) -> None:
    faces = (score // 2, score - score // 2)
    assert LIMBERINGS[emergency_limbering(scripted(*faces), RULES, 3, [], 0)] == expected
    alone = LIMBERINGS[emergency_limbering(scripted(*faces), RULES, 1, [], 0)]
    assert alone == ("battery-lost" if expected == "one-gun-lost" else expected)


def test_limbering_modifiers() -> None:
    assert ids(limbering_account(RULES, Grade.ELITE, Gun.GUN_12PDR, by_cavalry=False, rout=False)) == {"elite": 1}
    assert ids(limbering_account(RULES, Grade.MILITIA, Gun.GUN_20PDR, by_cavalry=True, rout=True)) == {
        "green-militia": -1,
        "20pdr": -2,
        "by-cavalry": -1,
        "rout": -1,
    }
    assert ids(limbering_account(RULES, Grade.VETERAN, Gun.GUN_12PDR, by_cavalry=False, rout=False)) == {}


@pytest.mark.parametrize("face", range(1, 7))
def test_crossing(face: int) -> None:
    printed = {
        "abatis": ["unformed", "unformed", "gone-to-ground-behind", "crosses", "crosses", "crosses"],
        "wire": ["unformed", "unformed", "unformed", "crosses", "crosses", "crosses"],
        "palisade": ["unformed-lose-1"] * 3 + ["gone-to-ground-behind"] * 2 + ["crosses"],
    }
    for obstacle, row in printed.items():
        assert CROSSINGS[cross(scripted(face), RULES, OBSTACLES.index(obstacle))] == row[face - 1]
    assert CROSSINGS[cross(scripted(), RULES, OBSTACLES.index("works"))] == "crosses"


@pytest.mark.parametrize(
    ("grade", "need"), [("crack", 6), ("elite", 6), ("veteran", 7), ("regular", 8), ("green", 10), ("militia", 10)]
)
def test_recall(grade: str, need: int) -> None:
    place = GRADES.index(grade)
    assert recall(scripted(need // 2, need - need // 2), RULES, place, [])
    assert not recall(scripted(need // 2, need - need // 2 - 1), RULES, place, [])


def test_recall_modifiers() -> None:
    assert ids(recall_account(RULES, half=True, far=True, dense=True)) == {
        "half-regiment": 2,
        "far-from-enemy": 3,
        "dense-woods": -2,
    }
    assert recall_account(RULES, half=False, far=False, dense=False) == []


def test_e16_get_up() -> None:
    found = {grade: get_up(scripted(3, 3), RULES, GRADES.index(grade)) for grade in GRADES}
    assert found == {
        "crack": False,
        "elite": False,
        "veteran": False,
        "regular": False,
        "green": True,
        "militia": True,
    }
    assert get_up(scripted(3, 4), RULES, Grade.REGULAR)


# ---------------------------------------------------------------- the charge on paper


def test_e18_a_missed_charge() -> None:
    recoil = RESULTS.index("falter-recoil")
    assert ran_by(RULES, recoil, 12) == 6
    assert not contact(12, 7, ran_by(RULES, recoil, 12))
    assert contact(12, 6, 6)
    assert [ran_by(RULES, RESULTS.index(name), 12) for name in ("retreat", "rout", "falter", "stand-or-counter")] == [
        12, 12, 0, 0,
    ]  # fmt: skip


def test_obstacles_and_packs_change_the_reach() -> None:
    abatis = OBSTACLES.index("abatis")
    assert allowance(RULES, 12, [], packs=False) == 12
    assert allowance(RULES, 12, [OBSTACLES.index("none")], packs=True) == 16
    assert allowance(RULES, 12, [abatis], packs=False) == 6
    assert allowance(RULES, 12, [abatis, abatis, abatis], packs=False) == 0
    assert allowance(RULES, 12, [OBSTACLES.index("works")], packs=False) == 12


# ---------------------------------------------------------------- what is told


def test_every_throw_says_where_it_stands_on_the_sheet() -> None:
    told: list[Rolled] = []
    dice = scripted(*[6, 6, 3, 4, 4, 4] * 12)
    dice.log = told
    battery = Battery(Grade.REGULAR, Gun.GUN_RIFLED, Ammunition.SHOT)
    shot = artillery_shot(3, battery, artillery_account(RULES, battery, mark()), 0, mark(), 20, 0)
    shot.built_up = True
    fire(dice, RULES, shot, Told(general=True))
    fight(dice, RULES, side(fighter(Arm.INFANTRY, 9)), side(fighter(Arm.INFANTRY, 9)), Seen())
    morale_test(dice, RULES, MoraleTest.OTHER, mood(), 1)
    brigade_morale(dice, RULES, Roll(4, 4), 0)
    pursuit_test(dice, RULES, winner(), 0)
    cross(dice, RULES, OBSTACLES.index("wire"))
    recall(dice, RULES, Grade.REGULAR, [])
    get_up(dice, RULES, Grade.GREEN)
    division_order(dice, RULES, 0, [])
    own_initiative(dice, RULES, Order.RETIRE, [])
    skirmish_fire(dice, RULES, Volley(2, 1, 20, 0), Told())
    for rolled in told:
        assert rolled.table in SHEET.tables, rolled.why
        table = SHEET.table(rolled.table)
        assert not rolled.row or rolled.row in table.rows or rolled.row in table.values, rolled.why
        assert not rolled.column or rolled.column in table.columns, rolled.why
        assert not rolled.ruling or RULINGS.ruling(rolled.ruling)
    assert len({rolled.table for rolled in told}) > 10


def test_whose_dice_they_are() -> None:
    told: list[Rolled] = []
    dice = scripted(3, 4, 5, 3)
    dice.log = told
    dice.throwers(7, 8)
    fight(dice, RULES, side(fighter(Arm.INFANTRY, 9)), side(fighter(Arm.INFANTRY, 9)), Seen())
    assert [rolled.seat for rolled in told] == [7, 8]
    assert [[entry.cause for entry in rolled.account] for rolled in told] == [["infantry"], ["infantry"]]


def test_a_shot_of_the_other_side() -> None:
    told: list[Rolled] = []
    dice = scripted(6, 6, 1, 2)
    dice.log = told
    dice.throwers(7, 8)
    shot = Shot(20, [], 0, 20, 0)
    shot.by = 1
    fire(dice, RULES, shot, FireWitness())
    assert [rolled.seat for rolled in told] == [8, 8]


def test_columns_have_names() -> None:
    assert TESTS == ("to-charge", "being-charged", "other", "rally-retreat", "rally-rout")
    assert QUALITIES == ("excellent", "normal", "poor", "drunkard")
