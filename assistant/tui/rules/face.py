"""A rule on screen: its one sentence, its last run, and how it stands now, in short chrome words."""

from dataclasses import dataclass

from assistant.person.ran import ending
from assistant.person.standing import Sight, brief, rows, sentence
from devices.automation.rule.rule import Rule
from devices.events import RuleRan


@dataclass(frozen=True, slots=True)
class RuleFace:
    """Two rows of a list and the rows of the pane beside it."""

    id: str
    job: bool
    enabled: bool
    sentence: str
    state: str
    facts: tuple[tuple[str, str], ...]
    runs: tuple[str, ...]


def rule_face(rule: Rule, sight: Sight) -> RuleFace:
    """Everything shown of one rule or job, made from its stored form."""
    runs = sight.house.book.last_runs(rule.id)
    last = "" if rule.once else f"last {run_line(runs[0], sight)} · " if runs else "never ran · "
    return RuleFace(
        rule.id,
        rule.once,
        rule.enabled,
        sentence(rule, sight),
        f"{last}{brief(rule, sight)}",
        tuple(rows(rule, sight)),
        tuple(run_line(run, sight) for run in runs),
    )


def run_line(run: RuleRan, sight: Sight) -> str:
    """When it fired and what came of it."""
    return f"{sight.clock(run.at)} {ending(run)}"
