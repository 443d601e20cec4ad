"""Musketry, artillery fire, skirmish fire."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Values
from playsheet.rules.gettysburg.calculator.inputs import (
    CHAIN,
    FOOT_FORMATIONS,
    SMALL_ARMS,
    Chains,
    Facts,
    OnPaper,
    double_six,
    figures_field,
    grade_field,
    loss_fields,
    mark_fields,
    mark_from,
    pending,
    place,
    shelter_fields,
)
from playsheet.rules.gettysburg.dice.fire import (
    Battery,
    Rank,
    Shot,
    Volley,
    aim_at_general,
    artillery_account,
    artillery_shot,
    fire,
    firing_figures,
    groups,
    guns_firing,
    halvings,
    may_pour,
    musketry_account,
    musketry_shot,
    odd_dice,
    poured,
    skirmish_fire,
)
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    AMMUNITION,
    BANDS,
    COVERS,
    FORMATIONS,
    GRADES,
    GUNS,
    MOST_FIGURES,
    MOST_GUNS,
    RATES,
    WEAPONS,
    Ammunition,
    Formation,
    Gun,
    RangeBand,
    SkirmishRate,
    Weapon,
)


class Musketry(Procedure):
    """A volley of close-order infantry."""

    def __init__(self, rules: GettysburgRules) -> None:
        self.rules: Final = rules
        fields = (
            figures_field("figures", "figures of the unit that fires", 20),
            Field("formation", "its formation", FORMATIONS[Formation.LINE], choices=FOOT_FORMATIONS),
            grade_field("grade"),
            Field("weapon", "its weapon", WEAPONS[Weapon.RIFLED_MUSKET], choices=SMALL_ARMS),
            Field("range", "effective or long range", BANDS[0], choices=BANDS),
            Field("unformed", "it is unformed", False),
            Field("fired_last_turn", "it fired last turn", False),
            Field("down", "it has gone to ground", False),
            Field("low", "it is low on ammo", False),
            Field("pour", "it pours it on (breechloaders and repeaters)", False),
            Field("aim_low", "a token: Aim Low Boys", False),
            *mark_fields(),
        )
        super().__init__(
            "musketry",
            "Musketry: a volley of close-order infantry",
            "musketry-casualties",
            fields,
            ("lost", "half", "double_six", "low", *CHAIN),
            "figures=26 grade=elite fired_last_turn=yes range=long target_formation=column cover=light target=24",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedShot(self, values, self.rules, volley_from(self.rules, values))


def volley_from(rules: GettysburgRules, values: Values) -> Shot:
    mark = mark_from(values)
    formation = place(values, "formation", FORMATIONS)
    if formation == Formation.SKIRMISH:
        raise Refused("skirmishers have a fire of their own: expected skirmish-fire, or another formation.")
    weapon = place(values, "weapon", WEAPONS)
    low = values.flag("low")
    pours = values.flag("pour")
    if pours and not may_pour(weapon, low):
        raise Refused("Pour it On is for breechloaders and repeaters that are not low on ammo: expected pour=no.")
    figures = firing_figures(rules, formation, values.number("figures"))
    rank = Rank(place(values, "grade", GRADES))
    rank.extended = formation == Formation.EXTENDED
    rank.unformed = values.flag("unformed")
    rank.fired_last_turn = values.flag("fired_last_turn")
    rank.aim_low = values.flag("aim_low")
    halving = halvings(place(values, "range", BANDS) == RangeBand.LONG, values.flag("down"), low)
    shot = musketry_shot(
        poured(rules, weapon, figures) if pours else figures,
        musketry_account(rules, rank, mark),
        halving,
        mark,
        values.number("target"),
        pending(values),
    )
    shot.pours = pours
    return shot


class PreparedShot(Prepared):
    """Close-order fire with all that goes into it."""

    def __init__(self, procedure: Procedure, values: Values, rules: GettysburgRules, shot: Shot) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.shot: Final = shot
        self.general: Final = values.flag("general_near")

    def run(self, dice: Dice) -> Outcome:
        seen = OnPaper(self.general, self.shot.burst)
        hit = fire(dice, self.rules, self.shot, seen)
        last = seen.burning if self.shot.artillery else hit.low
        return Facts((hit.figures, hit.pending == 1, double_six(hit), last, *seen.facts()))


class Artillery(Procedure):
    """A battery's fire."""

    def __init__(self, rules: GettysburgRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("guns", "gun models", 3, 1, MOST_GUNS),
            Field("crew", "crew figures", 12, 1, MOST_FIGURES),
            Field("gun", "what guns", GUNS[Gun.GUN_12PDR], choices=GUNS),
            Field("ammunition", "shot and shell, or canister", AMMUNITION[0], choices=AMMUNITION),
            Field("range", "effective or long range", BANDS[0], choices=BANDS),
            grade_field("grade"),
            Field("moved", "it moved or unlimbered this turn", False),
            Field("unformed", "it is unformed", False),
            Field("low", "it is low on ammo", False),
            *mark_fields(),
            Field("built_up", "the target is in a built up area", False),
        )
        super().__init__(
            "artillery",
            "Artillery fire",
            "artillery-casualties",
            fields,
            ("lost", "half", "double_six", "burns", *CHAIN),
            "guns=3 gun=rifled ammunition=canister grade=veteran enfiladed=yes target_formation=extended half=yes",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedShot(self, values, self.rules, battery_from(self.rules, values))


def battery_from(rules: GettysburgRules, values: Values) -> Shot:
    mark = mark_from(values)
    ammunition = place(values, "ammunition", AMMUNITION)
    long_range = place(values, "range", BANDS) == RangeBand.LONG
    if ammunition == Ammunition.CANISTER and long_range:
        raise Refused("canister does not reach so far: expected range=effective.")
    battery = Battery(place(values, "grade", GRADES), place(values, "gun", GUNS), ammunition)
    battery.moved = values.flag("moved")
    battery.unformed = values.flag("unformed")
    guns = guns_firing(rules, values.number("guns"), values.number("crew"))
    if guns == 0:
        raise Refused(f"each gun needs a crew of {rules.crew_a_gun}: expected more crew.")
    account = artillery_account(rules, battery, mark)
    halving = halvings(long_range, False, values.flag("low"))
    shot = artillery_shot(guns, battery, account, halving, mark, values.number("target"), pending(values))
    shot.built_up = values.flag("built_up")
    return shot


class SkirmishFire(Procedure):
    """A shot of skirmishers."""

    def __init__(self, rules: GettysburgRules) -> None:
        self.rules: Final = rules
        rates = RATES[SkirmishRate.NONE + 1 :]
        fields = (
            figures_field("figures", "figures that skirmish", 13),
            Field("rate", "how good they are", rates[0], choices=rates),
            Field("down", "they have gone to ground", False),
            Field("low", "they are low on ammo", False),
            Field("at_general", "sharpshooters aim at the general", False),
            *shelter_fields(),
            *loss_fields(),
        )
        super().__init__(
            "skirmish-fire",
            "Skirmish fire, and sharpshooters at a general",
            "skirmish-fire",
            fields,
            ("lost", "half", "double_sixes", *CHAIN),
            "figures=13 rate=first cover=works target=20 general_near=yes",
        )

    def prepare(self, values: Values) -> Prepared:
        rate = place(values, "rate", RATES)
        if values.flag("at_general"):
            if rate != SkirmishRate.SHARPSHOOTER:
                raise Refused("only sharpshooters aim at a general: expected rate=sharpshooter.")
            if not values.flag("general_near"):
                raise Refused("there is no general to aim at: expected general_near=yes.")
        figures = values.number("figures")
        volley = Volley(
            groups(self.rules, rate, figures),
            odd_dice(self.rules, rate, figures),
            values.number("target"),
            pending(values),
        )
        volley.cover = place(values, "cover", COVERS)
        volley.target_down = values.flag("target_down")
        volley.down = values.flag("down")
        volley.low = values.flag("low")
        return PreparedSkirmish(self, values, self.rules, volley)


class PreparedSkirmish(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GettysburgRules, volley: Volley) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.volley: Final = volley
        self.at_general: Final = values.flag("at_general")
        self.general: Final = values.flag("general_near")
        self.chains: Final = Chains(rules, 0, self.general)

    def run(self, dice: Dice) -> Outcome:
        seen = OnPaper(self.general, False)
        seen.aiming = self.at_general
        seen.stage = self.chains
        if self.at_general and not self.rules.sharpshooter_after:
            aim_at_general(dice, self.rules, self.volley, seen)
            return Facts((0, self.volley.pending == 1, False, *seen.facts()))
        hit = skirmish_fire(dice, self.rules, self.volley, seen)
        return Facts((hit.figures, hit.pending == 1, hit.effect is not None, *seen.facts()))
