"""The risk-factor skirmish in the field book: which of its events is which entry."""

from __future__ import annotations

from typing import Any

from table_is_book import Writer, faces

from playsheet.core.events import Event, Rolled
from playsheet.core.forms import Value, shown_length
from playsheet.rules.riskfactor.battle import events as told
from playsheet.rules.riskfactor.battle import fight_events as fight
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.dice.shooting import WHO, is_wounded
from playsheet.rules.riskfactor.options.shooting import (
    aim_among,
    aim_at,
    condition_before,
    how_it_fires,
    ready_figures,
    stationary,
)
from playsheet.rules.riskfactor.table.melee import defends
from playsheet.rules.riskfactor.table.risk import Throwing
from playsheet.rules.riskfactor.terms import CLASSES, COVERS, ORDERS, RESULTS, Fires
from playsheet.tabletop.events import BattleEnded


class RiskFactorAdapter:
    """One step at a time; `before` is the table as people see it when the step begins."""

    def __init__(self) -> None:
        self.before: RiskBattle | None = None
        self.rolls: list[Rolled] = []
        self.platoons: dict[int, list[int]] = {}
        self.together: set[int] = set()
        self.wounds: dict[int, int] = {}
        self.leaving = -1

    def look(self, battle: RiskBattle) -> None:
        self.before = battle.clone()

    def write(self, events: list[Event[Any]], writer: Writer) -> None:
        self.rolls = []
        self.platoons = {}
        self.together = set()
        self.wounds = {}
        self.leaving = -1
        at = 0
        while at < len(events):
            event = events[at]
            if isinstance(event, Rolled):
                self.rolls.append(event)
            else:
                at = self.one(events, at, writer)
            at += 1

    def taken(self) -> list[int]:
        rolls, self.rolls = self.rolls, []
        return faces(rolls)

    def one(self, events: list[Event[Any]], at: int, writer: Writer) -> int:
        """The event at this place, and those that belong to it; the place of the last of them."""
        assert self.before is not None
        event = events[at]
        state = writer.state
        match event:
            case told.FirstSideSet():
                self.taken()
                writer.do("first-side", side=event.side + 1)
            case told.SideBegan():
                if not state.begun:
                    writer.do("begin")
                elif event.turn == state.turn:
                    writer.do("phase")
                else:
                    writer.do("turn")
            case told.SideEnded():
                ends = 5 if event.side + 1 == state.values["first"] else 11
                while writer.state.phase < ends:
                    writer.do("phase")
            case told.VisibilitySet() | told.PointsThrown():
                self.taken()
            case told.Declared():
                writer.do("declare", event.leader, fires=event.fires)
            case told.LinkBought():
                group = self.before.group_of(event.figure)
                if group.leader:
                    writer.do("commands", event.leader, group.id)
            case told.GroupCommanded():
                writer.do("commands", event.leader, event.group)
            case told.PlatoonRolled():
                self.platoon(event)
            case told.ActionSet():
                self.action(event, writer)
            case told.OrderSet():
                if ORDERS[event.kind] != state.units[event.group].word("order"):
                    writer.do("order", event.group, order=ORDERS[event.kind])
            case told.Advanced():
                writer.do("move", event.group, nearer=event.advancing)
            case told.Ran():
                writer.do("run", event.group)
            case told.GroupAdded():
                writer.do("join", card=event.card, name=event.name, side=event.side + 1)
            case told.WentOff():
                self.off(event, writer)
            case told.GroupJoined():
                writer.do("join", event.group, event.host)
            case told.Charged():
                writer.do("charge", event.group, event.target)
            case fight.Fired():
                return self.volley(events, at, writer)
            case fight.BrokeOff():
                self.leaving = event.group
            case fight.Fought():
                self.blow(event, writer)
            case fight.Hurt():
                self.wounds[event.figure] = event.wounds
            case fight.MeleeEnded():
                self.leaving = -1
            case fight.Retreated():
                writer.do("retreat", event.group)
            case fight.Loaded():
                writer.do("load", event.group)
            case BattleEnded():
                writer.do("end", winner=event.winner + 1, reason=event.verdict)
        return at

    # ------------------------------------------------------------ action dice

    def platoon(self, event: told.PlatoonRolled) -> None:
        """The last die or dice are the platoon's: all other dice wait for their groups."""
        if event.together:
            self.rolls.pop()
            self.together |= set(event.groups)
            return
        own = self.rolls[-len(event.groups) :]
        del self.rolls[-len(event.groups) - 1 :]
        for group, roll in zip(event.groups, own, strict=True):
            self.platoons[group] = list(roll.faces)

    def action(self, event: told.ActionSet, writer: Writer) -> None:
        assert self.before is not None
        if event.with_group >= 0:
            writer.do("share", event.group, event.with_group)
            return
        if event.group in self.together:
            writer.do("platoon", event.group, result=RESULTS[event.result], italic=event.italic)
            return
        dice = self.platoons[event.group] if event.group in self.platoons else list(self.rolls.pop(0).faces)
        group = self.before.groups[event.group]
        seen = Throwing(self.before, group)
        answers: dict[str, Value] = {
            "hero": seen.risk.hero,
            "cover": seen.risk.in_cover,
            "threats": seen.risk.threats,
            "flank": seen.risk.flank,
            "fortified": seen.fortified,
            "enemy": seen.seen.nearest >= 0,
        }
        unit = writer.state.units[event.group]
        if unit.word("class") == "raw":
            answers["in_range"] = seen.risk.raw_in_range
        if unit.flag("native"):
            answers["cavalry"] = seen.risk.near_cavalry
        writer.do("react", event.group, dice=dice, **answers)

    def off(self, event: told.WentOff, writer: Writer) -> None:
        assert self.before is not None
        unit = writer.state.units[event.group]
        gone: dict[int, list[int]] = {}
        for figure in event.figures:
            gone.setdefault(self.before.group_of(figure).id, []).append(figure)
        for id, figures in gone.items():
            unit = writer.state.units[id]
            answers: dict[str, Value] = {"figures": len(figures)}
            if unit.number("wounded"):
                answers["wounded"] = sum(self.wounds_of(figure) > 0 for figure in figures)
            writer.do("off-table", id, **answers)

    def wounds_of(self, figure: int) -> int:
        assert self.before is not None
        return self.wounds.get(figure, int(self.before.wounds[figure]))

    # ------------------------------------------------------------ shooting

    def volley(self, events: list[Event[Any]], at: int, writer: Writer) -> int:
        """The fire and all that it did. Who is hit is counted as in the book: unhurt, wounded, leaders."""
        fired = events[at]
        assert isinstance(fired, fight.Fired)
        assert self.before is not None
        battle = self.before
        dice = self.taken()
        rolls: list[Rolled] = []
        hurts: list[fight.Hurt] = []
        last = at
        for place in range(at + 1, len(events)):
            event = events[place]
            if isinstance(event, Rolled):
                rolls.append(event)
            elif isinstance(event, fight.Hurt):
                hurts.append(event)
            else:
                break
            last = place
        group = battle.groups[fired.group]
        target = battle.groups[fired.target]
        how = how_it_fires(battle, group)
        ready = ready_figures(battle, group, battle.members(group), how)
        if fired.figure >= 0:
            aim = aim_among(battle, group, [fired.figure], ready)
        else:
            aim = aim_at(battle, group, target, ready)
        self.leaders_stand(writer, battle, fired, aim.found)
        men = [figure for figure in aim.found if not battle.group_of(figure).leader]
        led = [figure for figure in aim.found if battle.group_of(figure).leader]
        guests = [figure for figure in men if battle.group_of(figure) is not target]
        men = [figure for figure in men if figure not in guests] + guests
        hurt_men = [figure for figure in men if is_wounded(condition_before(battle, figure))]
        unhurt_led = [figure for figure in led if not is_wounded(condition_before(battle, figure))]
        order = [figure for figure in men if figure not in hurt_men] + hurt_men
        order += unhurt_led + [figure for figure in led if figure not in unhurt_led]
        waiting = rolls[:]
        for hurt in hurts:
            if len(order) > 1:
                assert waiting.pop(0).why == WHO.why
                dice.append(order.index(hurt.figure) + 1)
            dice += waiting.pop(0).faces
            if hurt.killed:
                order.remove(hurt.figure)
        answers: dict[str, Value] = {
            "figures": len(aim.able),
            "range": shown_length(fired.cm),
            "cover": COVERS[fired.cover],
            "target": len(men),
        }
        unit = writer.state.units[fired.target]
        if how == Fires.UNCOMMANDED:
            answers["moved"] = not stationary(battle, battle.members(group))
        if guests:
            of = {battle.group_of(figure).id for figure in guests}
            assert len(of) == 1, "NCOs of two other groups stand with one"
            hurt_guests = sum(figure in hurt_men for figure in guests)
            answers.update(guests=len(guests), guests_of=of.pop(), guests_wounded=hurt_guests)
        if guests or (not unit.flag("leader") and unit.number("wounded")):
            answers["wounded"] = len(hurt_men)
        if unit.flag("leader") or any(other.number("with_unit") == unit.id for other in writer.state.units):
            answers["leaders"] = len(led)
        writer.do("shoot", fired.group, fired.target, dice, **answers)
        return last

    def leaders_stand(self, writer: Writer, battle: RiskBattle, fired: fight.Fired, found: list[int]) -> None:
        """Which leaders may be hit with the target, where that is another than before."""
        target = battle.groups[fired.target]
        if target.leader:
            return
        seen = [battle.group_of(figure).id for figure in found]
        for unit in writer.state.units:
            if unit.flag("leader") and unit.side == target.side:
                stands = unit.id in seen
                if stands and unit.number("with_unit") != target.id:
                    writer.do("stand-with", unit.id, target.id)
                elif not stands and unit.number("with_unit") == target.id:
                    writer.do("stand-alone", unit.id)

    # ------------------------------------------------------------ melee

    def blow(self, event: fight.Fought, writer: Writer) -> None:
        """A pair, or one parting blow: the striker is `mine`, the leaver `theirs`."""
        assert self.before is not None
        mine = self.before.group_of(event.mine).id
        theirs = self.before.group_of(event.theirs).id
        if self.leaving >= 0:
            answers = self.arms(writer, event.mine, event.theirs, "")
            answers.update(self.arms(writer, event.theirs, event.mine, "leaving_"))
            writer.do("break-off", theirs, mine, self.taken(), strikers=1, leaving=1, **answers)
            return
        answers = self.arms(writer, event.mine, event.theirs, "")
        answers.update(self.arms(writer, event.theirs, event.mine, "enemy_"))
        writer.do("pair", mine, theirs, self.taken(), **answers)

    def arms(self, writer: Writer, figure: int, enemy: int, prefix: str) -> dict[str, Value]:
        """What is asked of one figure against another."""
        assert self.before is not None
        unit = writer.state.units[self.before.group_of(figure).id]
        answers: dict[str, Value] = {f"{prefix}defending": defends(self.before, figure, enemy)}
        if unit.number("wounded"):
            answers[f"{prefix}wounded"] = self.wounds_of(figure) > 0
        if unit.word("class") != unit.word("nco_class"):
            answers[f"{prefix}class"] = CLASSES[self.before.squads.rank[figure]]
        return answers
