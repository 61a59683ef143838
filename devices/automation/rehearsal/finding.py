"""What a rehearsal found, as values. Instants are home time."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """One firing: when, by which trigger and entity, and until when what set it off lasted.

    `until` None: to the end of the window, or it was over as soon as it happened. `skipped` is the reason
    word (run.spec.Skip) when it would not have run. `set_off_by` is the rule whose act set it off, empty when
    none did.
    """

    at: datetime
    trigger: int = 0
    entity_id: str = ""
    value: float | None = None
    word: str = ""
    until: datetime | None = None
    skipped: str = ""
    set_off_by: str = ""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What a rule would have done in [start, end).

    `runs` and `skipped` are in order. `already`: it was past its limit when the window began, so it had to
    fall back first. `flaps` counts runs less than five minutes after the one before, `at_night` those between
    23:00 and 06:00. `longest` is the run whose cause lasted longest. `loops` are the ids of rules that set
    it off and that it set off, itself among them. `coverage` is the least share (0 to 1) of the window in
    which a watched entity was known; `kept` is since when readings of it are kept, where more was asked for:
    the window begins there. `unrecorded` are those of which nothing is on record. `enough` says that
    the window tells something: a day at least is on record, and half of the window.
    """

    start: datetime
    end: datetime
    runs: tuple[Rehearsed, ...] = ()
    skipped: tuple[Rehearsed, ...] = ()
    already: bool = False
    flaps: int = 0
    at_night: int = 0
    longest: Rehearsed | None = None
    loops: tuple[str, ...] = ()
    coverage: float = 0.0
    unrecorded: tuple[str, ...] = ()
    enough: bool = False
    kept: datetime | None = None

    @property
    def never(self) -> bool:
        """Nothing fired at all."""
        return not self.runs and not self.skipped
