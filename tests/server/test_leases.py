"""A game has one owner at a time, and the store sees to it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from harness import store_in
from writes import done

from playsheet.core.errors import Refused
from playsheet.server.keys import key_of
from playsheet.server.new_games import source_of
from playsheet.server.storage import (
    ANSWER,
    ChatLine,
    Done,
    Fenced,
    Head,
    KeptRecord,
    Lease,
    Op,
    Owner,
    Pinned,
    Renewal,
    SeatPlan,
    Standing,
    Storage,
)

ANN, BEN = Owner("ann 1", "ann", "http://ann"), Owner("ben 1", "ben")
LONG, OVER = 1000.0, -1.0  # seconds: a lease that lasts, and one that ended before it began


def make(store: Storage, id: str, per_move: float = 0.0) -> None:
    head = Head(id, source_of("the-wells", "", ""), [], [SeatPlan("person")], per_move=per_move)
    done(lambda told: store.make(id, 1.0, head, bytes(32), [key_of(id, "seat", 0)], told))


def begin(store: Storage, owner: Owner, seconds: float = LONG, at: float = 10.0) -> None:
    done(lambda told: store.begin(owner, at, seconds, told))


def take(store: Storage, id: str, owner: Owner, *, wanted: bool = True) -> Lease:
    lease = Lease(id)
    done(lambda told: store.take(lease, owner, told, wanted=wanted))
    return lease


def renew(store: Storage, owner: Owner, seconds: float = LONG, at: float = 20.0) -> Renewal:
    renewal = Renewal()
    done(lambda told: store.renew(owner, at, seconds, renewal, told))
    return renewal


def append(store: Storage, id: str, seq: int, fence: int, stands: Standing | None = None) -> None:
    done(lambda told: store.append(id, Op(seq, 2.0, ANSWER), [], [], stands, told, fence))


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[tuple[Storage, Storage]]:
    """The same store, as two servers have it open."""
    with closing(store_in(tmp_path, shared=True)) as one, closing(store_in(tmp_path, shared=True)) as other:
        make(one, "g")
        yield one, other


def test_a_game_has_one_owner_and_its_number_grows_with_each(stores: tuple[Storage, Storage]) -> None:
    one, other = stores
    begin(one, ANN)
    begin(other, BEN)
    assert one.tenure("g") is None
    mine = take(one, "g", ANN)
    assert mine.fence == 1
    assert take(other, "g", BEN).fence == 0
    assert take(one, "g", ANN).fence == 1  # it is ours already
    tenure = other.tenure("g")
    assert tenure is not None
    assert (tenure.owner, tenure.address, tenure.fence) == ("ann", "http://ann", 1)
    assert 0.0 < tenure.left <= LONG
    done(lambda told: one.give_up(ANN, [mine], 33.0, told))
    taken = take(other, "g", BEN)
    assert (taken.fence, taken.since) == (2, 33.0)
    assert one.held(ANN) == {}
    assert one.held(BEN) == {"g": 2}
    done(lambda told: other.resign(BEN, 44.0, told))
    back = take(one, "g", ANN)
    assert (back.fence, back.since) == (3, 44.0)


def test_what_lapsed_can_be_taken_and_what_was_not_taken_goes_on(stores: tuple[Storage, Storage]) -> None:
    one, other = stores
    make(one, "h")
    begin(other, BEN)
    begin(one, ANN, OVER, at=10.0)
    mine, rest = take(one, "g", ANN), take(one, "h", ANN)
    taken = take(other, "g", BEN)
    assert (taken.fence, taken.since) == (2, 10.0)  # when its owner was heard of last
    renewal = renew(one, ANN)
    assert renewal.is_late
    assert renewal.others == 1
    assert one.held(ANN) == {"h": rest.fence}
    assert not renew(one, ANN).is_late
    done(lambda told: one.give_up(ANN, [mine], 0.0, told))  # which it has not any more
    assert one.held(BEN) == {"g": 2}
    assert take(other, "h", BEN).fence == 0


def test_one_renewal_is_for_all_games_and_brings_what_others_want(stores: tuple[Storage, Storage]) -> None:
    one, other = stores
    make(one, "h")
    begin(other, BEN)
    begin(one, ANN, OVER)
    take(one, "g", ANN)
    take(one, "h", ANN)
    assert renew(one, ANN).wanted == []
    assert take(other, "h", BEN).fence == 0
    assert take(other, "g", BEN, wanted=False).fence == 0
    assert renew(one, ANN).wanted == ["h"]
    lease = Lease("h")
    lease.fence = 1
    done(lambda told: one.give_up(ANN, [lease], 0.0, told))
    assert renew(one, ANN).wanted == []


def test_a_new_run_of_the_same_name_ends_what_the_last_one_had(stores: tuple[Storage, Storage]) -> None:
    one, other = stores
    begin(one, ANN)
    take(one, "g", ANN)
    again = Owner("ann 2", "ann")
    begin(other, again)
    assert take(other, "g", again).fence == 2
    assert renew(one, ANN).is_late


def test_whoever_is_alone_waits_for_nobody(tmp_path: Path) -> None:
    with closing(store_in(tmp_path)) as one:
        make(one, "g")
        begin(one, ANN, 5.0, at=10.0)
        take(one, "g", ANN)
        tenure = one.tenure("g")
        assert tenure is not None
        assert tenure.left > 1e9  # without renewing it
    with closing(store_in(tmp_path)) as one:  # after a crash: nobody gave it up
        begin(one, BEN, 5.0)
        taken = take(one, "g", BEN)
        assert (taken.fence, taken.since) == (2, 10.0)
    with closing(store_in(tmp_path, shared=True)) as one:  # nor does one of several, after one that was alone
        later = Owner("carl 1", "carl")
        begin(one, later)
        assert take(one, "g", later).fence == 3


WRITES: dict[str, Callable[[Storage, int, Done], None]] = {
    "op": lambda store, fence, told: store.append("g", Op(9, 2.0, ANSWER), [], [], None, told, fence),
    "op and more": lambda store, fence, told: store.append(
        "g", Op(9, 2.0, ANSWER), [], [], Standing(over=True), told, fence
    ),
    "chat": lambda store, fence, told: store.say("g", ChatLine(0, 1.0, "seat", 0, "Ann", "all", "x"), told, fence),
    "listing": lambda store, fence, told: store.relist("g", b"x", told, fence),
    "engine": lambda store, fence, told: store.fill_in("g", None, Pinned("engine"), told, fence),
    "record": lambda store, fence, told: store.put_away(KeptRecord("g", "g", "g", 1.0, "seat", "text"), told, fence),
    "deletion": lambda store, fence, told: store.delete("g", told, fence),
}


@pytest.mark.parametrize("what", WRITES)
def test_a_stale_owner_cannot_write_anything(what: str, stores: tuple[Storage, Storage]) -> None:
    one, other = stores
    begin(other, BEN)
    begin(one, ANN, OVER)
    stale = take(one, "g", ANN).fence
    append(one, "g", 1, stale)
    mine = take(other, "g", BEN).fence
    for fence in (stale, 0, mine + 1):
        with pytest.raises(Fenced, match="another server has this game now"):
            done(lambda told: WRITES[what](one, fence, told))  # noqa: B023
    kept = other.read("g")
    assert kept is not None
    assert [op.seq for op in kept.ops] == [1]
    assert other.chat("g", 10) == []
    done(lambda told: WRITES[what](other, mine, told))


def test_among_many_in_one_commit_only_the_stale_ones_are_refused(tmp_path: Path) -> None:
    with closing(store_in(tmp_path, shared=True)) as store:
        for id in ("g", "h", "i"):
            make(store, id)
        begin(store, ANN)
        for id in ("g", "h"):
            take(store, id, ANN)
        faults: dict[str, Exception | None] = {}
        written = threading.Semaphore(0)

        def told_of(what: str) -> Done:
            def told(fault: Exception | None) -> None:
                faults[what] = fault
                written.release()

            return told

        for id, seq, fence in (("g", 1, 1), ("h", 1, 4), ("i", 1, 0), ("g", 2, 1), ("g", 1, 1), ("i", 2, 1)):
            store.append(id, Op(seq, 2.0, ANSWER), [], [], None, told_of(f"{id}{seq}{fence}"), fence)
        for _ in range(6):
            assert written.acquire(timeout=30)
        assert {what: type(fault) for what, fault in faults.items()} == {
            "g11": Refused,  # the second of the two
            "h14": Fenced,
            "i10": type(None),  # which nobody has ever taken
            "g21": type(None),
            "i21": Fenced,
        }
        assert [len(store.ops(id)) for id in ("g", "h", "i")] == [2, 0, 1]


def test_a_clock_is_watched_by_whoever_has_the_game(stores: tuple[Storage, Storage]) -> None:
    one, other = stores
    make(one, "slow", per_move=60.0)
    begin(other, BEN)
    begin(one, ANN, OVER)
    assert other.clocked() == ["slow"]
    lease = take(one, "slow", ANN)
    assert other.clocked() == ["slow"]  # nobody is there any more
    renew(one, ANN)
    assert other.clocked() == []
    append(one, "slow", 1, lease.fence, Standing(over=True))
    done(lambda told: one.resign(ANN, 0.0, told))
    assert other.clocked() == []
