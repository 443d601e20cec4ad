"""GASLIGHT in the field book: which of its events is which entry, and what people saw on the table meanwhile."""

from __future__ import annotations

import math
from typing import Any

from table_is_book import Writer, faces

from playsheet.core.events import Event, Rolled
from playsheet.core.forms import Value, shown_length
from playsheet.rules.gaslight.battle import events as told
from playsheet.rules.gaslight.battle import fight_events as fight
from playsheet.rules.gaslight.battle import machine_events as machines
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.book.sources import people
from playsheet.rules.gaslight.book.written import EXTRAS, SLOTS, STAND_IN, WHO, slots_of
from playsheet.rules.gaslight.dice.morale import WHITHER
from playsheet.rules.gaslight.dice.shooting import COUNT, SAVES, SAVES_BEHIND
from playsheet.rules.gaslight.ground.marks import mark_at
from playsheet.rules.gaslight.ground.sight import target_of
from playsheet.rules.gaslight.options.shooting import ring
from playsheet.rules.gaslight.table.morale import OFF_TABLE, WHICH
from playsheet.rules.gaslight.terms import COVERS, Arm, CheckReason, FailureResult, MoraleCase, MoveKind, ShotKind
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.machines.charts import CREW

CHECKS = {
    CheckReason.OWN_CARD: "check",
    CheckReason.TO_CHARGE: "charge-check",
    CheckReason.RECEIVES: "receive-check",
    CheckReason.AT_ONCE: "check-at-once",
}
OF_TARGET = (COUNT.why, SAVES.why, SAVES_BEHIND.why)
MELEE = "melee"


class GaslightAdapter:
    """One step at a time; `rolls` are the dice that no entry has used yet, `before` is the table as the step begins."""

    def __init__(self) -> None:
        self.rolls: list[Rolled] = []
        self.before: GaslightBattle | None = None
        self.charging = (-1, -1)
        self.stand_ins: dict[int, int] = {}  # of a unit the Extra who stands in for a leader

    def look(self, battle: GaslightBattle) -> None:
        self.before = battle.clone()

    @property
    def table(self) -> GaslightBattle:
        assert self.before is not None, "somebody has looked"
        return self.before

    def write(self, events: list[Event[Any]], writer: Writer) -> None:
        self.rolls = []
        at = 0
        while at < len(events):
            event = events[at]
            if isinstance(event, Rolled):
                self.rolls.append(event)
            else:
                at = self.one(events, at, writer)
            at += 1

    def taken(self) -> list[Rolled]:
        rolls, self.rolls = self.rolls, []
        return rolls

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
            case told.LeftTable() if event.how != OFF_TABLE:
                self.off(event.figure, "leaves", writer)
            case fight.GunFired():
                writer.do("gun-fires", event.unit, event.target)
            case fight.GunReloaded():
                writer.do("gun-reloads", event.unit)
            case fight.GunHit():
                writer.do("gun-hit", event.unit)
            case fight.GunRepairTried() if event.mended:
                writer.do("gun-repaired", event.unit)
            case machines.MachineSaved() if event.counts:
                writer.do("machine-hit", event.unit)
            case machines.MachineHarmed() if event.do == CREW and not event.held:
                self.off(self.table.units[event.unit].first + event.which, "falls", writer)
            case fight.Fired() if event.how == ShotKind.AIMED and not self.is_at_works(event):
                return self.volley(events, at, event, writer)
            case fight.Fired() if event.how == ShotKind.NAMED and not self.is_at_works(event):
                return self.snipe(events, at, event, writer)
            case fight.Fought():
                self.round(events, at, event, writer)
            case fight.Struck() if not event.saved and event.how != MELEE:
                self.off(event.figure, "falls", writer)
            case told.Scored():
                writer.do("score", side=event.side + 1, points=event.points, reason=event.what)
            case BattleEnded():
                writer.do("end", winner=event.winner + 1, reason=event.verdict)
        return at

    def is_at_works(self, shot: fight.Fired) -> bool:
        """At a machine, or with heavy weapons at men by their gun: this is not thrown in the book."""
        weapon = self.table.cast[shot.figures[0]].weapon
        heavy = weapon is not None and weapon.heavy
        return shot.machine or (heavy and self.table.units[shot.target].kind == Arm.CREW)

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
        writer.do("failures", event.unit, -1, faces(rolls), **self.stand_in(writer, event.unit, off))

    # ------------------------------------------------------------ shooting

    def of_target(self, events: list[Event[Any]], at: int, shot: fight.Shot) -> tuple[list[Rolled], list[int], int]:
        """The dice that the target throws, who falls, and the place of the last event of it."""
        rolls: list[Rolled] = []
        fallen: list[int] = []
        last = at
        for place in range(at + 1, len(events)):
            event = events[place]
            if isinstance(event, Rolled) and event.why in OF_TARGET:
                rolls.append(event)
            elif isinstance(event, fight.Struck) and event.by == shot.unit and event.how == shot.how:
                if not event.saved:
                    fallen.append(event.figure)
            else:
                break
            last = place
        return rolls, fallen, last

    def shooting(self) -> list[Rolled]:
        """The dice to hit, without those that say where somebody runs or at whom he fires."""
        others = (WHICH.why, WHITHER.why)
        return [roll for roll in self.taken() if roll.why not in others and not roll.why.startswith("Charge")]

    def shot_answers(self, shot: fight.Shot) -> dict[str, Value]:
        return {"range": shown_length(math.floor(shot.distance * 1000) / 1000), "cover": COVERS[shot.cover]}

    def volley(self, events: list[Event[Any]], at: int, shot: fight.Fired, writer: Writer) -> int:
        fire = self.shooting()
        rolls, fallen, last = self.of_target(events, at, shot)
        battle = self.table
        answers = {"figures": len(shot.figures), **self.shot_answers(shot)}
        if battle.units[shot.target].kind == Arm.VEHICLE:
            answers["target"] = len(mark_at(battle, battle.units[shot.target], machine=False).models)
        if any(roll.why == COUNT.why for roll in rolls):
            x, y = battle.centre(shot.figures)
            models = mark_at(battle, battle.units[shot.target], machine=False).models
            order = ring(battle, models, x, y)
            for number, each in enumerate(people(writer.state, shot.target)[:3], 1):
                single = slots_of(battle.units[each.unit.id])
                figure = single[SLOTS.index(each.slot)]
                answers[f"place{number}"] = order.index(figure) + 1 if figure in order else 0  # aboard
                answers[f"behind{number}"] = False
            for roll in rolls:
                if roll.why == SAVES_BEHIND.why:
                    self.shot_from_behind(answers, battle, order, x, y, writer, shot.target)
            answers.update(self.stand_in(writer, shot.target, fallen))
        dice = [face for roll in [*fire, *rolls] for face in roll.faces]
        writer.do("shoot", shot.unit, shot.target, dice, **answers)
        return last

    def shot_from_behind(
        self,
        answers: dict[str, Value],
        battle: GaslightBattle,
        order: list[int],
        x: float,
        y: float,
        writer: Writer,
        target: int,
    ) -> None:
        """Who of them has his back to the shooter."""
        for number, each in enumerate(people(writer.state, target)[:3], 1):
            figure = slots_of(battle.units[each.unit.id])[SLOTS.index(each.slot)]
            answers[f"behind{number}"] = is_behind(battle, figure, x, y)

    def snipe(self, events: list[Event[Any]], at: int, shot: fight.Fired, writer: Writer) -> int:
        fire = self.shooting()
        rolls, fallen, last = self.of_target(events, at, shot)
        answers = self.shot_answers(shot)
        if len(people(writer.state, shot.unit)) > 1:
            answers["by"] = self.who(shot.figures[0], writer)
        answers.update(self.named(writer, shot.target, "at", shot.model))
        if self.who(shot.model, writer) != EXTRAS:
            answers["behind1"] = any(roll.why == SAVES_BEHIND.why for roll in rolls)
        answers.update(self.stand_in(writer, shot.target, fallen))
        dice = [face for roll in [*fire, *rolls] for face in roll.faces]
        writer.do("snipe", shot.unit, shot.target, dice, **answers)
        return last

    # ------------------------------------------------------------ close combat

    def round(self, events: list[Event[Any]], at: int, fought: fight.Fought, writer: Writer) -> None:
        """Blows of figures alike at figures alike are one entry. A second hit on an Extra who is struck down already is
        no blow more: on a table nobody strikes at him."""
        battle = self.table
        rolls = self.taken()
        models = fought.models
        if any(model >= battle.men for model in models):
            self.with_machines(events, at, writer)
            return
        strikers = models[1:] if fought.free else models
        rolls = rolls[-(len(strikers) + self.saves_of(fought)) :]
        own = {model: rolls[place].faces[0] for place, model in enumerate(strikers)}
        saves = [roll.faces[0] for roll in rolls[len(strikers) :]]
        hits = list(zip(fought.strikers, fought.struck, strict=True))
        saved: dict[tuple[int, int], int] = {}
        for model in models:
            if battle.cast[model].save:
                for hit in hits:
                    if hit[1] == model:
                        saved[hit] = saves.pop(0)
        assert not saves, "every save is of somebody"
        down: set[int] = set()
        groups: dict[tuple[int, str, int, str], list[tuple[int, int]]] = {}
        for model in strikers:
            at_whom = next((struck for striker, struck in hits if striker == model), -1)
            if at_whom < 0:
                at_whom = models[0] if fought.free else battle.foes(model)[0]
            elif not battle.cast[at_whom].save:
                if at_whom in down:
                    continue
                down.add(at_whom)
            key = (
                self.host(model, writer),
                self.who(model, writer),
                self.host(at_whom, writer),
                self.who(at_whom, writer),
            )
            groups.setdefault(key, []).append((model, at_whom))
        for (unit, _, target, whom), pairs in groups.items():
            answers: dict[str, Value] = {}
            answers.update(self.named(writer, unit, "by", pairs[0][0]))
            answers.update(self.named(writer, target, "at", pairs[0][1]))
            fallen = [struck for striker, struck in pairs if (striker, struck) in hits]
            answers.update(self.stand_in(writer, target, fallen))
            many = len(pairs)
            struck = 1 if whom != EXTRAS else many
            dice = [own[striker] for striker, _ in pairs]
            dice += [saved[pair] for pair in pairs if pair in saved]
            if fought.free:
                writer.do("free-blows", unit, target, dice, leaving=struck, strikers=many, **answers)
            else:
                writer.do("blows", unit, target, dice, strikers=many, struck=struck, **answers)
        writer.do("round-over")

    def saves_of(self, fought: fight.Fought) -> int:
        return sum(1 for struck in fought.struck if self.table.cast[struck].save)

    def with_machines(self, events: list[Event[Any]], at: int, writer: Writer) -> None:
        """A round with a machine in it is not thrown in the book: who falls is said."""
        for event in events[at + 1 :]:
            if isinstance(event, fight.Struck) and event.how == MELEE:
                if not event.saved:
                    self.off(event.figure, "falls", writer)
            elif not isinstance(event, Rolled):
                break


def is_behind(battle: GaslightBattle, figure: int, x: float, y: float) -> bool:
    return target_of(battle, [figure], x, y).throws[0] is SAVES_BEHIND
