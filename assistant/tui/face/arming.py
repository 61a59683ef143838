"""When a yes may count: only after a quiet time without a stray key, and never after the deadline. Pure."""

from dataclasses import dataclass, replace

QUIET = 0.8
LIMIT = 30.0


@dataclass(frozen=True, slots=True)
class Arming:
    """The state of one open question, in real seconds since it was shown."""

    quiet: float = QUIET
    limit: float = LIMIT
    shown: float = 0.0
    calm: float = 0.0

    @property
    def armed(self) -> bool:
        """Whether a yes counts now."""
        return self.calm >= self.quiet and not self.expired

    @property
    def expired(self) -> bool:
        """Whether the question has gone unanswered too long, which is a no."""
        return self.shown >= self.limit

    @property
    def left(self) -> int:
        """Whole seconds until it cancels itself."""
        return max(0, round(self.limit - self.shown))

    def tick(self, seconds: float) -> "Arming":
        """Time passed without a key."""
        return replace(self, shown=self.shown + seconds, calm=self.calm + seconds)

    def startle(self) -> "Arming":
        """A stray key, an early yes or a changed state: the quiet time begins anew."""
        return replace(self, calm=0.0)
