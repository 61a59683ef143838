"""One thing's answer, ready to be told alone or in a row, and the result that findings make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from devices.history.analysis.basis import Basis
from devices.model import Json
from tools.context import ToolContext
from tools.history.ask.subject import Subject
from tools.history.tell.records import coverage, iso, resting, shared
from tools.outcome import Charted, Ending, ToolResult
from tools.words.speech import Window, listed, say
from tools.words.telling.scribe import glued

MOST_ROWS = 12


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one thing.

    `text` is the whole sentence, `brief` the bare value for a row; `facts` are for the model. Not `known`:
    nothing is on record. Not `happened`: what was asked for did not happen. `sure`: no gap in the records
    could change it, so none is told.
    """

    subject: Subject
    basis: Basis
    text: str
    brief: str
    facts: Mapping[str, Json] = field(default_factory=dict)
    known: bool = True
    happened: bool = True
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """Findings with what they answer: the head of a row of several, and the neutral echo.

    `remarks` are whole sentences said last; `never` heads those that did not happen ("None of them was on").
    """

    window: Window
    what: str
    echo: Mapping[str, Json]
    never: str = ""
    remarks: tuple[str, ...] = ()
    chart: Charted | None = None


def nothing(subject: Subject, basis: Basis, window: Window, context: ToolContext) -> Finding:
    """That nothing is on record of it."""
    text = say(context.language, "history_none", name=subject.name, window=window.label)
    return Finding(subject, basis, text, "", known=False, happened=False)


def result(report: Report, findings: Sequence[Finding], context: ToolContext) -> ToolResult:
    """The answer of a tool: a sentence of one finding, rows of several."""
    lines = _alone(findings[0], context) if len(findings) == 1 else _rows(report, findings, context)
    text = (
        glued(context.language, *lines, *report.remarks)
        if len(findings) == 1
        else "\n".join([*lines, *report.remarks])
    )
    known = any(finding.known for finding in findings)
    return ToolResult(
        Ending.COMPLETED,
        text,
        data=_data(report, findings, context),
        stop=True,
        reason="" if known else "no_data",
        chart=report.chart,
    )


def refused(phrase: str, context: ToolContext, **facts: object) -> ToolResult:
    """The result that says in one line why a question can't be answered, and what to do."""
    text = say(context.language, phrase, **facts)
    return ToolResult(Ending.FATAL, text, error=phrase, stop=True, reason=phrase)


def _alone(finding: Finding, context: ToolContext) -> list[str]:
    return [finding.text, *(coverage(finding.basis, context) if finding.known and not finding.sure else ())]


def _rows(report: Report, findings: Sequence[Finding], context: ToolContext) -> list[str]:
    language, window = context.language, report.window.label
    told = [f for f in findings if f.known and f.happened]
    never = [f.subject.name for f in findings if f.known and not f.happened]
    unknown = [f.subject.name for f in findings if not f.known]
    lines: list[str] = []
    if told:
        lines.append(say(language, "history_each", what=report.what, window=window))
        lines += [_row(f, context) for f in told[:MOST_ROWS]]
        if len(told) > MOST_ROWS:
            lines.append(say(language, "history_rest", count=len(told) - MOST_ROWS))
        if never:
            lines.append(say(language, "history_never_of", names=_names(never, language)))
    elif never:
        facts = {"names": _names(never, language), "state": report.never, "window": window}
        lines.append(say(language, "history_not_one", **facts))
    if unknown:
        lines.append(say(language, "history_none_of", names=_names(unknown, language)))
    return lines


def _row(finding: Finding, context: ToolContext) -> str:
    value = finding.brief if finding.sure else shared(finding.brief, finding.basis, context)
    return say(context.language, "history_row", name=finding.subject.name, value=value)


def _names(names: Sequence[str], language: str) -> str:
    more = [say(language, "history_rest", count=len(names) - MOST_ROWS)] if len(names) > MOST_ROWS else []
    return listed(language, [*names[:MOST_ROWS], *more])


def _data(report: Report, findings: Sequence[Finding], context: ToolContext) -> dict[str, Json]:
    head: dict[str, Json] = {
        "computation": dict(report.echo),
        "window": report.window.label,
        "start": iso(report.window.start, context),
        "end": iso(report.window.end, context),
    }
    rows = [_document(finding, context) for finding in findings[:MOST_ROWS]]
    return {**head, **rows[0]} if len(rows) == 1 else {**head, "rows": list(rows)}


def _document(finding: Finding, context: ToolContext) -> dict[str, Json]:
    rest = resting(finding.basis, context) if finding.known else {"coverage": 0.0}
    return {"entity_id": finding.subject.id, **finding.facts, **rest}
