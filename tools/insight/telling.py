"""What is wrong with a rule, why it did not run and how it would have run, as sentences. Finds none of it."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta

from devices.automation.insight.conflict import Conflict, ConflictKind, Never
from devices.automation.rehearsal.finding import Rehearsal
from devices.automation.run.spec import Skip
from devices.command import Command
from tools.context import ToolContext
from tools.words.speech import action_text, amount, duration, listed, moment, say, state_label

SKIPS: Mapping[str, str] = {
    **{skip.value: f"skip_{skip.value}" for skip in Skip if skip is not Skip.NO},
    "needs_approval": "skip_needs_approval",
}
"""The reasons on record and their phrases; older records have some that are given no more."""
_NEVER: Mapping[Never, str] = {
    Never.MISSING: "never_missing",
    Never.NO_NUMBER: "never_no_number",
    Never.OUT_OF_RANGE: "never_between",
    Never.NEVER_AGAIN: "never_stuck",
    Never.NO_SUCH_WORD: "never_no_word",
    Never.NO_SUCH_EVENT: "never_no_event",
    Never.NO_WAY: "never_no_way",
    Never.CONTRADICTION: "never_contradiction",
    Never.TIME_EXCLUDED: "never_time_excluded",
    Never.PAST: "never_past",
    Never.NO_PLACE: "never_no_place",
    Never.NO_CALENDAR: "never_no_calendar",
    Never.NOBODY_SEEN: "never_nobody_seen",
}
ENDLESS = "inf"


def name_of(entity_id: str, context: ToolContext) -> str:
    """The name of an entity, or its id when it is gone."""
    snapshot = context.house.home.view().find(entity_id)
    return snapshot.entity.name if snapshot else entity_id


def clock(at: datetime, context: ToolContext) -> str:
    """A moment on the user's clock."""
    house = context.house
    return moment(context.language, at, house.clock.now(), house.zone)


def skip_text(skipped: str, context: ToolContext) -> str:
    """Why a rule that fired did not run, as the rest of a sentence."""
    return say(context.language, SKIPS.get(skipped, "skip_other"), reason=skipped)


def reading_text(entity_id: str, facts: Mapping[str, str], context: ToolContext) -> str:
    """What an entity said when a rule fired: "26.5 °C", "open"; empty when that is not on record."""
    snapshot = context.house.home.view().find(entity_id)
    if value := facts.get("value", ""):
        unit = snapshot.entity.unit if snapshot else ""
        return amount(context.language, float(value), unit)
    kind = snapshot.entity.device_class if snapshot else None
    word = facts.get("word", "")
    return state_label(context.language, word, kind, name_of(entity_id, context)) if word else ""


def conflict_text(conflict: Conflict, triggers: int, context: ToolContext) -> str:
    """One thing that is wrong with a rule of so many triggers."""
    language, name = context.language, name_of(conflict.entity_id, context)
    match conflict.kind:
        case ConflictKind.OPPOSED:
            ours, theirs = (_action(command, context) for command in conflict.commands)
            phrase = "conflict_opposed" if conflict.facts.get("how") == "at_once" else "conflict_alternate"
            return say(language, phrase, id=conflict.rules[1], name=name, action=ours, other=theirs)
        case ConflictKind.CIRCLE:
            others = [rule_id for rule_id in conflict.rules[1:] if rule_id]
            if not others:
                return say(language, "conflict_itself", name=name)
            return say(language, "conflict_circle", ids=listed(language, others), name=name)
        case ConflictKind.NEVER:
            return _never(conflict, triggers, context)


def rehearsal_text(found: Rehearsal, context: ToolContext) -> str:
    """How a rule would have run: how often, when last, and what a careful person would point out."""
    language, days = context.language, _days(found)
    if found.unrecorded:
        names = listed(language, [name_of(entity_id, context) for entity_id in found.unrecorded])
        return say(language, "rehearsal_unrecorded", names=names)
    if not found.enough:
        share = amount(language, round(found.coverage * 100))
        phrase = "rehearsal_little_runs" if found.runs else "rehearsal_little"
        little = say(language, phrase, percent=share, days=days, count=len(found.runs))
        return "".join(_joined(language, [little, *_kept(found, context)]))
    return "".join(
        _joined(language, [*_often(found, days, context), *_remarks(found, context), *_kept(found, context)])
    )


def _often(found: Rehearsal, days: int, context: ToolContext) -> list[str]:
    language, runs = context.language, found.runs
    if not runs:
        return [say(language, "rehearsal_never", days=days)]
    at = clock(runs[-1].at, context)
    if len(runs) == 1:
        return [say(language, "rehearsal_once", days=days, at=at)]
    return [say(language, "rehearsal_runs", days=days, count=len(runs), at=at)]


def _remarks(found: Rehearsal, context: ToolContext) -> list[str]:
    language, told = context.language, list[str]()
    if found.at_night:
        told.append(say(language, "rehearsal_night", count=found.at_night))
    if found.flaps:
        told.append(say(language, "rehearsal_flaps", count=found.flaps))
    if found.longest is not None and found.longest.until is not None:
        lasted = (found.longest.until - found.longest.at).total_seconds()
        at = clock(found.longest.at, context)
        told.append(say(language, "rehearsal_longest", duration=duration(language, lasted), at=at))
    for skipped, count in Counter(f.skipped for f in found.skipped).most_common():
        told.append(say(language, "rehearsal_skipped", count=count, reason=skip_text(skipped, context)))
    if found.already:
        told.append(say(language, "rehearsal_already"))
    if found.loops:
        others = [rule_id for rule_id in found.loops if context.house.book.rule(rule_id) is not None]
        phrase = "rehearsal_loop" if others else "rehearsal_loop_itself"
        told.append(say(language, phrase, ids=listed(language, others)))
    return told


def _kept(found: Rehearsal, context: ToolContext) -> list[str]:
    if found.kept is None:
        return []
    return [say(context.language, "rehearsal_kept", at=clock(found.kept, context))]


def _joined(language: str, sentences: list[str]) -> str:
    return ("" if language.startswith("zh") else " ").join(sentences)


def _days(found: Rehearsal) -> int:
    return max(1, round((found.end - found.start) / timedelta(days=1)))


def _never(conflict: Conflict, triggers: int, context: ToolContext) -> str:
    language, reason = context.language, conflict.reason or Never.CONTRADICTION
    facts = dict(conflict.facts)
    phrase = _NEVER[reason]
    if reason is Never.OUT_OF_RANGE and facts.get("high") == ENDLESS:
        phrase = "never_at_least"
    if reason in (Never.NO_SUCH_WORD, Never.NO_WAY):
        facts = {key: _states(text, conflict.entity_id, context) for key, text in facts.items()}
    if unit := facts.pop("unit", ""):
        ends = {key: amount(language, float(facts[key]), unit) for key in ("low", "high") if key in facts}
        facts |= {key: text for key, text in ends.items() if facts[key] != ENDLESS}
    why = say(language, phrase, **{**facts, "name": name_of(conflict.entity_id, context)})
    if reason is Never.NEVER_AGAIN:
        return say(language, "never_again", reason=why)
    whole = conflict.trigger is None or triggers == 1
    return say(language, "never" if whole else "never_part", reason=why)


def _states(words: str, entity_id: str, context: ToolContext) -> str:
    """State words, parted by commas, as the language says them."""
    snapshot = context.house.home.view().find(entity_id)
    kind = snapshot.entity.device_class if snapshot else None
    name = name_of(entity_id, context)
    return listed(context.language, [state_label(context.language, w, kind, name) for w in words.split(", ")])


def _action(command: Command, context: ToolContext) -> str:
    return action_text(context.language, command, name_of(command.entity_id, context))
