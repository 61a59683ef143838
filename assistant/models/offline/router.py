"""What a sentence is, before anything is planned; the one place that may call it an immediate command."""

from collections.abc import Callable
from dataclasses import dataclass

from assistant.models.offline.grammar.reading import Reading, Span, idle
from assistant.models.offline.later import creates, reminds, timed, told_past, watches
from assistant.models.offline.ledger import switches
from assistant.models.offline.past.asked import recalls
from assistant.models.offline.plan import Kind
from assistant.models.offline.rules.kept import keeps
from assistant.models.offline.rules.scenes import about_scenes
from tools.words.spec import Tag

_ORDERS = (Tag.ACTION, Tag.SET, Tag.RELATIVE)
_LAST_HOUR = 24
_ABOUT_NUMBERS = frozenset({"mean", "duration", "count", "changes"})


@dataclass(frozen=True, slots=True)
class Route:
    """The kind of a sentence and the reason in one word."""

    kind: Kind
    reason: str


def routed(reading: Reading) -> Route:
    """Route a sentence; the order of the checks is the point: whatever is not plainly a command is none."""
    if not reading.spans:
        return Route(Kind.CHAT, "empty")
    for check, kind, reason in _CHECKS:
        if check(reading):
            return Route(kind, reason)
    return Route(Kind.CHAT, "no-wish")


def asks(reading: Reading) -> bool:
    """Whether the words ask: by a question word, a leading "is", a question mark without polite order."""
    return _asks(reading)


def orders(reading: Reading) -> bool:
    """Whether some word may be an order."""
    return _orders(reading)


def begs(reading: Reading) -> bool:
    """Whether the words wish politely and ask for nothing: "I need some light", "would you mind ..."."""
    said = reading.content
    asked = (Tag.ASK, Tag.STAT, Tag.LIST, Tag.WHY, Tag.SEARCH)
    return (
        reading.has(Tag.POLITE)
        and bool(said)
        and not said[0].has(*asked)
        and not reading.has(Tag.STAT, Tag.MEASURE, Tag.WINDOW, Tag.WHY, Tag.LIST)
    )


def foreign(reading: Reading) -> bool:
    """Whether several words, in Latin letters, hold none that is known: those of a language not read here."""
    known = any(span.known for span in reading.content)
    return reading.code == "en" and " " in reading.text.strip() and not known


def greets(reading: Reading) -> bool:
    """Whether the words are nothing but a greeting or thanks."""
    said = reading.content
    return bool(said) and all(span.has(Tag.GREETING) for span in said)


def joins(reading: Reading) -> bool:
    """Whether the words only go on with what was said before: "and the other one", "the fan too"."""
    spans = reading.spans
    return bool(spans) and (spans[0].has(Tag.AND) or spans[-1].has(Tag.AND))


def amounts(reading: Reading) -> tuple[int, ...]:
    """Places of numbers with a unit of time ("10 minutes"); a span that is both counts once."""
    spans = reading.spans
    return tuple(
        place
        for place, span in enumerate(spans[:-1])
        if span.number is not None and spans[place + 1].has(Tag.SPAN)
    )


def _helps(reading: Reading) -> bool:
    said = reading.content
    return (
        any(span.has(Tag.HELP) for span in reading.spans) and (len(said) <= 2) and not reading.has(Tag.KIND)
    )


def _undoes(reading: Reading) -> bool:
    said = reading.content
    return bool(said) and said[0].has(Tag.UNDO) and not reading.has(Tag.TIMED, Tag.ROOM)


def _looks_back(reading: Reading) -> bool:
    """Statistics of the past, or anything about a past stretch of time that gives no order."""
    stats = {value for span in reading.spans for value in span.values(Tag.STAT)}
    past = reading.has(Tag.WINDOW) or _last(reading)
    if stats & _ABOUT_NUMBERS:
        return not (_orders(reading) and not _asks(reading)) or past
    if "when" in stats and not _conditional(reading):
        return True
    if stats & {"max", "min"} and (past or (reading.has(Tag.MEASURE) and _asks(reading))):
        return not _orders(reading) or _asks(reading)
    return past and (_asks(reading) or not _orders(reading))


def _last(reading: Reading) -> bool:
    spans = reading.spans
    return any(
        span.has(Tag.LAST) and any(after.has(Tag.SPAN) for after in spans[place + 1 : place + 4])
        for place, span in enumerate(spans)
    )


def _timed_marks(reading: Reading) -> bool:
    """A time that only the patterns of times show, beside something to do."""
    if _asks(reading) and (_question_mark(reading) or not reading.has(*_ORDERS)):
        return False
    return timed(reading) and (_orders(reading) or reminds(reading))


def _conditional(reading: Reading) -> bool:
    """An "if" or "when" with something to do, a limit with something to do, or a new automation."""
    limit = reading.has(Tag.ABOVE, Tag.BELOW) and any(span.number is not None for span in reading.spans)
    act = reading.has(*_ORDERS)
    if reading.has(Tag.RULE) and (limit or reading.has(Tag.IF)):
        return True
    asking = _asked_when(reading)
    if reading.has(Tag.IF) and not asking:
        return True
    measured = reading.has(Tag.MEASURE, Tag.THEN) or any(
        span.has(Tag.UNIT) and span.value(Tag.UNIT) != "percent" for span in reading.spans
    )
    return limit and act and measured and not asking


def _asked_when(reading: Reading) -> bool:
    """For instance "When was ...", "когда ...?": the word for a condition asks for a time instead."""
    said = reading.content
    if not said or not said[0].has(Tag.STAT) or "when" not in said[0].values(Tag.STAT):
        return False
    return not said[0].has(Tag.IF) or _question_mark(reading) or not reading.has(*_ORDERS)


def _explains(reading: Reading) -> bool:
    past_value = reading.has(Tag.WINDOW) and not reading.has(Tag.STATE, Tag.PARTICLE, Tag.ACTION)
    return reading.has(Tag.WHY) and not past_value


def _rules(reading: Reading) -> bool:
    if not reading.has(Tag.RULE):
        return switches(reading)
    verbs = (Tag.LIST, Tag.DELETE, Tag.ENABLE, Tag.DISABLE, Tag.ASK)
    return reading.has(*verbs) or len(reading.content) <= 2


def _timed(reading: Reading) -> bool:
    """Anything at a time, after a while or for a while."""
    if _asks(reading) and (_question_mark(reading) or not reading.has(*_ORDERS)):
        return False
    clock = any(
        span.has(Tag.TIMED)
        and not _a_bit(reading, n)
        and (span.value(Tag.TIMED) not in ("after", "before", "clock") or _beside_number(reading, n))
        for n, span in enumerate(reading.spans)
    )
    wordy = any(span.has(Tag.TIMED) and not idle(span) and len(span.text) > 2 for span in reading.spans)
    return clock or wordy or bool(amounts(reading)) or _at_number(reading) or reading.has(Tag.WINDOW)


def _beside_number(reading: Reading, place: int) -> bool:
    around = reading.spans[max(0, place - 2) : place + 3]
    return any(span.number is not None or span.has(Tag.SPAN) for span in around)


def _at_number(reading: Reading) -> bool:
    """For instance "at 7", "at 7:30": a clock time, unless a unit follows."""
    spans = reading.spans
    for place, span in enumerate(spans[:-1]):
        if span.value(Tag.FILLER) == "at" and _is_hour(spans[place + 1]):
            after = spans[place + 2] if place + 2 < len(spans) else None
            if after is None or not after.has(Tag.UNIT):
                return True
    return ":" in reading.text and any(span.number is not None for span in spans)


def _is_hour(span: Span) -> bool:
    """Whether a number may be an hour; "half" is a share."""
    return span.number is not None and (span.number == 0 or 1 <= span.number <= _LAST_HOUR)


def _a_bit(reading: Reading, place: int) -> bool:
    """Whether the Chinese 点 is that of 一点, "a bit", at the end of a wish, and no clock's."""
    spans = reading.spans
    little = (
        reading.code == "zh" and spans[place].text == "点" and place > 0 and spans[place - 1].text == "一"
    )
    clock = any(span.has(Tag.TIMED) for n, span in enumerate(spans) if n != place)
    return little and not clock and not any(span.has(*_ORDERS) for span in spans[place + 1 :])


def _asks(reading: Reading) -> bool:
    """Whether it asks: by a question word, a leading "is", or a question mark without a polite order."""
    said = reading.content
    if not said:
        return False
    polite = any("can" in span.values(Tag.POLITE) for span in reading.spans)
    first_verb = reading.first(*_ORDERS)
    if polite and first_verb >= 0:
        return False
    words = [
        n
        for n, span in enumerate(reading.spans)
        if span.has(Tag.ASK) and span.value(Tag.ASK) != "or" and not _shadowed(span, n)
    ]
    if words and (first_verb < 0 or words[0] < first_verb or reading.code != "en"):
        return True
    return _question_mark(reading) and not _ordered(reading)


def _shadowed(span: Span, place: int) -> bool:
    """English "is" in the middle is a filler, and Russian "а" alone joins; only leading ones ask."""
    weak = span.has(Tag.FILLER) or span.has(Tag.AND)
    return weak and place > 1


def _question_mark(reading: Reading) -> bool:
    return reading.text.rstrip().endswith("?")


def _ordered(reading: Reading) -> bool:
    said = reading.content
    return bool(said) and said[0].has(*_ORDERS) and not said[0].has(Tag.STATE)


def _orders(reading: Reading) -> bool:
    return reading.has(*_ORDERS) or any(span.has(Tag.PARTICLE) for span in reading.spans)


def _states(reading: Reading) -> bool:
    """A plain wish to know without a question word: "temperature in the bedroom", "the light is on"."""
    if any(span.has(*_ORDERS) and not span.has(Tag.STATE, Tag.KIND) for span in reading.spans):
        return False
    if _names_only(reading):
        return True
    if reading.has(Tag.LIST) and reading.has(Tag.KIND, Tag.STATE, Tag.MEASURE, Tag.THING):
        return True
    if reading.has(Tag.MEASURE) and not any(span.number is not None for span in reading.spans):
        return not reading.has(Tag.ACTION, Tag.SET, Tag.RELATIVE, Tag.LEVEL, Tag.PARTICLE)
    middle_be = any(span.value(Tag.FILLER) == "be" for span in reading.spans[1:])
    told = any(span.has(Tag.STATE) and not span.has(Tag.ACTION, Tag.PARTICLE) for span in reading.spans)
    return reading.has(Tag.STATE) and (middle_be or told)


def _names_only(reading: Reading) -> bool:
    """Just a thing: "kitchen light"; how it is will be the wish."""
    said = reading.content
    nouns = (Tag.KIND, Tag.THING, Tag.MEASURE)
    things = any(span.entities or span.has(*nouns) for span in said)
    return things and all(
        (span.named or span.has(*nouns, Tag.ROOM, Tag.FLOOR)) and not span.has(Tag.ACTION) for span in said
    )


def _commands(reading: Reading) -> bool:
    if _orders(reading):
        return True
    valued = reading.has(Tag.LEVEL, Tag.TONE) or any(span.number is not None for span in reading.spans)
    return (valued and reading.has(Tag.KIND, Tag.THING, Tag.BRIGHTNESS, Tag.ROOM)) or _named_value(reading)


def _named_value(reading: Reading) -> bool:
    named = any(span.entities for span in reading.spans)
    return named and any(span.number is not None or span.has(Tag.LEVEL) for span in reading.spans)


_CHECKS: tuple[tuple[Callable[[Reading], bool], Kind, str], ...] = (
    (lambda reading: reading.has(Tag.SEARCH), Kind.SEARCH, "search-words"),
    (_helps, Kind.HELP, "help-words"),
    (lambda reading: bool(keeps(reading)), Kind.RULES, "kept"),
    (_undoes, Kind.UNDO, "undo-first"),
    (_explains, Kind.WHY, "why-word"),
    (lambda reading: about_scenes(reading) is not None, Kind.SCENE, "scene"),
    (told_past, Kind.HISTORY, "told-past"),
    (recalls, Kind.HISTORY, "past-question"),
    (watches, Kind.RULE, "watcher"),
    (_conditional, Kind.RULE, "condition"),
    (creates, Kind.RULE, "new-automation"),
    (_rules, Kind.RULES, "rule-noun"),
    (_looks_back, Kind.HISTORY, "past-or-statistic"),
    (_timed, Kind.TIMER, "time-words"),
    (_timed_marks, Kind.TIMER, "time-marks"),
    (_asks, Kind.QUESTION, "question-word"),
    (_states, Kind.QUESTION, "state-word"),
    (_commands, Kind.COMMAND, "order"),
)
