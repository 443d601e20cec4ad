"""Musketry, artillery fire, skirmish fire."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.rules.gettysburg.calculator.inputs import (
    CHAIN,
    FOOT_FORMATIONS,
    SMALL_ARMS,
    Chains,
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

# ---------------------------------------------------------------- close-order fire


class Firing:
    """A shot of a close-order unit or a battery. `general`: one of the target's side is near it."""

    def __init__(self, shot: Shot, *, general: bool) -> None:
        self.shot: Final = shot
        self.general: Final = general


def shoot(dice: Dice, rules: GettysburgRules, firing: Firing) -> Facts:
    shot = firing.shot
    seen = OnPaper(general=firing.general, rifled=shot.burst)
    hit = fire(dice, rules, shot, seen)
    last = seen.burning if shot.artillery else hit.low
    return (hit.figures, hit.pending == 1, double_six(hit), last, *seen.facts())


def volley_from(rules: GettysburgRules, values: Values) -> Firing:
    mark = mark_from(values)
    formation = place(values, "formation", FORMATIONS)
    if formation == Formation.SKIRMISH:
        raise Refused("skirmishers have a fire of their own: expected skirmish-fire, or another formation.")
    weapon = place(values, "weapon", WEAPONS)
    low = values.flag("low")
    pours = values.flag("pour")
    if pours and not may_pour(weapon, low=low):
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
    return Firing(shot, general=values.flag("general_near"))


MUSKETRY: Final = Form(
    "musketry",
    "Musketry: a volley of close-order infantry",
    at="musketry-casualties",
    example="figures=26 grade=elite fired_last_turn=yes range=long target_formation=column cover=light target=24",
    results=("lost", "half", "double_six", "low", *CHAIN),
    fields=(
        figures_field("figures", "figures of the unit that fires", 20),
        Field("formation", "its formation", FORMATIONS[Formation.LINE], choices=FOOT_FORMATIONS),
        grade_field("grade"),
        Field("weapon", "its weapon", WEAPONS[Weapon.RIFLED_MUSKET], choices=SMALL_ARMS),
        Field("range", "effective or long range", BANDS[RangeBand.EFFECTIVE], choices=BANDS),
        Field("unformed", "it is unformed", default=False),
        Field("fired_last_turn", "it fired last turn", default=False),
        Field("down", "it has gone to ground", default=False),
        Field("low", "it is low on ammo", default=False),
        Field("pour", "it pours it on (breechloaders and repeaters)", default=False),
        Field("aim_low", "a token: Aim Low Boys", default=False),
        *mark_fields(),
    ),
    read=volley_from,
    run=shoot,
)


def battery_from(rules: GettysburgRules, values: Values) -> Firing:
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
    halving = halvings(long_range, on_the_ground=False, low=values.flag("low"))
    shot = artillery_shot(guns, battery, account, halving, mark, values.number("target"), pending(values))
    shot.built_up = values.flag("built_up")
    return Firing(shot, general=values.flag("general_near"))


ARTILLERY: Final = Form(
    "artillery",
    "Artillery fire",
    at="artillery-casualties",
    example="guns=3 gun=rifled ammunition=canister grade=veteran enfiladed=yes target_formation=extended half=yes",
    results=("lost", "half", "double_six", "burns", *CHAIN),
    fields=(
        Field("guns", "gun models", 3, 1, MOST_GUNS),
        Field("crew", "crew figures", 12, 1, MOST_FIGURES),
        Field("gun", "what guns", GUNS[Gun.GUN_12PDR], choices=GUNS),
        Field("ammunition", "shot and shell, or canister", AMMUNITION[Ammunition.SHOT], choices=AMMUNITION),
        Field("range", "effective or long range", BANDS[RangeBand.EFFECTIVE], choices=BANDS),
        grade_field("grade"),
        Field("moved", "it moved or unlimbered this turn", default=False),
        Field("unformed", "it is unformed", default=False),
        Field("low", "it is low on ammo", default=False),
        *mark_fields(),
        Field("built_up", "the target is in a built up area", default=False),
    ),
    read=battery_from,
    run=shoot,
)


# ---------------------------------------------------------------- skirmish fire


class Skirmishing:
    """A shot of skirmishers, by sharpshooters perhaps `at_general`. `general`: one of the target's side is near it."""

    def __init__(self, rules: GettysburgRules, volley: Volley, *, at_general: bool, general: bool) -> None:
        self.volley: Final = volley
        self.at_general: Final = at_general
        self.general: Final = general
        self.chains: Final = Chains(rules, by=0, general=general)


def skirmishers_from(rules: GettysburgRules, values: Values) -> Skirmishing:
    rate = place(values, "rate", RATES)
    at_general = values.flag("at_general")
    general = values.flag("general_near")
    if at_general:
        if rate != SkirmishRate.SHARPSHOOTER:
            raise Refused("only sharpshooters aim at a general: expected rate=sharpshooter.")
        if not general:
            raise Refused("there is no general to aim at: expected general_near=yes.")
    figures = values.number("figures")
    volley = Volley(
        groups(rules, rate, figures),
        odd_dice(rules, rate, figures),
        values.number("target"),
        pending(values),
    )
    volley.cover = place(values, "cover", COVERS)
    volley.target_down = values.flag("target_down")
    volley.down = values.flag("down")
    volley.low = values.flag("low")
    return Skirmishing(rules, volley, at_general=at_general, general=general)


def skirmish(dice: Dice, rules: GettysburgRules, skirmishing: Skirmishing) -> Facts:
    volley = skirmishing.volley
    seen = OnPaper(general=skirmishing.general, rifled=False)
    seen.aiming = skirmishing.at_general
    seen.stage = skirmishing.chains
    if skirmishing.at_general and not rules.sharpshooter_after:
        aim_at_general(dice, rules, volley, seen)
        return (0, volley.pending == 1, False, *seen.facts())
    hit = skirmish_fire(dice, rules, volley, seen)
    return (hit.figures, hit.pending == 1, hit.effect is not None, *seen.facts())


def skirmish_assumed(rules: GettysburgRules, skirmishing: Skirmishing) -> list[str]:
    """By switch the owner of sharpshooters says after the throw what each six is (R42)."""
    if not rules.sharpshooter_after or not skirmishing.general:
        return []
    if skirmishing.at_general:
        return ["Every six of sharpshooters is a roll of risk."]
    return ["Every six of sharpshooters is a casualty."]


SKIRMISH_FIRE: Final = Form(
    "skirmish-fire",
    "Skirmish fire, and sharpshooters at a general",
    at="skirmish-fire",
    example="figures=13 rate=first cover=works target=20 general_near=yes",
    results=("lost", "half", "double_sixes", *CHAIN),
    fields=(
        figures_field("figures", "figures that skirmish", 13),
        Field("rate", "how good they are", RATES[SkirmishRate.SECOND_RATE], choices=RATES[SkirmishRate.SECOND_RATE :]),
        Field("down", "they have gone to ground", default=False),
        Field("low", "they are low on ammo", default=False),
        Field("at_general", "sharpshooters aim at the general", default=False),
        *shelter_fields(),
        *loss_fields(),
    ),
    read=skirmishers_from,
    run=skirmish,
    assumes=skirmish_assumed,
)
