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
from playsheet.rules.gaslight.book.asked import (
    ABOARD_COUNTED,
    ABOARD_NAMED,
    CHECKING,
    COUNTED,
    COUNTED_OF_TARGET,
    FAR_AND_COVER,
    FIGURES_THERE,
    MARKSMAN,
    OF_TARGET,
    OF_UNIT,
    STRIKER,
    STRUCK,
    WHICH,
    count_inputs,
)
from playsheet.rules.gaslight.book.bars import (
    bars_attaching,
    bars_blows,
    bars_check,
    bars_detaching,
    bars_who,
)
from playsheet.rules.gaslight.book.fire import bars_aimed_snipe, bars_aimed_volley
from playsheet.rules.gaslight.book.machines import unit_split
from playsheet.rules.gaslight.book.outcomes import (
    after_any_check,
    after_attaching,
    after_blows,
    after_check,
    after_deck,
    after_detaching,
    after_failures,
    after_falling,
    after_leaving,
    after_promotion,
    after_round,
    after_snipe,
    after_staying_away,
    after_volley,
    bars_deck,
)
from playsheet.rules.gaslight.book.procedures_guns import GUN_ROWS
from playsheet.rules.gaslight.book.procedures_machines import MACHINE_ROWS
from playsheet.rules.gaslight.book.sources import (
    extras_of_unit,
    first_class,
    his_shoot,
    his_weapon,
    is_leaderless,
    is_named,
    is_there,
    named_place,
    named_save,
    save_of_struck,
    scuffle_of_striker,
    second_class,
    third_class,
    walks_as,
)
from playsheet.rules.gaslight.book.turning import begin, comes_on, comes_up, next_turn, passed_over, settle
from playsheet.rules.gaslight.book.written import STATES, attributes, own
from playsheet.rules.gaslight.calculator.inputs import MOST_TARGET
from playsheet.rules.gaslight.calculator.rosters import BLOWS, CHECK, FAILURES, VOLLEY
from playsheet.rules.gaslight.calculator.rosters_guns import GUN_FORMS
from playsheet.rules.gaslight.calculator.rosters_machines import MACHINE_FORMS
from playsheet.rules.gaslight.sheet import LOWEST, GaslightRules
from playsheet.rules.gaslight.turn import DRAW

FORMS: Final = (VOLLEY, BLOWS, CHECK, FAILURES, *GUN_FORMS, *MACHINE_FORMS)
SPLIT: Final = Fact(
    Field("were_aboard", "so many of its Extras who run were in the machine", 0, 0, MOST_TARGET), only=unit_split
)
ROUND_OVER: Final = Then("round-over", "all blows are struck: whoever is struck down falls")

PROCEDURES: Final = (
    Procedure(
        "shoot",
        "Shooting",
        form="volley",
        target=ENEMY,
        facts=(COUNTED_OF_TARGET, ABOARD_COUNTED),
        inputs=(
            Input("weapon", UNIT, key="extras_weapon"),
            Input("figures", ASKED, work=extras_of_unit),
            Input("shoot", UNIT, key="extras_shoot"),
            *FAR_AND_COVER,
            FIGURES_THERE,
            *count_inputs(COUNTED),
            Input("named", FIXED, value=False),
        ),
        bars=bars_aimed_volley,
        work=after_volley,
    ),
    Procedure(
        "snipe",
        "A character shoots",
        form="volley",
        target=ENEMY,
        facts=(MARKSMAN, STRUCK, OF_TARGET, ABOARD_NAMED),
        inputs=(
            Input("weapon", WORKED, work=his_weapon),
            Input("figures", FIXED, value=1),
            Input("shoot", WORKED, work=his_shoot),
            *FAR_AND_COVER,
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
        bars=bars_aimed_snipe,
        work=after_snipe,
    ),
    Procedure(
        "charge-check",
        "Morale check to charge",
        form="check",
        target=ENEMY,
        inputs=(*CHECKING, Input("charging", FIXED, value=True)),
        thens=(Then("receive-check", "the charge is on: does it hold its ground?", when="passed", turned=True),),
        bars=bars_check,
        work=after_any_check,
    ),
    Procedure(
        "receive-check",
        "Morale check to receive a charge",
        form="check",
        target=ENEMY,
        inputs=(*CHECKING, Input("charging", FIXED, value=False)),
        thens=(Then("charge", "both have checked: the charge goes in", turned=True),),
        bars=bars_check,
        work=after_any_check,
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
        bars=bars_check,
        work=after_check,
    ),
    Procedure(
        "check-at-once",
        "Morale check at once",
        form="check",
        inputs=(*CHECKING, Input("charging", FIXED, value=False)),
        bars=bars_check,
        work=after_any_check,
    ),
    Procedure(
        "failures",
        "The failure chart",
        form="failures",
        facts=(OF_UNIT, SPLIT),
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
    Procedure("gone", "A unit stays away", work=after_staying_away, said="is gone from the table"),
    Procedure(
        "deck-over",
        "The deck is empty",
        bars=bars_deck,
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
        procedures=(*PROCEDURES, *GUN_ROWS, *MACHINE_ROWS),
        settle=settle,
        is_there=is_there,
        forms=tuple([form.with_rules(rules) for form in FORMS]),
        own=own(rules),
        refers=("led_by", "with_unit", "acts_on"),
        deck=DeckRow(DRAW, {}, passed_over, comes_up),
        begin=begin,
        next_turn=next_turn,
        joining=Joining("extras", parts=True, comes=comes_on),
    )
