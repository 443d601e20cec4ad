"""The sheet in the field book: what is written down of a unit, and what each procedure takes from it and does to it."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.book_rows import (
    ANYBODY,
    ASKED,
    ENEMY,
    FIXED,
    FRIEND,
    NOBODY,
    SET,
    TAKE,
    TARGET,
    UNIT,
    WORKED,
    BookRows,
    BookState,
    BookUnit,
    Change,
    DeckRow,
    Deed,
    Due,
    Fact,
    Input,
    Joining,
    Procedure,
    Then,
    Tie,
)
from playsheet.core.forms import Field, Value
from playsheet.rules.lancer.battle.state import STOP, LancerBattle
from playsheet.rules.lancer.battle.units import Unit, files_of
from playsheet.rules.lancer.calculator.fields import ARMS, MOST
from playsheet.rules.lancer.calculator.morale import FALLS_BACK, ROUTED
from playsheet.rules.lancer.dice.melee import STRIKES
from playsheet.rules.lancer.dice.morale import FALL_BACK, WHO
from playsheet.rules.lancer.sheet import LancerRules
from playsheet.rules.lancer.terms import FORMATIONS, Arm, Formation, Where
from playsheet.rules.lancer.turn import DRAW

MELEE: Final = "melee"  # the relation of units in contact
PLACES: Final = ("waiting", "on the table", "destroyed", "routed")
ON_TABLE: Final = PLACES[Where.ON_TABLE]
STATES: Final = ("figures", "place", "disrupted", "jammed", "formation", "with_unit")
NO_WEAPON: Final = "none"


def attributes(rules: LancerRules) -> tuple[Field, ...]:
    """What stands in a roster, the card's figures first."""
    scale = [rules.sheet.integer("ratings", word) for word in rules.sheet.table("ratings").values]
    return (
        Field("kind", "what it is, as the dice take it", ARMS[0], choices=ARMS),
        Field("commander", "it is a commander", default=False),
        Field("start", "figures it started with", 10, 1, MOST),
        Field("morale", "its Morale, as printed on its card", min(scale), min(scale), max(scale)),
        Field("melee", "its Melee", min(scale), min(scale), max(scale)),
        Field("lancer", "they are lancers", default=False),
        Field("weapon", "what it fires", NO_WEAPON, choices=(NO_WEAPON, *rules.weapons)),
        Field("figures", "figures left", 10, 0, MOST),
        Field("place", "where it is", ON_TABLE, choices=PLACES),
        Field("disrupted", "it is disrupted", default=False),
        Field("jammed", "its gun is jammed", default=False),
        Field("formation", "how it stands", FORMATIONS[0], choices=FORMATIONS),
        Field("with_unit", "the unit that a commander is attached to, by its number; -1: none", NOBODY, NOBODY, 999),
    )


# ---------------------------------------------------------------- from a battle


def book_of(battle: LancerBattle) -> BookState:
    """A battle of the screen without its positions."""
    state = BookState(battle.goals.side_names[:], [book_unit(unit) for unit in battle.units])
    state.turn = battle.turn
    state.begun = not battle.to_deploy and bool(battle.deck.left or battle.deck.drawn)
    state.finished = battle.finished
    state.winner = battle.winner
    state.verdict = battle.verdict
    state.left = battle.deck.left[:]
    state.drawn = battle.deck.drawn[:]
    state.score = battle.score[:]
    for unit in battle.units:
        for foe in unit.foes:
            state.tie(MELEE, unit.id, foe)
    return state


def book_unit(unit: Unit) -> BookUnit:
    card = unit.card
    arm = Arm.GUN if unit.kind == Arm.GUN else Arm.HORSE if unit.mounted() else Arm.FOOT
    waits_in_line = unit.place == Where.WAITING and unit.kind in (Arm.FOOT, Arm.HORSE)
    formation = Formation.LINE if waits_in_line else unit.formation
    values: dict[str, Value] = {
        "kind": ARMS[arm],
        "commander": unit.is_commander(),
        "start": unit.start,
        "morale": card.morale,
        "melee": card.melee,
        "lancer": card.lancer,
        "weapon": NO_WEAPON if card.weapon is None else card.weapon.id,
        "figures": unit.figures,
        "place": PLACES[unit.place],
        "disrupted": unit.disrupted,
        "jammed": unit.jammed,
        "formation": FORMATIONS[formation],
        "with_unit": unit.attached_to,
    }
    return BookUnit(unit.id, unit.name, unit.side, card.id, values)


# ---------------------------------------------------------------- what the book works out


def is_there(unit: BookUnit) -> bool:
    return unit.word("place") in (PLACES[Where.WAITING], ON_TABLE)


def leaders(state: BookState, unit: int) -> list[BookUnit]:
    """The commanders attached to it, in the order of the roster."""
    return [other for other in state.units if other.number("with_unit") == unit and is_there(other)]


def firing(deed: Deed) -> Value:
    """Those in the ranks that fire (R7)."""
    unit = deed.actor()
    rules: LancerRules = deed.rules
    figures = unit.number("figures")
    if unit.word("kind") == ARMS[Arm.GUN]:
        return figures
    return min(figures, files_of(figures, FORMATIONS.index(unit.word("formation"))) * rules.firing_ranks)


def commanders_of_target(deed: Deed) -> Value:
    return len(leaders(deed.state, deed.target))


def is_led(deed: Deed) -> Value:
    return is_unit_led(deed)


def is_unit_led(deed: Deed) -> bool:
    return len(leaders(deed.state, deed.unit)) > 0


def is_target_in_melee(deed: Deed) -> Value:
    return len(deed.state.tied(MELEE, deed.target)) > 0


def charging_how(deed: Deed) -> Value:
    return "woods_charge" if deed.flag("woods") else "charge"


def several_lead_target(deed: Deed) -> bool:
    return len(leaders(deed.state, deed.target)) > 1


def figures_of_unit(deed: Deed) -> Value:
    return deed.actor().number("figures")


def figures_of_target(deed: Deed) -> Value:
    return deed.other().number("figures")


def touching_of_unit(deed: Deed) -> Value:
    """All, or as many as can touch the enemy's figures."""
    return touching(deed, deed.actor(), deed.other())


def touching_of_target(deed: Deed) -> Value:
    return touching(deed, deed.other(), deed.actor())


def touching(deed: Deed, many: BookUnit, ones: BookUnit) -> int:
    rules: LancerRules = deed.rules
    return min(many.number("figures"), rules.most_contacts * ones.number("figures"))


# ---------------------------------------------------------------- why not


def bars_fire(deed: Deed) -> str:
    unit = deed.actor()
    if unit.word("weapon") == NO_WEAPON:
        return f"{unit.name} has nothing to fire"
    if unit.flag("jammed"):
        return f"{unit.name} is jammed (R23)"
    rules: LancerRules = deed.rules
    if deed.state.tied(MELEE, deed.target) and not rules.fire_into_melee:
        return f"{deed.other().name} is in melee, and cannot be shot at (R27)"
    if deed.other().flag("commander"):
        return f"{deed.other().name} is a commander, and cannot be shot at alone (R36)"
    return ""


def bars_charge(deed: Deed) -> str:
    unit = deed.actor()
    return f"{unit.name}: guns never charge" if unit.word("kind") == ARMS[Arm.GUN] else ""


def bars_apart(deed: Deed) -> str:
    if deed.target in deed.state.tied(MELEE, deed.unit):
        return ""
    return f"{deed.actor().name} is not in melee with {deed.other().name}"


def bars_rally(deed: Deed) -> str:
    return "" if deed.actor().flag("disrupted") else f"{deed.actor().name} is not disrupted"


def bars_clearing(deed: Deed) -> str:
    return "" if deed.actor().flag("jammed") else f"{deed.actor().name} is not jammed"


def bars_attaching(deed: Deed) -> str:
    if not deed.actor().flag("commander"):
        return f"{deed.actor().name} is no commander"
    return f"{deed.other().name} is a commander himself" if deed.other().flag("commander") else ""


def bars_detaching(deed: Deed) -> str:
    return "" if deed.actor().number("with_unit") >= 0 else f"{deed.actor().name} is with no unit"


# ---------------------------------------------------------------- what no row can say


def after_volley(deed: Deed) -> None:
    """A rout takes the commanders along, or they are left (R13); else so many of them fell (R39)."""
    if deed.word("morale") == ROUTED:
        rout(deed.rules, deed.state, deed.target)
    else:
        commanders_fall(deed)


def commanders_fall(deed: Deed) -> None:
    led = leaders(deed.state, deed.target)
    first = deed.number("which") - 1 if len(led) > 1 else 0
    for number in range(deed.number("commanders_lost")):
        led[(first + number) % len(led)].values["figures"] = 0


def after_check(deed: Deed) -> None:
    if deed.word("morale") == ROUTED:
        rout(deed.rules, deed.state, deed.unit)


def rout(rules: LancerRules, state: BookState, unit: int) -> None:
    """It is gone, and so are the commanders with it if the switch says so (R13)."""
    gone = [state.units[unit]]
    if rules.rout_takes_commander:
        gone += leaders(state, unit)
    for each in gone:
        each.values["place"] = PLACES[Where.ROUTED]
        each.values["figures"] = 0


def after_blows(deed: Deed) -> None:
    """Who left under blows that hurt is disrupted, by the other reading always (R33)."""
    rules: LancerRules = deed.rules
    led = leaders(deed.state, deed.unit)
    if led and deed.flag("commanders") and deed.number("lost") > 0:
        led[0].values["figures"] = 0
        deed.actor().values["figures"] = deed.actor().number("figures") + 1
    if deed.actor().number("figures") and (deed.number("lost") > 0 or rules.leaving_disrupts):
        deed.actor().values["disrupted"] = True


def after_attaching(deed: Deed) -> None:
    """He is no longer disrupted, and in no melee of his own."""
    deed.actor().values["with_unit"] = deed.target
    deed.actor().values["disrupted"] = False
    deed.state.loosen(MELEE, deed.unit)


# ---------------------------------------------------------------- the rows

ROOM: Final = Input("room", ASKED, after=(FALL_BACK.why,))
VOLLEY: Final = (
    Input("weapon", UNIT, key="weapon"),
    Input("figures", WORKED, work=firing),
    Input("cover", ASKED),
    Input("target", TARGET, key="figures"),
    Input("start", TARGET, key="start"),
    Input("morale", TARGET, key="morale"),
    Input("commanders", WORKED, work=commanders_of_target),
    ROOM,
    Input("in_melee", WORKED, work=is_target_in_melee),
)
WHICH: Final = Fact(
    Field("which", "which of its commanders falls if one does: 1 the first in the roster", 1, 1, 9),
    after=(WHO.why,),
    only=several_lead_target,
)
STRUCK: Final = Fact(
    Field("commanders", "one of those who fell is its commander", default=False),
    after=(STRIKES.why,),
    only=is_unit_led,
)
SHOT: Final = (
    Change(UNIT, "jammed", SET, value=True, when="jammed"),
    Change(TARGET, "disrupted", SET, value=True, when="morale", among=(FALLS_BACK,)),
    Change(TARGET, "figures", TAKE, by="lost"),
)
CHECK: Final = (
    Input("morale", UNIT, key="morale"),
    Input("figures", UNIT, key="figures"),
    Input("start", UNIT, key="start"),
    Input("commander", WORKED, work=is_led),
    ROOM,
)
CHECKED: Final = (Change(UNIT, "disrupted", SET, value=True, when="morale", among=(FALLS_BACK,)),)
PAIRS: Final = (
    Input("attackers", ASKED, work=touching_of_unit),
    Input("attacker_melee", UNIT, key="melee"),
    Input("attacker_kind", UNIT, key="kind"),
    Input("defenders", ASKED, work=touching_of_target),
    Input("defender_melee", TARGET, key="melee"),
    Input("defender_kind", TARGET, key="kind"),
    Input("uphill", ASKED),
)
FOUGHT: Final = (
    Change(UNIT, "figures", TAKE, by="attackers_lost"),
    Change(TARGET, "figures", TAKE, by="defenders_lost"),
)
WOODS: Final = Fact(Field("woods", "the ground ahead is woods", default=False))
HOME: Final = Fact(Field("home", "it came home", default=True), after=("Charge", "Charge in woods"))
GOING_IN: Final = (Input("kind", UNIT, key="kind"), Input("how", WORKED, work=charging_how))

PROCEDURES: Final = (
    Procedure(
        "move",
        "Move",
        form="move",
        inputs=(Input("kind", UNIT, key="kind"), Input("how", ASKED)),
    ),
    Procedure(
        "shoot",
        "Shooting",
        form="shoot",
        target=ENEMY,
        inputs=VOLLEY,
        facts=(WHICH,),
        changes=SHOT,
        bars=bars_fire,
        work=after_volley,
    ),
    Procedure(
        "charge",
        "Charge",
        form="move",
        target=ENEMY,
        inputs=GOING_IN,
        facts=(WOODS, HOME),
        ties=(Tie(MELEE, join=True, when="home"),),
        thens=(
            Then("charge-melee", "the charge is home: a round of melee at once", when="home", must=True),
            Then("shoot", "the charge fell short: the target may fire", when="home", among=(False,), turned=True),
            Then(
                "counter-charge", "the charge fell short: or counter-charge", when="home", among=(False,), turned=True
            ),
        ),
        bars=bars_charge,
    ),
    Procedure(
        "counter-charge",
        "Counter-charge",
        form="move",
        target=ENEMY,
        inputs=GOING_IN,
        facts=(WOODS, HOME),
        ties=(Tie(MELEE, join=True, when="home"),),
        thens=(Then("charge-melee", "home: who charged first attacks (R22)", when="home", turned=True, must=True),),
        bars=bars_charge,
    ),
    Procedure(
        "charge-melee",
        "Melee on contact",
        form="melee",
        target=ENEMY,
        inputs=(*PAIRS, Input("lancers_charging", UNIT, key="lancer")),
        changes=FOUGHT,
    ),
    Procedure(
        "melee",
        "Melee",
        form="melee",
        target=ENEMY,
        inputs=(*PAIRS, Input("lancers_charging", FIXED, value=False)),
        changes=FOUGHT,
    ),
    Procedure(
        "leave-melee",
        "Leaving melee: the parting blows",
        form="parting",
        target=ENEMY,
        inputs=(
            Input("strikers", ASKED, work=figures_of_target),
            Input("melee", TARGET, key="melee"),
            Input("kind", TARGET, key="kind"),
            Input("leaving", ASKED, work=figures_of_unit),
            Input("leaving_kind", UNIT, key="kind"),
            Input("uphill", ASKED),
        ),
        facts=(STRUCK,),
        changes=(Change(UNIT, "figures", TAKE, by="lost"),),
        work=after_blows,
    ),
    Procedure(
        "stop-check",
        "Unit Morale Check in STOP",
        form="stop-check",
        inputs=CHECK,
        changes=CHECKED,
        work=after_check,
    ),
    Procedure(
        "morale",
        "Unit Morale Check",
        form="morale",
        inputs=CHECK,
        changes=CHECKED,
        work=after_check,
    ),
    Procedure(
        "casualties",
        "Casualty checks",
        form="casualties",
        target=ANYBODY,
        inputs=(
            Input("hits", ASKED),
            Input("target", TARGET, key="figures"),
            Input("start", TARGET, key="start"),
            Input("morale", TARGET, key="morale"),
            Input("commanders", WORKED, work=commanders_of_target),
        ),
        changes=(Change(TARGET, "figures", TAKE, by="lost"),),
        facts=(WHICH,),
        work=commanders_fall,
    ),
    Procedure(
        "rally",
        "Rally",
        changes=(Change(UNIT, "disrupted", SET, value=False),),
        bars=bars_rally,
        said="rallies",
    ),
    Procedure(
        "clear-jam",
        "Clear a jam",
        changes=(Change(UNIT, "jammed", SET, value=False),),
        bars=bars_clearing,
        said="clears its jam",
    ),
    Procedure(
        "formation",
        "Change formation",
        facts=(Fact(Field("formation", "how it stands now", FORMATIONS[0], choices=FORMATIONS)),),
        changes=(Change(UNIT, "formation", SET, by="formation"),),
        said="changes formation",
    ),
    Procedure(
        "attach", "A commander joins a unit", target=FRIEND, bars=bars_attaching, work=after_attaching, said="joins"
    ),
    Procedure(
        "detach",
        "A commander leaves his unit",
        changes=(Change(UNIT, "with_unit", SET, value=NOBODY),),
        bars=bars_detaching,
        said="rides on alone",
    ),
    Procedure("touch", "Two units touch", target=ENEMY, ties=(Tie(MELEE, join=True),), said="is in melee with"),
    Procedure(
        "part",
        "Two units no longer touch",
        target=ENEMY,
        ties=(Tie(MELEE, join=False),),
        bars=bars_apart,
        said="is out of melee with",
    ),
    Procedure(
        "gone",
        "A unit leaves the table",
        changes=(Change(UNIT, "place", SET, value=PLACES[Where.ROUTED]), Change(UNIT, "figures", SET, value=0)),
        said="is gone from the table",
    ),
)


# ---------------------------------------------------------------- deck, turn, who is gone


def begin(rules: Any, state: BookState) -> None:
    """All who wait stand on the table, and the deck is shuffled."""
    for unit in state.units:
        if unit.word("place") == PLACES[Where.WAITING]:
            unit.values["place"] = ON_TABLE
    shuffle_all(rules, state)


def next_turn(rules: Any, state: BookState) -> None:
    """STOP is over: the cards go back, those that stay out by the other reading excepted (R1)."""
    if rules.reshuffle_all:
        shuffle_all(rules, state)
        return
    left = [card for card in state.left if not passed_over(state, card)]
    if STOP in state.drawn:
        state.drawn.remove(STOP)
    state.left = [*left, STOP]
    if not left:
        shuffle_all(rules, state)


def shuffle_all(rules: LancerRules, state: BookState) -> None:
    """Every card of a unit still in play, drawn or not, with STOP (R1, R2)."""
    cards: list[int] = []
    for unit in state.units:
        if is_there(unit):
            cards += [unit.id] * rules.cards_for(
                Arm.COMMANDER if unit.flag("commander") else ARMS.index(unit.word("kind"))
            )
    cards += [STOP] * rules.stop_cards
    state.left = cards
    state.drawn = []


def passed_over(state: BookState, card: int) -> bool:
    """The cards of the dead (R2)."""
    return card != STOP and not is_there(state.units[card])


def comes_up(rules: Any, state: BookState, card: int) -> None:
    """STOP: every unit locked in melee checks, side 1 first (R5)."""
    if card != STOP:
        return
    for side in range(len(state.sides)):
        for unit in state.units:
            if unit.side == side and is_there(unit) and state.tied(MELEE, unit.id):
                state.due.append(
                    Due("stop-check", unit.id, NOBODY, "it is locked in melee when STOP comes up", must=True)
                )


def settle(rules: Any, state: BookState) -> None:
    """A unit without figures is gone: it fights nobody, and commanders who were with it are alone."""
    for unit in state.units:
        if unit.number("figures") == 0 and is_there(unit):
            unit.values["place"] = PLACES[Where.DESTROYED]
    for unit in state.units:
        if is_there(unit):
            host = unit.number("with_unit")
            if host >= 0 and (host >= len(state.units) or not is_there(state.units[host])):
                unit.values["with_unit"] = NOBODY
        else:
            unit.values["with_unit"] = NOBODY
            state.loosen(MELEE, unit.id)


def comes_on(rules: Any, state: BookState, unit: BookUnit) -> None:
    """Who joins a battle that goes on stands on the table; his cards come with the next deck."""
    if state.begun:
        unit.values["place"] = ON_TABLE


def book_rows(rules: LancerRules) -> BookRows:
    return BookRows(
        "lancer",
        rules,
        attributes=attributes(rules),
        states=STATES,
        relations=(MELEE,),
        procedures=PROCEDURES,
        settle=settle,
        is_there=is_there,
        refers=("with_unit",),
        carried_on=("figures", "morale", "melee"),
        deck=DeckRow(DRAW, {STOP: "STOP"}, passed_over, comes_up),
        begin=begin,
        next_turn=next_turn,
        joining=Joining("figures", whole=("start",), parts=True, comes=comes_on),
    )
