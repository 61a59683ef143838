"""Sentences about states, receipts and names that did not match, made from data alone."""

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from typing import TypeAlias

from devices.command import WITHHELD, Command, Outcome, Reason, Status
from devices.model import Domain, Entity, Scalar, Snapshot
from devices.resolve import NoMatch, Unresolved
from devices.view import View
from tools.words.catalogue import age, amount, fill, listed, moment, say, state_label
from tools.words.packs import pack

_STALE = 900.0
"""After so many seconds a state is told with its age."""
_SHOWN = 12
Attributes: TypeAlias = Mapping[str, Scalar | tuple[Scalar, ...]]


def outcome_sentence(language: str, outcome: Outcome, name: str) -> str:
    """One sentence a receipt: confirmed, already, sent, refused, failed or in need of a yes."""
    state = _reported(language, outcome, name)
    match outcome.status:
        case Status.CONFIRMED:
            return say(language, "confirmed", name=name, state=state)
        case Status.ALREADY:
            return say(language, "already", name=name, state=state)
        case Status.SENT:
            optimistic = outcome.reason is Reason.OPTIMISTIC
            return say(language, "sent_optimistic" if optimistic else "sent", name=name)
        case Status.NEEDS_CONFIRMATION:
            return say(language, "needs_confirmation", action=action_text(language, outcome.command, name))
        case Status.REFUSED | Status.FAILED:
            return _undone(language, outcome, state, name)


def outcomes_sentence(language: str, outcomes: Sequence[Outcome], view: View) -> str:
    """The receipts of one wish: those that ended alike together in one sentence."""
    groups: dict[tuple[str, str], list[tuple[str, Outcome]]] = {}
    for place, outcome in enumerate(outcomes):
        name = _name(outcome.command.entity_id, view)
        words = _likeness(language, outcome) or f"{place}"
        groups.setdefault((outcome.status.value, words), []).append((name, outcome))
    return "\n".join(_grouped(language, same) for same in groups.values())


def state_sentence(language: str, snapshot: Snapshot, view: View, now: datetime, zone: tzinfo) -> str:
    """How an entity is: with its age when that is old, "last known" when it can't be reached."""
    name, then = _name(snapshot.entity.id, view, snapshot), snapshot.reported_at
    known = snapshot.state is not None and snapshot.state.word != "unknown"
    state = state_text(language, snapshot, name)
    when = (
        age(language, then, now)
        if then and (now - then).days < 1
        else moment(language, then, now, zone)
        if then
        else ""
    )
    if not snapshot.available:
        phrase = "state_unavailable" if known else "state_unavailable_never"
        return say(language, phrase, name=name, state=state, age=when)
    if not known:
        return say(language, "state_unknown", name=name)
    stale = (
        then is not None and (now - then).total_seconds() > _STALE and snapshot.entity.domain is Domain.SENSOR
    )
    return say(language, "state_age" if stale else "state", name=name, state=state, age=when)


def state_text(language: str, snapshot: Snapshot, name: str = "") -> str:
    """The last known state as a few words: "on at 60 %", "21.5 °C", "locked"."""
    word = snapshot.state.word if snapshot.state is not None else "unknown"
    return describe(language, snapshot.entity, word, snapshot.attributes(), name)


def describe(language: str, entity: Entity, word: str, attributes: Attributes, name: str = "") -> str:
    """A state word and what matters of its attributes, as this entity's domain tells them."""
    if entity.domain is Domain.SENSOR:
        return _reading(language, word, entity.unit)
    if entity.domain is Domain.EVENT and word not in ("unknown", "unavailable"):
        return say(language, "event_state", event=word)
    state = state_label(language, word, entity.device_class, name)
    return _detailed(language, entity.domain, state, _shown(word, attributes), entity.unit or "°C")


def action_text(language: str, command: Command, *names: str) -> str:
    """What a command would do, in the infinitive: "turn on Fan", "set Hall thermostat to 21 °C"."""
    spoken, values = pack(language), command.values
    action = command.control.removesuffix("_cover").replace("set_cover_position", "set_position")
    facts: dict[str, object] = {}
    for key, label in _VALUES.items():
        if values.get(key) is not None:
            action, facts = label, {"value": _value(language, key, values[key]), "unit": "°C"}
            break
    if action not in spoken.actions or ("{value}" in spoken.actions[action] and not facts):
        action = "other"
    quoted = "«{name}»" in spoken.actions[action]
    told = [f"«{name}»" for name in names] if quoted else names
    template = spoken.actions[action].replace("«{name}»", "{name}")
    return fill(language, template, name=listed(language, told), **facts)


def unresolved_sentence(language: str, unresolved: Unresolved, view: View) -> str:
    """Why a name did not match, and what there is instead; a numbered choice if it could be several."""
    asked = unresolved.asked
    if not view.snapshots:
        return say(language, "home_empty")
    if unresolved.reason is NoMatch.AMBIGUOUS:
        return choice_question(language, asked, unresolved.candidates, view)
    there = _there_is(language, unresolved, view)
    if there and unresolved.reason is NoMatch.EMPTY:
        return f"{say(language, 'empty')} {there}"
    phrase = _MISSES.get(unresolved.reason, "unknown_name")
    return say(language, phrase, asked=_kind_label(language, asked), there_is=there)


def choice_question(language: str, asked: str, candidates: Sequence[str], view: View) -> str:
    """A numbered list of what could be meant, and the question which one."""
    names = distinct_names(candidates, view)
    lines = [say(language, "choice", number=n, name=name) for n, name in enumerate(names[:_SHOWN], 1)]
    if len(names) > _SHOWN:
        lines.append(say(language, "and_more", count=len(names) - _SHOWN))
    question = say(language, "ambiguous_asked" if asked else "ambiguous", asked=_kind_label(language, asked))
    return "\n".join([*lines, question])


def distinct_names(candidates: Sequence[str], view: View) -> tuple[str, ...]:
    """Names of entities, with the room (or else the id) added where two would read the same."""
    names = [_name(candidate, view) for candidate in candidates]
    told = []
    for candidate, name in zip(candidates, names, strict=True):
        snapshot = view.find(candidate)
        room = view.area_name(snapshot.entity) if snapshot else ""
        twins = [c for c, n in zip(candidates, names, strict=True) if n == name]
        rooms = {view.area_name(s.entity) for c in twins if (s := view.find(c))}
        mark = room if len(rooms) == len(twins) and room else candidate
        told.append(name if len(twins) == 1 else f"{name} ({mark})")
    return tuple(told)


def there_is(language: str, names: Sequence[str], *, nearest: bool = False) -> str:
    """Say "There is: a, b and c." or "Did you mean a?"; empty without names, shortened when many."""
    shown = list(names[:_SHOWN])
    if len(names) > _SHOWN:
        shown.append(say(language, "and_more", count=len(names) - _SHOWN))
    if not shown:
        return ""
    return say(language, "unknown_nearest" if nearest else "unknown_there_is", names=listed(language, shown))


_MISSES: Mapping[NoMatch, str] = {
    NoMatch.UNKNOWN_NAME: "unknown_name",
    NoMatch.UNKNOWN_AREA: "unknown_area",
    NoMatch.UNKNOWN_FLOOR: "unknown_floor",
    NoMatch.NOTHING_OF_KIND_IN_AREA: "nothing_of_kind",
    NoMatch.WRONG_KIND: "wrong_kind",
    NoMatch.NOT_EXPOSED: "not_exposed",
    NoMatch.EMPTY: "empty",
}
_VALUES: Mapping[str, str] = {
    "brightness_pct": "set_brightness",
    "brightness": "set_brightness",
    "color_temp_kelvin": "set_color_temp",
    "position": "set_position",
    "percentage": "set_percentage",
    "temperature": "set_temperature",
    "hvac_mode": "set_hvac_mode",
}


_ALIKE = frozenset(
    {
        *(*WITHHELD, Reason.UNAVAILABLE, Reason.BROKER_DOWN, Reason.CONTROL_NOT_ALLOWED),
        *(Reason.POLICY, Reason.STOPPED, Reason.NO_ANSWER, Reason.NOT_SUPPORTED),
    }
)
"""Reasons for not doing that are told once for all whom they hit."""


def _likeness(language: str, outcome: Outcome) -> str:
    """What receipts that are told together have in common; empty for one that is told by itself."""
    match outcome.status:
        case Status.CONFIRMED | Status.ALREADY:
            return outcome.after
        case Status.NEEDS_CONFIRMATION:
            return action_text(language, outcome.command, "")
        case Status.SENT:
            return str(outcome.reason is Reason.OPTIMISTIC)
        case Status.REFUSED | Status.FAILED if outcome.reason in _ALIKE:
            return f"{outcome.reason} {action_text(language, outcome.command, '')}"
        case _:
            return ""


def _grouped(language: str, same: list[tuple[str, Outcome]]) -> str:
    name, first = same[0]
    if len(same) == 1:
        return outcome_sentence(language, first, name)
    names = tuple(name for name, _outcome in same)
    match first.status:
        case Status.CONFIRMED | Status.ALREADY:
            return _standing(language, same)
        case Status.NEEDS_CONFIRMATION:
            action = action_text(language, first.command, *names)
            return say(language, "needs_confirmation_many", action=action, count=len(same))
        case Status.SENT:
            optimistic = first.reason is Reason.OPTIMISTIC
            phrase = "sent_optimistic_many" if optimistic else "sent_many"
            return say(language, phrase, names=listed(language, names))
        case Status.REFUSED | Status.FAILED:
            return _undone(language, first, "", *names)


def _standing(language: str, same: list[tuple[str, Outcome]]) -> str:
    """How several stand now; what they report beside the state is in brackets unless it is the same."""
    first = same[0][1]
    phrase = "confirmed_many" if first.status is Status.CONFIRMED else "already_many"
    if len({_reported(language, outcome, "", many=True) for _name, outcome in same}) == 1:
        names = listed(language, [name for name, _outcome in same])
        return say(language, phrase, names=names, state=_reported(language, first, names, many=True))
    named = [
        say(language, "with_aside", name=name, aside=aside) if (aside := _aside(language, outcome)) else name
        for name, outcome in same
    ]
    state = state_label(language, first.after, None, "", many=True)
    return say(language, phrase, names=listed(language, named), state=state)


def _aside(language: str, outcome: Outcome) -> str:
    """What a receipt tells beside its state word: "at 60 %, 2700 K"."""
    return _told(language, outcome, "").strip(" ,，")


def _undone(language: str, outcome: Outcome, state: str, *names: str) -> str:
    action, name = action_text(language, outcome.command, *names), listed(language, names)
    if outcome.reason in WITHHELD:
        return say(language, f"not_done_{outcome.reason}", action=action)
    key = f"why_{outcome.reason or 'failed'}"
    if outcome.reason is Reason.OUT_OF_RANGE and outcome.detail:
        key = "why_out_of_range_detail"
    replies = pack(language).replies
    key = key if key in replies else "why_failed"
    key = f"{key}_many" if len(names) > 1 and f"{key}_many" in replies else key
    why = say(language, key, name=name, state=state, detail=outcome.detail)
    return say(language, "not_done", action=action, why=why)


def _reported(language: str, outcome: Outcome, name: str, *, many: bool = False) -> str:
    return _told(language, outcome, state_label(language, outcome.after, None, name, many=many))


def _told(language: str, outcome: Outcome, state: str) -> str:
    """A state with what matters of the attributes that came with it."""
    domain = outcome.command.entity_id.partition(".")[0]
    known = Domain(domain) if domain in tuple(Domain) else Domain.SWITCH
    return _detailed(language, known, state, _shown(outcome.after, outcome.attributes), "°C")


def _shown(word: str, attributes: Attributes) -> Attributes:
    """A cover tells "closed" a little before the end of its way: its position then says nothing."""
    return {} if word == "closed" else attributes


def _detailed(language: str, domain: Domain, state: str, attributes: Attributes, unit: str) -> str:
    def tell(phrase: str, value: Scalar | tuple[Scalar, ...], unit: str = "") -> str:
        return say(language, phrase, state=state, value=value, unit=unit)

    brightness, kelvin = attributes.get("brightness"), attributes.get("color_temp_kelvin")
    match domain:
        case Domain.LIGHT if isinstance(brightness, int | float) and brightness > 0:
            state = tell("with_brightness", max(1, round(brightness / 2.55)))
            return tell("with_kelvin", kelvin) if isinstance(kelvin, int | float) else state
        case Domain.FAN if attributes.get("percentage"):
            return tell("with_percentage", attributes["percentage"])
        case Domain.COVER if attributes.get("current_position") not in (None, 0, 100):
            return tell("with_position", attributes["current_position"])
        case Domain.CLIMATE:
            return _heating(language, state, attributes, unit)
        case _:
            return state


def _heating(language: str, state: str, attributes: Attributes, unit: str) -> str:
    target, current = attributes.get("temperature"), attributes.get("current_temperature")
    if target is not None:
        state = say(language, "with_target", state=state, value=target, unit=unit)
    if current is not None:
        state = say(language, "with_current", state=state, value=current, unit=unit)
    return state


def _reading(language: str, word: str, unit: str | None) -> str:
    try:
        return amount(language, float(word), unit)
    except ValueError:
        return state_label(language, word)


def _value(language: str, key: str, value: Scalar) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return state_label(language, str(value))
    return amount(language, value / 2.55 if key == "brightness" else value)


def _name(entity_id: str, view: View, snapshot: Snapshot | None = None) -> str:
    known = snapshot or view.find(entity_id)
    return known.entity.name if known else entity_id


def _kind_label(language: str, asked: str) -> str:
    return pack(language).classes.get(asked, asked)


_ONLY_READ = frozenset({Domain.SENSOR, Domain.BINARY_SENSOR, Domain.EVENT, Domain.DEVICE_TRACKER})


def _there_is(language: str, unresolved: Unresolved, view: View) -> str:
    candidates = unresolved.candidates
    if unresolved.reason in (NoMatch.UNKNOWN_AREA, NoMatch.UNKNOWN_FLOOR):
        places = view.areas if unresolved.reason is NoMatch.UNKNOWN_AREA else view.floors
        return there_is(language, candidates or sorted(place.name for place in places.values()))
    if candidates:
        nearest = unresolved.reason is NoMatch.UNKNOWN_NAME
        return there_is(language, distinct_names(candidates, view), nearest=nearest)
    exposed = [s.entity.id for s in view.exposed() if s.entity.domain not in _ONLY_READ]
    return there_is(language, distinct_names(exposed, view))
