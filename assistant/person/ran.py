"""A run of a rule in one short line of chrome words: what came of it, or why it did not run. Pure."""

from devices.automation.run.spec import Skip
from devices.command import Outcome, Reason, Status
from devices.events import RuleRan

SKIPS = {
    Skip.RUNNING: "it was still running",
    Skip.QUEUE_FULL: "too many of its runs waited already",
    Skip.RATE_LIMITED: "it ran too often",
    Skip.COOLDOWN: "it rests for a while after each run",
    Skip.CONDITION: "a condition did not hold",
    Skip.CONDITION_UNKNOWN: "a condition could not be checked",
    Skip.MISSED: "nothing was running at its time",
    Skip.LOOP: "it set itself off",
    Skip.STOPPED: "rules were being stopped",
}
REASONS = {
    Reason.UNKNOWN_ENTITY: "unknown device",
    Reason.UNAVAILABLE: "no signal",
    Reason.BROKER_DOWN: "broker down",
    Reason.NOT_SUPPORTED: "it can not do that",
    Reason.OUT_OF_RANGE: "out of range",
    Reason.CONTROL_NOT_ALLOWED: "control is not allowed yet",
    Reason.NOT_APPROVED: "needs your yes",
    Reason.DECLINED: "you said no",
    Reason.UNANSWERED: "nobody answered in time",
    Reason.UNCLEAR: "no clear yes",
    Reason.CHANGED: "it changed meanwhile",
    Reason.POLICY: "not allowed",
    Reason.NO_ANSWER: "no answer",
    Reason.OPTIMISTIC: "it never reports back",
    Reason.CONTRADICTED: "it reported something else",
    Reason.JAMMED: "jammed",
    Reason.STOPPED: "stopped",
}
WELL = frozenset({Status.CONFIRMED, Status.ALREADY})


def why_not(run: RuleRan) -> str:
    """Why a firing was no run; empty when it was one."""
    if not run.skipped:
        return ""
    known = run.skipped in set(Skip)
    return SKIPS.get(Skip(run.skipped), "") if known else run.skipped.replace("_", " ")


def ending(run: RuleRan) -> str:
    """What came of it: `ran`, `ran, late`, `did not run because ...`, `not done, broker down`."""
    if run.skipped:
        value = f" (at {run.facts['value']})" if "value" in run.facts else ""
        return f"did not run because {why_not(run)}{value}"
    bad = [outcome for outcome in run.outcomes if outcome.status not in WELL]
    marks = _marks(run)
    if not bad:
        return ", ".join(("ran ✓", *marks))
    return ", ".join((_gone_wrong(bad[0]), *marks))


def _gone_wrong(outcome: Outcome) -> str:
    why = REASONS.get(outcome.reason, outcome.reason.replace("_", " ") or outcome.status.value)
    sent = "sent" if outcome.status is Status.SENT else "not done"
    return f"{sent}, {why}"


def _marks(run: RuleRan) -> tuple[str, ...]:
    """What else befell it, as far as a person should know."""
    told = []
    if "late" in run.facts:
        told.append(f"{run.facts['late']} s late")
    if "stopped" in run.facts:
        told.append(f"ended early: {run.facts['stopped'].replace('_', ' ')}")
    return tuple(told)
