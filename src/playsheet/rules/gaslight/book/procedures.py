"""The procedures: what each takes, and what it does."""

from __future__ import annotations

from typing import Final

from playsheet.core.book_rows import (
    ASKED,
    ENEMY,
    FIXED,
    FRIEND,
    SET,
    UNIT,
    WORKED,
    BookRows,
    Change,
    DeckRow,
    Fact,
    Input,
    Joining,
    Procedure,
    Then,
)
from playsheet.core.forms import Field
from playsheet.rules.gaslight.book.bars import (
    bars_attaching,
    bars_blows,
    bars_check,
    bars_detaching,
    bars_gun,
    bars_gun_fire,
    bars_machine_hit,
    bars_repair,
    bars_snipe,
    bars_volley,
    bars_who,
)
from playsheet.rules.gaslight.book.outcomes import (
    after_attaching,
    after_blows,
    after_check,
    after_deck,
    after_detaching,
    after_failures,
    after_falling,
    after_gun_fire,
    after_gun_hit,
    after_leaving,
    after_promotion,
    after_round,
    after_snipe,
    after_staying_away,
    after_volley,
)
from playsheet.rules.gaslight.book.sources import (
    extras_of_unit,
    figures_of_target,
    figures_of_unit,
    first_class,
    first_save,
    has_commander,
    has_first,
    has_second,
    has_third,
    his_shoot,
    his_weapon,
    is_at_machine_crew,
    is_leaderless,
    is_named,
    is_there,
    is_unit_led,
    mixed_target,
    mixed_unit,
    named_place,
    named_save,
    save_of_struck,
    scuffle_of_striker,
    second_class,
    second_save,
    several_people,
    target_has_stand_in,
    third_class,
    third_save,
    unit_has_stand_in,
    walks_as,
)
from playsheet.rules.gaslight.book.turning import begin, comes_on, comes_up, next_turn, passed_over, settle
from playsheet.rules.gaslight.book.written import EXTRAS, IN_ORDER, SLOTS, STATES, WHO, attributes
from playsheet.rules.gaslight.calculator.rosters import BLOWS, CHECK, FAILURES, VOLLEY
from playsheet.rules.gaslight.dice.shooting import COUNT
from playsheet.rules.gaslight.sheet import LOWEST, GaslightRules
from playsheet.rules.gaslight.turn import DRAW

FORMS: Final = (VOLLEY, BLOWS, CHECK, FAILURES)
COUNTED: Final = (COUNT.why,)
MARKSMAN: Final = Fact(
    Field("by", "which of its characters shoots", SLOTS[0], choices=SLOTS),
    only=several_people,
)
STRIKER: Final = Fact(Field("by", "who of them strike", EXTRAS, choices=WHO), only=mixed_unit)
STRUCK: Final = Fact(Field("at", "at whom of the others", EXTRAS, choices=WHO), only=mixed_target)
WHICH: Final = Fact(Field("who", "which of its figures", EXTRAS, choices=WHO), only=mixed_unit)
LOST_STAND_IN: Final = Field("stand_in", "its stand-in leader is among those who fall", default=False)
OF_UNIT: Final = Fact(LOST_STAND_IN, only=unit_has_stand_in)
OF_TARGET: Final = Fact(LOST_STAND_IN, only=target_has_stand_in)
COUNTED_OF_TARGET: Final = Fact(LOST_STAND_IN, only=target_has_stand_in, after=COUNTED)
CHECKING: Final = (
    Input("figures", WORKED, work=figures_of_unit),
    Input("crew", UNIT, key="crew"),
    Input("quality", UNIT, key="quality"),
    Input("cover", ASKED),
    Input("leader", WORKED, work=is_unit_led),
    Input("commander", ASKED, only=has_commander),
)
FAILED: Final = Then(
    "failures", "it has failed: each model throws on the chart", when="passed", among=(False,), must=True
)
ROUND_OVER: Final = Then("round-over", "all blows are struck: whoever is struck down falls")

PROCEDURES: Final = (
    Procedure(
        "shoot",
        "Shooting",
        form="volley",
        target=ENEMY,
        facts=(COUNTED_OF_TARGET,),
        inputs=(
            Input("weapon", UNIT, key="extras_weapon"),
            Input("figures", ASKED, work=extras_of_unit),
            Input("shoot", UNIT, key="extras_shoot"),
            Input("range", ASKED),
            Input("cover", ASKED),
            Input("target", ASKED, work=figures_of_target, only=is_at_machine_crew),
            Input("place1", ASKED, after=COUNTED, only=has_first),
            Input("save1", WORKED, work=first_save),
            Input("behind1", ASKED, after=COUNTED, only=has_first),
            Input("place2", ASKED, after=COUNTED, only=has_second),
            Input("save2", WORKED, work=second_save),
            Input("behind2", ASKED, after=COUNTED, only=has_second),
            Input("place3", ASKED, after=COUNTED, only=has_third),
            Input("save3", WORKED, work=third_save),
            Input("behind3", ASKED, after=COUNTED, only=has_third),
            Input("named", FIXED, value=False),
        ),
        bars=bars_volley,
        work=after_volley,
    ),
    Procedure(
        "snipe",
        "A character shoots",
        form="volley",
        target=ENEMY,
        facts=(MARKSMAN, STRUCK, OF_TARGET),
        inputs=(
            Input("weapon", WORKED, work=his_weapon),
            Input("figures", FIXED, value=1),
            Input("shoot", WORKED, work=his_shoot),
            Input("range", ASKED),
            Input("cover", ASKED),
            Input("target", FIXED, value=1),
            Input("place1", WORKED, work=named_place),
            Input("save1", WORKED, work=named_save),
            Input("behind1", ASKED, only=is_named),
            Input("place2", FIXED, value=0),
            Input("save2", FIXED, value=LOWEST),
            Input("behind2", FIXED, value=False),
            Input("place3", FIXED, value=0),
            Input("save3", FIXED, value=LOWEST),
            Input("behind3", FIXED, value=False),
            Input("named", FIXED, value=True),
        ),
        bars=bars_snipe,
        work=after_snipe,
    ),
    Procedure(
        "charge-check",
        "Morale check to charge",
        form="check",
        target=ENEMY,
        inputs=(*CHECKING, Input("charging", FIXED, value=True)),
        thens=(
            FAILED,
            Then("receive-check", "the charge is on: does it hold its ground?", when="passed", turned=True),
        ),
        bars=bars_check,
    ),
    Procedure(
        "receive-check",
        "Morale check to receive a charge",
        form="check",
        target=ENEMY,
        inputs=(*CHECKING, Input("charging", FIXED, value=False)),
        thens=(FAILED, Then("charge", "both have checked: the charge goes in", turned=True)),
        bars=bars_check,
    ),
    Procedure(
        "charge",
        "Charge",
        form="move",
        target=ENEMY,
        inputs=(
            Input("kind", WORKED, work=walks_as),
            Input("move", UNIT, key="move"),
            Input("charging", FIXED, value=True),
            Input("rough", ASKED),
            Input("leaderless", WORKED, work=is_leaderless),
            Input("obstacles", ASKED),
        ),
        thens=(Then("blows", "who is in contact fights when the card ends"),),
    ),
    Procedure(
        "blows",
        "Blows in close combat",
        form="blows",
        target=ENEMY,
        facts=(STRIKER, STRUCK, OF_TARGET),
        inputs=(
            Input("strikers", ASKED),
            Input("scuffle", WORKED, work=scuffle_of_striker),
            Input("struck", ASKED),
            Input("save", WORKED, work=save_of_struck),
        ),
        thens=(
            Then("blows", "who else strikes on this side"),
            Then("blows", "the other side strikes", turned=True),
            ROUND_OVER,
        ),
        bars=bars_blows,
        work=after_blows,
    ),
    Procedure(
        "free-blows",
        "Free blows at those who break off",
        form="break-off",
        target=ENEMY,
        facts=(STRIKER, STRUCK, OF_TARGET),
        inputs=(
            Input("leaving", ASKED),
            Input("leaving_save", WORKED, work=save_of_struck),
            Input("strikers", ASKED),
            Input("scuffle", WORKED, work=scuffle_of_striker),
            Input("save", FIXED, value=0),
        ),
        thens=(ROUND_OVER,),
        bars=bars_blows,
        work=after_blows,
    ),
    Procedure(
        "round-over",
        "The round is over",
        work=after_round,
        said="Whoever was struck down in the round falls",
        free=True,
    ),
    Procedure(
        "check",
        "Morale check",
        form="check",
        inputs=(*CHECKING, Input("charging", FIXED, value=False)),
        thens=(FAILED,),
        bars=bars_check,
        work=after_check,
    ),
    Procedure(
        "check-at-once",
        "Morale check at once",
        form="check",
        inputs=(*CHECKING, Input("charging", FIXED, value=False)),
        thens=(FAILED,),
        bars=bars_check,
    ),
    Procedure(
        "failures",
        "The failure chart",
        form="failures",
        facts=(OF_UNIT,),
        inputs=(
            Input("class1", WORKED, work=first_class),
            Input("class2", WORKED, work=second_class),
            Input("class3", WORKED, work=third_class),
            Input("extras", WORKED, work=extras_of_unit),
        ),
        work=after_failures,
    ),
    Procedure(
        "leaves",
        "A figure leaves the table",
        facts=(WHICH, OF_UNIT),
        bars=bars_who,
        work=after_leaving,
        said="loses a figure over the edge",
    ),
    Procedure(
        "falls", "A figure falls", facts=(WHICH, OF_UNIT), bars=bars_who, work=after_falling, said="loses a figure"
    ),
    Procedure(
        "lead", "A figure takes the lead", facts=(WHICH,), bars=bars_who, work=after_promotion, said="has a new leader"
    ),
    Procedure(
        "attach", "A character joins a unit", target=FRIEND, bars=bars_attaching, work=after_attaching, said="joins"
    ),
    Procedure("detach", "A character leaves his unit", bars=bars_detaching, work=after_detaching, said="goes on alone"),
    Procedure(
        "call-check",
        "A check is called for",
        changes=(Change(UNIT, "called_for", SET, value=True),),
        bars=bars_check,
        said="must check on its next card",
    ),
    Procedure(
        "gun-fires",
        "A gun fires",
        target=ENEMY,
        bars=bars_gun_fire,
        work=after_gun_fire,
        said="fires its gun at",
    ),
    Procedure(
        "gun-reloads",
        "A gun is reloaded",
        changes=(Change(UNIT, "gun_loaded", SET, value=True),),
        bars=bars_gun,
        said="reloads its gun",
    ),
    Procedure("gun-hit", "A gun is hit", bars=bars_gun, work=after_gun_hit, said="has its gun hit"),
    Procedure(
        "gun-repaired",
        "A gun is repaired",
        changes=(Change(UNIT, "gun", SET, value=IN_ORDER),),
        bars=bars_repair,
        said="has its gun in order again",
    ),
    Procedure(
        "machine-hit",
        "A machine is hit",
        changes=(Change(UNIT, "vehicle_hit", SET, value=True),),
        bars=bars_machine_hit,
        said="is hit, and must check on its next card",
    ),
    Procedure("gone", "A unit stays away", work=after_staying_away, said="is gone from the table"),
    Procedure(
        "deck-over",
        "The deck is empty",
        work=after_deck,
        said="The deck is empty, and no leader is new any more",
        free=True,
    ),
)


def book_rows(rules: GaslightRules) -> BookRows:
    return BookRows(
        "gaslight",
        rules,
        attributes=attributes(rules),
        states=STATES,
        relations=(),
        procedures=PROCEDURES,
        settle=settle,
        is_there=is_there,
        forms=tuple([form.with_rules(rules) for form in FORMS]),
        refers=("led_by", "with_unit", "acts_on"),
        deck=DeckRow(DRAW, {}, passed_over, comes_up),
        begin=begin,
        next_turn=next_turn,
        joining=Joining("extras", parts=True, comes=comes_on),
    )
