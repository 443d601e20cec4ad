"""Work that may go wrong is done in a child process: one that loops, crashes or eats memory takes nothing with it."""

from __future__ import annotations

import os
import pickle
import resource
import selectors
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

MEMORY = 3 << 30  # bytes a child may take


class Died:
    """A child that came back without an answer."""

    def __init__(self, status: int) -> None:
        self.signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0

    def __str__(self) -> str:
        if self.signal == signal.SIGPROF:
            return "it does not end"
        return f"it crashes ({signal.Signals(self.signal).name})" if self.signal else "it exits"


def at_most(seconds: float) -> None:
    """Of the processor's time from now on, or this process is killed; 0 is no limit.

    The signal has no handler, since compiled code would never come to it.
    """
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def in_children(tasks: Sequence[Callable[[], Any]], at_once: int) -> Iterator[tuple[int, Any]]:
    """Each task's number and what it returns, or `Died`, as they come to an end."""
    waiting = iter(enumerate(tasks))
    with selectors.DefaultSelector() as running:
        while True:
            while len(running.get_map()) < at_once and (task := next(waiting, None)) is not None:
                number, work = task
                child, answer = start(work)
                running.register(answer, selectors.EVENT_READ, (number, child, answer))
            if not running.get_map():
                return
            for key, _ in running.select():
                running.unregister(key.fileobj)
                number, child, answer = key.data
                yield number, ended(child, answer)


def start(work: Callable[[], Any]) -> tuple[int, BinaryIO]:
    """The child, and where its answer can be read."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, os.fdopen(reading, "rb")
    try:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        text = pickle.dumps(work())
        at_most(0)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(text)
    finally:
        os._exit(0)


def ended(child: int, answer: BinaryIO) -> Any:
    with answer:
        text = answer.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(text) if text else Died(status)
