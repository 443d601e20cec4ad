"""The charge on the table (4.8): who may declare it, both checks, the bonus, and who comes into contact with whom."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.dice import Dice, State
from playsheet.core.discs import overlap
from playsheet.core.game import Game
from playsheet.core.geometry import FAR
from playsheet.rules.gaslight.battle.events import Moved
from playsheet.rules.gaslight.battle.fight_events import ChargeDeclared, TargetsGone
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.charge import CHARGER, RAN_AT, Course, charge_bonuses, charge_home
from playsheet.rules.gaslight.ground.marks import mark_at, marks_of
from playsheet.rules.gaslight.ground.moving import Floor
from playsheet.rules.gaslight.ground.slots import Approach, Neighbours, Ring, Slot, charger, touched_at, toward
from playsheet.rules.gaslight.options.charge import NOBODY, lifted, standing
from playsheet.rules.gaslight.options.choices import AUTO, BY_HAND, Against
from playsheet.rules.gaslight.options.command import able_figures
from playsheet.rules.gaslight.table.groups import chosen_figures
from playsheet.rules.gaslight.table.morale import fail, holds_if_it_must, throw_for
from playsheet.rules.gaslight.table.vehicles import machine_charge
from playsheet.rules.gaslight.terms import CheckReason, MoveKind, Where

# ---------------------------------------------------------------- the charge


def charge(game: Game[GaslightBattle], unit: Unit, target: Unit, machine: bool) -> None:
    """Declared; the charger checks, then the target; then the bonus, and all who can come into contact."""
    game.tell(ChargeDeclared(unit.id, target.id, machine))
    charge_home(game.dice, OnTable(game, unit, target, machine))


class OnTable(Course):
    """A charge as it is played: asked, told, and moved."""

    def __init__(self, game: Game[GaslightBattle], unit: Unit, target: Unit, machine: bool) -> None:
        self.game: Final = game
        self.unit: Final = unit
        self.target: Final = target
        self.machine: Final = machine
        self.stood: dict[int, tuple[float, float]] = {}  # where the target's models stand before its check
        self.figures: list[int] = []  # who charge

    def holds(self, dice: Dice, side: int) -> bool:
        battle = self.game.battle
        if side == CHARGER:
            return holds_if_it_must(self.game, self.unit, CheckReason.TO_CHARGE)
        models = mark_at(battle, self.target, machine=self.machine).models
        self.stood = {model: battle.at(model) for model in models}
        return holds_if_it_must(self.game, self.target, CheckReason.RECEIVES)

    def fails(self, dice: Dice, side: int) -> State:
        fail(self.game, self.unit if side == CHARGER else self.target)
        return (0, 0 if side == CHARGER else self.stands(), 0)

    def stands(self) -> int:
        return len(charged_models(self.game.battle, self.target, self.machine))

    def nobody_left(self) -> None:
        if self.unit.place == Where.ON_TABLE:
            self.game.tell(TargetsGone(self.unit.id, "R106, R121"))

    def bonuses(self, dice: Dice, state: State) -> State:
        """Of those who are able to charge; a machine has none (R74)."""
        battle = self.game.battle
        unit = self.unit
        if unit.place != Where.ON_TABLE or self.drives():
            return ()
        figures = chargers(battle, unit)
        if not battle.rules.all_charge and len(figures) > 1:
            figures = chosen_figures(self.game, unit, figures)
        self.figures = figures
        if not figures:
            return ()
        throw_for(self.game, unit)
        return charge_bonuses(dice, battle.rules, unit.kind, len(figures))

    def drives(self) -> bool:
        return self.unit.has_machine() and len(self.game.battle.aboard(self.unit)) > 0

    def contacts(self, state: State) -> int:
        battle = self.game.battle
        models = charged_models(battle, self.target, self.machine)
        if self.drives():
            return 1 if machine_charge(self.game, self.unit, models) else 0
        if not self.figures:
            return 0
        firm = [model for model in models if self.stood.get(model, (FAR, FAR)) == battle.at(model)]
        lines = lines_of(battle, self.unit, self.target, self.figures, list(state[RAN_AT:]), models, firm)
        slots = lines.placed(by_hand(self.game, self.unit, lines))
        go_in(self.game, self.unit, lines, slots)
        return len([slot for slot in slots if slot is not None])


def chargers(battle: GaslightBattle, unit: Unit) -> list[int]:
    """The figures of a unit that go in when it charges: all that are able (R68)."""
    return [figure for figure in able_figures(battle, unit) if standing(battle, figure) and not battle.engaged(figure)]


def charged_models(battle: GaslightBattle, target: Unit, machine: bool) -> list[int]:
    """What is left of the target on the table."""
    if target.place != Where.ON_TABLE:
        return []
    for mark in marks_of(battle, target):
        if mark.machine == machine:
            return [model for model in mark.models if model >= battle.men or standing(battle, model)]
    return []


def lines_of(
    battle: GaslightBattle,
    unit: Unit,
    target: Unit,
    figures: list[int],
    bonuses: list[int],
    models: list[int],
    firm: list[int],
) -> Lines:
    """Who can reach whom with these bonuses, one for all or one each. `firm`: those of the models that stayed put.

    They must be contacted, unless the charger is outnumbered.
    """
    outnumbered = len(figures) < battle.strength(target) and models[0] < battle.men
    runs = [float(bonuses[index % len(bonuses)]) for index in range(len(figures))]
    return Lines(battle, unit, figures, runs, models, [] if outnumbered else firm)


def go_in(game: Game[GaslightBattle], unit: Unit, lines: Lines, contacts: list[Slot | None]) -> None:
    """Tell where everybody went: into contact, or as far as they came."""
    battle = game.battle
    floor = Floor(battle)
    xs: list[float] = []
    ys: list[float] = []
    facings: list[float] = []
    for index in range(len(lines.figures)):
        slot = contacts[index]
        if slot is not None:
            floor.put(lines.figures[index], slot.x, slot.y)
    for index in range(len(lines.figures)):
        figure = lines.figures[index]
        slot = contacts[index]
        if slot is None:
            slot = toward(battle, floor, figure, lines.bonuses[index], lines.nearest(index))
            floor.put(figure, slot.x, slot.y)
        xs.append(slot.x)
        ys.append(slot.y)
        facings.append(slot.facing)
    game.tell(Moved(unit.id, MoveKind.CHARGES, lines.figures, xs, ys, facings, True, "R68, R70"))


# ---------------------------------------------------------------- who charges whom


class Lines:
    """The allocation of a charge (R70): who can reach whom, and who must be contacted first."""

    def __init__(
        self,
        battle: GaslightBattle,
        unit: Unit,
        figures: list[int],
        bonuses: list[float],
        models: list[int],
        firm: list[int],
    ) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.figures: Final = figures
        self.bonuses: Final = bonuses
        # those who must be contacted stand first
        self.models: Final = [*[m for m in models if m in firm], *[m for m in models if m not in firm]]
        self.must: Final = len([m for m in models if m in firm])
        self.stuck: Final[list[int]] = []  # figures, by index, for whom no place was found
        self.ways: Final[list[list[Approach]]] = []  # of each figure: to each model
        self.held: Final[list[list[Slot | None]]] = []  # of each figure: a place beside each model, were he the first
        self.edges: list[list[int]] = []  # of each figure: the models that it can reach, nearest first
        self.suitors: list[list[int]] = []  # of each model: the figures that can reach it, nearest first
        neighbours = Neighbours(battle, unit.side, battle.ranks[unit.side].widest)
        for index in range(len(figures)):
            mover = charger(battle, figures[index], bonuses[index])
            x, y = battle.at(figures[index])
            self.ways.append([Approach(battle, mover, x, y, model, neighbours) for model in self.models])
        self.find_edges()

    def find_edges(self) -> None:
        floor = lifted(self.battle, self.figures)
        ring = Ring(self.battle, self.unit.side)
        for ways in self.ways:
            self.held.append([way.slot(ring, floor) for way in ways])
        self.join()

    def leave_out(self, stuck: int) -> None:
        """He stays where he stands, and whoever would have stood there looks for another place."""
        battle = self.battle
        self.stuck.append(stuck)
        floor = lifted(battle, [self.figures[index] for index in range(len(self.figures)) if index not in self.stuck])
        ring = Ring(battle, self.unit.side)
        x, y = battle.at(self.figures[stuck])
        r = battle.radius[i64(self.figures[stuck])]
        for index in range(len(self.figures)):
            for place in range(len(self.models)):
                slot = self.held[index][place]
                if slot is None:
                    continue
                if index == stuck:
                    self.held[index][place] = None
                elif overlap(slot.x, slot.y, battle.radius[i64(self.figures[index])], x, y, r):
                    self.held[index][place] = self.ways[index][place].slot(ring, floor)
        self.join()

    def join(self) -> None:
        """Who can reach whom."""
        self.edges = [self.reached(index) for index in range(len(self.figures))]
        self.suitors = [self.suitors_of(place) for place in range(len(self.models))]

    def reached(self, index: int) -> list[int]:
        """The places in `models` of those whom a figure can reach, nearest first."""
        found: list[tuple[float, int]] = []
        for place in range(len(self.models)):
            if self.held[index][place] is not None:
                found.append((self.ways[index][place].gap, place))
        found.sort()
        return [place for _, place in found]

    def nearest(self, index: int) -> int:
        """The model of the target nearest to a figure."""
        keyed = [(self.ways[index][place].gap, self.models[place]) for place in range(len(self.models))]
        keyed.sort()
        return keyed[0][1]

    # ------------------------------------------------------------ the matching

    def matched(self, fixed: dict[int, int]) -> list[int]:
        """An opponent for each figure (-1: none), nobody doubled, as many models contacted as can be.

        Those who must be contacted come first: once they are, they stay so while others are added. `fixed` are
        figures whose opponents are settled.
        """
        by_model = [NOBODY] * len(self.models)
        for index, place in fixed.items():
            by_model[place] = index
        for place in range(len(self.models)):
            if by_model[place] == NOBODY:
                self.augment(place, by_model, [False] * len(self.figures), fixed)
        found = [NOBODY] * len(self.figures)
        for place in range(len(self.models)):
            if by_model[place] >= 0:
                found[by_model[place]] = place
        for index, place in fixed.items():
            found[index] = place
        return found

    def augment(self, place: int, by_model: list[int], seen: list[bool], fixed: dict[int, int]) -> bool:
        """Find an attacker for the model, if need be by moving others on to another opponent."""
        for index in self.suitors[place]:
            if seen[index] or index in fixed:
                continue
            seen[index] = True
            held = NOBODY
            for other in range(len(by_model)):
                if by_model[other] == index:
                    held = other
            if held == NOBODY or self.augment(held, by_model, seen, fixed):
                by_model[place] = index
                return True
        return False

    def suitors_of(self, place: int) -> list[int]:
        keyed: list[tuple[float, int]] = []
        for index in range(len(self.figures)):
            if self.held[index][place] is not None:
                keyed.append((self.ways[index][place].gap, index))
        keyed.sort()
        return [index for _, index in keyed]

    def covered(self, found: list[int]) -> tuple[int, int]:
        """How many of those who must be are contacted, and how many in all."""
        contacted = sorted(set(found) - {NOBODY})
        return len([place for place in contacted if place < self.must]), len(contacted)

    def allowed(self, index: int, fixed: dict[int, int]) -> list[int]:
        """The opponents that a figure may take without anybody less being contacted, nor one doubled too early."""
        best = self.covered(self.matched(fixed))
        found: list[int] = []
        for place in self.edges[index]:
            if list(fixed.values()).count(place) >= self.battle.rules.most_attackers:
                continue
            tried = dict(fixed)
            tried[index] = place
            if self.covered(self.matched(tried)) == best:
                found.append(place)
        return found

    # ------------------------------------------------------------ into place

    def placed(self, wanted: dict[int, int]) -> list[Slot | None]:
        """A place in contact for everybody who can have one; who finds none is left out, and all is tried again."""
        while True:
            contacts = self.tried(wanted)
            failed = [
                index
                for index in range(len(self.figures))
                if contacts[index] is None and self.edges[index] and index not in self.stuck
            ]
            if not failed:
                return contacts
            wanted = {index: place for index, place in wanted.items() if index != failed[0]}
            self.leave_out(failed[0])

    def tried(self, wanted: dict[int, int]) -> list[Slot | None]:
        """First one attacker for each, then the others, two or three on one, wherever there is room."""
        battle = self.battle
        floor = lifted(battle, [self.figures[k] for k in range(len(self.figures)) if self.edges[k]])
        ring = Ring(battle, self.unit.side)
        contacts: list[Slot | None] = [None] * len(self.figures)
        found = self.matched(wanted)
        for index in self.nearest_first(found):
            if found[index] >= 0:
                contacts[index] = self.take(index, found[index], floor, ring)
        for index in self.nearest_first(found):
            if contacts[index] is None:
                for place in self.edges[index]:
                    contacts[index] = self.take(index, place, floor, ring)
                    if contacts[index] is not None:
                        break
        return contacts

    def nearest_first(self, found: list[int]) -> list[int]:
        """Those with the shortest way go first."""
        keyed: list[tuple[float, int]] = []
        for index in range(len(self.figures)):
            if self.edges[index]:
                place = found[index] if found[index] >= 0 else self.edges[index][0]
                keyed.append((self.ways[index][place].gap, index))
        keyed.sort()
        return [index for _, index in keyed]

    def take(self, index: int, place: int, floor: Floor, ring: Ring) -> Slot | None:
        way = self.ways[index][place]
        slot = way.slot(ring, floor)
        if slot is not None:
            floor.put(self.figures[index], slot.x, slot.y)
            for other in touched_at(self.battle, way.mover, slot.x, slot.y):
                ring.add(other)
        return slot


def by_hand(game: Game[GaslightBattle], unit: Unit, lines: Lines) -> dict[int, int]:
    """The owner may name each one's opponent, where the priorities leave him a choice."""
    fixed: dict[int, int] = {}
    if not any(len(edges) > 1 for edges in lines.edges):
        return fixed
    options: list[Option] = [AUTO, BY_HAND]
    if game.choose(unit.seat, "allocate", options, unit.id) is AUTO:
        return fixed
    for index in range(len(lines.figures)):
        allowed = lines.allowed(index, fixed)
        if not allowed:
            continue
        place = allowed[0]
        if len(allowed) > 1:
            against = [Against(lines.models[each]) for each in allowed]
            chosen = game.choose(unit.seat, "against", against, lines.figures[index])
            place = lines.models.index(chosen.model)
        fixed[index] = place
    return fixed
