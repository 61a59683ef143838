"""Whether a state that words tell is the one that a result told: on, open, locked, or not. Pure."""

from collections.abc import Iterable

from assistant.agent.speech.facts import Facts
from assistant.models.offline.grammar.reading import Reading, read
from devices.model import Domain
from tools.words.spec import Tag
from tools.words.speech import detect
from tools.words.token import plain

_OPPOSITES = {
    "on": "off",
    "off": "on",
    "open": "closed",
    "closed": "open",
    "locked": "unlocked",
    "unlocked": "locked",
}
_BOTH = {"on_open": ("on", "open"), "off_close": ("off", "closed"), "off_closed": ("off", "closed")}
_OF_LOCKS = {"open": "unlocked", "closed": "locked"}
_OPENINGS = frozenset({"door", "window", "garage_door", "opening"})
_OF_OPENINGS = {"on": "open", "off": "closed"}
_RUNS = frozenset({"heat", "cool", "auto", "dry", "fan_only", "heat_cool"})
_CURRENT = frozenset({"read_state", "list_devices"})


def said(clause: str, facts: Facts, *, denied: bool) -> frozenset[str]:
    """The states that a clause tells; a denial that is not part of the word itself turns them round."""
    reading = read(clause, facts.view, detect(clause, facts.language))
    states = _states(reading)
    # "не заперта" and 没锁 are one word for the opposite already
    within = any(s.has(Tag.STATE) and (" " in s.text or s.text.startswith("没")) for s in reading.spans)
    turned = denied and not within
    return frozenset(_OPPOSITES[state] for state in states) if turned else states


def against(states: Iterable[str], entity_ids: Iterable[str], facts: Facts) -> bool:
    """Whether the results tell the opposite of these states, of all these entities."""
    told = [reported for i in entity_ids if (reported := _reported(i, facts))]
    wished = _widened(states)
    if not told or not wished:
        return False
    return all(not wished & one and any(_OPPOSITES[s] in one for s in wished) for one in told)


def wrong_answer(facts: Facts, *, agrees: bool) -> bool:
    """Whether a plain yes or no to "is it on?" says the opposite of what a look at it told."""
    reading = read(facts.asked, facts.view, facts.language)
    states = _states(reading)
    simple = not reading.has(Tag.ACTION, Tag.EXCEPT, Tag.NOT, Tag.POLITE) and "n't" not in plain(facts.asked)
    if len(states) != 1 or not simple or not current(facts):
        return False
    if agrees:
        return against(states, facts.told, facts)
    reported = [one for i in facts.told if (one := _reported(i, facts))]
    return bool(reported) and all(_widened(states) & one for one in reported)


def missed(states: Iterable[str], facts: Facts) -> bool:
    """Whether things are told to be as was asked, though the look for such things found none."""
    asked = _states(read(facts.asked, facts.view, facts.language))
    return current(facts) and not facts.told and bool(asked & frozenset(states))


def current(facts: Facts) -> bool:
    """Whether all results tell how things are now, not how they were."""
    return bool(facts.completed) and all(result.tool in _CURRENT for result in facts.completed)


def _states(reading: Reading) -> frozenset[str]:
    loose = [span for span in reading.spans if not span.named]
    words = [value for span in loose for tag in (Tag.STATE, Tag.PARTICLE) for value in span.values(tag)]
    spread = frozenset(one for word in words for one in _BOTH.get(word, (word,)))
    return spread & _OPPOSITES.keys()


def _widened(states: Iterable[str]) -> frozenset[str]:
    known = frozenset(states)
    return known | {_OF_LOCKS[state] for state in known & _OF_LOCKS.keys()}


def _reported(entity_id: str, facts: Facts) -> frozenset[str]:
    """The states of an entity in the words that people have for them."""
    snapshot, told = facts.view.find(entity_id), facts.told.get(entity_id, set())
    if snapshot is None:
        return frozenset()
    if snapshot.entity.domain is Domain.CLIMATE:
        return frozenset({"on"} if told & _RUNS else told) & _OPPOSITES.keys()
    if snapshot.entity.domain is Domain.BINARY_SENSOR:
        opens = snapshot.entity.device_class in _OPENINGS
        return frozenset(_OF_OPENINGS.get(state, state) for state in told) if opens else frozenset()
    return frozenset(told) & _OPPOSITES.keys()
