"""The game turn: eight phases in printed order, alternate ones go by go, simultaneous ones at once."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Word
from playsheet.core.game import Game
from playsheet.core.sequence import Part
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.events import FirstSideChosen, GoBegan, InitiativeWon, PhaseBegan, TurnEnded
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY
from playsheet.rules.gettysburg.dice.initiative import initiative, initiative_account
from playsheet.rules.gettysburg.options.choices import TakeBrigade
from playsheet.rules.gettysburg.table import command, compulsory, fire, melee, morale_phase, normal_moves
from playsheet.rules.gettysburg.table.charge import phase
from playsheet.rules.gettysburg.table.deployment import deploy
from playsheet.rules.gettysburg.table.generals import come_back, settle_generals
from playsheet.rules.gettysburg.terms import ALTERNATE, SIMULTANEOUS, Phase, Quality
from playsheet.rules.gettysburg.victory import count_objectives, victory

FIRST: Final = Word("go_first", "Act first")
SECOND: Final = Word("go_second", "Act second")


def step(game: Game[GettysburgBattle]) -> None:
    """The next thing that happens."""
    phase = game.battle.phase
    if phase in ALTERNATE:
        alternate(game)
    elif phase in SIMULTANEOUS:
        simultaneous(game)
    else:
        SEQUENCE[phase].play(game)
    if game.battle.phase > Phase.INITIATIVE and not game.battle.finished:
        settle_generals(game)


# ---------------------------------------------------------------- initiative


def roll_initiative(game: Game[GettysburgBattle]) -> None:
    """Both throw; the winner acts first or second in all alternate phases of the turn (R3, R4)."""
    battle = game.battle
    accounts = [
        initiative_account(
            battle.rules,
            quality_of(battle, side),
            battle.armies[side].nation,
            battle.goals.year,
            east=battle.goals.in_east,
        )
        for side in (0, 1)
    ]
    game.dice.throwers(battle.armies[0].seat, battle.armies[1].seat)
    winner = initiative(game.dice, battle.rules, accounts[0], accounts[1], battle.winner_of_initiative)
    game.tell(InitiativeWon(winner, "R3"))
    if battle.rules.winner_first:
        game.tell(FirstSideChosen(winner, "R4"))
    elif not battle.rules.prize_per_phase:
        choose_first(game)
    begin_phase(game, Phase.COMMAND)


def quality_of(battle: GettysburgBattle, side: int) -> int:
    """The C-in-C's quality; normal if he is lost (R93)."""
    chief = battle.in_command(battle.armies[side].cinc)
    return chief.quality if chief is not None else Quality.NORMAL


def choose_first(game: Game[GettysburgBattle]) -> None:
    winner = game.battle.winner_of_initiative
    options: list[Option] = [FIRST, SECOND]
    chosen = game.choose(game.battle.armies[winner].seat, "initiative", options, NOBODY)
    game.tell(FirstSideChosen(winner if chosen is FIRST else 1 - winner, "R4"))


# ---------------------------------------------------------------- phases


def begin_phase(game: Game[GettysburgBattle], phase: int) -> None:
    """By switch the winner of the initiative chooses anew in each alternate phase (R4)."""
    battle = game.battle
    if phase in ALTERNATE and battle.rules.prize_per_phase:
        choose_first(game)
    game.tell(PhaseBegan(phase))
    if phase == Phase.COMMAND:
        come_back(game)
        command.drop_lost_supports(game)


def alternate(game: Game[GettysburgBattle]) -> None:
    """The first side's go, then the second's; by switch one brigade each in turn (R5)."""
    battle = game.battle
    if not battle.begun and not begin_go(game):
        begin_phase(game, battle.phase + 1)
        return
    SEQUENCE[battle.phase].play(game)


def simultaneous(game: Game[GettysburgBattle]) -> None:
    battle = game.battle
    SEQUENCE[battle.phase].play(game)
    if battle.over:
        if battle.phase == Phase.MORALE:
            end_turn(game)
        else:
            begin_phase(game, battle.phase + 1)


def begin_go(game: Game[GettysburgBattle]) -> bool:
    """Whose go it is next; False if everybody has had his."""
    battle = game.battle
    if battle.rules.alternate_brigades:
        return begin_brigade(game)
    for side in (battle.first_side, 1 - battle.first_side):
        if not battle.armies[side].went:
            game.tell(GoBegan(side, NOBODY, "R5"))
            return True
    return False


def begin_brigade(game: Game[GettysburgBattle]) -> bool:
    """One brigade each in turn, first side starting, until all are done (R5)."""
    battle = game.battle
    nobody_yet = not any(brigade.went for brigade in battle.brigades)
    next_side = battle.first_side if nobody_yet else 1 - battle.side
    for side in (next_side, 1 - next_side):
        waiting: list[Option] = [
            TakeBrigade(brigade.id, battle.first_of(brigade)) for brigade in waiting_brigades(battle, side)
        ]
        if not waiting:
            continue
        chosen = waiting[0]
        if len(waiting) > 1:
            chosen = game.choose(battle.armies[side].seat, "next_brigade", waiting, NOBODY)
        assert isinstance(chosen, TakeBrigade)
        game.tell(GoBegan(side, chosen.brigade, "R5"))
        return True
    return False


def waiting_brigades(battle: GettysburgBattle, side: int) -> list[Brigade]:
    """Those that have units on the table and have not had their go."""
    return [
        brigade for brigade in battle.brigades if brigade.side == side and not brigade.went and battle.units_of(brigade)
    ]


# ---------------------------------------------------------------- the end of a turn


def end_turn(game: Game[GettysburgBattle]) -> None:
    """Objectives are counted, the battle may be over; else the flags roll over into the next turn."""
    count_objectives(game)
    victory(game)
    if not game.battle.finished:
        game.tell(TurnEnded(game.battle.turn + 1))


# ---------------------------------------------------------------- the eight phases, as printed

SEQUENCE: Final = (
    Part("deployment", "Units, batteries and generals take their places.", deploy),
    Part("initiative", "Both sides throw two dice; the winner acts first or second.", roll_initiative, "R3, R4"),
    Part("command", "Orders of divisions, then of brigades, are changed or kept, face down.", command.step, "R17"),
    Part(
        "compulsory moves",
        "Routs, retreats, broken brigades and retirements, then pursuits.",
        compulsory.step,
        "R29, R74",
    ),
    Part("charges", "All are declared before any is resolved, step by step.", phase.step, "R32, R108"),
    Part("normal moves", "Unit by unit, as the orders allow, until the side closes its go.", normal_moves.step, "R128"),
    Part("firing", "Every unit that may fires once.", fire.step, "R5"),
    Part("melees", "All are fought from the situation at the start of the phase.", melee.step, "R6"),
    Part(
        "morale and pursuit",
        "Units test in waves, then brigades, then pursuers; the turn ends, and objectives are counted.",
        morale_phase.step,
        "R86, R98",
    ),
)
