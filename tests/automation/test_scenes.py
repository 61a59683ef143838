"""The book of scenes: ids, names, what comes back after a restart, and what another process changed."""

import json
from operator import methodcaller
from pathlib import Path

from sqlalchemy import insert

from devices.automation.books.scenes import Member, Scene, SceneBook, picture, scene_commands, whole
from devices.bus import Bus
from devices.command import Command
from devices.events import Event, ScenesChanged
from devices.kinds.climate import ClimateState
from devices.kinds.cover import CoverState, Leaf
from devices.kinds.light import LightState
from devices.kinds.lock import Bolt, LockState
from devices.kinds.power import Power
from devices.kinds.sensor import SensorState
from devices.model import Domain, Entity, KindState, Snapshot
from devices.storage.database import Database
from devices.storage.tables import SCENE
from devices.view import View
from tests.fakes.clock import START, FakeClock

EVENING = {"light.l": Member("on", {"brightness": 102}), "lock.d": Member("unlocked")}


def snapshot(entity_id: str, state: KindState | None, *, available: bool = True) -> Snapshot:
    entity = Entity(entity_id, Domain(entity_id.partition(".")[0]), entity_id)
    return Snapshot(entity, state, available=available, live=True)


def view(*snapshots: Snapshot) -> View:
    return View({s.entity.id: s for s in snapshots})


async def test_scenes_come_back_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'home.db'}"
    database = Database.open(url)
    book = SceneBook(database, Bus(), FakeClock())
    first = await book.save(Scene("", "Evening", EVENING))
    await book.save(Scene("", "Café", {}))
    await book.remove(first.id)
    third = await book.save(Scene("", "Evening", EVENING))
    await database.close()
    again = Database.open(url)
    kept = SceneBook(again, Bus(), FakeClock())
    await kept.load()
    assert [(s.id, s.name) for s in kept.scenes()] == [("s2", "Café"), ("s3", "Evening")]
    assert kept.scene("s3") == third
    assert third.created_at == START
    await again.close()


async def test_find_by_name_whatever_its_case_and_accents(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    book = SceneBook(database, Bus(), FakeClock())
    made = [await book.save(Scene("", name, {})) for name in ("Café au lait", "Уютный вечер", "看电影", "S1")]
    for name, scene in zip((" cafe AU lait ", "уютный ВЕЧЕР", "看电影", "s1"), made, strict=True):
        assert book.find(name) == scene
    assert book.find("S2") == made[1]
    assert book.find("nothing") is None
    await database.close()


async def test_scene_that_cannot_be_read_stays_and_says_why(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    rows = {"s1": {"v": 2}, "s2": {"v": 1, "id": "s2", "name": "B", "members": {"light.l": 1}}}
    for scene_id, document in rows.items():
        row = {"id": scene_id, "name": "x", "document": json.dumps(document)}
        adding = insert(SCENE).values(row)
        await database.write(methodcaller("execute", adding))
    book = SceneBook(database, Bus(), FakeClock())
    await book.load()
    assert book.scenes() == ()
    assert book.broken.keys() == {"s1", "s2"}
    await database.close()


async def test_load_tells_what_another_process_changed(tmp_path: Path) -> None:
    url, told, bus = f"sqlite:///{tmp_path / 'home.db'}", list[Event](), Bus()
    databases = Database.open(url), Database.open(url)
    ours, theirs = SceneBook(databases[0], bus, FakeClock()), SceneBook(databases[1], Bus(), FakeClock())
    bus.listen(told.append)
    await theirs.save(Scene("", "Evening", EVENING))
    await ours.load()
    await ours.load()
    assert told == [ScenesChanged(("s1",), START)]
    assert (await ours.save(Scene("", "Night", {}))).id == "s2"
    for database in databases:
        await database.close()


def test_picture_leaves_out_what_is_not_known_or_cannot_be_brought_back() -> None:
    members, left_out = picture(
        (
            snapshot("light.l", LightState(Power.ON, 102, "color_temp", 370)),
            snapshot("light.away", LightState(Power.ON), available=False),
            snapshot("light.new", None),
            snapshot("climate.c", ClimateState("heat", 21.0, current_temperature=19.0)),
            snapshot("cover.moving", CoverState(Leaf.OPENING, 40)),
            snapshot("lock.jammed", LockState(Bolt.JAMMED)),
            snapshot("sensor.s", SensorState("21")),
        )
    )
    assert members == {
        "light.l": Member("on", {"brightness": 102, "color_temp_kelvin": 370}),
        "climate.c": Member("heat", {"temperature": 21.0}),
    }
    assert left_out == ("light.away", "light.new", "cover.moving", "lock.jammed", "sensor.s")


def test_commands_of_a_scene_are_only_what_is_not_so() -> None:
    scene = Scene("s1", "Evening", EVENING)
    so = view(snapshot("light.l", LightState(Power.ON, 101)), snapshot("lock.d", LockState(Bolt.UNLOCKED)))
    assert scene_commands(scene, so) == ()
    assert Command("lock.d", "unlock") in whole(scene, so)
    other = view(snapshot("light.l", LightState(Power.OFF)), snapshot("lock.d", LockState(Bolt.LOCKED)))
    lit = Command("light.l", "turn_on", {"brightness": 102})
    assert scene_commands(scene, other) == (lit, Command("lock.d", "unlock"))
    gone = view(snapshot("lock.d", LockState(Bolt.UNLOCKED)))
    assert [command.entity_id for command in scene_commands(scene, gone)] == ["light.l"]
    assert [command.entity_id for command in whole(scene, gone)] == ["lock.d"]
