"""Completion in the prompt: what stands before the cursor, and what it could become."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from textual.fuzzy import Matcher

from assistant.agent.turn import counted
from assistant.tui.face.age import Moment
from assistant.tui.face.rooms import shown
from assistant.tui.face.slash import matching
from assistant.tui.face.tile import face
from devices.view import View

ROWS = 40
TOKEN = re.compile(r"(?:^|(?<=\s))([/@][\w.\-]*)$")


@dataclass(frozen=True, slots=True)
class Offer:
    """One row of the completion list: what it inserts and what it shows."""

    insert: str
    glyph: str
    label: str
    note: str


def token(before: str, *, first_line: bool) -> str:
    """The unfinished `/command` or `@mention` at the end of a line, or nothing."""
    found = TOKEN.search(before)
    if found is None:
        return ""
    text = found[1]
    if text.startswith("/") and not (first_line and found.start(1) == 0):
        return ""
    return text


def offers(
    text: str, view: View, moment: Moment | None, rows: int = ROWS, more: Iterable[Offer] = ()
) -> tuple[Offer, ...]:
    """What an unfinished token could become, best first; `more` stands beside devices and rooms."""
    if text.startswith("/"):
        found = matching(text[1:])
        return tuple(Offer(f"/{c.name}", "/", f"{c.name} {c.usage}".strip(), c.help) for c in found)
    if moment is None:
        return ()
    wanted = text[1:].casefold()
    scored = sorted(
        _scored(wanted, (*_things(view, moment), *more)), key=lambda pair: (-pair[0], pair[1].label)
    )
    return tuple(offer for _score, offer in scored[:rows])


def _things(view: View, moment: Moment) -> Iterable[Offer]:
    for snapshot in shown(view):
        seen = face(snapshot, moment)
        area = view.area_name(snapshot.entity)
        note = " · ".join(part for part in (area, f"{seen.word} {seen.detail}".strip()) if part)
        yield Offer(f"@{snapshot.entity.id}", f"{seen.glyph} ", snapshot.entity.name, note)
    for area_id, room in view.areas.items():
        count = sum(snapshot.entity.area == area_id for snapshot in shown(view))
        if count:
            yield Offer(f"@{area_id}", "▸ ", room.name, f"room · {counted(count, 'device')}")


def _scored(wanted: str, things: Iterable[Offer]) -> Iterable[tuple[float, Offer]]:
    matcher = Matcher(wanted)
    for thing in things:
        words = f"{thing.label} {thing.insert[1:]} {thing.note}".casefold()
        if not wanted:
            yield 0.0, thing
        elif wanted in words:
            starts = any(word.startswith(wanted) for word in re.split(r"[\s._]+", words))
            yield 200.0 + 100.0 * starts, thing
        elif (score := matcher.match(f"{thing.label} {thing.insert[1:]}")) > 0:
            yield score, thing
