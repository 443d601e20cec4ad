"""What people are asked in several procedures, and inputs that several of them take."""

from __future__ import annotations

from typing import Final

from playsheet.core.book_rows import ASKED, UNIT, WORKED, Fact, Input
from playsheet.core.forms import Field
from playsheet.rules.gaslight.book.fire import best_shot as best_shot_of_crew
from playsheet.rules.gaslight.book.fire import (
    first_aimed,
    first_at_machine,
    first_empty,
    first_heavy,
    first_ordnance,
    first_outside,
    has_mixed_gun_crew,
    several_weapons,
    throws_or_launches,
)
from playsheet.rules.gaslight.book.machines import open_and_split
from playsheet.rules.gaslight.book.sources import (
    figures_of_target,
    figures_of_unit,
    first_of_target,
    first_of_unit,
    first_save,
    has_commander,
    has_first,
    has_second,
    has_third,
    is_at_machine_crew,
    is_unit_led,
    mixed_target,
    mixed_unit,
    second_save,
    several_people,
    target_has_stand_in,
    third_save,
    unit_has_stand_in,
)
from playsheet.rules.gaslight.book.written import EXTRAS, SLOTS, WEAPONS, WHO
from playsheet.rules.gaslight.calculator.inputs import MOST_TARGET
from playsheet.rules.gaslight.dice.shooting import CONE_COUNT, COUNT

COUNTED: Final = (COUNT.why,)
SWEPT: Final = (CONE_COUNT.why,)

# ---------------------------------------------------------------- who

MARKSMAN: Final = Fact(
    Field("by", "which of its characters shoots", SLOTS[0], choices=SLOTS),
    only=several_people,
)
STRIKER: Final = Fact(Field("by", "who of them strike", EXTRAS, choices=WHO), only=mixed_unit, work=first_of_unit)
THROWER: Final = Fact(
    Field("by", "who of them throws or shoots", EXTRAS, choices=WHO), only=mixed_unit, work=first_of_unit
)
STRUCK: Final = Fact(Field("at", "at whom of the others", EXTRAS, choices=WHO), only=mixed_target, work=first_of_target)
WHICH: Final = Fact(Field("who", "which of its figures", EXTRAS, choices=WHO), only=mixed_unit, work=first_of_unit)
SERVED: Final = Fact(
    Field("served", "who at the gun shoots best", EXTRAS, choices=WHO), only=has_mixed_gun_crew, work=best_shot_of_crew
)
WHO_IS_CAUGHT: Final = Fact(
    Field("who", "which of its figures", EXTRAS, choices=WHO), only=mixed_unit, work=first_outside
)
WHICH_WEAPON: Final = Field("weapon_used", "which of its weapons", WEAPONS[0], choices=WEAPONS)
AIMED: Final = Fact(WHICH_WEAPON, only=several_weapons, work=first_aimed)
ORDNANCE: Final = Fact(WHICH_WEAPON, only=several_weapons, work=first_ordnance)
HEAVY: Final = Fact(WHICH_WEAPON, only=several_weapons, work=first_heavy)
AT_MACHINE: Final = Fact(WHICH_WEAPON, only=several_weapons, work=first_at_machine)
EMPTY: Final = Fact(WHICH_WEAPON, only=several_weapons, work=first_empty)
BY_HAND: Final = Fact(Field("by_hand", "he throws it by hand", default=False), only=throws_or_launches)

# ---------------------------------------------------------------- who falls

LOST_STAND_IN: Final = Field("stand_in", "its stand-in leader is among those who fall", default=False)
OF_UNIT: Final = Fact(LOST_STAND_IN, only=unit_has_stand_in)
OF_TARGET: Final = Fact(LOST_STAND_IN, only=target_has_stand_in)
COUNTED_OF_TARGET: Final = Fact(LOST_STAND_IN, only=target_has_stand_in, after=COUNTED)
SWEPT_OF_TARGET: Final = Fact(LOST_STAND_IN, only=target_has_stand_in, after=SWEPT)
WERE_ABOARD: Final = Field("were_aboard", "so many of these Extras were in the machine", 0, 0, MOST_TARGET)
ABOARD_COUNTED: Final = Fact(WERE_ABOARD, only=open_and_split, after=COUNTED)
ABOARD_SWEPT: Final = Fact(WERE_ABOARD, only=open_and_split, after=SWEPT)
ABOARD_NAMED: Final = Fact(WERE_ABOARD, only=open_and_split)


def count_inputs(after: tuple[str, ...]) -> tuple[Input, ...]:
    """Where in the count the characters stand, asked once it has come to that."""
    return (
        Input("place1", ASKED, after=after, only=has_first),
        Input("save1", WORKED, work=first_save),
        Input("behind1", ASKED, after=after, only=has_first),
        Input("place2", ASKED, after=after, only=has_second),
        Input("save2", WORKED, work=second_save),
        Input("behind2", ASKED, after=after, only=has_second),
        Input("place3", ASKED, after=after, only=has_third),
        Input("save3", WORKED, work=third_save),
        Input("behind3", ASKED, after=after, only=has_third),
    )


FAR_AND_COVER: Final = (Input("range", ASKED), Input("cover", ASKED))
FIGURES_THERE: Final = Input("target", ASKED, work=figures_of_target, only=is_at_machine_crew)

# ---------------------------------------------------------------- morale

CHECKING: Final = (
    Input("figures", WORKED, work=figures_of_unit),
    Input("crew", UNIT, key="crew"),
    Input("quality", UNIT, key="quality"),
    Input("cover", ASKED),
    Input("leader", WORKED, work=is_unit_led),
    Input("commander", ASKED, only=has_commander),
)
