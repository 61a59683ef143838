"""The last row: the keys of this place. Where the window is narrow, only as many as fit whole."""

from collections.abc import Iterable, Iterator

from textual.app import ComposeResult
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

ROOMY = 100
FEW = 6
PALETTE = "-command-palette"


class Foot(Footer):
    """Never a cut word: a key that does not fit is left out, the nearest ones come first."""

    def compose(self) -> ComposeResult:
        """The keys that fit."""
        yield from fitting(super().compose(), self.app.size.width, narrow=self.compact)

    def on_resize(self, event: Resize) -> None:
        """Another width has room for other keys."""
        self.compact = event.size.width < ROOMY
        self.call_after_refresh(self.recompose)


def fitting(found: Iterable[Widget], width: int, *, narrow: bool) -> Iterator[Widget]:
    """The palette's key, which stands at the right edge, and as many before it as have room."""
    keys = [key for key in found if isinstance(key, FooterKey)]
    palette = [key for key in keys if key.has_class(PALETTE)]
    left = width - sum(cells(key, narrow=True) + 1 for key in palette)
    room = FEW if narrow else len(keys)
    for key in [key for key in keys if key not in palette][: room - len(palette)]:
        left -= cells(key, narrow=narrow)
        if left < 0:
            break
        yield key
    yield from palette


def cells(key: FooterKey, *, narrow: bool) -> int:
    """How wide a key is drawn, with the gap behind it."""
    return len(key.key_display) + len(key.description) + (2 if narrow else 3)
