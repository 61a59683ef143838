"""Which tools a sentence needs: a cheap router for any toolbox, no model call. Knows no words itself."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.models.offline.planner import Glance, Kind, glance, plan
from devices.view import View
from tools.meaning.ranking import Index
from tools.meaning.topic import hints, topics
from tools.tool import Group, Tool
from tools.words.spec import Topic

SEARCH_TOOL = "search_tools"
FEW = 5
"""A group of so many tools is offered whole; of a bigger one, those that fit the words."""
MOST = 4
NEAR = 0.5
"""The share of the best score that a tool must reach to be offered beside the best."""
_KIND = 4.0
"""What it is worth that a tool is about the kind of the sentence: as much as a rare word of its name."""
_GROUPS: Mapping[str, tuple[Group, ...]] = {
    Kind.COMMAND: (Group.DEVICES,),
    Kind.RULE: (Group.DEVICES, Group.AUTOMATIONS, Group.SCHEDULE),
    Kind.RULES: (Group.AUTOMATIONS, Group.SCHEDULE),
    Kind.UNDO: (Group.AUTOMATIONS,),
    Kind.TIMER: (Group.DEVICES, Group.SCHEDULE, Group.AUTOMATIONS),
    Kind.SCENE: (Group.SCENES,),
    Kind.QUESTION: (Group.DEVICES, Group.HISTORY),
    Kind.HISTORY: (Group.DEVICES, Group.HISTORY),
    Kind.WHY: (Group.DEVICES, Group.HISTORY),
}
_WRITES: Mapping[str, tuple[Group, ...]] = {
    Kind.COMMAND: (Group.DEVICES, Group.NAMES),
    Kind.RULE: (Group.AUTOMATIONS, Group.SCHEDULE),
    Kind.RULES: (Group.AUTOMATIONS, Group.SCHEDULE),
    Kind.UNDO: (Group.AUTOMATIONS,),
    Kind.TIMER: (Group.SCHEDULE, Group.AUTOMATIONS),
    Kind.SCENE: (Group.SCENES,),
}
"""A condition or a time is no wish to act now, and a question none to act at all: only these may write."""
_ABOUT: Mapping[str, Topic] = {
    Kind.RULE: Topic.RULE,
    Kind.RULES: Topic.KEPT,
    Kind.UNDO: Topic.UNDO,
    Kind.TIMER: Topic.TIME,
    Kind.SCENE: Topic.SCENE,
    Kind.HISTORY: Topic.HISTORY,
    Kind.WHY: Topic.CAUSE,
}
"""What a kind of sentence is about, whatever its words are."""
_ACTIONS = frozenset({Kind.COMMAND, Kind.RULE, Kind.TIMER, Kind.SCENE, Kind.UNDO})
_MAKING = frozenset({Kind.RULE, Kind.TIMER})
"""What makes a new rule or job; those that are there are the business of Kind.RULES."""
_REFUSED = frozenset({"negated", "declined"})
"""The planner's reasons for doing nothing because the user does not want it."""
_PLAIN = frozenset({Kind.CHAT, Kind.HELP, Kind.SEARCH})
_NUMBER = re.compile(r"\d")
_NAMES = frozenset({Kind.CHAT, Kind.QUESTION, Kind.COMMAND})
"""Kinds that words may be which only name a thing, a place or a value."""


@dataclass(frozen=True, slots=True)
class Route:
    """What the user's words ask for.

    `acts`: that something be done. `due`: and the words alone say what, so that talk is no answer to them.
    `asks`: a pure question. `joins`: they go on with what was said before. `bare`: they neither ask nor
    order. `wishes`: they order nothing, but may well want something done: "it is too dark in here", or
    words of a language that only the model reads.
    """

    kind: str
    acts: bool
    due: bool
    asks: bool = False
    joins: bool = False
    bare: bool = False
    wishes: bool = False


@dataclass(frozen=True, slots=True)
class Before:
    """The turn before: its groups, the tools it had, and its last words if they asked something back."""

    groups: Sequence[str] = ()
    tools: Sequence[str] = ()
    question: str = ""


def route_of(text: str, language: str, view: View) -> Route:
    """How the router sees the words; the offline planner knows whether they can be followed as they stand."""
    seen = glance(text, language, view)
    kind, bare = seen.kind, not seen.asks and not seen.orders
    # a condition without an order or a limit is none: "what time is it when ..."; "tell me when" is one
    idle = kind is Kind.RULE and bare and not _NUMBER.search(text) and Topic.MESSAGE not in topics(text)
    asks = seen.asks or idle
    if kind not in _ACTIONS:
        wishes = _wishes(text, seen)
        return Route(kind.value, False, False, asks=asks, joins=seen.joins, bare=bare, wishes=wishes)
    planned = plan(text, view, language)
    wanted = planned.reason not in _REFUSED
    return Route(kind.value, acts=wanted, due=bool(planned.calls), asks=asks, joins=seen.joins, bare=bare)


def _wishes(text: str, seen: Glance) -> bool:
    """Whether words that order nothing beg, tell of a plight, or are of a language only a model reads."""
    if seen.kind is Kind.QUESTION and seen.begs:
        return True
    if seen.asks or seen.greets or seen.kind not in (Kind.CHAT, Kind.QUESTION):
        return False
    return bool(hints(text)) or (seen.kind is Kind.CHAT and seen.foreign)


def groups_of(kind: str, before: Sequence[str]) -> list[str]:
    """The groups of tools for such words; words that name nothing go on with those of the turn before."""
    groups = _GROUPS.get(kind)
    return [group.value for group in groups] if groups is not None else list(before)


def follows(route: Route, before: Before) -> bool:
    """Whether words only go on with the turn before: "yes", "and the other one", a name after a question."""
    return bool(before.tools) and route.bare and route.kind in _NAMES and bool(route.joins or before.question)


def picked(index: Index, text: str, route: Route, before: Before) -> list[str]:
    """The names of the tools that fit, the best first; search_tools finds the others.

    A small group is offered whole, of a big one the tools that fit the words best and at least one for each
    topic that the words touch. Words that only go on keep the tools of the turn before, and these first.
    """
    if follows(route, before):
        # an answer to a question back may be the yes to an act
        meant = replace(route, kind=Kind.CHAT.value)
        more = _chosen(index, f"{before.question} {text}", meant, before.groups) if before.question else []
        return list(dict.fromkeys([*before.tools, *more]))
    wanted = [Group.DEVICES.value] if route.wishes else []
    wanted += [Group.NAMES.value] if Topic.NAMING in topics(text) else []
    chosen = _chosen(index, text, route, [*groups_of(route.kind, ()), *wanted])
    return chosen if chosen or route.kind not in _PLAIN else list(before.tools)


def writable(tool: Tool, route: Route) -> bool:
    """Whether such words may be offered this tool: one that writes never for a question."""
    if not tool.writes:
        return True
    if route.wishes:
        return tool.group in (Group.DEVICES, Group.NAMES)
    if route.asks or route.kind in (Kind.QUESTION, Kind.HISTORY, Kind.WHY):
        return False
    if tool.tags and route.kind in (*_MAKING, Kind.RULES):
        managing = Topic.KEPT in tool.tags
        return managing is (route.kind == Kind.RULES) and tool.group in _WRITES[route.kind]
    return route.kind not in _WRITES or tool.group in _WRITES[route.kind]


def _chosen(index: Index, text: str, route: Route, groups: Iterable[str]) -> list[str]:
    allowed = [t for t in index.tools if t.name != SEARCH_TOOL and writable(t, route)]
    group = [t.name for t in allowed if t.group in frozenset(groups)]
    if group and len(group) <= FEW:
        return group
    scores = _scores(index, text, route, allowed)
    if not scores:
        return [] if route.wishes else group
    best = max(scores.values())
    ranking = sorted(scores, key=lambda name: -scores[name])
    top = [name for name in ranking if scores[name] >= NEAR * best][:MOST]
    return list(dict.fromkeys([*top, *_for_each_topic(index, text, ranking, top)]))


def _scores(index: Index, text: str, route: Route, allowed: Sequence[Tool]) -> dict[str, float]:
    """How well the allowed tools fit; an order wants one that acts, and the kind of words is a topic too."""
    scores = index.scores(text, plainly=route.kind in _PLAIN)
    about = hints(text) if route.wishes else frozenset(filter(None, [_ABOUT.get(route.kind)]))
    found: dict[str, float] = {}
    for tool in allowed:
        score = scores.get(tool.name, 0.0) + (_KIND if about & index.tags[tool.name] else 0.0)
        found[tool.name] = score / 2 if route.acts and not tool.writes else score
    return {name: score for name, score in found.items() if score > 0}


def _for_each_topic(index: Index, text: str, ranking: Sequence[str], top: Sequence[str]) -> list[str]:
    """The best tool of each topic that the words touch and no chosen tool is for: "... and play jazz"."""
    covered = {topic for name in top for topic in index.tags[name]}
    left = sorted(topics(text) - covered)
    best = [next((name for name in ranking if topic in index.tags[name]), None) for topic in left]
    return [name for name in best if name is not None]
