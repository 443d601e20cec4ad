"""A side's turn: visibility, command, action dice, moves, shooting, melee. It reads like the sheet's own list."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.sequence import Part
from playsheet.rules.riskfactor.battle.events import (
    Advanced,
    GroupJoined,
    Hitched,
    OrderSet,
    Passed,
    PhaseBegan,
    SideBegan,
    SideEnded,
    VisibilitySet,
)
from playsheet.rules.riskfactor.battle.fight_events import Loaded
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import NOBODY, Group
from playsheet.rules.riskfactor.dice.risk import charge_query
from playsheet.rules.riskfactor.dice.shooting import is_loaded_after
from playsheet.rules.riskfactor.dice.visibility import visibility
from playsheet.rules.riskfactor.ground.fog import unheard, unseen
from playsheet.rules.riskfactor.ground.leading import host_of, is_commanded, leaders_with
from playsheet.rules.riskfactor.ground.moving import MoveRegion, PointRegion, facing_to, free_places
from playsheet.rules.riskfactor.ground.sight import Watch, all_in_cover
from playsheet.rules.riskfactor.ground.sight_cache import watched
from playsheet.rules.riskfactor.options.charge import bar_to_charge, charge_target
from playsheet.rules.riskfactor.options.choices import (
    BREAK_OFF,
    DONE,
    HITCH,
    KEEP_ORDER,
    LET_DOWN,
    MARCH,
    NO_CHARGE,
    ORDER_ADVANCE,
    ORDER_ADVANCE_TO,
    ORDER_HOLD,
    STANDING_ORDERS,
    STAY,
    Charge,
    Join,
    Next,
    free_actions,
)
from playsheet.rules.riskfactor.options.shooting import bar_to_shooting, fire_options, fires_by_command, stationary
from playsheet.rules.riskfactor.table.behaviour import by_place, carry_out, charge, perform, set_order_after, units_of
from playsheet.rules.riskfactor.table.command import command
from playsheet.rules.riskfactor.table.deployment import deploy, first_side
from playsheet.rules.riskfactor.table.melee import break_off, melee
from playsheet.rules.riskfactor.table.risk import action_dice
from playsheet.rules.riskfactor.table.shooting import fire_by_command, fire_uncommanded
from playsheet.rules.riskfactor.terms import ChargeAnswer, MoveKind, OrderKind, Petticoats, Phase, Result, Where
from playsheet.rules.riskfactor.victory import victory
from playsheet.tabletop.units import enemy_seat

# phases that are one step of their own, whoever is concerned
WHOLE_SIDE: Final = (Phase.VISIBILITY, Phase.ACTIONS, Phase.SIDE_ENDS)


def step(game: Game[RiskBattle]) -> None:
    """The next thing that happens: who goes first, a group deploys, a phase, or one group's part of a phase."""
    battle = game.battle
    if battle.first_side < 0:
        first_side(game)
        return
    if battle.to_deploy:
        SEQUENCE[Phase.SETTING_UP].play(game)
        return
    phase = battle.phase
    SEQUENCE[phase].play(game)
    if phase != Phase.SIDE_ENDS:
        go_on(game, phase in WHOLE_SIDE)


def go_on(game: Game[RiskBattle], over: bool) -> None:
    """When nobody is left to act in a phase the next one begins."""
    battle = game.battle
    forget_the_gone(game)
    while over or not battle.queue:
        begin_phase(game, battle.phase + 1)
        phase = battle.phase
        over = False
        if phase in WHOLE_SIDE:
            return


def begin_phase(game: Game[RiskBattle], phase: int) -> None:
    """With fog only its own side is told who is to act in it."""
    battle = game.battle
    silent = unheard(battle, battle.active)
    if silent:
        game.tell(PhaseBegan(phase, []))
    game.tell(PhaseBegan(phase, queue_of(battle, phase), silent))


def passed(game: Game[RiskBattle], id: int) -> None:
    game.tell(Passed(id, unheard(game.battle, game.battle.groups[id].side)))


def forget_the_gone(game: Game[RiskBattle]) -> None:
    battle = game.battle
    for id in battle.queue[:]:
        if battle.groups[id].place != Where.ON_TABLE:
            passed(game, id)


def queue_of(battle: RiskBattle, phase: int) -> list[int]:
    """Who acts in a phase: groups in roster order, then leaders; those whom results bind as they stand."""
    found: list[int] = []
    for leaders in (False, True):
        for group in battle.groups:
            if group.side == battle.active and group.place == Where.ON_TABLE and group.leader == leaders:
                if acts_in(battle, group, phase):
                    found.append(group.id)
    if phase == Phase.MOVES:
        found.sort(key=lambda id: place_in_line(battle, battle.groups[id]))
    return found


def place_in_line(battle: RiskBattle, group: Group) -> tuple[int, float, float, float, float, float]:
    """Those who go away from the enemy first, the farthest from him before all; then the others, the nearest first.

    So nobody is in the way of those behind him, and it does not matter who stands first in the roster (R14).
    """
    members = battle.members(group)
    gap = watched(battle, group).gap
    x, y = battle.centre(members)
    first: i64 = members[0]  # no two stand on one spot
    at_x = battle.figures.x[first]
    at_y = battle.figures.y[first]
    if group.action in (Result.TAKE_COVER, Result.WITHDRAW, Result.RUN):
        return 0, -gap, x, y, at_x, at_y
    return 1, gap, x, y, at_x, at_y


def acts_in(battle: RiskBattle, group: Group, phase: int) -> bool:
    if phase == Phase.COMMAND:
        return group.is_pc() and battle.played[group.side]
    if phase == Phase.MOVES:
        return group.obeys and not goes_along(battle, group)
    if phase == Phase.FREE_MOVES:
        return not group.obeys
    if phase == Phase.COMMANDED_FIRE:
        return fires_by_command(battle, group) and not bar_to_shooting(battle, group)
    if phase == Phase.UNCOMMANDED_FIRE:
        return not fires_by_command(battle, group) and not bar_to_shooting(battle, group)
    if phase == Phase.MELEES:
        return battle.in_contact(group)
    return False


def goes_along(battle: RiskBattle, leader: Group) -> bool:
    """Does a leader move with the group whose result he shares? In contact he fights or breaks off by himself (R63)."""
    if leader.with_group < 0 or not leader.obeys or not battle.groups[leader.with_group].obeys:
        return False
    return not battle.in_contact(leader)


# ---------------------------------------------------------------- 1 visibility


def visibility_dice(game: Game[RiskBattle]) -> None:
    """One die for each enemy group, or lone leader, with a figure in ground that conceals (R28)."""
    battle = game.battle
    side = battle.active
    for leaders in (False, True):
        for group in battle.groups:
            if group.side == side or group.place != Where.ON_TABLE or group.leader != leaders:
                continue
            units = [group]
            if not battle.rules.fog:  # with fog the number of dice must not tell who is with whom (R64)
                if leaders and host_of(battle, group) != NOBODY:
                    continue  # seen as his group is
                units += [] if leaders else leaders_with(battle, group)
            if any(battle.hides[i64(figure)] >= 0 for unit in units for figure in battle.members(unit)):
                game.dice.throwers(enemy_seat(battle.groups, group.side), group.seat)
                cm = visibility(game.dice, battle.rules)
                for unit in units:
                    game.tell(VisibilitySet(unit.id, cm))


# ---------------------------------------------------------------- 4 moves


def bound_move(game: Game[RiskBattle], group: Group) -> None:
    """A group that must obey its result, with the leaders who share it (R55)."""
    carry_out_bound(game, group)
    passed(game, group.id)


def carry_out_bound(game: Game[RiskBattle], group: Group) -> None:
    battle = game.battle
    seen = watched(battle, group)
    if battle.in_contact(group):
        if not leaves(battle, group):
            stand_still(game, group)
            return
        break_off(game, group)
        if not group.on_table():
            return
    members = moving_together(battle, group)
    if group.offered and charges(game, group, members, seen):
        return
    carry_out(game, group, members, group.action)


def moving_together(battle: RiskBattle, group: Group) -> list[int]:
    """Its figures, and the leaders who go along with it (R63)."""
    leaders: list[int] = []
    for leader in battle.groups:
        if leader.with_group == group.id and leader.on_table() and goes_along(battle, leader):
            leaders.append(leader.first)
    return battle.members(group) + by_place(battle, leaders)


def leaves(battle: RiskBattle, group: Group) -> bool:
    """A plain result takes it out of its melee; italics, O and N mean stay and fight (4.7.5)."""
    if not group.plain or group.action not in (Result.TAKE_COVER, Result.WITHDRAW, Result.RUN):
        return False
    if group.action != Result.TAKE_COVER:
        return True
    members = battle.members(group)
    return not all_in_cover(battle, members, watched(battle, group))


def stand_still(game: Game[RiskBattle], group: Group) -> None:
    """Whoever does not move is not advancing (R4)."""
    battle = game.battle
    if group.advancing:
        game.tell(Advanced(group.id, False, unseen(battle, battle.members(group), group.side)))


def charges(game: Game[RiskBattle], group: Group, members: list[int], seen: Watch) -> bool:
    """ "(Charge?)": its owner decides, or, with nobody to decide, its table (R10, R57)."""
    battle = game.battle
    target = charge_target(battle, seen)
    if target < 0:
        return False
    query = charge_query(battle.rules, group.card.table, players=battle.played[group.side])
    if query not in (ChargeAnswer.CHARGES, ChargeAnswer.OWNER_DECIDES):
        return False
    if bar_to_charge(battle, group, members, battle.groups[target], seen):
        return False
    if query == ChargeAnswer.OWNER_DECIDES:
        options: list[Option] = [NO_CHARGE, Charge(target)]
        if game.choose(seat_for(battle, group), "charge", options, group.id) is NO_CHARGE:
            return False
    charge(game, group, members, battle.groups[target], seen, "R10, R57" if group.action == 0 else "R10")
    for unit in units_of(battle, group, members):
        set_order_after(game, unit, group.action, seen)
    return True


def seat_for(battle: RiskBattle, group: Group) -> int:
    """Who decides for a group: the PC's player who commands it, else its owner."""
    return battle.groups[group.commander].seat if group.commander >= 0 else group.seat


def next_of(game: Game[RiskBattle], kind: str) -> Group | None:
    """Where a player decides he picks the order; None when he is done with all of his."""
    battle = game.battle
    seat = seat_for(battle, battle.groups[battle.queue[0]])
    mine = [id for id in battle.queue if seat_for(battle, battle.groups[id]) == seat]
    if len(mine) == 1:
        return battle.groups[mine[0]]
    options: list[Option] = [Next(id) for id in mine]
    options.append(DONE)
    chosen = game.choose(seat, kind, options, -1)
    if isinstance(chosen, Next):
        return battle.groups[chosen.unit]
    for id in mine:
        passed(game, id)
    return None


def free_move(game: Game[RiskBattle]) -> None:
    """A commanded group that ignores its result, or a PC, moves as its player likes."""
    battle = game.battle
    waiting = battle.queue[:]
    group = next_of(game, "move_next")
    if group is None:
        for id in waiting:
            if id not in battle.queue:
                stand_still(game, battle.groups[id])
        return
    seat = seat_for(battle, group)
    if not group.is_pc():
        set_standing_order(game, group, seat)
    changed = False
    while True:
        seen = watched(battle, group)
        options = [option for option in free_actions(battle, group, seen) if not (changed and is_dress(option))]
        chosen = game.choose(seat, "move", options, group.id)
        if chosen is HITCH or chosen is LET_DOWN:
            hides = unseen(battle, battle.members(group), group.side)
            game.tell(Hitched(group.id, Petticoats.HITCHED if chosen is HITCH else Petticoats.DOWN, hides))
            changed = True
            continue
        break
    if chosen is BREAK_OFF:
        break_off(game, group)
    if chosen is MARCH or (chosen is BREAK_OFF and group.on_table()):
        march_freely(game, group, seat)
    elif isinstance(chosen, Charge):
        charge(game, group, battle.members(group), battle.groups[chosen.target], seen, "R10")
    elif isinstance(chosen, Join):
        game.tell(GroupJoined(group.id, chosen.unit, unseen(battle, battle.members(group), group.side)))
    elif chosen is STAY:
        stand_still(game, group)
    passed(game, group.id)


def is_dress(option: Option) -> bool:
    return option is HITCH or option is LET_DOWN


def march_freely(game: Game[RiskBattle], group: Group, seat: int) -> None:
    battle = game.battle
    members = battle.members(group)
    seen = watched(battle, group)
    x, y = battle.centre(members)
    region = MoveRegion(battle, group, faces=facing_to(battle, x, y, seen.nearest, battle.facing(members)))
    value = game.place(seat, "march", region, group.id)
    perform(game, group, MoveKind.FREELY, free_places(battle, group, value), value[4], seen, "R52")


def set_standing_order(game: Game[RiskBattle], group: Group, seat: int) -> None:
    """The owner sets it anew whenever the group is commanded (R56)."""
    battle = game.battle
    chosen = game.choose(seat, "standing_order", STANDING_ORDERS, group.id)
    if chosen is KEEP_ORDER:
        return
    hides = unheard(battle, group.side)
    if chosen is ORDER_HOLD:
        game.tell(OrderSet(group.id, OrderKind.HOLD, 0.0, 0.0, False, "R56", hides))
    elif chosen is ORDER_ADVANCE:
        game.tell(OrderSet(group.id, OrderKind.ADVANCING, 0.0, 0.0, False, "R56", hides))
    else:
        kind = OrderKind.ADVANCING if chosen is ORDER_ADVANCE_TO else OrderKind.WITHDRAWING
        x, y = game.place(seat, "order_point", PointRegion(battle, group), group.id)
        game.tell(OrderSet(group.id, kind, x, y, True, "R56", hides))


# ---------------------------------------------------------------- 5 shooting


def commanded_fire(game: Game[RiskBattle]) -> None:
    """Commanded groups and PCs, at the targets their players pick (R49)."""
    battle = game.battle
    group = next_of(game, "fire_next")
    if group is None:
        return
    options = fire_options(battle, group)
    if len(options) > 1:
        chosen = game.choose(seat_for(battle, group), "fire", options, group.id)
        fire_by_command(game, group, chosen)
    passed(game, group.id)


# ---------------------------------------------------------------- 7 the end of a side's turn


def end_side(game: Game[RiskBattle]) -> None:
    """Loading, command is over, and the other side's turn; after both the battle may be decided."""
    battle = game.battle
    side = battle.active
    for group in battle.groups:
        load = group.card.load
        if group.side != side or group.place != Where.ON_TABLE or load is None or not load.loads or group.loaded:
            continue
        if group.is_pc() and is_commanded(battle, group) and not group.declared:
            continue  # an officer who did not declare it does not load (R31)
        members = battle.members(group)
        busy = group.fought or not stationary(battle, members)
        if is_loaded_after(load, loaded=group.loaded, fired=group.fired, busy=busy):
            game.tell(Loaded(group.id, unseen(battle, members, side)))
    game.tell(SideEnded(side))
    if side == battle.first_side:
        game.tell(SideBegan(1 - side, battle.turn))
        return
    victory(game)
    if not battle.finished:
        game.tell(SideBegan(battle.first_side, battle.turn + 1))


# ---------------------------------------------------------------- the sheet's own list


def set_up(game: Game[RiskBattle]) -> None:
    deploy(game)
    if not game.battle.to_deploy:
        game.tell(SideBegan(game.battle.first_side, game.battle.turn))


def command_next(game: Game[RiskBattle]) -> None:
    battle = game.battle
    command(game, battle.groups[battle.queue[0]])
    passed(game, battle.queue[0])


def move_next_bound(game: Game[RiskBattle]) -> None:
    bound_move(game, game.battle.groups[game.battle.queue[0]])


def fire_next_uncommanded(game: Game[RiskBattle]) -> None:
    group = game.battle.groups[game.battle.queue[0]]
    fire_uncommanded(game, group)
    passed(game, group.id)


def fight_next(game: Game[RiskBattle]) -> None:
    melee(game, game.battle.groups[game.battle.queue[0]])


SEQUENCE: Final = (
    Part("setting up", "The side that moves second deploys first, group by group in its zone.", set_up, "R43, R59"),
    Part("visibility dice", "A die for each hidden group says from how far it is seen.", visibility_dice, "R28"),
    Part("command", "Officers throw for points, and spend them on groups and their NCOs.", command_next),
    Part("action dice", "Every group looks at its risk and throws; all results apply together.", action_dice),
    Part("bound moves", "Those whose result binds them carry it out.", move_next_bound, "R55, R57"),
    Part("free moves", "Those whose players decide move as they like.", free_move),
    Part("commanded fire", "Volleys by command.", commanded_fire, "R18"),
    Part("uncommanded fire", "The others fire at the nearest.", fire_next_uncommanded, "R18"),
    Part("melee", "Pairs in contact fight; the beaten retreat.", fight_next),
    Part("end of the side's turn", "Victory is looked at, and the other side's turn begins.", end_side, "R44"),
)
