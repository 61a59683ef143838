"""When a model may be asked again: it rests after a rate limit that no turn can wait for. Asks nobody."""

import asyncio
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf

from assistant.models.trouble import Diagnosis, Limit, Trouble

UNSAID = 20.0
LONGEST = 86_400.0


@dataclass(frozen=True, slots=True)
class Allowance:
    """Tokens that may still be used, and the seconds until there are new ones."""

    tokens: int
    renewed: float


@dataclass(slots=True)
class Rest:
    """The rest of one model, by the loop's time, which is real time whatever the home's clock shows."""

    _until: float = -inf
    _why: Diagnosis | None = None

    def begin(self, why: Diagnosis) -> None:
        """Ask no more before the limit has passed; a limit that names no time is given a moment."""
        seconds = UNSAID if why.wait is None else min(why.wait, LONGEST)
        self._until = asyncio.get_running_loop().time() + seconds
        self._why = why

    def spare(self, allowance: Allowance) -> None:
        """Ask no more on this day if nothing is left of what the user allows."""
        if allowance.tokens <= 0:
            self.begin(Diagnosis(Trouble.RATE_LIMITED, wait=allowance.renewed, limit=Limit.OWN))

    def left(self) -> float:
        """Seconds in which it must not be asked yet."""
        return max(0.0, self._until - asyncio.get_running_loop().time())

    def why(self) -> Diagnosis | None:
        """Why it must not be asked now, with the seconds that are left; None when it may."""
        left = self.left()
        return replace(self._why, wait=left) if self._why is not None and left else None


@lru_cache(maxsize=8)
def rest_of(model: str, key: str) -> Rest:
    """The one rest of this model with this key: a new conversation must not forget it."""
    del model, key
    return Rest()
