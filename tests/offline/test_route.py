"""What a sentence is: above all, nothing else is ever taken for an immediate order."""

import pytest

from assistant.models.offline.planner import Kind, glance
from devices.view import View

SENTENCES: dict[Kind, list[tuple[str, str]]] = {
    Kind.COMMAND: [
        ("en", "turn the lamp on"),
        ("en", "can you turn on the lamp?"),
        ("en", "don't turn on the lamp"),
        ("zh", "打开灯"),
        ("zh", "可以打开灯吗"),
        ("ru", "включи свет"),
        ("ru", "можешь выключить свет?"),
    ],
    Kind.QUESTION: [
        ("en", "is the front door locked?"),
        ("en", "which lights are on"),
        ("en", "temperature in the bedroom"),
        ("en", "did I close the garage?"),
        ("zh", "前门锁了吗"),
        ("zh", "灯开着吗？"),
        ("ru", "включён ли свет на кухне?"),
        ("ru", "входная дверь заперта?"),
    ],
    Kind.HISTORY: [
        ("en", "how long has the TV been on today?"),
        ("en", "what was the highest temperature yesterday and when?"),
        ("en", "when was the front door last opened?"),
        ("zh", "今天电视开了多久"),
        ("zh", "昨天最高温度是多少"),
        ("ru", "сколько времени сегодня был включён телевизор"),
        ("ru", "средняя влажность вчера"),
    ],
    Kind.RULE: [
        ("en", "if the living room gets warmer than 26 degrees turn on the fan"),
        ("en", "turn on the hall light when the door opens"),
        ("en", "close the blinds whenever it is above 25 outside"),
        ("zh", "帮我创建一个温度大于 30 度就开风扇的自动化"),
        ("zh", "书房温度超过30度时打开风扇"),
        ("ru", "если в спальне ниже 18 градусов, включи обогрев"),
        ("ru", "включи вентилятор, когда станет теплее 26 градусов"),
    ],
    Kind.TIMER: [
        ("en", "turn off the light in 10 minutes"),
        ("en", "turn on the fan at 7"),
        ("en", "open the blinds every day at sunrise"),
        ("en", "turn on the heater for two hours"),
        ("zh", "十分钟后关灯"),
        ("zh", "每天早上七点打开窗帘"),
        ("ru", "выключи свет через 10 минут"),
        ("ru", "каждый вечер закрывай шторы"),
    ],
    Kind.UNDO: [("en", "undo that"), ("zh", "撤销"), ("ru", "отмени")],
    Kind.WHY: [("en", "why is the hall light on?"), ("zh", "为什么灯开着"), ("ru", "почему горит свет?")],
    Kind.RULES: [("en", "delete rule a1"), ("zh", "列出所有自动化"), ("ru", "покажи правила")],
    Kind.SEARCH: [("en", "search tools for history"), ("zh", "搜索工具"), ("ru", "найди инструмент")],
    Kind.HELP: [("en", "what can you do?"), ("zh", "你能做什么"), ("ru", "что ты умеешь?")],
    Kind.CHAT: [("en", "tell me a joke"), ("zh", "你好"), ("ru", "привет"), ("en", "")],
}
ALL = [(kind, language, text) for kind, rows in SENTENCES.items() for language, text in rows]


@pytest.mark.parametrize(("kind", "language", "text"), ALL)
def test_route_of_a_plain_sentence(kind: Kind, language: str, text: str) -> None:
    assert glance(text, language, View()).kind is kind
