"""A tiny battle to test a search with: each turn each wing holds or presses on. Only the first wing gains by it.

What a side has hidden adds to its points in the end; the other side does not know how much.
"""

from __future__ import annotations

from toy import RULINGS, SHEET

from playsheet.core.asking import Option, Player, Question, Word
from playsheet.core.dice import Dice, Seeded
from playsheet.core.events import Battle, Event, Throw
from playsheet.core.game import GAME_MASTER, Game
from playsheet.core.rulings import read_rulings
from playsheet.core.scenario import Scenario
from playsheet.core.sheet import read_sheet
from playsheet.core.stances import NO_STANCES, Stance, Stances
from playsheet.core.system import System
from playsheet.core.telling import Standing, Track
from playsheet.players.setup import set_up

TURNS = 4
HOLD, PRESS = Word("hold"), Word("press")
ADVANCE = Throw("advance")
UNKNOWN = -1


class RaceBattle(Battle):
    def __init__(self) -> None:
        super().__init__()
        self.points = [0, 0]
        self.hidden = [1, 1]
        self.deploying = True

    def clone(self) -> RaceBattle:
        twin = RaceBattle()
        twin.copy_frame(self)
        twin.points = self.points[:]
        twin.hidden = self.hidden[:]
        twin.deploying = self.deploying
        return twin


class Deployed(Event[RaceBattle]):
    def apply(self, battle: RaceBattle) -> None:
        battle.deploying = False


class Gained(Event[RaceBattle]):
    def __init__(self, side: int, points: int) -> None:
        self.side = side
        self.points = points

    def apply(self, battle: RaceBattle) -> None:
        battle.points[self.side] += self.points


class TurnOver(Event[RaceBattle]):
    def apply(self, battle: RaceBattle) -> None:
        battle.turn += 1
        if battle.turn > TURNS:
            battle.finished = True
            all_told = [battle.points[side] + battle.hidden[side] for side in (0, 1)]
            battle.winner = -1 if all_told[0] == all_told[1] else 0 if all_told[0] > all_told[1] else 1


class Careful(Player):
    """Holds with every wing; who has a stance to assault presses on."""

    def __init__(self, stances: Stances) -> None:
        self.stances = stances

    def choose(self, battle: Battle, question: Question) -> Option:
        if self.explains:
            self.reasons = ("It is careful.",)
        return question.options[1 if self.stances.is_of(question.about, Stance.ASSAULT) else 0]


class Race(System[RaceBattle]):
    def __init__(self, *, alike: bool = False) -> None:
        rulings = read_rulings(RULINGS, "toy rulings")
        super().__init__("toy", read_sheet(SHEET, "toy sheet"), rulings, rulings.defaults(), [])
        self.alike = alike  # nothing that anybody does makes a difference

    def step(self, game: Game[RaceBattle]) -> None:
        """Deployment, then a turn: one wing after the other."""
        if game.battle.deploying:
            game.choose(0, "deploy", [HOLD, PRESS], 0)
            game.tell(Deployed())
            return
        for wing in (0, 1):
            for side in (0, 1):
                if game.choose(side, "go", [HOLD, PRESS], 2 * side + wing) is PRESS and not self.alike:
                    face = game.dice.roll(6, ADVANCE)
                    game.tell(Gained(side, int(face >= 3) if wing == 0 else -2))
        game.tell(TurnOver())

    def clone(self, battle: RaceBattle) -> RaceBattle:
        return battle.clone()

    def seen(self, battle: RaceBattle, seat: int) -> RaceBattle:
        if seat == GAME_MASTER:
            return battle
        twin = battle.clone()
        twin.hidden[1 - seat] = UNKNOWN
        return twin

    def guess(self, battle: RaceBattle, seat: int, dice: Dice) -> RaceBattle:
        twin = self.seen(battle, seat)
        twin.hidden[1 - seat] = dice.roll(3, ADVANCE) - 1
        return twin

    def view(self, battle: RaceBattle, seat: int) -> dict[str, object]:
        seen = self.seen(battle, seat)
        return {"turn": seen.turn, "points": seen.points, "hidden": seen.hidden, "deploying": seen.deploying}

    def doctrine(self, seat: int, stances: Stances = NO_STANCES) -> Player:
        return Careful(stances)

    def wings(self, battle: RaceBattle, seat: int) -> list[list[int]]:
        return [[2 * seat], [2 * seat + 1]]

    def roster(self, battle: RaceBattle) -> list[Standing]:
        return [Standing(unit // 2, f"unit {unit}", 5, 5, "", True, [], False) for unit in range(4)]

    def track(self, battle: RaceBattle) -> Track | None:
        return None if battle.deploying else Track("phases", ["go"], [], 0, 0, -1)


def race_scenario() -> Scenario:
    """Any with two sides of one seat each."""
    return set_up("the-wells", []).scenario


def race_game(system: Race, players: list[Player | None], *, keep: bool = True) -> Game[RaceBattle]:
    return Game(system, RaceBattle(), players, Seeded(7), keep=keep, own_dice=[False, False])
