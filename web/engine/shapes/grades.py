"""The terms from elsewhere: as defaults, in patterns, in comprehensions, through a module."""

from __future__ import annotations

from typing import Final

from shapes import terms
from shapes.terms import Arm, Grade, Guard, Gun, Result

USUAL: Final = Grade.DRILLED
TABLE: Final = {Grade.RAW: Result.BROKEN, Grade.DRILLED: Result.SHAKEN, Grade.CRACK: Result.HELD}


def result_of(grade: int = Grade.DRILLED, worst: str = Result.WORST_LAST[-1]) -> str:
    return TABLE.get(grade, worst)


def shifts(by: int) -> list[list[int]]:
    return [[grade + by for grade in Grade.ALL if grade != Grade.VETERAN], [Guard.CRACK, Guard.OLD, USUAL]]


def through_module(grade: int) -> tuple[str, bool, list[int]]:
    return terms.Grade.NAMES.get(grade, terms.Result.HELD), grade in terms.Grade.ALL, terms.Grade.DOUBLED


def matched(grade: int, result: str) -> str:
    match (grade, result):
        case (Grade.RAW | Grade.DRILLED, Result.HELD):
            return "better than it is"
        case (terms.Guard.OLD, _):
            return "the old guard"
        case (Grade.CRACK, Result.BROKEN) if grade > Grade.VETERAN:
            return "unheard of"
        case (kept, Result.SHAKEN):
            return f"shaken {kept}"
    return "as it is"


class Regiment:
    FULL: Final = 10

    def __init__(self, grade: int = Grade.RAW, men: int = FULL) -> None:
        self.grade = grade
        self.men = men

    def lose(self, men: int, least: int = -FULL) -> int:
        self.men = max(self.men - men, least)
        return self.FULL - self.men


def losses(men: int) -> list[int]:
    regiment = Regiment(Grade.CRACK)
    return [regiment.lose(men), regiment.lose(men, 0), regiment.men, Regiment().grade, Regiment.FULL]


def arms(crew: int) -> list[str]:
    gun = Gun(crew)
    said = [Arm().said(), gun.said()]
    gun.limber()
    return [*said, gun.said(), f"{Gun.REACH} {Arm.REACH} {Gun.NAME} {Gun(crew).REACH}"]
