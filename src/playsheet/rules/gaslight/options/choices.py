"""What may be chosen: every option of every question, with its key and its words. Which are legal: orders.py."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Word
from playsheet.core.events import Battle
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.words import crew_of, figure_name, gun_words, name_of
from playsheet.tabletop import options as tabletop


class OfUnit(tabletop.OfUnit):
    """Something about one unit."""

    def named(self, battle: Battle) -> str:
        assert isinstance(battle, GaslightBattle)
        return name_of(battle, self.unit)


def model_named(battle: Battle, model: int) -> str:
    """A model in words, each apart from the others: `the sergeant of the Redcoats`, `redcoat 4 of the Redcoats`."""
    assert isinstance(battle, GaslightBattle)
    return figure_name(battle, model)


def target_named(battle: Battle, unit: int, machine: bool) -> str:
    """A unit's men, or its machine."""
    assert isinstance(battle, GaslightBattle)
    held = battle.units[unit]
    return crew_of(battle, held) if held.card.machine is not None and not machine else name_of(battle, unit)


def weapon_named(battle: Battle, weapon: int) -> str:
    """A weapon of the machine whose card it is: `the turret Gatling`."""
    assert isinstance(battle, GaslightBattle)
    card = battle.units[battle.active].card.machine if battle.active >= 0 else None
    return gun_words(card.weapons[weapon]) if card is not None else f"weapon {weapon + 1}"


# ---------------------------------------------------------------- words


DONE: Final = Word("done", "That is all on this card")
MOVE: Final = Word("move", "Move, all who can")
MOVE_SOME: Final = Word("move_some", "Move some of them")
FORM: Final = Word("form", "Form up, all who can")
FORM_SOME: Final = Word("form_some", "Form up some of them")
RELOAD: Final = Word("reload", "Reload, all who have fired")
RELOAD_SOME: Final = Word("reload_some", "Reload some of them")
PILE_IN: Final = Word("pile_in", "Pile in, all who can")
GO: Final = Word("go", "These")
ALONE: Final[Option] = Word("alone", "Stay alone")
WAIT: Final[Option] = Word("wait", "Not now")
AUTO: Final = Word("auto", "Let each take the nearest")
BY_HAND: Final = Word("by_hand", "Name each one's opponent")
LEAVE_NEAT: Final = Word("leave", "Leave them as they are")
SCATTER: Final = Word("scatter", "Scatter them")
USE_GRENADE: Final = Word("use", "Use a grenade against the machine")
KEEP_GRENADE: Final = Word("keep", "Keep the grenades")
GUN_MOVE: Final = Word("gun_move", "Move or turn the gun")
GUN_RELOAD: Final = Word("gun_reload", "Reload the gun")
GUN_REPAIR: Final = Word("gun_repair", "Repair the gun")
DRIVE: Final = Word("drive", "Drive")
REVERSE: Final = Word("reverse", "Reverse")
START: Final = Word("start", "Start the engine")


# ---------------------------------------------------------------- a figure, a model, a unit


class ByFigure(tabletop.OfFigure):
    """Something that one figure does."""

    def named(self, battle: Battle) -> str:
        return model_named(battle, self.figure)


class Lead(ByFigure):
    """Who leads the unit from now on."""

    def __init__(self, figure: int) -> None:
        super().__init__("lead", figure, "Let it be led by {}")


class Snipe(ByFigure):
    """A character shoots at a model that he names next."""

    def __init__(self, figure: int) -> None:
        super().__init__("snipe", figure, "Shoot with {}")


class ConeShot(ByFigure):
    """A shotgun: the figure that it is laid on is named next."""

    def __init__(self, figure: int) -> None:
        super().__init__("cone", figure, "Fire the shotgun of {}")


class Throw(ByFigure):
    """A grenade by hand."""

    def __init__(self, figure: int) -> None:
        super().__init__("throw", figure, "Throw a grenade with {}")


class Launch(ByFigure):
    """A grenade launcher."""

    def __init__(self, figure: int) -> None:
        super().__init__("launch", figure, "Fire the launcher of {}")


class PileIn(ByFigure):
    """One who is not engaged joins a fight that his unit is in."""

    def __init__(self, figure: int) -> None:
        super().__init__("pile_in", figure, "Pile in with {}")


class BreakOff(ByFigure):
    """One who is engaged leaves, under a free blow of each enemy that touches him."""

    def __init__(self, figure: int) -> None:
        super().__init__("break_off", figure, "Break off with {}")


class Only(ByFigure):
    def __init__(self, figure: int) -> None:
        super().__init__("only", figure, "Only {}")


class Without(ByFigure):
    def __init__(self, figure: int) -> None:
        super().__init__("without", figure, "Without {}")


# what is aimed at a model or a unit that is named
AT: Final = "at"  # a shot
AIM: Final = "aim"  # a cone
GRENADE: Final = "grenade"  # by hand
LAUNCH: Final = "launch"  # a grenade from a launcher


class AtModel(Option):
    """The model that a character names for his shot or his grenade, or that a cone is laid on."""

    def __init__(self, word: str, model: int) -> None:
        self.word: Final = word  # AT, AIM, GRENADE or LAUNCH
        self.model: Final = model

    def key(self) -> str:
        return f"{self.word}:{self.model}"

    def about(self) -> tuple[int, list[int]]:
        return -1, [self.model]

    def label(self, battle: Battle) -> str:
        return f"At {model_named(battle, self.model)}"


class Against(Option):
    """Whom a model charges, or strikes at."""

    def __init__(self, model: int) -> None:
        self.model: Final = model

    def key(self) -> str:
        return f"hit:{self.model}"

    def about(self) -> tuple[int, list[int]]:
        return -1, [self.model]

    def label(self, battle: Battle) -> str:
        return f"Against {model_named(battle, self.model)}"


class Aimed(OfUnit):
    """Something aimed at a unit's men, or at its machine."""

    def __init__(self, word: str, unit: int, machine: bool, said: str) -> None:
        super().__init__(word, unit, said)
        self.machine: Final = machine

    def named(self, battle: Battle) -> str:
        return target_named(battle, self.unit, self.machine)


class AtUnit(Aimed):
    """What a grenade, thrown or launched, is aimed at by somebody who is no character: GRENADE or LAUNCH."""

    def __init__(self, word: str, unit: int, *, machine: bool) -> None:
        super().__init__(word, unit, machine, "At {}")

    def key(self) -> str:
        return f"{self.word}{'_machine' if self.machine else '_unit'}:{self.unit}"


class Shoot(Aimed):
    """A group shoots at a unit, or at its machine: everybody who can, or some of them."""

    def __init__(self, unit: int, *, machine: bool, some: bool) -> None:
        super().__init__("shoot", unit, machine, "Shoot at {} with some of them" if some else "Shoot at {}")
        self.some: Final = some

    def key(self) -> str:
        return f"shoot{'_some' if self.some else ''}{'_machine' if self.machine else ''}:{self.unit}"


class Charge(Aimed):
    """Charge a unit, or its machine."""

    def __init__(self, unit: int, *, machine: bool) -> None:
        super().__init__("charge_machine" if machine else "charge", unit, machine, "Charge {}")


class TakeOver(OfUnit):
    """A character takes over a leaderless unit."""

    def __init__(self, character: int) -> None:
        super().__init__("take", character, "Let {} take over")


class Attach(OfUnit):
    """A character joins a unit that he touches."""

    def __init__(self, unit: int) -> None:
        super().__init__("attach", unit, "Join {}")


class Detach(OfUnit):
    """A character leaves the unit that he is with."""

    def __init__(self, character: int) -> None:
        super().__init__("detach", character, "Let {} go his own way")


class GunFire(Aimed):
    """A gun fires at a unit or its machine, with ball or shell, or with grapeshot."""

    def __init__(self, unit: int, *, machine: bool, grape: bool) -> None:
        word = "gun_grape" if grape else "gun_fire_machine" if machine else "gun_fire"
        super().__init__(word, unit, machine, "Fire grapeshot at {}" if grape else "Fire the gun at {}")
        self.grape: Final = grape


class WeaponFire(Aimed):
    """A weapon of a machine fires."""

    def __init__(self, weapon: int, unit: int, *, machine: bool, grape: bool) -> None:
        word = "weapon_grape" if grape else "weapon_machine" if machine else "weapon"
        super().__init__(word, unit, machine, "")
        self.weapon: Final = weapon
        self.grape: Final = grape

    def key(self) -> str:
        return f"{self.word}:{self.weapon}:{self.unit}"

    def label(self, battle: Battle) -> str:
        shot = "grapeshot from " if self.grape else ""
        return f"Fire {shot}{weapon_named(battle, self.weapon)} at {self.named(battle)}"


class WeaponReload(Option):
    """A weapon of a machine is reloaded."""

    def __init__(self, weapon: int) -> None:
        self.weapon: Final = weapon

    def key(self) -> str:
        return f"weapon_reload:{self.weapon}"

    def label(self, battle: Battle) -> str:
        return f"Reload {weapon_named(battle, self.weapon)}"
