"""Whether a call does what the user's words say, read twice: word by word and by the planner. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from assistant.agent.judge.hint import helpful
from assistant.agent.judge.said import Said
from assistant.agent.judge.wording import way
from assistant.models.offline.plan import Kind, Plan
from devices.command import Command
from devices.model import Json, Scalar
from tools.meaning.alike import alike
from tools.words.spec import Tag

CONTROL, CREATE, SCHEDULE = "control_device", "create_automation", "schedule"
_LASTING = frozenset({CREATE, SCHEDULE})
_JUDGED = frozenset(
    {
        CONTROL,
        CREATE,
        SCHEDULE,
        "change_automation",
        "cancel_job",
        "delete_automation",
        "enable_automation",
        "undo",
    }
)
_SURE = frozenset(
    {
        *("understood", "picked", "value-given", "rule-understood", "job-understood"),
        *(
            "delete",
            "enable",
            "disable",
            "undo",
            "change",
            "explain",
            "rehearse",
            "scene",
            "alias",
            "list-jobs",
        ),
        *("read", "room", "list", "overview", "one-thing", "the-one-in-that-state"),
    }
)
"""The planner's reasons when it followed every word."""
_ANSWERS = frozenset({"picked", "value-given"})
_BACKWARD = frozenset({"undo", "delete_automation", "enable_automation", "cancel_job", "change_automation"})
_NEAR = 0.6
_FULL = (100.0, 255.0)
_ENDED = frozenset({"on", "open", "unlocked"})


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
    """A call as it would act: the tool, its arguments, and the commands that it comes to.

    `guarded` are the entities that it would open or unlock, `watched` the sensor of a rule.
    """

    tool: str
    args: Mapping[str, Json]
    commands: tuple[Command, ...]
    guarded: frozenset[str] = frozenset()
    watched: str = ""

    @property
    def targets(self) -> frozenset[str]:
        """The entities it would command."""
        return frozenset(command.entity_id for command in self.commands)


@dataclass(frozen=True)
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
        if not known or self.said.quotes:
            return False
        # a mere name, or a statement, is read as a question offline, but may be a wish in other words
        looks = self.plan.kind in (Kind.QUESTION, Kind.WHY)
        return not looks or self.said.asks or (self.said.wonders and not self.helpful)

    @cached_property
    def helpful(self) -> frozenset[str]:
        """The entities that would help in the plight that the words tell of."""
        return helpful(self.said.texts[0], self.said.places, self.said.view)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a call is not done, and the entities that it is about."""

    fault: Fault
    about: tuple[str, ...] = ()


def judged(tool: str) -> bool:
    """Whether calls of this tool are held against the words at all."""
    return tool in _JUDGED


def doubt(wanted: Wanted, heard: Heard) -> Doubt | None:
    """The first thing that speaks against a writing call; None when nothing surely does."""
    if not judged(wanted.tool):
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
    forbidden = [c.entity_id for c in wanted.commands if said.forbids(c.entity_id, way(c.control))]
    # "don't turn off all of them, only this one"
    single = said.only and len(wanted.targets) == 1 and wanted.targets <= said.singled
    refused = (heard.plan.reason == "negated" and said.denied and not said.wanted) or ways & said.denied
    # "I don't want it on" wishes it off
    single = single or (said.unwanted and bool(ways) and not ways & said.denied)
    if (refused and not single) or heard.plan.reason == "declined":
        return Doubt(Fault.NEGATED, about)
    if forbidden and not single:
        return Doubt(Fault.NEGATED, tuple(forbidden))
    opposite = len(said.wanted) == 1 and ways and not ways & said.wanted
    if wanted.tool == CONTROL and opposite and not said.conditional and not heard.answering:
        return Doubt(Fault.OPPOSITE, about)
    return None


def _against_kind(wanted: Wanted, heard: Heard) -> Doubt | None:
    """A pure question, small talk, or a rule that nobody named."""
    said = heard.said
    if heard.answering:
        return None
    if said.asks or (wanted.tool in _BACKWARD and said.idle and not said.corrects):
        return Doubt(Fault.NOT_ASKED, tuple(sorted(wanted.targets)))
    rule = wanted.args.get("id")
    if isinstance(rule, str) and wanted.tool in _BACKWARD and not heard.read_of(rule):
        return Doubt(Fault.NOT_ASKED)
    return None


def _beside_plan(wanted: Wanted, heard: Heard) -> Doubt | None:
    """Against a sure reading: another tool, more things, other values."""
    tools = {call.tool for call in heard.plan.calls}
    if wanted.tool == CONTROL and tools <= _LASTING:
        beyond = wanted.targets - heard.said.outright - heard.shown
        return Doubt(Fault.NOT_NOW, tuple(sorted(beyond))) if beyond else _unproven(wanted, heard)
    if wanted.tool not in tools:
        return Doubt(Fault.NOT_ASKED, tuple(sorted(wanted.targets)))
    planned = [one for one in heard.planned if one.tool == wanted.tool]
    if not planned or wanted.tool not in {CONTROL, *_LASTING}:
        return _other_rule(wanted, heard)
    allowed = frozenset[str]().union(*(one.targets for one in planned))
    wider = wanted.targets - allowed
    if wider and not _all_there_is(wanted, heard):
        return Doubt(Fault.WIDER, tuple(sorted(wider)))
    meant = {(c.entity_id, way(c.control)): c for one in planned for c in one.commands}
    for command in wanted.commands:
        same = meant.get((command.entity_id, way(command.control)))
        if same is not None and _differ(command.values, same.values):
            return Doubt(Fault.OTHER_VALUE, (command.entity_id,))
    return _other_limits(wanted, planned) if wanted.tool in _LASTING else None


def _all_there_is(wanted: Wanted, heard: Heard) -> bool:
    """Whether everything was said without a place or an exception: how far that goes is a matter of taste."""
    said = heard.said
    found = map(said.view.find, wanted.targets)
    inside = all(s is not None and s.entity.area in said.rooms for s in found) or not said.rooms
    return said.anything and inside and not wanted.targets & said.excepted and not wanted.guarded


def _other_limits(wanted: Wanted, planned: Sequence[Wanted]) -> Doubt | None:
    """A rule that watches another side or sensor, or does the opposite."""
    about = tuple(sorted(wanted.targets))
    ways = {way(command.control) for command in wanted.commands} - {""}
    meant = {way(command.control) for one in planned for command in one.commands} - {""}
    if ways and meant and not ways & meant:
        return Doubt(Fault.OPPOSITE, about)
    sensors = {one.watched for one in planned} - {""}
    if wanted.watched and sensors and wanted.watched not in sensors:
        return Doubt(Fault.WIDER, (wanted.watched,))
    same = any(alike(wanted.tool, wanted.args, one.args) for one in planned)
    return None if same else Doubt(Fault.OTHER_VALUE, about)


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
    if wanted.tool in _LASTING:
        return _unproven(wanted, heard) or _unnamed(wanted, heard)
    if wanted.tool != CONTROL:
        return None
    if excepted := wanted.targets & said.excepted:
        return Doubt(Fault.EXCEPTED, tuple(sorted(excepted)))
    if (kept := _not_now(wanted, heard) or _unproven(wanted, heard)) is not None:
        return kept
    reaching = wanted.args.get("everything") is True and len(wanted.targets) > 1
    if reaching and not (said.whole or said.foreign or (heard.helpful and not said.places)):
        return Doubt(Fault.WIDER, tuple(sorted(wanted.targets)))
    return _guessed(wanted, heard) or _unnamed(wanted, heard)


def _not_now(wanted: Wanted, heard: Heard) -> Doubt | None:
    """A time, or a condition that nobody looked at, was said."""
    said = heard.said
    unmet = said.conditional and not heard.shown and not _own_state(wanted, heard)
    later = heard.plan.later or unmet
    if later and not heard.answering and not wanted.targets <= said.outright:
        return Doubt(Fault.NOT_NOW, tuple(sorted(wanted.targets)))
    return None


def _own_state(wanted: Wanted, heard: Heard) -> bool:
    """Whether the condition is only the thing's own state, which the act ends: "if it is on, turn it off"."""
    said = heard.said
    told = {value for span in said.spans for value in span.values(Tag.STATE)}
    ways = {way(command.control) for command in wanted.commands}
    limits = any(span.has(Tag.ABOVE, Tag.BELOW) or span.number is not None for span in said.spans)
    named = wanted.targets <= said.things
    return named and not limits and not wanted.guarded and ways == {"down"} and bool(told & _ENDED)


def _unproven(wanted: Wanted, heard: Heard) -> Doubt | None:
    """What lets somebody in needs plain words for it: an order that way, of this very thing."""
    said = heard.said
    spoken_of = heard.spoken_of if heard.answering and not said.asks else frozenset[str]()
    way_in = [order for order in said.orders if order.way == "up" and order.plain]
    meant = frozenset[str]().union(*(order.of for order in way_in))
    if way_in and (said.leans or said.bare):
        meant |= heard.spoken_of | heard.shown
    moved = any(span.number is not None or span.has(Tag.LEVEL) for span in said.spans)
    turned = any("toggle" in span.values(Tag.ACTION) for span in said.spans)
    meant |= said.things if turned or (moved and any(s.has(Tag.SET) for s in said.spans)) else frozenset()
    unproven = wanted.guarded - meant - spoken_of
    return Doubt(Fault.UNNAMED, tuple(sorted(unproven))) if unproven else None


def _guessed(wanted: Wanted, heard: Heard) -> Doubt | None:
    """One of several all over the home that the words fit alike, picked without a look and a word for it."""
    choices, said = frozenset(heard.plan.choices), heard.said
    if heard.plan.reason != "ambiguous" or heard.shown or not wanted.targets or not wanted.targets <= choices:
        return None
    # within one room that was named, any choice is a small harm
    if (wanted.targets == choices and said.whole) or (said.places and len(_rooms(choices, said)) == 1):
        return None
    return Doubt(Fault.AMBIGUOUS, heard.plan.choices) if not wanted.targets <= heard.spoken_of else None


def _rooms(entity_ids: frozenset[str], said: Said) -> set[str | None]:
    found = map(said.view.find, entity_ids)
    return {snapshot.entity.area for snapshot in found if snapshot is not None}


def _unnamed(wanted: Wanted, heard: Heard) -> Doubt | None:
    """Entities that neither the words, nor a result of the turn, nor what was spoken of before names."""
    said = heard.said
    if said.anything or _in_other_words(heard):
        return None
    known = said.things | heard.shown | (heard.helpful - wanted.guarded)
    if ((said.bare or said.leans) and not said.thanks) or heard.answering or said.corrects:
        known |= heard.spoken_of
    unnamed = wanted.targets - known
    return Doubt(Fault.UNNAMED, tuple(sorted(unnamed))) if unnamed else None


def _in_other_words(heard: Heard) -> bool:
    """Whether the words are of a language that can't be read here: then the model alone knows them."""
    said = heard.said
    unread = said.unread and not heard.spoken_of if said.bare else not heard.answering
    return said.foreign and not said.quotes and unread


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


def entities_in(texts: Sequence[str], known: Sequence[str]) -> frozenset[str]:
    """The ids of the home that stand in these texts."""
    joined = "\n".join(texts)
    return frozenset(entity_id for entity_id in known if entity_id in joined)
