"""Writes the pages of docs/ that are made from the code, so that they can't lie: python docs/generate.py."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import get_args, get_origin

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


PAGES: Mapping[str, Callable[[], str]] = {"tools.md": tools_page}

if __name__ == "__main__":
    for file, page in PAGES.items():
        (HERE / file).write_text(page(), encoding="utf-8")
