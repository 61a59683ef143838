"""What must hold for any text at all."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.models.offline.grammar.reading import read
from assistant.models.offline.planner import plan
from tests.offline.house import HOUSE
from tools.words.packs import PACKS

WRITES = {"control_device", "create_automation", "delete_automation", "enable_automation", "undo"}
LANGUAGES = st.sampled_from(sorted(PACKS))
WORDS = {
    code: sorted(
        {
            word
            for lexicon in pack.lexicons
            for values in lexicon.values()
            for said in values.values()
            for word in said
        }
    )
    for code, pack in PACKS.items()
}
NAMES = [snapshot.entity.name for snapshot in HOUSE.snapshots.values()] + [
    "26",
    "50%",
    "zorblax",
    "жвумпа",
    "龘",
]
NEGATED = {"en": "do not {}", "zh": "不要{}", "ru": "не надо {}"}


@st.composite
def sentences(draw: st.DrawFn) -> tuple[str, str]:
    code = draw(LANGUAGES)
    parts = draw(st.lists(st.sampled_from([*WORDS[code], *NAMES]), min_size=1, max_size=9))
    return code, ("" if code == "zh" else " ").join(parts)


@given(st.text(max_size=120), LANGUAGES)
@settings(max_examples=200, deadline=None)
def test_any_text_is_planned_and_reading_loses_nothing(text: str, language: str) -> None:
    made = plan(text, HOUSE, language)
    assert made.calls or made.reply
    spans = read(text, HOUSE, language).spans
    assert all(first.end <= second.start for first, second in pairwise(spans))


@given(sentences())
@settings(max_examples=400, deadline=None)
def test_any_words_of_the_lexicon_are_planned(sentence: tuple[str, str]) -> None:
    code, text = sentence
    made = plan(text, HOUSE, code)
    assert made.calls or made.reply


@given(sentences())
@settings(max_examples=300, deadline=None)
def test_any_negated_words_command_no_device(sentence: tuple[str, str]) -> None:
    code, text = sentence
    made = plan(NEGATED[code].format(text), HOUSE, code)
    assert not [call for call in made.calls if call.tool in ("control_device", "create_automation")]


@given(
    st.text(alphabet="bcdfghjklmnpqrstvwxz", min_size=4, max_size=12),
    st.sampled_from(["turn on the {}", "open the {}"]),
)
@settings(max_examples=150, deadline=None)
def test_any_unknown_name_commands_nothing_known(name: str, order: str) -> None:
    made = plan(order.format(name), HOUSE, "en")
    for call in made.calls:
        targets = call.arguments.get("targets")
        assert isinstance(targets, list)
        assert not set(targets) & set(HOUSE.snapshots)
        assert not call.arguments.get("everything")
