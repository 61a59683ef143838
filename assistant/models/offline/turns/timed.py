"""Times of a rule or a job: the clock, days by name, the sun, intervals, stretches of the day."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from assistant.models.offline.turns.mark import WEEK, Clock, Mark
from devices.model import Json

_WORKDAYS, _WEEKEND = WEEK[:5], WEEK[5:]
_PARTS = (
    ("pm", ("afternoon", "evening", "tonight", "вечер", "дн", "день", "下午", "傍晚", "晚")),
    ("am", ("morning", "утр", "早", "上午", "凌晨")),
    ("night", ("night", "ноч", "夜")),
    ("noon", ("中午",)),
)
_RISING = (
    "rise",
    "dawn",
    "up",
    "light",
    "рассве",
    "восход",
    "вста",
    "взойд",
    "света",
    "日出",
    "天亮",
    "升起",
)
_BEFORE = ("before", "prior to", "до", "перед", "前", "之前", "以前")


@dataclass(frozen=True, slots=True)
class Days:
    """Days as said: names, whether they come again, what holidays mean, and the day of a single time."""

    days: tuple[str, ...] = ()
    holidays: str = ""
    again: bool = False
    once: str = ""

    def entry(self) -> dict[str, Json]:
        """As arguments."""
        days: dict[str, Json] = {"days": list(self.days)} if self.days else {}
        return days | ({"holidays": self.holidays} if self.holidays else {})


@dataclass(frozen=True, slots=True)
class Times:
    """All that a part says of time; `vague` holds words from which no time follows.

    `moments` are triggers (time, sun, every), `holds` stretches as conditions; `after` is a delay in seconds.
    """

    days: Days
    clocks: tuple[str, ...] = ()
    suns: tuple[Mapping[str, Json], ...] = ()
    every: float = 0.0
    holds: tuple[Mapping[str, Json], ...] = ()
    vague: str = ""

    @property
    def moments(self) -> tuple[dict[str, Json], ...]:
        """The triggers that these times come to."""
        days = self.days.entry()
        at: tuple[dict[str, Json], ...] = tuple(
            {"kind": "time", "at": clock, **days} for clock in self.clocks
        )
        sun: tuple[dict[str, Json], ...] = tuple({"kind": "sun", **one, **days} for one in self.suns)
        each: tuple[dict[str, Json], ...] = (
            ({"kind": "every", "every_seconds": self.every},) if self.every else ()
        )
        return (*at, *sun, *each)


def times_of(marks: tuple[Mark, ...]) -> Times:
    """The times that these marks tell together."""
    days, part = _days(marks), _part(marks)
    clocks = tuple(mark.clocks[0].text(part) for mark in marks if mark.kind == "clock")
    suns = tuple(_sun(mark) for mark in marks if mark.kind == "sun")
    every = next((mark.seconds for mark in marks if mark.kind == "interval"), 0.0)
    holds = tuple(
        _stretch(mark, part) for mark in marks if mark.kind in ("stretch", "after_clock", "before_clock")
    )
    holds += tuple(
        {"kind": "sun", "up": m.kind == "sun_up"} for m in marks if m.kind in ("sun_up", "sun_down")
    )
    vague = next((mark.text for mark in marks if mark.kind in ("soon", "far_day")), "")
    parted = any(mark.kind in ("part", "day") and mark.said.get("p") for mark in marks)
    if not vague and (part or parted) and not (clocks or holds or suns):
        vague = next((m.text for m in marks if m.kind in ("part", "day") and _half(m)), "")
    return Times(days, clocks, suns, every, holds, vague)


def days_hold(days: Days) -> dict[str, Json]:
    """Days as a condition."""
    return {"kind": "time", **days.entry()}


def _sun(mark: Mark) -> dict[str, Json]:
    rising = any(word in mark.said["s"] for word in _RISING)
    minutes = mark.seconds / 60.0 * (-1 if mark.said.get("side", "") in _BEFORE else 1)
    entry: dict[str, Json] = {"sun": "sunrise" if rising else "sunset"}
    return entry | ({"offset_minutes": minutes} if minutes else {})


def sun_after(mark: Mark) -> dict[str, Json] | None:
    """For instance "after sunset" as the moment itself; None for a mere "at night"."""
    if any(
        word in mark.text for word in ("at night", "by day", "夜间", "白天", "время", "daytime", "the day")
    ):
        return None
    before = any(word in mark.text for word in (*_BEFORE, "是前"))
    if before:
        return None
    return {"kind": "sun", "sun": "sunrise" if mark.kind == "sun_up" else "sunset"}


def _stretch(mark: Mark, part: str) -> dict[str, Json]:
    first = mark.clocks[0]
    if mark.kind == "after_clock":
        return {"kind": "time", "after": first.text(part)}
    if mark.kind == "before_clock":
        return {"kind": "time", "before": first.text(part)}
    last = mark.clocks[1]
    if not first.half and last.half in ("am", "pm", "night") and first.hour <= last.hour:
        first = Clock(first.hour, first.minute, last.half)
    return {"kind": "time", "after": first.text(part), "before": last.text(part)}


def _half(mark: Mark) -> str:
    said = mark.said.get("p", "") or mark.said.get("p2", "") or (mark.text if mark.kind == "part" else "")
    return next((half for half, words in _PARTS if any(word in said for word in words)), "") if said else ""


def _part(marks: tuple[Mark, ...]) -> str:
    return next((half for mark in marks if mark.kind in ("part", "day") and (half := _half(mark))), "")


def _days(marks: tuple[Mark, ...]) -> Days:
    """Single days only count as days that come again with an "every", a plural or several of them."""
    days = Days()
    for mark in marks:
        if mark.kind == "days":
            days = _with(days, mark)
        elif mark.kind == "part" and mark.said.get("e"):
            days = replace(days, again=True)
        elif mark.kind == "day":
            tomorrow = (mark.said.get("k") or mark.said.get("k2") or "") in (
                "tomorrow",
                "завтра",
                "明天",
                "明",
            )
            days = replace(days, once="tomorrow" if tomorrow else "today")
        elif mark.kind == "part" and mark.text in ("tonight", "this evening", "сегодня вечером", "今晚"):
            days = replace(days, once="today")
    return days


def _with(days: Days, mark: Mark) -> Days:
    named = tuple(day for day in mark.days if day in WEEK)
    for word, several in (("weekday", _WORKDAYS), ("weekend", _WEEKEND)):
        named += several if word in mark.days else ()
    without = bool(mark.said.get("o")) and not any(word in mark.text for word in ("only", "только", "只"))
    if "holiday" in mark.days:
        days = replace(days, holidays="except" if without else "only", again=True)
    elif without and named:
        return replace(days, days=tuple(day for day in (days.days or WEEK) if day not in named), again=True)
    single = len(mark.days) == 1 and mark.days[0] in WEEK and not mark.said.get("e") and not _plural(mark)
    if single and not mark.said.get("o"):
        return replace(days, once=named[0]) if not days.days else days
    wanted = tuple(day for day in WEEK if day in (*days.days, *named))
    return replace(days, days=wanted, again=True)


def _plural(mark: Mark) -> bool:
    """Whether the name of a day stands in the plural: "on Sundays", "по воскресеньям"."""
    return mark.text.endswith(("days", "ам", "ям"))
