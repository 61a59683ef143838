"""What a rule or a job does: the orders of a sentence as steps, with waits, scenes and notices."""

from collections.abc import Sequence
from dataclasses import replace

from assistant.models.offline.command import Problem
from assistant.models.offline.grammar.reading import Span, idle
from assistant.models.offline.plan import HOLE, Kind
from assistant.models.offline.rules.orders import commanded
from assistant.models.offline.rules.segment import TELLING, Segment, Step, Steps, segments_of
from assistant.models.offline.turns.mark import Mark
from assistant.models.offline.turns.sentence import Part
from assistant.models.offline.watch.watched import Ground, unknown
from devices.model import Json
from tools.words.spec import Tag

_REPORTED = ("that", "saying", "says", "что", "about it")


_QUOTES = "'\"“”‘’«»「」『』"


def steps_of(parts: Sequence[Part], said: str, ground: Ground) -> Steps | Problem:
    """All orders of the parts in order; one that is not understood stops everything."""
    segments = [segment for part in parts for segment in segments_of(part, said)]
    done = Steps(())
    single = sum(1 for one in segments if not one.of(*TELLING, "put_back")) == 1
    for place, segment in enumerate(segments):
        after = segments[place + 1] if place + 1 < len(segments) else None
        near = replace(ground, subject=done.targets or done.choices[:1] or ground.subject)
        one = _one(segment, near, single=single, after=after)
        if isinstance(one, Problem):
            return one
        if done.choices and not done.targets and one.targets == done.choices[:1]:
            one = replace(one, then=tuple(_hollow(step) for step in one.then), targets=())
        if one.choices and done.choices:
            return Problem(Kind.CLARIFY, one.question, "ambiguous")
        done = _added(done, one)
    return _ended(done)


def _hollow(step: Step) -> Step:
    """The step for a thing that is still to be chosen."""
    return {**step, "targets": [HOLE]} if "targets" in step else step


def _added(done: Steps, one: Steps) -> Steps:
    first = not done.then
    wait: Step = {"kind": "wait", "seconds": one.delay}
    pause = (wait,) if one.delay and not first else ()
    then = (*done.then, *pause, *one.then)
    return Steps(
        then,
        tuple(dict.fromkeys((*done.targets, *one.targets))),
        done.question or one.question,
        done.choices or one.choices,
        done.once or one.once,
        one.delay if first else done.delay,
        done.repeated or one.repeated,
    )


def _ended(done: Steps) -> Steps:
    """What shall be put back stands last, behind every other step."""
    last = [step for step in done.then if "later" in step]
    kept = [step for step in done.then if "later" not in step]
    late = [{key: value for key, value in step.items() if key != "later"} for step in last]
    return replace(done, then=(*kept, *late))


def _one(segment: Segment, ground: Ground, *, single: bool, after: Segment | None) -> Steps | Problem:
    delay = segment.seconds("delay")
    if blocked := segment.of("speak", "until_clock", "counted"):
        return unknown(ground.code, blocked.text)
    if told := segment.of("timer"):
        return _rung(_notice(segment, told, delay or segment.seconds("hold", "over"), ground))
    if told := segment.of("tell", "notify", "remind", "ring"):
        return _notice(segment, told, delay, ground)
    if segment.of("put_back"):
        return _back(segment, delay, ground)
    if scene := segment.of("scene"):
        return _scene(segment, scene, delay, ground)
    return commanded(segment, delay, ground, single=single, after=after)


def _rung(steps: Steps | Problem) -> Steps | Problem:
    """A timer that has run down rings."""
    if isinstance(steps, Problem):
        return steps
    then: tuple[Step, ...] = tuple({**step, "bell": True} for step in steps.then)
    return replace(steps, then=then)


def _back(segment: Segment, delay: float, ground: Ground) -> Steps | Problem:
    """All as it was before."""
    verbs = (Tag.AND, Tag.SET, Tag.PARTICLE)
    left = [s for s in segment.reading.spans if not idle(s) and not s.has(*verbs)]
    if any(s.named or not s.known for s in left):
        return unknown(ground.code, segment.said)
    return Steps(({"kind": "put_back"},), delay=delay)


def _notice(segment: Segment, mark: Mark, delay: float, ground: Ground) -> Steps | Problem:
    """A notice with the words that were given for it; without any, Hearth tells what happened."""
    step: dict[str, Json] = {"kind": "notify"}
    quote = segment.of("quote")
    left = [s for s in segment.reading.spans if not idle(s) and not s.has(Tag.AND)]
    said = segment.said[left[0].start - segment.start : left[-1].end - segment.start] if left else ""
    if quote is not None:
        step["message"] = segment.said[quote.start - segment.start : quote.end - segment.start].strip(_QUOTES)
    elif left and (mark.kind == "remind" or _reported(segment, mark, left[0])):
        step["message"] = said
    elif left:
        return unknown(ground.code, said)
    if mark.kind == "ring":
        step["bell"] = True
    return Steps((step,), once=mark.kind == "tell", delay=delay)


def _reported(segment: Segment, mark: Mark, first: Span) -> bool:
    """Whether what follows is what shall be told: "... that dinner is ready"."""
    between = segment.said[max(0, mark.end - segment.start) : max(0, first.start - segment.start)]
    return mark.text.endswith(_REPORTED) or any(word in between.split() for word in _REPORTED)


def _scene(segment: Segment, mark: Mark, delay: float, ground: Ground) -> Steps | Problem:
    """A scene by the name that stands beside its word."""
    verbs = (Tag.ACTION, Tag.SET, Tag.PARTICLE, Tag.AND, Tag.CREATE, Tag.ENABLE)
    spans = [s for s in segment.reading.spans if not idle(s) and not s.has(*verbs)]
    off = any(
        s.value(Tag.ACTION) in ("turn_off", "off_close") or s.value(Tag.PARTICLE) == "off"
        for s in segment.reading.spans
    )
    name = mark.said.get("q") or (segment.reading.text[spans[0].start : spans[-1].end] if spans else "")
    if off or not name:
        return unknown(ground.code, segment.said)
    return Steps(({"kind": "scene", "scene": " ".join(name.split())},), delay=delay)
