"""Shooting, cannon, guns, shotguns: the forms of fire at figures."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.rules.gaslight.calculator.inputs import (
    LOSSES,
    MOST,
    MOST_TARGET,
    aim_of,
    aimed,
    bursting,
    cannon_of,
    cover_of,
    lost,
    shooter_fields,
    target_fields,
    target_of,
)
from playsheet.rules.gaslight.dice.cannon import (
    AtGun,
    BurstWitness,
    Cone,
    Crowd,
    GunWitness,
    Shell,
    fire_at_gun,
    fire_cone,
    fire_shell,
)
from playsheet.rules.gaslight.dice.shooting import (
    GONE_AT,
    Target,
    Volley,
    Witness,
    count_off,
    count_order,
    shoot,
)
from playsheet.rules.gaslight.sheet import GaslightRules
from playsheet.tabletop.machines.blast import Frame

# ---------------------------------------------------------------- shooting


def volley_fields(rules: GaslightRules) -> tuple[Field, ...]:
    weapons = aimed(rules)
    return (
        *shooter_fields(rules, weapons, weapons.index("breech-repeater-rifle")),
        *target_fields("figures of the target, characters included", 10),
        Field("named", "a character shoots at one named model (target=1)", default=False),
    )


def volley_of(rules: GaslightRules, values: Values) -> Volley:
    named = values.flag("named")
    if named and values.number("target") != 1:
        raise Refused("a character shoots at one model: expected target=1 with named=yes.")
    target = target_of(rules, values)
    return Volley(rules, [aim_of(rules, values, values.number("figures"))], cover_of(values), target, named=named)


def aimed_fire(dice: Dice, rules: GaslightRules, volley: Volley) -> Facts:
    """With all that follows: to hit, the count, saves."""
    paper = OnPaper()
    shoot(dice, rules, volley, paper)
    return (paper.hits, *lost(volley.target, paper.gone))


class OnPaper(Witness):
    """Fire on paper: how many hits, and who is gone."""

    def __init__(self) -> None:
        self.hits = 0
        self.gone = 0

    def fired(self, hits: int) -> None:
        self.hits = hits

    def suffered(self, left: State) -> None:
        self.gone = left[GONE_AT]


SHOOT: Final = Form(
    "shoot",
    "Shooting: to hit, the count of casualties, and their saves",
    at="weapons",
    example="weapon=breech-repeater-rifle figures=6 shoot=9 range=12 cover=light target=10 place1=5",
    results=("hits", *LOSSES),
    fields=volley_fields,
    read=volley_of,
    run=aimed_fire,
)


class Hits:
    """So many hits on a unit."""

    def __init__(self, target: Target, hits: int) -> None:
        self.target: Final = target
        self.hits: Final = hits


def hits_on_unit(rules: GaslightRules, values: Values) -> Hits:
    return Hits(target_of(rules, values), values.number("hits"))


def casualties(dice: Dice, rules: GaslightRules, on: Hits) -> Facts:
    return lost(on.target, count_off(dice, rules, on.target, on.hits)[GONE_AT])


CASUALTIES: Final = Form(
    "casualties",
    "Casualties by the count: whom so many hits find, and their saves",
    at="casualty-count",
    example="hits=4 target=10 place1=5 save1=11 place2=10 save2=9",
    results=LOSSES,
    fields=(
        Field("hits", "hits on the unit", 4, 0, 2 * MOST),
        *target_fields("figures of the unit, characters included", 10),
    ),
    read=hits_on_unit,
    run=casualties,
)


# ---------------------------------------------------------------- cannon


def shell_fields(rules: GaslightRules) -> tuple[Field, ...]:
    """Of a shell or a grenade at figures in ranks."""
    shooter = shooter_fields(rules, bursting(rules), 1)
    return (
        shooter[0],
        *shooter[2:],
        *target_fields("figures of the target, characters included", 10),
        Field("ranks", "ranks they stand in, the front one filled first", 2, 1, MOST_TARGET),
        Field("spacing", "inches from man to man and from rank to rank", 1, 0, 100, fractions=True),
        Field("named", "a character's grenade: the first figure of the count is named", default=False),
    )


def shell_of(rules: GaslightRules, values: Values) -> Shell:
    """One shell at a target in ranks before the gun, its places in the order of the count."""
    cannon = cannon_of(rules, values.word("weapon"))
    if cannon is None:
        raise Refused(f"{values.word('weapon')} does not burst: expected a gun, a grenade or a launcher.")
    aim = aim_of(rules, values, 1)
    target = target_of(rules, values)
    crowd = in_ranks(rules, target, values.number("ranks"), values.length("spacing"))
    return Shell(aim, cover_of(values), cannon, list(range(target.size)), crowd, named=values.flag("named"))


NORTH: Final = Frame(1.0, 1.0, ahead_x=0.0, right_y=0.0)


def in_ranks(rules: GaslightRules, target: Target, ranks: int, apart: float) -> Crowd:
    """The front rank is filled first."""
    n = target.size
    files = (n + ranks - 1) // ranks
    xs = [apart * (place % files) for place in range(n)]
    ys = [apart * (place // files) for place in range(n)]
    order = count_order(rules, NORTH, xs, ys)
    return Crowd(NORTH, [xs[place] for place in order], [ys[place] for place in order], target, [False] * n)


def shell_fire(dice: Dice, rules: GaslightRules, shell: Shell) -> Facts:
    paper = BurstOnPaper()
    fire_shell(dice, rules, shell, paper)
    return (paper.hit, *lost(shell.crowd.target, paper.gone))


class BurstOnPaper(BurstWitness):
    """A burst on paper: did it hit, and who is gone."""

    def __init__(self) -> None:
        self.hit = False
        self.gone = 0

    def fired(self, hit: bool) -> None:
        self.hit = hit

    def struck(self, place: int, saved: bool) -> None:
        if not saved:
            self.gone |= 1 << place


def assumed_of_shell(rules: GaslightRules, shell: Shell) -> list[str]:
    return ["What a machine suffers that is caught is left out."] if True in shell.crowd.machines else []


SHELL: Final = Form(
    "shell",
    "Cannon, grenades and launchers: to hit, how many, whom, and their saves",
    at="artillery-effects",
    example="weapon=medium shoot=12 range=20 target=10 ranks=2",
    results=("hit", *LOSSES),
    fields=shell_fields,
    read=shell_of,
    run=shell_fire,
    assumes=assumed_of_shell,
)


def at_gun_fields(rules: GaslightRules) -> tuple[Field, ...]:
    weapons = (*bursting(rules), *aimed(rules))
    return (*shooter_fields(rules, weapons, 0), *target_fields("crewmen by the gun, characters included", 4))


def at_gun_of(rules: GaslightRules, values: Values) -> AtGun:
    word = values.word("weapon")
    figures = values.number("figures")
    cannon = cannon_of(rules, word)
    heavy = cannon is not None or rules.weapons[word].heavy
    if cannon is not None and word in rules.cannons and figures > 1:
        raise Refused("guns and grenades are resolved one by one: expected figures=1.")
    aims = [aim_of(rules, values, figures)]
    return AtGun(rules, aims, cover_of(values), cannon, target_of(rules, values), heavy=[heavy])


def fire_at_crew(dice: Dice, rules: GaslightRules, shot: AtGun) -> Facts:
    paper = GunOnPaper()
    fire_at_gun(dice, rules, shot, paper)
    return (paper.hits, paper.gun_hit, *lost(shot.counting.target, paper.gone))


class GunOnPaper(GunWitness):
    """Fire at a gun on paper."""

    def __init__(self) -> None:
        self.hits = 0
        self.gun_hit = False
        self.gone = 0

    def fired(self, hits: int) -> None:
        self.hits = hits

    def shot(self, crew_hits: int, gun_hit: bool) -> None:
        self.gun_hit = self.gun_hit or gun_hit

    def suffered(self, left: State) -> None:
        self.gone = left[GONE_AT]


SHOOT_GUN: Final = Form(
    "shoot-gun",
    "Shooting at a gun: is it hit, and how many of its crew",
    at="gun-hits",
    example="weapon=small shoot=12 range=10 target=4",
    results=("hits", "gun_hit", *LOSSES),
    fields=at_gun_fields,
    read=at_gun_of,
    run=fire_at_crew,
)


# ---------------------------------------------------------------- shotguns and grapeshot


def cone_of(rules: GaslightRules, values: Values) -> Cone:
    return Cone(rules, target_of(rules, values), at_gun=values.flag("at_gun"))


def cone_fire(dice: Dice, rules: GaslightRules, cone: Cone) -> Facts:
    gun_hit, left = fire_cone(dice, rules, cone)
    return (*lost(cone.target, left[GONE_AT]), gun_hit)


SHOTGUN: Final = Form(
    "shotgun",
    "Shotguns and grapeshot: whom it finds among those in its arc, nearest first",
    at="shotgun-grape",
    example="target=4",
    results=(*LOSSES, "gun_hit"),
    fields=(
        *target_fields("figures of the target in the arc and within reach", 4),
        Field("at_gun", "it is grapeshot, at men who serve a gun", default=False),
    ),
    read=cone_of,
    run=cone_fire,
)
