"""A turn's trace as text: path, steps with milliseconds, calls with the rule that decided."""

from dataclasses import dataclass

from assistant.agent.turn import Call, Step, Turn
from assistant.tui.face.activity import STOPS
from assistant.tui.face.age import took

LONGEST = 120
MARKS = {"completed": "✓", "transient": "?", "fatal": "✗", "policy_block": "✗"}


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One row: milliseconds, node or tool, what happened, and what Enter shows of it."""

    ms: int
    node: str
    text: str
    detail: str


def shortened(asked: str) -> str:
    """What was said, as far as one or two rows hold it."""
    whole = " ".join(asked.split())
    return whole if len(whole) <= LONGEST else f"{whole[: LONGEST - 1]}…"


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
    """Model calls, tool calls, tokens, what was saved of them, and the stop rule."""
    tokens = f"tokens {turn.tokens_in}/{turn.tokens_out}"
    cached = f" ({turn.tokens_cached} cached)" if turn.tokens_cached else ""
    spared = turn.saved.by_stopping + turn.saved.by_groups
    saved = f" · saved {turn.saved.calls} calls, {spared} tokens" if turn.saved.calls or spared else ""
    rule = f" · rule: {turn.stop_rule}" if turn.stop_rule else ""
    return (
        f"model {turn.model} ×{turn.model_calls} · tools {len(turn.calls)}/10 · {tokens}{cached}{saved}{rule}"
    )


def rows(turn: Turn, *, tools_only: bool = False) -> tuple[TraceRow, ...]:
    """The steps by time since the turn began, each followed by the calls it settled."""
    found: list[TraceRow] = []
    left = list(turn.calls)
    for step in turn.steps:
        if not tools_only:
            found.append(_step(step))
        while left and left[0].at <= step.ms:
            found.append(_call(left.pop(0), step.ms))
    return (*found, *(_call(call, call.at) for call in left))


def _step(step: Step) -> TraceRow:
    return TraceRow(step.ms, step.node, step.text, step.detail)


def _call(call: Call, ms: int) -> TraceRow:
    rule = f"  (rule: {call.rule})" if call.rule else ""
    time = f"  {took(call.ms)}" if call.ms else ""
    told = call.text.splitlines()[0] if call.text else call.ending
    text = f"{MARKS.get(call.ending, '·')} {told}{time}{rule}"
    return TraceRow(ms, f"  {call.tool}", text, f"{call.arguments}\n{call.text}")
