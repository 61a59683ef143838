"""The catalogue is complete: the same phrases, facts and labels in every language."""

import ast
import string
from pathlib import Path

import pytest

from tools.meaning.topic import topics
from tools.words.packs import PACKS
from tools.words.spec import Pack, Tag, Topic
from tools.words.speech import say

ENGLISH = PACKS["en"]
OTHERS = [pack for code, pack in PACKS.items() if code != "en"]
TABLES = ("replies", "states", "actions", "classes", "nouns", "windows", "labels")
ROOT = Path(__file__).parents[2]


def fields(template: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("pack", OTHERS, ids=lambda pack: pack.code)
@pytest.mark.parametrize("table", TABLES)
def test_table_has_the_keys_of_every_language(pack: Pack, table: str) -> None:
    assert set(getattr(pack, table)) == set(getattr(ENGLISH, table))


@pytest.mark.parametrize("pack", OTHERS, ids=lambda pack: pack.code)
def test_phrase_uses_the_facts_of_every_language(pack: Pack) -> None:
    optional = {"unit", "duration"}
    for table in ("replies", "actions"):
        for key, english in getattr(ENGLISH, table).items():
            assert fields(getattr(pack, table)[key]) - optional == fields(english) - optional, key


@pytest.mark.parametrize("pack", OTHERS, ids=lambda pack: pack.code)
def test_lexicon_knows_the_concepts_of_every_language(pack: Pack) -> None:
    shared = (Tag.KIND, Tag.MEASURE, Tag.ROOM, Tag.FLOOR, Tag.THING, Tag.UNIT, Tag.SPAN, Tag.LEVEL, Tag.STAT)
    for tag in shared:
        mine = {value for lexicon in pack.lexicons for value in lexicon.get(tag, {})}
        theirs = {value for lexicon in ENGLISH.lexicons for value in lexicon.get(tag, {})}
        assert mine == theirs, tag


@pytest.mark.parametrize("pack", PACKS.values(), ids=lambda pack: pack.code)
def test_counted_noun_has_as_many_forms_as_the_language_needs(pack: Pack) -> None:
    needed = {"en": 2, "zh": 1, "ru": 3}[pack.code]
    assert all(len(forms) == needed for forms in pack.nouns.values())


def test_every_phrase_that_the_code_says_is_in_the_catalogue() -> None:
    said: dict[str, Path] = {}
    for folder in ("tools", "assistant"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                    for argument in node.args[1:2]:
                        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                            said[argument.value] = path
    assert said
    assert not {phrase: path for phrase, path in said.items() if phrase not in ENGLISH.replies}


def test_unknown_language_is_answered_in_english() -> None:
    assert say("fr", "undo_nothing") == "There is nothing to undo."
    assert say("zh-CN", "undo_nothing") == "没有可以撤销的操作。"


def test_braces_in_a_name_stay_literal() -> None:
    assert say("en", "confirmed", name="{0} {count:rule}", state="on") == "{0} {count:rule} is on."


@pytest.mark.parametrize("pack", PACKS.values(), ids=lambda pack: pack.code)
def test_every_topic_has_words_in_every_language(pack: Pack) -> None:
    assert set(pack.topics) == set(Topic)
    assert all(pack.topics.values())
    assert all(topic in topics(word) for topic, said in pack.topics.items() for word in said)
