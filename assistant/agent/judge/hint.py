"""What of the home would help in a plight that words tell of: "it is too dark". Pure; a hint is no order."""

from collections.abc import Mapping

from devices.model import Domain
from devices.view import View
from tools.meaning.topic import hints, topics
from tools.words.spec import Topic

_HELPS: Mapping[Domain, frozenset[Topic]] = {
    Domain.LIGHT: frozenset({Topic.LIGHT, Topic.SCENE}),
    Domain.FAN: frozenset({Topic.FAN, Topic.SCENE}),
    Domain.CLIMATE: frozenset({Topic.CLIMATE, Topic.SCENE}),
    Domain.COVER: frozenset({Topic.COVER, Topic.SCENE}),
    Domain.SWITCH: frozenset({Topic.SWITCH}),
    Domain.LOCK: frozenset({Topic.LOCK, Topic.SCENE}),
}


def helpful(text: str, places: frozenset[str], view: View) -> frozenset[str]:
    """The entities that would help; where rooms are named, only those in them, of a scene all."""
    told = hints(text) | (topics(text) & frozenset({Topic.SCENE}))
    return frozenset(
        snapshot.entity.id
        for snapshot in (view.exposed() if told else ())
        if told & _HELPS.get(snapshot.entity.domain, frozenset())
        and (not places or snapshot.entity.area in places)
    )
