"""Sorting what a provider throws: times, limits, statuses and texts of every kind, and our own bugs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.models.trouble import Diagnosis, Limit, Trouble, diagnose
from devices.model import Json


class Refused(Exception):
    """An error as the SDK shapes it."""

    def __init__(self, body: Json, status: int | None = None) -> None:
        super().__init__("refused")
        self.body = body
        self.status_code = status


def of(message: str, code: str = "rate_limit_exceeded", status: int | None = 429) -> Diagnosis | None:
    return diagnose(Refused({"error": {"message": message, "code": code}}, status))


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("try again in 3.7s", 3.7),
        ("try again in 850ms", 0.85),
        ("try again in 7m12s", 432),
        ("Please try again in 1h2m3.5s. Need more?", 3723.5),
        ("try again in 2d", 172_800),
        ("try again later", None),
        ("try again in 1.2.3s", None),
    ],
)
def test_time_that_a_message_says(said: str, seconds: float | None) -> None:
    found = of(said)
    assert found is not None
    assert found.wait == pytest.approx(seconds) if seconds is not None else found.wait is None


@pytest.mark.parametrize(
    ("said", "limit"),
    [
        ("on tokens per minute (TPM): Limit 8000", Limit.TOKENS_MINUTE),
        ("on requests per day (RPD): Limit 1000", Limit.REQUESTS_DAY),
        ("on something else", Limit.UNSAID),
    ],
)
def test_limit_that_a_message_names(said: str, limit: Limit) -> None:
    found = of(said)
    assert found is not None
    assert found.limit is limit


@pytest.mark.parametrize(
    ("status", "code", "trouble"),
    [
        (400, "model_decommissioned", Trouble.MODEL_GONE),
        (400, "context_length_exceeded", Trouble.TOO_LARGE),
        (400, "tool_use_failed", Trouble.TOOL_FORM),
        (400, "", Trouble.REFUSED),
        (422, "", Trouble.REFUSED),
        (408, "", Trouble.TIMEOUT),
        (413, "rate_limit_exceeded", Trouble.TOO_LARGE),
        (498, "capacity_exceeded", Trouble.CAPACITY),
        (529, "", Trouble.SERVER),
        (None, "capacity_exceeded", Trouble.CAPACITY),
        (None, "tool_use_failed", Trouble.TOOL_FORM),
    ],
)
def test_status_or_code_sorts_the_failure(status: int | None, code: str, trouble: Trouble) -> None:
    found = of("m", code, status)
    assert found is not None
    assert found.trouble is trouble


def test_too_large_in_a_stream_is_no_limit_to_wait_for() -> None:
    found = of("Request too large for model `m`: Limit 8000, Requested 12328", status=None)
    assert found == Diagnosis(Trouble.TOO_LARGE)


@pytest.mark.parametrize("error", [TypeError("bug"), KeyError("bug"), ValueError("bug"), AssertionError()])
def test_bug_of_ours_is_no_failure_of_a_provider(error: Exception) -> None:
    assert diagnose(error) is None


words = st.text(max_size=60)
bodies = st.recursive(
    st.none() | st.booleans() | st.integers() | words,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["error", "message", "code", "status_code", "failed_generation"]) | words, inner
        )
    ),
    max_leaves=8,
)


@given(bodies, st.none() | st.integers(0, 999))
def test_any_body_and_status_is_sorted_or_left_alone(body: Json, status: int | None) -> None:
    found = diagnose(Refused(body, status))
    assert found is None or isinstance(found.trouble, Trouble)
    assert found is None or found.wait is None or found.wait >= 0


@given(words)
def test_advice_for_the_model_holds_nothing_private(said: str) -> None:
    found = of(f"{said} org_abc123 gsk_secret", "tool_use_failed", 400)
    assert found is not None
    assert "org_abc123" not in found.advice
    assert "gsk_secret" not in found.advice
