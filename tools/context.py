"""What every tool is given: the home and its books, and who asks in which language."""

from dataclasses import dataclass, field
from datetime import tzinfo

from devices.automation.almanac import Almanac
from devices.automation.books.book import RuleBook
from devices.automation.books.names import NameBook
from devices.automation.books.notices import Notices
from devices.automation.books.permissions import Permissions
from devices.automation.books.questions import Questions
from devices.automation.books.scenes import SceneBook
from devices.automation.undo.journal import Journal
from devices.clock import Clock
from devices.command import Approval, Cause, Command, Denial, Reason, Request
from devices.history.analysis.use.tariff import Tariff
from devices.history.queries import History
from devices.home import Home
from devices.kinds.spec import Risk
from devices.storage.turns import Turns

EVERYTHING = "*"
"""What a person on the command line may name instead of every single id."""


@dataclass(frozen=True, slots=True)
class House:
    """The parts of a running home that tools use; made once by the composition.

    `turns` gives every turn its id; without it, a session counts its own. `names` is what the user named.
    `tariff` is what energy costs here, None as long as nobody said.
    """

    home: Home
    book: RuleBook
    journal: Journal
    history: History
    clock: Clock
    almanac: Almanac
    scenes: SceneBook
    names: NameBook
    permissions: Permissions
    questions: Questions
    notices: Notices
    turns: Turns | None = None
    tariff: Tariff | None = None

    @property
    def zone(self) -> tzinfo:
        """The time zone in which the home lives."""
        return self.almanac.zone


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

    def allowed(self, consent: Command, risk: Risk) -> bool | None:
        """Whether a person allowed this beyond what the gate asks; False is a no, None that nobody said.

        A yes to what was shown counts for nothing else: what stood there then is among its values. A yes to
        everything is none to a security matter, as with the gate.
        """
        about, named = consent.entity_id, consent.control
        whom = {about, EVERYTHING} if risk is Risk.WIDE else {about}
        given = (a for a in self.approvals if a.control == named and a.entity_id in whom)
        if any(a.values is None or dict(a.values) == dict(consent.values) for a in given):
            return True
        refused = (d for d in self.denials if d.control == named and d.entity_id == about)
        return False if any(denial.reason is Reason.DECLINED for denial in refused) else None

    def request(self, commands: tuple[Command, ...], cause: Cause | None = None) -> Request:
        """These commands with what the person answered; `cause` when it is another than this turn's."""
        return Request(commands, cause or self.cause, self.approvals, self.denials, self.until)
