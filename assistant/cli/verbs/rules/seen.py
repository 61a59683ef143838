"""A rule as the command line sees it: by which sight, and as JSON. Prints nothing."""

from assistant.config import Config
from assistant.person.standing import Sight, brief, sentence, stands
from assistant.runtime import Runtime
from devices.automation.books.memories import Memories
from devices.automation.rule.rule import Rule
from devices.automation.rule.write import rule_to_json
from devices.command import Outcome
from devices.events import RuleRan
from devices.model import Json


async def sight_of(runtime: Runtime, config: Config) -> Sight:
    """The house, in the configured language, with what the watching remembers.

    Raises:
        StorageError: that can't be read.
    """
    kept = await Memories(runtime.database).load()
    memories = {place: one.memory for place, one in kept.items()}
    return Sight(runtime.house, config.language or "en", memories)


def document(rule: Rule, sight: Sight) -> dict[str, Json]:
    """One rule or job; times are ISO, null when there is none. Keys are only ever added."""
    now = stands(rule, sight)
    last = next(iter(sight.house.book.last_runs(rule.id)), None)
    return {
        "id": rule.id,
        "enabled": rule.enabled,
        "sentence": sentence(rule, sight),
        "rule": dict(rule_to_json(rule)),
        "last_run": last.at.isoformat() if last else None,
        "last_skipped": last.skipped if last else "",
        "last_outcomes": [_outcome(outcome) for outcome in last.outcomes] if last else [],
        "blind": now.blind,
        "standing": brief(rule, sight),
        "would_run": now.holds,
        "next": now.next_at.isoformat() if now.next_at else None,
        "conditions": [checked.holds for checked in now.conditions],
    }


def run_document(ran: RuleRan) -> dict[str, Json]:
    """One run, or why there was none."""
    return {
        "run": ran.run_id,
        "at": ran.at.isoformat(),
        "ended": ran.ended.isoformat() if ran.ended else None,
        "skipped": ran.skipped,
        "facts": dict(ran.facts),
        "outcomes": [_outcome(outcome) for outcome in ran.outcomes],
    }


def _outcome(outcome: Outcome) -> dict[str, Json]:
    command = outcome.command
    return {
        "entity_id": command.entity_id,
        "action": command.control,
        "status": outcome.status.value,
        "reason": outcome.reason.value,
    }
