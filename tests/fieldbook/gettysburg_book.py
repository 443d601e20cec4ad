"""Guns At Gettysburg in the field book: which of its events is which entry.

What only the table knows is read from the account of the dice, as people would see it.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from table_is_book import Writer, faces

from playsheet.core.book_rows import BookUnit, Deed
from playsheet.core.events import Event, Rolled
from playsheet.core.forms import Value
from playsheet.fieldbook.book import Intent
from playsheet.rules.gettysburg.battle import command_events as command
from playsheet.rules.gettysburg.battle import events as told
from playsheet.rules.gettysburg.battle import fight_events as fight
from playsheet.rules.gettysburg.battle import move_events as move
from playsheet.rules.gettysburg.book.melee import may_be_rapid, others_in_melee
from playsheet.rules.gettysburg.book.outcomes import has_rally
from playsheet.rules.gettysburg.book.sources import (
    enemies_flee,
    friends_flee,
    has_yell_or_aim,
    may_be_supported,
    may_pour_it_on,
)
from playsheet.rules.gettysburg.book.written import BRIGADE, DIVISION, FACE_DOWN, GENERAL, MELEE, TROOPS, is_there
from playsheet.rules.gettysburg.terms import (
    COVERS,
    FORMATIONS,
    ORDERS,
    RETIREMENTS,
    STATES,
    TOKENS,
    FormationChange,
    LossCause,
    MoveKind,
    Reply,
    Retirement,
    Token,
    UnitState,
)
from playsheet.tabletop.events import BattleEnded

RISK = "Risk to general"
SIX = "Double six"
OF_SHOT = ("Skirmish fire: risk to general?", SIX, RISK, "Risk of fire", "Half a figure")
ALL_OF_SNIPING = ("Skirmish fire, a group", "Skirmish fire, the odd die", RISK)  # told before it is thrown
SHOT_AT = "general_near"


class GettysburgAdapter:
    """One step at a time; `rolls` are the dice that no entry has used yet."""

    def __init__(self) -> None:
        self.rolls: list[Rolled] = []
        self.events: list[Event[Any]] = []
        self.aims: set[int] = set()
        self.yells: set[int] = set()
        self.moved: set[int] = set()
        self.prepared: set[int] = set()
        self.chargers: dict[int, list[int]] = {}
        self.writer: Writer | None = None
        self.put_off: list[Event[Any]] = []  # told in the middle of an entry, and written after it

    # ------------------------------------------------------------ numbers

    def numbers(self, writer: Writer) -> None:
        """Detachments stand last in the book, in the order in which they went out."""
        units = writer.state.units
        self.first = [unit.id for unit in units if unit.word("kind") in TROOPS and unit.number("parent") < 0]
        self.out = [unit.id for unit in units if unit.number("parent") >= 0]
        self.generals = [unit.id for unit in units if unit.word("kind") == GENERAL]
        self.brigades = [unit.id for unit in units if unit.word("kind") == BRIGADE]
        self.divisions = [unit.id for unit in units if unit.word("kind") == DIVISION]

    def unit(self, id: int) -> int:
        known = [*self.first, *self.out]
        return known[id] if id >= 0 else -1

    def held(self, id: int) -> BookUnit:
        assert self.writer is not None
        return self.writer.state.units[self.unit(id)]

    # ------------------------------------------------------------ a step

    def write(self, events: list[Event[Any]], writer: Writer) -> None:
        self.writer = writer
        self.numbers(writer)
        self.rolls = []
        self.events = events
        at = 0
        while at < len(events):
            event = events[at]
            if isinstance(event, Rolled):
                self.rolls.append(event)
            else:
                at = self.one(event, at, writer)
                self.numbers(writer)
            at += 1
        assert not self.rolls, [roll.why for roll in self.rolls]

    def taken(self) -> list[Rolled]:
        rolls, self.rolls = self.rolls, []
        return rolls

    def one(self, event: Event[Any], at: int, writer: Writer) -> int:
        for handle in (self.of_turn, self.of_command, self.of_fight, self.of_melee, self.of_morale, self.of_moves):
            last = handle(event, at, writer)
            if last >= 0:
                return last
        return at

    def of_turn(self, event: Event[Any], at: int, writer: Writer) -> int:
        match event:
            case told.Deployed():
                if FORMATIONS[event.formation] != self.held(event.unit).word("formation"):
                    writer.do("formation", self.unit(event.unit), formation=FORMATIONS[event.formation])
            case told.BattleBegan():
                writer.do("begin")
            case told.InitiativeWon():
                writer.do("initiative", dice=faces(self.taken()))
            case told.PhaseBegan():
                writer.do("phase")
            case told.TurnEnded():
                self.moved.clear()
                writer.do("turn")
            case told.Scored():
                for side, points in enumerate(event.score):
                    if points != writer.state.score[side]:
                        writer.do("score", side=side + 1, points=points - writer.state.score[side])
            case BattleEnded():
                writer.do("end", winner=event.winner + 1, reason=event.verdict)
            case move.StayedAway():
                writer.do("gone", self.unit(event.unit))
            case told.TokenSpent():
                if event.token != Token.YELL_OR_AIM:
                    if event.token == Token.RALLY_ONCE_AGAIN:
                        return self.first_rally(event, at, writer)
                    writer.do("token-spent", self.unit(event.unit), token=TOKENS[event.token])
                else:
                    self.aims.add(event.unit)
            case told.TokenGained():
                writer.do("token", self.unit(event.unit), token=TOKENS[event.token])
            case _:
                return -1
        return at

    def first_rally(self, event: told.TokenSpent, at: int, writer: Writer) -> int:
        """The first throw failed; the second one is an entry of its own, which spends the token."""
        rolls = self.taken()
        self.test("rally", event.unit, rolls[-1], writer, again=True)
        return at

    # ------------------------------------------------------------ orders and generals

    def of_command(self, event: Event[Any], at: int, writer: Writer) -> int:
        match event:
            case command.DivisionTried():
                rolls = self.taken()
                contact = has(rolls[0], "base-contact")
                writer.do(
                    "division-order",
                    self.divisions[event.division],
                    dice=faces(rolls),
                    contact=contact,
                    division=rolls[0].row,
                )
            case command.OrderTried():
                rolls = self.taken()
                brigade = self.brigades[event.brigade]
                if event.how == "sent":
                    both = has(rolls[0], "far-and-commanding")
                    far = both or has(rolls[0], "far-or-commanding")
                    answers: dict[str, Value] = {"far": far, "commanding": both}
                    answers["contact"] = has(rolls[0], "base-contact")
                    answers["dense_woods"] = has(rolls[0], "dense-woods")
                    writer.do("brigade-order", brigade, dice=faces(rolls), **answers)
                else:
                    assault = has(rolls[0], "confederate-to-assault")
                    writer.do("own-initiative", brigade, dice=faces(rolls), to_assault=assault)
            case command.OrderChanged():
                self.shows(event.brigade, ORDERS[event.order] if event.shown else FACE_DOWN, writer)
            case command.OrderShown():
                self.shows(event.brigade, ORDERS[event.order], writer)
            case command.GeneralMoved():
                self.rides(event.general, event.unit, writer)
            case command.GeneralDroveOff():
                self.rides(event.general, event.unit, writer)
            case command.GeneralReturned() | command.GeneralReplaced():
                writer.do("general-back", who=self.generals[event.general])
                self.rides(event.general, event.unit, writer)
            case command.GeneralLost():
                general = self.generals[event.general]
                if is_there(writer.state.units[general]):
                    assert event.why == "captured", event.why
                    writer.do("general-lost", general)
            case fight.Steadied():
                writer.do("steadies", self.generals[event.general], self.unit(event.unit))
            case _:
                return -1
        return at

    def shows(self, brigade: int, order: str, writer: Writer) -> None:
        held = writer.state.units[self.brigades[brigade]]
        if is_there(held) and held.word("order") != order:
            writer.do("order", held.id, order=order)

    def rides(self, general: int, unit: int, writer: Writer) -> None:
        held = writer.state.units[self.generals[general]]
        if unit >= 0:
            writer.do("attach", held.id, self.unit(unit))
        elif held.number("with_unit") >= 0:
            writer.do("detach", held.id)

    # ------------------------------------------------------------ fire

    def of_fight(self, event: Event[Any], at: int, writer: Writer) -> int:
        match event:
            case fight.Fired():
                return self.shot(event, at, writer)
            case fight.ChargeDeclared() | fight.ChargeLapsed():
                if self.held(event.unit).flag("uncontrolled"):
                    writer.do("lapse", self.unit(event.unit))
            case fight.ChargeBegan():
                self.chargers.setdefault(event.target, []).append(event.unit)
                writer.do("charge", self.unit(event.unit), self.unit(event.target))
            case fight.ChargeResolved():
                self.chargers.pop(event.target, None)
                self.prepared.discard(event.target)
            case fight.Reacted():
                if event.reaction == Reply.PREPARES:
                    self.prepared.add(event.unit)
            case fight.Engaged():
                writer.do(
                    "contact",
                    self.unit(event.unit),
                    self.unit(event.target),
                    countered=event.target in event.charging,
                    flank=event.flanked,
                )
            case fight.RoseToMeet():
                writer.do("rises", self.unit(event.unit))
            case _:
                return -1
        return at

    def shot(self, fired: fight.Fired, at: int, writer: Writer) -> int:
        """The shot with its chain: until something is told that is none of it."""
        rolls = self.taken()
        tokens: list[int] = []
        answers: dict[str, Value] = {}
        last = at
        for place in range(at + 1, len(self.events)):
            event = self.events[place]
            if isinstance(event, Rolled):
                if event.why not in (ALL_OF_SNIPING if fired.how == LossCause.SNIPING else OF_SHOT):
                    break
                rolls.append(event)
                if event.why == "Risk of fire":
                    answers["built_up"] = True
            elif isinstance(event, told.TokenGained):
                tokens.append(event.token)
            elif isinstance(event, fight.GeneralRisked):
                answers.setdefault("who", self.generals[event.general])
            elif is_of_shot(event):
                pass
            else:
                later = self.events[place:]
                more = [each for each in later if isinstance(each, Rolled)]
                if not (isinstance(event, LATER) and more and more[0].why in OF_SHOT):
                    break
                self.put_off.append(event)
            last = place
        whys = [roll.why for roll in rolls]
        if SIX in whys:
            answers[SHOT_AT] = RISK in whys
            if RISK in whys:
                answers.setdefault("who", -1)
        if fired.how == LossCause.SNIPING:
            answers.clear()
            writer.do("snipe", self.unit(fired.unit), self.generals[fired.general], faces(rolls))
        else:
            self.shoots(fired, rolls, answers, writer)
            for token in sorted(set(tokens)):
                for _ in range(tokens.count(token) - 1):
                    writer.do("token", self.unit(fired.unit), token=TOKENS[token])
        later_on, self.put_off = self.put_off, []
        for event in later_on:
            self.one(event, last, writer)
        return last

    def shoots(self, fired: fight.Fired, rolls: list[Rolled], answers: dict[str, Value], writer: Writer) -> None:
        unit, target = self.unit(fired.unit), self.unit(fired.target)
        account = rolls[0]
        deed = Deed(writer.book.rules, writer.state, unit, target)
        if not any(general.side == deed.other().side for general in self.here(writer)):
            answers.pop(SHOT_AT, None)
            answers.pop("who", None)
        if fired.how == LossCause.SKIRMISH_FIRE:
            answers["cover"] = self.cover_by_loss(fired, rolls, deed)
            writer.do("skirmish-fire", unit, target, faces(rolls), **answers)
            return
        answers["cover"] = cover_of(account)
        answers["enfiladed"] = has(account, "enfiladed")
        answers["massed"] = has(account, "massed")
        answers["range"] = fired.band
        if fired.how == LossCause.ARTILLERY_FIRE:
            answers["ammunition"] = fired.ammunition
            answers["moved"] = has(account, "moved-or-unlimbered")
            if SIX in [roll.why for roll in rolls]:
                answers.setdefault("built_up", False)
            writer.do("artillery", unit, target, faces(rolls), **answers)
            return
        if may_pour_it_on(deed):
            answers["pour"] = fired.ammunition == "pour"
        if has_yell_or_aim(deed):
            answers["aim_low"] = has(account, "aim-low-boys")
        self.aims.discard(fired.unit)
        writer.do("musketry", unit, target, faces(rolls), **answers)

    def cover_by_loss(self, fired: fight.Fired, rolls: list[Rolled], deed: Deed) -> str:
        """Skirmish fire has no account: in cover is whom it halves."""
        sixes = sum(face == 6 for roll in rolls if roll.why.startswith("Skirmish fire, ") for face in roll.faces)
        doubles = sum(roll.faces == [6, 6] for roll in rolls if roll.why == "Skirmish fire, a group")
        target, unit = deed.other(), deed.actor()
        own = (1 if unit.word("state") == "gone-to-ground" else 0) + (1 if unit.flag("low") else 0)
        waits = 1 if target.flag("half") else 0
        extra = doubles * deed.rules.six_effects["skirmish-fire"].extra
        left = next(
            (
                event
                for event in self.events[self.events.index(fired) :]
                if isinstance(event, move.FiguresLost) and event.unit == fired.target and event.why == fired.how
            ),
            None,
        )
        pending = waits if left is None else left.pending
        for cover, halvings in ((COVERS[0], own), (COVERS[2], own + 1)):
            total = (2 * sixes >> halvings) + waits
            if min(total // 2 + extra, target.number("figures")) == fired.figures and total % 2 == pending:
                return cover
        raise AssertionError("neither in the open nor in cover does skirmish fire do that")

    def here(self, writer: Writer) -> list[BookUnit]:
        return [writer.state.units[id] for id in self.generals if is_there(writer.state.units[id])]

    # ------------------------------------------------------------ melee

    def of_melee(self, event: Event[Any], at: int, writer: Writer) -> int:
        match event:
            case fight.MeleeFought():
                if event.result == LossCause.RIDDEN_DOWN:
                    writer.do("ride-down", self.unit(event.leads[0]), self.unit(event.leads[1]))
                    return at
                return self.round(event, at, writer)
            case fight.LeftMelee():
                if writer.state.tied(MELEE, self.unit(event.unit)):
                    writer.do("out-of-melee", self.unit(event.unit))
            case fight.FollowedUp():
                writer.do("follow-up", self.unit(event.unit), self.unit(event.target))
            case fight.WonMelee():
                writer.do("won", self.unit(event.unit), loser=self.unit(event.loser))
            case fight.PursuitTested():
                self.pursues(event, writer)
            case fight.PursuitDropped():
                writer.do("no-pursuit", self.unit(event.unit))
            case fight.GunsLimbered():
                enemy = next(
                    unit.id
                    for unit in writer.state.units
                    if unit.side != self.held(event.unit).side and unit.word("kind") in TROOPS and is_there(unit)
                )
                rolls = self.taken()
                foes = [
                    unit.id
                    for unit in writer.state.units
                    if unit.side != self.held(event.unit).side
                    and is_there(unit)
                    and (unit.word("kind") == "cavalry") == has(rolls[0], "by-cavalry")
                    and unit.word("kind") in TROOPS
                ]
                writer.do("limbering", self.unit(event.unit), (foes or [enemy])[0], faces(rolls))
            case _:
                return -1
        return at

    def round(self, fought: fight.MeleeFought, at: int, writer: Writer) -> int:
        """A round with its losses and chains: until something is told that is none of it."""
        rolls = self.taken()
        lost: dict[int, int] = {}
        tokens: list[told.TokenGained] = []
        at_risk: list[int] = []
        last = at
        for place in range(at + 1, len(self.events)):
            event = self.events[place]
            if isinstance(event, Rolled):
                if event.why not in OF_SHOT:
                    break
                rolls.append(event)
            elif isinstance(event, move.FiguresLost):
                lost[event.unit] = lost.get(event.unit, 0) + event.figures
            elif isinstance(event, told.TokenGained):
                tokens.append(event)
            elif isinstance(event, fight.GeneralRisked):
                at_risk.append(self.generals[event.general])
            elif isinstance(event, fight.DoubleSixRolled | told.TrophyTaken | move.AmmoChanged | command.GeneralLost):
                pass
            elif isinstance(event, LATER):
                self.put_off.append(event)
            else:
                break
            last = place
        sides = (fought.one, fought.other)
        answers: dict[str, Value] = {}
        one, other = (self.unit(lead) for lead in fought.leads)
        for side, prefix, lead in ((0, "", one), (1, "enemy_", other)):
            held = writer.state.units[lead]
            if others_in_melee(writer.state, held):
                beside = [id for id in sides[side] if id != fought.leads[side]]
                assert len(beside) <= 1, "more than two a side"
                answers[f"{prefix}second"] = self.unit(beside[0]) if beside else -1
                answers[f"{prefix}second_lost"] = lost.get(beside[0], 0) if beside else 0
            account = rolls[side]
            answers |= self.of_side(account, prefix, lead, writer)
        if SIX in [roll.why for roll in rolls]:
            for prefix, side, name in (
                ("", writer.state.units[one].side, "who_1"),
                ("enemy_", writer.state.units[other].side, "who_2"),
            ):
                if any(general.side == side for general in self.here(writer)):
                    risked = [id for id in at_risk if writer.state.units[id].side == side]
                    answers[f"{prefix}general_near"] = bool(risked)
                    if RISK in [roll.why for roll in rolls]:
                        answers[name] = risked[0] if risked else -1
        answers |= self.rapid(one, other, rolls, answers, lost, writer)
        writer.do("melee", one, other, faces(rolls), **answers)
        for token in tokens:
            self.one(token, last, writer)
        later_on, self.put_off = self.put_off, []
        for event in later_on:
            self.one(event, last, writer)
        return last

    def rapid(
        self,
        one: int,
        other: int,
        rolls: list[Rolled],
        answers: dict[str, Value],
        lost: dict[int, int],
        writer: Writer,
    ) -> dict[str, Value]:
        """Who uses breechloaders or repeaters is said aloud, and not told: seen by the modifiers and the losses."""
        state = writer.state
        may: list[str] = []
        for prefix, lead in (("", one), ("enemy_", other)):
            beside = int(answers.get(f"{prefix}second", -1))
            may += [f"{prefix}rapid"] if may_be_rapid(state.units[lead]) else []
            may += [f"{prefix}second_rapid"] if beside >= 0 and may_be_rapid(state.units[beside]) else []
        left = {self.unit(id): state.units[self.unit(id)].number("figures") - lost[id] for id in lost}
        low = [self.unit(each.unit) for each in self.events if isinstance(each, move.AmmoChanged) and each.low]
        for flags in product((False, True), repeat=len(may)):
            tried: dict[str, Value] = dict(zip(may, flags, strict=True))
            intent = Intent(0, "melee", unit=one, target=other, answers=answers | tried, dice=faces(rolls))
            written = writer.book.carried_out(state.clone(), intent, 0)
            units = written.state.units
            fits = all(units[id].number("figures") in (left[id], 0) for id in left)
            fits = fits and all(units[id].flag("low") or not is_there(units[id]) for id in low)
            if fits and [accounted(roll) for roll in written.entry.rolls] == [accounted(roll) for roll in rolls]:
                return tried
        raise AssertionError("no way to fight that round leads to these losses")

    def of_side(self, account: Rolled, prefix: str, lead: int, writer: Writer) -> dict[str, Value]:
        answers: dict[str, Value] = {f"{prefix}cover": COVERS[0], f"{prefix}uphill": False, f"{prefix}rough": False}
        if has(account, "works"):
            answers[f"{prefix}cover"] = "works"
        elif has(account, "hasty-works"):
            answers[f"{prefix}cover"] = "hasty-works"
        elif has(account, "cover-or-uphill"):
            answers[f"{prefix}uphill"] = True
        deed = Deed(writer.book.rules, writer.state, lead, -1)
        if may_be_supported(deed):
            answers[f"{prefix}supports"] = times(account, "supporting-lines", writer)
        return answers

    def pursues(self, event: fight.PursuitTested, writer: Writer) -> None:
        rolls = self.taken()
        unit = self.unit(event.unit)
        loser = self.held(event.loser)
        answers: dict[str, Value] = {}
        held = writer.state.units[unit]
        if any(general.side == held.side for general in self.here(writer)):
            answers["general_near"] = has(rolls[0], "general-near")
        if is_there(loser) and loser.word("state") in STATES[UnitState.RETREATING : UnitState.DISPERSED]:
            answers["reach"] = event.result == "pursue"
        if held.word("kind") == "cavalry":
            answers["enemy_ahead"] = event.result == "uncontrolled-charge"
        writer.do("pursuit", unit, dice=faces(rolls), **answers)

    # ------------------------------------------------------------ morale

    def of_morale(self, event: Event[Any], at: int, writer: Writer) -> int:
        match event:
            case fight.MoraleTested():
                roll = self.rolls[-1]
                self.taken()
                what = {"other": "morale", "being-charged": "being-charged", "to-charge": "to-charge"}.get(
                    event.test, "rally"
                )
                if what == "to-charge" and event.unit in self.prepared:
                    what = "counter-test"
                self.test(what, event.unit, roll, writer)
            case fight.BrigadeTested():
                rolls = self.taken()
                brigade = self.brigades[event.brigade]
                here = len(
                    [
                        unit
                        for unit in writer.state.units
                        if unit.number(BRIGADE) == brigade and is_there(unit) and unit.number("parent") < 0
                    ]
                )
                writer.do(
                    "brigade-morale",
                    brigade,
                    dice=faces(rolls),
                    sheltered=here if has(rolls[0], "works-or-woods") else 0,
                    enemy_fleeing=has(rolls[0], "enemy-fleeing"),
                )
            case fight.BrigadeShaken():
                brigade = self.brigades[event.brigade]
                if is_there(writer.state.units[brigade]):
                    writer.do("must-test", brigade)
            case move.Recovered():
                writer.do("recovers", self.unit(event.unit), formed=event.formed)
            case move.AmmoChanged() if not event.low:
                writer.do("resupply", self.unit(event.unit))
            case _:
                return -1
        return at

    def test(self, what: str, id: int, roll: Rolled, writer: Writer, *, again: bool = False) -> None:
        """One throw of two dice, and what its account says of the table."""
        unit = self.unit(id)
        target = -1
        answers: dict[str, Value] = {"uphill": has(roll, "uphill")}
        if what in ("to-charge", "counter-test"):
            target = (
                self.unit(next(held for held, chargers in self.chargers.items() if id in chargers))
                if what == "to-charge"
                else self.unit(self.chargers[id][0])
            )
        elif what == "being-charged":
            target = self.unit(self.chargers[id][0])
        deed = Deed(writer.book.rules, writer.state, unit, target)
        held = deed.actor()
        if any(general.side == held.side for general in self.here(writer)):
            inspires = has(roll, "general-attached-excellent")
            answers["general"] = "attached-excellent" if inspires else "near" if has(roll, "general-near") else "none"
        if enemies_flee(deed):
            answers["enemies_fleeing"] = times(roll, "enemy-fleeing", writer)
        if friends_flee(deed):
            answers["friends_fleeing"] = times(roll, "friends-fleeing", writer)
        if may_be_supported(deed):
            answers["supports"] = times(roll, "supporting-lines", writer)
        if what in ("to-charge", "counter-test"):
            if has_yell_or_aim(deed):
                answers["rebel_yell"] = has(roll, "rebel-yell")
            self.aims.discard(id)
            if what == "to-charge":
                answers["flank"] = has(roll, "charge-weak-target")
        else:
            answers["shelter"] = shelter_of(roll)
        if what == "rally" and has_rally(deed):
            answers["again"] = again
        if what == "being-charged":
            answers["flank_or_rear"] = has(roll, "charged-flank-rear")
            if held.word("kind") != "cavalry":
                answers["charged_by"] = charger_of(roll)
        writer.do(what, unit, target, faces([roll]), **answers)

    # ------------------------------------------------------------ moves

    def of_moves(self, event: Event[Any], at: int, writer: Writer) -> int:
        match event:
            case move.Formed():
                if event.how in (FormationChange.MOUNTS, FormationChange.DISMOUNTS):
                    writer.do("mount", self.unit(event.unit), formation=FORMATIONS[event.formation])
                elif event.how == FormationChange.REFORMS:
                    writer.do("reform", self.unit(event.unit), formation=FORMATIONS[event.formation])
                else:
                    writer.do("formation", self.unit(event.unit), formation=FORMATIONS[event.formation])
            case move.Unformed() if not self.held(event.unit).flag("unformed"):
                assert event.ruling in ("R37", "R112", "R73"), event.ruling
                writer.do("unformed", self.unit(event.unit))
            case move.FirstFlight():
                writer.do("flight", self.unit(event.unit))
            case move.GotUp():
                writer.do("get-up", self.unit(event.unit), dice=faces(self.taken()))
            case move.RecallTried():
                rolls = self.taken()
                writer.do(
                    "recall",
                    self.unit(event.unit),
                    dice=faces(rolls),
                    far=has(rolls[0], "far-from-enemy"),
                    dense_woods=has(rolls[0], "dense-woods"),
                )
            case move.CrossingTried():
                roll = self.rolls.pop(0)
                writer.do("crossing", self.unit(event.unit), dice=roll.faces, obstacle=roll.row)
            case move.WentOut():
                writer.do("skirmishers-out", self.unit(event.parent), figures_out=event.figures, screen=event.screen)
            case move.Rejoined():
                writer.do("rejoin", self.unit(event.unit))
            case move.Pursued():
                writer.do("pursues", self.unit(event.unit))
            case move.CompulsoryDone():
                held = self.held(event.unit)
                if held.word("retires") != RETIREMENTS[Retirement.NONE] or held.number("pursues") >= 0:
                    writer.do("compulsory-done", held.id)
            case move.RetirementDue():
                if self.held(event.unit).word("retires") != RETIREMENTS[event.kind]:
                    writer.do("retire", self.unit(event.unit), retires=RETIREMENTS[event.kind])
            case move.WasDispersed():
                if is_there(self.held(event.unit)):
                    assert event.why not in (LossCause.TEST, LossCause.BRIGADE, LossCause.NOBODY_LEFT), event.why
                    writer.do("gone", self.unit(event.unit))
            case move.FiguresLost() if event.why == LossCause.FLAMES:
                writer.do("loses", self.unit(event.unit), lost=event.figures)
            case move.Moved() if event.how == MoveKind.PLACED:
                return at
            case _:
                return -1
        return at


# Told in the middle of a shot or a round, and written after it.
LATER = (
    fight.BrigadeShaken,
    fight.FleeingNoted,
    fight.Steadied,
    fight.MeleeEnded,
    move.WasDispersed,
    move.Unformed,
    command.OrderChanged,
    command.OrderShown,
)


def is_of_shot(event: Event[Any]) -> bool:
    """Does the book find that out by itself, or is it a move?"""
    if isinstance(event, move.AmmoChanged):
        return event.low
    if isinstance(event, move.StateChanged):
        return event.why == LossCause.DOUBLE_SIX
    return isinstance(
        event,
        command.GeneralLost
        | fight.DoubleSixRolled
        | move.FiguresLost
        | move.GunsLost
        | move.Moved
        | move.CaughtFire
        | move.LeftPost,
    )


def accounted(roll: Rolled) -> list[tuple[str, int]]:
    return [(entry.cause, int(entry.add)) for entry in roll.account]


def has(roll: Rolled, cause: str) -> bool:
    return any(entry.cause == cause for entry in roll.account)


def times(roll: Rolled, cause: str, writer: Writer) -> int:
    """How often a modifier counts that counts for each."""
    rules = writer.book.rules
    table = rules.melee_modifiers if roll.table == "melee-modifiers" else rules.morale_modifiers
    for entry in roll.account:
        if entry.cause == cause:
            return int(entry.add // table.adds[cause])
    return 0


def cover_of(roll: Rolled) -> str:
    if has(roll, "light-cover"):
        return "light"
    if has(roll, "works") or has(roll, "works-rifled"):
        return "works"
    return "cover" if has(roll, "cover") else "none"


def shelter_of(roll: Rolled) -> str:
    within = has(roll, "cover")
    if has(roll, "works"):
        return "works-in-cover" if within else "works"
    if has(roll, "hasty-works"):
        return "hasty-works-in-cover" if within else "hasty-works"
    return "cover" if within else "none"


def charger_of(roll: Rolled) -> str:
    if has(roll, "charged-by-cavalry"):
        return "cavalry"
    if has(roll, "charged-by-infantry-line"):
        return "line"
    if has(roll, "charged-by-infantry-column") or has(roll, "charged-by-infantry-column-in-works"):
        return "column"
    return "skirmishers"
