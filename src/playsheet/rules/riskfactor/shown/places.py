"""Where on the sheet it stands what happened: the table that each event is read from."""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Event
from playsheet.core.telling import SEQUENCE
from playsheet.rules.riskfactor.battle.events import (
    ActionSet,
    Advanced,
    Charged,
    Declared,
    Faced,
    FirstSideSet,
    GroundRuled,
    GroupCommanded,
    GroupJoined,
    Hitched,
    LinkBought,
    Moved,
    OrderSet,
    OutOfSight,
    Passed,
    PhaseBegan,
    PlatoonRolled,
    PointsLost,
    PointsThrown,
    Ran,
    RiskRuled,
    SideEnded,
    VisibilitySet,
    WentOff,
)
from playsheet.rules.riskfactor.battle.fight_events import (
    BrokeOff,
    Fired,
    Fought,
    Hurt,
    Loaded,
    MeleeEnded,
    Retreated,
)
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.tabletop.events import (
    BattleEnded,
)

PLACES: Final[dict[type, str]] = {
    FirstSideSet: "roll-off",
    SideEnded: SEQUENCE,
    Passed: SEQUENCE,
    VisibilitySet: "visibility",
    OutOfSight: "visibility",
    Declared: "command-dice",
    PointsThrown: "command-dice",
    PointsLost: "command-dice",
    LinkBought: "command-dice",
    GroupCommanded: "command-cost",
    PhaseBegan: "command-cost",
    RiskRuled: "risk-factors",
    ActionSet: "instructions",
    PlatoonRolled: "instructions",
    OrderSet: "instructions",
    Ran: "instructions",
    Moved: "movement",
    Advanced: "movement",
    Faced: "movement",
    Charged: "movement",
    WentOff: "movement",
    Hitched: "movement",
    GroupJoined: "nearness",
    GroundRuled: "terrain",
    Loaded: "loading-classes",
    Fired: "to-hit",
    Hurt: "damage",
    BrokeOff: "melee",
    Fought: "melee",
    MeleeEnded: "melee",
    Retreated: "melee",
    BattleEnded: "ending",
}


def place_of(event: Event[RiskBattle]) -> str:
    return PLACES.get(type(event), "")
