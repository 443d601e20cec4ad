"""Fire on the table (4.4): phase 6, and the one way in which any unit fires, in reaction and in support too."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.gettysburg.battle.events import GoEnded, StageSet, TokenSpent
from playsheet.rules.gettysburg.battle.fight_events import DoubleSixRolled, Fired
from playsheet.rules.gettysburg.battle.move_events import AmmoChanged, CaughtFire, StateChanged
from playsheet.rules.gettysburg.battle.seats import seats_of, throwers
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, General, Unit
from playsheet.rules.gettysburg.dice.fire import (
    Battery,
    Hit,
    Rank,
    Shot,
    SkirmishWitness,
    Volley,
    aim_at_general,
    artillery_account,
    artillery_shot,
    fire,
    groups,
    halvings,
    musketry_account,
    musketry_shot,
    odd_dice,
    poured,
    skirmish_fire,
)
from playsheet.rules.gettysburg.dice.fire import Mark as Target
from playsheet.rules.gettysburg.ground.footprints import massed, zone_of
from playsheet.rules.gettysburg.ground.sight import cover_of, eye_of
from playsheet.rules.gettysburg.options.fight_choices import DONE, OfUnit, Shoot, Sixes, Snipe
from playsheet.rules.gettysburg.options.fire import (
    Mark,
    bar_to_firing,
    firing_strength,
    generals_in_sight,
    rate_of,
    shots,
    snipes,
)
from playsheet.rules.gettysburg.options.fire_cache import lookout_of
from playsheet.rules.gettysburg.sheet.rows import RiskRow, SixRow
from playsheet.rules.gettysburg.table.command import attacked
from playsheet.rules.gettysburg.table.double_six import Chain, risk
from playsheet.rules.gettysburg.table.forced_moves import retire_from_fire
from playsheet.rules.gettysburg.table.losses import lose, lose_guns
from playsheet.rules.gettysburg.table.melee_contacts import settle
from playsheet.rules.gettysburg.terms import (
    AMMUNITION,
    BANDS,
    Ammunition,
    Arm,
    FireMoment,
    Formation,
    LossCause,
    RangeBand,
    Token,
    UnitState,
    Zone,
)

NO_AMMUNITION: Final = ""
POURED: Final = "pour"


# ---------------------------------------------------------------- phase 6


def step(game: Game[GettysburgBattle]) -> None:
    """One unit fires, as its owner likes; who has halted to volley must, if it can (4.4.1)."""
    battle = game.battle
    if battle.stage == 0:
        game.tell(StageSet(1, seats_of(battle.goers())))
        return
    if not battle.queue:
        game.tell(GoEnded())
        return
    seat = battle.queue[0]
    lookout = lookout_of(battle)
    ready = [unit for unit in battle.goers() if unit.seat == seat and not bar_to_firing(battle, unit, charged=False)]
    ready = [unit for unit in ready if lookout.has_target(battle, unit)]
    if not ready:
        game.tell(StageSet(1, battle.queue[1:]))
        return
    options: list[Option] = [OfUnit("unit", unit.id) for unit in ready]
    if not any(unit.must_fire for unit in ready):
        options.insert(0, DONE)
    chosen = game.choose(seat, "fire", options, NOBODY)
    if isinstance(chosen, OfUnit):
        unit = battle.units[chosen.unit]
        fire_with(game, unit, lookout.marks_of(battle, unit))
    else:
        game.tell(StageSet(1, battle.queue[1:]))


def fire_with(game: Game[GettysburgBattle], unit: Unit, found: list[Mark]) -> None:
    """The owner names the target, and what is fired at it."""
    battle = game.battle
    chosen = game.choose(unit.seat, "target", shot_options(battle, unit, found), unit.id)
    if isinstance(chosen, Snipe):
        snipe(game, unit, battle.generals[chosen.general])
    elif isinstance(chosen, Shoot):
        shoot(game, unit, mark_at(found, chosen.target), chosen, FireMoment.IN_PHASE)


def shot_options(battle: GettysburgBattle, unit: Unit, found: list[Mark]) -> list[Option]:
    """Every target with everything that may be fired at it, then generals for sharpshooters."""
    options: list[Option] = []
    for mark in found:
        options += shots(battle, unit, mark)
    return options + snipes(battle, unit)


def mark_at(found: list[Mark], target: int) -> Mark:
    for mark in found:
        if mark.target.id == target:
            return mark
    raise AttributeError(f"unit {target} is no target")


# ---------------------------------------------------------------- the situation of a shot


def target_of(battle: GettysburgBattle, unit: Unit, mark: Mark) -> Target:
    """The target, as far as the score is concerned: where it is seen from, and how it stands."""
    held = mark.target
    x, y = eye_of(mark.face)
    target = Target(held.arm, held.formation)
    target.cover = cover_of(battle, held, x, y)
    target.on_the_ground = held.state == UnitState.GONE_TO_GROUND
    target.enfiladed = zone_of(battle, held, unit.x, unit.y) == Zone.FLANK
    target.massed = massed(battle, held)
    return target


def band_of(battle: GettysburgBattle, unit: Unit, mark: Mark, shoot: Shoot) -> int:
    """Effective or long range; canister knows only one."""
    if shoot.ammunition == Ammunition.CANISTER:
        return RangeBand.EFFECTIVE
    if unit.arm == Arm.ARTILLERY:
        return battle.rules.gun_band(unit.card.gun_class, mark.distance)
    return battle.rules.band(unit.card.weapon, mark.distance)


def shot_of(battle: GettysburgBattle, unit: Unit, mark: Mark, shoot: Shoot) -> Shot:
    """A close-order shot or a battery's, as the procedure wants it."""
    rules = battle.rules
    target = target_of(battle, unit, mark)
    half = halvings(
        band_of(battle, unit, mark, shoot) == RangeBand.LONG, unit.state == UnitState.GONE_TO_GROUND, unit.low_on_ammo
    )
    strength = strength_of(battle, unit, shoot)
    figures = mark.target.figures
    pending = mark.target.pending_half
    if unit.arm == Arm.ARTILLERY:
        battery = Battery(unit.grade, unit.card.gun_class, shoot.ammunition)
        battery.moved = unit.moved or unit.unlimbered
        battery.unformed = unit.is_unformed()
        account = artillery_account(rules, battery, target)
        shot = artillery_shot(strength, battery, account, half, target, figures, pending)
        shot.built_up = burning_plot(battle, mark.target) >= 0
        return shot
    rank = Rank(unit.grade)
    rank.extended = unit.formation == Formation.EXTENDED
    rank.unformed = unit.is_unformed()
    rank.fired_last_turn = unit.fired_last_turn
    rank.aim_low = shoot.aim
    shot = musketry_shot(strength, musketry_account(rules, rank, target), half, target, figures, pending)
    shot.pours = shoot.pour
    return shot


def strength_of(battle: GettysburgBattle, unit: Unit, shoot: Shoot) -> int:
    """Figures that fire, poured on or not, or guns."""
    n = firing_strength(battle, unit)
    return poured(battle.rules, unit.card.weapon, n) if shoot.pour else n


def burning_plot(battle: GettysburgBattle, target: Unit) -> int:
    """The BUA that it holds, which may catch fire; -1 if it holds none."""
    held = target.garrison
    return held if held >= 0 and battle.land.plots[held].bua else NOBODY


def volley_of(battle: GettysburgBattle, unit: Unit, mark: Mark) -> Volley:
    """The fire of skirmishers, as the procedure wants it."""
    volley = skirmishers(battle, unit, mark.target.figures, mark.target.pending_half)
    x, y = eye_of(mark.face)
    volley.cover = cover_of(battle, mark.target, x, y)
    volley.target_down = mark.target.state == UnitState.GONE_TO_GROUND
    return volley


def skirmishers(battle: GettysburgBattle, unit: Unit, figures: int, pending: int) -> Volley:
    rules = battle.rules
    n = battle.in_ranks(unit)
    rate = rate_of(unit)
    volley = Volley(groups(rules, rate, n), odd_dice(rules, rate, n), figures, pending)
    volley.down = unit.state == UnitState.GONE_TO_GROUND
    volley.low = unit.low_on_ammo
    return volley


# ---------------------------------------------------------------- a shot


def shoot(game: Game[GettysburgBattle], unit: Unit, mark: Mark, how: Shoot, when: str) -> None:
    """One shot of a unit at a unit, in phase 6, in reaction or in support."""
    battle = game.battle
    if how.aim:
        game.tell(TokenSpent(unit.side, Token.YELL_OR_AIM, unit.id, 0.0))
    throwers(game, unit, mark.target)
    witness = OnTable(game, unit, mark.target, fired_event(battle, unit, mark, how, when))
    if unit.formation == Formation.SKIRMISH:
        skirmish_fire(game.dice, battle.rules, volley_of(battle, unit, mark), witness)
    else:
        fire(game.dice, battle.rules, shot_of(battle, unit, mark, how), witness)
    settle(game)


def snipe(game: Game[GettysburgBattle], unit: Unit, general: General) -> None:
    """Sharpshooters aim at a general: any six is one roll of risk, no casualties, no chain (R42)."""
    battle = game.battle
    game.dice.throwers(unit.seat, general.seat)
    distance = battle.general_gap(general, unit.shape)
    n = battle.in_ranks(unit)
    game.tell(
        Fired(
            unit.id,
            NOBODY,
            general.id,
            LossCause.SNIPING,
            FireMoment.IN_PHASE,
            NO_AMMUNITION,
            distance,
            "",
            n,
            0,
            False,
            "R42, R48",
        )
    )
    aim_at_general(game.dice, battle.rules, skirmishers(battle, unit, 0, 0), AtGeneral(game, unit, general))


def fired_event(battle: GettysburgBattle, unit: Unit, mark: Mark, how: Shoot, when: str) -> Fired:
    """What is told of a shot; its casualties are put in when the dice have fallen."""
    ammunition = NO_AMMUNITION
    skirmishes = unit.formation == Formation.SKIRMISH
    if unit.arm == Arm.ARTILLERY:
        ammunition = AMMUNITION[how.ammunition]
    elif how.pour:
        ammunition = POURED
    band = RangeBand.EFFECTIVE if skirmishes else band_of(battle, unit, mark, how)
    rear = not skirmishes and band == RangeBand.EFFECTIVE and zone_of(battle, mark.target, unit.x, unit.y) == Zone.REAR
    return Fired(
        unit.id,
        mark.target.id,
        NOBODY,
        LossCause.SKIRMISH_FIRE
        if skirmishes
        else LossCause.ARTILLERY_FIRE
        if unit.arm == Arm.ARTILLERY
        else LossCause.MUSKETRY,
        when,
        ammunition,
        mark.distance,
        "" if skirmishes else BANDS[band],
        battle.in_ranks(unit) if skirmishes else strength_of(battle, unit, how),
        0,
        rear,
        ruling_of(unit, how, when),
    )


def ruling_of(unit: Unit, how: Shoot, when: str) -> str:
    """What settled that and how it may fire."""
    found = ["R41", "R44"] if unit.formation == Formation.SKIRMISH else ["R45", "R49"]
    if when == FireMoment.REACTION:
        found.append("R26")
    elif when == FireMoment.SUPPORT:
        found.append("R27")
    else:
        found.append("R55")
    if unit.state == UnitState.FALTERING:
        found.append("R52")
    elif unit.is_unformed():
        found.append("R53")
    if how.pour:
        found.append("R51")
    if how.aim:
        found.append("R90")
    if unit.formation in (Formation.COLUMN, Formation.MOB):
        found.append("R60")
    elif unit.arm == Arm.ARTILLERY:
        found.append("R61")
    return ", ".join(found)


class OnTable(SkirmishWitness):
    """Tells what a shot does, as it happens: casualties and the double six at once (R7)."""

    def __init__(self, game: Game[GettysburgBattle], unit: Unit, target: Unit, shot: Fired) -> None:
        self.game: Final = game
        self.unit: Final = unit
        self.target: Final = target
        self.shot: Final = shot
        self.plot: Final = burning_plot(game.battle, target)
        self.chain: Final = Chain(game, unit, [target], firing=True)
        self.meant = 0  # sixes of sharpshooters that are meant for a general (R42)

    def fired(self, hit: Hit) -> None:
        game = self.game
        target = self.target
        self.shot.figures = hit.figures
        game.tell(self.shot)
        if hit.low:
            game.tell(AmmoChanged(self.unit.id, True, "R51"))
        if lose(game, target, hit.figures, hit.pending, self.shot.how, "R59") and target.on_table():
            attacked(game, target)
        if hit.effect is not None:
            self.double_six(hit, hit.effect.id)

    def double_six(self, hit: Hit, effect: str) -> None:
        """It does not wait for the morale phase (R7)."""
        game = self.game
        target = self.target
        game.tell(DoubleSixRolled(self.unit.id, target.id, effect, "R7, R89"))
        if hit.guns() and target.on_table():
            lose_guns(game, target, hit.guns(), LossCause.DOUBLE_SIX, "R103")
        if hit.falters() and target.on_table() and target.state <= UnitState.FALTERING:
            game.tell(StateChanged(target.id, UnitState.FALTERING, self.unit.id, LossCause.DOUBLE_SIX, "R7"))
        if hit.retires() and target.on_table():
            retire_from_fire(game, target, self.unit, hit.retires())

    def at_risk(self) -> bool:
        return self.chain.at_risk()

    def six(self, row: SixRow) -> None:
        self.chain.six(row)

    def risked(self, row: RiskRow) -> None:
        """The general by the unit hit; by switch first those whom sharpshooters' sixes were meant for (R42)."""
        if self.meant == 0:
            self.chain.risked(row)
            return
        self.meant -= 1
        general = nearest_general(self.game.battle, self.unit)
        if general is not None:
            risk(self.game, general, row, self.unit)

    def aims(self, sixes: int) -> int:
        """By switch each six of sharpshooters is a casualty or a risk, as their owner likes (R42)."""
        if nearest_general(self.game.battle, self.unit) is None:
            return 0
        options = [Sixes(n) for n in range(sixes + 1)]
        self.meant = self.game.choose(self.unit.seat, "sixes", options, self.unit.id).n
        return self.meant

    def burns(self, yes: bool) -> None:
        if yes and self.plot not in self.game.battle.burning:
            self.game.tell(CaughtFire(self.plot, "R92"))


class AtGeneral(SkirmishWitness):
    """Sharpshooters at one general."""

    def __init__(self, game: Game[GettysburgBattle], unit: Unit, general: General) -> None:
        self.game: Final = game
        self.unit: Final = unit
        self.general: Final = general

    def risked(self, row: RiskRow) -> None:
        risk(self.game, self.general, row, self.unit)


def nearest_general(battle: GettysburgBattle, unit: Unit) -> General | None:
    """Of those whom sharpshooters have in sight."""
    best: General | None = None
    for general in generals_in_sight(battle, unit):
        if best is None or battle.general_gap(general, unit.shape) < battle.general_gap(best, unit.shape):
            best = general
    return best
