"""Whether two calls that make a rule or a job set off by the same and last alike. Pure; judges no targets."""

from collections.abc import Mapping

from pydantic import ValidationError

from devices.model import Json
from tools.automations.draft.arguments import CreateAutomation, Schedule
from tools.automations.draft.entry import Then, When

_NEAR = 1e-6
_UP = frozenset({"on", "open", "opened", "unlocked", "home", "wet", "motion", "detected", "true", "opening"})
_DOWN = frozenset({"off", "closed", "locked", "not_home", "away", "dry", "clear", "false", "closing"})


def alike(tool: str, given: Mapping[str, Json], planned: Mapping[str, Json]) -> bool:
    """Whether two calls of this tool agree in what sets off, in their times, and in running now."""
    try:
        return _signs(tool, given) == _signs(tool, planned)
    except ValidationError:
        return True  # arguments that fit no rule are answered by the tool itself


def _signs(tool: str, args: Mapping[str, Json]) -> tuple[object, ...]:
    if tool == "schedule":
        job = Schedule.model_validate(dict(args))
        watched = _trigger(job.when) if job.when is not None else None
        return (_round(job.after_seconds), job.at, job.day or "", watched, _waits(job.then))
    rule = CreateAutomation.model_validate(dict(args))
    limits = (len(rule.only_if), len(rule.unless), rule.run_now_if_true, rule.once)
    return (frozenset(map(_trigger, rule.triggers())), limits, _waits(rule.then), len(rule.at_end) > 0)


def _trigger(when: When) -> tuple[object, ...]:
    """What tells one trigger from another, whatever the words for its sensor."""
    sides = (_round(when.above), _round(when.below), when.outside)
    times = (when.at, tuple(when.days), when.holidays, when.sun, when.offset_minutes, when.every_seconds)
    return (
        when.kind,
        sides,
        times,
        when.coming,
        _round(when.by),
        frozenset(map(_way, when.to)),
        when.for_seconds,
    )


def _way(word: str) -> str:
    """Which way a state word points, so that "open" and "on" of a door are the same."""
    plain = word.strip().casefold()
    return "up" if plain in _UP else "down" if plain in _DOWN else plain


def _round(value: float | None) -> float | None:
    """A limit in whole tenths: degrees that were converted differ behind the comma."""
    return None if value is None else round(value + _NEAR, 1)


def _waits(then: list[Then]) -> tuple[float, ...]:
    return tuple(step.seconds for step in then if step.seconds)
