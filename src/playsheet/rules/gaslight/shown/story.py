"""A whole step in words: the sentences of narration.py, joined where they belong together, with the dice that fell."""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Event, Rolled
from playsheet.core.telling import Storyteller, Told, as_roll
from playsheet.core.words import listed, number, upper
from playsheet.rules.gaslight.battle.events import (
    ActionsEnded,
    Activated,
    Attached,
    CardDrawn,
    Deployed,
    LeftTable,
    Moved,
    TookOver,
)
from playsheet.rules.gaslight.battle.fight_events import (
    Burst,
    FailureRolled,
    Fired,
    Fought,
    Froze,
    GunFired,
    GunHit,
    MoraleChecked,
    RunsOff,
    Struck,
    WeaponFired,
)
from playsheet.rules.gaslight.battle.machine_events import (
    Boarded,
    Drove,
    Exploded,
    GotOut,
    MachineHarmed,
    MachineLost,
    MachineSaved,
    StartRolled,
    SustainRolled,
)
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import its, men_named, name_of, short_of, some_of, wording
from playsheet.rules.gaslight.dice.vehicles import ARMOUR
from playsheet.rules.gaslight.shown.narration import (
    activated,
    bonus_of,
    charging,
    checked,
    failures,
    left_table,
    narrate,
    took_over,
)
from playsheet.rules.gaslight.shown.narration_fight import (
    Shot,
    burst_upon,
    commanders_lost,
    deeds,
    fired,
    fought,
    gun_hit,
    is_unclear,
    missile,
    own_men,
    struck,
    struck_sentence,
    where_burst,
)
from playsheet.rules.gaslight.shown.narration_machines import (
    against_save,
    boarded,
    bounced,
    exploded,
    got_out,
    harm,
    how_it_drove,
    kept_up,
    lost,
    started,
    strikes,
    sustained,
)
from playsheet.rules.gaslight.shown.places import place_of
from playsheet.rules.gaslight.table.damage import CAPTURE, EXPLOSION
from playsheet.rules.gaslight.terms import FailureResult, HitResult, ModelMark, MoveKind, Where
from playsheet.tabletop.events import ChartRolled
from playsheet.tabletop.machines.machine import ABANDONED, CAPTURED_BY_FOE, DISABLED
from playsheet.tabletop.machines.machine import EXPLODED as BLOWN_UP
from playsheet.tabletop.wording import part_of

AWAY: Final = (MoveKind.RUNS, MoveKind.BACKS, MoveKind.RUNS_WILD)
ANY_SHOT: Final = "shot"


class GaslightTeller(Storyteller[GaslightBattle]):
    """Joins what belongs together: a volley and whom it hit, a check and who failed it, a hit and what it broke."""

    def __init__(self, battle: GaslightBattle) -> None:
        super().__init__(battle)
        self.names: list[str] = []
        self.failing: dict[int, int] = {}  # of this step: what figures do by the failure chart ...
        self.failed: Told | None = None  # ... and the sentence that said so
        self.what = ANY_SHOT  # what was shot last

    def place(self, event: Event[GaslightBattle]) -> str:
        return place_of(event)

    def units(self) -> int:
        return len(self.battle.units)

    def name(self, id: int) -> str:
        for known in range(len(self.names), len(self.battle.units)):
            self.names.append(name_of(self.battle, known))
        return self.names[id]

    def short(self, id: int) -> str:
        return short_of(self.battle.units[id])

    def tell(self, events: list[Event[GaslightBattle]]) -> list[Told]:
        self.failing = {}
        self.failed = None
        self.what = ANY_SHOT
        return super().tell(events)

    # ------------------------------------------------------------ what belongs together

    def tell_one(self, event: Event[GaslightBattle]) -> None:
        match event:
            case Deployed():
                self.tell_deployed(event)
            case CardDrawn():
                self.tell_card(event)
            case ActionsEnded():
                self.say(self.stood_fast())
                self.go_on()
            case Attached():
                self.tell_joining(event)
            case Moved():
                self.tell_move(event)
            case LeftTable():
                self.tell_leaving(event)
            case Froze() | RunsOff():
                if event.figure in self.failing:
                    self.go_on_quietly()
                else:
                    self.say(narrate(event, self.battle))
                    self.go_on()
            case MoraleChecked():
                self.tell_check(event)
            case Fired() | GunFired() | WeaponFired():
                self.tell_shot(event)
            case Burst():
                self.tell_burst(event)
            case Struck():
                self.tell_strikes(event)
            case Fought():
                self.tell_melee(event)
            case _:
                self.tell_machine(event)

    def tell_machine(self, event: Event[GaslightBattle]) -> None:
        """Machines; and what is told by itself."""
        match event:
            case SustainRolled():
                self.tell_drive(event)
            case Drove():
                self.say(f"{upper(name_of(self.battle, event.unit))} {self.driven(event)}.")
            case StartRolled():
                self.say(started(event, self.battle, self.rolls))
                self.go_on()
            case MachineSaved():
                self.tell_hit(event)
            case ChartRolled():
                self.go_on()  # what it does is told
            case MachineLost():
                self.tell_loss(event)
            case Exploded():
                self.tell_explosion(event.unit)
            case GotOut():
                self.tell_getting_out(event)
            case Boarded():
                self.tell_boarding()
            case _:
                self.say(narrate(event, self.battle))
                self.go_on()

    # ------------------------------------------------------------ cards and command

    def tell_deployed(self, event: Deployed) -> None:
        """Many short sentences, which may be run together."""
        text = narrate(event, self.battle)
        self.go_on()
        following = self.next()
        if isinstance(following, Attached):
            text = text[:-1] + f", with {name_of(self.battle, following.unit)}."
            self.go_on()
        self.told.append(Told(text, self.rolls, deployment=True))
        self.rolls = []

    def tell_card(self, event: CardDrawn) -> None:
        """Whose card it is, and who cannot act on it."""
        self.rolls = []  # which card came up shows by itself
        text = narrate(event, self.battle)
        self.go_on()
        following = self.next()
        if isinstance(following, Activated):
            held = activated(following, self.battle)
            text += f" {held}" if held else ""
            self.go_on()
        self.say(text)

    def stood_fast(self) -> str:
        """A card on which nothing was done at all."""
        battle = self.battle
        if battle.active < 0:
            return ""
        unit = battle.units[battle.active]
        members = battle.members(unit)
        if unit.drove or unit.weapons_fired or any(battle.marked(each, ModelMark.ACTED) for each in members):
            return ""
        if all(battle.marked(each, ModelMark.HELD) for each in members) or battle.in_melee(unit):
            return ""  # they could do nothing, or they fight on
        return f"{upper(name_of(battle, unit.id))} {self.idle(unit)}."

    def idle(self, unit: Unit) -> str:
        return wording(self.battle, unit.id, ["stood fast", "waited", "did not stir", f"bided {its(unit)} time"])

    def tell_joining(self, event: Attached) -> None:
        """A character joins a unit, perhaps to lead it."""
        following = self.after_next()
        if isinstance(following, TookOver) and following.character == event.character:
            self.go_on()
            self.say(took_over(following, self.battle))
        else:
            self.say(narrate(event, self.battle))
        self.go_on()

    # ------------------------------------------------------------ moving

    def tell_move(self, event: Moved) -> None:
        if event.how == MoveKind.CHARGES or event.how == MoveKind.PILES_IN:
            self.tell_rush(event)
        elif event.how == MoveKind.CHARGES_ALONE:
            self.tell_lone_charge(event)
        elif event.how in AWAY and all(figure in self.failing for figure in event.figures):
            self.go_on_quietly()
        else:
            following = self.after_next()
            text = narrate(event, self.battle)
            self.go_on()
            if isinstance(following, Attached) and self.is_only(event, following.character):
                text = text[:-1] + f" and joined {name_of(self.battle, following.unit)}."
                self.go_on()
            self.say(text)

    def is_only(self, event: Moved, character: int) -> bool:
        return event.figures == [self.battle.units[character].first]

    def tell_rush(self, event: Moved) -> None:
        """All who charged, or piled in, and how many came to blows."""
        battle = self.battle
        unit = battle.units[event.unit]
        went: list[int] = []
        following: Event[GaslightBattle] | None = event
        while isinstance(following, Moved) and following.unit == event.unit and following.how == event.how:
            went += following.figures
            self.go_on()
            self.take_rolls()
            following = self.next()
        who = upper(some_of(battle, unit, went))
        home = [figure for figure in went if battle.engaged(figure)]
        if event.how == MoveKind.PILES_IN:
            self.say(f"{who} piled in.")
            return
        bonus = bonus_of(unit, self.rolls)
        self.say(f"{who}{bonus} {charging(battle, unit, went)}{struck_home(len(home), len(went))}.")

    def tell_lone_charge(self, event: Moved) -> None:
        """One who charges by the failure chart, and whom he meets."""
        battle = self.battle
        text = narrate(event, battle)[:-1]
        self.go_on()
        foes: list[str] = []
        for figure in event.figures:
            for foe in battle.foes(figure):
                name = name_of(battle, battle.unit_of(foe).id)
                if name not in foes:
                    foes.append(name)
        self.say(f"{text} and came to blows with {listed(foes)}." if foes else f"{text}.")

    def tell_leaving(self, event: LeftTable) -> None:
        """Over the edge: told, unless the failures have just said that he bolted; and who is missed."""
        battle = self.battle
        said = self.failing.get(event.figure, -1) == FailureResult.RUN_OFF and not battle.rules.runs_off_by_cards
        text = "" if said else left_table(battle, event.figure, event.how)
        self.say((text + self.leave(event, said)).strip())

    def leave(self, event: LeftTable, quietly: bool) -> str:
        """He is gone; sentences about those who miss him."""
        battle = self.battle
        unit = battle.unit_of(event.figure)
        led = unit.leader == event.figure
        text = commanders_lost(battle, [event.figure])
        if quietly:
            self.go_on_quietly()
        else:
            self.go_on()
        if unit.lone() or isinstance(self.next(), MachineLost):
            return text
        if unit.place == Where.GONE:
            text += f" Nobody was left of {men_named(battle, unit)}."
        elif led:
            text += f" {upper(men_named(battle, unit))} had no leader any more."
        return text

    # ------------------------------------------------------------ morale

    def tell_check(self, event: MoraleChecked) -> None:
        """The check, and what each model does if it fails."""
        battle = self.battle
        text = checked(event, battle, self.rolls)
        self.go_on()
        following = self.next()
        if isinstance(following, FailureRolled) and following.unit == event.unit:
            self.take_rolls()
            text += f": {failures(battle, following.figures, following.results)}"
            for index in range(len(following.figures)):
                self.failing[following.figures[index]] = following.results[index]
            self.go_on()
            self.say(text + ".")
            self.failed = self.told[-1]
            return
        self.say(text + ".")

    def go_on_quietly(self) -> None:
        """Past what the sentence about the failures has said already: its dice and rulings belong there."""
        told = self.failed
        self.take_rolls()
        self.go_on()
        if told is not None:
            told.rolls.extend(self.rolls)
            self.rolls = []
            told.rulings.extend([ruling for ruling in self.cited if ruling not in told.rulings])
            self.cited = []
            told.tables.extend([table for table in self.tables if table not in told.tables])
            self.tables = []

    # ------------------------------------------------------------ fire

    def tell_shot(self, event: Fired | GunFired | WeaponFired) -> None:
        """The shot, where it burst, and whom it hit."""
        battle = self.battle
        self.what = missile(Shot(event, battle))
        text = fired(event, battle, self.rolls)
        self.go_on()
        self.take_rolls()
        following = self.next()
        after = ""
        while isinstance(following, GunHit):
            after = " " + gun_hit(following, battle)
            self.go_on()
            self.take_rolls()
            following = self.next()
        bursts: Burst | None = None
        if isinstance(following, Burst) and following.first >= 0:
            bursts = following
            self.go_on()
            self.take_rolls()
        before = battle.clone() if event.hits else battle
        found = self.take_strikes(event.how)
        if bursts is not None:
            where = where_burst(before, bursts, before.units[event.target], found)
            text += f"; {where}" if where else ""
            after += own_men(before, before.units[event.unit].side, found)
        if found:
            text += f"; {struck(before, found)}"
            after += commanders_lost(before, [each.figure for each in found if not each.saved])
        self.say(f"{text}.{after}")

    def take_strikes(self, how: str) -> list[Struck]:
        """All hits of one kind that follow each other."""
        found: list[Struck] = []
        event = self.next()
        while isinstance(event, Struck) and event.how == how:
            found.append(event)
            self.go_on()
            self.take_rolls()
            event = self.next()
        return found

    def tell_burst(self, event: Burst) -> None:
        """The blast of a machine; whom it catches."""
        text = upper(burst_upon(self.battle, event))
        self.what = "blast"
        self.go_on()
        self.take_rolls()
        following = self.next()
        if isinstance(following, Struck):
            before = self.battle.clone()
            found = self.take_strikes(following.how)
            text += f": {struck(before, found)}"
            text += "." + commanders_lost(before, [each.figure for each in found if not each.saved])
        else:
            text += "." if isinstance(following, MachineSaved) else " and caught nobody."
        self.say(text)

    def tell_strikes(self, event: Struck) -> None:
        if event.how == EXPLOSION:
            self.tell_explosion(self.battle.unit_of(event.figure).id)
            return
        before = self.battle.clone()
        self.say(struck_sentence(before, self.take_strikes(event.how)))

    # ------------------------------------------------------------ close combat

    def tell_melee(self, event: Fought) -> None:
        """A round: who fought whom, who went down, and what heroes did with their own hands."""
        before = self.battle.clone()
        text = fought(event, before)
        self.go_on()
        self.take_rolls()
        following = self.next()
        found: list[Struck] = []
        if isinstance(following, Struck):
            found = self.take_strikes(following.how)
            text += f"; {struck(before, found, event.struck, is_unclear(before, event))}"
        dead = [each.figure for each in found if not each.saved]
        self.say(f"{text}.{deeds(before, event, found)}{commanders_lost(before, dead)}")

    # ------------------------------------------------------------ machines

    def tell_drive(self, event: SustainRolled) -> None:
        """The Sustain roll and the drive in one sentence."""
        battle = self.battle
        rolls = self.rolls
        following = self.after_next()
        if not event.held or not isinstance(following, Drove) or following.unit != event.unit:
            self.say(sustained(event, battle, rolls))
            self.go_on()
            return
        head = f"{upper(name_of(battle, event.unit))} {kept_up(rolls)}"
        self.go_on()
        self.take_rolls()
        self.say(f"{head}{self.driven(following, ', ')}.")

    def driven(self, event: Drove, before: str = "") -> str:
        """How she drove, and into whom."""
        battle = self.battle
        unit = battle.units[event.unit]
        parts = how_it_drove(event, battle)
        text = before + listed(parts) if len(parts) > 1 or not before else " and " + parts[0]
        self.go_on()
        if event.how not in (MoveKind.CHARGES, MoveKind.CHARGES_ALONE):
            return text
        foes: list[str] = []
        for foe in battle.foes(unit.model):
            name = name_of(battle, battle.unit_of(foe).id)
            if name not in foes:
                foes.append(name)
        return f"{text}, into {listed(foes)}" if foes else f"{text}, and reached nobody"

    def tell_hit(self, event: MachineSaved) -> None:
        """What struck her and what it broke; what bounced off is counted together."""
        battle = self.battle
        if event.outcome == HitResult.BOUNCE:
            n = 0
            thrown: list[Rolled] = []
            following: Event[GaslightBattle] | None = event
            while (
                isinstance(following, MachineSaved)
                and following.outcome == HitResult.BOUNCE
                and following.unit == event.unit
            ):
                n += 1
                thrown += self.saving_throw()
                self.go_on()
                self.take_rolls()
                following = self.next()
            self.say(bounced(event, battle, self.what, n, thrown))
            return
        text = strikes(event, battle, self.what) + against_save(event, battle, self.saving_throw())
        self.go_on()
        clauses = self.take_harm(event.unit)
        following = self.next()
        if clauses:
            text += f": {listed(clauses)}"
        elif not isinstance(following, (MachineLost, MoraleChecked)):
            text += ", and did no harm"
        self.say(text + ".")

    def saving_throw(self) -> list[Rolled]:
        """The machine's die just before the next event; none where nothing is thrown (R43)."""
        roll = as_roll(self.events[self.at - 1]) if self.at > 0 else None
        return [roll] if roll is not None and roll.why.startswith(ARMOUR.why) else []

    def take_harm(self, unit: int) -> list[str]:
        clauses: list[str] = []
        self.take_rolls()
        event = self.next()
        while isinstance(event, (ChartRolled, MachineHarmed)) and event.unit == unit:
            if isinstance(event, MachineHarmed):
                clauses.append(harm(event, self.battle))
            self.go_on()
            self.take_rolls()
            event = self.next()
        return clauses

    def tell_loss(self, event: MachineLost) -> None:
        """How she ended, and what became of her crew."""
        battle = self.battle
        unit = battle.units[event.unit]
        text = lost(event, battle)
        self.go_on()
        self.take_rolls()
        following = self.next()
        if event.fate == BLOWN_UP:
            if is_explosion(following):
                self.tell_explosion(unit.id)
                return
        elif event.fate == CAPTURED_BY_FOE and isinstance(following, Struck) and following.how == CAPTURE:
            dead = [each.figure for each in self.take_strikes(CAPTURE)]
            text += commanders_lost(battle, dead)
        elif event.fate in (ABANDONED, DISABLED) and isinstance(following, GotOut):
            out = self.take_out()
            if event.fate == DISABLED:
                text += f" {upper(number(len(out)))} of her crew got out."
        self.say(text)

    def tell_explosion(self, id: int) -> None:
        """She blows up, and her crew with her."""
        battle = self.battle
        before = battle.clone()
        text = exploded(battle, id)
        found = self.take_strikes(EXPLOSION)
        following = self.next()
        if isinstance(following, Exploded):
            self.go_on()
        if found:
            text += f": {struck(before, found)}"
        self.say(f"{text}.{commanders_lost(before, [each.figure for each in found if not each.saved])}")

    def tell_getting_out(self, event: GotOut) -> None:
        """Men who leave their machine; one who does not stop before the table's edge in the same breath."""
        unit = self.battle.unit_of(event.figure)
        out = self.take_out()
        text = got_out(self.battle, unit, out)
        following = self.next()
        if isinstance(following, LeftTable) and out == [following.figure]:
            text = f"{text[:-1]} and was seen no more." + self.leave(following, False)
        self.say(text)

    def take_out(self) -> list[int]:
        """All who get out one after the other."""
        found: list[int] = []
        event = self.next()
        while isinstance(event, GotOut):
            found.append(event.figure)
            self.go_on()
            event = self.next()
        return found

    def tell_boarding(self) -> None:
        found: list[int] = []
        event = self.next()
        while isinstance(event, Boarded):
            found.append(event.figure)
            self.go_on()
            event = self.next()
        self.say(boarded(self.battle, found))


def is_explosion(event: object) -> bool:
    return isinstance(event, Exploded) or (isinstance(event, Struck) and event.how == EXPLOSION)


def struck_home(home: int, went: int) -> str:
    """How many of those who charged came to blows."""
    if home == 0:
        return ", and fell short" if went == 1 else ", and not one reached the enemy"
    if went == 1:
        return " and struck home"
    return ", and every man struck home" if home == went else f", and {part_of(home, went)} struck home"
