"""Wings: who is led together where a sheet has no bodies of its own."""

from __future__ import annotations

from typing import Final

PARTS: Final = 3  # left, centre, right
FEWEST: Final = 2  # units in a wing, as long as there are as many


def parts_of_front(units: list[int], along: list[float]) -> list[list[int]]:
    """The units from one end of the front to the other, in at most three wings as even as can be.

    `along` says how far along the front each of them stands; of equals the first stays first.
    """
    order = sorted(range(len(units)), key=lambda place: (along[place], place))
    parts = max(1, min(PARTS, len(units) // FEWEST))
    wings: list[list[int]] = []
    done = 0
    for part in range(parts):
        end = (len(order) * (part + 1) + parts - 1) // parts
        wings.append([units[place] for place in order[done:end]])
        done = end
    return [wing for wing in wings if wing]
