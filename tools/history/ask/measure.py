"""What can be asked of the past, and the spellings by which people and models ask. Values only."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator

from devices.history.analysis.days.calendar import By
from devices.name import folded
from tools.meaning.arguments import blank


class Measure(StrEnum):
    """What is worked out: of a number, of a state, of a meter, or the course itself."""

    MEAN = "mean"
    MEDIAN = "median"
    MIN = "min"
    MAX = "max"
    WHEN_MIN = "when_min"
    WHEN_MAX = "when_max"
    MIN_MEAN = "min_mean"
    MIN_MAX_MEAN = "min_max_mean"
    FIRST = "first"
    LAST = "last"
    PREVIOUS = "previous"
    TREND = "trend"
    RATE = "rate"
    USED = "used"
    COST = "cost"
    DURATION = "duration"
    COUNT = "count"
    ANY = "any"
    WHEN = "when"
    CHANGES = "changes"
    SERIES = "series"


class Pick(StrEnum):
    """What of the buckets, or of the ranked things, is told."""

    MOST = "most"
    LEAST = "least"
    AVERAGE = "average"


NUMERIC = frozenset(
    {
        *(Measure.MEAN, Measure.MEDIAN, Measure.MIN, Measure.MAX, Measure.WHEN_MIN, Measure.WHEN_MAX),
        *(Measure.MIN_MEAN, Measure.MIN_MAX_MEAN),
        *(Measure.TREND, Measure.RATE, Measure.USED, Measure.COST),
    }
)
"""Only a number has these."""
METERED = frozenset({Measure.USED, Measure.COST})
"""What is read off a meter, or worked out of a power."""
HELD = frozenset({Measure.DURATION, Measure.COUNT, Measure.ANY, Measure.WHEN, Measure.PREVIOUS})
"""Of a state, or of a number above or below a limit."""

_MEASURES: Mapping[str, str] = {
    **dict.fromkeys(("minimum", "lowest", "coldest"), "min"),
    **dict.fromkeys(("maximum", "highest", "peak", "hottest"), "max"),
    **dict.fromkeys(("min_at", "when_lowest", "argmin"), "when_min"),
    **dict.fromkeys(("max_at", "when_highest", "argmax"), "when_max"),
    **dict.fromkeys(("average", "avg"), "mean"),
    **dict.fromkeys(("statistics", "stats", "summary", "range"), "min_max_mean"),
    **dict.fromkeys(("how_long", "time_in_state", "duration_in_state", "on_time"), "duration"),
    **dict.fromkeys(("how_often", "times", "how_many_times", "count_state"), "count"),
    **dict.fromkeys(("any_state", "ever", "did", "any_below", "any_above"), "any"),
    **dict.fromkeys(("events", "list", "log"), "changes"),
    **dict.fromkeys(("sum", "total", "usage", "consumption", "energy", "used_energy", "produced"), "used"),
    **dict.fromkeys(("price", "costs"), "cost"),
    **dict.fromkeys(("history", "chart", "graph", "course"), "series"),
    **dict.fromkeys(("slope", "tendency"), "trend"),
    **dict.fromkeys(("speed", "change_rate"), "rate"),
    **dict.fromkeys(("last_state_change", "latest", "newest"), "last"),
    **dict.fromkeys(("previous_state_change", "before_last"), "previous"),
    **dict.fromkeys(("earliest", "oldest"), "first"),
}
_BUCKETS: Mapping[str, str] = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month"}
_PICKS: Mapping[str, str] = {
    **dict.fromkeys(("max", "maximum", "highest", "top", "best", "max_bucket", "longest"), "most"),
    **dict.fromkeys(("min", "minimum", "lowest", "worst", "shortest"), "least"),
    **dict.fromkeys(("mean", "avg"), "average"),
}


def _measure(raw: object) -> object:
    return _spelt(raw, _MEASURES)


def _bucket(raw: object) -> object:
    word = _spelt(blank(raw), _BUCKETS)
    return word.removesuffix("s") if isinstance(word, str) else word


def _pick(raw: object) -> object:
    return _spelt(blank(raw), _PICKS)


def _spelt(raw: object, spellings: Mapping[str, str]) -> object:
    word = folded(raw).replace(" ", "_").replace("-", "_") if isinstance(raw, str) else raw
    return spellings.get(word, word) if isinstance(word, str) else word


Measured: TypeAlias = Annotated[Measure, BeforeValidator(_measure)]
Cut: TypeAlias = Annotated[By | None, BeforeValidator(_bucket)]
Picked: TypeAlias = Annotated[Pick | None, BeforeValidator(_pick)]
