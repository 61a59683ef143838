"""Risky wishes on the command line: refused without a person, allowed one by one, asked at a terminal."""

import shlex

import pytest

from assistant.cli.approval import additions, approvals
from devices.command import Approval
from devices.errors import ConfigError
from devices.kinds.spec import Risk
from tests.cli.shell import Shell
from tools.tool import Question

UNLOCK = ("ask", "unlock the front door")


def test_what_is_printed_can_be_typed_back() -> None:
    lights = tuple(f"light.l{number}" for number in range(7))
    questions = (
        Question(risk=Risk.SECURITY, action="open_cover", targets=("cover.garage_door",)),
        Question(risk=Risk.WIDE, action="turn_off", targets=lights),
    )
    printed = additions(questions)
    assert printed == ("--confirm cover.garage_door=open", "--confirm 'light.*=turn_off'")
    typed = approvals(shlex.split(flag)[1] for flag in printed)
    assert typed == (Approval("cover.garage_door", "open", "cli"), Approval("light.*", "turn_off", "cli"))


def test_ask_unlock_without_a_person_exits_4_and_moves_nothing(lived: Shell) -> None:
    assert lived.run("get", "lock.front_door", "-q").out == "locked\n"
    done = lived.run(*UNLOCK, "--no-input")
    assert done.code == 4
    assert "  --confirm lock.front_door=unlock\n" in done.err
    assert lived.run("get", "lock.front_door", "-q").out == "locked\n"


def test_ask_unlock_json_tells_what_waits_and_how_to_allow_it(lived: Shell) -> None:
    document = lived.run(*UNLOCK, "--json", "--no-input", "-q").document()
    assert (document["ok"], document["stop_reason"]) == (False, "needs_confirmation")
    assert document["confirm"] == ["--confirm lock.front_door=unlock"]
    actions = document["actions"]
    assert isinstance(actions, list)
    assert [a["status"] for a in actions if isinstance(a, dict)] == ["needs_confirmation"]


def test_ask_unlock_when_another_action_is_allowed_exits_4(lived: Shell) -> None:
    assert lived.run(*UNLOCK, "--confirm", "lock.front_door=open", "--no-input").code == 4
    assert lived.run(*UNLOCK, "--confirm", "lock.*=unlock", "--no-input").code == 4
    assert lived.run("get", "lock.front_door", "-q").out == "locked\n"


def test_ask_unlock_with_the_printed_approval_exits_0_and_undo_locks_again(lived: Shell) -> None:
    asked = lived.run(*UNLOCK, "--no-input", "-q")
    flag = shlex.split(asked.err.splitlines()[-1])
    assert lived.run(*UNLOCK, *flag, "-q").code == 0
    assert lived.run("get", "lock.front_door", "-q").out == "unlocked\n"
    undone = lived.run("undo", "--json", "-q")
    assert (undone.code, undone.document()["ok"]) == (0, True)
    assert lived.run("get", "lock.front_door", "-q").out == "locked\n"


def test_ask_unlock_at_a_terminal_asks_and_enter_means_no(lived: Shell) -> None:
    done = lived.typed(*UNLOCK, at="[y/N]", keys="\n")
    assert done.code == 4
    assert "Unlock Front door (lock.front_door)? Now: locked." in done.out
    assert lived.run("get", "lock.front_door", "-q").out == "locked\n"


def test_ask_unlock_at_a_terminal_with_yes_does_it(lived: Shell) -> None:
    assert lived.typed(*UNLOCK, at="[y/N]", keys="y\n").code == 0
    assert lived.run("get", "lock.front_door", "-q").out == "unlocked\n"
    assert lived.run("ask", "lock the front door", "-q").code == 0


def test_ask_unlock_at_a_terminal_when_interrupted_exits_130_and_moves_nothing(lived: Shell) -> None:
    assert lived.typed(*UNLOCK, at="[y/N]", keys="\x03").code == 130
    assert lived.run("get", "lock.front_door", "-q").out == "locked\n"


def test_ask_many_lights_names_a_glob_that_then_works(lived: Shell) -> None:
    done = lived.run("ask", "turn off all the lights", "--no-input", "-q")
    assert done.code == 4
    assert done.err.splitlines()[-1].strip() == "--confirm 'light.*=turn_off'"
    assert lived.run("ask", "turn off all the lights", "--confirm", "light.*=turn_off", "-q").code == 0
    assert lived.run("devices", "--state", "on", "-q").out.count("light.") == 0


def test_consent_to_undo_names_a_rule_a_scene_or_names() -> None:
    texts = ("a3=overwrite", "a3=keep", "scene:evening=overwrite", "names:light.hall=overwrite")
    assert [f"{a.entity_id}={a.control}" for a in approvals(texts)] == list(texts)
    with pytest.raises(ConfigError):
        approvals(("a3=unlock",))
