"""Short ways to write to a store, and to wait for it."""

import threading
from collections.abc import Callable

from playsheet.server.storage import ANSWER, Done, Head, Key, Op, SeatPlan, Storage, Text

HEAD = Head("A game", Text("s.toml", "text"), [], [SeatPlan("person", "Ann", True), SeatPlan("doctrine")], listed=True)


class Waiter:
    """Waits for a write, and remembers what came of it."""

    def __init__(self) -> None:
        self.there = threading.Event()
        self.fault: Exception | None = None

    def __call__(self, fault: Exception | None) -> None:
        self.fault = fault
        self.there.set()

    def wait(self) -> Exception | None:
        assert self.there.wait(20)
        return self.fault


def done(write: Callable[[Done], None]) -> None:
    """Written, or the reason why not raised."""
    waiter = Waiter()
    write(waiter)
    fault = waiter.wait()
    if fault is not None:
        raise fault


def written(storage: Storage, *ops: Op, id: str = "g") -> list[Exception | None]:
    waiters = [Waiter() for _ in ops]
    for op, waiter in zip(ops, waiters):
        storage.append(id, op, [], [], None, waiter)
    return [waiter.wait() for waiter in waiters]


def made(storage: Storage, id: str = "g") -> None:
    waiter = Waiter()
    storage.make(id, 1.0, HEAD, b"k" * 32, [Key(b"a" + id.encode(), "seat", 0)], waiter, b'{"game":"g"}')
    assert waiter.wait() is None


def op(seq: int, text: str = "move") -> Op:
    return Op(seq, 2.5, ANSWER, 0, "1.0", text)
