"""Writes the pages of docs/ that are made from the code, so that they can't lie: python docs/generate.py."""

import os
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import get_args, get_origin

from assistant.cli.exit import Exit
from assistant.cli.program import parse
from assistant.cli.table import VERBS
from tools.registry import GROUPS
from tools.tool import Tool

HERE = Path(__file__).parent
_HEAD = """# Tools

What the assistant can call, by the groups that are offered together. The offline model and any other model
use the same tools with the same arguments. This page is made by `python docs/generate.py`.
"""


def tools_page() -> str:
    """Every group with its tools and their arguments, as Markdown."""
    parts = [_HEAD]
    for group, tools in GROUPS.items():
        parts.append(f"## {group.value}\n")
        parts += [_tool(tool) for tool in tools]
    return "\n".join(parts)


def _tool(tool: Tool) -> str:
    marks = [
        *(["changes something"] if tool.writes else ["only reads"]),
        *(["makes something that stays"] if tool.lasting else []),
        *(["its answer may end the turn"] if tool.stops else []),
    ]
    lines = [f"### {tool.name}\n", f"{tool.description}\n", f"*{', '.join(marks).capitalize()}.*\n"]
    if tool.arguments.model_fields:
        lines += ["| argument | values | needed | meaning |", "|---|---|---|---|", *_rows(tool), ""]
    return "\n".join(lines)


def _rows(tool: Tool) -> list[str]:
    return [
        " | ".join((f"| `{name}`", _values(field.annotation), needed, f"{field.description} |"))
        for name, field in tool.arguments.model_fields.items()
        for needed in ("yes" if field.is_required() else "no",)
    ]


def _values(annotation: object) -> str:
    """What an argument takes, in words: a word of an enum, a number, a list of texts."""
    words = {str: "text", int: "whole number", float: "number", bool: "true or false"}
    if get_origin(annotation) is list:
        return "texts"
    if isinstance(annotation, type):
        members = getattr(annotation, "__members__", None)
        return (
            ", ".join(f"`{member}`" for member in members.values()) if members else words.get(annotation, "")
        )
    return next((told for part in get_args(annotation) if (told := _values(part))), "")


_CLI_HEAD = """# The command line

Results go to stdout, everything else to stderr. The exit code tells a script how it ended. Every command
takes the common flags, before or after its name. This page is made by `python docs/generate.py`.
"""

_MEANINGS = {
    Exit.DONE: "done: the question is answered, every action confirmed",
    Exit.FAILED: "failed for another reason",
    Exit.USAGE: "wrong use or a wrong setting",
    Exit.NO_TARGET: "no such target, or several; candidates are on stderr",
    Exit.NOT_ALLOWED: "needs confirmation, or was refused; the flag to add is on stderr",
    Exit.BROKER_DOWN: "the broker can't be reached",
    Exit.NO_MODEL: "the model is unavailable and offline had no answer",
    Exit.UNCONFIRMED: "sent, but the device did not confirm",
    Exit.INTERNAL: "internal error; a report without secrets was written",
    Exit.INTERRUPTED: "ended by ctrl+c",
    Exit.PIPE_CLOSED: "the reader closed the pipe",
    Exit.TERMINATED: "ended by a signal",
}


def cli_page() -> str:
    """Every command's own help text, and what the exit codes mean, as Markdown."""
    parts = [_CLI_HEAD, "## hearth\n", _help()]
    for verb in VERBS:
        parts += [f"## hearth {verb.name}\n", _help(*verb.name.split())]
    codes = [f"| {int(code)} | {_MEANINGS[code]} |" for code in Exit]
    return "\n".join((*parts, "## Exit codes\n", "| code | meaning |", "|---|---|", *codes, ""))


def _help(*words: str) -> str:
    os.environ |= {"COLUMNS": "100", "TERMINAL_WIDTH": "100"}
    with redirect_stdout(StringIO()) as page:
        parse((*words, "--help"))
    return f"```\n{page.getvalue().strip()}\n```\n"


PAGES: Mapping[str, Callable[[], str]] = {"tools.md": tools_page, "cli.md": cli_page}

if __name__ == "__main__":
    for file, page in PAGES.items():
        (HERE / file).write_text(page(), encoding="utf-8")
