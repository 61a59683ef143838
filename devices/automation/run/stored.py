"""Runs as stored JSON, and back. Only the shape; nothing is stored here."""

from datetime import datetime

from devices.automation.run.course import Frame, Mark, Ramping, Run, Stage
from devices.automation.watch.spec import Fire
from devices.errors import ConfigError
from devices.model import Json
from devices.storage.form import Form, form_of
from devices.storage.record import (
    attributes_from_json,
    attributes_to_json,
    command_from_json,
    command_to_json,
    outcome_from_json,
    outcome_to_json,
)

_FLAGS = ("allowed", "again", "remove", "tell")


def run_to_json(run: Run) -> dict[str, Json]:
    """The stored form."""
    return {
        "fire": _fire_to_json(run.fire),
        "body": run.body,
        "at": run.at.isoformat(),
        "began": run.began.isoformat(),
        "stage": run.stage.value,
        "frames": [{"index": frame.index, "round": frame.round} for frame in run.frames],
        "step": run.step,
        "wake": _moment(run.wake),
        "limit": _moment(run.limit),
        "commands": [command_to_json(command) for command in run.commands],
        "flags": {name: getattr(run, name) for name in _FLAGS},
        "stopping": run.stopping,
        "skipped": run.skipped,
        "ramps": [_ramp_to_json(ramp) for ramp in run.ramps],
        "marks": {entity_id: _mark_to_json(mark) for entity_id, mark in run.marks.items()},
        "since": {place: at.isoformat() for place, at in run.since.items()},
        "outcomes": [outcome_to_json(outcome) for outcome in run.outcomes],
        "facts": dict(run.facts),
        "depth": run.depth,
        "chain": _moment(run.chain),
    }


def run_from_json(run_id: str, rule_id: str, document: Json) -> Run:
    """Read the stored form; JSON text is taken as well.

    Raises:
        ConfigError: names the key that is missing or wrong.
    """
    form = form_of(document, "run")
    flags = form_of(form.object("flags"), "run.flags")
    return Run(
        id=run_id,
        fire=_fire_from_json(rule_id, form.form("fire")),
        body=form.text("body", ""),
        at=_instant(form, "at"),
        began=_instant(form, "began"),
        stage=form.word("stage", Stage),
        frames=tuple(Frame(int(f.number("index")), int(f.number("round"))) for f in form.forms("frames")),
        step=int(form.number("step")),
        wake=form.instant("wake"),
        limit=form.instant("limit"),
        commands=tuple(command_from_json(f) for f in form.forms("commands")),
        allowed=flags.flag("allowed", default=False),
        again=flags.flag("again", default=False),
        stopping=form.text("stopping", ""),
        skipped=form.text("skipped", ""),
        remove=flags.flag("remove", default=False),
        tell=flags.flag("tell", default=False),
        ramps=tuple(_ramp_from_json(f) for f in form.forms("ramps", optional=True)),
        marks={name: _mark_from_json(form_of(mark, "mark")) for name, mark in form.object("marks").items()},
        since=_instants(form_of(form.object("since"), "run.since")),
        outcomes=tuple(outcome_from_json(f) for f in form.forms("outcomes")),
        facts={name: str(value) for name, value in form.object("facts").items()},
        depth=int(form.number("depth", 1)),
        chain=form.instant("chain"),
    )


def _fire_to_json(fire: Fire) -> dict[str, Json]:
    return {
        "trigger": fire.trigger,
        "at": fire.at.isoformat(),
        "entity_id": fire.entity_id,
        "value": fire.value,
        "word": fire.word,
        "over": fire.over,
        "late": fire.late,
        "missed": fire.missed,
        "facts": dict(fire.facts),
    }


def _fire_from_json(rule_id: str, form: Form) -> Fire:
    return Fire(
        rule_id,
        trigger=int(form.number("trigger")),
        at=_instant(form, "at"),
        entity_id=form.text("entity_id", ""),
        value=form.optional_number("value"),
        word=form.text("word", ""),
        over=form.flag("over", default=False),
        late=form.number("late", 0.0),
        missed=form.flag("missed", default=False),
        facts={name: str(value) for name, value in form.object("facts").items()},
    )


def _ramp_to_json(ramp: Ramping) -> dict[str, Json]:
    return {
        "start": ramp.start,
        "began": ramp.began.isoformat(),
        "until": ramp.until.isoformat(),
        "told": ramp.told,
        "before": ramp.before,
        "offset": ramp.offset,
    }


def _ramp_from_json(form: Form) -> Ramping:
    return Ramping(
        start=form.number("start"),
        began=_instant(form, "began"),
        until=_instant(form, "until"),
        told=form.number("told"),
        before=form.number("before"),
        offset=int(form.number("offset", 0)),
    )


def _mark_to_json(mark: Mark) -> Json:
    return {
        "word": mark.word,
        "attributes": attributes_to_json(mark.attributes),
        "left_word": mark.left_word,
        "left": attributes_to_json(mark.left),
        "command": None if mark.command is None else command_to_json(mark.command),
        "at": _moment(mark.at),
        "late": mark.late,
    }


def _mark_from_json(form: Form) -> Mark:
    return Mark(
        word=form.text("word", ""),
        attributes=attributes_from_json(form, "attributes"),
        left_word=form.text("left_word", ""),
        left=attributes_from_json(form, "left"),
        command=command_from_json(form.form("command")) if form.fields.get("command") else None,
        at=form.instant("at"),
        late=form.flag("late", default=False),
    )


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _instant(form: Form, key: str) -> datetime:
    found = form.instant(key)
    if found is None:
        raise ConfigError(f"{form.path}.{key}: an ISO time is needed")
    return found


def _instants(form: Form) -> dict[str, datetime]:
    return {name: at for name in form.fields if (at := form.instant(name)) is not None}
