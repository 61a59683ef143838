"""A question as the analysis has it: which statistic, of which words or beyond which limit. Pure."""

from collections.abc import Mapping

from devices.history.analysis.figure import Asked, Statistic
from devices.history.course.course import Course, States
from tools.history.ask.measure import Measure
from tools.history.ask.question import Question
from tools.history.ask.state import words_of
from tools.history.ask.subject import Subject

_STATISTICS: Mapping[Measure, Statistic] = {
    Measure.MEAN: Statistic.MEAN,
    Measure.MEDIAN: Statistic.MEDIAN,
    Measure.MIN: Statistic.MINIMUM,
    Measure.WHEN_MIN: Statistic.MINIMUM,
    Measure.MAX: Statistic.MAXIMUM,
    Measure.WHEN_MAX: Statistic.MAXIMUM,
    Measure.FIRST: Statistic.FIRST,
    Measure.LAST: Statistic.LAST,
    Measure.TREND: Statistic.CHANGE,
    Measure.USED: Statistic.USED,
    Measure.COST: Statistic.USED,
    Measure.DURATION: Statistic.DURATION,
    Measure.COUNT: Statistic.COUNT,
    Measure.ANY: Statistic.COUNT,
    Measure.WHEN: Statistic.COUNT,
    Measure.CHANGES: Statistic.COUNT,
}


def statistic_of(measure: Measure, *, held: bool) -> Statistic:
    """The one number that a measure comes to; of a state its duration, of a number its mean, if none."""
    if held and measure not in (Measure.COUNT, Measure.ANY, Measure.WHEN, Measure.CHANGES):
        return Statistic.DURATION
    return _STATISTICS.get(measure, Statistic.MEAN)


def asked_of(question: Question, subject: Subject, of: Course | States) -> Asked:
    """What to work out of this course or these states."""
    statistic = statistic_of(question.measure, held=question.held)
    if isinstance(of, Course):
        return Asked(statistic, limit=question.limit)
    words = words_of(question.word(subject), subject.snapshot.entity, of)
    return Asked(statistic, words or frozenset({question.word(subject)}))
