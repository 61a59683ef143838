"""What is to be worked out of the past: the measure, its limit, its state, and by which stretches. Pure."""

from dataclasses import dataclass
from functools import cached_property

from assistant.models.offline.grammar.reading import Reading
from assistant.models.offline.past.things import METERS, SENSED, Sort
from assistant.models.offline.question import state_words
from devices.model import Domain, Json
from devices.view import View
from tools.words.spec import Tag

_WORDS = {Domain.LOCK: ("locked", "unlocked"), Domain.COVER: ("open", "closed")}
_SAME = {
    Domain.LOCK: {"open": "unlocked", "closed": "locked"},
    Domain.BINARY_SENSOR: {"open": "on", "closed": "off", "wet": "on", "motion": "on"},
}
_WITH_STATE = ("when", "duration", "count", "any", "last", "previous", "first")
_DEGREES = frozenset({"celsius", "fahrenheit", "kelvin"})
_BUCKETS = ("hour", "day", "week", "month")


@dataclass(frozen=True)
class Wish:
    """A question: its reading, its forms, and the times it names."""

    reading: Reading
    forms: frozenset[str]
    times: tuple[str, ...]

    @property
    def window(self) -> str:
        """The time that is asked about, as it was said."""
        return self.times[0] if self.times else ""

    @property
    def against(self) -> str:
        """The second time, which the first is compared with."""
        return self.times[1] if len(self.times) > 1 else ""

    @cached_property
    def stats(self) -> frozenset[str]:
        """The statistics that are asked for; the "min" of "30 min" is none."""
        spans = self.reading.spans
        asked = [
            s for n, s in enumerate(spans) if not (s.has(Tag.SPAN) and n and spans[n - 1].number is not None)
        ]
        return frozenset(value for span in asked if not span.named for value in span.values(Tag.STAT))

    @cached_property
    def measures(self) -> frozenset[str]:
        """The device classes that are named."""
        return frozenset(value for span in self.reading.spans for value in span.values(Tag.MEASURE))

    @cached_property
    def limit(self) -> dict[str, Json]:
        """A limit as arguments: below 18."""
        spans = self.reading.spans
        for place, span in enumerate(spans):
            if span.has(Tag.ABOVE, Tag.BELOW) and not span.named:
                number = next((s.number for s in spans[place + 1 : place + 4] if s.number is not None), None)
                if number is not None:
                    return {"above" if span.has(Tag.ABOVE) else "below": number}
        return {}

    @property
    def metered(self) -> bool:
        """Whether it is about what something used or cost."""
        return bool(self.forms & {"used", "cost"}) and not self.limit

    @property
    def numeric(self) -> bool:
        """Whether it is about a number."""
        numbers = self.measures - SENSED
        if self.stats & {"mean", "min", "max"} and not self.measures & SENSED:
            return True
        return bool(self.limit) or bool(numbers and not state_words(self.reading)) or self.degrees

    @property
    def degrees(self) -> bool:
        """Whether it is about how warm something is, though no measure is named."""
        units = {value for span in self.reading.spans for value in span.values(Tag.UNIT)}
        told = "cold" in self.forms or (
            ("until" in self.forms or bool(self.limit)) and bool(units & _DEGREES)
        )
        return told and not self.measures - {"temperature"}

    @property
    def bucket(self) -> str:
        """By which stretches it is cut, if it is."""
        return next((one for one in _BUCKETS if f"by_{one}" in self.forms), "")

    @property
    def buckets(self) -> dict[str, Json]:
        """The same as arguments, with what of them is asked for."""
        if not self.bucket:
            return {}
        told: dict[str, Json] = {"by": self.bucket}
        if "mean" in self.stats:
            return {**told, "pick": "average"}
        picked = "most" if "most" in self.forms else "least" if "least" in self.forms else ""
        return {**told, "pick": picked} if picked else told


def sort_of(wish: Wish) -> Sort:
    """What kind of thing can be meant."""
    metered = wish.metered or bool(wish.measures & frozenset(METERS) and wish.forms & {"compare"})
    measure = "temperature" if wish.degrees else ""
    return Sort(metered, wish.numeric and not metered, tuple(state_words(wish.reading)), measure)


def measure_of(wish: Wish, view: View, ids: tuple[str, ...]) -> str:
    """What is worked out."""
    forms, stats = wish.forms, wish.stats
    if "cost" in forms:
        return "cost"
    if "used" in forms and not wish.limit:
        return "used"
    if wish.limit:
        return next((stat for stat in ("duration", "count", "when") if stat in stats), "any")
    if _meters(view, ids) and "compare" in forms:
        return "used"
    if "cold" in forms:
        return "min_mean"
    numeric = _numbers(view, ids) if ids else wish.numeric
    return _of_number(wish) if numeric else _of_state(wish)


def _of_number(wish: Wish) -> str:
    forms, stats = wish.forms, wish.stats
    if "mean" in stats:
        return "mean"
    extremes = stats & {"min", "max"}
    if len(extremes) == 1:
        one = next(iter(extremes))
        return f"when_{one}" if "when" in stats and _leads(wish, "when") else one
    if "trend" in forms and "compare" not in forms:
        return "trend"
    if "series" in forms or ("changes" in stats and not extremes):
        return "series"
    return "min_max_mean"


def _of_state(wish: Wish) -> str:
    forms, stats = wish.forms, wish.stats
    asked = next((stat for stat in ("duration", "count") if stat in stats), "")
    told = next((form for form in ("previous", "last") if form in forms), "")
    if asked or told or "when" in stats:
        return asked or told or "when"
    if forms & {"events", "series"}:
        return "changes"
    if "any" in forms:
        return "any"
    return "when" if state_words(wish.reading) or wish.measures & SENSED else "changes"


def _leads(wish: Wish, stat: str) -> bool:
    """Whether a statistic comes first: "when was it highest" and not "highest, and when"."""
    first = next((span for span in wish.reading.spans if span.has(Tag.STAT)), None)
    return first is not None and stat in first.values(Tag.STAT)


def state_of(wish: Wish, measure: str, view: View, ids: tuple[str, ...]) -> dict[str, Json]:
    """The state that is asked about, in the words of the thing's kind."""
    snapshot = view.find(ids[0]) if ids else None
    if measure not in _WITH_STATE or snapshot is None or wish.limit:
        return {}
    if snapshot.entity.domain is Domain.SENSOR:
        return {}
    words = _WORDS.get(snapshot.entity.domain, ("on", "off"))
    same = _SAME.get(snapshot.entity.domain, {})
    said = [same.get(word, word) for word in state_words(wish.reading)]
    return {"state": next((word for word in said if word in words), words[0])}


def limit_of(wish: Wish) -> dict[str, Json]:
    """The limit as arguments."""
    return wish.limit


def _numbers(view: View, ids: tuple[str, ...]) -> bool:
    return all((s := view.find(i)) is not None and s.entity.domain is Domain.SENSOR for i in ids)


def _meters(view: View, ids: tuple[str, ...]) -> bool:
    classes = {s.entity.device_class for i in ids if (s := view.find(i)) is not None}
    return bool(classes) and classes <= set(METERS)
