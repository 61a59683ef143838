"""Commands that stay: how they end, and how a second command finds the home of the first."""

import signal
import socket

import pytest

from tests.cli.shell import Shell, ended, line


def test_run_ends_by_sigterm_with_143_and_others_join_it_meanwhile(empty: Shell) -> None:
    with empty.started("run") as process:
        while "running" not in (told := line(process)):
            assert told
        asked = empty.run("ask", "turn on the kitchen light")
        assert (asked.code, "joined" in asked.err) == (0, True)
        assert empty.run("get", "light.kitchen", "-q").out == "on\n"
        assert ended(process, signal.SIGTERM) == 143
    alone = empty.run("get", "light.kitchen")
    assert (alone.out, "joined" in alone.err) == ("on\n", False)


@pytest.mark.parametrize(("by", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_simulate_prints_its_address_and_ends_by_signal(empty: Shell, by: signal.Signals, code: int) -> None:
    with empty.started("simulate", "-q") as process:
        address = line(process, "stdout").strip()
        found = empty.run("devices", "--broker", address, "-q")
        assert (found.code, "lock.front_door" in found.out) == (0, True)
        assert ended(process, by) == code


def test_a_broker_is_read_only_until_control_is_allowed(empty: Shell) -> None:
    with empty.started("simulate", "-q") as process:
        broker = ("--broker", line(process, "stdout").strip())
        refused = empty.run("ask", "turn on the fan", *broker)
        assert refused.code == 4
        assert "--allow-control" in refused.err
        assert empty.run("get", "fan.living_room", *broker, "-q").out == "off\n"
        assert empty.run("ask", "turn on the fan", *broker, "--allow-control", "-q").code == 0
        assert empty.run("get", "fan.living_room", *broker, "-q").out == "on\n"


def test_simulate_when_the_port_is_taken_exits_1(empty: Shell) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = empty.run("simulate", "--port", str(taken.getsockname()[1]))
    assert (done.code, done.out) == (1, "")
    assert "can't be used" in done.err
