"""The procedures of this sheet as forms: for the calculator, the odds and the commander's estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.errors import Refused
from playsheet.core.events import Entry
from playsheet.core.forms import AnyForm, Facts, Field, Form, Value, Values
from playsheet.rules.riskfactor.dice.command import Chain, Link, chain_points, cost
from playsheet.rules.riskfactor.dice.melee import armed_side, fight_round, parting_blows, retreating
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
from playsheet.rules.riskfactor.dice.shooting import Shot, Witness, is_killed, is_wounded, shoot, shots, strike
from playsheet.rules.riskfactor.dice.visibility import ANY_RANGE, seen_within, visibility
from playsheet.rules.riskfactor.sheet import DamageRow, RiskRules, Weapon
from playsheet.rules.riskfactor.terms import (
    CLASSES,
    COVERS,
    DEPTHS,
    FIRES,
    MELEE_SIDES,
    ORDERS,
    RESULTS,
    TABLES,
    Condition,
    Cover,
    Depth,
    Fires,
    OrderKind,
    RangeBand,
    Role,
    TroopClass,
)

MOST: Final = 60  # figures in a group
MOST_PAIRS: Final = 20  # of a side in one melee
MOST_NCOS: Final = 4
MOST_MUSICIANS: Final = 4
NONE: Final = "none"


# ---------------------------------------------------------------- inputs that several forms share


def class_field(name: str, said: str) -> Field:
    return Field(name, said, "veteran", choices=CLASSES)


def class_of(values: Values, name: str) -> int:
    return CLASSES.index(values.word(name))


def table_field() -> Field:
    return Field("table", "which Actions Table", "firearms", choices=TABLES)


def target_fields() -> tuple[Field, ...]:
    """Who is hit."""
    return (
        Field("target", "living figures of the target that can be seen", 10, 1, MOST),
        Field("wounded", "of these wounded already", 0, 0, MOST),
        Field("leaders", "leaders with it, unhurt (not counted above)", 0, 0, 5),
    )


def target_of(values: Values) -> tuple[int, ...]:
    figures = values.number("target")
    wounded = values.number("wounded")
    if wounded > figures:
        raise Refused(f"of {figures} figures {wounded} cannot be wounded: expected {figures} or fewer.")
    return conditions(figures, wounded, values.number("leaders"))


def conditions(figures: int, wounded: int, leaders: int) -> tuple[int, ...]:
    """Of men unhurt, men wounded, leaders."""
    before = Condition.A_WOUND | Condition.WOUNDED_BEFORE
    return tuple([Condition.UNHURT] * (figures - wounded) + [before] * wounded + [Condition.LEADER] * leaders)


def target_inputs(target: tuple[int, ...]) -> dict[str, Value]:
    leaders = sum([1 for condition in target if condition & Condition.LEADER])
    return {
        "target": len(target) - leaders,
        "wounded": sum([1 for condition in target if condition & Condition.WOUNDED_BEFORE]),
        "leaders": leaders,
    }


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


class Seeing:
    """A group, perhaps hidden, and who looks for it."""

    def __init__(self, depth: int, viewer: int, distance: int, *, fired: bool, same_piece: bool) -> None:
        self.depth: Final = depth
        self.viewer: Final = viewer  # his own depth
        self.distance: Final = distance
        self.fired: Final = fired
        self.same_piece: Final = same_piece


def seeing_of(rules: RiskRules, values: Values) -> Seeing:
    depth = DEPTHS.index(values.word("depth"))
    viewer = DEPTHS.index(values.word("viewer"))
    same_piece = values.flag("same_piece")
    if same_piece and Depth.IN_THE_OPEN in (depth, viewer):
        raise Refused("in the same piece neither stands in the open: expected depth and viewer edge or deep.")
    return Seeing(depth, viewer, values.number("distance"), fired=values.flag("fired"), same_piece=same_piece)


def see(dice: Dice, rules: RiskRules, seeing: Seeing) -> Facts:
    """One die for a group in what conceals; 1000 cm stand for any range."""
    thrown = visibility(dice, rules) if seeing.depth != Depth.IN_THE_OPEN else 0
    within = seen_within(rules, seeing.depth, seeing.same_piece, seeing.fired, thrown, seeing.viewer)
    return (int(min(within, ANY_RANGE)), seeing.distance <= within)


VISIBILITY: Final = Form(
    "visibility",
    "Visibility: within how many cm a group is seen, and is it",
    at="visibility",
    example="depth=edge distance=50",
    results=("within", "seen"),
    fields=(
        Field(
            "depth", "where it stands: in the open, near the edge of what conceals, deep in it", "edge", choices=DEPTHS
        ),
        Field("distance", "cm to it, rounded up", 30, 0, 500),
        Field("fired", "it has fired since its own last turn began", default=False),
        Field("same_piece", "viewer and group stand in the same piece", default=False),
        Field("viewer", "where the viewer stands", "open", choices=DEPTHS),
    ),
    read=seeing_of,
    run=see,
)


# ---------------------------------------------------------------- command


class Command:
    """A Player Character, the chain of command that he may use, and the figures that he is to command with it."""

    def __init__(
        self,
        rules: RiskRules,
        officer: int,
        *,
        busy: bool,
        musicians: int = 0,
        ncos: list[int],
        busy_ncos: int = 0,
        dear_links: bool = False,
        loyal: int,
        dear: int,
    ) -> None:
        self.officer: Final = officer  # his class
        self.busy: Final = busy
        self.musicians: Final = musicians
        self.ncos: Final = ncos  # their classes
        self.busy_ncos: Final = busy_ncos
        self.dear_links: Final = dear_links
        self.loyal: Final = loyal
        self.dear: Final = dear
        self.chain: Final = Chain(rules, self.links(cost(rules, loyal=not dear_links, router=False)))
        cheap_cost = cost(rules, loyal=True, router=False)
        dear_cost = cost(rules, loyal=False, router=False)
        self.needed: Final = loyal * cheap_cost + dear * dear_cost

    def links(self, price: int) -> list[Link]:
        """He himself, then the musicians, then the NCOs."""
        links = [Link(Role.PC, self.officer, cost=0, busy=self.busy)]
        for _ in range(self.musicians):
            links.append(Link(Role.DRUMMER, TroopClass.VETERAN, cost=price, busy=False))
        for place in range(len(self.ncos)):
            links.append(Link(Role.NCO, self.ncos[place], cost=price, busy=place < self.busy_ncos))
        return links


def nco_fields() -> tuple[Field, ...]:
    choices = (NONE, *CLASSES)
    return tuple([Field(f"nco{k}", f"NCO {k} of the chain", NONE, choices=choices) for k in range(1, MOST_NCOS + 1)])


def command_of(rules: RiskRules, values: Values) -> Command:
    words = [values.word(f"nco{k}") for k in range(1, MOST_NCOS + 1)]
    return Command(
        rules,
        class_of(values, "officer"),
        busy=values.flag("busy"),
        musicians=values.number("musicians"),
        ncos=[CLASSES.index(word) for word in words if word != NONE],
        busy_ncos=values.number("busy_ncos"),
        dear_links=values.flag("dear_links"),
        loyal=values.number("loyal"),
        dear=values.number("dear"),
    )


def command_inputs(rules: RiskRules, command: Command) -> dict[str, Value]:
    inputs: dict[str, Value] = {
        "officer": CLASSES[command.officer],
        "busy": command.busy,
        "musicians": command.musicians,
    }
    for place in range(MOST_NCOS):
        inputs[f"nco{place + 1}"] = CLASSES[command.ncos[place]] if place < len(command.ncos) else NONE
    inputs["busy_ncos"] = command.busy_ncos
    inputs["dear_links"] = command.dear_links
    inputs["loyal"] = command.loyal
    inputs["dear"] = command.dear
    return inputs


def throw_for_command(dice: Dice, rules: RiskRules, command: Command) -> Facts:
    points = chain_points(dice, command.chain)
    enough = points >= command.needed
    return (points, enough, points - command.needed if enough else points)


COMMAND: Final = Form(
    "command",
    "Command: the points of a chain, and whether they command a group",
    at="command-dice",
    example="officer=veteran nco1=veteran nco2=raw loyal=27",
    results=("points", "commanded", "left"),
    fields=(
        class_field("officer", "the Player Character's class"),
        Field("busy", "he loads, fires or is in melee", default=False),
        Field("musicians", "drummers and buglers commanded, before the NCOs", 0, 0, MOST_MUSICIANS),
        *nco_fields(),
        Field("busy_ncos", "of these NCOs, the first so many load, fire or are in melee", 0, 0, MOST_NCOS),
        Field("dear_links", "NCOs and musicians are disloyal, or routers", default=False),
        Field("loyal", "loyal figures still to be paid for", 10, 0, 200),
        Field("dear", "disloyal figures and routers still to be paid for", 0, 0, 200),
    ),
    read=command_of,
    run=throw_for_command,
    write=command_inputs,
)


# ---------------------------------------------------------------- risk and reaction


class Reacting:
    """A unit about to throw its action die: its risk, what it is, and what it would do."""

    def __init__(
        self,
        risk: Risk,
        table: int,
        cls: int,
        *,
        commanded: bool,
        in_range: bool,
        order: int,
        fortified: bool,
        enemy: bool,
        die: int,
    ) -> None:
        self.risk: Final = risk
        self.table: Final = table
        self.cls: Final = cls
        self.commanded: Final = commanded
        self.in_range: Final = in_range  # of an enemy unit: a risk to the raw only
        self.order: Final = order
        self.fortified: Final = fortified
        self.enemy: Final = enemy  # in sight
        self.die: Final = die  # what a game master adds to it


def reacting_of(rules: RiskRules, values: Values) -> Reacting:
    start = values.number("start")
    hurt = values.number("hurt")
    if hurt > start:
        raise Refused(f"of {start} figures {hurt} cannot be hurt: expected {start} or fewer.")
    cls = class_of(values, "class")
    in_range = values.flag("in_range")
    risk = Risk(
        hero=values.flag("hero"),
        in_cover=values.flag("cover"),
        advancing=values.flag("advancing"),
        threats=values.number("threats"),
        raw_in_range=cls == TroopClass.RAW and in_range,
        start=start,
        hurt=hurt,
        flank=values.flag("flank"),
        near_cavalry=values.flag("cavalry"),
        fled=values.flag("fled"),
        lone_leader=values.flag("lone"),
        game_master=values.number("risk"),
    )
    return Reacting(
        risk,
        TABLES.index(values.word("table")),
        cls,
        commanded=values.flag("commanded"),
        in_range=in_range,
        order=ORDERS.index(values.word("order")),
        fortified=values.flag("fortified"),
        enemy=values.flag("enemy"),
        die=values.number("die"),
    )


def reacting_inputs(rules: RiskRules, reacting: Reacting) -> dict[str, Value]:
    risk = reacting.risk
    return {
        "table": TABLES[reacting.table],
        "class": CLASSES[reacting.cls],
        "commanded": reacting.commanded,
        "hero": risk.hero,
        "cover": risk.in_cover,
        "advancing": risk.advancing,
        "threats": risk.threats,
        "in_range": reacting.in_range,
        "start": risk.start,
        "hurt": risk.hurt,
        "flank": risk.flank,
        "cavalry": risk.near_cavalry,
        "fled": risk.fled,
        "lone": risk.lone_leader,
        "order": ORDERS[reacting.order],
        "fortified": reacting.fortified,
        "enemy": reacting.enemy,
        "risk": risk.game_master,
        "die": reacting.die,
    }


def react(dice: Dice, rules: RiskRules, reacting: Reacting) -> Facts:
    """From the Risk Factor to the instruction."""
    risk = reacting.risk
    fortified = reacting.fortified
    came = reaction(dice, rules, reacting.table, risk_account(rules, risk), reacting.cls, reacting.die)
    cell = came.cell
    do = instruction(rules, cell, fortified, reacting.enemy, risk.fled)
    charge = reacting.enemy and may_charge(rules, cell, reacting.order, fortified, risk.fled)
    return (came.risk, RESULTS[do], cell.italic, binds(rules, cell, do, reacting.commanded), charge)


REACTION: Final = Form(
    "reaction",
    "Actions Table: the Risk Factor, and what the unit does",
    at="actions-firearms",
    example="class=raw hurt=3 flank=yes",
    results=("risk", "result", "italic", "obeys", "charge"),
    fields=(
        table_field(),
        class_field("class", "the unit's class"),
        Field("commanded", "it is commanded, or a Player Character", default=False),
        Field("hero", "a hero is with it", default=False),
        Field("cover", "it is entirely in cover", default=False),
        Field("advancing", "it is advancing", default=False),
        Field("threats", "enemy groups in clear sight that have it in range", 1, 0, 50),
        Field("in_range", "it is in range of an enemy unit in sight (counts if raw)", default=True),
        Field("start", "figures it started with", 10, 1, 200),
        Field("hurt", "of these wounded or killed", 0, 0, 200),
        Field("flank", "an enemy is in sight to flank or rear", default=False),
        Field("cavalry", "they are natives close to enemy cavalry", default=False),
        Field("fled", "it ran last turn, or retreats from melee", default=False),
        Field("lone", "it is a leader by himself", default=False),
        Field("order", "its standing order", "hold", choices=ORDERS[: OrderKind.SAME]),
        Field("fortified", "it defends a fortified position", default=False),
        Field("enemy", "an enemy is in sight", default=True),
        Field("risk", "added to the Risk Factor by a game master", 0, -20, 20),
        Field("die", "added to the die by a game master", 0, -6, 6),
    ),
    read=reacting_of,
    run=react,
    write=reacting_inputs,
)


class Platoon:
    """A platoon about to throw: the Risk Factor of all together, and each squad's own."""

    def __init__(self, together: list[Entry], squads: list[Squad]) -> None:
        self.together: Final = together
        self.squads: Final = squads


def platoon_of(rules: RiskRules, values: Values) -> Platoon:
    table = TABLES.index(values.word("table"))
    cls = class_of(values, "class")
    squads = [Squad(table, given(values, squad), cls) for squad in ("first", "second", "third")]
    return Platoon(given(values, "platoon"), squads)


def given(values: Values, name: str) -> list[Entry]:
    """The account of a Risk Factor that is typed in."""
    return [Entry(values.number(name), "as given")]


def react_together(dice: Dice, rules: RiskRules, platoon: Platoon) -> Facts:
    """The platoon's die, and the squads' if its result is plain."""
    came = platoon_reaction(dice, rules, platoon.together, platoon.squads)
    words = [RESULTS[each.cell.do] for each in came]
    if len(came) == 1:
        return (True, words[0], words[0], words[0])
    return (False, words[0], words[1], words[2])


PLATOON: Final = Form(
    "platoon",
    "Platoon: one die for all if the result is in italics, else one for each of three squads",
    at="actions-firearms",
    example="platoon=4 first=3 second=4 third=6",
    results=("together", "first", "second", "third"),
    fields=(
        table_field(),
        class_field("class", "the squads' class"),
        Field("platoon", "Risk Factor of the platoon together", 4, -20, 50),
        Field("first", "Risk Factor of the first squad", 3, -20, 50),
        Field("second", "of the second", 4, -20, 50),
        Field("third", "of the third", 6, -20, 50),
    ),
    read=platoon_of,
    run=react_together,
)


# ---------------------------------------------------------------- shooting


class Shooting:
    """A unit's fire on paper: with what and how so many shoot, and from how far."""

    def __init__(self, shot: Shot, weapon: Weapon, figures: int, how: int, distance: int, *, moved: bool) -> None:
        self.shot: Final = shot
        self.weapon: Final = weapon
        self.figures: Final = figures  # able to fire
        self.how: Final = how
        self.distance: Final = distance
        self.moved: Final = moved


def shooting_fields(rules: RiskRules) -> tuple[Field, ...]:
    weapons = tuple([id for id in rules.weapons if rules.weapons[id].shoots])
    usual = FIRES[Fires.COMMANDED]
    return (
        Field("weapon", "what they shoot or hurl", weapons[0], choices=weapons),
        Field("figures", "figures able to fire", 10, 1, MOST),
        Field("fire", "commanded volley, uncommanded (or no volleys), a leader alone", usual, choices=FIRES),
        Field("moved", "they moved this turn (uncommanded fire)", default=False),
        class_field("class", "the shooters' class"),
        Field("range", "cm from nearest to nearest, rounded up", 30, 0, 500),
        Field("cover", "where the target stands", COVERS[Cover.OPEN], choices=COVERS),
        *target_fields(),
    )


def shooting_of(rules: RiskRules, values: Values) -> Shooting:
    weapon = rules.weapons[values.word("weapon")]
    distance = values.number("range")
    band = weapon.band(float(distance))
    if band == RangeBand.BEYOND:
        raise Refused(f"{distance} cm is beyond long range: expected {weapon.long:g} or less with {weapon.id}.")
    row = weapon.damage
    load = weapon.load
    if row is None or load is None:
        raise Refused(f"{weapon.id} cannot be shot: it has no range.")
    figures = values.number("figures")
    how = FIRES.index(values.word("fire"))
    moved = values.flag("moved")
    dice = shots(rules, figures, how, load, moved)
    if dice == 0:
        raise Refused(f"{figures} with {weapon.id} are too few for one shot.")
    cover = COVERS.index(values.word("cover"))
    shot = Shot(dice, band, cover, row, class_of(values, "class"), target_of(values), rules)
    return Shooting(shot, weapon, figures, how, distance, moved=moved)


def shooting_inputs(rules: RiskRules, shooting: Shooting) -> dict[str, Value]:
    return {
        "weapon": shooting.weapon.id,
        "figures": shooting.figures,
        "fire": FIRES[shooting.how],
        "moved": shooting.moved,
        "class": CLASSES[shooting.shot.striking.cls],
        "range": shooting.distance,
        "cover": COVERS[shooting.shot.cover],
        **target_inputs(shooting.shot.target),
    }


def fire_at(dice: Dice, rules: RiskRules, shooting: Shooting) -> Facts:
    """Fire with all that follows: to hit, who is hit, what it does."""
    paper = OnPaper(shooting.shot.target)
    shoot(dice, rules, shooting.shot, paper)
    return (paper.hits, *harm(shooting.shot.target, paper.left))


class OnPaper(Witness):
    """Fire on paper: what it has left of the target is kept."""

    def __init__(self, target: tuple[int, ...]) -> None:
        self.hits = 0
        self.left: State = target

    def fired(self, hits: int) -> None:
        self.hits = hits

    def suffered(self, target: tuple[int, ...], left: State) -> None:
        self.left = left


SHOOT: Final = Form(
    "shoot",
    "Shooting: to hit, who is hit, and what it does to him",
    at="to-hit",
    example="weapon=musket figures=9 fire=uncommanded class=raw range=40 cover=soft target=6",
    results=("hits", *HARM),
    fields=shooting_fields,
    read=shooting_of,
    run=fire_at,
    write=shooting_inputs,
)


class Hits:
    """So many hits on a target, by shooters of a class."""

    def __init__(self, hits: int, row: DamageRow, cls: int, target: tuple[int, ...]) -> None:
        self.hits: Final = hits
        self.row: Final = row
        self.cls: Final = cls
        self.target: Final = target  # conditions


def hits_fields(rules: RiskRules) -> tuple[Field, ...]:
    rows = tuple(rules.damages)
    return (
        Field("row", "row of the damage table", rows[0], choices=rows),
        class_field("class", "the shooters' class"),
        Field("hits", "hits on the target", 1, 0, MOST),
        *target_fields(),
    )


def hits_of(rules: RiskRules, values: Values) -> Hits:
    row = rules.damages[values.word("row")]
    return Hits(values.number("hits"), row, class_of(values, "class"), target_of(values))


def damage(dice: Dice, rules: RiskRules, hits: Hits) -> Facts:
    return harm(hits.target, strike(dice, rules, hits.row, hits.cls, hits.target, hits.hits))


DAMAGE: Final = Form(
    "damage",
    "Damage: who is hit, and graze, wound or kill",
    at="damage",
    example="row=gunpowder class=hero hits=1 target=1",
    results=HARM,
    fields=hits_fields,
    read=hits_of,
    run=damage,
)


# ---------------------------------------------------------------- melee


class Body:
    """Figures alike in a melee."""

    def __init__(
        self,
        rules: RiskRules,
        figures: int,
        weapon: Weapon,
        cls: int,
        *,
        bayonet: bool,
        wounded: bool,
        defending: bool,
    ) -> None:
        self.figures: Final = figures
        self.weapon: Final = weapon
        self.cls: Final = cls
        self.bayonet: Final = bayonet
        self.wounded: Final = wounded
        self.defending: Final = defending
        self.side: Final = armed_side(rules, weapon, bayonet, cls, wounded, defending)


class Contact:
    """Figures in contact: who fights or strikes, and whom."""

    def __init__(self, active: Body, other: Body) -> None:
        self.active: Final = active
        self.other: Final = other
        self.engaged: Final = min(other.figures, active.figures)  # of the others: nobody fights the rest


def body_fields(rules: RiskRules, prefix: str, many: str, whose: str) -> tuple[Field, ...]:
    weapons = tuple(rules.weapons)
    return (
        Field(many, f"figures in contact, {whose}", 2, 1, MOST_PAIRS),
        Field(f"{prefix}weapon", "what they fight with", weapons[0], choices=weapons),
        Field(f"{prefix}bayonet", "they have bayonets and are on foot", default=False),
        class_field(f"{prefix}class", "their class"),
        Field(f"{prefix}wounded", "they are wounded", default=False),
        Field(f"{prefix}defending", "they defend a barrier or hard cover", default=False),
    )


def body_of(rules: RiskRules, values: Values, prefix: str, many: str) -> Body:
    return Body(
        rules,
        values.number(many),
        rules.weapons[values.word(f"{prefix}weapon")],
        class_of(values, f"{prefix}class"),
        bayonet=values.flag(f"{prefix}bayonet"),
        wounded=values.flag(f"{prefix}wounded"),
        defending=values.flag(f"{prefix}defending"),
    )


def body_inputs(body: Body, prefix: str, many: str) -> dict[str, Value]:
    return {
        many: body.figures,
        f"{prefix}weapon": body.weapon.id,
        f"{prefix}bayonet": body.bayonet,
        f"{prefix}class": CLASSES[body.cls],
        f"{prefix}wounded": body.wounded,
        f"{prefix}defending": body.defending,
    }


def melee_fields(rules: RiskRules) -> tuple[Field, ...]:
    return (
        *body_fields(rules, "", "figures", "of the active side"),
        *body_fields(rules, "enemy_", "enemies", "of the other side"),
    )


def melee_of(rules: RiskRules, values: Values) -> Contact:
    many_on_one(rules, values.number("figures"), values.number("enemies"), "figures on")
    return Contact(body_of(rules, values, "", "figures"), body_of(rules, values, "enemy_", "enemies"))


def melee_inputs(rules: RiskRules, contact: Contact) -> dict[str, Value]:
    return {**body_inputs(contact.active, "", "figures"), **body_inputs(contact.other, "enemy_", "enemies")}


def melee(dice: Dice, rules: RiskRules, contact: Contact) -> Facts:
    """All pairs in one side's turn. Harmed counts wounds and kills suffered: they decide who retreats."""
    active = contact.active
    came = fight_round(dice, rules, active.figures, active.side, contact.engaged, contact.other.side)
    return (came[0], came[1], came[2], came[3], MELEE_SIDES[retreating(came[0], came[2])])


MELEE: Final = Form(
    "melee",
    "Melee: the active side's figures dealt round among those they touch, and who retreats",
    at="melee",
    example="figures=2 weapon=rifle bayonet=yes enemies=2 enemy_weapon=spear",
    results=("harmed", "killed", "enemies_harmed", "enemies_killed", "retreats"),
    fields=melee_fields,
    read=melee_of,
    run=melee,
    write=melee_inputs,
)


def leaving_fields(rules: RiskRules) -> tuple[Field, ...]:
    return (
        *body_fields(rules, "", "strikers", "who strike"),
        *body_fields(rules, "leaving_", "leaving", "who leave"),
    )


def leaving_of(rules: RiskRules, values: Values) -> Contact:
    many_on_one(rules, values.number("strikers"), values.number("leaving"), "strikers on")
    return Contact(body_of(rules, values, "", "strikers"), body_of(rules, values, "leaving_", "leaving"))


def leaving_inputs(rules: RiskRules, contact: Contact) -> dict[str, Value]:
    return {**body_inputs(contact.active, "", "strikers"), **body_inputs(contact.other, "leaving_", "leaving")}


def break_off(dice: Dice, rules: RiskRules, contact: Contact) -> Facts:
    """What a group suffers that breaks off a melee."""
    side = contact.active.side
    striker = side.fighter(side.condition)
    return parting_blows(dice, rules, contact.active.figures, striker, contact.engaged, contact.other.side)


BREAKING_OFF: Final = Form(
    "break-off",
    "Breaking off: the parting blows, dealt round among the figures touched",
    at="melee",
    example="strikers=1 weapon=spear leaving=1 leaving_bayonet=yes leaving_class=raw",
    results=("wounded", "killed"),
    fields=leaving_fields,
    read=leaving_of,
    run=break_off,
    write=leaving_inputs,
)


def forms(rules: RiskRules) -> list[AnyForm]:
    """All of them, in the order of a turn, with the rules in force."""
    return [
        VISIBILITY.with_rules(rules),
        COMMAND.with_rules(rules),
        REACTION.with_rules(rules),
        PLATOON.with_rules(rules),
        SHOOT.with_rules(rules),
        DAMAGE.with_rules(rules),
        MELEE.with_rules(rules),
        BREAKING_OFF.with_rules(rules),
    ]
