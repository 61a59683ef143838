"""The limit of a question, and how fine the records must be to answer it. Pure."""

from datetime import timedelta

from devices.history.analysis.days.calendar import By, level_of
from devices.history.analysis.held import Limit
from devices.history.rollup.level import Level
from tools.history.ask.measure import Measure
from tools.words.speech import Window

_FINE = (
    (timedelta(days=8), Level.RAW),
    (timedelta(days=62), Level.FIVE),
    (timedelta(days=400), Level.HOUR),
)
"""Up to so long a window is read this finely where a whole bucket is no answer."""
_EXACT = frozenset({Measure.MEDIAN, Measure.TREND, Measure.RATE, Measure.COST, Measure.FIRST, Measure.LAST})


def limit_of(above: float | None, below: float | None) -> Limit | None:
    """The limit that was named, if one was."""
    return None if above is None and below is None else Limit(above, below)


def coarsest(measure: Measure, limit: Limit | None, by: By | None, window: Window) -> Level:
    """The coarsest records that still answer: whole days for a mean, readings for "above 25"."""
    fine = Level.DAY
    if limit is not None or measure in _EXACT:
        length = window.end - window.start
        fine = next((level for most, level in _FINE if length <= most), Level.DAY)
    return min(fine, level_of(by)) if by is not None else fine
