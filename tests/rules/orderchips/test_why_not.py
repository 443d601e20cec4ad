"""Why not: each reason that a greyed action can have, as it is told."""

from __future__ import annotations

from typing import Any

import pytest
from rules.orderchips.situation import Muster, read_setup, unit
from tabletop import ground

from playsheet.core.asking import Option, Player, Question
from playsheet.core.events import Battle
from playsheet.rules.orderchips.battle.secrets import seen_by
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY
from playsheet.rules.orderchips.options.acts import acts_of, next_units
from playsheet.rules.orderchips.options.chips import chip_options
from playsheet.rules.orderchips.options.choices import HOLD, WAIT, Drive
from playsheet.rules.orderchips.options.opportunity import Moment, is_asked, legal_shots, watchers, window_options
from playsheet.rules.orderchips.options.why_not import barred, not_firing_now
from playsheet.rules.orderchips.table.opportunity import own_fire
from playsheet.rules.orderchips.table.steps import decisions_of
from playsheet.rules.orderchips.terms import Haywire
from playsheet.tabletop.machines.machine import NO_POWER

FOE = unit("militia", "Foe", 30, 66, 180, 6)
RED = unit("line-rifles", "Red", 30, 20, 0, 5)


def acting(muster: Muster, name: str) -> dict[str, str]:
    """What the unit cannot do with its move."""
    held = muster[name]
    options: list[Option] = [Drive()] if held.is_machine() else acts_of(muster.battle, held)
    return muster.why_not(held.seat, "act", held.id, options)


def picking(muster: Muster) -> dict[str, str]:
    """What the first seat cannot do between its moves."""
    options = [*next_units(muster.battle, 0), *own_fire(muster.battle, 0)]
    return muster.why_not(0, "next", NOBODY, options)


def window(muster: Muster, mover: str = "") -> dict[str, str]:
    """What the first seat cannot fire with in a window that the move opens."""
    moving = muster[mover].id if mover else NOBODY
    seen = seen_by(muster.battle, 0)
    moment = Moment(moving, declared=True)
    legal = [legal_shots(seen, held, moment) for held in watchers(seen) if held.seat == 0 and is_asked(held, moment)]
    found = [each for each in legal if each]
    return muster.why_not(0, "window", moving, window_options(seen, 0, found) if found else [HOLD, WAIT])


def shooting(muster: Muster, name: str) -> dict[str, str]:
    """What is barred beside the first decision of the unit in the shooting phase."""
    held = muster[name]
    found = decisions_of(muster.battle, held)
    return muster.why_not(held.seat, "fire", held.id, found[0].options)


def laying(muster: Muster, name: str) -> dict[str, str]:
    held = muster[name]
    return muster.why_not(held.seat, "chip", held.id, chip_options(muster.battle, held))


# ---------------------------------------------------------------- chips


def test_a_machine_that_never_moves_gets_no_arrow() -> None:
    muster = Muster([unit("steam-tank", "Tank", 30, 20)], [FOE])
    assert laying(muster, "Tank") == {}
    muster.machine("Tank", engine=NO_POWER, repairable=False)
    assert laying(muster, "Tank") == {"move": "its power is gone for good (R73)"}
    muster.machine("Tank", immobile=True)
    assert laying(muster, "Tank") == {"move": "it is immobilised for good"}


def test_nobody_is_told_that_the_unarmed_do_not_fire() -> None:
    muster = Muster([RED, unit("drill-mole", "Mole", 45, 20)], [FOE])
    muster.chips(Red="blank", Mole="blank", Foe="stay:hold")
    question = Question(0, "window", -1, [], None, 0, 0)
    assert [one.about for one in not_firing_now(muster.battle, question)] == [muster["Red"].id]


def test_in_melee_there_is_nothing_to_be_told_about_fire() -> None:
    muster = Muster([RED], [unit("militia", "Foe", 30, 21, 180, 6)])
    muster.lock("Red", "Foe")
    assert laying(muster, "Red") == {"stay:any": "locked in melee nobody fires (R36)"}


def test_who_has_no_weapon_is_told_nothing_about_fire_and_nothing_is_greyed() -> None:
    muster = Muster([unit("spear-warriors", "Spears", 30, 20, 0, 5)], [FOE])
    assert laying(muster, "Spears") == {}


# ---------------------------------------------------------------- who acts next


@pytest.mark.parametrize(
    ("chip", "change", "reason"),
    [
        ("move:0", {"moved": True}, "it has had its move"),
        ("blank", {"no_action": True}, "it has no action this turn (R47)"),
        ("blank", {}, "its chip is blank this turn (R47)"),
        ("stay", {"forced": True}, "it was driven from its place this turn (R30, R95)"),
        ("stay", {"locked": [1]}, "it stands locked in melee (R36)"),
    ],
)
def test_who_is_not_picked(chip: str, change: dict[str, Any], reason: str) -> None:
    muster = Muster([RED], [FOE])
    muster.chips(Red=chip, Foe="stay:hold")
    for key, value in change.items():
        setattr(muster["Red"], key, value)
    assert picking(muster)["unit:0"] == reason


@pytest.mark.parametrize(
    ("state", "chip", "reason"),
    [
        ({}, "stay", "it stands: its chip is stationary (R64)"),
        ({"haywire": Haywire.JAMS}, "blank", "it has gone haywire (R41)"),
        ({"engine": NO_POWER}, "blank", "it has no power (R38)"),
    ],
)
def test_an_automaton_that_is_not_picked(state: dict[str, object], chip: str, reason: str) -> None:
    muster = Muster([unit("clockwork-soldier", "Tick", 30, 20)], [FOE])
    muster.machine("Tick", **state)
    muster.chips(Tick=chip, Foe="stay:hold")
    assert picking(muster)["unit:0"] == reason


def test_nobody_is_done_while_somebody_must_act() -> None:
    muster = Muster([unit("steam-tank", "Tank", 30, 20), unit("line-rifles", "Red", 40, 20)], [FOE])
    muster.chips(Tank="move:0", Red="move:0", Foe="stay:hold")
    assert picking(muster) == {"done": "the Tank must act first (R71, R91)"}
    muster["Tank"].moved = True
    assert picking(muster) == {"unit:0": "it has had its move"}


# ---------------------------------------------------------------- what it does


def test_far_from_everybody() -> None:
    muster = Muster([RED, unit("field-gun", "Gun", 50, 20), unit("steam-tank", "Tank", 10, 20)], [FOE])
    muster.chips(Red="move:0", Gun="move:0", Tank="move:0", Foe="stay:hold")
    assert acting(muster, "Red") == {"charge": "nobody within 12 inches (R63)"}
    assert acting(muster, "Gun") == {}  # a gun with its crew never charges
    assert acting(muster, "Tank") == {"charge": "nobody within 10 inches (R63)"}


@pytest.mark.parametrize(
    ("chip", "change", "reason"),
    [
        ("stay", {}, "its chip is stationary (R25)"),
        ("blank", {}, "its chip is blank this turn (R47)"),
        ("move:0", {"no_action": True}, "it has no action this turn (R47)"),
        ("move:0", {"locked": [1]}, "it is locked in melee (R36)"),
    ],
)
def test_no_charge_at_all(chip: str, change: dict[str, Any], reason: str) -> None:
    muster = Muster([RED], [unit("militia", "Foe", 30, 27, 180, 6)])
    muster.chips(Red=chip, Foe="stay:hold")
    for key, value in change.items():
        setattr(muster["Red"], key, value)
    held = muster["Red"]
    found = muster.why_not(0, "move", held.id, [])
    assert found["charge"] == reason
    assert ("move" in found) == (chip == "stay")
    assert found.get("move", reason) == reason


def facing(*terrain: str, arrow: str = "0", north: Any = None) -> dict[str, str]:
    foes = north if north is not None else [unit("militia", "Foe", 30, 28, 180, 1, figures=1)]
    muster = Muster([RED], foes, terrain)
    muster.chips(Red=f"move:{arrow}")
    return acting(muster, "Red")


def test_no_charge_on_anybody() -> None:
    assert facing() == {}
    assert facing(arrow="90")["charge"] == "the Foe is outside the wedge of its arrow (R25)"
    tower = ground("building", "the tower", rect=[28, 23, 32, 25])
    assert facing(tower)["charge"] == "the tower hides the Foe from the leader"
    pond = ground("deep-water", "the pond", rect=[25, 23, 35, 25])
    assert facing(pond)["charge"] == "the Foe is too far over that ground, with the largest bonus (R63)"


def test_somebody_in_the_way_of_a_charge() -> None:
    """The hero beside the arrow may not be charged, nor the man behind him."""
    hero = unit("hero", "Rival", 31.6, 21.3, 180)
    muster = Muster([RED], [unit("militia", "Foe", 35.1, 26.1, 180, 1, figures=1), hero])
    muster.chips(Red="move:0", Foe="stay:hold", Rival="stay:hold")
    assert acting(muster, "Red")["charge"] == "somebody stands in the straight way to the Foe (R87)"


def test_a_machine_that_cannot_charge() -> None:
    def ram(x: float, y: float, arrow: str = "0", *terrain: str) -> str:
        muster = Muster([unit("steam-tank", "Tank", 30, 20)], [unit("hero", "Rival", x, y, 180)], terrain)
        muster.chips(Tank=f"move:{arrow}", Rival="stay:hold")
        return acting(muster, "Tank").get("charge", "")

    assert ram(30, 28) == ""
    assert ram(30, 12) == "Rival is not ahead of the hull (arcs)"
    assert ram(30, 28, "90") == "Rival is outside the wedge of its arrow (R25)"
    assert ram(30, 28, "0", ground("building", "the shed", rect=[29, 25, 31, 26])) == "the shed hides Rival"
    assert ram(30, 28, "0", ground("deep-water", "the pond", rect=[25, 25, 35, 26])) == (
        "it cannot meet Rival straight ahead after its turn (R66)"
    )


def test_no_room_for_the_other_order() -> None:
    walls = [
        ground("deep-water", "the pond", rect=[20, 15, 27.2, 25]),
        ground("deep-water", "the lake", rect=[32.8, 15, 40, 25]),
        ground("deep-water", "the sea", rect=[20, 21, 40, 40]),
        ground("deep-water", "the mere", rect=[20, 5, 40, 18.4]),
    ]
    muster = Muster([RED], [FOE], walls)
    muster.chips(Red="stay", Foe="stay:hold")
    assert acting(muster, "Red")["form:loose"] == "no room to stand in loose order here"


def test_what_a_scientist_cannot_repair() -> None:
    def ward(x: float, chip: str = "move:180", tick: str = "blank", **state: object) -> tuple[Muster, dict[str, str]]:
        muster = Muster([unit("clockwork-soldier", "Tick", 30, 20), unit("scientist", "Doc", x, 20)], [FOE])
        muster.machine("Tick", **state)
        muster.chips(Tick=tick, Doc=chip, Foe="stay:hold")
        return muster, muster.why_not(0, "move", muster["Doc"].id, [])

    assert ward(36)[1]["repair"] == "none of them needs it (R43)"
    assert ward(60, haywire=Haywire.JAMS)[1]["repair:0"] == (
        "it is too far off for his move and the largest bonus (R43)"
    )
    assert ward(36, tick="move:0", steers=False)[1]["repair:0"] == "it has yet to move: he goes when it has (R43)"
    assert ward(36, chip="stay", haywire=Haywire.JAMS)[1]["repair:0"] == "his chip is stationary (R43)"
    assert ward(36, chip="blank", haywire=Haywire.JAMS)[1]["repair:0"] == "his chip is blank this turn (R47)"
    muster, found = ward(36, haywire=Haywire.JAMS)
    assert "repair:0" not in found
    doc = muster["Doc"]
    for key, value, said in (
        ("moved", True, "he has had his move (R43)"),
        ("locked", [2], "he is locked in melee (R36)"),
        ("tried_repair", True, "he has tried this turn (R43)"),
        ("no_action", True, "he has no action this turn (R47)"),
    ):
        held = getattr(doc, key)
        setattr(doc, key, value)
        assert muster.why_not(0, "move", doc.id, [])["repair:0"] == said
        setattr(doc, key, held)


# ---------------------------------------------------------------- fire


def test_units_that_may_not_fire_in_a_window() -> None:
    muster = Muster([RED], [unit("militia", "Foe", 30, 30, 180, 6)])
    muster.chips(Red="stay", Foe="stay:hold")
    assert window(muster) == {}
    red = muster["Red"]
    for key, value, said in (
        ("fired", True, "it has fired this turn"),
        ("no_action", True, "it has no action this turn (R47)"),
        ("ran", True, "it has run this turn (R30)"),
        ("bad_cartridges", True, "its cartridges are bad this turn (R46)"),
        ("forced", True, "it was driven from its place this turn (R30, R95)"),
        ("locked", [1], "it is locked in melee (R36)"),
    ):
        held = getattr(red, key)
        setattr(red, key, value)
        assert window(muster) == {"fire:0": said}
        setattr(red, key, held)
    for chip, said in (
        ("move:0", "it moves, and fires in the shooting phase only (R27)"),
        ("blank", "its chip is blank this turn (R47)"),
        ("stay:hold", "it is told to hold until the shooting phase (R89)"),
        ("stay:any:12", "it fires by its standing instruction (R89)"),
    ):
        muster.chips(Red=chip, Foe="stay:hold")
        assert window(muster) == {"fire:0": said}


def test_machines_that_may_not_fire() -> None:
    muster = Muster([unit("clockwork-soldier", "Tick", 30, 20)], [unit("militia", "Foe", 30, 30, 180, 6)])
    muster.chips(Tick="stay", Foe="stay:hold")
    assert window(muster) == {}
    for state, said in (
        ({"haywire": Haywire.JAMS}, "it has gone haywire (R41)"),
        ({"haywire": Haywire.OBEYS, "engine": NO_POWER}, "it has no power (R38)"),
        ({"engine": 0, "weapons": [0]}, "none of its weapons works (R12)"),
    ):
        muster.machine("Tick", **state)
        assert window(muster) == {"fire:0": said}


def test_a_crew_away_from_its_gun() -> None:
    muster = Muster([unit("field-gun", "Gun", 30, 20)], [unit("militia", "Foe", 30, 30, 180, 6)])
    muster.chips(Gun="stay", Foe="stay:hold")
    muster["Gun"].manned = False
    assert window(muster) == {"fire:0": "the crew is away from its gun (R74)"}


def test_in_the_move_of_a_friend_only_if_the_ruling_lets_one() -> None:
    south = [RED, unit("lancers", "Horse", 50, 20, 0)]
    muster = Muster(south, [unit("militia", "Foe", 30, 30, 180, 6)], rulings={"own-move-fire": False})
    muster.chips(Red="stay", Horse="move:0", Foe="stay:hold")
    found = window(muster, "Horse")
    assert found["fire:0"] == "only enemies fire at one who is moving (R83)"


def shooters(*terrain: str, y: float = 30.0, x: float = 30.0, face: float = 0.0) -> Muster:
    muster = Muster([unit("line-rifles", "Red", 30, 20, face, 5)], [unit("militia", "Foe", x, y, 180, 6)], terrain)
    muster.chips(Red="stay", Foe="stay:hold")
    return muster


def test_nobody_to_fire_at() -> None:
    assert window(shooters()) == {}
    far = shooters(y=60.0)
    assert window(far) == {"fire:0": "nobody within 24 inches: the Foe is nearest, 41 off (R55)"}
    assert window(far, "Foe") == {"fire:0": "the Foe is out of range, 41 inches off (R55)"}
    assert picking(far)["fire:0"] == "nobody within 24 inches: the Foe is nearest, 41 off (R55)"
    assert window(shooters(face=180.0)) == {"fire:0": "the Foe is not to the front (arcs)"}
    wood = ground("woods", "the wood", rect=[10, 23, 50, 25])
    assert window(shooters(wood)) == {"fire:0": "the wood hides the Foe"}
    melee = shooters()
    melee["Foe"].locked = [1]
    assert window(melee) == {"fire:0": "the Foe is locked in melee (R36)"}


def test_between_ones_own_moves_those_who_hold_hold() -> None:
    muster = shooters()
    muster.chips(Red="stay:hold", Foe="stay:hold")
    assert picking(muster) == {"fire:0": "it is told to hold until the shooting phase (R89)"}


def test_a_gun_with_too_few_hands() -> None:
    muster = Muster([unit("field-gun", "Gun", 30, 20)], [unit("militia", "Foe", 30, 40, 180, 6)])
    muster.chips(Gun="stay", Foe="stay:hold")
    gun = muster["Gun"]
    for figure in muster.battle.men(gun):
        x, y = muster.battle.at(figure)
        muster.battle.put(figure, x, y - 8, 0.0)
    assert window(muster) == {"fire:0": "too few of its crew are near the gun (R7, R74)"}


def test_the_shooting_phase_tells_of_weapons_and_units_that_have_nobody() -> None:
    south = [unit("steam-tank", "Tank", 30, 20), unit("line-rifles", "Red", 10, 20, 180, 5)]
    muster = Muster(south, [unit("militia", "Foe", 30, 34, 180, 6)])
    muster.chips(Tank="stay", Red="stay", Foe="stay:hold")
    card = muster["Tank"].card.machine
    assert card is not None
    assert len(card.weapons) > 1
    found = shooting(muster, "Tank")
    assert found["fire:1"] == "the Foe is not to the front (arcs)"
    muster.machine("Tank", weapons=[1, 0])
    assert shooting(muster, "Tank")["fire:0.1"] == "it is out of action (R13)"
    behind = Muster(south, [unit("militia", "Foe", 30, 6, 0, 6)])
    behind.chips(Tank="stay", Red="stay", Foe="stay:hold")
    fixed = [at for at, weapon in enumerate(card.weapons) if weapon.arc == 0]
    assert fixed
    for at in fixed:
        said = behind.why_not(0, "fire", 0, [])[f"fire:0.{at}"]
        assert said == "the Foe is not in its arc (arcs)"


# ---------------------------------------------------------------- offered or barred, and never both


class Looks(Player):
    """Plays like another, and looks at what is barred of all that it is asked for."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.looks = 0

    def look(self, battle: Battle, question: Question) -> None:
        assert isinstance(battle, ChipBattle)
        found = barred(battle, question)
        offered = {option.key() for option in question.options}
        if question.kind == "act":
            held = battle.units[question.about]
            charges = any(key.startswith("charge:") for key in offered)
            greyed = any(one.kind == "charge" for one in found)
            assert charges + greyed == (held.card.charge is not None or held.is_machine()) * (held.kind != 2)
            assert any(key.startswith(("move", "drive")) for key in offered) != any(one.kind == "move" for one in found)
            self.looks += 1
        elif question.kind == "next":
            own = {held.id for held in battle.units if held.seat == question.seat and held.on_table()}
            picked = {option.about()[0] for option in question.options if option.key().startswith("unit:")}
            greyed_units = {one.about for one in found if one.kind == "unit"}
            assert picked | greyed_units == own
            assert not picked & greyed_units
            assert ("done" in offered) != any(one.kind == "done" for one in found)
            self.looks += 1
        elif question.kind == "chip":
            moves = any(key.startswith("move:") for key in offered)
            assert moves != any(one.kind == "move" for one in found)

    def choose(self, battle: Battle, question: Question) -> Option:
        self.look(battle, question)
        return self.player.choose(battle, question)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        return self.player.place(battle, question)


@pytest.mark.parametrize("kind", ["doctrine", "random"])
def test_each_act_is_offered_or_barred(kind: str) -> None:
    game = read_setup("the-ruined-wells").game([kind, kind], 3, False)
    looks = [Looks(player) for player in game.players if player is not None]
    for seat, player in enumerate(looks):
        game.players[seat] = player
    game.run()
    assert sum(player.looks for player in looks) > 20


def test_other_questions_bar_nothing() -> None:
    muster = Muster([RED], [FOE])
    for kind in ("first", "attach", "deploy", "mend", "confused"):
        assert barred(muster.battle, Question(0, kind, muster["Red"].id, [], None, 0, 0)) == []
    assert barred(muster.battle, Question(0, "act", NOBODY, [], None, 0, 0)) == []
