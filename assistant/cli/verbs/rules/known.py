"""Which rule or job an id on the command line means; an id that is none names those that there are."""

from collections.abc import Iterable

from assistant.cli.terminal import lines, note
from devices.automation.rule.rule import Rule
from tools.context import House


def found(ids: Iterable[str], house: House) -> tuple[Rule, ...] | None:
    """The rules and jobs with these ids, or None after saying which is none of them."""
    rules: list[Rule] = []
    for rule_id in ids:
        rule = house.book.rule(rule_id.strip().lower())
        if rule is None:
            missing(rule_id, [known.id for known in house.book.everything()])
            return None
        rules.append(rule)
    return tuple(rules)


def missing(wanted: str, known: list[str]) -> None:
    """Say on stderr that there is none of that id, and which there are."""
    note(f"there is no {wanted}" + ("; there are:" if known else "; there is none yet"))
    lines(f"  {one}" for one in known)
