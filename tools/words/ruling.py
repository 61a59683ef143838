"""A rule as one sentence, made from its stored form and nothing else."""

from devices.automation.rule import Rule, Threshold
from devices.view import View
from tools.words.catalogue import amount, duration, listed, say
from tools.words.sentence import action_text


def rule_sentence(language: str, rule: Rule, view: View) -> str:
    """What a rule does: "When Hall temperature rises above 26 °C, turn on Fan."; marked when it is off."""
    actions = [action_text(language, act.command, _name(act.command.entity_id, view)) for act in rule.actions]
    told = "\n".join(_told(language, trigger, listed(language, actions), view) for trigger in rule.triggers)
    return told if rule.enabled else say(language, "rule_disabled_mark", rule=told)


def _told(language: str, trigger: Threshold, actions: str, view: View) -> str:
    snapshot = view.find(trigger.entity_id)
    unit = snapshot.entity.unit if snapshot else ""
    held = duration(language, trigger.for_seconds) if trigger.for_seconds else ""
    limit = trigger.above if trigger.below is None else trigger.below
    match trigger.above, trigger.below:
        case None, None:
            phrase = "rule_becomes"
        case _, None:
            phrase = "rule_above"
        case None, _:
            phrase = "rule_below"
        case _:
            phrase = "rule_between"
    return say(
        language,
        phrase,
        sensor=_name(trigger.entity_id, view),
        value=amount(language, limit, unit) if limit is not None else "",
        low=amount(language, trigger.above, unit) if trigger.above is not None else "",
        for_time=_held(language, held),
        actions=actions,
    )


def _held(language: str, held: str) -> str:
    """The `for` part, with the space that its language puts before it."""
    if not held:
        return ""
    space = "" if language.startswith("zh") else " "
    return space + say(language, "rule_for", duration=held)


def _name(entity_id: str, view: View) -> str:
    snapshot = view.find(entity_id)
    return snapshot.entity.name if snapshot else entity_id
