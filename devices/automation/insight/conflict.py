"""What may be wrong with a rule, as values. Finding it is the business of the siblings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from devices.command import Command


class ConflictKind(StrEnum):
    """What is wrong: two rules drive one entity apart, rules set one another off, a rule can't ever run."""

    OPPOSED = "opposed"
    CIRCLE = "circle"
    NEVER = "never"


class Never(StrEnum):
    """Why a rule, or one of its triggers, can't fire or can't run."""

    MISSING = "missing"
    NO_NUMBER = "no_number"
    OUT_OF_RANGE = "out_of_range"
    NEVER_AGAIN = "never_again"
    NO_SUCH_WORD = "no_such_word"
    NO_SUCH_EVENT = "no_such_event"
    NO_WAY = "no_way"
    CONTRADICTION = "contradiction"
    TIME_EXCLUDED = "time_excluded"
    PAST = "past"
    NO_PLACE = "no_place"
    NO_CALENDAR = "no_calendar"
    NOBODY_SEEN = "nobody_seen"


@dataclass(frozen=True, slots=True)
class Conflict:
    """One thing that is wrong with a rule.

    `rules` are the ids concerned, the rule asked about first (a draft's id is empty); of a circle in the
    order in which they set one another off. `entity_id` is what they fight over, what closes the circle, or
    what can't be watched. For NEVER, `reason` says why and `trigger` which trigger is meant (None: the whole
    rule). `facts` are what a sentence may want: limits, words, times; plain text. `commands` are those of two
    rules that fight, ours first.
    """

    kind: ConflictKind
    rules: tuple[str, ...]
    entity_id: str = ""
    reason: Never | None = None
    trigger: int | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    commands: tuple[Command, ...] = ()
