"""One model answer, whatever happens: the only place that retries, waits, sheds or falls back."""

import asyncio
from dataclasses import dataclass, field
from random import SystemRandom

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage

from assistant.models.hearing import Heard, listen, usable
from assistant.models.patience import Patience
from assistant.models.provider import Brain
from assistant.models.request import Prompt
from assistant.models.tokens import NOTHING, Tokens
from assistant.models.trouble import Diagnosis, Trouble

MOST_CALLS = 5
MOST_NUDGES = 2
MOST_WAITS = 2
ROOM = 3.0
"""Seconds that an answer needs after a wait; without them waiting is in vain."""
KEPT_SHARE, KEPT_MOST = 0.2, 5.0
"""The part of what is left of a turn, and its most seconds, kept for the fallback and what it does."""
MOMENT = 1.0
"""Seconds that the offline model has in any case; it needs a few thousandths."""
JITTER = (0.2, 0.8)
"""Seconds before another try, spread so that many homes do not come back at once."""

_spread = SystemRandom()


class ModelDown(Exception):
    """No model could answer; raised to the agent node, which tells the person why."""

    def __init__(self, why: Diagnosis, calls: int = 0, tokens: Tokens = NOTHING) -> None:
        super().__init__(why.trouble.value)
        self.why = why
        self.calls = calls
        self.tokens = tokens

    @property
    def trouble(self) -> Trouble:
        """The kind of failure."""
        return self.why.trouble


@dataclass(frozen=True, slots=True)
class Spoken:
    """A model's answer, who gave it, what all requests for it cost, and the troubles on the way.

    `broken` says that the text ended early, `why` what went wrong last, `waited` are seconds of waiting.
    """

    message: AIMessage
    model: str
    calls: int
    troubles: tuple[Trouble, ...] = ()
    broken: bool = False
    tokens: Tokens = NOTHING
    why: Diagnosis | None = None
    waited: float = 0.0


@dataclass(slots=True)
class _Attempts:
    """How often each remedy was tried in one answer, and what that cost."""

    calls: int = 0
    nudges: int = 0
    waits: int = 0
    waited: float = 0.0
    failures: list[Diagnosis] = field(default_factory=list)
    tokens: Tokens = NOTHING

    def failed(self, why: Diagnosis) -> bool:
        """Note a failure; whether it is the first of its kind."""
        first = all(why.trouble is not before.trouble for before in self.failures)
        self.failures.append(why)
        return first

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Every kind once, in order, the last failure last."""
        kinds = [failure.trouble for failure in self.failures]
        return tuple(reversed(dict.fromkeys(reversed(kinds))))


async def speak(brain: Brain, prompt: Prompt, patience: Patience) -> Spoken:
    """Ask the brain, else its fallback, within what is left of the turn.

    Raises:
        ModelDown: the brain failed and has no fallback.
    """
    if brain.offline:
        return await _offline(brain.model, prompt, _Attempts(), patience.seconds)
    loop = asyncio.get_running_loop()
    end = loop.time() + patience.seconds
    asking = _Asking(brain, patience, end - min(KEPT_MOST, KEPT_SHARE * patience.seconds), _Attempts())
    spoken = await asking.answer(prompt)
    return (
        spoken if spoken is not None else await _fall_back(brain, prompt, asking.attempts, end - loop.time())
    )


@dataclass(frozen=True, slots=True)
class _Asking:
    """The tries with one brain, until `deadline` by the loop's time."""

    brain: Brain
    patience: Patience
    deadline: float
    attempts: _Attempts

    async def answer(self, prompt: Prompt) -> Spoken | None:
        """Its answer, or None when only another brain helps."""
        wanted: Prompt | None = prompt
        if (resting := self.brain.rest.why()) is not None:
            wanted = None
            self.attempts.failed(resting)
        while wanted is not None and self.attempts.calls < MOST_CALLS and self._left() > 0:
            heard = await self._heard(wanted)
            if heard is None:
                self.attempts.failed(Diagnosis(Trouble.LEFT))
                return None
            if (message := usable(heard, wanted)) is not None:
                broken = heard.failure is not None and heard.failure.trouble is not Trouble.TOOL_FORM
                return self._spoken(message, broken=broken or heard.cut)
            wanted = await self._remedy(heard.failure, wanted) if heard.failure is not None else None
        return None

    def _left(self) -> float:
        return self.deadline - asyncio.get_running_loop().time()

    async def _heard(self, prompt: Prompt) -> Heard | None:
        """One request; None when the person would not wait for it."""
        if self.patience.leave.is_set():
            return None
        self.attempts.calls += 1
        work = listen(self.brain.model, prompt, self._left(), self.patience.hears)
        heard = await self.patience.unless_left(work)
        if heard is not None:
            self.attempts.tokens += heard.tokens
        return heard

    def _spoken(self, message: AIMessage, *, broken: bool) -> Spoken:
        return _told(message, self.brain.name, self.attempts, broken=broken)

    async def _remedy(self, failure: Diagnosis, prompt: Prompt) -> Prompt | None:
        """The next request to try with the same model, or None when only another model helps."""
        first = self.attempts.failed(failure)
        match failure.trouble:
            case Trouble.TOOL_FORM if self.attempts.nudges < MOST_NUDGES:
                self.attempts.nudges += 1
                return prompt.nudged(failure.advice)
            case Trouble.RATE_LIMITED:
                return prompt if await self._waited(failure) else None
            case Trouble.TOO_LARGE if first:
                return prompt.lean()
            case Trouble.SERVER | Trouble.CAPACITY | Trouble.BROKEN | Trouble.GARBLED if first:
                return prompt if await self._paused() else None
            case _:
                return None

    async def _waited(self, failure: Diagnosis) -> bool:
        """Wait for a limit to pass if the turn has room for it; else the model rests for later turns too."""
        wait = failure.wait
        if wait is None or wait + ROOM > self._left() or self.attempts.waits >= MOST_WAITS:
            self.brain.rest.begin(failure)
            return False
        self.attempts.waits += 1
        began = asyncio.get_running_loop().time()
        done = await self.patience.sit_out(failure, wait)
        spent = asyncio.get_running_loop().time() - began
        self.attempts.waited += wait if done else spent
        if not done:
            self.brain.rest.begin(_shorter(failure, wait - spent))
            self._leave()
        return done

    async def _paused(self) -> bool:
        """A moment before another try; False when the person would not wait."""
        done = await self.patience.pause(_spread.uniform(*JITTER))
        if not done:
            self._leave()
        return done

    def _leave(self) -> None:
        self.attempts.failed(Diagnosis(Trouble.LEFT))


async def _fall_back(brain: Brain, prompt: Prompt, attempts: _Attempts, seconds: float) -> Spoken:
    if not attempts.failures:
        attempts.failed(Diagnosis(Trouble.TIMEOUT))
    if brain.fallback is None:
        raise ModelDown(attempts.failures[-1], attempts.calls, attempts.tokens)
    return await _offline(brain.fallback, prompt, attempts, seconds)


async def _offline(model: BaseChatModel, prompt: Prompt, attempts: _Attempts, seconds: float) -> Spoken:
    """The model that needs no network always gets its moment, even when the time is up."""
    attempts.calls += 1
    heard = await listen(model, prompt, max(seconds, MOMENT))
    if heard.failure is not None:
        why = attempts.failures[-1] if attempts.failures else heard.failure
        raise ModelDown(why, attempts.calls, attempts.tokens)
    attempts.tokens += heard.tokens
    return _told(heard.message, "offline", attempts)


def _told(message: AIMessage, model: str, attempts: _Attempts, *, broken: bool = False) -> Spoken:
    return Spoken(
        message,
        model,
        attempts.calls,
        attempts.troubles,
        broken,
        attempts.tokens,
        attempts.failures[-1] if attempts.failures else None,
        attempts.waited,
    )


def _shorter(failure: Diagnosis, wait: float) -> Diagnosis:
    return Diagnosis(failure.trouble, wait, limit=failure.limit)
