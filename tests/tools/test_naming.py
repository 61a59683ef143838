"""Names that people give: they are found by, never mean something else, and undo takes them back."""

import pytest

from devices.command import Approval
from tests.tools.house import Lodge
from tools.outcome import Ending


async def named(lodge: Lodge, alias: str, target: str = "hall light", *, remove: bool = False) -> str:
    result = await lodge.call("set_alias", target=target, alias=alias, remove=remove)
    return result.reason or result.text


async def test_alias_is_a_name_from_then_on(lodge: Lodge) -> None:
    assert await named(lodge, "Reading lamp") == "Hall light is also called “Reading lamp” now."
    await lodge.call("control_device", targets=["reading lamp"], action="turn_on")
    assert lodge.word("light.hall_light") == "on"
    assert await named(lodge, "reading LAMP") == "already_applied"


async def test_alias_is_taken_away(lodge: Lodge) -> None:
    await named(lodge, "Reading lamp")
    assert await named(lodge, "reading lamp", remove=True) == "Hall light is no longer called “reading lamp”."
    found = await lodge.call("control_device", targets=["reading lamp"], action="turn_on")
    assert found.ending is Ending.FATAL
    assert await named(lodge, "reading lamp", remove=True) == "already_applied"


@pytest.mark.parametrize("alias", ["", "  ", "!!", "light", "kitchen", "everything", "灯", "x" * 80])
async def test_alias_that_is_no_name(lodge: Lodge, alias: str) -> None:
    assert await named(lodge, alias) == "bad_alias"
    assert lodge.house.names.names.aliases == {}


async def test_alias_that_names_another_device(lodge: Lodge) -> None:
    assert await named(lodge, "garage light") == "alias_taken"
    await named(lodge, "Reading lamp")
    assert await named(lodge, "reading lamp", "garage light") == "alias_taken"


async def test_alias_of_an_unknown_device(lodge: Lodge) -> None:
    assert await named(lodge, "Reading lamp", "the piano") == "unknown_name"


async def test_undo_of_aliases(lodge: Lodge) -> None:
    await named(lodge, "Reading lamp")
    await named(lodge, "Sofa lamp")
    assert (await lodge.call("undo")).text == "Undone: Hall light is also called Reading lamp."
    assert (await lodge.call("undo")).text == "Undone: Hall light has no other name."
    assert lodge.house.names.aliases("light.hall_light") == ()


async def test_undo_of_an_alias_when_names_were_changed_since(lodge: Lodge) -> None:
    await named(lodge, "Reading lamp")
    await lodge.house.names.set_aliases("light.hall_light", ("Sofa lamp",))
    result = await lodge.call("undo")
    assert result.reason == "needs_confirmation"
    assert lodge.house.names.aliases("light.hall_light") == ("Sofa lamp",)
    yes = lodge.context(approvals=(Approval("names:light.hall_light", "overwrite"),))
    await lodge.call("undo", yes)
    assert lodge.house.names.aliases("light.hall_light") == ()
