"""What is wrong now, one row each, newest first, above the prompt. It stays until it is no longer true."""

from textual.content import Content
from textual.widgets import Static

ROWS = 2


class Strip(Static):
    """At most two rows: what, since when, what now."""

    DEFAULT_CSS = """
    Strip { display: none; height: auto; max-height: 6; color: $warning; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__("", id="strip", markup=False)
        self._rows: dict[str, str] = {}

    def tell(self, key: str, text: str) -> None:
        """Say or renew one row."""
        if self._rows.get(key) != text:
            self._rows[key] = text
            self._paint()

    def clear(self, key: str) -> None:
        """It is no longer true."""
        if self._rows.pop(key, None) is not None:
            self._paint()

    def _paint(self) -> None:
        rows = list(self._rows.values())[::-1][:ROWS]
        self.display = bool(rows)
        self.update(Content("\n".join(f"▲ {row}" for row in rows)))
