"""Guns, bursts and machines of GASLIGHT in the field book: what is thrown, what it changes, what is due."""

from __future__ import annotations

import pytest

from playsheet.core.errors import Refused
from playsheet.core.forms import Value
from playsheet.fieldbook.book import Book, Entry, Intent
from playsheet.fieldbook.making import new_book
from playsheet.rules import load_system, scenario_files

CLEAR = {"range": 10, "cover": "none"}


class Keeper:
    """A book in which units go by their names."""

    def __init__(self, *, scenario: str = "steam-at-kandar-ford", rulings: dict[str, object] | None = None) -> None:
        system = load_system("gaslight").configured(rulings or {}, "the table's own", [])
        self.book: Book = new_book(system, system.read_scenario(scenario_files()[scenario]))
        self.number = {unit.name: unit.id for unit in self.book.state.units}
        self.say("begin")

    def say(self, do: str, unit: str = "", target: str = "", dice: tuple[int, ...] = (), /, **answers: Value) -> Entry:
        intent = Intent(
            len(self.book.entries),
            do,
            unit=self.number.get(unit, -1),
            target=self.number.get(target, -1),
            dice=list(dice),
            answers=answers,
            reason="because",
        )
        return self.book.do(intent)

    def set(self, unit: str, **values: Value) -> None:
        for name, value in values.items():
            self.say("overrule", unit, attribute=name, value=value)

    def of(self, unit: str, *names: str) -> list[Value]:
        values = self.book.state.units[self.number[unit]].values
        return [values[name] for name in names]

    def due(self) -> list[tuple[str, bool]]:
        return [(due.procedure, due.must) for due in self.book.state.due]

    def burst(self) -> list[Value]:
        return [self.book.state.values[name] for name in ("burst", "burst_left", "burst_srm")]


@pytest.fixture
def kept() -> Keeper:
    return Keeper()


# ---------------------------------------------------------------- guns


def test_a_gun_of_the_weapons_chart_fires_as_often_as_its_row_says(kept: Keeper) -> None:
    """Two shots, with the Shoot of the best at the gun; then the count."""
    told = kept.say("gun-fires", "Gatling", "1st Jezails", (12, 11), served="extras", **CLEAR)
    assert "hits 0" in told.said
    kept.say("gun-fires", "Gatling", "1st Jezails", (11, 2, 3), place1=1, behind1=False, **CLEAR)
    assert kept.of("1st Jezails", "extras", "first", "lost_figure") == [5, True, True]


def test_a_gun_fires_once_and_is_reloaded(kept: Keeper) -> None:
    kept.say("shell", "Mountain Gun", "1st Redcoats", (12,), **CLEAR)
    with pytest.raises(Refused, match="the gun of Mountain Gun is not loaded"):
        kept.say("shell", "Mountain Gun", "1st Redcoats", (12,), **CLEAR)
    kept.say("gun-reloads", "Mountain Gun")
    assert kept.of("Mountain Gun", "gun_loaded") == [True]


@pytest.mark.parametrize(
    ("do", "unit", "why"),
    [
        ("gun-fires", "Mountain Gun", "does not aim that gun at figures"),
        ("shell", "Gatling", "fires no shells"),
        ("grape", "Gatling", "fires no grapeshot"),
        ("gun-at-gun", "Gatling", "too light to hit a gun"),
        ("shell", "1st Redcoats", "1st Redcoats has no gun"),
        ("grenade", "1st Redcoats", "has no grenades"),
        ("shotgun", "1st Redcoats", "nothing that fires a cone"),
        ("gun-at-machine", "12-Pounder", "1st Warband has no machine"),
        ("gun-at-gun", "12-Pounder", "1st Warband serves no gun"),
    ],
)
def test_what_a_gun_does_not_do(kept: Keeper, do: str, unit: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        kept.say(do, unit, "1st Redcoats" if unit == "Mountain Gun" else "1st Warband")


def test_men_by_their_gun(kept: Keeper) -> None:
    """The crew by the die, then whether the gun is hit; the captain does not save himself."""
    dice = (5, 3, 3, 2, 9)
    kept.say("gun-at-gun", "12-Pounder", "Mountain Gun", dice, place1=1, behind1=False, range=20, cover="none")
    assert kept.of("Mountain Gun", "gun", "extras", "first", "leader") == ["in order", 3, False, "nobody"]


def test_grapeshot_hits_the_gun_too(kept: Keeper) -> None:
    answers = {"target": 4, "at_gun": True, "place1": 4, "behind1": False}
    kept.say("grape", "12-Pounder", "Mountain Gun", (3, 2, 1), **answers)
    assert kept.of("Mountain Gun", "gun", "gun_loaded", "extras", "first") == ["destroyed", False, 1, True]
    assert kept.of("12-Pounder", "gun_loaded") == [False]


def test_a_broken_gun_is_mended_by_a_die() -> None:
    kept = Keeper(rulings={"gun-hit": "repairable"})
    kept.say("grape", "12-Pounder", "Mountain Gun", (1, 2, 2), target=4, at_gun=True, place1=4, behind1=False)
    assert kept.of("Mountain Gun", "gun") == ["broken"]
    with pytest.raises(Refused, match="has no gun in order"):
        kept.say("shell", "Mountain Gun", "1st Redcoats")
    kept.say("mend", "Mountain Gun", "", (12,))
    assert kept.of("Mountain Gun", "gun") == ["broken"]
    kept.say("mend", "Mountain Gun", "", (11,))
    assert kept.of("Mountain Gun", "gun") == ["in order"]


# ---------------------------------------------------------------- bursts


def test_a_shell_catches_one_after_the_other(kept: Keeper) -> None:
    kept.say("shell", "Mountain Gun", "1st Redcoats", (11, 9, 5), **CLEAR)
    assert kept.burst() == ["shell", 3, 0]
    assert kept.due() == [("burst-over", True), ("caught", False), ("machine-caught", False)]
    with pytest.raises(Refused, match="may catch 3 more: expected no more figures"):
        kept.say("caught", "1st Redcoats", figures=4)
    kept.say("caught", "1st Redcoats", figures=2)
    kept.say("caught", "1st Redcoats", "", (5,), who="first", behind=True)  # half his 11, rounded up
    assert kept.of("1st Redcoats", "extras", "first", "lost_figure") == [6, True, True]
    assert (kept.burst(), kept.due()) == (["none", 0, 0], [])
    with pytest.raises(Refused, match="nothing has burst"):
        kept.say("caught", "1st Redcoats", figures=1)


def test_a_burst_is_over_when_nobody_else_stands_there(kept: Keeper) -> None:
    kept.say("shell", "Mountain Gun", "1st Redcoats", (11, 20, 5), **CLEAR)
    kept.say("caught", "1st Redcoats", figures=1)
    with pytest.raises(Refused, match="something is still due: The burst is over"):
        kept.say("turn")
    kept.say("burst-over")
    assert kept.burst() == ["none", 0, 0]


def test_a_shell_that_misses_catches_nobody(kept: Keeper) -> None:
    kept.say("shell", "Mountain Gun", "1st Redcoats", (12,), **CLEAR)
    assert (kept.burst(), kept.due()) == (["none", 0, 0], [])


def test_a_machine_in_the_circle(kept: Keeper) -> None:
    """It saves with the SRM of the gun, and suffers what the chart says."""
    kept.say("shell", "12-Pounder", "Lancers", (5, 1, 1), **CLEAR)
    kept.say("machine-caught", "Walker", "", (11, 5))
    assert kept.of("Walker", "machine_save", "vehicle_hit") == [8, True]
    assert kept.burst() == ["none", 0, 0]


def test_nobody_in_a_machine_is_caught(kept: Keeper) -> None:
    kept.say("shell", "12-Pounder", "Lancers", (5, 1, 1), **CLEAR)
    with pytest.raises(Refused, match="all Extras of Walker are in their machine"):
        kept.say("caught", "Walker", who="extras")


@pytest.mark.parametrize(("by", "dice"), [("extras", (8, 6, 1)), ("first", (10, 6))])
def test_a_grenade(by: str, dice: tuple[int, ...]) -> None:
    """A character names whom it bursts on, and nobody is counted."""
    kept = Keeper(scenario="the-great-redoubt")
    kept.say("grenade", "1st Sappers", "1st Warband", dice, by=by, range=2, cover="none")
    assert kept.burst() == ["shell", 2, -10]


def test_a_shotgun_finds_whom_the_cone_covers() -> None:
    kept = Keeper(scenario="the-great-redoubt")
    kept.say("shotgun", "1st Sappers", "1st Warband", (3, 1, 12), by="extras", target=2, place1=2, behind1=False)
    assert kept.of("1st Warband", "extras", "first") == [10, False]


# ---------------------------------------------------------------- weapons of machines


def test_which_of_its_weapons_a_machine_fires(kept: Keeper) -> None:
    kept.say("shell", "Steam Tank", "1st Warband", (12,), weapon_used="weapon1", **CLEAR)
    with pytest.raises(Refused, match="this weapon of Steam Tank is not loaded"):
        kept.say("shell", "Steam Tank", "1st Warband", weapon_used="weapon1")
    kept.say("gun-reloads", "Steam Tank", weapon_used="weapon1")
    assert kept.of("Steam Tank", "weapon1_loaded") == [True]
    kept.set("Steam Tank", weapon1=0, weakened=2)
    told = kept.say("gun-fires", "Steam Tank", "1st Warband", (10, 10), **CLEAR)  # the other one, its Shoot 10 by now
    assert "hits 0" in told.said
    with pytest.raises(Refused, match="nobody is asked for 'weapon_used'"):
        kept.say("gun-fires", "Steam Tank", "1st Warband", weapon_used="weapon1")


@pytest.mark.parametrize(
    ("do", "target", "weapon"),
    [
        ("gun-fires", "1st Warband", "weapon2"),
        ("shell", "1st Warband", "weapon1"),
        ("gun-at-gun", "Mountain Gun", "weapon1"),
        ("gun-at-machine", "Walker", "weapon1"),
    ],
)
def test_the_weapon_that_can_do_it_is_meant_if_nobody_says(kept: Keeper, do: str, target: str, weapon: str) -> None:
    intent = Intent(len(kept.book.entries), do, unit=kept.number["Steam Tank"], target=kept.number[target])
    asked = {each.field.name: each.default for each in kept.book.questions(intent)}
    assert asked["weapon_used"] == weapon


def test_a_character_is_meant_where_no_extra_is_left(kept: Keeper) -> None:
    kept.set("1st Redcoats", extras=0)
    intent = Intent(len(kept.book.entries), "blows", unit=kept.number["1st Redcoats"], target=kept.number["Villain"])
    assert next(each.default for each in kept.book.questions(intent)) == "first"


# ---------------------------------------------------------------- machines under fire


@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ((5, 9), {"machine_save": 10, "vehicle_hit": False}),  # it bounces
        ((5, 10, 1), {"machine_save": 10, "vehicle_hit": True}),
        ((5, 10, 8, 3), {"speed": 9}),  # on to minor damage
        ((5, 11, 1, 15), {"engine": "stalled"}),
        ((5, 11, 4), {"weakened": 2}),
        ((5, 11, 6), {"adrift": True}),
        ((5, 11, 7, 3), {"steam": 3, "for_good": False}),
        ((5, 20, 9, 2), {"steam": 2, "for_good": True}),
        ((5, 11, 9, 2), {"extras": 0, "extras_aboard": 0, "lost_figure": True}),
        ((5, 11, 9, 1, 8), {"first": True, "lost_figure": False}),  # the captain saves himself
        ((5, 11, 9, 1, 9), {"first": False, "first_aboard": False, "leader": "nobody"}),
        ((5, 20, 4), {"weapon1": 0}),
        ((5, 20, 8), {"engine": "dead"}),
        ((5, 20, 10), {"machine": "abandoned", "first": True, "first_aboard": False, "extras_aboard": 0, "speed": 0}),
    ],
)
def test_fire_at_a_machine(kept: Keeper, dice: tuple[int, ...], left: dict[str, Value]) -> None:
    kept.say("gun-at-machine", "12-Pounder", "Walker", dice, **CLEAR)
    assert kept.of("Walker", *left) == list(left.values())


def test_small_arms_at_a_machine_hit_by_hit(kept: Keeper) -> None:
    """The second of two hits is against the Save that the first has left; SRM -9."""
    kept.set("Walker", machine_save=4)
    kept.say("shoot-machine", "1st Redcoats", "Walker", (1, 1, 14, 5, 12, 8), figures=2, **CLEAR)
    assert kept.of("Walker", "machine_save", "engine") == [2, "stalled"]


def test_a_machine_explodes(kept: Keeper) -> None:
    """Its captain escapes, his man does not; the blast takes nobody from behind."""
    kept.say("gun-at-machine", "12-Pounder", "Walker", (5, 20, 6), **CLEAR)
    assert kept.of("Walker", "machine", "exploding", "extras") == ["exploded", "large", 1]
    assert kept.due() == [("explodes", True)]
    kept.say("explodes", "Walker", "", (8, 3))
    assert kept.of("Walker", "extras", "first", "first_aboard", "exploding") == [0, True, False, "none"]
    assert kept.burst() == ["explosion", 2, 2]
    with pytest.raises(Refused, match="nobody is asked for 'behind'"):
        kept.say("caught", "Villain", "", (11,), behind=True)
    kept.say("caught", "Villain", "", (12,))
    assert kept.of("Villain", "place") == ["gone"]
    assert kept.burst() == ["explosion", 1, 2]


def test_an_explosion_that_kills_all(kept: Keeper) -> None:
    kept.say("gun-at-machine", "12-Pounder", "Walker", (5, 20, 6), **CLEAR)
    kept.say("explodes", "Walker", "", (9, 3))
    assert kept.of("Walker", "place", "machine") == ["gone", "exploded"]


# ---------------------------------------------------------------- hand to hand


def test_blows_at_a_machine_are_saved_one_by_one(kept: Keeper) -> None:
    kept.say("hack", "1st Redcoats", "Walker", (1, 1, 20), by="extras", strikers=3)
    assert kept.of("Walker", "foot_hits", "vehicle_hit") == [2, False]
    assert ("machine-struck", True) in kept.due()
    kept.say("round-over")
    kept.say("machine-struck", "Walker", "", (20, 5))  # less 10 it is a dent
    assert kept.of("Walker", "foot_hits", "sustain") == [1, 14]
    kept.say("machine-struck", "Walker", "", (20, 10, 9))  # a crack: captured, with all who are in it
    assert kept.of("Walker", "machine", "place", "foot_hits") == ["captured", "gone", 0]
    assert kept.due() == []


def test_a_crew_checks_between_two_blows(kept: Keeper) -> None:
    kept.say("hack", "1st Redcoats", "Walker", (1, 1), by="extras", strikers=2)
    kept.say("machine-struck", "Walker", "", (20, 10, 8, 2))
    assert kept.of("Walker", "extras", "foot_hits") == [0, 1]
    assert [procedure for procedure, must in kept.due() if must] == ["check-at-once", "machine-struck"]


def test_whose_blow_it_is_has_to_be_said() -> None:
    """Grenades spent have an SRM of their own."""
    kept = Keeper(scenario="the-great-redoubt")
    kept.say("hack", "1st Sappers", "1st Walker", (1,), by="extras", explosives=True, strikers=1)
    kept.say("hack", "1st Sappers", "1st Walker", (1,), by="extras", explosives=False, strikers=1)
    kept.say("machine-struck", "1st Walker", "", (14, 1), attackers="explosives")  # 14 - 4 equals its Save
    assert kept.of("1st Walker", "explosives_hits", "foot_hits", "vehicle_hit") == [0, 1, True]


def test_a_machine_strikes(kept: Keeper) -> None:
    kept.say("machine-blows", "Walker", "1st Redcoats", (1, 5), at="extras", strikers=2, struck=2)
    assert kept.of("1st Redcoats", "extras_struck") == [2]
    kept.say("machine-hack", "Walker", "Steam Tank", (1, 5))
    assert kept.of("Steam Tank", "special_hits") == [2]
    with pytest.raises(Refused, match="the machine of Steam Tank does not fight hand to hand"):
        kept.say("machine-blows", "Steam Tank", "1st Warband")


# ---------------------------------------------------------------- driving, steam


def test_sustain_and_start(kept: Keeper) -> None:
    kept.say("drive", "Steam Tank", "", (16,))
    assert kept.of("Steam Tank", "engine") == ["running"]
    with pytest.raises(Refused, match="has nothing that a Start roll would mend"):
        kept.say("start", "Steam Tank", "", (1,))
    kept.say("drive", "Steam Tank", "", (17,))
    kept.set("Steam Tank", adrift=True)
    with pytest.raises(Refused, match="the engine of Steam Tank does not run"):
        kept.say("drive", "Steam Tank", "", (1,))
    kept.say("start", "Steam Tank", "", (14,))
    assert kept.of("Steam Tank", "engine", "adrift") == ["stalled", True]
    kept.say("start", "Steam Tank", "", (13,))
    assert kept.of("Steam Tank", "engine", "adrift") == ["running", False]


def test_steam_ends_with_the_turn_and_once_each(kept: Keeper) -> None:
    kept.set("Steam Tank", steam=3)
    kept.say("deck-over")
    with pytest.raises(Refused, match="the turn is over already"):
        kept.say("deck-over")
    kept.say("turn")
    assert kept.of("Steam Tank", "steam") == [2]
    kept.say("turn")  # nobody has said that the deck is empty
    assert kept.of("Steam Tank", "steam") == [1]
    kept.say("deck-over")
    assert kept.of("Steam Tank", "steam", "engine") == [0, "no-power"]


def test_by_ruling_sustain_is_rolled_on_every_card() -> None:
    kept = Keeper(rulings={"sustain-when": "every-card"})
    kept.say("draw", card=kept.number["Steam Tank"])
    assert kept.due() == [("drive", True)]


def test_by_ruling_an_engine_only_balks() -> None:
    kept = Keeper(rulings={"sustain-failure": "this-card-only"})
    kept.say("drive", "Steam Tank", "", (17,))
    assert kept.of("Steam Tank", "engine") == ["running"]
    kept.say("gun-at-machine", "12-Pounder", "Walker", (5, 11, 1, 15), **CLEAR)
    assert kept.of("Walker", "engine") == ["balked"]
    kept.say("draw", card=kept.number["Walker"])
    assert kept.of("Walker", "engine") == ["running"]


# ---------------------------------------------------------------- crews


def test_who_runs_bails_out(kept: Keeper) -> None:
    kept.say("failures", "Steam Tank", "", (6, 1, 5, 13))
    assert kept.of("Steam Tank", "first", "first_aboard", "extras", "extras_aboard") == [True, False, 2, 1]
    with pytest.raises(Refused, match="has no second character outside"):
        kept.say("boards", "Steam Tank", who="second")
    kept.say("boards", "Steam Tank", who="first")
    kept.say("boards", "Steam Tank", who="extras")
    assert kept.of("Steam Tank", "first_aboard", "extras_aboard") == [True, 2]
    with pytest.raises(Refused, match="no Extra of Steam Tank is outside"):
        kept.say("boards", "Steam Tank", who="extras")


def test_of_a_split_crew_it_is_said_who_was_aboard(kept: Keeper) -> None:
    kept.set("Steam Tank", extras_aboard=2)
    kept.say("failures", "Steam Tank", "", (20, 5, 5, 13), were_aboard=1)
    assert kept.of("Steam Tank", "extras", "extras_aboard") == [3, 1]


def test_over_the_edge(kept: Keeper) -> None:
    kept.set("Steam Tank", extras_aboard=2)
    kept.say("machine-left", "Steam Tank")
    assert kept.of("Steam Tank", "machine", "extras", "first", "place") == ["no crew left", 1, False, "on the table"]


def test_by_ruling_a_machine_fails_as_one() -> None:
    kept = Keeper(rulings={"vehicle-morale-failure": "orderchips-column"})
    kept.say("check", "Walker", "", (20,), cover="none", commander=False)
    assert kept.due() == [("machine-fails", True)]
    kept.say("machine-fails", "Walker", "", (10, 2))
    assert kept.of("Walker", "extras", "extras_aboard", "first") == [0, 0, True]


def test_an_empty_machine_with_men_outside_is_not_lost(kept: Keeper) -> None:
    """R118: nobody is in it, but its crew lives."""
    kept.set("Walker", first_aboard=False)
    kept.say("gun-at-machine", "12-Pounder", "Walker", (5, 11, 9), **CLEAR)
    assert kept.of("Walker", "machine", "extras", "first") == ["in play", 0, True]


@pytest.mark.parametrize(
    ("unit", "attribute", "value", "stands"),
    [
        ("1st Redcoats", "machine", "in play", "none"),
        ("1st Redcoats", "extras_aboard", 3, 0),
        ("Steam Tank", "extras_aboard", 9, 3),
        ("Steam Tank", "second_aboard", True, False),
        ("Steam Tank", "weapon4", 2, 0),
        ("Steam Tank", "exploding", "large", "none"),
    ],
)
def test_a_referee_cannot_write_what_cannot_be(
    kept: Keeper, unit: str, attribute: str, value: Value, stands: Value
) -> None:
    kept.set(unit, **{attribute: value})
    assert kept.of(unit, attribute) == [stands]
