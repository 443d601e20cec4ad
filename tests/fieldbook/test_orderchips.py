"""Guns, machines and natives of the order-chip game in the book: the dice that fell, and what comes of them."""

from __future__ import annotations

import pytest

from playsheet.core.errors import Refused
from playsheet.core.forms import Value
from playsheet.fieldbook.book import Book, Entry, Intent
from playsheet.fieldbook.dice import DiceWanted, FactWanted
from playsheet.fieldbook.making import new_book
from playsheet.fieldbook.reading import book_text, read_book, state_data
from playsheet.players.setup import set_up

NOBODY = -1


def book() -> Book:
    setup = set_up("runaway-engines", [])
    made = new_book(setup.system, setup.scenario)
    do(made, "begin")
    return made


def do(
    at: Book,
    what: str,
    unit: int = NOBODY,
    target: int = NOBODY,
    dice: list[int] | None = None,
    entry: int = 0,
    reason: str = "",
    **answers: Value,
) -> Entry:
    intent = Intent(
        len(at.entries), what, unit=unit, target=target, entry=entry, dice=dice, reason=reason, answers=answers
    )
    return at.do(intent)


def named(at: Book, name: str) -> int:
    return next(unit.id for unit in at.state.units if unit.name == name)


def values(at: Book, unit: int, *names: str) -> list[Value]:
    return [at.state.units[unit].values[name] for name in names]


def dues(at: Book) -> list[str]:
    return [due.procedure for due in at.state.due if due.must]


def to_phase(at: Book, phase: str) -> None:
    while at.rows.phases[at.state.phase].id != phase:
        do(at, "phase")


@pytest.fixture
def made() -> Book:
    return book()


def of(at: Book, kind: str, side: int) -> int:
    return next(unit.id for unit in at.state.units if unit.word("kind") == kind and unit.side == side)


def gun(at: Book) -> int:
    return next(unit.id for unit in at.state.units if unit.card == "field-gun")


def tank(at: Book) -> int:
    return next(unit.id for unit in at.state.units if unit.card == "steam-tank")


def mole(at: Book) -> int:
    return next(unit.id for unit in at.state.units if unit.card == "drill-mole")


def soldier(at: Book) -> int:
    return next(unit.id for unit in at.state.units if unit.card == "clockwork-soldier")


def guards(at: Book) -> int:
    return next(unit.id for unit in at.state.units if unit.card == "guard-rifles")


def scientist(at: Book) -> int:
    return next(unit.id for unit in at.state.units if unit.card == "scientist")


# ---------------------------------------------------------------------- shells


def test_a_shell_that_misses_wants_one_die(made: Book) -> None:
    do(made, "shell", gun(made), guards(made), [10], range="short", cover="none", enfiladed=False)
    assert values(made, guards(made), "falling") == [0]
    assert values(made, gun(made), "fired") == [True]


def test_a_shell_says_how_many_fall_at_the_most_and_who_is_asked_then(made: Book) -> None:
    with pytest.raises(DiceWanted, match="Most figures that fall"):
        do(made, "shell", gun(made), guards(made), [1], cover="none")
    with pytest.raises(FactWanted, match="expected an answer to struck"):
        do(made, "shell", gun(made), guards(made), [1, 13], cover="none")
    entry = do(made, "shell", gun(made), guards(made), [1, 13], cover="none", struck=5)
    assert "most 5" in entry.said
    assert values(made, guards(made), "falling", "figures") == [5, 8]
    assert dues(made) == ["losses"]
    do(made, "losses")
    assert values(made, guards(made), "figures", "lost_figures") == [3, True]


def test_whoever_else_stood_under_it_is_an_entry_each(made: Book) -> None:
    commander = next(unit.id for unit in made.state.units if unit.card == "commander" and unit.side == 1)
    with pytest.raises(Refused, match="no template has been laid"):
        do(made, "under-figures", guards(made), struck=1)
    do(made, "shell", gun(made), guards(made), [1, 13], cover="none", struck=2)
    save = made.state.units[commander].number("save")
    do(made, "under-notable", commander, dice=[save])
    assert values(made, commander, "falling") == [0]
    do(made, "under-notable", commander, dice=[save + 1])
    do(made, "under-gun", gun(made), dice=[2])
    do(made, "under-machine", mole(made))
    assert dues(made) == ["hit", "losses"]
    do(made, "hit", mole(made), dice=[1, 1])  # held; nothing
    do(made, "losses")
    assert values(made, guards(made), "figures") == [6]
    assert values(made, commander, "figures", "place") == [0, "gone"]
    assert values(made, gun(made), "gun_lost", "unmanned") == [True, True]
    with pytest.raises(Refused, match="has fired this turn"):
        do(made, "shell", gun(made), guards(made), [10])


def test_an_odd_die_spares_a_gun(made: Book) -> None:
    do(made, "shell", gun(made), guards(made), [1, 13], cover="none", struck=0)
    do(made, "under-gun", gun(made), dice=[3])
    assert values(made, gun(made), "gun_falls") == [False]


def test_a_gun_without_its_crew_fires_nothing(made: Book) -> None:
    do(made, "leave-gun", gun(made))
    with pytest.raises(Refused, match="is not with its gun"):
        do(made, "shell", gun(made), guards(made), [1, 13], struck=1)
    do(made, "serve-gun", gun(made))
    do(made, "shell", gun(made), guards(made), [10])


@pytest.mark.parametrize(
    ("what", "who", "whom", "sentence"),
    [
        ("shoot", "field-gun", "guard-rifles", "fires shells"),
        ("shoot", "line-rifles", "drill-mole", "is a machine"),
        ("shell", "line-rifles", "guard-rifles", "fires no shells"),
        ("shell", "field-gun", "drill-mole", "a shell that hits it places no template"),
        ("shoot-machine", "line-rifles", "guard-rifles", "is no machine"),
        ("shoot", "line-rifles", "sappers", "is on the same side"),
        ("assault", "line-rifles", "guard-rifles", "is no machine"),
        ("shoot", "drill-mole", "line-rifles", "has nothing to fire"),
    ],
)
def test_what_does_not_go_is_refused(made: Book, what: str, who: str, whom: str, sentence: str) -> None:
    one, other = (next(unit.id for unit in made.state.units if unit.card == card) for card in (who, whom))
    with pytest.raises(Refused, match=sentence):
        do(made, what, one, other)


# ---------------------------------------------------------------------- hits on machines


def test_hits_wait_for_their_saves_by_the_armor_at_the_start(made: Book) -> None:
    """A Gatling on a tank: six dice, two hits; both saves count from ARMOR 7 (R52)."""
    line = next(unit.id for unit in made.state.units if unit.card == "guard-rifles")
    do(made, "shoot-machine", line, tank(made), [6, 7, 8, 9, 10, 3, 10, 10], figures=8, range="short", cover="none")
    assert dues(made) == ["hit"]
    with pytest.raises(Refused, match="something is still due: Steam Tank: A hit on a machine"):
        do(made, "turn")
    before = values(made, tank(made), "armor")
    do(made, "hit", tank(made), dice=[10, 10, 5])  # 10 - 6 holds; 10: penetrating column, 5: ARMOR -2
    assert values(made, tank(made), "armor", "penetrated", "was_hit") == [int(str(before[0])) - 2, True, True]
    case = made.odds_case(Intent(len(made.entries), "hit", unit=tank(made)))
    assert case.inputs["armor_at_start"] == before[0]
    while "hit" in dues(made):
        do(made, "hit", tank(made), dice=[1, 1])
    assert dues(made) == ["vehicle-morale"]


def test_a_worked_example_of_the_sheet(made: Book) -> None:
    """Column 8, nested 7: SUSTAIN one less, and the extra SUSTAIN die of 7 holds; then a 7 fails its morale."""
    do(made, "shoot-machine", guards(made), tank(made), [1] + [10] * 7, figures=8, range="short", cover="none")
    do(made, "hit", tank(made), dice=[10, 8, 7, 7])
    assert values(made, tank(made), "sustain", "engine") == [7, "running"]
    do(made, "vehicle-morale", tank(made), dice=[10, 7], left=False)  # a 10 always fails; row 7: full SPEED back
    assert values(made, tank(made), "hit_tested", "forced") == [True, True]
    assert dues(made) == []


def test_a_machine_that_explodes_is_gone_when_the_losses_are_off(made: Book) -> None:
    do(made, "shoot-machine", tank(made), soldier(made), [1], weapon_fired=1, range="short", cover="none")
    do(made, "hit", soldier(made), dice=[10, 10])  # failed; 10: it explodes
    assert values(made, soldier(made), "fate", "explodes") == ["exploded", "medium"]
    assert dues(made) == ["explosion"]
    do(made, "explosion", soldier(made), dice=[10])
    assert values(made, soldier(made), "place") == ["gone"]
    do(made, "under-figures", guards(made), struck=4)
    do(made, "losses")
    assert values(made, guards(made), "figures") == [4]


def test_a_weapon_fires_once_a_turn_and_another_does_too(made: Book) -> None:
    do(made, "shoot-machine", tank(made), soldier(made), [10], weapon_fired=1)
    with pytest.raises(Refused, match="has fired its weapon 1 this turn"):
        do(made, "shoot-machine", tank(made), soldier(made), [10], weapon_fired=1)
    do(made, "shoot", tank(made), guards(made), [10] * 6, weapon_fired=2)
    do(made, "overrule", tank(made), attribute="left_2", value=0, reason="shot away")
    to_phase(made, "end")
    do(made, "turn")
    do(made, "shoot-machine", tank(made), soldier(made), [10])  # the one that works: nobody is asked which


def test_sappers_take_a_machine_and_get_in(made: Book) -> None:
    sappers = next(unit.id for unit in made.state.units if unit.card == "sappers")
    do(made, "touch", sappers, mole(made))
    do(made, "assault", sappers, mole(made), [1, 10, 10], strikers=3, cover="none")
    before = made.state.units[sappers].number("figures")
    do(made, "hit", mole(made), dice=[10, 9])  # cracked; 9: captured
    assert dues(made) == ["capture"]
    do(made, "capture", mole(made), inside=2)
    assert values(made, mole(made), "fate", "crew", "crew_lost", "engine", "next_no_action", "was_hit") == [
        "in play",
        2,
        0,
        "stopped",
        True,
        False,
    ]
    assert made.state.units[mole(made)].side == made.state.units[sappers].side
    assert values(made, sappers, "figures") == [before - 2]
    assert made.state.tied("melee", sappers) == [mole(made)]


def test_a_crew_that_tests_at_once_does_what_it_rolled(made: Book) -> None:
    """Crack 8: a crewman is lost, and the test at once is the one for hits of this turn (R14)."""
    sappers = next(unit.id for unit in made.state.units if unit.card == "sappers")
    to_phase(made, "melee")
    do(made, "assault", sappers, mole(made), [1, 10, 10], strikers=3, cover="none")
    do(made, "hit", mole(made), dice=[10, 8, 10, 3])  # fails, and row 3: no action next turn
    assert values(made, mole(made), "crew", "crew_lost", "crew_does", "hit_tested") == [2, 1, "no-action", True]
    assert dues(made) == ["crew-acts"]
    do(made, "crew-acts", mole(made), left=False)
    assert values(made, mole(made), "next_no_action", "crew_does") == [True, "stand"]


# ---------------------------------------------------------------------- machines of their own accord


@pytest.mark.parametrize(
    ("dice", "engine", "result"),
    [
        ([8], "running", "moves"),
        ([9], "stopped", "breaks down"),
    ],
)
def test_a_machine_runs_or_breaks_down(made: Book, dice: list[int], engine: str, result: str) -> None:
    do(made, "chip", tank(made), chip="moving")
    entry = do(made, "drive", tank(made), dice=dice)
    assert values(made, tank(made), "engine") == [engine]
    assert f"result {result}" in entry.said


def test_a_stopped_engine_is_started_without_sustain(made: Book) -> None:
    do(made, "chip", tank(made), chip="moving")
    do(made, "drive", tank(made), dice=[9])
    with pytest.raises(DiceWanted, match="START roll"):
        do(made, "drive", tank(made))
    do(made, "drive", tank(made), dice=[8])  # START is 7
    assert values(made, tank(made), "engine") == ["stopped"]
    do(made, "drive", tank(made), dice=[7])
    assert values(made, tank(made), "engine") == ["running"]


def test_a_stationary_machine_rolls_nothing(made: Book) -> None:
    do(made, "chip", tank(made), chip="stationary")
    with pytest.raises(Refused, match="has a stationary chip, and rolls nothing"):
        do(made, "drive", tank(made), dice=[1])


def test_haywire_is_carried_out_and_repaired(made: Book) -> None:
    one = soldier(made)
    do(made, "chip", one, chip="moving")
    do(made, "drive", one, dice=[9, 3])  # SUSTAIN fails; 3: jammed
    assert values(made, one, "haywire", "fit") == ["jams", "jams"]
    assert dues(made) == ["haywire-acts"]
    do(made, "haywire-acts", one)
    assert dues(made) == []
    save = made.state.units[scientist(made)].number("save")
    do(made, "repair", scientist(made), one, [save + 1])
    assert values(made, one, "haywire") == ["jams"]
    with pytest.raises(Refused, match="has tried to repair something this turn"):
        do(made, "repair", scientist(made), one, [1])
    to_phase(made, "end")
    do(made, "turn")
    do(made, "repair", scientist(made), one, [save])
    assert values(made, one, "haywire", "no_action") == ["obeys", True]


def test_an_enemy_gets_control_from_next_turn_on(made: Book) -> None:
    one = soldier(made)
    do(made, "chip", one, chip="moving")
    do(made, "drive", one, dice=[9, 10])  # the only enemy player: no die for which
    assert (made.state.units[one].side, values(made, one, "next_side")) == (1, [1])
    do(made, "haywire-acts", one)
    to_phase(made, "end")
    do(made, "turn")
    assert made.state.units[one].side == 0
    assert values(made, one, "haywire") == ["obeys"]


def test_a_reset_obeys_again_after_a_turn(made: Book) -> None:
    one = soldier(made)
    do(made, "chip", one, chip="moving")
    do(made, "drive", one, dice=[9, 1])
    do(made, "haywire-acts", one)
    found = []
    for _ in range(2):
        found.append(values(made, one, "haywire", "no_action"))
        to_phase(made, "end")
        do(made, "turn")
    found.append(values(made, one, "haywire", "no_action"))
    assert found == [["resets", True], ["resets", True], ["obeys", False]]


def test_steam_runs_out(made: Book) -> None:
    do(made, "shoot-machine", guards(made), tank(made), [1] + [10] * 7, figures=8)
    do(made, "hit", tank(made), dice=[10, 10, 7, 2])  # penetrating 7: power for two more turns
    do(made, "vehicle-morale", tank(made), dice=[1])
    found = []
    for _ in range(3):
        to_phase(made, "end")
        do(made, "turn")
        found.append(values(made, tank(made), "steam", "engine"))
    assert found[-1] == [0, "without power"]
    assert found[0][1] == "running"


def test_a_machine_that_joins_is_whose_side_it_is(made: Book) -> None:
    do(made, "join", card="clockwork-soldier", name="A Late Soldier", side=1)
    late = named(made, "A Late Soldier")
    assert values(made, late, "player", "own_side", "armor", "place") == [1, 1, 5, "on the table"]
    do(made, "chip", late, chip="moving")
    do(made, "drive", late, dice=[9, 10])
    assert values(made, late, "next_side") == [2]
    do(made, "join", card="musket-warriors", name="Wanderers", side=3, figures=7)
    assert values(made, named(made, "Wanderers"), "player", "own_side", "figures") == [0, 3, 7]


# ---------------------------------------------------------------------- natives


def test_natives_come_by_the_dice_and_stand_in_the_roster(made: Book) -> None:
    to_phase(made, "events")
    do(made, "random-event", dice=[10, 2])  # an event: one band
    assert dues(made) == ["native-band"]
    before = len(made.state.units)
    do(made, "native-band", dice=[7, 4, 5, 4, 3], feature=True, room=True)  # musket men, 8 of them, hostile to all
    band = made.state.units[before]
    assert (band.name, band.card, band.number("figures"), band.word("order")) == (
        "Native Musket Warriors",
        "musket-warriors",
        8,
        "loose",
    )
    assert made.state.sides[band.side] == "Natives"
    assert dues(made) == []
    do(made, "shoot", band.id, guards(made), [10] * 8, figures=8)
    kept = read_book(book_text(made))
    assert state_data(kept) == state_data(made)


def test_what_is_let_go_is_not_due_any_more(made: Book) -> None:
    do(made, "shoot-machine", guards(made), tank(made), [1, 1] + [10] * 6, figures=8)
    do(made, "hit", tank(made), dice=[1, 1])
    do(made, "waive", tank(made), reason="it stood behind the factory", procedure="hit")
    assert dues(made) == ["vehicle-morale"]
    do(made, "waive", tank(made), reason="so it has not been hit", procedure="vehicle-morale")
    assert dues(made) == []
    do(made, "turn")


def test_two_bands_and_no_room_for_one(made: Book) -> None:
    to_phase(made, "events")
    do(made, "random-event", dice=[9, 6])
    before = len(made.state.units)
    do(made, "native-band", dice=[1, 1, 1, 1, 1], room=False)
    assert len(made.state.units) == before
    assert dues(made) == ["native-band"]
    do(made, "native-band", dice=[1, 1, 1, 1, 10, 1], room=True)  # friends of the first player
    assert made.state.units[-1].side == 0
    with pytest.raises(Refused, match="no band of natives is coming"):
        do(made, "native-band")


def test_bad_cartridges_are_diced_for_among_the_armed(made: Book) -> None:
    to_phase(made, "events")
    do(made, "random-event", dice=[9, 9])
    do(made, "bad-cartridges", dice=[1])
    spoiled = [unit for unit in made.state.units if unit.flag("bad_cartridges")]
    assert len(spoiled) == 1
    with pytest.raises(Refused, match="bad cartridges this turn"):
        do(made, "shoot", spoiled[0].id, guards(made), [])
