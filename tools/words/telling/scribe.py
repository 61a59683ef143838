"""What the parts of a rule's sentence share: the language, the names of things, and how words are joined."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from devices.automation.rule.trigger import Pool
from devices.model import Domain
from devices.view import View
from tools.words.catalogue import duration, fill, listed, say, state_label
from tools.words.packs import pack


@dataclass(frozen=True, slots=True)
class Scribe:
    """In which language, of which home, in which zone a rule is told.

    `scene` names a scene by its id, `near` is when the rule was made: a moment about then needs no year.
    `once` tells that it runs a single time: what would be "every day" is the next one.
    """

    language: str
    view: View
    zone: tzinfo
    scene: Callable[[str], str]
    near: datetime | None = None
    once: bool = False

    def say(self, phrase: str, **facts: object) -> str:
        """A phrase of the catalogue."""
        return say(self.language, phrase, **facts)

    def name(self, entity_id: str, attribute: str = "") -> str:
        """The name of an entity, with the attribute that is watched."""
        snapshot = self.view.find(entity_id)
        name = snapshot.entity.name if snapshot else entity_id
        if not attribute:
            return name
        plain = attribute.removeprefix("current_")
        label = pack(self.language).classes.get(plain, attribute.replace("_", " "))
        return self.say("rule_named", name=name, attribute=label)

    def subject(self, entities: Sequence[str], pool: Pool, attribute: str = "") -> str:
        """Several entities as one: "A or B", "A and B", "the average of A and B"."""
        names = [self.name(entity_id, attribute) for entity_id in entities]
        if pool is Pool.ANY:
            return self.either(names)
        told = listed(self.language, names)
        return self.say("rule_average", names=told) if pool is Pool.MEAN else told

    def number(self, value: float, entities: Sequence[str], unit: str, attribute: str = "") -> str:
        """A limit with the unit it is meant in."""
        snapshot = self.view.find(entities[0]) if entities else None
        own = snapshot.entity.unit if snapshot else ""
        if snapshot and snapshot.entity.domain is Domain.CLIMATE and attribute.endswith("temperature"):
            own = own or "°C"
        return f"{self.exactly(value)} {unit or own or ''}".rstrip()

    def exactly(self, value: float) -> str:
        """A number with all its decimals, so that two limits never read alike."""
        text = f"{value:.6f}".rstrip("0").rstrip(".") if abs(value) < 1e15 else f"{value:g}"
        return ("0" if text == "-0" else text).replace(".", pack(self.language).decimal)

    def states(self, words: Sequence[str], entities: Sequence[str], *, many: bool = False) -> str:
        """State words as these entities have them: "on or off"."""
        return self.either([self._state(word, entities, many=many) for word in words])

    def _state(self, word: str, entities: Sequence[str], *, many: bool) -> str:
        snapshot = self.view.find(entities[0]) if entities else None
        device_class = snapshot.entity.device_class if snapshot else None
        name = snapshot.entity.name if snapshot else ""
        return state_label(self.language, word, device_class, name, many=many)

    def either(self, parts: Sequence[str]) -> str:
        """One of several: "a, b or c"."""
        return self._joined("rule_or", parts)

    def both(self, parts: Sequence[str]) -> str:
        """All of several: "a, b and c"."""
        return self._joined("rule_and", parts)

    def _joined(self, phrase: str, parts: Sequence[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return self.say(phrase, first=pack(self.language).comma.join(parts[:-1]), last=parts[-1])

    def lasting(self, seconds: float) -> str:
        """A length of time, exactly: "1 day 2 hours 3 minutes 4 seconds"."""
        return exact(self.language, seconds)

    def glued(self, *parts: str) -> str:
        """Parts of a sentence in a row, with the space that the language puts between them."""
        return glued(self.language, *parts)


def glued(language: str, *parts: str) -> str:
    """Parts of a sentence in a row, spaced as the language does; empty ones are left out."""
    there = {f"part{place}": part for place, part in enumerate(filter(None, parts))}
    gap = "" if language.startswith("zh") else " "
    return fill(language, gap.join(f"{{{place}}}" for place in there), **there)


def capital(text: str) -> str:
    """A sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def exact(language: str, seconds: float) -> str:
    """A length of time with nothing rounded away, so that two lengths never read alike."""
    spoken = pack(language)
    parts: list[str] = []
    whole, left = divmod(round(seconds * 1000), 1000)
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        count, whole = divmod(whole, size)
        if count:
            parts.append(spoken.counted(str(count), count, spoken.nouns[unit]))
    rest = whole + left / 1000
    if rest:
        number = f"{rest:.3f}".rstrip("0").rstrip(".").replace(".", spoken.decimal)
        parts.append(spoken.counted(number, rest, spoken.nouns["second"]))
    return " ".join(parts) or duration(language, 0)
