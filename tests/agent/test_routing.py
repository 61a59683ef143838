"""Which tools are shown for which words, and when talk is no answer."""

from collections.abc import Sequence

import pytest

from assistant.agent.bridge import Toolbox
from assistant.agent.routing import FEW, MOST, Before, follows, groups_of, picked, route_of
from devices.kinds.light import LightState
from devices.model import Domain, Entity, Snapshot
from devices.view import View
from tests.agent.sample import FORTY, OWN, QUESTIONS, WISHES
from tools.meaning.ranking import Index
from tools.registry import TOOLS
from tools.search import ranked
from tools.tool import Tool

NOTHING = View()
BOX, INDEX = Toolbox(TOOLS), Index(TOOLS)
BIG = Index(FORTY)


def shown(says: str, language: str = "en", index: Index = INDEX, before: Before | None = None) -> list[str]:
    return picked(index, says, route_of(says, language, NOTHING), before or Before())


def writing(names: Sequence[str], tools: Sequence[Tool] = TOOLS) -> set[str]:
    return {tool.name for tool in tools if tool.writes} & set(names)


@pytest.mark.parametrize(
    ("says", "language"),
    [
        ("is the front door locked?", "en"),
        ("what was the highest temperature yesterday?", "en"),
        ("why is the hall light on?", "en"),
        ("which automations are there?", "en"),
        ("what happens if it gets warmer than 30 degrees?", "en"),
        ("входная дверь закрыта?", "ru"),
        ("какие есть автоматизации?", "ru"),
        ("客厅温度是多少？", "zh"),
        ("现在时间", "zh"),
    ],
)
def test_question_shows_nothing_that_writes(says: str, language: str) -> None:
    assert not writing(shown(says, language))


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


@pytest.mark.parametrize(
    ("says", "language"),
    [
        ("turn off the light in 10 minutes", "en"),
        ("через 10 минут выключи свет", "ru"),
        ("10分钟后关灯", "zh"),
    ],
)
def test_delay_shows_the_schedule_but_no_immediate_control(says: str, language: str) -> None:
    names = BOX.offered(shown(says, language))
    assert "schedule" in names
    assert "control_device" not in names


@pytest.mark.parametrize(
    ("says", "language"),
    [
        ("every day at 7 turn on the light", "en"),
        ("every weekday at 7 open the blinds unless it is a holiday", "en"),
        ("каждый день в 7 включай свет", "ru"),
        ("每天七点开灯", "zh"),
    ],
)
def test_time_that_comes_again_shows_rules_but_no_immediate_control(says: str, language: str) -> None:
    names = BOX.offered(shown(says, language))
    assert "create_automation" in names
    assert "control_device" not in names


@pytest.mark.parametrize(
    ("says", "name"),
    [("change rule a1 to 27 degrees", "change_automation"), ("delete rule a1", "delete_automation")],
)
def test_words_about_a_rule_show_the_tool_for_it(says: str, name: str) -> None:
    assert name in BOX.offered(shown(says))


@pytest.mark.parametrize("says", ["don't turn on the kitchen light", "please do not open the blind"])
def test_negated_command_is_not_due(says: str) -> None:
    route = route_of(says, "en", NOTHING)
    assert not route.due
    assert not route.acts


@pytest.mark.parametrize("says", ["turn on the night light", "switch off the kids' night light, please"])
def test_device_that_is_named_like_a_time_is_commanded_at_once(says: str) -> None:
    lamp = Entity("light.night_light", Domain.LIGHT, "Night light")
    view = View({lamp.id: Snapshot(lamp, LightState())})
    assert "control_device" in picked(INDEX, says, route_of(says, "en", view), Before())
    later = route_of(f"{says} in 10 minutes", "en", view)
    assert writing(picked(INDEX, f"{says} in 10 minutes", later, Before())) == {"schedule"}


@pytest.mark.parametrize("says", ["hello", "thank you", "what a nice day"])
def test_talk_is_no_action(says: str) -> None:
    assert not route_of(says, "en", NOTHING).acts


@pytest.mark.parametrize("says", ["hello", "thank you, good night", "well then", "你好", "спасибо"])
def test_talk_at_first_shows_nothing_and_later_what_was_there(says: str) -> None:
    assert shown(says, index=BIG) == []
    before = Before(["devices"], ["lamp_switch"])
    assert shown(says, index=BIG, before=before) == ["lamp_switch"]


@pytest.mark.parametrize(
    ("says", "language"),
    [
        ("and the other one", "en"),
        ("and the bedroom lamp", "en"),
        ("и в спальне", "ru"),
        ("还有卧室的灯", "zh"),
    ],
)
def test_follow_up_keeps_the_tools_of_the_turn_before(says: str, language: str) -> None:
    before = Before(["devices"], ["lamp_switch", "price_ahead"])
    assert follows(route_of(says, language, NOTHING), before)
    assert shown(says, language, BIG, before) == ["lamp_switch", "price_ahead"]


@pytest.mark.parametrize("says", ["yes", "yes please", "the hall one", "the bedroom lamp"])
def test_answer_to_a_question_back_may_act_and_keeps_the_prefix(says: str) -> None:
    before = Before(["devices"], ["windows_report"], "Shall I switch the lamp on?")
    names = shown(says, "en", BIG, before)
    assert names[0] == "windows_report"
    assert "lamp_switch" in names


@pytest.mark.parametrize("says", ["is it open?", "what about the bedroom?", "turn off the fan"])
def test_new_wish_after_a_question_back_is_routed_anew(says: str) -> None:
    before = Before(["devices"], ["lamp_switch"], "Which lamp do you mean?")
    assert not follows(route_of(says, "en", NOTHING), before)


def test_words_that_name_nothing_go_on_with_the_groups_before() -> None:
    assert groups_of(route_of("and the other one too", "en", NOTHING).kind, ["devices"]) == ["devices"]


@pytest.mark.parametrize(("says", "language", "needed"), WISHES)
def test_few_of_forty_tools_and_the_needed_one_or_it_is_found(says: str, language: str, needed: str) -> None:
    names = shown(says, language, BIG)
    assert len(names) <= 2 * MOST
    assert needed in names or needed in [tool.name for tool in ranked(BIG, says)]


def test_share_of_sentences_whose_tool_is_there_at_once() -> None:
    hits = [needed in shown(says, language, BIG) for says, language, needed in WISHES]
    sizes = [len(shown(says, language, BIG)) for says, language, _needed in WISHES]
    assert sum(hits) / len(hits) >= 0.9
    assert sum(sizes) / len(sizes) <= FEW


@pytest.mark.parametrize(("says", "language", "needed"), QUESTIONS)
def test_question_never_shows_a_tool_that_writes(says: str, language: str, needed: str) -> None:
    names = shown(says, language, BIG)
    assert not writing(names, FORTY)
    assert needed in names or needed in [tool.name for tool in ranked(BIG, says)]


@pytest.mark.parametrize(("says", "language", "needed"), OWN)
def test_own_tool_is_there_at_once_in_every_language(says: str, language: str, needed: str) -> None:
    assert needed in shown(says, language)


def test_order_is_that_of_the_toolbox() -> None:
    places = {tool.name: place for place, tool in enumerate(FORTY)}
    for says, language, _needed in (*WISHES, *QUESTIONS):
        names = Toolbox(FORTY).offered(shown(says, language, BIG))
        assert names == sorted(names, key=places.__getitem__)


@pytest.mark.parametrize(
    ("says", "language"),
    [
        ("it's too dark in here", "en"),
        ("I'm freezing", "en"),
        ("I need some light in the hall", "en"),
        ("would you mind turning off the hall light?", "en"),
        ("客厅太暗了", "zh"),
        ("я иду спать", "ru"),
        ("Mach bitte das Licht in der Küche an", "en"),
        ("apaga el ventilador", "en"),
    ],
)
def test_wish_without_an_order_shows_control_and_nothing_that_lasts(says: str, language: str) -> None:
    assert writing(shown(says, language)) == {"control_device"}


@pytest.mark.parametrize(
    "says",
    [
        "can you tell me how warm it is?",
        "how dark is it outside?",
        "现在是几号",
        "tell me the temperature please",
    ],
)
def test_polite_question_or_one_about_a_plight_shows_nothing_that_writes(says: str) -> None:
    assert not writing(shown(says, "zh" if says.startswith("现") else "en"))
