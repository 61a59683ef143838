"""The tool that finds other tools by words in any language or by topic, and has them loaded."""

from collections.abc import Sequence

from pydantic import Field

from tools.context import ToolContext
from tools.meaning.arguments import Names
from tools.meaning.ranking import Index, index_of
from tools.meaning.topic import topics
from tools.outcome import Ending, ToolResult
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic
from tools.words.speech import listed, say

_MOST = 5
_NEAR = 0.4
"""The share of the best score that another tool must reach to be found beside it."""
_TOPICS = frozenset(Topic)


class SearchTools(Arguments):
    """What to look for."""

    query: str = Field(default="", description="What you want to do, in a few words.")
    tags: Names = Field(default_factory=list, description="Or topics: light, energy, rule ...")


def ranked(index: Index, query: str, tags: Sequence[str] = ()) -> tuple[Tool, ...]:
    """The tools that fit a query and bear one of these tags, best first; equal ones in their own order.

    Tags narrow a query, never empty it: when no tool bears one, the words alone decide, and when no word
    fits a tool that bears one, the tags do.
    """
    scores = index.scores(query)
    wanted = frozenset(topic for tag in tags for topic in _meant(tag))
    bearing = [tool for tool in index.tools if index.tags[tool.name] & wanted]
    fitting = [tool for tool in bearing or index.tools if tool.name in scores]
    if not fitting:
        return tuple(bearing[:_MOST])
    best = max(scores[tool.name] for tool in fitting)
    near = [tool for tool in fitting if scores[tool.name] >= _NEAR * best]
    return tuple(sorted(near, key=lambda tool: -scores[tool.name])[:_MOST])


def search_tool(tools: tuple[Tool, ...]) -> Tool:
    """The tool that searches these tools."""
    index = index_of(tools)

    async def search_tools(asked: SearchTools, context: ToolContext) -> ToolResult:
        found = ranked(index, asked.query, asked.tags)
        names = tuple(tool.name for tool in found)
        if not found:
            text = say(context.language, "search_none", asked=asked.query or ", ".join(asked.tags))
            return ToolResult(Ending.COMPLETED, text, data=[], reason="not_found")
        return ToolResult(
            Ending.COMPLETED,
            say(context.language, "search_found", names=listed(context.language, names)),
            data=[{"name": tool.name, "description": tool.description} for tool in found],
            load=names[::-1],  # what was found last is kept longest when too many are bound
        )

    return Tool(
        name="search_tools",
        group=Group.SEARCH,
        description="Find and load tools that are not offered yet. Those found can be called next.",
        arguments=SearchTools,
        run=search_tools,
        keywords=("search", "tools", "find", "工具", "搜索", "инструменты", "найди"),
        tags=(Topic.TOOLS,),
    )


def _meant(tag: str) -> frozenset[Topic]:
    """The topic of this very name, else those that the word touches in any language."""
    word = tag.strip().casefold()
    return frozenset({Topic(word)}) if word in _TOPICS else topics(tag)
