"""Questions of the direct road: what is said of several commands is true of each of them."""

from collections.abc import Mapping

from assistant.tui.direct import questions_of
from assistant.tui.face.question import wording
from devices.command import Command, Reason
from devices.kinds.spec import Risk
from devices.model import Scalar
from devices.policy import Judgement
from tests.tui.samples import MOMENT, home, seen


def wide(entity_id: str, control: str, values: Mapping[str, Scalar]) -> Judgement:
    return Judgement(Command(entity_id, control, values), Risk.WIDE, "wide-5", False, Reason.NOT_APPROVED)


def test_one_value_for_all_is_said() -> None:
    asked = questions_of(tuple(wide(f"light.l{n}", "turn_on", {"brightness_pct": 40}) for n in range(5)))
    assert [(q.action, q.after, len(q.targets)) for q in asked] == [("turn_on", "brightness_pct 40", 5)]


def test_a_value_that_differs_is_not_said_of_all() -> None:
    (asked,) = questions_of(tuple(wide(f"light.l{n}", "turn_on", {"brightness_pct": n}) for n in range(5)))
    assert wording(asked, "/undo", home(), MOMENT).title == "Turn on 5 devices?"


def test_an_act_that_differs_is_not_said_of_all() -> None:
    on, off = wide("light.a", "turn_on", {}), wide("light.b", "turn_off", {})
    (asked,) = questions_of((on, off))
    assert wording(asked, "/undo", home(), MOMENT).title == "Change 2 devices?"


def test_half_open_garage_door_tells_the_risk() -> None:
    command = Command("cover.garage", "set_cover_position", {"position": 50})
    judged = Judgement(command, Risk.SECURITY, "open-garage", False, Reason.NOT_APPROVED)
    (asked,) = questions_of((judged,))
    door = seen("cover.garage", {"state": "closed", "current_position": 0}, name="Garage door")
    shown = wording(asked, "/set", home(door), MOMENT)
    assert (shown.title, shown.yes) == ("Set Garage door to 50 %?", "Open")
    assert "come in" in dict(shown.rows)["Risk"]
