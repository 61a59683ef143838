"""Commands under way and lately ended, by entity: feeds receipts and says who caused a change."""

from collections import defaultdict

from devices.command import Cause
from devices.kinds.spec import Verdict
from devices.model import Fields, Snapshot
from devices.road.receipt import Receipt


class Ledger:
    """Knows which commands may explain a report. Keys are the dialects' own."""

    def __init__(self) -> None:
        self._open: defaultdict[str, list[Receipt]] = defaultdict(list)
        self._ended: dict[str, Receipt] = {}

    def open(self, key: str, receipt: Receipt) -> None:
        """Feed this receipt from now on."""
        self._open[key].append(receipt)

    def close(self, key: str, receipt: Receipt) -> None:
        """Stop feeding it; late reports that show what it asked for are still its doing."""
        self._open[key].remove(receipt)
        if not self._open[key]:
            del self._open[key]
        self._ended[key] = receipt

    def forget(self, key: str, receipt: Receipt) -> None:
        """Its time is over: nothing more is its doing."""
        if self._ended.get(key) is receipt:
            del self._ended[key]

    def report(self, key: str, snapshot: Snapshot, fields: Fields) -> None:
        """Tell every open receipt of an entity about a live report."""
        for receipt in tuple(self._open.get(key, ())):
            receipt.report(snapshot, fields)

    def blame(self, key: str, snapshot: Snapshot, fields: Fields) -> Cause | None:
        """The cause of the command that explains a live report, or None: not caused by us."""
        for receipt in reversed(self._open.get(key, ())):
            if receipt.speaks_of(fields):
                return receipt.cause
        ended = self._ended.get(key)
        if ended is None or snapshot.state is None or not ended.speaks_of(fields):
            return None
        shows = ended.kind.achieved(ended.command, snapshot.state)
        return ended.cause if shows in (Verdict.ACHIEVED, Verdict.MOVING) else None

    def disconnected(self) -> None:
        """Tell every open receipt that no answer can come."""
        for receipts in tuple(self._open.values()):
            for receipt in receipts:
                receipt.disconnected()
