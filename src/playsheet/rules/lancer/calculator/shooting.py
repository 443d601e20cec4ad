"""Shooting on paper."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.rules.lancer.calculator.fields import (
    MOST,
    length_input,
    room_field,
    routs_within,
    size,
    target_fields,
    target_inputs,
    target_of,
)
from playsheet.rules.lancer.calculator.morale import FALLS_BACK, HELD, NOT_HIT, ROUTED, WAITS
from playsheet.rules.lancer.dice.shooting import Fire, Volley, Witness, volley
from playsheet.rules.lancer.sheet import LancerRules, Weapon


class Shooting:
    """A volley on paper: how many fire, how far the target may fall back, and the distances at which it is routed."""

    def __init__(self, volley: Volley, figures: int, room: float, routs: list[int]) -> None:
        self.volley: Final = volley
        self.figures: Final = figures
        self.room: Final = room
        self.routs: Final = routs


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
    room = values.length("room")
    return Shooting(shot, figures, room, routs_within(rules, room))


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
        self.routs: Final = shooting.routs
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
        if inches not in self.routs:
            return False
        self.morale = ROUTED
        if self.rout_takes_commander:
            self.commanders_lost = self.shot.target.commanders
        return True

    def marks(self) -> list[int] | None:
        """Where it begins to be routed, and where it is no more."""
        marks: list[int] = []
        for inches in self.routs:
            if inches - 1 not in self.routs:
                marks.append(inches)
            if inches + 1 not in self.routs:
                marks.append(inches + 1)
        return marks or [0]

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
