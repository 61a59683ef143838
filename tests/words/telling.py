"""What words for past time mean, read in Berlin on Tuesday, 1 December 2026, at 13:30."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tools.words.speech import Anchor, Window, meant

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 12, 1, 12, 30, tzinfo=UTC)


def told(language: str, words: str) -> tuple[str, str, str]:
    """Start and end on the home's clock, and the neutral name where it has one."""
    found = meant(language, words, NOW, BERLIN)
    assert isinstance(found, Window), found
    return shown(found.start), shown(found.end), "" if "/" in found.key else found.key


def anchored(language: str, words: str) -> tuple[str, str]:
    """What the window hangs on, and whose it is."""
    found = meant(language, words, NOW, BERLIN)
    assert isinstance(found, Anchor), found
    assert found.label
    return found.event.value, found.whose.value


def refused(language: str, words: str) -> bool:
    """Whether no window is made of the words."""
    return meant(language, words, NOW, BERLIN) is None


def shown(at: datetime) -> str:
    """An instant on the clock of Berlin."""
    return f"{at.astimezone(BERLIN):%Y-%m-%d %H:%M}"
