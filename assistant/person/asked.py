"""A rule's open question in the shape of every other question that a person is asked. Pure; asks nobody."""

from assistant.person.told import asker
from devices.automation.books.questions import Question as Open
from devices.command import Command
from devices.kinds import KINDS
from devices.kinds.spec import Risk
from devices.view import View
from tools.tool import Question


def asked(question: Open, view: View) -> Question:
    """One question for all of its commands: an answer is for all of them, and for nothing else."""
    first = question.commands[0]
    same = len({command.control for command in question.commands}) == 1
    values = tuple(_values(command) for command in question.commands)
    alike = same and len(set(values)) == 1
    each = (
        values
        if same
        else tuple(f"{c.control} {v}".strip() for c, v in zip(question.commands, values, strict=True))
    )
    snapshot = view.find(first.entity_id)
    return Question(
        call_id=question.id,
        risk=Risk.SECURITY,
        action=first.control,
        targets=tuple(command.entity_id for command in question.commands),
        now=snapshot.word if snapshot is not None and len(question.commands) == 1 else "",
        after=values[0] if alike else "",
        each=() if alike else each,
        rule=question.rule_id,
    )


def wish(question: Open, view: View) -> str:
    """What it would do, in short words: "unlock Front door, open Garage door"."""
    return ", ".join(
        f"{_short(command)} {_name(command, view)}{_with(command)}" for command in question.commands
    )


def who(question: Open, view: View) -> str:
    """Who asks, and why."""
    return asker(question.rule_id, question.facts, view)


def _short(command: Command) -> str:
    """The control without its kind: unlock, open, turn on."""
    domain = command.entity_id.partition(".")[0]
    kind = next((kind for kind in KINDS.values() if kind.domain == domain), None)
    known = kind.control(command.control) if kind else None
    return (known.action if known else command.control).replace("_", " ")


def _name(command: Command, view: View) -> str:
    snapshot = view.find(command.entity_id)
    return snapshot.entity.name if snapshot else command.entity_id


def _values(command: Command) -> str:
    return ", ".join(f"{name} {value}" for name, value in command.shown.items())


def _with(command: Command) -> str:
    values = _values(command).replace("_", " ")
    return f" ({values})" if values else ""
