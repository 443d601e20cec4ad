"""The same battles as environments for programs that learn: PettingZoo's, and against a named player Gymnasium's.

    from playsheet.learn import env, against
    battle = env("the-wells")            # every seat is an agent (PettingZoo, AEC)
    battle = against("the-wells", "doctrine")  # one seat is yours (Gymnasium)

Wants the extra `learn`.
"""

from __future__ import annotations

from playsheet.core.errors import Refused

try:
    from playsheet.learn.environments import Against, Battles, Rounds, against, env, parallel_env
    from playsheet.learn.policies import Policy, PolicyPlayer, Strength, strength
    from playsheet.learn.seeing import Observation
except ModuleNotFoundError as missing:
    if (missing.name or "").startswith("playsheet"):
        raise
    raise Refused(
        f"There is no {missing.name} here: pip install 'playsheet[learn]' brings what learning wants."
    ) from None

__all__ = [
    "Against",
    "Battles",
    "Observation",
    "Policy",
    "PolicyPlayer",
    "Rounds",
    "Strength",
    "against",
    "env",
    "parallel_env",
    "strength",
]
