"""Scenes: what is kept and left out, what applying tells, what asks, and undo."""

from devices.command import Approval, Origin
from devices.events import CommandEnded
from tests.tools.house import Lodge
from tools.outcome import Ending
from tools.registry import tool


async def evening(lodge: Lodge) -> None:
    """Kitchen light at 40 %, hall light off, front door locked; kept as "Evening"."""
    await lodge.call("control_device", targets=["kitchen light"], action="turn_on", brightness_pct=40)
    await lodge.call("save_scene", name="Evening", targets=["kitchen light", "hall light", "front door lock"])
    lodge.broker.sent.clear()


async def test_save_keeps_what_is_reported(lodge: Lodge) -> None:
    await evening(lodge)
    (scene,) = lodge.house.scenes.scenes()
    assert (scene.id, scene.name) == ("s1", "Evening")
    kept = {entity: (m.word, dict(m.attributes)) for entity, m in scene.members.items()}
    assert kept == {
        "light.kitchen_light": ("on", {"brightness": 102}),
        "light.hall_light": ("off", {}),
        "lock.front_door": ("locked", {}),
    }


async def test_save_of_a_room_leaves_out_what_is_not_known(lodge: Lodge) -> None:
    lodge.report("light", "left_lamp/online", "offline")
    result = await lodge.call("save_scene", name="Night", area="Bedroom")
    (scene,) = lodge.house.scenes.scenes()
    assert [*scene.members] == ["light.right_lamp"]
    assert "Left out" in result.text
    assert "Left lamp" in result.text
    assert "power" not in result.text


async def test_save_of_a_moving_cover_leaves_it_out(lodge: Lodge) -> None:
    lodge.report("cover", "garage_door", "opening")
    result = await lodge.call("save_scene", name="Garage", targets=["garage door"])
    assert (result.ending, result.reason) == (Ending.FATAL, "nothing_to_keep")
    assert lodge.house.scenes.scenes() == ()


async def test_save_of_sensors_alone_keeps_nothing(lodge: Lodge) -> None:
    result = await lodge.call("save_scene", name="Warm", targets=["living room temperature"])
    assert result.reason == "nothing_to_keep"


async def test_save_without_a_name_or_devices_asks(lodge: Lodge) -> None:
    assert (await lodge.call("save_scene", area="Hall")).reason == "needs_name"
    assert (await lodge.call("save_scene", name="...", area="Hall")).reason == "needs_name"
    assert (await lodge.call("save_scene", name="Evening")).reason == "needs_targets"
    assert (await lodge.call("save_scene", name="Evening", area="Cellar")).ending is Ending.FATAL


async def test_apply_gives_only_what_is_not_so_and_tells_receipts(lodge: Lodge) -> None:
    await evening(lodge)
    lodge.report("light", "hall_light", "ON")
    result = await lodge.call("apply_scene", name="evening")
    assert lodge.sent() == [("light/hall_light/set", "OFF")]
    assert result.text == "Scene “Evening”. Hall light is off.\nThe rest was so already."
    assert (await lodge.call("apply_scene", name="ÉVENING")).reason == "already_applied"


async def test_apply_is_told_as_the_scenes_doing(lodge: Lodge) -> None:
    await evening(lodge)
    lodge.report("light", "hall_light", "ON")
    ended: list[CommandEnded] = []
    lodge.bus.listen(lambda event: ended.append(event) if isinstance(event, CommandEnded) else None)
    await lodge.call("apply_scene", name="evening")
    assert [(event.cause.origin, event.cause.ref) for event in ended] == [(Origin.SCENE, "s1")]


async def test_apply_of_an_unlocked_lock_asks_and_names_it(lodge: Lodge) -> None:
    lodge.report("lock", "front_door", "UNLOCKED")
    await lodge.call("save_scene", name="Party", targets=["front door lock", "hall light"])
    lodge.report("lock", "front_door", "LOCKED")
    called = tool("apply_scene")
    assert called is not None
    asked = called.asks(called.arguments.model_validate({"name": "party"}), lodge.context())
    assert [(c.entity_id, c.control) for c in asked] == [("lock.front_door", "unlock")]
    lodge.broker.sent.clear()
    blocked = await lodge.call("apply_scene", name="party")
    assert (blocked.ending, lodge.sent()) == (Ending.POLICY_BLOCK, [])
    assert "Front door lock" in blocked.text
    yes = lodge.context(approvals=(Approval("lock.front_door", "unlock"),))
    assert (await lodge.call("apply_scene", yes, name="party")).ending is Ending.COMPLETED
    assert lodge.word("lock.front_door") == "unlocked"


async def test_apply_when_a_device_is_away_or_gone(lodge: Lodge) -> None:
    await evening(lodge)
    lodge.report("light", "hall_light", "ON")
    lodge.report("light", "kitchen_light", "OFF")
    lodge.report("light", "kitchen_light/online", "offline")
    result = await lodge.call("apply_scene", name="Evening")
    assert (result.ending, result.reason) == (Ending.COMPLETED, "partial")
    assert "Kitchen light is not reachable" in result.text
    lodge.broker.device("homeassistant/light/hall_light/config", "", retain=True)
    gone = await lodge.call("apply_scene", name="Evening")
    assert "There is no light.hall_light" in gone.text


async def test_undo_of_an_applied_scene(lodge: Lodge) -> None:
    await evening(lodge)
    lodge.report("light", "hall_light", "ON")
    lodge.report("light", "kitchen_light/dim", "255")
    await lodge.call("apply_scene", name="Evening")
    await lodge.call("undo")
    assert lodge.word("light.hall_light") == "on"
    view = lodge.house.home.view()
    assert view.snapshots["light.kitchen_light"].attributes()["brightness"] == 255


async def test_save_anew_and_undo(lodge: Lodge) -> None:
    await evening(lodge)
    before = lodge.house.scenes.named("evening")
    result = await lodge.call("save_scene", name="Evening", targets=["hall light"])
    assert result.text == "Scene “Evening” is saved anew: Hall light off."
    await lodge.call("undo")
    assert lodge.house.scenes.scenes() == (before,)


async def test_undo_of_a_scene_that_was_saved_anew_since_asks(lodge: Lodge) -> None:
    await evening(lodge)
    await lodge.call("delete_scene", name="Evening")
    after = await lodge.call("save_scene", name="Evening", targets=["garage light"])
    await lodge.house.journal.mark_undone(after.undo)
    result = await lodge.call("undo")
    assert result.reason == "needs_confirmation"
    assert "was saved anew since then" in result.text
    assert [scene.id for scene in lodge.house.scenes.scenes()] == ["s2"]
    force = lodge.context(approvals=(Approval("scene:evening", "overwrite"),))
    await lodge.call("undo", force)
    assert [scene.id for scene in lodge.house.scenes.scenes()] == ["s1"]


async def test_delete_and_undo(lodge: Lodge) -> None:
    await evening(lodge)
    kept = lodge.house.scenes.scenes()
    assert (await lodge.call("delete_scene", name="s1")).text == "Deleted scene “Evening”."
    assert (await lodge.call("list_scenes")).text == "There are no scenes yet."
    assert (await lodge.call("undo")).text == "Undone: scene “Evening” is as it was."
    assert lodge.house.scenes.scenes() == kept


async def test_unknown_scene_says_which_there_are(lodge: Lodge) -> None:
    assert (await lodge.call("apply_scene", name="Movie")).text.endswith("There are no scenes yet.")
    await evening(lodge)
    result = await lodge.call("apply_scene", name="Movie")
    assert (result.ending, result.text) == (Ending.FATAL, "There is no scene “Movie”. There is Evening.")


async def test_scenes_in_every_language(lodge: Lodge) -> None:
    await evening(lodge)
    told = [(await lodge.call("list_scenes", lodge.context(code))).text for code in ("en", "zh", "ru")]
    assert told[0] == "Evening: Kitchen light on at 40 %, Hall light off, Front door lock locked."
    assert len(set(told)) == 3
