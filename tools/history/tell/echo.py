"""The neutral echo of a question: which computation over which things and time, in fixed words."""

from collections.abc import Mapping

from devices.model import Json
from tools.history.ask.measure import METERED, Measure, Pick
from tools.history.ask.question import Question
from tools.words.speech import Window

_OF_NUMBER: Mapping[Measure, str] = {
    Measure.MEAN: "mean",
    Measure.MEDIAN: "median",
    Measure.MIN: "min",
    Measure.MAX: "max",
    Measure.WHEN_MIN: "argmin",
    Measure.WHEN_MAX: "argmax",
    Measure.MIN_MEAN: "min_mean",
    Measure.FIRST: "first",
    Measure.LAST: "last",
    Measure.TREND: "trend",
    Measure.RATE: "rate",
    Measure.USED: "sum",
    Measure.COST: "cost",
    Measure.SERIES: "series",
}
_OF_STATE: Mapping[Measure, str] = {
    Measure.DURATION: "duration_in_state",
    Measure.COUNT: "count_state",
    Measure.ANY: "any_state",
    Measure.WHEN: "events",
    Measure.CHANGES: "events",
    Measure.FIRST: "first_state_change",
    Measure.LAST: "last_state_change",
    Measure.PREVIOUS: "previous_state_change",
    Measure.SERIES: "series",
}
_PICKED: Mapping[Pick, str] = {
    Pick.MOST: "argmax_bucket",
    Pick.LEAST: "argmin_bucket",
    Pick.AVERAGE: "mean_of_bucket_sums",
}


def computation(question: Question) -> dict[str, Json]:
    """What a question works out."""
    told: dict[str, Json] = {"op": _op(question), "entities": _ids(question), **period(question.window)}
    limit, measure = question.limit, question.measure
    if limit is not None:
        ends = [end for end in (limit.above, limit.below) if end is not None]
        told["value"] = ends[0] if len(ends) == 1 else list(ends)
        told["state"] = "between" if len(ends) > 1 else "above" if limit.above is not None else "below"
    elif question.held and measure not in (Measure.CHANGES, Measure.SERIES):
        told["state"] = _said_state(question)
    if question.by is not None:
        told |= {"bucket": question.by.value, "agg": op_of(question.measure, held=question.held)}
    return told


def op_of(measure: Measure, *, held: bool) -> str:
    """What is worked out of one thing and one stretch of time."""
    return (_OF_STATE if held else _OF_NUMBER).get(measure, "min_max_mean")


def period(window: Window) -> dict[str, Json]:
    """The window in neutral words, and the times of day that narrowed it."""
    told: dict[str, Json] = {"period": window.key or None}
    if window.clock is not None:
        told |= {"from": window.clock[0], "to": window.clock[1]}
    if window.start == window.end:
        told["at"] = window.start.isoformat(timespec="minutes")
    return told


def _op(question: Question) -> str:
    if question.by is not None:
        if question.pick is not None:
            return _PICKED[question.pick]
        return "series_sum" if question.measure in METERED or question.held else "series"
    limit = question.limit
    if limit is not None and question.measure is Measure.ANY:
        return "any_below" if limit.above is None else "any_above" if limit.below is None else "any_between"
    return op_of(question.measure, held=question.held)


def _ids(question: Question) -> list[Json]:
    return [subject.id for subject in question.subjects]


def _said_state(question: Question) -> str:
    words = [question.word(subject) for subject in question.subjects]
    return max(words, key=words.count)
