"""What every tool is given: the home and its books, and who asks in which language."""

from dataclasses import dataclass, field
from datetime import tzinfo

from devices.automation.book import RuleBook
from devices.automation.undo import Journal
from devices.clock import Clock
from devices.command import Approval, Cause, Command, Denial, Request
from devices.history.queries import History
from devices.home import Home
from devices.storage.turns import Turns


@dataclass(frozen=True, slots=True)
class House:
    """The parts of a running home that tools use; made once by the composition.

    `turns` gives every turn its id; without it, a session counts its own.
    """

    home: Home
    book: RuleBook
    journal: Journal
    history: History
    clock: Clock
    zone: tzinfo
    turns: Turns | None = None


@dataclass(frozen=True, slots=True)
class ToolContext:
    """One turn's view of the house.

    `asked` are the user's own words of this turn; `approvals` and `denials` what a person answered about
    this very call. `until`, by the event loop's time, is when the turn's time is over.
    """

    house: House
    cause: Cause
    language: str = "en"
    asked: str = ""
    approvals: tuple[Approval, ...] = field(default_factory=tuple)
    denials: tuple[Denial, ...] = field(default_factory=tuple)
    until: float | None = None

    def request(self, commands: tuple[Command, ...], cause: Cause | None = None) -> Request:
        """These commands with what the person answered; `cause` when it is another than this turn's."""
        return Request(commands, cause or self.cause, self.approvals, self.denials, self.until)
