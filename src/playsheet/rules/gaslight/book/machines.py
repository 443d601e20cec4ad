"""Machines in the book: what it works out of one, why not, and what hits, fire aboard and failed checks make of it."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.book_rows import NOBODY, TARGET, WORKED, BookState, BookUnit, Deed, Due, Input
from playsheet.core.dice import Scripted
from playsheet.core.errors import Refused
from playsheet.core.forms import Value, Values
from playsheet.rules.gaslight.book.losses import is_stand_in, lose_extras, lose_person
from playsheet.rules.gaslight.book.sources import Person, checks, is_there, said_of
from playsheet.rules.gaslight.book.written import (
    ABOARD,
    BURST,
    BURST_LEFT,
    BURST_SRM,
    EXPLOSION,
    EXTRAS,
    NO_BURST,
    SLOTS,
    WAITING_HITS,
    WEAPONS,
    WHOLE,
    WORKS,
    nothing,
    works_written,
)
from playsheet.rules.gaslight.calculator.inputs import SAVERS
from playsheet.rules.gaslight.calculator.rosters import RAN_OFF
from playsheet.rules.gaslight.calculator.rosters_machines import Battered, battered, kept_of
from playsheet.rules.gaslight.sheet import GaslightRules
from playsheet.rules.gaslight.terms import ATTACKERS, HITS_BY, RESULTS, Attackers, Bore, FailureResult, HitBy
from playsheet.tabletop.machines.machine import (
    BALKED,
    CAPTURED_BY_FOE,
    CREWLESS,
    ENGINES,
    EXPLODED,
    FATES,
    IN_PLAY,
    RUNNING,
    Machine,
    may_start,
    ones,
    tick,
)

# ---------------------------------------------------------------- what the book works out


def machine_keys() -> dict[str, str]:
    """By the fields of the forms that a machine is hit by, what they are called in its roster."""
    found = {name: WORKS[name] for name in WORKS}
    found["men"] = ABOARD[0]
    found["men_shoot"] = "extras_shoot"
    for at in range(SAVERS):
        found[f"aboard{at + 1}"] = ABOARD[at + 1]
        found[f"shoot{at + 1}"] = f"{SLOTS[at]}_shoot"
        found[f"save{at + 1}"] = f"{SLOTS[at]}_save"
    for at in range(len(WEAPONS)):
        found[f"weapon{at + 1}"] = WEAPONS[at]
        found[f"mod{at + 1}"] = f"{WEAPONS[at]}_mod"
    return found


KEYS: Final = machine_keys()


def machine_inputs(source: str) -> tuple[Input, ...]:
    """All that a form takes of a machine, of whoever does it or of whom it is done to."""
    outside = outside_of_target if source == TARGET else outside_of_unit
    return (*[Input(name, source, key=KEYS[name]) for name in KEYS], Input("outside", WORKED, work=outside))


def machine_of(unit: BookUnit) -> Machine:
    """A working copy of its machine."""
    values: dict[str, Value] = {name: unit.values[KEYS[name]] for name in KEYS}
    values["outside"] = is_anybody_outside(unit)
    return kept_of(Values(values)).machine


def has_machine(unit: BookUnit) -> bool:
    return is_there(unit) and unit.word("machine") == WHOLE


def own_strength(unit: BookUnit) -> int:
    return unit.number(EXTRAS) + len([slot for slot in SLOTS if unit.flag(slot)])


def aboard(unit: BookUnit) -> int:
    return unit.number(ABOARD[0]) + len([name for name in ABOARD[1:] if unit.flag(name)])


def is_anybody_outside(unit: BookUnit) -> bool:
    return own_strength(unit) > aboard(unit)


def outside_of_unit(deed: Deed) -> Value:
    return is_anybody_outside(deed.actor())


def outside_of_target(deed: Deed) -> Value:
    return is_anybody_outside(deed.other())


def extras_split(unit: BookUnit) -> bool:
    """Are some of its Extras aboard, and some are not?"""
    return 0 < unit.number(ABOARD[0]) < unit.number(EXTRAS)


def unit_split(deed: Deed) -> bool:
    return extras_split(deed.actor())


def open_and_split(deed: Deed) -> bool:
    """May it be that some of those who fall were aboard, and others not (R89)?"""
    return deed.other().flag("open") and extras_split(deed.other())


def waiting_kinds(unit: BookUnit) -> list[str]:
    return [ATTACKERS[at] for at in range(len(ATTACKERS)) if unit.number(WAITING_HITS[at]) > 0]


def several_kinds(deed: Deed) -> bool:
    return len(waiting_kinds(deed.actor())) > 1


def attackers(deed: Deed) -> int:
    """By whom the blow was that it saves next."""
    if "attackers" in deed.values:
        return ATTACKERS.index(deed.word("attackers"))
    kinds = waiting_kinds(deed.actor())
    return ATTACKERS.index(kinds[0]) if kinds else Attackers.FOOT


def first_kind(deed: Deed) -> Value:
    return ATTACKERS[attackers(deed)]


def srm_of_blow(deed: Deed) -> Value:
    rules: GaslightRules = deed.rules
    return [rules.foot_srm, rules.explosives_srm, rules.machine_srm, rules.special_srm][attackers(deed)]


def kind_of_blow(deed: Deed) -> Value:
    by_machine = attackers(deed) in (Attackers.MACHINE, Attackers.SPECIAL)
    return HITS_BY[HitBy.MACHINE if by_machine else HitBy.FIGURES]


def srm_of_burst(deed: Deed) -> Value:
    return deed.state.values[BURST_SRM]


def hand_dice(deed: Deed) -> Value:
    return max(1, deed.actor().number("hand_dice"))


def men_aboard(deed: Deed) -> Value:
    return aboard(deed.actor())


def save_aboard(deed: Deed, at: int) -> Value:
    unit = deed.actor()
    return unit.number(f"{SLOTS[at]}_save") if unit.flag(ABOARD[at + 1]) else 0


def first_save_aboard(deed: Deed) -> Value:
    return save_aboard(deed, 0)


def second_save_aboard(deed: Deed) -> Value:
    return save_aboard(deed, 1)


def third_save_aboard(deed: Deed) -> Value:
    return save_aboard(deed, 2)


# ---------------------------------------------------------------- why not


def bars_machine(deed: Deed) -> str:
    return "" if has_machine(deed.actor()) else f"{deed.actor().name} has no machine"


def bars_at_machine(deed: Deed) -> str:
    return "" if has_machine(deed.other()) else f"{deed.other().name} has no machine"


def bars_drive(deed: Deed) -> str:
    unit = deed.actor()
    if not has_machine(unit) or aboard(unit) == 0:
        return bars_machine(deed) or f"nobody is aboard the machine of {unit.name}"
    return "" if unit.word("engine") == ENGINES[RUNNING] else f"the engine of {unit.name} does not run"


def bars_start(deed: Deed) -> str:
    unit = deed.actor()
    if not has_machine(unit) or aboard(unit) == 0:
        return bars_machine(deed) or f"nobody is aboard the machine of {unit.name}"
    return "" if may_start(machine_of(unit)) else f"{unit.name} has nothing that a Start roll would mend"


def bars_hand(deed: Deed) -> str:
    """A machine strikes while anybody is in it, and if it has Scuffle dice."""
    unit = deed.actor()
    if not has_machine(unit):
        return bars_machine(deed)
    if unit.number("hand_dice") == 0:
        return f"the machine of {unit.name} does not fight hand to hand"
    return "" if aboard(unit) else f"nobody is aboard the machine of {unit.name}"


def bars_machine_hack(deed: Deed) -> str:
    return bars_hand(deed) or bars_at_machine(deed)


def bars_struck(deed: Deed) -> str:
    if not has_machine(deed.actor()):
        return bars_machine(deed)
    kinds = waiting_kinds(deed.actor())
    if not kinds:
        return f"no blow at {deed.actor().name} has still to be saved"
    by = ATTACKERS[attackers(deed)]
    return "" if by in kinds else f"no blow by {by} has still to be saved"


def bars_explodes(deed: Deed) -> str:
    if deed.actor().word("exploding") == NO_BURST:
        return f"{deed.actor().name} does not explode"
    return "the burst is not over" if deed.state.values[BURST] != NO_BURST else ""


def bars_boarding(deed: Deed) -> str:
    unit = deed.actor()
    if not has_machine(unit):
        return bars_machine(deed)
    who = said_of(deed, "who", deed.unit)
    if who == EXTRAS:
        return "" if unit.number(EXTRAS) > unit.number(ABOARD[0]) else f"no Extra of {unit.name} is outside"
    at = own_slot(unit, who)
    return "" if at >= 0 and not unit.flag(ABOARD[at + 1]) else f"{unit.name} has no {who} character outside"


def own_slot(unit: BookUnit, who: str) -> int:
    """Where in its roster that one of its characters stands who are left; -1: there is none."""
    left = [at for at in range(SAVERS) if unit.flag(SLOTS[at])]
    wanted = SLOTS.index(who)
    return left[wanted] if wanted < len(left) else NOBODY


def bars_machine_fails(deed: Deed) -> str:
    rules: GaslightRules = deed.rules
    if not rules.machine_morale_column:
        return "each of the crew throws for himself, unless the ruling says otherwise (R87)"
    return bars_machine(deed)


# ---------------------------------------------------------------- hits


def after_fired_on(deed: Deed) -> None:
    suffer(deed, deed.other())


def after_struck(deed: Deed) -> None:
    """One of the blows that waited; if more do, they are due."""
    unit = deed.actor()
    name = WAITING_HITS[attackers(deed)]
    unit.values[name] = unit.number(name) - 1
    suffer(deed, unit)
    if waiting_kinds(unit):
        still_to_save(deed.state, unit)


def after_machine_caught(deed: Deed) -> None:
    suffer(deed, deed.actor())
    catch(deed.state, 1)


def suffer(deed: Deed, unit: BookUnit) -> None:
    """What the dice have made of a machine: the results say it for people, the same dice say it all."""
    came: Battered = battered(Scripted(deed.dice), deed.rules, deed.situation)
    machine = Machine(deed.situation.kept.machine.blueprint, came.state)
    killed = deed.situation.kept.machine.crew & ~machine.crew
    if came.counted:
        unit.values["vehicle_hit"] = True
    works_written(machine, unit.values)
    if machine.fate != IN_PLAY and machine.fate != CREWLESS:
        lose_machine(deed, unit, machine.fate, came.shell)
    lose_crew(deed, unit, killed)
    if machine.fate == CREWLESS:
        lose_machine(deed, unit, machine.fate, came.shell)
    if machine.fate == CAPTURED_BY_FOE:
        lose_crew(deed, unit, machine.crew)
    if came.checked and is_there(unit) and checks(deed.rules, unit):
        deed.state.due.append(Due("check-at-once", unit.id, NOBODY, "its crew checks at once", must=True))


def lose_crew(deed: Deed, unit: BookUnit, crew: int) -> None:
    """Those of the crew whose bits are set are killed: characters first, then Extras."""
    for at in range(SAVERS):
        if crew >> at & 1 and unit.flag(SLOTS[at]):
            lose_person(deed.rules, deed.state, Person(unit, SLOTS[at]), killed=True)
    men = ones(crew >> SAVERS)
    unit.values[ABOARD[0]] = max(0, unit.number(ABOARD[0]) - men)
    stand_in = men > 0 and is_stand_in(deed, unit)
    lose_extras(deed.rules, deed.state, unit.id, men, stand_in=stand_in, killed=True)


def lose_machine(deed: Deed, unit: BookUnit, fate: int, shell: int) -> None:
    """Nothing of it is kept but how it was lost; what explodes does so next, with whoever is in it (R101)."""
    crew = [unit.values[name] for name in ABOARD]
    nothing(unit.values)
    unit.values["machine"] = FATES[fate]
    if fate != EXPLODED:
        return
    for at in range(len(ABOARD)):
        unit.values[ABOARD[at]] = crew[at]
    rules: GaslightRules = deed.rules
    unit.values["exploding"] = rules.sizes[shell]
    deed.state.due.append(Due("explodes", unit.id, NOBODY, "it explodes when all hits are thrown for", must=True))


def after_hack(deed: Deed) -> None:
    """So many blows at a machine hit: each is saved for itself, when the round is over."""
    explosives = "explosives" in deed.values and deed.flag("explosives")
    wait(deed, Attackers.EXPLOSIVES if explosives else Attackers.FOOT)


def after_machine_hack(deed: Deed) -> None:
    wait(deed, Attackers.SPECIAL if deed.actor().flag("special") else Attackers.MACHINE)


def wait(deed: Deed, by: int) -> None:
    target = deed.other()
    name = WAITING_HITS[by]
    target.values[name] = target.number(name) + deed.number("hits")
    if waiting_kinds(target):
        still_to_save(deed.state, target)


def still_to_save(state: BookState, unit: BookUnit) -> None:
    state.due = [due for due in state.due if due.procedure != "machine-struck" or due.unit != unit.id]
    why = "each blow at it is saved, one by one"
    state.due.append(Due("machine-struck", unit.id, NOBODY, why, must=True))


# ---------------------------------------------------------------- bursts and explosions


def begin_burst(state: BookState, kind: str, most: int, srm: int) -> None:
    """It may catch so many models: who stands there is seen on the table."""
    state.values[BURST] = kind
    state.values[BURST_LEFT] = most
    state.values[BURST_SRM] = srm
    why = f"it may catch {most}, nearest first: say whom, and then that it is over"
    state.due.append(Due("burst-over", NOBODY, NOBODY, why, must=True))


def catch(state: BookState, figures: int) -> None:
    left = int(state.values[BURST_LEFT])
    if figures > left:
        raise Refused(f"the burst may catch {left} more: expected no more figures than that.")
    state.values[BURST_LEFT] = left - figures
    if left == figures:
        end_burst(state)


OF_BURSTS: Final = ("caught", "machine-caught", "burst-over")


def end_burst(state: BookState) -> None:
    state.values[BURST] = NO_BURST
    state.values[BURST_LEFT] = 0
    state.values[BURST_SRM] = 0
    state.due = [due for due in state.due if due.procedure not in OF_BURSTS]


def after_burst(deed: Deed) -> None:
    end_burst(deed.state)


def bars_burst(deed: Deed) -> str:
    return "" if deed.state.values[BURST] != NO_BURST else "nothing has burst"


def bars_machine_caught(deed: Deed) -> str:
    return bars_burst(deed) or bars_machine(deed)


def after_explosion(deed: Deed) -> None:
    """The crew is killed, but for characters who save themselves; then the blast (R83)."""
    rules: GaslightRules = deed.rules
    unit = deed.actor()
    cannon = rules.cannons[unit.word("exploding")]
    killed = ((1 << unit.number(ABOARD[0])) - 1) << SAVERS
    for at in range(SAVERS):
        if unit.flag(ABOARD[at + 1]) and not deed.flag(SLOTS[at]):
            killed |= 1 << at
    nothing(unit.values)
    unit.values["machine"] = FATES[EXPLODED]
    lose_crew(deed, unit, killed)
    begin_burst(deed.state, EXPLOSION, deed.number("most"), cannon.srms[Bore.SMOOTHBORE])


# ---------------------------------------------------------------- the crew


def after_boarding(deed: Deed) -> None:
    unit = deed.actor()
    who = said_of(deed, "who", deed.unit)
    if who == EXTRAS:
        unit.values[ABOARD[0]] = unit.number(ABOARD[0]) + 1
    else:
        unit.values[ABOARD[own_slot(unit, who) + 1]] = True


LEAVES: Final = (RAN_OFF, RESULTS[FailureResult.RUN], RESULTS[FailureResult.RANDOM])  # aboard: he bails out first


def bail_out(deed: Deed) -> None:
    """Of those who have failed all who run get out; who runs off the table is gone from wherever he was (4.11.5)."""
    unit = deed.actor()
    for at in range(SAVERS):
        if deed.word(SLOTS[at]) in LEAVES and own_slot(unit, SLOTS[at]) >= 0:
            unit.values[ABOARD[own_slot(unit, SLOTS[at]) + 1]] = False
    if unit.number(ABOARD[0]) == 0:
        return
    out = deed.number("run_off") + deed.number("run") + deed.number("random")
    if "were_aboard" in deed.values:
        out = min(out, deed.number("were_aboard"))
    unit.values[ABOARD[0]] = max(0, unit.number(ABOARD[0]) - out)


def after_machine_left(deed: Deed) -> None:
    """Driven over the edge: it is gone, with everybody in it (R101)."""
    unit = deed.actor()
    slots = [SLOTS[at] for at in range(SAVERS) if unit.flag(ABOARD[at + 1])]
    men = unit.number(ABOARD[0])
    nothing(unit.values)
    unit.values["machine"] = FATES[CREWLESS]
    desert(deed, unit, slots, men)


def after_machine_fails(deed: Deed) -> None:
    """By the ruling for one die a machine that flees loses a man: the characters aboard first, then the Extras."""
    unit = deed.actor()
    number = deed.number("deserter")
    if number == 0:
        return
    slots = [SLOTS[at] for at in range(SAVERS) if unit.flag(ABOARD[at + 1])]
    if number <= len(slots):
        desert(deed, unit, [slots[number - 1]], 0)
        return
    unit.values[ABOARD[0]] = max(0, unit.number(ABOARD[0]) - 1)
    desert(deed, unit, [], 1)


def desert(deed: Deed, unit: BookUnit, slots: list[str], men: int) -> None:
    """They are gone, and nobody has killed them."""
    for slot in slots:
        lose_person(deed.rules, deed.state, Person(unit, slot), killed=False)
    stand_in = men > 0 and is_stand_in(deed, unit)
    lose_extras(deed.rules, deed.state, unit.id, men, stand_in=stand_in, killed=False)


def fails_as_one(deed: Deed) -> bool:
    """Does one die say what the machine does, by the ruling (R87)?"""
    rules: GaslightRules = deed.rules
    return rules.machine_morale_column and has_machine(deed.actor()) and aboard(deed.actor()) > 0


# ---------------------------------------------------------------- cards and turns


def tick_steam(state: BookState) -> None:
    """The end of a turn: machines whose steam fails are a turn nearer to it (R84)."""
    for unit in state.units:
        if has_machine(unit) and unit.number("steam") > 0:
            machine = machine_of(unit)
            tick(machine)
            works_written(machine, unit.values)


def begin_card(rules: Any, state: BookState, unit: BookUnit) -> None:
    """By switch: an engine that balked has missed its drive, or Sustain is rolled on every card (R75, R76)."""
    if not has_machine(unit):
        return
    if unit.word("engine") != ENGINES[RUNNING]:
        if unit.word("engine") == ENGINES[BALKED]:
            unit.values["engine"] = ENGINES[RUNNING]
    elif rules.sustain_every_card and aboard(unit) > 0:
        state.due.append(Due("drive", unit.id, NOBODY, "Sustain is rolled on every card", must=True))
