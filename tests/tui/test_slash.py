"""Slash commands and completion, without a screen."""

from hypothesis import given
from hypothesis import strategies as st

from assistant.tui.face.mention import offers, token
from assistant.tui.face.slash import COMMANDS, Order, Plain, Unknown, matching, read
from tests.tui.samples import MOMENT, home, seen

GARAGE = seen("cover.garage_door", {"state": "open"}, name="Garage door", device_class="garage")
KITCHEN = seen("light.kitchen", {"state": "off"}, name="Kitchen light")
VIEW = home(GARAGE, KITCHEN)


def test_a_slip_names_the_nearest_command() -> None:
    assert read("/devcies") == Unknown("devcies", "devices")
    assert read("/zzzzzz") == Unknown("zzzzzz", "")


def test_orders_plain_text_and_a_leading_slash() -> None:
    assert read("/sim speed 60") == Order("sim", "speed 60")
    assert read("/exit") == Order("quit", "")
    assert read("//etc is a folder") == Plain("/etc is a folder")
    assert read("turn on the light") == Plain("turn on the light")


def test_the_list_has_every_command_with_a_description() -> None:
    assert len(matching("")) == len(COMMANDS) >= 15
    assert all(command.help for command in COMMANDS)
    assert matching("hi")[0].name == "history"


def test_tokens_only_where_completion_makes_sense() -> None:
    assert token("/hi", first_line=True) == "/hi"
    assert token("/hi", first_line=False) == ""
    assert token("unlock @gar", first_line=True) == "@gar"
    assert token("me@example", first_line=True) == ""
    assert token("say /hi", first_line=True) == ""


def test_mentions_offer_the_live_state_first_best() -> None:
    found = offers("@gar", VIEW, MOMENT)
    assert found[0].insert in ("@cover.garage_door", "@garage")
    row = next(offer for offer in found if offer.insert == "@cover.garage_door")
    assert "OPEN" in row.note
    assert offers("@light.kit", VIEW, MOMENT)[0].insert == "@light.kitchen"
    assert offers("@x", VIEW, None) == ()


@given(st.text())
def test_reading_never_fails(text: str) -> None:
    assert read(text) is not None
    token(text, first_line=True)
    offers(f"@{text}", VIEW, MOMENT)
