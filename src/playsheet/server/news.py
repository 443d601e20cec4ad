"""What is told of a change: one message for all who know the same and want the same."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from playsheet.server.saying import Data
from playsheet.server.table import Change, Table

Kind = tuple[int, bool]  # as whom somebody looks, and whether the digest of the view is due
encode: Final = msgspec.json.Encoder().encode
decode: Final = msgspec.json.Decoder(dict[str, Any]).decode


def messages(
    table: Table, change: Change, before: dict[int, int], told: int, kinds: list[Kind], now: float
) -> dict[Kind, bytes]:
    """`before` is the audience of each seat before the change, when the log had `told` events."""
    if change.why == "begin":
        table.audiences.clear()
    shared: dict[int, bytes] = {}  # what all of an audience are told, but for the last brace
    found: dict[Kind, bytes] = {}
    known = set(table.audiences)
    for kind in kinds:
        if kind in found:
            continue
        seat, due = kind
        which = table.audience_of(seat)
        if which not in shared:
            shared[which] = encode(told_to_all(table, which, change, which in known, told, now))[:-1]
        own: Data = {
            "questions": table.questions(seat),
            "undo": table.undo_of(seat) if seat >= 0 else "none",
            "hash": table.audiences[which].hash if due else None,
        }
        if before[seat] == which and change.why != "begin":
            found[kind] = shared[which] + b"," + encode(own)[1:]
        else:  # all is new
            audience = table.audience(seat)
            own |= {"patch": [([], audience.view)], "log_from": 0, "log": audience.log()}
            found[kind] = encode(decode(shared[which] + b"}") | own)
    if change.went_back:
        for which in [which for which in table.audiences if which not in shared]:
            del table.audiences[which]  # nobody listens there; what it was told is no longer so
    return found


def told_to_all(table: Table, which: int, change: Change, known: bool, told: int, now: float) -> Data:
    """What all of an audience are told; one that is new (all is open at the end) is told all of it."""
    game = table.game
    assert game is not None
    audience = table.audiences[which] if known else table.audience(which)
    data: Data = {
        "t": "update",
        "seq": table.seq,
        "epoch": table.epoch,
        "why": change.why,
        "by": change.by,
        "status": table.status(),
        "step": game.step,
        "turn": game.battle.turn,
    }
    if known:
        news = audience.news(game, change.went_back)
        data["patch"] = news.patch
        data["events"] = news.events
        data["log_from"] = news.log_from
        data["log"] = news.log
    else:
        data["patch"] = [([], audience.view)]
        data["events"] = audience.shown_of(game, told)
        data["log_from"] = 0
        data["log"] = audience.log()
    data["asked"] = table.asked()
    data["take_back"] = table.take_back_data()
    data["clock"] = table.clock_data(now)
    data["dice"] = table.dice_data() if change.why in ("begin", "end") or table.is_over() else None
    data["result"] = table.result_data()
    return data
