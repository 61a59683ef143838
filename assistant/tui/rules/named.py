"""Rules, jobs and scenes as rows of the completion list; each inserts the id that tools and commands take."""

from collections.abc import Iterator

from assistant.tui.face.mention import Offer
from assistant.tui.scene import Scene
from tools.words.speech import rule_sentence


def named(scene: Scene) -> Iterator[Offer]:
    """All of them; nothing while the home opens."""
    if scene.runtime is None:
        return
    house, view = scene.runtime.house, scene.view()
    for rule in house.book.everything():
        kind = "job" if rule.once else "automation"
        yield Offer(rule.id, "⟳ ", rule.id, f"{kind} · {rule_sentence('en', rule, view)}")
    for kept in house.scenes.scenes():
        yield Offer(kept.name, "▤ ", kept.name, f"scene · {len(kept.members)} devices")
