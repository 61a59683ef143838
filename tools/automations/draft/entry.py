"""One part of a rule as a model or a planner writes it: a trigger, a condition, a step. Resolves no names."""

from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from devices.automation.rule.trigger import Coming, Holidays, Pool, SunEvent, Way
from tools.automations.draft.reading import At, Measured, Weekdays, entries, guessed, worded
from tools.meaning.arguments import Doing, Flag, Names, Number, Values, Whole, Word, blank
from tools.tool import Arguments

LONGEST = 31 * 86400
"""The longest `for`, wait or delay, in seconds."""
Span: TypeAlias = Annotated[Number, Field(ge=0, le=LONGEST)]


class WhenKind(StrEnum):
    """What may set a rule off."""

    THRESHOLD = "threshold"
    SWING = "swing"
    STATE = "state"
    EVENT = "event"
    PRESENCE = "presence"
    LOST = "lost"
    BACK = "back"
    TIME = "time"
    SUN = "sun"
    EVERY = "every"


class IfKind(StrEnum):
    """What may have to hold."""

    THRESHOLD = "threshold"
    STATE = "state"
    TIME = "time"
    SUN = "sun"
    HOME = "home"


class ThenKind(StrEnum):
    """What a rule may do."""

    COMMAND = "command"
    SCENE = "scene"
    NOTIFY = "notify"
    WAIT = "wait"
    WAIT_UNTIL = "wait_until"
    RAMP = "ramp"
    REPEAT = "repeat"
    PUT_BACK = "put_back"


_WHEN_SIGNS = {
    "by": WhenKind.SWING,
    "every_seconds": WhenKind.EVERY,
    "sun": WhenKind.SUN,
    "at": WhenKind.TIME,
    "coming": WhenKind.PRESENCE,
    "types": WhenKind.EVENT,
    "above": WhenKind.THRESHOLD,
    "below": WhenKind.THRESHOLD,
    "to": WhenKind.STATE,
    "was": WhenKind.STATE,
}
_IF_SIGNS = {
    "anyone_home": IfKind.HOME,
    "up": IfKind.SUN,
    "above": IfKind.THRESHOLD,
    "below": IfKind.THRESHOLD,
    "is": IfKind.STATE,
    "after": IfKind.TIME,
    "before": IfKind.TIME,
    "days": IfKind.TIME,
    "holidays": IfKind.TIME,
}
_THEN_SIGNS = {
    "action": ThenKind.COMMAND,
    "scene": ThenKind.SCENE,
    "message": ThenKind.NOTIFY,
    "over_seconds": ThenKind.RAMP,
    "times": ThenKind.REPEAT,
    "until": ThenKind.WAIT_UNTIL,
    "seconds": ThenKind.WAIT,
}
"""The key that tells what an entry is when its kind was left out; the first that is there wins."""
_WHEN_SHAPE = (
    "kind threshold: entities[], area, above, below, outside, until, unit, pool any|all|mean. swing: "
    "entities[], by, within_seconds, way up|down. state: entities[], to[], was[]. event: entities[], "
    "types[]. presence: coming arrive|leave, entities[], pool all = first/last. lost|back: entities[]. time: "
    "at 07:30, days[] mon..sun, holidays only|except. sun: sun sunrise|sunset, offset_minutes, days[]. "
    "every: every_seconds. All but times: for_seconds"
)
_IF_SHAPE = (
    "kind threshold: entities[], above, below. state: entities[], is[], pool any|all. time: after 22:00, "
    "before 06:00, days[]. sun: up. home: anyone_home. First two: for_seconds"
)
_THEN_SHAPE = (
    "kind command: targets, action, value. scene: scene. notify: message, bell, topic. wait: seconds. "
    "wait_until: until {condition}, timeout_seconds. ramp: targets, value (brightness_pct ...), to, "
    "over_seconds. repeat (all before it): times, every_seconds. put_back"
)


class _Entry(Arguments):
    """One object in a list of a rule's parts; the model is shown its shape as one line of words."""

    @classmethod
    def shape(cls) -> str:
        """The keys of an entry by its kind, for the model."""
        raise NotImplementedError

    @classmethod
    def __get_pydantic_json_schema__(
        cls, _core: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The keys are told in one line: a schema with all of them would weigh five times as much."""
        return {"type": "object", "description": cls.shape()}


class When(_Entry):
    """One thing that sets a rule off; which keys matter depends on the kind."""

    kind: WhenKind
    entities: Names = Field(default_factory=list)
    area: Word = None
    attribute: Word = None
    above: Measured = None
    below: Measured = None
    outside: Flag = False
    until: Measured = None
    unit: Word = None
    pool: Annotated[Pool | None, BeforeValidator(blank)] = None
    by: Measured = None
    within_seconds: Annotated[Number | None, BeforeValidator(blank)] = Field(default=None, gt=0, le=LONGEST)
    way: Annotated[Way, BeforeValidator(worded)] = Way.EITHER
    to: Names = Field(default_factory=list)
    was: Names = Field(default_factory=list)
    types: Names = Field(default_factory=list)
    coming: Annotated[Coming | None, BeforeValidator(blank)] = None
    at: At = None
    days: Weekdays = Field(default_factory=list)
    holidays: Holidays = Holidays.IGNORE
    sun: Annotated[SunEvent | None, BeforeValidator(blank)] = None
    offset_minutes: Number = Field(default=0.0, ge=-720, le=720)
    every_seconds: Annotated[Number | None, BeforeValidator(blank)] = Field(default=None, ge=1, le=LONGEST)
    for_seconds: Span = 0.0

    @classmethod
    def shape(cls) -> str:
        """The keys of a trigger by its kind."""
        return _WHEN_SHAPE

    @model_validator(mode="before")
    @classmethod
    def _kind(cls, given: object) -> object:
        return guessed(given, _WHEN_SIGNS)


class If(_Entry):
    """One thing that must hold (or, in `unless`, must not)."""

    kind: IfKind
    entities: Names = Field(default_factory=list)
    area: Word = None
    attribute: Word = None
    above: Measured = None
    below: Measured = None
    outside: Flag = False
    unit: Word = None
    pool: Annotated[Pool | None, BeforeValidator(blank)] = None
    is_: Names = Field(default_factory=list, alias="is")
    for_seconds: Span = 0.0
    after: At = None
    before: At = None
    days: Weekdays = Field(default_factory=list)
    holidays: Holidays = Holidays.IGNORE
    up: Flag = True
    anyone_home: Flag = True

    @classmethod
    def shape(cls) -> str:
        """The keys of a condition by its kind."""
        return _IF_SHAPE

    @model_validator(mode="before")
    @classmethod
    def _kind(cls, given: object) -> object:
        return guessed(given, _IF_SIGNS)


class Then(Values, _Entry):
    """One step of what a rule does; `repeat` repeats all steps that stand before it."""

    kind: ThenKind
    targets: Names = Field(default_factory=list)
    action: Annotated[Doing | None, BeforeValidator(blank)] = None
    scene: Word = None
    message: str = Field(default="", max_length=500)
    bell: Flag = False
    topic: str = ""
    seconds: Span = 0.0
    until: If | None = None
    timeout_seconds: Span = 3600.0
    go_on: Flag = False
    value: Word = None
    to: Measured = None
    over_seconds: Annotated[Number | None, BeforeValidator(blank)] = Field(default=None, ge=1, le=86400)
    times: Annotated[Whole | None, BeforeValidator(blank)] = Field(default=None, ge=1, le=1000)
    every_seconds: Span = 0.0

    @classmethod
    def shape(cls) -> str:
        """The keys of a step by its kind."""
        return _THEN_SHAPE

    @model_validator(mode="before")
    @classmethod
    def _kind(cls, given: object) -> object:
        return guessed(given, _THEN_SIGNS)


Whens: TypeAlias = Annotated[list[When], BeforeValidator(entries)]
Ifs: TypeAlias = Annotated[list[If], BeforeValidator(entries)]
Thens: TypeAlias = Annotated[list[Then], BeforeValidator(entries)]
