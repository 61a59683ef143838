"""A rule as one sentence, made from its stored form and nothing else."""

from collections.abc import Callable
from datetime import UTC, tzinfo

from devices.automation.rule.rule import LATE_SECONDS, RUNS_A_MINUTE, Mode, Rule
from devices.automation.rule.trigger import Once
from devices.view import View
from tools.words.catalogue import say
from tools.words.telling.conditions import limits_text
from tools.words.telling.scribe import Scribe, capital, exact, glued
from tools.words.telling.steps import steps_text
from tools.words.telling.triggers import triggers_text


def rule_sentence(
    language: str, rule: Rule, view: View, *, zone: tzinfo = UTC, scene: Callable[[str], str] = str
) -> str:
    """What a rule does: "When Hall temperature rises above 26 °C, turn on Fan."; marked when it is off.

    Equal rules read alike, and what makes a rule another one (limits, days, steps, mode) can be read. `zone`
    is for moments, `scene` names a scene by its id.
    """
    scribe = Scribe(language, view, zone, scene, rule.created_at, rule.once)
    when = triggers_text(rule.triggers, scribe)
    if rule.once and not all(isinstance(trigger, Once) for trigger in rule.triggers):
        when = say(language, "rule_once", when=when)
    limits = limits_text(rule.conditions, scribe)
    plain = len(rule.triggers) == 1 and len(rule.actions) == 1 and not limits
    told = say(
        language,
        "rule_plain" if plain else "rule_full",
        when=when,
        limits=limits,
        actions=steps_text(rule.actions, scribe),
    )
    if rule.until:
        told = say(language, "rule_over", rule=told, actions=steps_text(rule.until, scribe))
    told = capital(glued(language, told, *_manners(rule, language)))
    return told if rule.enabled else say(language, "rule_disabled_mark", rule=told)


def _manners(rule: Rule, language: str) -> tuple[str, ...]:
    """How it behaves where that is not the usual way."""
    told: list[str] = []
    if rule.mode is not Mode.SINGLE:
        told.append(say(language, f"rule_mode_{rule.mode}"))
    if rule.cooldown_seconds:
        told.append(say(language, "rule_cooldown", duration=exact(language, rule.cooldown_seconds)))
    if rule.runs_a_minute != RUNS_A_MINUTE:
        told.append(say(language, "rule_rate", count=rule.runs_a_minute))
    if not rule.late_seconds:
        told.append(say(language, "rule_not_late"))
    elif rule.late_seconds != LATE_SECONDS:
        told.append(say(language, "rule_late", duration=exact(language, rule.late_seconds)))
    return tuple(told)
