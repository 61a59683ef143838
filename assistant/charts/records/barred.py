"""From the states of an entity to a bar of a chart, with what is worth saying of them. Pure."""

from assistant.charts.chart import Bar, Block
from assistant.charts.rest import AT_REST, LOST
from assistant.charts.scale import lasting
from devices.history.analysis.held import held
from devices.history.course.course import States


def barred(states: States, label: str) -> Bar:
    """The bar of these states."""
    blocks = [Block(span.word, span.start, span.end) for span in states.spans]
    for tally in states.tallies:
        if tally.held:
            longest = max(tally.held, key=lambda word: tally.held[word])
            blocks.append(Block(longest, tally.start, tally.end, exact=False))
    blocks.sort(key=lambda block: block.start)
    return Bar(states.entity_id, label, tuple(blocks), states.gaps, _told(states), states.since)


def _told(states: States) -> str:
    """How long it was not at rest, in the word that held longest, and how often that began."""
    words = {span.word for span in states.spans} | {w for tally in states.tallies for w in tally.held}
    known = words - LOST
    if not known:
        return ""
    found = {word: held(states, {word}) for word in known - AT_REST or known}
    word = max(found, key=lambda name: (found[name].seconds, name))
    often = found[word].count
    return f"{word} {lasting(found[word].seconds)}" + (f", {often}x" if often > 1 else "")
