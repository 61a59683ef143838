"""The status row at three widths: the badge is always there and nothing is wider than the window."""

from dataclasses import replace

import pytest

from assistant.tui.view.status import Facts, status_row

HOME = Facts(opening=False, devices=14, attention=1, model="offline", clock="Mon 18:42")


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_row_fits_and_names_the_home(width: int) -> None:
    row = status_row(HOME, width)
    assert row.cell_length <= width
    assert "SIMULATOR" in row.plain
    assert "14 devices" in row.plain


def test_broker_down_is_the_badge() -> None:
    down = Facts(simulated=False, opening=False, address="10.0.0.2:1883", down=12, devices=3)
    assert "BROKER DOWN 12 s" in status_row(down, 140).plain
    assert "broker ✗" in status_row(down, 140).plain


def test_real_broker_is_named_and_opening_is_said() -> None:
    assert (
        "BROKER 10.0.0.2" in status_row(Facts(simulated=False, address="10.0.0.2", opening=False), 140).plain
    )
    assert "opening" in status_row(Facts(), 80).plain


def test_a_home_that_is_only_read_says_so() -> None:
    assert "read-only" in status_row(replace(HOME, reading=True), 140).plain
    assert "read-only" not in status_row(HOME, 140).plain


def test_one_device_is_not_devices() -> None:
    assert "1 device ·" in status_row(replace(HOME, devices=1), 140).plain


def test_count_is_open_while_devices_arrive() -> None:
    assert "14 devices… · ▲ 1" in status_row(replace(HOME, settled=False), 140).plain
    assert "…" not in status_row(HOME, 140).plain


def test_who_runs_the_rules_is_said_where_there_is_room() -> None:
    follower = replace(HOME, following=True, holder="run")
    assert "rules run in hearth run" in status_row(follower, 140).plain
    assert "rules run in another window" in status_row(replace(follower, holder="app"), 140).plain
    assert "following" in status_row(replace(follower, holder=""), 140).plain
    narrow = status_row(follower, 80).plain
    assert "following" in narrow
    assert len(narrow) <= 80


def test_long_row_names_no_holder_rather_than_nothing_at_all() -> None:
    crowded = replace(HOME, following=True, holder="run", model="groq:openai/gpt-oss-120b", reading=True)
    for width in range(98, 140):
        row = status_row(crowded, width).plain
        assert len(row) <= width
        assert "rules run in hearth run" in row or "following" in row or "Mon 18:42" not in row
