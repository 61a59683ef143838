"""Sentences about rules and jobs that are there already: list, cancel, switch, change, explain, rehearse."""

import re

from assistant.models.offline.grammar.reading import Reading
from assistant.models.offline.plan import Kind, Plan, PlannedCall
from assistant.models.offline.rules.arguments import CREATE
from assistant.models.offline.rules.planning import plan_lasting
from assistant.models.offline.turns.mark import Mark, every
from assistant.models.offline.turns.sentence import blanked, parted
from assistant.models.offline.turns.timed import times_of
from assistant.models.offline.watch.threshold import Limit, limit_of
from assistant.models.offline.watch.watched import Ground, Piece, unknown
from devices.model import Json
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import say

_ID = re.compile(r"(?<![a-zа-я0-9_.])([ajа])\s?(\d{1,6})(?![a-zа-я0-9_.])")
_KINDS = ("rehearse", "explain", "change", "jobs")
_DAY, _WEEK = 1, 7


def keeps(reading: Reading) -> str:
    """Which of them a sentence is; empty when it is about no rule that is there."""
    found = {mark.kind for mark in _marks(reading)}
    if "rehearse" in found:
        return "rehearse"
    if "explain" in found and (_id(reading.text) or reading.has(Tag.RULE) or _leaning(reading)):
        return "explain"
    if "change" in found:
        return "change"
    named = "jobs" in found and (
        reading.has(Tag.LIST, Tag.DELETE, Tag.ASK, Tag.UNDO) or len(reading.content) <= 2
    )
    asked = any(mark.kind == "jobs" and len(mark.text.split()) > 1 for mark in _marks(reading))
    gone = _id(reading.text).startswith("j") and reading.has(Tag.DELETE, Tag.UNDO)
    return "jobs" if named or asked or gone else ""


def plan_kept(reading: Reading, view: View, subject: str = "") -> Plan:
    """The call for such a sentence; `subject` is the rule that the turn before was about."""
    kind, rule = keeps(reading), _id(reading.text) or (subject if _leaning(reading) else "")
    if reading.has(Tag.NOT) and kind != "explain":
        return Plan(Kind.REFUSE, reply=say(reading.code, "negated"), reason="negated")
    match kind:
        case "jobs":
            return _jobs(reading, rule)
        case "explain":
            return _one("explain_automation", rule, {})
        case "change":
            return _changed(reading, rule, view)
        case _:
            return _rehearsed(reading, rule, view)


def _marks(reading: Reading) -> tuple[Mark, ...]:
    return every(reading.text, reading.code, _KINDS)


def _id(text: str) -> str:
    found = _ID.search(text)
    return f"{found[1].replace('а', 'a')}{found[2]}" if found else ""


def _leaning(reading: Reading) -> bool:
    """Whether a pronoun stands for the rule that was spoken of."""
    words = ("that", "this", "it", "оно", "это", "его", "它", "这条规则", "那条规则", "这条", "那条")
    return any(word in mark.text for mark in _marks(reading) for word in words)


def _one(tool: str, rule: str, more: dict[str, Json]) -> Plan:
    """A call about one rule; without its id the list is shown, so that one can be named."""
    if not rule:
        return Plan(Kind.RULES, (PlannedCall("list_automations"),), reason="which-rule")
    return Plan(Kind.RULES, (PlannedCall(tool, {"id": rule, **more}),), reason=tool.partition("_")[0])


def _jobs(reading: Reading, job: str) -> Plan:
    ends = reading.has(Tag.DELETE, Tag.UNDO)
    if not ends or not job:
        reason = "which-job" if ends else "list-jobs"
        return Plan(Kind.RULES, (PlannedCall("list_jobs"),), reason=reason)
    tool = "cancel_job" if job.startswith("j") else "delete_automation"
    return Plan(Kind.RULES, (PlannedCall(tool, {"id": job}),), reason="delete")


def _rehearsed(reading: Reading, rule: str, view: View) -> Plan:
    """A rule of this id, or one that the rest of the sentence describes."""
    mark = next(mark for mark in _marks(reading) if mark.kind == "rehearse")
    days: dict[str, Json] = _days(mark)
    if rule:
        return _one("rehearse_automation", rule, days)
    rest = blanked(reading.text, (mark.start, mark.end))
    if not rest.strip(" ?.!,"):
        return _one("rehearse_automation", "", {})
    made = plan_lasting(rest.strip(" ?.!,"), view, reading.code)
    if len(made.calls) == 1 and made.calls[0].tool == CREATE:
        arguments = {key: value for key, value in made.calls[0].arguments.items() if key != "run_now_if_true"}
        return Plan(
            Kind.RULES, (PlannedCall("rehearse_automation", {**arguments, **days}),), reason="rehearse"
        )
    return Plan(made.kind, reply=made.reply or say(reading.code, "rule_needs_sensor"), reason=made.reason)


def _days(mark: Mark) -> dict[str, Json]:
    """How far back it shall look."""
    unit = mark.said.get("w", "")
    if not unit:
        return {}
    said = mark.said.get("n7", "")
    number = {"一": 1, "两": 2, "七": 7}.get(said) or (int(said) if said.isdigit() else 1)
    size = _WEEK if unit.startswith(("week", "недел", "周", "个星期")) else _DAY
    return {"days": min(number * size, 365)}


def _changed(reading: Reading, rule: str, view: View) -> Plan:
    """Another limit, time or days of a rule, as far as the words say it fully."""
    text = reading.text
    for mark in _marks(reading):
        text = blanked(text, (mark.start, mark.end)) if mark.kind == "change" else text
    text = _ID.sub(lambda found: " " * len(found[0]), text)
    sentence = parted(text, view, reading.code)
    ground = Ground(view, reading.code)
    marks = tuple(mark for part in sentence.parts for mark in part.marks)
    spans = tuple(s for part in sentence.parts for s in part.reading.spans if s.known and not s.has(Tag.RULE))
    piece = Piece(Reading(text, reading.code, spans), marks, text.strip(), reading)
    given = _limits(piece, ground) | _times(marks) | _hold(marks)
    odd = next(
        (s.text for part in sentence.parts for s in part.reading.spans if not s.known or s.entities), ""
    )
    if not given or odd:
        problem = unknown(reading.code, odd or text.strip() or reading.text)
        return Plan(problem.kind, reply=problem.reply, reason=problem.reason)
    return _one("change_automation", rule, given)


def _limits(piece: Piece, ground: Ground) -> dict[str, Json]:
    found = limit_of(piece, ground)
    if not isinstance(found, Limit) or found.unit in ("fahrenheit", "kilowatt"):
        return {}
    return {
        side: value for side, value in (("above", found.above), ("below", found.below)) if value is not None
    }


def _times(marks: tuple[Mark, ...]) -> dict[str, Json]:
    times = times_of(marks)
    return (
        {"when": [dict(one) for one in times.moments]} if len(times.moments) == 1 and not times.vague else {}
    )


def _hold(marks: tuple[Mark, ...]) -> dict[str, Json]:
    seconds = sum(mark.seconds for mark in marks if mark.kind == "hold")
    return {"for_seconds": seconds} if seconds else {}
