"""Telling the face what a call does while the turn runs, and noting it in the record."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from langchain_core.messages import ToolCall

from assistant.agent.judge import mask
from assistant.agent.trace import Ledger
from assistant.agent.turn import Call, CallEnded, CallStarted, Sign
from devices.model import Json
from tools.outcome import Ending, ToolResult

_ABOUT = ("targets", "target", "sensor", "areas", "area", "id", "query")


@dataclass(frozen=True, slots=True)
class Teller:
    """Writes both: signs to the face, calls to the ledger."""

    ledger: Ledger
    write: Callable[[Sign], object]

    def started(self, call: ToolCall) -> None:
        """A call goes out."""
        shown = label(call["name"], mask.arguments(call["args"]))
        self.write(CallStarted(call["id"] or "", call["name"], shown))

    def ended(self, call: ToolCall, result: ToolResult, since: int, rule: str) -> None:
        """A call has its result; `since` is the millisecond of the turn at which it began."""
        ms = self.ledger.ms() - since
        self._record(call, result, ms, rule)
        told = call["id"] or "", call["name"], result.ending, result.text
        self.write(CallEnded(*told, result.outcomes, ms, result.chart))

    def refused(self, call: ToolCall, result: ToolResult, rule: str) -> None:
        """A call that never ran: shown when it has words for a person, else only in the trace."""
        if result.text and (result.stop or result.ending is Ending.POLICY_BLOCK):
            self.started(call)
            self.ended(call, result, self.ledger.ms(), rule)
        else:
            self._record(call, result, 0, rule)

    def _record(self, call: ToolCall, result: ToolResult, ms: int, rule: str) -> None:
        """Note a call and its result; the rule is the check that decided, or how the tool ended."""
        arguments = json.dumps(mask.arguments(call["args"]), ensure_ascii=False)
        why = f"{rule}: {result.reason}" if result.reason else rule
        told = mask.text(result.text or result.error)
        at = self.ledger.ms()
        self.ledger.settle(
            Call(call["id"] or "", call["name"], arguments, result.ending, told, ms, why, at), result
        )


def label(name: str, args: Mapping[str, Json]) -> str:
    """A short English chrome text: the tool and what it is about."""
    about = next((args[key] for key in _ABOUT if args.get(key)), "")
    listed = ", ".join(str(part) for part in about) if isinstance(about, list) else str(about)
    return f"{name.replace('_', ' ')} {listed}".strip()
