"""A turn's trace as text: path, steps with milliseconds, calls with the rule that decided."""

from dataclasses import dataclass

from assistant.agent.turn import Call, Step, Turn
from assistant.tui.face.activity import STOPS

MARKS = {"completed": "✓", "transient": "?", "fatal": "✗", "policy_block": "✗"}


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One row: milliseconds, node or tool, what happened, and what Enter shows of it."""

    ms: int
    node: str
    text: str
    detail: str


def heading(turn: Turn, place: str) -> str:
    """Which turn, how long, why it stopped."""
    return f"Turn {turn.id} · {place} · {turn.ms / 1000:.2f} s · stopped: {STOPS.get(turn.stop, turn.stop)}"


def path(turn: Turn) -> str:
    """Every executed node in order, repeats counted."""
    parts: list[list[str]] = []
    for node in (*turn.path, "end"):
        if parts and parts[-1][0] == node:
            parts[-1].append(node)
        else:
            parts.append([node])
    return " → ".join(f"{group[0]} ×{len(group)}" if len(group) > 1 else group[0] for group in parts)


def budget(turn: Turn) -> str:
    """Model calls, tool calls, tokens and the stop rule."""
    tokens = f"tokens {turn.tokens_in}/{turn.tokens_out}"
    cached = f" ({turn.tokens_cached} cached)" if turn.tokens_cached else ""
    rule = f" · rule: {turn.stop_rule}" if turn.stop_rule else ""
    return f"model {turn.model} ×{turn.model_calls} · tools {len(turn.calls)}/10 · {tokens}{cached}{rule}"


def rows(turn: Turn, *, tools_only: bool = False) -> tuple[TraceRow, ...]:
    """The steps by time since the turn began, then the calls with how long each took."""
    steps = () if tools_only else tuple(_step(step) for step in turn.steps)
    calls = tuple(_call(call) for call in turn.calls)
    return (*steps, *calls)


def _step(step: Step) -> TraceRow:
    return TraceRow(step.ms, step.node, step.text, step.detail)


def _call(call: Call) -> TraceRow:
    rule = f"  (rule: {call.rule})" if call.rule else ""
    text = f"{MARKS.get(call.ending, '·')} {call.text.splitlines()[0] if call.text else call.ending}{rule}"
    return TraceRow(call.ms, call.tool, text, f"{call.arguments}\n{call.text}")
