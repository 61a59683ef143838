"""Who tells that people are home: the entities that a rule about everybody means. Judges nobody's coming."""

from devices.view import View

TRACKERS = ("device_tracker.", "person.")
"""Whose appearing changes who the people of a home are."""


def people(view: View) -> tuple[str, ...]:
    """The ids of whoever tells that people are home, in a fixed order."""
    return tuple(sorted(entity_id for entity_id in view.snapshots if entity_id.startswith(TRACKERS)))
