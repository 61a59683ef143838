"""A figure for each hour, day, week or month: all of a few, of many the most, the least and the average."""

from datetime import timedelta

from devices.history.analysis.days.buckets import Bucket, Buckets, buckets
from devices.history.analysis.days.calendar import By
from devices.history.analysis.figure import SUMS, Statistic
from devices.history.course.course import Course, States
from devices.model import Json
from tools.context import ToolContext
from tools.history.ask.measure import Pick
from tools.history.ask.question import Question, state_text
from tools.history.ask.statistic import asked_of
from tools.history.ask.subject import Subject
from tools.history.tell.figure import precision, told, worded
from tools.history.tell.finding import MOST_ROWS, Finding, nothing
from tools.history.tell.records import at, between, iso
from tools.words.speech import day, say

_WHAT = {
    Statistic.MEAN: "by_mean",
    Statistic.MEDIAN: "by_median",
    Statistic.MINIMUM: "by_min",
    Statistic.MAXIMUM: "by_max",
    Statistic.USED: "by_used",
    Statistic.DURATION: "by_duration",
    Statistic.COUNT: "by_count",
}


def by_bucket(question: Question, subject: Subject, of: Course | States, context: ToolContext) -> Finding:
    """What came of each stretch of the calendar."""
    found = buckets(of, question.by or By.DAY, asked_of(question, subject, of), context.house.zone)
    if not found.known:
        return nothing(subject, found.basis, question.window, context)
    teller = _Teller(question, subject, found, of, context)
    text, brief = teller.picked() if question.pick is not None else teller.every()
    return Finding(subject, found.basis, text, brief, teller.document())


def bucket_name(start: Bucket, by: By, context: ToolContext) -> str:
    """A bucket as a reply names it: an hour by its clock, a week by its days, a month by its number."""
    language, zone = context.language, context.house.zone
    match by:
        case By.HOUR:
            return between("span", start.start, start.end, context)
        case By.DAY:
            return day(language, start.start, zone)
        case By.WEEK:
            last = start.end - timedelta(hours=12)
            ends = {"start": day(language, start.start, zone), "end": day(language, last, zone)}
            return say(language, "bucket_week_span", **ends)
        case By.MONTH:
            return f"{start.start.astimezone(zone):%Y-%m}"


class _Teller:
    """The buckets of one thing in words."""

    def __init__(
        self, question: Question, subject: Subject, found: Buckets, of: Course | States, context: ToolContext
    ) -> None:
        self._question, self._subject, self._context = question, subject, context
        self._found, self._of = found, of
        self._facts = {"name": subject.name, "window": question.window.label}
        self._facts["bucket"] = say(context.language, f"bucket_{found.by.value}")

    def picked(self) -> tuple[str, str]:
        """The most, the least or the average."""
        found, language = self._found, self._context.language
        if self._question.pick is Pick.AVERAGE:
            mean = found.average if found.average is not None else self._mean()
            value = self._value(mean)
            return say(language, "history_by_average", value=value, **self._facts), value
        most = self._question.pick is Pick.MOST
        one = self._ends()[0 if most else 1]
        value, name = self._value(one.value or 0.0), self._name(one)
        phrase = "history_by_most" if most else "history_by_least"
        text = say(language, phrase, value=value, at=name, **self._facts)
        return text, say(language, "brief_at", value=value, at=name)

    def every(self) -> tuple[str, str]:
        """A row each, or a summary of many."""
        found, language, context = self._found, self._context.language, self._context
        state = state_text(self._question, self._subject, context) if self._question.held else ""
        what = say(language, _WHAT.get(found.statistic, "by_mean"), state=state)
        head = say(language, "history_by", what=what, **self._facts)
        summary = self._summary()
        if len(found.known) > MOST_ROWS:
            return f"{head} {summary}", summary
        rows = [say(language, "history_row", name=self._name(b), value=self._row(b)) for b in found.known]
        return "\n".join([head, *rows]), summary

    def document(self) -> dict[str, Json]:
        """For the model: few buckets all, of many the ends."""
        found, context = self._found, self._context
        known = found.known
        shown = known if len(known) <= MOST_ROWS else self._ends()
        places = precision(self._of, found.statistic, found.unit, self._mean())
        rows: list[Json] = [[iso(b.start, context), told(b.value or 0.0, places)] for b in shown]
        mean = found.average if found.average is not None else self._mean()
        more: dict[str, Json] = {} if found.total is None else {"total": told(found.total, places)}
        return {
            "unit": found.unit,
            "buckets": rows,
            "of": len(known),
            "average": told(mean, places + 1),
            **more,
        }

    def _summary(self) -> str:
        found, language = self._found, self._context.language
        most, least = self._ends()
        mean = found.average if found.average is not None else self._mean()
        return say(
            language,
            "history_by_summary",
            count=len(found.known),
            high=self._value(most.value or 0.0),
            high_at=self._name(most),
            low=self._value(least.value or 0.0),
            low_at=self._name(least),
            mean=self._value(mean),
        )

    def _ends(self) -> tuple[Bucket, Bucket]:
        """The one with the most, and that with the least; where no bucket is whole the least of all."""
        known = self._found.known
        least = self._found.least or min(known, key=lambda bucket: bucket.value or 0.0)
        return self._found.most or known[0], least

    def _row(self, bucket: Bucket) -> str:
        value = self._value(bucket.value or 0.0)
        partly = not bucket.whole and self._found.statistic in SUMS
        return say(self._context.language, "history_by_part", value=value) if partly else value

    def _mean(self) -> float:
        values = [bucket.value or 0.0 for bucket in self._found.known]
        return sum(values) / len(values)

    def _value(self, value: float) -> str:
        found = self._found
        places = precision(self._of, found.statistic, found.unit, value)
        return worded(self._context.language, value, found.unit, found.statistic, places)

    def _name(self, bucket: Bucket) -> str:
        if self._found.statistic in (Statistic.MINIMUM, Statistic.MAXIMUM) and bucket.figure.at is not None:
            return at(bucket.figure.at, self._context)
        return bucket_name(bucket, self._found.by, self._context)
