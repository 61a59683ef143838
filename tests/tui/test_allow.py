"""`/allow` and taking it back: what is said is what holds, also after a restart."""

from pathlib import Path

from assistant import place
from tests.fakes.clock import FakeClock
from tests.tui.stage import furnished, opened, stage
from tests.tui.test_chat import WIDE, ready, say, until


async def test_control_given_and_taken_back_holds_now_and_later(tmp_path: Path) -> None:
    async with opened(furnished(), FakeClock(), tmp_path) as runtime:
        await runtime.allow_control()
        assert (runtime.house.home.control_allowed, runtime.settings.value(place.CONTROL)) == (True, "yes")
        await runtime.forbid_control()
        assert (runtime.house.home.control_allowed, runtime.settings.value(place.CONTROL)) == (False, "no")


async def test_allow_with_a_word_it_does_not_know_gives_no_leave(tmp_path: Path) -> None:
    show = stage(tmp_path)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        runtime = show.app.scene.runtime
        assert runtime is not None
        await runtime.forbid_control()
        await say(pilot, "/allow nothing")
        await until(pilot, lambda: not show.app.main.chat.prompt.text)
        assert not runtime.house.home.control_allowed
