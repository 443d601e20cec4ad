"""The order-chip game in the field book: which of its events is which entry."""

from __future__ import annotations

from typing import Any

from table_is_book import Writer, faces

from playsheet.core.events import Event, Rolled
from playsheet.core.forms import Value
from playsheet.fieldbook.book import Intent
from playsheet.fieldbook.dice import DiceWanted
from playsheet.rules.orderchips.battle import events as told
from playsheet.rules.orderchips.battle import fight_events as fought
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.book.written import CHARGE, MELEE, PHASE_OF, notables
from playsheet.rules.orderchips.table.random_events import feature
from playsheet.rules.orderchips.terms import CHIPS, CLASSES, COVERS, ORDERS, Phase, TestReason
from playsheet.tabletop.events import BattleEnded, ChartRolled

NO_ENTRY = ("Charge bonus", "Who moves first")  # people throw them beside the book
FOUND = ("Who is hit", "A notable person's SAVE", "Is the gun wrecked?")
CAPS = ("Most figures that fall", "Most figures that fall in the explosion")
TESTS = {TestReason.TO_CHARGE: "charge-test", TestReason.TO_RECEIVE: "receive", TestReason.LOSSES: "morale"}
OF_VEHICLES = {
    TestReason.TO_CHARGE: "vehicle-charge-test",
    TestReason.TO_RECEIVE: "vehicle-receives",
    TestReason.HITS: "vehicle-morale",
}
AT_MACHINES = ("shoot-machine", "assault", "free-assault")
OF_DAMAGE = fought.MachineSaved | ChartRolled | fought.MachineHarmed | fought.WentHaywire | fought.MachineLost


class Blow:
    """Dice of one unit, or of a notable person with it, at another unit: they hit, and then find whom."""

    def __init__(self, do: str, unit: int, target: int, roll: Rolled, answers: dict[str, Value]) -> None:
        self.do = do
        self.unit = unit
        self.target = target
        self.dice = list(roll.faces)
        self.hits = int(roll.came.split()[0])
        self.answers = answers


class Damaged:
    """A machine that was hit: its saves, all other dice, and whose hits they were."""

    def __init__(self) -> None:
        self.saves: list[int] = []
        self.rest: list[int] = []
        self.by: list[int] = []


class ChipsAdapter:
    """One step at a time; `rolls` are the dice that no entry has used yet."""

    def __init__(self) -> None:
        self.rolls: list[Rolled] = []
        self.volleys: list[list[Blow]] = []  # what was thrown at one time, by volley or bout
        self.found: list[Event[Any]] = []  # whom they hit, with the dice for it
        self.machines: dict[int, Damaged] = {}
        self.under: dict[tuple[int, int], int] = {}  # machines under templates, by whose they are
        self.crew_tests = False  # a crew has failed its test in the midst of damage
        self.tested: fought.MoraleTested | None = None
        self.locked: list[int] = []  # whom the charger has touched
        self.sides_of_seats: list[int] = []
        self.feature = False
        self.ending = False
        self.before: Event[Any] | None = None

    def look(self, battle: ChipBattle) -> None:
        self.sides_of_seats = battle.goals.seat_sides
        self.feature = feature(battle) is not None

    def write(self, events: list[Event[Any]], writer: Writer) -> None:
        if self.ending:
            self.ending = False
            while writer.state.phase < PHASE_OF[Phase.END]:
                writer.do("phase")
        self.rolls = []
        falling = False
        for at, event in enumerate(events):
            if isinstance(event, told.FiguresLost | told.NotableLost) or (
                isinstance(event, told.GunLost) and event.by < 0
            ):
                if not falling:
                    self.deal(writer)
                    if any(owed.procedure == "losses" for owed in writer.state.due):  # else a gun left behind
                        writer.do("losses")
                falling = True
                continue
            falling = False
            if isinstance(event, Rolled):
                if event.why in NO_ENTRY:
                    continue
                (self.found if event.why in FOUND or event.why in CAPS else self.rolls).append(event)
            elif isinstance(event, fought.Fired | fought.Fought):
                self.thrown(event, writer)
            elif isinstance(event, fought.NotableHit | fought.GunHit | fought.Burst):
                self.found.append(event)
            elif isinstance(event, fought.Exploded):
                if self.volleys or self.machines:
                    self.deal(writer)
                self.found.append(event)
            elif not self.damages(event):
                self.deal(writer)
                self.one(events[at:], writer)
        self.deal(writer)
        for unit in writer.state.units:
            if unit.word("crew_does") != "stand" and is_here(unit):
                left = any(isinstance(one, told.LeftTable) and one.unit == unit.id for one in events)
                writer.do("crew-acts", unit.id, left=left)

    def damages(self, event: Event[Any]) -> bool:
        """Is it of what hits do to a machine? Then the dice before it are of that too."""
        if isinstance(event, fought.MachineSaved):
            held = self.machines.setdefault(event.unit, Damaged())
            held.saves += faces(self.taken())
            held.by.append(event.by)
            return True
        if not self.machines:
            return False
        if isinstance(event, fought.MachineLost) and event.ruling in ("R59", "R40"):
            return False
        if isinstance(event, fought.MoraleTested) and event.why == TestReason.CREW_TEST:
            self.crew_tests = not event.passed
        elif isinstance(event, fought.FailureRolled) and self.crew_tests:
            self.crew_tests = False
        elif not isinstance(event, OF_DAMAGE):
            return False
        self.machines[event.unit].rest += faces(self.taken())
        return True

    def taken(self) -> list[Rolled]:
        rolls, self.rolls = self.rolls, []
        return rolls

    def one(self, events: list[Event[Any]], writer: Writer) -> None:
        """The first of these events; the others come after it."""
        event = events[0]
        self.one_of(event, events, writer)
        self.before = event

    def one_of(self, event: Event[Any], events: list[Event[Any]], writer: Writer) -> None:
        match event:
            case told.Deployed() | told.Moved():
                if ORDERS[event.order] != writer.state.units[event.unit].word("order"):
                    writer.do("order", event.unit, order=ORDERS[event.order])
            case told.StayedAway():
                writer.do("gone", event.unit)
            case told.TurnBegan():
                writer.do("turn" if writer.state.begun else "begin")
            case told.PhaseBegan() | told.MoveOrderSet():
                self.taken()
                phase = event.phase if isinstance(event, told.PhaseBegan) else 4
                if phase == Phase.END:
                    self.ending = True  # what it begins with is told in the next step
                    return
                while writer.state.phase < PHASE_OF[phase]:
                    writer.do("phase")
            case told.ChipsRevealed():
                for unit, chip in zip(event.units, event.chips, strict=True):
                    writer.do("chip", unit, chip=CHIPS[chip])
            case told.ChargeDeclared():
                self.locked = []
                writer.do("charge", event.unit, event.target)
            case told.ChargeOff() | told.MoveEnded():
                self.taken()
                if writer.state.units[event.unit].flag("charging"):
                    aimed = writer.state.tied(CHARGE, event.unit)
                    answers: dict[str, Value] = {"home": aimed[0] in self.locked} if aimed else {}
                    writer.do("charge-ends", event.unit, **answers)
            case told.Locked():
                if writer.state.units[event.unit].flag("charging"):
                    self.locked.append(event.other)
                if event.other not in [*writer.state.tied(MELEE, event.unit), *writer.state.tied(CHARGE, event.unit)]:
                    writer.do("touch", event.unit, event.other)
            case told.Unlocked() if event.other in writer.state.tied(MELEE, event.unit):
                writer.do("part", event.unit, event.other)
            case fought.MoraleTested():
                if event.passed:
                    self.test(event, events, writer)
                else:
                    self.tested = event
            case fought.FailureRolled():
                assert self.tested is not None
                self.test(self.tested, events, writer)
            case fought.EventChecked():
                writer.do("random-event", dice=faces(self.taken()))
            case fought.CartridgesBad():
                writer.do("bad-cartridges", dice=faces(self.taken()))
            case fought.BandAppeared() | fought.BandStayedAway():
                room = isinstance(event, fought.BandAppeared)
                writer.do("native-band", dice=faces(self.taken()), feature=self.feature, room=room)
            case fought.Driven():
                writer.do("drive", event.unit, dice=faces(self.taken()))
            case fought.WentHaywire():
                rolls = self.taken()
                do = "drive" if rolls[0].why == "SUSTAIN roll" else "haywire"
                writer.do(do, event.unit, dice=faces(rolls))
            case fought.MachineSet() if event.why == "clears" and event.ruling == "R42":
                if not isinstance(self.before, fought.WentHaywire):
                    writer.do("haywire", event.unit)
            case fought.HaywireActs():
                writer.do("haywire-acts", event.unit)
            case fought.RepairTried():
                writer.do("repair", event.unit, event.automaton, faces(self.taken()))
            case told.Captured():
                asked = min(writer.state.units[event.by].number("figures"), event.own) > 0
                self.capture(event.unit, event.own if asked else 0, writer)
            case fought.MachineLost() if event.ruling == "R59":
                self.capture(event.unit, 1, writer)
            case told.GunParted() if not writer.state.units[event.unit].flag("unmanned"):
                writer.do("leave-gun", event.unit)
            case told.GunManned():
                writer.do("serve-gun", event.unit)
            case told.GunLost() if not writer.state.units[event.unit].flag("gun_lost"):
                writer.do("gun-taken", event.unit)
            case told.Attached():
                writer.do("attach", event.notable, event.unit)
            case told.Detached():
                writer.do("detach", event.notable)
            case told.Scored():
                writer.do("score", side=event.side + 1, points=event.points, reason=event.what)
            case BattleEnded():
                writer.do("end", winner=event.winner + 1, reason=event.verdict)

    # ------------------------------------------------------------ morale

    def test(self, tested: fought.MoraleTested, events: list[Event[Any]], writer: Writer) -> None:
        rolls = self.taken()
        left = any(isinstance(one, told.LeftTable) and one.unit == tested.unit for one in events)
        if writer.state.units[tested.unit].word("kind") == "vehicle":
            fails = {} if tested.passed else {"left": left}
            writer.do(OF_VEHICLES[tested.why], tested.unit, dice=faces(rolls), **fails)
            return
        needed = str(rolls[0].needed)
        cover = "heavy" if "heavy cover" in needed else "light" if "light cover" in needed else "none"
        answers: dict[str, Value] = {"cover": cover}
        side = writer.state.units[tested.unit].side
        if any(one.side == side and one.flag("army_commander") and is_here(one) for one in writer.state.units):
            answers["commander"] = "commander" in needed
        crew = writer.state.units[tested.unit]
        if crew.word("kind") == "gun" and not crew.flag("gun_lost"):
            answers["gun"] = "gun" in needed
        if not tested.passed:
            answers["left"] = left
        writer.do(TESTS[tested.why], tested.unit, dice=faces(rolls), **answers)

    # ------------------------------------------------------------ fire and blows

    def thrown(self, event: fought.Fired | fought.Fought, writer: Writer) -> None:
        """The dice to hit: the unit's own first, then those of notable persons with it."""
        if self.machines or (self.found and not self.volleys):
            rolls, self.rolls = self.rolls, []
            self.deal(writer)
            self.rolls = rolls
        rolls = self.taken()
        hands = list(event.notables)
        own = event.firing if isinstance(event, fought.Fired) else event.dice
        if own:
            hands.insert(0, event.unit)
        at_machine = writer.state.units[event.target].word("kind") in ("vehicle", "automaton")
        volley: list[Blow] = []
        for hand, roll in zip(hands, rolls, strict=True):
            acting = writer.state.units[hand]
            count = own if hand == event.unit else 1
            answers: dict[str, Value] = {"cover": COVERS[event.cover]}
            if isinstance(event, fought.Fired):
                answers["range"] = "long" if "at long range" in roll.why else "short"
                answers["enfiladed"] = "enfilad" in str(roll.needed)
                fires = acting.word("weapon")
                if acting.word("kind") in ("vehicle", "automaton"):
                    fires = acting.word(f"weapon_{event.weapon + 1}")
                    if sum(acting.number(f"left_{number}") > 0 for number in (1, 2, 3, 4)) > 1:
                        answers["weapon_fired"] = event.weapon + 1
                elif acting.word("kind") != "gun" or acting.number("per_crew"):
                    answers["figures"] = len(roll.faces) // acting.number("rof")
                do = "shell" if event.aim >= 0 and fires in CLASSES[3:] else "shoot"
                do = "shoot-machine" if at_machine else do
            else:
                answers["strikers"] = count
                do = "free-dice" if event.free else "melee"
                if at_machine:
                    do = "free-assault" if event.free else "assault"
            volley.append(Blow(do, hand, event.target, roll, answers))
        self.volleys.append(volley)

    def deal(self, writer: Writer) -> None:
        """When all are thrown: each entry has its own dice, and of those that say who is hit its share."""
        volleys, self.volleys = self.volleys, []
        machines, self.machines = self.machines, {}
        self.under = {}
        for machine, held in machines.items():
            for by in held.by:
                self.under[machine, by] = self.under.get((machine, by), 0) + 1
        for volley in volleys:
            for blow in volley:
                if (volley[0].target, volley[0].unit) in self.under and blow.do in AT_MACHINES:
                    self.under[volley[0].target, volley[0].unit] -= blow.hits
        for volley in volleys:
            self.deal_volley(volley, writer)
        while self.found:
            event = self.found.pop(0)
            assert isinstance(event, fought.Exploded), event
            cap = self.found.pop(0)
            assert isinstance(cap, Rolled)
            saves, burst = self.burst()
            writer.do("explosion", event.unit, dice=list(cap.faces))
            self.also_under(burst, -1, saves, writer)
        for machine, held in machines.items():
            while writer.state.waiting.get(f"hits {machine}"):
                self.hit(machine, held, writer)
            assert not held.rest, "all dice are some hit's"

    def hit(self, machine: int, held: Damaged, writer: Writer) -> None:
        """A hit takes as many dice as it wants: first its save, then of all the others."""
        dice: list[int] = []
        while True:
            try:
                intent = Intent(0, "hit", unit=machine, dice=dice)
                writer.book.carried_out(writer.state.clone(), intent, 1)
                break
            except DiceWanted as wanted:
                pool = held.rest if dice else held.saves
                dice = [*dice, *pool[: wanted.n]]
                del pool[: wanted.n]
        writer.do("hit", machine, dice=dice)

    def burst(self) -> tuple[list[int], fought.Burst]:
        """The SAVEs of those who are struck, then what is told of it."""
        saves: list[int] = []
        while True:
            event = self.found.pop(0)
            if isinstance(event, fought.Burst):
                return saves, event
            assert isinstance(event, Rolled)
            saves += event.faces

    def also_under(self, burst: fought.Burst, target: int, saves: list[int], writer: Writer) -> None:
        """Whoever else stood under the template: figures, notable persons, guns, machines."""
        for unit, count in zip(burst.units, burst.counts, strict=True):
            if unit != target:
                writer.do("under-figures", unit, struck=count)
        while self.found and isinstance(self.found[0], fought.NotableHit) and saves:
            hit = self.found.pop(0)
            writer.do("under-notable", hit.unit, dice=[saves.pop(0)])
        while len(self.found) > 1 and isinstance(self.found[1], fought.GunHit):
            roll, gun = self.found.pop(0), self.found.pop(0)
            if is_here(writer.state.units[gun.unit]):  # the dead left theirs behind
                writer.do("under-gun", gun.unit, dice=list(roll.faces))
        for (machine, by), count in self.under.items():
            if by == burst.by and count > 0:
                self.under[machine, by] -= 1
                writer.do("under-machine", machine)

    def deal_volley(self, volley: list[Blow], writer: Writer) -> None:
        small: list[Blow] = []
        for blow in volley:
            if blow.do in AT_MACHINES:
                blow.answers.pop("enfiladed", None)
                writer.do(blow.do, blow.unit, blow.target, blow.dice, **blow.answers)
            elif blow.do == "shell":
                self.shell(blow, writer)
            else:
                small.append(blow)
        if small:
            self.deal_small(small, writer)

    def shell(self, blow: Blow, writer: Writer) -> None:
        target = writer.state.units[blow.target]
        if target.word("order") != "close":
            blow.answers.pop("enfiladed", None)
        if not blow.hits:
            writer.do("shell", blow.unit, blow.target, blow.dice, **blow.answers)
            return
        cap = self.found.pop(0)
        assert isinstance(cap, Rolled)
        saves, burst = self.burst()
        struck = dict(zip(burst.units, burst.counts, strict=True)).get(blow.target, 0)
        writer.do("shell", blow.unit, blow.target, [*blow.dice, *cap.faces], struck=struck, **blow.answers)
        self.also_under(burst, blow.target, saves, writer)

    def deal_small(self, volley: list[Blow], writer: Writer) -> None:
        target = writer.state.units[volley[0].target]
        with_it = notables(writer.state, target.id)
        alone = target.word("kind") == "notable"
        who = self.rolled("Who is hit") if with_it and not alone and any(blow.hits for blow in volley) else []
        shares: list[list[int]] = []
        for blow in volley:
            shares.append(list(who[: blow.hits]))
            who = who[blow.hits :]
        hits = [[self.on(target.number("figures"), share, one) for share in shares] for one in range(len(with_it))]
        if alone:
            hits = [[blow.hits for blow in volley]]
        saves: list[list[int]] = []
        for counts in hits:
            saves.append(self.rolled("A notable person's SAVE") if sum(counts) else [])
        while self.found and isinstance(self.found[0], fought.NotableHit):
            self.found.pop(0)
        for at, blow in enumerate(volley):
            dice = [*blow.dice, *shares[at]]
            answers = dict(blow.answers)
            if len(with_it) > 1 and shares[at]:
                answers["which"] = 1
            for one, counts in reversed(list(enumerate(hits))):
                own = saves[one][: counts[at]]
                if len(with_it) > 1 and any(face > with_it[one].number("save") for face in own):
                    answers["which"] = 1 + one
            for one, counts in enumerate(hits):
                dice += saves[one][: counts[at]]
                saves[one] = saves[one][counts[at] :]
            if target.word("order") != "close":
                answers.pop("enfiladed", None)
            writer.do(blow.do, blow.unit, blow.target, dice, **answers)

    def rolled(self, why: str) -> list[int]:
        """The next dice that say whom a hit finds."""
        while isinstance(self.found[0], fought.NotableHit):
            self.found.pop(0)
        roll = self.found.pop(0)
        assert isinstance(roll, Rolled)
        assert roll.why == why, roll.why
        return list(roll.faces)

    def capture(self, machine: int, own: int, writer: Writer) -> None:
        prize = writer.state.units[machine]
        captor = writer.state.units[prize.number("captor")]
        several = captor.word("kind") != "notable" and min(captor.number("figures"), prize.number("card_crew")) > 1
        writer.do("capture", machine, **({"inside": own} if several else {}))

    def on(self, figures: int, share: list[int], notable: int) -> int:
        """How many of these hits found that notable person."""
        return share.count(figures + 1 + notable)


def is_here(unit: Any) -> bool:
    return bool(unit.word("place") != "gone")
