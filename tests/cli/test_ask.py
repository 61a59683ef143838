"""`hearth ask` as a script sees it: exit codes, two streams, JSON; and the trace it leaves."""

import asyncio

from simulator.broker import Broker
from tests.cli.shell import Shell

KEYS = {"v", "ok", "answer", "actions", "stop_reason", "path", "model", "tokens", "turn", "undo"}


def test_ask_when_confirmed_exits_0_and_says_it_on_stdout_only(lived: Shell) -> None:
    lived.run("ask", "turn off the kitchen light", "-q")
    done = lived.run("ask", "turn on the kitchen light")
    assert done.code == 0
    assert "Kitchen light" in done.out
    assert "simulator" in done.err
    assert "\x1b" not in done.out + done.err
    assert lived.run("get", "light.kitchen", "-q").out == "on\n"


def test_ask_json_has_the_shape_of_version_1(lived: Shell) -> None:
    lived.run("ask", "turn off the hall light", "-q")
    done = lived.run("ask", "turn on the hall light", "--json", "-q")
    document = done.document()
    assert done.code == 0
    assert done.err == ""
    assert document.keys() >= KEYS
    assert (document["v"], document["ok"], document["stop_reason"]) == (1, True, "answered")
    assert document["tokens"] == {"in": 0, "out": 0}
    actions = document["actions"]
    assert isinstance(actions, list)
    (action,) = actions
    assert isinstance(action, dict)
    wanted = {"device": "light.hall", "from": "off", "to": "on", "status": "confirmed"}
    assert {key: action[key] for key in wanted} == wanted
    assert isinstance(action["ms"], int)


def test_ask_for_an_unknown_device_exits_3_and_names_what_there_is(lived: Shell) -> None:
    done = lived.run("ask", "turn on the pool heater", "--json", "-q")
    assert done.code == 3
    assert done.document()["actions"] == []
    assert "pool heater" in str(done.document()["answer"])


def test_ask_for_an_ambiguous_device_exits_3_with_candidates_on_stderr(lived: Shell) -> None:
    done = lived.run("ask", "turn on the lamp", "-q")
    assert done.code == 3
    assert "light.floor_lamp" in done.err.splitlines()


def test_ask_reads_the_sentence_from_stdin(lived: Shell) -> None:
    done = lived.run("ask", "-", "-q", text="is the front door locked?\n")
    assert (done.code, "locked" in done.out) == (0, True)


def test_ask_without_words_is_a_usage_error_that_starts_no_home(empty: Shell) -> None:
    done = empty.run("ask", "-", text="  \n")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("hearth: say something")
    assert not (empty.folder / ".local" / "share" / "hearth").exists()


def test_ask_with_a_crooked_approval_is_a_usage_error(empty: Shell) -> None:
    for crooked in ("everything", "*=*", "lock.front_door=", "=unlock", "front_door=unlock"):
        done = empty.run("ask", "unlock the front door", "--confirm", crooked)
        assert (done.code, done.out) == (2, "")
        assert crooked in done.err


def test_ask_when_no_broker_answers_exits_5_without_the_password(empty: Shell) -> None:
    done = empty.run("ask", "turn on the fan", "--json", "--broker", "mqtt://me:hunter2@127.0.0.1:1")
    assert done.code == 5
    assert done.document()["stop_reason"] == "broker_unreachable"
    assert "process list" in done.err
    assert "hunter2" not in done.out + done.err


def test_ask_when_the_broker_comes_from_the_environment_does_not_warn(empty: Shell) -> None:
    done = empty.run("ask", "turn on the fan", HEARTH_BROKER="mqtt://me:hunter2@127.0.0.1:1")
    assert done.code == 5
    assert "process list" not in done.err
    assert "hunter2" not in done.out + done.err


def test_trace_after_an_answer_shows_its_path(lived: Shell) -> None:
    asked = lived.run("ask", "is the front door locked?", "--json", "-q").document()
    traced = lived.run("trace", "--json", "-q").document()
    assert {key: traced[key] for key in ("turn", "path", "answer")} == {
        key: asked[key] for key in ("turn", "path", "answer")
    }
    assert "path    begin > agent" in lived.run("trace", str(asked["turn"]), "-q").out
    assert lived.run("trace", "t9999", "-q").code == 3


def test_trace_reads_what_is_written_and_starts_no_home(lived: Shell, empty: Shell) -> None:
    done = lived.run("trace")
    assert (done.code, done.err) == (0, "")
    assert "precheck      1 call accepted" in done.out
    nothing = empty.run("trace")
    assert (nothing.code, nothing.out, nothing.err) == (3, "", "hearth: no turn has been recorded yet\n")
    assert not list(empty.folder.rglob("hearth.db"))


def test_a_rule_that_was_said_is_listed_after_a_restart_and_undone(lived: Shell) -> None:
    said = lived.run("ask", "if the living room gets warmer than 26 degrees turn on the fan", "--json", "-q")
    assert said.code == 0
    listed = lived.run("automations", "--json", "-q").document()["automations"]
    assert isinstance(listed, list)
    assert isinstance(listed[0], dict)
    assert (listed[0]["enabled"], "26" in str(listed[0]["sentence"])) == (True, True)
    assert str(listed[0]["id"]) in lived.run("automations", "-q").out
    assert lived.run("undo", "-q").code == 0
    assert lived.run("automations", "-q").out == ""


def test_ask_for_what_is_not_there_exits_3_whoever_noticed(lived: Shell) -> None:
    for sentence in ("turn on the attic light", "сделай в спальне 22 градуса"):
        assert lived.run("ask", sentence, "-q", "--no-input").code == 3


async def test_ask_and_devices_where_nothing_announced_itself(empty: Shell) -> None:
    async with Broker() as broker:
        address = broker.url
        listed = await asyncio.to_thread(empty.run, "devices", "--broker", address)
        asked = await asyncio.to_thread(empty.run, "ask", "turn on the kitchen light", "--broker", address)
    assert (listed.code, "homeassistant/#" in listed.err) == (0, True)
    assert (asked.code, "homeassistant/#" in asked.out) == (3, True)
