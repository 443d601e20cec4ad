"""Why not: each reason that a greyed action can have, as it is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Field, brigade, foot, general
from tabletop import ground

from playsheet.core.asking import Option
from playsheet.rules.gettysburg.battle.command_events import GeneralLost, GeneralMoved
from playsheet.rules.gettysburg.options.charge import Charger, declarations, interceptions, reactions, supporters
from playsheet.rules.gettysburg.options.choices import AttachTo, TakeGeneral, TakeUnit
from playsheet.rules.gettysburg.options.command import brigade_options
from playsheet.rules.gettysburg.options.duties import CLOSE
from playsheet.rules.gettysburg.options.fight_choices import DONE, OfUnit
from playsheet.rules.gettysburg.options.fire import bar_to_firing, marks, snipes
from playsheet.rules.gettysburg.options.generals import bar_to_joining, bar_to_riding, command_of
from playsheet.rules.gettysburg.options.moves import acts, bar_to_acting, unmet_by
from playsheet.rules.gettysburg.table.fire import shot_options
from playsheet.rules.gettysburg.terms import Phase, UnformedBy

FAR_OFF = foot("cs-line", "B", 30, 3, 0)
FARM = ground("bua", "the farm", rect=[28, 44.5, 32, 48.5])


def alone(card: str = "us-line", *terrain: str, formation: str = "line", more: Sequence[str] = ()) -> Field:
    """One unit at (30, 50), facing south, the enemy far off."""
    return Field([foot(card, "A", 30, 50, 180, formation), *more], [FAR_OFF], list(terrain))


def acting(field: Field, name: str = "A", *, begun: bool = False) -> dict[str, str]:
    """What a unit cannot do in its normal move."""
    if field.battle.phase != Phase.NORMAL_MOVES:
        field.go(Phase.NORMAL_MOVES, field[name].side)
    held = field[name]
    return field.why_not(held.seat, "act", held.id, acts(field.battle, held, begun=begun))


def spend(field: Field, share: float, name: str = "A") -> None:
    field.go(Phase.NORMAL_MOVES, field[name].side)
    field[name].spent = share


# ---------------------------------------------------------------- which unit moves


def moving(field: Field) -> dict[str, str]:
    """Who of the Union does not move now."""
    battle = field.battle
    if battle.phase != Phase.NORMAL_MOVES:
        field.go(Phase.NORMAL_MOVES, UNION)
    options: list[Option] = [TakeUnit(unit.id) for unit in battle.goers() if not bar_to_acting(unit)]
    if not unmet_by(battle, 0):
        options.append(CLOSE)
    return field.why_not(0, "normal", -1, options)


def acted(field: Field) -> None:
    field["A"].acted = True


def charged(field: Field) -> None:
    field["A"].charged = True


def evaded(field: Field) -> None:
    field["A"].evaded = True


def halted(field: Field) -> None:
    field["A"].halted = True


def locked(field: Field) -> None:
    field.lock("A", "B")


def faltering(field: Field) -> None:
    field.state("A", "faltering")


def retreating(field: Field) -> None:
    field.state("A", "retreating")


def retired(field: Field) -> None:
    field["A"].compulsory_done = True


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (acted, "it has made its move (game-turn)"),
        (charged, "it has charged this turn (game-turn)"),
        (evaded, "it has evaded this turn (R111)"),
        (halted, "it has halted for the rest of the turn (morale-states)"),
        (locked, "in melee (R118)"),
        (faltering, "faltering: it does not move until a quiet turn has steadied it (morale-states)"),
        (
            retreating,
            "it runs: it moves in the phase of compulsory moves, and may rally in that of morale (R29, R85)",
        ),
        (retired, "it has made a compulsory move, and has nothing to reform (R114)"),
    ],
)
def test_who_does_not_move(change: Callable[[Field], None], reason: str) -> None:
    field = alone()
    assert moving(field) == {}
    change(field)
    assert moving(field)["unit:0"] == reason


def test_a_duty_keeps_the_phase_open() -> None:
    field = Field([foot("us-line", "A", 30, 50, 180)], [FAR_OFF], orders=("assault", "hold"))
    field["A"].able = True
    said = "The brigade brigade is to assault: 1 of its 1 able units must advance half a move or more"
    field.go(Phase.NORMAL_MOVES, UNION)
    assert moving(field) == {"close": f"{said} (R128)"}
    assert acting(field)["stand"] == f"{said}, and it is needed for that (R128)"
    assert "stand" not in acting(field, begun=True)


def test_a_burning_house_keeps_it_open_too() -> None:
    field = Field([foot("us-line", "A", 30, 46.5, 180)], [FAR_OFF], [FARM])
    field.overrule("fire 0")
    assert moving(field) == {"close": "A must leave the farm, which burns (R92)"}
    assert acting(field)["stand"] == "the farm burns, and must be left (R92)"


# ---------------------------------------------------------------- what it does


def test_free_and_alone() -> None:
    assert acting(alone()) == {
        "down_packs": "there is no such token (R90)",
        "charge": "charges are declared in phase 4, before normal moves (game-turn)",
        "fire": "it fires in phase 6, when all moves are made (game-turn)",
    }


def test_what_its_card_never_does_is_not_greyed_either() -> None:
    assert set(acting(alone("us-napoleon"))) == {"fire"}
    assert set(acting(alone("us-militia"))) == {"down_packs", "charge", "fire"}
    assert set(acting(alone("us-cav"))) == {"charge", "fire"}


def test_on_the_ground() -> None:
    field = alone("us-vet", FARM)
    field.state("A", "gone-to-ground")
    field.next_turn()
    found = acting(field)
    assert found["get_up"] == "neither its brigadier nor the C-in-C is within 12 inches (get-up)"
    kinds = ("march", "step_back", "form:column", "turn", "screen", "half", "occupy:0")
    assert [found[kind] for kind in kinds] == ["gone to ground: get up first (get-up)"] * 7
    field["A"].tried_up = True
    assert acting(field)["get_up"] == "it has tried this turn (get-up)"
    field["A"].tried_up = False
    field["A"].down_turn = field.battle.turn
    assert acting(field)["get_up"] == "it went to ground this turn (get-up)"


def test_in_a_post() -> None:
    field = Field([foot("us-line", "A", 30, 46.5, 180)], [FAR_OFF], [FARM])
    held = "it holds a post: leave that first (R124)"
    found = acting(field)
    assert [found[kind] for kind in ("march", "step_back", "form:column", "turn")] == [held] * 4
    spend(field, 0.5)
    assert acting(field)["leave"] == "it takes a whole move, and that has begun (R124)"


def test_after_a_compulsory_move() -> None:
    field = alone()
    field.unform("A")
    field["A"].compulsory_done = True
    assert acting(field)["march"] == "it has made a compulsory move: it may only reform (R114)"


@pytest.mark.parametrize(
    ("card", "kind"), [("us-napoleon", "limber"), ("us-spencer", "dismount:line"), ("us-spencer", "form:column")]
)
def test_unformed_guns_and_horses(card: str, kind: str) -> None:
    field = alone(card)
    field.unform("A")
    assert acting(field)[kind] == "unformed: reform first (morale-states)"


def test_unformed_skirmishers_are_not_recalled() -> None:
    field = screened()
    field.unform("A screen")
    assert acting(field, "A screen")["recall"] == "unformed: reform first (morale-states)"


def test_unformed() -> None:
    field = alone("us-vet")
    field.unform("A")
    found = acting(field)
    assert [found[kind] for kind in ("form:column", "turn", "screen")] == ["unformed: reform first (morale-states)"] * 3
    assert "march" not in found


def test_the_move_is_gone() -> None:
    field = alone("us-vet", FARM)
    spend(field, 0.5)
    found = acting(field, begun=True)
    takes = "it takes a whole move, and half of one is left"
    assert found["form:column"] == f"{takes} (formation-changes)"
    assert found["half"] == f"{takes} (R125)"
    assert found["occupy:0"] == f"{takes} (manoeuvres)"
    assert found["step_back"] == "it takes a whole move, and that has begun (manoeuvres)"
    assert found["down_packs"] == "it is declared before the move begins (R90)"
    spend(field, 0.75)
    found = acting(field, begun=True)
    assert found["turn"] == "it takes half a move, and 25 per cent of one is left (R34, R129)"
    assert found["screen"] == "it takes half a move, and 25 per cent of one is left (R125)"
    spend(field, 1.0)
    assert acting(field, begun=True)["march"] == "nothing of its move is left (movement)"


def test_one_token_a_turn() -> None:
    field = alone()
    field.token(UNION, "down-packs")
    field["A"].token_turn = field.battle.turn
    assert acting(field)["down_packs"] == "it has had a token this turn (R90)"


def test_somebody_stands_in_the_way() -> None:
    front = foot("us-line", "C", 30, 48.5, 180)
    behind = foot("us-line", "D", 30, 51.5, 180)
    field = alone(more=[front, behind])
    found = acting(field)
    assert found["march"] == "C is in the way (movement)"
    assert found["step_back"] == "no room behind it (manoeuvres)"
    assert found["form:column"] == "A would stand on D there (R129)"


def test_the_order_keeps_it_there() -> None:
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 45, 0)], orders=("retire", "hold"))
    said = "The brigade brigade retires: A must end farther from the nearest enemy (R16)"
    assert acting(field)["march"] == said


# ---------------------------------------------------------------- reforming


def test_after_a_melee_it_reforms_as_it_was() -> None:
    field = alone()
    field.unform("A")
    field["A"].cause = UnformedBy.MELEE
    assert acting(field)["reform:column"] == "after a melee it reforms as it was: line (morale-states)"


def test_not_on_bad_ground_and_not_with_half_a_move() -> None:
    field = alone("us-line", ground("dense-wood", "the wood", rect=[20, 40, 40, 60]))
    field.unform("A")
    assert acting(field)["reform:line"] == "on this ground it would be unformed again (R37)"
    field = alone()
    field.unform("A")
    spend(field, 0.5)
    said = "it takes a whole move, and half of one is left (formation-changes)"
    assert acting(field, begun=True)["reform:line"] == said


def test_no_room_to_reform() -> None:
    field = alone(more=[foot("us-line", "C", 30, 48.5, 180), foot("us-line", "D", 30, 51.5, 180)])
    field.unform("A")
    assert acting(field)["reform:column"] == "A would stand on C there (R129)"


# ---------------------------------------------------------------- guns and horses


def test_limbering() -> None:
    field = alone("us-napoleon")
    spend(field, 0.75)
    assert acting(field, begun=True)["limber"] == "it takes half a move, and 25 per cent of one is left (manoeuvres)"
    wood = ground("open-wood", "the wood", rect=[20, 40, 40, 60])
    field = alone("us-napoleon", wood, formation="limbered")
    assert acting(field)["unlimber"] == "guns do not unlimber in difficult ground (terrain)"
    field = alone("us-napoleon", more=[foot("us-line", "D", 30, 52.5, 180)])
    assert acting(field)["limber"] == "A would stand on D there (R129, R134)"
    field = alone("us-napoleon", ground("bua", "the farm", rect=[28, 40, 32, 44]), formation="limbered")
    assert acting(field)["occupy:0"] == "limbered: unlimber first (R104)"


def test_dismounting() -> None:
    field = alone("us-spencer")
    spend(field, 0.5)
    said = "it takes a whole move, and half of one is left (formation-changes)"
    assert acting(field, begun=True)["dismount:line"] == said
    field = alone("us-spencer", more=[foot("us-line", "C", 23.1, 50, 180), foot("us-line", "D", 36.9, 50, 180)])
    assert acting(field)["dismount:skirmish"] == "A would stand on C there (R102, R129)"


# ---------------------------------------------------------------- skirmishers


def screened() -> Field:
    field = Field([foot("us-vet", "A", 30, 50, 180), foot("us-vet", "C", 50, 50, 180)], [FAR_OFF])
    field.move("A", "act screen", "screen 30,43.5,180", "act done")
    field.next_turn()
    return field


def test_skirmishers_are_out() -> None:
    field = screened()
    found = acting(field)
    assert found["screen"] == found["half"] == "its skirmishers are out (R125)"
    assert found["form:skirmish"] == "its skirmishers are out: recall them first (R125)"
    assert acting(field, "C")["screen"] == "its brigade has skirmishers out already (R125)"


def test_in_skirmish_order_and_too_few() -> None:
    field = alone("us-vet", formation="skirmish")
    assert acting(field)["half"] == "it is in skirmish order itself (R125)"
    field["A"].tried_recall = True
    assert acting(field)["form:line"] == "its skirmishers have not heeded the recall this turn (recall-skirmishers)"
    field = alone("us-vet")
    field.lose("A", 18)
    assert acting(field)["screen"] == "that would be 1 of them, and two go at least (R125)"
    field = alone("us-vet", more=[foot("us-line", "C", 30, 48.5, 180), foot("us-line", "D", 30, 44.5, 180)])
    assert acting(field)["half"] == "no room before its front (R125)"


def tried(field: Field) -> None:
    field["A screen"].tried_recall = True


def begun(field: Field) -> None:
    field["A screen"].spent = 0.5


def parent_gone(field: Field) -> None:
    field["A"].place = 2


def parent_acted(field: Field) -> None:
    field["A"].acted = True


def parent_spent(field: Field) -> None:
    field["A"].spent = 0.75


def far_away(field: Field) -> None:
    field.battle.put(field["A screen"], 30.0, 30.0, 180.0)


def crowded(field: Field) -> None:
    field.battle.put(field["C"], 37.7, 50.0, 180.0)
    field.battle.put(field["A"], 3.3, 50.0, 180.0)
    field.battle.put(field["C"], 10.1, 50.0, 180.0)
    field.battle.put(field["A screen"], 5.0, 46.0, 180.0)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (tried, "it has not heeded the recall this turn"),
        (begun, "its move has begun"),
        (parent_gone, "the A is gone"),
        (parent_acted, "the A can take nobody in now"),
        (parent_spent, "too little of the move of the A is left"),
        (far_away, "the A is more than 12 inches off"),
        (crowded, "no room for all of them where the A is"),
    ],
)
def test_recall(change: Callable[[Field], None], reason: str) -> None:
    field = screened()
    assert "recall" not in acting(field, "A screen")
    change(field)
    assert acting(field, "A screen")["recall"] == f"{reason} (R125)"


# ---------------------------------------------------------------- posts


def test_posts() -> None:
    field = alone("us-line", ground("bua", "the farm", rect=[28, 34.5, 32, 38.5]))
    assert acting(field)["occupy:0"] == "10.8 inches off: it is occupied from within one inch (R124)"
    field = alone("us-line", FARM)
    field.battle.burning = [0]
    assert acting(field)["occupy:0"] == "it burns (R92)"
    field = alone("us-line", FARM, more=[foot("us-line", "C", 30, 46.5, 180)])
    assert acting(field)["occupy:0"] == "somebody is in it (R104)"
    field = Field([foot("us-napoleon", "A", 30, 49.5, 180)], [FAR_OFF], [FARM])
    assert acting(field)["occupy:0"] == "it has room for two guns (R104)"
    works = ground("works", "the works", line=[[20, 48.9], [40, 48.9]])
    union = [foot("us-line", "A", 30, 47.8, 180), foot("us-line", "C", 30, 49.7, 180)]
    field = Field(union, [FAR_OFF], [works])
    assert acting(field)["occupy:0"] == "no room behind it (R124)"
    field = Field([foot("us-line", "A", 30, 50, 180)], [FAR_OFF], [FARM], orders=("retire", "hold"))
    assert acting(field)["occupy:0"] == "The brigade brigade retires: A must end farther from the nearest enemy (R16)"


# ---------------------------------------------------------------- fire


def firing(field: Field) -> dict[str, str]:
    """Who of the Union cannot fire."""
    battle = field.battle
    if battle.phase != Phase.FIRING:
        field.phase(Phase.FIRING, UNION)
    ready = [unit for unit in battle.goers() if not bar_to_firing(battle, unit, charged=False)]
    ready = [unit for unit in ready if marks(battle, unit) or snipes(battle, unit)]
    options: list[Option] = [OfUnit("unit", unit.id) for unit in ready]
    if not any(unit.must_fire for unit in ready):
        options.insert(0, DONE)
    return field.why_not(0, "fire", -1, options)


def facing_off(card: str = "us-line", y: float = 42.0, *terrain: str, more: Sequence[str] = ()) -> Field:
    """A at (30, 50) facing south, B before it."""
    return Field([foot(card, "A", 30, 50, 180), *more], [foot("cs-line", "B", 30, y, 0)], list(terrain))


def fired(field: Field) -> None:
    field["A"].fired = True


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (fired, "it has fired this turn (R27)"),
        (locked, "in melee (R118)"),
        (retreating, "it runs, and does not fire (morale-states)"),
        (charged, "it has charged this turn (game-turn)"),
        (faltering, "faltering: it fires only at who charges it (R52)"),
    ],
)
def test_who_does_not_fire(change: Callable[[Field], None], reason: str) -> None:
    field = facing_off()
    assert firing(field) == {}
    change(field)
    assert firing(field)["unit:0"] == reason


def test_who_has_nothing_to_fire_with() -> None:
    field = Field(
        [
            foot("us-napoleon", "Guns", 10, 50, 180, "limbered"),
            foot("us-cav", "Horse", 22, 50, 180),
            foot("us-napoleon", "Idle", 34, 50, 180),
            foot("us-sharps", "Few", 46, 50, 180, "skirmish"),
        ],
        [FAR_OFF],
    )
    field.lose("Idle", 11)
    field.lose("Few", 11)
    found = firing(field)
    assert found["unit:0"] == "limbered: guns unlimber in their move (R61)"
    assert found["unit:1"] == "mounted: cavalry dismounts in its move (R102)"
    assert found["unit:2"] == "too few gunners are left: a gun takes 2 (R61)"
    assert found["unit:3"] == "too few are left for a die (R44)"


def test_nobody_to_fire_at() -> None:
    assert (
        firing(facing_off(y=20.0))["unit:0"] == "nobody within 16 inches: the B is nearest, 28.5 off (infantry-ranges)"
    )
    assert firing(facing_off("us-napoleon", y=20.0)) == {}
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 45, 50, 0)])
    assert firing(field)["unit:0"] == "the B is outside its arc of fire (R49)"
    house = ground("bua", "the farm", rect=[20, 45, 40, 46])
    assert firing(facing_off("us-line", 42.0, house))["unit:0"] == "the farm hides the B (R101)"
    field = facing_off(more=[foot("us-line", "C", 30, 47, 180)])
    assert firing(field)["unit:0"] == "the C hides the B (R101)"
    field = facing_off(more=[foot("us-line", "C", 30, 38, 0)])
    field.lock("C", "B")
    assert firing(field)["unit:0"] == "the B is in melee, and nobody fires into one (R118)"
    field = facing_off()
    field.unform("A")
    assert firing(field)["unit:0"] == "unformed: it fires only at who has fired at it (R53)"


def test_who_halted_to_volley_must() -> None:
    field = facing_off()
    field["A"].must_fire = True
    assert firing(field) == {"done": "the A halted to volley, and must (morale-states)"}


# ---------------------------------------------------------------- targets


def shooting(field: Field, name: str = "A") -> dict[str, str]:
    """Whom it cannot fire at, and with what."""
    if field.battle.phase != Phase.FIRING:
        field.phase(Phase.FIRING, UNION)
    held = field[name]
    options = shot_options(field.battle, held, marks(field.battle, held))
    return field.why_not(held.seat, "target", held.id, options)


def test_other_targets() -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, 180)],
        [foot("cs-line", "B", 30, 42, 0), foot("cs-line", "C", 45, 50, 0), foot("cs-line", "D", 30, 39, 0)],
    )
    assert shooting(field) == {
        "shoot:2": "the C is outside its arc of fire (R49)",
        "shoot:3": "the B hides the D (R101)",
    }


def test_by_switch_only_the_nearest() -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, 180)],
        [foot("cs-line", "B", 26, 42, 0), foot("cs-line", "C", 34, 40, 0)],
        **{"target-choice": "nearest"},
    )
    assert shooting(field) == {"shoot:2": "another enemy is nearer (R55)"}


def test_canister_and_pour_it_on() -> None:
    field = facing_off("us-napoleon", 30.0)
    assert shooting(field) == {"shoot:1:canister": "canister reaches 13 inches, and the B is farther off (R50)"}
    assert shooting(facing_off("us-napoleon")) == {}
    field = facing_off("us-spencer")
    field.formation("A", "line")
    field["A"].arm = 0
    assert "shoot:1:pour" not in shooting(field)
    field["A"].low_on_ammo = True
    assert shooting(field)["shoot:1:pour"] == "low on ammunition (R51)"


def test_generals_before_sharpshooters() -> None:
    sharps = foot("us-sharps", "A", 30, 50, 180, "skirmish")
    field = Field([sharps], [foot("cs-line", "B", 30, 42, 0), general("gen-n", "Law", 30, 20)])
    found = shooting(field)
    law = f"general:{field.man('Law').id}"
    assert found[law] == "Law is 27.8 inches off (R48)"
    field = Field([sharps], [foot("cs-line", "B", 30, 42, 0), general("gen-n", "Law", 45, 50)])
    assert shooting(field)[law] == "Law is outside its arc of fire (R49)"
    field = Field([sharps], [foot("cs-line", "B", 30, 42, 0), general("gen-n", "Law", 30, 40)])
    assert shooting(field)[law] == "Law is not in sight (R101)"
    field.unform("A")
    assert shooting(field)[law] == "unformed: only formed sharpshooters aim at a general (R42)"


# ---------------------------------------------------------------- charges


def declaring(field: Field) -> dict[str, str]:
    """Which charges of the Union cannot be declared."""
    battle = field.battle
    if battle.phase != Phase.CHARGES:
        field.phase(Phase.CHARGES, UNION)
    options = declarations(battle, battle.goers())
    return field.why_not(0, "declare", -1, [DONE, *options])


def assault(*rebels: str, card: str = "us-line", terrain: Sequence[str] = (), order: str = "assault") -> Field:
    """A at (30, 50) in column, facing south; C has somebody to charge in any case."""
    union = [foot(card, "A", 30, 50, 180, "column"), foot("us-line", "C", 60, 50, 180, "column")]
    return Field(union, [*rebels, foot("cs-line", "Z", 60, 43, 0)], list(terrain), orders=(order, "hold"))


NEAR = foot("cs-line", "B", 30, 43, 0)


def declared(field: Field) -> None:
    field.declare("A", "B")


def down(field: Field) -> None:
    field.state("A", "gone-to-ground")


def unformed(field: Field) -> None:
    field.unform("A")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (down, "gone to ground (morale-states)"),
        (faltering, "faltering (morale-states)"),
        (retreating, "it runs (morale-states)"),
        (unformed, "unformed: reform first (morale-states)"),
        (locked, "in melee (R118)"),
        (retired, "it has made a compulsory move (R114)"),
        (charged, "it has charged this turn (R140)"),
        (evaded, "it has evaded this turn (R143)"),
        (halted, "it has halted for the rest of the turn (morale-states)"),
        (declared, "it has declared its charge (R107)"),
    ],
)
def test_who_does_not_charge(change: Callable[[Field], None], reason: str) -> None:
    field = assault(NEAR)
    assert declaring(field) == {}
    change(field)
    assert declaring(field)["charge:0"] == reason


def test_a_garrison_does_not_charge() -> None:
    field = assault(NEAR, terrain=[ground("bua", "the farm", rect=[28, 48, 32, 52])])
    assert field["A"].garrison == 0
    assert declaring(field)["charge:0"] == "a garrison does not charge: leave the post first (R124)"


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("hold", "its brigade is on Hold, and does not charge (order-charge-limits)"),
        ("engage", "on Engage infantry charges only the unformed, and the B is in good order (R18)"),
    ],
)
def test_the_order_says_no(order: str, reason: str) -> None:
    assert declaring(assault(NEAR, order=order))["charge:0"] == reason


def test_one_cavalry_charge() -> None:
    field = assault(NEAR, card="us-cav", order="engage")
    assert "charge:0" not in declaring(field)
    field.battle.brigades[0].cavalry_charges = 1
    assert declaring(field)["charge:0"] == (
        "on Engage cavalry makes one charge a brigade a turn, and that is made (R19)"
    )


def test_no_target_for_a_charge() -> None:
    far = foot("cs-line", "B", 30, 20, 0)
    assert declaring(assault(far))["charge:0"] == "nobody within 12 inches: the Z is nearest, 25.2 off (movement)"
    aside = foot("cs-line", "B", 38, 52, 0)
    assert declaring(assault(aside))["charge:0"] == "the B is not within 45 degrees of its front (R107)"
    house = ground("bua", "the farm", rect=[20, 46, 40, 47])
    assert declaring(assault(NEAR, terrain=[house]))["charge:0"] == "the farm hides the B (R101)"
    farm = ground("bua", "the farm", rect=[28, 41, 32, 45])
    field = assault(NEAR, card="us-cav", terrain=[farm])
    assert declaring(field)["charge:0"] == "the B is in a post, and cavalry does not charge a garrison (R107)"
    field = assault(NEAR, terrain=[ground("river", "the river", rect=[0, 45.5, 72, 46.5])])
    assert declaring(field)["charge:0"] == "the river is in the way (R107)"


def test_by_switch_nobody_charges_into_a_melee() -> None:
    union = [foot("us-line", "A", 30, 50, 180, "column"), foot("us-line", "C", 60, 50, 180, "column")]
    union.append(foot("us-line", "D", 30, 38, 0))
    rebels = [NEAR, foot("cs-line", "Z", 60, 43, 0)]
    field = Field(union, rebels, orders=("assault", "hold"), **{"charge-melee": "off"})
    field.lock("D", "B")
    assert declaring(field)["charge:0"] == "the B is in melee (R109)"


def test_another_target_of_the_same_charger() -> None:
    found = declaring(assault(NEAR, foot("cs-line", "D", 36, 50, 270)))
    assert found == {"charge:0:3:0": "the D is not within 45 degrees of its front (R107)"}


# ---------------------------------------------------------------- reactions


def reacting(field: Field, name: str = "A", charger: str = "B") -> dict[str, str]:
    """What the target of a declared charge cannot do about it."""
    field.declare(charger, name)
    held = field[name]
    return field.why_not(held.seat, "reaction", held.id, reactions(field.battle, held, [field[charger]]))


def attacked(card: str = "us-line", *, order: str = "assault", formation: str = "line", facing: float = 180.0) -> Field:
    column = foot("cs-line", "B", 30, 43, 0, "column")
    return Field([foot(card, "A", 30, 50, facing, formation)], [column], orders=(order, "assault"))


def test_what_cannot_be_done_about_a_charge() -> None:
    assert reacting(attacked()) == {"evade": "in close order it does not evade (R33)"}
    guns = reacting(attacked("us-napoleon"))
    assert guns == {"counter": "guns do not charge (R33)", "evade": "unlimbered guns do not evade (R33)"}
    assert (
        reacting(attacked("us-napoleon", formation="limbered"))["fire"] == "limbered: guns unlimber in their move (R61)"
    )
    held = reacting(attacked(order="hold"))["counter"]
    assert held == "its brigade is on Hold, and does not counter-charge (order-charge-limits)"
    back = reacting(attacked(facing=0.0))
    assert back["fire"] == "the B is outside its arc of fire (R49)"
    assert back["counter"] == "the B is not within 45 degrees of its front (R140)"


@pytest.mark.parametrize(
    ("change", "kind", "reason"),
    [
        (fired, "fire", "it has fired this turn (R27)"),
        (charged, "counter", "it has charged this turn (R140)"),
        (unformed, "counter", "unformed: reform first (morale-states)"),
        (unformed, "evade", "unformed: it does not evade (R26)"),
        (faltering, "evade", "faltering (morale-states)"),
    ],
)
def test_nor_by_its_state(change: Callable[[Field], None], kind: str, reason: str) -> None:
    field = attacked("us-vet", formation="skirmish")
    change(field)
    assert reacting(field)[kind] == reason


def test_nor_from_a_post_nor_in_a_wood() -> None:
    rebel = foot("cs-line", "B", 30, 43, 0, "column")
    farm = ground("bua", "the farm", rect=[28, 48, 32, 52])
    field = Field([foot("us-vet", "A", 30, 50, 180, "skirmish")], [rebel], [farm], orders=("assault", "assault"))
    found = reacting(field)
    assert found["counter"] == "a garrison does not charge: leave the post first (R124)"
    assert found["evade"] == "a garrison does not evade (R124)"
    wood = ground("open-wood", "the wood", rect=[20, 45, 40, 48])
    field = Field([foot("us-cav", "A", 30, 50, 180)], [rebel], [wood], orders=("assault", "assault"))
    assert reacting(field)["counter"] == "cavalry does not charge in difficult ground (terrain)"


def test_support_fire() -> None:
    union = [foot("us-line", "A", 30, 50, 180), foot("us-line", "C", 38, 50, 180), foot("us-line", "D", 22, 50, 0)]
    field = Field(union, [foot("cs-line", "B", 30, 43, 0, "column")], orders=("assault", "assault"))
    field.declare("B", "A")

    def supporting() -> dict[str, str]:
        options = supporters(field.battle, field["A"], [field["B"]], 0)
        return field.why_not(0, "support", field["A"].id, [DONE, *options])

    assert supporting() == {"support:2": "the B is outside its arc of fire (R49)"}
    field["C"].fired = True
    assert supporting()["support:1"] == "it has fired this turn (R27)"
    field["C"].fired = False
    field.unform("C")
    assert supporting()["support:1"] == "unformed: only formed friends give support fire (R27)"


def test_no_support_from_too_far() -> None:
    union = [foot("us-line", "A", 30, 50, 180), foot("us-line", "C", 30, 61, 180)]
    field = Field(union, [foot("cs-line", "B", 30, 41, 0, "column")], orders=("assault", "assault"))
    field.declare("B", "A")
    assert field.why_not(0, "support", 0, [DONE]) == {"support:1": "the B is 17.8 inches off (infantry-ranges)"}


def test_brigade_by_brigade_another_brigadier_waits() -> None:
    groups = [brigade("one"), brigade("two")]
    union = [
        foot("us-line", "A", 30, 50, 180, group="one"),
        foot("us-line", "C", 50, 50, 180, group="two"),
        general("gen-n", "Him", 30, 60, group="one"),
        general("gen-n", "Other", 50, 60, group="two"),
    ]
    field = Field(union, [FAR_OFF], brigades=(groups, ()), alternate="brigade")
    field.phase(Phase.CHARGES, UNION)
    field.battle.brigade = field["A"].brigade
    found = field.why_not(0, "generals", -1, [])
    waits = field.battle.place_of(field.man("Other"))
    assert found == {f"general:{waits}": "it is another brigade's go (R32)"}


def test_nobody_is_left_to_fire_at_but_a_general() -> None:
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 42, 0)])
    field.overrule(f"state {field['B'].id} dispersed")
    assert firing(field)["unit:0"] == "no enemy is on the table (R45)"


def test_opportunity_charges() -> None:
    union = [
        foot("us-line", "A", 30, 50, 180),
        foot("us-cav", "Horse", 40, 46, 270),
        foot("us-cav", "Far", 60, 60, 270),
    ]
    field = Field(union, [foot("cs-line", "B", 30, 43, 0, "column")], orders=("assault", "assault"))
    field.declare("B", "A")

    def intercepting() -> dict[str, str]:
        chargers = [Charger(charge, field[charge_name]) for charge, charge_name in [(field.battle.charges[0], "B")]]
        return field.why_not(0, "opportunity", -1, interceptions(field.battle, field.battle.units, chargers))

    found = intercepting()
    assert set(found) == {"opportunity:2"}
    assert found["opportunity:2"].endswith("off, and 10 inches is the farthest (R31)")
    field.unform("Horse")
    assert intercepting()["opportunity:1"] == "unformed: reform first (morale-states)"
    field.battle.charges[0].target = field["Horse"].id
    assert intercepting()["opportunity:1"] == "it is charged itself (R31)"


# ---------------------------------------------------------------- generals and orders


def led(order: str = "engage") -> Field:
    return Field(
        [foot("us-line", "A", 30, 50, 180), foot("us-line", "C", 60, 50, 180), general("gen-n", "Him", 30, 60)],
        [FAR_OFF],
        orders=(order, "hold"),
    )


def test_generals_who_have_ridden() -> None:
    field = led()
    field.phase(Phase.CHARGES, UNION)
    him = field.man("Him")
    battle = field.battle

    def riding() -> dict[str, str]:
        free = [each for each in battle.generals if each.side == UNION and not bar_to_riding(battle, each)]
        return field.why_not(0, "generals", -1, [TakeGeneral(each.id, battle.place_of(each)) for each in free])

    assert riding() == {}
    field.game.tell(GeneralMoved(him.id, 30.0, 60.0, -1))
    assert riding() == {f"general:{battle.place_of(him)}": "he has ridden this turn (R32)"}


def test_where_a_general_cannot_go() -> None:
    field = led()
    field.phase(Phase.CHARGES, UNION)
    him = field.man("Him")
    battle = field.battle

    def going() -> dict[str, str]:
        units = [unit for unit in command_of(battle, him) if not bar_to_joining(battle, him, unit)]
        return field.why_not(0, "general_to", battle.place_of(him), [AttachTo(unit.id) for unit in units])

    assert going() == {"attach:1": "27.1 inches off, and he rides 18 inches (R32)"}
    field.overrule("area river 0 54 72 56")
    assert going()["attach:0"].endswith("lies between (R32)")


def ordering(field: Field) -> dict[str, str]:
    held = field.battle.brigades[0]
    options = brigade_options(field.battle, held)
    return field.why_not(0, "brigade_order", field.battle.first_of(held), options)


def test_orders() -> None:
    field = led()
    nobody = "there is no other brigade to support (R22)"
    assert ordering(field) == {"sent:support": nobody, "own:support": nobody}
    field.game.tell(GeneralLost(field.man("the Union C-in-C").id, "sniped", 0, "R93"))
    assert ordering(field)["sent"] == "he is out of play (R122)"
    field.game.tell(GeneralLost(field.man("Him").id, "sniped", 0, "R93"))
    assert ordering(field)["own"] == "he is out of play (R93)"
    field.battle.brigades[0].shown = True
    assert ordering(field)["show"] == "it lies open already (R17)"


def test_orders_that_are_not_sent() -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, 180), general("gen-n", "Div", 30, 60, "divisional")],
        [FAR_OFF],
        brigades=([brigade("brigade")], ()),
    )
    found = ordering(field)
    assert found["sent:support"] == "there is no other brigade to support (R22)"
    field.battle.divisions[0].order = 1
    assert ordering(field)["sent:assault"] == "Union division is to defend, and no such order is sent then (R8)"


def test_the_other_side_is_not_greyed() -> None:
    """Only whom the seat commands."""
    field = facing_off()
    field.phase(Phase.FIRING, CONFEDERATE)
    found = field.why_not(1, "fire", -1, [DONE])
    assert set(found) <= {"unit:1"}
