"""The sheet's tables as typed rows, read once, and the switches as plain values. Code has no number of the sheet."""

from __future__ import annotations

from typing import Final

from playsheet.core.reader import Reader
from playsheet.core.rulings import Switches
from playsheet.core.sheet import Sheet
from playsheet.rules.gettysburg.sheet.rows import (
    Base,
    Casualties,
    Column,
    Going,
    GroundRow,
    Ladder,
    Limits,
    MeleeRow,
    Modifiers,
    Pace,
    RiskRow,
    SixEffect,
    SixRow,
    band_of,
    change_row,
    crossing_row,
    faces,
    halves,
    order_or_none,
    percent_row,
    quality_of,
    rounded_up,
    troops_of,
    years,
)
from playsheet.rules.gettysburg.terms import (
    ARMS,
    BRIGADE_RESULTS,
    BRIGADES,
    CLASSES,
    CM,
    DIVISION_ORDERS,
    EFFECTS,
    FORMATIONS,
    GRADES,
    GUNS,
    LIMBERINGS,
    MELEES,
    MORALES,
    MOST_FIGURES,
    MOST_GUNS,
    NATIONS,
    OBSTACLES,
    ORDERS,
    PURSUITS,
    RATES,
    RESULTS,
    TARGETS,
    TESTS,
    TROOPS,
    WEAPONS,
    Arm,
    Formation,
    Grade,
    GroundClass,
    Gun,
    Nation,
    Obstacle,
    Quality,
    RangeBand,
    Weapon,
)


class Card:
    """What never changes about a unit or a general."""

    def __init__(self, id: str, reader: Reader, rules: GettysburgRules) -> None:
        self.id: Final = id
        self.name: Final = reader.text("name", longest=60)
        self.side: Final[int] = NATIONS.index(reader.choice("side", NATIONS))
        self.arm: Final[int] = ARMS.index(reader.choice("arm", ARMS))
        self.quality: Final = quality_of(reader) if self.arm == Arm.GENERAL else Quality.NORMAL
        fights = self.arm != Arm.GENERAL
        if fights and self.side == Nation.EITHER:
            raise reader.wrong("side", "union or confederate", NATIONS[Nation.EITHER])
        grade = GRADES.index(reader.choice("grade", GRADES)) if fights else Grade.REGULAR
        battery = self.arm == Arm.ARTILLERY
        self.grade: Final[int] = Grade.ELITE if battery and grade == Grade.CRACK else grade  # R54
        self.size: Final = reader.integer("size", 1, MOST_FIGURES) if fights else 1
        armed = fights and not battery
        self.weapon: Final[int] = WEAPONS.index(reader.choice("weapon", WEAPONS)) if armed else Weapon.NONE
        self.skirmish_rate: Final[int] = RATES.index(reader.choice("skirmish_rate", RATES, "none")) if armed else 0
        self.gun_class: Final[int] = GUNS.index(reader.choice("gun_class", GUNS)) if battery else Gun.NONE
        self.guns: Final = reader.integer("guns", 1, MOST_GUNS) if battery else 0
        cavalry = self.arm == Arm.CAVALRY
        self.shotguns: Final = reader.flag("shotguns", False) if cavalry else False
        self.may_dismount: Final = reader.flag("may_dismount", False) if cavalry else False
        self.heavy: Final = self.gun_class == Gun.GUN_20PDR
        self.percent: Final = rules.thresholds(self.size)
        reader.close()


class GettysburgRules:
    """All tables of the sheet, typed, and all switches as plain values; made once, shared by all copies."""

    def __init__(self, sheet: Sheet, switches: Switches) -> None:
        self.sheet: Final = sheet
        self.switches: Final = switches
        self.set_switches(switches)
        self.sides = sheet.values("dice").integer("sides", 2, 100)
        self.highest = 2 * self.sides  # of two dice: a double six, and nothing else
        self.set_command(sheet)
        self.set_movement(sheet)
        self.set_fire(sheet)
        self.set_melee(sheet)
        self.set_morale(sheet)
        self.set_generals(sheet)
        self.set_table(sheet)

    def set_switches(self, switches: Switches) -> None:
        """Each switch as a plain value, true where it stands at the reading that the name says."""
        self.tie_keeps = switches.stands("initiative-tie", "keep")
        self.winner_first = switches.stands("initiative-prize", "first")
        self.prize_per_phase = switches.stands("initiative-prize", "per-phase")
        self.alternate_brigades = switches.stands("alternate", "brigade")
        self.division_menu = switches.flag("division-menu")
        self.division_drunkard = switches.stands("division-drunkard", "-2")
        self.order_dense_woods = switches.flag("order-dense-woods")
        self.nerve_swapped = switches.stands("nerve", "2-nerve")
        self.nerve_division = switches.stands("nerve", "also-division")
        self.nerve_literal = switches.stands("nerve-na", "literal")
        self.orders_hidden = switches.flag("orders-hidden")
        self.counter_to_charge = switches.stands("counter-test", "to-charge")
        self.flight_at_once = switches.stands("flight-timing", "at-once")
        self.uncontrolled_test = switches.flag("uncontrolled-test")
        self.opportunity = switches.flag("opportunity")
        self.terrain_whole = switches.stands("terrain-cost", "whole")
        self.in_cm = switches.stands("cm-figures", "cm")
        self.sharpshooter_after = switches.stands("sharpshooter", "after")
        self.arc_total = switches.stands("arc", "total")
        self.arc_artillery_45 = switches.stands("arc", "art-45")
        self.pour_ammo = switches.flag("pour-ammo")
        self.falter_fires = switches.stands("falter-fire", "as-unformed")
        self.nearest_only = switches.stands("target-choice", "nearest")
        self.hasty_as_works = switches.stands("hasty-fire", "works")
        self.halves_diced = switches.stands("halves", "dice")
        self.halves_dropped = switches.stands("halves", "drop")
        self.elite_multiplies = switches.stands("melee-elite", "multiplier")
        self.elite_graded = switches.stands("melee-elite", "graded")
        self.breech_literal = switches.stands("breech-melee", "literal")
        self.outnumber_first = switches.stands("outnumber", "first-plus")
        self.melee_halves = switches.stands("melee-round", "halves")
        self.any_attached = switches.stands("attached", "any-brigadier")
        self.charge_loss_once = switches.stands("charge-loss", "casualties-only")
        self.dispersal_plain = switches.stands("dispersal", "plain")
        self.dispersal_falter = switches.stands("dispersal", "falter")
        self.six_parallel = switches.stands("double-six", "parallel")
        self.replacement = switches.flag("replacement")
        self.resupply = switches.flag("resupply")
        self.ground_stays_down = switches.stands("gtg-charged", "down")
        self.horse_holders = switches.flag("horse-holders")
        self.charge_melee = switches.flag("charge-melee")
        self.pursuit_fights = switches.stands("pursuit-meets", "fight")

    # ------------------------------------------------------------------ command

    def set_command(self, sheet: Sheet) -> None:
        """Initiative, orders of divisions and brigades, loss of nerve, limits and duties."""
        quality = ("excellent", "poor", "drunkard")
        self.initiative_modifiers = Modifiers(sheet, "initiative-modifiers", (*quality, "confederate-east"))
        self.east_years = years(sheet.values("initiative-modifiers"))
        self.division_modifiers = Modifiers(sheet, "division-orders", (*quality, "stricter", "base-contact"))
        self.division_need = [sheet.row("division-orders", id).integer("need", 2, 100) for id in DIVISION_ORDERS]
        self.menus = [
            [ORDERS.index(word) for word in sheet.row("division-orders", id).choices("menu", ORDERS)]
            for id in DIVISION_ORDERS
        ]
        situation = ("far-or-commanding", "far-and-commanding", "base-contact", "dense-woods")
        self.brigade_modifiers = Modifiers(sheet, "brigade-orders", (*quality, *situation))
        sent = sheet.values("brigade-orders")
        self.brigade_need = sent.integer("need", 2, 100)
        self.order_far = sent.number("far", 0, 1000)
        self.own_modifiers = Modifiers(sheet, "brigade-own-initiative", (*quality, "confederate-to-assault"))
        own = sheet.values("brigade-own-initiative")
        self.own_need = own.integer("need", 2, 100)
        self.nerve_on = own.integer("panic" if self.nerve_swapped else "nerve", 2, 100)
        self.panic_on = own.integer("nerve" if self.nerve_swapped else "panic", 2, 100)
        self.nerve_orders = [order_or_none(sheet, id, "nerve") for id in ORDERS]
        self.panic_orders = [order_or_none(sheet, id, "panic") for id in ORDERS]
        self.limits = [Limits(sheet, id) for id in ORDERS]
        duties = sheet.values("order-duties")
        self.assault_share = duties.integer("share", 0, 100)  # per cent of the able units
        self.advance_part = duties.number("part", 0, 1)
        self.support_leash = duties.number("leash", 0, 1000)
        self.hold_area = duties.number("area", 0, 1000)

    def may_send(self, division: int) -> list[int]:
        """The orders that a division on this order may send its brigades (R8)."""
        return self.menus[division] if self.division_menu else list(range(len(ORDERS)))

    # ------------------------------------------------------------------ movement

    def set_movement(self, sheet: Sheet) -> None:
        self.paces = {id: Pace(sheet, id) for id in sheet.table("movement").rows}
        self.foot_paces = [self.paces[f"infantry-{name}"] for name in FORMATIONS[: Formation.MOB]]
        rows = ("line-or-extended", "line-or-extended", "column", "skirmish")  # from line, extended, column, skirmish
        self.changes = [change_row(sheet, row) for row in rows]  # [from][to], halves of a move
        self.reforming = change_row(sheet, "unformed")
        self.mounting = change_row(sheet, "mount")
        manoeuvres = sheet.values("manoeuvres")
        self.screen_cost = halves(manoeuvres, "screen", 0, 1)
        self.regiment_cost = halves(manoeuvres, "regiment", 0, 1)
        self.occupy_cost = halves(manoeuvres, "occupy", 0, 1)
        self.limber_cost = halves(manoeuvres, "limber", 0, 1)
        self.limber_20pdr_cost = halves(manoeuvres, "limber-20pdr", 0, 1)
        self.battery_reforms = halves(manoeuvres, "battery-reforms", 0, 1)
        self.step_back = manoeuvres.number("step-back", 0, 100)
        up = sheet.values("get-up")
        self.get_up_regular = up.integer("regular", 2, 100)
        self.get_up_green = up.integer("green-militia", 2, 100)
        self.get_up_near = up.number("near", 0, 1000)
        out = sheet.values("detachments")
        self.screen_part = out.integer("screen", 1, MOST_FIGURES)
        self.half_part = out.integer("half", 1, MOST_FIGURES)
        self.detached_least = out.integer("least", 1, MOST_FIGURES)
        self.detached_set_up = out.number("set-up", 0, 1000)
        self.detached_rejoin = out.number("rejoin", 0, 1000)
        self.goings = [
            [Going(sheet.row("terrain", id).choices(troop, EFFECTS)) for troop in TROOPS]
            for id in CLASSES[: GroundClass.IMPASSABLE]
        ]  # [class][troops]
        self.ground = {id: GroundRow(sheet, id) for id in sheet.table("terrain-classes").rows}
        self.strip = sheet.values("terrain-classes").number("strip", 0, 10)
        crossing = sheet.values("crossing-defences")
        self.crossing_cost = halves(crossing, "cost", 0, 1)
        self.charging_into_works = halves(crossing, "charging-into-works", 0, 1)
        self.crossing_figures = crossing.integer("figures", 0, 20)
        self.crossings = [crossing_row(sheet, id, self.sides) for id in OBSTACLES[Obstacle.ABATIS : Obstacle.WORKS]]
        self.recall_modifiers = Modifiers(
            sheet, "recall-skirmishers", ("half-regiment", "far-from-enemy", "dense-woods")
        )
        recall = sheet.values("recall-skirmishers")
        self.recall_need = [recall.integer(grade, 2, 100) for grade in GRADES]
        self.recall_far = recall.number("far-cm", 0, 1000) / CM if self.in_cm else recall.number("far", 0, 1000)
        charge = sheet.values("charge-distances")
        self.charge_turn = charge.number("turn", 0, 180)
        self.opportunity_reach = charge.number("opportunity", 0, 1000)
        self.support_fire = charge.number("support", 0, 1000)

    def detaching_share(self, *, screen: bool) -> float:
        """Of its move, what sending out or recalling a screen, or half of it, costs a regiment."""
        return 0.5 * (self.screen_cost if screen else self.regiment_cost)

    def pace(self, arm: int, formation: int, unformed: bool, heavy: bool) -> Pace:
        """The row of `movement`; unformed infantry use the column's, and so do mobs."""
        if arm == Arm.GENERAL:
            return self.paces["general"]
        if arm == Arm.CAVALRY:
            return self.paces["cavalry"]
        if arm == Arm.ARTILLERY:
            if formation == Formation.DEPLOYED:
                return self.paces["artillery-prolonged"]
            return self.paces["artillery-20pdr" if heavy else "artillery-limbered"]
        if unformed or formation == Formation.MOB:
            return self.foot_paces[Formation.COLUMN]
        return self.foot_paces[formation]

    def going(self, ground: int, arm: int, formation: int) -> Going:
        """What ground of that class, not impassable, does to such a unit."""
        return self.goings[ground][troops_of(arm, formation)]

    # ------------------------------------------------------------------ fire

    def set_fire(self, sheet: Sheet) -> None:
        skirmish = sheet.values("skirmish-fire")
        self.groups = [0, *[skirmish.integer(rate, 1, MOST_FIGURES) for rate in ("second", "first", "sharpshooter")]]
        self.group_left = skirmish.integer("left", 1, MOST_FIGURES)
        self.skirmish_reading = faces(skirmish, "hits", self.sides, ("casualty", "miss"))
        small = sheet.values("infantry-ranges")
        self.effective = [0.0, *[sheet.row("infantry-ranges", id).number("effective", 0, 1000) for id in WEAPONS[1:]]]
        self.long = [0.0, *[sheet.row("infantry-ranges", id).number("long", 0, 1000) for id in WEAPONS[1:]]]
        self.sniper = small.number("sniper", 0, 1000)
        self.canister = [sheet.row("artillery-ranges", id).number("canister", 0, 1000) for id in GUNS]
        self.gun_effective = [sheet.row("artillery-ranges", id).number("effective", 0, 1000) for id in GUNS]
        self.gun_long = [sheet.row("artillery-ranges", id).number("long", 0, 1000) for id in GUNS]
        part = 0.5 if self.arc_total else 1.0  # R49: each side of the front, or from side to side
        guns = sheet.values("artillery-ranges")
        self.arc_infantry = small.number("arc", 0, 90) * part
        self.arc_skirmish = skirmish.number("arc", 0, 90) * part
        self.arc_artillery = guns.number("arc-45" if self.arc_artillery_45 else "arc", 0, 90) * part
        state = ("firer-extended", "firer-unformed", "fired-last-turn")
        self.infantry_fire = Modifiers(
            sheet, "infantry-fire-modifiers", ("crack-elite", "veteran-regular-green", "militia", *state)
        )
        pour = sheet.values("infantry-fire-modifiers")
        self.pour_breech = halves(pour, "pour-breechloaders", 0, 10)
        self.pour_repeater = halves(pour, "pour-repeaters", 0, 10)
        canister = tuple(["canister-" + gun for gun in GUNS])
        other = ("shot-20pdr", "moved-or-unlimbered", "battery-unformed")
        self.artillery_fire = Modifiers(
            sheet, "artillery-fire-modifiers", ("elite", "green-militia", *canister, *other)
        )
        self.crew_a_gun = sheet.values("artillery-fire-modifiers").integer("crew-a-gun", 1, 20)
        self.target_modifiers = Modifiers(sheet, "target-modifiers", TARGETS)
        self.massed_within = sheet.values("target-modifiers").number("massed-within", 0, 100)
        self.musketry = Casualties(sheet, "musketry-casualties")
        self.artillery = Casualties(sheet, "artillery-casualties")
        self.half_reading = faces(sheet.values("half-figures"), "hits", self.sides, ("figure", "nothing"))
        tokens = sheet.values("tokens")
        self.down_packs = tokens.number("down-packs", 0, 100)
        self.token_modifiers = Modifiers(sheet, "tokens", ("rebel-yell", "aim-low-boys"))

    def reach(self, weapon: int, sharpshooters: bool) -> float:
        """The farthest that skirmishers fire (R41, R48)."""
        return self.sniper if sharpshooters else self.long[weapon]

    def band(self, weapon: int, distance: float) -> int:
        """EFFECTIVE, LONG or BEYOND for close-order small arms; the limits are inside (R45)."""
        if weapon == Weapon.NONE:
            return RangeBand.BEYOND
        return band_of(distance, self.effective[weapon], self.long[weapon])

    def gun_band(self, gun: int, distance: float) -> int:
        """The same for shot and shell; canister is for the owner to choose within `canister[gun]` (R50)."""
        return band_of(distance, self.gun_effective[gun], self.gun_long[gun])

    # ------------------------------------------------------------------ melee and pursuit

    def set_melee(self, sheet: Sheet) -> None:
        self.melee_modifiers = Modifiers(sheet, "melee-modifiers", MELEES)
        values = sheet.values("melee-modifiers")
        self.outnumber_every = values.integer("outnumber-every", 1, 1000)  # per cent
        self.outnumber_most = values.integer("outnumber-most", 0, 100)
        self.supporting_within = values.number("supports-within", 0, 1000)
        numbers = sheet.values("melee-numbers")
        self.foot_v_cavalry = halves(numbers, "foot-v-cavalry", 0, 10)
        self.breech_melee = halves(numbers, "breechloaders-literal" if self.breech_literal else "breechloaders", 0, 10)
        self.repeater_melee = halves(numbers, "repeaters", 0, 10)
        self.elite_melee = halves(numbers, "elite", 0, 10)
        self.crack_melee = halves(numbers, "crack", 0, 10)
        self.melee_ladder = Ladder(sheet, "melee-results")
        self.melee_rows = [MeleeRow(sheet, row) for row in self.melee_ladder.rows]
        self.recoil = sheet.values("melee-results").number("recoil", 0, 100)
        rates = sheet.values("melee-casualties")
        self.rate_horse_v_fleeing_foot = rates.integer("cavalry-v-fleeing-foot", 1, 1000)
        self.rate_horse_v_horse = rates.integer("cavalry-v-cavalry", 1, 1000)
        self.rate_horse_v_recoiled = rates.integer("cavalry-v-recoiled", 1, 1000)
        self.rate_horse_losing = rates.integer("cavalry-losing-or-drawing", 1, 1000)
        self.rate_foot_winning = rates.integer("foot-winning", 1, 1000)
        self.rate_foot_v_recoiled = rates.integer("foot-v-recoiled", 1, 1000)
        self.rate_foot_losing = rates.integer("foot-losing-or-drawing", 1, 1000)
        pursuers = ("general-near", "crack-elite", "veteran-regular", "green-militia", "rash")
        self.pursuit_modifiers = Modifiers(sheet, "pursuit-modifiers", pursuers)
        pursuit = sheet.values("pursuit-modifiers")
        self.pursuit_near = pursuit.number("near-cm", 0, 1000) / CM if self.in_cm else pursuit.number("near", 0, 1000)
        self.rash_years = years(pursuit)
        self.pursuits = Column(sheet, "pursuit-results", "result", PURSUITS)
        results = sheet.values("pursuit-results")
        self.uncontrolled_arc = results.number("arc", 0, 180)
        self.uncontrolled_reach = results.number("reach", 0, 1000)

    # ------------------------------------------------------------------ morale

    def set_morale(self, sheet: Sheet) -> None:
        triggers = sheet.values("unit-morale-triggers")
        self.loss_tests = triggers.integer("loss", 0, 100)  # per cent of the size in one turn
        self.dispersal_at = triggers.integer("dispersal", 0, 100)  # per cent of the size in all
        self.rout_near = triggers.number("near", 0, 1000)
        self.morale_modifiers = Modifiers(sheet, "unit-morale-modifiers", MORALES)
        values = sheet.values("unit-morale-modifiers")
        self.casualties_most = values.integer("casualties-most", 0, 100)
        self.charge_casualties_most = values.integer("charge-casualties-most", 0, 100)
        self.general_near = values.number("near", 0, 1000)
        self.morale = [Column(sheet, "unit-morale-results", test, RESULTS) for test in TESTS]
        self.falter_recoil = sheet.values("morale-states").number("recoil", 0, 100)
        self.brigade_near = sheet.values("brigade-morale-triggers").number("near", 0, 1000)
        self.brigade_morale_modifiers = Modifiers(sheet, "brigade-morale-modifiers", BRIGADES)
        self.brigade_fleeing_near = sheet.values("brigade-morale-modifiers").number("near", 0, 1000)
        self.brigade_morale = Column(sheet, "brigade-morale-results", "result", BRIGADE_RESULTS)
        self.brigade_retires = sheet.values("brigade-morale-results").number("retire", 0, 1000)
        self.percents = [percent_row(sheet, size) for size in range(MOST_FIGURES + 1)]

    def thresholds(self, size: int) -> list[int]:
        """The losses from which a unit of this size has lost 10, 20, ... 90 per cent (R99)."""
        return self.percents[size]

    # ------------------------------------------------------------------ double six, generals

    def set_generals(self, sheet: Sheet) -> None:
        self.six_effects = {id: SixEffect(sheet, id) for id in sheet.table("double-six-effects").rows}
        effects = sheet.values("double-six-effects")
        self.gate_reading = faces(effects, "gate", self.sides, ("risk", "no risk"))
        self.trophy_points = effects.integer("trophy", 0, 100)
        self.six_ladder = Ladder(sheet, "double-six")
        self.six_rows = [SixRow(sheet, row) for row in self.six_ladder.rows]
        sixes = sheet.values("double-six")
        self.skulker_figures = sixes.integer("figures", 0, 20)
        self.burst_barrels = sixes.integer("barrels", 0, MOST_GUNS)
        self.risk_near = sixes.number("near", 0, 1000)
        self.risk_ladder = Ladder(sheet, "risk-to-general")
        self.risk_rows = [RiskRow(sheet, row) for row in self.risk_ladder.rows]
        self.stonewall_frees = sheet.values("risk-to-general").number("frees", 0, 1000)
        self.limbering_modifiers = Modifiers(
            sheet, "emergency-limbering", ("elite", "green-militia", "20pdr", "by-cavalry", "rout")
        )
        self.limbering = Column(sheet, "emergency-limbering", "result", LIMBERINGS)
        fire = sheet.values("risk-of-fire")
        self.burns_reading = faces(fire, "burns", self.sides, ("burns", "does not burn"))
        self.burning_figures = fire.integer("figures", 0, 20)
        generals = sheet.values("generals")
        self.general_reaches = generals.number("reaches", 0, 1000)
        self.replacement_turns = generals.integer("replacement", 1, 100)
        self.supply_near = generals.number("supply", 0, 1000)

    # ------------------------------------------------------------------ the table

    def set_table(self, sheet: Sheet) -> None:
        """Bases, formations, distances."""
        self.bases = {id: Base(sheet, id) for id in sheet.table("footprints").rows}
        feet = sheet.values("footprints")
        self.general_across = feet.number("general", 0.1, 10)
        self.skirmisher_width = feet.number("skirmisher", 0.1, 10)
        self.skirmish_depth = feet.number("skirmish-depth", 0.1, 10)
        drill = sheet.values("formations")
        self.ranks = [drill.integer(id, 1, MOST_FIGURES) for id in ("line", "extended", "column", "skirmish", "column")]
        self.fire_ranks = drill.integer("fire-ranks", 1, MOST_FIGURES)
        self.horse_holders_one_in = drill.integer("horse-holders", 2, MOST_FIGURES)
        near = sheet.values("distances")
        self.contact = near.number("contact", 0, 10)
        self.enemy_gap = near.number("enemy-gap", 0, 100)
        self.behind = near.number("behind", 0, 100)
        self.wood_into = near.number("wood-into", 0, 1000)
        self.wood_inside = near.number("wood-inside", 0, 1000)
        self.fire_over = near.number("fire-over", 0, 1000)
        self.occupy_within = near.number("occupy", 0, 100)

    def files(self, formation: int, figures: int) -> int:
        """How many stand side by side: of LINE, EXTENDED, COLUMN, SKIRMISH and MOB."""
        return rounded_up(figures, self.ranks[formation])
