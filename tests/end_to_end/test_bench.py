"""The benchmarks as a command: what a figure is when a peer is missing, and how a wrong name is answered."""

import json

import pytest

from tests.benchmarks._report import Bench, Row, short
from tests.end_to_end.program import Program


def test_ratio_is_to_the_best_peer_in_either_direction() -> None:
    peers = {"slow": [4.0, 4.0, 9.0], "fast": [2.0]}
    assert Row("wait", "s", [1.0, 1.0, 7.0], peers).ratio == 0.5
    assert Row("speed", "msg/s", [8.0], peers, better="higher").ratio == 2.0


@pytest.mark.parametrize(("ours", "peers"), [([], {"peer": [1.0]}), ([1.0], {"peer": []}), ([1.0], {})])
def test_what_was_not_measured_is_null_and_never_a_guess(
    ours: list[float], peers: dict[str, list[float]]
) -> None:
    bench = Bench("start", (Row("wait", "s", ours, peers),), ("no peer here",))
    (row,) = json.loads(json.dumps(bench.document()))["rows"]
    assert row["ratio"] is None
    assert row["hearth"] == (1.0 if ours else None)
    assert row["peers"] == {name: (runs[0] if runs else None) for name, runs in peers.items()}
    assert any(" - " in line for line in bench.table())


@pytest.mark.parametrize(
    ("value", "told"), [(None, None), (15.0, 15.0), (0.09563, 0.0956), (117_167.4, 117_167)]
)
def test_figures_are_told_with_what_a_noisy_machine_knows(value: float | None, told: float | None) -> None:
    assert short(value) == told


async def test_unknown_bench_is_answered_with_what_there_is(stranger: Program) -> None:
    ran = (await stranger("bench", "nonsense")).ended(2)
    assert "broker, history, language, loop, rules, start" in ran.err
