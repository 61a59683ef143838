"""What went wrong with a model: provider errors sorted into a few kinds. Pure; knows no library."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from assistant.models.salvage import Refusal, refusal

_TRY_AGAIN = re.compile(r"try again in (?:(\d+)m)?([\d.]+)s")


class Trouble(StrEnum):
    """The ways in which a model fails; also the last part of the notice's name in the word catalogue."""

    KEY_REFUSED = "key_refused"
    MODEL_GONE = "model_gone"
    TOO_LARGE = "too_large"
    RATE_LIMITED = "rate_limited"
    SERVER = "server"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    BROKEN = "broken"
    TOOL_FORM = "tool_form"
    REFUSED = "refused"


_CODES: Mapping[str, Trouble] = {
    "tool_use_failed": Trouble.TOOL_FORM,
    "json_validate_failed": Trouble.TOOL_FORM,
    "model_decommissioned": Trouble.MODEL_GONE,
    "model_not_found": Trouble.MODEL_GONE,
    "rate_limit_exceeded": Trouble.RATE_LIMITED,
    "context_length_exceeded": Trouble.TOO_LARGE,
    "invalid_api_key": Trouble.KEY_REFUSED,
}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A failure, its kind, and what may help: seconds to wait, the text that could not be parsed."""

    trouble: Trouble
    wait: float | None = None
    generation: str | None = None


def diagnose(error: Exception) -> Diagnosis | None:
    """Sort an exception of a model call; None when it is no provider's failure but a bug of ours."""
    names = {kind.__name__ for kind in type(error).__mro__}
    told = refusal(getattr(error, "body", None))
    status = getattr(error, "status_code", None)
    # in a stream the same errors come without a status, and with the bare inner object as their body
    if isinstance(status, int):
        return _by_status(status, told, error)
    if told.code or "APIError" in names:
        return _by_transport(names) or _by_code(told)
    return _by_transport(names)


def _by_status(status: int, told: Refusal, error: Exception) -> Diagnosis:
    match status:
        case 401 | 403:
            return Diagnosis(Trouble.KEY_REFUSED)
        case 404:
            return Diagnosis(Trouble.MODEL_GONE)
        case 413:
            return Diagnosis(Trouble.TOO_LARGE)
        case 429 | 498:
            return Diagnosis(Trouble.RATE_LIMITED, wait=_wait(error, told))
        case _ if status >= 500:
            return Diagnosis(Trouble.SERVER)
        case _:
            return _by_code(told)


def _by_code(told: Refusal) -> Diagnosis:
    trouble = _CODES.get(told.code, Trouble.REFUSED if told.generation is None else Trouble.TOOL_FORM)
    return Diagnosis(trouble, wait=_spoken_wait(told.message), generation=told.generation)


def _by_transport(names: set[str]) -> Diagnosis | None:
    if names & {"TimeoutError", "TimeoutException", "APITimeoutError"}:
        return Diagnosis(Trouble.TIMEOUT)
    if names & {"RemoteProtocolError", "ReadError"}:
        return Diagnosis(Trouble.BROKEN)
    if names & {"APIConnectionError", "TransportError", "ConnectionError"}:
        return Diagnosis(Trouble.UNREACHABLE)
    return None


def _wait(error: Exception, told: Refusal) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", {})
    try:
        return float(headers.get("retry-after", ""))
    except ValueError:
        return _spoken_wait(told.message)


def _spoken_wait(message: str) -> float | None:
    found = _TRY_AGAIN.search(message)
    try:
        return 60 * float(found.group(1) or 0) + float(found.group(2)) if found else None
    except ValueError:
        return None
