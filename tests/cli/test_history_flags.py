"""Which time and which entities the flags of `hearth history` mean, without a process."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.charts.gathered import Subject
from assistant.charts.written import Extract, days, rows
from assistant.cli.verbs.history.flags import History
from assistant.cli.verbs.history.past import Past, as_view
from assistant.cli.verbs.history.span import span
from assistant.cli.verbs.history.whom import Unknown, subjects
from devices.model import Area, Domain, Entity, Snapshot
from devices.view import Names, View
from tests.charts.drawn import BERLIN
from tests.fakes.clock import START
from tests.history.scene import DOOR, TEMPERATURE, Scene, minute, on_off, recorded, warm

NOW = datetime(2026, 11, 3, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("flags", "start", "end"),
    [
        (History(), "2026-11-02T12:00+00:00", "2026-11-03T12:00+00:00"),
        (History(last="90 min"), "2026-11-03T10:30+00:00", "2026-11-03T12:00+00:00"),
        (History(last="2w"), "2026-10-20T12:00+00:00", "2026-11-03T12:00+00:00"),
        # a month back by the calendar, over the end of summer time: 13:00 here is 13:00 there
        (History(last="1mo"), "2026-10-03T11:00+00:00", "2026-11-03T12:00+00:00"),
        (History(begin="07:30"), "2026-11-03T06:30+00:00", "2026-11-03T12:00+00:00"),
        (History(begin="2026-10-25", until="2026-10-25"), "2026-10-24T22:00+00:00", "2026-10-25T23:00+00:00"),
        (
            History(begin="2026-10-25T01:00Z", until="2026-10-25 03:00"),
            "2026-10-25T01:00+00:00",
            "2026-10-25T02:00+00:00",
        ),
        (History(window="yesterday"), "2026-11-01T23:00+00:00", "2026-11-02T23:00+00:00"),
    ],
)
def test_span_by_the_clock_of_the_home(flags: History, start: str, end: str) -> None:
    found = span(flags, NOW, BERLIN, "en")
    assert (found.start.isoformat("T", "minutes"), found.end.isoformat("T", "minutes")) == (start, end)


def test_days_of_a_clock_change_are_cut_at_midnight() -> None:
    edges = list(days(datetime(2026, 10, 24, 12, tzinfo=UTC), datetime(2026, 10, 26, 12, tzinfo=UTC), BERLIN))
    assert [(end - start).total_seconds() / 3600 for start, end in edges] == [10, 25, 13]


async def past(scene: Scene, view: View | None = None) -> Past:
    found = await scene.history.recorded()
    return Past(
        scene.history, found, view or as_view(found, Names()), BERLIN, scene.clock.now(), view is not None
    )


async def test_subjects_by_id_by_name_and_by_room(tmp_path: Path) -> None:
    kitchen = Area("kitchen", "Kitchen", aliases=("cookery",))
    placed = [Entity(e.id, e.domain, e.name, area="kitchen") for e in (TEMPERATURE, DOOR)]
    silent = Entity("sensor.silent", Domain.SENSOR, "Silent", area="kitchen")
    view = View({e.id: Snapshot(e) for e in (*placed, silent)}, {"kitchen": kitchen})
    async with recorded(tmp_path) as scene:
        scene.report(TEMPERATURE, warm(20.5), minute(1))
        scene.report(DOOR, on_off("off"), minute(1))
        await scene.until(minute(5))
        alone, joined = await past(scene), await past(scene, view)
    assert subjects([DOOR.id], alone, None) == (Subject(DOOR.id, DOOR.id),)
    assert isinstance(subjects(["Living temperature"], alone, None), Unknown)
    assert subjects(["living temperature"], joined, None) == (Subject(TEMPERATURE.id, "Living temperature"),)
    room = subjects(["cookery"], joined, None)
    assert not isinstance(room, Unknown)
    assert {one.entity_id for one in room} == {DOOR.id, TEMPERATURE.id}


async def test_csv_has_each_reading_once_over_midnights(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        for number in range(0, 3 * 24 * 60, 90):
            scene.report(TEMPERATURE, warm(20 + number / 1000), minute(number))
        await scene.until(minute(3 * 24 * 60))
        wanted = Extract((Subject(TEMPERATURE.id, ""),), START, minute(3 * 24 * 60), BERLIN)
        found = [piece async for piece in rows(scene.history, wanted)]
    told = "".join(found).splitlines()
    assert told[0] == "time,entity_id,attribute,value,unit,level,low,high,count"
    assert len(told) == 1 + 48
    assert len(found) > 3
    assert told[1].endswith(",sensor.living_temperature,,20,°C,raw,,,")
