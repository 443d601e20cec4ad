"""Shooting on the table: who may shoot at what, groups and named models, sight, cover, the count, reloading."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, band, extra, machine, main, men, row, soldiers
from tabletop import ground, of, one, rolls

from playsheet.rules.gaslight.battle.fight_events import Fired, Struck
from playsheet.rules.gaslight.battle.machine_events import MachineSaved
from playsheet.rules.gaslight.ground.marks import marks_of
from playsheet.rules.gaslight.ground.sight import blocker, figure_cover
from playsheet.rules.gaslight.options.shooting import named_models, ring, weapon_of
from playsheet.rules.gaslight.table.damage import lose_machine
from playsheet.rules.gaslight.terms import Cover
from playsheet.tabletop.machines.machine import DISABLED

SHOTS = ("shoot", "snipe")


def shots(field: Field, name: str, again: bool = False) -> list[str]:
    """What the unit is offered to shoot at, or who."""
    return [key for key in field.offered(name, again) if key.startswith(SHOTS) and "some" not in key]


# ---------------------------------------------------------------- range and arc


def test_the_end_of_a_row_reaches_farther_than_its_middle() -> None:
    field = Field([soldiers(5, "Red", row(5, 40, 10, 3.0))], [soldiers(1, "Foe", [(44, 32.5)], 180.0)])
    assert shots(field, "Red") == ["shoot:Foe"]  # though the middle man is as far off as a breech-loader reaches


AIMED = [
    ("thrown-stuff", 3, 6),
    ("bow", 10, 20),
    ("crossbow", 9, 18),
    ("spear", 6, 12),
    ("small-catapult", 12, 24),
    ("musket-carbine", 12, 24),
    ("revolver", 6, 12),
    ("single-shot-pistol", 6, 12),
    ("muzzle-loading-rifle", 18, 36),
    ("breech-repeater-rifle", 12, 24),
    ("bolt-action-rifle", 18, 36),
    ("semi-auto-rifle", 18, 36),
    ("submachine-gun", 6, 12),
    ("gatling-nordenfelt", 18, 36),
    ("light-machine-gun", 18, 36),
    ("medium-machine-gun", 24, 48),
    ("heavy-machine-gun", 24, 48),
    ("swivel-gun", 12, 24),
]
SEVERAL = {
    "semi-auto-rifle": 2,
    "submachine-gun": 2,
    "gatling-nordenfelt": 2,
    "light-machine-gun": 2,
    "medium-machine-gun": 3,
    "heavy-machine-gun": 4,
}
RELOADS = ("crossbow", "small-catapult", "musket-carbine", "single-shot-pistol", "muzzle-loading-rifle", "swivel-gun")


@pytest.mark.parametrize(("weapon", "short", "long"), AIMED)
def test_every_weapon_that_is_aimed(weapon: str, short: int, long: int) -> None:
    """Just short of each limit, at each limit; its shots; whether it is empty afterwards."""
    dice = SEVERAL.get(weapon, 1)
    for far, needed in ((short - 0.01, 9), (short, 5), (long - 0.01, 5), (long, 0)):
        field = Field(
            [soldiers(1, "Red", [(30, 1)], shoot=10, weapon=weapon)], [soldiers(1, "Foe", [(30, 1 + far)], 180.0)]
        )
        if not needed:
            assert shots(field, "Red") == []
            continue
        told = field.order("Red", "shoot:{Foe}", dice=[20] * dice)
        assert rolls(told)[0].needed == f"{needed - (1 if needed == 5 else 0)} or less each"
        assert len(rolls(told)[0].faces) == dice
        assert field.empty("Red") == ([0] if weapon in RELOADS else [])


def test_by_switch_the_limits_are_inside() -> None:
    foe = soldiers(1, "Foe", [(30, 34)], 180.0)
    field = Field([soldiers(1, "Red", [(30, 10)])], [foe], **{"range-edge": "inclusive"})
    assert shots(field, "Red") == ["shoot:Foe"]


def test_the_frontal_half_circle_limits_included() -> None:
    for x, y, seen in ((40, 20, True), (40, 19.9, False), (30, 30, True), (30, 10, False)):
        field = Field([soldiers(1, "Red", [(30, 20)])], [soldiers(1, "Foe", [(x, y)], 180.0)])
        assert bool(shots(field, "Red")) is seen


def test_distance_runs_from_the_groups_centre_to_the_units_centre() -> None:
    """The middles are 11 apart: a man who is himself farther off than 12 from everybody fires at short range too."""
    field = Field([soldiers(2, "Red", [(25, 20), (35, 20)])], [soldiers(2, "Foe", [(30, 31), (30, 32.2)], 180.0)])
    field.stand("Foe", 1, 30, 31 - 1.2, 180.0)
    field.stand("Foe", 0, 30, 31 + 1.2, 180.0)
    told = field.order("Red", "shoot:{Foe}", dice=[20, 20])
    assert one(told, Fired).distance == pytest.approx(11.0)
    assert rolls(told)[0].needed == "8 or less each"


def test_who_is_out_of_range_from_the_groups_centre_drops_out() -> None:
    figures = [extra(1, 9, 9, weapon="revolver"), extra(1, 9, 9)]
    red = men("gl-redcoats", "Red", row(2, 30, 10), figures=figures)
    field = Field([red], [soldiers(1, "Foe", [(30, 23)], 180.0)])
    assert one(field.order("Red", "shoot:{Foe}", dice=[20]), Fired).figures == [field.figure("Red", 1)]


# ---------------------------------------------------------------- groups


def two_targets() -> Field:
    return Field(
        [soldiers(4, "Red", row(4, 30, 10))],
        [soldiers(3, "A", row(3, 25, 20), 180.0), soldiers(3, "B", row(3, 35, 20), 180.0)],
    )


def test_a_unit_may_split_its_fire_but_shoot_once_at_each_target() -> None:
    field = two_targets()
    field.order("Red", "shoot_some:{A}", "who without:{Red.3}", "who without:{Red.2}", "who go", dice=[20, 20])
    assert field.acted("Red") == [0, 1]
    assert shots(field, "Red", True) == ["shoot:B"]
    told = field.order("Red", "shoot:{B}", again=True, dice=[1, 20, 1])
    assert one(told, Fired).figures == [2, 3]
    assert shots(field, "Red", True) == []


def test_one_man_may_be_picked() -> None:
    field = two_targets()
    assert one(field.order("Red", "shoot_some:{A}", "who only:{Red.2}", dice=[20]), Fired).figures == [2]


def test_with_one_man_left_nobody_is_asked_who_shoots() -> None:
    field = Field([soldiers(2, "Red", row(2, 30, 10))], [soldiers(1, "Foe", [(30, 20)], 180.0)])
    told = field.order("Red", "shoot_some:{Foe}", "who without:{Red.1}", dice=[20])
    assert one(told, Fired).figures == [field.figure("Red")]


def test_one_count_die_for_the_pool_and_each_hit_is_told() -> None:
    field = Field([soldiers(4, "Red", row(4, 30, 10))], [soldiers(3, "Foe", row(3, 30, 20), 180.0)])
    told = field.order("Red", "shoot:{Foe}", dice=[1, 1, 20, 20, 3])  # n = 2
    assert [event.figure for event in of(told, Struck)] == [field.figure("Foe", 1), field.figure("Foe", 0)]


def test_hits_beyond_the_last_figure_are_lost_without_dice() -> None:
    field = Field([soldiers(4, "Red", row(4, 30, 10))], [soldiers(2, "Foe", row(2, 30, 20), 180.0)])
    told = field.order("Red", "shoot:{Foe}", dice=[1, 1, 1, 1, 20])
    assert len(of(told, Struck)) == 2
    assert field.places("Foe") == []


def test_deep_wrap() -> None:
    """Three men and a count of ten: the first."""
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(3, "Foe", row(3, 30, 20), 180.0)])
    field.order("Red", "shoot:{Foe}", dice=[1, 20])
    assert field.places("Foe") == [1, 2]


def test_the_count_runs_rank_by_rank_left_to_right_as_the_shooter_sees_them() -> None:
    spots = [(30, 21.2), (28.8, 21.3), (28.8, 20), (31.2, 20.4), (30, 20.2)]
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(5, "Foe", spots, 180.0)])
    first = field["Foe"].first
    assert [each - first for each in ring(field.battle, field.battle.members(field["Foe"]), 30, 10)] == [2, 4, 3, 1, 0]
    behind = ring(field.battle, field.battle.members(field["Foe"]), 30, 40)
    assert [each - first for each in behind] == [3, 0, 1, 4, 2]


def test_by_switch_the_count_follows_the_targets_own_facing_or_its_files() -> None:
    spots = [(30, 21.2), (28.8, 21.3), (28.8, 20), (31.2, 20.4), (30, 20.2)]

    def order(**rulings: object) -> list[int]:
        field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(5, "Foe", spots, 0.0)], **rulings)
        first = field["Foe"].first
        return [each - first for each in ring(field.battle, field.battle.members(field["Foe"]), 30, 10)]

    assert order(**{"count-frame": "target-facing"}) == [1, 0, 3, 2, 4]  # they look north: that is their front
    assert order(**{"count-major": "file"}) == [2, 1, 4, 0, 3]


def test_by_switch_the_count_starts_again_at_the_front() -> None:
    field = Field(
        [soldiers(2, "Red", row(2, 30, 10))],
        [soldiers(4, "Foe", row(4, 30, 20), 180.0)],
        **{"casualty-count": "restart-at-front"},
    )
    field.order("Red", "shoot:{Foe}", dice=[1, 1, 2])  # n = 1, twice
    assert field.places("Foe") == [2, 3]


def test_attached_characters_and_the_leader_are_counted() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [band(2, "Foe", row(3, 30, 20))])
    told = field.order("Red", "shoot:{Foe}", dice=[1, 2, 12])
    assert (one(told, Struck).figure, one(told, Struck).saved) == (field.figure("Foe"), False)  # 12 is not less than 12


# ---------------------------------------------------------------- characters


def test_a_character_shoots_for_himself_at_a_model_that_he_names() -> None:
    field = Field([band(3, "Red", row(4, 30, 10), 0.0)], [band(3, "Foe", row(4, 30, 18))])
    assert shots(field, "Red") == ["shoot:Foe", "snipe:Red.0"]
    told = field.order("Red", "snipe:{Red.0}", "model at:{Foe.2}", dice=[11])
    fired = one(told, Fired)
    assert (fired.figures, fired.model, fired.hits) == ([0], field.figure("Foe", 2), 1)
    assert one(told, Struck).figure == field.figure("Foe", 2)
    assert not rolls(told, "Counting")
    told = field.order("Red", "shoot:{Foe}", dice=[20, 20, 20], again=True)
    assert one(told, Fired).figures == [1, 2, 3]


def test_he_measures_from_his_own_base_and_meets_that_models_own_cover() -> None:
    hedge = ground("hedge", "the hedge", line=[[29.4, 17], [30.6, 17]])
    field = Field([men("gl-hero", "Hero", [(30, 6)])], [soldiers(2, "Foe", [(30, 17.8), (32, 17.8)], 180.0)], [hedge])
    told = field.order("Hero", "snipe:{Hero.0}", "model at:{Foe.0}", dice=[20])
    assert (one(told, Fired).distance, one(told, Fired).cover) == (pytest.approx(11.8), Cover.LIGHT)
    told = field.order("Hero", "snipe:{Hero.0}", "model at:{Foe.1}", dice=[20])
    assert one(told, Fired).cover == Cover.NONE


def test_a_man_before_the_others_reaches_as_far_as_his_own_shotgun_carries() -> None:
    """It is laid from his own base, however far behind him the unit stands."""
    for far, may in ((5.9, True), (6.0, False)):
        red = band(5, "Red", [*row(5, 30, 10), (30, 20)], 0.0, weapon="shotgun")
        field = Field([red], [soldiers(1, "Foe", [(30, 20 + far)], 180.0)])
        assert ("cone:Red.5" in field.offered("Red")) is may


def test_nobody_fires_into_a_melee_but_a_character_may_name_one_who_is_out_of_it() -> None:
    field = Field(
        [soldiers(1, "Red", [(30, 20)]), soldiers(2, "Blue", row(2, 30, 12)), men("gl-hero", "Hero", [(34, 12)])],
        [soldiers(2, "Foe", [(30, 21.0), (33, 21)], 180.0)],
    )
    assert shots(field, "Blue") == []
    assert shots(field, "Hero") == ["snipe:Hero.0"]
    hero = field.figure("Hero")
    named = named_models(field.battle, hero, weapon_of(field.battle, hero), one=False)
    assert named == [field.figure("Foe", 1)]
    assert shots(field, "Red") == []  # engaged


# ---------------------------------------------------------------- sight


def sees(field: Field) -> str:
    """What is between the first models of both sides."""
    one_, other = field.figure("Red"), field.figure("Foe")
    (x0, y0), (x1, y1) = field.battle.at(one_), field.battle.at(other)
    assert blocker(field.battle, x0, y0, x1, y1, one_, other) == blocker(field.battle, x1, y1, x0, y0, other, one_)
    return blocker(field.battle, x0, y0, x1, y1, one_, other)


@pytest.mark.parametrize("kind", ["woods", "building", "field", "cliff"])
def test_one_sees_into_an_area_and_out_of_it_but_not_beyond(kind: str) -> None:
    piece = ground(kind, "it", rect=[25, 20, 35, 26])
    for y, blocked in ((30, "it"), (23, ""), (19, "")):
        if kind == "cliff" and y == 23:
            continue  # nobody can stand there
        field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(1, "Foe", [(30, y)], 180.0)], [piece])
        assert sees(field).replace("the ", "") == blocked
        assert bool(shots(field, "Red")) is not bool(blocked)


def test_walls_do_not_hide_and_a_crest_does() -> None:
    wall = ground("wall", "the wall", line=[[20, 20], [40, 20]])
    hill = ground("hill", "the hill", level=1, rect=[20, 18, 40, 22])
    ends = [soldiers(1, "Red", [(30, 10)])], [soldiers(1, "Foe", [(30, 30)], 180.0)]
    assert sees(Field(*ends, [wall])) == ""
    assert sees(Field(*ends, [hill])) == "the hill"
    assert sees(Field(ends[0], [soldiers(1, "Foe", [(30, 20)], 180.0)], [hill])) == ""


def test_machines_hide_and_figures_only_by_switch() -> None:
    tank = machine("gl-steam-tank", "Tank", 30, 20)
    man = soldiers(1, "Friend", [(30, 20)])
    red = soldiers(1, "Red", [(30, 10)])
    foe = soldiers(1, "Foe", [(30, 30)], 180.0)
    assert sees(Field([red, tank], [foe])) == "Tank"
    assert sees(Field([red, man], [foe])) == ""
    assert sees(Field([red, man], [foe], **{"figures-block-sight": True})) == "Friend"


def test_by_switch_figures_hide_and_a_gun_does_not() -> None:
    gun = men("gl-mountain-gun", "Gun", row(4, 50, 20), 0.0, (30, 20))
    field = Field(
        [soldiers(1, "Red", [(30, 10)]), gun],
        [soldiers(1, "Foe", [(30, 30)], 180.0)],
        **{"figures-block-sight": True},
    )
    assert blocker(field.battle, 30, 10, 30, 30, field.figure("Red"), field.figure("Foe")) == ""
    field.stand("Gun", 0, 30, 15)
    assert blocker(field.battle, 30, 10, 30, 30, field.figure("Red"), field.figure("Foe")) == "Gun"


def test_the_target_is_in_sight_if_any_of_it_is() -> None:
    wood = ground("woods", "the wood", rect=[20, 18, 31, 22])
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(2, "Foe", [(28, 26), (38, 26)], 180.0)], [wood])
    assert shots(field, "Red") == ["shoot:Foe"]
    told = field.order("Red", "shoot:{Foe}", dice=[1, 2])
    assert one(told, Struck).figure == field.figure("Foe")  # the hidden one is counted all the same


# ---------------------------------------------------------------- cover


@pytest.mark.parametrize(
    ("piece", "cover"),
    [
        (ground("woods", "it", rect=[25, 29, 35, 35]), Cover.LIGHT),
        (ground("building", "it", rect=[25, 29, 35, 35]), Cover.HARD),
        (ground("earthwork", "it", rect=[25, 29, 35, 35]), Cover.HARD),
        (ground("wall", "it", line=[[25, 29.1], [35, 29.1]]), Cover.HARD),
        (ground("hedge", "it", line=[[25, 29.1], [35, 29.1]]), Cover.LIGHT),
        (ground("fence", "it", line=[[25, 29.1], [35, 29.1]]), Cover.LIGHT),
        (ground("wall", "it", line=[[25, 28.9], [35, 28.9]]), Cover.NONE),  # more than half an inch before his base
        (ground("wall", "it", line=[[25, 30.9], [35, 30.9]]), Cover.NONE),  # behind him
        (ground("river", "it", rect=[25, 29, 35, 35]), Cover.NONE),
    ],
)
def test_cover_of_one_man(piece: str, cover: int) -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(1, "Foe", [(30, 30)], 180.0)], [piece])
    told = field.order("Red", "shoot:{Foe}", dice=[20])
    assert one(told, Fired).cover == cover


# ---------------------------------------------------------------- machines


def test_a_group_at_a_machine_and_at_the_crew_of_an_open_one() -> None:
    field = Field(
        [soldiers(2, "Red", row(2, 30, 10))],
        [machine("gl-steam-car", "Car", 30, 24, 180.0), machine("gl-steam-tank", "Tank", 38, 24, 180.0)],
    )
    assert shots(field, "Red") == ["shoot:Car", "shoot_machine:Car", "shoot_machine:Tank"]
    told = field.order("Red", "shoot:{Car}", dice=[1, 20, 2, 20])
    assert one(told, Fired).cover == Cover.HARD
    assert one(told, Struck).figure == field.figure("Car")
    told = field.order("Red", "shoot_machine:{Tank}", dice=[1, 20, 1])
    assert len(of(told, MachineSaved)) == 1


def test_the_range_to_a_machine_is_to_the_nearest_point_of_its_hull() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [machine("gl-steam-tank", "Tank", 30, 24.9, 180.0)])
    told = field.order("Red", "shoot_machine:{Tank}", dice=[20])
    assert one(told, Fired).distance == pytest.approx(11.9)
    assert rolls(told)[0].needed == "8 or less each"


def test_a_weapon_without_an_srm_bounces_without_a_die() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)], weapon="bow")], [machine("gl-steam-tank", "Tank", 30, 18, 180.0)])
    told = field.order("Red", "shoot_machine:{Tank}", dice=[1])
    assert len(of(told, MachineSaved)) == 1
    assert field["Tank"].pending == 0


def test_the_save_from_behind_goes_by_the_groups_centre_and_never_for_beasts() -> None:
    ape = men("gl-great-ape", "Ape", [(30, 20)], 180.0)
    field = Field([soldiers(2, "Red", row(2, 30, 30), 180.0)], [ape])
    told = field.order("Red", "shoot:{Ape}", dice=[1, 20, 20, 10])
    assert one(told, Struck).saved  # 10 is less than 11, not halved to 6
    leader = men("gl-redcoats", "Foe", [(30, 20)], 180.0, figures=[main("leader", 9, 9, 11)])
    field = Field([soldiers(2, "Red", row(2, 30, 30), 180.0)], [leader])
    assert not one(field.order("Red", "shoot:{Foe}", dice=[1, 20, 20, 6]), Struck).saved


# ---------------------------------------------------------------- wrecks


def with_wreck(foe_y: float) -> Field:
    """A wreck between two men, three inches deep about y = 20."""
    tank = machine("gl-steam-tank", "Tank", 30, 20, 90.0)
    field = Field(
        [soldiers(1, "Red", [(30, 10)]), tank, soldiers(1, "Blue", [(40, 40)])],
        [soldiers(1, "Foe", [(30, foe_y)], 180.0)],
    )
    lose_machine(field.game, field["Tank"], DISABLED, field["Foe"].id)
    field.lawful()
    return field


def test_a_wreck_hides_what_lies_beyond_and_covers_who_is_close_behind_it() -> None:
    field = with_wreck(26)
    assert field["Tank"].is_wreck()
    assert sees(field) == "Tank"
    assert figure_cover(with_wreck(22.2).battle, 6, 30.0, 10.0) == Cover.LIGHT
    assert figure_cover(with_wreck(26).battle, 6, 30.0, 10.0) == Cover.NONE


def test_a_wreck_is_impassable_for_friend_and_foe_and_its_crew_stands_beside_it() -> None:
    field = with_wreck(26)
    field.order("Red", "move", "move 30,16,30,16,0")
    field.order("Red", "move", "move 30,22,30,22,0")
    assert field.at("Red", 0)[1] == pytest.approx(18.5 - 0.5, abs=0.01)
    assert len(field.battle.on_foot(field["Tank"])) == 4
    assert [mark.machine for mark in marks_of(field.battle, field["Tank"])] == [False]  # nobody shoots at a wreck
    assert field.offered("Tank")[:2] == ["done", "move"]
