"""The list above the prompt with commands or devices; it inserts nothing itself."""

from collections.abc import Callable

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from assistant.tui.face.mention import Offer

LABEL = 28


class Completion(OptionList):
    """Rows of offers; hidden while there are none. Never takes the focus from the prompt."""

    can_focus = False

    DEFAULT_CSS = """
    Completion {
        display: none; height: auto; max-height: 10; border: round $edge; background: $surface; padding: 0;
        scrollbar-size-vertical: 1; text-wrap: nowrap; text-overflow: ellipsis;
    }
    Completion > .option-list--option-highlighted { background: $pick; color: $foreground; }
    """

    def __init__(self, offers: Callable[[str], tuple[Offer, ...]]) -> None:
        super().__init__(id="completion", markup=False)
        self._offers = offers
        self._unfinished = ""

    def renew(self, unfinished: str) -> None:
        """Show what this unfinished token could become; the same token leaves the list as it is."""
        if unfinished != self._unfinished:
            self._unfinished = unfinished
            self.show(self._offers(unfinished) if unfinished else ())

    def show(self, offers: tuple[Offer, ...]) -> None:
        """Show these offers, the first one highlighted; hide when there are none."""
        self.clear_options()
        self.add_options(Option(_row(offer), id=offer.insert) for offer in offers)
        self.display = bool(offers)
        if offers:
            self.highlighted = 0

    @property
    def chosen(self) -> str | None:
        """What the highlighted row inserts."""
        if not self.display or self.highlighted is None:
            return None
        return self.get_option_at_index(self.highlighted).id


def _row(offer: Offer) -> Content:
    head = f"{offer.glyph}{offer.label}".ljust(LABEL)
    return Content.assemble(head, " ", (offer.note, "$quiet"))
