"""The procedures of this sheet, registered with their inputs: for the calculator, the odds and the bots' estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.errors import Refused
from playsheet.core.events import Entry
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Value, Values
from playsheet.rules.riskfactor.dice.command import Chain, Link, chain_points, cost
from playsheet.rules.riskfactor.dice.melee import Fighter, Side, armed_side, fight_round, parting_blows, retreating
from playsheet.rules.riskfactor.dice.risk import (
    Risk,
    Squad,
    binds,
    instruction,
    may_charge,
    platoon_reaction,
    reaction,
    risk_account,
)
from playsheet.rules.riskfactor.dice.shooting import Shot, Striking, Witness, is_killed, is_wounded, shoot, shots
from playsheet.rules.riskfactor.dice.visibility import ANY_RANGE, seen_within, visibility
from playsheet.rules.riskfactor.sheet import DamageRow, RiskRules, Weapon
from playsheet.rules.riskfactor.terms import (
    CLASSES,
    COVERS,
    DEPTHS,
    FIRES,
    ORDERS,
    RESULTS,
    TABLES,
    Condition,
    Depth,
    OrderKind,
    RangeBand,
    Role,
    TroopClass,
)

MOST: Final = 60  # figures in a group
MOST_PAIRS: Final = 20  # of a side in one melee
MOST_NCOS: Final = 4
NONE: Final = "none"
LOSERS: Final = ("active", "other", "neither")  # retreating() is -1 for the last


def procedures(rules: RiskRules) -> list[Procedure]:
    """All of them, in the order of a turn."""
    return [
        Seeing(rules),
        Command(rules),
        Reacting(rules),
        Platoon(rules),
        Shooting(rules),
        Damage(rules),
        Melee(rules),
        BreakingOff(rules),
    ]


def procedure(rules: RiskRules, id: str) -> Procedure:
    for known in procedures(rules):
        if known.id == id:
            return known
    raise Refused(f"riskfactor has no procedure {id!r}.")


class Facts(Outcome):
    """An outcome that is its facts and nothing more."""

    def __init__(self, facts: tuple[Value, ...]) -> None:
        self.known: Final = facts

    def facts(self) -> tuple[Value, ...]:
        return self.known


# ---------------------------------------------------------------- inputs that several procedures share


def class_field(name: str, said: str) -> Field:
    return Field(name, said, "veteran", choices=CLASSES)


def class_of(values: Values, name: str) -> int:
    return CLASSES.index(values.word(name))


def target_fields() -> tuple[Field, ...]:
    """Who is hit."""
    return (
        Field("target", "living figures of the target that can be seen", 10, 1, MOST),
        Field("wounded", "of these wounded already", 0, 0, MOST),
        Field("leaders", "leaders with it, unhurt (not counted above)", 0, 0, 5),
    )


def target_of(values: Values) -> tuple[int, ...]:
    """Conditions: men unhurt, men wounded, leaders."""
    figures = values.number("target")
    wounded = values.number("wounded")
    if wounded > figures:
        raise Refused(f"of {figures} figures {wounded} cannot be wounded: expected {figures} or fewer.")
    before = Condition.A_WOUND | Condition.WOUNDED_BEFORE
    return tuple(
        [Condition.UNHURT] * (figures - wounded) + [before] * wounded + [Condition.LEADER] * values.number("leaders")
    )


HARM: Final = ("killed", "wounded", "leaders_killed", "leaders_wounded")


def harm(target: tuple[int, ...], left: State) -> tuple[int, int, int, int]:
    """The killed, and those wounded now who were not before: men, and leaders."""
    counts = [0, 0, 0, 0]
    for place in range(len(target)):
        leader = 2 if target[place] & Condition.LEADER else 0
        if is_killed(left[place]):
            counts[leader] += 1
        elif is_wounded(left[place]) and not is_wounded(target[place]):
            counts[leader + 1] += 1
    return counts[0], counts[1], counts[2], counts[3]


def many_on_one(rules: RiskRules, many: int, ones: int, words: str) -> None:
    """Refuse more figures in contact than can be."""
    if many > rules.most_contacts * ones:
        raise Refused(f"{many} {words} {ones} are too many: at most {rules.most_contacts} can fight one figure.")


# ---------------------------------------------------------------- visibility


class Seeing(Procedure):
    """The die for a hidden group, and whether it is seen."""

    def __init__(self, rules: RiskRules) -> None:
        self.rules: Final = rules
        fields = (
            Field(
                "depth",
                "where it stands: in the open, near the edge of what conceals, deep in it",
                "edge",
                0,
                0,
                DEPTHS,
            ),
            Field("distance", "cm to it, rounded up", 30, 0, 500),
            Field("fired", "it has fired since its own last turn began", False),
            Field("same_piece", "viewer and group stand in the same piece", False),
            Field("viewer", "where the viewer stands", "open", choices=DEPTHS),
        )
        super().__init__(
            "visibility",
            "Visibility: within how many cm a group is seen, and is it",
            "visibility",
            fields,
            ("within", "seen"),
            "depth=edge distance=50",
        )

    def prepare(self, values: Values) -> Prepared:
        if values.flag("same_piece") and "open" in (values.word("depth"), values.word("viewer")):
            raise Refused("in the same piece neither stands in the open: expected depth and viewer edge or deep.")
        return PreparedSeeing(self, values, self.rules)


class PreparedSeeing(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: RiskRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.depth: Final = DEPTHS.index(values.word("depth"))
        self.viewer: Final = DEPTHS.index(values.word("viewer"))
        self.distance: Final = values.number("distance")
        self.fired: Final = values.flag("fired")
        self.same_piece: Final = values.flag("same_piece")

    def run(self, dice: Dice) -> Outcome:
        """One die for a group in what conceals; 1000 cm stand for any range."""
        thrown = visibility(dice, self.rules) if self.depth != Depth.IN_THE_OPEN else 0
        within = seen_within(self.rules, self.depth, self.same_piece, self.fired, thrown, self.viewer)
        return Facts((int(min(within, ANY_RANGE)), self.distance <= within))


# ---------------------------------------------------------------- command


class Command(Procedure):
    """The points of a chain of command, and whether they are enough."""

    def __init__(self, rules: RiskRules) -> None:
        self.rules: Final = rules
        ncos = [
            Field(f"nco{k}", f"NCO {k} of the chain", NONE, choices=(NONE, *CLASSES)) for k in range(1, MOST_NCOS + 1)
        ]
        fields = (
            class_field("officer", "the Player Character's class"),
            Field("busy", "he loads, fires or is in melee", False),
            Field("musicians", "drummers and buglers commanded, before the NCOs", 0, 0, 4),
            *ncos,
            Field("busy_ncos", "of these NCOs, the first so many load, fire or are in melee", 0, 0, MOST_NCOS),
            Field("dear_links", "NCOs and musicians are disloyal, or routers", False),
            Field("loyal", "loyal figures still to be paid for", 10, 0, 200),
            Field("dear", "disloyal figures and routers still to be paid for", 0, 0, 200),
        )
        super().__init__(
            "command",
            "Command: the points of a chain, and whether they command a group",
            "command-dice",
            fields,
            ("points", "commanded", "left"),
            "officer=veteran nco1=veteran nco2=raw loyal=27",
        )

    def prepare(self, values: Values) -> Prepared:
        rules = self.rules
        price = cost(rules, not values.flag("dear_links"), False)
        links = [Link(Role.PC, class_of(values, "officer"), 0, values.flag("busy"))]
        for _ in range(values.number("musicians")):
            links.append(Link(Role.DRUMMER, TroopClass.VETERAN, price, False))
        busy = values.number("busy_ncos")
        for k in range(1, MOST_NCOS + 1):
            word = values.word(f"nco{k}")
            if word != NONE:
                links.append(Link(Role.NCO, CLASSES.index(word), price, busy > 0))
                busy -= 1
        needed = values.number("loyal") * cost(rules, True, False) + values.number("dear") * cost(rules, False, False)
        return PreparedCommand(self, values, Chain(rules, links), needed)


class PreparedCommand(Prepared):
    def __init__(self, procedure: Procedure, values: Values, chain: Chain, needed: int) -> None:
        super().__init__(procedure, values)
        self.chain: Final = chain
        self.needed: Final = needed

    def run(self, dice: Dice) -> Outcome:
        points = chain_points(dice, self.chain)
        enough = points >= self.needed
        return Facts((points, enough, points - self.needed if enough else points))


# ---------------------------------------------------------------- risk and reaction


class Reacting(Procedure):
    """From the Risk Factor to the instruction."""

    def __init__(self, rules: RiskRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("table", "which Actions Table", "firearms", choices=TABLES),
            class_field("class", "the unit's class"),
            Field("commanded", "it is commanded, or a Player Character", False),
            Field("hero", "a hero is with it", False),
            Field("cover", "it is entirely in cover", False),
            Field("advancing", "it is advancing", False),
            Field("threats", "enemy groups in clear sight that have it in range", 1, 0, 50),
            Field("in_range", "it is in range of an enemy unit in sight (counts if raw)", True),
            Field("start", "figures it started with", 10, 1, 200),
            Field("hurt", "of these wounded or killed", 0, 0, 200),
            Field("flank", "an enemy is in sight to flank or rear", False),
            Field("cavalry", "they are natives close to enemy cavalry", False),
            Field("fled", "it ran last turn, or retreats from melee", False),
            Field("lone", "it is a leader by himself", False),
            Field("order", "its standing order", "hold", choices=ORDERS[: OrderKind.SAME]),
            Field("fortified", "it defends a fortified position", False),
            Field("enemy", "an enemy is in sight", True),
            Field("risk", "added to the Risk Factor by a game master", 0, -20, 20),
            Field("die", "added to the die by a game master", 0, -6, 6),
        )
        super().__init__(
            "reaction",
            "Actions Table: the Risk Factor, and what the unit does",
            "actions-firearms",
            fields,
            ("risk", "result", "italic", "obeys", "charge"),
            "class=raw hurt=3 flank=yes",
        )

    def prepare(self, values: Values) -> Prepared:
        start = values.number("start")
        hurt = values.number("hurt")
        if hurt > start:
            raise Refused(f"of {start} figures {hurt} cannot be hurt: expected {start} or fewer.")
        risk = Risk(
            values.flag("hero"),
            values.flag("cover"),
            values.flag("advancing"),
            values.number("threats"),
            class_of(values, "class") == TroopClass.RAW and values.flag("in_range"),
            start,
            hurt,
            values.flag("flank"),
            values.flag("cavalry"),
            values.flag("fled"),
            values.flag("lone"),
            values.number("risk"),
        )
        return PreparedReaction(self, values, self.rules, risk_account(self.rules, risk))


class PreparedReaction(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: RiskRules, account: list[Entry]) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.account: Final = account
        self.table: Final[int] = TABLES.index(values.word("table"))
        self.cls: Final = class_of(values, "class")
        self.commanded: Final = values.flag("commanded")
        self.order: Final[int] = ORDERS.index(values.word("order"))
        self.fortified: Final = values.flag("fortified")
        self.enemy: Final = values.flag("enemy")
        self.fled: Final = values.flag("fled")
        self.die: Final = values.number("die")

    def run(self, dice: Dice) -> Outcome:
        rules = self.rules
        came = reaction(dice, rules, self.table, self.account, self.cls, self.die)
        cell = came.cell
        do = instruction(rules, cell, self.fortified, self.enemy, self.fled)
        charge = self.enemy and may_charge(rules, cell, self.order, self.fortified, self.fled)
        return Facts((came.risk, RESULTS[do], cell.italic, binds(rules, cell, do, self.commanded), charge))


class Platoon(Procedure):
    """The platoon's die, and the squads' if its result is plain."""

    def __init__(self, rules: RiskRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("table", "which Actions Table", "firearms", choices=TABLES),
            class_field("class", "the squads' class"),
            Field("platoon", "Risk Factor of the platoon together", 4, -20, 50),
            Field("first", "Risk Factor of the first squad", 3, -20, 50),
            Field("second", "of the second", 4, -20, 50),
            Field("third", "of the third", 6, -20, 50),
        )
        super().__init__(
            "platoon",
            "Platoon: one die for all if the result is in italics, else one for each of three squads",
            "actions-firearms",
            fields,
            ("together", "first", "second", "third"),
            "platoon=4 first=3 second=4 third=6",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedPlatoon(self, values, self.rules)


class PreparedPlatoon(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: RiskRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        table = TABLES.index(values.word("table"))
        cls = class_of(values, "class")
        self.together: Final = [Entry(values.number("platoon"), "as given")]
        self.squads: Final = [
            Squad(table, [Entry(values.number(squad), "as given")], cls) for squad in ("first", "second", "third")
        ]

    def run(self, dice: Dice) -> Outcome:
        came = platoon_reaction(dice, self.rules, self.together, self.squads)
        words = [RESULTS[each.cell.do] for each in came]
        if len(came) == 1:
            return Facts((True, words[0], words[0], words[0]))
        return Facts((False, words[0], words[1], words[2]))


# ---------------------------------------------------------------- shooting


class Shooting(Procedure):
    """Fire with all that follows: to hit, who is hit, what it does."""

    def __init__(self, rules: RiskRules) -> None:
        self.rules: Final = rules
        weapons = tuple([id for id in rules.weapons if rules.weapons[id].shoots])
        fields = (
            Field("weapon", "what they shoot or hurl", weapons[0], choices=weapons),
            Field("figures", "figures able to fire", 10, 1, MOST),
            Field("fire", "commanded volley, uncommanded (or no volleys), a leader alone", FIRES[0], choices=FIRES),
            Field("moved", "they moved this turn (uncommanded fire)", False),
            class_field("class", "the shooters' class"),
            Field("range", "cm from nearest to nearest, rounded up", 30, 0, 500),
            Field("cover", "where the target stands", COVERS[0], choices=COVERS),
            *target_fields(),
        )
        super().__init__(
            "shoot",
            "Shooting: to hit, who is hit, and what it does to him",
            "to-hit",
            fields,
            ("hits", *HARM),
            "weapon=musket figures=9 fire=uncommanded class=raw range=40 cover=soft target=6",
        )

    def prepare(self, values: Values) -> Prepared:
        rules = self.rules
        weapon = rules.weapons[values.word("weapon")]
        distance = values.number("range")
        band = weapon.band(float(distance))
        if band == RangeBand.BEYOND:
            raise Refused(f"{distance} cm is beyond long range: expected {weapon.long:g} or less with {weapon.id}.")
        return PreparedShot(self, values, rules, fire_of(rules, values, weapon, band))


def fire_of(rules: RiskRules, values: Values, weapon: Weapon, band: int) -> Shot:
    """The dice thrown, at whom."""
    row = weapon.damage
    load = weapon.load
    if row is None or load is None:
        raise Refused(f"{weapon.id} cannot be shot: it has no range.")
    figures = values.number("figures")
    dice = shots(rules, figures, FIRES.index(values.word("fire")), load, values.flag("moved"))
    if dice == 0:
        raise Refused(f"{figures} with {weapon.id} are too few for one shot.")
    cover = COVERS.index(values.word("cover"))
    return Shot(dice, band, cover, row, class_of(values, "class"), target_of(values), rules)


class PreparedShot(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: RiskRules, shot: Shot) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.shot: Final = shot

    def run(self, dice: Dice) -> Outcome:
        paper = OnPaper(self.shot.target)
        shoot(dice, self.rules, self.shot, paper)
        return Facts((paper.hits, *harm(self.shot.target, paper.left)))


class OnPaper(Witness):
    """Fire on paper: what it has left of the target is kept."""

    def __init__(self, target: tuple[int, ...]) -> None:
        self.hits = 0
        self.left: State = target

    def fired(self, hits: int) -> None:
        self.hits = hits

    def suffered(self, target: tuple[int, ...], left: State) -> None:
        self.left = left


class Damage(Procedure):
    """What so many hits do."""

    def __init__(self, rules: RiskRules) -> None:
        self.rules: Final = rules
        rows = tuple(rules.damages)
        fields = (
            Field("row", "row of the damage table", rows[0], choices=rows),
            class_field("class", "the shooters' class"),
            Field("hits", "hits on the target", 1, 0, MOST),
            *target_fields(),
        )
        super().__init__(
            "damage",
            "Damage: who is hit, and graze, wound or kill",
            "damage",
            fields,
            HARM,
            "row=gunpowder class=hero hits=1 target=1",
        )

    def prepare(self, values: Values) -> Prepared:
        row = self.rules.damages[values.word("row")]
        return PreparedDamage(self, values, self.rules, row, target_of(values))


class PreparedDamage(Prepared):
    def __init__(
        self, procedure: Procedure, values: Values, rules: RiskRules, row: DamageRow, target: tuple[int, ...]
    ) -> None:
        super().__init__(procedure, values)
        self.hits: Final = values.number("hits")
        self.target: Final = target
        self.striking: Final = Striking(rules, len(target), row, class_of(values, "class"))

    def run(self, dice: Dice) -> Outcome:
        return Facts(harm(self.target, dice.through(self.hits, self.target, self.striking)))


# ---------------------------------------------------------------- melee


def fighter_fields(rules: RiskRules, prefix: str, many: str, whose: str) -> tuple[Field, ...]:
    """One side of a melee, its figures alike."""
    weapons = tuple(rules.weapons)
    return (
        Field(many, f"figures in contact, {whose}", 2, 1, MOST_PAIRS),
        Field(f"{prefix}weapon", "what they fight with", weapons[0], choices=weapons),
        Field(f"{prefix}bayonet", "they have bayonets and are on foot", False),
        class_field(f"{prefix}class", "their class"),
        Field(f"{prefix}wounded", "they are wounded", False),
        Field(f"{prefix}defending", "they defend a barrier or hard cover", False),
    )


def side_of(rules: RiskRules, values: Values, prefix: str) -> Side:
    return armed_side(
        rules,
        rules.weapons[values.word(f"{prefix}weapon")],
        values.flag(f"{prefix}bayonet"),
        class_of(values, f"{prefix}class"),
        values.flag(f"{prefix}wounded"),
        values.flag(f"{prefix}defending"),
    )


class Melee(Procedure):
    """All pairs of a melee in one side's turn, and who retreats."""

    def __init__(self, rules: RiskRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "melee",
            "Melee: the active side's figures dealt round among those they touch, and who retreats",
            "melee",
            (
                *fighter_fields(rules, "", "figures", "of the active side"),
                *fighter_fields(rules, "enemy_", "enemies", "of the other side"),
            ),
            ("harmed", "killed", "enemies_harmed", "enemies_killed", "retreats"),
            "figures=2 weapon=rifle bayonet=yes enemies=2 enemy_weapon=spear",
        )

    def prepare(self, values: Values) -> Prepared:
        many_on_one(self.rules, values.number("figures"), values.number("enemies"), "figures on")
        return PreparedMelee(self, values, self.rules)


class PreparedMelee(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: RiskRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.figures: Final = values.number("figures")
        self.enemies: Final = min(values.number("enemies"), self.figures)  # nobody fights the others
        self.active: Final = side_of(rules, values, "")
        self.other: Final = side_of(rules, values, "enemy_")

    def run(self, dice: Dice) -> Outcome:
        """Harmed counts wounds and kills suffered: they decide who retreats."""
        came = fight_round(dice, self.rules, self.figures, self.active, self.enemies, self.other)
        return Facts((came[0], came[1], came[2], came[3], LOSERS[retreating(came[0], came[2])]))


class BreakingOff(Procedure):
    """What a group suffers that breaks off a melee."""

    def __init__(self, rules: RiskRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "break-off",
            "Breaking off: the parting blows, dealt round among the figures touched",
            "melee",
            (
                *fighter_fields(rules, "", "strikers", "who strike"),
                *fighter_fields(rules, "leaving_", "leaving", "who leave"),
            ),
            ("wounded", "killed"),
            "strikers=1 weapon=spear leaving=1 leaving_bayonet=yes leaving_class=raw",
        )

    def prepare(self, values: Values) -> Prepared:
        many_on_one(self.rules, values.number("strikers"), values.number("leaving"), "strikers on")
        side = side_of(self.rules, values, "")
        return PreparedBreakingOff(self, values, self.rules, side.fighter(side.condition))


class PreparedBreakingOff(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: RiskRules, striker: Fighter) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.strikers: Final = values.number("strikers")
        self.leaving: Final = min(values.number("leaving"), self.strikers)
        self.striker: Final = striker
        self.leaver: Final = side_of(rules, values, "leaving_")

    def run(self, dice: Dice) -> Outcome:
        return Facts(parting_blows(dice, self.rules, self.strikers, self.striker, self.leaving, self.leaver))
