"""`--confirm ENTITY=ACTION`, both ways: read into approvals, and written out to be added. Judges nothing."""

import shlex
from collections.abc import Iterable

from devices.command import Approval
from devices.errors import ConfigError
from devices.kinds import KINDS
from tools.tool import KEEP, OVERWRITE, Question

_MANY = 4


def approvals(texts: Iterable[str]) -> tuple[Approval, ...]:
    """Read what the person allowed; a glob in the entity counts for wide actions only, as the gate decides.

    Raises:
        ConfigError: one is not ENTITY=ACTION, or would allow every action.
    """
    return tuple(_approval(text) for text in texts)


def additions(questions: Iterable[Question]) -> tuple[str, ...]:
    """Write the exact flags that would have allowed these questions, fit for a shell."""
    wanted = dict.fromkeys(text for question in questions for text in _pairs(question))
    return tuple(f"--confirm {shlex.quote(text)}" for text in wanted)


def pair(entity: str, control: str) -> str:
    """Write ENTITY=ACTION with the short word for a control, where its kind has one."""
    kind = next((kind for domain, kind in KINDS.items() if domain == entity.partition(".")[0]), None)
    known = kind.control(control) if kind else None
    return f"{entity}={known.action if known else control}"


def _approval(text: str) -> Approval:
    entity, equals, action = (part.strip() for part in text.partition("="))
    named = "." in entity or "*" in entity or action in (OVERWRITE, KEEP)
    if not (equals and entity and action and named):
        raise ConfigError(f"--confirm {text}: write ENTITY=ACTION, such as lock.front_door=unlock")
    if "*" in action:
        raise ConfigError(f"--confirm {text}: name the action; allowing everything is not possible")
    return Approval(entity, action, by="cli")


def _pairs(question: Question) -> tuple[str, ...]:
    if len(question.targets) <= _MANY:
        return tuple(pair(target, question.action) for target in question.targets)
    domains = sorted({target.partition(".")[0] for target in question.targets})
    return tuple(pair(f"{domain}.*", question.action) for domain in domains)
