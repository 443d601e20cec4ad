"""Constants in a class: the sheet's own words as numbers."""

from __future__ import annotations

from typing import ClassVar, Final

STEP: Final = 2


class Grade:
    RAW: Final = 0
    DRILLED: Final[int] = STEP
    VETERAN = DRILLED + 1
    CRACK: Final = -STEP * -VETERAN
    ALL: Final = (RAW, DRILLED, VETERAN, CRACK)
    NAMES: Final = {RAW: "raw", CRACK: "crack"}
    DOUBLED: Final = [grade * STEP for grade in ALL]
    FORGOTTEN: Final = "nobody reads this one"


class Guard(Grade):
    """Has all of them, and one of its own."""

    OLD: Final = Grade.CRACK + 1


class Result:
    """An enumeration of words."""

    HELD: Final = "held"
    SHAKEN: Final = "shaken"
    BROKEN: Final[str] = "broken"
    WORST_LAST: Final[tuple[str, ...]] = (HELD, SHAKEN, BROKEN)


class Arm:
    """Read from objects as well as from the class; a class made from it may say otherwise."""

    REACH: ClassVar[int] = 12
    NAME: Final = "foot"

    def said(self) -> str:
        return f"{self.NAME} reach {self.REACH}"


class Gun(Arm):
    REACH: ClassVar[int] = 48

    def __init__(self, crew: int) -> None:
        self.crew = crew

    def limber(self) -> None:
        self.REACH = self.crew  # type: ignore[misc]  # an object may have its own
