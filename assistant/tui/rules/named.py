"""Rules, jobs and scenes as rows of the completion list; each inserts the id that tools and commands take."""

from collections.abc import Iterator

from assistant.tui.face.mention import Offer
from assistant.tui.scene import Scene
from tools.teller import rule_told


def named(scene: Scene) -> Iterator[Offer]:
    """All of them; nothing while the home opens."""
    if scene.runtime is None:
        return
    house = scene.runtime.house
    for rule in house.book.everything():
        kind = "job" if rule.once else "automation"
        yield Offer(rule.id, "⟳ ", rule.id, f"{kind} · {rule_told('en', rule, house)}")
    for kept in house.scenes.scenes():
        yield Offer(kept.name, "▤ ", kept.name, f"scene · {len(kept.members)} devices")
