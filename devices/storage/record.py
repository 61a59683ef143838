"""Commands, outcomes and causes as stored JSON, and back. Only the shape; nothing is stored here."""

from collections.abc import Mapping
from typing import TypeAlias

from devices.command import Cause, Command, Origin, Outcome, Reason, Status
from devices.model import Json, Scalar
from devices.storage.form import Form

Attributes: TypeAlias = Mapping[str, Scalar | tuple[Scalar, ...]]


def command_to_json(command: Command) -> dict[str, Json]:
    """A command as plain JSON."""
    return {"entity_id": command.entity_id, "control": command.control, "values": dict(command.values)}


def command_from_json(form: Form) -> Command:
    """Read a command; ConfigError names the key that is wrong."""
    return Command(form.text("entity_id"), form.text("control"), form.scalars("values"))


def outcome_to_json(outcome: Outcome) -> dict[str, Json]:
    """An outcome with its command as plain JSON."""
    return {
        "command": command_to_json(outcome.command),
        "status": outcome.status.value,
        "before": outcome.before,
        "after": outcome.after,
        "reason": outcome.reason.value,
        "attributes": attributes_to_json(outcome.attributes),
        "previous": attributes_to_json(outcome.previous),
        "detail": outcome.detail,
        "ms": outcome.ms,
    }


def outcome_from_json(form: Form) -> Outcome:
    """Read an outcome; ConfigError names the key that is wrong."""
    return Outcome(
        command=command_from_json(form.form("command")),
        status=form.word("status", Status, Status.FAILED),
        before=form.text("before", "unknown"),
        after=form.text("after", "unknown"),
        reason=form.word("reason", Reason, Reason.NONE),
        attributes=attributes_from_json(form, "attributes"),
        previous=attributes_from_json(form, "previous"),
        detail=form.text("detail", ""),
        ms=int(form.number("ms", 0)),
    )


def cause_to_json(cause: Cause) -> dict[str, Json]:
    """A cause as plain JSON."""
    return {"origin": cause.origin.value, "ref": cause.ref, "words": cause.words}


def cause_from_json(form: Form) -> Cause:
    """Read a cause; ConfigError names the key that is wrong."""
    return Cause(form.word("origin", Origin, Origin.DEVICE), form.text("ref", ""), form.text("words", ""))


def attributes_to_json(attributes: Attributes) -> dict[str, Json]:
    """Attributes as plain JSON; tuples become lists."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in attributes.items()}


def attributes_from_json(form: Form, key: str) -> dict[str, Scalar | tuple[Scalar, ...]]:
    """Read attributes; lists become tuples again, and what is no plain value is left out."""
    attributes: dict[str, Scalar | tuple[Scalar, ...]] = {}
    for name, value in form.object(key).items():
        if isinstance(value, list):
            attributes[name] = tuple(item for item in value if not isinstance(item, list | dict))
        elif not isinstance(value, dict):
            attributes[name] = value
    return attributes
