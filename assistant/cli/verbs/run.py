"""`hearth run`: automations and records without a screen, for a service unit. Runs until told to stop."""

from collections.abc import Callable

from assistant.cli.exit import Exit
from assistant.cli.flags import Common
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import note
from assistant.config import Config
from assistant.person.asked import who, wish
from assistant.person.told import notice_text
from assistant.runtime import Role, Runtime
from devices.automation.books.questions import Question
from devices.clock import WallClock
from devices.events import (
    ConnectionChanged,
    Event,
    NoticePosted,
    QuestionAnswered,
    QuestionAsked,
    RecordingChanged,
    RuleRan,
)
from tools.context import House

SETTLE = 0.5
"""Real seconds after which it is known whether the rules run here."""


def run(flags: Common) -> int:
    """Keep the home going."""
    config = prepare(flags)
    return perform(lambda: _stand(flags, config))


async def _watch(runtime: Runtime, *, quiet: bool) -> None:
    """Stay until ctrl+c or SIGTERM, which is how a service ends; say when the rules move here or away."""
    held = runtime.lease_held
    while True:
        await WallClock().patience(SETTLE)
        if runtime.lease_held is not held:
            held = runtime.lease_held
            if not quiet:
                note(_standing(runtime))


async def _stand(flags: Common, config: Config) -> Exit:
    async with opened(flags, config, Role.RUN) as runtime:
        await runtime.house.clock.patience(SETTLE)
        if not flags.quiet:
            note(_standing(runtime))
            for question in runtime.house.questions.open():
                note(_asked(question, runtime.house))
        home = runtime.house.home
        if not home.connected:
            note(f"no connection yet: {home.trouble or 'the broker does not answer'}")
        language = config.language or "en"
        forget = runtime.bus.listen(_teller(runtime.house, language, quiet=flags.quiet))
        try:
            await _watch(runtime, quiet=flags.quiet)
        finally:
            forget()
    return Exit.DONE


def _standing(runtime: Runtime) -> str:
    count = len(runtime.house.book.rules())
    what = f"{count} automation{'s' * (count != 1)}"
    if runtime.paused:
        return f"running none of {what} on {runtime.address}; ctrl+c ends it"
    role = "running" if runtime.lease_held else "following another process that runs"
    return f"{role} {what} on {runtime.address}; ctrl+c ends it"


def _teller(house: House, language: str, *, quiet: bool) -> Callable[[Event], None]:
    stands, stored = house.home.connected, True

    def tell(event: Event) -> None:
        nonlocal stands, stored
        match event:
            case ConnectionChanged(connected=now, reason=reason):
                if now is not stands:  # each attempt fails for itself; only a change is news
                    stands = now
                    note("broker connected" if now else f"broker lost: {reason}")
            case RecordingChanged(trouble=trouble) if stored is bool(trouble):
                stored = not trouble
                note(f"records are kept in memory: {trouble}" if trouble else "records are stored again")
            case _ if not quiet and (line := _line(event, house, language)):
                note(line)
            case _:
                pass

    return tell


def _line(event: Event, house: House, language: str) -> str:
    """What rules do, ask and tell, one line each; empty for everything else."""
    match event:
        case RuleRan():
            what = f"skipped: {event.skipped}" if event.skipped else _endings(event)
            return f"automation {event.rule_id} {what}"
        case QuestionAsked(question_id=question_id):
            question = house.questions.question(question_id)
            return _asked(question, house) if question is not None else ""
        case QuestionAnswered():
            by = f" by {event.by}" if event.by else ""
            return f"question {event.question_id} {event.state}{by}"
        case NoticePosted():
            return f"{event.rule_id} says: {notice_text(event, house, language)}"
        case _:
            return ""


def _asked(question: Question, house: House) -> str:
    view = house.home.view()
    return (
        f"question {question.id} of {who(question, view)}: {wish(question, view)}? "
        f"Answer within {house.questions.left(question):.0f} s: hearth questions allow {question.id}"
    )


def _endings(event: RuleRan) -> str:
    ended = (f"{outcome.command.entity_id} {outcome.status.value}" for outcome in event.outcomes)
    return "ran: " + ", ".join(ended)
