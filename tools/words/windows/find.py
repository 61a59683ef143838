"""From words to windows: of one phrase, of a whole sentence, of a comparison. The front of its folder."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo

from tools.words.packs import PACKS, pack
from tools.words.spec import Pack
from tools.words.token import plain
from tools.words.windows import clocks
from tools.words.windows import days as calendar
from tools.words.windows.days import named
from tools.words.windows.naming import anchor_label, key, label, since_label, span_label
from tools.words.windows.pieces import LONGEST, Piece, grouped, left_over, pieces
from tools.words.windows.sense import JOINTS, WORDLESS, Ground, Sense, back, sense
from tools.words.windows.window import Anchor, Event, Found, Meant, Step, Unit, Whose, Window

_WHOLE_ONLY = frozenset({"range_bare", "bare_length", "bare_year"})
"""Pieces that tell a time only where nothing else is said: "30 min", "2-6"."""
_NARROWING = frozenset({*clocks.KINDS, "part", "part_bare", "this_part"})
_ALONE_NOTHING = frozenset({*WORDLESS, "part_bare", "stray", "previous", "relative"})
_NEAR = 8
"""No more signs than glue has lie between pieces that are handed on as one."""
_COMPARED = frozenset({"same", "relative", "previous"})


def window(language: str, words: str, now: datetime, zone: tzinfo) -> Window | None:
    """The time that words name, in this language or else in another one; None if they name none past.

    Args:
        language: the turn's language, also of the label.
        words: all of them about one time: "last 24 hours", "between 2 and 6 pm last Tuesday", "昨天".
        now: aware.
        zone: the home's time zone.
    """
    found = meant(language, words, now, zone)
    return found if isinstance(found, Window) else None


def meant(language: str, words: str, now: datetime, zone: tzinfo) -> Meant | None:
    """Like `window`, but also an anchor that the records have to settle: "since I left"."""
    text = plain(words)
    for spoken in _languages(language, text):
        cut = pieces(spoken, text)
        if not cut:
            continue
        found = _found(language, Ground(spoken, now.astimezone(UTC), zone), text, grouped(spoken, text, cut))
        if found or any(piece.kind not in WORDLESS for piece in cut):
            strays = (
                any(p.kind == "stray" for p in cut) or left_over(spoken, text, cut) or len(text) > LONGEST
            )
            return found[0].meant if len(found) == 1 and not strays else None
    return None


def windows_in(language: str, sentence: str, now: datetime, zone: tzinfo) -> tuple[Found, ...]:
    """All times that a sentence names, in its order; what is said of one of them in two places is one.

    A second one may be told by the first ("... than the week before"). Times of day without a day are found
    only where they can be nothing else ("at 3 am"), and lengths only behind "last".
    """
    text = plain(sentence)
    for spoken in _languages(language, text):
        cut = _telling(spoken, text)
        ground = Ground(spoken, now.astimezone(UTC), zone)
        groups = [g for g in grouped(spoken, text, cut) if any(p.kind not in _ALONE_NOTHING for p in g)]
        if cut and (found := _found(language, ground, text, groups)):
            return found
    return ()


def against(language: str, words: str, base: Window, now: datetime, zone: tzinfo) -> Meant | None:
    """What a window is compared with: "last year", "the week before", "the same day last week", "before"."""
    text = plain(words)
    for spoken in _languages(language, text):
        cut = [piece for piece in pieces(spoken, text) if piece.kind not in WORDLESS]
        if len(cut) == 1 and cut[0].kind in _COMPARED:
            ground = Ground(spoken, now.astimezone(UTC), zone)
            return _compared(language, cut[0], base, ground)
    return meant(language, words, now, zone)


def before(
    language: str, base: Window, now: datetime, zone: tzinfo, step: Step | None = None
) -> Window | None:
    """The window of the same kind before this one, or the same one a step earlier; as long as it is so far.

    This week until now is compared with last week until the same hour of the same day.
    """
    step = step or base.step
    try:
        if step is None:
            start, end = base.start - (base.end - base.start), base.start
        else:
            start, end = back(base.start, step, zone), back(base.end, step, zone)
    except OverflowError:
        return None
    if start >= end:
        return None
    named_ends = "/".join(at.astimezone(zone).isoformat(timespec="seconds") for at in (start, end))
    return Window(start, end, span_label(language, start, end, now, zone), named_ends, base.clock, step)


def settled(
    language: str, anchor: Anchor, span: tuple[datetime, datetime], now: datetime, zone: tzinfo
) -> Window | None:
    """The window of an anchor whose times the records gave, within the window that was said beside it."""
    start, end = (at.astimezone(UTC) for at in span)
    if anchor.within is not None:
        start, end = max(start, anchor.within.start), min(end, anchor.within.end)
    end = min(end, now.astimezone(UTC))
    if start >= end:
        return None
    ongoing = (now - end).total_seconds() < 1
    told = since_label(language, start, now.astimezone(zone).date(), zone)
    told = told if ongoing else span_label(language, start, end, now, zone)
    named_ends = "/".join(at.astimezone(zone).isoformat(timespec="seconds") for at in (start, end))
    text = pack(language).labels["dated"].format(name=anchor.label, date=told)
    return Window(start, end, text, named_ends)


def _telling(spoken: Pack, text: str) -> tuple[Piece, ...]:
    """The pieces of a sentence without those that need not be times; "from 2 to 6" beside a day is one."""
    told: list[Piece] = []
    for group in grouped(spoken, text, pieces(spoken, text)):
        dated = any(piece.kind in calendar.KINDS for piece in group)
        told += (
            piece
            for piece in group
            if piece.kind not in _WHOLE_ONLY
            or (dated and piece.kind == "range_bare" and not text[piece.start].isdigit())
        )
    return tuple(told)


def _languages(language: str, text: str) -> Iterator[Pack]:
    """The turn's language, then the others; one whose letters the text lacks reads only its digits."""
    written = {code for code, letters in _LETTERS.items() if letters.search(text)}
    packs = dict.fromkeys((pack(language), *PACKS.values()))
    return (one for one in packs if not written or one.code in written)


_LETTERS = {"en": re.compile("[a-z]"), "zh": re.compile("[㐀-鿿]"), "ru": re.compile("[а-я]")}


def _found(language: str, ground: Ground, text: str, groups: Sequence[Sequence[Piece]]) -> tuple[Found, ...]:
    """What each group of pieces means, a day and its time of day brought together."""
    found: list[Found] = []
    for part in _together([one for group in groups for one in _parted(group)]):
        base = next((one.meant for one in reversed(found) if isinstance(one.meant, Window)), None)
        meaning = _meaning(language, part, base, ground)
        places = _places(part)
        words = " ".join(text[start:end] for start, end in places)
        found.append(Found(places, words, meaning))
    return tuple(found)


def _parted(group: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """A group as the windows of a comparison, where it is one: "this week ... than last week"."""
    rest = _trimmed(group)
    ranged = bool(rest) and rest[0].kind in ("from", "since")
    for place, piece in enumerate(rest[:-1]):
        parts = piece.kind == "and" or (piece.kind == "to" and not ranged and not _close(rest, place))
        follows = piece.kind == "since" and place and rest[place - 1].kind in calendar.KINDS
        if place and ((parts and not ranged) or (follows and rest[place + 1].kind in calendar.KINDS)):
            yield _trimmed(rest[:place])
            yield from _parted(rest[place + 1 :])
            return
    if rest:
        yield rest


def _close(rest: Sequence[Piece], place: int) -> bool:
    """Whether "to" joins two days or times of one stretch: Monday to Friday, 3 October to 5 October."""
    kinds = {piece.kind for piece in (rest[place - 1], rest[place + 1])}
    return kinds <= {"weekday", "date_words", "date_iso", "date_dots", "day_of_month", "month", "at", "year"}


def _trimmed(group: Sequence[Piece]) -> tuple[Piece, ...]:
    first, last = 0, len(group)
    while first < last and group[first].kind in ("to", "and"):
        first += 1
    while first < last and group[last - 1].kind in (*JOINTS, "and", "from"):
        last -= 1
    rest = tuple(group[first:last])
    return rest if any(piece.kind not in WORDLESS for piece in rest) else ()


def _together(parts: Sequence[tuple[Piece, ...]]) -> list[tuple[Piece, ...]]:
    """A time of day said apart from its day belongs to it, if there is one of each; so do anchors."""
    if len(parts) != 2:
        return list(parts)
    for narrow, wide in (parts, parts[::-1]):
        narrows = all(piece.kind in _NARROWING or _anchored(piece) for piece in narrow)
        days = all(p.kind in calendar.KINDS or p.kind in ("last_night", "this_part", "tonight") for p in wide)
        if narrows and days:
            return [tuple(sorted((*narrow, *wide), key=lambda piece: piece.start))]
    return list(parts)


def _places(part: Sequence[Piece]) -> tuple[tuple[int, int], ...]:
    """Where the pieces stand; those with no more than glue between them as one."""
    places: list[tuple[int, int]] = []
    for piece in part:
        if places and piece.start - places[-1][1] <= _NEAR:
            places[-1] = (places[-1][0], piece.end)
        else:
            places.append((piece.start, piece.end))
    return tuple(places)


def _meaning(language: str, part: Sequence[Piece], base: Window | None, ground: Ground) -> Meant | None:
    anchors = [piece for piece in part if _anchored(piece)]
    compared = [piece for piece in part if piece.kind in _COMPARED]
    if compared:
        return _compared(language, compared[0], base, ground) if len(part) == 1 else None
    if not anchors:
        told = sense(part, ground)
        return None if told is None else _window(language, told, ground)
    rest = _trimmed([piece for piece in part if piece not in anchors])
    within = _meaning(language, rest, base, ground) if rest else None
    if len(anchors) > 1 or (rest and not isinstance(within, Window)):
        return None
    return _anchor(language, anchors[0], within if isinstance(within, Window) else None)


def _window(language: str, told: Sense, ground: Ground) -> Window | None:
    start, end = told.start, min(told.end, ground.now)
    if start >= end:
        return None
    clock = None
    if told.clock is not None:
        clock = (clocks.text(told.clock[0]), clocks.text(told.clock[1]))
    name = label(language, told, ground.now, ground.zone)
    return Window(start, end, name, key(told, start, end, ground.zone), clock, told.step)


def _compared(language: str, piece: Piece, base: Window | None, ground: Ground) -> Window | None:
    """The same window a step earlier, as long as the one it is compared with; of today if there is none."""
    now, zone = ground.now, ground.zone
    unit = Unit(named(ground.spoken.past.units, piece.slots["u"])) if piece.has("u") else None
    if base is None and piece.kind == "same" and unit is not None:
        today = sense([Piece("today", 0, 0)], ground)
        base = None if today is None else _whole_day(language, today, ground)
    if base is None:
        return None
    return before(language, base, now, zone, Step(1, unit) if unit else None)


def _whole_day(language: str, today: Sense, ground: Ground) -> Window:
    return Window(today.start, today.end, label(language, today, ground.now, ground.zone))


def _anchored(piece: Piece) -> bool:
    return "." in piece.kind


def _anchor(language: str, piece: Piece, within: Window | None) -> Anchor:
    event, _dot, whose = piece.kind.partition(".")
    words = (piece.slots.get("who") or piece.slots.get("what") or "").strip(" ?!.。？！")
    told = anchor_label(language, Event(event), Whose(whose), words)
    return Anchor(Event(event), Whose(whose), words, told, within)
