"""GASLIGHT in the field book: which of its events is which entry, and what people saw on the table meanwhile."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from gaslight_heavy import (
    aim_whys,
    count_answers,
    crew_whys,
    dice_of,
    gathered,
    harm_whys,
    in_its_cone,
    is_heavy_shot,
    muzzle,
    scuffle_of,
)
from table_is_book import Writer, faces

from playsheet.core.events import Event, Rolled
from playsheet.core.forms import Value, shown_length
from playsheet.rules.gaslight.battle import events as told
from playsheet.rules.gaslight.battle import fight_events as fight
from playsheet.rules.gaslight.battle import machine_events as machines
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.book.fire import working
from playsheet.rules.gaslight.book.machines import extras_split, has_machine, waiting_kinds
from playsheet.rules.gaslight.book.sources import people
from playsheet.rules.gaslight.book.written import ABOARD, EXTRAS, SLOTS, STAND_IN, WHO, slots_of
from playsheet.rules.gaslight.dice.cannon import CONE_HITS, EVEN, EXPLODES, MENDS
from playsheet.rules.gaslight.dice.morale import DESERTS, MACHINE_FAILS
from playsheet.rules.gaslight.dice.shooting import CONE_COUNT, COUNT, SAVES, SAVES_BEHIND
from playsheet.rules.gaslight.dice.vehicles import ARMOUR, CREW_SAVES, HAND_TO_HAND, START_ROLL, SUSTAIN_ROLL
from playsheet.rules.gaslight.ground.marks import mark_at
from playsheet.rules.gaslight.options.bursts import in_the_open, near_gun
from playsheet.rules.gaslight.options.shooting import ring
from playsheet.rules.gaslight.table.damage import CAPTURE, EXPLOSION
from playsheet.rules.gaslight.table.morale import OFF_TABLE
from playsheet.rules.gaslight.terms import (
    ATTACKERS,
    COVERS,
    Arm,
    Attackers,
    CheckReason,
    FailureResult,
    ModelMark,
    MoraleCase,
    MoveKind,
    ShotKind,
)
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.machines.charts import CREW

CHECKS = {
    CheckReason.OWN_CARD: "check",
    CheckReason.TO_CHARGE: "charge-check",
    CheckReason.RECEIVES: "receive-check",
    CheckReason.AT_ONCE: "check-at-once",
}
MELEE = "melee"
MACHINE = "machine"  # who strikes or is struck, where it is no figure
BURSTING = (ShotKind.SHELL, ShotKind.GRENADE, ShotKind.LAUNCHER)
SWEEPING = (ShotKind.CONE, ShotKind.GRAPE)
BAILS_OUT = (FailureResult.RUN_OFF, FailureResult.RUN, FailureResult.RANDOM)


@dataclass
class Die:
    """A die of close combat: who threw it, at whom, and whether it hit; and the save against it."""

    by: int
    face: int
    at: int
    hit: bool
    save: int = 0


class GaslightAdapter:
    """One step at a time; `rolls` are the dice that no entry has used yet, `before` is the table as the step begins."""

    def __init__(self) -> None:
        self.rolls: list[Rolled] = []
        self.before: GaslightBattle | None = None
        self.charging = (-1, -1)
        self.stand_ins: dict[int, int] = {}  # of a unit the Extra who stands in for a leader
        self.exploded = -1  # the unit whose machine has just exploded
        self.spent: set[int] = set()  # who has spent a grenade on a blow
        self.blows: list[tuple[int, int]] = []  # at which unit's machine, and by whom of ATTACKERS
        self.crew_lost: list[int] = []  # in the explosion of their machine
        self.over_edge: list[int] = []  # of the crew of a machine that leaves the table

    def look(self, battle: GaslightBattle) -> None:
        self.before = battle.clone()
        self.over_edge = []

    @property
    def table(self) -> GaslightBattle:
        assert self.before is not None, "somebody has looked"
        return self.before

    def write(self, events: list[Event[Any]], writer: Writer) -> None:
        """The table goes along: at each event it is as it was when that happened."""
        self.rolls = []
        at = 0
        while at < len(events):
            event = events[at]
            last = at
            if isinstance(event, Rolled):
                self.rolls.append(event)
            else:
                if not self.goes_on(event):
                    self.close_burst(writer)
                last = self.one(events, at, writer)
            for past in events[at : last + 1]:
                past.apply(self.table)
            at = last + 1
        self.close_burst(writer)

    def taken(self) -> list[Rolled]:
        rolls, self.rolls = self.rolls, []
        return rolls

    def thrown(self, *whys: str) -> list[Rolled]:
        """Of the dice that no entry has used yet those of these throws."""
        return [roll for roll in self.taken() if roll.why in whys]

    # ------------------------------------------------------------ who is who

    def host(self, figure: int, writer: Writer) -> int:
        """The unit that a figure belongs to now, as the book has it."""
        home = self.table.home[figure]
        with_unit = writer.state.units[home].number("with_unit")
        return with_unit if with_unit >= 0 else int(home)

    def who(self, figure: int, writer: Writer) -> str:
        """Which of the figures of that unit: one of those who are left there, or an Extra."""
        home = int(self.table.home[figure])
        single = slots_of(self.table.units[home])
        if figure not in single:
            return EXTRAS
        slot = SLOTS[single.index(figure)]
        found = people(writer.state, self.host(figure, writer))
        return WHO[1 + next(at for at, each in enumerate(found) if each.unit.id == home and each.slot == slot)]

    def named(self, writer: Writer, unit: int, name: str, figure: int) -> dict[str, Value]:
        """The answer that says who is meant, where it has to be said."""
        state = writer.state
        found = people(state, unit)
        several = len(found) > 0 and state.units[unit].number(EXTRAS) + len(found) > 1
        return {name: self.who(figure, writer)} if several else {}

    def stand_in(self, writer: Writer, unit: int, fallen: list[int]) -> dict[str, Value]:
        """Whether the stand-in leader is among them, where it has to be said."""
        book = writer.state.units[unit]
        if book.word("leader") != STAND_IN or book.number(EXTRAS) < 2:
            return {}
        return {"stand_in": self.stand_ins.get(unit, -1) in fallen}

    # ------------------------------------------------------------ event by event

    def one(self, events: list[Event[Any]], at: int, writer: Writer) -> int:
        """The event at this place, and those that belong to it; the place of the last of them."""
        event = events[at]
        match event:
            case told.DeckShuffled():
                writer.do("turn" if writer.state.begun else "begin")
            case told.CardDrawn():
                rolls = self.taken()
                if rolls:
                    writer.do("draw", dice=faces(rolls[-1:]))
                else:
                    writer.do("draw", card=event.card)
            case told.StayedAway():
                writer.do("gone", event.unit)
            case told.Attached():
                writer.do("attach", event.character, event.unit)
            case told.Detached():
                writer.do("detach", event.character)
            case told.Promoted():
                self.stand_ins[event.unit] = event.figure
                writer.do("lead", event.unit, **self.named(writer, event.unit, "who", event.figure))
            case told.TurnEnded():
                writer.do("deck-over")
            case told.CheckCalled():
                writer.do("call-check", event.unit)
            case fight.ChargeDeclared():
                self.charging = (event.unit, event.target)
            case fight.MoraleChecked():
                self.check(event, writer)
            case fight.FailureRolled():
                self.failures(event, writer)
            case told.Moved() if event.how == MoveKind.CHARGES:
                rolls = [roll for roll in self.taken() if roll.why.startswith("Charge")]
                if len(rolls) == 1:
                    writer.do("charge", event.unit, self.charging[1], faces(rolls))
            case told.LeftTable() if self.table.marked(event.figure, ModelMark.ABOARD):
                self.over_edge.append(event.figure)
            case told.LeftTable() if event.how != OFF_TABLE:
                self.off(event.figure, "leaves", writer)
            case fight.GunReloaded():
                writer.do("gun-reloads", event.unit)
            case machines.WeaponReloaded():
                writer.do("gun-reloads", event.unit, **self.weapon_used(writer, event.unit, event.weapon))
            case fight.GunRepairTried():
                served = self.served(writer, event.unit, event.crew)
                writer.do("mend", event.unit, -1, faces(self.thrown(MENDS.why)), **served)
            case fight.GrenadeSpent():
                self.spent.add(event.figure)
            case fight.Shot():
                return self.shot(events, at, event, writer)
            case fight.Fought():
                self.round(event, writer)
            case fight.Burst() if event.first < 0:
                dice = faces(self.thrown(CREW_SAVES.why, EXPLODES.why))
                stand_in = self.stand_in(writer, self.exploded, self.crew_lost)
                self.crew_lost = []
                writer.do("explodes", self.exploded, -1, dice, **stand_in)
            case fight.Struck() if event.how == EXPLOSION and self.table.marked(event.figure, ModelMark.ABOARD):
                if not event.saved:
                    self.crew_lost.append(event.figure)
            case fight.Struck() if event.how in (*BURSTING, EXPLOSION):
                return self.caught(events, at, event, writer)
            case fight.Struck() if event.ruling == "R117":
                self.off(event.figure, "falls", writer)
            case fight.Struck():
                assert event.how in (MELEE, CAPTURE), f"nobody has thrown for a hit by {event.how}"
            case machines.MachineSaved():
                return self.machine_hit(events, at, event, writer)
            case machines.Exploded():
                self.exploded = event.unit
            case machines.SustainRolled():
                rolls = self.thrown(SUSTAIN_ROLL.why)
                if rolls:
                    writer.do("drive", event.unit, -1, faces(rolls[-1:]))
            case machines.StartRolled():
                writer.do("start", event.unit, -1, faces(self.thrown(START_ROLL.why)[-1:]))
            case machines.Boarded():
                unit = self.host(event.figure, writer)
                writer.do("boards", unit, **self.named(writer, unit, "who", event.figure))
            case machines.MachineLeft():
                self.machine_left(event.unit, writer)
            case machines.MachineFailed():
                later = [each for each in events[at:] if isinstance(each, Rolled) and each.why == DESERTS.why]
                writer.do("machine-fails", event.unit, -1, faces([*self.thrown(MACHINE_FAILS.why), *later[:1]]))
            case told.Scored():
                writer.do("score", side=event.side + 1, points=event.points, reason=event.what)
            case BattleEnded():
                writer.do("end", winner=event.winner + 1, reason=event.verdict)
        return at

    def off(self, figure: int, what: str, writer: Writer) -> None:
        unit = self.host(figure, writer)
        who = self.named(writer, unit, "who", figure)
        writer.do(what, unit, **who, **self.stand_in(writer, unit, [figure]))

    # ------------------------------------------------------------ morale

    def check(self, event: fight.MoraleChecked, writer: Writer) -> None:
        """What people saw is in the account of the roll."""
        roll = self.taken()[-1]
        causes = [entry.cause for entry in roll.account]
        rows = self.table.rules.morale_modifiers
        case = sum(row.when for row in rows if row.cause in causes)
        hard = case & MoraleCase.IN_HARD_COVER != 0
        cover = 2 if hard else 1 if case & MoraleCase.IN_LIGHT_COVER else 0
        answers: dict[str, Value] = {"cover": COVERS[cover]}
        if case & MoraleCase.ARMY_COMMANDER:
            answers["commander"] = True
        elif self.has_commander(writer, event.unit):
            answers["commander"] = False
        what = CHECKS[event.why]
        charger, target = self.charging
        other = target if what == "charge-check" else charger if what == "receive-check" else -1
        if other >= 0 and writer.state.units[other].word("place") == "gone":
            what, other = "check-at-once", -1
        writer.do(what, event.unit, other, roll.faces, **answers)

    def has_commander(self, writer: Writer, unit: int) -> bool:
        side = writer.state.units[unit].side
        for each in writer.state.units:
            slot = each.word("commands")
            if each.side == side and slot in SLOTS and each.flag(slot):
                return True
        return False

    def failures(self, event: fight.FailureRolled, writer: Writer) -> None:
        rolls = self.taken()[-len(event.figures) :]
        off = [event.figures[at] for at, result in enumerate(event.results) if result == FailureResult.RUN_OFF]
        answers: dict[str, Value] = self.stand_in(writer, event.unit, off)
        if extras_split(writer.state.units[event.unit]):
            ran = [event.figures[at] for at, result in enumerate(event.results) if result in BAILS_OUT]
            ran = [figure for figure in ran if self.table.marked(figure, ModelMark.ABOARD)]
            answers["were_aboard"] = len([figure for figure in ran if self.who(figure, writer) == EXTRAS])
        writer.do("failures", event.unit, -1, faces(rolls), **answers)

    def machine_left(self, unit: int, writer: Writer) -> None:
        """It is over the edge. Who had failed too, and would have bailed out, has gone with it."""
        book = writer.state.units[unit]
        gone, self.over_edge = self.over_edge, []
        extras = book.number(ABOARD[0])
        for figure in gone:
            who = self.who(figure, writer)
            outside = extras <= 0 if who == EXTRAS else not book.flag(f"{who}_aboard")
            extras -= 1 if who == EXTRAS else 0
            if outside:
                self.off(figure, "leaves", writer)
        if has_machine(book):
            writer.do("machine-left", unit, **self.stand_in(writer, unit, gone))

    # ------------------------------------------------------------ shooting

    def shot(self, events: list[Event[Any]], at: int, shot: fight.Shot, writer: Writer) -> int:
        """Whatever was fired, thrown by hand or laid on somebody."""
        rules = self.table.rules
        if shot.how in SWEEPING:
            return self.cone(events, at, shot, writer)
        fire = self.thrown(*aim_whys(rules))
        answers = {**self.shooter(shot, writer), **self.range_and_cover(shot)}
        what = self.kind(shot)
        if shot.machine:
            rolls, last = gathered(events, at, harm_whys(rules))
            answers |= self.stand_in(writer, shot.target, self.killed_aboard(events[at : last + 1]))
            writer.do(f"{what}-machine", shot.unit, shot.target, faces([*fire, *rolls]), **answers)
            self.no_room(events[at : last + 1], writer)
            return last
        battle = self.table
        mark = mark_at(battle, battle.units[shot.target], machine=False)
        at_gun = is_heavy_shot(battle, shot) or shot.how in BURSTING
        at_gun = at_gun and len(near_gun(battle, battle.units[shot.target])) > 0
        if shot.how in BURSTING and not at_gun:
            return self.shell(events, at, shot, fire, answers, writer)
        if battle.units[shot.target].kind == Arm.VEHICLE and shot.how != ShotKind.NAMED:
            answers["target"] = len(mark.models)
        rolls, fallen, last = self.of_target(events, at, shot)
        if shot.how == ShotKind.NAMED and not at_gun:
            answers |= self.at_one(shot, rolls, writer)
        elif any(roll.why == COUNT.why for roll in rolls):
            x, y = self.from_where(shot)
            answers |= count_answers(battle, ring(battle, mark.models, x, y), self.singles(shot.target, writer), x, y)
        if any(roll.why == COUNT.why for roll in rolls) or shot.how == ShotKind.NAMED:
            answers |= self.stand_in(writer, shot.target, fallen)
            answers |= self.were_aboard(writer, shot.target, fallen)
        at_figures = {"shoot": "shoot", "snipe": "snipe", "gun-at": "gun-fires"}
        entry = f"{what}-gun" if at_gun else at_figures[what]
        writer.do(entry, shot.unit, shot.target, faces([*fire, *rolls]), **answers)
        return last

    def kind(self, shot: fight.Shot) -> str:
        """The beginning of the names of its entries."""
        if not isinstance(shot, fight.Fired):
            return "gun-at"
        if shot.how in BURSTING:
            return "grenade-at"
        return "snipe" if shot.how == ShotKind.NAMED else "shoot"

    def shooter(self, shot: fight.Shot, writer: Writer) -> dict[str, Value]:
        """Who of them, or with which weapon, where it has to be said."""
        if isinstance(shot, fight.GunFired):
            battle = self.table
            crew = near_gun(battle, battle.units[shot.unit]) if shot.forced else shot.crew
            return self.served(writer, shot.unit, crew)
        if isinstance(shot, fight.WeaponFired):
            return self.weapon_used(writer, shot.unit, shot.weapon)
        assert isinstance(shot, fight.Fired)
        if shot.how == ShotKind.AIMED:
            return {"figures": len(shot.figures)}
        if shot.how == ShotKind.NAMED:
            several = len(people(writer.state, shot.unit)) > 1
            return {"by": self.who(shot.figures[0], writer)} if several else {}
        return self.named(writer, shot.unit, "by", shot.figures[0])

    def served(self, writer: Writer, unit: int, crew: list[int]) -> dict[str, Value]:
        best = max(crew, key=lambda figure: self.table.cast[figure].shoot)
        return self.named(writer, unit, "served", best)

    def weapon_used(self, writer: Writer, unit: int, weapon: int) -> dict[str, Value]:
        return {"weapon_used": f"weapon{weapon + 1}"} if len(working(writer.state.units[unit])) > 1 else {}

    def range_and_cover(self, shot: fight.Shot) -> dict[str, Value]:
        return {"range": shown_length(math.floor(shot.distance * 1000) / 1000), "cover": COVERS[shot.cover]}

    def from_where(self, shot: fight.Shot) -> tuple[float, float]:
        if isinstance(shot, fight.Fired):
            return self.table.centre(shot.figures)
        barrel = muzzle(self.table, shot)
        return barrel.x, barrel.y

    def singles(self, unit: int, writer: Writer) -> list[int]:
        """The characters with a unit, as figures, in the order of the roster."""
        found = people(writer.state, unit)
        return [slots_of(self.table.units[each.unit.id])[SLOTS.index(each.slot)] for each in found]

    def of_target(self, events: list[Event[Any]], at: int, shot: fight.Shot) -> tuple[list[Rolled], list[int], int]:
        """The dice that follow those to hit, who falls, and the place of the last event of it."""
        rolls: list[Rolled] = []
        fallen: list[int] = []
        last = at
        whys = crew_whys(self.table.rules)
        for place in range(at + 1, len(events)):
            event = events[place]
            if isinstance(event, Rolled) and event.why in whys:
                rolls.append(event)
            elif isinstance(event, fight.Struck) and event.by == shot.unit and event.how == shot.how:
                if not event.saved:
                    fallen.append(event.figure)
            elif not isinstance(event, fight.GunHit):
                break
            last = place
        return rolls, fallen, last

    def at_one(self, shot: fight.Shot, rolls: list[Rolled], writer: Writer) -> dict[str, Value]:
        """A character shoots at one model."""
        answers = self.named(writer, shot.target, "at", shot.model)
        if self.who(shot.model, writer) != EXTRAS:
            answers["behind1"] = any(roll.why == SAVES_BEHIND.why for roll in rolls)
        return answers

    def were_aboard(self, writer: Writer, unit: int, fallen: list[int]) -> dict[str, Value]:
        """How many of the Extras who fall were in their open machine, where it has to be said."""
        book = writer.state.units[unit]
        if not (book.flag("open") and extras_split(book)):
            return {}
        there = [figure for figure in fallen if self.table.marked(figure, ModelMark.ABOARD)]
        return {"were_aboard": len([figure for figure in there if self.who(figure, writer) == EXTRAS])}

    # ------------------------------------------------------------ bursts and cones

    def shell(
        self,
        events: list[Event[Any]],
        at: int,
        shot: fight.Shot,
        fire: list[Rolled],
        answers: dict[str, Value],
        writer: Writer,
    ) -> int:
        """To hit, how many, and the place of the first; whom it catches is told one by one."""
        battle = self.table
        whys = {COUNT.why, *[cannon.number.why for cannon in battle.rules.cannons.values()]}
        rolls: list[Rolled] = []
        last = at
        while shot.hits and not isinstance(events[last], fight.Burst):
            last += 1
            event = events[last]
            if isinstance(event, Rolled):
                assert event.why in whys
                rolls.append(event)
        if battle.units[shot.target].kind == Arm.VEHICLE:
            mark = in_the_open(battle, mark_at(battle, battle.units[shot.target], machine=False))
            answers["target"] = len(mark.models)
        what = "grenade" if isinstance(shot, fight.Fired) else "shell"
        writer.do(what, shot.unit, shot.target, faces([*fire, *rolls]), **answers)
        return last

    def caught(self, events: list[Event[Any]], at: int, struck: fight.Struck, writer: Writer) -> int:
        """A character, or Extras of one unit one after another."""
        unit = self.host(struck.figure, writer)
        who = self.who(struck.figure, writer)
        answers = self.named(writer, unit, "who", struck.figure)
        rolls = self.thrown(SAVES.why, SAVES_BEHIND.why)
        if who != EXTRAS:
            if writer.state.values["burst"] == "shell":
                answers["behind"] = rolls[-1].why == SAVES_BEHIND.why
            fallen = [] if struck.saved else [struck.figure]
            answers |= self.stand_in(writer, unit, fallen)
            writer.do("caught", unit, -1, faces(rolls[-1:]), **answers)
            return at
        fallen = [struck.figure]
        last = at
        for place in range(at + 1, len(events)):
            event = events[place]
            if not isinstance(event, fight.Struck) or event.how != struck.how:
                break
            aboard = self.table.marked(event.figure, ModelMark.ABOARD)
            if aboard or self.host(event.figure, writer) != unit or self.who(event.figure, writer) != EXTRAS:
                break
            fallen.append(event.figure)
            last = place
        if writer.state.values["burst_left"] != 1:
            answers["figures"] = len(fallen)
        writer.do("caught", unit, -1, [], **answers, **self.stand_in(writer, unit, fallen))
        return last

    def goes_on(self, event: Event[Any]) -> bool:
        """Does this belong to what has burst, or to what it does to machines?"""
        if isinstance(event, fight.Struck) and event.how == EXPLOSION:
            return not self.table.marked(event.figure, ModelMark.ABOARD)
        if isinstance(event, machines.MachineSaved):
            return not event.by_hand
        return isinstance(event, fight.Struck)

    def close_burst(self, writer: Writer) -> None:
        """Nobody else stands in the circle."""
        if writer.state.values["burst_left"]:
            writer.do("burst-over")

    def cone(self, events: list[Event[Any]], at: int, shot: fight.Shot, writer: Writer) -> int:
        """So many in the arc, and where the characters stand from the nearest on."""
        battle = self.table
        rolls = self.thrown(CONE_HITS.why, EVEN.why, CONE_COUNT.why, SAVES.why, SAVES_BEHIND.why)
        listed = in_its_cone(battle, shot)
        barrel = muzzle(battle, shot)
        _, fallen, last = self.of_target(events, at, shot)
        who = {} if isinstance(shot, fight.GunFired) else self.shooter(shot, writer)
        answers: dict[str, Value] = {**who, "target": len(listed)}
        answers |= count_answers(battle, listed, self.singles(shot.target, writer), barrel.x, barrel.y)
        answers |= {**self.stand_in(writer, shot.target, fallen), **self.were_aboard(writer, shot.target, fallen)}
        if shot.how == ShotKind.GRAPE and writer.state.units[shot.target].word("gun") in ("in order", "broken"):
            answers["at_gun"] = len(near_gun(battle, battle.units[shot.target])) > 0
        writer.do(
            "shotgun" if isinstance(shot, fight.Fired) else "grape", shot.unit, shot.target, faces(rolls), **answers
        )
        return last

    # ------------------------------------------------------------ machines

    def killed_aboard(self, events: list[Event[Any]]) -> list[int]:
        """The men of a crew whom the charts have killed."""
        harms = [each for each in events if isinstance(each, machines.MachineHarmed) and each.do == CREW]
        killed = [self.table.units[each.unit].first + each.which for each in harms if not each.held]
        return killed + [each.figure for each in events if isinstance(each, fight.Struck) and each.how == CAPTURE]

    def no_room(self, events: list[Event[Any]], writer: Writer) -> None:
        """Who gets out and finds no place beside the hull is lost."""
        for event in events:
            if isinstance(event, fight.Struck) and event.ruling == "R117":
                self.off(event.figure, "falls", writer)

    def machine_hit(self, events: list[Event[Any]], at: int, event: machines.MachineSaved, writer: Writer) -> int:
        """One hit: by a burst, or by a blow in close combat."""
        own = self.thrown(ARMOUR.why, HAND_TO_HAND.why)[-1:]
        rolls, last = gathered(events, at, harm_whys(self.table.rules))
        answers = self.stand_in(writer, event.unit, self.killed_aboard(events[at : last + 1]))
        if event.by_hand:
            blow = next(each for each in self.blows if each[0] == event.unit)
            self.blows.remove(blow)
            if len(waiting_kinds(writer.state.units[event.unit])) > 1:
                answers["attackers"] = ATTACKERS[blow[1]]
        what = "machine-struck" if event.by_hand else "machine-caught"
        writer.do(what, event.unit, -1, faces([*own, *rolls]), **answers)
        self.no_room(events[at : last + 1], writer)
        return last

    # ------------------------------------------------------------ close combat

    def dice_thrown(self, fought: fight.Fought) -> list[Die]:
        """Every die of a round with whoever it was thrown at; a miss is at anybody whom he touches."""
        battle = self.table
        hits = list(zip(fought.strikers, fought.struck, strict=True))
        throwers = [
            model
            for at, model in enumerate(fought.models)
            for _ in range(dice_of(battle, model, free=fought.free, leaver=fought.free and at == 0))
        ]
        saves_of = [struck for struck in fought.struck if struck < battle.men and battle.cast[struck].save]
        rolls = self.taken()[-(len(throwers) + len(saves_of)) :]
        dice: list[Die] = []
        for place, model in enumerate(throwers):
            face = rolls[place].faces[0]
            hit = face < scuffle_of(battle, model)
            foe = fought.models[0] if fought.free else battle.foes(model)[0]
            if hit:
                striker, foe = hits.pop(0)
                assert striker == model
            dice.append(Die(model, face, foe, hit))
        saves = [roll.faces[0] for roll in rolls[len(throwers) :]]
        for model in fought.models:
            if model < battle.men and battle.cast[model].save:
                for die in dice:
                    if die.hit and die.at == model:
                        die.save = saves.pop(0)
        assert not hits, "every hit is somebody's"
        assert not saves, "every save is of somebody"
        return dice

    def side_of_blow(self, model: int, writer: Writer) -> tuple[int, str]:
        """The unit of the book that a model is of, and who of it."""
        if model >= self.table.men:
            return int(self.table.home[model]), MACHINE
        return self.host(model, writer), self.who(model, writer)

    def round(self, fought: fight.Fought, writer: Writer) -> None:
        """Blows of figures alike at figures alike are one entry. A second hit on an Extra who is struck down already is
        no blow more: on a table nobody strikes at him."""
        battle = self.table
        down: set[int] = set()
        groups: dict[tuple[int, str, int, str, bool], list[Die]] = {}
        for die in self.dice_thrown(fought):
            if die.hit and die.at < battle.men and not battle.cast[die.at].save:
                if die.at in down:
                    continue
                down.add(die.at)
            key = (*self.side_of_blow(die.by, writer), *self.side_of_blow(die.at, writer), die.by in self.spent)
            groups.setdefault(key, []).append(die)
            if die.hit and die.at >= battle.men:
                self.blows.append((int(battle.home[die.at]), self.attackers(die.by)))
        for (unit, by, target, at, explosives), dice in groups.items():
            if at == MACHINE:
                self.at_machine(unit, by, target, dice, explosives, writer)
            else:
                self.at_figures(unit, by, target, dice, fought.free, writer)
        self.spent = set()
        writer.do("round-over")

    def attackers(self, model: int) -> int:
        if model < self.table.men:
            return Attackers.EXPLOSIVES if model in self.spent else Attackers.FOOT
        card = self.table.unit_of(model).card.machine
        return Attackers.SPECIAL if card is not None and card.special else Attackers.MACHINE

    def at_machine(self, unit: int, by: str, target: int, dice: list[Die], explosives: bool, writer: Writer) -> None:
        thrown = [die.face for die in dice]
        if by == MACHINE:
            writer.do("machine-hack", unit, target, thrown, strikers=len(thrown))
            return
        answers = self.named(writer, unit, "by", dice[0].by)
        card = self.table.units[int(self.table.home[dice[0].by])].card
        if any(figure.grenades for figure in card.figures):
            answers["explosives"] = explosives
        writer.do("hack", unit, target, thrown, strikers=len(thrown), **answers)

    def at_figures(self, unit: int, by: str, target: int, dice: list[Die], free: bool, writer: Writer) -> None:
        battle = self.table
        answers = self.named(writer, target, "at", dice[0].at)
        answers |= self.stand_in(writer, target, [die.at for die in dice if die.hit])
        many = len(dice)
        struck = 1 if battle.cast[dice[0].at].save else many
        thrown = [die.face for die in dice] + [die.save for die in dice if die.save]
        if by == MACHINE:
            writer.do("machine-blows", unit, target, thrown, strikers=many, struck=struck, **answers)
            return
        answers |= self.named(writer, unit, "by", dice[0].by)
        if free:
            writer.do("free-blows", unit, target, thrown, leaving=struck, strikers=many, **answers)
        else:
            writer.do("blows", unit, target, thrown, strikers=many, struck=struck, **answers)
