"""The shape of a language: what its folder must offer. Knows no language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import TypeAlias

SEAM = "\x00"
"""Marks in an unfinished sentence where a fact was put in."""


class Tag(StrEnum):
    """What a word or phrase is for; the value beside it says which one."""

    ACTION = "action"
    SET = "set"
    RELATIVE = "relative"
    PARTICLE = "particle"
    KIND = "kind"
    MEASURE = "measure"
    ROOM = "room"
    FLOOR = "floor"
    THING = "thing"
    PRONOUN = "pronoun"
    HERE = "here"
    ALL = "all"
    EVERYWHERE = "everywhere"
    EXCEPT = "except"
    NOT = "not"
    AND = "and"
    MASS = "mass"
    CREATE = "create"
    FILLER = "filler"
    POLITE = "polite"
    IF = "if"
    THEN = "then"
    ABOVE = "above"
    BELOW = "below"
    HOLD = "hold"
    UNIT = "unit"
    SPAN = "span"
    LEVEL = "level"
    TONE = "tone"
    MODE = "mode"
    BRIGHTNESS = "brightness"
    WINDOW = "window"
    LAST = "last"
    TIMED = "timed"
    ASK = "ask"
    STATE = "state"
    STAT = "stat"
    WHY = "why"
    UNDO = "undo"
    RULE = "rule"
    LIST = "list"
    DELETE = "delete"
    ENABLE = "enable"
    DISABLE = "disable"
    AT_ONCE = "at_once"
    SEARCH = "search"
    HELP = "help"
    GREETING = "greeting"
    ORDINAL = "ordinal"


class Topic(StrEnum):
    """What a tool or a sentence is about; the tags that tools bear."""

    DEVICE = "device"
    LIGHT = "light"
    SWITCH = "switch"
    FAN = "fan"
    CLIMATE = "climate"
    COVER = "cover"
    LOCK = "lock"
    SENSOR = "sensor"
    ALARM = "alarm"
    CAMERA = "camera"
    MEDIA = "media"
    APPLIANCE = "appliance"
    ENERGY = "energy"
    HISTORY = "history"
    CAUSE = "cause"
    RULE = "rule"
    KEPT = "kept"
    TIME = "time"
    SCENE = "scene"
    NAMING = "naming"
    UNDO = "undo"
    WEATHER = "weather"
    CALENDAR = "calendar"
    MESSAGE = "message"
    TOOLS = "tools"


Lexicon: TypeAlias = Mapping[Tag, Mapping[str, tuple[str, ...]]]
"""Tag -> value -> phrases; any word form will do, since a language's `keys` normalises both sides."""


def phrases(text: str) -> tuple[str, ...]:
    """Phrases written in a row, parted by commas; no phrase has a comma of its own."""
    return tuple(phrase.strip() for phrase in text.split(",") if phrase.strip())


def dotted(local: datetime) -> str:
    """A day and its time with dots: "29.11. 18:19"."""
    return f"{local:%d.%m. %H:%M}"


@dataclass(frozen=True, slots=True, eq=False)
class Claims:
    """How a language tells what was done, as patterns for a `plain` text; a reader tries each in turn.

    mine: an act told as the speaker's own ("I have turned on"). passed: an act told as done ("was opened").
    stands: a state told as true ("is locked"). bare: whole clauses that only say "done".
    verbless: whole clauses that tell a state in a word or two ("all locked").
    spared: what makes a clause no claim (can, if, would). denied: what tells that an act was not done.
    answers: yes and no, at a beginning. definite: what must stand beside a mere kind of thing for it to be
    one of this home, empty where the language has no such word.
    dates: days and times of day. units: the units of measures, behind a number; heat: those of temperatures;
    shares: those of shares.
    code_words: the words before a code. code_is: what may stand between them and it. opened_with: what leads
    up to a code without such a word. joins: the words that join clauses, with the blanks around them.
    """

    mine: tuple[str, ...]
    passed: tuple[str, ...]
    stands: tuple[str, ...]
    bare: tuple[str, ...]
    verbless: tuple[str, ...]
    spared: tuple[str, ...]
    denied: tuple[str, ...]
    answers: tuple[str, ...]
    definite: str
    dates: tuple[str, ...]
    units: str
    heat: str
    shares: str
    code_words: str
    code_is: str
    opened_with: str
    joins: str


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """How a language tells times, conditions and turns of a rule, as patterns for a `plain` text.

    number: a number in digits or words; clock: a time of day, sure: one that nothing else can be.
    spans: patterns of units of time -> seconds. lengths: whole stretches ("half an hour") -> seconds.
    days: patterns of days -> mon..sun, or weekday, weekend, holiday, all. joint and through: what stands
    between the days of a list and of a range.
    clock_of: a time of day as (hour, minute, half of the day that was said), None if it is none.
    times and turns: meaning -> patterns; in them <n> <n2> stand for numbers, <t> for a stretch of time, <c>
    <c2> for times of day, <x> for a sure one, <d> for days, <q> for quoted words.
    """

    number: str
    clock: str
    sure: str
    spans: Mapping[str, float]
    lengths: Mapping[str, float]
    days: Mapping[str, str]
    joint: str
    through: str
    clock_of: Callable[[str], tuple[int, int, str] | None]
    times: Mapping[str, tuple[str, ...]]
    turns: Mapping[str, tuple[str, ...]]
    rewrites: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """How a language tells stretches of past time, as patterns for a `plain` text.

    forms: meaning (the same in every language) -> patterns; in them <n> stands for a number, <u> a unit, <l>
    a whole length, <wd> a weekday, <mon> a month, <p> a part of the day, <c> <c2> times of day, <x> <x2> sure
    ones, <y> a year in four digits, <who> a name. glue: all that may stand between two of them.
    number and counts: a number in digits or words, and those that `Pack.number` does not know.
    units, weekdays (Monday first), months, parts: their patterns. lengths: whole lengths -> seconds.
    edge: what must follow a form, empty where words have no ends.
    dated: a day, with a year where one is given. monthly: a day's month and year ("in October 2026").
    """

    forms: Mapping[str, tuple[str, ...]]
    glue: str
    number: str
    counts: Mapping[str, float]
    units: Mapping[str, str]
    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    parts: Mapping[str, str]
    lengths: Mapping[str, float]
    edge: str
    dated: Callable[[date, int | None], str]
    monthly: Callable[[date], str]


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """One language: the same names for each.

    keys: a word in lower case -> the forms it may stand for, itself first.
    counted: a number as text, its value and the forms of a noun -> "3 rules".
    agree: a name and a `masculine|feminine|neuter|plural` text -> the fitting one.
    spaced: a finished sentence with the spaces that the language puts between scripts.
    plural: whether a word, as it was said, means several.
    number: number words -> their value, None if they are none.
    marks: what tells times and the parts of a rule.
    dated: a local time on another day of about this year -> its day and time.
    asks: forms of questions about the past as patterns for a `plain` text; opener is what may begin one,
    noise what is no name in it.
    numerals: the first words that a number in words may begin with.
    topics: words by which a sentence touches a topic, any word form; what routes sentences to tools.
    hints: words that wish for something without an order ("too dark"), by what would help.
    windows: canonical time window -> phrases that tell it in a sentence. past: all that can be said of past
    time. labels: how a reply names a window.
    """

    code: str
    replies: Mapping[str, str]
    states: Mapping[str, str]
    actions: Mapping[str, str]
    answers: Mapping[str, tuple[str, ...]]
    asks: Mapping[str, tuple[str, ...]]
    classes: Mapping[str, str]
    nouns: Mapping[str, tuple[str, ...]]
    lexicons: tuple[Lexicon, ...]
    marks: Marks
    claims: Claims
    windows: Mapping[str, tuple[str, ...]]
    past: Past
    labels: Mapping[str, str]
    keys: Callable[[str], tuple[str, ...]]
    counted: Callable[[str, float, tuple[str, ...]], str]
    agree: Callable[[str, str], str]
    plural: Callable[[str], bool]
    spaced: Callable[[str], str]
    number: Callable[[str], float | None]
    numerals: frozenset[str]
    topics: Mapping[Topic, tuple[str, ...]]
    hints: Mapping[Topic, tuple[str, ...]]
    dated: Callable[[datetime], str] = dotted
    decimal: str = "."
    comma: str = ", "
