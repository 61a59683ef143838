"""What went wrong with a model: provider errors sorted into a few kinds. Pure; knows no library."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite

from assistant.models.salvage import Refusal, refusal

LIBRARIES = ("langchain_groq", "langchain_openai", "langchain_ollama", "groq", "openai", "ollama")
"""Where an error of any kind is the provider's: it sent what its own library can't read."""
_CHAT, _FINDS_NOTHING = "langchain_core.language_models.chat_models", ("astream", "ainvoke")
"""Where LangChain itself stumbles over an answer without any message in it."""
_TRY_AGAIN = re.compile(r"try again in ((?:[\d.]+(?:ms|[dhms]))+)")
_SPAN = re.compile(r"([\d.]+)(ms|[dhms])")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_LIMIT = re.compile(r"\b(tokens|requests) per (minute|day)\b")
_UNOFFERED = re.compile(r"attempted to call tool '([\w.-]+)' which was not in request\.tools")
_PRIVATE = re.compile(r"\borg_\w+|\b(?:gsk|sk)[-_]\w+")
_LONGEST_ADVICE = 300


class Trouble(StrEnum):
    """The ways in which a model fails; also the last part of the notice's name in the word catalogue."""

    KEY_REFUSED = "key_refused"
    MODEL_GONE = "model_gone"
    TOO_LARGE = "too_large"
    RATE_LIMITED = "rate_limited"
    CAPACITY = "capacity"
    SERVER = "server"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    BROKEN = "broken"
    GARBLED = "garbled"
    TOOL_FORM = "tool_form"
    REFUSED = "refused"
    LEFT = "left"
    """Nothing failed: the person did not want to wait for it any longer."""


class Limit(StrEnum):
    """Which allowance a rate limit is about; also the last part of its name in the word catalogue."""

    UNSAID = ""
    TOKENS_MINUTE = "tokens_per_minute"
    TOKENS_DAY = "tokens_per_day"
    REQUESTS_MINUTE = "requests_per_minute"
    REQUESTS_DAY = "requests_per_day"
    OWN = "own"
    """Not the provider's: what the user allows for a day."""


_CODES: Mapping[str, Trouble] = {
    "tool_use_failed": Trouble.TOOL_FORM,
    "json_validate_failed": Trouble.TOOL_FORM,
    "model_decommissioned": Trouble.MODEL_GONE,
    "model_not_found": Trouble.MODEL_GONE,
    "rate_limit_exceeded": Trouble.RATE_LIMITED,
    "capacity_exceeded": Trouble.CAPACITY,
    "context_length_exceeded": Trouble.TOO_LARGE,
    "request_too_large": Trouble.TOO_LARGE,
    "invalid_api_key": Trouble.KEY_REFUSED,
    "internal_server_error": Trouble.SERVER,
}
_STATUS: Mapping[int, Trouble] = {
    401: Trouble.KEY_REFUSED,
    403: Trouble.KEY_REFUSED,
    404: Trouble.MODEL_GONE,
    408: Trouble.TIMEOUT,
    413: Trouble.TOO_LARGE,
    429: Trouble.RATE_LIMITED,
    498: Trouble.CAPACITY,
}
_SPENT = frozenset({Trouble.TOOL_FORM, Trouble.BROKEN, Trouble.GARBLED})


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A failure, its kind, and what may help.

    `wait` are seconds until it may be over, `limit` the allowance that is used up, `generation` the text that
    could not be parsed, `unoffered` the tool that the model wanted and was not given, `advice` what the
    provider says was wrong with a call, for the model alone.
    """

    trouble: Trouble
    wait: float | None = None
    generation: str | None = None
    limit: Limit = Limit.UNSAID
    unoffered: str = ""
    advice: str = ""

    @property
    def spent(self) -> bool:
        """Whether the model had worked before it failed, so that tokens were used."""
        return self.trouble in _SPENT


def diagnose(error: Exception) -> Diagnosis | None:
    """Sort an exception of a model call; None when it is no provider's failure but a bug of ours."""
    # without a stream a broken answer is wrapped: what it was stands behind it
    names = {kind.__name__ for one in (error, error.__cause__) for kind in type(one).__mro__}
    told = refusal(getattr(error, "body", None))
    status = getattr(error, "status_code", None)
    # in a stream the same errors come without a status, and with the bare inner object as their body
    if isinstance(status, int) or told.status is not None:
        return _by_status(status if isinstance(status, int) else told.status or 0, told, error)
    if (cut := _by_transport(names)) is not None:
        return cut
    if told.code or "APIError" in names:
        return _by_code(told)
    return Diagnosis(Trouble.GARBLED) if _unreadable(error) else None


def _by_status(status: int, told: Refusal, error: Exception) -> Diagnosis:
    trouble = _STATUS.get(status)
    if trouble is None and 400 <= status < 500:
        return _by_code(told)
    if trouble is None:
        trouble = Trouble.SERVER if status >= 500 else Trouble.GARBLED
    limit = _limit(error, told) if trouble is Trouble.RATE_LIMITED else Limit.UNSAID
    return Diagnosis(trouble, _wait(error, told), limit=limit)


def _by_code(told: Refusal) -> Diagnosis:
    trouble = _CODES.get(told.code, Trouble.REFUSED if told.generation is None else Trouble.TOOL_FORM)
    # a request that alone is over the allowance has the code of a rate limit: waiting would not help it
    if trouble is Trouble.RATE_LIMITED and told.message.startswith("Request too large"):
        trouble = Trouble.TOO_LARGE
    unoffered = _UNOFFERED.search(told.message)
    return Diagnosis(
        trouble,
        wait=_spoken_wait(told.message),
        generation=told.generation,
        limit=_spoken_limit(told.message),
        unoffered=unoffered.group(1) if unoffered else "",
        advice=_advice(told.message) if trouble is Trouble.TOOL_FORM else "",
    )


def _by_transport(names: set[str]) -> Diagnosis | None:
    if names & {"TimeoutError", "TimeoutException", "APITimeoutError"}:
        return Diagnosis(Trouble.TIMEOUT)
    if names & {"RemoteProtocolError", "ReadError"}:
        return Diagnosis(Trouble.BROKEN)
    if names & {"APIConnectionError", "TransportError", "ConnectionError"}:
        return Diagnosis(Trouble.UNREACHABLE)
    return None


def _unreadable(error: Exception) -> bool:
    """Whether a library stumbled over what the provider sent, or found nothing in it."""
    trace, places = error.__traceback__, list[tuple[str, str]]()
    while trace is not None:
        room = str(trace.tb_frame.f_globals.get("__name__", ""))
        places.append((room, trace.tb_frame.f_code.co_name))
        trace = trace.tb_next
    own = ((room, name) for room, name in reversed(places) if room.partition(".")[0] != json.__name__)
    room, name = next(own, ("", ""))
    return room.partition(".")[0] in LIBRARIES or (room == _CHAT and name in _FINDS_NOTHING)


def _wait(error: Exception, told: Refusal) -> float | None:
    """Seconds until another try: what the header says, else what the message does."""
    try:
        seconds = float(_headers(error).get("retry-after", ""))
    except ValueError:
        return _spoken_wait(told.message)
    return seconds if isfinite(seconds) and seconds >= 0 else None


def _spoken_wait(message: str) -> float | None:
    found = _TRY_AGAIN.search(message)
    try:
        return sum(float(n) * _SECONDS[unit] for n, unit in _SPAN.findall(found.group(1))) if found else None
    except ValueError:
        return None


def _limit(error: Exception, told: Refusal) -> Limit:
    if (limit := _spoken_limit(told.message)) is not Limit.UNSAID:
        return limit
    # by the header alone: requests are counted by the day, tokens by the minute
    headers = _headers(error)
    if headers.get("x-ratelimit-remaining-requests") == "0":
        return Limit.REQUESTS_DAY
    return Limit.TOKENS_MINUTE if headers.get("x-ratelimit-remaining-tokens") == "0" else Limit.UNSAID


def _spoken_limit(message: str) -> Limit:
    found = _LIMIT.search(message)
    return Limit("_".join((found.group(1), "per", found.group(2)))) if found else Limit.UNSAID


def _headers(error: Exception) -> Mapping[str, str]:
    headers: Mapping[str, str] = getattr(getattr(error, "response", None), "headers", {})
    return headers


def _advice(message: str) -> str:
    return _PRIVATE.sub("...", message)[:_LONGEST_ADVICE]
