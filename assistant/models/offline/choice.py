"""The answer to a question back: a number, an ordinal, a name or a room picks from what was offered."""

from assistant.models.offline.grammar.reading import Reading, Span, content
from assistant.models.offline.grammar.target import Choice, Found, Missing, Scope, aimed, groups
from assistant.models.offline.plan import Kind, Pending, Plan
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import choice_question, say


def plan_choice(reading: Reading, view: View, pending: Pending) -> Plan | None:
    """The pending call for what was picked; None when the words are no answer but a wish of their own."""
    said = content(reading)
    if not said:
        return None
    if all(span.has(Tag.NOT, Tag.DELETE) for span in said):
        return Plan(Kind.REFUSE, reply=say(reading.code, "nothing_done"), reason="declined")
    offered = tuple(i for i in pending.choices if view.find(i) is not None)
    picked = _by_number(said, offered) or _by_name(reading, said, view, offered)
    if not picked:
        return None
    if len(picked) > 1 and pending.call.tool in ("why", "analyze_history"):
        reply = choice_question(reading.code, "", picked, view)
        return Plan(Kind.CLARIFY, reply=reply, choices=picked, pending=pending.call, reason="still-ambiguous")
    kind = {"why": Kind.WHY, "analyze_history": Kind.HISTORY, "create_automation": Kind.RULE}
    return Plan(kind.get(pending.call.tool, Kind.COMMAND), (pending.call.on(picked),), reason="picked")


def _by_number(said: tuple[Span, ...], offered: tuple[str, ...]) -> tuple[str, ...]:
    """For instance "2", "the second one", "all of them"."""
    ordinals = [span for span in said if span.has(Tag.ORDINAL)]
    bare = ordinals if ordinals and all(s in ordinals or s.has(Tag.FILLER) for s in said) else list(said)
    if len(bare) != 1 or bare[0].named:
        return ()
    span = bare[0]
    ordinal = span.value(Tag.ORDINAL)
    if ordinal == "0":
        return offered
    number = float(ordinal) if ordinal else span.number
    if number is None or number != int(number):
        return ()
    place = int(number) - 1 if number > 0 else len(offered) + int(number)
    return (offered[place],) if 0 <= place < len(offered) else ()


def _by_name(
    reading: Reading, said: tuple[Span, ...], view: View, offered: tuple[str, ...]
) -> tuple[str, ...]:
    """A name, a kind or a room among what was offered; one with an own verb is a new wish."""
    verbs = (Tag.ACTION, Tag.SET, Tag.RELATIVE, Tag.IF, Tag.ASK, Tag.TIMED, Tag.NOT, Tag.EXCEPT, Tag.WHY)
    if any(span.has(*verbs) and not span.named and not span.has(Tag.KIND, Tag.ALL) for span in said):
        return ()
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
