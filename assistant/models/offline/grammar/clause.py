"""A sentence as clauses, and what each one's verb asks for. Looks at no device."""

from dataclasses import dataclass

from assistant.models.offline.grammar.reading import Reading, Span, idle
from assistant.models.offline.grammar.value import Amount, amounts_of, unit_beside
from tools.words.spec import Tag

_VERBS = (Tag.ACTION, Tag.SET, Tag.RELATIVE)
_NOUNS = (Tag.KIND, Tag.THING, Tag.ROOM, Tag.FLOOR, Tag.MEASURE)
_ALLOWED = frozenset(
    {
        *_VERBS,
        *_NOUNS,
        Tag.PARTICLE,
        Tag.ALL,
        Tag.EVERYWHERE,
        Tag.EXCEPT,
        Tag.AND,
        Tag.FILLER,
        Tag.POLITE,
        Tag.PRONOUN,
        Tag.THEN,
        Tag.UNIT,
        Tag.LEVEL,
        Tag.TONE,
        Tag.MODE,
        Tag.BRIGHTNESS,
        Tag.MASS,
    }
)
_STEP = 5.0
"""Nobody wants a room this cold: so few degrees are by how much it shall change."""
_SWITCHES = {"on": "turn_on", "off": "turn_off"}


@dataclass(frozen=True, slots=True)
class Wish:
    """What the verb of a clause asks: `action` (empty when only a value is set) and the values said.

    `relative` tells that a direction was said instead of a value; `clash` holds two verbs that contradict.
    """

    action: str
    amounts: tuple[Amount, ...]
    relative: bool = False
    clash: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """One order: its wish, its nouns, the nouns that are left out, and a word that fits nowhere."""

    whole: Reading
    wish: Wish
    nouns: Reading
    excluded: Reading
    stray: str = ""


def clauses(reading: Reading) -> tuple[Clause, ...]:
    """The orders of a sentence, in order."""
    return tuple(_clause(part) for part in _parts(reading))


def _parts(reading: Reading) -> list[Reading]:
    cuts = [0]
    for place in range(1, len(reading.spans)):
        if _begins(reading, cuts[-1], place):
            cuts.append(place)
    return [
        reading.part(start, end) for start, end in zip(cuts, [*cuts[1:], len(reading.spans)], strict=True)
    ]


def _begins(reading: Reading, start: int, place: int) -> bool:
    """Whether a new order begins here: the one before has its verb and its noun."""
    before, span = reading.spans[start:place], reading.spans[place]
    verb = any(_is_verb(s) or s.has(Tag.PARTICLE) for s in before)
    noun = any(_is_noun(s) for s in before)
    if not (verb and noun) or any(s.has(Tag.EXCEPT) for s in before[-1:]):
        return False
    if span.value(Tag.AND) == "take":
        return True
    joined = reading.spans[place - 1].has(Tag.AND) or _comma(reading, place)
    if _is_verb(span):
        return (
            joined and _object_follows(reading, place) if _is_noun(span) else joined or _more(reading, place)
        )
    return joined and (
        span.has(Tag.PARTICLE) or _leading_on(span) or _ends_in_verb(before, reading.spans[place:])
    )


def _leading_on(span: Span) -> bool:
    """For instance "... and on the hall light": a preposition that begins an order is its verb."""
    return span.value(Tag.FILLER) == "on"


def _ends_in_verb(before: tuple[Span, ...], rest: tuple[Span, ...]) -> bool:
    """Whether both halves put their verb, or their "on" and "off", behind the noun."""
    if any(s.has(Tag.PARTICLE) for s in before):
        return any(s.has(Tag.PARTICLE) for s in rest)
    first = next(s for s in before if _is_verb(s) or _is_noun(s))
    return _is_noun(first) and any(_is_verb(s) for s in rest)


def _more(reading: Reading, place: int) -> bool:
    """Without "and": another order only if the verb before had its noun and this one has its own too."""
    first_noun = next((n for n, s in enumerate(reading.spans) if _is_noun(s)), place)
    first_verb = next((n for n, s in enumerate(reading.spans) if _is_verb(s)), place)
    return first_verb < first_noun and any(_is_noun(s) for s in reading.spans[place + 1 :])


def _object_follows(reading: Reading, place: int) -> bool:
    """Whether a word that may be verb or noun ("lock") has its own noun behind it."""
    after = (span for span in reading.spans[place + 1 :] if not idle(span))
    return _is_noun(next(after, Span("", 0, 0, ((Tag.FILLER, ""),))))


def _comma(reading: Reading, place: int) -> bool:
    gap = reading.text[reading.spans[place - 1].end : reading.spans[place].start]
    return any(mark in gap for mark in ",;.、，。；")


def _is_verb(span: Span) -> bool:
    return span.has(*_VERBS) and not span.named


def _is_noun(span: Span) -> bool:
    return span.named or not span.known or span.has(*_NOUNS)


def _clause(part: Reading) -> Clause:
    verbs = _verbs(part)
    rest = [span for span in part.spans if span not in verbs]
    left_out = _left_out(part, verbs)
    nouns = tuple(
        s for s in rest if s not in left_out and not s.has(Tag.PARTICLE, Tag.EXCEPT) and s.number is None
    )
    kept = Reading(part.text, part.code, nouns)
    excluded = Reading(part.text, part.code, left_out)
    numbered = Reading(part.text, part.code, tuple(s for s in part.spans if s not in left_out))
    return Clause(part, _wish(part, verbs, numbered), kept, excluded, _stray(part, numbered))


def _verbs(part: Reading) -> tuple[Span, ...]:
    """The spans that act as verbs; one that may be a noun too ("lock") only where a verb belongs."""
    chosen: list[Span] = []
    said = [span for span in part.spans if not idle(span)]
    for place, span in enumerate(said):
        if not _is_verb(span) or (span.has(Tag.LEVEL, Tag.TONE) and chosen):
            continue
        noun_before = any(_is_noun(s) for s in said[:place])
        if _is_noun(span) and (chosen or (noun_before and place < len(said) - 1)):
            continue
        chosen.append(span)
    return tuple(chosen)


def _left_out(part: Reading, verbs: tuple[Span, ...]) -> tuple[Span, ...]:
    """What stands behind an "except", up to the next verb, comma or closing word of the exception."""
    left: list[Span] = []
    inside = False
    for place, span in enumerate(part.spans):
        closing = span in verbs or span.has(Tag.PARTICLE) or span.value(Tag.AND) == "take"
        if span.has(Tag.EXCEPT) and not span.named:
            inside = not left and span.value(Tag.EXCEPT) != "after"
        elif inside and (closing or span.has(Tag.ALL) or _ends_exception(part, place, tuple(left))):
            inside = False
        elif inside and not idle(span):
            left.append(span)
    return tuple(left) or _kept(part, verbs)


def _ends_exception(part: Reading, place: int, left: tuple[Span, ...]) -> bool:
    """Whether a comma ends it: at once behind its word, or when no list goes on."""
    return _comma(part, place) and not (left and _listing(part, place))


def _kept(part: Reading, verbs: tuple[Span, ...]) -> tuple[Span, ...]:
    """What stands before an "excepted" or "keep" that follows its noun, back to a comma or a verb."""
    spans = part.spans
    behind = ("keep", "after")
    end = next((n for n, s in enumerate(spans) if s.value(Tag.EXCEPT) in behind and not s.named), -1)
    start = end
    while start > 0 and not _comma(part, start):
        before = spans[start - 1]
        if before in verbs or before.has(Tag.PARTICLE, Tag.ALL) or before.value(Tag.AND) == "take":
            break
        start -= 1
    return tuple(span for span in spans[start:end] if not idle(span))


def _listing(part: Reading, place: int) -> bool:
    """Whether a comma only goes on with the list: no verb follows."""
    return not any(_is_verb(s) or s.has(Tag.ALL) for s in part.spans[place:])


def _stray(part: Reading, numbered: Reading) -> str:
    """The first word that an order has no use for; leftovers are names that may be unknown, not strays."""
    for place, span in enumerate(part.spans):
        known = span.named or span.number is not None or not span.known
        polite = span.value(Tag.ASK) == "is" and part.has(Tag.POLITE)  # "can you ...?" in Chinese
        if not known and not polite and not any(tag in _ALLOWED for tag, _value in span.words):
            return span.text
        if span.has(Tag.UNIT) and not span.has(Tag.FILLER) and not _measured(part, place):
            return span.text
    return "" if len(amounts_of(numbered)) < 3 else numbered.said(0, len(numbered.spans))


def _measured(part: Reading, place: int) -> bool:
    """Whether a unit has its number close by."""
    span = part.spans[place]
    others = span.named or span.has(*_ALLOWED - {Tag.UNIT})
    return others or any(s.number is not None for s in part.spans[max(0, place - 2) : place + 2])


def _wish(part: Reading, verbs: tuple[Span, ...], numbered: Reading) -> Wish:
    amounts = amounts_of(numbered)
    pairs = [(span.value(Tag.ACTION), span.text) for span in verbs if span.has(Tag.ACTION)]
    switch = _switch(part)
    turned = any(span.value(Tag.SET) for span in verbs) or not verbs
    if switch and turned and not pairs:
        pairs = [(_SWITCHES[switch], switch)]
    actions = list(dict.fromkeys(action for action, _text in pairs))
    clash = (pairs[0][1], pairs[-1][1]) if len(actions) > 1 else None
    if switch and actions and _SWITCHES[switch] not in actions and switch == "off":
        clash = (pairs[0][1], switch)
    clash = clash or _contradicted(part)
    stepped = _stepped(part)
    amounts = () if stepped else amounts
    relative = stepped or (any(span.has(Tag.RELATIVE) for span in verbs) and not amounts)
    return Wish(actions[0] if actions else "", amounts, relative, clash)


def _stepped(part: Reading) -> bool:
    """Whether a number only says by how much: "two degrees warmer", "dim it by 20 percent"."""
    moved = any(span.has(Tag.RELATIVE) or span.value(Tag.FILLER) == "way" for span in part.spans)
    for place, span in enumerate(part.spans):
        before = part.spans[place - 1].value(Tag.FILLER) if place else ""
        if span.number is None or span.named or before == "to":
            continue
        degrees = unit_beside(part, place) in ("celsius", "fahrenheit") and abs(span.number) <= _STEP
        if degrees or (moved and before == "by"):
            return True
    return False


def _contradicted(part: Reading) -> tuple[str, str] | None:
    """For instance "turn it off and the fan on": two switches in one clause, the last one at its end."""
    said = [s for s in part.spans if not idle(s)]
    switches = [s for s in said if s.has(Tag.PARTICLE) and not s.named]
    if len(switches) < 2 or switches[-1] is not said[-1] or any(s.has(Tag.EXCEPT) for s in said):
        return None
    first, last = switches[0], switches[-1]
    return (first.text, last.text) if first.value(Tag.PARTICLE) != last.value(Tag.PARTICLE) else None


def _switch(part: Reading) -> str:
    """The "on" or "off" of a clause; an "on" before a floor is a preposition."""
    said = ["on"] if part.spans and _leading_on(part.spans[0]) else []
    for place, span in enumerate(part.spans):
        if not span.has(Tag.PARTICLE) or span.named:
            continue
        if any(s.value(Tag.EXCEPT) == "keep" for s in part.spans[:place]):
            continue  # "... but leave the hall on" is no order
        after = [s for s in part.spans[place + 1 :] if not idle(s)]
        if span.value(Tag.PARTICLE) == "off" or not (after and after[0].has(Tag.FLOOR)):
            said.append(span.value(Tag.PARTICLE))
    return "off" if "off" in said else "on" if said else ""
