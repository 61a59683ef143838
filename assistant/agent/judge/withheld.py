"""What becomes of commands that a person was asked for and did not allow. Pure; asks nobody."""

from collections.abc import Sequence

from assistant.agent.judge.consent import Denied
from devices.command import Command, Outcome, Reason, Status
from devices.view import View
from tools.outcome import Ending, ToolResult
from tools.words.speech import outcomes_sentence, say


def withheld(refused: Sequence[Denied], view: View, language: str) -> ToolResult:
    """The result of a call of which nothing runs: a no, silence and an unclear word are not the same."""
    reason = Reason(refused[0]["reason"]) if refused else Reason.CHANGED
    outcomes = tuple(
        unsent(Command(d["entity_id"], d["control"]), view, Status.REFUSED, Reason(d["reason"]))
        for d in refused
    )
    return ToolResult(
        ending=Ending.POLICY_BLOCK,
        text=outcomes_sentence(language, outcomes, view) if outcomes else say(language, "changed_meanwhile"),
        error="the user said no" if reason is Reason.DECLINED else f"not allowed: {reason}",
        stop=True,
        reason=reason,
        outcomes=outcomes,
    )


def unsent(command: Command, view: View, status: Status, reason: Reason) -> Outcome:
    """The ending of a command that never left: its entity is as it was."""
    snapshot = view.find(command.entity_id)
    word = snapshot.word if snapshot is not None else "unknown"
    return Outcome(command, status, word, word, reason)
