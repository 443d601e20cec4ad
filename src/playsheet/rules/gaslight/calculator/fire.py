"""Shooting, cannon, guns, shotguns: the procedures of fire at figures."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.errors import Refused
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Values
from playsheet.rules.gaslight.calculator.inputs import (
    LOSSES,
    MOST,
    Facts,
    aim_of,
    aimed,
    bursting,
    cannon_of,
    cover_of,
    lost,
    shooter_fields,
    target_fields,
    target_of,
    target_saves,
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
    START,
    Aim,
    Counting,
    Target,
    Volley,
    Witness,
    count_of,
    count_order,
    shoot,
)
from playsheet.rules.gaslight.sheet import Cannon, GaslightRules
from playsheet.tabletop.machines.blast import Frame


class Shooting(Procedure):
    """Aimed fire with all that follows: to hit, the count, saves."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        weapons = aimed(rules)
        fields = (
            *shooter_fields(rules, weapons, weapons.index("breech-repeater-rifle")),
            *target_fields("figures of the target, characters included", 10),
            Field("named", "a character shoots at one named model (target=1)", False),
        )
        super().__init__(
            "shoot",
            "Shooting: to hit, the count of casualties, and their saves",
            "weapons",
            fields,
            ("hits", *LOSSES),
            "weapon=breech-repeater-rifle figures=6 shoot=9 range=12 cover=light target=10 place1=5",
        )

    def prepare(self, values: Values) -> Prepared:
        named = values.flag("named")
        if named and values.number("target") != 1:
            raise Refused("a character shoots at one model: expected target=1 with named=yes.")
        target = target_of(self.rules, values)
        volley = Volley(self.rules, [aim_of(self.rules, values)], cover_of(values), target, named)
        return PreparedVolley(self, values, self.rules, volley, target_saves(values))


class PreparedVolley(Prepared):
    def __init__(
        self, procedure: Procedure, values: Values, rules: GaslightRules, volley: Volley, saves: list[int]
    ) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.volley: Final = volley
        self.saves: Final = saves

    def run(self, dice: Dice) -> Outcome:
        paper = OnPaper()
        shoot(dice, self.rules, self.volley, paper)
        return Facts((paper.hits, *lost(self.saves, paper.gone)))


class OnPaper(Witness):
    """Fire on paper: how many hits, and who is gone."""

    def __init__(self) -> None:
        self.hits = 0
        self.gone = 0

    def fired(self, hits: int) -> None:
        self.hits = hits

    def suffered(self, left: State) -> None:
        self.gone = left[GONE_AT]


class Casualties(Procedure):
    """The count of so many hits."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "casualties",
            "Casualties by the count: whom so many hits find, and their saves",
            "casualty-count",
            (
                Field("hits", "hits on the unit", 4, 0, 2 * MOST),
                *target_fields("figures of the unit, characters included", 10),
            ),
            LOSSES,
            "hits=4 target=10 place1=5 save1=11 place2=10 save2=9",
        )

    def prepare(self, values: Values) -> Prepared:
        counting = Counting(self.rules, target_of(self.rules, values), count_of(self.rules))
        return PreparedCasualties(self, values, counting, target_saves(values))


class PreparedCasualties(Prepared):
    def __init__(self, procedure: Procedure, values: Values, counting: Counting, saves: list[int]) -> None:
        super().__init__(procedure, values)
        self.counting: Final = counting
        self.saves: Final = saves
        self.hits: Final = values.number("hits")

    def run(self, dice: Dice) -> Outcome:
        return Facts(lost(self.saves, dice.through(self.hits, START, self.counting)[GONE_AT]))


# ---------------------------------------------------------------- cannon


class Shelling(Procedure):
    """A shell or a grenade at figures in ranks."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        weapons = bursting(rules)
        shooter = shooter_fields(rules, weapons, 1)
        fields = (
            shooter[0],
            *shooter[2:],
            *target_fields("figures of the target, characters included", 10),
            Field("ranks", "ranks they stand in, the front one filled first", 2, 1, 6),
            Field("spacing", "tenths of an inch from man to man and rank to rank", 10, 5, 60),
            Field("named", "a character's grenade: the first figure of the count is named", False),
        )
        super().__init__(
            "shell",
            "Cannon, grenades and launchers: to hit, how many, whom, and their saves",
            "artillery-effects",
            fields,
            ("hit", *LOSSES),
            "weapon=medium shoot=12 range=20 target=10 ranks=2",
        )

    def prepare(self, values: Values) -> Prepared:
        rules = self.rules
        cannon = cannon_of(rules, values.word("weapon"))
        if cannon is None:
            raise Refused(f"{values.word('weapon')} does not burst: expected a gun, a grenade or a launcher.")
        inputs = Values({**values.values, "figures": 1})
        shell = ranked_shell(rules, values, aim_of(rules, inputs), cannon)
        return PreparedShell(self, values, rules, shell, target_saves(values))


NORTH: Final = Frame(0.0, 1.0, 1.0, 0.0)


def ranked_shell(rules: GaslightRules, values: Values, at: Aim, cannon: Cannon) -> Shell:
    """The target in ranks before the gun, its places in the order of the count."""
    saves = target_saves(values)
    n = len(saves)
    files = (n + values.number("ranks") - 1) // values.number("ranks")
    apart = values.number("spacing") / 10.0
    xs = [apart * (place % files) for place in range(n)]
    ys = [apart * (place // files) for place in range(n)]
    order = count_order(rules, NORTH, xs, ys)
    crowd = Crowd(
        NORTH,
        [xs[place] for place in order],
        [ys[place] for place in order],
        Target(rules, saves, [values.flag("behind")] * n),
        [False] * n,
    )
    return Shell(at, cover_of(values), cannon, list(range(n)), crowd, values.flag("named"))


class PreparedShell(Prepared):
    def __init__(
        self, procedure: Procedure, values: Values, rules: GaslightRules, shell: Shell, saves: list[int]
    ) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.shell: Final = shell
        self.saves: Final = saves

    def run(self, dice: Dice) -> Outcome:
        paper = BurstOnPaper()
        fire_shell(dice, self.rules, self.shell, paper)
        return Facts((paper.hit, *lost(self.saves, paper.gone)))


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


class ShootingAtGun(Procedure):
    """Fire at a gun and its crew."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        weapons = (*bursting(rules), *aimed(rules))
        fields = (*shooter_fields(rules, weapons, 0), *target_fields("crewmen by the gun, characters included", 4))
        super().__init__(
            "shoot-gun",
            "Shooting at a gun: is it hit, and how many of its crew",
            "gun-hits",
            fields,
            ("hits", "gun_hit", *LOSSES),
            "weapon=small shoot=12 range=10 target=4",
        )

    def prepare(self, values: Values) -> Prepared:
        rules = self.rules
        word = values.word("weapon")
        cannon = cannon_of(rules, word)
        heavy = cannon is not None or rules.weapons[word].heavy
        if cannon is not None and word in rules.cannons and values.number("figures") > 1:
            raise Refused("guns and grenades are resolved one by one: expected figures=1.")
        shot = AtGun(rules, [aim_of(rules, values)], cover_of(values), cannon, heavy, target_of(rules, values))
        return PreparedAtGun(self, values, rules, shot, target_saves(values))


class PreparedAtGun(Prepared):
    def __init__(
        self, procedure: Procedure, values: Values, rules: GaslightRules, shot: AtGun, saves: list[int]
    ) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.shot: Final = shot
        self.saves: Final = saves

    def run(self, dice: Dice) -> Outcome:
        paper = GunOnPaper()
        fire_at_gun(dice, self.rules, self.shot, paper)
        return Facts((paper.hits, paper.gun_hit, *lost(self.saves, paper.gone)))


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


class Scattering(Procedure):
    """A shotgun, or grapeshot."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "shotgun",
            "Shotguns and grapeshot: whom it finds among those in its arc, nearest first",
            "shotgun-grape",
            target_fields("figures of the target in the arc and within reach", 4),
            LOSSES,
            "target=4",
        )

    def prepare(self, values: Values) -> Prepared:
        cone = Cone(self.rules, target_of(self.rules, values))
        return PreparedCone(self, values, self.rules, cone, target_saves(values))


class PreparedCone(Prepared):
    def __init__(
        self, procedure: Procedure, values: Values, rules: GaslightRules, cone: Cone, saves: list[int]
    ) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.cone: Final = cone
        self.saves: Final = saves

    def run(self, dice: Dice) -> Outcome:
        return Facts(lost(self.saves, fire_cone(dice, self.rules, self.cone)[GONE_AT]))
