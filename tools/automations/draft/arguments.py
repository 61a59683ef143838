"""The arguments of the tools of rules and jobs: their parts in short and in lists. Resolves no names."""

from typing import Annotated, ClassVar, Self, TypeAlias

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from devices.automation.rule.rule import Mode
from devices.automation.rule.trigger import Pool
from devices.model import Json
from tools.automations.draft.entry import LONGEST, Ifs, Span, Then, ThenKind, Thens, When, WhenKind, Whens
from tools.automations.draft.reading import Measured
from tools.meaning.arguments import Doing, Flag, Names, Number, Values, Word, blank
from tools.tool import Arguments


class Shown(Arguments):
    """Arguments of which a model is shown the most useful part, so that the schema stays small.

    `hidden` ones are told in another's description and still taken, the entries of `alike` ones only once.
    """

    hidden: ClassVar[frozenset[str]] = frozenset()
    alike: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The schema without what is hidden, and without saying the same twice."""
        schema = handler.resolve_ref_schema(handler(core))
        for name in cls.hidden:
            schema.get("properties", {}).pop(name, None)
        for name in cls.alike & schema.get("properties", {}).keys():
            schema["properties"][name]["items"] = {"type": "object"}
        for field in schema.get("properties", {}).values():
            for part in (field, *field.get("anyOf", ())):
                for limit in _LIMITS:
                    part.pop(limit, None)
        return schema


_VALUES = frozenset(Values.model_fields)
_LIMITS = ("ge", "gt", "le", "minimum", "maximum", "exclusiveMinimum")
"""What a model is told of a number when it is wrong, not before."""


class Steps(Values, Shown):
    """What shall be done: in short (targets, action, values), or as steps; of both, the short one first."""

    targets: Names = Field(
        default_factory=list, description="Ids or names, exactly those that the user named."
    )
    action: Annotated[Doing | None, BeforeValidator(blank)] = Field(
        default=None,
        description=(
            "What all targets shall do; a value beside it: brightness_pct, color_temp_kelvin, position, "
            "percentage, temperature, hvac_mode."
        ),
    )
    then: Thens = Field(default_factory=list, description="Steps in order, if more than one action.")

    def steps(self) -> list[Then]:
        """All steps in order, the short form as the first."""
        if not self.targets and self.action is None:
            return list(self.then)
        short = {"kind": ThenKind.COMMAND, "targets": self.targets, "action": self.action, **self.given()}
        return [Then.model_validate(short), *self.then]


class RuleParts(Steps):
    """The parts of a rule; the limit of one sensor may be told in short."""

    hidden = _VALUES | {"outside", "unit", "pool", "once"}
    alike = frozenset({"unless", "at_end"})

    sensor: str = Field(
        default="",
        description="Id or name of a sensor, or what it measures: then the one in the room of the targets.",
    )
    above: Measured = Field(default=None, description="Run when it rises above.")
    below: Measured = Field(default=None, description="Run when it falls below.")
    until: Measured = Field(default=None, description="Value at which it is over.")
    outside: Flag = Field(default=False, description="True: beyond above and below, not between.")
    unit: Word = Field(default=None, description="Unit of the limits, if another than the sensor's.")
    pool: Annotated[Pool | None, BeforeValidator(blank)] = Field(
        default=None, description="Of several sensors: any, all or mean."
    )
    for_seconds: Span = Field(default=0.0, description="Seconds it must last.")
    when: Whens = Field(default_factory=list, description="Any other trigger.")
    only_if: Ifs = Field(default_factory=list, description="All must hold.")
    only_if_any: Flag = Field(default=False, description="One of only_if is enough.")
    unless: Ifs = Field(default_factory=list, description="None may hold; as only_if.")
    at_end: Thens = Field(default_factory=list, description="Steps when the trigger is over; as then.")
    mode: Annotated[Mode | None, BeforeValidator(blank)] = Field(
        default=None, description="If it fires while it runs."
    )
    cooldown_seconds: Annotated[Span | None, BeforeValidator(blank)] = Field(
        default=None, description="Rest after a run."
    )
    late_seconds: Annotated[Span | None, BeforeValidator(blank)] = Field(
        default=None, description="How late a missed run is made up for; 0 never."
    )
    once: Flag = Field(default=False, description="True: only the next time.")

    def triggers(self) -> list[When]:
        """All triggers, the short form as the first; one without a kind of its own is a threshold."""
        if not self.sensor and self.above is None and self.below is None:
            return list(self.when)
        short = When(
            kind=WhenKind.THRESHOLD,
            entities=[self.sensor] if self.sensor else [],
            above=self.above,
            below=self.below,
            until=self.until,
            outside=self.outside,
            unit=self.unit,
            pool=self.pool,
            for_seconds=self.for_seconds,
        )
        return [short, *self.when]


class CreateAutomation(RuleParts):
    """A rule: what sets it off, what must hold, and what it does."""

    run_now_if_true: Flag = Field(default=False, description="Also do it at once if it is true now.")


class ChangeAutomation(RuleParts):
    """The parts of a rule that shall be another; what is left out stays as it is."""

    hidden = RuleParts.hidden | {"sensor", "only_if_any", "unless", "mode", "cooldown_seconds"}
    alike = frozenset({"when", "only_if", "then", "at_end"})

    id: str = Field(description="Id of the rule, such as a1.")
    when: Whens = Field(
        default_factory=list,
        description="Its new triggers, as in create_automation; kind time: at, days.",
    )
    only_if: Ifs = Field(default_factory=list, description="Its new conditions, as in create_automation.")
    then: Thens = Field(default_factory=list, description="Its new steps, as in create_automation.")
    at_end: Thens = Field(default_factory=list, description="Its new steps at the end.")


class Schedule(Steps):
    """One job: after a while, at a time, or as soon as something is so."""

    hidden = _VALUES

    after_seconds: Annotated[Number | None, BeforeValidator(blank)] = Field(
        default=None, gt=0, le=LONGEST, description="So many seconds from now."
    )
    at: Word = Field(default=None, description="Local time 07:30, or 2027-01-31T07:30.")
    day: Word = Field(default=None, description="today, tomorrow, mon..sun or a date; with at.")
    when: When | None = Field(default=None, description="As soon as this happens, once.")
    late_seconds: Annotated[Span | None, BeforeValidator(blank)] = Field(
        default=None, description="How late it may still run; 0 never."
    )

    @model_validator(mode="after")
    def _one_time(self) -> Self:
        given = [self.after_seconds is not None, self.at is not None, self.when is not None]
        if sum(given) > 1:
            raise ValueError("only one of after_seconds, at and when")
        return self


class RuleId(Arguments):
    """Which rule is meant."""

    id: str = Field(description="Id of the rule, such as a1; list_automations tells it.")


class JobId(Arguments):
    """Which job is meant."""

    id: str = Field(description="Id of the job, such as j1; list_jobs tells it.")


class Nothing(Arguments):
    """Nothing to choose."""


Parts: TypeAlias = dict[str, Json]
"""Arguments as JSON."""
