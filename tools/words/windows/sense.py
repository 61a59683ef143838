"""Pieces that stand together as one stretch of time: start, end and how it was said. Makes no label."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum

from tools.words.spec import Pack
from tools.words.windows import clocks
from tools.words.windows import days as calendar
from tools.words.windows.days import Days, count, named, whole
from tools.words.windows.pieces import Piece
from tools.words.windows.wall import DAY, Wall, begins, ends, resolve, wall_of
from tools.words.windows.window import Step, Unit

SECONDS = {Unit.SECOND: 1, Unit.MINUTE: 60, Unit.HOUR: 3_600, Unit.DAY: 86_400, Unit.WEEK: 604_800}
_LONGEST = timedelta(days=3_660)
_LENGTHS = frozenset({"length", "length_one", "bare_length"})
_PARTS = frozenset({"part", "part_bare", "this_part"})
_BACK = {"last_night": (1, "night"), "last_evening": (1, "evening"), "night_before_last": (2, "night")}
_ABOUT = 30
"""Around a time means so many minutes before and after it."""
_OPEN = frozenset({"since", "now"})
JOINTS = frozenset({"to", "until"})
WORDLESS = frozenset({*_OPEN, *JOINTS, "from", "and"})
"""Pieces that mean nothing alone."""


class Shape(StrEnum):
    """How a stretch was told; decides its label."""

    DAYS = "days"
    PART = "part"
    CLOCK = "clock"
    AT = "at"
    SINCE = "since"
    SPAN = "span"
    LENGTH = "length"


@dataclass(frozen=True, slots=True)
class Ground:
    """What words are read against: their language, this instant, the home's zone."""

    spoken: Pack
    now: datetime
    zone: tzinfo

    @property
    def today(self) -> date:
        """The home's day."""
        return self.now.astimezone(self.zone).date()


@dataclass(frozen=True, slots=True)
class Sense:
    """A stretch in UTC, its end perhaps still to come.

    days, part, clock and length: what it was told by, where that was said; clock in minutes of the day.
    """

    shape: Shape
    start: datetime
    end: datetime
    step: Step | None
    days: Days | None = None
    part: str = ""
    clock: tuple[int, int] | None = None
    length: Step | None = None


def sense(found: Sequence[Piece], ground: Ground) -> Sense | None:
    """The one stretch that pieces mean together; None where they contradict each other."""
    if any(piece.kind == "stray" for piece in found):
        return None
    try:
        days = _whole_days(found)
        return _joined(days, ground) or _single(days, ground)
    except OverflowError:
        return None


def _whole_days(found: Sequence[Piece]) -> list[Piece]:
    """Alone, "all day" is today; beside a day it adds nothing."""
    rest = [piece for piece in found if piece.kind != "all_day"]
    return rest or [Piece("today", piece.start, piece.end) for piece in found[:1]]


def _single(found: Sequence[Piece], ground: Ground) -> Sense | None:
    starting = [piece.kind == "from" for piece in found]
    rest = [_late(piece) if any(starting) else piece for piece in found if piece.kind not in (*_OPEN, "from")]
    lengths = [piece for piece in rest if piece.kind in _LENGTHS]
    if lengths:
        return _length(lengths[0], ground) if len(rest) == 1 else None
    plain = _plain(rest, ground)
    if plain is None or not any(piece.kind in _OPEN for piece in found) or plain.end > ground.now:
        return plain
    return replace(plain, shape=Shape.SINCE, end=ground.now, clock=None, part="", days=None, step=None)


def _late(piece: Piece) -> Piece:
    return replace(piece, kind="after") if piece.kind == "at" else piece


def _joined(found: Sequence[Piece], ground: Ground) -> Sense | None:
    """From one time to another: "from Monday to Wednesday", "since 10 pm yesterday until 6 am"."""
    told = bool(found) and found[0].kind in ("from", "since")
    kinds = (*JOINTS, "and") if told else tuple(JOINTS)
    places = [n for n, piece in enumerate(found) if piece.kind in kinds and 0 < n < len(found) - 1]
    if len(places) != 1:
        return None
    left, right = found[told : places[0]], found[places[0] + 1 :]
    first, last = _plain(left, ground), _plain(right, ground)
    if first is None or last is None:
        return None
    end = last.start if last.shape is Shape.AT else last.end
    if last.shape is Shape.AT and not any(piece.kind in calendar.KINDS for piece in right):
        end = _next(last, first, ground)
    start = first.start
    if start >= end and first.step is not None:
        start = back(start, first.step, ground.zone)
    return Sense(Shape.SPAN, start, end, None) if start < end else None


def _next(last: Sense, first: Sense, ground: Ground) -> datetime:
    """The first time after the start at which the clock shows this."""
    minutes = last.clock[0] if last.clock else 0
    day = wall_of(first.start, ground.zone).day
    end = ends(Wall(day, minutes), ground.zone)
    return end if end > first.start else ends(Wall(day, minutes + DAY), ground.zone)


def _plain(rest: Sequence[Piece], ground: Ground) -> Sense | None:
    """Days, a part of a day and times of day, each at most once."""
    if len(rest) == 1 and _small(rest[0], ground.spoken):
        return _ago(rest[0], ground)
    named_days = [p for p in rest if p.kind in calendar.KINDS and not _small(p, ground.spoken)]
    parts = [p for p in rest if p.kind in _PARTS or p.kind in _BACK or p.kind == "tonight"]
    times = [p for p in rest if p.kind in clocks.KINDS]
    known = len(named_days) + len(parts) + len(times) == len(rest)
    if not rest or not known or len(parts) > 1 or len(times) > 1:
        return None
    days = calendar.days_of(named_days, ground.spoken, ground.today) if named_days else None
    if named_days and days is None:
        return None
    return _narrowed(days, parts, times, ground)


def _narrowed(
    days: Days | None, parts: Sequence[Piece], times: Sequence[Piece], ground: Ground
) -> Sense | None:
    """Days as a whole, or one of them with its part or time of day."""
    part = ""
    if parts:
        days, part = _part(parts[0], days, ground)
    if (parts and days is None) or ((parts or times) and days is not None and not days.single):
        return None
    if times:
        return _clocked(times[0], days, part, ground)
    if days is None:
        return None
    return _of_part(days, part, ground) if part else _of_days(days, ground)


def _part(piece: Piece, days: Days | None, ground: Ground) -> tuple[Days | None, str]:
    """The day a part belongs to: the one that was said, or the last one on which it has begun."""
    today = whole(Unit.DAY, ground.today, 0, "today")
    yesterday = whole(Unit.DAY, ground.today, 1, "yesterday")
    if piece.kind in _BACK:
        back, part = _BACK[piece.kind]
        return (None if days else yesterday if back == 1 else whole(Unit.DAY, ground.today, back)), part
    if piece.kind == "tonight":
        at_night = wall_of(ground.now, ground.zone).minutes < clocks.PARTS["tonight"][1] - DAY
        return (None if days else yesterday if at_night else today), "tonight"
    part = named(ground.spoken.past.parts, piece.slots["p"])
    if piece.kind == "this_part" and days is not None and days.first != ground.today:
        return None, part
    if days is None:
        begun = begins(Wall(ground.today, clocks.PARTS[part][0]), ground.zone) < ground.now
        days = today if begun or piece.kind == "this_part" else yesterday
    return days, part


def _of_days(days: Days, ground: Ground) -> Sense:
    start, end = begins(Wall(days.first), ground.zone), begins(Wall(days.after), ground.zone)
    return Sense(Shape.DAYS, start, end, days.step, days)


def _of_part(days: Days, part: str, ground: Ground) -> Sense:
    first, last = clocks.PARTS[part]
    start, end = begins(Wall(days.first, first), ground.zone), ends(Wall(days.first, last), ground.zone)
    return Sense(Shape.PART, start, end, days.step, days, part)


def _clocked(piece: Piece, days: Days | None, part: str, ground: Ground) -> Sense | None:
    told = _times(piece, part, ground.spoken)
    if told is None or (days is not None and told[0] == told[1]):
        return None
    first, last = told
    since = days is None and piece.kind == "after"
    if days is None:
        begun = piece.kind == "before_clock" or begins(Wall(ground.today, first), ground.zone) < ground.now
        days = whole(Unit.DAY, ground.today, 0 if begun else 1, "today" if begun else "yesterday")
    part = part if part and first >= clocks.PARTS[part][0] else ""
    start, end = begins(Wall(days.first, first), ground.zone), ends(Wall(days.first, last), ground.zone)
    if since:
        return Sense(Shape.SINCE, start, ground.now, None)
    if piece.kind == "at":
        return Sense(Shape.AT, start, start + timedelta(minutes=1), days.step, days, part, (first, last))
    return Sense(Shape.CLOCK, start, end, days.step, days, part, (first, last))


def _times(piece: Piece, part: str, spoken: Pack) -> tuple[int, int] | None:
    if piece.has("c2"):
        half = f" {piece.slots['half']}" if piece.has("half") else ""
        return clocks.times_of(spoken, piece.slots["c"], piece.slots["c2"].strip() + half, part)
    at = clocks.time_of(spoken, piece.slots["c"], part)
    if at is None:
        return None
    match piece.kind:
        case "after":
            return at, max(DAY, clocks.PARTS[part][1] if part else 0)
        case "before_clock":
            return (clocks.PARTS[part][0] if part in ("night", "tonight", "evening", "afternoon") else 0), at
        case "around":
            return at - _ABOUT, at + _ABOUT
        case _:
            return at, at + 1


def _small(piece: Piece, spoken: Pack) -> bool:
    """Whether it is so many hours or less ago, an instant and no day."""
    return piece.kind == "ago" and named(spoken.past.units, piece.slots["u"]) in ("second", "minute", "hour")


def _ago(piece: Piece, ground: Ground) -> Sense | None:
    number = count(ground.spoken, piece.slots["n"]) if piece.has("n") else 1.0
    seconds = (number or 0) * SECONDS[Unit(named(ground.spoken.past.units, piece.slots["u"]))]
    if not 0 < seconds <= _LONGEST.total_seconds():
        return None
    start = (ground.now - timedelta(seconds=seconds)).replace(second=0, microsecond=0)
    wall = wall_of(start, ground.zone)
    days = whole(Unit.DAY, wall.day, 0, "today" if wall.day == ground.today else "")
    end = min(start + timedelta(minutes=1), ground.now)
    return Sense(Shape.AT, start, end, None, days, "", (wall.minutes, wall.minutes + 1))


def _length(piece: Piece, ground: Ground) -> Sense | None:
    """The last so many units; of days and longer, the clock shows the same at both ends."""
    past = ground.spoken.past
    if piece.has("l"):
        length = Step(named_seconds(ground.spoken, piece.slots["l"]) / 3_600, Unit.HOUR)
    else:
        number = count(ground.spoken, piece.slots["n"]) if piece.has("n") else 1.0
        length = Step(number or 0, Unit(named(past.units, piece.slots["u"])))
    if length == Step(1, Unit.DAY):
        length = Step(24, Unit.HOUR)
    if not 0 < length.count <= _LONGEST.total_seconds():
        return None
    start = back(ground.now, length, ground.zone)
    fits = ground.now - _LONGEST <= start < ground.now
    return Sense(Shape.LENGTH, start, ground.now, None, length=length) if fits else None


def named_seconds(spoken: Pack, said: str) -> float:
    """The seconds of a whole length: "half an hour"."""
    table = {pattern: str(seconds) for pattern, seconds in spoken.past.lengths.items()}
    return float(named(table, said))


def back(at: datetime, step: Step, zone: tzinfo) -> datetime:
    """The instant one step earlier: days and longer by the home's calendar and clock, less by elapsed time.

    Raises:
        OverflowError: beyond the calendar.
    """
    if step.unit in SECONDS and (step.unit in (Unit.SECOND, Unit.MINUTE, Unit.HOUR) or step.count % 1):
        return at - timedelta(seconds=step.count * SECONDS[step.unit])
    local = at.astimezone(zone).replace(tzinfo=None)
    units = -int(step.count) or -1
    try:
        day = calendar.shifted(local.date(), units, step.unit)
    except ValueError as beyond:
        raise OverflowError(step.count) from beyond
    return resolve(datetime.combine(day, local.time()), zone, last=bool(at.astimezone(zone).fold)).astimezone(
        UTC
    )
