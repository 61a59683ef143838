"""Every colour of the house's own themes can be read on its grounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.theme import Theme

from assistant.tui.theme import MONO, THEMES, ratio

GROUNDS = ("background", "surface", "panel")
TEXTS = ("foreground", "primary")
STATES = ("secondary", "accent", "success", "warning", "error")


def colour(theme: Theme, name: str) -> str:
    value = theme.variables.get(name) or getattr(theme, name)
    assert isinstance(value, str)
    return value


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("ground", GROUNDS)
def test_text_has_contrast(theme: Theme, ground: str) -> None:
    for name in (*TEXTS, "quiet"):
        assert ratio(colour(theme, name), colour(theme, ground)) >= 4.5, name


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_states_and_badges_have_contrast(theme: Theme) -> None:
    for name in STATES:
        assert ratio(colour(theme, name), theme.background or "") >= 4.5, name
    for badge in ("primary", "secondary", "error"):
        assert ratio(theme.background or "", colour(theme, badge)) >= 4.5, badge


def test_mono_theme_is_grey() -> None:
    names = (*GROUNDS, *TEXTS, *STATES, "boost", "quiet", "edge")
    for value in (colour(MONO, name) for name in names):
        assert value[1:3] == value[3:5] == value[5:7]


def test_contrast_of_black_and_white_is_21() -> None:
    assert ratio("#000000", "#ffffff") == pytest.approx(21.0)


@given(st.integers(0, 0xFFFFFF), st.integers(0, 0xFFFFFF))
def test_contrast_is_symmetric_and_bounded(first: int, second: int) -> None:
    one, other = f"#{first:06x}", f"#{second:06x}"
    assert ratio(one, other) == ratio(other, one)
    assert 1.0 <= ratio(one, other) <= 21.0
