"""What a confirmation says: the question in plain words, from the typed question of the turn."""

from dataclasses import dataclass

from assistant.agent.turn import counted
from assistant.tui.face.age import Moment, ago
from devices.view import View
from tools.tool import Question

RISKS = {
    "unlock": "anyone outside can open this door",
    "open": "whoever stands outside can come in",
    "disarm": "the alarm will not sound",
}
AFTER = {"unlock": "unlocked", "open": "open", "lock": "locked", "close": "closed"}
BACK = {"unlock": "/undo locks it again", "open": "/undo closes it again"}


@dataclass(frozen=True, slots=True)
class Wording:
    """The rows of a confirmation."""

    title: str
    yes: str
    rows: tuple[tuple[str, str], ...]


def wording(question: Question, asked: str, view: View, moment: Moment | None) -> Wording:
    """Now, after, who asked, risk, undo; names from the home, never from a model."""
    verb = question.action.split(" ")[0].replace("_", " ").strip()
    short = verb.split(" ")[0]
    names = [name_of(target, view) for target in question.targets]
    subject = f"the {names[0]}" if len(names) == 1 else counted(len(names), "device")
    rows = [("Now", now(question, view, moment))] if question.now or len(names) == 1 else []
    if after := question.after or AFTER.get(short, ""):
        rows.append(("After", after.upper() if short in RISKS else after))
    rows.append(("Asked", f"you, in chat: “{asked}”"))
    if short in RISKS:
        rows.append(("Risk", RISKS[short]))
    if question.lasting:
        rows.append(("Lasts", "makes a rule; the rule itself still asks before it does this"))
    elif short in BACK:
        rows.append(("Undo", BACK[short]))
    if len(names) > 1:
        rows.append(("What", ", ".join(names)))
    return Wording(f"{verb.capitalize()} {subject}?", short.capitalize() or "Yes", tuple(rows))


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
    return f"{snapshot.word}   (reported {age})" if age else snapshot.word


def states(question: Question, view: View) -> tuple[str, ...]:
    """The words of all targets, to notice a change while the question is open."""
    return tuple(s.word if (s := view.find(target)) else "" for target in question.targets)
