"""A draft as the arguments of create_automation or schedule."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assistant.models.offline.plan import Kind, Plan, PlannedCall
from assistant.models.offline.rules.draft import Draft
from assistant.models.offline.rules.segment import Step, Steps
from assistant.models.offline.turns.cut import Role
from assistant.models.offline.turns.sentence import Sentence
from assistant.models.offline.turns.timed import Times
from devices.model import Json
from tools.words.speech import say

CREATE, SCHEDULE = "create_automation", "schedule"


_FLAT = ("above", "below", "outside", "until", "for_seconds")


def entities_of(entry: Mapping[str, Json]) -> list[Json]:
    """The entities of a trigger."""
    entities = entry.get("entities")
    return entities if isinstance(entities, list) else []


def called(draft: Draft, sentence: Sentence) -> Plan:
    """The calls that make it, or what keeps it from being made."""
    if len(draft.when) > 1 and _moments(draft) and not _recurring(draft, sentence):
        return _each(draft, sentence)
    code, times, steps = sentence.code, draft.times, draft.steps
    if len(draft.asked) > 1:
        return Plan(Kind.CLARIFY, reply=draft.asked[0][0], reason="ambiguous")
    if draft.when and not _single(draft, sentence):
        kind, call, reason = Kind.RULE, _rule(draft, sentence), "rule-understood"
    elif (
        draft.only_if
        or draft.unless
        or draft.at_end
        or (not draft.when and sentence.lasting and not steps.delay)
    ):
        return Plan(Kind.CLARIFY, reply=say(code, "rule_needs_time", asked=""), reason="no-trigger")
    else:
        job = _job(draft, times, code)
        if isinstance(job, Plan):
            return job
        kind, call, reason = Kind.TIMER, job, "job-understood"
    if draft.asked:
        question, choices = draft.asked[0]
        return Plan(Kind.CLARIFY, reply=question, choices=choices, pending=call, reason="ambiguous")
    return Plan(kind, (call,), reason=reason)


def _single(draft: Draft, sentence: Sentence) -> bool:
    """Whether it is to happen once, without any condition beside its time or its watcher."""
    if draft.only_if or draft.unless or draft.at_end or draft.more:
        return False
    if draft.once:
        return True
    return not _recurring(draft, sentence) and _moments(draft) and len(draft.when) == 1


def _moments(draft: Draft) -> bool:
    return all(one["kind"] in ("time", "sun") for one in draft.when)


def _recurring(draft: Draft, sentence: Sentence) -> bool:
    """Whether its time comes again and again."""
    times = draft.times
    return bool(times.days.again or times.every or (times.suns and not times.days.once) or sentence.lasting)


def _each(draft: Draft, sentence: Sentence) -> Plan:
    """Several single times, "at 7 and at 9": each happens once by itself."""
    plans = [called(replace(draft, when=(one,)), sentence) for one in draft.when]
    open_one = next((plan for plan in plans if not plan.calls), None)
    if open_one is not None:
        return replace(open_one, choices=(), pending=None)
    return replace(plans[0], calls=tuple(call for plan in plans for call in plan.calls))


def _rule(draft: Draft, sentence: Sentence) -> PlannedCall:
    """The arguments of create_automation; the first limit and the first order in their short form."""
    when, then = list(draft.when), [*_waited(draft.steps), *draft.steps.then]
    arguments: dict[str, Json] = {}
    first = when[0]
    entities = first.get("entities")
    if (
        first["kind"] == "threshold"
        and "pool" not in first
        and isinstance(entities, list)
        and len(entities) == 1
    ):
        arguments = {"sensor": entities[0], **{key: first[key] for key in _FLAT if key in first}}
        when = when[1:]
    if then[0]["kind"] == "command":
        arguments |= {key: value for key, value in then[0].items() if key != "kind"}
        then = then[1:]
    lists: dict[str, Sequence[Mapping[str, Json]]] = {
        "when": when,
        "then": then,
        "only_if": draft.only_if,
        "unless": draft.unless,
        "at_end": draft.at_end,
    }
    arguments |= {key: [dict(one) for one in entries] for key, entries in lists.items() if entries}
    if draft.any_of and len(draft.only_if) > 1:
        arguments["only_if_any"] = True
    timed = all(one["kind"] == "time" for one in draft.when)
    # "when it is open at 11" is of every day; "at 11 ... when it is open" may be of this one
    each = any(part.has("clock") for part in sentence.of(Role.WHEN) if part.content)
    if timed and not draft.times.days.again and not sentence.lasting and not each:
        arguments["once"] = True
    return PlannedCall(CREATE, {**arguments, **draft.more})


def _waited(steps: Steps) -> list[Step]:
    return [{"kind": "wait", "seconds": steps.delay}] if steps.delay else []


def _job(draft: Draft, times: Times, code: str) -> PlannedCall | Plan:
    """The arguments of schedule."""
    steps, then = draft.steps, list(draft.steps.then)
    arguments: dict[str, Json] = {}
    if draft.when and draft.when[0]["kind"] == "time":
        arguments["at"] = draft.when[0]["at"]
        if times.days.once:
            arguments["day"] = times.days.once
        then = [*_waited(steps), *then]
    elif draft.when:
        if times.days.once not in ("", "today"):
            return Plan(Kind.CLARIFY, reply=say(code, "rule_needs_time", asked=""), reason="vague-time")
        arguments["when"] = dict(draft.when[0])
        then = [*_waited(steps), *then]
    elif steps.delay and not times.days.once:
        arguments["after_seconds"] = steps.delay
    elif not any(step["kind"] in ("wait", "ramp") for step in then) or times.days.once:
        return Plan(Kind.CLARIFY, reply=say(code, "rule_needs_time", asked=""), reason="vague-time")
    if then[0]["kind"] == "command":
        arguments |= {key: value for key, value in then[0].items() if key != "kind"}
        then = then[1:]
    if then:
        arguments["then"] = [dict(step) for step in then]
    return PlannedCall(SCHEDULE, arguments)
