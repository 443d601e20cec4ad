"""What stands in the book of a unit of figures, a gun or a machine, and how it is read from a battle."""

from __future__ import annotations

from typing import Final

from playsheet.core.book_rows import NOBODY, BookState, BookUnit
from playsheet.core.errors import Refused
from playsheet.core.forms import Field, Value
from playsheet.rules.orderchips import terms
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.sheet.tables import HIGHEST, HIGHEST_ARMOR, LOWEST, MOST_FIGURES, ChipRules, Weapon
from playsheet.rules.orderchips.terms import (
    ACTIONS,
    CHIPS,
    CLASSES,
    DRILLS,
    GRADES,
    HAYWIRES,
    KINDS,
    ORDERS,
    PLACES,
    SIZES,
    VEHICLE_ROWS,
    Arm,
    Chip,
    Conduct,
    Haywire,
    Order,
    WeaponClass,
    Where,
)
from playsheet.tabletop.machines.charts import SHOOT
from playsheet.tabletop.machines.machine import FATES, IN_PLAY

MELEE: Final = "melee"  # the relation of units that are locked
CHARGE: Final = "charge"  # of one that charges and whom it charges
MACHINES: Final = KINDS[Arm.VEHICLE :]
NO_TESTS: Final = (KINDS[Arm.NOTABLE], KINDS[Arm.AUTOMATON])  # who never test (R44)
UNTESTED: Final = (*MACHINES, *NO_TESTS)
RETREATS: Final = (ACTIONS[Conduct.BACKS], ACTIONS[Conduct.RUNS])
NO_CHARGE: Final = (ACTIONS[Conduct.MILLS], *RETREATS)
WEAPONS: Final = (1, 2, 3, 4)  # of a machine, as they stand on its card
NO_WEAPON: Final = "none"
NO_SHELL: Final = "none"
ENGINE_WORDS: Final = ("running", "stopped", "without power")  # as of RUNNING, STALLED, NO_POWER
NO_FIT: Final = HAYWIRES[Haywire.OBEYS]  # nothing that is still to be carried out
STANDS: Final = VEHICLE_ROWS[0]
SHELLS: Final = (NO_SHELL, *CLASSES[WeaponClass.GRENADE + 1 :])
# what a machine's card says, and how it stands: the inputs of every form of a machine
OF_CARD: Final = (
    "card_armor",
    "card_sustain",
    "card_speed",
    "card_melee",
    "card_crew",
    *[f"shoot_{number}" for number in WEAPONS],
)
OF_MACHINE: Final = (
    "fate",
    "armor",
    "sustain",
    "speed",
    "machine_melee",
    *[f"left_{number}" for number in WEAPONS],
    "shoot_lost",
    "crew",
    "crew_lost",
    "engine",
    "locked",
    "steam",
    "for_good",
    "immobile",
    "penetrated",
    "haywire",
)
STATES: Final = (
    "figures",
    "place",
    "order",
    "chip",
    "fired",
    "forced",
    "charging",
    "no_action",
    "next_no_action",
    "bad_cartridges",
    "lost_figures",
    "with_unit",
    "falling",
    "unmanned",
    "gun_lost",
    "gun_falls",
    *OF_MACHINE,
    "was_hit",
    "hit_tested",
    "tried_repair",
    "fit",
    "next_side",
    "captor",
    "explodes",
    "crew_does",
)
SHOOTING_PHASE: Final = 3
MOVES_PHASE: Final = 1
# of each phase of the turn the book's
PHASE_OF: Final = (0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4, 5, 6)


def attributes() -> tuple[Field, ...]:
    """What stands in a roster, the card's figures first."""
    return (
        Field("kind", "what it is", KINDS[Arm.INFANTRY], choices=KINDS),
        Field("start", "figures it started with", 10, 0, MOST_FIGURES),
        Field("grade", "its grade", GRADES[0], choices=GRADES),
        Field("drill", "its drill", DRILLS[0], choices=DRILLS),
        Field("armoured", "figures in power armour, who fall and flee last", 0, 0, MOST_FIGURES),
        Field("protected", "it is protected, as in power armour", default=False),
        Field("weapon", "class of what it fires", NO_WEAPON, choices=(NO_WEAPON, *CLASSES)),
        Field("shoot", "its SHOOT", LOWEST, LOWEST, HIGHEST),
        Field("rof", "rate of fire of each figure", 1, 1, 20),
        Field("melee", "its MELEE", LOWEST, LOWEST, HIGHEST),
        Field("save", "SAVE of a notable person, 0: it is none", 0, 0, HIGHEST),
        Field("army_commander", "he commands the army", default=False),
        Field("scientist", "he can repair automata", default=False),
        Field("explosives", "explosives, against machines in melee", default=False),
        Field("per_crew", "crew of a Gatling that count; 0: its rate of fire is the gun's", 0, 0, MOST_FIGURES),
        Field("least", "crew that it takes to fire a gun", 1, 1, MOST_FIGURES),
        Field("player", "whose it was at first, by the number of the player; 0: nobody's", 0, 0, 20),
        Field("own_side", "the side that it belongs to, by its number", 1, 1, 20),
        Field("size", "a vehicle's size", SIZES[0], choices=SIZES),
        Field("start_rating", "a vehicle's START", LOWEST, LOWEST, HIGHEST),
        Field("melee_dice", "a machine's dice in melee", 0, 0, 40),
        Field("special", "a special melee weapon of a machine", default=False),
        Field("card_armor", "ARMOR on its card; 0: no machine", 0, 0, HIGHEST_ARMOR),
        Field("card_sustain", "SUSTAIN on its card", 0, 0, HIGHEST),
        Field("card_speed", "SPEED on its card", 0, 0, 100),
        Field("card_melee", "MELEE on a machine's card", 0, 0, HIGHEST),
        Field("card_crew", "crew on its card", 0, 0, MOST_FIGURES),
        *[
            Field(f"weapon_{number}", f"class of a machine's weapon {number}", NO_WEAPON, choices=(NO_WEAPON, *CLASSES))
            for number in WEAPONS
        ],
        *[Field(f"rof_{number}", f"its rate of fire, weapon {number}", 1, 1, 20) for number in WEAPONS],
        *[Field(f"shoot_{number}", f"SHOOT on the card, weapon {number}", 0, 0, HIGHEST) for number in WEAPONS],
        Field("figures", "figures left", 10, 0, MOST_FIGURES),
        Field("place", "where it is", PLACES[Where.ON_TABLE], choices=PLACES),
        Field("order", "its order", ORDERS[Order.CLOSE], choices=ORDERS),
        Field("chip", "its chip", CHIPS[Chip.NONE], choices=CHIPS),
        Field("fired", "it has fired this turn", default=False),
        Field("forced", "it was forced to move this turn", default=False),
        Field("charging", "it has declared a charge that is not over", default=False),
        Field("no_action", "it takes no action this turn", default=False),
        Field("next_no_action", "it takes no action next turn", default=False),
        Field("bad_cartridges", "its cartridges are bad this turn", default=False),
        Field("lost_figures", "it has lost figures to hits this turn", default=False),
        Field("with_unit", "the unit that a notable person is with, by its number; -1: none", NOBODY, NOBODY, 999),
        Field("falling", "figures that fall when the losses come off", 0, 0, 1000),
        Field("unmanned", "its crew is not with the gun", default=False),
        Field("gun_lost", "its gun is wrecked or taken", default=False),
        Field("gun_falls", "its gun is lost when the losses come off", default=False),
        Field("fate", "what became of a machine", FATES[IN_PLAY], choices=FATES),
        Field("armor", "its ARMOR now", 0, 0, HIGHEST_ARMOR),
        Field("sustain", "its SUSTAIN now", 0, 0, HIGHEST),
        Field("speed", "its SPEED now", 0, 0, 100),
        Field("machine_melee", "a machine's MELEE now", 0, 0, HIGHEST),
        *[
            Field(f"left_{number}", f"SHOOT of weapon {number} now; 0: it does not work", 0, 0, HIGHEST)
            for number in WEAPONS
        ],
        Field("shoot_lost", "points of SHOOT lost so far", 0, 0, 1000),
        Field("crew", "its crew now", 0, 0, MOST_FIGURES),
        Field("crew_lost", "crew lost so far", 0, 0, 1000),
        Field("engine", "its engine", ENGINE_WORDS[0], choices=ENGINE_WORDS),
        Field("locked", "it cannot turn", default=False),
        Field("steam", "turns until its power fails; 0: no such thing", 0, 0, 100),
        Field("for_good", "power that fails cannot be restored", default=False),
        Field("immobile", "it cannot move", default=False),
        Field("penetrated", "a penetrating hit this turn", default=False),
        Field("haywire", "what an automaton does", NO_FIT, choices=HAYWIRES),
        Field("was_hit", "a vehicle was hit this turn", default=False),
        Field("hit_tested", "it has tested for it", default=False),
        Field("tried_repair", "a scientist has tried to repair something this turn", default=False),
        Field("fit", "haywire that is to be carried out", NO_FIT, choices=HAYWIRES),
        Field("next_side", "the side that commands it from next turn; 0: none other", 0, 0, 20),
        Field("captor", "who has taken it, by its number; -1: nobody", NOBODY, NOBODY, 999),
        Field("explodes", "it explodes when the losses are off, like such a shell", NO_SHELL, choices=SHELLS),
        Field("crew_does", "what its crew does that has tested at once", STANDS, choices=VEHICLE_ROWS),
    )


ATTRIBUTES: Final = attributes()


# ---------------------------------------------------------------- from a battle


def book_of(battle: ChipBattle) -> BookState:
    """A battle of the screen without its positions; natives, if some have come, are a side of their own."""
    natives = [unit.id for unit in battle.units if unit.side == battle.sides]
    sides = [*battle.goals.side_names, "Natives"] if natives else battle.goals.side_names[:]
    state = BookState(sides, [book_unit(battle, unit) for unit in battle.units])
    state.turn = max(1, battle.turn)
    state.phase = PHASE_OF[battle.phase]
    state.begun = battle.phase != terms.Phase.DEPLOYING
    state.finished = battle.finished
    state.winner = battle.winner
    state.verdict = battle.verdict
    state.score = [*battle.score, 0] if natives else battle.score[:]
    state.values["haze"] = battle.haze
    for unit in battle.units:
        for foe in unit.locked:
            state.tie(MELEE, unit.id, foe)
        if unit.charging and unit.target >= 0:
            state.tie(CHARGE, unit.id, unit.target)
    return state


def book_unit(battle: ChipBattle, unit: Unit) -> BookUnit:
    card = unit.card
    machine = card.machine
    values: dict[str, Value] = {
        "kind": KINDS[unit.kind],
        "start": unit.start,
        "grade": GRADES[card.grade],
        "drill": DRILLS[card.drill],
        "armoured": card.armoured,
        "protected": card.protected,
        "weapon": NO_WEAPON if card.weapon is None else CLASSES[card.weapon.cls],
        "shoot": max(LOWEST, card.shoot),
        "rof": 1 if card.weapon is None else card.weapon.rof,
        "melee": LOWEST,
        "save": card.save,
        "army_commander": card.army_commander,
        "scientist": card.scientist,
        "explosives": card.explosives,
        "per_crew": card.per_crew,
        "least": card.least,
        "player": unit.owner + 1,
        "own_side": unit.own_side + 1,
        "size": SIZES[0 if machine is None else machine.size],
        "start_rating": LOWEST if machine is None else max(LOWEST, machine.start),
        "melee_dice": 0 if machine is None else machine.melee_dice,
        "special": machine is not None and machine.special,
        "card_armor": 0 if machine is None else machine.armor,
        "card_sustain": 0 if machine is None else machine.sustain,
        "card_speed": 0 if machine is None else machine.speed,
        "card_melee": 0 if machine is None else machine.melee,
        "card_crew": 0 if machine is None else machine.crew,
    }
    mounted = [] if machine is None else machine.weapons
    if len(mounted) > len(WEAPONS):
        raise Refused(f"{unit.name}: expected at most {len(WEAPONS)} weapons on a machine of a field book.")
    for what in ("weapon", "rof", "shoot"):
        for number in WEAPONS:
            weapon = mounted[number - 1] if number <= len(mounted) else None
            values[f"{what}_{number}"] = of_weapon(weapon, what)
    now: dict[str, Value] = {
        "figures": unit.figures,
        "place": PLACES[unit.place],
        "order": ORDERS[unit.order],
        "chip": CHIPS[unit.chip],
        "fired": unit.fired,
        "forced": unit.forced,
        "charging": unit.charging,
        "no_action": unit.no_action,
        "next_no_action": unit.next_no_action,
        "bad_cartridges": unit.bad_cartridges,
        "lost_figures": unit.lost_figures,
        "with_unit": unit.attached_to,
        "falling": 0,
        "unmanned": unit.kind == Arm.GUN and not unit.manned,
        "gun_lost": unit.gun_lost or (unit.kind == Arm.GUN and unit.place == Where.GONE),
        "gun_falls": False,
    }
    values.update(now)
    if machine is None:
        values["melee"] = max(LOWEST, card.melee)
        values.update(no_machine())
    else:
        values["melee"] = max(LOWEST, machine.melee)
        values.update(machine_values(battle.machine_of(unit)))
    values["was_hit"] = unit.was_hit
    values["hit_tested"] = unit.hit_test_used
    values["tried_repair"] = unit.tried_repair
    values["fit"] = HAYWIRES[unit.fit]
    values["next_side"] = 0 if unit.next_seat < 0 else battle.goals.seat_sides[unit.next_seat] + 1
    values["captor"] = NOBODY
    values["explodes"] = NO_SHELL
    values["crew_does"] = STANDS
    return BookUnit(unit.id, unit.name, unit.side, card.id, values)


def of_weapon(weapon: Weapon | None, what: str) -> Value:
    if what == "weapon":
        return NO_WEAPON if weapon is None else CLASSES[weapon.cls]
    if what == "rof":
        return 1 if weapon is None else weapon.rof
    return 0 if weapon is None else weapon.shoot


# ---------------------------------------------------------------- a machine


def no_machine() -> dict[str, Value]:
    return {field.name: field.default for field in ATTRIBUTES if field.name in OF_MACHINE}


def machine_values(machine: SteamMachine) -> dict[str, Value]:
    """A machine as the book writes it down."""
    found: dict[str, Value] = {
        "fate": FATES[machine.fate],
        "armor": machine.armor(),
        "sustain": machine.sustain(),
        "speed": machine.speed(),
        "machine_melee": machine.melee(),
    }
    for number in WEAPONS:
        found[f"left_{number}"] = machine.weapon_shoot(number - 1) if number <= len(machine.weapons) else 0
    found["shoot_lost"] = machine.stats[SHOOT]
    found["crew"] = machine.crew
    found["crew_lost"] = machine.crew_lost
    found["engine"] = ENGINE_WORDS[machine.engine]
    found["locked"] = not machine.steers
    found["steam"] = machine.timer
    found["for_good"] = not machine.repairable
    found["immobile"] = machine.immobile
    found["penetrated"] = machine.penetrated and not machine.plan.automaton  # it counts for a crew's morale only
    found["haywire"] = HAYWIRES[machine.haywire]
    return found


def machine_of(rules: ChipRules, held: dict[str, Value]) -> SteamMachine:
    """The machine that stands in a roster, or on a form that was filled in from one."""
    automaton = held["kind"] == KINDS[Arm.AUTOMATON]
    shoots = [int(held[f"shoot_{number}"]) for number in WEAPONS if int(held[f"shoot_{number}"]) > 0]
    ratings = [int(held["card_armor"]), 0, int(held["card_sustain"]), int(held["card_speed"]), int(held["card_melee"])]
    plan = rules.plan(ratings, int(held["card_crew"]), shoots, automaton)
    machine = SteamMachine(plan, plan.fresh())
    machine.fate = FATES.index(str(held["fate"]))
    machine.stats = [
        int(held["armor"]),
        int(held["shoot_lost"]),
        int(held["sustain"]),
        int(held["speed"]),
        int(held["machine_melee"]),
    ]
    machine.engine = ENGINE_WORDS.index(str(held["engine"]))
    machine.steers = held["locked"] is not True
    machine.timer = int(held["steam"])
    machine.repairable = held["for_good"] is not True
    machine.crew = int(held["crew"])
    machine.crew_lost = int(held["crew_lost"])
    machine.immobile = held["immobile"] is True
    machine.penetrated = held["penetrated"] is True
    machine.haywire = HAYWIRES.index(str(held["haywire"]))
    machine.weapons = []
    for at in range(len(shoots)):
        now = int(held[f"left_{at + 1}"])
        machine.weapons.append(0 if now == 0 else 1 + shoots[at] - now)
    return machine


def is_there(unit: BookUnit) -> bool:
    return unit.word("place") != PLACES[Where.GONE]


def is_machine(unit: BookUnit) -> bool:
    return unit.word("kind") in MACHINES


def is_notable(unit: BookUnit) -> bool:
    return unit.word("kind") == KINDS[Arm.NOTABLE]


def notables(state: BookState, unit: int) -> list[BookUnit]:
    """The notable persons with it, in the order of the roster; one on his own is all there is (4.7.1)."""
    if is_notable(state.units[unit]):
        return [state.units[unit]]
    return [other for other in state.units if other.number("with_unit") == unit and is_there(other)]
