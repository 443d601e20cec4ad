"""Machines: the rows of driving, of hits on them by fire and hand to hand, of explosions, and of their crews."""

from __future__ import annotations

from typing import Final

from playsheet.core.book_rows import (
    ASKED,
    ENEMY,
    FIXED,
    SET,
    TARGET,
    UNIT,
    WORKED,
    Change,
    Fact,
    Input,
    Procedure,
    Then,
)
from playsheet.core.forms import Field
from playsheet.rules.gaslight.book.asked import (
    AT_MACHINE,
    BY_HAND,
    FAR_AND_COVER,
    LOST_STAND_IN,
    MARKSMAN,
    OF_TARGET,
    OF_UNIT,
    SERVED,
    STRIKER,
    STRUCK,
    THROWER,
    WHICH,
)
from playsheet.rules.gaslight.book.fire import (
    after_gun_at_machine,
    bars_grenade_at_machine,
    bars_gun_at_machine,
    bars_hack,
    bars_machine_blows,
    bars_shoot_machine,
    bars_snipe_machine,
    has_grenades,
)
from playsheet.rules.gaslight.book.machines import (
    after_boarding,
    after_explosion,
    after_fired_on,
    after_hack,
    after_machine_caught,
    after_machine_fails,
    after_machine_hack,
    after_machine_left,
    after_struck,
    bars_boarding,
    bars_drive,
    bars_explodes,
    bars_machine,
    bars_machine_caught,
    bars_machine_fails,
    bars_machine_hack,
    bars_start,
    bars_struck,
    first_kind,
    first_save_aboard,
    hand_dice,
    kind_of_blow,
    machine_inputs,
    men_aboard,
    second_save_aboard,
    several_kinds,
    srm_of_blow,
    srm_of_burst,
    third_save_aboard,
)
from playsheet.rules.gaslight.book.outcomes import after_blows
from playsheet.rules.gaslight.book.procedures_guns import GUN_AIMS, HE_THROWS, NEXT, ONE
from playsheet.rules.gaslight.book.sources import (
    extras_of_unit,
    his_shoot,
    his_weapon,
    save_of_struck,
    scuffle_of_striker,
    target_has_stand_in,
    unit_has_stand_in,
)
from playsheet.rules.gaslight.calculator.vehicles import STALLS, STARTS
from playsheet.rules.gaslight.sheet import WHICH_ONE
from playsheet.rules.gaslight.terms import ATTACKERS, HITS_BY, HitBy
from playsheet.tabletop.machines.machine import ENGINES, RUNNING, STALLED

MAN_HIT: Final = (WHICH_ONE,)
CREW_OF_TARGET: Final = Fact(LOST_STAND_IN, only=target_has_stand_in, after=MAN_HIT)
CREW_OF_UNIT: Final = Fact(LOST_STAND_IN, only=unit_has_stand_in, after=MAN_HIT)
EXPLOSIVES: Final = Fact(Field("explosives", "each of them spends a grenade", default=False), only=has_grenades)
WHOSE_BLOW: Final = Fact(
    Field("attackers", "by whom the blow is", ATTACKERS[0], choices=ATTACKERS), only=several_kinds, work=first_kind
)
ROUND: Final = Then("round-over", "all blows are struck: whoever is struck down falls")

MACHINE_ROWS: Final = (
    Procedure(
        "shoot-machine",
        "Shooting at a machine",
        form="fired-on",
        target=ENEMY,
        facts=(CREW_OF_TARGET,),
        inputs=(
            Input("weapon", UNIT, key="extras_weapon"),
            Input("figures", ASKED, work=extras_of_unit),
            Input("shoot", UNIT, key="extras_shoot"),
            *FAR_AND_COVER,
            *machine_inputs(TARGET),
        ),
        bars=bars_shoot_machine,
        work=after_fired_on,
    ),
    Procedure(
        "snipe-machine",
        "A character shoots at a machine",
        form="fired-on",
        target=ENEMY,
        facts=(MARKSMAN, CREW_OF_TARGET),
        inputs=(
            Input("weapon", WORKED, work=his_weapon),
            ONE,
            Input("shoot", WORKED, work=his_shoot),
            *FAR_AND_COVER,
            *machine_inputs(TARGET),
        ),
        bars=bars_snipe_machine,
        work=after_fired_on,
    ),
    Procedure(
        "gun-at-machine",
        "A gun fires at a machine",
        form="fired-on",
        target=ENEMY,
        facts=(AT_MACHINE, SERVED, CREW_OF_TARGET),
        inputs=(*GUN_AIMS, ONE, *machine_inputs(TARGET)),
        bars=bars_gun_at_machine,
        work=after_gun_at_machine,
    ),
    Procedure(
        "grenade-at-machine",
        "A grenade at a machine",
        form="fired-on",
        target=ENEMY,
        facts=(THROWER, BY_HAND, CREW_OF_TARGET),
        inputs=(*HE_THROWS, ONE, *machine_inputs(TARGET)),
        bars=bars_grenade_at_machine,
        work=after_fired_on,
    ),
    Procedure(
        "machine-caught",
        "A machine is caught by a burst",
        form="machine-struck",
        facts=(CREW_OF_UNIT,),
        inputs=(
            Input("srm", WORKED, work=srm_of_burst),
            Input("by", FIXED, value=HITS_BY[HitBy.SHOT]),
            *machine_inputs(UNIT),
        ),
        thens=NEXT,
        bars=bars_machine_caught,
        work=after_machine_caught,
    ),
    Procedure(
        "hack",
        "Blows at a machine",
        form="strikes",
        target=ENEMY,
        facts=(STRIKER, EXPLOSIVES),
        inputs=(Input("strikers", ASKED), Input("scuffle", WORKED, work=scuffle_of_striker)),
        thens=(Then("hack", "who else strikes at it"), ROUND),
        bars=bars_hack,
        work=after_hack,
    ),
    Procedure(
        "machine-hack",
        "A machine strikes at a machine",
        form="strikes",
        target=ENEMY,
        inputs=(Input("strikers", ASKED, work=hand_dice), Input("scuffle", UNIT, key="hand_scuffle")),
        thens=(Then("machine-hack", "the other machine strikes", turned=True), ROUND),
        bars=bars_machine_hack,
        work=after_machine_hack,
    ),
    Procedure(
        "machine-blows",
        "A machine strikes at figures",
        form="blows",
        target=ENEMY,
        facts=(STRUCK, OF_TARGET),
        inputs=(
            Input("strikers", ASKED, work=hand_dice),
            Input("scuffle", UNIT, key="hand_scuffle"),
            Input("struck", ASKED),
            Input("save", WORKED, work=save_of_struck),
        ),
        thens=(Then("hack", "they strike at it", turned=True), ROUND),
        bars=bars_machine_blows,
        work=after_blows,
    ),
    Procedure(
        "machine-struck",
        "A blow at a machine is saved",
        form="machine-struck",
        facts=(WHOSE_BLOW, CREW_OF_UNIT),
        inputs=(
            Input("srm", WORKED, work=srm_of_blow),
            Input("by", WORKED, work=kind_of_blow),
            *machine_inputs(UNIT),
        ),
        bars=bars_struck,
        work=after_struck,
    ),
    Procedure(
        "explodes",
        "A machine explodes",
        form="explosion",
        facts=(OF_UNIT,),
        inputs=(
            Input("shell", UNIT, key="exploding"),
            Input("save1", WORKED, work=first_save_aboard),
            Input("save2", WORKED, work=second_save_aboard),
            Input("save3", WORKED, work=third_save_aboard),
        ),
        thens=NEXT,
        bars=bars_explodes,
        work=after_explosion,
    ),
    Procedure(
        "drive",
        "A machine drives: its Sustain roll",
        form="drive",
        inputs=(
            Input("sustain", UNIT, key="sustain"),
            Input("start", UNIT, key="start"),
            Input("stalled", FIXED, value=False),
        ),
        changes=(Change(UNIT, "engine", SET, value=ENGINES[STALLED], when="result", among=(STALLS,)),),
        bars=bars_drive,
    ),
    Procedure(
        "start",
        "A machine is started: its Start roll",
        form="drive",
        inputs=(
            Input("sustain", UNIT, key="sustain"),
            Input("start", UNIT, key="start"),
            Input("stalled", FIXED, value=True),
        ),
        changes=(
            Change(UNIT, "engine", SET, value=ENGINES[RUNNING], when="result", among=(STARTS,)),
            Change(UNIT, "adrift", SET, value=False, when="result", among=(STARTS,)),
        ),
        bars=bars_start,
    ),
    Procedure(
        "machine-fails",
        "A machine whose crew has failed",
        form="machine-fails",
        facts=(OF_UNIT,),
        inputs=(Input("aboard", WORKED, work=men_aboard),),
        bars=bars_machine_fails,
        work=after_machine_fails,
    ),
    Procedure(
        "boards",
        "A man gets in again",
        facts=(WHICH,),
        bars=bars_boarding,
        work=after_boarding,
        said="has a man aboard again",
    ),
    Procedure(
        "machine-left",
        "A machine leaves the table",
        facts=(OF_UNIT,),
        bars=bars_machine,
        work=after_machine_left,
        said="loses its machine over the edge, with all who are in it",
    ),
)
