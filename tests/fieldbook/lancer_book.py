"""Lancer Rifle Gatling in the field book: which of its events is which entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from table_is_book import Writer, faces

from playsheet.core.events import Event, Rolled
from playsheet.core.forms import Value
from playsheet.rules.lancer.battle import events as told
from playsheet.rules.lancer.book import MELEE, leaders
from playsheet.rules.lancer.terms import FORMATIONS
from playsheet.tabletop.events import BattleEnded

CHECK = "Unit Morale Check"
FALL_BACK = "Fall back"
OF_VOLLEY = (CHECK, FALL_BACK, "Casualty checks", "Which figure falls")
NEVER = 99  # no room is short: it did not rout


class LancerAdapter:
    """One step at a time; `rolls` are the dice that no entry has used yet."""

    def __init__(self) -> None:
        self.rolls: list[Rolled] = []
        self.bouts: list[Bout] = []
        self.charging = False
        self.declared: told.Charged | None = None
        self.active = -1

    def write(self, events: list[Event[Any]], writer: Writer) -> None:
        self.rolls = []
        self.charging = False
        at = 0
        while at < len(events):
            event = events[at]
            if isinstance(event, Rolled) and event.why == "Parting blow":
                at = self.blows(events, at, writer)
            elif isinstance(event, Rolled):
                if event.why not in ("Melee: attacker", "Melee: defender"):
                    self.fight(writer)
                self.rolls.append(event)
            elif isinstance(event, told.Fought):
                rolls = self.taken()
                self.bouts.append(Bout(event, faces(rolls), is_uphill(rolls[0])))
            elif not (isinstance(event, told.FigureLost) and event.how == "melee"):
                self.fight(writer)
                at = self.one(events, at, writer)
            at += 1
        self.fight(writer)

    def taken(self) -> list[Rolled]:
        rolls, self.rolls = self.rolls, []
        return rolls

    def one(self, events: list[Event[Any]], at: int, writer: Writer) -> int:
        """The event at this place, and those that belong to it; the place of the last of them."""
        event = events[at]
        match event:
            case told.Deployed():
                if FORMATIONS[event.formation] != writer.state.units[event.unit].word("formation"):
                    writer.do("formation", event.unit, formation=FORMATIONS[event.formation])
            case told.DeployedAttached():
                writer.do("attach", event.commander, event.unit)
            case told.BattleBegan():
                writer.do("begin")
            case told.CardDrawn():
                rolls = self.taken()
                if rolls:
                    writer.do("draw", dice=faces(rolls))
                else:
                    writer.do("draw", card=event.card)
            case told.Activated():
                self.active = event.unit
            case told.Charged():
                self.declared = event
                self.charging = True
            case told.ChargeEnded():
                assert self.declared is not None
                declared = self.declared
                rolls = self.taken()
                what = "counter-charge" if declared.counter else "charge"
                home = event.enemy >= 0 and makes_contact(events[at:], event.unit, event.enemy)
                target = event.enemy if home else declared.target
                writer.do(what, event.unit, target, faces(rolls), home=home, woods=rolls[0].why == "Charge in woods")
            case told.Fired():
                return self.volley(events, at, writer)
            case told.MoraleHeld() | told.MoraleFailed():
                return self.stop_checks(events, at, writer)
            case told.FormationChanged():
                writer.do("formation", event.unit, formation=FORMATIONS[event.formation])
            case told.JamCleared():
                writer.do("clear-jam", event.unit)
            case told.Rallied():
                writer.do("rally", event.unit)
            case told.Attached():
                writer.do("attach", event.commander, event.unit)
            case told.Detached() if writer.state.units[event.commander].number("with_unit") >= 0:
                writer.do("detach", event.commander)
            case told.ContactMade() if event.other not in writer.state.tied(MELEE, event.one):
                writer.do("touch", event.one, event.other)
            case told.ContactBroken() if event.other in writer.state.tied(MELEE, event.one):
                writer.do("part", event.one, event.other)
            case told.Reshuffled():
                writer.do("turn")
            case told.StayedAway():
                writer.do("gone", event.unit)
            case told.Scored():
                writer.do("score", side=event.side + 1, points=event.points, reason=event.what)
            case BattleEnded():
                writer.do("end", winner=event.winner + 1, reason=event.verdict)
            case told.Moved() if event.how == "moves":
                self.taken()
            case told.NotClear():
                self.taken()
        return at

    # ------------------------------------------------------------ shooting

    def volley(self, events: list[Event[Any]], at: int, writer: Writer) -> int:
        """The volley and all that it throws: until something else is told."""
        fired = events[at]
        assert isinstance(fired, told.Fired)
        rolls = self.taken()
        answers: dict[str, Value] = {"cover": "cover" if fired.cover else "open"}
        fallen: list[int] = []
        last = at
        for place in range(at + 1, len(events)):
            event = events[place]
            if isinstance(event, Rolled):
                if event.why not in OF_VOLLEY:
                    break
                rolls.append(event)
                if event.why == FALL_BACK:
                    answers.setdefault("room", NEVER)
            elif isinstance(event, told.Routed) and event.unit == fired.target:
                answers["room"] = int(rolls[-1].came)
            elif isinstance(event, told.FigureLost) and event.how == "shot":
                fallen.append(event.unit)
            elif not isinstance(
                event,
                told.Jammed
                | told.MoraleHeld
                | told.MoraleFailed
                | told.Moved
                | told.Disrupted
                | told.Reformed
                | told.ContactBroken
                | told.Shifted
                | told.Routed,
            ):
                break
            last = place
        led = [unit.id for unit in leaders(writer.state, fired.target)]
        if len(led) > 1 and any(unit in led for unit in fallen):
            answers["which"] = 1 + next(led.index(unit) for unit in fallen if unit in led)
        elif len(led) > 1 and any(roll.why == "Which figure falls" for roll in rolls):
            answers["which"] = 1
        writer.do("shoot", fired.unit, fired.target, faces(rolls), **answers)
        for event in events[at + 1 : last + 1]:
            if isinstance(event, told.ContactBroken) and event.other in writer.state.tied(MELEE, event.one):
                writer.do("part", event.one, event.other)
        return last

    # ------------------------------------------------------------ STOP

    def stop_checks(self, events: list[Event[Any]], at: int, writer: Writer) -> int:
        """All check, then those who failed throw how far, and then they move: each unit's dice are one entry."""
        checks: list[tuple[int, bool, list[int]]] = []
        back: list[Rolled] = []
        routed: list[int] = []
        last = at
        held = self.taken()
        for place in range(at, len(events)):
            event = events[place]
            if isinstance(event, Rolled):
                (back if event.why == FALL_BACK else held).append(event)
            elif isinstance(event, told.MoraleHeld | told.MoraleFailed):
                checks.append((event.unit, isinstance(event, told.MoraleHeld), faces(held)))
                held = []
            elif isinstance(event, told.Routed):
                routed.append(event.unit)
            elif isinstance(event, told.Scored | told.Reshuffled | BattleEnded):
                break
            last = place
        for unit, stood, dice in checks:
            if stood:
                writer.do("stop-check", unit, dice=dice)
            else:
                roll = back.pop(0)
                room = int(roll.came) if unit in routed else NEVER
                writer.do("stop-check", unit, dice=[*dice, *roll.faces], room=room)
        for event in events[at : last + 1]:
            match event:
                case told.ContactBroken() if event.other in writer.state.tied(MELEE, event.one):
                    writer.do("part", event.one, event.other)
                case told.ContactMade() if event.other not in writer.state.tied(MELEE, event.one):
                    writer.do("touch", event.one, event.other)
        return last

    # ------------------------------------------------------------ melee

    def fight(self, writer: Writer) -> None:
        """A round: for each defender those who attacked him, in their order; defenders who fare alike are one entry."""
        bouts, self.bouts = self.bouts, []
        stars: dict[int, list[Bout]] = {}
        for bout in bouts:
            stars.setdefault(bout.told.defending, []).append(bout)
        alike: dict[tuple[int, int, int, bool], list[list[int]]] = {}
        what = "charge-melee" if self.charging else "melee"
        for star in stars.values():
            if len({bout.told.attacker for bout in star}) > 1 or len({bout.uphill for bout in star}) > 1:
                for bout in star:
                    self.round(writer, what, (bout.told.attacker, bout.told.defender, 1, bout.uphill), [bout.dice])
                continue
            key = (star[0].told.attacker, star[0].told.defender, len(star), star[0].uphill)
            alike.setdefault(key, []).append([face for bout in star for face in bout.dice])
        for key, dice in alike.items():
            self.round(writer, what, key, dice)

    def round(self, writer: Writer, what: str, key: tuple[int, int, int, bool], dice: list[list[int]]) -> None:
        unit, target, each, uphill = key
        faces_of_all = [face for star in dice for face in star]
        writer.do(what, unit, target, faces_of_all, attackers=each * len(dice), defenders=len(dice), uphill=uphill)

    def blows(self, events: list[Event[Any]], at: int, writer: Writer) -> int:
        """The parting blows at the unit that leaves: those of strikers alike are one entry. The last event of them.

        A blow is dealt only at a figure that still stands, so to the dice each is at another.
        """
        alike: dict[tuple[int, bool], list[int]] = {}
        commander = False
        last = at
        for place in range(at, len(events)):
            event = events[place]
            if isinstance(event, Rolled) and event.why == "Parting blow":
                alike.setdefault((self.striker(event, writer), is_uphill(event)), []).extend(event.faces)
            elif isinstance(event, told.FigureLost) and event.how == "parting blow":
                commander = commander or event.unit != self.active
            else:
                break
            last = place
        for (striker, uphill), dice in alike.items():
            answers: dict[str, Value] = {"strikers": len(dice), "leaving": len(dice), "uphill": uphill}
            if leaders(writer.state, self.active):
                answers["commanders"] = commander
            writer.do("leave-melee", self.active, striker, dice, **answers)
        return last

    def striker(self, roll: Rolled, writer: Writer) -> int:
        """Whose blow it is: the first of those it fights whose rating and kind the dice show."""
        state = writer.state
        leaver = state.units[self.active]
        hosts = [leaver.id, leaver.number("with_unit")]
        foes = [foe for host in hosts if host >= 0 for foe in state.tied(MELEE, host)]
        foes += [leader.id for foe in foes for leader in leaders(state, foe)]
        braced = any(entry.ruling == "R30" for entry in roll.account)
        return next(
            foe
            for foe in foes
            if f"{state.units[foe].word('melee')} or less" == roll.needed
            and (state.units[foe].word("kind") == "foot" and leaver.word("kind") == "horse") == braced
        )


def makes_contact(events: list[Event[Any]], unit: int, enemy: int) -> bool:
    """Do the two touch at the end? A charge may stop at a corner beside which nobody finds a place."""
    return any(isinstance(each, told.ContactMade) and {each.one, each.other} == {unit, enemy} for each in events)


@dataclass
class Bout:
    """A pair that fought, with its dice."""

    told: told.Fought
    dice: list[int]
    uphill: bool


def is_uphill(roll: Rolled) -> bool:
    return any(entry.ruling == "R31" for entry in roll.account)
