"""The answer of `hearth history --json`, version 1: keys are only ever added. Pure."""

from collections.abc import Sequence
from datetime import tzinfo

from assistant.charts.gathered import Found
from assistant.charts.written import LEVELS
from assistant.cli.listing import VERSION
from assistant.cli.verbs.history.figures import SHORT, Fact, Wish, beside, stretches
from assistant.cli.verbs.history.past import Past
from assistant.cli.verbs.history.table import iso
from devices.history.analysis.basis import Basis, basis
from devices.history.analysis.compare import Compared
from devices.history.analysis.held import Stretch
from devices.model import Json
from tools.words.speech import Window


def document(
    past: Past, window: Window, facts: Sequence[Fact], found: Sequence[Found], asked: Wish
) -> dict[str, Json]:
    """Window, zone and every entity with what is known of it; times are ISO with the home's offset."""
    return {
        "v": VERSION,
        "window": span(window, past.zone),
        "zone": str(past.zone),
        "entities": [
            _entity(one, [fact for fact in facts if fact.found is one], asked, past.zone) for one in found
        ],
    }


def span(window: Window, zone: tzinfo) -> dict[str, Json]:
    """From when to when, and how it is called."""
    return {"from": iso(window.start, zone), "to": iso(window.end, zone), "label": window.label}


def _entity(found: Found, facts: Sequence[Fact], asked: Wish, zone: tzinfo) -> dict[str, Json]:
    of = found.course if found.course is not None and not asked.words else found.telling
    told: dict[str, Json] = {"id": found.subject.entity_id, "name": found.subject.label}
    if of is None:
        return told | {"kind": None, "statistics": []}
    known = basis(of)
    told |= {
        "attribute": of.attribute,
        "kind": "number" if of is found.course else "state",
        "unit": known.unit,
        "coverage": round(known.coverage, 4),
        "gaps": [{"from": iso(start, zone), "to": iso(end, zone)} for start, end in known.gaps],
        "level": LEVELS[known.level],
        "since": None if known.since is None else iso(known.since, zone),
        "statistics": [_fact(fact, zone) for fact in facts],
    }
    if asked.words:
        told["stretches"] = [_stretch(one, zone) for one in stretches(found, asked)]
    return told


def _fact(fact: Fact, zone: tzinfo) -> dict[str, Json]:
    value = fact.figure.value
    told: dict[str, Json] = {
        "name": SHORT[fact.statistic],
        "value": None if value is None else round(value, fact.digits),
        "unit": fact.figure.unit,
        "at": None if fact.figure.at is None else iso(fact.figure.at, zone),
        "exact": fact.figure.exact,
    }
    if fact.word:
        told["state"] = fact.word
    if fact.start is not None and fact.end is not None:
        told |= {"from": iso(fact.start, zone), "to": iso(fact.end, zone), "whole": fact.whole}
    return told


def _stretch(stretch: Stretch, zone: tzinfo) -> dict[str, Json]:
    return {
        "from": iso(stretch.start, zone),
        "to": iso(stretch.end, zone) if stretch.ended else None,
        "began_within": stretch.began,
        "seconds": round(stretch.length.total_seconds(), 3),
    }


def against(one: Found, other: Found, asked: Wish, zone: tzinfo) -> dict[str, Json]:
    """One thing beside another one, or beside itself at another time."""
    rows: list[Json] = [
        {"name": SHORT[statistic], "state": word, **_compared(found, count)}
        for statistic, word, count, found in beside(one, other, asked)
    ]
    bases = [basis(of) for of in (one.course or one.telling, other.course or other.telling) if of is not None]
    return {
        "id": one.subject.entity_id,
        "other": other.subject.entity_id,
        "windows": [_window(found, zone) for found in bases],
        "statistics": rows,
    }


def _window(found: Basis, zone: tzinfo) -> dict[str, Json]:
    return {"from": iso(found.start, zone), "to": iso(found.end, zone), "coverage": round(found.coverage, 4)}


def _compared(found: Compared, count: int) -> dict[str, Json]:
    numbers = {"value": found.one, "other": found.other, "difference": found.difference}
    return {
        **{name: None if value is None else round(value, count) for name, value in numbers.items()},
        "percent": None if found.percent is None else round(found.percent, 1),
        "unit": found.unit,
        "a_day": found.a_day,
        "comparable": found.comparable,
        "uneven": found.uneven,
    }
