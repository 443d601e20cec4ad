"""Inputs that several forms share, and what they come to."""

from __future__ import annotations

from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.forms import Field, Values
from playsheet.core.reader import figure
from playsheet.rules.gaslight.dice.shooting import NO_SAVE, Aim, Target, aim, grenade_aim
from playsheet.rules.gaslight.sheet import GRENADES, HIGHEST, LOWEST, Cannon, GaslightRules
from playsheet.rules.gaslight.terms import BORES, COVERS, Bore, Cover, RangeBand

MOST: Final = 40  # models that shoot or fight together
MOST_TARGET: Final = 30  # figures of a unit in a count
SAVERS: Final = 3  # characters (or beasts) of a unit whose Saves are asked for
SAVES: Final = (0, 11, 9, 9)  # theirs, unless somebody says otherwise: first, second, third
ORDINALS: Final = ("", "first", "second", "third")
MOST_CHECKED: Final = 20  # figures of a unit that may all fail their check


def attribute(name: str, said: str, default: int) -> Field:
    return Field(name, said, default, LOWEST, HIGHEST)


def shooter_fields(rules: GaslightRules, weapons: tuple[str, ...], default: int) -> tuple[Field, ...]:
    """Who shoots, with what, how far."""
    return (
        Field("weapon", "what they shoot with", weapons[default], choices=weapons),
        Field("figures", "models that shoot, each with all the shots of its weapon", 1, 1, MOST),
        attribute("shoot", "their Shoot", 9),
        Field("range", "inches to the target", 10, 0, 100, fractions=True),
        Field("cover", "the target's cover", COVERS[Cover.NONE], choices=COVERS),
    )


def aimed(rules: GaslightRules) -> tuple[str, ...]:
    """Weapons that roll to hit and have no blast."""
    return tuple([id for id in rules.weapons if not rules.weapons[id].cone and not rules.weapons[id].launcher])


def bursting(rules: GaslightRules) -> tuple[str, ...]:
    """What bursts where it hits: guns by size, grenades, launchers."""
    return (*rules.sizes, GRENADES, *[id for id in rules.weapons if rules.weapons[id].launcher])


def ordnance(rules: GaslightRules) -> tuple[str, ...]:
    """Guns by size and bore."""
    return tuple([f"{size}-{bore}" for size in rules.sizes for bore in BORES])


def vehicle_weapons(rules: GaslightRules) -> tuple[str, ...]:
    """All that can be shot at a machine."""
    launchers = [id for id in rules.weapons if rules.weapons[id].launcher]
    return (*ordnance(rules), GRENADES, *launchers, *aimed(rules))


def in_band(band: int, distance: float, name: str) -> int:
    if band == RangeBand.BEYOND:
        raise Refused(f"{figure(distance)} inches is out of range with {name}: expected less.")
    return band


def aim_of(rules: GaslightRules, values: Values, models: int) -> Aim:
    """The dice of so many to hit, from a weapon of the chart, a grenade, or a gun by size (and bore)."""
    word = values.word("weapon")
    shoot = values.number("shoot")
    distance = values.length("range")
    if word in rules.weapons:
        weapon = rules.weapons[word]
        return aim(rules, weapon, shoot, in_band(weapon.band(distance), distance, word), models)
    if word == GRENADES:
        one = grenade_aim(rules, shoot, in_band(rules.thrown.band(distance), distance, word))
        return Aim(models, one.number, one.throw, has_srm=True, srm=one.srm)
    size, _, bore = word.partition("-")
    cannon = rules.cannons[size]
    band = in_band(cannon.band(distance), distance, f"a {word} gun")
    srm = cannon.srms[BORES.index(bore) if bore else Bore.SMOOTHBORE]
    return Aim(models, rules.shoot_number(shoot, band), cannon.throws[band], has_srm=True, srm=srm)


def cannon_of(rules: GaslightRules, word: str) -> Cannon | None:
    """Whose row of the artillery chart divides the die; None for a weapon that has none."""
    if word in rules.weapons:
        return rules.grenade if rules.weapons[word].launcher else None
    return rules.cannons[word.partition("-")[0]]


def cover_of(values: Values) -> int:
    return COVERS.index(values.word("cover"))


def target_fields(said: str, figures: int) -> tuple[Field, ...]:
    """Who is shot at, with a few who have a Save."""
    found = [Field("target", said, figures, 1, MOST_TARGET)]
    for number in range(1, SAVERS + 1):
        found += [
            Field(
                f"place{number}",
                f"{ORDINALS[number]} character (or beast): his place in the count, 0: none",
                0,
                0,
                MOST_TARGET,
            ),
            attribute(f"save{number}", "his Save", SAVES[number]),
            Field(f"behind{number}", "he is shot from behind: half his Save", default=False),
        ]
    return tuple(found)


def target_of(rules: GaslightRules, values: Values) -> Target:
    """A Save for each place in the count, 0 for an Extra."""
    saves = [0] * values.number("target")
    behind = [False] * len(saves)
    for number in range(1, SAVERS + 1):
        at = values.number(f"place{number}")
        if at > len(saves):
            raise Refused(f"place{number}: expected a place from 0 to {len(saves)}, got {at}.")
        if at:
            if saves[at - 1]:
                raise Refused(f"place{number}: somebody else stands there; expected another place than {at}.")
            saves[at - 1] = values.number(f"save{number}")
            behind[at - 1] = values.flag(f"behind{number}")
    return Target(rules, saves, behind)


def lost(target: Target, gone: int) -> tuple[int, int]:
    """Extras lost, characters lost: those whose bit is set."""
    extras = 0
    characters = 0
    for place in range(target.size):
        if gone >> place & 1:
            if target.numbers[place] == NO_SAVE:
                extras += 1
            else:
                characters += 1
    return extras, characters


LOSSES: Final = ("lost", "characters_lost")
