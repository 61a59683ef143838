"""`hearth ask`: one sentence in, one answer out, and an exit code a script can trust."""

import json
import sys

from assistant.agent.session import Session
from assistant.agent.turn import StopReason, Turn
from assistant.cli import terminal
from assistant.cli.approval import additions, approvals
from assistant.cli.conversation import listen
from assistant.cli.exit import Exit
from assistant.cli.flags import Ask
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.verdict import document, failure, verdict
from assistant.config import Config
from assistant.kept.accounts import allowance, keep
from assistant.mind import brain_for
from devices.command import Approval, Origin
from devices.errors import ConfigError, HearthError, NotConnected, StorageError

LONGEST = 20_000
"""Characters of a sentence; a whole file piped in by mistake is refused."""


def run(flags: Ask) -> int:
    """Answer one sentence."""
    try:
        config, allowed, words = prepare(flags), approvals(flags.confirm), _sentence(flags)
        return perform(lambda: _answer(flags, config, allowed, words))
    except HearthError as error:
        if flags.json:
            reason = "broker_unreachable" if isinstance(error, NotConnected) else "failed"
            _print_json(failure(str(error), reason))
        raise


async def _answer(flags: Ask, config: Config, allowed: tuple[Approval, ...], words: str) -> Exit:
    async with opened(flags, config) as runtime:
        before = await runtime.turns.last()
        session = Session(
            runtime.house,
            brain_for(config, runtime),
            origin=Origin.CLI,
            approvals=allowed,
            interactive=not flags.no_input and terminal.person(),
            seconds=config.timeout,
            stop_mode=config.stop_mode,
            dependency=config.dependency,
            allowance=allowance(config.daily_tokens, runtime.turns),
            number=before[0].number if before else 0,
        )
        turn = await listen(session, words, language=config.language, quiet=flags.quiet or flags.json)
        code = _tell(flags, turn)
        try:
            await keep(turn, runtime)
        except StorageError as error:  # the answer is given; only its trace is missing
            terminal.note(f"this turn was not recorded: {error}")
    return code


def _tell(flags: Ask, turn: Turn) -> Exit:
    code = verdict(turn)
    if flags.json:
        _print_json(document(turn, code))
    elif turn.answer:
        terminal.say(turn.answer)
    if code is Exit.NO_TARGET:
        terminal.lines(turn.choices)
    if turn.stop is StopReason.NEEDS_CONFIRMATION:
        terminal.lines(("To allow it, add:", *(f"  {flag}" for flag in additions(turn.questions))))
    return code


def _sentence(flags: Ask) -> str:
    piped = sys.stdin.read(LONGEST + 1) if "-" in flags.words else ""
    text = " ".join(piped if word == "-" else word for word in flags.words).strip()
    if not text:
        raise ConfigError('say something: hearth ask "turn on the kitchen light", or - to read stdin')
    if len(text) > LONGEST:
        raise ConfigError(f"that is longer than {LONGEST} characters")
    return text


def _print_json(value: object) -> None:
    terminal.say(json.dumps(value, ensure_ascii=False))
