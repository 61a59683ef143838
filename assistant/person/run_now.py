"""Does what a rule does, now and in this process, by a person's own hand: same steps, same gate, no trigger.

Its conditions, its mode and its rest are passed over, since a person wants it now. It ends with this process.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from uuid import uuid4

from assistant.agent.judge.consent import Reply, askable, asks_of, reply_of
from assistant.person.hand import REF, Asker
from devices.automation.books.notices import Notice
from devices.automation.rule.rule import Mode, Rule
from devices.automation.run.conductor import Conductor
from devices.automation.run.spec import Ask, Effect, Ended, Give, Tell
from devices.automation.watch.people import people
from devices.automation.watch.spec import Fire, World
from devices.bus import Bus
from devices.command import Approval, Cause, Command, Reason, Request
from devices.errors import StorageError
from devices.events import Event, RuleRan
from tools.context import House, ToolContext
from tools.receipt import remember

GLANCE = 1.0
"""Home seconds between two looks at what is waited for."""
BY_HAND = "hand"
_REASONS = {Reply.NO: Reason.DECLINED, Reply.UNCLEAR: Reason.UNCLEAR, Reply.UNANSWERED: Reason.UNANSWERED}


@dataclass(frozen=True, slots=True)
class Hand:
    """The person who wants it: by which road, what they allowed beforehand, how they are asked for the rest.

    `waiting` is told the first time that something is waited for, in home seconds.
    """

    cause: Cause
    asker: Asker | None = None
    approvals: tuple[Approval, ...] = ()
    waiting: Callable[[float], None] = lambda _seconds: None


async def run_now(rule: Rule, house: House, bus: Bus, hand: Hand) -> RuleRan:
    """Take all steps of a rule to the end; what came of it is written down as a run, and can be undone."""
    world = World(house.home.find, lambda: people(house.home.view()), house.almanac)
    conductor = Conductor(world, lambda s: house.scenes.commands(s, house.home.view()), _not_known)
    now = house.clock.now()
    wanted = replace(rule, enabled=True, conditions=(), once=False)
    wanted = replace(wanted, mode=Mode.SINGLE, cooldown_seconds=0.0, late_seconds=0.0)
    heard: list[Event] = []
    forget = bus.listen(heard.append)
    try:
        conductor.answer(Fire(rule.id, 0, now, facts={"by": BY_HAND}), wanted, now)
        ran = await _to_the_end(conductor, house, hand, heard)
    finally:
        forget()
    ran = replace(ran, run_id=f"{BY_HAND}-{uuid4().hex[:8]}", facts={**ran.facts, "by": BY_HAND})
    await house.book.note(ran)
    await remember(ran.outcomes, ToolContext(house, hand.cause, asked=hand.cause.words))
    return ran


async def _to_the_end(conductor: Conductor, house: House, hand: Hand, heard: list[Event]) -> RuleRan:
    waited = False
    while True:
        while effects := conductor.take():
            for effect in effects:
                if isinstance(effect, Ended):
                    return effect.ran
                await _carry(effect, conductor, house, hand)
        due, now = conductor.next(), house.clock.now()
        left = (due - now).total_seconds() if due is not None else GLANCE
        if left > 0:
            if not waited:
                hand.waiting(left)
            waited = True
            await house.clock.sleep(min(left, GLANCE))
        events, heard[:] = tuple(heard), []
        for event in events:
            conductor.hear(event)
        conductor.advance(house.clock.now())


async def _carry(effect: Effect, conductor: Conductor, house: House, hand: Hand) -> None:
    match effect:
        case Give(run_id=run_id, step=step, commands=commands):
            exact = tuple(Approval(c.entity_id, c.control, values=c.values) for c in commands)
            approvals = (*hand.approvals, *(exact if effect.allowed else ()))
            outcomes = await house.home.execute(Request(commands, hand.cause, approvals))
            conductor.done(run_id, step, outcomes, house.clock.now())
        case Tell(run_id=run_id, step=step):
            await _tell(effect, house)
            conductor.done(run_id, step, (), house.clock.now())
        case Ask(run_id=run_id, step=step, commands=commands):
            reason = await _asked(commands, house, hand)
            conductor.answered(run_id, step, reason, house.clock.now())
        case Ended():
            pass


async def _tell(told: Tell, house: House) -> None:
    key = f"{BY_HAND}-{uuid4().hex}"  # the steps of the engine's runs have keys of their own
    notice = Notice(key, told.rule_id, told.at, told.message, told.bell, told.topic, {**told.facts})
    try:
        await house.notices.post(notice)
    except StorageError:  # telling is no reason to leave the rest of the steps undone
        return


async def _asked(commands: tuple[Command, ...], house: House, hand: Hand) -> Reason:
    """Put what the gate holds back to the person; only a yes to all of it lets it through."""
    if hand.asker is None:
        return Reason.NOT_APPROVED
    home, request = house.home, Request(commands, hand.cause, hand.approvals)
    # what is in the way now may be gone by the time of the answer, and a yes is for all of these commands
    judged = askable(home.judge(request), home.obstacles(request), lasting=True)
    asks = asks_of(REF, judged, home.view(), lasting=False)
    given = await hand.asker(tuple(ask.question for ask in asks), hand.cause.words)
    replies = [reply_of(one) for one in given]
    return next((_REASONS[reply] for reply in replies if reply is not Reply.YES), Reason.NONE)


def _not_known(_rule_id: str, _place: str) -> None:
    """Since when a condition holds is known to who watches the rules; a run by hand asks for none."""
