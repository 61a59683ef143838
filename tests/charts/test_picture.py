"""Charts as pictures: files that open, the same each time, with every name legible."""

import sys
from dataclasses import replace
from pathlib import Path
from subprocess import run
from xml.etree import ElementTree as ET

import pytest

from assistant.charts.chart import Chart
from assistant.charts.picture.save import save
from assistant.charts.picture.strokes import extents, segments
from devices.errors import HearthError
from tests.charts.drawn import DOOR, HOUR, OPENED, START, chart, line

GAP = (START + 8 * HOUR, START + 12 * HOUR)
SHOWN = chart(
    line((START, 18.0), (START + 4 * HOUR, 20.5), (GAP[1], 19.0), gaps=(GAP,)), bars=(DOOR,), events=(OPENED,)
)
PNG = b"\x89PNG\r\n\x1a\n"


def test_save_svg_parses_and_is_the_same_each_time(tmp_path: Path) -> None:
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    assert save(SHOWN, "last 24h", first) == ()
    save(SHOWN, "last 24h", second)
    assert first.read_bytes() == second.read_bytes()
    root = ET.parse(first).getroot()  # noqa: S314 - written a line ago
    assert root.tag.endswith("svg")
    assert b"http" not in first.read_bytes().replace(b"http://www.w3.org", b"").replace(
        b"http://purl.org", b""
    ).replace(b"http://creativecommons.org", b"")


def test_save_png_has_pixels(tmp_path: Path) -> None:
    save(SHOWN, "last 24h", tmp_path / "a.png")
    written = (tmp_path / "a.png").read_bytes()
    assert written.startswith(PNG)
    assert int.from_bytes(written[16:20]) > 1000


@pytest.mark.parametrize("shown", [chart(), chart(bars=(DOOR,)), chart(*[SHOWN.lines[0]] * 7)])
def test_save_draws_whatever_there_is(tmp_path: Path, shown: Chart) -> None:
    save(shown, "last 24h", tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(PNG)


def test_save_names_that_no_font_has_say_so_and_become_ids(tmp_path: Path) -> None:
    odd = replace(SHOWN.lines[0], label="Hall \U0001fad7\ue123")
    said = save(replace(SHOWN, lines=(odd,)), "last 24h", tmp_path / "a.png")
    assert len(said) == 1
    assert said[0].startswith("no font here can write Hall")
    save(replace(SHOWN, lines=(replace(odd, label="sensor.hall"),)), "last 24h", tmp_path / "b.png")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_save_to_a_kind_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(HearthError, match=r"neither \.svg nor \.png"):
        save(SHOWN, "", tmp_path / "a.pdf")


def test_save_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(HearthError, match="can't be written"):
        save(SHOWN, "", tmp_path / "missing" / "a.svg")


def test_strokes_break_at_gaps() -> None:
    strokes = list(segments(SHOWN.lines[0].points))
    assert [(xs[0], xs[-1]) for xs, _ in strokes] == [(START, GAP[0]), (GAP[1], SHOWN.end)]
    assert list(extents(SHOWN.lines[0].points)) == []


WITHOUT = """
import sys
from pathlib import Path
sys.modules["matplotlib"] = None
from assistant.charts.chart import Chart
from assistant.charts.picture.save import save
from tests.charts.drawn import chart
try:
    save(chart(), "", Path(sys.argv[1]))
except Exception as error:
    print(type(error).__name__, error)
"""


def test_save_without_matplotlib_says_how_to_get_it(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", WITHOUT, str(tmp_path / "a.svg")]
    done = run(command, cwd=root, capture_output=True, text=True, timeout=30, check=True)
    assert done.stdout.startswith("HearthError drawing into a file needs matplotlib: pip install")
    assert not (tmp_path / "a.svg").exists()
