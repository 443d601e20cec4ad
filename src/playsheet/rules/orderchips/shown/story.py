"""A whole step in words: the sentences of narration.py, joined where they belong together, with the dice that fell."""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Event, Rolled
from playsheet.core.telling import Storyteller, Told, as_roll
from playsheet.core.words import listed, number, upper
from playsheet.rules.orderchips.battle.events import (
    Attached,
    Deployed,
    Deserted,
    FiguresLost,
    GunLost,
    GunParted,
    LeftTable,
    Moved,
    MoveEnded,
    MoveOrderSet,
    NoActionNext,
    NotableLost,
    Unlocked,
)
from playsheet.rules.orderchips.battle.fight_events import (
    Burst,
    Confused,
    Driven,
    Exploded,
    FailureRolled,
    Fired,
    Fought,
    GunHit,
    MachineHarmed,
    MachineLost,
    MachineSaved,
    MoraleTested,
    NotableHit,
    Repaired,
    RepairTried,
    WentHaywire,
)
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.words import men_of_unit, name_of, short_of
from playsheet.rules.orderchips.dice.armour import SAVES
from playsheet.rules.orderchips.shown.headings import place_of
from playsheet.rules.orderchips.shown.narration import Going, how_it_went, move_order_by, narrate
from playsheet.rules.orderchips.shown.narration_fight import (
    burst_clause,
    failure_clause,
    fired,
    fought,
    gun_clause,
    losses,
    notable_clause,
    tested,
    weapon_fired,
)
from playsheet.rules.orderchips.shown.narration_machines import (
    dice_of_saves,
    driven,
    exploded,
    harm,
    repair_tried,
    repaired,
    strikes,
    went_haywire,
)
from playsheet.rules.orderchips.terms import HitBy, MoveKind
from playsheet.tabletop.events import ChartRolled
from playsheet.tabletop.machines.machine import EXPLODED as BLOWN_UP
from playsheet.tabletop.wording import inches

AWAY: Final = (MoveKind.BACKS, MoveKind.RUNS, MoveKind.REVERSES, MoveKind.TURNS_ABOUT, MoveKind.CLOSES_UP)
ANY_SHOT: Final = "shot"


class ChipTeller(Storyteller[ChipBattle]):
    """Joins what belongs together: a volley and whom it found, a test and what came of it, the inches of a move."""

    def __init__(self, battle: ChipBattle) -> None:
        super().__init__(battle)
        self.names: list[str] = []
        self.what = ANY_SHOT  # what was shot last

    def place(self, event: Event[ChipBattle]) -> str:
        return place_of(event)

    def units(self) -> int:
        return len(self.battle.units)

    def name(self, id: int) -> str:
        for known in range(len(self.names), len(self.battle.units)):
            self.names.append(name_of(self.battle, known))
        return self.names[id]

    def short(self, id: int) -> str:
        return short_of(self.battle.units[id])

    def tell(self, events: list[Event[ChipBattle]]) -> list[Told]:
        self.what = ANY_SHOT
        return super().tell(events)

    # ------------------------------------------------------------ what belongs together

    def tell_one(self, event: Event[ChipBattle]) -> None:
        match event:
            case Deployed():
                self.tell_deployed(event)
            case Moved():
                self.tell_move(event)
            case Fired():
                self.tell_shot(event)
            case Burst():
                self.tell_burst(event)
            case Fought():
                self.tell_blows(event)
            case FiguresLost() | NotableLost() | GunLost():
                self.tell_losses()
            case MoraleTested():
                self.tell_test(event)
            case MoveOrderSet():
                self.say(move_order_by(event, self.battle, self.rolls))
                self.go_on()
            case _:
                self.tell_machine(event)

    def tell_machine(self, event: Event[ChipBattle]) -> None:
        """Machines; and what is told by itself."""
        match event:
            case Driven():
                self.say(driven(event, self.battle, self.rolls))
                self.go_on()
            case MachineSaved():
                self.tell_saves(event)
            case ChartRolled() | MachineHarmed():
                self.tell_damage(event.unit)
            case MachineLost():
                if event.fate != BLOWN_UP:
                    self.say(narrate(event, self.battle))
                self.go_on()
            case Exploded():
                self.what = "blast"
                self.say(exploded(self.battle, event.unit) + ".")
                self.go_on()
            case WentHaywire():
                self.say(went_haywire(event, self.battle, self.rolls))
                self.go_on()
            case RepairTried():
                self.tell_repair(event)
            case _:
                self.say(narrate(event, self.battle))
                self.go_on()

    # ------------------------------------------------------------ setting up

    def tell_deployed(self, event: Deployed) -> None:
        """Many short sentences, which may be run together."""
        text = narrate(event, self.battle)
        self.go_on()
        following = self.next()
        while isinstance(following, (Attached, Moved)):
            if isinstance(following, Attached):
                text = narrate(following, self.battle)
            self.go_on()
            following = self.next()
        self.told.append(Told(text, self.rolls, deployment=True))
        self.rolls = []

    # ------------------------------------------------------------ moving

    def tell_move(self, event: Moved) -> None:
        """A move inch by inch is one move, unless something was told in between."""
        battle = self.battle
        before = battle.clone()
        last = event
        following: Event[ChipBattle] | None = event
        while isinstance(following, Moved) and following.unit == event.unit and following.how == event.how:
            last = following
            self.go_on()
            following = None if self.rolls_follow() else self.next()
        going = Going(last, before)
        bonus = self.bonus()
        self.say(f"{upper(name_of(before, event.unit))} {how_it_went(before, last, going)}{bonus}.")

    def rolls_follow(self) -> bool:
        """Do dice come before the next event: did somebody fire?"""
        return self.at < len(self.events) and as_roll(self.events[self.at]) is not None

    def bonus(self) -> str:
        """` with a bonus of 4 inches`, if it was rolled for."""
        for roll in self.rolls:
            if roll.why == "Charge bonus":
                return f" with a bonus of {inches(float(roll.came))}"
        return ""

    # ------------------------------------------------------------ fire

    def tell_shot(self, event: Fired) -> None:
        """The shot, and what it is known at once to have done; losses come when all is rolled."""
        battle = self.battle
        weapon = weapon_fired(battle, event)
        self.what = "shell" if weapon is not None and weapon.blast is not None else ANY_SHOT
        text = fired(event, battle, self.rolls)
        self.go_on()
        self.say(text + ".")

    def tell_burst(self, event: Burst) -> None:
        """Whom a template covered, with the notable persons and guns under it."""
        clauses = [burst_clause(event, self.battle)]
        self.go_on()
        self.say(upper("; ".join([*clauses, *self.take_finds()])) + ".")

    def take_finds(self) -> list[str]:
        """Notable persons who are hit and guns that are shaken, one after the other."""
        found: list[str] = []
        self.take_rolls()
        event = self.next()
        while isinstance(event, (NotableHit, GunHit)):
            said = (
                notable_clause(event, self.battle) if isinstance(event, NotableHit) else gun_clause(event, self.battle)
            )
            found.append(said)
            self.go_on()
            self.take_rolls()
            event = self.next()
        return found

    def tell_losses(self) -> None:
        """Everything that is taken off at one moment, in one sentence."""
        before = self.battle.clone()
        found: list[FiguresLost | NotableLost | GunLost | Deserted] = []
        event = self.next()
        while isinstance(event, (FiguresLost, NotableLost, GunLost)):
            found.append(event)
            self.go_on()
            event = self.next()
        self.say(losses(before, found))

    # ------------------------------------------------------------ melee

    def tell_blows(self, event: Fought) -> None:
        text = fought(event, self.battle, self.rolls)
        self.go_on()
        self.say(text + ".")

    # ------------------------------------------------------------ morale

    def tell_test(self, event: MoraleTested) -> None:
        """The test, what the failure table makes of it, and how it was carried out if that follows at once."""
        battle = self.battle
        text = tested(event, battle, self.rolls)
        self.go_on()
        following = self.next()
        if isinstance(following, FailureRolled) and following.unit == event.unit:
            text += f", {failure_clause(following, event.why)}"
            self.go_on()
            text += self.carried_out(event.unit)
        self.say(text + ".")

    def carried_out(self, unit: int) -> str:
        """What the unit did at once; quietly, where the failure has said it already."""
        battle = self.battle
        said = ""
        event = self.next()
        while True:
            if isinstance(event, Deserted) and event.unit == unit:
                said += f"; {men_of_unit(battle, battle.units[unit], event.count)} deserted"
            elif isinstance(event, Moved) and event.unit == unit and event.how in AWAY:
                going = Going(event, battle)
                said += f", {going.path()}" if going.far > 0.05 else ""
            elif isinstance(event, LeftTable) and event.unit == unit:
                said += ", off the table"
            elif not (
                isinstance(event, (NoActionNext, Confused, GunParted, Unlocked, MoveEnded)) and event.unit == unit
            ):
                return said
            if isinstance(event, GunParted):
                said += ", leaving the gun"
            self.go_on()
            event = self.next()

    # ------------------------------------------------------------ machines

    def tell_saves(self, event: MachineSaved) -> None:
        """All saves of a machine, held and not; a single hit with what it did."""
        battle = self.battle
        first = event
        held = 0
        n = 0
        following: Event[ChipBattle] | None = event
        thrown: list[Rolled] = []
        while isinstance(following, MachineSaved) and following.unit == first.unit:
            n += 1
            held += 1 if following.held else 0
            thrown += self.saving_throws()
            self.go_on()
            following = self.next()
        dice = dice_of_saves(thrown)
        if n == 1:
            text = strikes(first, battle, self.what) + dice
            clauses = self.take_harm(first.unit)
            self.say(f"{text}: {listed(clauses)}." if clauses else f"{text}, and did no harm.")
            return
        what = "shots" if first.how == HitBy.SHOT else "blows"
        name = name_of(battle, first.unit)
        both = "both saves held" if n == 2 else "all saves held"
        kept = both if held == n else "no save held" if held == 0 else f"{number(held)} of {number(n)} saves held"
        self.say(f"{upper(str(n))} {what} struck {name}: {kept}{dice}.")
        self.tell_damage(first.unit, held=held == n)

    def saving_throws(self) -> list[Rolled]:
        """The dice for its armour just before the next event."""
        end = self.at
        while end < len(self.events) and as_roll(self.events[end]) is not None:
            end += 1
        found: list[Rolled] = []
        while end > 0:
            roll = as_roll(self.events[end - 1])
            if roll is None or not roll.why.startswith(SAVES.why):
                break
            found.insert(0, roll)
            end -= 1
        return found

    def tell_damage(self, unit: int, *, held: bool = False) -> None:
        """What the charts have done; also where every save held a machine comes to harm by the lesser chart."""
        clauses = self.take_harm(unit)
        name = upper(name_of(self.battle, unit))
        if clauses:
            self.say(f"{name} suffered{' all the same' if held else ''}: {listed(clauses)}.")
        elif self.rolls:
            self.say(f"{name} took no harm.")

    def take_harm(self, unit: int) -> list[str]:
        """What the charts have done, as clauses; the dice belong to the same sentence."""
        clauses: list[str] = []
        event = self.next()
        while isinstance(event, (ChartRolled, MachineHarmed)) and event.unit == unit:
            if isinstance(event, MachineHarmed):
                clauses.append(harm(event, self.battle))
            self.go_on()
            event = self.next()
        return clauses

    def tell_repair(self, event: RepairTried) -> None:
        """The scientist's die and what he mended."""
        text = repair_tried(event, self.battle, self.rolls)
        self.go_on()
        following = self.next()
        if isinstance(following, Repaired):
            text += f" and {repaired(following, self.battle)}"
            self.go_on()
        self.say(text + ".")
