"""Questions about the past, as calls of the history tools. Computes nothing, and never commands."""

from assistant.models.offline.grammar.reading import Reading
from assistant.models.offline.grammar.target import Choice, Missing, own_words
from assistant.models.offline.past.asked import asks_of, nouns_of, times_of
from assistant.models.offline.past.cause import which
from assistant.models.offline.past.measured import Wish, limit_of, measure_of, sort_of, state_of
from assistant.models.offline.past.things import METERS, things
from assistant.models.offline.plan import Kind, Plan, PlannedCall
from devices.model import Domain, Json
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import say

ANALYZE, COMPARE, FIND, HAPPENED = "analyze_history", "compare_history", "find_pattern", "what_happened"


def plan_history(reading: Reading, view: View) -> Plan:
    """A plan for a question about the past; where names are not sure it asks, and it never commands."""
    wish = Wish(reading, asks_of(reading), times_of(reading))
    nouns = nouns_of(reading)
    if "happened" in wish.forms:
        return _happened(wish, nouns, view)
    sort = sort_of(wish)
    if sort.metered and (meters := _meters_alone(nouns)):
        return Plan(Kind.HISTORY, (_call(wish, (meters,), view),), reason="all-meters")
    found = things(_owners(nouns) if sort.metered else nouns, view, sort)
    if isinstance(found, Choice):
        return which(reading, found.ids, _call(wish, (), view), view)
    if isinstance(found, Missing):
        return _unnamed(wish, found, view)
    return Plan(Kind.HISTORY, _calls(wish, found, view), reason="one-thing" if len(found) == 1 else "several")


def _owners(nouns: Reading) -> Reading:
    """What used the energy, where that is said: "energy" alone is the meters themselves."""
    own = tuple(s for s in nouns.spans if s.named or not set(s.values(Tag.MEASURE)) & set(METERS))
    told = any(s.named or not s.known or s.has(Tag.KIND, Tag.THING, Tag.ROOM) for s in own)
    return Reading(nouns.text, nouns.code, own) if told else nouns


def _meters_alone(nouns: Reading) -> str:
    """The kind of meter where nothing else is named, or any device: "how much electricity did we use"."""
    nameless = [s for s in nouns.spans if not s.named and s.value(Tag.KIND) != "everything"]
    said = [set(s.values(Tag.MEASURE)) & set(METERS) for s in nameless]
    alone = bool(said) and all(said) and not any(s.named for s in nouns.spans)
    kinds = {kind for found in said for kind in found}
    return ("energy" if kinds & {"energy", "power"} else min(kinds)) if alone else ""


def _unnamed(wish: Wish, found: Missing, view: View) -> Plan:
    """Words that name nothing here go to the tool, which knows more names, or says what there is."""
    if not found.asked:
        if "used" in wish.forms or "cost" in wish.forms:
            # "how much energy did we use": every meter there is
            return Plan(Kind.HISTORY, (_call(wish, ("energy",), view),), reason="all-meters")
        return Plan(Kind.CLARIFY, reply=say(wish.reading.code, "empty"), reason="about-nothing")
    return Plan(Kind.HISTORY, (_call(wish, (found.asked,), view),), reason="unknown-name")


def _happened(wish: Wish, nouns: Reading, view: View) -> Plan:
    arguments: dict[str, Json] = {"window": wish.window} if wish.window else {}
    found = things(nouns, view, sort_of(wish))
    if isinstance(found, tuple) and found:
        arguments["targets"] = list(found)
    elif not isinstance(found, tuple) and (asked := own_words(nouns)):
        arguments["targets"] = [asked]
    return Plan(Kind.HISTORY, (PlannedCall(HAPPENED, arguments),), reason="happened")


def _calls(wish: Wish, ids: tuple[str, ...], view: View) -> tuple[PlannedCall, ...]:
    """The call, and beside a cold night what the heating did."""
    first = _call(wish, ids, view)
    beside: tuple[PlannedCall, ...] = ()
    if "cold" in wish.forms:
        heating = tuple(s.entity.id for s in view.of(Domain.CLIMATE))
        if heating:
            arguments: dict[str, Json] = {
                "targets": list(heating),
                "measure": "changes",
                "window": wish.window,
            }
            beside = (PlannedCall(ANALYZE, arguments),)
    elif "unusual" in wish.forms and first.tool == ANALYZE:
        measure = str(first.arguments["measure"]).removeprefix("when_")
        arguments = {"what": "unusual", "targets": list(ids), "window": wish.window, "measure": measure}
        beside = (PlannedCall(FIND, arguments),)
    return (first, *beside)


def _call(wish: Wish, ids: tuple[str, ...], view: View) -> PlannedCall:
    """The one call that answers."""
    given: dict[str, Json] = {"targets": list(ids)} if ids else {}
    forms = wish.forms
    if "until" in forms:
        return PlannedCall(FIND, {**given, "what": "until", **_number(wish)})
    if ("typical" in forms or "pattern" in forms) and "unusual" not in forms:
        return PlannedCall(FIND, {**given, **_habit(wish, ids, view)})
    measure = measure_of(wish, view, ids)
    window: dict[str, Json] = {"window": wish.window} if wish.window else {}
    stated = {**state_of(wish, measure, view, ids), **limit_of(wish)}
    if wish.against or ("compare" in forms and "unusual" not in forms):
        return PlannedCall(
            COMPARE, {**given, "measure": _comparable(measure), **window, **_against(wish), **stated}
        )
    if "which" in forms and forms & {"most", "least"} and not wish.bucket:
        rank = "least" if "least" in forms else "most"
        ranked: dict[str, Json] = {**given, "measure": _rankable(measure), **window, "rank": rank}
        state = state_of(wish, "duration", view, ids)
        return PlannedCall(COMPARE, {**ranked, **state, **limit_of(wish)})
    if "unusual" in forms and measure not in ("when_max", "when_min"):
        told: dict[str, Json] = {"what": "unusual", "measure": _comparable(measure)}
        return PlannedCall(FIND, {**given, **told, **window, **stated})
    return PlannedCall(ANALYZE, {**given, "measure": measure, **window, **stated, **wish.buckets})


def _against(wish: Wish) -> dict[str, Json]:
    return {"against": wish.against or "before"}


def _comparable(measure: str) -> str:
    """What can be compared of a question that asks for more than one number."""
    means = dict.fromkeys(("min_max_mean", "min_mean", "series"), "mean")
    counts = dict.fromkeys(("changes", "any", "when"), "count")
    return {**means, **counts}.get(measure, measure)


def _rankable(measure: str) -> str:
    """The warmest room is so on the whole; the light that was on longest by its time."""
    plain = {"max": "mean", "min": "mean", "when_max": "mean", "when_min": "mean"}
    timed = dict.fromkeys(("any", "when", "changes", "last"), "duration")
    return {**plain, **timed}.get(measure, _comparable(measure))


def _habit(wish: Wish, ids: tuple[str, ...], view: View) -> dict[str, Json]:
    told: dict[str, Json] = {"what": "typical_time" if "typical" in wish.forms else "usage_pattern"}
    if wish.reading.has(Tag.STAT) and "typical" in wish.forms and not _when(wish):
        told["what"] = "usage_pattern"
    if wish.window:
        told["part" if told["what"] == "typical_time" else "window"] = wish.window
    if "first_of_day" in wish.forms:
        told["which"] = "first"
    return told | state_of(wish, "when", view, ids)


def _when(wish: Wish) -> bool:
    stats = {value for span in wish.reading.spans for value in span.values(Tag.STAT)}
    return "when" in stats or not stats & {"duration", "count"}


def _number(wish: Wish) -> dict[str, Json]:
    number = next((s.number for s in wish.reading.spans if s.number is not None and not s.named), None)
    return {} if number is None else {"value": number}
