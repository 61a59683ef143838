"""Words that lean on the turn before: a pick from what its question offered, a pronoun for its subject."""

from dataclasses import replace

from assistant.models.offline.grammar.reading import Reading, Span, idle
from assistant.models.offline.grammar.target import Choice, Found, Missing, Scope, aimed, groups
from assistant.models.offline.grammar.value import amounts_of, order_for
from assistant.models.offline.plan import Kind, Pending, Plan, PlannedCall
from devices.view import View
from tools.words.packs import pack
from tools.words.spec import Tag
from tools.words.speech import choice_question, say
from tools.words.token import plain, tokens

_PAST = dict.fromkeys(("analyze_history", "compare_history", "find_pattern"), Kind.HISTORY)
_LATER = {"schedule": Kind.TIMER, "save_scene": Kind.SCENE, "set_alias": Kind.SCENE}
_VERBS = (
    *(Tag.ACTION, Tag.SET, Tag.RELATIVE, Tag.PARTICLE, Tag.LEVEL, Tag.TONE, Tag.MODE, Tag.UNIT),
    *(Tag.IF, Tag.ASK, Tag.TIMED, Tag.NOT, Tag.EXCEPT, Tag.WHY),
)
_NOUNS = (Tag.KIND, Tag.THING, Tag.MEASURE, Tag.ROOM, Tag.FLOOR, Tag.ALL, Tag.EVERYWHERE, Tag.RULE)


def with_subject(reading: Reading, subject: str) -> Reading:
    """The sentence with its first pronoun read as this entity, if no noun of its own is in it."""
    place = next((n for n, s in enumerate(reading.spans) if s.value(Tag.PRONOUN) == "it"), -1)
    others = (s for n, s in enumerate(reading.spans) if n != place)
    if not subject or place < 0 or any(s.named or not s.known or s.has(*_NOUNS) for s in others):
        return reading
    meant = replace(reading.spans[place], words=(), entities=(subject,))
    return replace(reading, spans=(*reading.spans[:place], meant, *reading.spans[place + 1 :]))


def plan_choice(reading: Reading, view: View, pending: Pending) -> Plan | None:
    """The pending call for what was picked; None when the words are no answer but a wish of their own."""
    said = reading.content
    if not said:
        return None
    if all(span.has(Tag.NOT, Tag.DELETE) for span in said):
        return Plan(Kind.REFUSE, reply=say(reading.code, "nothing_done"), reason="declined")
    left = Pending(tuple(i for i in pending.choices if view.find(i) is not None), pending.call)
    if "action" not in left.call.arguments and left.call.tool == "control_device":
        return _by_value(reading, view, left)
    return None if _wishes(said) else _picked(reading, view, left)


def _picked(reading: Reading, view: View, left: Pending) -> Plan | None:
    picked = _by_number(reading, left.choices) or _by_name(reading, view, left.choices)
    if not picked:
        return _by_words(reading, view, left)
    if len(picked) > 1 and left.call.tool == "why":
        return _asked_again(reading, view, Pending(picked, left.call))
    return _taken(picked, left)


def _by_value(reading: Reading, view: View, pending: Pending) -> Plan | None:
    """The value that was asked for: "30 percent", "to half", "21"; with any other word it is a new wish."""
    allowed = (Tag.UNIT, Tag.LEVEL, Tag.TONE, Tag.MODE, Tag.SET, Tag.BRIGHTNESS)
    if any(s.named or not (s.number is not None or s.has(*allowed)) for s in reading.content):
        return None
    amounts = amounts_of(reading)
    orders = [order_for(view.snapshots[i].entity.domain, a) for i in pending.choices for a in amounts]
    order = orders[0] if orders and len(amounts) == 1 else None
    if order is None or any(other != order for other in orders):
        return None
    arguments = {**pending.call.arguments, "action": order.action, **order.values}
    return Plan(Kind.COMMAND, (PlannedCall(pending.call.tool, arguments),), reason="value-given")


def _taken(picked: tuple[str, ...], pending: Pending) -> Plan:
    kind = {"why": Kind.WHY, **_PAST, "create_automation": Kind.RULE, **_LATER}
    return Plan(kind.get(pending.call.tool, Kind.COMMAND), (pending.call.on(picked),), reason="picked")


def _asked_again(reading: Reading, view: View, left: Pending) -> Plan:
    reply = choice_question(reading.code, "", left.choices, view)
    return Plan(Kind.CLARIFY, reply=reply, choices=left.choices, pending=left.call, reason="still-ambiguous")


def _by_number(reading: Reading, offered: tuple[str, ...]) -> tuple[str, ...]:
    """For instance "2", "the second one", "all of them"; the "one" of "the hall one" is no number."""
    said = [s for s in reading.content if not s.has(Tag.FILLER) or len(reading.spans) == 1]
    ordinals = [span for span in said if span.has(Tag.ORDINAL)]
    bare = ordinals if ordinals and len(ordinals) == len(said) else said
    if len(bare) != 1 or bare[0].named:
        return ()
    span = bare[0]
    ordinal = "-1" if span.has(Tag.LAST) else span.value(Tag.ORDINAL)
    if span.value(Tag.ALL) == "all":
        return offered
    if ordinal == "0":
        return offered
    number = float(ordinal) if ordinal else span.number
    if number is None or number != int(number):
        return ()
    place = int(number) - 1 if number > 0 else len(offered) + int(number)
    return (offered[place],) if 0 <= place < len(offered) else ()


def _wishes(said: tuple[Span, ...]) -> bool:
    """Whether the words have a verb of their own: then they are a new wish."""
    return any(
        span.has(*_VERBS) and not span.named and not span.has(Tag.KIND, Tag.ALL, Tag.ORDINAL) for span in said
    )


def _by_words(reading: Reading, view: View, pending: Pending) -> Plan | None:
    """The one whose name, or whose room's, holds every word that was said; asks again among several."""
    keys = pack(reading.code).keys
    names: dict[str, set[str]] = {}
    for entity_id in pending.choices:
        entity = view.snapshots[entity_id].entity
        said = (entity.name, *entity.aliases, view.area_name(entity))
        names[entity_id] = {key for name in said for token in tokens(plain(name), keys) for key in token.keys}
    every = set[str]().union(*names.values())
    wanted = [
        token.keys
        for span in reading.spans
        for token in tokens(span.text, keys)
        if not _beside(span) or not every.isdisjoint(token.keys)
    ]
    fitting = tuple(i for i, known in names.items() if all(not known.isdisjoint(forms) for forms in wanted))
    if not wanted or not fitting:
        return None
    left = Pending(fitting, pending.call)
    return _taken(fitting, pending) if len(fitting) == 1 else _asked_again(reading, view, left)


def _beside(span: Span) -> bool:
    """Whether a word need not be part of the name: fillers, and the "one" of "the hall one"."""
    return idle(span) or span.has(Tag.FILLER)


def _by_name(reading: Reading, view: View, offered: tuple[str, ...]) -> tuple[str, ...]:
    """A name, a kind or a room among what was offered."""
    wanted = groups(reading)
    if not wanted:
        return ()
    inside = Scope(view, lambda snapshot: snapshot.entity.id in offered)
    picked: list[str] = []
    for group in wanted:
        if not group.heads:
            rooms = {area for span in group.places for area in span.areas}
            here = [i for i in offered if view.snapshots[i].entity.area in rooms]
            picked += here if len(here) == 1 or group.whole else []
            continue
        match aimed(group, inside):
            case Found(ids=ids):
                picked += ids
            case Choice() | Missing():
                return ()
    return tuple(dict.fromkeys(picked))
