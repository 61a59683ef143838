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


def watched(rule: Rule, view: View) -> frozenset[str]:
    """The entities whose reports may set a rule off."""
    found: set[str] = set()
    for trigger in rule.triggers:
        match trigger:
            case Presence(entities=()):
                found |= set(people(view))
            case Threshold() | Swing() | Becomes() | Happens() | Presence() | Lost():
                found |= set(trigger.entities)
            case _:
                pass
    return frozenset(found)


def looked_at(rule: Rule, view: View) -> frozenset[str]:
    """The entities that its conditions, and its waiting, look at."""
    inner = [a.condition for a in steps((*rule.actions, *rule.until)) if isinstance(a, WaitUntil)]
    inner += [
        a.until for a in steps((*rule.actions, *rule.until)) if isinstance(a, Repeat) and a.until is not None
    ]
    return frozenset(e for c in (*rule.conditions, *inner) for e in _asked(c, view))


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


def _asked(condition: Condition, view: View) -> Iterator[str]:
    match condition:
        case Threshold(entities=entities) | Stands(entities=entities):
            yield from entities
        case Someone(entities=entities):
            yield from entities or people(view)
        case AllOf(of=of) | AnyOf(of=of) | NotOf(of=of):
            for part in of:
                yield from _asked(part, view)
        case _:
            pass
