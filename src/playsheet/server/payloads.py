"""Payloads: questions, rolls, scenarios and the rest as plain data, in the shapes of docs/protocol.md."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.aims import aims_data
from playsheet.core.asking import Option, Question, Region
from playsheet.core.events import Event
from playsheet.core.game import Game, numbers
from playsheet.core.meanings import kinds_now
from playsheet.core.scenario import Scenario
from playsheet.core.sheet import Sheet
from playsheet.core.showing import Shown
from playsheet.core.system import System
from playsheet.core.telling import Look, Standing, Told, Track, as_roll, roll_in_words
from playsheet.core.terrain import Ground
from playsheet.lessons.judging import Progress
from playsheet.lessons.lesson import Lesson, Step
from playsheet.odds import Odds
from playsheet.rules import balance_of, glossary_of

Data = dict[str, Any]
EventPayloads = dict[int, Data]  # by the event's identity

MOST_SAMPLES: Final = 64
MOST_OUTCOMES: Final = 200
TURNS: Final = ("bearing", "facing")


# ---------------------------------------------------------------------- play


def question_data(system: System[Any], seen: Any, question: Question, number: str, ground: Ground) -> Data:
    """A question as its seat is asked it, and numbers it; `seen` is the battle as that seat may know it."""
    dice: Data | None = None
    if question.dice:
        dice = {"count": question.dice, "sides": question.sides, "why": question.why}
    region = question.region
    unit, figures = system.asked_about(seen, question)
    return {
        "number": number,
        "seat": question.seat,
        "kind": question.kind,
        "about": unit,
        "figures": figures,
        "text": f"{question.why}: your dice, please." if question.dice else system.ask(seen, question),
        "options": [option_data(option, seen) for option in question.options] or None,
        "region": None if region is None else region_data(region, ground),
        "dice": dice,
        "barred": [] if question.dice else [barred.data() for barred in system.barred(seen, question)],
        "intents": [] if question.dice else kinds_now(system.meanings(), question.kind),
    }


def option_data(option: Option, seen: Any) -> Data:
    """An option, and what on the table it is about."""
    data: Data = {"key": option.key(), "label": option.label(seen)}
    unit, figures = option.about()
    spot = option.spot()
    if unit >= 0:
        data["unit"] = unit
    if figures:
        data["figures"] = list(figures)
    if spot is not None:
        data["at"] = list(spot)
    return data


def region_data(region: Region, ground: Ground) -> Data:
    """A continuum: what its numbers are called, between what bounds they lie, and a few that are legal."""
    names = region.names()
    samples = region.samples()[:MOST_SAMPLES]
    bounds = [bounds_of(name, index, samples, ground) for index, name in enumerate(names)]
    data: Data = {"names": list(names), "bounds": bounds, "samples": [list(sample) for sample in samples]}
    ghost = region.ghost()
    if ghost is not None:
        data["ghost"] = {"at": [list(body) for body in ghost.bodies], "facing": ghost.facing}
        data["from"] = [ghost.x, ghost.y] if ghost.placed else None
        data["reach"] = ghost.reach
        data["zones"] = [list(zone) for zone in ghost.zones]
    return data


def outcome_data(region: Region, seen: Any, value: tuple[float, ...]) -> Data | None:
    """What would come of a legal choice, from what the seat may know; None where the ghost shows all there is."""
    found = region.outcome(seen, value)
    if found is None:
        return None
    total = sum(ways for _, ways in found.chances)
    return {
        "from": [found.from_x, found.from_y],
        "to": [found.x, found.y],
        "bodies": [list(body) for body in found.bodies],
        "stops": found.stops,
        "chances": [
            {"distance": far, "chance": f"{ways}/{total}", "float": ways / total} for far, ways in found.chances
        ],
    }


def bounds_of(name: str, index: int, samples: list[tuple[float, ...]], ground: Ground) -> list[float]:
    """A place lies on the table and a bearing on the compass; of anything else the samples say how far it goes."""
    if name == "x" or name.endswith("_x"):
        return [0.0, ground.width]
    if name == "y" or name.endswith("_y"):
        return [0.0, ground.depth]
    if name in TURNS:
        return [0.0, 360.0]
    found = [sample[index] for sample in samples]
    return [min(found), max(found)]


def event_data(event: Event[Any]) -> Data:
    """An event for one who may know it. Who may not is nobody's business: it would tell where somebody looks from."""
    data = event.data()
    data.pop("unseen", None)
    roll = as_roll(event)
    if roll is not None:
        data["text"] = roll_in_words(roll)
    return data


def entry_data(told: Told, step: int, turn: int, payloads: EventPayloads, by: list[int], *, is_open: bool) -> Data:
    """A sentence with its rolls; those whose payloads were made already are among `payloads`.

    `by` are the seats that have decided something in its step.
    """
    return {
        "step": step,
        "turn": turn,
        "text": told.text,
        "rolls": [payloads.get(id(roll)) or event_data(roll) for roll in told.rolls],
        "rulings": list(told.rulings),
        "tables": list(told.tables),
        "deployment": told.deployment,
        "by": by,
        "open": is_open,
    }


class TableCache:
    """A cache of the last payload of a table: what has not changed is sent again as the very same objects."""

    def __init__(self, scenario: Scenario) -> None:
        self.size: Final = [scenario.ground.width, scenario.ground.depth]
        self.markers: Final = markers_data(scenario)
        self.zones: Final = [
            {"side": index, "rect": [zone.x0, zone.y0, zone.x1, zone.y1]}
            for index, side in enumerate(scenario.sides)
            for zone in side.zones
        ]
        self.ground: Ground | None = None
        self.terrain: list[Data] = []
        self.shown: Final = Shown()
        self.shown_fallen: Final = Shown()

    def terrain_of(self, ground: Ground) -> list[Data]:
        if ground is not self.ground:
            self.ground = ground
            self.terrain = ground_data(ground)
        return self.terrain


def table_data(system: System[Any], scenario: Scenario, seen: Any, look: Look, cache: TableCache) -> Data:
    """What every system has, in one shape: the ground, the roster, the figures."""
    return {
        "size": cache.size,
        "terrain": cache.terrain_of(system.ground(seen) or scenario.ground),
        "markers": cache.markers,
        "zones": cache.zones,
        "roster": cache.shown.roster_of(look.roster),
        "marks": cache.shown.marks_of(look.marks),
        "fallen": cache.shown_fallen.marks_of(look.fallen),
        "track": track_data(system.track(seen), look.roster),
        "colours": [side.colour for side in scenario.sides],
        "turns": scenario.turns,
        "score": list(system.score(seen)),
        **aims_data(system.aims(seen), system.verdict_now(seen), seen.turn, scenario.turns),
    }


def track_data(track: Track | None, roster: list[Standing]) -> Data | None:
    """How far the turn has come: cards drawn, or phases."""
    if track is None:
        return None
    if track.kind == "phases":
        return {"kind": "phases", "steps": list(track.names), "now": track.now, "side": track.side}
    drawn = [
        {"name": name, "unit": unit, "side": roster[unit].side if unit >= 0 else -1}
        for name, unit in zip(track.names, track.units)
    ]
    now = drawn[track.now] if 0 <= track.now < len(drawn) else None
    done = drawn[: track.now] if now is not None else drawn
    return {"kind": track.kind, "done": done, "now": now, "left": track.left}


def ground_data(ground: Ground) -> list[Data]:
    return [
        {
            "name": piece.name,
            "kind": piece.kind,
            "line": piece.is_line,
            "level": piece.level,
            "points": [[x, y] for x, y in zip(piece.xs, piece.ys)],
        }
        for piece in ground.pieces
    ]


def odds_data(odds: Odds) -> Data:
    """Odds with the likeliest outcomes; nobody reads thousands."""
    data = odds.data()
    outcomes = data["outcomes"]
    assert isinstance(outcomes, list)
    data["outcomes"] = outcomes[:MOST_OUTCOMES]
    data["outcomes_left_off"] = max(0, len(outcomes) - MOST_OUTCOMES)
    return data


# ---------------------------------------------------------------------- lessons


def lesson_data(progress: Progress, game: Game[Any]) -> Data:
    """Where the pupil is: what is to be read first, the step that the question is, and what is lit for it."""
    lesson = progress.lesson
    mine = [question for question in game.questions if question.seat == lesson.seat]
    question = mine[0] if mine and not game.battle.finished else None
    standing = progress.standing(game, question)
    data: Data = {
        "id": lesson.id,
        "title": lesson.title,
        "of": len(lesson.steps),
        "cards": [step_data(lesson.steps[card], card) for card in standing.cards] if question or standing.done else [],
        "step": None,
        "done": standing.done,
    }
    if question is not None and standing.step >= 0:
        step = lesson.steps[standing.step]
        lead = step.by[standing.given]
        shown = step_data(step, standing.step)
        shown["lit"]["options"] = list(dict.fromkeys([*lead.options(question), *step.lit.options(question)]))
        if question.region is not None:
            shown["lit"]["values"] = list(numbers(standing.way, question.region))
        data["step"] = shown
    return data


def step_data(step: Step, index: int) -> Data:
    """A step as it is read; which choices are lit hangs on the question."""
    lit = {
        "units": list(step.lit.units),
        "spots": [list(spot) for spot in step.lit.spots],
        "panels": list(step.lit.panels),
        "options": [],
        "values": None,
    }
    return {"number": index + 1, "say": step.say, "hint": step.hint, "line": step.line, "lit": lit}


def lesson_head(lesson: Lesson) -> Data:
    """What a list of lessons shows."""
    return {
        "id": lesson.id,
        "system": lesson.system,
        "title": lesson.title,
        "blurb": lesson.blurb,
        "minutes": lesson.minutes,
        "steps": len(lesson.steps),
        "scenario": lesson.setup.scenario.title,
    }


# ---------------------------------------------------------------------- to look up


def scenario_data(system: System[Any], scenario: Scenario) -> Data:
    sides = system.sides_of_seats(scenario)
    seats = system.seats(scenario)
    balance = balance_of(scenario)
    return {
        "id": scenario.id,
        "system": system.id,
        "title": scenario.title,
        "size": scenario.size,
        "blurb": " ".join(scenario.blurb.split()),
        "turns": scenario.turns,
        "unit": system.sheet.unit,
        "table": [scenario.ground.width, scenario.ground.depth],
        "rulings": dict(scenario.settings),
        "seats": [{"seat": seat, "name": name, "side": sides[seat]} for seat, name in enumerate(seats)],
        "sides": [
            {
                "name": side.name,
                "colour": side.colour,
                "facing": side.facing,
                "players": list(side.players),
                "zones": [[zone.x0, zone.y0, zone.x1, zone.y1] for zone in side.zones],
                "units": [{"name": unit.name, "card": unit.card} for unit in side.units],
            }
            for side in scenario.sides
        ],
        "terrain": ground_data(scenario.ground),
        "aims": [aim.data() for aim in system.aims(system.new_battle(scenario))],
        "balance": None if balance is None else balance.data([side.name for side in scenario.sides], seats),
        "markers": markers_data(scenario),
        "notes": list(scenario.notes),
        "file": scenario.file,
        "text": scenario.text,
    }


def markers_data(scenario: Scenario) -> list[Data]:
    return [{"name": marker.name, "at": [marker.x, marker.y], "across": marker.across} for marker in scenario.markers]


def sheet_data(system: System[Any]) -> Data:
    """The tables as they are printed, and the same for programs."""
    sheet: Sheet = system.sheet
    whole: Data = sheet.data()
    tables: list[Data] = []
    for table in whole["tables"]:
        headings, rows = sheet.as_rows(table["id"])
        tables.append(
            {
                "id": table["id"],
                "at": table["at"],
                "title": table["title"],
                "notes": table["notes"],
                "headings": headings,
                "rows": rows,
                "data": {key: table[key] for key in ("columns", "labels", "values", "rows")},
            }
        )
    return {
        "system": system.id,
        "title": sheet.title,
        "unit": sheet.unit,
        "sequence": [part.data() for part in system.sequence()],
        "glossary": [term.data() for term in glossary_of(system.id)],
        "tables": tables,
        "house": whole["house"],
    }


def rulings_data(system: System[Any]) -> Data:
    values = system.switches.values
    return {
        "system": system.id,
        "rulings": [
            {**ruling.data(), "in_force": {switch.key: values[switch.key] for switch in ruling.switches}}
            for ruling in system.rulings.all
        ],
    }
