"""How well the router does without a model: the needed tool there at once, and nothing that writes for a question."""

from collections.abc import Iterable

from assistant.agent.routing import Before, picked, route_of
from devices.view import View
from tests.agent.sample import FORTY, OWN, QUESTIONS, WISHES, Sample
from tests.benchmarks._report import Row
from tools.meaning.ranking import Index, index_of
from tools.registry import TOOLS
from tools.tool import Tool

_NOWHERE = View()


def rows() -> Iterable[Row]:
    """A row for each share, in percent, and one for how many tools are shown."""
    forty = index_of(FORTY)
    yield Row(
        "needed tool offered at once, 40 tools", "%", [_there(forty, (*WISHES, *QUESTIONS))], better="higher"
    )
    yield Row("needed tool offered at once, own tools", "%", [_there(index_of(TOOLS), OWN)], better="higher")
    yield Row("questions offered a tool that writes", "%", [_writing(forty, FORTY, QUESTIONS)], goal="0")
    sizes = [len(_shown(forty, says, language)) for says, language, _ in (*WISHES, *QUESTIONS)]
    yield Row("tools offered, 40 tools", "tools", [sum(sizes) / len(sizes)], goal="2 to 5")


def _shown(index: Index, says: str, language: str) -> list[str]:
    return picked(index, says, route_of(says, language, _NOWHERE), Before())


def _there(index: Index, sample: Sample) -> float:
    hits = [needed in _shown(index, says, language) for says, language, needed in sample]
    return 100 * sum(hits) / len(hits)


def _writing(index: Index, tools: tuple[Tool, ...], sample: Sample) -> float:
    writes = {tool.name for tool in tools if tool.writes}
    wrong = [bool(writes & set(_shown(index, says, language))) for says, language, _ in sample]
    return 100 * sum(wrong) / len(wrong)
