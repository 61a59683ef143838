"""Signs that a sentence is not about now: a wish to be told, a new automation, a time. Decides nothing."""

from assistant.models.offline.grammar.reading import Reading, Span
from assistant.models.offline.turns.cut import CLOCKED, PREDICATES
from assistant.models.offline.turns.mark import Mark, every, spot
from assistant.models.offline.turns.sentence import marked
from tools.words.spec import Tag

_JOINTS = frozenset({"when", "whenever", "if", "while", "behind", "only"})
_TOLD_WHEN = frozenset({"when", "whenever", "behind", "delay", "clock", "sun"})
_TELLING = frozenset({"notify", "remind", "speak", "ring"})
_STRONG = frozenset(
    {
        *("interval", "sun", "clock", "arrive", "leave", "delay", "until_clock"),
        *("hold", "over", "timer", "remind", "far_day"),
    }
)
_REMINDING = frozenset({"remind", "notify", "tell", "scene", "timer"})
_PLAIN = ("tell", "скажи", "告诉", "let me know")
_RULE = ("automation", "rule", "правил", "автоматизаци", "自动化", "规则")


def watches(reading: Reading) -> bool:
    """A wish to be told when something will be so, or at a time; a question mark makes it a question."""
    marks = marked(reading)
    kinds = {mark.kind for mark in marks}
    if reading.text.rstrip().endswith("?"):
        return False
    if _told_behind(reading, marks):
        return not reading.has(Tag.SET) and not any(_open(span) for span in reading.spans)
    if kinds & _TELLING:
        return bool(kinds & {*_JOINTS, *CLOCKED, "delay", "arrive", "leave"}) and not _asked_of(marks)
    past = spot(reading.text, reading.code, ("past",))
    return "tell" in kinds and bool(kinds & _TOLD_WHEN) and not past and not _asked_of(marks)


def told_past(reading: Reading) -> bool:
    """For instance "tell me when the door was opened": a question of the past."""
    kinds = {mark.kind for mark in marked(reading)}
    told = {"tell", "when"} <= kinds and not reading.has(Tag.SET, Tag.RELATIVE)
    return told and bool(spot(reading.text, reading.code, ("past",)))


def creates(reading: Reading) -> bool:
    """A new automation that something sets off, though no "if" is said."""
    marks = marked(reading)
    made = any(mark.kind == "lasting" and any(word in mark.text for word in _RULE) for mark in marks)
    return made and any(mark.kind in CLOCKED for mark in marks)


def timed(reading: Reading) -> bool:
    """Times, or people coming and going, that the words of the lexicon alone do not show."""
    return any(mark.kind in _STRONG for mark in marked(reading))


def reminds(reading: Reading) -> bool:
    """Whether it orders a notice or a scene, which no verb of the lexicon shows."""
    return any(mark.kind in _REMINDING for mark in marked(reading))


def _open(span: Span) -> bool:
    """Whether a word asks; 任何一个 only says of how many."""
    return span.has(Tag.ASK) and span.value(Tag.ASK) != "any"


def _told_behind(reading: Reading, marks: tuple[Mark, ...]) -> bool:
    """A statement with the wish to be told of it behind: 洗衣机洗完了告诉我."""
    told = next((mark for mark in marks if mark.kind in ("tell", "notify")), None)
    if reading.code != "zh" or told is None:
        return False
    before = [span for span in reading.spans if span.end <= told.start and not span.named]
    limit = any(s.has(Tag.ABOVE, Tag.BELOW) for s in before) and any(s.number is not None for s in before)
    return limit or any(mark.end <= told.start for mark in every(reading.text, "zh", PREDICATES - {"vague"}))


def _asked_of(marks: tuple[Mark, ...]) -> bool:
    """Whether "tell me if ..." only asks: an "if" right behind the words to be told."""
    told = next((mark for mark in marks if mark.kind in ("tell", "notify")), None)
    asks = next((mark for mark in marks if mark.kind == "if"), None)
    if told is None or asks is None or any(mark.kind == "lasting" for mark in marks):
        return False
    return told.text.startswith(_PLAIN) and 0 <= asks.start - told.end <= 1
