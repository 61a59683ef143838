"""From what is asked to what is printed: reads the records once and hands them to one way of telling."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from assistant.charts.draw import draw
from assistant.charts.gathered import Found, Scope, Subject, gathered, read
from assistant.charts.notes import notes
from assistant.charts.picture.save import save
from assistant.charts.scale import dated
from assistant.charts.style import Look, text
from assistant.charts.text.frame import tall
from assistant.charts.written import Extract, rows
from assistant.cli.exit import Exit
from assistant.cli.terminal import columns, emit, note, say, screen
from assistant.cli.verbs.history import table
from assistant.cli.verbs.history.document import against, document
from assistant.cli.verbs.history.figures import Wish, beside, facts, never, stretches, unfit, wish
from assistant.cli.verbs.history.flags import History
from assistant.cli.verbs.history.past import Past
from assistant.cli.verbs.history.span import other, span
from assistant.cli.verbs.history.whom import Unknown, subjects
from devices.errors import ConfigError
from devices.history.analysis.days.calendar import By
from devices.history.analysis.figure import Statistic
from devices.history.rollup.level import Level
from devices.storage.tables import millis
from tools.words.speech import Window

PICTURE_COLUMNS = 400
WEEK = timedelta(days=7)
NAMED = 3
"""So many of what is left out are named."""
LATE = 300.0
"""Seconds after which a record that ended is worth a word."""


@dataclass(frozen=True, slots=True)
class Question:
    """The flags, which entities they mean, the language of windows, and the room on the screen in cells."""

    flags: History
    subjects: tuple[Subject, ...]
    language: str
    room: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: over which time, of what, and what is wished to be told of it."""

    window: Window
    found: tuple[Found, ...]
    wish: Wish


async def answer(asked: Question, past: Past) -> Exit:
    """Print it, or write it where the flags say."""
    flags = asked.flags
    window = span(flags, past.now, past.zone, asked.language)
    if flags.csv:
        extract = Extract(asked.subjects, window.start, window.end, past.zone)
        async for piece in rows(past.history, extract):
            emit(piece)
        return Exit.DONE
    if flags.svg is not None or flags.png is not None:
        await _pictures(asked, window, past)
        return Exit.DONE
    wanted = wish(flags.stat, flags.state, flags.by)
    found = await read(past.history, asked.subjects, (window.start, window.end), _level(wanted))
    known = Read(window, found, wanted)
    if flags.compare is not None:
        return await _compared(asked, known, past)
    if flags.json:
        told = document(past, window, facts(found, wanted, past.zone), found, wanted)
        say(json.dumps(told, ensure_ascii=False))
        return Exit.DONE
    await _shown(asked, known, past)
    return Exit.DONE


def _level(asked: Wish) -> Level:
    """How coarse the records may be: a median wants them fine, an hour no coarser than an hour."""
    if Statistic.MEDIAN in asked.statistics:
        return Level.FIVE
    return Level.HOUR if asked.by is By.HOUR else Level.DAY


async def _shown(asked: Question, known: Read, past: Past) -> None:
    """A table, a chart, or on a terminal what suits what was asked."""
    flags = asked.flags
    special = bool(flags.stat or flags.state or flags.by)
    draws = flags.chart or (screen() and not special)
    if screen() or draws:
        say(_heading(known.window, past))
    if draws:
        await _chart(asked, known.window, past)
    if special or not draws:
        _table(known, past)
    _remarks(known, past)


def _heading(window: Window, past: Past) -> str:
    start, end = (dated(millis(at), past.zone) for at in (window.start, window.end))
    return f"{window.label}: {start} to {end}"


async def _chart(asked: Question, window: Window, past: Past) -> None:
    width, height = asked.room
    scope = Scope(window.start, window.end, past.zone, width, now=past.now)
    chart = await gathered(past.history, asked.subjects, scope)
    if asked.flags.height is None:  # what does not fit on a screen can be scrolled back to
        height = max(height, tall(chart))
    if any(line.points for line in chart.lines) or any(bar.blocks for bar in chart.bars):
        say(text(draw(chart, Look(width, height, ascii=asked.flags.ascii))))
    for said in notes(chart, "--last 7d" if window.end - window.start < WEEK else "--last 1y"):
        note(said)


def _table(known: Read, past: Past) -> None:
    told = facts(known.found, known.wish, past.zone)
    if screen():
        rows = list(table.short(told, past.zone, known.wish.by))
    else:
        rows = list(table.plain(told, past.zone))
    if rows:
        say("\n".join(columns(_without_empty(rows) if screen() else rows)))
    if known.wish.words and known.wish.by is None:
        _stretches(known, past)


def _stretches(known: Read, past: Past) -> None:
    """When each of the words held, as a second table."""
    word = ",".join(sorted(known.wish.words))
    rows = [(one, stretch) for one in known.found for stretch in stretches(one, known.wish)]
    if not rows:
        return
    say("")
    if screen():
        say("\n".join(columns([table.held_short(one, word, held, past.zone) for one, held in rows])))
    else:
        told = [table.held_plain(one, word, held, past.zone) for one, held in rows]
        say("\n".join(columns([table.HELD, *told])))


def _without_empty(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Columns in which nothing stands are left out."""
    kept = [place for place in range(len(rows[0])) if any(row[place] for row in rows)]
    return [tuple(row[place] for place in kept) for row in rows]


def _remarks(known: Read, past: Past) -> None:
    """On stderr: what a careful reader should know of the records."""
    for one, missing, had in never(known.found, known.wish):
        words = f"its words were: {', '.join(had)}" if had else "no state of it is known then"
        note(f"{one.subject.label} was never {' or '.join(missing)} in this time; {words}")
    if lacking := [one.subject.label for one in unfit(known.found, known.wish)]:
        named = ", ".join(lacking[:NAMED]) + (f" and {len(lacking) - NAMED} more" if lacking[NAMED:] else "")
        kind = "numbers have no states" if known.wish.words else "states have a duration and a count only"
        note(f"left out: {named}; {kind}")
    until = past.recorded.until
    if until is not None and known.window.start < until and (known.window.end - until).total_seconds() > LATE:
        note(f"nobody has recorded since {dated(millis(until), past.zone)}")


async def _compared(asked: Question, known: Read, past: Past) -> Exit:
    """Beside another time, or else beside another entity over the same time."""
    words, window = asked.flags.compare or "", known.window
    then = other(words, window, past.now, past.zone, asked.language)
    whom = subjects((words,), past, asked.flags.attr) if then is None else asked.subjects
    if isinstance(whom, Unknown):
        raise ConfigError(f'--compare: "{words}" is neither a time that has been nor an entity on record')
    then = then or window
    others = await read(past.history, whom, (then.start, then.end), _level(known.wish))
    pairs = list(zip(known.found, others if len(others) > 1 else others * len(known.found), strict=False))
    if asked.flags.json:
        told = document(past, window, facts(known.found, known.wish, past.zone), known.found, known.wish)
        told["compared"] = [against(one, two, known.wish, past.zone) for one, two in pairs]
        say(json.dumps(told, ensure_ascii=False))
        return Exit.DONE
    if screen():
        dated_already = any(letter.isdigit() for letter in then.label)
        named = then.label if dated_already else _heading(then, past)
        say(f"{_heading(window, past)}\nbeside {named}")
    rows = _compared_rows(pairs, known.wish, same=whom is asked.subjects)
    if not rows:
        note("a number and a state have nothing to compare")
    elif screen():
        say("\n".join(columns(_without_empty(rows))))
    else:
        say("\n".join(columns([table.COMPARED, *rows])))
    _remarks(known, past)
    return Exit.DONE


def _compared_rows(pairs: Sequence[tuple[Found, Found]], asked: Wish, *, same: bool) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for one, two in pairs:
        name = one.subject.label if same else f"{one.subject.label} / {two.subject.label}"
        for statistic, word, count, found in beside(one, two, asked):
            make = table.compared if screen() else table.compared_plain
            rows.append(make(name if screen() else one.subject.entity_id, statistic, word, count, found))
    return rows


async def _pictures(asked: Question, window: Window, past: Past) -> None:
    """Write the chart into the files that are named."""
    scope = Scope(window.start, window.end, past.zone, PICTURE_COLUMNS, now=past.now)
    chart = await gathered(past.history, asked.subjects, scope)
    for path in (asked.flags.svg, asked.flags.png):
        if path is not None:
            for said in save(chart, _heading(window, past), Path(path)):
                note(said)
            note(f"wrote {path}")
