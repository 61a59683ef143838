"""What is said once a rule or job is stored: how it stands, when it runs next, what it will ask for."""

from collections.abc import Sequence

from devices.automation.explain import Moment, Standing, Watch, standing
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Becomes, Lost, Threshold
from devices.automation.watch.signal import Lacking
from devices.kinds.spec import Risk
from devices.policy import Judgement
from tools.context import ToolContext
from tools.teller import rule_told, scribe_of
from tools.words.speech import action_text, amount, say, state_label
from tools.words.telling.days import moment_facts
from tools.words.telling.scribe import exact


def spoken(rule: Rule, context: ToolContext) -> str:
    """A rule as a sentence in the turn's language, marked when it is off."""
    return rule_told(context.language, rule, context.house)


def stands(rule: Rule, context: ToolContext) -> Standing:
    """How a rule stands now."""
    house = context.house
    return standing(rule, house.home.view(), Moment(house.clock.now(), house.almanac))


def standing_lines(rule: Rule, context: ToolContext, *, ran: bool = False) -> list[str]:
    """The watched values now, whether that is past the limit already, and the next time of a schedule."""
    found = stands(rule, context)
    lines = [
        line
        for watch in found.watches
        if watch.entity_id and (line := _watched(rule, watch, context, ran=ran and bool(watch.past)))
    ]
    times = [watch.next_at for watch in found.watches if not watch.entity_id and watch.next_at]
    if times and not rule.once:
        scribe = scribe_of(context.language, context.house, context.house.clock.now())
        lines.append(say(context.language, "rule_next", **moment_facts(min(times), scribe)))
    return list(dict.fromkeys(lines))


def asking_lines(rule: Rule, judged: Sequence[Judgement], context: ToolContext) -> list[str]:
    """What it will ask a person for each time, and the command that allows it for good."""
    view, lines = context.house.home.view(), list[str]()
    for verdict in judged:
        if verdict.risk >= Risk.SECURITY:
            command = verdict.command
            snapshot = view.find(command.entity_id)
            name = snapshot.entity.name if snapshot else command.entity_id
            action = action_text(context.language, command, name)
            grant = f"{command.entity_id}={command.control}"
            lines.append(say(context.language, "rule_asks", id=rule.id, action=action, grant=grant))
    return lines


def _watched(rule: Rule, watch: Watch, context: ToolContext, *, ran: bool) -> str:
    trigger, language = rule.triggers[watch.trigger], context.language
    snapshot = context.house.home.view().find(watch.entity_id)
    sensor = snapshot.entity.name if snapshot else watch.entity_id
    match trigger:
        case Threshold():
            if watch.value is None or watch.lacking is not Lacking.NO:
                return say(language, "rule_blind_now", sensor=sensor)
            value = amount(language, watch.value, watch.unit)
            phrase = "rule_ran_now" if ran else "rule_holds_now" if watch.past else "rule_value_now"
            phrase = f"{phrase}_for" if trigger.for_seconds and not ran else phrase
            held = exact(language, trigger.for_seconds)
            return say(language, phrase, sensor=sensor, value=value, duration=held)
        case Becomes() | Lost() if watch.word:
            phrase = "rule_state_ran" if ran else "rule_state_holds" if watch.past else "rule_state_now"
            kind = snapshot.entity.device_class if snapshot else None
            return say(language, phrase, sensor=sensor, state=state_label(language, watch.word, kind, sensor))
        case _:
            return ""
