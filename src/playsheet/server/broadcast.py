"""Broadcasting a change: one message for all who know the same and want the same."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from playsheet.server.audience import Update
from playsheet.server.payloads import Data
from playsheet.server.table import UNSEEN, Change, Table

Kind = tuple[int, int]  # as whom somebody looks, and every how many updates he wants the digest of the view
encode: Final = msgspec.json.Encoder().encode
decode: Final = msgspec.json.Decoder(dict[str, Any]).decode


def update_messages(
    table: Table, change: Change, before: dict[int, int], told: int, kinds: list[Kind], now: float
) -> dict[Kind, bytes | None]:
    """`before` is the audience of each seat before the change, when the log had `told` events.

    None for those to whom nothing has changed, in a game that hides things: that there was anything is hidden too.
    """
    if change.why == "begin":
        table.audiences.clear()
    shared: dict[int, bytes] = {}  # the update of each audience, but for the last brace
    alone: dict[int, Data | None] = {}  # the update of each seat from which things are hidden
    found: dict[Kind, bytes | None] = {}
    known = set(table.audiences)
    counted: set[int] = set()
    for kind in kinds:
        if kind in found:
            continue
        seat, every = kind
        which = table.audience_of(seat)
        if not table.sees_all(seat):
            if seat not in alone:
                alone[seat] = private_update(table, seat, change, which in known, told, now)
            found[kind] = encoded(table, alone[seat], seat, every)
            continue
        if which not in shared:
            shared[which] = encode(shared_update(table, which, change, which in known, told, now))[:-1]
        is_new = before[seat] != which or change.why == "begin"
        if is_new and table.counters is not None and seat not in counted:
            table.counters.count(seat)
            counted.add(seat)
        own: Data = {
            "questions": table.questions(seat),
            "undo": table.undo_of(seat) if seat >= 0 else "none",
            "hash": table.audiences[which].hash if is_due(table, seat, every) else None,
            **table.intents_said(seat),
            **table.lesson_said(seat),
        }
        if not is_new:
            found[kind] = shared[which] + b"," + encode(own)[1:]
        else:  # all is told anew
            audience = table.audience(seat)
            own |= {"patch": [([], audience.view)], "log_from": 0, "log": audience.log()}
            own |= {"seq": table.seq_of(seat), "epoch": table.epoch_of(seat)}
            found[kind] = encode(decode(shared[which] + b"}") | own)
    if change.went_back:
        assert table.game is not None
        for which in [which for which in table.audiences if which not in shared and which not in alone]:
            if table.audiences[which].update(table.game, went_back=True).is_new:  # nobody listens there
                table.audiences[which].besides = {}  # it is counted when somebody looks again
    return found


def is_due(table: Table, seat: int, every: int) -> bool:
    """Is the update that a seat is told now to have the digest?"""
    return every > 0 and table.seq_of(seat) % every == 0


def shared_update(table: Table, which: int, change: Change, known: bool, told: int, now: float) -> Data:
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
        update = audience.update(game, went_back=change.went_back)
        data["patch"] = update.patch
        data["events"] = update.events
        data["log_from"] = update.log_from
        data["log"] = update.log
    else:
        data["patch"] = [([], audience.view)]
        data["events"] = audience.shown_of(game, told)
        data["log_from"] = 0
        data["log"] = audience.log()
    data["asked"] = table.asked()
    data["take_back"] = table.take_back_data()
    data["upgrade"] = table.upgrade_data()
    data["clock"] = table.clock_data(now, which)
    data["dice"] = table.dice_data() if change.why in ("begin", "end") or table.is_over() else None
    data["result"] = table.result_data()
    return data


def private_update(table: Table, seat: int, change: Change, known: bool, told: int, now: float) -> Data | None:
    """What a seat is told from which things are hidden; None if nothing has changed that it may know.

    All of it is a function of what it may know. One that is new is told all.
    """
    game, counters = table.game, table.counters
    assert game is not None
    assert counters is not None
    if known:
        audience = table.audiences[seat]
        update = audience.update(game, went_back=change.went_back)
        besides = table.besides(seat)
        if not update.is_new and besides == audience.besides and change.why != "clock":
            return None
        counters.count(seat)
        audience.besides = besides
    else:
        audience = table.audience(seat)
        update = Update(
            [([], audience.view)], audience.shown_of(game, told), log_from=0, log=audience.log(), is_new=True
        )
    mine = change.by is not None and (table.commander(change.by) == seat or change.why not in UNSEEN)
    return {
        "t": "update",
        "seq": table.seq_of(seat),
        "epoch": table.epoch_of(seat),
        "why": change.why,
        "by": change.by if mine else None,
        **audience.besides,
        "step": audience.story.over(),
        "turn": game.battle.turn,
        "patch": update.patch,
        "events": update.events,
        "log_from": update.log_from,
        "log": update.log,
        "take_back": table.take_back_data(),
        "clock": table.clock_data(now, seat),
        "dice": table.dice_data() if change.why == "begin" else None,
    }


def encoded(table: Table, told: Data | None, seat: int, every: int) -> bytes | None:
    """The message, with the digest if it is due."""
    if told is None:
        return None
    return encode({**told, "hash": table.audiences[seat].hash if is_due(table, seat, every) else None})
