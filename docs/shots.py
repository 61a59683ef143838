"""Takes the README's screenshots: runs the real app in tmux at both sizes, types, and writes SVG pictures."""

import argparse
import asyncio
import re
import shutil
import sys
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

SIZES = ((140, 45), (80, 24))
SOCKET = "hearth-shots"
FOLDER = Path(__file__).parent / "shots"
LOOKS, PAUSE = 300, 0.2
GROUND, INK = (20, 22, 27), (235, 229, 218)
THEME = TerminalTheme(GROUND, INK, [GROUND] * 8, [INK] * 8)

STEPS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("welcome", (), "Welcome."),
    ("", ("turn on the kitchen light", "Enter"), "confirmed"),
    ("rule", ("if the living room gets warmer than 26 degrees turn on the fan", "Enter"), "a1"),
    ("confirm", ("unlock the front door", "Enter"), "Nothing happens unless you confirm"),
    ("", ("Escape",), "you said no"),
    ("devices", ("F3",), "Kitchen"),
    ("automations", ("F4",), "Automations"),
    ("trace", ("F8",), "begin →"),
)
"""The picture's name (empty: none is taken), what is typed before it, and what must be on the screen then."""


def main() -> int:
    """Take every picture; 1 when the app did not show what it should."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER)
    out = parser.parse_args().out
    if shutil.which("tmux") is None:
        sys.stderr.write("tmux is needed for the screenshots; on Debian: apt-get install tmux\n")
        return 1
    out.mkdir(parents=True, exist_ok=True)
    return asyncio.run(every(out))


async def every(out: Path) -> int:
    """One session after the other."""
    return max([await session(width, height, out) for width, height in SIZES])


async def session(width: int, height: int, out: Path) -> int:
    """One run of the app at one size, with a data folder of its own."""
    hearth = Path(sys.executable).parent / "hearth"
    with tempfile.TemporaryDirectory() as data:
        start = f"env -u GROQ_API_KEY COLORTERM=truecolor {hearth} --data-dir {data}"
        await tmux("new-session", "-d", "-x", str(width), "-y", str(height), start)
        try:
            missed = [await take(step, f"{width}x{height}", out) for step in STEPS]
            return max(missed)
        finally:
            await tmux("send-keys", "C-q")
            await asyncio.sleep(2)
            await tmux("kill-server")


async def take(step: tuple[str, tuple[str, ...], str], size: str, out: Path) -> int:
    """Type, wait for the words, write the picture; 1 when they never came."""
    name, keys, wanted = step
    for key in keys:
        await tmux("send-keys", key)
    if not await appeared(wanted):
        sys.stderr.write(f"{name or keys[0]} at {size}: “{wanted}” never appeared\n")
        return 1
    if not name:
        return 0
    await asyncio.sleep(1.2)
    picture(await screen(colours=True), out / f"{name}-{size}.svg")
    return 0


async def appeared(wanted: str) -> bool:
    """Wait until these words are on the screen, at most a minute."""
    for _ in range(LOOKS):
        if wanted in await screen():
            return True
        await asyncio.sleep(PAUSE)
    return False


async def screen(*, colours: bool = False) -> str:
    """What the terminal shows now."""
    return await tmux("capture-pane", "-p", *(["-e"] if colours else []))


def picture(shown: str, path: Path) -> None:
    """Write a captured screen as SVG."""
    rows = Text.from_ansi(shown).split("\n")
    width = max(row.cell_len for row in rows)
    console = Console(
        record=True, width=width, file=StringIO(), force_terminal=True, color_system="truecolor"
    )
    for row in rows:
        console.print(row, no_wrap=True, crop=True)
    svg = console.export_svg(title="Hearth", theme=THEME, unique_id=path.stem)
    # no fonts from the network: the reader's own monospace font serves
    path.write_text(re.sub(r"@font-face\s*{[^}]*}\s*", "", svg), encoding="utf-8")


async def tmux(*arguments: str) -> str:
    """Run tmux on our own socket; what it prints."""
    pipe = asyncio.subprocess.PIPE
    done = await asyncio.create_subprocess_exec("tmux", "-L", SOCKET, *arguments, stdout=pipe, stderr=pipe)
    printed, _ = await done.communicate()
    return printed.decode()


if __name__ == "__main__":
    sys.exit(main())
