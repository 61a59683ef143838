"""A finished turn as the JSON text that is kept and shown by trace: all but secrets. Stores nothing."""

import json

from assistant.agent.turn import Call, Step, Turn
from devices.command import Outcome
from devices.model import Json

VERSION = 1


def record(turn: Turn) -> str:
    """Write a turn down, version 1: keys are only ever added."""
    document: dict[str, Json] = {
        "v": VERSION,
        "turn": turn.id,
        "asked": turn.asked,
        "answer": turn.answer,
        "language": turn.language,
        "stop_reason": turn.stop.value,
        "stop_rule": turn.stop_rule,
        "path": list(turn.path),
        "steps": [_step(step) for step in turn.steps],
        "calls": [_call(call) for call in turn.calls],
        "actions": [action(outcome) for outcome in turn.outcomes],
        "choices": list(turn.choices),
        "model": turn.model,
        "asked_model": turn.asked_model or turn.model,
        "model_calls": turn.model_calls,
        "tokens": _tokens(turn),
        "saved": {
            "calls": turn.saved.calls,
            "by_stopping": turn.saved.by_stopping,
            "by_groups": turn.saved.by_groups,
        },
        "undo": turn.undo or None,
        "ms": turn.ms,
    }
    return json.dumps(document, ensure_ascii=False)


def action(outcome: Outcome) -> dict[str, Json]:
    """Write one command's ending down; `reason` is empty when nothing went wrong."""
    return {
        "device": outcome.command.entity_id,
        "from": outcome.before,
        "to": outcome.after,
        "status": outcome.status.value,
        "ms": outcome.ms,
        "action": outcome.command.control,
        "reason": outcome.reason.value,
    }


def _tokens(turn: Turn) -> dict[str, Json]:
    """Tokens as the provider counted them; `guessed` are those of failed requests, which it does not."""
    return {
        "in": turn.tokens_in,
        "out": turn.tokens_out,
        "cached": turn.tokens_cached,
        "guessed": turn.tokens_guessed,
    }


def _step(step: Step) -> dict[str, Json]:
    return {"node": step.node, "ms": step.ms, "text": step.text, "detail": step.detail}


def _call(call: Call) -> dict[str, Json]:
    return {
        "id": call.id,
        "tool": call.tool,
        "arguments": call.arguments,
        "ending": call.ending,
        "text": call.text,
        "ms": call.ms,
        "at": call.at,
        "rule": call.rule,
    }
