"""Worker processes that go wrong, each in its own way. Run as a program with the way as its first argument."""

import os
import sys
import time

from playsheet.core.asking import Player
from playsheet.players.levels import is_searching
from playsheet.server import worker


class Bad(Player):
    """Goes wrong from the third answer on."""

    answers = 0

    def choose(self, battle, question):
        Bad.answers += 1
        if Bad.answers < 3:
            return question.options[0]
        match sys.argv[1]:
            case "raises":
                raise ValueError("the secret is 42")
            case "sleeps":
                time.sleep(60)
            case "dies":
                os._exit(3)
            case "prints":
                print("hello, pipe", flush=True)
                return question.options[0]
        return Cheat()

    def place(self, battle, question):
        return question.region.samples()[0]


class Cheat:
    """An option that nobody offered."""

    def key(self) -> str:
        return "win"


def never_read(job):
    time.sleep(600)


def hoard(job):
    hoarded = []
    while True:
        hoarded.append(bytes(1 << 20))


match sys.argv[1]:
    case "reads for ever":
        worker.sound = never_read
    case "hoards":
        worker.sound = hoard
    case "plans for ever" | "dies planning" as way:
        sound_player, sys.argv[1] = worker.player_of, "sleeps" if way == "plans for ever" else "dies"
        Bad.answers = 3
        worker.player_of = lambda table, seat, planning: (
            Bad() if is_searching(worker.level_of(table, seat)) else sound_player(table, seat, planning)
        )
    case _:
        worker.player_of = lambda table, seat, planning: Bad()
worker.main()
