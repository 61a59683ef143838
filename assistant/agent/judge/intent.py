"""Whether a call does what the user's words say, read twice: word by word and by the planner. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from assistant.agent.judge.said import Said, way
from assistant.models.offline.plan import Kind, Plan
from devices.command import Command
from devices.model import Json, Scalar

CONTROL, CREATE = "control_device", "create_automation"
_JUDGED = frozenset({CONTROL, CREATE, "delete_automation", "enable_automation", "undo"})
_SURE = frozenset(
    {
        *("understood", "picked", "value-given", "one-limit", "delete", "enable", "disable", "undo"),
        *("read", "room", "list", "overview", "one-thing", "the-one-in-that-state"),
    }
)
"""The planner's reasons when it followed every word."""
_ANSWERS = frozenset({"picked", "value-given"})
_BACKWARD = frozenset({"undo", "delete_automation", "enable_automation"})
_NEAR = 0.6
_FULL = (100.0, 255.0)


class Fault(StrEnum):
    """How a call strays from the words; also the reason in the trace."""

    NEGATED = "negated"
    OPPOSITE = "opposite_of_what_was_said"
    NOT_ASKED = "not_asked_for"
    NOT_NOW = "not_asked_for_now"
    WIDER = "wider_than_said"
    OTHER_VALUE = "another_value_than_said"
    EXCEPTED = "was_excepted"
    UNNAMED = "unnamed_target"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A call as it would act: the tool, its arguments, and the commands that it comes to."""

    tool: str
    args: Mapping[str, Json]
    commands: tuple[Command, ...]

    @property
    def targets(self) -> frozenset[str]:
        """The entities it would command."""
        return frozenset(command.entity_id for command in self.commands)


@dataclass(frozen=True, slots=True)
class Heard:
    """What the words are read as, twice: by the planner as `plan`, its calls as `planned`; and word by word.

    `shown` are the entities that results of this turn name, `spoken_of` those of the turn before, `answering`
    that the turn before ended in a question back, `texts` what the results of both say.
    """

    said: Said
    plan: Plan
    planned: tuple[Wanted, ...] = ()
    shown: frozenset[str] = frozenset()
    spoken_of: frozenset[str] = frozenset()
    answering: bool = False
    texts: str = ""

    def read_of(self, word: str) -> bool:
        """Whether the user's words or a result of this turn or the last hold this very word."""
        joined = " ".join((*self.said.texts, self.texts))
        return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", joined, re.IGNORECASE) is not None

    @property
    def sure(self) -> bool:
        """Whether the planner followed every word; an answer to a question is sure only as such."""
        known = self.plan.reason in (_ANSWERS if self.answering else _SURE) and bool(self.plan.calls)
        # a mere name is read as a question offline, but may be half of an order in other words
        return known and not (self.plan.kind is Kind.QUESTION and self.said.names_only)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a call is not done, and the entities that it is about."""

    fault: Fault
    about: tuple[str, ...] = ()


def doubt(wanted: Wanted, heard: Heard) -> Doubt | None:
    """The first thing that speaks against a writing call; None when nothing surely does."""
    if wanted.tool not in _JUDGED:
        return None
    against = (
        _against_words(wanted, heard)
        or _against_kind(wanted, heard)
        or (_beside_plan(wanted, heard) if heard.sure else None)
    )
    return against or (None if heard.sure else _beyond_words(wanted, heard))


def _against_words(wanted: Wanted, heard: Heard) -> Doubt | None:
    """Denied, or the other way round: plain from the verbs alone."""
    said, ways = heard.said, {way(command.control) for command in wanted.commands} - {""}
    about = tuple(sorted(wanted.targets))
    refused = heard.plan.reason == "negated" and said.denied and not said.wanted
    if refused or heard.plan.reason == "declined":
        return Doubt(Fault.NEGATED, about)
    if ways & said.denied:
        return Doubt(Fault.NEGATED, about)
    opposite = len(said.wanted) == 1 and ways and not ways & said.wanted
    if wanted.tool == CONTROL and opposite and not said.conditional and not heard.answering:
        return Doubt(Fault.OPPOSITE, about)
    return None


def _against_kind(wanted: Wanted, heard: Heard) -> Doubt | None:
    """A pure question, small talk, or a rule that nobody named."""
    said = heard.said
    if heard.answering:
        return None
    if said.asks or (wanted.tool in _BACKWARD and said.idle):
        return Doubt(Fault.NOT_ASKED, tuple(sorted(wanted.targets)))
    rule = wanted.args.get("id")
    if isinstance(rule, str) and wanted.tool in _BACKWARD and not heard.read_of(rule):
        return Doubt(Fault.NOT_ASKED)
    return None


def _beside_plan(wanted: Wanted, heard: Heard) -> Doubt | None:
    """Against a sure reading: another tool, more things, other values."""
    tools = {call.tool for call in heard.plan.calls}
    if wanted.tool not in tools:
        return Doubt(Fault.NOT_ASKED, tuple(sorted(wanted.targets)))
    planned = [one for one in heard.planned if one.tool == wanted.tool]
    if not planned or wanted.tool not in (CONTROL, CREATE):
        return _other_rule(wanted, heard)
    allowed = frozenset[str]().union(*(one.targets for one in planned))
    if wider := wanted.targets - allowed:
        return Doubt(Fault.WIDER, tuple(sorted(wider)))
    meant = {(c.entity_id, way(c.control)): c for one in planned for c in one.commands}
    for command in wanted.commands:
        same = meant.get((command.entity_id, way(command.control)))
        if same is not None and _differ(command.values, same.values):
            return Doubt(Fault.OTHER_VALUE, (command.entity_id,))
    if wanted.tool == CREATE and not any(_same_limits(wanted.args, one.args) for one in planned):
        return Doubt(Fault.OTHER_VALUE, tuple(sorted(wanted.targets)))
    return None


def _other_rule(wanted: Wanted, heard: Heard) -> Doubt | None:
    """A rule of another id, or switched the other way, than was said."""
    planned = [call.arguments for call in heard.plan.calls if call.tool == wanted.tool]
    for key in ("id", "enabled"):
        if key in wanted.args and all(key in args for args in planned):
            wished = {str(args[key]).casefold() for args in planned}
            if planned and str(wanted.args[key]).casefold() not in wished:
                return Doubt(Fault.OPPOSITE if key == "enabled" else Fault.NOT_ASKED)
    return None


def _beyond_words(wanted: Wanted, heard: Heard) -> Doubt | None:
    """What even words that are not wholly understood do not reach."""
    said = heard.said
    if wanted.tool != CONTROL:
        return _unnamed(wanted, heard) if wanted.tool == CREATE else None
    if excepted := wanted.targets & said.excepted:
        return Doubt(Fault.EXCEPTED, tuple(sorted(excepted)))
    later = heard.plan.kind is Kind.TIMER or (said.conditional and not heard.shown)
    if later and not heard.answering and not wanted.targets <= said.outright:
        return Doubt(Fault.NOT_NOW, tuple(sorted(wanted.targets)))
    if wanted.args.get("everything") is True and len(wanted.targets) > 1 and not (said.whole or said.foreign):
        return Doubt(Fault.WIDER, tuple(sorted(wanted.targets)))
    return _guessed(wanted, heard) or _unnamed(wanted, heard)


def _guessed(wanted: Wanted, heard: Heard) -> Doubt | None:
    """One of several that the words fit alike, picked without a look and without a word for it."""
    choices = frozenset(heard.plan.choices)
    if heard.plan.reason != "ambiguous" or heard.shown or not wanted.targets or not wanted.targets <= choices:
        return None
    if wanted.targets == choices and heard.said.whole:
        return None
    return Doubt(Fault.AMBIGUOUS, heard.plan.choices) if not wanted.targets <= heard.spoken_of else None


def _unnamed(wanted: Wanted, heard: Heard) -> Doubt | None:
    """Entities that neither the words, nor a result of the turn, nor what was spoken of before names."""
    said = heard.said
    if said.foreign and not heard.answering and not said.bare:
        return None
    if said.foreign and said.bare and not heard.spoken_of and _unread(said):
        return None
    if said.anything:
        return None
    known = said.things | heard.shown
    if said.bare or said.leans or heard.answering:
        known |= heard.spoken_of
    unnamed = wanted.targets - known
    return Doubt(Fault.UNNAMED, tuple(sorted(unnamed))) if unnamed else None


def _unread(said: Said) -> bool:
    """Whether more than one word is unknown: another language rather than small talk."""
    return sum(len(span.text.split()) for span in said.spans if not span.known) > 1


def _differ(given: Mapping[str, Scalar], planned: Mapping[str, Scalar]) -> bool:
    """Whether a value is another than was said; a full brightness may be added, nothing else."""
    for name, value in given.items():
        if name in planned:
            wished = planned[name]
            if isinstance(value, int | float) and isinstance(wished, int | float):
                if abs(value - wished) > _NEAR:
                    return True
            elif str(value) != str(wished):
                return True
        elif value not in _FULL:
            return True
    return False


def _same_limits(given: Mapping[str, Json], planned: Mapping[str, Json]) -> bool:
    """Whether two rules watch the same side, and neither runs at once unless both do."""
    sides = all((given.get(side) is None) == (planned.get(side) is None) for side in ("above", "below"))
    return sides and bool(given.get("run_now_if_true")) <= bool(planned.get("run_now_if_true"))


def entities_in(texts: Sequence[str], known: Sequence[str]) -> frozenset[str]:
    """The ids of the home that stand in these texts."""
    joined = "\n".join(texts)
    return frozenset(entity_id for entity_id in known if entity_id in joined)
