"""update_flags: the only writer of the counters, the loaded tools and the decision to stop; once a round."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from assistant.agent.bridge import Toolbox
from assistant.agent.judge import breaker
from assistant.agent.judge.stop import Answered, Flags, all_answers, answers, decide, relay
from assistant.agent.nodes.enforce import OWN
from assistant.agent.nodes.remaining import forgotten
from assistant.agent.scene import Scene
from assistant.agent.state import State, Stop, TurnMark
from assistant.agent.turn import counted
from assistant.models.offline.model import intended
from tools.outcome import Ending


async def update_flags(toolbox: Toolbox, state: State, runtime: Runtime[Scene]) -> State:
    """Count the round as a whole and decide whether the turn goes on."""
    scene = runtime.context
    results = answers(state["messages"])
    streak = _streak(state["tool_failure_streak"], results)
    calls = state["tool_calls_made"] + len(results)
    flags = _flags(state, scene, calls, streak, _left(toolbox, state, scene))
    stop = decide(results, flags)
    failed = next((r for r in reversed(results) if r.failed), None)
    told = stop["rule"] if stop else _goes_on(flags)
    scene.ledger.step("update_flags", told, _spared(state, stop, scene))
    update = State(
        tool_calls_made=calls,
        tool_failure_streak=streak,
        last_failed_tool=failed.tool if failed else "",
        last_tool_error=failed.error if failed else "",
        loaded=list(dict.fromkeys([*state["loaded"], *(name for r in results for name in r.load)])),
        pending={"calls": []},
        stop=stop,
        turn=_remember(state, results),
    )
    return _relayed(update, state, stop)


def _goes_on(flags: Flags) -> str:
    left = f"; the words also ask for {', '.join(flags.left)}" if flags.left else ""
    return f"go on; {counted(flags.calls, 'call')}, {counted(flags.streak, 'failed round')}{left}"


def _left(toolbox: Toolbox, state: State, scene: Scene) -> tuple[str, ...]:
    """What a sure reading of the words asks for besides; our own planner forgets nothing."""
    if not state["turn"]["due"] or state["turn"]["speaker"] == OWN:
        return ()
    plan = intended(state["messages"], scene.house.home.view())
    turn, now = state["turn"], (call["signature"] for call in state["pending"]["calls"])
    # a tool may end without a receipt: what it was called for was not forgotten
    told = breaker.commanded([*turn["ran"], *turn["failed"], *now])
    told |= {o.command.entity_id for o in scene.ledger.outcomes}
    return forgotten(toolbox, plan.calls, told, scene.context())


def _flags(state: State, scene: Scene, calls: int, streak: int, left: tuple[str, ...]) -> Flags:
    """What the decision is made by, beside the results."""
    return Flags(
        calls=calls,
        streak=streak,
        seconds_left=scene.left(),
        mode=scene.stop_mode,
        tokens=state["usage"]["input"] + state["usage"]["output"],
        token_limit=scene.token_limit,
        left=left,
    )


def _relayed(update: State, state: State, stop: Stop | None) -> State:
    """With a relay, the tools' sentences of all rounds become the answer, after every call has its own."""
    # only now: a message between the answers of one round would make the history illegal
    if stop is not None and stop["how"] == "relay":
        update["messages"] = [AIMessage(relay(all_answers(state["messages"])))]
    return update


def _spared(state: State, stop: Stop | None, scene: Scene) -> str:
    """What stopping here spares: one more call, which would read at least as much as the calls so far."""
    made = state["model_calls"]
    if stop is None or stop["how"] != "relay" or not made or state["turn"]["speaker"] == OWN:
        return ""
    tokens = state["usage"]["input"] // made
    scene.ledger.spare(calls=1, by_stopping=tokens)
    return f"saved 1 model call, about {tokens} tokens"


def _streak(before: int, results: Sequence[Answered]) -> int:
    """Failed rounds in a row: one a round, however many calls failed in it; any progress ends the row."""
    repeats = set(breaker.Repeat)
    if any(r.ending is Ending.COMPLETED and r.reason not in repeats for r in results):
        return 0
    return before + 1 if any(r.failed or r.reason in repeats for r in results) else before


def _remember(state: State, results: Sequence[Answered]) -> TurnMark:
    """Which calls ran and which failed for good, by signature."""
    signs = {call["id"]: call["signature"] for call in state["pending"]["calls"]}
    ended = [(signs[r.call_id], r) for r in results if r.call_id in signs]
    turn = state["turn"]
    ran = [sign for sign, r in ended if r.ending is Ending.COMPLETED]
    failed = [sign for sign, r in ended if r.ending is Ending.FATAL]
    return {**turn, "ran": breaker.remembered(turn["ran"], ran), "failed": [*turn["failed"], *failed]}
