"""Guns, weapons of machines, grenades and shotguns: the rows of all that bursts, sweeps, or is fired at guns."""

from __future__ import annotations

from typing import Final

from playsheet.core.book_rows import ASKED, ENEMY, FIXED, SET, UNIT, WORKED, Change, Input, Procedure, Then
from playsheet.rules.gaslight.book.asked import (
    ABOARD_COUNTED,
    ABOARD_SWEPT,
    BY_HAND,
    COUNTED,
    COUNTED_OF_TARGET,
    FAR_AND_COVER,
    FIGURES_THERE,
    MARKSMAN,
    OF_UNIT,
    SERVED,
    SWEPT,
    SWEPT_OF_TARGET,
    THROWER,
    WEAPON_USED,
    WHICH,
    count_inputs,
)
from playsheet.rules.gaslight.book.fire import (
    after_caught,
    after_fire_at_gun,
    after_gun_at_gun,
    after_gun_fire,
    after_landing,
    after_shell,
    are_several,
    bars_aimed,
    bars_caught,
    bars_grape,
    bars_grenade,
    bars_grenade_at_gun,
    bars_gun_at_gun,
    bars_mend,
    bars_reload,
    bars_shell,
    bars_shoot_gun,
    bars_shotgun,
    bars_snipe_gun,
    grenade_word,
    gun_shoot,
    gun_word,
    is_at_gun,
    may_be_behind,
    reload,
    save_of_caught,
    thrower_shoot,
    throws_by_name,
)
from playsheet.rules.gaslight.book.machines import after_burst, bars_burst
from playsheet.rules.gaslight.book.outcomes import after_volley
from playsheet.rules.gaslight.book.sources import extras_of_unit, his_shoot, his_weapon
from playsheet.rules.gaslight.book.written import IN_ORDER

OF_GUN: Final = (WEAPON_USED, SERVED)
GUN_AIMS: Final = (Input("weapon", WORKED, work=gun_word), Input("shoot", WORKED, work=gun_shoot), *FAR_AND_COVER)
HE_THROWS: Final = (
    Input("weapon", WORKED, work=grenade_word),
    Input("shoot", WORKED, work=thrower_shoot),
    *FAR_AND_COVER,
)
ONE: Final = Input("figures", FIXED, value=1)
FIRST: Final = (
    Then("caught", "the burst: who is the first casualty, or stands next to him?", when="hit", friends=True),
    Then("machine-caught", "the burst: a machine that stands next to him", when="hit", friends=True),
)
NEXT: Final = (
    Then("caught", "the burst: who stands nearest then?", friends=True),
    Then("machine-caught", "the burst: a machine that stands nearest then", friends=True),
)

GUN_ROWS: Final = (
    Procedure(
        "gun-fires",
        "A gun fires at figures",
        form="volley",
        target=ENEMY,
        facts=(*OF_GUN, COUNTED_OF_TARGET, ABOARD_COUNTED),
        inputs=(*GUN_AIMS, ONE, FIGURES_THERE, *count_inputs(COUNTED), Input("named", FIXED, value=False)),
        bars=bars_aimed,
        work=after_gun_fire,
    ),
    Procedure(
        "shell",
        "A gun fires a shell at figures",
        form="lands",
        target=ENEMY,
        facts=OF_GUN,
        inputs=(*GUN_AIMS, FIGURES_THERE, Input("named", FIXED, value=False)),
        thens=FIRST,
        bars=bars_shell,
        work=after_shell,
    ),
    Procedure(
        "grape",
        "A gun fires grapeshot",
        form="cone",
        target=ENEMY,
        facts=(*OF_GUN, SWEPT_OF_TARGET, ABOARD_SWEPT),
        inputs=(Input("target", ASKED), *count_inputs(SWEPT), Input("at_gun", ASKED, only=is_at_gun)),
        bars=bars_grape,
        work=after_gun_at_gun,
    ),
    Procedure(
        "gun-at-gun",
        "A gun fires at men by their gun",
        form="at-crew",
        target=ENEMY,
        facts=(*OF_GUN, COUNTED_OF_TARGET),
        inputs=(*GUN_AIMS, ONE, FIGURES_THERE, *count_inputs(COUNTED)),
        bars=bars_gun_at_gun,
        work=after_gun_at_gun,
    ),
    Procedure(
        "gun-reloads",
        "A gun is reloaded",
        facts=(WEAPON_USED,),
        bars=bars_reload,
        work=reload,
        said="reloads its gun",
    ),
    Procedure(
        "mend",
        "Mending the gun",
        form="mending",
        facts=(SERVED,),
        inputs=(Input("shoot", WORKED, work=gun_shoot),),
        changes=(Change(UNIT, "gun", SET, value=IN_ORDER, when="mended"),),
        bars=bars_mend,
    ),
    Procedure(
        "grenade",
        "A grenade at figures",
        form="lands",
        target=ENEMY,
        facts=(THROWER, BY_HAND),
        inputs=(*HE_THROWS, FIGURES_THERE, Input("named", WORKED, work=throws_by_name)),
        thens=FIRST,
        bars=bars_grenade,
        work=after_landing,
    ),
    Procedure(
        "grenade-at-gun",
        "A grenade at men by their gun",
        form="at-crew",
        target=ENEMY,
        facts=(THROWER, BY_HAND, COUNTED_OF_TARGET),
        inputs=(*HE_THROWS, ONE, FIGURES_THERE, *count_inputs(COUNTED)),
        bars=bars_grenade_at_gun,
        work=after_fire_at_gun,
    ),
    Procedure(
        "shotgun",
        "A shotgun",
        form="cone",
        target=ENEMY,
        facts=(THROWER, SWEPT_OF_TARGET, ABOARD_SWEPT),
        inputs=(Input("target", ASKED), *count_inputs(SWEPT), Input("at_gun", FIXED, value=False)),
        bars=bars_shotgun,
        work=after_volley,
    ),
    Procedure(
        "shoot-gun",
        "Heavy weapons at men by their gun",
        form="at-crew",
        target=ENEMY,
        facts=(COUNTED_OF_TARGET,),
        inputs=(
            Input("weapon", UNIT, key="extras_weapon"),
            Input("figures", ASKED, work=extras_of_unit),
            Input("shoot", UNIT, key="extras_shoot"),
            *FAR_AND_COVER,
            FIGURES_THERE,
            *count_inputs(COUNTED),
        ),
        bars=bars_shoot_gun,
        work=after_fire_at_gun,
    ),
    Procedure(
        "snipe-gun",
        "A character with a heavy weapon at men by their gun",
        form="at-crew",
        target=ENEMY,
        facts=(MARKSMAN, COUNTED_OF_TARGET),
        inputs=(
            Input("weapon", WORKED, work=his_weapon),
            ONE,
            Input("shoot", WORKED, work=his_shoot),
            *FAR_AND_COVER,
            FIGURES_THERE,
            *count_inputs(COUNTED),
        ),
        bars=bars_snipe_gun,
        work=after_fire_at_gun,
    ),
    Procedure(
        "caught",
        "Caught by a burst",
        form="caught",
        facts=(WHICH, OF_UNIT),
        inputs=(
            Input("figures", ASKED, only=are_several),
            Input("save", WORKED, work=save_of_caught),
            Input("behind", ASKED, only=may_be_behind),
        ),
        thens=NEXT,
        bars=bars_caught,
        work=after_caught,
    ),
    Procedure(
        "burst-over",
        "The burst is over",
        bars=bars_burst,
        work=after_burst,
        said="The burst catches nobody else",
        free=True,
    ),
)
