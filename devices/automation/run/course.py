"""One run of a rule as a value: where it is in its actions and what it waits for. Nothing here moves it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from devices.automation.watch.spec import Fire
from devices.command import Command, Outcome
from devices.storage.record import Attributes

OUTCOMES_KEPT = 50


class Stage(StrEnum):
    """What a run is doing; in all but READY it waits for something.

    Queued: for the run before it. Giving, telling: for the word that it was done. Asking: for a person.
    Stranded: for the broker, to try once more. Waiting: for an instant. Holding: for a condition or an
    instant. Ramping: for the next step of a ramp. Latent: it is over, and its trigger's end is awaited.
    Ended: for the word that it was written down.
    """

    QUEUED = "queued"
    READY = "ready"
    GIVING = "giving"
    TELLING = "telling"
    ASKING = "asking"
    STRANDED = "stranded"
    WAITING = "waiting"
    HOLDING = "holding"
    RAMPING = "ramping"
    LATENT = "latent"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Frame:
    """A spot in a list of actions: the next one, and which round of a repeat this is."""

    index: int = 0
    round: int = 0


@dataclass(frozen=True, slots=True)
class Ramping:
    """A ramp under way: where it started, when, until when, what was told last and before that.

    `offset` says which of the neighbouring ramps it is that go side by side.
    """

    start: float
    began: datetime
    until: datetime
    told: float
    before: float
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """An entity that this run changed: how it stood before, how and when it was left, its last command.

    `late`: the device had not answered by then; what it was asked for may come about later.
    """

    word: str
    attributes: Attributes
    left_word: str = ""
    left: Attributes = field(default_factory=dict)
    command: Command | None = None
    at: datetime | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a rule; instants are home time.

    `body` is the text of the rule that it runs, so that an edited rule ends it. `at` is when its present
    stage began, `wake` when it is looked at again by itself, `limit` when a condition is given up.
    `commands` are those given, asked for or stranded; `allowed` by a person, `again` after a broker or a
    process was away.
    `stopping` names why it ends after its present step. `since` are the running clocks of a condition that
    is waited for. `depth` and `chain` say how many rules set each other off up to it, and since when.
    """

    id: str
    fire: Fire
    body: str
    at: datetime
    began: datetime
    stage: Stage = Stage.READY
    frames: tuple[Frame, ...] = (Frame(),)
    step: int = 0
    wake: datetime | None = None
    limit: datetime | None = None
    commands: tuple[Command, ...] = ()
    allowed: bool = False
    again: bool = False
    stopping: str = ""
    skipped: str = ""
    remove: bool = False
    tell: bool = False
    ramps: tuple[Ramping, ...] = ()
    marks: Mapping[str, Mark] = field(default_factory=dict)
    since: Mapping[str, datetime] = field(default_factory=dict)
    outcomes: tuple[Outcome, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    depth: int = 1
    chain: datetime | None = None

    @property
    def rule_id(self) -> str:
        """The rule it belongs to."""
        return self.fire.rule_id

    @property
    def live(self) -> bool:
        """Whether it is still to do something."""
        return self.stage not in (Stage.LATENT, Stage.ENDED)

    def noting(self, **facts: str) -> "Run":
        """With these facts added."""
        return replace(self, facts={**self.facts, **facts})

    def counting(self, outcomes: tuple[Outcome, ...]) -> "Run":
        """With these outcomes added; of very many the last ones are kept."""
        return replace(self, outcomes=(*self.outcomes, *outcomes)[-OUTCOMES_KEPT:])


def set_back(run: Run, back: timedelta) -> Run:
    """The clock was set back by so much: the run has as long left as it had."""

    def earlier(at: datetime | None) -> datetime | None:
        return None if at is None else at - back

    ramps = (replace(ramp, began=ramp.began - back, until=ramp.until - back) for ramp in run.ramps)
    return replace(
        run,
        at=run.at - back,
        began=run.began - back,
        wake=earlier(run.wake),
        limit=earlier(run.limit),
        chain=earlier(run.chain),
        ramps=tuple(ramps),
        marks={one: replace(mark, at=earlier(mark.at)) for one, mark in run.marks.items()},
        since={place: at - back for place, at in run.since.items()},
    )
