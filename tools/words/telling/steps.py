"""What a rule does, in words: its steps in order, those that go side by side together."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from devices.automation.rule.action import (
    Act,
    Action,
    ApplyScene,
    Notify,
    PutBack,
    Ramp,
    Repeat,
    Wait,
    WaitUntil,
)
from devices.command import Command
from tools.words.catalogue import listed
from tools.words.sentence import action_text
from tools.words.telling.conditions import condition_text
from tools.words.telling.scribe import Scribe

_UNITS = {"brightness_pct": "%", "position": "%", "percentage": "%", "temperature": "°C"}
_KELVIN = "color_temp_kelvin"


def steps_text(actions: Sequence[Action], scribe: Scribe) -> str:
    """All steps in order: "turn on Fan and Lamp, then wait 5 minutes, then put everything back as it was"."""
    told = list(_steps(actions, scribe))
    sentence = told[0] if told else ""
    for step in told[1:]:
        sentence = scribe.say("rule_then", first=sentence, last=step)
    return sentence


def _steps(actions: Sequence[Action], scribe: Scribe) -> Iterator[str]:
    for kind, some in groupby(actions, type):
        if kind is Act:
            yield listed(scribe.language, list(_acts([a for a in some if isinstance(a, Act)], scribe)))
        elif kind is Ramp:
            yield listed(scribe.language, [_step(action, scribe) for action in some])
        else:
            yield from (_step(action, scribe) for action in some)


def _acts(acts: Sequence[Act], scribe: Scribe) -> Iterator[str]:
    """Commands that go out together; the same one to several things is told once."""

    def alike(act: Act) -> tuple[str, tuple[tuple[str, object], ...]]:
        return act.command.control, tuple(sorted(act.command.values.items()))

    for _, same in groupby(acts, alike):
        commands: list[Command] = [act.command for act in same]
        names = [scribe.name(command.entity_id) for command in commands]
        yield action_text(scribe.language, commands[0], *names)


def _step(action: Action, scribe: Scribe) -> str:
    match action:
        case ApplyScene() | PutBack() | Act():
            return _done(action, scribe)
        case Notify():
            return _notify(action, scribe)
        case Wait() | WaitUntil():
            return _wait(action, scribe)
        case Repeat():
            return _repeat(action, scribe)
        case Ramp():
            return _ramp(action, scribe)


def _done(action: ApplyScene | PutBack | Act, scribe: Scribe) -> str:
    match action:
        case ApplyScene(scene_id=scene_id):
            return scribe.say("do_scene", name=scribe.scene(scene_id))
        case Act(command=command):
            return action_text(scribe.language, command, scribe.name(command.entity_id))
        case PutBack():
            return scribe.say("do_put_back")


def _wait(action: Wait | WaitUntil, scribe: Scribe) -> str:
    if isinstance(action, Wait):
        return scribe.say("do_wait", duration=scribe.lasting(action.seconds))
    phrase = "do_wait_or_go_on" if action.go_on else "do_wait_until"
    until, limit = condition_text(action.condition, scribe), scribe.lasting(action.timeout_seconds)
    return scribe.say(phrase, condition=until, duration=limit)


def _notify(action: Notify, scribe: Scribe) -> str:
    told = scribe.say("do_tell_that" if action.message else "do_tell", message=action.message)
    if action.bell:
        told = scribe.say("do_bell", told=told)
    return scribe.say("do_topic", told=told, topic=action.topic) if action.topic else told


def _repeat(action: Repeat, scribe: Scribe) -> str:
    actions = steps_text(action.actions, scribe)
    if action.until is None:
        return scribe.say("do_repeat", count=action.times, actions=actions)
    until = condition_text(action.until, scribe)
    return scribe.say("do_repeat_until", count=action.times, actions=actions, condition=until)


def _ramp(action: Ramp, scribe: Scribe) -> str:
    unit = "K" if action.value == _KELVIN else _UNITS.get(action.value, "")
    return scribe.say(
        "do_ramp",
        name=scribe.name(action.entity_id),
        value=f"{scribe.exactly(action.to)} {unit}".rstrip(),
        duration=scribe.lasting(action.over_seconds),
    )
