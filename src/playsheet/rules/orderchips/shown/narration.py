"""Each event in a sentence of plain English, as it would be told after the battle. Empty: it shows by what follows."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, turn_between
from playsheet.core.events import Event, Rolled
from playsheet.core.geometry import spacing
from playsheet.core.words import compass, counted, listed, on_ground, passage, upper, where_in_line
from playsheet.rules.orderchips.battle.events import (
    Attached,
    Captured,
    ChargeDeclared,
    ChargeOff,
    ChipsRevealed,
    Controlled,
    CoverSet,
    Deployed,
    Deserted,
    Detached,
    FiguresLost,
    GoesToRepair,
    GunLost,
    GunManned,
    GunParted,
    InstructionLeft,
    LeftTable,
    Locked,
    Moved,
    MoveOrderSet,
    NoActionNext,
    NotableLost,
    Scored,
    StayedAway,
    TurnBegan,
    UnitShown,
    Unlocked,
)
from playsheet.rules.orderchips.battle.fight_events import (
    BandAppeared,
    BandStayedAway,
    Burst,
    CartridgesBad,
    Confused,
    Driven,
    EventChecked,
    Exploded,
    FailureRolled,
    Fired,
    Fought,
    GunHit,
    HaywireActs,
    HazeCame,
    MachineHarmed,
    MachineLost,
    MachineSaved,
    MachineSet,
    MoraleTested,
    NotableHit,
    Repaired,
    RepairTried,
    WentHaywire,
)
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import men_words, name_of, player_of, side_of, was, wording
from playsheet.rules.orderchips.shown.narration_fight import (
    burst,
    failure_rolled,
    fired,
    fought,
    gun_hit,
    losses,
    notable_hit,
    tested,
    they,
)
from playsheet.rules.orderchips.shown.narration_machines import (
    captured,
    chart_rolled,
    controlled,
    driven,
    exploded,
    harmed,
    haywire_acts,
    lost,
    machine_set,
    repair_tried,
    repaired,
    saved,
    went_haywire,
)
from playsheet.rules.orderchips.terms import COVERS, Arm, Attitude, Chip, Instruction, MoveKind, Order, Phase
from playsheet.tabletop.events import BattleEnded, ChartRolled, FoundNoRoom
from playsheet.tabletop.wording import degrees, inches

SLIGHT: Final = 0.05  # inches: no move to speak of
TURNED: Final = 1.0  # degrees


def narrate(event: Event[ChipBattle], battle: ChipBattle) -> str:
    """What happened, as the battle stood before it."""
    match event:
        case Deployed():
            return deployed(event, battle)
        case FoundNoRoom():
            return f"{upper(name_of(battle, event.unit))} found no room where it was to deploy."
        case StayedAway():
            return f"{upper(name_of(battle, event.unit))} did not come onto the field."
        case TurnBegan():
            return f"Turn {event.turn} began."
        case ChipsRevealed():
            return chips_revealed(event, battle)
        case InstructionLeft():
            return instruction_left(event, battle)
        case MoveOrderSet():
            return move_order(event, battle)
        case Moved():
            return moved(event, battle)
        case LeftTable():
            unit = battle.units[event.unit]
            return f"{upper(name_of(battle, unit.id))} {was(unit)} gone over the edge of the table."
        case ChargeDeclared():
            return f"{upper(name_of(battle, event.unit))} declared a charge on {name_of(battle, event.target)}."
        case ChargeOff():
            return f"The charge of {name_of(battle, event.unit)} came to nothing."
        case Locked():
            return f"{upper(name_of(battle, event.unit))} and {name_of(battle, event.other)} were locked in melee."
        case Unlocked():
            return f"{upper(name_of(battle, event.unit))} and {name_of(battle, event.other)} were parted."
        case FiguresLost() | NotableLost() | GunLost() | Deserted():
            return losses(battle, [event])
        case NoActionNext():
            return no_action(event, battle)
        case Scored():
            side = upper(side_of(battle, event.side))
            return f"{side} scored {counted(event.points, 'point', 'points')} for {event.what}."
        case BattleEnded():
            return event.verdict
    return narrate_persons(event, battle)


def narrate_persons(event: Event[ChipBattle], battle: ChipBattle) -> str:
    """Notable persons, guns, a game master's word; then the fighting."""
    match event:
        case Attached():
            who = upper(name_of(battle, event.notable))
            took = "took his place with" if battle.phase == Phase.DEPLOYING else "joined"
            return f"{who} {took} {name_of(battle, event.unit)}."
        case Detached():
            return f"{upper(name_of(battle, event.notable))} left {name_of(battle, event.unit)}."
        case GoesToRepair():
            return f"{upper(name_of(battle, event.unit))} would see to {name_of(battle, event.automaton)}."
        case GunParted():
            return f"{upper(f'the crew of {name_of(battle, event.unit)}')} left it standing."
        case GunManned():
            return f"{upper(f'the crew of {name_of(battle, event.unit)}')} manned it again."
        case Controlled():
            return controlled(event, battle)
        case Captured():
            return captured(event, battle)
        case CoverSet():
            said = f"{COVERS[event.cover]} cover" if event.cover >= 0 else "the cover that the table shows"
            return f"The game master gave {name_of(battle, event.unit)} {said} for this turn."
    return narrate_fight(event, battle)


def narrate_fight(event: Event[ChipBattle], battle: ChipBattle) -> str:
    """Fire, melee and morale; then machines and random events."""
    match event:
        case Fired():
            return fired(event, battle, []) + "."
        case Burst():
            return burst(event, battle)
        case NotableHit():
            return notable_hit(event, battle)
        case GunHit():
            return gun_hit(event, battle)
        case Fought():
            return fought(event, battle, []) + "."
        case MoraleTested():
            return tested(event, battle, []) + "."
        case FailureRolled():
            return failure_rolled(event, battle)
        case Confused():
            return f"{upper(name_of(battle, event.unit))} sat still for the rest of the turn."
    return narrate_machine(event, battle)


def narrate_machine(event: Event[ChipBattle], battle: ChipBattle) -> str:
    match event:
        case Driven():
            return driven(event, battle, [])
        case MachineSaved():
            return saved(event, battle)
        case ChartRolled():
            return chart_rolled(event, battle)
        case MachineHarmed():
            return harmed(event, battle)
        case MachineSet():
            return machine_set(event, battle)
        case MachineLost():
            return lost(event, battle)
        case Exploded():
            return exploded(battle, event.unit) + "."
        case WentHaywire():
            return went_haywire(event, battle, [])
        case HaywireActs():
            return haywire_acts(event, battle)
        case RepairTried():
            return repair_tried(event, battle, []) + "."
        case Repaired():
            return f"{upper(name_of(battle, event.unit))}: he {repaired(event, battle)}."
    return narrate_event(event, battle)


def narrate_event(event: Event[ChipBattle], battle: ChipBattle) -> str:
    """Random events; what is left shows by what comes of it."""
    match event:
        case EventChecked():
            return "Nothing out of the ordinary happened." if event.event < 0 else ""
        case HazeCame():
            return "Haze drifted over the field: nobody would fire at long range this turn."
        case CartridgesBad():
            unit = battle.units[event.unit]
            return f"The cartridges of {name_of(battle, unit.id)} were bad: no fire from {them(unit)} this turn."
        case BandAppeared():
            return band_appeared(event, battle)
        case BandStayedAway():
            card = battle.cards[event.card]
            return f"{upper(counted(event.figures, 'native', 'natives'))} ({card.name}) found no way onto the field."
    return ""


def them(unit: Unit) -> str:
    return "him" if unit.kind == Arm.NOTABLE else "them" if was(unit) == "were" else "it"


# ---------------------------------------------------------------- setting up, chips


def deployed(event: Deployed, battle: ChipBattle) -> str:
    unit = battle.units[event.unit]
    name = upper(name_of(battle, unit.id))
    if isinstance(event, UnitShown):
        return f"{name} {was(unit)} seen."
    x = sum(event.xs) / len(event.xs) if event.xs else event.model_x
    y = sum(event.ys) / len(event.ys) if event.ys else event.model_y
    facing = battle.goals.facings[unit.own_side] if unit.own_side < battle.sides else 0.0
    place = where_in_line(battle.land.ground.width, facing, x)
    return f"{name} {took_post(battle, unit, event.order)} {place}{on_ground(battle.land.ground, x, y)}."


def took_post(battle: ChipBattle, unit: Unit, order: int) -> str:
    """How a unit of its kind takes its place."""
    if unit.kind == Arm.NOTABLE:
        return "took his stand"
    if unit.is_machine():
        return wording(battle, unit.id, ["stood with steam up", "waited, hissing,"])
    if unit.kind == Arm.GUN:
        return wording(battle, unit.id, ["was run into place", "went into battery"])
    if unit.kind == Arm.CAVALRY:
        return wording(battle, unit.id, ["drew rein", "formed up"])
    return "spread out in loose order" if order == Order.LOOSE else wording(battle, unit.id, ["formed up", "took post"])


def chips_revealed(event: ChipsRevealed, battle: ChipBattle) -> str:
    """The chips side by side: who moves which way; who stands is not listed one by one."""
    parts: list[str] = []
    movers: list[int] = []
    for index in range(len(event.units)):
        if event.chips[index] == Chip.MOVING:
            movers.append(event.units[index])
            way = f" {compass(event.arrows[index])}" if event.arrows[index] >= 0.0 else ""
            parts.append(f"{name_of(battle, event.units[index])}{way}")
    stands = len([chip for chip in event.chips if chip == Chip.STATIONARY])
    were = "was" if len(movers) == 1 and was(battle.units[movers[0]]) == "was" else "were"
    moving = f"Moving {were} {listed(parts)}" if parts else "Nobody was to move"
    rest = f"; {counted(stands, 'unit', 'units')} stood" if stands else ""
    return f"The chips were turned over. {moving}{rest}."


def instruction_left(event: InstructionLeft, battle: ChipBattle) -> str:
    name = upper(name_of(battle, event.unit))
    if event.instruction == Instruction.HOLDS:
        return f"{name} had orders to hold fire."
    if event.instruction == Instruction.ASKS:
        return f"{name} {was(battle.units[event.unit])} to fire on command only."
    whom = "any enemy"
    if event.instruction == Instruction.AT_CHARGERS:
        whom = "any charger"
    elif event.instruction == Instruction.AT_UNIT:
        whom = name_of(battle, event.at_unit)
    return f"{name} had orders to fire at {whom} within {inches(event.within)}."


def move_order(event: MoveOrderSet, battle: ChipBattle) -> str:
    return move_order_by(event, battle, [])


def move_order_by(event: MoveOrderSet, battle: ChipBattle, rolls: list[Rolled]) -> str:
    """Who moved when, and the last dice that each threw for it."""
    thrown = {roll.seat: str(roll.faces[0]) for roll in rolls if roll.why.startswith("Who moves first")}
    dice = [thrown[seat] for seat in event.seats if seat in thrown]
    said = f" ({' against '.join(dice)})" if len(dice) == len(event.seats) > 1 else ""
    names = [player_of(battle, seat) for seat in event.seats]
    return f"{upper(names[0])} moved first" + (f", then {listed(names[1:])}" if len(names) > 1 else "") + f"{said}."


# ---------------------------------------------------------------- moving


class Going:
    """A move of a unit as a body: how far and which way its leader went, over what ground, and where it looks."""

    def __init__(self, event: Moved, battle: ChipBattle) -> None:
        unit = battle.units[event.unit]
        leader = battle.leader(unit)
        at = event.models.index(leader) if leader in event.models else 0
        x0, y0 = battle.at(event.models[at])
        self.unit: Final = unit
        self.far: Final = spacing(x0, y0, event.xs[at], event.ys[at])
        self.way: Final = bearing(event.xs[at] - x0, event.ys[at] - y0) if self.far > SLIGHT else event.facing
        self.ground: Final = passage(battle.land.ground, x0, y0, event.xs[at], event.ys[at])
        self.turn: Final = turn_between(unit.facing, event.facing)
        self.facing: Final = event.facing
        self.reorders: Final = unit.order != event.order
        self.order: Final = event.order

    def path(self) -> str:
        return f"{inches(self.far)} {compass(self.way)}{self.ground}"

    def formed(self) -> str:
        if not self.reorders:
            return ""
        return ", spreading out" if self.order == Order.LOOSE else ", closing up"


def moved(event: Moved, battle: ChipBattle) -> str:
    """One move; the inches of a long one are joined by whoever tells the whole step."""
    going = Going(event, battle)
    return f"{upper(name_of(battle, event.unit))} {how_it_went(battle, event, going)}."


def how_it_went(battle: ChipBattle, event: Moved, going: Going) -> str:
    """`marched 6 inches north into the wood`, `swung 30 degrees and rolled 8 inches east`."""
    unit = going.unit
    how = event.how
    if how == MoveKind.FORMS:
        return formed_anew(going)
    if how == MoveKind.CLOSES_UP:
        return "closed up"
    if how == MoveKind.STEPS_ASIDE:
        return "stepped aside"
    swung = f"swung {degrees(going.turn)}" if unit.is_machine() and going.turn >= TURNED else ""
    if going.far <= SLIGHT:
        return swung or f"stayed where {they(battle, unit.id)} {was(unit)}"
    went = f"{gait(battle, unit, how)} {going.path()}{going.formed()}"
    return f"{swung} and {went}" if swung and how not in (MoveKind.TURNS_ABOUT, MoveKind.BACKS, MoveKind.RUNS) else went


def formed_anew(going: Going) -> str:
    if going.reorders:
        return "spread out in loose order" if going.order == Order.LOOSE else "formed close order"
    return f"turned to face {compass(going.facing)}" if going.turn >= TURNED else "changed formation"


def gait(battle: ChipBattle, unit: Unit, how: str) -> str:
    """How a unit of its kind goes when it does that."""
    plain = {
        MoveKind.CHARGES: "charged",
        MoveKind.BREAKS_OFF: "broke off and fell back",
        MoveKind.BACKS: "gave ground",
        MoveKind.RUNS: "ran",
        MoveKind.REVERSES: "backed",
        MoveKind.TURNS_ABOUT: "turned about and drove",
        MoveKind.GOES_WILD: "went wild,",
        MoveKind.REPAIRS: "hurried",
    }
    if how in plain:
        return plain[how]
    if unit.is_machine():
        return wording(battle, unit.id, ["rolled", "rumbled", "clanked"])
    if unit.kind == Arm.NOTABLE:
        return wording(battle, unit.id, ["went", "strode"])
    if unit.kind == Arm.GUN:
        return "was moved"
    if unit.kind == Arm.CAVALRY:
        return wording(battle, unit.id, ["rode", "trotted"])
    return wording(battle, unit.id, ["advanced", "marched", "moved"]) if men_words(unit)[1] != "warriors" else "went"


def no_action(event: NoActionNext, battle: ChipBattle) -> str:
    name = upper(name_of(battle, event.unit))
    if event.now and event.next:
        return f"{name} would do nothing more this turn, nor in the next."
    return f"{name} would take no action {'next turn' if event.next else 'for the rest of this turn'}."


# ---------------------------------------------------------------- natives


def band_appeared(event: BandAppeared, battle: ChipBattle) -> str:
    """Who came, where, and against whom."""
    n = len(event.xs)
    card = battle.cards[event.card]
    ground = battle.land.ground
    x, y = event.xs[0], event.ys[0]
    gaps = [ground.depth - y, ground.width - x, y, x]
    nearest = gaps.index(min(gaps))
    where = on_ground(ground, x, y) or f" at the {('northern', 'eastern', 'southern', 'western')[nearest]} edge"
    if event.attitude == Attitude.FRIENDLY:
        mind = f"friends of {player_of(battle, event.seat)}"
    elif event.attitude == Attitude.HOSTILE_TO_MOST:
        sides = [side for side in range(battle.sides) if event.foes >> side & 1]
        mind = f"enemies of {listed([side_of(battle, side) for side in sides])}"
    else:
        mind = "enemies of everybody"
    return f"Natives appeared{where}: {counted(n, 'figure', 'figures')} ({card.name}), {mind}."
