"""Answers while rollups are made and readings let go: each sees one state of the records, on both databases."""

import asyncio
from datetime import UTC, timedelta

from devices.history.course.course import Wanted
from devices.history.rollup.retention import Kept
from devices.history.rollup.roller import Roller
from tests.history.scene import DOOR, TEMPERATURE, Scene, minute, on_off, recorded, warm

DAY = 1440


async def lived(scene: Scene) -> None:
    """Six days, a reading a quarter of an hour."""
    for quarter in range(6 * 96):
        scene.report(TEMPERATURE, warm(round(20 + quarter % 17 / 10, 1)), minute(quarter * 15))
        scene.report(DOOR, on_off("on" if quarter % 3 else "off"), minute(quarter * 15 + 1))
    await scene.until(minute(6 * DAY))


async def told(scene: Scene) -> tuple[object, ...]:
    """What can't depend on which record tells."""
    found = await scene.history.statistics(TEMPERATURE.id, minute(60), minute(5 * DAY + 725))
    states = (await scene.history.states([Wanted(DOOR.id)], minute(60), minute(5 * DAY + 725)))[0]
    held = sum(span.end - span.start for span in states.spans if span.word == "on")
    held += sum(tally.held.get("on", 0) for tally in states.tallies)
    extremes = found.minimum, found.minimum_at, found.maximum, found.maximum_at
    return (round(found.mean or 0, 9), *extremes, found.count, found.coverage, found.gaps, held)


async def test_answers_stay_the_same_while_records_are_rolled_up_and_let_go(address: str) -> None:
    async with recorded(address) as scene:
        await lived(scene)
        before, answers = await told(scene), set[tuple[object, ...]]()
        kept = Kept(timedelta(days=2), timedelta(days=2))
        roller = Roller(scene.database, scene.clock, UTC, kept)

        async def work() -> None:
            await roller.catch_up()
            await roller.let_go()

        working = asyncio.create_task(work())
        while not working.done():
            answers.add(await told(scene))
        await working
        answers.add(await told(scene))
        since = (await scene.history.kept()).numbers
    assert answers == {before}
    assert since is not None
    assert since > minute(3 * DAY)
