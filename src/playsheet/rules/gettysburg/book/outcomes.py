"""What becomes of a unit, and what comes of each procedure but the melee."""

from __future__ import annotations

from playsheet.core.book_rows import NOBODY, BookState, BookUnit, Deed
from playsheet.core.forms import Value
from playsheet.rules.gettysburg.book.written import (
    BOOK_STATES,
    BRIGADE,
    FACE_DOWN,
    GENERAL,
    GONE,
    MELEE,
    NO_GUN,
    WOUNDED,
    arm_of,
    attributes,
    detachment_of,
    flees,
    formation_of,
    is_there,
    state_of,
)
from playsheet.rules.gettysburg.dice.charge import COUNTER_TESTS
from playsheet.rules.gettysburg.dice.double_six import mishap
from playsheet.rules.gettysburg.dice.fire import Mark, effect_row, is_rifled
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    AMMUNITION,
    ARMS,
    GUNS,
    PURSUITS,
    RESULTS,
    RETIREMENTS,
    RISKS,
    STATES,
    TOKENS,
    Arm,
    MoraleResult,
    PursuitResult,
    Token,
    UnitState,
)
from playsheet.rules.gettysburg.terms import Retirement as Retiring


def rest(unit: BookUnit) -> None:
    """Nothing is kept of who is gone but that he is."""
    place = unit.values["place"]
    for field in attributes():
        if field.name in BOOK_STATES and field.name not in ("kind", "quality", "returns_on"):
            unit.values[field.name] = field.default
    unit.values["place"] = place


def lose(unit: BookUnit, figures: int) -> None:
    gone = min(figures, unit.number("figures"))
    unit.values["figures"] = unit.number("figures") - gone
    unit.values["lost_this_turn"] = unit.number("lost_this_turn") + gone
    unit.values["charge_losses"] = unit.number("charge_losses") + gone


def lose_guns(unit: BookUnit, guns: int) -> None:
    unit.values["guns"] = max(0, unit.number("guns") - guns)


def disperse(state: BookState, unit: BookUnit) -> None:
    """Removed for good, and its detachment with it (R125)."""
    unit.values["place"] = GONE
    out = detachment_of(state, unit)
    if out is not None:
        disperse(state, out)
    if unit.number("parent") >= 0:
        parent = state.units[unit.number("parent")]
        parent.values["lost_this_turn"] = parent.number("lost_this_turn") + unit.number("lost_this_turn")


def go_to_ground(unit: BookUnit) -> None:
    """Never an improvement (R81)."""
    if state_of(unit) <= UnitState.GONE_TO_GROUND:
        unit.values["state"] = STATES[UnitState.GONE_TO_GROUND]


def falter(unit: BookUnit) -> None:
    if state_of(unit) <= UnitState.FALTERING:
        unit.values["state"] = STATES[UnitState.FALTERING]
        unit.values["unformed"] = True


def take_flight(unit: BookUnit, state: int) -> None:
    """Never from rout to retreat."""
    if state_of(unit) == UnitState.ROUTING:
        state = UnitState.ROUTING
    unit.values["state"] = STATES[state]
    unit.values["unformed"] = True
    unit.values["retires"] = RETIREMENTS[0]
    unit.values["pursues"] = NOBODY
    unit.values["beat"] = NOBODY
    unit.values["uncontrolled"] = False


def rally(unit: BookUnit) -> None:
    """It runs no more: halted, unformed."""
    unit.values["state"] = STATES[UnitState.OK]
    unit.values["unformed"] = True
    unit.values["halted"] = True


def after_round(unit: BookUnit) -> None:
    for name in ("charging", "flanked", "fresh", "recoiled", "following_up"):
        unit.values[name] = False


def suffer(deed: Deed, unit: BookUnit, *, firing: bool) -> None:
    """Rifled guns that fired burst a barrel; everybody else has skulkers (R91)."""
    gun = unit.word("gun")
    loss = mishap(deed.rules, rifled_fire=firing and gun != NO_GUN and is_rifled(GUNS.index(gun)))
    lose(unit, loss.figures)
    lose_guns(unit, loss.guns)


def gain_tokens(deed: Deed) -> None:
    for token in deed.word("token").split(", "):
        if token != "none":
            gain(deed.state, deed.actor().side, token)


def gain(state: BookState, side: int, token: str) -> None:
    name = f"{token}-{side + 1}"
    state.values[name] = int(state.values[name]) + 1


def spend(state: BookState, side: int, token: str) -> None:
    name = f"{token}-{side + 1}"
    state.values[name] = max(0, int(state.values[name]) - 1)


def risked(deed: Deed, result: str, who: int) -> None:
    """Gone for good, gone for a while, or unhurt."""
    if result not in RISKS or not 0 <= who < len(deed.state.units):
        return
    general = deed.state.units[who]
    if general.word("kind") != GENERAL:
        return
    rules: GettysburgRules = deed.rules
    for row in rules.risk_rows:
        if RISKS[row.result] == result:
            if row.gone:
                lose_general(general, 0)
            elif row.back:
                lose_general(general, deed.state.turn + row.back)


def lose_general(general: BookUnit, returns_on: int) -> None:
    general.values["place"] = WOUNDED if returns_on else GONE
    general.values["returns_on"] = returns_on
    general.values["with_unit"] = NOBODY


# ---------------------------------------------------------------- what comes of a procedure


def after_shot(deed: Deed) -> None:
    """Casualties and the double six at once (R7), then its chain."""
    shoot_at(deed)
    if deed.word("double_six") != "no":
        struck(deed, six_of_shot(deed))
    chained(deed)


def six_of_shot(deed: Deed) -> str:
    """The row of `double-six-effects`."""
    target = deed.other()
    ammunition = AMMUNITION.index(deed.word("ammunition")) if "ammunition" in deed.values else 0
    mark = Mark(arm_of(target), formation_of(target))
    return effect_row(ammunition, mark, artillery="ammunition" in deed.values)


def shoot_at(deed: Deed) -> None:
    unit = deed.actor()
    target = deed.other()
    unit.values["fired"] = True
    target.values["shot_at"] = True
    lose(target, deed.number("lost"))
    target.values["half"] = deed.flag("half")
    if "low" in deed.values and deed.values["low"] is True:
        unit.values["low"] = True


def struck(deed: Deed, row: str) -> None:
    rules: GettysburgRules = deed.rules
    effect = rules.six_effects[row]
    lose_guns(deed.other(), effect.guns)
    if effect.falters:
        falter(deed.other())


def chained(deed: Deed) -> None:
    gain_tokens(deed)
    if deed.word("mishap") != "none":
        suffer(deed, deed.actor(), firing=True)
    if "who" in deed.values:
        risked(deed, deed.word("general"), deed.number("who"))


def after_musketry(deed: Deed) -> None:
    if deed.flag("aim_low"):
        spend(deed.state, deed.actor().side, TOKENS[Token.YELL_OR_AIM])
    after_shot(deed)


def after_skirmish(deed: Deed) -> None:
    shoot_at(deed)
    if deed.flag("double_sixes"):
        struck(deed, "skirmish-fire")
    chained(deed)


def after_sniping(deed: Deed) -> None:
    deed.actor().values["fired"] = True
    risked(deed, deed.word("general"), deed.target)


def after_risk(deed: Deed) -> None:
    risked(deed, deed.word("general"), deed.unit)


def result_of(deed: Deed) -> int:
    return RESULTS.index(deed.word("result"))


def after_charge_test(deed: Deed) -> None:
    """Anything but Charge! leaves it where it is, or sends it back at once (4.5.5)."""
    unit = deed.actor()
    if deed.flag("rebel_yell"):
        spend(deed.state, unit.side, TOKENS[Token.YELL_OR_AIM])
    result = result_of(deed)
    if result == MoraleResult.HALT_VOLLEY:
        unit.values["halted"] = True
    elif result == MoraleResult.GO_TO_GROUND:
        go_to_ground(unit)
    else:
        falters_or_runs(unit, result)


def after_charged(deed: Deed) -> None:
    falters_or_runs(deed.actor(), result_of(deed))


def after_counter_test(deed: Deed) -> None:
    """Prepared to go and meet them: who fails takes it as one who is charged."""
    unit = deed.actor()
    if deed.flag("rebel_yell"):
        spend(deed.state, unit.side, TOKENS[Token.YELL_OR_AIM])
    result = result_of(deed)
    falters_or_runs(unit, COUNTER_TESTS.get(result, result))


def falters_or_runs(unit: BookUnit, result: int) -> None:
    if result in (MoraleResult.FALTER, MoraleResult.FALTER_RECOIL):
        falter(unit)
    elif result == MoraleResult.RETREAT:
        take_flight(unit, UnitState.RETREATING)
    elif result == MoraleResult.ROUT:
        take_flight(unit, UnitState.ROUTING)


def after_morale(deed: Deed) -> None:
    """Locked in melee it does not go to ground (R118)."""
    unit = deed.actor()
    unit.values["tested"] = True
    result = result_of(deed)
    if result == MoraleResult.RALLY:
        rally(unit)
    elif result == MoraleResult.DISPERSE:
        disperse(deed.state, unit)
    elif result == MoraleResult.GO_TO_GROUND:
        if not deed.state.tied(MELEE, unit.id):
            go_to_ground(unit)
    elif result == MoraleResult.RETREAT and flees(unit):
        return
    else:
        falters_or_runs(unit, result)


def after_first_rally(deed: Deed) -> None:
    """A token may be spent before a failure counts (R90)."""
    if "again" in deed.values and deed.flag("again"):
        spend(deed.state, deed.actor().side, TOKENS[Token.RALLY_ONCE_AGAIN])
    else:
        after_morale(deed)


def has_rally(deed: Deed) -> bool:
    return int(deed.state.values[f"{TOKENS[Token.RALLY_ONCE_AGAIN]}-{deed.actor().side + 1}"]) > 0


def after_brigade_test(deed: Deed) -> None:
    """Who runs disperses, without a new test (R87); the rest is unformed and retires (R119)."""
    brigade = deed.actor()
    brigade.values["test_due"] = False
    if deed.word("result") == "stands":
        return
    brigade.values["broken"] = brigade.number("broken") + 1
    removed = deed.word("result") == "removed"
    for unit in deed.state.units:
        if unit.number(BRIGADE) == brigade.id and is_there(unit):
            if removed or flees(unit):
                disperse(deed.state, unit)
            else:
                swept_away(unit)


def swept_away(unit: BookUnit) -> None:
    unit.values["state"] = STATES[UnitState.OK]
    unit.values["unformed"] = True
    unit.values["retires"] = RETIREMENTS[Retiring.BROKEN_AWAY]
    unit.values["beat"] = NOBODY
    unit.values["pursues"] = NOBODY
    unit.values["uncontrolled"] = False


def after_crossing(deed: Deed) -> None:
    unit = deed.actor()
    result = deed.word("result")
    if result in ("unformed", "unformed-lose-1"):
        unit.values["unformed"] = True
    if result == "unformed-lose-1":
        rules: GettysburgRules = deed.rules
        lose(unit, rules.crossing_figures)
    if result == "gone-to-ground-behind":
        go_to_ground(unit)


def after_limbering(deed: Deed) -> None:
    unit = deed.actor()
    result = deed.word("result")
    if result == "battery-lost":
        disperse(deed.state, unit)
    elif result == "one-gun-lost":
        lose_guns(unit, 1)
    elif result == "one-crew-lost":
        lose(unit, 1)


def after_get_up(deed: Deed) -> None:
    if deed.flag("up"):
        deed.actor().values["state"] = STATES[UnitState.OK]


def after_pursuit(deed: Deed) -> None:
    """After it, out of hand, to its own lines, or as the owner likes (R113)."""
    unit = deed.actor()
    loser = unit.number("beat")
    unit.values["beat"] = NOBODY
    result = PURSUITS.index(deed.word("result"))
    if result == PursuitResult.SUPERB:
        return
    unit.values["unformed"] = True
    if result == PursuitResult.PURSUE:
        unit.values["pursues"] = loser
    elif result == PursuitResult.UNCONTROLLED_CHARGE:
        unit.values["uncontrolled"] = True
    elif result == PursuitResult.TUCKERED and unit.word("kind") == ARMS[Arm.CAVALRY]:
        unit.values["retires"] = RETIREMENTS[Retiring.TO_OWN_LINES]


def can_pursue(deed: Deed) -> Value:
    return loser_flees(deed) and deed.flag("reach")


def loser_flees(deed: Deed) -> bool:
    loser = deed.actor().number("beat")
    return loser >= 0 and is_there(deed.state.units[loser]) and flees(deed.state.units[loser])


def has_pursued(deed: Deed) -> Value:
    return deed.actor().flag("pursued_last_turn") or deed.actor().flag("pursued")


def is_cavalry(deed: Deed) -> bool:
    return deed.actor().word("kind") == ARMS[Arm.CAVALRY]


def after_order(deed: Deed) -> None:
    """The new chip lies face down; nerve that is lost turns the old one up, which is written down then."""
    if deed.word("result") == "changed" and deed.rules.orders_hidden:
        deed.actor().values["order"] = FACE_DOWN
