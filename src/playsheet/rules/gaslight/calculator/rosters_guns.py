"""The forms that the field book throws for guns, grenades, shotguns, and what bursts.

A shell is an entry, and everybody whom it catches is one more: who stands in the circle is seen on the table.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.rules.gaslight.calculator.fire import GunOnPaper, at_gun_of, cone_of
from playsheet.rules.gaslight.calculator.inputs import (
    MOST_TARGET,
    SAVERS,
    aim_of,
    attribute,
    cannon_of,
    cover_of,
    lost,
    ordnance,
    shooter_fields,
    target_fields,
    vehicle_weapons,
)
from playsheet.rules.gaslight.dice.cannon import AtGun, Cone, falls_on, fire_at_gun, fire_cone, mends
from playsheet.rules.gaslight.dice.shooting import GONE_AT, Aim, Target, saves, to_hit
from playsheet.rules.gaslight.sheet import GRENADES, HIGHEST, Cannon, GaslightRules


def shells(rules: GaslightRules) -> tuple[str, ...]:
    """What bursts where it hits: guns by size and bore, grenades, launchers."""
    return (*ordnance(rules), GRENADES, *[id for id in rules.weapons if rules.weapons[id].launcher])


def who_falls(places: list[int], gone: int) -> tuple[bool, bool, bool]:
    """Of the three characters, by their places in the count."""
    fallen = [place > 0 and gone >> (place - 1) & 1 == 1 for place in places]
    return fallen[0], fallen[1], fallen[2]


def places_of(values: Values) -> list[int]:
    """Where in the count the three characters stand, from 1; 0: there is none."""
    return [values.number(f"place{number}") for number in range(1, SAVERS + 1)]


# ---------------------------------------------------------------- shells and grenades


class Landing:
    """A shell or a grenade on its way: to hit, and among how many figures its first casualty is counted."""

    def __init__(self, aim: Aim, cover: int, cannon: Cannon, figures: int, *, named: bool) -> None:
        self.aim: Final = aim
        self.cover: Final = cover
        self.cannon: Final = cannon
        self.figures: Final = figures
        self.named: Final = named


def landing_of(rules: GaslightRules, values: Values) -> Landing:
    cannon = cannon_of(rules, values.word("weapon"))
    if cannon is None:
        raise Refused(f"{values.word('weapon')} does not burst: expected a gun, a grenade or a launcher.")
    aim = aim_of(rules, values, 1)
    one = Aim(1, aim.number, aim.throw, aim.srm, has_srm=aim.has_srm)
    return Landing(one, cover_of(values), cannon, values.number("target"), named=values.flag("named"))


def lands(dice: Dice, rules: GaslightRules, landing: Landing) -> Facts:
    if to_hit(dice, rules, [landing.aim], landing.cover) == 0:
        return (False, 0, 0)
    most, place = falls_on(dice, rules, landing.cannon, landing.figures, named=landing.named)
    return (True, most, place + 1)


def landing_fields(rules: GaslightRules) -> tuple[Field, ...]:
    shooter = shooter_fields(rules, shells(rules), 0)
    return (
        shooter[0],
        *shooter[2:],
        Field("target", "figures of the target in the open", 10, 1, MOST_TARGET),
        Field("named", "a character's grenade: the first casualty is named", default=False),
    )


LANDS: Final = Form(
    "lands",
    "A shell or a grenade: to hit, how many it may catch, and which of the count it finds first",
    at="artillery-effects",
    example="weapon=medium-rifled shoot=12 range=20 target=10",
    results=("hit", "most", "place"),
    fields=landing_fields,
    read=landing_of,
    run=lands,
)


class Caught:
    """Figures that a burst has caught: one with a Save, or so many Extras."""

    def __init__(self, figures: int, target: Target) -> None:
        self.figures: Final = figures
        self.target: Final = target


def caught_of(rules: GaslightRules, values: Values) -> Caught:
    figures = values.number("figures")
    save = values.number("save")
    if save and figures > 1:
        raise Refused("whoever has a Save is caught for himself: expected figures=1.")
    return Caught(figures, Target(rules, [save], [values.flag("behind")]))


def caught(dice: Dice, rules: GaslightRules, at: Caught) -> Facts:
    return (0 if saves(dice, rules, at.target, 0) else at.figures,)


CAUGHT: Final = Form(
    "caught",
    "Caught by a burst: one with a Save, or Extras",
    at="saving-throws",
    example="save=11",
    results=("killed",),
    fields=(
        Field("figures", "figures that it catches, all alike", 1, 1, MOST_TARGET),
        Field("save", "the Save of the one who is caught, 0: they are Extras", 0, 0, HIGHEST),
        Field("behind", "he is caught from behind: half his Save", default=False),
    ),
    read=caught_of,
    run=caught,
)


# ---------------------------------------------------------------- at a gun, and by cones


class AtCrew:
    """Fire at men by their gun, and where in the count its characters stand."""

    def __init__(self, shot: AtGun, places: list[int]) -> None:
        self.shot: Final = shot
        self.places: Final = places


def at_crew_of(rules: GaslightRules, values: Values) -> AtCrew:
    return AtCrew(at_gun_of(rules, values), places_of(values))


def fire_at_crew(dice: Dice, rules: GaslightRules, at: AtCrew) -> Facts:
    paper = GunOnPaper()
    fire_at_gun(dice, rules, at.shot, paper)
    return (
        paper.hits,
        paper.gun_hit,
        lost(at.shot.counting.target, paper.gone)[0],
        *who_falls(at.places, paper.gone),
    )


def at_crew_fields(rules: GaslightRules) -> tuple[Field, ...]:
    shooter = shooter_fields(rules, vehicle_weapons(rules), 0)
    return (*shooter, *target_fields("figures of the unit that serves the gun, characters included", 4))


AT_CREW: Final = Form(
    "at-crew",
    "Heavy weapons at a gun and its crew: to hit, is the gun hit, the count, and which of its characters fall",
    at="gun-hits",
    example="weapon=small-rifled shoot=12 range=10 target=4",
    results=("hits", "gun_hit", "lost", "first", "second", "third"),
    fields=at_crew_fields,
    read=at_crew_of,
    run=fire_at_crew,
)


class Swept:
    """Figures in a cone, and where in the count from the nearest the characters stand."""

    def __init__(self, cone: Cone, places: list[int]) -> None:
        self.cone: Final = cone
        self.places: Final = places


def swept_of(rules: GaslightRules, values: Values) -> Swept:
    return Swept(cone_of(rules, values), places_of(values))


def sweep(dice: Dice, rules: GaslightRules, swept: Swept) -> Facts:
    gun_hit, left = fire_cone(dice, rules, swept.cone)
    return (gun_hit, lost(swept.cone.target, left[GONE_AT])[0], *who_falls(swept.places, left[GONE_AT]))


CONE: Final = Form(
    "cone",
    "Shotguns and grapeshot: how many in the arc are hit, the count from the nearest, and which characters fall",
    at="shotgun-grape",
    example="target=4",
    results=("gun_hit", "lost", "first", "second", "third"),
    fields=(
        *target_fields("figures of the target in the arc and within reach", 4),
        Field("at_gun", "it is grapeshot, at men who serve a gun", default=False),
    ),
    read=swept_of,
    run=sweep,
)


# ---------------------------------------------------------------- mending


class Mending:
    """A crew at work on its broken gun."""

    def __init__(self, shoot: int) -> None:
        self.shoot: Final = shoot


def mending_of(rules: GaslightRules, values: Values) -> Mending:
    return Mending(values.number("shoot"))


def mend(dice: Dice, rules: GaslightRules, mending: Mending) -> Facts:
    return (mends(dice, rules, mending.shoot),)


MENDING: Final = Form(
    "mending",
    "Mending a gun that is out of order",
    at="gun-hits",
    example="shoot=12",
    results=("mended",),
    fields=(attribute("shoot", "the best Shoot of its crew", 12),),
    read=mending_of,
    run=mend,
)
GUN_FORMS: Final = (LANDS, CAUGHT, AT_CREW, CONE, MENDING)
