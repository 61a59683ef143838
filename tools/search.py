"""The tool that finds other tools by words in any language, and has them loaded."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from pydantic import Field

from devices.name import folded
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.tool import Arguments, Group, Tool
from tools.words.speech import listed, say

_ALIKE = 0.8
"""How like a keyword a word of the query must be, 1 being equal: word forms pass, other words don't."""
_MOST = 5


class SearchTools(Arguments):
    """What to look for."""

    query: str = Field(description="What you want to do, in a few words.")


def ranked(tools: Iterable[Tool], query: str) -> tuple[Tool, ...]:
    """The tools that fit a query, best first; equal ones in their own order."""
    scored = [(_score(tool, folded(query)), tool) for tool in tools]
    fitting = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])
    return tuple(tool for _score, tool in fitting[:_MOST])


def search_tool(tools: tuple[Tool, ...]) -> Tool:
    """The tool that searches these tools."""

    async def search_tools(asked: SearchTools, context: ToolContext) -> ToolResult:
        found = ranked(tools, asked.query)
        names = tuple(tool.name for tool in found)
        if not found:
            text = say(context.language, "search_none", asked=asked.query)
            return ToolResult(Ending.COMPLETED, text, data=[], reason="not_found")
        return ToolResult(
            Ending.COMPLETED,
            say(context.language, "search_found", names=listed(context.language, names)),
            data=[{"name": tool.name, "description": tool.description} for tool in found],
            load=names,
        )

    return Tool(
        name="search_tools",
        group=Group.SEARCH,
        description=(
            "Find and load a tool that is not offered yet, by a few words on what you want to do. "
            "The tools found can be called next."
        ),
        arguments=SearchTools,
        run=search_tools,
        keywords=("search", "tools", "find", "工具", "搜索", "инструменты", "найди"),
    )


def _score(tool: Tool, query: str) -> int:
    """A point for every keyword that the query holds, two for a word of the tool's own name."""
    words = query.split()
    own = sum(2 for part in tool.name.split("_") if part in words)
    return own + sum(1 for keyword in tool.keywords if _holds(query, words, folded(keyword)))


def _holds(query: str, words: list[str], keyword: str) -> bool:
    """Chinese is written without spaces, so a keyword may stand anywhere; elsewhere it must be a word."""
    if not keyword.isascii() and not _cyrillic(keyword):
        return keyword in query
    if " " in keyword:
        return keyword in query
    return any(word == keyword or _same_stem(word, keyword) for word in words)


def _same_stem(word: str, keyword: str) -> bool:
    return min(len(word), len(keyword)) > 3 and SequenceMatcher(None, word, keyword).ratio() >= _ALIKE


def _cyrillic(word: str) -> bool:
    return any("а" <= letter <= "я" for letter in word)
