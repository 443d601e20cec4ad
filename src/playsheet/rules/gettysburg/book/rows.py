"""The procedures, the phases and the turn.

What an order chip says that lies face down is not written down (R17).
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.book_rows import (
    ASKED,
    ENEMY,
    FIXED,
    FRIEND,
    NOBODY,
    SET,
    TARGET,
    UNIT,
    WORKED,
    BookRows,
    BookState,
    BookUnit,
    Change,
    Due,
    Fact,
    Input,
    Joining,
    Phase,
    Procedure,
    Then,
)
from playsheet.core.errors import Refused
from playsheet.core.forms import Field
from playsheet.rules.gettysburg.book.bars import (
    bars_artillery,
    bars_attaching,
    bars_both,
    bars_brigade,
    bars_charge_test,
    bars_charged,
    bars_division,
    bars_general,
    bars_get_up,
    bars_going_out,
    bars_limbering,
    bars_melee,
    bars_morale,
    bars_musketry,
    bars_pursuit,
    bars_rally,
    bars_recall,
    bars_rejoin,
    bars_return,
    bars_sent,
    bars_skirmish,
    bars_sniping,
    bars_troops,
    bars_winner,
)
from playsheet.rules.gettysburg.book.melee import (
    after_melee,
    charging,
    enemy_charging,
    enemy_flanked,
    enemy_following,
    enemy_led,
    enemy_melee_size,
    enemy_melee_unformed,
    enemy_rapid,
    enemy_retreating,
    enemy_second_arm,
    enemy_second_figures,
    enemy_second_grade,
    enemy_second_rapid,
    enemy_second_weapon,
    enemy_shotguns,
    flanked,
    following,
    led,
    melee_size,
    melee_unformed,
    rapid,
    retreating,
    second_arm,
    second_figures,
    second_grade,
    second_rapid,
    second_weapon,
    several,
    several_enemies,
    shotguns,
)
from playsheet.rules.gettysburg.book.outcomes import (
    after_brigade_test,
    after_charge_test,
    after_charged,
    after_counter_test,
    after_crossing,
    after_first_rally,
    after_get_up,
    after_limbering,
    after_morale,
    after_musketry,
    after_order,
    after_pursuit,
    after_risk,
    after_round,
    after_shot,
    after_skirmish,
    after_sniping,
    can_pursue,
    disperse,
    has_pursued,
    has_rally,
    is_cavalry,
    loser_flees,
    rest,
)
from playsheet.rules.gettysburg.book.sources import (
    at_dispersal,
    by_cavalry,
    crack_elite,
    down_target,
    down_unit,
    enemies_flee,
    enemy_figures_in_ranks,
    figures_in_ranks,
    first_nation,
    first_quality,
    formed_target,
    friends_flee,
    general_of_target,
    general_of_unit,
    green_militia,
    has_broken,
    has_general,
    has_yell_or_aim,
    holder,
    in_cover,
    in_hasty_works,
    in_play,
    in_works,
    is_commanded,
    is_east,
    is_out,
    kind_of_charger,
    lost_of_both,
    lost_units,
    may_be_supported,
    may_pour_it_on,
    order_now,
    order_wanted,
    quality_of_brigadier,
    quality_of_chief,
    rally_test,
    rate_of_unit,
    roster_of,
    routs,
    second_nation,
    second_quality,
    size_of_both,
    target_has_general,
    target_may_be_supported,
    unformed_unit,
    weak_target,
    year,
)
from playsheet.rules.gettysburg.book.told import (
    begin_charge,
    dispersed,
    fallen,
    first_flight,
    followed,
    general_back,
    general_lost,
    go_out,
    joins,
    leave,
    meet,
    mounted,
    recovered,
    rejoin,
    ridden_down,
    steadied,
    token_gained,
    token_spent,
)
from playsheet.rules.gettysburg.book.written import (
    BOOK_ORDERS,
    BOOK_STATES,
    BRIGADE,
    DIVISION,
    FACE_DOWN,
    GENERAL,
    GONE,
    MELEE,
    MOST_UNITS,
    NO_GUN,
    ON_TABLE,
    REFERS,
    SHELTERS,
    WAITING,
    all_in_melee,
    attributes,
    flees,
    is_there,
    is_troops,
    lost_now,
    lost_of,
    own,
    parent_of,
)
from playsheet.rules.gettysburg.dice.morale import CHARGERS, at_dispersal_point, must_test_for_losses
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    COVERS,
    DIVISION_ORDERS,
    FORMATIONS,
    MOST_FIGURES,
    RESULTS,
    RETIREMENTS,
    STATES,
    TESTS,
    TOKENS,
    Cover,
    MoraleResult,
    MoraleTest,
    UnitState,
)
from playsheet.rules.gettysburg.terms import Retirement as Retiring

SIX: Final = ("Double six",)
RISK: Final = ("Risk to general",)
WHO: Final = Fact(
    Field("who", "which general is at risk, by his number; -1: none", NOBODY, NOBODY, MOST_UNITS),
    after=RISK,
    only=target_has_general,
    work=general_of_target,
)
MARK: Final = (
    Input("target_arm", TARGET, key="kind"),
    Input("target_formation", TARGET, key="formation"),
    Input("cover", ASKED),
    Input("target_down", WORKED, work=down_target),
    Input("enfiladed", ASKED),
    Input("massed", ASKED),
    Input("target", TARGET, key="figures"),
    Input("half", TARGET, key="half"),
    Input("general_near", ASKED, after=SIX, only=target_has_general),
)
FLANK: Final = Fact(Field("flank", "it comes from flank or rear", default=False))
SHELTER: Final = Fact(
    Field("shelter", "its cover, not light, without an enemy in the same", SHELTERS[0], choices=SHELTERS)
)
ENEMIES: Final = Input("enemies_fleeing", ASKED, only=enemies_flee)
FRIENDS: Final = Input("friends_fleeing", ASKED, only=friends_flee)
SUPPORTS: Final = Input("supports", ASKED, only=may_be_supported)


def tested(test: Input, *extra: Input) -> tuple[Input, ...]:
    """What every test of a unit takes; then what this one does."""
    return (
        test,
        Input("arm", UNIT, key="kind"),
        Input("nation", UNIT, key="nation"),
        Input("grade", UNIT, key="grade"),
        Input("size", WORKED, work=size_of_both),
        Input("lost", WORKED, work=lost_of_both),
        Input("formation", UNIT, key="formation"),
        Input("state", UNIT, key="state"),
        Input("unformed", WORKED, work=unformed_unit),
        Input("general", ASKED, only=has_general),
        Input("uphill", ASKED),
        Input("under_fire", UNIT, key="shot_at"),
        ENEMIES,
        FRIENDS,
        SUPPORTS,
        *extra,
    )


OPEN: Final = (
    Input("in_cover", FIXED, value=False),
    Input("in_hasty_works", FIXED, value=False),
    Input("in_works", FIXED, value=False),
)
SHELTERED: Final = (
    Input("in_cover", WORKED, work=in_cover),
    Input("in_hasty_works", WORKED, work=in_hasty_works),
    Input("in_works", WORKED, work=in_works),
)
NOT_CHARGING: Final = (
    Input("charge_casualties", FIXED, value=0),
    Input("weak_target", FIXED, value=False),
    Input("formed_target", FIXED, value=False),
    Input("rebel_yell", FIXED, value=False),
)
NOT_CHARGED: Final = (Input("charged_by", FIXED, value=CHARGERS[0]), Input("flank_or_rear", FIXED, value=False))
NO_DISPERSAL: Final = Input("dispersal", FIXED, value=False)
CHARGING_HOME: Final = (
    *OPEN,
    Input("weak_target", WORKED, work=weak_target),
    Input("formed_target", WORKED, work=formed_target),
    Input("rebel_yell", ASKED, only=has_yell_or_aim),
    *NOT_CHARGED,
    NO_DISPERSAL,
)
TO_CHARGE: Final = Input("test", FIXED, value=TESTS[MoraleTest.TO_CHARGE])
AGAIN: Final = Fact(
    Field("again", "it fails, and a token is spent: Rally Once Again", default=False),
    after=("Rally from retreat", "Rally from rout"),
    only=has_rally,
)
RALLYING: Final = tested(Input("test", WORKED, work=rally_test), *SHELTERED, *NOT_CHARGING, *NOT_CHARGED, NO_DISPERSAL)


def order_inputs(way: str, division: Input, quality: Input, *asked: Input) -> tuple[Input, ...]:
    """A try to change an order."""
    names = [each.name for each in asked]
    rest_of = [
        Input(name, FIXED, value=False) for name in ("contact", "far", "commanding", "dense_woods") if name not in names
    ]
    return (
        Input("way", FIXED, value=way),
        division,
        Input("present", WORKED, work=order_now)
        if way == "own-initiative"
        else Input("present", FIXED, value="engage"),
        Input("wanted", WORKED, work=order_wanted)
        if way == "own-initiative"
        else Input("wanted", FIXED, value="assault"),
        quality,
        Input("nation", UNIT, key="nation"),
        *asked,
        *rest_of,
    )


ATTACKS: Final = Input(DIVISION, FIXED, value=DIVISION_ORDERS[0])
SIDE: Final = (
    Input("arm", UNIT, key="kind"),
    Input("figures", WORKED, work=figures_in_ranks),
    Input("size", WORKED, work=melee_size),
    Input("grade", UNIT, key="grade"),
    Input("weapon", UNIT, key="weapon"),
    Input("rapid", ASKED, only=rapid),
    Input("formation", UNIT, key="formation"),
    Input("charging", WORKED, work=charging),
    Input("following_up", WORKED, work=following),
    Input("unformed", WORKED, work=melee_unformed),
    Input("recoiled", UNIT, key="recoiled"),
    Input("retreating", WORKED, work=retreating),
    Input("flank", WORKED, work=flanked),
    Input("general", WORKED, work=led),
    Input("general_near", ASKED, after=SIX, only=has_general),
    Input("supports", ASKED, only=may_be_supported),
    Input("cover", ASKED),
    Input("uphill", ASKED),
    Input("rough", ASKED),
    Input("shotguns", WORKED, work=shotguns),
    Input("second_figures", WORKED, work=second_figures),
    Input("second_arm", WORKED, work=second_arm),
    Input("second_grade", WORKED, work=second_grade),
    Input("second_weapon", WORKED, work=second_weapon),
    Input("second_rapid", ASKED, only=second_rapid),
)
ENEMY_SIDE: Final = (
    Input("enemy_arm", TARGET, key="kind"),
    Input("enemy_figures", WORKED, work=enemy_figures_in_ranks),
    Input("enemy_size", WORKED, work=enemy_melee_size),
    Input("enemy_grade", TARGET, key="grade"),
    Input("enemy_weapon", TARGET, key="weapon"),
    Input("enemy_rapid", ASKED, only=enemy_rapid),
    Input("enemy_formation", TARGET, key="formation"),
    Input("enemy_charging", WORKED, work=enemy_charging),
    Input("enemy_following_up", WORKED, work=enemy_following),
    Input("enemy_unformed", WORKED, work=enemy_melee_unformed),
    Input("enemy_recoiled", TARGET, key="recoiled"),
    Input("enemy_retreating", WORKED, work=enemy_retreating),
    Input("enemy_flank", WORKED, work=enemy_flanked),
    Input("enemy_general", WORKED, work=enemy_led),
    Input("enemy_general_near", ASKED, after=SIX, only=target_has_general),
    Input("enemy_supports", ASKED, only=target_may_be_supported),
    Input("enemy_cover", ASKED),
    Input("enemy_uphill", ASKED),
    Input("enemy_rough", ASKED),
    Input("enemy_shotguns", WORKED, work=enemy_shotguns),
    Input("enemy_second_figures", WORKED, work=enemy_second_figures),
    Input("enemy_second_arm", WORKED, work=enemy_second_arm),
    Input("enemy_second_grade", WORKED, work=enemy_second_grade),
    Input("enemy_second_weapon", WORKED, work=enemy_second_weapon),
    Input("enemy_second_rapid", ASKED, only=enemy_second_rapid),
)


def fact(name: str, said: str) -> Fact:
    return Fact(Field(name, said, default=False))


def formation_fact() -> Fact:
    return Fact(Field("formation", "how it stands now", FORMATIONS[0], choices=FORMATIONS))


def token_fact() -> Fact:
    return Fact(Field("token", "which token", TOKENS[0], choices=TOKENS))


PROCEDURES: Final = (
    Procedure(
        "initiative",
        "Initiative",
        form="initiative",
        inputs=(
            Input("quality", WORKED, work=first_quality),
            Input("nation", WORKED, work=first_nation),
            Input("enemy_quality", WORKED, work=second_quality),
            Input("enemy_nation", WORKED, work=second_nation),
            Input("east", WORKED, work=is_east),
            Input("year", WORKED, work=year),
            Input("holder", WORKED, work=holder),
        ),
        changes=(Change("book", "initiative", SET, by="winner"),),
        free=True,
    ),
    Procedure(
        "division-order",
        "A change of a division's order",
        form="order-change",
        inputs=order_inputs(
            DIVISION, Input(DIVISION, ASKED), Input("quality", WORKED, work=quality_of_chief), Input("contact", ASKED)
        ),
        bars=bars_division,
    ),
    Procedure(
        "brigade-order",
        "A change of a brigade's order",
        form="order-change",
        inputs=order_inputs(
            BRIGADE,
            ATTACKS,
            Input("quality", WORKED, work=quality_of_chief),
            Input("contact", ASKED),
            Input("far", ASKED),
            Input("commanding", ASKED),
            Input("dense_woods", ASKED),
        ),
        bars=bars_sent,
        work=after_order,
    ),
    Procedure(
        "own-initiative",
        "A change of order on the brigadier's own initiative",
        form="order-change",
        inputs=order_inputs("own-initiative", ATTACKS, Input("quality", WORKED, work=quality_of_brigadier)),
        facts=(fact("to_assault", "he wants to assault"),),
        bars=bars_brigade,
        work=after_order,
    ),
    Procedure(
        "order",
        "An order is shown",
        facts=(Fact(Field("order", "the order that lies face up now", FACE_DOWN, choices=BOOK_ORDERS)),),
        changes=(Change(UNIT, "order", SET, by="order"),),
        bars=bars_brigade,
        said="shows its order",
    ),
    Procedure(
        "charge",
        "Charge",
        target=ENEMY,
        bars=bars_both,
        work=begin_charge,
        said="charges",
        thens=(
            Then("musketry", "at the halfway point: who is charged may fire", turned=True),
            Then("artillery", "or fire its guns", turned=True),
            Then("musketry", "a friend near who is charged: support fire (R27)", turned=True, friends=True),
            Then("artillery", "support fire with guns (R27)", turned=True, friends=True),
            Then("to-charge", "then the test to charge home"),
        ),
    ),
    Procedure(
        "lapse",
        "A charge out of hand lapses, or is declared",
        changes=(Change(UNIT, "uncontrolled", SET, value=False),),
        said="is out of hand no more",
    ),
    Procedure(
        "to-charge",
        "Test to charge home",
        form="unit-morale",
        target=ENEMY,
        inputs=tested(TO_CHARGE, Input("charge_casualties", UNIT, key="charge_losses"), *CHARGING_HOME),
        facts=(FLANK,),
        bars=bars_charge_test,
        work=after_charge_test,
        thens=(
            Then(
                "being-charged",
                "it charges home: the test of being charged",
                when="result",
                among=(RESULTS[MoraleResult.CHARGE],),
                turned=True,
            ),
        ),
    ),
    Procedure(
        "counter-test",
        "Test to counter-charge",
        form="unit-morale",
        target=ENEMY,
        inputs=tested(TO_CHARGE, Input("charge_casualties", FIXED, value=0), *CHARGING_HOME),
        bars=bars_charge_test,
        work=after_counter_test,
    ),
    Procedure(
        "being-charged",
        "Test of being charged",
        form="unit-morale",
        target=ENEMY,
        inputs=tested(
            Input("test", FIXED, value=TESTS[MoraleTest.BEING_CHARGED]),
            *SHELTERED,
            *NOT_CHARGING,
            Input("charged_by", ASKED, work=kind_of_charger),
            Input("flank_or_rear", ASKED),
            NO_DISPERSAL,
        ),
        facts=(SHELTER,),
        bars=bars_charged,
        work=after_charged,
        thens=(
            Then("limbering", "guns that must go limber first", when="state", among=STATES[3:5]),
            Then("contact", "or the charge comes home", turned=True),
        ),
    ),
    Procedure(
        "contact",
        "A charger, counter-charger or pursuer comes into contact",
        target=ENEMY,
        facts=(fact("countered", "the other has charged as well"), fact("flank", "it is attacked in flank or rear")),
        bars=bars_both,
        work=meet,
        said="is in melee with",
        thens=(Then("melee", "the round, in the phase of melees"),),
    ),
    Procedure(
        "crossing",
        "Crossing defences",
        form="crossing",
        inputs=(Input("obstacle", ASKED),),
        bars=bars_troops,
        work=after_crossing,
    ),
    Procedure(
        "get-up",
        "Get up!",
        form="get-up",
        inputs=(Input("grade", UNIT, key="grade"),),
        bars=bars_get_up,
        work=after_get_up,
    ),
    Procedure(
        "recall",
        "Recall of skirmishers",
        form="recall",
        inputs=(
            Input("grade", UNIT, key="grade"),
            Input("half", WORKED, work=is_out),
            Input("far", ASKED),
            Input("dense_woods", ASKED),
        ),
        bars=bars_recall,
    ),
    Procedure(
        "musketry",
        "Musketry",
        form="musketry",
        target=ENEMY,
        inputs=(
            Input("figures", WORKED, work=figures_in_ranks),
            Input("formation", UNIT, key="formation"),
            Input("grade", UNIT, key="grade"),
            Input("weapon", UNIT, key="weapon"),
            Input("range", ASKED),
            Input("unformed", WORKED, work=unformed_unit),
            Input("fired_last_turn", UNIT, key="fired_last_turn"),
            Input("down", WORKED, work=down_unit),
            Input("low", UNIT, key="low"),
            Input("pour", ASKED, only=may_pour_it_on),
            Input("aim_low", ASKED, only=has_yell_or_aim),
            *MARK,
        ),
        facts=(WHO,),
        bars=bars_musketry,
        work=after_musketry,
    ),
    Procedure(
        "artillery",
        "Artillery fire",
        form="artillery",
        target=ENEMY,
        inputs=(
            Input("guns", UNIT, key="guns"),
            Input("crew", UNIT, key="figures"),
            Input("gun", UNIT, key="gun"),
            Input("ammunition", ASKED),
            Input("range", ASKED),
            Input("grade", UNIT, key="grade"),
            Input("moved", ASKED),
            Input("unformed", WORKED, work=unformed_unit),
            Input("low", UNIT, key="low"),
            *MARK,
            Input("built_up", ASKED, after=SIX),
        ),
        facts=(WHO,),
        bars=bars_artillery,
        work=after_shot,
    ),
    Procedure(
        "skirmish-fire",
        "Skirmish fire",
        form="skirmish-fire",
        target=ENEMY,
        inputs=(
            Input("figures", WORKED, work=figures_in_ranks),
            Input("rate", WORKED, work=rate_of_unit),
            Input("down", WORKED, work=down_unit),
            Input("low", UNIT, key="low"),
            Input("at_general", FIXED, value=False),
            Input("cover", ASKED),
            Input("target_down", WORKED, work=down_target),
            Input("target", TARGET, key="figures"),
            Input("half", TARGET, key="half"),
            Input("general_near", ASKED, after=SIX, only=target_has_general),
        ),
        facts=(WHO,),
        bars=bars_skirmish,
        work=after_skirmish,
    ),
    Procedure(
        "snipe",
        "Sharpshooters aim",
        form="skirmish-fire",
        target=ENEMY,
        inputs=(
            Input("figures", WORKED, work=figures_in_ranks),
            Input("rate", WORKED, work=rate_of_unit),
            Input("down", WORKED, work=down_unit),
            Input("low", UNIT, key="low"),
            Input("at_general", FIXED, value=True),
            Input("cover", FIXED, value=COVERS[Cover.NONE]),
            Input("target_down", FIXED, value=False),
            Input("target", FIXED, value=1),
            Input("half", FIXED, value=False),
            Input("general_near", FIXED, value=True),
        ),
        bars=bars_sniping,
        work=after_sniping,
    ),
    Procedure(
        "melee",
        "Melee",
        form="melee",
        target=ENEMY,
        inputs=(*SIDE, *ENEMY_SIDE, Input("first_round", FIXED, value=True)),
        facts=(
            Fact(
                Field("second", "a second unit beside it, by its number; -1: none", NOBODY, NOBODY, MOST_UNITS),
                only=several,
            ),
            Fact(
                Field("enemy_second", "a second unit of the enemy; -1: none", NOBODY, NOBODY, MOST_UNITS),
                only=several_enemies,
            ),
            Fact(Field("second_lost", "figures that the second unit loses", 0, 0, MOST_FIGURES), only=several),
            Fact(
                Field("enemy_second_lost", "figures that the enemy's second unit loses", 0, 0, MOST_FIGURES),
                only=several_enemies,
            ),
            Fact(
                Field("who_1", "which general of this side is at risk; -1: none", NOBODY, NOBODY, MOST_UNITS),
                after=RISK,
                only=has_general,
                work=general_of_unit,
            ),
            Fact(
                Field("who_2", "which general of the enemy is at risk; -1: none", NOBODY, NOBODY, MOST_UNITS),
                after=RISK,
                only=target_has_general,
                work=general_of_target,
            ),
        ),
        bars=bars_melee,
        work=after_melee,
    ),
    Procedure(
        "ride-down", "Routers are ridden down", target=ENEMY, bars=bars_both, work=ridden_down, said="rides down"
    ),
    Procedure("out-of-melee", "A unit is out of its melee", bars=bars_troops, work=leave, said="is out of its melee"),
    Procedure("follow-up", "A winner follows up", target=ENEMY, bars=bars_both, work=followed, said="follows up"),
    Procedure(
        "won",
        "A winner will test for pursuit",
        facts=(Fact(Field("loser", "whom it has beaten, by its number", 0, 0, MOST_UNITS)),),
        changes=(Change(UNIT, "beat", SET, by="loser"),),
        bars=bars_winner,
        said="may pursue",
    ),
    Procedure(
        "pursuit",
        "Pursuit test",
        form="pursuit",
        inputs=(
            Input("arm", UNIT, key="kind"),
            Input("nation", UNIT, key="nation"),
            Input("grade", UNIT, key="grade"),
            Input("year", WORKED, work=year),
            Input("general_near", ASKED, only=has_general),
            Input("unformed", WORKED, work=unformed_unit),
            Input("pursued_last_turn", WORKED, work=has_pursued),
            Input("can_pursue", WORKED, work=can_pursue),
            Input("enemy_ahead", ASKED, only=is_cavalry),
        ),
        facts=(Fact(Field("reach", "the way to whom it has beaten is free", default=True), only=loser_flees),),
        bars=bars_pursuit,
        work=after_pursuit,
        thens=(
            Then("retire", "or it retires, as its owner likes", when="result", among=("unformed-choice", "tuckered")),
        ),
    ),
    Procedure(
        "no-pursuit",
        "A winner takes no pursuit test",
        changes=(Change(UNIT, "beat", SET, value=NOBODY),),
        said="does not pursue",
    ),
    Procedure(
        "retire",
        "A retirement is due",
        facts=(Fact(Field("retires", "how far", RETIREMENTS[Retiring.MAY_RETIRE], choices=RETIREMENTS)),),
        changes=(Change(UNIT, "retires", SET, by="retires"),),
        bars=bars_troops,
        said="is to retire",
    ),
    Procedure(
        "pursues",
        "It pursues",
        changes=(Change(UNIT, "pursued", SET, value=True),),
        bars=bars_troops,
        said="pursues",
    ),
    Procedure(
        "compulsory-done",
        "Its compulsory move is made",
        changes=(Change(UNIT, "retires", SET, value=RETIREMENTS[0]), Change(UNIT, "pursues", SET, value=NOBODY)),
        bars=bars_troops,
        said="has made its compulsory move",
    ),
    Procedure(
        "limbering",
        "Emergency limbering",
        form="limbering",
        target=ENEMY,
        inputs=(
            Input("guns", UNIT, key="guns"),
            Input("gun", UNIT, key="gun"),
            Input("grade", UNIT, key="grade"),
            Input("by_cavalry", WORKED, work=by_cavalry),
            Input("rout", WORKED, work=routs),
        ),
        bars=bars_limbering,
        work=after_limbering,
    ),
    Procedure(
        "morale",
        "Morale test",
        form="unit-morale",
        inputs=tested(
            Input("test", FIXED, value=TESTS[MoraleTest.OTHER]),
            *SHELTERED,
            *NOT_CHARGING,
            *NOT_CHARGED,
            Input("dispersal", WORKED, work=at_dispersal),
        ),
        facts=(SHELTER,),
        bars=bars_morale,
        work=after_morale,
    ),
    Procedure(
        "rally",
        "Rally",
        form="unit-morale",
        inputs=RALLYING,
        facts=(SHELTER, AGAIN),
        bars=bars_rally,
        work=after_first_rally,
    ),
    Procedure(
        "brigade-morale",
        "Brigade test",
        form="brigade-morale",
        inputs=(
            Input("roster", WORKED, work=roster_of),
            Input("in_play", WORKED, work=in_play),
            Input("lost", WORKED, work=lost_units),
            Input("crack_elite", WORKED, work=crack_elite),
            Input("green_militia", WORKED, work=green_militia),
            Input("sheltered", ASKED),
            Input("commanded", WORKED, work=is_commanded),
            Input("enemy_fleeing", ASKED),
            Input("broken_before", WORKED, work=has_broken),
        ),
        bars=bars_brigade,
        work=after_brigade_test,
    ),
    Procedure(
        "risk",
        "Risk to a general",
        form="risk-to-general",
        inputs=(
            Input("begin", FIXED, value="risk"),
            Input("general", FIXED, value=True),
            Input("rifled", FIXED, value=False),
        ),
        bars=bars_general,
        work=after_risk,
    ),
    # ------------------------------------------------------------ what is only told
    Procedure(
        "must-test",
        "A brigade must test",
        changes=(Change(UNIT, "test_due", SET, value=True),),
        bars=bars_brigade,
        said="must test",
        thens=(Then("brigade-morale", "in the next phase of morale", must=False),),
    ),
    Procedure(
        "formation",
        "Change of formation",
        facts=(formation_fact(),),
        changes=(Change(UNIT, "formation", SET, by="formation"),),
        bars=bars_troops,
        said="changes formation",
    ),
    Procedure(
        "reform",
        "Reforming",
        facts=(formation_fact(),),
        changes=(Change(UNIT, "formation", SET, by="formation"), Change(UNIT, "unformed", SET, value=False)),
        bars=bars_troops,
        said="reforms",
    ),
    Procedure(
        "mount",
        "Mounting or dismounting",
        facts=(formation_fact(),),
        bars=bars_troops,
        work=mounted,
        said="mounts or dismounts",
    ),
    Procedure(
        "unformed",
        "It is unformed by ground, or by friends who run through it",
        changes=(Change(UNIT, "unformed", SET, value=True),),
        bars=bars_troops,
        said="is unformed",
    ),
    Procedure("flight", "Its first flight", bars=bars_rally, work=first_flight, said="runs"),
    Procedure(
        "rises",
        "Charged on the ground, it gets up",
        changes=(Change(UNIT, "state", SET, value=STATES[UnitState.OK]), Change(UNIT, "unformed", SET, value=True)),
        bars=bars_get_up,
        said="gets up to meet the charge",
    ),
    Procedure(
        "recovers",
        "It has had its quiet turn",
        facts=(Fact(Field("formed", "it is formed again, too", default=True)),),
        bars=bars_troops,
        work=recovered,
        said="recovers",
    ),
    Procedure(
        "resupply",
        "Cartridge boxes are filled",
        changes=(Change(UNIT, "low", SET, value=False),),
        bars=bars_troops,
        said="fills its cartridge boxes",
    ),
    Procedure("gone", "A unit is gone", bars=bars_troops, work=dispersed, said="is gone"),
    Procedure(
        "loses",
        "Figures are lost otherwise",
        facts=(Fact(Field("lost", "figures", 1, 1, MOST_FIGURES)),),
        bars=bars_troops,
        work=fallen,
        said="loses figures",
    ),
    Procedure(
        "skirmishers-out",
        "Skirmishers go out",
        facts=(
            Fact(Field("figures_out", "figures that go out", 1, 1, MOST_FIGURES)),
            fact("screen", "they are a brigade screen"),
        ),
        bars=bars_going_out,
        work=go_out,
        said="sends out skirmishers",
    ),
    Procedure("rejoin", "Skirmishers rejoin", bars=bars_rejoin, work=rejoin, said="rejoins its regiment"),
    Procedure("attach", "A general joins a unit", target=FRIEND, bars=bars_attaching, work=joins, said="joins"),
    Procedure(
        "detach",
        "A general rides on alone",
        changes=(Change(UNIT, "with_unit", SET, value=NOBODY),),
        bars=bars_general,
        said="rides on alone",
    ),
    Procedure("general-lost", "A general is captured", bars=bars_general, work=general_lost, said="is lost"),
    Procedure(
        "general-back",
        "A general returns, or another takes his place",
        facts=(Fact(Field("who", "which, by his number", 0, 0, MOST_UNITS)),),
        bars=bars_return,
        work=general_back,
        free=True,
    ),
    Procedure("steadies", "Like a stone wall", target=FRIEND, bars=bars_attaching, work=steadied, said="steadies"),
    Procedure(
        "token", "A token is gained", facts=(token_fact(),), bars=bars_troops, work=token_gained, said="gains a token"
    ),
    Procedure(
        "token-spent",
        "A token is spent",
        facts=(token_fact(),),
        bars=bars_troops,
        work=token_spent,
        said="spends a token",
    ),
)


# ---------------------------------------------------------------- phases, turn, who is gone


def begin_melees(rules: Any, state: BookState) -> None:
    """Every melee has its round, told from the side that charges."""
    seen: list[int] = []
    for unit in state.units:
        if unit.id not in seen and state.tied(MELEE, unit.id):
            seen += all_in_melee(state, unit.id)
            foe = state.units[state.tied(MELEE, unit.id)[0]]
            one, other = (foe, unit) if foe.flag("charging") and not unit.flag("charging") else (unit, foe)
            state.due.append(Due("melee", one.id, other.id, "its round", must=False))


PHASES: Final = (
    Phase("initiative", "Initiative"),
    Phase("command", "Command"),
    Phase("compulsory", "Compulsory moves"),
    Phase("charges", "Charges"),
    Phase("moves", "Normal moves"),
    Phase("firing", "Firing"),
    Phase("melees", "Melees", begins=begin_melees),
    Phase("morale", "Morale and pursuit"),
)


MORALE_PHASE: Final = len(PHASES) - 1


def begin(rules: Any, state: BookState) -> None:
    for unit in state.units:
        if unit.word("place") == WAITING:
            unit.values["place"] = ON_TABLE


def next_turn(rules: Any, state: BookState) -> None:
    """What was of this turn is of the last."""
    for unit in state.units:
        unit.values["fired_last_turn"] = unit.values["fired"]
        unit.values["pursued_last_turn"] = unit.values["pursued"]
        for name in ("fired", "pursued", "shot_at", "halted", "tested"):
            unit.values[name] = False
        unit.values["lost_this_turn"] = 0
        unit.values["charge_losses"] = 0


def settle(rules: Any, state: BookState) -> None:
    """A unit without figures or guns is gone; a brigade without units; who is in no melee forgets it."""
    for unit in state.units:
        for name in REFERS:
            if unit.number(name) >= len(state.units):
                unit.values[name] = NOBODY
    for unit in state.units:
        if is_there(unit) and is_troops(unit):
            if unit.number("figures") == 0 or (unit.word("gun") != NO_GUN and unit.number("guns") == 0):
                disperse(state, unit)
    for unit in state.units:
        if not is_there(unit):
            rest(unit)
            state.loosen(MELEE, unit.id)
        else:
            settle_one(state, unit)
    if state.begun and not state.finished and state.phase == MORALE_PHASE:
        remind(rules, state)


def remind(rules: GettysburgRules, state: BookState) -> None:
    """Who must test in the phase of morale, as far as the book can know; routers near by are seen on the table."""
    for unit in state.units:
        if not is_there(unit):
            continue
        if unit.word("kind") == BRIGADE and unit.flag("test_due"):
            offer(state, "brigade-morale", unit, "a brigade test is due")
        elif is_troops(unit) and not unit.flag("tested") and not flees(unit):
            size = parent_of(state, unit).number("size")
            lost = lost_now(state, unit)
            if must_test_for_losses(rules, size, lost):
                offer(state, "morale", unit, f"it lost {lost} of {size} this turn")
            elif lost > 0 and at_dispersal_point(rules, size, lost_of(state, unit)):
                offer(state, "morale", unit, "it is at half strength or less, and lost this turn")
        if unit.number("beat") >= 0:
            offer(state, "pursuit", unit, "it has won a melee")


def offer(state: BookState, procedure: str, unit: BookUnit, why: str) -> None:
    for due in state.due:
        if due.procedure == procedure and due.unit == unit.id:
            return
    state.due.append(Due(procedure, unit.id, NOBODY, why, must=False))


def settle_one(state: BookState, unit: BookUnit) -> None:
    if unit.word("kind") == GENERAL:
        host = unit.number("with_unit")
        if host >= 0 and not is_there(state.units[host]):
            unit.values["with_unit"] = NOBODY
    elif unit.word("kind") == BRIGADE:
        if not [each for each in state.units if each.number(BRIGADE) == unit.id and is_there(each)]:
            unit.values["place"] = GONE
            rest(unit)
    elif is_troops(unit) and not state.tied(MELEE, unit.id):
        after_round(unit)


def comes_on(rules: Any, state: BookState, unit: BookUnit) -> None:
    """Troops who join a battle belong to a brigade of their side, or to none."""
    brigade = unit.number(BRIGADE)
    if brigade >= 0:
        known = brigade < unit.id and state.units[brigade].word("kind") == BRIGADE
        if not known or state.units[brigade].side != unit.side:
            raise Refused(f"brigade: expected the number of a brigade of {state.sides[unit.side]}, or -1: none.")
    if state.begun:
        unit.values["place"] = ON_TABLE
    for other in state.units:
        if other.side == unit.side:
            unit.values["nation"] = other.values["nation"]
            return


def book_rows(rules: GettysburgRules) -> BookRows:
    return BookRows(
        "gettysburg",
        rules,
        attributes=attributes(),
        states=BOOK_STATES,
        relations=(MELEE,),
        procedures=PROCEDURES,
        settle=settle,
        is_there=is_there,
        own=own(),
        refers=REFERS,
        phases=PHASES,
        begin=begin,
        next_turn=next_turn,
        joining=Joining("figures", whole=("size",), asked=(BRIGADE,), comes=comes_on),
    )
