"""`hearth why` and `hearth automations rehearse`: the chain of causes, and what the records say of a rule."""

import pytest

from tests.cli.shell import Shell


def test_why_of_a_device_that_was_told(lived: Shell) -> None:
    assert lived.run("ask", "turn on the kitchen light", "-q").code == 0
    done = lived.run("why", "kitchen light", "-q")
    assert done.code == 0
    assert "because you asked for it" in done.out
    assert "turn on the kitchen light" in done.out


def test_why_json_holds_the_chain(lived: Shell) -> None:
    assert lived.run("ask", "turn on the hall light", "-q").code == 0
    document = lived.run("why", "light.hall", "--json", "-q").document()
    why = document["why"]
    assert document["v"] == 1
    assert isinstance(why, dict)
    assert isinstance(why["chain"], list)
    assert [link["kind"] for link in why["chain"] if isinstance(link, dict)] == [
        "person",
        "command",
        "report",
    ]


@pytest.mark.parametrize(("arguments", "code"), [(("nothere",), 3), (("light.hall", "--at", "soon"), 2)])
def test_why_that_can_not_be_told(lived: Shell, arguments: tuple[str, ...], code: int) -> None:
    done = lived.run("why", *arguments, "-q")
    assert (done.code, done.out) == (code, "")
    assert done.err


def test_rehearse_over_the_lived_past(lived: Shell) -> None:
    wish = "when the living room temperature rises above 22 turn on the fan"
    assert "In the last 7 days it would have run" in lived.run("ask", wish, "-q").out
    document = lived.run("automations", "rehearse", "a1", "--json", "-q").document()
    rehearsal = document["rehearsal"]
    assert isinstance(rehearsal, dict)
    rows = lived.run("automations", "rehearse", "a1", "-q").out.splitlines()
    assert isinstance(rehearsal["count"], int)
    assert rehearsal["count"] > 0
    assert len(rows) - 2 >= rehearsal["count"]


def test_rehearse_an_unknown_rule_exits_3(lived: Shell) -> None:
    assert lived.run("automations", "rehearse", "a9", "-q").code == 3
