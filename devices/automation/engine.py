"""The shell round the machines that watch and run rules: events, time and answers in, effects out.

What is to be remembered is stored before anything is done because of it. Nothing is decided here.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import datetime

from devices.automation.books.standing import Standing
from devices.automation.run.conductor import Conductor
from devices.automation.run.course import Run
from devices.automation.run.outward import Outward
from devices.automation.run.performing import Performer, Works
from devices.automation.run.spec import Effect, Give
from devices.automation.timer import Timer
from devices.automation.watch.people import people
from devices.automation.watch.spec import Kept, Place, World
from devices.automation.watch.start import CLOCK_SLACK
from devices.automation.watch.watcher import Watcher
from devices.errors import StorageError
from devices.events import (
    ConnectionChanged,
    EntityAnnounced,
    EntityGone,
    Event,
    EventFired,
    QuestionAnswered,
    QuestionAsked,
    RulesChanged,
    ScenesChanged,
    StateChanged,
    StateReported,
)

log = logging.getLogger(__name__)

KEY = "engine"
ARRIVAL = 10.0
"""Real seconds that a home is given to describe itself before rules act on it."""
LOOK_AGAIN = 1.0
"""Real seconds between two looks at questions that run out, at the clock, and at a lease that was lost."""


class Engine:
    """The runner of a home's rules; only the process that holds the lease has one.

    Args:
        works: the home and its books.
        timer: what wakes it.
        may_act: whether this process still holds the lease; asked right before acting.
        install: id of the installation, for its topics; empty says nothing on MQTT.
    """

    def __init__(
        self, works: Works, timer: Timer, *, may_act: Callable[[], bool] = lambda: True, install: str = ""
    ) -> None:
        self._works, self._timer, self._may_act = works, timer, may_act
        world = World(works.home.find, lambda: people(works.home.view()), works.almanac)
        self._watcher = Watcher(world)
        self._conductor = Conductor(world, works.scenes, self._watcher.held)
        self._outward = Outward(works.home, works.questions, works.code, install)
        self._performer = Performer(works, self._conductor, self._outward)
        self._stirred, self._arrived, self._reconnected = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._errands: list[Callable[[], Awaitable[None]]] = []
        self._aim: datetime | None = None
        self._seen: datetime | None = None
        self._standing = Standing(works.database)
        self._overdue = False

    async def run(self) -> None:
        """Run the rules until cancelled."""
        with suppress(StorageError):
            await self._works.questions.load()
        memories, runs = await self._standing.load()
        deafen = self._works.bus.listen(self._hear)
        self._timer.start(self._ring)
        try:
            self._begin(memories, runs)
            async with asyncio.TaskGroup() as group:
                group.create_task(self._arrive(), name="rules: arrival")
                group.create_task(self._outward.run(), name="rules: answers")
                group.create_task(self._look_again(), name="rules: questions and clock")
                while await self._stirred.wait():
                    self._stirred.clear()
                    for effect in await self._due():
                        group.create_task(self._carry_out(effect), name=f"rules: {type(effect).__name__}")
                    while self._errands:
                        group.create_task(self._run_errand(self._errands.pop(0)), name="rules: errand")
        finally:
            deafen()
            self._timer.stop()

    def _begin(self, memories: Mapping[Place, Kept], runs: tuple[Run, ...]) -> None:
        now, book = self._works.clock.now(), self._works.book
        for rule in book.everything():
            for ran in (*reversed(book.last_begun(rule.id)), *reversed(book.last_runs(rule.id))):
                self._conductor.recall(ran)
        self._conductor.restore(runs, book.rule, now)
        self._watcher.arrange(book.everything(), now, memories)
        self._pass()

    def _hear(self, event: Event) -> None:
        match event:
            case RulesChanged():
                self._arrange()
            case ScenesChanged():
                self._errands.append(self._works.prune)
            case QuestionAsked(question_id=question_id) | QuestionAnswered(question_id=question_id):
                self._follow(question_id)
            case ConnectionChanged(connected=True):
                self._arrived.clear()
                self._reconnected.set()
            case StateChanged() | StateReported() | EventFired() | EntityAnnounced() | EntityGone():
                self._follow_clock()
                self._conductor.hear(event)
                self._watcher.hear(event)
            case _:
                return
        self._pass()

    def _arrange(self) -> None:
        """What is gone, off or another now ends at once; what is new begins where that is stored."""
        now, rules = self._works.clock.now(), self._works.book.everything()
        self._watcher.arrange((rule for rule in rules if self._watcher.watches(rule.id)), now)
        self._conductor.arrange(self._works.book.rule, now)
        self._errands.append(self._works.prune)
        if any(rule.enabled and not self._watcher.watches(rule.id) for rule in rules):
            self._errands.append(self._take_up)

    async def _take_up(self) -> None:
        stored = await self._standing.memories()
        new = {place: kept for place, kept in stored.items() if not self._watcher.watches(place[0])}
        self._watcher.arrange(self._works.book.everything(), self._works.clock.now(), new)
        self._pass()

    def _follow(self, question_id: str) -> None:
        """A question was asked or settled, here or in another process."""
        question = self._works.questions.question(question_id)
        if question is not None:
            self._performer.answered(question)
            self._errands.append(lambda: self._outward.show(question))

    def _ring(self, _key: str) -> None:
        """The timer says that something may be due; while this process may not act it is left for later."""
        self._aim = None
        self._overdue = not self._may_act()
        if self._overdue:
            self._stirred.set()
            return
        self._advance()
        self._pass()

    def _advance(self) -> None:
        """It is this late now, by the clock: what the clock brings comes about."""
        now = self._works.clock.now()
        self._watcher.advance(now)
        self._answer()
        self._conductor.advance(now)

    def _answer(self) -> None:
        """Run what fired."""
        while fires := self._watcher.take():
            for fire in fires:
                rule = self._works.book.rule(fire.rule_id)
                ran = rule is not None and self._conductor.answer(fire, rule, self._works.clock.now())
                if ran and not fire.over:
                    self._watcher.acted(fire)

    def _pass(self) -> None:
        """After anything moved: run what fired, and be woken when time is to move it next."""
        self._answer()
        instants = [at for at in (self._watcher.next(), self._conductor.next()) if at is not None]
        aim = min(instants, default=None)
        if aim is None:
            self._timer.cancel(KEY)
        elif aim != self._aim:
            self._timer.at(aim, KEY)
        self._aim = aim
        self._stirred.set()

    def _follow_clock(self) -> None:
        """Where the machine's clock was set back, what runs is moved along before anything else happens."""
        now, seen = self._works.clock.now(), self._seen
        self._seen = now
        if seen is not None and now < seen - CLOCK_SLACK and self._may_act():
            self._advance()

    def _tick(self) -> None:
        """The machines see the time also while nothing is due: how far it is set back is told from that."""
        self._seen = self._works.clock.now()
        if self._may_act() and (self._aim is None or self._seen < self._aim):
            self._advance()
            self._pass()

    async def _due(self) -> tuple[Effect, ...]:
        """What is to be done now; what it follows from is stored before."""
        while not self._may_act():
            await self._works.clock.patience(LOOK_AGAIN)
        if self._overdue:
            self._ring(KEY)
        effects = self._conductor.take()
        await self._standing.save(self._watcher.changes(), self._conductor.changes())
        return effects

    async def _carry_out(self, effect: Effect) -> None:
        """Do it, unless somebody else runs the rules by now; then it is theirs, from what is stored."""
        if isinstance(effect, Give):
            await self._arrived.wait()
        while not self._may_act():
            await self._works.clock.patience(LOOK_AGAIN)
        await self._performer.perform(effect)
        self._pass()

    async def _run_errand(self, errand: Callable[[], Awaitable[None]]) -> None:
        try:
            await errand()
        except StorageError as error:
            log.warning("permissions and questions are not up to date: %s", error)

    async def _arrive(self) -> None:
        """Let the home describe itself, at the start and after every time the broker was away."""
        while True:
            self._reconnected.clear()
            await self._works.home.settled(limit=ARRIVAL)
            if not self._reconnected.is_set():
                self._arrived.set()
                if self._works.home.connected:
                    self._conductor.connected(self._works.clock.now())
                    await self._outward.flush()
                    self._pass()
            await self._reconnected.wait()

    async def _look_again(self) -> None:
        """Now and then: questions that ran out, a clock that was set back."""
        for question in self._works.questions.unsettled():
            await self._outward.show(question)
        while True:
            with suppress(StorageError):
                await self._works.questions.expire()
            self._tick()
            await self._works.questions.pause(LOOK_AGAIN)
