"""Places by the instant at which time moves them on: a heap that forgets lazily. Calls nobody."""

from datetime import datetime
from heapq import heapify, heappop, heappush

from devices.automation.watch.spec import Place

SLACK = 64
"""So many forgotten entries more than living ones, and the heap is made anew."""


class Dues:
    """One instant a place."""

    def __init__(self) -> None:
        self._heap: list[tuple[datetime, Place]] = []
        self._instants: dict[Place, datetime] = {}

    def put(self, place: Place, instant: datetime | None) -> None:
        """Set or move a place's instant; None forgets it."""
        if instant is None:
            self._instants.pop(place, None)
        elif self._instants.get(place) != instant:
            self._instants[place] = instant
            heappush(self._heap, (instant, place))
            if len(self._heap) > 2 * len(self._instants) + SLACK:
                self._heap = [(at, known) for known, at in self._instants.items()]
                heapify(self._heap)

    def of(self, place: Place) -> datetime | None:
        """The instant of a place."""
        return self._instants.get(place)

    def nearest(self) -> datetime | None:
        """The earliest instant."""
        while self._heap and self._instants.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def take(self, until: datetime) -> tuple[datetime, Place] | None:
        """The earliest instant that is not after `until`, and its place, taken out."""
        nearest = self.nearest()
        if nearest is None or nearest > until:
            return None
        found = heappop(self._heap)
        del self._instants[found[1]]
        return found
