"""What a bench hands over, and how it is printed: one JSON object, or a table. Measures nothing."""

import os
import platform
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from devices.model import Json

VERSION = 1
RUNS = 5
"""Counted runs of everything that is noisy; the median is quoted."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of ours and of the peers, every run of it in `unit`; no runs: it could not be measured."""

    name: str
    unit: str
    hearth: Sequence[float]
    peers: Mapping[str, Sequence[float]] = field(default_factory=dict)
    better: str = "lower"
    goal: str = ""

    @property
    def ratio(self) -> float | None:
        """Our median against that of the best peer."""
        ours = median(self.hearth)
        found = [value for runs in self.peers.values() if (value := median(runs)) is not None]
        best = (min if self.better == "lower" else max)(found, default=None)
        return ours / best if ours is not None and best else None

    def document(self) -> dict[str, Json]:
        """The row as JSON."""
        return {
            "name": self.name,
            "unit": self.unit,
            "hearth": short(median(self.hearth)),
            "min": short(min(self.hearth, default=None)),
            "max": short(max(self.hearth, default=None)),
            "peers": {name: short(median(runs)) for name, runs in self.peers.items()},
            "ratio": short(self.ratio),
            "better": self.better,
            "goal": self.goal,
        }


@dataclass(frozen=True, slots=True)
class Bench:
    """All figures of one bench; `runs` counted runs stand behind each."""

    name: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    runs: int = RUNS

    def document(self) -> dict[str, Json]:
        """The bench as JSON, version 1."""
        rows: list[Json] = [row.document() for row in self.rows]
        return {
            "v": VERSION,
            "bench": self.name,
            "machine": machine(),
            "runs": self.runs,
            "rows": rows,
            "notes": list(self.notes),
        }

    def table(self) -> Iterator[str]:
        """The bench as lines for a person."""
        told = machine()
        yield f"{self.name}   {self.runs} runs, {told['cores']} cores, Python {told['python']}, load {told['load']}"
        cells = [("", "hearth", "peer", "ratio", "goal"), *(_cells(row) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        for row in cells:
            yield (
                "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            )
        yield from (f"  note: {note}" for note in self.notes)


def median(runs: Sequence[float]) -> float | None:
    """The median, or None when nothing could be measured."""
    return statistics.median(runs) if runs else None


def short(value: float | None) -> float | None:
    """Three figures are all that a noisy machine can tell; whole numbers stay whole."""
    if value is None or value == int(value):
        return value
    return float(f"{value:.3g}") if abs(value) < 1000 else round(value)


def machine() -> dict[str, Json]:
    """What it was measured on, and how busy that was."""
    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 1),
    }


def _cells(row: Row) -> tuple[str, ...]:
    peers = ", ".join(f"{name} {_number(median(runs))}" for name, runs in row.peers.items())
    ratio = "-" if row.ratio is None else f"{row.ratio:.2f}"
    return f"{row.name} ({row.unit})", _number(median(row.hearth)), peers or "-", ratio, row.goal


def _number(value: float | None) -> str:
    told = short(value)
    return "-" if told is None else f"{told:g}" if abs(told) < 1000 else f"{told:,.0f}"
