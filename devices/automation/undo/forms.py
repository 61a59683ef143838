"""Changes as stored JSON, and back. Only the shape; nothing is stored here."""

from devices.automation.undo.changes import (
    AliasesChanged,
    Change,
    CommandChange,
    RuleAdded,
    RuleChanged,
    RuleRemoved,
    RuleSwitched,
    SceneRemoved,
    SceneSaved,
)
from devices.errors import ConfigError
from devices.model import Json
from devices.storage.form import Form
from devices.storage.record import (
    attributes_from_json,
    attributes_to_json,
    command_from_json,
    command_to_json,
)


def change_to_json(change: Change) -> dict[str, Json]:
    """A change as plain JSON."""
    document: dict[str, Json]
    match change:
        case CommandChange():
            document = _command_to_json(change)
        case RuleAdded(rule_id=rule_id, rule=rule):
            document = {"type": "rule_added", "rule_id": rule_id, "rule": dict(rule)}
        case RuleRemoved(rule=rule):
            document = {"type": "rule_removed", "rule": dict(rule)}
        case RuleChanged(before=old, after=new):
            document = {"type": "rule_changed", "before": dict(old), "after": dict(new)}
        case RuleSwitched(rule_id=rule_id, before=on):
            document = {"type": "rule_switched", "rule_id": rule_id, "before": on}
        case SceneSaved(after=saved, before=replaced):
            held: Json = None if replaced is None else dict(replaced)
            document = {"type": "scene_saved", "after": dict(saved), "before": held}
        case SceneRemoved(scene=scene):
            document = {"type": "scene_removed", "scene": dict(scene)}
        case AliasesChanged(entity_id=entity_id, before=was, after=now):
            document = {"type": "aliases", "entity_id": entity_id, "before": [*was], "after": [*now]}
    return document


def change_from_json(form: Form) -> Change:
    """Read a change; ConfigError names the key that is wrong."""
    change: Change
    match form.text("type"):
        case "command":
            change = _command_from_json(form)
        case "rule_added":
            change = RuleAdded(form.text("rule_id"), form.object("rule"))
        case "rule_removed":
            change = RuleRemoved(form.object("rule"))
        case "rule_changed":
            change = RuleChanged(form.object("before"), form.object("after"))
        case "rule_switched":
            change = RuleSwitched(form.text("rule_id"), form.flag("before", default=True))
        case "scene_saved":
            replaced = None if form.fields.get("before") is None else form.object("before")
            change = SceneSaved(form.object("after"), replaced)
        case "scene_removed":
            change = SceneRemoved(form.object("scene"))
        case "aliases":
            change = AliasesChanged(form.text("entity_id"), form.texts("before"), form.texts("after"))
        case other:
            raise ConfigError(f"{form.path}.type: {other!r} is not known to this Hearth")
    return change


def _command_to_json(change: CommandChange) -> dict[str, Json]:
    return {
        "type": "command",
        "entity_id": change.entity_id,
        "before": change.before_word,
        "before_attributes": attributes_to_json(change.before_attributes),
        "after": change.after_word,
        "after_attributes": attributes_to_json(change.after_attributes),
        "told": None if change.told is None else command_to_json(change.told),
    }


def _command_from_json(form: Form) -> CommandChange:
    told = None if form.fields.get("told") is None else command_from_json(form.form("told"))
    return CommandChange(
        form.text("entity_id"),
        form.text("before"),
        attributes_from_json(form, "before_attributes"),
        form.text("after"),
        attributes_from_json(form, "after_attributes"),
        told,
    )
