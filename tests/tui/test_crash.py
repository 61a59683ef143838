"""A crash shows no traceback and no values; the failure is handed on, and the home is still closed properly."""

from pathlib import Path

import pytest

from devices.errors import ConfigError
from tests.tui.lines import says
from tests.tui.stage import Stage, stage
from tests.tui.test_chat import ready

VALUE = "gsk_never_to_be_seen"


class BrokenError(RuntimeError):
    """What the test raises."""


def _break() -> None:
    api_key = VALUE
    raise BrokenError(f"no luck with {len(api_key)} letters")


async def _run_and_break(show: Stage) -> None:
    async with show.app.run_test() as pilot:
        await ready(show, pilot)
        show.app.call_later(_break)
        await pilot.pause(0.3)


async def test_failure_is_kept_and_nothing_is_printed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    show = stage(tmp_path, says("ok"))
    with pytest.raises(BrokenError):
        await _run_and_break(show)
    assert isinstance(show.app.failure, BrokenError)
    assert show.app.return_code == 70
    printed = capfd.readouterr()
    assert VALUE not in printed.out + printed.err
    assert "Traceback" not in printed.out + printed.err


async def test_home_that_can_not_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"), refusal=ConfigError("the data folder can't be written"))
    async with show.app.run_test() as pilot:
        await pilot.pause(0.3)
        assert "the data folder can't be written" in str(show.app.main.chat.strip.content)
        assert show.app.failure is None
