"""Where on the sheet it stands what happened: the table that each event is read from."""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Event
from playsheet.rules.lancer.battle.events import (
    Activated,
    Attached,
    BattleBegan,
    CardAdded,
    CardDrawn,
    CardRemoved,
    Charged,
    ChargeEnded,
    ClosedUp,
    Conformed,
    ContactBroken,
    ContactMade,
    Detached,
    DidNothing,
    Disrupted,
    FigureLost,
    Fired,
    FormationChanged,
    Fought,
    JamCleared,
    Jammed,
    MoraleFailed,
    MoraleHeld,
    Moved,
    NotClear,
    Rallied,
    Reformed,
    Reshuffled,
    Routed,
    Scored,
    Shifted,
    SightVetoed,
    TerrainMoved,
    Turned,
)
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.tabletop.events import (
    BattleEnded,
)

PLACES: Final[dict[type, str]] = {
    BattleBegan: "initiative-deck",
    CardDrawn: "initiative-deck",
    Reshuffled: "initiative-deck",
    CardAdded: "initiative-deck",
    CardRemoved: "initiative-deck",
    Activated: "actions",
    DidNothing: "actions",
    Attached: "actions",
    Detached: "actions",
    Turned: "movement",
    Moved: "movement",
    Charged: "movement",
    ChargeEnded: "movement",
    NotClear: "movement",
    FormationChanged: "formations",
    Reformed: "formations",
    Shifted: "formations",
    Fired: "shooting",
    SightVetoed: "shooting",
    Jammed: "shooting",
    JamCleared: "shooting",
    MoraleHeld: "morale-check",
    MoraleFailed: "morale-check",
    Routed: "morale-check",
    Disrupted: "morale-check",
    Rallied: "rally",
    Conformed: "contact",
    ContactMade: "contact",
    ContactBroken: "contact",
    ClosedUp: "melee-limits",
    Fought: "melee-outcome",
    TerrainMoved: "terrain",
    Scored: "ending",
    FigureLost: "hit-sequence",
    BattleEnded: "ending",
}


def place_of(event: Event[LancerBattle]) -> str:
    if isinstance(event, FigureLost) and event.how in ("melee", "parting blow"):
        return PLACES[Fought]
    return PLACES.get(type(event), "")
