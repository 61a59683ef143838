"""Writes a chart into an SVG or PNG file; matplotlib is loaded for that alone, and only here."""

from importlib import import_module
from pathlib import Path

from assistant.charts.chart import Chart
from devices.errors import HearthError

KINDS = ("svg", "png")
INSTALL = "drawing into a file needs matplotlib: pip install 'hearth-assistant[charts]'"


def save(chart: Chart, title: str, path: Path, kind: str = "") -> tuple[str, ...]:
    """Write it; `kind` is svg or png, by default what the name ends in.

    Returns what a person should know of the picture, in lines: names that no font here can write.

    Raises:
        HearthError: matplotlib is not installed, the kind is unknown, or the file can't be written.
    """
    wanted = (kind or path.suffix.removeprefix(".")).lower()
    if wanted not in KINDS:
        raise HearthError(f"{path.name} ends in neither .svg nor .png")
    try:
        painter = import_module("assistant.charts.picture.paint")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        raise HearthError(INSTALL) from error
    picture, said = painter.painted(chart, title, wanted)
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise HearthError(f"{path} can't be written: {error.strerror or error}") from error
    return tuple(said)
