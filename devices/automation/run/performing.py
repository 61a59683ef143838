"""Carries out what runs want: commands through the gate, notices, questions, the end of a run."""

import logging
from contextlib import suppress
from dataclasses import dataclass

from devices.automation.almanac import Almanac
from devices.automation.books.answer_code import AnswerCode
from devices.automation.books.book import RuleBook
from devices.automation.books.notices import Notice, Notices
from devices.automation.books.permissions import Permissions
from devices.automation.books.questions import Asked, Question, Questions
from devices.automation.run.conductor import Conductor
from devices.automation.run.outward import Outward
from devices.automation.run.spec import Ask, Effect, Ended, Give, Scenes, Tell
from devices.bus import Bus
from devices.clock import Clock
from devices.command import Approval, Reason, Request
from devices.errors import StorageError
from devices.home import Home
from devices.storage.database import Database

log = logging.getLogger(__name__)

FRESH = 60.0
"""A lasting permission is for the moment it was meant for: later than so many seconds, a person is asked."""

_REASONS = {
    Asked.ALLOWED: Reason.NONE,
    Asked.DECLINED: Reason.DECLINED,
    Asked.EXPIRED: Reason.UNANSWERED,
    Asked.WITHDRAWN: Reason.STOPPED,
}


@dataclass(frozen=True, slots=True)
class Works:
    """What the rules of a home run with; `code` lets questions be answered over MQTT."""

    home: Home
    bus: Bus
    clock: Clock
    database: Database
    book: RuleBook
    permissions: Permissions
    questions: Questions
    notices: Notices
    scenes: Scenes
    almanac: Almanac
    code: AnswerCode | None = None

    async def prune(self) -> None:
        """Forget the permissions of rules that do something else by now than when they were given."""
        await self.permissions.prune(self.book.everything())


class Performer:
    """Does one effect at a time as it is told, and brings the conductor its answer."""

    def __init__(self, works: Works, conductor: Conductor, outward: Outward) -> None:
        self._works, self._conductor, self._outward = works, conductor, outward

    async def perform(self, effect: Effect) -> None:
        """Carry it out."""
        match effect:
            case Give():
                await self._give(effect)
            case Tell():
                await self._tell(effect)
            case Ask():
                await self._ask(effect)
            case Ended():
                await self._end(effect)

    def answered(self, question: Question) -> None:
        """A question is settled: its run goes on, or hears that it may not."""
        run_id, _, step = question.key.rpartition("/")
        if question.state is not Asked.OPEN and step.isdecimal():
            reason = _REASONS[question.state]
            self._conductor.answered(run_id, int(step), reason, self._works.clock.now())

    async def _give(self, give: Give) -> None:
        request = Request(give.commands, give.cause, self._approvals(give))
        outcomes = await self._works.home.execute(request)
        self._conductor.done(give.run_id, give.step, outcomes, self._works.clock.now())

    def _approvals(self, give: Give) -> tuple[Approval, ...]:
        """What a person allowed: wide acts by making the rule, a security act by permission or answer."""
        wide = {c.control: Approval("*", c.control, by="rule") for c in give.commands}
        rule = self._works.book.rule(give.rule_id)
        lasting = self._works.permissions.of(rule) if rule is not None and give.late <= FRESH else ()
        once = [Approval(c.entity_id, c.control, values=c.values) for c in give.commands if give.allowed]
        return (*wide.values(), *lasting, *once)

    async def _tell(self, tell: Tell) -> None:
        notice = Notice(tell.key, tell.rule_id, tell.at, tell.message, tell.bell, tell.topic, tell.facts)
        await self._post(notice)
        self._conductor.done(tell.run_id, tell.step, (), self._works.clock.now())

    async def _ask(self, ask: Ask) -> None:
        now = self._works.clock.now()
        key = f"{ask.run_id}/{ask.step}"
        draft = Question("", ask.rule_id, ask.run_id, ask.commands, ask.at, now, key, facts=ask.facts)
        try:
            question = await self._works.questions.ask(draft)
        except StorageError as error:
            log.warning("rule %s can't ask for its action: %s", ask.rule_id, error)
            self._conductor.answered(ask.run_id, ask.step, Reason.UNANSWERED, now)
            return
        # what was allowed before a restart is allowed only until the question would have run out
        late = question.state is Asked.ALLOWED and self._works.questions.left(question) <= 0
        if late:
            self._conductor.answered(ask.run_id, ask.step, Reason.UNANSWERED, now)
        self.answered(question)

    async def _end(self, end: Ended) -> None:
        ran = end.ran
        try:
            await self._works.questions.withdraw(ran.run_id)
            if end.tell:
                facts = {**ran.facts, "skipped": ran.skipped}
                await self._post(Notice(f"{ran.run_id}/end", ran.rule_id, ran.at, facts=facts))
            if not any(known.run_id == ran.run_id for known in self._works.book.last_runs(ran.rule_id)):
                await self._works.book.note(ran)
            if end.remove:
                with suppress(KeyError):
                    await self._works.book.remove(ran.rule_id)
        except StorageError as error:
            log.warning("the run of rule %s was not written down: %s", ran.rule_id, error)
        self._conductor.closed(ran.run_id)

    async def _post(self, notice: Notice) -> None:
        try:
            posted = await self._works.notices.post(notice)
        except StorageError as error:
            log.warning("what rule %s told was not written down: %s", notice.rule_id, error)
            return
        if posted is not None:
            await self._outward.tell(posted)
