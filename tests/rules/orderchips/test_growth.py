"""What is found by a short way is what a look at everybody finds: battles are asked both ways, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from rules.orderchips.situation import Muster, printed, unit
from tabletop import head, side

from playsheet.core.asking import Option
from playsheet.core.dice import Seeded, State
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, spacing
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup
from playsheet.rules.orderchips.battle.events import Attached, Detached, FiguresLost, Moved
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.doctrine import aims, commander, outlook, shooting
from playsheet.rules.orderchips.doctrine.aims import Ground, grounds, takes_ground
from playsheet.rules.orderchips.doctrine.engines import machine_worth
from playsheet.rules.orderchips.doctrine.moves import place_worth
from playsheet.rules.orderchips.doctrine.outlook import MOST_FOES, SCREEN, Armament, Outlook
from playsheet.rules.orderchips.doctrine.wings import aim_of
from playsheet.rules.orderchips.doctrine.worth import chance
from playsheet.rules.orderchips.ground.lanes import eyes_of, lane_between
from playsheet.rules.orderchips.ground.sight import in_front, is_bare, model_cover, sees, why_none_seen
from playsheet.rules.orderchips.ground.slots import (
    MOST_RANKS,
    Manner,
    Places,
    Room,
    filled,
    lay,
    may_stand,
    own_models,
    pitch,
    slot,
)
from playsheet.rules.orderchips.options.acts import next_units
from playsheet.rules.orderchips.options.chips import NEAREST, chip_options, nearest_of
from playsheet.rules.orderchips.options.choices import DONE, Pick
from playsheet.rules.orderchips.options.fire_cache import Known, Ready, ready
from playsheet.rules.orderchips.options.shooting import (
    NO_AIM,
    NO_WEAPON,
    Reach,
    Shot,
    bears,
    harvest,
    in_range,
    lay_volley,
    may_be_shot,
    shots,
    shots_at,
)
from playsheet.rules.orderchips.table import engines
from playsheet.rules.orderchips.table.losses import under_template
from playsheet.rules.orderchips.terms import Arm, Chip, Cover, Order, Phase, Where

pytestmark = pytest.mark.battles

ROSTER = (
    "line-rifles",
    "spear-warriors",
    "field-gun",
    "steam-car",
    "clockwork-soldier",
    "commander",
    "scientist",
    "hero",
)
SEEDS = [3, 5, 8]


@cache
def table() -> Setup:
    """A bit of everything on both sides of a wood, and ground to be held."""
    roster = [f'[[sides.units]]\ncard = "{card}"' for card in ("line-rifles", *ROSTER)]
    parts = [
        *head("orderchips", (66, 44), 4, {}),
        "[extra]\nevents = true",
        '[[terrain]]\nkind = "woods"\nname = "the wood"\nrect = [26, 18, 38, 26]',
        '[[terrain]]\nkind = "building"\nname = "the mill"\nrect = [8, 20, 12, 24]',
        side("South", 0, [0, 0, 66, 12]),
        *roster,
        side("North", 180, [0, 32, 66, 44]),
        *roster,
        '[[objectives]]\nkind = "control-ground"\nterrain = ["the wood", "the mill"]\npoints = [3, 3]',
    ]
    scenario = printed().read_scenario("\n\n".join(parts) + "\n", "growth")
    return Setup(printed().configured(scenario.settings, scenario.file, []), scenario, [])


def played(seed: int) -> Iterator[ChipBattle]:
    """The battle before each step, once everybody stands; against the doctrine a random player, who goes anywhere."""
    setup = table()
    players: list[Any] = [setup.system.doctrine(0), RandomPlayer(seed)]
    game: Game[ChipBattle] = setup.game_with(players, Seeded(seed), False, [False, False])
    while not game.battle.finished:
        if game.battle.phase != Phase.DEPLOYING:
            yield game.battle
        game.play_step()


@cache
def moments(seed: int) -> list[ChipBattle]:
    """The battle at every third step."""
    return [battle.clone() for index, battle in enumerate(played(seed)) if index % 3 == 0]


def standing(battle: ChipBattle) -> list[Unit]:
    return [held for held in battle.units if held.place == Where.ON_TABLE]


def weapons_of(battle: ChipBattle, held: Unit) -> list[int]:
    return battle.machine_of(held).working() if held.is_machine() else [NO_WEAPON]


# ---------------------------------------------------------------- where they stand


@pytest.mark.parametrize("seed", SEEDS)
def test_a_middle_that_is_kept_is_the_middle(seed: int) -> None:
    for battle in played(seed):
        for held in standing(battle):
            models = battle.models(held)
            x, y = battle.centre(models)
            circle = battle.circle(held)
            assert (circle.x, circle.y) == (x, y)
            assert circle.spread == max(spacing(x, y, *battle.at(model)) for model in models)
            assert circle.radius == max(spacing(x, y, *battle.at(model)) + battle.radius(model) for model in models)
            if not held.is_machine():
                assert battle.middle(held) == battle.centre(battle.members(held))


def test_a_middle_is_found_anew_after_losses_moves_and_with_company() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20), unit("hero", "Max", 30, 25)], [unit("militia", "Foe", 30, 50)])
    battle, red, hero = muster.battle, muster["Red"], muster["Max"]
    alone = battle.middle(red)
    assert alone == battle.middle(red) == battle.centre(battle.men(red))
    muster.game.tell(Attached(hero.id, red.id, "R72"))
    together = battle.middle(red)
    assert together == battle.centre([*battle.men(red), hero.first]) != alone
    place = [hero.first], [33.0], [25.0], [0.0]
    muster.game.tell(Moved(red.id, "moves", red.order, red.files, red.facing, *place))
    assert battle.middle(red) == battle.centre([*battle.men(red), hero.first]) != together
    muster.game.tell(Detached(hero.id, red.id, "R72"))
    assert battle.middle(red) == alone
    copy = battle.clone()
    muster.game.tell(FiguresLost(red.id, 3, True, "R68"))
    assert battle.middle(red) == battle.centre(battle.men(red)) != alone
    assert copy.middle(copy.units[red.id]) == alone


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_is_near_is_found_round_a_place(seed: int) -> None:
    for battle in played(seed):
        for held in standing(battle):
            x, y = battle.middle(held)
            for far in (0.0, 3.0, 12.0, 40.0):
                found = battle.around(x, y, far)
                plain = [
                    other.id
                    for other in standing(battle)
                    if any(spacing(x, y, *battle.at(m)) <= far + battle.radius(m) for m in battle.models(other))
                ]
                assert found == sorted(found)
                assert set(plain) <= set(found)
            assert len(battle.around(x, y, 0.0)) < 8  # not everybody
            reach = Reach(battle, held)
            assert in_range(battle, held) == [
                other.id
                for other in battle.units
                if other.side != held.side and may_be_shot(battle, held, other) and reach.holds(battle, other)
            ]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_unit_s_figures_are_the_first_of_its_slots(seed: int) -> None:
    for battle in played(seed):
        for held in battle.units:
            assert battle.men(held) == [held.first + place for place in range(held.figures)]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_machine_that_is_kept_is_what_has_become_of_it(seed: int) -> None:
    states: set[State] = set()
    for battle in played(seed):
        for id in battle.machines:
            held = battle.units[id]
            assert battle.machine_of(held).state() == battle.machine_copy(held).state() == held.machine
            assert battle.machine_of(held) is battle.machine_of(held) is not battle.machine_copy(held)
            states.add(held.machine)
    assert len(states) > 2  # a whole car, a whole automaton, and what happened to them


def test_who_has_joined_a_unit_is_found_as_part_of_it() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20), unit("hero", "Max", 30, 30)], [unit("militia", "Foe", 30, 50)])
    battle, red, hero = muster.battle, muster["Red"], muster["Max"]
    assert battle.around(30, 30, 1.0) == [hero.id]
    muster.attach("Max", "Red")
    assert battle.around(30, 30, 1.0) == [red.id, hero.id]
    muster.game.tell(Moved(red.id, "moves", red.order, red.files, red.facing, [hero.first], [30.0], [40.0], [0.0]))
    assert battle.clone().around(30, 40, 1.0) == battle.around(30, 40, 1.0) == [red.id, hero.id]
    muster.game.tell(Detached(hero.id, red.id, "R72"))
    assert hero.id in battle.around(30, 40, 1.0)
    muster.lose("Red", 10)
    assert battle.around(30, 20, 5.0) == []


# ---------------------------------------------------------------- shots


@pytest.mark.parametrize(
    ("what", "value"),
    [("figures", 3), ("order", 1), ("side", 1), ("seat", 1), ("foes", 1), ("fit", 1), ("gun_lost", True)],
)
def test_a_unit_is_known_until_something_of_it_changes(what: str, value: object) -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20, order="close")], [unit("militia", "Foe", 30, 50)])
    red = muster["Red"]
    known = Known(muster.battle, red)
    assert known.is_like(muster.battle, red)
    setattr(red, what, value)
    assert not known.is_like(muster.battle, red)


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_a_shot_bears_if_there_is_a_volley_in_it(seed: int) -> None:
    found = {False: 0, True: 0}
    for battle in moments(seed):
        for held in standing(battle):
            for other in standing(battle):
                if other.side == held.side or (other.is_machine() and not other.has_machine()):
                    continue
                for weapon in weapons_of(battle, held):
                    shot = Shot(held.id, weapon, other.id, NO_AIM)
                    there = lay_volley(battle, shot, wild=False) is not None
                    assert bears(battle, shot) == there
                    found[there] += 1
    assert min(found.values()) > 20


@pytest.mark.parametrize("apart", [15.0, 17.0, 23.0, 25.0, 40.0, 47.0, 49.0])
@pytest.mark.parametrize("host", ["line-rifles", "spear-warriors", "field-gun"])
def test_whoever_is_with_a_unit_may_have_the_only_weapon_that_bears(host: str, apart: float) -> None:
    """A steam car stands before some of them; the unit faces now this way, now that."""
    for guest in ("hero", "scientist"):
        for x in (24, 27, 30, 33, 36):
            for facing in (0, 80, 100):
                south = [unit(host, "Red", 30, 10, facing), unit(guest, "Max", 20, 10), unit("steam-car", "Car", x, 19)]
                muster = Muster(south, [unit("militia", "Foe", 30, 10 + apart, 180)])
                muster.attach("Max", "Red")
                muster.chips()
                shot = Shot(muster["Red"].id, NO_WEAPON, muster["Foe"].id, NO_AIM)
                assert bears(muster.battle, shot) == (lay_volley(muster.battle, shot, wild=False) is not None)


@pytest.mark.parametrize("apart", [23.5, 24.5, 25.5, 26.5])
def test_at_the_limit_of_its_range_it_depends_on_who_sees(apart: float) -> None:
    """Rifles reach 24 inches from the centre of those who see, and a steam car stands before some of them."""
    for x in (24, 27, 30, 33, 36):
        south = [unit("line-rifles", "Red", 30, 10, 0, 4, "close"), unit("steam-car", "Car", x, 14)]
        muster = Muster(south, [unit("militia", "Foe", 30, 10 + apart, 180)])
        muster.chips()
        shot = Shot(muster["Red"].id, NO_WEAPON, muster["Foe"].id, NO_AIM)
        assert bears(muster.battle, shot) == (lay_volley(muster.battle, shot, wild=False) is not None)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_in_range_is_found_among_all(seed: int) -> None:
    for battle in moments(seed):
        for held in standing(battle):
            legal = [shot.text() for shot in shots(battle, held, interrupt=False)]
            plain: list[str] = []
            for other in battle.units:
                found = [shot.text() for shot in shots_at(battle, held, other, interrupt=False)]
                assert not found or (other.id in in_range(battle, held) and may_be_shot(battle, held, other))
                plain += found
            assert legal == plain
        if battle.phase == Phase.MOVES:
            break  # the first moves: everybody may fire at somebody


@pytest.mark.parametrize("seed", SEEDS)
def test_a_template_harvests_whom_it_covers(seed: int) -> None:
    worths: set[int] = set()
    for battle in moments(seed):
        for held in standing(battle):
            for radius in (1.0, 1.5, 2.125):
                x, y = battle.at(battle.leader(held))
                under = under_template(battle, x, y, radius, NOBODY).figures
                plain = sum(1 if battle.unit_of(model).side else -2 for model in under)
                assert harvest(battle, battle.units[0], battle.leader(held), radius) == plain
                worths.add(plain)
    assert min(worths) < 0 < max(worths)


# ---------------------------------------------------------------- shots that are kept


def kept_as_laid(battle: ChipBattle) -> int:
    """What is kept is what would be laid now; how many shots that are."""
    kept = ready(battle)
    found = 0
    for held in battle.units:
        plain = [shot.text() for shot in shots(battle, held, interrupt=True)]
        assert [shot.text() for shot in kept.shots(battle, held)] == plain, held.name
        found += len(plain)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_shots_that_are_kept_are_those_that_would_be_laid(seed: int) -> None:
    found = 0
    held: set[int] = set()
    for battle in played(seed):
        found += kept_as_laid(battle)
        assert isinstance(battle.kept, Ready)
        held.add(id(battle.kept))
    assert found > 30
    assert len(held) <= 5  # it is the same from step to step, but for hazy turns


def firing(battle: ChipBattle) -> list[str]:
    kept_as_laid(battle)
    return [shot.text() for held in battle.units for shot in ready(battle).shots(battle, held)]


def test_a_shot_is_laid_anew_if_somebody_steps_between_or_away() -> None:
    south = [unit("field-gun", "Gun", 30, 10), unit("line-rifles", "Red", 50, 10, 0, 5, "close")]
    muster = Muster(south, [unit("militia", "Foe", 30, 40, 180, 1, "close")])
    muster.chips()
    battle, red = muster.battle, muster["Red"]
    men = battle.men(red)
    before = [battle.at(model) for model in men]
    first = firing(battle)
    assert [text.partition("@")[0] for text in first] == ["0>2"]
    line = [27.0 + 0.6 * place for place in range(10)]
    muster.game.tell(Moved(red.id, "moves", red.order, 10, 0.0, men, line, [25.0] * 10, [0.0] * 10))
    assert firing(battle) == ["1>2", "2>1"]
    xs, ys = [x for x, _ in before], [y for _, y in before]
    muster.game.tell(Moved(red.id, "moves", red.order, 5, 0.0, men, xs, ys, [0.0] * 10))
    assert firing(battle) == first
    muster.lose("Foe", 12)
    assert firing(battle) == []


def test_a_shell_is_laid_elsewhere_if_a_friend_comes_under_its_template() -> None:
    """The first of a long line is aimed at, until a friend stands beyond him: outside all that they stand in."""
    south = [unit("field-gun", "Gun", 33, 10), unit("hero", "Max", 60, 20)]
    muster = Muster(south, [unit("militia", "Foe", 33, 50, 180)])
    muster.chips()
    battle, foe, friend = muster.battle, muster["Foe"], muster["Max"]
    xs = [15.0, 15.9, 28.0, 28.9, 33.5, 34.4, 39.0, 39.9, 44.5, 45.4, 50.0, 50.9]  # pairs
    muster.game.tell(Moved(foe.id, "moves", foe.order, 12, 180.0, battle.men(foe), xs, [40.0] * 12, [180.0] * 12))
    assert firing(battle) == [f"0>2@{foe.first}"]
    muster.game.tell(Moved(friend.id, "moves", friend.order, 1, 0.0, [friend.first], [11.5], [40.0], [0.0]))
    assert firing(battle)[0] == f"0>2@{foe.first + 1}"


def test_a_copy_of_a_battle_keeps_nothing_and_finds_the_same() -> None:
    for battle in moments(SEEDS[0]):
        kept_as_laid(battle)
        copy = battle.clone()
        assert copy.kept is None
        kept_as_laid(copy)


# ---------------------------------------------------------------- who sees whom


def plain_lane(battle: ChipBattle, held: Unit, other: Unit) -> int:
    """What is kept of two units is what each of the one sees of the other now; how many see nobody."""
    lane = lane_between(battle, held, other)
    assert lane.marks == battle.fighters(other)
    blind = 0
    for eye in eyes_of(battle, held)[:: max(1, len(eyes_of(battle, held)) - 1)]:
        assert lane.sees_any(battle, eye) == (not why_none_seen(battle, eye, lane.marks))
        blind += not lane.sees_any(battle, eye)
        for mark in lane.marks[:: max(1, len(lane.marks) - 1)]:
            assert lane.sees(battle, eye, mark) == sees(battle, eye, mark)
            assert lane.faces(battle, eye, mark) == in_front(battle, eye, *battle.at(mark))
    return blind


@pytest.mark.parametrize("seed", range(4))
def test_who_sees_whom_by_a_lane_sees_him_by_every_line(seed: int) -> None:
    blind = 0
    hidden = 0
    for battle in played(seed):
        for held in standing(battle):
            foes = [other for other in standing(battle) if other.side != held.side]
            for other in foes[battle.turn % 2 :: 2]:
                blind += plain_lane(battle, held, other)
                hidden += bool(lane_between(battle, held, other).hiders)
    assert blind > 50
    assert hidden > 50


def test_a_lane_is_laid_anew_if_somebody_steps_between_or_opens_his_ranks() -> None:
    south = [unit("field-gun", "Gun", 30, 10), unit("line-rifles", "Red", 50, 10, 0, 5, "close")]
    muster = Muster(south, [unit("militia", "Foe", 30, 40, 180, 1, "close")])
    muster.chips()
    battle, gun, red, foe = muster.battle, muster["Gun"], muster["Red"], muster["Foe"]
    men = battle.men(red)
    line = [27.0 + 0.6 * place for place in range(10)]
    seen: list[bool] = []
    for order, y in ((Order.CLOSE, 2.0), (Order.CLOSE, 25.0), (Order.LOOSE, 25.0), (Order.CLOSE, 25.0)):
        muster.game.tell(Moved(red.id, "moves", order, 10, 0.0, men, line, [y] * 10, [0.0] * 10))
        plain_lane(battle, gun, foe)
        seen.append(lane_between(battle, gun, foe).sees_any(battle, gun.model))
    assert seen == [True, False, True, False]
    assert battle.clone().lanes is None


def test_somebody_who_has_fallen_is_asked_about_too() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [unit("militia", "Foe", 30, 35, 180)])
    red, foe = muster["Red"], muster["Foe"]
    muster.lose("Red", 3)
    for eye in range(red.first, red.first + red.start):
        lane = lane_between(muster.battle, red, foe)
        assert lane.sees_any(muster.battle, eye) == (not why_none_seen(muster.battle, eye, lane.marks))


@pytest.mark.parametrize("seed", SEEDS)
def test_who_stands_on_bare_ground_has_no_cover(seed: int) -> None:
    said = {False: 0, True: 0}
    for battle in moments(seed):
        for held in standing(battle):
            models = battle.fighters(held)
            bare = is_bare(battle, models)
            covers = {model_cover(battle, model, x, 20.0) for model in models for x in (5.0, 60.0)}
            assert not bare or covers == {Cover.NONE}
            said[bare] += 1
    assert min(said.values()) > 0


# ---------------------------------------------------------------- room


def spots_about(battle: ChipBattle, held: Unit) -> list[tuple[float, float]]:
    x, y = battle.at(battle.leader(held))
    return [(x + 1.3 * across, y + 1.7 * up) for across in range(-2, 3) for up in range(-2, 3)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("manner", [Manner(apart=1.0, through=False), Manner(3, apart=0.0, through=True)])
def test_there_is_room_where_every_model_may_stand(seed: int, manner: Manner) -> None:
    said = {False: 0, True: 0}
    for battle in moments(seed)[::4]:
        for held in standing(battle):
            x, y = battle.at(battle.leader(held))
            room = Room(battle, held, manner, x=x, y=y, far=3.0)
            model = eyes_of(battle, held)[-1]
            for to_x, to_y in spots_about(battle, held):
                free = room.is_free(model, to_x, to_y, 30.0)
                assert free == may_stand(battle, held, model, to_x, to_y, 30.0, room.own, manner)
                said[free] += 1
    assert min(said.values()) > 20


def plain_lay(battle: ChipBattle, held: Unit, x: float, y: float, files: int, manner: Manner) -> Places | None:
    """Foot in close order facing north, slot by slot."""
    men = filled(battle, held)
    across, down = pitch(battle, held, Order.CLOSE)
    found = Places(Order.CLOSE, files, 0.0)
    place = 0
    for man in men:
        while True:
            file, rank = slot(place, files)
            if rank >= MOST_RANKS:
                return None
            place += 1
            at_x, at_y = x + file * across, y - rank * down
            if may_stand(battle, held, man, at_x, at_y, 0.0, own_models(battle, held), manner):
                found.add(man, at_x, at_y)
                break
            if place == 1:
                return None
    return found


def test_a_unit_is_formed_slot_by_slot_as_far_as_the_table_goes() -> None:
    formed = {False: 0, True: 0}
    manner = Manner(apart=1.0, through=False)
    for battle in moments(SEEDS[0])[::6]:
        for held in standing(battle):
            if held.kind != Arm.INFANTRY:
                continue
            n = battle.strength(held)
            for x, y in [*spots_about(battle, held)[::3], (30.0, 2.0), (30.0, 0.5), (65.0, 30.0), (0.5, 3.0)]:
                for files in {1, max(1, n // 2), n}:
                    found = lay(battle, held, x, y, 0.0, Order.CLOSE, files, manner)
                    plain = plain_lay(battle, held, x, y, files, manner)
                    assert (found is None) == (plain is None)
                    formed[found is not None] += 1
                    if found is not None and plain is not None:
                        assert (found.models, found.xs, found.ys) == (plain.models, plain.xs, plain.ys)
    assert min(formed.values()) > 20


# ---------------------------------------------------------------- the commander's looks


def plain_foes(battle: ChipBattle, look: Outlook) -> list[tuple[float, int]]:
    near = [
        (spacing(look.x, look.y, *battle.at(battle.leader(other))), other.id)
        for other in standing(battle)
        if battle.hostile(look.unit, other)
    ]
    near.sort()
    found: list[tuple[float, int]] = []
    for far, id in near[:MOST_FOES]:
        if far > SCREEN and found:
            break
        found.append((far, id))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_the_nearest_foes_are_the_nearest_of_all(seed: int) -> None:
    for battle in moments(seed):
        for held in standing(battle):
            look = Outlook(battle, held)
            assert look.nearest_foes() == plain_foes(battle, look) == [(foe.far, foe.unit.id) for foe in look.foes]
            x, y = battle.at(battle.leader(held))
            foes = [other.id for other in battle.foes_of(held)]
            plain = sorted((spacing(x, y, *battle.middle(battle.units[id])), id) for id in foes)
            assert nearest_of(battle, held, x, y, foes) == plain[:NEAREST]


def test_of_foes_who_are_all_far_off_the_nearest_is_looked_at() -> None:
    foes = [unit("militia", "Near", 60, 130, 180), unit("militia", "Far", 80, 135, 180)]
    muster = Muster([unit("line-rifles", "Red", 60, 10)], foes, size=(120, 140))
    look = Outlook(muster.battle, muster["Red"])
    assert look.nearest_foes() == plain_foes(muster.battle, look)
    assert [foe.unit.name for foe in look.foes] == ["Near"]


def plain_number(look: Outlook, arm: Armament, cover: int, far: float, moving: bool) -> int:
    number = arm.shoot + look.covers[cover] + (look.moving if moving else 0)
    return number + look.long if far > arm.weapon.short else number


def plain_fire(look: Outlook, x: float, y: float, arms: int | None = None, facing: float = 0.0) -> float:
    """The best fire at anybody in sight; of one weapon at those in its arc."""
    land = look.battle.land
    best = 0.0
    for foe in look.foes:
        if (foe.unit.is_locked() and not foe.unit.is_machine()) or land.hidden_by(x, y, foe.x, foe.y):
            continue
        far = spacing(x, y, foe.x, foe.y)
        cover = max(land.area_cover(foe.x, foe.y), land.line_cover(x, y, foe.x, foe.y, 0.5))
        worth = 0.0
        for arm in foe.ours if arms is None else [foe.ours[arms]]:
            if far <= arm.weapon.long and (arms is None or outlook.bears(arm.weapon, facing, x, y, foe)):
                worth += arm.dice * chance(plain_number(look, arm, cover, far, False)) * arm.worth
        best = max(best, min(worth, foe.worth))
    return best


def plain_threat(look: Outlook, x: float, y: float) -> float:
    land = look.battle.land
    total = 0.0
    for foe in look.foes:
        far = spacing(x, y, foe.x, foe.y)
        cover = max(land.area_cover(x, y), land.line_cover(foe.x, foe.y, x, y, look.radius))
        worth = 0.0
        for arm in foe.theirs:
            if far <= arm.weapon.long:
                worth += arm.dice * chance(plain_number(look, arm, cover, far, foe.moving)) * arm.worth
        if not land.hidden_by(x, y, foe.x, foe.y):
            total += outlook.SHARE * worth
    return total


@pytest.mark.parametrize("seed", SEEDS)
def test_a_place_is_worth_the_fire_from_it_and_upon_it(seed: int) -> None:
    fires: set[float] = set()
    threats: set[float] = set()
    for battle in moments(seed)[::2]:
        for held in standing(battle):
            look = Outlook(battle, held)
            for x, y in [(look.x, look.y), *spots_about(battle, held)[::2], (look.x, look.y)]:
                fire, threat = plain_fire(look, x, y), plain_threat(look, x, y)
                assert look.fire(x, y, False) == look.fire(x, y, False) == fire
                assert look.threat(x, y) == look.threat(x, y) == threat
                fires.add(fire)
                threats.add(threat)
                for facing in (0.0, 140.0):
                    arms = range(len(look.foes[0].ours) if look.foes else 0)
                    plain = sum([plain_fire(look, x, y, arm, facing) for arm in arms], 0.0)
                    assert look.fire_facing(x, y, facing, False) == plain
    assert min(len(fires), len(threats)) > 20


@pytest.mark.parametrize("seed", SEEDS)
def test_a_place_that_is_worth_too_little_is_said_to_be_no_better(seed: int) -> None:
    cut = 0
    for battle in moments(seed)[::2]:
        for held in standing(battle):
            look = Outlook(battle, held)
            aim = aim_of(battle, held, look)
            here = place_worth(look, aim, look.x, look.y, moving=True)
            there = machine_worth(look, aim, look.x, look.y, 90.0, moving=True)
            for x, y in spots_about(battle, held):
                worth = place_worth(look, aim, x, y, moving=True)
                quick = place_worth(Outlook(battle, held), aim, x, y, moving=True, beyond=here)
                assert quick == worth if worth > here else quick <= here
                cut += quick != worth
                worth = machine_worth(look, aim, x, y, 90.0, moving=True)
                quick = machine_worth(Outlook(battle, held), aim, x, y, 90.0, moving=True, beyond=there)
                assert quick == worth if worth > there else quick <= there
    assert cut > 20


@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_threatened_is_so_by_somebody_near(seed: int) -> None:
    said = {False: 0, True: 0}
    for battle in moments(seed):
        for held in standing(battle):
            plain = False
            for model in battle.near.within(*battle.middle(held), shooting.WATCHED):
                enemy = battle.unit_of(model)
                plain = plain or (enemy.place == Where.ON_TABLE and shooting.may_come(battle, enemy, held))
            assert shooting.is_threatened(battle, held) == plain
            said[plain] += 1
    assert min(said.values()) > 0


def plain_pick(battle: ChipBattle, options: list[Option]) -> Option:
    best: Option | None = None
    least = FAR * 4.0
    for option in options:
        if not isinstance(option, Pick):
            continue
        held = battle.units[option.unit]
        if held.chip == Chip.STATIONARY and not held.is_machine() and not commander.turns_or_mends(battle, held):
            continue
        _, far = battle.nearest_foe(held, *battle.at(battle.leader(held)))
        far += 2.0 * FAR if held.card.scientist else FAR if held.chip != Chip.MOVING else 0.0
        if far < least:
            least = far
            best = option
    return best or (DONE if DONE in options else options[0])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_next_unit_is_the_nearest_of_all_that_have_something_to_do(seed: int) -> None:
    asked = 0
    for battle in moments(seed):
        if battle.phase != Phase.MOVES:
            continue
        for seat in range(battle.seats):
            options = next_units(battle, seat)
            if options:
                assert commander.next_unit(battle, options) is plain_pick(battle, options)
                asked += 1
    assert asked > 3


@pytest.mark.parametrize("seed", SEEDS)
def test_ground_is_taken_by_who_is_nearer_than_enough_others(seed: int) -> None:
    for battle in moments(seed):
        for held in standing(battle):
            if not takes_ground(held) or held.band:
                continue
            places = grounds(battle, held.side)
            friends = [other for other in battle.units if other.side == held.side and takes_ground(other)]
            most = min(3, max(1, (len(friends) + len(places) - 1) // len(places)))
            best: Ground | None = None
            least = FAR
            for place in places:
                ways = {other.id: spacing(*battle.at(other.first), place.x, place.y) for other in friends}
                far = ways.pop(held.id)
                rivals = [id for id, way in ways.items() if (way, id) < (far, held.id)]
                if len(rivals) < most and far - 0.1 * place.worth < least:
                    least = far - 0.1 * place.worth
                    best = place
            found = aims.ground_of(battle, held)
            assert (found and (found.x, found.y)) == (best and (best.x, best.y))


# ---------------------------------------------------------------- others


@pytest.mark.parametrize("seed", SEEDS)
def test_army_commanders_are_known_without_a_muster(seed: int) -> None:
    for battle in moments(seed):
        for number in range(battle.sides):
            plain = [
                held.first
                for held in battle.units
                if held.card.army_commander and held.side == number and held.place in (Where.ON_TABLE, Where.ATTACHED)
            ]
            assert battle.army_commander(number) == plain


@pytest.mark.parametrize("seed", SEEDS)
def test_the_nearest_unit_to_a_machine_is_the_nearest_of_all(seed: int) -> None:
    for battle in moments(seed):
        for held in standing(battle):
            if held.kind != Arm.AUTOMATON:
                continue
            best = NOBODY
            least = FAR
            for id in battle.movement_order([other.id for other in standing(battle) if other is not held]):
                far = min([battle.gap(held.model, model) for model in battle.fighters(battle.units[id])], default=FAR)
                if far < least - TOLERANCE:
                    best, least = id, far
            assert engines.nearest_unit(battle, held) == best


def test_chips_are_offered_against_the_enemies_of_each_unit() -> None:
    for battle in moments(SEEDS[0]):
        for held in standing(battle):
            if held.seat >= 0:
                named = [getattr(option, "foes", []) for option in chip_options(battle, held)]
                assert all(not foes or foes == [other.id for other in battle.foes_of(held)] for foes in named)
