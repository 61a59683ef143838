"""What a confirmation says: the question in plain words, from the typed question of the turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.agent.turn import counted
from assistant.tui.face.age import Moment, ago
from assistant.tui.face.tile import figure, percentage
from devices.command import SECRET_VALUES
from devices.kinds.spec import Risk
from devices.model import Scalar, Snapshot
from devices.view import View
from tools.tool import Question

RISKS = {
    "unlock": "anyone outside can open this door",
    "open": "whoever stands outside can come in",
    "disarm": "the alarm will not sound",
}
AFTER = {"unlock": "unlocked", "open": "open", "lock": "locked", "close": "closed"}
UNITS = {"brightness_pct": "%", "percentage": "%", "position": "%", "color_temp_kelvin": "K"}
DEGREES = frozenset({"temperature", "target_temp_low", "target_temp_high"})
BARE = frozenset({*UNITS, *DEGREES, "hvac_mode", "preset_mode", "fan_mode"})
"""Values that need no name before them."""
BACK = {"unlock": "/undo locks it again", "open": "/undo closes it again"}


@dataclass(frozen=True, slots=True)
class Wording:
    """The rows of a confirmation."""

    title: str
    yes: str
    rows: tuple[tuple[str, str], ...]


def yours(words: str) -> str:
    """Who asks, when it was the person: their own words."""
    return f"you, in chat: “{words}”"


def wording(question: Question, by: str, view: View, moment: Moment | None) -> Wording:
    """Now, after, who asked, risk, undo; names from the home, never from a model."""
    if question.text:
        facts = (("Now", question.now), ("After", question.after), ("Asked", by))
        return Wording(question.text, "Yes", tuple((head, text) for head, text in facts if text))
    names = [name_of(target, view) for target in question.targets]
    values, short = goal(question, view), verb(question).split(" ")[0]
    if short == "set" and question.risk is Risk.SECURITY:
        short = "open"  # only a position that lets somebody in is a security matter
    rows = [("Now", now(question, view, moment))] if question.now or len(names) == 1 else []
    after = values or AFTER.get(short, "")
    if after:
        rows.append(("After", after.upper() if short in RISKS and not values else after))
    rows.append(("Asked", by))
    if short in RISKS:
        rows.append(("Risk", RISKS[short]))
    if question.lasting:
        rows.append(("Lasts", "makes a rule; the rule itself still asks before it does this"))
    elif short in BACK:
        rows.append(("Undo", BACK[short]))
    if len(names) > 1:
        rows.append(("What", ", ".join(target_of(question, index, view) for index in range(len(names)))))
    return Wording(title(question, names, values), short.capitalize() or "Yes", tuple(rows))


def title(question: Question, names: Sequence[str], values: str) -> str:
    """The question: "Set Hall thermostat to 28 °C?", "Unlock the Front door?", "Turn off 6 devices?"."""
    one = len(names) == 1
    if values:
        return f"Set {names[0] if one else counted(len(names), 'device')} to {values}?"
    return f"{verb(question).capitalize()} {f'the {names[0]}' if one else counted(len(names), 'device')}?"


def verb(question: Question) -> str:
    """What is done, without the kind it is done to: turn off, open, unlock, set position."""
    words = [word for word in question.action.split(" ")[0].split("_") if word not in ("cover", "valve")]
    return " ".join(words)


def target_of(question: Question, index: int, view: View) -> str:
    """A target's name, and what it will be where that is not the same for all."""
    target = question.targets[index]
    goals = _pairs(question.each[index]) if question.each else {}
    shown = ", ".join(measured(name, value, view.find(target)) for name, value in goals.items())
    return f"{name_of(target, view)} → {shown}" if shown else name_of(target, view)


def asked_values(question: Question) -> dict[str, str]:
    """The values of the command, by Home Assistant's names; empty when there are none to show."""
    return _pairs(question.after)


def _pairs(text: str) -> dict[str, str]:
    pairs = (part.partition(" ") for part in text.split(", "))
    return {name: value for name, _, value in pairs if value and name not in SECRET_VALUES}


def goal(question: Question, view: View) -> str:
    """What the values will be, with their units."""
    snapshot = view.find(question.targets[0]) if question.targets else None
    return ", ".join(measured(name, value, snapshot) for name, value in asked_values(question).items())


def measured(name: str, value: Scalar, snapshot: Snapshot | None) -> str:
    """A value with its unit, and with its name where it would not be understood alone."""
    own = (snapshot.entity.unit if snapshot else None) or "°C"
    unit = own if name in DEGREES else UNITS.get(name, "")
    head = "" if name in BARE else f"{name.replace('_', ' ')} "
    return f"{head}{figure(value)} {unit}".rstrip()


def name_of(entity_id: str, view: View) -> str:
    """The entity's own name, or what was asked for."""
    snapshot = view.find(entity_id)
    return snapshot.entity.name if snapshot else entity_id


def now(question: Question, view: View, moment: Moment | None) -> str:
    """The state now and how fresh the report is."""
    snapshot = view.find(question.targets[0]) if len(question.targets) == 1 else None
    if snapshot is None:
        return question.now
    age = ago(snapshot.reported_at, moment) if moment else ""
    word = present(snapshot, next(iter(asked_values(question)), ""))
    return f"{word}   (reported {age})" if age else word


def present(snapshot: Snapshot, name: str) -> str:
    """What the value is now, with its unit; the state word when it has none, as a light that is off."""
    level = percentage(snapshot) if UNITS.get(name) == "%" else None
    value = level if level is not None else snapshot.attributes().get(name)
    if not snapshot.available or isinstance(value, tuple) or value is None or snapshot.word == "off":
        return snapshot.word
    return measured(name, value, snapshot)


def states(question: Question, view: View) -> tuple[str, ...]:
    """The words of all targets, to notice a change while the question is open."""
    return tuple(s.word if (s := view.find(target)) else "" for target in question.targets)
