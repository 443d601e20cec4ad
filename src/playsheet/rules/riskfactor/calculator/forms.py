"""The procedures of this sheet as forms: for the calculator, the odds and the commander's estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.errors import Refused
from playsheet.core.events import Entry
from playsheet.core.forms import AnyForm, Facts, Field, Form, Value, Values, shown_length
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.riskfactor.dice.command import Chain, Link, chain_points, cost
from playsheet.rules.riskfactor.dice.melee import (
    ON_PAPER,
    Blows,
    Groups,
    Pair,
    Striker,
    armed_man,
    fight_on_paper,
    fight_pairs,
    retreating,
    strike_on_paper,
)
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
from playsheet.rules.riskfactor.dice.visibility import ANY_RANGE, seen_within, sees_through, visibility
from playsheet.rules.riskfactor.sheet import DamageRow, LoadClass, RiskRules, Weapon
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

MOST: Final = 100  # figures in a group
MOST_PAIRS: Final = 60  # of a side in one melee
MOST_LEADERS: Final = 20
MOST_NCOS: Final = 4
MOST_MUSICIANS: Final = 10
NONE: Final = "none"
USUAL: Final = "usual"


# ---------------------------------------------------------------- inputs that several forms share


def class_field(name: str, said: str) -> Field:
    return Field(name, said, "veteran", choices=CLASSES)


def class_of(values: Values, name: str) -> int:
    return CLASSES.index(values.word(name))


def table_field() -> Field:
    return Field("table", "which Actions Table", "firearms", choices=TABLES)


def target_fields(rules: RiskRules) -> tuple[Field, ...]:
    """Who is hit; grazes only where they count (R25)."""
    fields = [
        Field("target", "living men of the target that can be seen", 10, 0, MOST),
        Field("wounded", "of these wounded already", 0, 0, MOST),
        Field("leaders", "leaders with it (not counted above)", 0, 0, MOST_LEADERS),
        Field("leaders_wounded", "of these wounded already", 0, 0, MOST_LEADERS),
    ]
    if rules.grazes_add_up:
        fields.append(Field("grazed", "of the men not wounded, grazed already", 0, 0, MOST))
        fields.append(Field("wounded_grazed", "of the wounded men grazed too", 0, 0, MOST))
        fields.append(Field("leaders_grazed", "of the leaders not wounded, grazed already", 0, 0, MOST_LEADERS))
        fields.append(Field("leaders_wounded_grazed", "of the wounded leaders grazed too", 0, 0, MOST_LEADERS))
    return tuple(fields)


def target_of(rules: RiskRules, values: Values) -> tuple[int, ...]:
    if values.number("target") + values.number("leaders") == 0:
        raise Refused("there is nobody to be hit: expected a man or a leader.")
    men = conditions(rules, values, "target", "", 0)
    return (*men, *conditions(rules, values, "leaders", "leaders_", Condition.LEADER))


def conditions(rules: RiskRules, values: Values, many: str, prefix: str, mark: int) -> list[int]:
    """Of the unhurt, and then of the wounded, each time those with a graze last."""
    figures = values.number(many)
    wounded = values.number(f"{prefix}wounded")
    grazed = values.number(f"{prefix}grazed") if rules.grazes_add_up else 0
    both = values.number(f"{prefix}wounded_grazed") if rules.grazes_add_up else 0
    if wounded > figures:
        raise Refused(f"of {figures} figures {wounded} cannot be wounded: expected {figures} or fewer.")
    if grazed > figures - wounded or both > wounded:
        raise Refused("more are grazed than there are: expected as many as are unhurt, or wounded, at most.")
    unhurt = mark | Condition.UNHURT
    hurt = mark | Condition.A_WOUND | Condition.WOUNDED_BEFORE
    graze = Condition.A_GRAZE
    return (
        [unhurt] * (figures - wounded - grazed)
        + [unhurt + graze] * grazed
        + [hurt] * (wounded - both)
        + [hurt + graze] * both
    )


def target_inputs(rules: RiskRules, target: tuple[int, ...]) -> dict[str, Value]:
    men = [condition for condition in target if not condition & Condition.LEADER]
    leaders = [condition for condition in target if condition & Condition.LEADER]
    inputs: dict[str, Value] = {
        "target": len(men),
        "wounded": sum([1 for condition in men if is_wounded(condition)]),
        "leaders": len(leaders),
        "leaders_wounded": sum([1 for condition in leaders if is_wounded(condition)]),
    }
    if rules.grazes_add_up:
        inputs["grazed"] = grazed(men, wounded=False)
        inputs["wounded_grazed"] = grazed(men, wounded=True)
        inputs["leaders_grazed"] = grazed(leaders, wounded=False)
        inputs["leaders_wounded_grazed"] = grazed(leaders, wounded=True)
    return inputs


def grazed(figures: list[int], *, wounded: bool) -> int:
    return sum([1 for each in figures if each % Condition.A_WOUND and is_wounded(each) == wounded])


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

    def __init__(self, depth: int, viewer: int, distance: float, wood: float, *, fired: bool, same_piece: bool) -> None:
        self.depth: Final = depth
        self.viewer: Final = viewer  # his own depth
        self.distance: Final = distance
        self.wood: Final = wood  # of the distance
        self.fired: Final = fired
        self.same_piece: Final = same_piece


def seeing_of(rules: RiskRules, values: Values) -> Seeing:
    depth = DEPTHS.index(values.word("depth"))
    viewer = DEPTHS.index(values.word("viewer"))
    same_piece = values.flag("same_piece")
    if same_piece and Depth.IN_THE_OPEN in (depth, viewer):
        raise Refused("in the same piece neither stands in the open: expected depth and viewer edge or deep.")
    distance = values.length("distance")
    wood = values.length("wood")
    if wood > distance:
        raise Refused(f"of {distance:g} cm {wood:g} cannot run through wood: expected {distance:g} or less.")
    return Seeing(depth, viewer, distance, wood, fired=values.flag("fired"), same_piece=same_piece)


def see(dice: Dice, rules: RiskRules, seeing: Seeing) -> Facts:
    """One die for a group in what conceals; 1000 cm stand for any range."""
    thrown = visibility(dice, rules) if seeing.depth != Depth.IN_THE_OPEN else 0
    within = seen_within(rules, seeing.depth, seeing.same_piece, seeing.fired, thrown, seeing.viewer)
    seen = seeing.distance <= within + TOLERANCE and sees_through(rules, seeing.wood)
    return (int(min(within, ANY_RANGE)), seen)


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
        Field("distance", "cm to it", 30, 0, 500, fractions=True),
        Field("wood", "cm of that which the line of sight runs through what conceals", 0, 0, 500, fractions=True),
        Field("fired", "it has fired since its own last turn began", default=False),
        Field("same_piece", "viewer and group stand in the same piece", default=False),
        Field("viewer", "where the viewer stands", "open", choices=DEPTHS),
    ),
    read=seeing_of,
    run=see,
)


# ---------------------------------------------------------------- command


class Command:
    """A chain of command, its Player Character first, and what the figures cost that are to be commanded with it."""

    def __init__(self, rules: RiskRules, links: list[Link], *, loyal: int, dear: int, needed: int) -> None:
        self.links: Final = links
        self.loyal: Final = loyal
        self.dear: Final = dear
        self.needed: Final = needed
        self.chain: Final = Chain(rules, links)


def command_fields(rules: RiskRules) -> tuple[Field, ...]:
    choices = (NONE, *CLASSES)
    fields = [
        class_field("officer", "the Player Character's class"),
        Field("busy", "he loads, fires or is in melee", default=False),
        Field("musicians", "drummers and buglers commanded, before the NCOs", 0, 0, MOST_MUSICIANS),
        *[Field(f"nco{k}", f"NCO {k} of the chain", NONE, choices=choices) for k in range(1, MOST_NCOS + 1)],
        Field("busy_ncos", "of these NCOs, the first so many load, fire or are in melee", 0, 0, MOST_NCOS),
        Field("dear_links", "NCOs and musicians are disloyal, or routers", default=False),
        Field("loyal", "loyal figures still to be paid for", 10, 0, 200),
        Field("dear", "disloyal figures and routers still to be paid for", 0, 0, 200),
    ]
    if rules.musicians_throw_class:
        fields.append(class_field("musician_class", "the musicians' class, by which they throw"))
    return tuple(fields)


def command_of(rules: RiskRules, values: Values) -> Command:
    """He himself, then the musicians, then the NCOs."""
    price = cost(rules, loyal=not values.flag("dear_links"), router=False)
    plays = class_of(values, "musician_class") if rules.musicians_throw_class else TroopClass.VETERAN
    links = [Link(Role.PC, class_of(values, "officer"), cost=0, busy=values.flag("busy"))]
    for _ in range(values.number("musicians")):
        links.append(Link(Role.DRUMMER, plays, cost=price, busy=False))
    words = [values.word(f"nco{k}") for k in range(1, MOST_NCOS + 1)]
    classes = [CLASSES.index(word) for word in words if word != NONE]
    for place in range(len(classes)):
        links.append(Link(Role.NCO, classes[place], cost=price, busy=place < values.number("busy_ncos")))
    loyal = values.number("loyal")
    dear = values.number("dear")
    needed = loyal * cost(rules, loyal=True, router=False) + dear * cost(rules, loyal=False, router=False)
    return Command(rules, links, loyal=loyal, dear=dear, needed=needed)


def command_inputs(rules: RiskRules, command: Command) -> dict[str, Value]:
    officer = command.links[0]
    musicians = [link for link in command.links if link.musician]
    ncos = [link for link in command.links[1:] if not link.musician]
    inputs: dict[str, Value] = {
        "officer": CLASSES[officer.cls],
        "busy": officer.busy,
        "musicians": len(musicians),
    }
    for place in range(MOST_NCOS):
        inputs[f"nco{place + 1}"] = CLASSES[ncos[place].cls] if place < len(ncos) else NONE
    inputs["busy_ncos"] = sum([1 for link in ncos if link.busy])
    inputs["dear_links"] = any(link.cost > cost(rules, loyal=True, router=False) for link in command.links)
    inputs["loyal"] = command.loyal
    inputs["dear"] = command.dear
    if rules.musicians_throw_class:
        inputs["musician_class"] = CLASSES[musicians[0].cls if musicians else TroopClass.VETERAN]
    return inputs


HELP_FIRST: Final = "The musicians within his voice and the NCOs of that group are commanded first, and do not fire."


def command_assumes(rules: RiskRules, command: Command) -> list[str]:
    return [HELP_FIRST] if len(command.links) > 1 else []


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
    fields=command_fields,
    read=command_of,
    run=throw_for_command,
    write=command_inputs,
    assumes=command_assumes,
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
        withdrew: bool,
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
        self.withdrew: Final = withdrew  # no risk, but nobody continues that either (R12)
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
        withdrew=values.flag("withdrew"),
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
        "withdrew": reacting.withdrew,
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
    fled = risk.fled or reacting.withdrew
    came = reaction(dice, rules, reacting.table, risk_account(rules, risk), reacting.cls, reacting.die)
    cell = came.cell
    do = instruction(rules, cell, fortified, reacting.enemy, fled)
    charge = reacting.enemy and may_charge(rules, cell, reacting.order, fortified, fled)
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
        Field("withdrew", "it withdrew last turn, which nobody continues", default=False),
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

    def __init__(
        self, shot: Shot, weapon: Weapon, load: LoadClass, figures: int, how: int, distance: float, *, moved: bool
    ) -> None:
        self.shot: Final = shot
        self.weapon: Final = weapon
        self.load: Final = load
        self.figures: Final = figures  # able to fire
        self.how: Final = how
        self.distance: Final = distance
        self.moved: Final = moved


def shooting_fields(rules: RiskRules) -> tuple[Field, ...]:
    weapons = tuple([id for id in rules.weapons if rules.weapons[id].shoots])
    usual = FIRES[Fires.COMMANDED]
    return (
        Field("weapon", "what they shoot or hurl", weapons[0], choices=weapons),
        Field("load", "how it is loaded, where the card says otherwise", USUAL, choices=(USUAL, *rules.loads)),
        Field("figures", "figures able to fire", 10, 1, MOST),
        Field("fire", "commanded volley, uncommanded (or no volleys), a leader alone", usual, choices=FIRES),
        Field("moved", "they moved this turn (uncommanded fire)", default=False),
        class_field("class", "the shooters' class"),
        Field("range", "cm from nearest to nearest", 30, 0, 500, fractions=True),
        Field("cover", "where the target stands", COVERS[Cover.OPEN], choices=COVERS),
        *target_fields(rules),
    )


def shooting_of(rules: RiskRules, values: Values) -> Shooting:
    weapon = rules.weapons[values.word("weapon")]
    distance = values.length("range")
    band = weapon.band(distance)
    if band == RangeBand.BEYOND:
        raise Refused(f"{distance:g} cm is beyond long range: expected {weapon.long:g} or less with {weapon.id}.")
    row = weapon.damage
    usual = weapon.load
    if row is None or usual is None:
        raise Refused(f"{weapon.id} cannot be shot: it has no range.")
    load = usual if values.word("load") == USUAL else rules.loads[values.word("load")]
    figures = values.number("figures")
    how = FIRES.index(values.word("fire"))
    moved = values.flag("moved")
    dice = shots(rules, figures, how, load, moved)
    if dice == 0:
        raise Refused(f"{figures} with {weapon.id} are too few for one shot.")
    cover = COVERS.index(values.word("cover"))
    shot = Shot(dice, band, cover, row, class_of(values, "class"), target_of(rules, values), rules)
    return Shooting(shot, weapon, load, figures, how, distance, moved=moved)


def shooting_inputs(rules: RiskRules, shooting: Shooting) -> dict[str, Value]:
    return {
        "weapon": shooting.weapon.id,
        "load": USUAL if shooting.load is shooting.weapon.load else shooting.load.id,
        "figures": shooting.figures,
        "fire": FIRES[shooting.how],
        "moved": shooting.moved,
        "class": CLASSES[shooting.shot.striking.cls],
        "range": shown_length(shooting.distance),
        "cover": COVERS[shooting.shot.cover],
        **target_inputs(rules, shooting.shot.target),
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
        *target_fields(rules),
    )


def hits_of(rules: RiskRules, values: Values) -> Hits:
    row = rules.damages[values.word("row")]
    return Hits(values.number("hits"), row, class_of(values, "class"), target_of(rules, values))


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
        self.man: Final = armed_man(rules, weapon, bayonet, cls, wounded, defending)


class Melee:
    """Pairs, and how they are written: what most figures of either side are.

    Of a melee on a table also who they are, by their numbers, and what is taken for granted.
    """

    def __init__(
        self,
        rules: RiskRules,
        pairs: list[Pair],
        active: Body,
        other: Body,
        named: list[tuple[int, int]],
        assumed: list[str],
    ) -> None:
        self.pairs: Final = pairs
        self.groups: Final = Groups(rules, pairs)
        self.active: Final = active
        self.other: Final = other
        self.named: Final = named
        self.assumed: Final = assumed


class Leaving:
    """Those who strike at leavers; all else as in a melee."""

    def __init__(
        self,
        rules: RiskRules,
        strikers: list[Striker],
        active: Body,
        other: Body,
        named: list[int],
        assumed: list[str],
    ) -> None:
        self.strikers: Final = strikers
        self.blows: Final = Blows(rules, strikers)
        self.active: Final = active
        self.other: Final = other
        self.named: Final = named
        self.assumed: Final = assumed


def dealt(active: Body, other: Body) -> list[Pair]:
    """The attackers dealt round among those they touch; nobody fights the rest."""
    engaged = min(active.figures, other.figures)
    return [Pair(active.man, other.man, at % engaged) for at in range(active.figures)]


def dealt_strikers(active: Body, leaving: Body) -> list[Striker]:
    """The strikers dealt round among the leavers, told leaver by leaver."""
    engaged = min(active.figures, leaving.figures)
    striker = active.man.fighter(active.man.condition)
    return [
        Striker([striker], [leaving.man], [place])
        for place in range(engaged)
        for _ in range((active.figures - place + engaged - 1) // engaged)
    ]


def arm_fields(rules: RiskRules, prefix: str) -> tuple[Field, ...]:
    weapons = tuple(rules.weapons)
    return (
        Field(f"{prefix}weapon", "what they fight with", weapons[0], choices=weapons),
        Field(f"{prefix}bayonet", "they have bayonets and are on foot", default=False),
        class_field(f"{prefix}class", "their class"),
        Field(f"{prefix}wounded", "they are wounded", default=False),
        Field(f"{prefix}defending", "they defend a barrier or hard cover", default=False),
    )


def body_fields(rules: RiskRules, prefix: str, many: str, whose: str) -> tuple[Field, ...]:
    return (Field(many, f"figures in contact, {whose}", 2, 1, MOST_PAIRS), *arm_fields(rules, prefix))


def body_of(rules: RiskRules, values: Values, prefix: str, figures: int) -> Body:
    return Body(
        rules,
        figures,
        rules.weapons[values.word(f"{prefix}weapon")],
        class_of(values, f"{prefix}class"),
        bayonet=values.flag(f"{prefix}bayonet"),
        wounded=values.flag(f"{prefix}wounded"),
        defending=values.flag(f"{prefix}defending"),
    )


def arm_inputs(body: Body, prefix: str) -> dict[str, Value]:
    return {
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


def melee_of(rules: RiskRules, values: Values) -> Melee:
    figures = values.number("figures")
    enemies = values.number("enemies")
    many_on_one(rules, figures, enemies, "figures on")
    active = body_of(rules, values, "", figures)
    other = body_of(rules, values, "enemy_", enemies)
    return Melee(rules, dealt(active, other), active, other, [], [])


def melee_inputs(rules: RiskRules, melee: Melee) -> dict[str, Value]:
    active = melee.active
    other = melee.other
    return {
        "figures": active.figures,
        **arm_inputs(active, ""),
        "enemies": other.figures,
        **arm_inputs(other, "enemy_"),
    }


def melee_assumes(rules: RiskRules, melee: Melee) -> list[str]:
    return melee.assumed


def fight_out(dice: Dice, rules: RiskRules, melee: Melee) -> Facts:
    """All pairs in one side's turn. Harmed counts wounds and kills suffered: they decide who retreats."""
    came = fight_on_paper(dice, melee.groups)
    return (came[0], came[1], came[2], came[3], MELEE_SIDES[retreating(came[0], came[2])])


CHARGE: Final = Form(
    "charge",
    "Charge: the melee that it brings about",
    at="melee",
    example="figures=6 weapon=spear enemies=4 enemy_weapon=rifle enemy_bayonet=yes enemy_defending=yes",
    results=("harmed", "killed", "enemies_harmed", "enemies_killed", "retreats"),
    fields=melee_fields,
    read=melee_of,
    run=fight_out,
    write=melee_inputs,
    assumes=melee_assumes,
)

MELEE: Final = Form(
    "melee",
    "Melee: the active side's figures dealt round among those they touch, and who retreats",
    at="melee",
    example="figures=2 weapon=rifle bayonet=yes enemies=2 enemy_weapon=spear",
    results=("harmed", "killed", "enemies_harmed", "enemies_killed", "retreats"),
    fields=melee_fields,
    read=melee_of,
    run=fight_out,
    write=melee_inputs,
    assumes=melee_assumes,
)


def pair_fields(rules: RiskRules) -> tuple[Field, ...]:
    return (*arm_fields(rules, ""), *arm_fields(rules, "enemy_"))


def pair_of(rules: RiskRules, values: Values) -> Melee:
    active = body_of(rules, values, "", 1)
    other = body_of(rules, values, "enemy_", 1)
    return Melee(rules, dealt(active, other), active, other, [], [])


def pair_inputs(rules: RiskRules, melee: Melee) -> dict[str, Value]:
    return {**arm_inputs(melee.active, ""), **arm_inputs(melee.other, "enemy_")}


def fight_one(dice: Dice, rules: RiskRules, melee: Melee) -> Facts:
    """What each does to the other; who retreats hangs on all the pairs of the melee."""
    came = fight_pairs(dice, rules, melee.pairs, ON_PAPER)
    return (came[0] > 0, came[1] > 0, came[2] > 0, came[3] > 0)


PAIR: Final = Form(
    "pair",
    "One pair of a melee: what each does to the other",
    at="melee",
    example="weapon=rifle bayonet=yes enemy_weapon=spear",
    results=("harmed", "killed", "enemy_harmed", "enemy_killed"),
    fields=pair_fields,
    read=pair_of,
    run=fight_one,
    write=pair_inputs,
    assumes=melee_assumes,
)


def leaving_fields(rules: RiskRules) -> tuple[Field, ...]:
    return (
        *body_fields(rules, "", "strikers", "who strike"),
        *body_fields(rules, "leaving_", "leaving", "who leave"),
    )


def leaving_of(rules: RiskRules, values: Values) -> Leaving:
    strikers = values.number("strikers")
    leavers = values.number("leaving")
    many_on_one(rules, strikers, leavers, "strikers on")
    active = body_of(rules, values, "", strikers)
    leaving = body_of(rules, values, "leaving_", leavers)
    return Leaving(rules, dealt_strikers(active, leaving), active, leaving, [], [])


def leaving_inputs(rules: RiskRules, leaving: Leaving) -> dict[str, Value]:
    active = leaving.active
    other = leaving.other
    return {
        "strikers": active.figures,
        **arm_inputs(active, ""),
        "leaving": other.figures,
        **arm_inputs(other, "leaving_"),
    }


def leaving_assumes(rules: RiskRules, leaving: Leaving) -> list[str]:
    return leaving.assumed


def break_off(dice: Dice, rules: RiskRules, leaving: Leaving) -> Facts:
    """What a group suffers that breaks off a melee."""
    return strike_on_paper(dice, leaving.blows)


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
    assumes=leaving_assumes,
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
        CHARGE.with_rules(rules),
        MELEE.with_rules(rules),
        PAIR.with_rules(rules),
        BREAKING_OFF.with_rules(rules),
    ]
