"""What understanding a sentence costs without a model, in homes of three sizes; and the first one of a process."""

import os
import statistics
import subprocess
import time
from dataclasses import replace
from importlib import util
from pathlib import Path

from assistant.models.offline.planner import plan
from devices.view import View
from tests.benchmarks import _routes
from tests.benchmarks._process import LONGEST, python
from tests.benchmarks._report import RUNS, Bench, Row
from tests.benchmarks._town import SENTENCES, town

SIZES = (50, 500, 2000)
FIRST_SIZE = 500
_ROOT = Path(__file__).parents[2]
_FIRST = "from tests.benchmarks.language import first; print(first('{}'))"


def measure() -> Bench:
    """Measure every size and language."""
    rows = [row for size in SIZES for row in _sized(size)]
    rows += [
        Row(f"first sentence, {language}, {FIRST_SIZE} entities", "ms", _first_runs(language))
        for language in SENTENCES
    ]
    rows += _routes.rows()
    sentences = sum(map(len, SENTENCES.values()))
    notes = [
        f"{sentences} sentences in {', '.join(SENTENCES)}; before each one a state of the home has changed",
        "first sentence: in a new process, imports not counted",
        _peer_note(),
    ]
    return Bench("language", tuple(rows), tuple(notes))


def first(language: str) -> float:
    """Milliseconds of this process's first sentence."""
    return _timed(SENTENCES[language][0], town(FIRST_SIZE), language)


def _sized(size: int) -> tuple[Row, ...]:
    view = town(size)
    for language, sentences in SENTENCES.items():
        plan(sentences[0], view, language)
    runs = [_once(view) for _ in range(RUNS)]
    return (
        Row(f"p50 a sentence, {size} entities", "ms", [statistics.median(run) for run in runs]),
        Row(f"p95 a sentence, {size} entities", "ms", [statistics.quantiles(run, n=20)[-1] for run in runs]),
    )


def _once(view: View) -> list[float]:
    return [
        _timed(sentence, replace(view, snapshots=dict(view.snapshots)), language)
        for language, sentences in SENTENCES.items()
        for sentence in sentences
    ]


def _timed(sentence: str, view: View, language: str) -> float:
    begin = time.perf_counter()
    plan(sentence, view, language)
    return (time.perf_counter() - begin) * 1000


def _first_runs(language: str) -> list[float]:
    return [
        float(
            subprocess.run(
                python("-c", _FIRST.format(language)),
                cwd=_ROOT,
                env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
                capture_output=True,
                check=True,
                timeout=LONGEST,
            ).stdout
        )
        for _ in range(RUNS)
    ]


def _peer_note() -> str:
    if util.find_spec("hassil") is None:
        return "no peer measured: hassil is not installed"
    return "no peer measured: hassil knows no grammar for these homes"
