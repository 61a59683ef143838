"""Topic filters and the table of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.mqtt.topics import TopicTable, matches


@pytest.mark.parametrize(
    ("topic_filter", "topic", "covers"),
    [
        ("a/b", "a/b", True),
        ("a/b", "a/b/c", False),
        ("a/+", "a/b", True),
        ("a/+", "a/", True),
        ("a/+", "a", False),
        ("+/b", "/b", True),
        ("+/b/#", "a/b", True),
        ("a/#", "a", True),
        ("a/#", "a/b/c", True),
        ("a/#", "ab", False),
        ("#", "a/b", True),
        ("#", "$SYS/x", False),
        ("+/x", "$SYS/x", False),
        ("$SYS/#", "$SYS/x", True),
        ("Спальня/+", "Спальня/Лампа", True),
    ],
)
def test_matches(topic_filter: str, topic: str, *, covers: bool) -> None:
    assert matches(topic_filter, topic) is covers


LEVELS = st.lists(st.sampled_from(["a", "b", "", "$x"]), min_size=1, max_size=3).map("/".join)
FILTERS = st.lists(st.sampled_from(["a", "b", "+", ""]), min_size=1, max_size=3).map("/".join) | st.just(
    "a/#"
)


@given(filters=st.lists(FILTERS, max_size=6), topics=st.lists(LEVELS, max_size=4))
def test_table_finds_what_matches_also_after_changes(filters: list[str], topics: list[str]) -> None:
    table: TopicTable[int] = TopicTable()
    for number, topic_filter in enumerate(filters):
        table.add(topic_filter, number)
    for topic in topics:
        assert set(table.find(topic)) == {n for n, f in enumerate(filters) if matches(f, topic)}
    for number, topic_filter in enumerate(filters[:2]):
        table.remove(topic_filter, number)
    for topic in topics:
        assert set(table.find(topic)) == {n for n, f in enumerate(filters) if n > 1 and matches(f, topic)}
