"""The story of a battle: every event is told or deliberately silent, examples word for word, no line reads badly."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from rules.gaslight.situation import Men, Yard, crew, deployed, extra, figures, machine, main, men, row, setup_of
from tabletop import ground
from told import events_of

from playsheet.core.asking import Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Event, Rolled
from playsheet.core.telling import roll_in_words
from playsheet.players.random import RandomPlayer
from playsheet.rules.gaslight.battle import fight_events, machine_events
from playsheet.rules.gaslight.battle.events import Attached, CardDrawn, Moved, Promoted, Scored, TurnEnded
from playsheet.rules.gaslight.battle.fight_events import RunsOff, Struck
from playsheet.rules.gaslight.battle.machine_events import (
    GotOut,
    MachineFailed,
    MachineHarmed,
    MachineLeft,
    SteamTicked,
)
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.words import man_of, name_of
from playsheet.rules.gaslight.shown.narration import narrate
from playsheet.rules.gaslight.shown.questions import question_in_words
from playsheet.rules.gaslight.shown.story import GaslightTeller
from playsheet.rules.gaslight.table.charge import charge
from playsheet.rules.gaslight.table.damage import lose_machine
from playsheet.rules.gaslight.table.melee import fight
from playsheet.rules.gaslight.table.morale import check_morale
from playsheet.rules.gaslight.terms import MACHINE_RESULTS, CheckReason, ShotKind
from playsheet.tabletop.machines.charts import (
    CREW,
    DEAD,
    LOSE,
    SAVE,
    SHOOT,
    SPEED,
    STEAM,
    STEERING,
    STOP,
    SUSTAIN,
    SUSTAINS,
    WEAPON,
    WEAPON_SHOOT,
)
from playsheet.tabletop.machines.machine import ABANDONED, CAPTURED_BY_FOE, CREWLESS, DISABLED, Machine

# Seen by what comes of them.
SILENT = {"Acted", "ActionsEnded", "CardEnded", "LeftNeat"}

EVENTS = {name: kind for name, kind in events_of("gaslight").items() if kind is not fight_events.Shot}  # shared

# ---------------------------------------------------------------- every event


# What an event of any class can be made of, by the name of its field.
SAMPLES: dict[str, object] = {
    "unit": 0,
    "card": 0,
    "character": 6,
    "target": 7,
    "machine": False,
    "model": -1,
    "figure": 3,
    "figures": [3, 4],
    "crew": [16, 17],
    "models": [2, 50],
    "strikers": [2],
    "struck": [50],
    "held": [2, 3],
    "commanded": [0, 1, 2],
    "queue": [0],
    "cards": [0, 1, 2],
    "units": [0],
    "turn": 1,
    "xs": [10.0, 11.0],
    "ys": [5.0, 5.0],
    "facings": [0.0, 0.0],
    "facing": 0.0,
    "x": 10.0,
    "y": 9.0,
    "model_x": 10.0,
    "model_y": 9.0,
    "how": "moves",
    "acts": True,
    "distance": 9.3,
    "cover": 0,
    "hits": 2,
    "forced": False,
    "weapon": 0,
    "radius": 4.0,
    "first": 50,
    "most": 3,
    "saved": False,
    "by": 1,
    "destroyed": True,
    "mended": True,
    "why": "card",
    "passed": False,
    "pending": 3,
    "results": [1, 3],
    "own_card": True,
    "free": False,
    "stand_in": False,
    "waits": True,
    "state": (0, 10, 0, 15, 8, 1, 1, 2, 1, 3, 1, 1),
    "started": True,
    "drives": True,
    "outcome": 2,
    "by_hand": False,
    "counts": True,
    "chart": "vehicle-shooting-hits",
    "column": "penetrating",
    "face": 9,
    "do": LOSE,
    "which": SAVE,
    "fate": DISABLED,
    "shell": "large",
    "result": 3,
    "failed": False,
    "side": 0,
    "points": 3,
    "what": "holding the hut",
    "winner": 0,
    "verdict": "The last turn is over.",
    "ruling": "R1",
}
OF_MACHINES = {
    "Boarded", "ChartRolled", "Drove", "Exploded", "GotOut", "MachineFailed", "MachineHarmed", "MachineLeft",
    "MachineLost", "MachineSaved", "StartRolled", "SteamTicked", "SustainRolled", "WeaponFired", "WeaponReloaded",
}  # fmt: skip
OF_GUNS = {"GunFired", "GunHit", "GunMoved", "GunReloaded", "GunRepairTried"}


def sample(name: str) -> Event[GaslightBattle]:
    """An event of the class: about the Redcoats, a gun or a machine."""
    kind = EVENTS[name]
    battle = deployed()
    values = dict(SAMPLES)
    if name in OF_MACHINES or name in OF_GUNS:
        unit = battle.units[4 if name in OF_MACHINES else 3]
        values["unit"] = unit.id
        values["figure"] = unit.first
        values["held"] = True
    if name == "Fired":
        values["how"] = ShotKind.AIMED
    if name == "Fought":
        values["models"] = [battle.units[0].first, battle.units[7].first]
        values["strikers"] = [battle.units[0].first]
        values["struck"] = [battle.units[7].first]
    if name == "Burst":
        values["first"] = battle.units[7].first
    fields = [field for field in inspect.signature(kind.__init__).parameters if field in values]
    event: Event[GaslightBattle] = kind(**{field: values[field] for field in fields})
    return event


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_is_told_or_silent_on_purpose(name: str) -> None:
    said = narrate(sample(name), deployed())
    assert (said == "") == (name in SILENT), said
    if said:
        reads_well(said)


@pytest.mark.parametrize("name", EVENTS)
def test_a_lone_event_is_told_by_the_story_too(name: str) -> None:
    battle = deployed().clone()
    if name in ("CardRemoved", "CardDrawn"):
        battle.deck.left = [0]
    if name == "Boarded":
        figure = battle.units[4].first
        battle.get_out(figure, 5.0, 5.0, 0.0)
    if name == "ChartRolled":
        return  # the story tells what comes of it
    told = GaslightTeller(battle).tell([sample(name)])
    assert bool(told) == (name not in SILENT), [each.text for each in told]
    for each in told:
        reads_well(each.text)


# ---------------------------------------------------------------- whole games


BAD = [
    r"None",
    r"-1 ",
    r"  ",
    r"\bone (?:men|redcoats|warriors|gunners|inches|dice|hits|blows|cards|points|turns)\b",
    r"\b(?:two|three|four|five|\d+) (?:man|redcoat|warrior|gunner|crewman|die|hit|blow|card|point|turn)\b",
    r"(?i)\bthe the\b",
    r"(?i)\ba a\b",
    r"\ba [aeiou]",
    r"[a-z]\.\s+[a-z]",
    r" [,.;:]",
    r"\.\.",
    r",,",
    r"\(\)",
    r"\{|\}",
    r"\d\.\d\d",
    r"e-\d",
    r"\bfigure \d",
    r"\b0 inches\b",
    r"\bof (?:a|an) ",
    r"(?:^|\. )(?:He|They|It)'s\b",
    r"(?:^|[.;:] )[Tt]he (?:Redcoats|Lancers|Jezails|Sappers) (?:was|has|stands)\b",
    r"(?:^|[.;:] )[Tt]he (?:Warband|Gatling|12-Pounder|Steam Tank|Walker|Hero|Villain|Great Ape) (?:were|have|stand)\b",
]


def reads_well(text: str) -> None:
    assert text[0].isupper(), text
    assert text.endswith("."), text
    assert text.count("(") == text.count(")"), text
    for pattern in BAD:
        assert not re.search(pattern, text), (pattern, text)


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [("the-pit", seed) for seed in range(6)]
    + [("the-telegraph-hut", seed) for seed in range(4)]
    + [("steam-at-kandar-ford", 1)],
)
def test_no_line_reads_badly(scenario: str, seed: int) -> None:
    setup = setup_of(scenario)
    game = setup.game(["random"] * len(setup.seats), seed, True)
    teller = GaslightTeller(setup.system.new_battle(setup.scenario))
    before = setup.system.new_battle(setup.scenario)
    while not game.battle.finished:
        told = len(game.log)
        game.play_step()
        events = game.log[told:]
        shown = teller.tell(events)
        for sentence in shown:
            reads_well(sentence.text)
            for roll in sentence.rolls:
                assert "None" not in roll_in_words(roll)
        for event in events:  # and each event by itself, before and after it happened
            for said in (narrate(event, before), narrate(event, game.battle)):
                if said:
                    reads_well(said)
            event.apply(before)
    # The teller followed the battle to its very end.
    assert setup.system.view(teller.battle, 0) == setup.system.view(game.battle, 0)


@pytest.mark.parametrize("seed", [3, 5, 9])
def test_every_roll_but_the_draw_of_a_card_explains_a_sentence(seed: int) -> None:
    setup = setup_of("the-pit")
    game = setup.game(["random", "random"], seed, True)
    teller = GaslightTeller(setup.system.new_battle(setup.scenario))
    while not game.battle.finished:
        told = len(game.log)
        game.play_step()
        rolled = [roll for roll in game.log[told:] if isinstance(roll, Rolled) and roll.why != "Draw a card"]
        shown = [roll for sentence in teller.tell(game.log[told:]) for roll in sentence.rolls]
        for roll in rolled:
            assert roll in shown, roll.data()


def test_the_same_battle_is_told_the_same_way() -> None:
    def telling() -> list[str]:
        setup = setup_of("the-pit")
        game = setup.game(["random", "random"], 11, True)
        game.run()
        teller = GaslightTeller(setup.system.new_battle(setup.scenario))
        start = 0
        lines: list[str] = []
        for closed in game.closed:
            lines += [sentence.text for sentence in teller.tell(game.log[start : closed.told])]
            start = closed.told
        return lines

    assert telling() == telling()


# ---------------------------------------------------------------- names and numbers


def test_names() -> None:
    battle = deployed()
    assert [name_of(battle, unit.id) for unit in battle.units] == [
        "the Redcoats", "the Sappers", "the Gatling", "the 12-Pounder", "the Steam Tank", "the Steam Car", "the Hero",
        "the Warband", "the Jezails", "the Lancers", "the Mountain Gun", "the Walker", "the Great Ape", "the Villain",
    ]  # fmt: skip
    names = large_names()
    assert "the Garrison's 1st Lancers" in names
    assert "the Horde's Siege Gun" in names
    assert "the General" in names
    assert "the Garrison's 2nd Gatling" in names
    assert len(set(names)) == len(names)


def large_names() -> list[str]:
    setup = setup_of("the-great-redoubt")
    battle = setup.system.new_battle(setup.scenario)
    return [name_of(battle, unit.id) for unit in battle.units]


@pytest.mark.parametrize(
    ("unit", "place", "said"),
    [
        (0, 0, "the officer of the Redcoats"),
        (0, 1, "the sergeant of the Redcoats"),
        (0, 2, "one of the Redcoats"),
        (2, 3, "a gunner of the Gatling"),
        (4, 0, "the captain of the Steam Tank"),
        (6, 0, "the Hero"),
        (7, 0, "the chieftain of the Warband"),
        (7, 5, "a warrior of the Warband"),
        (8, 0, "the headman of the Jezails"),
        (12, 0, "the Great Ape"),
    ],
)
def test_men_by_what_they_are(unit: int, place: int, said: str) -> None:
    battle = deployed()
    assert man_of(battle, battle.units[unit].first + place) == said


# ---------------------------------------------------------------- word for word: shots


def story(yard: Yard, told: Sequence[Event[Any]]) -> list[str]:
    """What was told last, as a story."""
    log = yard.game.log
    start = len(log) - len(told)
    assert [id(event) for event in log[start:]] == [id(event) for event in told]
    battle = yard.setup.system.new_battle(yard.setup.scenario)
    battle.commanders = yard.battle.commanders
    for event in log[:start]:
        event.apply(battle)
    return [each.text for each in GaslightTeller(battle).tell(list(told))]


SIX = figures(extra(6))
TEN = figures(extra(4), main("leader", 12, 12, 11), extra(4), main("veteran", 11, 11, 9))


def test_a_volley_with_its_saves_and_who_is_left() -> None:
    yard = Yard(
        [men("gl-redcoats", "Redcoats", row(6, 30, 20), figures=figures(extra(6)))],
        [men("gl-volunteers", "Volunteers", row(10, 30, 32), 180, figures=TEN, weapon="spear")],
    )
    told = yard.order("Redcoats", "shoot:{Volunteers}", dice=[1, 3, 4, 12, 2, 20, 9, 10, 9, 14])
    assert story(yard, told) == [
        "The Redcoats fired on the Volunteers at 12 inches: 1 3 4 12 2 20 against 4 or less, four hits; "
        "a volunteer fell, the officer was spared once, then shot dead, the veteran was shot dead and seven of ten "
        "were left, without a leader."
    ]


def test_a_unit_behind_its_wall_is_missed() -> None:
    yard = Yard(
        [men("gl-redcoats", "Redcoats", row(3, 30, 20), figures=figures(extra(3)))],
        [men("gl-volunteers", "Volunteers", row(4, 30, 31), 180, figures=figures(extra(4)))],
        [ground("wall", "the wall", line=[[20, 30], [40, 30]])],
    )
    told = yard.order("Redcoats", "shoot:{Volunteers}", dice=[20, 8, 9])
    assert story(yard, told) == [
        "The Redcoats fired on the Volunteers behind the wall at 11 inches: 20 8 9 against 6 or less, "
        "a great deal of smoke."
    ]


def test_a_hero_shoots_the_army_commander() -> None:
    yard = Yard(
        [men("gl-hero", "Hero", [(30, 20)])],
        [men("gl-villain", "Villain", [(30, 25)], 180), men("gl-warband", "Warband", row(12, 30, 40), 180)],
    )
    yard.battle.commanders[1] = yard["Villain"].first
    told = yard.order("Hero", "snipe:{Hero.0}", dice=[15, 12])
    assert story(yard, told) == [
        "The Hero fired at the Villain at 5 inches: a 15 against 15 or less, a hit; the Villain was shot dead. "
        "The commander of North was lost, and every unit would have to answer for its nerve."
    ]


def test_a_shell_among_a_band() -> None:
    spots = [(float(x), 20.0) for x in range(5)] + [(float(x), 21.0) for x in range(5)]
    yard = Yard(
        [men("gl-12-pounder", "12-Pounder", crew(12, 9, 5), at=(12, 9))],
        [men("gl-volunteers", "Volunteers", [(10 + x, y + 9) for x, y in spots], 180, figures=figures(extra(10)))],
    )
    told = yard.order("12-Pounder", "gun_fire:{Volunteers}", dice=[11, 10, 14])
    assert story(yard, told) == [
        "The 12-Pounder shelled the Volunteers at 19.5 inches: an 11 against 11 or less, a hit; it burst among them; "
        "four volunteers were blown to pieces and six of ten were left."
    ]


def test_a_gun_hit_with_its_crew() -> None:
    yard = Yard(
        [men("gl-mountain-gun", "Mountain Gun", crew(30, 10, 4), at=(30, 10))],
        [
            men(
                "gl-12-pounder",
                "12-Pounder",
                [(30 + k, 26.6) for k in (-2, -1, 1, 2)],
                180,
                (30, 25),
                figures=figures(extra(4)),
            )
        ],
    )
    told = yard.order("Mountain Gun", "gun_fire:{12-Pounder}", dice=[1, 6, 8, 3])
    assert story(yard, told) == [
        "The Mountain Gun shelled the 12-Pounder at 15.6 inches: a 1 against 5 or less, a hit; "
        "two gunners were blown to pieces and two of four were left. The 12-Pounder was smashed upon its carriage."
    ]


def test_grapeshot_and_a_shotgun() -> None:
    yard = Yard(
        [
            men("gl-12-pounder", "12-Pounder", crew(30, 10, 5), at=(30, 10)),
            men("gl-sappers", "Sappers", row(6, 50, 20)),
        ],
        [
            men("gl-warband", "Warband", [(30, 16), (30, 17.2), (30, 18.4)], 180, figures=figures(extra(3))),
            men("gl-jezails", "Jezails", [(50.6, 24), (50.6, 25.2)], 180, figures=figures(extra(2))),
        ],
    )
    told = yard.order("12-Pounder", "gun_grape:{Warband}", "aim aim:{Warband.0}", dice=[3, 1])
    assert story(yard, told) == [
        "The 12-Pounder swept the ground with grapeshot before the Warband at 5 inches: two figures hit; "
        "two warriors fell and one of three was left."
    ]
    told = yard.order("Sappers", "cone:{Sappers.3}", "aim aim:{Jezails.0}", dice=[1, 1])
    assert story(yard, told) == [
        "One of the Sappers emptied a shotgun into the Jezails at 4 inches: one figure hit; "
        "a marksman fell and one of two was left."
    ]


# ---------------------------------------------------------------- machines


def tank(x: float, y: float, facing: float = 0.0, **more: object) -> Men:
    return machine("gl-steam-tank", "Steam Tank", x, y, facing, **more)


def range_of(target: Men) -> Yard:
    """A field gun in front of a machine."""
    return Yard([men("gl-12-pounder", "12-Pounder", crew(30, 10, 5), at=(30, 10))], [target])


def test_a_shell_that_bounces_and_one_that_goes_through() -> None:
    yard = range_of(tank(30, 30, 180))
    told = yard.order("12-Pounder", "gun_fire_machine:{Steam Tank}", dice=[5, 8])
    assert story(yard, told) == [
        "The 12-Pounder shelled the Steam Tank at 16 inches: a 5 against 11 or less, a hit.",
        "The shell glanced off the plates of the Steam Tank (8 against her Save of 12).",
    ]
    yard.order("12-Pounder", "gun_reload")
    told = yard.order("12-Pounder", "gun_fire_machine:{Steam Tank}", dice=[5, 14, 9, 2])
    assert story(yard, told) == [
        "The 12-Pounder shelled the Steam Tank at 16 inches: a 5 against 11 or less, a hit.",
        "The shell went clean through the plates of the Steam Tank (14 against her Save of 12): a crewman was killed.",
    ]


def test_bullets_that_rattle_off_together() -> None:
    yard = Yard([men("gl-redcoats", "Redcoats", row(3, 30, 20), figures=figures(extra(3)))], [tank(30, 34, 180)])
    told = yard.order("Redcoats", "shoot_machine:{Steam Tank}", dice=[1, 2, 3, 5, 6, 7])
    assert story(yard, told) == [
        "The Redcoats fired on the Steam Tank at 11 inches: 1 2 3 against 8 or less, three hits.",
        "Three bullets rattled off the plates of the Steam Tank (5-9, 6-9 and 7-9 against her Save of 12).",
    ]


def test_a_machine_blows_up_with_her_crew_and_whoever_is_near() -> None:
    yard = Yard(
        [men("gl-12-pounder", "12-Pounder", crew(30, 10, 5), at=(30, 10))],
        [tank(30, 30, 180), men("gl-warband", "Warband", row(3, 30, 34.5), 180, figures=figures(extra(3)))],
    )
    told = yard.order("12-Pounder", "gun_fire_machine:{Steam Tank}", dice=[5, 20, 6, 8, 20])
    said = story(yard, told)
    assert said == [
        "The 12-Pounder shelled the Steam Tank at 16 inches: a 5 against 11 or less, a hit.",
        "The shell ripped the Steam Tank open (20 against her Save of 12).",
        "The tank burst asunder in fire and steam: three crewmen were killed, the captain bore a charmed life "
        "and one of four was left.",
        "Iron and scalding steam flew 5 inches about: three warriors were killed and nobody was left.",
        "The captain of the Steam Tank scrambled out.",
    ]


def test_a_drive_a_stall_and_a_start() -> None:
    yard = range_of(tank(30, 40, 180))
    told = yard.order("Steam Tank", "drive", "drive 210,8", dice=[16])
    assert story(yard, told) == [
        "The Steam Tank kept up steam (a 16, needing 16 or less), swung 30 degrees to the right "
        "and ground on 8 inches south-west."
    ]
    told = yard.order("Steam Tank", "drive", dice=[17])
    assert story(yard, told) == ["The Steam Tank stalled (a 17, needing 16 or less)."]
    told = yard.order("Steam Tank", "start", dice=[14])
    assert story(yard, told) == [
        "The captain of the Steam Tank could not get the engine to start (a 14, needing 13 or less)."
    ]
    told = yard.order("Steam Tank", "start", dice=[13])
    assert story(yard, told) == [
        "The captain of the Steam Tank had the engine running again (a 13, needing 13 or less)."
    ]
    told = yard.order("Steam Tank", "reverse", "reverse 210,4", dice=[1])
    assert story(yard, told) == [
        "The Steam Tank kept up steam (a 1, needing 16 or less) and backed 4 inches north-east."
    ]


def test_jammed_steering_is_freed() -> None:
    yard = range_of(tank(30, 40, 180))

    def jam(held: Machine) -> None:
        held.steers = False

    yard.change("Steam Tank", jam)
    told = yard.order("Steam Tank", "start", dice=[2])
    assert story(yard, told) == ["The captain of the Steam Tank freed the steering (a 2, needing 13 or less)."]


WHOLE = (0, 12, 0, 17, 8, 0, 1, 0, 1, 15, 1, 1)


@pytest.mark.parametrize(
    ("do", "which", "by", "held", "state", "said"),
    [
        (LOSE, SAVE, 2, False, (0, 10, *WHOLE[2:]), "her armour started, Save down by two to 10"),
        (LOSE, SUSTAINS, 4, False, (*WHOLE[:3], 13, *WHOLE[4:]), "her engine laboured, Sustain down by four to 13"),
        (LOSE, SPEED, 1, False, (*WHOLE[:4], 7, *WHOLE[5:]), "her going was lamed, Speed down by one to 7"),
        (LOSE, SHOOT, 2, False, (*WHOLE[:2], 2, *WHOLE[3:]), "her Shoot fell by two"),
        (SUSTAIN, -1, 0, True, WHOLE, "her engine faltered and ran on"),
        (SUSTAIN, -1, 0, False, (*WHOLE[:5], 1, *WHOLE[6:]), "her engine choked and stalled"),
        (STOP, -1, 0, False, (*WHOLE[:5], 1, *WHOLE[6:]), "her engine stopped"),
        (DEAD, -1, 0, False, (*WHOLE[:5], 3, *WHOLE[6:]), "her engine was wrecked past mending"),
        (STEERING, -1, 0, False, (*WHOLE[:6], 0, *WHOLE[7:]), "her steering jammed"),
        (
            STEAM, -1, 3, True, (*WHOLE[:7], 3, *WHOLE[8:]),
            "steam burst from her pipes, with power for three turns more",
        ),
        (
            STEAM, -1, 1, False, (*WHOLE[:7], 1, 0, *WHOLE[9:]),
            "steam burst from her pipes, with power for one turn more, and past mending",
        ),
        (WEAPON, 1, 0, False, WHOLE, "the turret Gatling was put out of action"),
        (WEAPON_SHOOT, 0, 3, False, WHOLE, "the gun lost three from its Shoot"),
        (CREW, 0, 1, True, WHOLE, "the captain was hit, and lived"),
        (CREW, 2, 1, False, WHOLE, "a crewman was killed"),
    ],
)  # fmt: skip
def test_every_harm_in_words(do: int, which: int, by: int, held: bool, state: tuple[int, ...], said: str) -> None:
    battle = deployed()
    event = MachineHarmed(4, do, which, by, held, state, "")
    assert narrate(event, battle) == f"The Steam Tank: {said}."


@pytest.mark.parametrize(
    ("fate", "said"),
    [
        (DISABLED, ["The Steam Tank was done for, a heap of iron. Four of her crew got out."]),
        (ABANDONED, ["The crew of the Steam Tank would have no more of it and abandoned her."]),
        (CAPTURED_BY_FOE, ["The Steam Tank was taken: the enemy swarmed aboard, and her crew was lost."]),
        (CREWLESS, ["Nobody was left to work the Steam Tank, and she stood silent."]),
    ],
)
def test_how_a_machine_ends(fate: int, said: list[str]) -> None:
    yard = range_of(tank(30, 30, 180))
    told = yard.do(lambda: lose_machine(yard.game, yard["Steam Tank"], fate, 0)) if fate != CREWLESS else []
    if fate == CREWLESS:
        event = machine_events.MachineLost(yard["Steam Tank"].id, fate, "R101")
        assert [narrate(event, yard.battle)] == said
        return
    assert story(yard, told) == said


def test_steam_that_runs_out() -> None:
    battle = deployed()
    losing = SteamTicked(4, (*WHOLE[:7], 2, *WHOLE[8:]), False, "")
    assert narrate(losing, battle) == "The Steam Tank was losing steam: two turns more, and her power would be gone."
    out = SteamTicked(4, (*WHOLE[:5], 2, 1, 0, 1, *WHOLE[9:]), True, "")
    assert narrate(out, battle) == "The Steam Tank let out the last of her steam and stood without power."
    for_good = SteamTicked(4, (*WHOLE[:5], 2, 1, 0, 0, *WHOLE[9:]), True, "")
    assert narrate(for_good, battle).endswith("stood without power for good.")


def test_a_machine_that_fails_as_a_whole() -> None:
    battle = deployed()
    said = [narrate(MachineFailed(4, result, True, "R87"), battle) for result in range(len(MACHINE_RESULTS))]
    assert said == [
        "The Steam Tank stood firm after all.",
        "The Steam Tank sat still.",
        "The Steam Tank did nothing.",
        "The Steam Tank began to back away.",
        "The Steam Tank began to back away at full speed.",
        "The Steam Tank was turned about.",
        "The Steam Tank took to flight.",
    ]
    assert narrate(MachineLeft(4, "backs", ""), battle) == (
        "The Steam Tank backed over the edge of the table and was gone."
    )


def test_a_crew_that_gets_out_together() -> None:
    yard = range_of(tank(30, 30, 180))
    unit = yard["Steam Tank"]
    told = [GotOut(unit.first + k, 24.0 + k, 36.0, 0.0, "R102") for k in range(3)]
    battle = yard.battle.clone()
    assert [each.text for each in GaslightTeller(battle).tell(list(told))] == [
        "Three of the crew of the Steam Tank scrambled out."
    ]


# ---------------------------------------------------------------- nerve


def test_a_unit_that_keeps_its_nerve() -> None:
    yard = Yard([men("gl-redcoats", "Redcoats", row(10, 30, 20))], [men("gl-warband", "Warband", row(12, 30, 50), 180)])
    yard.game.tell(Struck(yard["Redcoats"].first + 5, False, 1, ShotKind.AIMED))
    yard.activate("Redcoats")
    told = yard.do(lambda: check_morale(yard.game, yard["Redcoats"], "card"), dice=[15])
    assert story(yard, told) == [
        "The Redcoats, with losses to answer for, kept their nerve (a 15 came to 6, to stay below 9)."
    ]


def test_every_result_of_the_failure_chart_in_one_sentence() -> None:
    yard = Yard(
        [men("gl-redcoats", "Redcoats", row(8, 30, 20), figures=figures(main("hero", 12, 12, 11), extra(7)))],
        [men("gl-warband", "Warband", row(12, 30, 50), 180)],
    )
    unit = yard["Redcoats"]
    yard.game.tell(Promoted(unit.id, unit.first, False, ""))  # he gives no modifier this turn
    yard.activate("Redcoats")
    dice = [20, 13, 4, 5, 11, 13, 16, 17, 19, 20, 5]
    told = yard.do(lambda: check_morale(yard.game, unit, CheckReason.AT_ONCE), dice=dice)
    assert story(yard, told)[0] == (
        "The Redcoats lost their nerve (a 20 came to 10, to stay below 8): a redcoat bolted from the field, "
        "one turned and ran, one shrank back, one froze where he stood, one lost his head and ran wild, "
        "one was for charging then and there, one was for blazing away and the hero never turned a hair."
    )


def test_one_who_runs_for_the_edge_by_switch() -> None:
    battle = deployed()
    assert narrate(RunsOff(battle.units[0].first + 3, "R16"), battle) == (
        "One of the Redcoats ran for the edge of the table and would not stop."
    )


# ---------------------------------------------------------------- charge and close combat


def test_a_charge_from_the_word_to_the_blows() -> None:
    yard = Yard(
        [
            men(
                "gl-highlanders",
                "Highlanders",
                row(5, 30, 20),
                figures=figures(main("leader", 13, 13, 12), extra(4, 10, 11)),
            )
        ],
        [men("gl-volunteers", "Volunteers", row(5, 30, 28), 180, figures=figures(extra(5, 7, 8)))],
    )
    yard.activate("Highlanders")
    units = yard["Highlanders"], yard["Volunteers"]
    told = yard.do(lambda: charge(yard.game, *units, False), "allocate auto", dice=[10, 2, 3])
    assert story(yard, told) == [
        "The Highlanders declared a charge on the Volunteers, 7 inches off.",
        "The highlanders had their blood up (a 10 came to 2, to stay below 5).",
        "The volunteers stood to meet the charge (a 2 came to 2, to stay below 5).",
        "The highlanders, with 3 inches to add to their stride, went in with a cheer, and every man struck home.",
    ]
    told = yard.do(lambda: fight(yard.game), dice=[5, 5, 20, 20, 20, 3, 20, 20, 20, 20, 11])
    assert story(yard, told) == [
        "The Highlanders fought the Volunteers: three blows told; the officer of the Highlanders parried; "
        "two of the Volunteers went down and three of five were left."
    ]


def test_three_on_a_hero() -> None:
    yard = Yard(
        [men("gl-volunteers", "Volunteers", [(29.0, 20), (30, 19.0), (31.0, 20)], figures=figures(extra(3, 9, 10)))],
        [men("gl-hero", "Hero", [(30, 20)], 180)],
    )
    yard.activate("Volunteers")
    told = yard.do(lambda: fight(yard.game), "strike hit:{Volunteers.0}", dice=[4, 9, 10, 14, 13, 14])
    assert story(yard, told) == [
        "The Volunteers fought the Hero: three blows told; one of the Volunteers went down "
        "and two of three were left; the Hero was cut down."
    ]


def test_a_character_fights_beside_his_men_and_is_missed() -> None:
    yard = Yard(
        [
            men("gl-volunteers", "Volunteers", [(30, 20), (32, 20)], figures=figures(extra(2))),
            men("gl-hero", "Hero", [(34, 20)]),
        ],
        [men("gl-warband", "Warband", [(32, 21), (34, 21)], 180, figures=figures(extra(2)))],
    )
    yard.game.tell(Attached(yard["Hero"].id, yard["Volunteers"].id, False, "R7"))
    yard.activate("Volunteers")
    told = yard.do(lambda: fight(yard.game), dice=[20, 20, 20, 2, 14])
    assert story(yard, told) == [
        "One of the Volunteers and the Hero fought the Warband: one blow told; the Hero was cut down."
    ]


def test_a_beast_in_a_crowd() -> None:
    yard = Yard(
        [
            men("gl-great-ape", "Great Ape", [(30, 20)]),
            men("gl-redcoats", "Redcoats", [(33, 20)], figures=figures(extra(1))),
        ],
        [men("gl-volunteers", "Volunteers", [(30, 21.25), (33, 21.0)], 180, figures=figures(extra(2)))],
    )
    yard.game.tell(Moved(yard["Redcoats"].id, "charges", [yard["Redcoats"].first], [33.0], [20.0], [0.0], False))
    yard.activate("Great Ape")
    told = yard.do(lambda: fight(yard.game), dice=[3, 20, 20, 20])
    assert story(yard, told) == [
        "The Great Ape and one of the Redcoats fought the Volunteers: one blow told; "
        "a volunteer went down and one of two was left. The Great Ape tore down one of the Volunteers."
    ]


# ---------------------------------------------------------------- cards, command, the end


def test_a_card_of_the_dead() -> None:
    yard = Yard([men("gl-redcoats", "Redcoats", row(10, 30, 20))], [men("gl-hero", "Hero", [(30, 40)], 180)])
    assert narrate(CardDrawn(0, [], "R6"), yard.battle) == (
        "The card of the Redcoats came up, but there was nobody left to act on it."
    )
    assert (
        narrate(CardDrawn(0, [1], "R105"), yard.battle) == "The card of the Redcoats came up, and the Hero acted on it."
    )
    assert narrate(TurnEnded(), yard.battle) == "With the last card gone, the turn was over."


def test_who_leads_now() -> None:
    battle = deployed()
    redcoats = battle.units[0]
    assert narrate(Promoted(0, redcoats.first + 1, False, ""), battle) == (
        "The sergeant took command of the Redcoats, to be felt as a leader from the next turn on."
    )
    assert narrate(Promoted(0, redcoats.first + 4, True, ""), battle) == (
        "A redcoat stood in to lead the Redcoats, for marching and nothing more."
    )


def test_points() -> None:
    assert narrate(Scored(0, 10, "holding the hut"), deployed()) == "The Column scored ten points for holding the hut."
    assert narrate(Scored(1, 1, "losses inflicted"), deployed()) == "The Clans scored one point for losses inflicted."


# ---------------------------------------------------------------- questions


class Asked(RandomPlayer):
    """A random player who notes what he was asked, in words."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.heard: dict[str, str] = {}

    def choose(self, battle: Any, question: Question) -> Any:
        self.heard[question.kind] = question_in_words(battle, question)
        return super().choose(battle, question)

    def place(self, battle: Any, question: Question) -> Any:
        self.heard[question.kind] = question_in_words(battle, question)
        return super().place(battle, question)


@cache
def heard() -> dict[str, str]:
    """Every kind of question that came up in some games, as it was asked last."""
    found: dict[str, str] = {}
    setup = setup_of("the-pit")
    for seed in range(8):
        players = [Asked(seed * 2), Asked(seed * 2 + 1)]
        game = setup.game_with(list(players), Seeded(seed), False, [False, False])
        game.run()
        for player in players:
            found.update(player.heard)
    return found


def test_every_question_is_asked_in_words() -> None:
    found = heard()
    assert {"deploy", "order", "move", "who", "drive", "gun_move", "model", "aim", "takeover", "leader"} <= set(found)
    for kind, text in found.items():
        assert text[0].isupper(), (kind, text)
        assert text.endswith(("?", ".")), (kind, text)
        assert kind not in text or "_" not in kind, (kind, text)
        assert "Choose (" not in text, (kind, text)
        assert not text.endswith(f": {kind.replace('_', ' ')}?"), (kind, text)


def test_questions_word_for_word() -> None:
    battle = deployed()

    def asked(kind: str, about: int) -> str:
        return question_in_words(battle, Question(0, kind, about, [], None, 0, 0))

    figure = battle.units[0].first
    assert asked("order", 0) == "What do your Redcoats do next? Each figure may do one thing on this card."
    assert asked("order", 6) == "What does your Hero do?"
    assert asked("model", figure) == "At which model does the officer of the Redcoats aim?"
    assert asked("explosives", figure + 3) == "Does redcoat 2 of the Redcoats use a grenade against the machine?"
    assert asked("takeover", 7) == "Your Warband has no leader: does a character take over?"
