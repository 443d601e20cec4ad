"""Everything that is shown in a few short battles, as text to be read in a diff: `shown/<system>-<battle>.txt`.

Before every answer stands what each audience has been told since the last (the story with its rolls, and of the view,
the units and the figures what has changed), then the questions that are open: in words, with each option's label, what
it is about, and its odds where it has any. Where nothing is hidden all are one audience; else each seat is one,
onlookers are, and the game master is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from battles import HERE, Battle, ByHand, Load, battle_of, declared, played_by_hand, printed
from odds_kept import digest_of, result_of

from playsheet.core.asking import Option, Question
from playsheet.core.errors import Refused
from playsheet.core.game import GAME_MASTER, ONLOOKER, Game, PlayEnded
from playsheet.core.showing import mark_data, standing_data
from playsheet.core.telling import Told, roll_in_words
from playsheet.odds import in_play
from playsheet.players.setup import Setup

FOLDER = HERE / "shown"
DECIMALS = 3  # the records hold every digit
SAMPLES = 3  # of a region's places that are named


def shown_battles(system: str) -> list[Battle]:
    entries = declared(system).get("shown", [])
    return [battle_of(system, entry, entry["name"], entry.get("seed", 1)) for entry in entries]


def texts_of(system: str, load: Load = printed) -> dict[str, str]:
    """The texts of a system, by the names of their files."""
    return {f"{system}-{battle.name}.txt": text_of(battle, load) for battle in shown_battles(system)}


def text_of(battle: Battle, load: Load = printed) -> str:
    hand, setup = played_by_hand(battle, load)
    return "\n".join(lines_of(hand, setup, battle.stop)) + "\n"


def lines_of(hand: ByHand, setup: Setup, stop: int) -> Iterator[str]:
    game = hand.game
    audiences = audiences_of(setup)
    game.run()
    while True:
        yield f"=== turn {game.battle.turn}, step {game.step + 1}"
        for audience in audiences:
            yield from audience.told_since(game)
        if game.battle.finished or (stop and hand.answers >= stop):
            return
        for question in game.questions:
            yield from question_lines(game, setup, question)
        asked = game.questions[0]
        text = hand.text(asked)
        yield f"    {setup.seats[asked.seat]} answers: {text}"
        hand.answer(asked)


def audiences_of(setup: Setup) -> list[Audience]:
    if not setup.system.hides():
        return [Audience(setup, GAME_MASTER, "everybody")]
    seats = [Audience(setup, seat, name) for seat, name in enumerate(setup.seats)]
    return [*seats, Audience(setup, ONLOOKER, "onlookers"), Audience(setup, GAME_MASTER, "the game master")]


class Audience:
    """Who is told the same, and what it was told last."""

    def __init__(self, setup: Setup, seat: int, name: str) -> None:
        self.system = setup.system
        self.seat = seat
        self.name = name
        self.teller = setup.system.teller(setup.system.new_battle(setup.scenario))
        self.steps = 0
        self.seen: dict[str, str] = {}

    def told_since(self, game: Game[Any]) -> Iterator[str]:
        yield f"--- shown to {self.name}"
        yield from self.story(game)
        now = dict(self.look(game))
        for name in self.seen:
            if name not in now:
                yield f"    {name}: gone"
        for name, value in now.items():
            if self.seen.get(name) != value:
                yield f"    {name}: {value}"
        self.seen = now

    def story(self, game: Game[Any]) -> Iterator[str]:
        """The steps that are over since, in the sentences of this audience."""
        while self.steps < len(game.closed):
            start = game.closed[self.steps - 1].told if self.steps else 0
            events = game.log[start : game.closed[self.steps].told]
            shown = [event for event in events if self.system.shown(game.battle, event, self.seat)]
            told = self.teller.tell(shown)
            told += [Told(event.verdict, [], deployment=False) for event in shown if isinstance(event, PlayEnded)]
            for one in told:
                rulings = f" [{', '.join(one.rulings)}]" if one.rulings else ""
                yield f"    * {one.text}{rulings}"
                for roll in one.rolls:
                    yield f"        {roll_in_words(roll)}"
            self.steps += 1

    def look(self, game: Game[Any]) -> Iterator[tuple[str, str]]:
        """The view, part by part, and each unit and figure by its name."""
        look = self.system.look(game.battle, self.seat, None)
        for key, value in look.view.items():
            if isinstance(value, list):
                for index, member in enumerate(value):
                    yield f"{key} {index}", as_text(member)
            else:
                yield key, as_text(value)
        for index, unit in enumerate(look.roster):
            yield f"unit {index}", as_text(standing_data(unit))
        for kind, marks in (("mark", look.marks), ("fallen", look.fallen)):
            for index, mark in enumerate(marks):
                yield f"{kind} {index}", as_text(mark_data(mark))
        seen = self.system.seen(game.battle, self.seat)
        yield "score", as_text(self.system.score(seen))
        track = self.system.track(seen)
        if track is not None:
            yield "track", as_text([track.kind, track.names, track.units, track.now, track.left, track.side])


# ---------------------------------------------------------------------- questions


def question_lines(game: Game[Any], setup: Setup, question: Question) -> Iterator[str]:
    seen = game.system.seen(game.battle, question.seat)
    asked = game.system.ask(seen, question) if not question.dice else ""
    if question.dice:
        asked = f"{question.dice} dice of {question.sides} sides: {question.why}"
    yield f"--- {setup.seats[question.seat]} is asked ({question.kind}, {question.about}): {asked}"
    if question.region is not None:
        samples = question.region.samples()
        named = " ".join(as_text(list(sample)) for sample in samples[:SAMPLES])
        yield f"    {', '.join(question.region.names())}: {len(samples)} samples, {named}"
        ghost = question.region.ghost()
        if ghost is not None:
            at = [ghost.x, ghost.y, ghost.facing, ghost.reach] if ghost.placed else [ghost.facing, ghost.reach]
            yield f"    ghost {as_text(at)} bodies {as_text(ghost.bodies)} zones {as_text(ghost.zones)}"
    for option in question.options:
        unit, figures = option.about()
        about = f" (unit {unit}{', figures ' + as_text(figures) if figures else ''})" if unit >= 0 or figures else ""
        spot = option.spot()
        at = f" at {as_text(list(spot))}" if spot is not None else ""
        yield f"    {option.key()}: {option.label(seen)}{about}{at}{odds_of(game, question, option)}"


def odds_of(game: Game[Any], question: Question, option: Option) -> str:
    try:
        odds = in_play(game, question, option)
    except Refused as refusal:
        return f"; no odds: {refusal}"
    if odds is None:
        return ""
    return f"; odds {digest_of(odds)} {', '.join(result_of(odds, name) for name in odds.results)}"


def as_text(value: object) -> str:
    return json.dumps(rounded(value), ensure_ascii=False, sort_keys=True)


def rounded(value: object) -> object:
    if isinstance(value, float):
        return round(value, DECIMALS) + 0.0
    if isinstance(value, dict):
        return {str(key): rounded(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(part) for part in value]
    return value
