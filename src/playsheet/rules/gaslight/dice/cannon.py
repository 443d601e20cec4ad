"""Cannon, grenades, shotguns and grapeshot, and fire at guns and their crews."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import NOTHING, Dice, State
from playsheet.core.events import Throw
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.rules.gaslight.dice.shooting import (
    START,
    Aim,
    Counting,
    Target,
    cone_count_of,
    count_of,
    hits_of,
    saves,
    to_hit,
)
from playsheet.rules.gaslight.sheet import Cannon, GaslightRules, rounded_up
from playsheet.tabletop.machines.blast import Frame, nearest_first, round_the_first

EVEN: Final = Throw("Is the gun hit too?", "gun-hits", "gun", "", "R62")
CONE_HITS: Final = Throw("Figures hit in the arc", "shotgun-grape", "hit_sides", "", "R64")
EXPLODES: Final = Throw("Models caught by the explosion", "artillery-effects", "", "divide", "R83")
MENDS: Final = Throw("Mending the gun", "gun-hits", "gun", "", "R61")


# ---------------------------------------------------------------- whom a burst catches


@mypyc_attr(allow_interpreted_subclasses=True)
class Crowd:
    """The models that a burst may catch, by their places: the target's figures and whoever else is near.

    Figures are points; a machine is caught by the point of its hull nearest to the first casualty, which only the
    table can say.
    """

    def __init__(self, look: Frame, xs: list[float], ys: list[float], target: Target, machines: list[bool]) -> None:
        self.look: Final = look
        self.xs: Final = xs
        self.ys: Final = ys
        self.target: Final = target  # the saves of all of them; a machine's is not looked at
        self.machines: Final = machines
        self.known: Final[dict[int, list[int]]] = {}

    def point(self, place: int, x: float, y: float) -> tuple[float, float]:
        """The point of a model that is nearest to the first casualty at (x, y)."""
        return self.xs[place], self.ys[place]

    def around(self, rules: GaslightRules, first: int, radius: float) -> list[int]:
        """The others within the radius of the first casualty, in the order in which they are caught (R55)."""
        known = self.known.get(first)
        if known is None:
            x = self.xs[first]
            y = self.ys[first]
            others = [place for place in range(len(self.xs)) if place != first]
            points = [self.point(place, x, y) for place in others]
            order = round_the_first(
                self.look,
                [px for px, _ in points],
                [py for _, py in points],
                radius,
                rules.blast_order,
                x=x,
                y=y,
            )
            known = [others[place] for place in order]
            self.known[first] = known
        return known


class Shell:
    """The situation of a shell or a grenade at figures: to hit, whom it may find first, and who stands round him."""

    def __init__(self, aim: Aim, cover: int, cannon: Cannon, ring: list[int], crowd: Crowd, *, named: bool) -> None:
        self.aim: Final = aim
        self.cover: Final = cover
        self.cannon: Final = cannon
        self.ring: Final = ring  # the target's figures, as places in the crowd, in the order of the count
        self.crowd: Final = crowd
        self.named: Final = named  # a character's: the one figure of the ring is the first casualty (R104)


@mypyc_attr(allow_interpreted_subclasses=True)
class BurstWitness:
    """Sees a burst as it unfolds."""

    def fired(self, hit: bool) -> None:
        """The die to hit is read."""

    def bursts(self, first: int, most: int) -> None:
        """On whom, and how many models it may catch."""

    def struck(self, place: int, saved: bool) -> None:
        """A figure of the crowd is caught."""

    def machine(self, place: int) -> None:
        """A machine is caught: it saves, and suffers, now."""


def fire_shell(dice: Dice, rules: GaslightRules, shell: Shell, witness: BurstWitness) -> None:
    """To hit, how many at most, whom first; then side after side of him, with saves as they are hit."""
    hit = to_hit(dice, rules, [shell.aim], shell.cover) > 0
    witness.fired(hit)
    if not hit:
        return
    most, place = falls_on(dice, rules, shell.cannon, len(shell.ring), named=shell.named)
    first = shell.ring[place]
    witness.bursts(first, most)
    others = shell.crowd.around(rules, first, shell.cannon.radius)
    burst(dice, rules, shell.crowd, [first, *others], most, witness)


def falls_on(dice: Dice, rules: GaslightRules, cannon: Cannon, figures: int, *, named: bool) -> tuple[int, int]:
    """How many at most, and the place of the first casualty among so many figures in the order of the count (R55)."""
    most = most_hit(dice, cannon, cannon.number)
    return most, 0 if named else (count_of(rules).number(dice) - 1) % figures


def most_hit(dice: Dice, cannon: Cannon, throw: Throw) -> int:
    """The die divided, rounded up."""
    return rounded_up(dice.reach(1, cannon.sides, cannon.marks, throw, NOTHING), cannon.divide)


def burst(dice: Dice, rules: GaslightRules, crowd: Crowd, order: list[int], most: int, witness: BurstWitness) -> None:
    """The first `most` of the order are caught; a hit that is saved is not passed on."""
    for place in order[:most]:
        if crowd.machines[place]:
            witness.machine(place)
        else:
            witness.struck(place, saves(dice, rules, crowd.target, place))


def explode(
    dice: Dice, rules: GaslightRules, cannon: Cannon, crowd: Crowd, distances: list[float], witness: BurstWitness
) -> None:
    """An exploding machine: as many models as a shell of that size, nearest to the hull first (R83)."""
    most = most_hit(dice, cannon, EXPLODES)
    witness.bursts(-1, most)
    burst(dice, rules, crowd, nearest_first(distances, cannon.radius), most, witness)


# ---------------------------------------------------------------- at a gun and its crew


class AtGun:
    """The situation of fire at a gun: which of the shots are heavy, and its crew in the order of the count."""

    def __init__(
        self,
        rules: GaslightRules,
        aims: list[Aim],
        cover: int,
        cannon: Cannon | None,
        crew: Target,
        *,
        heavy: list[bool],
    ) -> None:
        self.aims: Final = aims
        self.cover: Final = cover
        self.cannon: Final = cannon  # what divides the die for crew hits; None: one crew hit, no die
        self.heavy: Final = heavy  # of each of the aims: its hits may be on the gun too
        self.counting: Final = Counting(rules, crew, count_of(rules))


@mypyc_attr(allow_interpreted_subclasses=True)
class GunWitness:
    """Sees fire at a gun as it unfolds."""

    def fired(self, hits: int) -> None:
        """The dice to hit are read."""

    def shot(self, crew_hits: int, gun_hit: bool) -> None:
        """What one successful shot does."""

    def suffered(self, left: State) -> None:
        """What the count has left of the crew."""
        for hit in hits_of(left):
            self.struck(hit.which, hit.saved)

    def struck(self, which: int, saved: bool) -> None:
        """A hit on the crewman at this place of the count."""


def fire_at_gun(dice: Dice, rules: GaslightRules, shot: AtGun, witness: GunWitness) -> None:
    """To hit; for each heavy success how many of the crew, and is the gun hit too; then one count for all (R98)."""
    crew_hits = 0  # of small arms: one each
    heavy_hits = 0
    for index in range(len(shot.aims)):
        hits = to_hit(dice, rules, [shot.aims[index]], shot.cover)
        if shot.heavy[index]:
            heavy_hits += hits
        else:
            crew_hits += hits
    witness.fired(crew_hits + heavy_hits)
    for _ in range(heavy_hits):
        each = most_hit(dice, shot.cannon, shot.cannon.crew_hits) if shot.cannon is not None else 1
        witness.shot(each, gun_is_hit(dice, rules, each))
        crew_hits += each
    if crew_hits:
        witness.suffered(dice.through(crew_hits, START, shot.counting))


def gun_is_hit(dice: Dice, rules: GaslightRules, crew_hits: int) -> bool:
    """Even is a hit; one die for the shot, or by switch one for each of the crew hit."""
    return dice.pool(crew_hits if rules.gun_die_per_crew_hit else 1, rules.gun_reading, EVEN)[0] > 0


def mends(dice: Dice, rules: GaslightRules, shoot: int) -> bool:
    """Is a broken gun in order again? Less than the best Shoot of its crew (R61)."""
    return dice.check(rules.shoot_sides, shoot - 1, MENDS, NOTHING)


# ---------------------------------------------------------------- shotguns and grapeshot


def in_cone(
    rules: GaslightRules,
    x: float,
    y: float,
    toward_x: float,
    toward_y: float,
    reach: float,
    xs: list[float],
    ys: list[float],
    *,
    inclusive: bool,
) -> list[int]:
    """The places of the figures in the arc laid from (x, y) on a point and within reach, nearest first."""
    far = spacing(x, y, toward_x, toward_y)
    distances: list[float] = []
    for place in range(len(xs)):
        distance = spacing(x, y, xs[place], ys[place])
        along = (xs[place] - x) * (toward_x - x) + (ys[place] - y) * (toward_y - y)
        inside = along >= rules.cone_cosine * distance * far - TOLERANCE
        short = distance <= reach + TOLERANCE if inclusive else distance < reach - TOLERANCE
        distances.append(distance if inside and short else -1.0)
    return [place for place in nearest_first(distances, reach) if distances[place] >= 0.0]


class Cone:
    """The situation of a shotgun or of grapeshot: the figures in its arc, nearest first.

    `at_gun`: it is grapeshot, and they serve a gun, which may be hit too (R125).
    """

    def __init__(self, rules: GaslightRules, target: Target, *, at_gun: bool) -> None:
        self.target: Final = target
        self.at_gun: Final = at_gun
        self.counting: Final = Counting(rules, target, cone_count_of(rules))


def fire_cone(dice: Dice, rules: GaslightRules, cone: Cone) -> tuple[bool, State]:
    """So many are hit without a roll, no more than stand there; then the count among them (R64).

    Is the gun hit that they serve, and what the count has left of them.
    """
    hits = rounded_up(
        dice.reach(1, rules.cone_hit_sides, rules.cone_hit_marks, CONE_HITS, NOTHING), rules.cone_hit_divide
    )
    hits = min(hits, cone.target.size)
    gun_hit = cone.at_gun and gun_is_hit(dice, rules, hits)
    return gun_hit, dice.through(hits, START, cone.counting)
