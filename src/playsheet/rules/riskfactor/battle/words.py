"""Words of this sheet for the battle's story: groups, men by what they are, centimetres, the risk and its account."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.discs import from_piece
from playsheet.core.events import Entry
from playsheet.core.geometry import TOLERANCE
from playsheet.core.terrain import Piece
from playsheet.core.words import colour_of, compass, is_plural, number, on_ground, spoken, the, the_side
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.terms import OrderKind, Role
from playsheet.tabletop.wording import (
    a,
    crossed_by_most,
    lined_by_most,
    men,
    men_by_name,
    named_man,
    place_name,
)

# One man and several, by card.
MEN: Final = {
    "regular-squad": ("rifleman", "riflemen"),
    "recruit-squad": ("recruit", "recruits"),
    "sepoy-squad": ("sepoy", "sepoys"),
    "naval-landing-party": ("bluejacket", "bluejackets"),
    "lancer-section": ("lancer", "lancers"),
    "mounted-infantry": ("trooper", "troopers"),
    "town-militia": ("militiaman", "militiamen"),
    "warrior-band": ("warrior", "warriors"),
    "young-warriors": ("young warrior", "young warriors"),
    "tribal-musketmen": ("musketman", "musketmen"),
    "tribal-archers": ("archer", "archers"),
    "tribal-horse": ("horseman", "horsemen"),
    "civilians": ("civilian", "civilians"),
}
ANY_MEN: Final = ("man", "men")
NCOS: Final = {
    "recruit-squad": "corporal",
    "sepoy-squad": "havildar",
    "naval-landing-party": "petty officer",
}
ANY_NCO: Final = "sergeant"

# The group once more, when it has just been named; of the same number as its name, so that the verb fits both.
SHORT: Final = {
    "regular-squad": "the squad",
    "recruit-squad": "the recruits' squad",
    "sepoy-squad": "the sepoys' squad",
    "naval-landing-party": "the party",
    "lancer-section": "the section",
    "mounted-infantry": "the infantry",
    "town-militia": "the militia",
    "warrior-band": "the band",
    "young-warriors": "the young warriors",
    "tribal-musketmen": "the musketmen",
    "tribal-archers": "the archers",
    "tribal-horse": "the horse",
    "civilians": "the civilians",
}

# What each situation of the table risk-factors is called in a sentence, in the order of terms.RISKS.
RISK_WORDS: Final = (
    "a hero close by", "in cover", "in range", "raw", "losses", "an enemy to flank or rear",
    "cavalry close by", "ran last turn",
)  # fmt: skip


def wording(battle: RiskBattle, group: int, choices: list[str]) -> str:
    """One of several ways to say it, the same whenever this moment is told again."""
    return choices[(group * 5 + battle.turn * 7 + battle.phase) % len(choices)]


def cm(far: float) -> str:
    """`25 cm`; what is less than half a centimetre is nothing much."""
    whole = int(far + 0.5)
    return f"{whole} cm" if whole > 0 else "less than 1 cm"


# ---------------------------------------------------------------- names


def name_of(battle: RiskBattle, id: int) -> str:
    """The group as it stands within a sentence: `the 2nd Warrior Band`, `the Lieutenant`, `the First Chief`."""
    group = battle.groups[id]
    return spoken(group.name, group.card.name, group.leader) or f"{article_for(battle, group)} {group.name}"


def article_for(battle: RiskBattle, group: Group) -> str:
    """`the`; with the side's colour where both sides have such a group."""
    for other in battle.groups:
        if other.side != group.side and other.name.endswith(group.card.name):
            return "the " + colour_of(battle.goals.side_names[group.side])
    return "the"


def side_of(battle: RiskBattle, side: int) -> str:
    return the_side(battle.goals.side_names[side])


def short_of(group: Group) -> str:
    """`he` is for those who are one man."""
    if group.leader:
        return "he"
    short = SHORT.get(group.card.id, "")
    return short if is_plural(short) == is_plural(group.name) else ""


def men_of(group: Group, n: int) -> str:
    """`three warriors`, `a rifleman`."""
    return men(n, MEN.get(group.card.id, ANY_MEN))


def nco_of(group: Group) -> str:
    return NCOS.get(group.card.id, ANY_NCO)


def is_nco(battle: RiskBattle, figure: int) -> bool:
    return battle.squads.role[i64(figure)] == Role.NCO


def raised_in(battle: RiskBattle, figure: int) -> Group:
    """The group that the figure is of; with its last men he may have joined another since."""
    at: i64 = figure
    group = battle.groups[battle.owner[at]]
    if group.first <= figure < group.first + group.start:
        return group
    for other in battle.groups:
        if other.first <= figure < other.first + other.start:
            return other
    return group


def men_names(group: Group) -> list[str]:
    """What each of its figures is called: `sergeant`, `rifleman 3`; a leader goes by his name."""
    card = group.card
    if not card.men and not card.leader:
        man = MEN.get(card.id, ANY_MEN)[0]
        card.men = men_by_name([nco_of(group)] * card.ncos + [man] * (card.figures - card.ncos))
    return card.men


def figure_name(battle: RiskBattle, figure: int) -> str:
    """One figure apart from the others: `the sergeant of the Regular Squad`, `rifleman 3 of it`, or a leader's name."""
    home = raised_in(battle, figure)
    name = name_of(battle, home.id)
    return name if home.leader else named_man(men_names(home)[figure - home.first], name)


def man_of(battle: RiskBattle, figure: int) -> str:
    """`the Drummer`, `the sergeant of the Regular Squad`, `a rifleman of the Regular Squad`."""
    group = battle.group_of(figure)
    if group.leader:
        return name_of(battle, group.id)
    home = raised_in(battle, figure)
    if not is_nco(battle, figure):
        return f"{one_of(home)} of {name_of(battle, group.id)}"
    return f"{'the' if home.card.ncos == 1 else 'a'} {nco_of(home)} of {name_of(battle, group.id)}"


def one_of(group: Group) -> str:
    """`a rifleman`, `an archer`."""
    return a(MEN.get(group.card.id, ANY_MEN)[0])


def several(group: Group) -> bool:
    """The Young Warriors were; the Warrior Band was."""
    return not group.leader and is_plural(group.name)


def was(group: Group) -> str:
    return "were" if several(group) else "was"


def its(group: Group) -> str:
    return "his" if group.leader else "their" if several(group) else "its"


def them(group: Group) -> str:
    return "him" if group.leader else "them"


# ---------------------------------------------------------------- ground


def middle(battle: RiskBattle, figures: list[int]) -> tuple[float, float]:
    """The middle of those whose place is known; (0, 0) if none is."""
    found = [figure for figure in figures if is_known(battle, figure)]
    return battle.centre(found) if found else (0.0, 0.0)


def is_known(battle: RiskBattle, figure: int) -> bool:
    """A story told to one seat has no place for figures which that seat has never seen (R28)."""
    at: i64 = figure
    return battle.figures.x[at] != 0.0 or battle.figures.y[at] != 0.0


def lines_of(battle: RiskBattle) -> list[tuple[Piece, str]]:
    return [(plot.piece, plot.name) for plot in battle.land.lines]


def line_near(battle: RiskBattle, figures: list[int]) -> str:
    """The wall or fence that most of these figures line; empty if they do not."""
    bodies = [(battle.figures.x[i64(figure)], battle.figures.y[i64(figure)], battle.radius) for figure in figures]
    return lined_by_most(lines_of(battle), bodies, battle.rules.lining + TOLERANCE)


def lines_crossed(battle: RiskBattle, figures: list[int], xs: list[float], ys: list[float]) -> str:
    """` over the wall`: what most of those who moved climbed over."""
    ways: list[tuple[float, float, float, float]] = []
    for index in range(len(figures)):
        at: i64 = figures[index]
        ways.append((battle.figures.x[at], battle.figures.y[at], xs[index], ys[index]))
    return crossed_by_most(lines_of(battle), ways)


def sheltered(battle: RiskBattle, group: Group) -> str:
    """Where a target has its cover: ` in the scrub`, ` behind the wall`."""
    members = [figure for figure in battle.members(group) if is_known(battle, figure)]
    line = line_near(battle, members)
    if line:
        return f" behind {line}"
    for figure in members:
        at: i64 = figure
        if battle.cover[at] > 0:
            return on_ground(battle.land.ground, battle.figures.x[at], battle.figures.y[at])
    for figure in members:
        if battle.lined[i64(figure)] > 0:
            return f" behind {line_near(battle, [figure])}"
    return " in cover"


def where_to(battle: RiskBattle, x: float, y: float) -> str:
    """A point of the table: the ground it lies in, or the line close to it."""
    for plot in battle.land.plots:
        if not plot.linear and from_piece(plot.piece, x, y, r=0.0) <= 0.0:
            return the(plot.name)
    for plot in battle.land.lines:
        if from_piece(plot.piece, x, y, r=0.0) <= 2.0:
            return place_name(plot.name)
    return ""


# ---------------------------------------------------------------- orders and risks


def order_words(battle: RiskBattle, kind: int, x: float, y: float, to_point: bool, way: float) -> str:
    """`to hold`, `to advance on the enemy`, `to fall back to the wood`, `to advance north`."""
    if kind == OrderKind.HOLD:
        return "to hold"
    if not to_point:
        return "to advance on the enemy"
    there = where_to(battle, x, y)
    verb = "advance" if kind == OrderKind.ADVANCING else "fall back"
    return f"to {verb} to {there}" if there else f"to {verb} {compass(way)}"


def risk_words(battle: RiskBattle, group: Group, risk: int, account: list[Entry]) -> str:
    """`risk 5 (+1 in the enemy's range, +1 raw, +3 losses of 30%)`."""
    parts: list[str] = []
    for entry in account:
        said = entry.cause
        for line in battle.rules.risks:
            if entry.cause.startswith(line.cause):
                said = situation(battle, group, line.when, entry.add, line.add)
        parts.append(f"{entry.add:+d} {said}")
    return f"risk {risk} ({', '.join(parts)})" if parts else f"risk {risk}"


def situation(battle: RiskBattle, group: Group, when: int, add: int, each: int) -> str:
    """One line of the account, by what is known of the group."""
    if when == 1 and group.advancing:
        return "advancing"
    if when == 4:
        return f"losses of {add // each * battle.rules.percent}%" if each else "losses"
    if when == 7 and group.melee_retreat:
        return "beaten in melee"
    times = add // each if each else 1
    return RISK_WORDS[when] + (f", {number(times)} times" if when == 2 and times > 1 else "")
