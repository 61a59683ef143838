"""The things of a question, or the result that says which name, measure or limit does not fit."""

from devices.history.analysis.held import Limit
from devices.resolve import Unresolved
from tools.context import ToolContext
from tools.history.ask.measure import HELD, METERED, NUMERIC, Measure
from tools.history.ask.subject import MOST_SUBJECTS, Sought, Subject, numeric_of, subjects
from tools.history.tell.finding import refused
from tools.meaning.aim import missed
from tools.meaning.sensor import NotNumeric
from tools.outcome import ToolResult


def named(
    names: tuple[str, ...], area: str, measure: Measure, limit: Limit | None, context: ToolContext
) -> tuple[Subject, ...] | ToolResult:
    """The things meant, each of a kind that has such a measure."""
    low, high = (limit.above, limit.below) if limit is not None else (None, None)
    if low is not None and high is not None and low > high:
        return refused("history_bad_limit", context, low=low, high=high)
    view = context.house.home.view()
    numeric = limit is not None or measure in NUMERIC
    sought = Sought(names, area, numeric, metered=measure in METERED)
    found = subjects(sought, view) if numeric else _either(sought, context)
    if isinstance(found, NotNumeric):
        phrase = "history_no_meter" if measure in METERED else "history_not_a_number"
        return refused(phrase, context, name=found.snapshot.entity.name)
    if isinstance(found, Unresolved):
        return missed(found, context)
    if len(found) > MOST_SUBJECTS:
        return refused("history_too_wide", context, count=len(found))
    if limit is None and measure in HELD and (number := next((s for s in found if s.numeric), None)):
        return refused("history_not_a_state", context, name=number.name)
    return found


def _either(sought: Sought, context: ToolContext) -> tuple[Subject, ...] | NotNumeric | Unresolved:
    """Of what may be a number as well as a state, whichever the named thing has."""
    view = context.house.home.view()
    if numeric_of(sought, view):
        found = subjects(Sought(sought.names, sought.area, numeric=True), view)
        if isinstance(found, tuple):
            return found
    return subjects(sought, view)
