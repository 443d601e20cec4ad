"""Refusals over the wire: a code for programs, one sentence for people."""

from __future__ import annotations

from playsheet.core.errors import Refused
from playsheet.lessons.judging import NotYet
from playsheet.server.hub import Forbidden, PutAway, Unknowable
from playsheet.server.leases import Elsewhere
from playsheet.server.passwords import PasswordWanted
from playsheet.server.payloads import Data
from playsheet.server.rate_limits import TooMany
from playsheet.server.storage import Away, Damaged, Full, TooManyGames
from playsheet.server.table import Stale
from playsheet.server.worker_pools import Busy


class Missing(Refused):
    """Something that was named and is not there: a system, a table, a step."""


class Malformed(Refused):
    """Not of the shape that was expected."""


class TooLarge(Refused):
    """More than is taken."""


class TooLong(TooLarge):
    """More in the headers of a request than is taken."""


class TooSlow(Refused):
    """Not whole in time."""


def status_and_code(fault: Refused, otherwise: int) -> tuple[int, str]:
    """The HTTP status and the code; `otherwise` is the status of a plain refusal."""
    match fault:
        case Malformed():
            return 400, "malformed"
        case Unknowable() | Missing():
            return 404, "unknown"
        case PasswordWanted():
            return 401, "password"
        case Forbidden():
            return 403, "forbidden"
        case TooLong():
            return 431, "too_large"
        case TooLarge():
            return 413, "too_large"
        case TooSlow():
            return 408, "too_slow"
        case TooMany():
            return 429, "too_many"
        case TooManyGames():
            return 429, "too_many_games"
        case PutAway():
            return 410, "put_away"
        case Stale():
            return 409, "stale"
        case NotYet():
            return 409, "not_yet"
        case Elsewhere():
            return 503, "elsewhere"
        case Damaged():
            return 503, "damaged"
        case Away():
            return 503, "away"
        case Full():
            return 503, "full"
        case Busy():
            return 503, "busy"
    return otherwise, "refused"


def sentence(fault: Exception) -> str:
    """One line that ends like a sentence, whatever it quotes."""
    said = " ".join(str(fault).split())[:1000]
    return said if said.endswith((".", "!", "?")) else said + "."


def refusal(fault: Refused, code: str) -> Data:
    return {"error": {"code": code, "says": sentence(fault)}}
