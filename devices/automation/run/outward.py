"""Questions and notices on MQTT, below Hearth's own topics. What they mean is decided elsewhere.

A question stays on the broker for as long as it is open. It is answered there only with the owner's code.
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Mapping
from dataclasses import replace

from devices.automation.books.answer_code import AnswerCode
from devices.automation.books.notices import Notice
from devices.automation.books.questions import Asked, Question, Questions
from devices.errors import ConfigError, NotConnected, StorageError
from devices.home import Home
from devices.model import Json
from devices.mqtt.transport import Message
from devices.storage.form import form_of
from devices.storage.record import command_to_json

log = logging.getLogger(__name__)

VERSION = 1
WAITING = 50
"""So many messages are kept for a broker that is away, and so many answers for their turn."""
_ANSWERS = {"allow": True, "decline": False}


class Outward:
    """One installation's questions and notices on its broker.

    Args:
        install: id of the installation; empty publishes and hears nothing.
    """

    def __init__(self, home: Home, questions: Questions, code: AnswerCode | None, install: str) -> None:
        self._home, self._questions, self._code = home, questions, code
        self._root = f"hearth/{install}" if install else ""
        self._unsent: deque[Message] = deque(maxlen=WAITING)
        self._answers: asyncio.Queue[Message] = asyncio.Queue(WAITING)
        self._open = False

    async def run(self) -> None:
        """Hear answers until cancelled."""
        if not self._root or self._code is None:
            return
        self._open = True
        self._home.overhear(f"{self._root}/questions/+/answer", self._heard)
        try:
            while True:
                await self._answer(await self._answers.get(), self._code)
        finally:
            self._open = False

    async def show(self, question: Question) -> None:
        """Publish a question while it is open, and take it off the broker once it is settled."""
        topic = f"{self._root}/questions/{question.id}"
        shown = json.dumps(_question(question)).encode() if question.state is Asked.OPEN else b""
        await self._send(Message(topic, shown, retain=True))

    async def tell(self, notice: Notice) -> None:
        """Publish a notice that names a topic."""
        topic = named(notice.topic)
        if topic:
            payload = json.dumps(_notice(notice)).encode()
            await self._send(Message(f"{self._root}/notices/{topic}", payload))

    async def flush(self) -> None:
        """Send what waited for the broker."""
        for _ in range(len(self._unsent)):
            await self._send(self._unsent.popleft())

    async def _send(self, message: Message) -> None:
        if not self._root:
            return
        try:
            await self._home.publish(message)
        except NotConnected:
            self._unsent.append(message)

    def _heard(self, message: Message) -> None:
        # what a broker kept is no answer to this question
        if self._open and not message.retain and not self._answers.full():
            self._answers.put_nowait(message)

    async def _answer(self, message: Message, code: AnswerCode) -> None:
        question = self._questions.question(message.topic.split("/")[-2])
        if question is None or question.state is not Asked.OPEN:
            return
        try:
            form = form_of(message.payload.decode(errors="replace"), "answer")
            yes, given = _ANSWERS.get(form.text("answer")), form.text("code")
        except ConfigError:
            return
        try:
            if yes is not None and code.is_set and await code.check(given):
                await self._questions.answer(question.id, yes, "mqtt")
        except StorageError as error:
            log.warning("an answer to question %s was not taken: %s", question.id, error)


def named(topic: str) -> str:
    """A topic fit to stand below Hearth's own: no wildcards, no empty levels; empty if none is left."""
    levels = (level.strip() for level in topic.translate(_WITHOUT).split("/"))
    return "/".join(level for level in levels if level and not level.startswith("$"))


_WITHOUT = dict.fromkeys([*range(32), 127, ord("+"), ord("#")])


def _question(question: Question) -> Mapping[str, Json]:
    return {
        "v": VERSION,
        "id": question.id,
        "rule": question.rule_id,
        "commands": [command_to_json(replace(c, values=c.shown)) for c in question.commands],
        "asked_at": question.at.isoformat(),
        "until": question.until.isoformat(),
        "facts": dict(question.facts),
    }


def _notice(notice: Notice) -> Mapping[str, Json]:
    return {
        "v": VERSION,
        "rule": notice.rule_id,
        "at": notice.at.isoformat(),
        "message": notice.message,
        "facts": dict(notice.facts),
    }
