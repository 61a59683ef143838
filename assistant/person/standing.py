"""How a rule stands now in short chrome words: what it waits for, which conditions hold, when it is next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from devices.automation.explain import Moment, Standing, Watch, standing
from devices.automation.rule.rule import Rule
from devices.automation.watch.signal import Lacking
from devices.automation.watch.spec import Memory, Place
from devices.command import Cause, Origin
from devices.view import View
from tools.automations.advice import conflict_lines
from tools.context import House, ToolContext
from tools.teller import rule_told, scribe_of
from tools.words.telling.conditions import condition_text
from tools.words.telling.scribe import Scribe
from tools.words.telling.steps import steps_text
from tools.words.telling.triggers import trigger_text

WEEK = timedelta(days=6)
BLIND = {
    Lacking.MISSING: "it is not there",
    Lacking.UNAVAILABLE: "no signal",
    Lacking.UNKNOWN: "it has told nothing yet",
    Lacking.NO_NUMBER: "it tells no number",
    Lacking.STALE: "it has told nothing for a day",
    Lacking.OTHER_UNIT: "its unit does not fit",
}
HOLDS = {True: "holds", False: "does not hold", None: "not known"}


@dataclass(frozen=True, slots=True)
class Sight:
    """What it is seen by: the house, in which language, and what the watching of rules remembers."""

    house: House
    language: str = "en"
    memories: Mapping[Place, Memory] = field(default_factory=dict)

    @property
    def scribe(self) -> Scribe:
        """For the parts of its sentence."""
        return scribe_of(self.language, self.house)

    def clock(self, at: datetime) -> str:
        """An instant as short as it is clear: 07:30, Mon 07:30, 2026-03-01 07:30."""
        zone = self.house.zone
        local, today = at.astimezone(zone), self.house.clock.now().astimezone(zone)
        if local.date() == today.date():
            return f"{local:%H:%M}"
        return f"{local:%a %H:%M}" if abs(local - today) < WEEK else f"{local:%Y-%m-%d %H:%M}"


def stands(rule: Rule, sight: Sight) -> Standing:
    """How it stands, as data."""
    house = sight.house
    return standing(rule, house.home.view(), Moment(house.clock.now(), house.almanac, sight.memories))


def sentence(rule: Rule, sight: Sight) -> str:
    """The rule as one sentence."""
    return rule_told(sight.language, rule, sight.house)


def brief(rule: Rule, sight: Sight) -> str:
    """The one thing to know now: off, blind and why, its value, its running clock, its next time."""
    now = stands(rule, sight)
    if not rule.enabled:
        return "off"
    if now.blind:
        return f"blind: {_why_blind(now)}"
    watch = next((w for w in now.watches if w.past), None) or now.watches[0]
    told = _watch(watch, sight)
    return (
        told
        if not now.next_at or "next" in told or "until" in told
        else f"{told}, next {sight.clock(now.next_at)}"
    )


def rows(rule: Rule, sight: Sight) -> Iterator[tuple[str, str]]:
    """Each trigger with what it sees, each condition with whether it holds, the steps, and who made it."""
    now, scribe, view = stands(rule, sight), sight.scribe, sight.house.home.view()
    for number, trigger in enumerate(rule.triggers):
        yield "When", trigger_text(trigger, scribe)
        for watch in (w for w in now.watches if w.trigger == number):
            yield "Now", _named(watch, view) + _watch(watch, sight)
    for checked in now.conditions:
        yield "If", f"{condition_text(checked.condition, scribe)}: {HOLDS[checked.holds]}"
    yield "Then", steps_text(rule.actions, scribe)
    if rule.until:
        yield "At end", steps_text(rule.until, scribe)
    for permission in sight.house.permissions.of(rule):
        yield "Allowed", f"{permission.entity_id} {permission.control.replace('_', ' ')} without asking"
    for question in sight.house.questions.open():
        if question.rule_id == rule.id:
            yield (
                "Asks",
                f"{question.id} waits for an answer, {sight.house.questions.left(question):.0f} s left",
            )
    if rule.created_at:
        words = f", from your words: “{rule.words}”" if rule.words else ""
        yield "Made", f"{sight.clock(rule.created_at)}{words}"


def careful(rule: Rule, sight: Sight) -> tuple[str, ...]:
    """What is wrong with it beside the other rules: it fights one, sets itself off, can never run."""
    context = ToolContext(sight.house, Cause(Origin.APP), sight.language)
    return tuple(conflict_lines(rule, context)) if rule.enabled else ()


def _why_blind(now: Standing) -> str:
    return next(
        (BLIND.get(w.lacking, "") for w in now.watches if w.lacking is not Lacking.NO), "it watches nothing"
    )


def _named(watch: Watch, view: View) -> str:
    snapshot = view.find(watch.entity_id)
    name = snapshot.entity.name if snapshot else watch.entity_id
    return f"{name} " if name else ""


def _watch(watch: Watch, sight: Sight) -> str:
    if watch.lacking is not Lacking.NO:
        return f"blind: {BLIND.get(watch.lacking, watch.lacking.value)}"
    if watch.next_at is not None:
        return f"next {sight.clock(watch.next_at)}"
    if not watch.entity_id and watch.value is None:
        return "no next time"
    value = (
        f"{watch.value:.4g} {watch.unit}".rstrip()
        if watch.value is not None
        else watch.word.replace("_", " ")
    )
    return f"now {value}{_stage(watch, sight)}"


def _stage(watch: Watch, sight: Sight) -> str:
    """Where the trigger is between waiting and fired."""
    if watch.clock_ends is not None:
        return f", lasting until {sight.clock(watch.clock_ends)}"
    if watch.latched:
        return ", has fired, waits until that is over"
    if watch.past is None:
        return ""
    return (
        ", past the limit"
        if watch.past and watch.value is not None
        else ", so now"
        if watch.past
        else ", waits"
    )
