"""Forced outcomes: any tool of the registry made to end as a test says, through the real session and graph."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from langchain_core.messages import AIMessage

from assistant.agent.turn import Turn
from devices.model import Json
from tests.agent.house import Small, played
from tests.fakes.model import calls, words
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.registry import TOOLS
from tools.tool import Arguments, Tool

ROUND = ("precheck", "confirm", "run_tools", "update_flags")
ONCE = ("begin", "agent", *ROUND)
CLOSING = "That was all of it."
SENTENCES: Mapping[str, tuple[str, dict[str, Json]]] = {
    "list_devices": ("which devices are there?", {}),
    "read_state": ("is the front door locked?", {"targets": ["front door"]}),
    "control_device": ("turn on the kitchen light", {"targets": ["kitchen light"], "action": "turn_on"}),
    "create_automation": (
        "if the living room gets warmer than 26 degrees turn on the living room fan",
        {
            "sensor": "living room temperature",
            "above": 26,
            "targets": ["living room fan"],
            "action": "turn_on",
        },
    ),
    "list_automations": ("which rules are there?", {}),
    "delete_automation": ("delete rule a1", {"id": "a1"}),
    "enable_automation": ("switch off rule a1", {"id": "a1", "enabled": False}),
    "undo": ("undo that", {}),
    "analyze_history": (
        "what was the average temperature in the living room yesterday?",
        {"targets": ["living room temperature"], "measure": "mean", "window": "yesterday"},
    ),
    "compare_history": (
        "compare the living room temperature of today with yesterday",
        {"targets": ["living room temperature"], "window": "today", "against": "yesterday"},
    ),
    "find_pattern": (
        "when is the kitchen light usually on?",
        {"what": "typical_time", "targets": ["kitchen light"]},
    ),
    "what_happened": ("what happened today?", {"window": "today"}),
    "why": ("why is the kitchen light on?", {"target": "kitchen light"}),
    "save_scene": (
        "save the kitchen light as scene evening",
        {"name": "evening", "targets": ["kitchen light"]},
    ),
    "apply_scene": ("apply the scene evening", {"name": "evening"}),
    "list_scenes": ("which scenes are there?", {}),
    "delete_scene": ("delete the scene evening", {"name": "evening"}),
    "set_alias": (
        "call the kitchen light cooking lamp",
        {"target": "kitchen light", "alias": "cooking lamp"},
    ),
    "change_automation": ("change rule a1 to 27 degrees", {"id": "a1", "above": 27}),
    "schedule": (
        "turn on the kitchen light in 10 minutes",
        {"after_seconds": 600, "targets": ["kitchen light"], "action": "turn_on"},
    ),
    "list_jobs": ("which jobs are planned?", {}),
    "cancel_job": ("cancel job j1", {"id": "j1"}),
    "explain_automation": ("explain rule a1", {"id": "a1"}),
    "rehearse_automation": ("how often would rule a1 have run?", {"id": "a1"}),
    "search_tools": ("good evening", {"query": "turn on light"}),
}
"""For each tool a sentence that binds it and arguments that fit: a new tool needs a row here."""


@dataclass(slots=True)
class Forced:
    """What a tool is made to answer, one ending a call, the last one again and again; and how often it ran."""

    endings: Sequence[Ending | Exception]
    stop: bool = True
    text: str = ""
    reason: str = ""
    ran: list[Ending | Exception] = field(default_factory=list)

    def next(self, name: str) -> ToolResult:
        """The next ending."""
        ending = self.endings[min(len(self.ran), len(self.endings) - 1)]
        self.ran.append(ending)
        if isinstance(ending, Exception):
            raise ending
        failed = ending in (Ending.TRANSIENT, Ending.FATAL)
        text = self.text or said(name, ending)
        return ToolResult(ending, text, error="forced" if failed else "", stop=self.stop, reason=self.reason)


def said(name: str, ending: Ending) -> str:
    """The sentence of a forced tool."""
    return f"{name} ended {ending}."


def forcing(plan: Mapping[str, Forced], tools: Iterable[Tool] = TOOLS) -> tuple[Tool, ...]:
    """The registry, in which tools that the plan names are forced; it may be changed between turns."""
    return tuple(_forced(tool, plan) for tool in tools)


def _forced(tool: Tool, plan: Mapping[str, Forced]) -> Tool:
    async def run(asked: Arguments, context: ToolContext) -> ToolResult:
        how = plan.get(tool.name)
        return how.next(tool.name) if how is not None else await tool.run(asked, context)

    def check(asked: Arguments, context: ToolContext) -> ToolResult | None:
        return None if tool.name in plan else tool.check(asked, context)

    return replace(tool, run=run, check=check)


@dataclass(frozen=True, slots=True)
class Ended:
    """A turn with forced tools: its record, how often the model was asked in it, how often each tool ran."""

    turn: Turn
    asked: int
    ran: dict[str, int]


class Stage:
    """A session in one stop mode whose tools can be forced anew for each turn."""

    def __init__(self, small: Small, mode: str = "hard", *, token_limit: int | None = None) -> None:
        self._plan: dict[str, Forced] = {}
        self._session, self.model = small.session(
            stop_mode=mode, tools=forcing(self._plan), token_limit=token_limit
        )

    async def play(self, plan: Mapping[str, Forced], says: str, *asks: AIMessage) -> Ended:
        """One turn of a model that makes these calls, and then closes in plain words when asked again."""
        self._plan.clear()
        self._plan.update(plan)
        before = len(self.model.heard)
        self.model.lines = [*self.model.lines[:before], *asks, words(CLOSING), words(CLOSING)]
        turn, _signs = await played(self._session, says)
        return Ended(turn, len(self.model.heard) - before, {name: len(how.ran) for name, how in plan.items()})


def one_call(name: str, *, more: bool = False) -> AIMessage:
    """A message that calls this tool with arguments that fit."""
    arguments = SENTENCES[name][1]
    return calls((name, {**arguments, "more_steps": True} if more else arguments))
