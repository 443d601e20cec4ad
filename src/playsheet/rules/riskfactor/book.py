"""The sheet in the field book: what is written down of a group, what each procedure takes from it and does to it."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.book_rows import (
    ANYBODY,
    ASKED,
    BOOK,
    ENEMY,
    FRIEND,
    NOBODY,
    SET,
    TARGET,
    UNIT,
    WORKED,
    BookRows,
    BookState,
    BookUnit,
    Change,
    Deed,
    Fact,
    Input,
    Joining,
    Phase,
    Procedure,
    Then,
)
from playsheet.core.dice import Scripted, State
from playsheet.core.errors import Refused
from playsheet.core.forms import Field, Value
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.calculator.forms import MOST, USUAL, OnPaper
from playsheet.rules.riskfactor.dice.risk import binds
from playsheet.rules.riskfactor.dice.shooting import class_of_fire, is_killed, is_wounded, shoot, strike
from playsheet.rules.riskfactor.sheet import Cell, RiskRules
from playsheet.rules.riskfactor.terms import (
    CLASSES,
    FIRES,
    ORDERS,
    RESULTS,
    TABLES,
    Condition,
    OrderKind,
    Result,
    TroopClass,
    Where,
)

PLACES: Final = ("waiting", "on the table", "gone")
ON_TABLE: Final = PLACES[Where.ON_TABLE]
NO_WEAPON: Final = "none"
NO_RESULT: Final = "none"
STANDING: Final = ORDERS[: OrderKind.SAME]
STATES: Final = (
    "figures",
    "wounded",
    "hurt",
    "strength",
    "place",
    "order",
    "result",
    "obeys",
    "retreated",
    "router",
    "advancing",
    "commander",
    "declared",
    "loaded",
    "fired",
    "risk_add",
    "die_add",
)


def attributes(rules: RiskRules) -> tuple[Field, ...]:
    """What stands in a roster, the card's figures first."""
    return (
        Field("leader", "it is a leader", default=False),
        Field("pc", "it is a Player Character", default=False),
        Field("played", "its side has a player", default=True),
        Field("table", "its Actions Table", TABLES[0], choices=TABLES),
        Field("class", "its class", CLASSES[TroopClass.VETERAN], choices=CLASSES),
        Field("nco_class", "its NCOs' class", CLASSES[TroopClass.VETERAN], choices=CLASSES),
        Field("ncos", "NCOs among them, at most", 0, 0, MOST),
        Field("petticoats", "ladies in petticoats among them, at most", 0, 0, MOST),
        Field("native", "they are natives", default=False),
        Field("volley", "they can fire volleys", default=False),
        Field("weapon", "what they shoot or hurl", NO_WEAPON, choices=(NO_WEAPON, *rules.weapons)),
        Field("load", "how it is loaded", USUAL, choices=(USUAL, *rules.loads)),
        Field("arm", "what they fight with hand to hand", next(iter(rules.weapons)), choices=tuple(rules.weapons)),
        Field("bayonet", "they fight with bayonets", default=False),
        Field("figures", "figures left", 10, 0, MOST),
        Field("wounded", "of these wounded", 0, 0, MOST),
        Field("hurt", "wounded or killed so far, each once", 0, 0, 200),
        Field("strength", "figures that its losses are counted against", 10, 1, 200),
        Field("place", "where it is", ON_TABLE, choices=PLACES),
        Field("order", "its standing order", STANDING[0], choices=STANDING),
        Field("result", "what its Actions Table told it last and it obeyed", NO_RESULT, choices=(NO_RESULT, *RESULTS)),
        Field("obeys", "it has to obey that", default=True),
        Field("retreated", "it has lost a melee and retreated since its last action die", default=False),
        Field("router", "it is routing", default=False),
        Field("advancing", "its last move brought it nearer the enemy", default=False),
        Field("commander", "the Player Character who commands it this turn, by his number; -1: none", NOBODY, -1, 999),
        Field("declared", "he has declared to load or fire", default=False),
        Field("loaded", "it is loaded", default=True),
        Field("fired", "it has fired since its last turn began", default=False),
        Field("risk_add", "what a game master adds to its next Risk Factor", 0, -20, 20),
        Field("die_add", "what he adds to its next action die", 0, -6, 6),
        Field("rolled", "what its action die said, obeyed or not", NO_RESULT, choices=(NO_RESULT, *RESULTS)),
        Field("italic", "it stood in italics", default=False),
        Field("with_unit", "the group that a leader stands with, by its number; -1: none", NOBODY, NOBODY, 999),
    )


OWN: Final = (
    Field("first", "the side that moves first", 1, 0, 2),
    Field("active", "the side whose turn it is", 0, 0, 2),
)


# ---------------------------------------------------------------- from a battle


def book_of(battle: RiskBattle) -> BookState:
    """A battle of the screen without its positions."""
    state = BookState(battle.goals.side_names[:], [book_unit(battle, group) for group in battle.groups])
    state.turn = max(1, battle.turn)
    state.begun = battle.active >= 0
    state.finished = battle.finished
    state.winner = battle.winner
    state.verdict = battle.verdict
    state.values["first"] = battle.first_side + 1
    state.values["active"] = battle.active + 1
    return state


def book_unit(battle: RiskBattle, group: Group) -> BookUnit:
    card = group.card
    waits = group.place == Where.WAITING
    members = battle.members(group) if waits or group.place == Where.ON_TABLE else []
    there = len(members) > 0  # whoever is out of a seat's view is not
    order = battle.goals.orders[group.id].kind if waits and group.id < len(battle.goals.orders) else group.order.kind
    values: dict[str, Value] = {
        "leader": group.leader,
        "pc": group.is_pc(),
        "played": battle.played[group.side],
        "table": TABLES[card.table],
        "class": CLASSES[card.cls],
        "nco_class": CLASSES[card.nco_cls],
        "ncos": min(card.ncos, len(members)),
        "petticoats": min(card.petticoats, len(members)),
        "native": card.native,
        "volley": card.volley,
        "weapon": NO_WEAPON if card.ranged is None else card.ranged.id,
        "load": USUAL if card.load is None else card.load.id,
        "arm": card.arm.id,
        "bayonet": card.bayonet and not card.mounted,
        "figures": len(members),
        "wounded": sum([1 for figure in members if battle.wounds[figure] > 0]),
        "hurt": battle.hurt(group),
        "strength": group.strength,
        "place": PLACES[group.place if there else Where.GONE],
        "order": ORDERS[order],
        "result": NO_RESULT if group.action < 0 else RESULTS[group.action],
        "obeys": group.obeys,
        "retreated": group.melee_retreat,
        "router": group.router,
        "advancing": group.advancing,
        "commander": group.commander,
        "declared": group.declared,
        "loaded": battle.rules.start_loaded if waits else group.loaded,
        "fired": group.fired,
        "risk_add": group.risk_add,
        "die_add": group.die_add,
        "rolled": NO_RESULT if group.action < 0 else RESULTS[group.action],
        "italic": not group.plain,
        "with_unit": group.with_group,
    }
    if not there:
        forget(values)
    return BookUnit(group.id, group.name, group.side, card.id, values)


def forget(values: dict[str, Value]) -> None:
    """Of who is gone nothing is known any more but that he is."""
    values["figures"] = 0
    values["wounded"] = 0
    values["hurt"] = 0
    values["order"] = STANDING[OrderKind.HOLD]
    values["result"] = NO_RESULT
    values["obeys"] = True
    values["retreated"] = False
    values["router"] = False
    values["advancing"] = False
    values["commander"] = NOBODY
    values["declared"] = False
    values["loaded"] = True
    values["fired"] = False
    values["risk_add"] = 0
    values["die_add"] = 0
    values["with_unit"] = NOBODY


# ---------------------------------------------------------------- what the book works out


def is_there(unit: BookUnit) -> bool:
    return unit.word("place") in (PLACES[Where.WAITING], ON_TABLE)


def is_commanded(unit: BookUnit) -> bool:
    """Commanded this turn; a PC always is, as far as there is a player behind him (R13, R58)."""
    return unit.flag("played") and (unit.flag("pc") or unit.number("commander") >= 0)


def leaders(state: BookState, unit: int) -> list[BookUnit]:
    """The leaders who stand with it, in the order of the roster."""
    return [other for other in state.units if other.number("with_unit") == unit and is_there(other)]


def commanded(deed: Deed) -> Value:
    return is_commanded(deed.actor())


def fled(deed: Deed) -> Value:
    return deed.actor().flag("retreated") or deed.actor().word("result") == RESULTS[Result.RUN]


def withdrew(deed: Deed) -> Value:
    return deed.actor().word("result") == RESULTS[Result.WITHDRAW]


def is_hero(deed: Deed) -> Value:
    return deed.actor().word("class") == CLASSES[TroopClass.HERO]


def is_raw(deed: Deed) -> bool:
    return deed.actor().word("class") == CLASSES[TroopClass.RAW]


def is_native(deed: Deed) -> bool:
    return deed.actor().flag("native")


def how_it_fires(deed: Deed) -> Value:
    unit = deed.actor()
    how = class_of_fire(commanded=is_commanded(unit), volley=unit.flag("volley"), leader=unit.flag("leader"))
    return FIRES[how]


def moves_count(deed: Deed) -> bool:
    return how_it_fires(deed) == FIRES[1]


def figures_of_unit(deed: Deed) -> Value:
    return deed.actor().number("figures")


def men_of_target(deed: Deed) -> Value:
    return 0 if deed.other().flag("leader") else deed.other().number("figures")


def wounded_of_target(deed: Deed) -> Value:
    return 0 if deed.other().flag("leader") else deed.other().number("wounded")


def are_wounded_men(deed: Deed) -> bool:
    return guests(deed) > 0 or (not deed.other().flag("leader") and deed.other().number("wounded") > 0)


def may_have_guests(deed: Deed) -> bool:
    """NCOs of other groups who stand close by count with it (R45): are there any?"""
    target = deed.other()
    if target.flag("leader"):
        return False
    for unit in deed.state.units:
        if unit.side == target.side and unit.id != target.id and unit.number("ncos") > 0 and is_there(unit):
            return True
    return False


def guests(deed: Deed) -> int:
    return int(deed.values.get("guests", 0))


def nobody(deed: Deed) -> Value:
    """Not as it was the last time: they seldom stand there twice."""
    return 0


def has_guests(deed: Deed) -> bool:
    return guests(deed) > 0


def host_of_guests(deed: Deed) -> BookUnit:
    """The group that they are NCOs of."""
    number = deed.number("guests_of")
    if number < len(deed.state.units):
        unit = deed.state.units[number]
        if unit.side == deed.other().side and unit.id != deed.target and is_there(unit) and not unit.flag("leader"):
            return unit
    raise Refused(f"no NCOs of unit {number} stand with {deed.other().name}: expected another group of its side.")


def check_guests(deed: Deed) -> None:
    if not has_guests(deed):
        return
    unit = host_of_guests(deed)
    many = guests(deed)
    most = min(unit.number("ncos"), int(deed.answered["target"]))
    if many > most:
        raise Refused(f"{many} NCOs of {unit.name} cannot be among them: expected {most} or fewer.")
    hurt = deed.number("guests_wounded")
    if hurt > min(many, unit.number("wounded")) or hurt > int(deed.answered["wounded"]):
        raise Refused(f"of {many} NCOs of {unit.name} {hurt} cannot be wounded: expected fewer.")
    unhurt = int(deed.answered["target"]) - int(deed.answered["wounded"])
    if many - hurt > unhurt:
        raise Refused(f"{many - hurt} NCOs of {unit.name} cannot be among {unhurt} unhurt men: expected fewer.")


def leaders_of_target(deed: Deed) -> Value:
    return 1 if deed.other().flag("leader") else len(leaders(deed.state, deed.target))


def is_target_led(deed: Deed) -> bool:
    return deed.other().flag("leader") or len(leaders(deed.state, deed.target)) > 0


def leaders_in_sight(deed: Deed, many: int) -> list[BookUnit]:
    """The leaders who may be hit, the unhurt first: as the dice count them."""
    led = [deed.other()] if deed.other().flag("leader") else leaders(deed.state, deed.target)
    seen = led[:many]
    return [each for each in seen if each.number("wounded") == 0] + [
        each for each in seen if each.number("wounded") > 0
    ]


def leaders_wounded(deed: Deed) -> Value:
    """Of the leaders in sight; and nobody can see more than there are."""
    men = int(deed.answered["target"]) - guests(deed)
    left = int(men_of_target(deed))
    check_guests(deed)
    if men > left:
        raise Refused(f"{deed.other().name} has {left} men left, and not {men}: expected {left} or fewer.")
    wounded = int(deed.answered.get("wounded", 0)) - (deed.number("guests_wounded") if has_guests(deed) else 0)
    if wounded > deed.other().number("wounded"):
        some = deed.other().number("wounded")
        raise Refused(f"{deed.other().name} has {some} wounded, and not {wounded}: expected {some} or fewer.")
    many = int(deed.answered.get("leaders", 0))
    most = int(leaders_of_target(deed))
    if many > most:
        raise Refused(f"{most} leaders stand with {deed.other().name}, and not {many}: expected {most} or fewer.")
    return sum([1 for each in leaders_in_sight(deed, many) if each.number("wounded") > 0])


def class_of_unit(deed: Deed) -> Value:
    return deed.actor().word("class")


def class_of_target(deed: Deed) -> Value:
    return deed.other().word("class")


def has_other_ncos(deed: Deed) -> bool:
    return deed.actor().word("class") != deed.actor().word("nco_class")


def target_has_other_ncos(deed: Deed) -> bool:
    return deed.other().word("class") != deed.other().word("nco_class")


def has_wounded(deed: Deed) -> bool:
    return deed.actor().number("wounded") > 0


def target_has_wounded(deed: Deed) -> bool:
    return deed.other().number("wounded") > 0


def all_wounded(deed: Deed) -> Value:
    return 0 < deed.actor().number("figures") <= deed.actor().number("wounded")


def all_target_wounded(deed: Deed) -> Value:
    return 0 < deed.other().number("figures") <= deed.other().number("wounded")


def order_after(deed: Deed) -> Value:
    """What its result makes of its standing order (R56)."""
    rules: RiskRules = deed.rules
    result = deed.actor().word("result")
    kind = OrderKind.SAME if result == NO_RESULT else rules.instructions[RESULTS.index(result)].order
    return deed.actor().word("order") if kind == OrderKind.SAME else ORDERS[kind]


# ---------------------------------------------------------------- why not


def bars_fire(deed: Deed) -> str:
    unit = deed.actor()
    if unit.word("weapon") == NO_WEAPON:
        return f"{unit.name} has nothing to shoot with"
    if unit.flag("fired"):
        return f"{unit.name} has fired this turn"
    if unit.flag("pc") and unit.flag("played") and not unit.flag("declared"):
        return f"{unit.name} did not declare that he would fire (R31)"
    result = unit.word("result")
    rules: RiskRules = deed.rules
    if unit.flag("obeys") and result != NO_RESULT and not rules.instructions[RESULTS.index(result)].fires:
        return f"{unit.name} is in flight"
    return ""


def bars_character(deed: Deed) -> str:
    return "" if deed.actor().flag("pc") else f"{deed.actor().name} is no Player Character"


def bars_leader(deed: Deed) -> str:
    if not deed.actor().flag("leader"):
        return f"{deed.actor().name} is no leader"
    return f"{deed.other().name} is a leader himself" if deed.other().flag("leader") else ""


def bars_alone(deed: Deed) -> str:
    return "" if deed.actor().number("with_unit") >= 0 else f"{deed.actor().name} stands with no group"


def bars_sharing(deed: Deed) -> str:
    bar = bars_leader(deed)
    if bar:
        return bar
    return "" if deed.other().word("rolled") != NO_RESULT else f"{deed.other().name} has thrown no action die"


def bars_joining(deed: Deed) -> str:
    if deed.actor().flag("leader") or deed.other().flag("leader"):
        return "leaders join nobody for good, and nobody joins them"
    return "" if deed.actor().number("figures") <= 2 else f"{deed.actor().name} has more than two left (R53)"


def bars_loading(deed: Deed) -> str:
    return f"{deed.actor().name} is loaded" if deed.actor().flag("loaded") else ""


def wounded_gone(deed: Deed) -> int:
    """Asked only where somebody is wounded."""
    return deed.number("wounded") if has_wounded(deed) else 0


def bars_off(deed: Deed) -> str:
    unit = deed.actor()
    many = deed.number("figures")
    wounded = wounded_gone(deed)
    if many > unit.number("figures"):
        return f"{unit.name} has {unit.number('figures')} figures left: expected as many or fewer"
    if wounded > min(many, unit.number("wounded")):
        return f"{unit.name} has {unit.number('wounded')} wounded: expected as many or fewer, of those who went"
    return ""


# ---------------------------------------------------------------- what no row can say


def hit(unit: BookUnit, was_wounded: bool, harmed: bool, killed: bool) -> None:
    """A figure is wounded or killed; a wounded man counts among the hurt already (R6)."""
    if killed:
        unit.values["figures"] = max(0, unit.number("figures") - 1)
    if was_wounded and killed:
        unit.values["wounded"] = max(0, unit.number("wounded") - 1)
    if not was_wounded and (harmed or killed):
        unit.values["hurt"] = unit.number("hurt") + 1
        if not killed:
            unit.values["wounded"] = unit.number("wounded") + 1


def suffer_all(deed: Deed, target: State, left: State) -> None:
    """Man by man, as the dice left them; NCOs of others are the last of the unhurt and the last of the wounded men."""
    led = leaders_in_sight(deed, deed.number("leaders"))
    next_leader = 0
    men = int(deed.answered["target"])
    unhurt = men - int(deed.answered.get("wounded", 0))  # a result has the same name
    many = guests(deed)
    hurt = deed.number("guests_wounded") if many else 0
    for place in range(len(target)):
        who = deed.other()
        if unhurt - (many - hurt) <= place < unhurt or men - hurt <= place < men:
            who = host_of_guests(deed)
        if target[place] & Condition.LEADER:
            who = led[next_leader]
            next_leader += 1
        hit(who, is_wounded(target[place]), is_wounded(left[place]), is_killed(left[place]))


def after_fire(deed: Deed) -> None:
    """The same dice once more, to know who of them was hit."""
    target = deed.situation.shot.target
    paper = OnPaper(target)
    shoot(Scripted(deed.dice), deed.rules, deed.situation.shot, paper)
    suffer_all(deed, target, paper.left)
    unit = deed.actor()
    unit.values["fired"] = True
    rules: RiskRules = deed.rules
    load = deed.situation.load
    if rules.loads[load.id].loads:
        unit.values["loaded"] = False


def after_hits(deed: Deed) -> None:
    hits = deed.situation
    left = strike(Scripted(deed.dice), deed.rules, hits.row, hits.cls, hits.target, hits.hits)
    suffer_all(deed, hits.target, left)


def after_pair(deed: Deed) -> None:
    hit(deed.actor(), deed.flag("wounded"), deed.flag("harmed"), deed.flag("killed"))
    hit(deed.other(), deed.flag("enemy_wounded"), deed.flag("enemy_harmed"), deed.flag("enemy_killed"))


def after_breaking_off(deed: Deed) -> None:
    """The leavers were all wounded before, or none of them."""
    for _ in range(deed.number("killed")):
        hit(deed.actor(), deed.flag("leaving_wounded"), harmed=True, killed=True)
    for _ in range(deed.number("wounded")):
        hit(deed.actor(), was_wounded=False, harmed=True, killed=False)


def is_told(unit: BookUnit, result: str, italic: bool, obeys: bool) -> None:
    """What its Actions Table comes to; a player's own orders are nobody's last result."""
    unit.values["rolled"] = result
    unit.values["italic"] = italic
    unit.values["obeys"] = obeys
    unit.values["result"] = result if obeys else NO_RESULT
    unit.values["retreated"] = False
    unit.values["risk_add"] = 0
    unit.values["die_add"] = 0
    if result != RESULTS[Result.RUN]:
        unit.values["router"] = False


def after_die(deed: Deed) -> None:
    is_told(deed.actor(), deed.word("result"), deed.flag("italic"), deed.flag("obeys"))


def after_sharing(deed: Deed) -> None:
    """A leader does as the group he stands with; whether it binds him is his own affair (R13)."""
    host = deed.other()
    unit = deed.actor()
    obeys = is_bound(deed.rules, unit, host.word("rolled"), host.flag("italic"))
    is_told(unit, host.word("rolled"), host.flag("italic"), obeys)


def after_platoon(deed: Deed) -> None:
    unit = deed.actor()
    obeys = is_bound(deed.rules, unit, deed.word("result"), deed.flag("italic"))
    is_told(unit, deed.word("result"), deed.flag("italic"), obeys)


def is_bound(rules: RiskRules, unit: BookUnit, result: str, italic: bool) -> bool:
    """By a cell of the Actions Tables that binds as this result does."""
    do = RESULTS.index(result)
    nearest = do == Result.ADVANCE_TO_NEAREST
    cells: list[Cell] = []
    for table in rules.tables:
        for row in table.rows:
            cells += [each for each in row.cells if each.italic == italic]
    for cell in cells:
        if (cell.do == Result.ADVANCE_TO_NEAREST) == nearest:
            return binds(rules, cell, do, is_commanded(unit))
    return not is_commanded(unit)


def after_commanding(deed: Deed) -> None:
    deed.other().values["commander"] = deed.unit


def after_standing_with(deed: Deed) -> None:
    deed.actor().values["with_unit"] = deed.target


def after_standing_alone(deed: Deed) -> None:
    deed.actor().values["with_unit"] = NOBODY


def after_joining(deed: Deed) -> None:
    """Men, wounds and losses go over to the other group (R53)."""
    unit = deed.actor()
    host = deed.other()
    for name in ("figures", "wounded", "hurt", "strength"):
        host.values[name] = host.number(name) + unit.number(name)
    unit.values["place"] = PLACES[Where.GONE]


def after_going_off(deed: Deed) -> None:
    """They are lost to the game, but not among the hurt (R6, R47)."""
    unit = deed.actor()
    unit.values["figures"] = unit.number("figures") - deed.number("figures")
    unit.values["wounded"] = unit.number("wounded") - wounded_gone(deed)


# ---------------------------------------------------------------- the rows

NEARER: Final = Fact(Field("nearer", "its move brought it nearer the nearest enemy in sight", default=True))
ORDER: Final = Fact(Field("order", "its standing order now", STANDING[0], choices=STANDING), work=order_after)
LEFT: Final = Fact(Field("figures", "how many went off the table", 1, 0, MOST), work=figures_of_unit)
LEFT_WOUNDED: Final = Fact(Field("wounded", "of these wounded", 0, 0, MOST), only=has_wounded)
FIRES_THIS_TURN: Final = Fact(Field("fires", "he will load or fire this turn", default=False))
SIDE: Final = Fact(Field("side", "the side that moves first", 1, 1, 2))
TOLD: Final = Fact(Field("result", "what the platoon's die came to for it", RESULTS[0], choices=RESULTS))
IN_ITALICS: Final = Fact(Field("italic", "that stands in italics", default=False))
GUESTS: Final = (
    Fact(Field("guests", "NCOs of another group who count with it", 0, 0, 20), only=may_have_guests, work=nobody),
    Fact(Field("guests_of", "that group, by its number", 0, 0, 999), only=has_guests),
    Fact(Field("guests_wounded", "of these NCOs wounded", 0, 0, 20), only=has_guests, work=nobody),
)
RETREATS: Final = Then("retreat", "all pairs are fought: who suffered more falls back (R40)")
ENEMY_RETREATS: Final = Then("retreat", "all pairs are fought: who suffered more falls back (R40)", turned=True)


def hit_inputs(rules: RiskRules) -> tuple[Input, ...]:
    """Who may be hit; grazes, where they count, only the figures know."""
    found = [
        Input("target", ASKED, work=men_of_target),
        Input("wounded", ASKED, work=wounded_of_target, only=are_wounded_men),
        Input("leaders", ASKED, work=leaders_of_target, only=is_target_led),
        Input("leaders_wounded", WORKED, work=leaders_wounded),
    ]
    if rules.grazes_add_up:
        for name in ("grazed", "wounded_grazed", "leaders_grazed", "leaders_wounded_grazed"):
            found.append(Input(name, ASKED))
    return tuple(found)


REACTING: Final = (
    Input("table", UNIT, key="table"),
    Input("class", UNIT, key="class"),
    Input("commanded", WORKED, work=commanded),
    Input("hero", ASKED, work=is_hero),
    Input("cover", ASKED),
    Input("advancing", UNIT, key="advancing"),
    Input("threats", ASKED),
    Input("in_range", ASKED, only=is_raw),
    Input("start", UNIT, key="strength"),
    Input("hurt", UNIT, key="hurt"),
    Input("flank", ASKED),
    Input("cavalry", ASKED, only=is_native),
    Input("fled", WORKED, work=fled),
    Input("withdrew", WORKED, work=withdrew),
    Input("lone", UNIT, key="leader"),
    Input("order", UNIT, key="order"),
    Input("fortified", ASKED),
    Input("enemy", ASKED),
    Input("risk", UNIT, key="risk_add"),
    Input("die", UNIT, key="die_add"),
)
PAIR: Final = (
    Input("weapon", UNIT, key="arm"),
    Input("bayonet", UNIT, key="bayonet"),
    Input("class", ASKED, work=class_of_unit, only=has_other_ncos),
    Input("wounded", ASKED, work=all_wounded, only=has_wounded),
    Input("defending", ASKED),
    Input("enemy_weapon", TARGET, key="arm"),
    Input("enemy_bayonet", TARGET, key="bayonet"),
    Input("enemy_class", ASKED, work=class_of_target, only=target_has_other_ncos),
    Input("enemy_wounded", ASKED, work=all_target_wounded, only=target_has_wounded),
    Input("enemy_defending", ASKED),
)
BREAKING_OFF: Final = (
    Input("strikers", ASKED),
    Input("weapon", TARGET, key="arm"),
    Input("bayonet", TARGET, key="bayonet"),
    Input("class", ASKED, work=class_of_target, only=target_has_other_ncos),
    Input("wounded", ASKED, work=all_target_wounded, only=target_has_wounded),
    Input("defending", ASKED),
    Input("leaving", ASKED),
    Input("leaving_weapon", UNIT, key="arm"),
    Input("leaving_bayonet", UNIT, key="bayonet"),
    Input("leaving_class", ASKED, work=class_of_unit, only=has_other_ncos),
    Input("leaving_wounded", ASKED, work=all_wounded, only=has_wounded),
    Input("leaving_defending", ASKED),
)


def command_inputs(rules: RiskRules) -> tuple[Input, ...]:
    """All but the officer's class is asked: who stands within reach, and whom he would have."""
    names = ["busy", "musicians", "nco1", "nco2", "nco3", "nco4", "busy_ncos", "dear_links", "loyal", "dear"]
    if rules.musicians_throw_class:
        names.append("musician_class")
    return (Input("officer", UNIT, key="class"), *[Input(name, ASKED) for name in names])


def procedures(rules: RiskRules) -> tuple[Procedure, ...]:
    hits = hit_inputs(rules)
    return (
        Procedure(
            "first-side",
            "Who moves first",
            facts=(SIDE,),
            changes=(Change(BOOK, "first", SET, by="side"),),
            said="Who moves first is known",
            free=True,
        ),
        Procedure(
            "visibility",
            "Visibility",
            form="visibility",
            inputs=(
                Input("depth", ASKED),
                Input("distance", ASKED),
                Input("wood", ASKED),
                Input("fired", UNIT, key="fired"),
                Input("same_piece", ASKED),
                Input("viewer", ASKED),
            ),
        ),
        Procedure(
            "declare",
            "Declare",
            facts=(FIRES_THIS_TURN,),
            changes=(Change(UNIT, "declared", SET, by="fires"),),
            bars=bars_character,
            said="says whether he will load or fire",
        ),
        Procedure("command", "Command", form="command", inputs=command_inputs(rules), bars=bars_character),
        Procedure("commands", "Commands", target=FRIEND, bars=bars_character, work=after_commanding, said="commands"),
        Procedure("react", "Action die", form="reaction", inputs=REACTING, work=after_die),
        Procedure(
            "platoon",
            "A platoon's die for one of its squads",
            facts=(TOLD, IN_ITALICS),
            work=after_platoon,
            said="does as its platoon's die says",
        ),
        Procedure(
            "share",
            "A leader shares his group's result",
            target=FRIEND,
            bars=bars_sharing,
            work=after_sharing,
            said="shares the result of",
        ),
        Procedure(
            "stand-with",
            "A leader stands with a group",
            target=FRIEND,
            bars=bars_leader,
            work=after_standing_with,
            said="stands with",
        ),
        Procedure(
            "stand-alone",
            "A leader stands by himself",
            bars=bars_alone,
            work=after_standing_alone,
            said="stands by himself",
        ),
        Procedure(
            "order",
            "Standing order",
            facts=(ORDER,),
            changes=(Change(UNIT, "order", SET, by="order"),),
            said="has another standing order",
        ),
        Procedure(
            "move",
            "Moved",
            facts=(NEARER,),
            changes=(Change(UNIT, "advancing", SET, by="nearer"),),
            said="has moved, or stays where it is",
        ),
        Procedure("run", "Runs", changes=(Change(UNIT, "router", SET, value=True),), said="runs, and is a router"),
        Procedure(
            "off-table",
            "Figures leave the table",
            facts=(LEFT, LEFT_WOUNDED),
            bars=bars_off,
            work=after_going_off,
            said="loses figures over the table's edge",
        ),
        Procedure(
            "join",
            "The last of a group join another",
            target=FRIEND,
            bars=bars_joining,
            work=after_joining,
            said="joins",
        ),
        Procedure(
            "charge",
            "Charge",
            target=ENEMY,
            thens=(Then("pair", "the charge is home: pair by pair"),),
            said="charges",
        ),
        Procedure(
            "shoot",
            "Shooting",
            form="shoot",
            target=ENEMY,
            inputs=(
                Input("weapon", UNIT, key="weapon"),
                Input("load", UNIT, key="load"),
                Input("figures", ASKED, work=figures_of_unit),
                Input("fire", WORKED, work=how_it_fires),
                Input("moved", ASKED, only=moves_count),
                Input("class", UNIT, key="class"),
                Input("range", ASKED),
                Input("cover", ASKED),
                *hits,
            ),
            facts=GUESTS,
            bars=bars_fire,
            work=after_fire,
        ),
        Procedure(
            "hits",
            "Hits by somebody else",
            form="damage",
            target=ANYBODY,
            inputs=(Input("row", ASKED), Input("class", UNIT, key="class"), Input("hits", ASKED), *hits),
            facts=GUESTS,
            work=after_hits,
        ),
        Procedure(
            "pair",
            "A pair of a melee",
            form="pair",
            target=ENEMY,
            inputs=PAIR,
            thens=(Then("pair", "the next pair"), RETREATS, ENEMY_RETREATS),
            work=after_pair,
        ),
        Procedure(
            "break-off", "Breaking off", form="break-off", target=ENEMY, inputs=BREAKING_OFF, work=after_breaking_off
        ),
        Procedure(
            "retreat",
            "Retreat from melee",
            changes=(
                Change(UNIT, "retreated", SET, value=True),
                Change(UNIT, "order", SET, value=STANDING[OrderKind.HOLD]),
                Change(UNIT, "advancing", SET, value=False),
            ),
            said="retreats from the melee",
        ),
        Procedure(
            "load",
            "Load",
            changes=(Change(UNIT, "loaded", SET, value=True),),
            bars=bars_loading,
            said="is loaded",
        ),
    )


# ---------------------------------------------------------------- phases, turn, who is gone


def begin(rules: Any, state: BookState) -> None:
    """All who wait stand on the table, and the first side's turn begins."""
    for unit in state.units:
        if unit.word("place") == PLACES[Where.WAITING]:
            unit.values["place"] = ON_TABLE
    if state.values["first"] == 0:
        state.values["first"] = 1
    next_turn(rules, state)


def next_turn(rules: Any, state: BookState) -> None:
    side_begins(state, int(state.values["first"]))


def other_side(rules: Any, state: BookState) -> None:
    side_begins(state, 3 - int(state.values["first"]))


def side_begins(state: BookState, side: int) -> None:
    """What its groups did in its last turn is past."""
    state.values["active"] = side
    for unit in state.units:
        if unit.side == side - 1:
            unit.values["fired"] = False
            unit.values["declared"] = False
            unit.values["commander"] = NOBODY


def side_ends(rules: Any, state: BookState) -> None:
    """Nobody is commanded any more."""
    for unit in state.units:
        if unit.side == int(state.values["active"]) - 1:
            unit.values["declared"] = False
            unit.values["commander"] = NOBODY


PHASES: Final = (
    Phase("command", "The first side: visibility and command"),
    Phase("actions", "The first side: action dice"),
    Phase("moves", "The first side: moves"),
    Phase("shooting", "The first side: shooting"),
    Phase("melee", "The first side: melee"),
    Phase("ends", "The first side's turn ends", begins=side_ends),
    Phase("other-command", "The other side: visibility and command", begins=other_side),
    Phase("other-actions", "The other side: action dice"),
    Phase("other-moves", "The other side: moves"),
    Phase("other-shooting", "The other side: shooting"),
    Phase("other-melee", "The other side: melee"),
    Phase("other-ends", "The other side's turn ends", begins=side_ends),
)


def settle(rules: Any, state: BookState) -> None:
    """A group without figures is gone, and leaders who stood with it are alone."""
    for unit in state.units:
        if unit.number("figures") == 0 and is_there(unit):
            unit.values["place"] = PLACES[Where.GONE]
        for name in ("ncos", "petticoats"):
            unit.values[name] = min(unit.number(name), unit.number("figures"))
    for unit in state.units:
        if not is_there(unit):
            forget(unit.values)
            continue
        host = unit.number("with_unit")
        if host >= 0 and (host >= len(state.units) or not is_there(state.units[host])):
            unit.values["with_unit"] = NOBODY


def comes_on(rules: Any, state: BookState, unit: BookUnit) -> None:
    """Who joins a battle that goes on stands on the table."""
    if state.begun:
        unit.values["place"] = ON_TABLE


def book_rows(rules: RiskRules) -> BookRows:
    return BookRows(
        "riskfactor",
        rules,
        attributes=attributes(rules),
        states=STATES,
        relations=(),
        procedures=procedures(rules),
        settle=settle,
        is_there=is_there,
        own=OWN,
        refers=("with_unit", "commander"),
        carried_on=("figures", "ncos", "petticoats"),
        phases=PHASES,
        begin=begin,
        next_turn=next_turn,
        joining=Joining("figures", whole=("strength",), parts=True, comes=comes_on),
    )
