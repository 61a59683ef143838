"""`hearth questions`: what rules ask before they do something risky, and a person's answer."""

import json

from assistant.cli.approval import approvals, pair
from assistant.cli.exit import Exit
from assistant.cli.flags import Listing
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.question import typed
from assistant.cli.startup import prepare
from assistant.cli.terminal import columns, lines, note, person, say
from assistant.cli.verbs.rules.flags import Allow, Decline
from assistant.cli.verbs.rules.known import missing
from assistant.cli.verdict import VERSION
from assistant.config import Config
from assistant.person.asked import who, wish
from devices.automation.books.questions import Asked, Question
from devices.model import Json
from devices.view import View
from tools.context import House
from tools.words.speech import assent

BY = "cli"


def run(flags: Listing) -> int:
    """List, allow or decline."""
    config = prepare(flags)
    return perform(lambda: _questions(flags, config))


async def _questions(flags: Listing, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        match flags:
            case Allow() | Decline():
                return await _answer(flags, runtime.house)
            case _:
                return _list(flags, runtime.house)


async def _answer(flags: Allow | Decline, house: House) -> Exit:
    question = house.questions.question(flags.id.strip().lower())
    if question is None or question not in house.questions.open():
        return _too_late(flags.id, question, house)
    yes = await _meant(flags, question, house) if isinstance(flags, Allow) else False
    if yes is None:
        return Exit.NOT_ALLOWED
    settled = await house.questions.answer(question.id, yes, BY)
    if settled is None:
        return _too_late(flags.id, house.questions.question(question.id), house)
    view = house.home.view()
    if flags.json:
        say(json.dumps({"v": VERSION, "question": _document(settled, house)}, ensure_ascii=False))
    elif yes:
        say(f"allowed once: {wish(settled, view)}; {settled.rule_id} does it now, if its rules run somewhere")
    else:
        say(f"not allowed: {wish(settled, view)}")
    return Exit.DONE


async def _meant(flags: Allow, question: Question, house: House) -> bool | None:
    """Whether a person really wants it: typed here, or named exactly by --confirm; None when not."""
    named = {(approval.entity_id, approval.control) for approval in approvals(flags.confirm)}
    pairs = [pair(command.entity_id, command.control) for command in question.commands]
    if all(tuple(one.split("=", 1)) in named for one in pairs):
        return True
    if flags.no_input or not person():
        lines(("To allow it, add:", *(f"  --confirm {one}" for one in pairs)))
        return None
    view = house.home.view()
    asked = f"Asked by {who(question, view)}. {_standing(question, view)}"
    text = f"{asked} Allow once: {wish(question, view)}?"
    given = await typed(text, house.questions.left(question))
    if given is None or assent(given if isinstance(given, str) else "no") is not True:
        note("not allowed; the question stays open until it runs out")
        return None
    return True


def _standing(question: Question, view: View) -> str:
    """How the entities are now; a person decides by that."""
    known = [s for c in question.commands if (s := view.find(c.entity_id)) is not None]
    return "Now: " + ", ".join(f"{s.entity.name} {s.word}" for s in known) + "."


def _too_late(wanted: str, question: Question | None, house: House) -> Exit:
    if question is None:
        missing(f"question {wanted}", [known.id for known in house.questions.open()])
        return Exit.NO_TARGET
    state = "expired" if question.state is Asked.OPEN else question.state.value
    note(f"question {question.id} can't be answered any more: {state}")
    return Exit.NOT_ALLOWED


def _list(flags: Listing, house: House) -> Exit:
    questions, view = house.questions.open(), house.home.view()
    if flags.json:
        found: list[Json] = [_document(question, house) for question in questions]
        say(json.dumps({"v": VERSION, "questions": found}, ensure_ascii=False))
    elif questions:
        rows = [
            (q.id, wish(q, view), f"asked by {who(q, view)}", f"{house.questions.left(q):.0f} s left")
            for q in questions
        ]
        say("\n".join(columns(rows)))
    elif not flags.quiet:
        note("no rule asks anything now")
    return Exit.DONE


def _document(question: Question, house: House) -> dict[str, Json]:
    return {
        "id": question.id,
        "rule": question.rule_id,
        "state": question.state.value,
        "commands": [
            {"entity": c.entity_id, "action": c.control, "values": {**c.shown}} for c in question.commands
        ],
        "why": who(question, house.home.view()),
        "at": question.at.isoformat(),
        "seconds_left": max(0, round(house.questions.left(question))),
        "by": question.by,
    }
