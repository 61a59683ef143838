"""Rooms in order: averaged or added up by what is asked, ties and the missing named."""

from devices.history.analysis.figure import Asked, Figure, Statistic, figure
from devices.history.analysis.ranked import ranked
from tests.history.analysis.made import (
    counted,
    near,
    steps,
    when,
)


def humid(value: float | None, unit: str = "%", minutes: float = 60) -> Figure:
    return figure(steps([(0, value)], minutes, unit), Asked(Statistic.MEAN))


def test_ranked_rooms_average_their_sensors() -> None:
    rooms = {
        "bath": [humid(70), humid(80)],
        "hall": [humid(50)],
        "attic": [humid(None)],
        "kitchen": [humid(60)],
    }
    found = ranked(rooms, Statistic.MEAN)
    assert [(one.place, one.name, one.value) for one in found.places] == [
        (1, "bath", 75),
        (2, "kitchen", 60),
        (3, "hall", 50),
    ]
    assert (found.missing, found.unit, found.exact) == (("attic",), "%", True)


def test_ranked_lowest_first_with_a_tie() -> None:
    found = ranked({"a": [humid(40)], "b": [humid(30)], "c": [humid(30)]}, Statistic.MEAN, lowest=True)
    assert [(one.place, one.name) for one in found.places] == [(1, "b"), (1, "c"), (3, "a")]
    assert [one.name for one in found.first] == ["b", "c"]


def test_ranked_use_is_added_up() -> None:
    used = [figure(counted([(0, 100), (30, rise)], 60), Asked(Statistic.USED)) for rise in (1, 2, 2.5)]
    found = ranked({"kitchen": used[:2], "bath": used[2:]}, Statistic.USED)
    assert [(one.name, one.value) for one in found.places] == [("kitchen", 3), ("bath", 2.5)]


def test_ranked_extremes_take_the_greatest_of_a_room_and_its_instant() -> None:
    warm = [figure(steps([(0, 20), (at, 30 + at)], 60), Asked(Statistic.MAXIMUM)) for at in (5, 10)]
    found = ranked({"attic": warm}, Statistic.MAXIMUM)
    assert (found.places[0].value, found.places[0].at) == (40, when(10 * 60_000))


def test_ranked_units_are_one_unit_or_named_apart() -> None:
    rooms = {"a": [humid(20, "°C")], "b": [humid(86, "°F")], "c": [humid(99, "W")]}
    found = ranked(rooms, Statistic.MEAN)
    assert [(one.name, one.value) for one in found.places] == [("b", near(30)), ("a", 20)]
    assert (found.other_units, found.unit) == (("c",), "°C")


def test_ranked_tells_the_lowest_coverage_and_how_many_had_data() -> None:
    half = figure(steps([(0, 60), (30, None)], 60, "%"), Asked(Statistic.MEAN))
    place = ranked({"bath": [humid(70), half, humid(None)]}, Statistic.MEAN).places[0]
    assert (place.value, place.coverage, place.sources, place.of) == (65, near(0.5), 2, 3)


def test_ranked_of_nothing() -> None:
    found = ranked({"bath": [], "hall": [humid(None)]}, Statistic.MEAN)
    assert (found.places, found.missing, found.first) == ((), ("bath", "hall"), ())
