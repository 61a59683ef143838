"""When a yes counts, on the pure state of the question."""

from hypothesis import given
from hypothesis import strategies as st

from assistant.tui.face.arming import LIMIT, QUIET, Arming


def test_armed_only_after_the_quiet_time() -> None:
    assert not Arming().armed
    assert not Arming().tick(QUIET - 0.1).armed
    assert Arming().tick(QUIET).armed
    assert not Arming().tick(QUIET).startle().armed


def test_thirty_seconds_are_a_no() -> None:
    arming = Arming()
    for _ in range(300):
        assert not arming.expired
        arming = arming.tick(0.1)
    assert arming.tick(0.1).expired
    assert not arming.tick(0.1).armed


def test_a_stray_key_does_not_lengthen_the_countdown() -> None:
    assert Arming().tick(10).startle().left == LIMIT - 10


@given(st.lists(st.one_of(st.none(), st.floats(0.01, 5.0))))
def test_never_armed_within_the_quiet_time_after_a_stray_key(steps: list[float | None]) -> None:
    arming, calm = Arming(), 0.0
    for step in steps:
        arming = arming.startle() if step is None else arming.tick(step)
        calm = 0.0 if step is None else calm + step
        assert not (arming.armed and calm < QUIET - 1e-9)
