"""Calls held against the words: what strays is found, what fits or can't be known passes; three languages."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from assistant.agent.judge.intent import CONTROL, CREATE, Doubt, Fault, Heard, Wanted, doubt
from assistant.agent.judge.said import Said
from assistant.models.offline.planner import plan
from devices.command import Command
from devices.kinds.spec import Risk
from devices.model import Domain, Json, Scalar
from devices.policy import judge
from devices.resolve import Resolved, Target
from tests.offline.house import HOUSE
from tools.meaning.aim import Aim, aim
from tools.meaning.arguments import Action
from tools.meaning.order import can, order
from tools.words.speech import detect


@dataclass(frozen=True)
class Row:
    """A sentence, a call that a model makes of it, and what speaks against the call."""

    said: str
    call: str
    fault: Fault | None = None
    shown: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


def wanted(call: str, **args: Json) -> Wanted:
    """A control call written as `action id id ...`."""
    action, *ids = call.split()
    given = commands(action, ids)
    guarded = frozenset(one.command.entity_id for one in judge(given, HOUSE) if one.risk >= Risk.SECURITY)
    return Wanted(CONTROL, {"targets": list(ids), "action": action, **args}, given, guarded)


def commands(action: str, ids: list[str]) -> tuple[Command, ...]:
    values: dict[str, Scalar] = {"brightness_pct": 30} if action.endswith(":30") else {}
    return tuple(Command(i, action.partition(":")[0], dict(values)) for i in ids)


def heard(row: Row) -> Heard:
    language = detect(row.said)
    planned = plan(row.said, HOUSE, language)
    own = tuple(
        Wanted(call.tool, call.arguments, asked(call.arguments))
        for call in planned.calls
        if call.tool in (CONTROL, CREATE)
    )
    shown, before = frozenset(row.shown), frozenset(row.before)
    return Heard(Said((row.said,), HOUSE, language), planned, own, shown, before)


def asked(args: Mapping[str, Json]) -> tuple[Command, ...]:
    action = Action(str(args["action"]))
    names, gone = args.get("targets"), args.get("excluding")
    domain = Domain(str(args["domain"])) if args.get("domain") else None
    target = Target(
        tuple(str(n) for n in names) if isinstance(names, list) else (),
        domain=domain,
        everything=bool(args.get("everything")),
        excluding=tuple(str(n) for n in gone) if isinstance(gone, list) else (),
    )
    found = aim(Aim(target, lambda s: can(action, s)), HOUSE)
    if not isinstance(found, Resolved):
        return ()
    values = {k: v for k, v in args.items() if k == "brightness_pct" and isinstance(v, int | float)}
    return order(action, values, found.snapshots).commands


KITCHEN, HALL, BED, BATH = "light.kitchen", "light.hall", "light.bed", "light.bathroom"
ROWS = [
    # the other way round
    Row("turn off the kitchen light", f"turn_on {KITCHEN}", Fault.OPPOSITE),
    Row("turn the kitchen light off", f"turn_on {KITCHEN}", Fault.OPPOSITE),
    Row("lock the front door", "unlock lock.front_door", Fault.OPPOSITE),
    Row("close the garage door", "open_cover cover.garage_door", Fault.OPPOSITE),
    Row("выключи свет на кухне", f"turn_on {KITCHEN}", Fault.OPPOSITE),
    Row("закрой гараж", "open_cover cover.garage_door", Fault.OPPOSITE),
    Row("关掉厨房灯", f"turn_on {KITCHEN}", Fault.OPPOSITE),
    Row("把前门锁上", "unlock lock.front_door", Fault.OPPOSITE),
    # denied
    Row("don't unlock the front door", "unlock lock.front_door", Fault.NEGATED),
    Row("do not turn on the kitchen light", f"turn_on {KITCHEN}", Fault.NEGATED),
    Row("please don't turn the hall light off", f"turn_off {HALL}", Fault.NEGATED),
    Row("don't unlock the front door, lock it", "unlock lock.front_door", Fault.NEGATED),
    Row("не открывай входную дверь", "unlock lock.front_door", Fault.NEGATED),
    Row("не включай свет на кухне", f"turn_on {KITCHEN}", Fault.NEGATED),
    Row("不要打开厨房灯", f"turn_on {KITCHEN}", Fault.NEGATED),
    Row("别开前门的锁", "unlock lock.front_door", Fault.NEGATED),
    # another or a wider target
    Row("turn on the kitchen light", f"turn_on {BED}", Fault.WIDER),
    Row("turn on the kitchen light", f"turn_on {KITCHEN} {HALL}", Fault.WIDER),
    Row("turn on the kitchen light", "unlock lock.front_door", Fault.WIDER),
    Row("turn off all lights except the bedroom", f"turn_off {KITCHEN} {BED}", Fault.WIDER),
    Row("включи свет на кухне", f"turn_on {BED}", Fault.WIDER),
    Row("выключи весь свет кроме спальни", f"turn_off {HALL} {BED}", Fault.WIDER),
    Row("打开厨房灯", f"turn_on {BED}", Fault.WIDER),
    Row("除了卧室，关掉所有的灯", f"turn_off {HALL} {BED}", Fault.WIDER),
    # another value
    Row("set the kitchen light to 50%", f"turn_on:30 {KITCHEN}", Fault.OTHER_VALUE),
    Row("turn on the kitchen light", f"turn_on:30 {KITCHEN}", Fault.OTHER_VALUE),
    # nothing of the kind was asked
    Row("is the front door locked?", "unlock lock.front_door", Fault.NOT_ASKED),
    Row("which lights are on?", f"turn_off {KITCHEN}", Fault.NOT_ASKED),
    Row("какая температура на кухне?", f"turn_on {KITCHEN}", Fault.NOT_ASKED),
    Row("厨房温度是多少？", f"turn_on {KITCHEN}", Fault.NOT_ASKED),
    Row("undo", f"turn_on {KITCHEN}", Fault.NOT_ASKED),
    # not now
    Row(
        "if the living room gets warmer than 26 degrees turn on the fan",
        "turn_on fan.living_room",
        Fault.NOT_NOW,
    ),
    Row("every day at 7 turn on the kitchen light", f"turn_on {KITCHEN}", Fault.NOT_NOW),
    Row("turn on the kitchen light later", f"turn_on {KITCHEN}", Fault.NOT_NOW),
    Row("turn on the kitchen light at 7:30", f"turn_on {KITCHEN}", Fault.NOT_NOW),
    Row("unlock the front door in ten minutes", "unlock lock.front_door", Fault.NOT_NOW),
    Row("when I come home unlock the front door", "unlock lock.front_door", Fault.NOT_NOW),
    Row("через час включи свет на кухне", f"turn_on {KITCHEN}", Fault.NOT_NOW),
    Row("十分钟后打开厨房灯", f"turn_on {KITCHEN}", Fault.NOT_NOW),
    # named by nobody
    Row("good evening", "unlock lock.front_door", Fault.UNNAMED),
    Row("hello there", f"turn_on {KITCHEN}", Fault.UNNAMED),
    Row("make it cosy", "unlock lock.front_door", Fault.UNNAMED),
    Row("добрый вечер", "unlock lock.front_door", Fault.UNNAMED),
    Row("晚上好", "unlock lock.front_door", Fault.UNNAMED),
    Row("some light in the kitchen would be nice", "unlock lock.front_door", Fault.UNNAMED),
    # one of several, picked blindly
    Row("turn on the light", f"turn_on {KITCHEN}", Fault.AMBIGUOUS),
    Row("включи свет", f"turn_on {KITCHEN}", Fault.AMBIGUOUS),
    # as it should be
    Row("turn on the kitchen light", f"turn_on {KITCHEN}"),
    Row("Could you please turn off the kitchen light?", f"turn_off {KITCHEN}"),
    Row("turn off the kitchen light and turn on the hall light", f"turn_on {HALL}"),
    Row("turn off all lights except the bedroom", f"turn_off {KITCHEN} {HALL}"),
    Row("no, turn on the kitchen light", f"turn_on {KITCHEN}"),
    Row("don't turn on the fan but turn on the kitchen light", f"turn_on {KITCHEN}"),
    Row("don't unlock the front door, lock it", "lock lock.front_door"),
    Row("don't forget to turn on the kitchen light", f"turn_on {KITCHEN}"),
    Row("unlock the front door", "unlock lock.front_door"),
    Row("open the front door", "unlock lock.front_door"),
    Row("turn on the hall light, and if the bedroom gets warmer than 26 turn on the fan", f"turn_on {HALL}"),
    Row("set the kitchen light to 30%", f"turn_on:30 {KITCHEN}"),
    Row("some light in the kitchen would be nice", f"turn_on {KITCHEN}"),
    Row("it is a bit dark in the kitchen", f"turn_on {KITCHEN}"),
    Row("kitchen light an", f"turn_on {KITCHEN}"),
    Row("temperature in the bedroom", f"turn_on {BED}", Fault.NOT_ASKED),
    Row("turn the kitchen lite on", f"turn_on {KITCHEN}"),
    Row("turn everything off", f"turn_off {KITCHEN} {HALL} fan.living_room"),
    Row("включи свет на кухне", f"turn_on {KITCHEN}"),
    Row("выключи весь свет кроме спальни", f"turn_off {KITCHEN} {HALL}"),
    Row("открой гараж", "open_cover cover.garage_door"),
    Row("打开厨房灯", f"turn_on {KITCHEN}"),
    Row("除了卧室，关掉所有的灯", f"turn_off {KITCHEN} {HALL}"),
    Row("打开前门的锁", "unlock lock.front_door"),
    Row("mach bitte das Küchenlicht heller", f"turn_on {KITCHEN}"),
    Row("turn it off", f"turn_off {KITCHEN}", before=(KITCHEN,)),
    Row("выключи его", f"turn_off {KITCHEN}", before=(KITCHEN,)),
    Row("make it cosy", f"turn_on {KITCHEN}", shown=(KITCHEN,)),
    Row("turn on the light", f"turn_on {KITCHEN}", shown=(KITCHEN, HALL)),
    Row("if the kitchen light is off turn it on", f"turn_on {KITCHEN}", shown=(KITCHEN,)),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.said} > {row.call}")
def test_call_against_the_words(row: Row) -> None:
    found = doubt(wanted(row.call), heard(row))
    assert (found.fault if found else None) == row.fault


def test_everything_without_a_word_for_all() -> None:
    row = Row("the kitchen lamp thing, on please", "")
    call = wanted(f"turn_on {KITCHEN} {HALL}", everything=True)
    assert doubt(call, heard(row)) == Doubt(Fault.WIDER, (HALL, KITCHEN))


def test_dropped_exception_in_words_not_wholly_understood() -> None:
    row = Row("kindly darken all the lights except the bedroom, sweetie", "")
    found = doubt(wanted(f"turn_off {KITCHEN} {BED}"), heard(row))
    assert found == Doubt(Fault.EXCEPTED, (BED,))


def test_rule_with_the_limit_turned_round() -> None:
    said = "if the living room gets warmer than 26 degrees turn on the fan"
    args: dict[str, Json] = {"targets": ["fan.living_room"], "action": "turn_on", "below": 26}
    call = Wanted(CREATE, args, (Command("fan.living_room", "turn_on"),))
    assert doubt(call, heard(Row(said, ""))) == Doubt(Fault.OTHER_VALUE, ("fan.living_room",))
    right = Wanted(CREATE, {"targets": ["fan.living_room"], "action": "turn_on", "above": 26}, call.commands)
    assert doubt(right, heard(Row(said, ""))) is None


@pytest.mark.parametrize(
    ("said", "tool", "args", "fault"),
    [
        ("delete rule a2", "delete_automation", {"id": "a1"}, Fault.NOT_ASKED),
        ("delete rule a2", "delete_automation", {"id": "a2"}, None),
        ("turn off rule a1", "enable_automation", {"id": "a1", "enabled": True}, Fault.OPPOSITE),
        ("turn off rule a1", "delete_automation", {"id": "a1"}, Fault.NOT_ASKED),
        ("turn on the kitchen light", "undo", {}, Fault.NOT_ASKED),
        ("undo that", "undo", {}, None),
    ],
)
def test_call_about_rules(said: str, tool: str, args: dict[str, Json], fault: Fault | None) -> None:
    found = doubt(Wanted(tool, args, ()), heard(Row(said, "")))
    assert (found.fault if found else None) == fault


def test_other_tools_are_not_judged() -> None:
    assert doubt(Wanted("remember", {}, ()), heard(Row("good evening", ""))) is None
