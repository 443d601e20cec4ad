"""Shooting on paper."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.rules.lancer.calculator.fields import (
    MOST,
    comes_up_to,
    length_input,
    room_field,
    size,
    target_fields,
    target_inputs,
    target_of,
    whole_inches,
)
from playsheet.rules.lancer.calculator.morale import FALLS_BACK, HELD, NOT_HIT, ROUTED, WAITS
from playsheet.rules.lancer.dice.shooting import Fire, Volley, Witness, volley
from playsheet.rules.lancer.sheet import LancerRules, Weapon


class Shooting:
    """A volley on paper: how many fire, and how far the target may fall back."""

    def __init__(self, volley: Volley, figures: int, room: float) -> None:
        self.volley: Final = volley
        self.figures: Final = figures
        self.room: Final = room


def shooting_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (
        Field("weapon", "what it fires", next(iter(rules.weapons)), choices=tuple(rules.weapons)),
        Field("figures", "who fires: rifles in the front two ranks, or crew", size(rules, "foot"), 1, MOST),
        Field("cover", "where the target stands", "open", choices=("open", "cover")),
        *target_fields(rules),
        room_field("the target"),
        Field("in_melee", "the target is in melee: its check waits for STOP (R27)", default=False),
    )


def shooting_of(rules: LancerRules, values: Values) -> Shooting:
    weapon = rules.weapons[values.word("weapon")]
    figures = values.number("figures")
    in_melee = values.flag("in_melee")
    if in_melee and not rules.fire_into_melee:
        raise Refused("a unit in melee cannot be shot at: that needs the switch fire_into_melee = yes (R27).")
    dice = dice_for(rules, weapon, figures)
    shot = Volley(weapon, dice, values.word("cover") == "cover", target_of(rules, values), not in_melee)
    return Shooting(shot, figures, values.length("room"))


def dice_for(rules: LancerRules, weapon: Weapon, figures: int) -> int:
    dice = weapon.dice_for(figures, weapon.by_figures and rules.round_up)
    if dice == 0:
        raise Refused(f"{figures} with {weapon.id} throws no dice: expected {weapon.per} or more.")
    return dice


def shooting_inputs(rules: LancerRules, shooting: Shooting) -> dict[str, Value]:
    shot = shooting.volley
    return {
        "weapon": shot.weapon.id,
        "figures": shooting.figures,
        "cover": "cover" if shot.cover else "open",
        **target_inputs(shot.target),
        "room": length_input(shooting.room),
        "in_melee": not shot.checks_now,
    }


def shoot(dice: Dice, rules: LancerRules, shooting: Shooting) -> Facts:
    paper = OnPaper(shooting, rout_takes_commander=rules.rout_takes_commander)
    volley(dice, rules, shooting.volley, paper)
    return (paper.hits, paper.jammed, paper.morale, paper.lost, paper.commanders_lost)


class OnPaper(Witness):
    """A volley on paper: what came of it is counted. A routed unit counts no losses, it is gone altogether."""

    def __init__(self, shooting: Shooting, *, rout_takes_commander: bool) -> None:
        self.shot: Final = shooting.volley
        self.room: Final = shooting.room
        self.rout_takes_commander: Final = rout_takes_commander
        self.hits = 0
        self.jammed = False
        self.morale = NOT_HIT
        self.lost = 0
        self.commanders_lost = 0

    def fired(self, fire: Fire) -> None:
        self.hits = fire.hits
        self.jammed = fire.jammed
        if fire.hits and not self.shot.checks_now:
            self.morale = WAITS

    def checked(self, held: bool) -> None:
        self.morale = HELD if held else FALLS_BACK

    def falls_back(self, inches: int) -> bool:
        if not comes_up_to(inches, self.room):
            return False
        self.morale = ROUTED
        if self.rout_takes_commander:
            self.commanders_lost = self.shot.target.commanders
        return True

    def marks(self) -> list[int] | None:
        return [whole_inches(self.room)]  # the one distance that makes a difference

    def suffered(self, left: State) -> None:
        self.lost = self.shot.target.figures - left[0]
        self.commanders_lost = self.shot.target.commanders - left[1]


SHOOT: Final = Form(
    "shoot",
    "Shooting: a volley, the target's Unit Morale Check and its casualties",
    at="shooting",
    example="weapon=rifles figures=9 target=10 start=10 morale=3",
    results=("hits", "jammed", "morale", "lost", "commanders_lost"),
    fields=shooting_fields,
    read=shooting_of,
    run=shoot,
    write=shooting_inputs,
)
