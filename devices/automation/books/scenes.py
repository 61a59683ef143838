"""Saved scenes: how entities stood when a person said "keep this". What brings one about is in `restore`."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy import Connection, delete, select

from devices.automation.restore import alike, kept, restore
from devices.bus import Bus
from devices.clock import Clock
from devices.command import Command
from devices.errors import ConfigError
from devices.events import ScenesChanged
from devices.model import Json, Snapshot
from devices.name import slug
from devices.storage.afresh import Afresh
from devices.storage.database import Database
from devices.storage.form import Form, form_of
from devices.storage.record import Attributes, attributes_from_json, attributes_to_json
from devices.storage.tables import SCENE, SETTING
from devices.storage.upsert import upsert
from devices.view import View

COUNTER = "scenes.last_number"


@dataclass(frozen=True, slots=True)
class Member:
    """How one entity stands in a scene: its state word and the attributes that can be brought back."""

    word: str
    attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene of a home; ids are s1, s2 ..., members by entity id."""

    id: str
    name: str
    members: Mapping[str, Member]
    created_at: datetime | None = None


def picture(snapshots: Iterable[Snapshot]) -> tuple[dict[str, Member], tuple[str, ...]]:
    """How these stand now, and the ids of those that can't be kept: not known, on their way, only read."""
    members: dict[str, Member] = {}
    left_out: list[str] = []
    for snapshot in snapshots:
        held = kept(snapshot)
        if held is None:
            left_out.append(snapshot.entity.id)
        else:
            members[snapshot.entity.id] = Member(snapshot.word, held)
    return members, tuple(left_out)


def scene_commands(scene: Scene, view: View) -> tuple[Command, ...]:
    """The commands that bring a scene about, of what is not so already; a member that is gone gives one too.

    The road down refuses the command of an entity that is gone, so that its loss is told.
    """
    given: list[Command] = []
    for entity_id, member in scene.members.items():
        now = view.find(entity_id)
        if now is None:
            given.append(Command(entity_id, "turn_on"))
        elif not (now.live and alike(now.entity.domain, member.word, member.attributes, now)):
            given += restore(now, member.word, member.attributes)
    return tuple(given)


def whole(scene: Scene, view: View) -> tuple[Command, ...]:
    """The commands for all members that are there, whether they stand so already or not."""
    there = ((view.find(entity_id), member) for entity_id, member in scene.members.items())
    return tuple(
        command for now, m in there if now is not None for command in restore(now, m.word, m.attributes)
    )


def standing_so(scene: Scene, view: View) -> tuple[Snapshot, ...]:
    """The members that stand already as the scene has them."""
    found = ((view.find(entity_id), member) for entity_id, member in scene.members.items())
    return tuple(
        now
        for now, m in found
        if now is not None and now.live and alike(now.entity.domain, m.word, m.attributes, now)
    )


class SceneBook:
    """The scenes of a home in the order they were made; every change is stored first, then told on the bus.

    `broken` maps ids of stored scenes that can't be read to the reason; they stay stored.
    """

    def __init__(self, database: Database, bus: Bus, clock: Clock) -> None:
        self._database, self._bus, self._clock = database, bus, clock
        self._afresh = Afresh(database)
        self._scenes: dict[str, Scene] = {}
        self.broken: dict[str, str] = {}

    async def load(self) -> None:
        """Read everything again; tells what another process changed."""
        rows = await self._afresh.read(_rows)
        before = self._scenes
        self._scenes, self.broken = _readable(rows)
        ids = before.keys() | self._scenes.keys()
        self._tell(*sorted(i for i in ids if before.get(i) != self._scenes.get(i)))

    def scenes(self) -> tuple[Scene, ...]:
        """All scenes, oldest first."""
        return tuple(self._scenes.values())

    def scene(self, scene_id: str) -> Scene | None:
        """The scene with this id."""
        return self._scenes.get(scene_id)

    def named(self, name: str) -> Scene | None:
        """The scene of this name, whatever its case and accents."""
        wanted = slug(name)
        return next((scene for scene in self._scenes.values() if slug(scene.name) == wanted), None)

    def find(self, name: str) -> Scene | None:
        """The scene of this name, or of this id."""
        return self.named(name) or self._scenes.get(name.strip().casefold())

    def commands(self, scene_id: str, view: View) -> tuple[Command, ...] | None:
        """What brings a scene about now; None when there is no such scene."""
        scene = self._scenes.get(scene_id)
        return None if scene is None else scene_commands(scene, view)

    def may_give(self, scene_id: str, view: View) -> tuple[Command, ...] | None:
        """Every command it may ever give, for judging a rule that applies it; None: no such scene."""
        scene = self._scenes.get(scene_id)
        return None if scene is None else whole(scene, view)

    def text(self, scene_id: str) -> str:
        """What a scene keeps, equal for scenes that keep the same; empty when there is no such scene."""
        scene = self._scenes.get(scene_id)
        return "" if scene is None else json.dumps(scene_to_json(scene)["members"], sort_keys=True)

    async def save(self, scene: Scene) -> Scene:
        """Store a scene: one without an id gets the next, one with an id takes the place of what it was."""
        dated = scene if scene.created_at else replace(scene, created_at=self._clock.now())
        kept = await self._database.write(lambda connection: _put(connection, dated))
        self._scenes[kept.id] = kept
        self._afresh.wrote()
        self._tell(kept.id)
        return kept

    async def remove(self, scene_id: str) -> Scene:
        """Delete a scene and return it. KeyError if there is none."""
        scene = self._scenes[scene_id]
        gone = delete(SCENE).where(SCENE.c.id == scene_id)
        await self._database.write(lambda connection: connection.execute(gone))
        self._scenes.pop(scene_id, None)
        self._afresh.wrote()
        self._tell(scene_id)
        return scene

    def _tell(self, *ids: str) -> None:
        if ids:
            self._bus.publish(ScenesChanged(ids, self._clock.now()))


def scene_to_json(scene: Scene) -> dict[str, Json]:
    """A scene as plain JSON."""
    members: dict[str, Json] = {
        entity_id: {"word": member.word, "attributes": attributes_to_json(member.attributes)}
        for entity_id, member in scene.members.items()
    }
    made = scene.created_at.isoformat() if scene.created_at else None
    return {"v": 1, "id": scene.id, "name": scene.name, "members": members, "created_at": made}


def scene_from_json(document: Json) -> Scene:
    """Read a scene; ConfigError names the key that is wrong."""
    form = form_of(document, "scene")
    if form.number("v", 1) != 1:
        raise ConfigError("scene.v: this Hearth reads version 1")
    members = {entity_id: _member(form, entity_id) for entity_id in form.object("members")}
    return Scene(form.text("id"), form.text("name"), members, form.instant("created_at"))


def _member(form: Form, entity_id: str) -> Member:
    held = form_of(form.object("members")[entity_id], f"scene.members.{entity_id}")
    return Member(held.text("word"), attributes_from_json(held, "attributes"))


def _rows(connection: Connection) -> list[tuple[str, str]]:
    return [(row.id, row.document) for row in connection.execute(select(SCENE.c.id, SCENE.c.document))]


def _readable(rows: list[tuple[str, str]]) -> tuple[dict[str, Scene], dict[str, str]]:
    scenes: dict[str, Scene] = {}
    broken: dict[str, str] = {}
    for scene_id, document in sorted(rows, key=lambda row: _number(row[0])):
        try:
            scenes[scene_id] = replace(scene_from_json(document), id=scene_id)
        except ConfigError as error:
            broken[scene_id] = str(error)
    return scenes, broken


def _put(connection: Connection, scene: Scene) -> Scene:
    """Number and store in one transaction, so that two processes never give the same id."""
    counter = select(SETTING.c.value).where(SETTING.c.key == COUNTER)
    last = int(connection.execute(counter).scalar() or 0)
    kept = scene if scene.id else replace(scene, id=f"s{last + 1}")
    value = str(max(last, _number(kept.id)))
    upsert(connection, SETTING, [{"key": COUNTER, "value": value}])
    document = json.dumps(scene_to_json(kept), ensure_ascii=False)
    upsert(connection, SCENE, [{"id": kept.id, "name": kept.name, "document": document}])
    return kept


def _number(scene_id: str) -> int:
    digits = scene_id.removeprefix("s")
    return int(digits) if digits.isdecimal() else 0
