"""Which tools are shown for which words, and when talk is no answer."""

import pytest

from assistant.agent.routing import groups_of, offered, route_of
from devices.view import View
from tools.registry import TOOLS

NOTHING = View()


def shown(says: str, language: str = "en") -> set[str]:
    kind = route_of(says, language, NOTHING).kind
    groups = groups_of(kind, [])
    return {tool.name for tool in TOOLS if offered(tool, kind, groups)}


@pytest.mark.parametrize(
    ("says", "language"),
    [
        ("is the front door locked?", "en"),
        ("what was the highest temperature yesterday?", "en"),
        ("why is the hall light on?", "en"),
        ("входная дверь закрыта?", "ru"),
        ("客厅温度是多少？", "zh"),
        ("turn off the light in 10 minutes", "en"),
    ],
)
def test_question_or_delay_shows_nothing_that_writes(says: str, language: str) -> None:
    assert not {tool.name for tool in TOOLS if tool.writes} & shown(says, language)


@pytest.mark.parametrize(
    ("says", "language"),
    [("turn on the kitchen light", "en"), ("включи свет на кухне", "ru"), ("打开厨房灯", "zh")],
)
def test_command_shows_control(says: str, language: str) -> None:
    assert "control_device" in shown(says, language)


@pytest.mark.parametrize(
    ("says", "language"),
    [
        ("if the living room gets warmer than 26 degrees turn on the fan", "en"),
        ("帮我创建一个温度大于 30 度就开风扇的自动化", "zh"),
        ("если в спальне холоднее 18 градусов, включи обогреватель", "ru"),
    ],
)
def test_condition_shows_rules_but_no_immediate_control(says: str, language: str) -> None:
    names = shown(says, language)
    assert "create_automation" in names
    assert "control_device" not in names


def test_words_that_name_nothing_go_on_with_the_groups_before() -> None:
    assert groups_of(route_of("and the other one too", "en", NOTHING).kind, ["devices"]) == ["devices"]


@pytest.mark.parametrize("says", ["don't turn on the kitchen light", "please do not open the blind"])
def test_negated_command_is_not_due(says: str) -> None:
    route = route_of(says, "en", NOTHING)
    assert not route.due
    assert not route.acts


@pytest.mark.parametrize("says", ["hello", "thank you", "what a nice day"])
def test_talk_is_no_action(says: str) -> None:
    assert not route_of(says, "en", NOTHING).acts
