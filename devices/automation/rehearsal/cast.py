"""Who takes part in a rehearsal: what a rule looks at or moves, and the rules that close a circle with it."""

from collections.abc import Iterable, Iterator

from devices.automation.insight.effect import commands_of
from devices.automation.rule.action import Repeat, WaitUntil, steps
from devices.automation.rule.condition import AllOf, AnyOf, Condition, NotOf, Someone, Stands
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Becomes, Happens, Lost, Presence, Swing, Threshold
from devices.automation.run.spec import Scenes
from devices.automation.watch.people import people
from devices.view import View

Value = tuple[str, str]
"""A value that a rule goes by: its entity and the attribute, empty for the state itself."""


def watched(rule: Rule, view: View) -> frozenset[str]:
    """The entities whose reports may set a rule off."""
    return frozenset(entity_id for entity_id, _ in _triggering(rule, view))


def looked_at(rule: Rule, view: View) -> frozenset[str]:
    """The entities that its conditions, and its waiting, look at."""
    return frozenset(entity_id for entity_id, _ in _examined(rule, view))


def values(rule: Rule, view: View) -> frozenset[Value]:
    """The values that a rule goes by, whether they set it off or are looked at."""
    return frozenset((*_triggering(rule, view), *_examined(rule, view)))


def moved(rule: Rule, scene: Scenes) -> frozenset[str]:
    """The entities that it moves."""
    return frozenset(command.entity_id for command in commands_of((*rule.actions, *rule.until), scene))


def circling(rule: Rule, others: Iterable[Rule], view: View, scene: Scenes) -> tuple[Rule, ...]:
    """The other rules that this one may set off and that may set it off, over any number of steps."""
    rules = {r.id: r for r in (rule, *others) if r.enabled or r.id == rule.id}
    movers: dict[str, set[str]] = {}
    for other in rules.values():
        for entity_id in moved(other, scene):
            movers.setdefault(entity_id, set()).add(other.id)
    before = {i: {m for e in watched(r, view) for m in movers.get(e, ())} for i, r in rules.items()}
    after: dict[str, set[str]] = {i: set() for i in rules}
    for rule_id, causes in before.items():
        for cause in causes:
            after[cause].add(rule_id)
    both = reached(rule.id, before) & reached(rule.id, after) - {rule.id}
    return tuple(rules[rule_id] for rule_id in rules if rule_id in both)


def reached(start: str, ways: dict[str, set[str]]) -> set[str]:
    """Everything that can be come to from here, itself only if a way leads back."""
    found: set[str] = set()
    ahead = list(ways.get(start, ()))
    while ahead:
        here = ahead.pop()
        if here not in found:
            found.add(here)
            ahead += ways.get(here, ())
    return found


def _triggering(rule: Rule, view: View) -> Iterator[Value]:
    for trigger in rule.triggers:
        match trigger:
            case Presence(entities=()):
                yield from _states(people(view))
            case Threshold() | Swing() | Becomes():
                yield from ((entity_id, trigger.attribute) for entity_id in trigger.entities)
            case Happens() | Presence() | Lost():
                yield from _states(trigger.entities)
            case _:
                pass


def _examined(rule: Rule, view: View) -> Iterator[Value]:
    inner = [a.condition for a in steps((*rule.actions, *rule.until)) if isinstance(a, WaitUntil)]
    inner += [
        a.until for a in steps((*rule.actions, *rule.until)) if isinstance(a, Repeat) and a.until is not None
    ]
    for condition in (*rule.conditions, *inner):
        yield from _asked(condition, view)


def _asked(condition: Condition, view: View) -> Iterator[Value]:
    match condition:
        case Threshold() | Stands():
            yield from ((entity_id, condition.attribute) for entity_id in condition.entities)
        case Someone(entities=entities):
            yield from _states(entities or people(view))
        case AllOf(of=of) | AnyOf(of=of) | NotOf(of=of):
            for part in of:
                yield from _asked(part, view)
        case _:
            pass


def _states(entity_ids: Iterable[str]) -> Iterator[Value]:
    return ((entity_id, "") for entity_id in entity_ids)
