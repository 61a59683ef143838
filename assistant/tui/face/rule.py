"""A rule on screen: its one sentence, its last run, and how it stands now, in short chrome words."""

from dataclasses import dataclass

from assistant.tui.face.activity import REASONS
from assistant.tui.face.age import Moment, clock
from assistant.tui.face.tile import figure
from devices.automation.explain import Standing, standing
from devices.automation.rule import Rule, Threshold
from devices.command import Status
from devices.events import RuleRan
from devices.view import View
from tools.words.speech import rule_sentence

SKIPS = {
    "needs_approval": "it needs your lasting permission",
    "rate_limit": "it ran too often",
    "running": "it was still running",
    "condition": "a condition did not hold",
}


@dataclass(frozen=True, slots=True)
class RuleFace:
    """Two rows of a list and the rows of the pane beside it."""

    id: str
    enabled: bool
    sentence: str
    state: str
    facts: tuple[tuple[str, str], ...]
    runs: tuple[str, ...]


def rule_face(rule: Rule, runs: tuple[RuleRan, ...], view: View, moment: Moment, language: str) -> RuleFace:
    """Everything shown of one rule, made from its stored form."""
    stands = standing(rule, view)
    last = f"last {run_line(runs[0], moment)}" if runs else "never ran"
    now = now_line(stands) if rule.enabled else "off"
    facts = [("Trigger", trigger(rule, view)), ("Now", now_line(stands).removeprefix("now "))]
    facts.append(
        (
            "Then",
            " · ".join(f"{c.control.replace('_', ' ')} {_name(c.entity_id, view)}" for c in rule.commands),
        )
    )
    if rule.created_at:
        words = f", from your words: “{rule.words}”" if rule.words else ""
        facts.append(("Made", f"{clock(rule.created_at, moment)}{words}"))
    return RuleFace(
        rule.id,
        rule.enabled,
        rule_sentence(language, rule, view),
        f"{last} · {now}",
        tuple(facts),
        tuple(run_line(run, moment) for run in runs),
    )


def now_line(stands: Standing) -> str:
    """What the sensor says and whether that is over the limit."""
    if stands.blind or stands.value is None:
        return "blind: its sensor gives no reading"
    value = f"{figure(stands.value)} {stands.unit}".strip()
    if stands.holds is None:
        return f"now {value}"
    return f"now {value}, past the limit" if stands.holds else f"now {value}, waits"


def trigger(rule: Rule, view: View) -> str:
    """The thresholds in short."""
    return " or ".join(_threshold(t, view) for t in rule.triggers)


def run_line(run: RuleRan, moment: Moment) -> str:
    """When it fired and what came of it."""
    at = clock(run.at, moment)
    if run.skipped:
        why = SKIPS.get(run.skipped, run.skipped.replace("_", " "))
        value = f" (at {run.facts['value']})" if "value" in run.facts else ""
        return f"{at} did not run because {why}{value}"
    bad = [o for o in run.outcomes if o.status not in (Status.CONFIRMED, Status.ALREADY)]
    if not bad:
        return f"{at} ran ✓"
    why = REASONS.get(bad[0].reason, bad[0].status.value)
    return f"{at} {'sent' if bad[0].status is Status.SENT else 'not done'}, {why}"


def _threshold(threshold: Threshold, view: View) -> str:
    snapshot = view.find(threshold.entity_id)
    unit = (snapshot.entity.unit if snapshot else None) or ""
    parts = [_name(threshold.entity_id, view)]
    if threshold.above is not None:
        parts.append(f"above {figure(threshold.above)} {unit}".strip())
    if threshold.below is not None:
        parts.append(f"below {figure(threshold.below)} {unit}".strip())
    if threshold.for_seconds:
        parts.append(f"for {figure(threshold.for_seconds / 60)} min")
    return " ".join(parts)


def _name(entity_id: str, view: View) -> str:
    snapshot = view.find(entity_id)
    return snapshot.entity.name if snapshot else entity_id
