"""Dice in words: what a throw came to within a sentence, and a roll as one reads it under that sentence.

An event keeps its modifiers by their ids on the sheet. Here they get words, and the roll the very cell it came to.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import summed
from playsheet.core.events import Entry, Rolled, Throw
from playsheet.core.telling import shown_faces
from playsheet.core.words import article
from playsheet.rules.gettysburg.battle.words import TOKEN_WORDS
from playsheet.rules.gettysburg.sheet.rows import Casualties, Column, Ladder, SixRow
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    BRIGADE_RESULTS,
    DIVISION_ORDERS,
    GRADES,
    LIMBERINGS,
    PURSUITS,
    RESULTS,
    RISKS,
    TESTS,
    Token,
)

# Each modifier as one says it, by its id; what a target has is said of the target.
CAUSES: Final = {
    "20pdr": "20 pounders",
    "aim-low-boys": "token: Aim Low Boys",
    "artillery": "artillery",
    "base-contact": "generals side by side",
    "battery-unformed": "battery unformed",
    "broken-before": "has broken before",
    "by-cavalry": "from cavalry",
    "canister-12pdr": "canister of 12 pounders",
    "canister-20pdr": "canister of 20 pounders",
    "canister-6pdr": "canister of 6 pounders",
    "canister-mixed": "canister of a mixed battery",
    "canister-rifled": "canister of rifled guns",
    "casualties": "losses by tenths",
    "cavalry": "cavalry",
    "cavalry-vs-formed": "cavalry against a formed target",
    "charge-casualties": "men lost in the charge",
    "charge-weak-target": "charging flank, rear, unformed or skirmishers",
    "charged-by-cavalry": "charged by cavalry",
    "charged-by-infantry-column": "charged by a column",
    "charged-by-infantry-column-in-works": "charged by a column, in works",
    "charged-by-infantry-line": "charged by a line",
    "charged-flank-rear": "charged in flank or rear",
    "charged-while-weak": "charged while weak",
    "charging": "charging",
    "column": "in column",
    "confederate-east": "in the east, early in the war",
    "confederate-to-assault": "Confederates who would assault",
    "cover": "in cover",
    "cover-or-uphill": "in cover or uphill",
    "crack-elite": "crack or elite",
    "crack-graded": "crack",
    "crack-infantry": "crack infantry",
    "dense-woods": "in dense woods",
    "drunkard": "general a drunkard",
    "elite": "elite",
    "elite-veteran": "elite or veteran",
    "enemy-fleeing": "enemies running near by",
    "enfiladed": "target enfiladed",
    "excellent": "general excellent",
    "extended-line": "in extended line",
    "far-and-commanding": "general far away, with a brigade of his own",
    "far-from-enemy": "far from the enemy",
    "far-or-commanding": "general far away, or with a brigade of his own",
    "fired-last-turn": "fired last turn",
    "firer-extended": "firing in extended line",
    "firer-unformed": "firing unformed",
    "flank-rear": "attacked in flank or rear",
    "following-up": "following up",
    "friends-fleeing": "friends running near by",
    "general-attached": "general attached",
    "general-attached-excellent": "general attached, excellent",
    "general-commanding": "its general commanding",
    "general-near": "general near by",
    "gm": "the game master's word",
    "gone-to-ground": "target gone to ground",
    "green-militia": "green or militia",
    "half-casualties": "half lost",
    "half-lost": "half of its units lost",
    "half-regiment": "only half of it is out",
    "hasty-works": "in hasty works",
    "infantry": "infantry",
    "light-cover": "target in light cover",
    "massed": "target massed",
    "militia": "militia",
    "most-lost": "most of its units lost",
    "moved-or-unlimbered": "guns moved or unlimbered",
    "outnumber": "more men",
    "poor": "general poor",
    "quarter-lost": "a quarter of its units lost",
    "rash": "rash troops",
    "rebel-yell": "token: Rebel Yell",
    "recoiled": "recoiled before",
    "retreating": "retreating",
    "rout": "routed",
    "routing": "routing",
    "routing-confederate-infantry": "routing",
    "shot-20pdr": "shot of 20 pounders",
    "shotguns": "shotguns",
    "smoothbores": "smoothbores",
    "stricter": "general a drunkard",
    "supporting-lines": "lines behind it",
    "target-column": "target in column",
    "target-deployed-artillery": "target unlimbered guns",
    "target-extended": "target in extended line",
    "target-skirmishers": "target skirmishers",
    "unformed": "unformed or faltering",
    "uphill": "uphill",
    "veteran-regular": "veteran or regular",
    "veteran-regular-green": "veteran, regular or green",
    "weak": "faltering, unformed or retreating",
    "works": "in works",
    "works-or-woods": "most of it in works or woods",
    "works-rifled": "target in works, by rifled guns",
}
OF_TARGETS: Final = ("musketry-casualties", "artillery-casualties")
MINUS: Final = "\u2212"

# What a test wants, and what its results are called in an account.
WANTED: Final = ("to charge home", "to stand", "to obey orders", "to rally", "to rally")
TEST_CAME: Final = {
    "charge": "charge home",
    "halt-volley": "halt and volley",
    "go-to-ground": "go to ground",
    "falter": "falter",
    "retreat": "retreat",
    "rout": "rout",
    "stand-or-counter": "stand",
    "falter-recoil": "falter and recoil",
    "obey": "obey orders",
    "rally": "rally",
    "fail": "not rallied",
    "disperse": "disperse",
    "stand-still-retreating": "stand, still retreating",
}
BRIGADE_CAME: Final = {"stands": "stands", "breaks": "breaks", "removed": "is no brigade any more"}
PURSUIT_CAME: Final = {
    "superb": "superb discipline",
    "unformed-choice": "unformed, but in hand",
    "tuckered": "tuckered out",
    "pursue": "pursues",
    "uncontrolled-charge": "out of control",
}
RISK_CAME: Final = {
    "disgraced": "shot down, and disgraced",
    "sniped": "shot dead",
    "whiskey": "takes to his flask",
    "bible": "hit in his Bible",
    "stonewall": "like a stone wall",
    "light": "lightly wounded",
}
LIMBERING_CAME: Final = {
    "battery-lost": "the battery is lost",
    "one-gun-lost": "a gun is lost",
    "one-crew-lost": "a man is lost",
    "clean": "nothing is lost",
}


# ---------------------------------------------------------------- within a sentence


def total_of(roll: Rolled) -> int:
    return sum(roll.faces) + summed(roll.account)


def scored(score: int) -> str:
    """`an 8`, `minus 2`."""
    return article(score) if score >= 0 else f"minus {-score}"


def dice_of(roll: Rolled) -> str:
    """`a 10 (5 4, +1)`: what the dice came to, how they fell and what was added."""
    add = summed(roll.account)
    more = f", {signed(add)}" if add else ""
    return f"{scored(total_of(roll))} ({shown_faces(roll.faces)}{more})"


def signed(add: int) -> str:
    return f"+{add}" if add >= 0 else f"{MINUS}{-add}"


def needing(roll: Rolled | None, need: int, *, passed: bool) -> str:
    """` (an 8, needing 6 or more)`; without the need where something else decided, and empty if nobody may know."""
    if roll is None:
        return ""
    score = total_of(roll)
    wanted = f", needing {need} or more" if passed == (score >= need) else ""
    return f" ({scored(score)}{wanted})"


def in_brackets(roll: Rolled | None) -> str:
    """` (an 8)`."""
    return f" ({scored(total_of(roll))})" if roll is not None else ""


def test_need(rules: GettysburgRules, test: str) -> int:
    """The score from which a unit does what is wanted of it."""
    return best(rules.morale[TESTS.index(test)])


def best(column: Column) -> int:
    """The score from which a column has its best word."""
    return column.marks[-1] if column.marks else column.ladder.lows[-1]


# ---------------------------------------------------------------- under it


class Firing:
    """Who fires: what the casualty table asks besides the dice."""

    def __init__(self, strength: int, halved: str) -> None:
        self.strength: Final = strength  # figures or guns
        self.halved: Final = halved  # why the cell is halved: `at long range`; empty if it is not


NOBODY_FIRES: Final = Firing(0, "")


def as_read(roll: Rolled, rules: GettysburgRules, who: str, firing: Firing) -> Rolled:
    """The roll with its modifiers in words, what was needed, what came of it, and the cell of the table.

    `who` threw for himself, if that is to be said.
    """
    account = [Entry(entry.add, cause_in_words(roll.table, entry.cause), entry.ruling) for entry in roll.account]
    why = f"{roll.why}: {who}" if who else roll.why
    throw = Throw(why, roll.table, roll.row, roll.column, roll.ruling)
    read = Rolled(throw, roll.seat, roll.sides, roll.faces, roll.needed, roll.came, account, roll.unseen)
    if roll.needed == "":
        look_up(read, rules, total_of(roll), firing)
    return read


def cause_in_words(table: str, id: str) -> str:
    said = CAUSES.get(id, id)
    return f"target {said}" if table in OF_TARGETS and said.startswith("in ") else said


def look_up(roll: Rolled, rules: GettysburgRules, score: int, firing: Firing) -> None:
    """Put in what the table says to this score."""
    match roll.table:
        case "unit-morale-results":
            test = TESTS.index(roll.column)
            column = rules.morale[test]
            ranked(roll, column, score, TEST_CAME[RESULTS[column.at(score)]], WANTED[test])
        case "brigade-morale-results":
            came = BRIGADE_CAME[BRIGADE_RESULTS[rules.brigade_morale.at(score)]]
            ranked(roll, rules.brigade_morale, score, came, "to stand")
        case "pursuit-results":
            stepped(roll, rules.pursuits.ladder, score)
            came_to(roll, PURSUIT_CAME[PURSUITS[rules.pursuits.at(score)]], score)
        case "emergency-limbering":
            stepped(roll, rules.limbering.ladder, score)
            came_to(roll, LIMBERING_CAME[LIMBERINGS[rules.limbering.at(score)]], score)
        case "double-six":
            stepped(roll, rules.six_ladder, score)
            came_to(roll, six_came(rules.six_rows[rules.six_ladder.step(score)]), score)
        case "risk-to-general":
            stepped(roll, rules.risk_ladder, score)
            came_to(roll, RISK_CAME[RISKS[rules.risk_rows[rules.risk_ladder.step(score)].result]], score)
        case "musketry-casualties":
            casualties(roll, rules.musketry, score, firing)
        case "artillery-casualties":
            casualties(roll, rules.artillery, score, firing)
        case "brigade-orders":
            reached(roll, rules.brigade_need, score)
        case "brigade-own-initiative":
            reached(roll, rules.own_need, score)
        case "division-orders":
            reached(roll, rules.division_need[DIVISION_ORDERS.index(roll.row)], score)
        case "recall-skirmishers":
            reached(roll, rules.recall_need[GRADES.index(roll.row)], score)
        case "get-up":
            reached(roll, rules.get_up_regular if roll.row == "regular" else rules.get_up_green, score)
        case "crossing-defences":
            roll.column = str(score)


def ranked(roll: Rolled, column: Column, score: int, came: str, wanted: str) -> None:
    """A table that is read from above: what its best word would have needed."""
    roll.needed = f"{best(column)} or more {wanted}"
    roll.row = column.ladder.row(score)
    came_to(roll, came, score)


def six_came(row: SixRow) -> str:
    """What follows from a double six: `a token, a general at risk`."""
    token = f"a token ({TOKEN_WORDS[row.token]})" if row.token != Token.NONE else ""
    skulkers = "skulkers, or a burst barrel" if row.skulkers else ""
    risk = "risk to a general near by" if row.risk else ""
    return ", ".join([part for part in (token, skulkers, risk) if part]) or "nothing"


def stepped(roll: Rolled, ladder: Ladder, score: int) -> None:
    roll.row = ladder.row(score)


def reached(roll: Rolled, need: int, score: int) -> None:
    roll.needed = f"{need} or more"
    came_to(roll, "passed" if score >= need else "failed", score)


def came_to(roll: Rolled, came: str, score: int) -> None:
    """With its total, where no sum of modifiers has shown it."""
    roll.came = came if roll.account else f"{score}, {came}"


def casualties(roll: Rolled, table: Casualties, score: int, firing: Firing) -> None:
    """The cell by who fired and what they threw."""
    n = firing.strength
    if n <= 0:
        return
    roll.row = table.strengths.row(n)
    roll.column = table.columns[table.column(score)]
    half = f", halved {firing.halved}" if firing.halved else ""
    came_to(roll, f"{in_figures(table.halves(n, score))} for {n} firing{half}", score)


def in_figures(halves: int) -> str:
    """`3 figures`, `half a figure`."""
    if halves == 1:
        return "half a figure"
    whole = f"{halves // 2}" + ("\u00bd" if halves % 2 else "")
    return f"{whole} figure{'' if halves == 2 else 's'}"
