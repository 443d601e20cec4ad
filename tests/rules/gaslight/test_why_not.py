"""Why not: each reason that a greyed order can have, as it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rules.gaslight.situation import PIT, Field, band, crew, machine, men, row, setup_of, soldiers
from tabletop import ground

from playsheet.core.asking import Player, Question
from playsheet.core.events import Battle
from playsheet.rules.gaslight.battle.events import Attached, Promoted
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import NOBODY, Unit
from playsheet.rules.gaslight.options.choices import WAIT, TakeOver
from playsheet.rules.gaslight.options.command import eligible
from playsheet.rules.gaslight.options.orders import orders
from playsheet.rules.gaslight.options.why_not import barred
from playsheet.rules.gaslight.terms import ModelMark
from playsheet.tabletop.machines.machine import BALKED, ENGINE_DEAD, NO_POWER, STALLED, Machine

FAR_FOE = soldiers(1, "Foe", [(30, 65)], 180.0)
Change = Callable[[Field], object]


def why(field: Field, name: str, *, again: bool = False) -> dict[str, str]:
    """What is barred on the unit's card."""
    if not again:
        field.activate(name)
    unit = field[name]
    return field.why_not(unit.seat, "order", unit.id, orders(field.battle, unit))


def mark(name: str, place: int, mark: int) -> Change:
    """That figure has such a mark."""
    return lambda field: field.battle.mark(field.figure(name, place), mark)


# ---------------------------------------------------------------- what is greyed at all


def test_foot_far_from_everybody() -> None:
    field = Field([men("gl-redcoats", "Red", [*row(5, 30, 10), *row(5, 30, 8)])], [FAR_FOE])
    assert why(field, "Red") == {
        "charge": "nobody within 12 inches (R67)",
        "pile_in": "no enemy is in contact with the unit (R71)",
        "break_off": "no enemy is in contact with the unit (R71)",
        "shoot": "nobody within 24 inches: the Foe is nearest, 56.3 off (R36)",
        "snipe": "nobody within 24 inches: the Foe is nearest, 55 off (R39)",
    }


def test_a_gun_far_from_everybody() -> None:
    field = Field([men("gl-12-pounder", "Gun", crew(30, 10, 5), 0.0, (30, 10))], [FAR_FOE])
    assert why(field, "Gun") == {
        "charge": "nobody within 12 inches (R67)",
        "pile_in": "no enemy is in contact with the unit (R71)",
        "break_off": "no enemy is in contact with the unit (R71)",
        "gun_fire": "nobody within 48 inches: the Foe is nearest, 54 off (R52)",
        "gun_grape": "nobody within 13 inches: the Foe is nearest, 54 off (R65)",
        "gun_reload": "it is loaded",
    }


def test_a_machine_far_from_everybody() -> None:
    """A tank has no Scuffle dice and never charges; its crew is aboard, and does nothing on foot."""
    field = Field([machine("gl-steam-tank", "Tank", 30, 8)], [FAR_FOE])
    assert why(field, "Tank") == {
        "start": "engine and steering work",
        "weapon:0": "nobody within 48 inches: the Foe is nearest, 54 off (R52)",
        "weapon_grape:0": "nobody within 13 inches: the Foe is nearest, 54 off (R65)",
        "weapon_reload:0": "it is loaded",
        "weapon:1": "nobody within 36 inches: the Foe is nearest, 57 off (R36)",
    }


def test_what_a_card_never_does_is_not_greyed_either() -> None:
    ape = men("gl-great-ape", "Ape", [(10, 10)])
    field = Field([ape, men("gl-sappers", "Sappers", row(6, 30, 10)), men("gl-hero", "Hero", [(50, 10)])], [FAR_FOE])
    assert set(why(field, "Ape")) == {"charge", "break_off"}
    assert set(why(field, "Hero")) == {"charge", "break_off", "snipe"}
    assert set(why(field, "Sappers")) == {"charge", "pile_in", "break_off", "cone", "throw", "reload"}


# ---------------------------------------------------------------- figures that cannot act


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (mark("Red", 0, ModelMark.ACTED), "the officer of the Red has acted on this card (R5)"),
        (mark("Red", 0, ModelMark.HELD), "the officer of the Red loses this card to a failed check (R17, R18)"),
        (mark("Red", 0, ModelMark.WAITS), "the officer of the Red has acted this turn, before he joined (R7)"),
        (mark("Red", 0, ModelMark.RUNNING_OFF), "the officer of the Red is running for the table's edge (R16)"),
    ],
)
def test_one_who_cannot_act(change: Change, reason: str) -> None:
    field = Field([band(2, "Red", row(3, 30, 10), 0.0)], [FAR_FOE])
    field.activate("Red")
    change(field)
    assert why(field, "Red", again=True)["snipe"] == reason


def test_those_who_cannot_are_counted_by_their_reasons() -> None:
    field = Field([band(5, "Red", row(6, 30, 10), 0.0)], [FAR_FOE])
    field.activate("Red")
    for place in range(4):
        mark("Red", place, ModelMark.ACTED)(field)
    field.stand("Red", 4, 30, 50)
    field.stand("Red", 5, 33, 50)
    found = why(field, "Red", again=True)
    assert found["move"] == "4 have acted on this card, 2 are more than 12 inches from the leader (R5, R29)"
    assert found["form"] == found["move"]
    assert found["shoot"] == "3 have acted on this card, 2 are more than 12 inches from the leader (R5, R29)"
    mark("Red", 4, ModelMark.ACTED)(field)
    mark("Red", 5, ModelMark.ACTED)(field)
    assert why(field, "Red", again=True)["move"] == "all have acted on this card (R5)"


def test_by_switch_on_one_card_a_turn_only() -> None:
    red = soldiers(2, "Red", row(2, 30, 10), cards=2)
    field = Field([red], [soldiers(1, "Foe", [(30, 30)], 180.0)], **{"multi-card": "per-turn"})
    field.begin("Red")
    field.order("Red", "move", "move 30,11,30,11,0", again=True)
    field.end()
    field.begin("Red")
    assert why(field, "Red", again=True)["move"] == "all have acted on another card this turn (R4)"


def test_one_alone_forms_nothing() -> None:
    field = Field([band(2, "Red", row(3, 30, 10), 0.0)], [FAR_FOE])
    field.activate("Red")
    mark("Red", 0, ModelMark.ACTED)(field)
    mark("Red", 1, ModelMark.ACTED)(field)
    assert why(field, "Red", again=True)["form"] == "only one figure is free to act (R5)"


# ---------------------------------------------------------------- charging


def near_foe(*rest: Any, at: tuple[float, float] = (30.0, 16.0), facing: float = 0.0, **rulings: object) -> Field:
    """A leader and two men with the enemy six inches before them."""
    return Field([band(2, "Red", row(3, 30, 10), facing)], [soldiers(1, "Foe", [at], 180.0)], terrain=rest, **rulings)


def promoted(field: Field) -> None:
    field.lose("Red", 0)
    field.game.tell(Promoted(field["Red"].id, field.figure("Red", 1), True, ""))


def stood_in(field: Field) -> None:
    promoted(field)
    field["Red"].new_leader = False


def leaderless(field: Field) -> None:
    field.lose("Red", 0)


def declared(field: Field) -> None:
    field["Red"].no_charge = True


def moves_only(field: Field) -> None:
    field["Red"].moves_only = True


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (moves_only, "its charge met nobody, so it only moves on this card (R121)"),
        (declared, "it has declared a charge on this card (R22)"),
        (leaderless, "it has no leader (R95)"),
        (promoted, "its leader has taken over this turn (R32)"),
        (stood_in, "a stand-in leads it (R92)"),
        (mark("Red", 0, ModelMark.HELD), "its leader cannot act on this card (R17, R18)"),
        (mark("Red", 2, ModelMark.ACTED), "somebody has acted: a charge comes first on a card (R68)"),
    ],
)
def test_no_charge_at_all(change: Change, reason: str) -> None:
    field = near_foe()
    assert "charge" not in why(field, "Red")
    change(field)
    assert why(field, "Red", again=True)["charge"] == reason


def test_no_charge_on_anybody() -> None:
    assert why(near_foe(at=(30, 30)), "Red")["charge"] == "nobody within 12 inches (R67)"
    away = near_foe(facing=180.0)
    assert why(away, "Red")["charge"] == "the Foe is not to the leader's front; to turn is to move (R26, R38)"
    hidden = near_foe(ground("woods", "the wood", rect=[20, 12, 40, 14]))
    assert why(hidden, "Red")["charge"] == "the wood hides the Foe from the leader (R46)"
    slow = near_foe(ground("woods", "the wood", rect=[20, 11, 40, 40]), at=(30, 20))
    assert why(slow, "Red")["charge"] == "no way leads into contact with the Foe (R67, R114)"


def test_a_machine_that_cannot_charge() -> None:
    def walker(y: float, change: Callable[[Machine], None] | None = None) -> str:
        field = Field([machine("gl-walker", "Walker", 30, 10)], [soldiers(1, "Foe", [(30, y)], 180.0)])
        if change is not None:
            field.change("Walker", change)
        return why(field, "Walker").get("charge", "")

    def stalls(held: Machine) -> None:
        held.engine = STALLED

    assert walker(18) == ""
    assert walker(28) == "nobody within 10 inches whom it could drive straight into (R74)"
    assert walker(18, stalls) == "the engine has stalled: start it first (R76)"


# ---------------------------------------------------------------- fights


def test_in_contact() -> None:
    field = Field([band(2, "Red", [(30, 10), (31.2, 10), (60, 10)], 0.0)], [soldiers(1, "Foe", [(30, 11)], 180.0)])
    field.stand("Red", 2, 38, 2)
    field.activate("Red")
    assert field.battle.engaged(field.figure("Red", 0))
    found = why(field, "Red", again=True)
    assert found["charge"] == "it is in contact with the enemy already (R71)"
    assert found["snipe"] == "the officer of the Red is in contact with the enemy (R71)"
    assert found["shoot"] == "the Foe is in contact with friends (R45)"
    assert "break_off" not in found
    assert "pile_in" not in found  # the one beside him can
    mark("Red", 1, ModelMark.ACTED)(field)
    found = why(field, "Red", again=True)
    assert found["pile_in"] == "nobody who is free can reach the fight by a move (R71, R114)"
    mark("Red", 0, ModelMark.ACTED)(field)
    mark("Red", 2, ModelMark.ACTED)(field)
    found = why(field, "Red", again=True)
    assert found["pile_in"] == "all have acted on this card (R5)"
    assert found["break_off"] == "the officer of the Red has acted on this card (R5)"


def test_a_character_who_cannot_go_his_own_way() -> None:
    field = Field([band(2, "Red", row(3, 30, 10), 0.0), men("gl-hero", "Hero", [(30, 11.1)])], [FAR_FOE])
    field.game.tell(Attached(field["Hero"].id, field["Red"].id, False, "R7"))
    detach = f"detach:{field['Hero'].id}"
    assert detach not in why(field, "Red")
    mark("Hero", 0, ModelMark.ACTED)(field)
    assert why(field, "Red", again=True)[detach] == "the Hero has acted on this card (R5)"
    moves_only(field)
    assert why(field, "Red", again=True)[detach] == "its charge met nobody, so it only moves on this card (R121)"


def test_a_character_too_far_off_to_take_over() -> None:
    heroes = [men("gl-hero", "Hero", [(30, 15)]), men("gl-hero", "Rival", [(30, 23)])]
    field = Field([band(2, "Red", row(3, 30, 10), 0.0), *heroes], [FAR_FOE])
    field.lose("Red", 0)
    red = field["Red"]
    near = eligible(field.battle, red)
    assert [each.name for each in near] == ["Hero"]
    found = field.why_not(0, "takeover", red.id, [WAIT, *[TakeOver(each.id) for each in near]])
    rival = field["Rival"].id
    assert found == {f"take:{rival}:{rival}": "more than 12 inches from the unit (R31)"}


# ---------------------------------------------------------------- shooting


def shooters(*rest: Any, at: tuple[float, float] = (30.0, 20.0), facing: float = 0.0) -> Field:
    return Field([soldiers(2, "Red", row(2, 30, 10), facing)], [soldiers(1, "Foe", [at], 180.0)], terrain=rest)


def test_nobody_to_shoot_at() -> None:
    assert "shoot" not in why(shooters(), "Red")
    far = shooters(at=(30, 40))
    assert why(far, "Red")["shoot"] == "nobody within 24 inches: the Foe is nearest, 30 off (R36)"
    away = shooters(facing=180.0)
    assert why(away, "Red")["shoot"] == "the Foe is not to the front; to turn is to move (R26, R38)"
    hidden = shooters(ground("woods", "the wood", rect=[10, 12, 50, 14]))
    assert why(hidden, "Red")["shoot"] == "the wood hides the Foe (R46)"


def test_who_has_shot_at_all_he_sees() -> None:
    field = shooters()
    field.order("Red", "shoot_some:{Foe}", "who only:{Red.0}", dice=[20])
    said = "it has shot at the Foe on this card, and shoots once at each (R40)"
    assert why(field, "Red", again=True)["shoot"] == said


def test_empty_weapons_and_loaded_ones() -> None:
    muskets = soldiers(2, "Red", row(2, 30, 10), weapon="musket-carbine")
    field = Field([muskets], [soldiers(1, "Foe", [(30, 20)], 180.0)])
    assert why(field, "Red")["reload"] == "all have loaded already"
    field.battle.unmark(field.figure("Red", 0), ModelMark.LOADED)
    field.battle.unmark(field.figure("Red", 1), ModelMark.LOADED)
    found = why(field, "Red", again=True)
    assert found["shoot"] == "all must reload first (R5)"
    assert "reload" not in found
    moves_only(field)
    found = why(field, "Red", again=True)
    assert found["reload"] == found["shoot"] == "its charge met nobody, so it only moves on this card (R121)"


def test_a_character_names_models() -> None:
    def hero(*rest: Any, at: tuple[float, float] = (30.0, 18.0), facing: float = 0.0) -> str:
        field = Field([men("gl-hero", "Hero", [(30, 10)], facing)], [soldiers(1, "Foe", [at], 180.0)], terrain=rest)
        return why(field, "Hero").get("snipe", "")

    assert hero() == ""
    assert hero(at=(30, 40)) == "nobody within 12 inches: the Foe is nearest, 30 off (R39)"
    assert hero(facing=180.0) == "the Foe is not to the front; to turn is to move (R26, R38)"
    assert hero(ground("woods", "the wood", rect=[10, 12, 50, 14])) == "the wood hides the Foe (R46)"
    both = [men("gl-hero", "Hero", [(30, 10)]), soldiers(1, "Red", [(30, 17)])]
    fight = Field(both, [soldiers(1, "Foe", [(30, 18)], 180.0)])
    assert why(fight, "Hero")["snipe"] == "the Foe is in contact with friends (R45)"


def test_grenades_launchers_and_shotguns() -> None:
    """Sappers with the enemy out of reach, then with nothing left to use."""
    launcher = soldiers(1, "Gunner", [(10, 10)], weapon="grenade-launcher-old")
    field = Field([men("gl-sappers", "Sappers", row(6, 30, 10)), launcher], [soldiers(1, "Foe", [(30, 65)], 180.0)])
    found = why(field, "Sappers")
    assert found["throw"] == "nobody within 6 inches: the Foe is nearest, 55 off (R63)"
    assert found["cone"] == "nobody within 6 inches: the Foe is nearest, 55 off (R64)"
    for place in range(6):
        field.battle.grenades[field.figure("Sappers", place)] = 0
        field.battle.unmark(field.figure("Sappers", place), ModelMark.LOADED)
    found = why(field, "Sappers", again=True)
    assert found["throw"] == "all have used their grenades"
    assert found["cone"] == "all must reload first (R5)"
    assert why(field, "Gunner")["launch"].startswith("nobody within ")
    mark("Gunner", 0, ModelMark.ACTED)(field)
    assert why(field, "Gunner", again=True)["launch"] == "the redcoat of the Gunner has acted on this card (R5)"


# ---------------------------------------------------------------- guns


def gun(at: tuple[float, float] = (30.0, 30.0), **rulings: object) -> Field:
    return Field(
        [men("gl-12-pounder", "Gun", crew(30, 10, 5), 0.0, (30, 10))],
        [soldiers(1, "Foe", [at], 180.0)],
        **rulings,
    )


def test_a_gun_that_has_done_its_one_thing() -> None:
    field = gun()
    field.activate("Gun")
    field.battle.mark(field["Gun"].model, ModelMark.ACTED)
    found = why(field, "Gun", again=True)
    for kind in ("gun_fire", "gun_grape", "gun_reload", "gun_move"):
        assert found[kind] == "it has done its one thing on this card (R54)"


def test_a_gun_that_nobody_serves() -> None:
    field = gun()
    field.activate("Gun")
    for place in range(5):
        mark("Gun", place, ModelMark.ACTED)(field)
    assert why(field, "Gun", again=True)["gun_move"] == "all have acted on this card (R5)"
    alone = gun()
    alone.activate("Gun")
    for place in range(5):
        alone.stand("Gun", place, 30 + 1.2 * place, 2)
    assert why(alone, "Gun", again=True)["gun_move"] == "nobody of its crew is within 1 inch of it (R102, R103)"


def test_a_gun_that_is_empty_or_broken() -> None:
    field = gun(**{"gun-hit": "repairable"})
    found = why(field, "Gun")
    assert found["gun_repair"] == "it is in order"
    assert found["gun_reload"] == "it is loaded"
    model = field["Gun"].model
    field.battle.unmark(model, ModelMark.LOADED)
    found = why(field, "Gun", again=True)
    assert found["gun_fire"] == found["gun_grape"] == "it is empty: reload it first (R5)"
    assert "gun_reload" not in found
    field.battle.mark(model, ModelMark.BROKEN)
    found = why(field, "Gun", again=True)
    assert found["gun_fire"] == found["gun_reload"] == "it is broken: repair it first (R61)"
    assert "gun_repair" not in found


def test_a_gun_that_points_elsewhere() -> None:
    found = why(gun(at=(30, 2)), "Gun")
    assert found["gun_fire"] == "the Foe is not to its front; to turn it is to move it (R53, R103)"
    assert found["gun_grape"] == "the Foe is not to its front; to turn it is to move it (R53, R103)"


# ---------------------------------------------------------------- machines


def tank(at: tuple[float, float] = (30.0, 30.0), **rulings: object) -> Field:
    return Field([machine("gl-steam-tank", "Tank", 30, 10)], [soldiers(1, "Foe", [at], 180.0)], **rulings)


@pytest.mark.parametrize(
    ("engine", "repairable", "drive", "start"),
    [
        (STALLED, True, "the engine has stalled: start it first (R76)", ""),
        (NO_POWER, True, "there is no power (R84)", ""),
        (NO_POWER, False, "there is no power (R84)", "the power is gone for good (R84)"),
        (ENGINE_DEAD, True, "the engine is dead (R76)", "the engine is dead (R76)"),
        (BALKED, True, "the engine balked: it misses this drive (R75)", "engine and steering work"),
    ],
)
def test_an_engine_that_does_not_run(engine: int, repairable: bool, drive: str, start: str) -> None:
    def breaks(held: Machine) -> None:
        held.engine = engine
        held.repairable = repairable

    field = tank()
    field.change("Tank", breaks)
    found = why(field, "Tank")
    assert (found["drive"], found["reverse"], found.get("start", "")) == (drive, drive, start)


def test_a_machine_that_has_been_driven_or_has_no_hands_left() -> None:
    field = tank()
    field.order("Tank", "drive", "drive 0,2", dice=[1])
    found = why(field, "Tank", again=True)
    assert found["drive"] == found["start"] == "it has been driven or started on this card (R88)"
    for place in range(4):
        mark("Tank", place, ModelMark.ACTED)(field)
    assert why(field, "Tank", again=True)["weapon:1"] == "all have acted on this card (R5)"
    empty = tank()
    empty.activate("Tank")
    for place in range(4):
        empty.battle.get_out(empty.figure("Tank", place), 30 + 1.2 * place, 4, 0.0)
    found = why(empty, "Tank", again=True)
    assert found["drive"] == found["weapon:0"] == "nobody is aboard (R102)"
    assert found["charge"] == "nobody within 12 inches (R67)"


def test_weapons_of_a_machine() -> None:
    field = tank(at=(30, 2))
    found = why(field, "Tank")
    assert found["weapon:0"] == found["weapon_grape:0"] == "the Foe is not in its arc (R37)"
    assert "weapon:1" not in found  # the turret points where it likes
    field["Tank"].weapons_fired = 2
    field["Tank"].weapons_loaded = 2
    found = why(field, "Tank", again=True)
    assert found["weapon:1"] == "it has done its one thing on this card (R88)"
    assert found["weapon:0"] == "it is empty: reload it first (R5)"
    assert "weapon_reload:0" not in found

    def shot_off(held: Machine) -> None:
        held.weapons[0] = 0

    field.change("Tank", shot_off)
    assert why(field, "Tank", again=True)["weapon:0"] == "it is out of action (R86)"


def test_by_switch_a_machine_in_contact_fires_nothing() -> None:
    field = tank(at=(30, 13.5), **{"machine-locked": True})
    assert field.battle.engaged(field["Tank"].model)
    assert why(field, "Tank")["weapon:1"] == "the machine is in contact with the enemy (R99)"


# ---------------------------------------------------------------- offered or barred, and never both

WORDS = {
    "shoot_some": "shoot",
    "shoot_machine": "shoot",
    "shoot_some_machine": "shoot",
    "charge_machine": "charge",
    "gun_fire_machine": "gun_fire",
    "form_some": "form",
    "move_some": "move",
    "reload_some": "reload",
}


def kind_of(key: str) -> str:
    """`weapon:0` of `weapon_machine:0:4`, `shoot` of `shoot_some:4`."""
    word, _, rest = key.partition(":")
    number = rest.partition(":")[0]
    if word in ("weapon", "weapon_machine"):
        return f"weapon:{number}"
    if word in ("weapon_grape", "weapon_reload", "detach"):
        return f"{word}:{number}"
    return WORDS.get(word, word)


def could_do(battle: GaslightBattle, unit: Unit) -> set[str]:
    """What a unit, as it is now, could do on some card."""
    found: set[str] = {f"detach:{character}" for character in unit.attached}
    foot = battle.on_foot(unit)
    ram = unit.card.machine is None or unit.card.machine.scuffle_dice > 0 or not battle.aboard(unit)
    found |= {"charge"} if ram else set()
    found |= {"move", "break_off"} if foot else set()
    found |= {"form", "pile_in"} if len(foot) > 1 else set()
    for figure in foot:
        cast = battle.cast[figure]
        found |= {"throw"} if cast.grenades else set()
        if cast.weapon is not None:
            found |= {"reload"} if cast.weapon.reload else set()
            kinds = "cone" if cast.weapon.cone else "launch" if cast.weapon.launcher else ""
            found.add(kinds or ("snipe" if battle.is_character(figure) else "shoot"))
    gun = unit.card.gun
    if gun is not None and battle.gun_of(unit) >= 0:
        found |= {"gun_move"} | ({"gun_reload"} if gun.reload else set())
        found |= ({"gun_fire"} if not gun.cone else set()) | ({"gun_grape"} if gun.grape >= 0 else set())
    if unit.card.machine is not None and unit.has_machine():
        found |= {"drive", "reverse", "start"}
        for at, weapon in enumerate(unit.card.machine.weapons):
            found |= {f"weapon:{at}"} | ({f"weapon_reload:{at}"} if weapon.reload else set())
            found |= {f"weapon_grape:{at}"} if weapon.grape >= 0 else set()
    return found


class Looks(Player):
    """Plays like another, and looks at what is barred of all that it is asked for."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.looks = 0

    def choose(self, battle: Battle, question: Question) -> Any:
        assert isinstance(battle, GaslightBattle)
        if question.kind == "order":
            unit = battle.units[question.about]
            offered = {kind_of(option.key()) for option in question.options} - {"done"}
            greyed = {one.kind for one in barred(battle, question)}
            assert not offered & greyed
            assert offered | greyed == could_do(battle, unit), unit.name
            self.looks += 1
        return self.player.choose(battle, question)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        return self.player.place(battle, question)


@pytest.mark.parametrize("kind", ["doctrine", "random"])
def test_each_order_is_offered_or_barred(kind: str) -> None:
    game = setup_of(PIT).game([kind, kind], 3, False)
    looks = [Looks(player) for player in game.players if player is not None]
    for seat, player in enumerate(looks):
        game.players[seat] = player
    game.run()
    assert sum(player.looks for player in looks) > 50


def test_other_questions_bar_nothing() -> None:
    field = near_foe()
    for kind in ("leader", "who", "attach", "scatter"):
        assert barred(field.battle, Question(0, kind, field["Red"].id, [], None, 0, 0)) == []
    assert barred(field.battle, Question(0, "order", NOBODY, [], None, 0, 0)) == []
