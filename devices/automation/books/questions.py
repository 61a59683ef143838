"""What rules ask a person: kept with its deadline, answered once, by whichever process. Nothing here acts.

Deadlines are real time, because people answer in it, however fast a simulated home lives.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import Connection, delete, insert, select, update

from devices.bus import Bus
from devices.clock import Clock, WallClock
from devices.command import Command
from devices.events import QuestionAnswered, QuestionAsked
from devices.storage.afresh import Afresh
from devices.storage.database import Database
from devices.storage.form import form_of
from devices.storage.record import command_from_json, command_to_json
from devices.storage.tables import QUESTION, SETTING, instant, millis
from devices.storage.upsert import upsert

PATIENCE = timedelta(minutes=5)
"""How long a question waits for an answer; silence is a no."""
KEPT = 200
COUNTER = "questions.last_number"


class Asked(StrEnum):
    """What became of a question."""

    OPEN = "open"
    ALLOWED = "allowed"
    DECLINED = "declined"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Question:
    """A run of a rule wants to give these commands and may not without a person: q1, q2 ...

    `at` is home time, `until` real time. `key` is the step of the run that asks. `facts` tell what set the
    rule off.
    """

    id: str
    rule_id: str
    run_id: str
    commands: tuple[Command, ...]
    at: datetime
    until: datetime
    key: str = ""
    state: Asked = Asked.OPEN
    by: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)


class Questions:
    """The questions of a home; every change is stored first, then told on the bus.

    Args:
        wall: real time, in which questions run out.
    """

    def __init__(self, database: Database, bus: Bus, clock: Clock, wall: Clock | None = None) -> None:
        self._database, self._bus, self._clock = database, bus, clock
        self._afresh = Afresh(database)
        self._wall = wall or WallClock()
        self._known: dict[str, Question] = {}

    async def load(self) -> None:
        """Read them all again; tells what another process asked or settled."""
        found = await self._afresh.read(_rows)
        before, self._known = self._known, found
        for question in self._known.values():
            old = before.get(question.id)
            if old is None and question.state is Asked.OPEN:
                self._tell_asked(question)
            elif old is not None and old.state is not question.state:
                self._tell_settled(question)

    def question(self, question_id: str) -> Question | None:
        """The question with this id, open or not."""
        return self._known.get(question_id)

    def open(self) -> tuple[Question, ...]:
        """Those that can still be answered, oldest first."""
        return tuple(q for q in self._known.values() if q.state is Asked.OPEN and self.left(q) > 0)

    def unsettled(self) -> tuple[Question, ...]:
        """Those without an end, also when their time is over."""
        return tuple(q for q in self._known.values() if q.state is Asked.OPEN)

    def of_step(self, key: str) -> Question | None:
        """The question of this step of a run."""
        return next((q for q in self._known.values() if q.key == key), None)

    def left(self, question: Question) -> float:
        """Real seconds until silence becomes a no; 0 or less once it has."""
        return (question.until - self._wall.now()).total_seconds()

    async def pause(self, seconds: float) -> None:
        """Wait so many seconds of the time in which questions run out."""
        await self._wall.sleep(seconds)

    async def ask(self, draft: Question) -> Question:
        """Ask: gives the draft its id and its deadline; the same step of a run asks only once."""
        known = self.of_step(draft.key)
        if known is not None:
            return known
        timed = replace(draft, until=self._wall.now() + PATIENCE)
        question = await self._database.write(lambda connection: _insert(connection, timed))
        told = question.id in self._known  # it may have been read again before this goes on
        self._known[question.id] = question
        self._afresh.wrote()
        if not told:
            self._tell_asked(question)
        return question

    async def answer(self, question_id: str, yes: bool, by: str) -> Question | None:  # noqa: FBT001 - the answer itself
        """Settle an open question; None when there is none, it was settled before, or its time is over."""
        question = self._known.get(question_id)
        if question is None or self.left(question) <= 0:
            return None
        return await self._settle(question_id, Asked.ALLOWED if yes else Asked.DECLINED, by)

    async def expire(self) -> tuple[Question, ...]:
        """Settle those whose time is over; returns them."""
        late = [q.id for q in self.unsettled() if self.left(q) <= 0]
        settled = [await self._settle(question_id, Asked.EXPIRED, "") for question_id in late]
        return tuple(question for question in settled if question is not None)

    async def withdraw(self, run_id: str) -> None:
        """Take back what a run asked, because it is over."""
        for question in self.unsettled():
            if question.run_id == run_id:
                await self._settle(question.id, Asked.WITHDRAWN, "")

    async def _settle(self, question_id: str, state: Asked, by: str) -> Question | None:
        """Of several processes, and of several answers, the first one counts."""

        def work(connection: Connection) -> bool:
            still = (QUESTION.c.id == question_id) & (QUESTION.c.state == Asked.OPEN.value)
            row = connection.execute(select(QUESTION.c.document).where(still)).scalar()
            if row is None:
                return False
            document = json.dumps({**json.loads(row), "by": by})
            changed = update(QUESTION).where(still).values(state=state.value, document=document)
            return connection.execute(changed).rowcount == 1

        if not await self._database.write(work):
            return None
        before = self._known[question_id]
        question = replace(before, state=state, by=by)
        self._known[question_id] = question
        self._afresh.wrote()
        if before.state is not state:
            self._tell_settled(question)
        return question

    def _tell_asked(self, q: Question) -> None:
        self._bus.publish(QuestionAsked(q.id, q.rule_id, q.run_id, q.commands, q.at, q.until))

    def _tell_settled(self, q: Question) -> None:
        now = self._clock.now()
        self._bus.publish(QuestionAnswered(q.id, q.rule_id, q.run_id, q.state.value, now, q.by))


def _insert(connection: Connection, draft: Question) -> Question:
    """Number and store in one transaction; settled ones that are long over make room."""
    counter = select(SETTING.c.value).where(SETTING.c.key == COUNTER)
    number = int(connection.execute(counter).scalar() or 0) + 1
    upsert(connection, SETTING, [{"key": COUNTER, "value": str(number)}])
    question = replace(draft, id=f"q{number}")
    document = {
        "key": question.key,
        "commands": [command_to_json(command) for command in question.commands],
        "facts": dict(question.facts),
        "by": question.by,
    }
    row = {
        "id": question.id,
        "rule_id": question.rule_id,
        "run_id": question.run_id,
        "at": millis(question.at),
        "until": millis(question.until),
        "state": question.state.value,
        "document": json.dumps(document),
    }
    connection.execute(insert(QUESTION).values(row))
    old = [f"q{n}" for n in range(max(1, number - KEPT - 20), number - KEPT + 1)]
    if old:
        gone = QUESTION.c.id.in_(old) & (QUESTION.c.state != Asked.OPEN.value)
        connection.execute(delete(QUESTION).where(gone))
    return question


def _rows(connection: Connection) -> dict[str, Question]:
    found: dict[str, Question] = {}
    for row in connection.execute(select(QUESTION).order_by(QUESTION.c.at, QUESTION.c.id)):
        form = form_of(row.document, "question")
        found[row.id] = Question(
            row.id,
            row.rule_id,
            row.run_id,
            tuple(command_from_json(f) for f in form.forms("commands")),
            instant(row.at),
            instant(row.until),
            form.text("key", ""),
            Asked(row.state),
            form.text("by", ""),
            {name: str(value) for name, value in form.object("facts").items()},
        )
    return found
