"""The battle in words: a sentence for each event. story.py joins them into the telling of a whole step.

Told in the past tense, like a dispatch. Where several wordings will do, unit, turn and card choose: never a die.
Shots and blows are in shown/narration_fight.py, machines in narration_machines.py.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, turn_between
from playsheet.core.events import Event, Rolled
from playsheet.core.geometry import spacing
from playsheet.core.telling import last_roll
from playsheet.core.words import article, compass, counted, listed, number, on_ground, passage, upper, where_in_line
from playsheet.rules.gaslight.battle.events import (
    Activated,
    Attached,
    CardAdded,
    CardDrawn,
    CardRemoved,
    CheckCalled,
    DeckShuffled,
    Declined,
    Deployed,
    Detached,
    LeftTable,
    Moved,
    Promoted,
    Scored,
    StayedAway,
    TookOver,
    TurnEnded,
)
from playsheet.rules.gaslight.battle.fight_events import (
    Burst,
    ChargeDeclared,
    FailureRolled,
    Fired,
    Fought,
    Froze,
    GrenadeSpent,
    GunFired,
    GunHit,
    GunMoved,
    GunReloaded,
    GunRepairTried,
    MoraleChecked,
    Reloaded,
    RunsOff,
    Struck,
    TargetsGone,
    WeaponFired,
)
from playsheet.rules.gaslight.battle.machine_events import (
    Boarded,
    Drove,
    Exploded,
    GotOut,
    MachineFailed,
    MachineHarmed,
    MachineLeft,
    MachineLost,
    MachineSaved,
    StartRolled,
    SteamTicked,
    SustainRolled,
    WeaponReloaded,
)
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import (
    is_or_are,
    its,
    lines_crossed,
    man_of,
    men_named,
    men_of,
    men_own,
    name_of,
    reasons_of,
    several,
    short_man,
    side_of,
    some_of,
    was,
    wording,
)
from playsheet.rules.gaslight.shown.narration_fight import (
    burst,
    fired,
    fought,
    gun_hit,
    gun_mended,
    gun_reloaded,
    gun_way,
    reloaded,
    struck_sentence,
)
from playsheet.rules.gaslight.shown.narration_machines import (
    boarded,
    chart_rolled,
    drove,
    exploded,
    got_out,
    harmed,
    lost,
    machine_failed,
    machine_left,
    saved,
    started,
    steam_ticked,
    sustained,
    weapon_reloaded,
)
from playsheet.rules.gaslight.terms import Arm, CheckReason, FailureResult, ModelMark, MoveKind, Phase
from playsheet.tabletop.events import BattleEnded, ChartRolled, FoundNoRoom
from playsheet.tabletop.wording import inches

SLIGHT: Final = 0.05  # inches: less is no move to speak of
SHORT_WAY: Final = 1.0  # inches: less is no march
TURNED: Final = 60.0  # degrees: less is no turn to speak of

# Why a unit checks, in the order of REASONS.
WHY_CHECK: Final = (
    "with losses to answer for",
    "with the army's commander lost",
    "with the machine hit about them",
    "called on by the game master",
)

# What the failure chart makes of a model, in its order: of one, of several. Charges and shots may come to nothing
# (R97): what comes of them is told by itself.
DID: Final = (
    ("bolted from the field", "bolted from the field"),
    ("turned and ran", "turned and ran"),
    ("shrank back", "shrank back"),
    ("froze where he stood", "froze where they stood"),
    ("lost his head and ran wild", "lost their heads and ran wild"),
    ("was for charging then and there", "were for charging then and there"),
    ("was for blazing away", "were for blazing away"),
    ("never turned a hair", "never turned a hair"),
)

# How models move that do not simply march; {path} is filled in.
FORCED: Final = {
    MoveKind.BREAKS_OFF: "broke off and went {path}",
    MoveKind.RUNS: "ran {path}",
    MoveKind.BACKS: "backed {path}",
    MoveKind.RUNS_WILD: "ran {path}, heaven knew why",
    MoveKind.CHARGES_ALONE: "rushed {path} at the enemy",
}

# The same where there was no room to go anywhere.
STAYED: Final = {
    MoveKind.BREAKS_OFF: "broke off",
    MoveKind.RUNS: "would have run, and had nowhere to run to",
    MoveKind.BACKS: "would have backed away, and had no room",
    MoveKind.RUNS_WILD: "ran about on the spot",
    MoveKind.CHARGES_ALONE: "made at the enemy, and came no nearer",
}


# ---------------------------------------------------------------- one event, one sentence


def narrate(event: Event[GaslightBattle], battle: GaslightBattle) -> str:
    """The event as a sentence of its own; empty where there is nothing worth a line.

    `battle` is the battle as it stood just before the event; as it stands afterwards will do.
    """
    match event:
        case Deployed():
            return deployed(event, battle)
        case FoundNoRoom():
            return f"{upper(name_of(battle, event.unit))} found no room where it was to deploy."
        case StayedAway():
            return f"{upper(name_of(battle, event.unit))} did not come onto the field."
        case DeckShuffled():
            return shuffled(event)
        case CardDrawn():
            return card_drawn(event, battle)
        case Activated():
            return activated(event, battle)
        case TurnEnded():
            return "With the last card gone, the turn was over."
        case Promoted():
            return promoted(event, battle)
        case Attached():
            return attached(event, battle)
        case Detached():
            who = upper(name_of(battle, event.character))
            return f"{who} left {name_of(battle, event.unit)} and went his own way."
        case TookOver():
            return took_over(event, battle)
        case Declined():
            return declined(event, battle)
        case Moved():
            return moved(event, battle)
        case LeftTable():
            return left_table(battle, event.figure, event.how)
        case MoraleChecked():
            return f"{checked(event, battle, [])}."
        case FailureRolled():
            return f"{upper(failures(battle, event.figures, event.results))}."
        case Froze():
            return f"{upper(man_of(battle, event.figure))} stood frozen, good for nothing on the next card."
        case RunsOff():
            return f"{upper(man_of(battle, event.figure))} ran for the edge of the table and would not stop."
        case ChargeDeclared():
            return charge_declared(event, battle)
        case TargetsGone():
            return f"{upper(name_of(battle, event.unit))} found nobody left to charge."
        case CardAdded():
            return f"The game master put a card of {name_of(battle, event.unit)} into the deck."
        case CardRemoved():
            return f"The game master took a card of {name_of(battle, event.unit)} out of the deck."
        case CheckCalled():
            unit = battle.units[event.unit]
            return f"The game master called on {name_of(battle, unit.id)} to check {its(unit)} morale on the next card."
        case Scored():
            side = upper(side_of(battle, event.side))
            return f"{side} scored {counted(event.points, 'point', 'points')} for {event.what}."
        case BattleEnded():
            return ended(event, battle)
    return narrate_fight(event, battle)


def narrate_fight(event: Event[GaslightBattle], battle: GaslightBattle) -> str:
    """Shots, blows and guns; then machines."""
    match event:
        case Fired() | GunFired() | WeaponFired():
            return fired(event, battle, []) + "."
        case Burst():
            return burst(event, battle)
        case Struck():
            return struck_sentence(battle, [event])
        case Reloaded():
            return reloaded(event, battle)
        case GunMoved():
            return gun_moved(event, battle)
        case GunReloaded():
            return gun_reloaded(battle, battle.units[event.unit])
        case GunHit():
            return gun_hit(event, battle)
        case GunRepairTried():
            return gun_mended(event, battle)
        case Fought():
            return fought(event, battle) + "."
        case GrenadeSpent():
            return f"{upper(man_of(battle, event.figure))} put a grenade to the iron."
    return narrate_machine(event, battle)


def narrate_machine(event: Event[GaslightBattle], battle: GaslightBattle) -> str:
    match event:
        case SustainRolled():
            return sustained(event, battle, [])
        case StartRolled():
            return started(event, battle, [])
        case Drove():
            return drove(event, battle)
        case WeaponReloaded():
            return weapon_reloaded(event, battle)
        case MachineSaved():
            return saved(event, battle)
        case ChartRolled():
            return chart_rolled(event, battle)
        case MachineHarmed():
            return harmed(event, battle)
        case MachineLost():
            return lost(event, battle)
        case MachineLeft():
            return machine_left(event, battle)
        case MachineFailed():
            return f"{upper(machine_failed(event, battle))}."
        case Exploded():
            return exploded(battle, event.unit) + "."
        case GotOut():
            return got_out(battle, battle.unit_of(event.figure), [event.figure])
        case Boarded():
            return boarded(battle, [event.figure])
        case SteamTicked():
            return steam_ticked(event, battle)
    return ""  # Acted, ActionsEnded, CardEnded, LeftNeat: to be seen by what comes of them


# ---------------------------------------------------------------- setting up, cards


def deployed(event: Deployed, battle: GaslightBattle) -> str:
    unit = battle.units[event.unit]
    x = sum(event.xs) / len(event.xs) if event.xs else event.model_x
    y = sum(event.ys) / len(event.ys) if event.ys else event.model_y
    place = where_in_line(battle.land.ground.width, battle.goals.facings[unit.side], x)
    place += on_ground(battle.land.ground, x, y)
    return f"{upper(name_of(battle, unit.id))} {took_post(battle, unit)} {place}."


def took_post(battle: GaslightBattle, unit: Unit) -> str:
    """How a unit of its kind takes its place."""
    if unit.kind == Arm.CHARACTER:
        return "took his stand"
    if unit.kind == Arm.VEHICLE:
        return wording(battle, unit.id, ["stood with steam up", "waited, hissing,"])
    if unit.kind == Arm.CREW:
        return wording(battle, unit.id, ["was run into place", "went into battery"])
    if unit.kind == Arm.HORSE:
        return wording(battle, unit.id, ["drew rein", "formed up"])
    if unit.kind == Arm.BEAST:
        return f"{was(unit)} led up"
    if unit.card.drilled:
        return wording(battle, unit.id, ["formed up", "took post", "stood to"])
    return wording(battle, unit.id, ["gathered", "crowded together", "waited"])


def shuffled(event: DeckShuffled) -> str:
    cards = counted(len(event.cards), "card", "cards")
    if event.turn == 1:
        return f"Both sides stood ready, and {cards} went into the deck."
    return f"{upper(cards)} {is_or_are(len(event.cards))} shuffled for turn {event.turn}."


def card_drawn(event: CardDrawn, battle: GaslightBattle) -> str:
    """Whose card it is; one of the dead is passed over."""
    name = name_of(battle, event.card)
    if not event.queue:
        return f"The card of {name} came up, but there was nobody left to act on it."
    if event.card in event.queue:
        return wording(
            battle, event.card, [f"The card of {name} came up.", f"The next card was that of {name}.", f"Next, {name}."]
        )
    others = listed([name_of(battle, id) for id in event.queue])
    return f"The card of {name} came up, and {others} acted on it."


def activated(event: Activated, battle: GaslightBattle) -> str:
    """Who cannot act on this card; whoever can is told of by what he does."""
    if not event.held:
        return ""
    frozen = all(battle.marked(figure, ModelMark.FROZEN) for figure in event.held)
    who = upper(some_of(battle, battle.units[event.unit], event.held))
    return f"{who}{', frozen with fear,' if frozen else ''} could do nothing on this card."


# ---------------------------------------------------------------- command


def promoted(event: Promoted, battle: GaslightBattle) -> str:
    """He leads from now on, but for this turn the unit still feels the want of a leader."""
    unit = battle.units[event.unit]
    name = men_named(battle, unit)
    who = upper(short_man(battle, event.figure))
    if event.stand_in:
        return f"{who} stood in to lead {name}, for marching and nothing more."
    return f"{who} took command of {name}, to be felt as a leader from the next turn on."


def attached(event: Attached, battle: GaslightBattle) -> str:
    who = upper(name_of(battle, event.character))
    unit = name_of(battle, event.unit)
    if battle.phase == Phase.DEPLOYING:
        return f"{who} took his place with {unit}."
    waits = ", to act with them from the next turn on" if event.waits else ""
    return f"{who} joined {unit}{waits}."


def took_over(event: TookOver, battle: GaslightBattle) -> str:
    who = upper(name_of(battle, event.character))
    return f"{who} put himself at the head of {men_named(battle, battle.units[event.unit])}."


def declined(event: Declined, battle: GaslightBattle) -> str:
    names = listed([men_named(battle, battle.units[id]) for id in event.units])
    return f"Nobody came forward to lead {names}."


# ---------------------------------------------------------------- moving


class Going:
    """A move of several figures as a body: how far and which way its middle went, over what, and where it looks."""

    def __init__(self, event: Moved, battle: GaslightBattle) -> None:
        n = len(event.figures)
        x0, y0 = battle.centre(event.figures)
        x1 = sum(event.xs) / n
        y1 = sum(event.ys) / n
        self.far: Final = spacing(x0, y0, x1, y1)
        self.way: Final = bearing(x1 - x0, y1 - y0) if self.far > SLIGHT else event.facings[0]
        self.ground: Final = passage(battle.land.ground, x0, y0, x1, y1)
        self.over: Final = lines_crossed(battle, event.figures, event.xs, event.ys)
        self.turn: Final = turn_between(battle.figures.facing[i64(event.figures[0])], event.facings[0])
        self.facing: Final = event.facings[0]
        self.x: Final = x1
        self.y: Final = y1

    def path(self) -> str:
        return f"{inches(self.far)} {compass(self.way)}{self.over}{self.ground}"

    def faced(self) -> str:
        """Which way they looked in the end, if it was not the way they went."""
        if turn_between(self.way, self.facing) < TURNED:
            return ""
        return f"{', and' if self.ground or self.over else ' and'} faced {compass(self.facing)}"


def moved(event: Moved, battle: GaslightBattle) -> str:
    unit = battle.units[event.unit]
    if not event.figures:
        return ""
    who = upper(some_of(battle, unit, event.figures))
    going = Going(event, battle)
    how = event.how
    if how == MoveKind.CHARGES:
        return f"{who} {charging(battle, unit, event.figures)}."
    if how == MoveKind.PILES_IN:
        return f"{who} piled in."
    if how == MoveKind.SCATTERS:
        return f"{who} fell out of so neat a line, as such troops will."
    if how == MoveKind.REPOSITIONED:
        return f"The game master set {some_of(battle, unit, event.figures)} down elsewhere."
    if how in FORCED and going.far <= SLIGHT:
        return f"{who} {STAYED[how]}."
    if how in FORCED:
        return f"{who} {FORCED[how].replace('{path}', going.path())}."
    return marched(battle, unit, who, going)


def marched(battle: GaslightBattle, unit: Unit, who: str, going: Going) -> str:
    """An ordinary move."""
    if going.far <= SLIGHT:
        if going.turn < 1.0:
            return f"{who} kept {its(unit)} ground."
        return f"{who} turned to face {compass(going.facing)}."
    verb = "shifted" if going.far < SHORT_WAY else march(battle, unit, going.way)
    return f"{who} {verb} {going.path()}{going.faced()}."


def march(battle: GaslightBattle, unit: Unit, way: float) -> str:
    """The verb of a move: towards the enemy, away, or across."""
    turn = turn_between(way, battle.goals.facings[unit.side])
    if unit.kind == Arm.HORSE:
        return "rode back" if turn > 120.0 else wording(battle, unit.id, ["trotted", "rode", "cantered"])
    if unit.kind == Arm.BEAST:
        return wording(battle, unit.id, ["loped", "lumbered", "shambled"])
    if turn > 120.0:
        return wording(battle, unit.id, ["drew back", "fell back"])
    if unit.kind == Arm.CHARACTER:
        return wording(battle, unit.id, ["strode", "hurried", "went"])
    if turn > 60.0:
        return "moved"
    if unit.card.drilled:
        return wording(battle, unit.id, ["advanced", "marched", "pushed on"])
    return wording(battle, unit.id, ["swept forward", "pressed on", "ran forward"])


def charging(battle: GaslightBattle, unit: Unit, figures: list[int]) -> str:
    """The rush itself."""
    if unit.kind == Arm.HORSE:
        return wording(battle, unit.id, ["thundered in", "went in at the gallop"])
    if unit.kind == Arm.BEAST:
        return wording(battle, unit.id, ["bounded in with a bellow", "came on with a roar"])
    if unit.lone() or len(figures) == 1:
        return wording(battle, unit.id, ["rushed in", "sprang forward"])
    return wording(battle, unit.id, ["rushed in", "went in with a cheer" if unit.card.drilled else "went in yelling"])


def left_table(battle: GaslightBattle, figure: int, how: str) -> str:
    """Gone over the edge, or just gone."""
    who = upper(man_of(battle, figure))
    if how == MoveKind.RUNS_WILD:
        return f"{who} ran wildly over the edge of the table and was gone."
    if how == MoveKind.BACKS:
        return f"{who} backed off the table and was gone."
    its_heels = "its heels" if battle.is_beast(figure) else "his heels"
    return f"{who} {wording(battle, figure, [f'took to {its_heels} and was seen no more', 'ran off the table'])}."


def gun_moved(event: GunMoved, battle: GaslightBattle) -> str:
    unit = battle.units[event.unit]
    x, y = battle.at(unit.model)
    far = spacing(x, y, event.x, event.y)
    way = bearing(event.x - x, event.y - y) if far > SLIGHT else event.facing
    turned = turn_between(way, event.facing) > TURNED
    ground = passage(battle.land.ground, x, y, event.x, event.y)
    return gun_way(event, battle, far, compass(way) + ground, compass(event.facing), turned)


# ---------------------------------------------------------------- morale


def checked(event: MoraleChecked, battle: GaslightBattle, rolls: list[Rolled]) -> str:
    """Who was tried, why, the die, and how it came out: without the full stop, for the failures may follow."""
    unit = battle.units[event.unit]
    who = upper(men_named(battle, unit))
    reason = reasons(event.pending) if event.why not in (CheckReason.TO_CHARGE, CheckReason.RECEIVES) else ""
    return f"{who}{reason} {nerve(event, battle, unit)}{die_for_morale(rolls)}"


def nerve(event: MoraleChecked, battle: GaslightBattle, unit: Unit) -> str:
    own = men_own(unit)
    seed = unit.id
    if event.why == CheckReason.TO_CHARGE:
        if event.passed:
            return wording(battle, seed, ["had the stomach for it", f"had {own} blood up"])
        return wording(battle, seed, ["would not go in", "had no stomach for it"])
    if event.why == CheckReason.RECEIVES:
        if event.passed:
            return wording(battle, seed, ["stood to meet the charge", f"braced {self_of(unit)} and stood"])
        return wording(battle, seed, ["could not face the charge", "wavered as the charge came on"])
    if event.passed:
        return wording(battle, seed, [f"kept {own} nerve", "held firm", "stood it"])
    return wording(battle, seed, [f"lost {own} nerve", "gave way", "could stand no more"])


def self_of(unit: Unit) -> str:
    """`themselves`, `itself`."""
    if unit.kind == Arm.CHARACTER:
        return "himself"
    return "themselves" if several(unit) or unit.kind in (Arm.CREW, Arm.VEHICLE) else "itself"


def reasons(pending: int) -> str:
    """`, with losses to answer for and with the army's commander lost,`."""
    found = reasons_of(pending, WHY_CHECK)
    return f", {listed(found)}," if found else ""


def die_for_morale(rolls: list[Rolled]) -> str:
    """` (a 15 came to 6, against 7)`; empty if the die is not known."""
    roll = last_roll(rolls, "Morale check")
    if roll is None:
        return ""
    total = roll.came.split(",")[0]
    against = "".join([part for part in roll.needed.split(" ")[:3] if part.isdigit()])
    if not total.lstrip("-").isdigit():
        total = str(sum(roll.faces) + sum([entry.add for entry in roll.account]))
    return f" ({article(roll.faces[0])} came to {total}, to stay below {against})"


def failures(battle: GaslightBattle, figures: list[int], results: list[int]) -> str:
    """What each did by the failure chart: characters by what they are, Extras counted."""
    clauses: list[str] = []
    counted_extras = False
    for result in range(len(DID)):
        names: list[str] = []
        extras: list[int] = []
        for index in range(len(figures)):
            if results[index] == result:
                if battle.is_character(figures[index]):
                    names.append(short_man(battle, figures[index]))
                else:
                    extras.append(figures[index])
        if extras:
            unit = battle.units[battle.home[i64(extras[0])]]
            if unit.lone():
                names.append(name_of(battle, unit.id))
            else:
                plain = counted_extras and not names
                names.append(number(len(extras)) if plain else men_of(unit, len(extras)))
                counted_extras = True
        if names:
            one = len(names) + len(extras) - (1 if extras else 0) == 1
            clauses.append(f"{listed(names)} {what_did(battle, result, one)}")
    return listed(clauses)


def what_did(battle: GaslightBattle, result: int, one: bool) -> str:
    if result == FailureResult.RUN_OFF and battle.rules.runs_off_by_cards:
        return "made for the edge of the table"
    return DID[result][0 if one else 1]


# ---------------------------------------------------------------- charge


def charge_declared(event: ChargeDeclared, battle: GaslightBattle) -> str:
    unit = battle.units[event.unit]
    target = battle.units[event.target]
    at = men_named(battle, target) if target.kind == Arm.VEHICLE and not event.machine else name_of(battle, target.id)
    far = charge_gap(battle, unit, target, event.machine)
    off = f", {inches(far)} off" if far > SLIGHT else ""
    verb = wording(battle, unit.id, ["made ready to charge", "declared a charge on"])
    return f"{upper(name_of(battle, unit.id))} {verb} {at}{off}."


def charge_gap(battle: GaslightBattle, unit: Unit, target: Unit, machine: bool) -> float:
    """From edge to edge between the two models nearest to each other; 0 if either has none on the table."""
    mine = battle.on_foot(unit) or ([unit.model] if unit.hull is not None else [])
    theirs = [target.model] if machine and target.hull is not None else battle.on_foot(target)
    best = -1.0
    for one in mine:
        x, y = battle.at(one)
        for other in theirs:
            far = battle.gap(other, x, y) - (battle.radius[i64(one)] if battle.is_figure(one) else 0.0)
            if not battle.is_figure(one) and unit.hull is not None:
                far = battle.gap_to_hull(other, unit.hull)
            if best < 0.0 or far < best:
                best = max(far, 0.0)
    return max(best, 0.0)


def bonus_of(unit: Unit, rolls: list[Rolled]) -> str:
    """`, with 5 inches to add to their stride,`; empty if there were no dice, or several."""
    found = [roll for roll in rolls if roll.why == "Charge bonus"]
    if len(found) != 1:
        return ""
    return f", with {inches(float(found[0].came))} to add to {men_own(unit)} stride,"


# ---------------------------------------------------------------- the end


def ended(event: BattleEnded[GaslightBattle], battle: GaslightBattle) -> str:
    if event.winner < 0:
        return f"{event.verdict} The battle was drawn."
    return f"{event.verdict} The day belonged to {side_of(battle, event.winner)}."
