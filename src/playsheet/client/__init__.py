"""A program's seat at a game: see docs/your-own-bot.md.

from playsheet.client import sit

with sit("http://127.0.0.1:8080/#play/GAME/SECRET") as seat:
    seat.play(lambda question, seat: question.options[0].key)
"""

from playsheet.client.seat import Option, Question, Region, Seat, join, make, sit

__all__ = ["Option", "Question", "Region", "Seat", "join", "make", "sit"]
