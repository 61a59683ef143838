"""Thresholds against a second, simple account of them that goes second by second and keeps no phases."""

from dataclasses import dataclass, field

from hypothesis import example, given, settings
from hypothesis import strategies as st

from devices.automation.rule.trigger import Threshold
from tests.automation.watch.house import ROOM, House, house

GRACE = 60
LENGTH = 400
Story = list[tuple[int, str, float | None]]
"""Steps in order: the second, what happens (reads, away, back, restart), and the number that is read."""


@dataclass(frozen=True)
class Limit:
    """A limit in the simplest words: the numbers that are past it, and those that are back."""

    low: float
    high: float
    slack: float
    seconds: int
    inside: bool

    def past(self, value: float) -> bool:
        """Beyond the limit, the limit itself not."""
        return self.low < value < self.high if self.inside else not self.low <= value <= self.high

    def back(self, value: float) -> bool:
        """Far enough back."""
        if self.inside:
            return value <= self.low - self.slack or value >= self.high + self.slack
        slack = min(self.slack, (self.high - self.low) / 2)
        return self.low + slack <= value <= self.high - slack

    def threshold(self) -> Threshold:
        """As a rule has it."""
        above, below = (self.low, self.high) if self.inside else (self.high, self.low)
        return Threshold(
            (ROOM,), above, below, float(self.seconds), hysteresis=self.slack, outside=not self.inside
        )


@dataclass
class Account:
    """What is known second by second: the number, since when it is past, since when it is lost or silent."""

    limit: Limit
    fired: list[float] = field(default_factory=list)
    word: float | None = None
    armed: bool | None = None
    since: int | None = None
    lost: int | None = None
    silent: int | None = None

    def passes(self, second: int) -> None:
        """A second has come in which nothing was told yet."""
        if self.silent is not None and second >= self.silent + GRACE:
            self.silent = None
            self.since = second if self.since is None else self.since
        if self.lost is None and self.silent is None:
            self.ends(second)

    def ends(self, second: int) -> None:
        """The clock has run for long enough."""
        if self.since is not None and second >= self.since + self.limit.seconds:
            self.fired.append(float(second))
            self.armed, self.since = False, None

    def loses(self, second: int, word: float | None) -> None:
        """It isn't known any more; `word` is what the device would come back with."""
        waits = self.since is not None or self.silent is not None
        if waits and self.lost is None:
            self.lost = second
        self.silent, self.word = None, word

    def finds(self, second: int) -> None:
        """It can be known again: a clock that was stopped for too long is gone."""
        if self.lost is not None and second >= self.lost + GRACE:
            self.since = None

    def comes_back(self, second: int) -> None:
        """The device is there again with its last word."""
        if self.lost is not None and self.word is not None:
            self.finds(second)
            self.lost, self.silent = None, second

    def reads(self, second: int, value: float) -> None:
        """A number is told."""
        waited = self.since is not None or self.lost is not None or self.silent is not None
        self.finds(second)
        self.lost, self.silent, self.word = None, None, value
        if self.armed is None:
            self.armed = not self.limit.past(value)
        elif not self.limit.past(value):
            self.armed, self.since = self.armed or waited or self.limit.back(value), None
        elif self.armed:
            self.since = second if self.since is None else self.since
            self.ends(second)


def expected(limit: Limit, story: Story, end: int) -> list[float]:
    """When it fires, by going through every second."""
    steps, account = {second: (what, value) for second, what, value in story}, Account(limit)
    for second in range(end + 1):
        account.passes(second)
        match steps.get(second):
            case ("reads", float() as value):
                account.reads(second, value)
            case ("reads", None):
                account.loses(second, None)
            case ("away", _):
                account.loses(second, account.word)
            case ("back", _):
                account.comes_back(second)
    return account.fired


limits = st.builds(
    Limit,
    low=st.integers(15, 20).map(float),
    high=st.integers(21, 26).map(float),
    slack=st.sampled_from([0.0, 0.0, 1.0, 3.0]),
    seconds=st.sampled_from([0, 0, 30, 90, 150]),
    inside=st.booleans(),
)
steps = st.lists(
    st.tuples(
        st.integers(1, 70),
        st.sampled_from(["reads", "reads", "reads", "reads", "away", "back"]),
        st.one_of(st.integers(12, 29).map(float), st.integers(12, 29).map(float), st.none()),
    ),
    max_size=14,
)


def as_story(raw: list[tuple[int, str, float | None]]) -> Story:
    """Steps at growing seconds, such as can happen: a device that is away says nothing."""
    story, second, gone = Story(), 0, False
    for later, what, value in raw:
        second += later
        if (what == "away") is gone or (what == "back" and not gone) or (what == "reads" and gone):
            continue
        gone = what == "away"
        story.append((second, what, value if what == "reads" else None))
    return story


def played(limit: Limit, story: Story, end: int) -> House:
    """The same told to the watcher."""
    made, at = house(limit.threshold()), 0
    for second, what, value in story:
        made.pass_by(second - at)
        at = second
        match what:
            case "reads":
                made.reads("unknown" if value is None else value)
            case "away":
                made.away()
            case _:
                made.back()
    return made.wait(end - at)


@settings(max_examples=600, deadline=None)
@given(limits, steps)
@example(Limit(15, 21, 0, 90, inside=False), [(1, "reads", 18.0), (1, "reads", 25.0), (20, "away", None)])
def test_thresholds_fire_as_the_simple_account_says(
    limit: Limit, raw: list[tuple[int, str, float | None]]
) -> None:
    story = as_story(raw)
    end = (story[-1][0] if story else 0) + LENGTH
    assert played(limit, story, end).fired == expected(limit, story, end)


@settings(max_examples=200, deadline=None)
@given(limits, steps, st.integers(0, 14))
def test_restart_that_is_told_the_retained_value_changes_nothing(
    limit: Limit, raw: list[tuple[int, str, float | None]], cut: int
) -> None:
    """Killed and up again at once, with the last number on the broker: the same instants."""
    story = [step for step in as_story(raw) if step[1] == "reads" and step[2] is not None]
    end = (story[-1][0] if story else 0) + LENGTH
    whole = played(limit, story, end).fired
    made, at = house(limit.threshold()), 0
    for index, (second, _, value) in enumerate(story):
        made.pass_by(second - at).reads(value)
        at = second
        if index == cut:
            made.restart().reads(value, retained=True)
    assert made.wait(end - at).fired == whole


@settings(max_examples=200, deadline=None)
@given(limits, steps)
def test_between_two_firings_it_was_back_and_each_end_is_told_once(
    limit: Limit, raw: list[tuple[int, str, float | None]]
) -> None:
    story = as_story(raw)
    made = played(limit, story, (story[-1][0] if story else 0) + LENGTH)
    kinds = [fire.over for fire in made.fires]
    assert kinds == [index % 2 == 1 for index in range(len(kinds))]
