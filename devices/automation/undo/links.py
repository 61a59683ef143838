"""One change: what it is about, whether a thing stands as it left it, and how it was before. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from devices.automation.books.scenes import scene_from_json
from devices.automation.restore import alike
from devices.automation.rule.read import rule_from_json
from devices.automation.rule.rule import Rule
from devices.automation.undo.changes import (
    NOT_KNOWN,
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
from devices.automation.undo.standing import Sort, Stand, State, Unreadable
from devices.errors import BadPayload, ConfigError
from devices.kinds import KINDS
from devices.kinds.spec import Verdict
from devices.model import Domain, Entity, Json, Snapshot
from devices.name import slug
from devices.storage.record import Attributes

_LEFT = frozenset({Verdict.ACHIEVED, Verdict.MOVING})


def about(change: Change) -> tuple[Sort, str]:
    """The thing that a change is about; scenes go by their name, since people do."""
    match change:
        case CommandChange(entity_id=entity_id):
            return Sort.DEVICE, entity_id
        case RuleAdded(rule_id=rule_id) | RuleSwitched(rule_id=rule_id):
            return Sort.RULE, rule_id
        case RuleRemoved(rule=document) | RuleChanged(after=document):
            return Sort.RULE, str(document.get("id", ""))
        case SceneSaved(after=document) | SceneRemoved(scene=document):
            return Sort.SCENE, slug(str(document.get("name", "")))
        case AliasesChanged(entity_id=entity_id):
            return Sort.ALIASES, entity_id


def before(change: Change, now: State) -> State:
    """How the thing was before the change; a switched rule keeps whatever else became of it."""
    earlier: State
    match change:
        case CommandChange():
            earlier = Stand(change.before_word, change.before_attributes)
        case RuleAdded():
            earlier = None
        case RuleRemoved(rule=document) | RuleChanged(before=document):
            earlier = _rule(document)
        case RuleSwitched(before=on):
            earlier = _switched(now, on=on)
        case SceneSaved(before=document):
            earlier = None if document is None else _scene(document)
        case SceneRemoved(scene=document):
            earlier = _scene(document)
        case AliasesChanged(before=names):
            earlier = names
    return earlier


def as_left(change: Change, now: State) -> bool:
    """Whether the thing stands as the change left it: nobody changed it since."""
    match change:
        case CommandChange():
            left = isinstance(now, Stand) and _device_as_left(change, now)
        case RuleAdded(rule=document):
            left = now is not None and (not document or now == _rule(document))
        case RuleRemoved() | SceneRemoved():
            left = now is None
        case RuleChanged(after=document):
            left = now == _rule(document)
        case RuleSwitched(before=on):
            left = _enabled(now) is (not on)
        case SceneSaved(after=document):
            left = now == _scene(document)
        case AliasesChanged(after=names):
            left = now == names
    return left


def as_before(change: Change, now: State) -> bool:
    """Whether the thing stands as it did before the change: there is nothing to take back."""
    if isinstance(change, CommandChange):
        earlier = Stand(change.before_word, change.before_attributes)
        return isinstance(now, Stand) and same_stand(change.entity_id, earlier, now)
    if isinstance(change, RuleSwitched):
        return now is None or _enabled(now) is change.before
    return now == before(change, now)


def same_stand(entity_id: str, wanted: Stand, now: Stand) -> bool:
    """Whether a device stands so, as far as it can be brought back."""
    domain = _domain(entity_id)
    return alike(domain, wanted.word, wanted.shown, Snapshot(Entity(entity_id, domain, ""), now))


def _device_as_left(change: CommandChange, now: Stand) -> bool:
    if change.after_word in NOT_KNOWN:
        return _may_be_left(change, now)
    left = Stand(change.after_word, change.after_attributes)
    return same_stand(change.entity_id, left, now) or _ran_out(change, now)


def _may_be_left(change: CommandChange, now: Stand) -> bool:
    """Of a command that nobody answered: it did nothing, or what it was told, or is still about it."""
    earlier = Stand(change.before_word, change.before_attributes)
    if change.told is None or same_stand(change.entity_id, earlier, now):
        return True
    kind = KINDS[_domain(change.entity_id)]
    try:
        state = kind.decode(None, {**now.shown, "state": now.word, "hvac_mode": now.word})
        return kind.achieved(change.told, state) in _LEFT
    except BadPayload:
        return False


def _ran_out(change: CommandChange, now: Stand) -> bool:
    """Whether a cover only went on to the end of its way: its report may come while it still moves."""
    if _domain(change.entity_id) is not Domain.COVER or change.after_word != now.word:
        return False
    moving, earlier = (_position(a) for a in (change.after_attributes, change.before_attributes))
    upwards = moving is not None and earlier is not None and moving > earlier
    return now.word == "closed" or (upwards and _position(now.shown) == 100)


def _position(attributes: Attributes) -> float | None:
    found = attributes.get("current_position")
    return found if isinstance(found, int | float) else None


def _domain(entity_id: str) -> Domain:
    return Domain(entity_id.partition(".")[0])


def _rule(document: Mapping[str, Json]) -> State:
    try:
        return rule_from_json(dict(document))
    except ConfigError:
        return Unreadable()


def _scene(document: Mapping[str, Json]) -> State:
    try:
        return scene_from_json(dict(document))
    except ConfigError:
        return Unreadable()


def _enabled(now: State) -> bool | None:
    return now.enabled if isinstance(now, Rule) else None


def _switched(now: State, *, on: bool) -> State:
    return replace(now, enabled=on) if isinstance(now, Rule) else now
