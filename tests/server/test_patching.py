"""The digest of a view that is patched again and again is the digest of the view."""

import json
import random
from typing import Any

import pytest

from playsheet.core.showing import patch_between
from playsheet.server.patching import ViewDigest, digest_of, patched
from playsheet.server.websocket_protocol import framed


def any_view(chance: random.Random) -> dict[str, Any]:
    """Something like a view: its own parts, and a table with units and figures that come, move and go."""
    units = [
        {"name": f'unit {index} \u00e9"', "at": [[chance.randrange(3), 0.5] for _ in range(chance.randrange(4))]}
        for index in range(chance.choice([0, 3, 3, 3, 4]))
    ]
    marks = [
        {"x": chance.randrange(4) / 3, "figure": index, "signs": []} for index in range(chance.choice([12, 12, 9]))
    ]
    track = chance.choice([None, {"kind": "deck", "done": [{"name": "a"}] * chance.randrange(3), "now": None}])
    wide = {f"field {index}": chance.randrange(2) for index in range(14)}
    table = {"marks": marks, "track": track, "score": [chance.randrange(2)], "roster": [wide, dict(wide)]}
    charge = chance.choice([None, {"by": chance.randrange(2)}, {"by": 1, "at": chance.randrange(2)}])
    return {
        "turn": chance.randrange(3),
        "charge": charge,
        "units": units,
        "table": table,
        "empty": {},
        'odd "key"': [[1], [2]],
    }


def sent(data: Any) -> Any:
    """As it arrives at the other end."""
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("seed", range(40))
def test_digests_follow_patches(seed: int) -> None:
    chance = random.Random(seed)
    digest = ViewDigest()
    view = any_view(chance)
    shown = sent(view)
    often = chance.choice([0.8, 0.2])
    for _ in range(60):
        old, view = view, any_view(chance)
        patch = patch_between(old, view)
        shown = patched(shown, sent(patch))
        if chance.random() < often:  # not always somebody wants to know
            assert digest.of(view) == digest_of(view)
            assert digest_of(shown) == digest_of(view)


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (0, b"\x81\x00"),
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (65535, b"\x81\x7e\xff\xff"),
        (65536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_a_message_is_one_frame_of_text(size: int, head: bytes) -> None:
    assert framed(b"x" * size) == head + b"x" * size
