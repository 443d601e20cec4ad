"""What must always hold on any table. Each law gives a sentence for what breaks it, and nothing for what is sound.

`name` is what a sentence begins with: a unit, or a model of one.
"""

from __future__ import annotations

from playsheet.core.decks import Deck
from playsheet.core.figures import FLED, IN_PLAY, LOST, Figures
from playsheet.core.geometry import TOLERANCE
from playsheet.core.near import Near
from playsheet.core.terrain import Ground


def figures_conserved(name: str, figures: Figures, first: int, start: int, elsewhere: int = 0) -> list[str]:
    """start = in play + lost + fled, and whoever is `elsewhere` by a state that only this sheet knows."""
    left = figures.count(first, start, IN_PLAY)
    gone = figures.count(first, start, LOST) + figures.count(first, start, FLED) + elsewhere
    return [] if left + gone == start else [f"{name}: {left} figures in play and {gone} gone do not make {start}"]


def found_there(name: str, near: Near, who: int, *, x: float, y: float, radius: float) -> list[str]:
    """Whoever looks round a place finds what stands there."""
    return [] if near.holds(who, x, y, radius) else [f"{name}: is not found where it stands"]


def found_nowhere(name: str, near: Near, who: int) -> list[str]:
    """And nothing that does not stand on the table."""
    return [] if near.absent(who) else [f"{name}: is found on the table, where it is not"]


def centre_on_table(name: str, ground: Ground, x: float, y: float) -> list[str]:
    """It may stand on the very edge."""
    if -TOLERANCE <= x <= ground.width + TOLERANCE and -TOLERANCE <= y <= ground.depth + TOLERANCE:
        return []
    return [f"{name}: stands off the table at {x:.3f}, {y:.3f}"]


def cards_complete(name: str, deck: Deck, card: int, wanted: int) -> list[str]:
    """All its cards are somewhere, drawn or not."""
    held = deck.left.count(card) + deck.drawn.count(card)
    return [] if held == wanted else [f"{name}: has {held} cards, not {wanted}"]
