"""Orders in three languages: what they command, and that nothing else is ever commanded."""

import pytest

from assistant.models.offline.planner import Kind, Plan, plan
from devices.model import Json
from devices.view import View
from tests.offline.house import CHINESE, HOUSE, RUSSIAN, thing, view_of

Expected = list[tuple[str, list[str], dict[str, Json]]]


def acts(made: Plan) -> Expected:
    found: Expected = []
    for call in made.calls:
        assert call.tool == "control_device"
        arguments = dict(call.arguments)
        targets = arguments.pop("targets")
        assert isinstance(targets, list)
        found.append((str(arguments.pop("action")), sorted(map(str, targets)), arguments))
    return found


ENGLISH_ORDERS: list[tuple[str, Expected]] = [
    ("turn on the kitchen light", [("turn_on", ["light.kitchen"], {})]),
    ("Please turn the kitchen light off!", [("turn_off", ["light.kitchen"], {})]),
    ("kitchen light off", [("turn_off", ["light.kitchen"], {})]),
    ("could you switch off the telly?", [("turn_off", ["switch.tv_plug"], {})]),
    ("fan on", [("turn_on", ["fan.living_room"], {})]),
    ("turn off the lights upstairs", [("turn_off", ["light.bathroom", "light.bed"], {})]),
    ("living room lights on", [("turn_on", ["light.ceiling", "light.floor_lamp"], {})]),
    ("turn on the hall and kitchen lights", [("turn_on", ["light.hall", "light.kitchen"], {})]),
    ("turn on the light in the garage and the hall", [("turn_on", ["light.garage", "light.hall"], {})]),
    ("toggle light.bed", [("toggle", ["light.bed"], {})]),
    ("dim the floor lamp to thirty percent", [("turn_on", ["light.floor_lamp"], {"brightness_pct": 30})]),
    ("set bedroom to 40%", [("turn_on", ["light.bed"], {"brightness_pct": 40})]),
    ("floor lamp to maximum brightness", [("turn_on", ["light.floor_lamp"], {"brightness_pct": 100})]),
    ("make the floor lamp warm white", [("turn_on", ["light.floor_lamp"], {"color_temp_kelvin": 2700})]),
    ("set the fan to 60 percent", [("set_percentage", ["fan.living_room"], {"percentage": 60})]),
    ("set the thermostat to 21.5 degrees", [("set_temperature", ["climate.hall"], {"temperature": 21.5})]),
    ("heat the house to 68 °F", [("set_temperature", ["climate.hall"], {"temperature": 20})]),
    ("open the blind to 30%", [("set_position", ["cover.blind"], {"position": 30})]),
    ("close the shutters", [("close", ["cover.blind"], {})]),
    ("open the garage", [("open", ["cover.garage_door"], {})]),
    ("lock the front door", [("lock", ["lock.front_door"], {})]),
    ("unlock the front door", [("unlock", ["lock.front_door"], {})]),
    (
        "turn on the kitchen light and close the garage door",
        [("turn_on", ["light.kitchen"], {}), ("close", ["cover.garage_door"], {})],
    ),
    (
        "turn the hall light on and the fan off",
        [("turn_on", ["light.hall"], {}), ("turn_off", ["fan.living_room"], {})],
    ),
    (
        "close the garage door and lock the front door",
        [("close", ["cover.garage_door"], {}), ("lock", ["lock.front_door"], {})],
    ),
    ("open the door to the garage", [("open", ["cover.garage_door"], {})]),
    ("turn off the kitchen light but not the hall light", [("turn_off", ["light.kitchen"], {})]),
    ("turn off all lights", [("turn_off", [], {"everything": True, "domain": "light"})]),
    (
        "turn off every light except the floor lamp",
        [("turn_off", [], {"everything": True, "domain": "light", "excluding": ["light.floor_lamp"]})],
    ),
    (
        "except for the hall, turn off all the lights downstairs",
        [("turn_off", ["light.ceiling", "light.floor_lamp", "light.garage", "light.kitchen"], {})],
    ),
]
CHINESE_ORDERS: list[tuple[str, Expected]] = [
    ("打开厨房灯", [("turn_on", ["light.kitchen"], {})]),
    ("帮我把浴室的灯关掉", [("turn_off", ["light.bathroom"], {})]),
    ("关掉客厅的灯", [("turn_off", ["light.ceiling", "light.floor_lamp"], {})]),
    ("打开落地灯", [("turn_on", ["light.floor_lamp"], {})]),
    ("打开电视插座", [("turn_on", ["switch.tv_plug"], {})]),
    ("把门锁上", [("lock", ["lock.front_door"], {})]),
    ("解锁前门", [("unlock", ["lock.front_door"], {})]),
    ("打开车库门", [("open", ["cover.garage_door"], {})]),
    ("拉上窗帘", [("close", ["cover.blind"], {})]),
    ("把厨房灯调到百分之三十", [("turn_on", ["light.kitchen"], {"brightness_pct": 30})]),
    ("把恒温器设为二十二度", [("set_temperature", ["climate.hall"], {"temperature": 22})]),
    ("把风扇打开，把厨房灯关掉", [("turn_on", ["fan.living_room"], {}), ("turn_off", ["light.kitchen"], {})]),
    (
        "除了落地灯，关掉所有的灯",
        [("turn_off", [], {"everything": True, "domain": "light", "excluding": ["light.floor_lamp"]})],
    ),
    ("能不能打开走廊的灯？", [("turn_on", ["light.hall"], {})]),
]
RUSSIAN_ORDERS: list[tuple[str, Expected]] = [
    ("включи свет на кухне", [("turn_on", ["light.kitchen"], {})]),
    ("выключи, пожалуйста, свет в гостиной", [("turn_off", ["light.ceiling", "light.floor_lamp"], {})]),
    ("включи торшер", [("turn_on", ["light.floor_lamp"], {})]),
    ("выключи чайник", [("turn_off", ["switch.kettle"], {})]),
    ("запри входную дверь", [("lock", ["lock.front_door"], {})]),
    ("закрой гаражные ворота", [("close", ["cover.garage_door"], {})]),
    (
        "установи термостат на двадцать один градус",
        [("set_temperature", ["climate.hall"], {"temperature": 21})],
    ),
    ("яркость света на кухне 50 процентов", [("turn_on", ["light.kitchen"], {"brightness_pct": 50})]),
    ("ты можешь включить вентилятор?", [("turn_on", ["fan.living_room"], {})]),
    (
        "включи лампу в спальне и закрой шторы в гостиной",
        [("turn_on", ["light.bed"], {}), ("close", ["cover.blind"], {})],
    ),
    (
        "выключи весь свет, кроме торшера",
        [("turn_off", [], {"everything": True, "domain": "light", "excluding": ["light.floor_lamp"]})],
    ),
]
NATIVE: list[tuple[View, str, str, Expected]] = [
    (RUSSIAN, "ru", "включи настольную лампу", [("turn_on", ["light.stol"], {})]),
    (RUSSIAN, "ru", "погаси люстру", [("turn_off", ["light.lyustra"], {})]),
    (RUSSIAN, "ru", "выключи розетку аквариума", [("turn_off", ["switch.rozetka"], {})]),
    (CHINESE, "zh", "打开客厅灯", [("turn_on", ["light.keting"], {})]),
    (CHINESE, "zh", "关闭书桌台灯", [("turn_off", ["light.taideng"], {})]),
    (CHINESE, "zh", "把主卧窗帘打开", [("open", ["cover.chuanglian"], {})]),
]


@pytest.mark.parametrize(("sentence", "expected"), ENGLISH_ORDERS)
def test_english_order_in_a_known_house(sentence: str, expected: Expected) -> None:
    assert acts(plan(sentence, HOUSE, "en")) == expected


@pytest.mark.parametrize(("sentence", "expected"), CHINESE_ORDERS)
def test_chinese_order_in_a_house_with_english_names(sentence: str, expected: Expected) -> None:
    assert acts(plan(sentence, HOUSE, "zh")) == expected


@pytest.mark.parametrize(("sentence", "expected"), RUSSIAN_ORDERS)
def test_russian_order_in_a_house_with_english_names(sentence: str, expected: Expected) -> None:
    assert acts(plan(sentence, HOUSE, "ru")) == expected


@pytest.mark.parametrize(("home", "language", "sentence", "expected"), NATIVE)
def test_order_by_inflected_own_names(home: View, language: str, sentence: str, expected: Expected) -> None:
    assert acts(plan(sentence, home, language)) == expected


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "don't turn on the fan"),
        ("en", "never unlock the front door"),
        ("en", "please do not close the blind"),
        ("zh", "不要开灯"),
        ("zh", "别打开车库门"),
        ("ru", "не включай свет на кухне"),
        ("ru", "не надо открывать ворота"),
    ],
)
def test_order_when_negated(language: str, sentence: str) -> None:
    made = plan(sentence, HOUSE, language)
    assert made.kind is Kind.REFUSE
    assert not made.calls
    assert made.reply


@pytest.mark.parametrize(
    ("language", "sentence", "asked"),
    [
        ("en", "turn on the pool heater", "pool heater"),
        ("en", "turn on the flor lamp", "flor lamp"),
        ("zh", "打开泳池加热器", "泳池加热器"),
        ("ru", "включи бассейн", "бассейн"),
    ],
)
def test_order_when_name_unknown_is_asked_for_by_that_very_name(
    language: str, sentence: str, asked: str
) -> None:
    made = plan(sentence, HOUSE, language)
    assert [call.arguments["targets"] for call in made.calls] == [[asked]]


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the kitchen light and the pool heater",
        "turn off all lights except the pool lamp",
        "turn on the kitchen light quickly with sparkles",
        "turn on and off the fan",
        "turn on the bedroom fan",
        "open the front door",
        "set the kitchen light to 21 degrees",
        "set the kitchen light to 20% and 30%",
        "close the blind to 30%",
        "make it warmer",
        "set the thermostat",
        "turn on the light here",
        "turn off the attic light",
        "is it ok to turn on the fan",
        "should I turn on the heating",
        "what happens if I turn off the fridge plug",
        "could you tell me how to turn on the fan",
        "I turned on the kitchen light",
        "was the kitchen light turned on?",
        "who turned on the kitchen light",
        "remember to turn off the kitchen light",
        "turn on the kitchen light? no",
        "turn on the second light",
        "open the door",
        "turn off nothing",
    ],
)
def test_order_when_a_word_is_not_understood_commands_nothing(sentence: str) -> None:
    made = plan(sentence, HOUSE, "en")
    orders = Plan(made.kind, tuple(call for call in made.calls if call.tool == "control_device"))
    assert not {target for _action, targets, _values in acts(orders) for target in targets} & set(
        HOUSE.snapshots
    )
    assert made.reply or made.calls


def test_order_when_several_have_the_name_offers_them() -> None:
    home = view_of(thing("light.a", "Lamp", "kitchen"), thing("light.b", "Lamp", "hall"))
    made = plan("turn on the lamp", home, "en")
    assert made.kind is Kind.CLARIFY
    assert made.choices == ("light.a", "light.b")
    assert "1. Lamp (Kitchen)" in made.reply
    assert "2. Lamp (Hall)" in made.reply
    assert made.pending is not None


def test_order_when_only_a_room_is_named_asks_what_in_it() -> None:
    made = plan("turn off the kitchen", HOUSE, "en")
    assert made.kind is Kind.CLARIFY
    assert set(made.choices) == {"light.kitchen", "switch.kettle", "switch.fridge"}


def test_order_for_lights_without_a_room_does_not_take_them_all() -> None:
    made = plan("turn off the lights", HOUSE, "en")
    assert made.kind is Kind.CLARIFY
    assert not made.calls


@pytest.mark.parametrize(
    ("language", "sentence", "reply"),
    [
        ("en", "open the front door", "Front door can only be locked or unlocked"),
        ("ru", "открой входную дверь", "Front door: можно только запереть или отпереть"),
    ],
)
def test_command_to_open_a_lock_says_what_it_can_do(language: str, sentence: str, reply: str) -> None:
    made = plan(sentence, HOUSE, language)
    assert not made.calls
    assert made.reply.startswith(reply)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "remind me to buy milk"), ("zh", "提醒我买牛奶"), ("ru", "напомни купить молоко")],
)
def test_reminder_without_a_time_asks_for_it(language: str, sentence: str) -> None:
    made = plan(sentence, HOUSE, language)
    assert (made.kind, made.calls, made.reason) == (Kind.CLARIFY, (), "vague-time")


@pytest.mark.parametrize("sentence", ["turn on the kitchen light", "is the front door locked?"])
def test_wish_in_a_home_without_devices_says_so(sentence: str) -> None:
    made = plan(sentence, View(), "en")
    assert (made.calls, made.reason) == ((), "home_empty")
    assert "homeassistant/#" in made.reply
