"""Secrets out of texts and values before anything keeps, shows or sends them. Pure; knows none by heart."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from devices.model import Json
from tools.outcome import ToolResult
from tools.words.packs import PACKS
from tools.words.spec import Claims
from tools.words.token import plain

MARK = "•••"
_KEYS = frozenset(
    {
        *("code", "pin", "passcode", "password", "passphrase", "passwd", "pwd", "secret", "token", "apikey"),
        *("accesstoken", "refreshtoken", "authtoken", "authorization", "bearer", "credential", "credentials"),
        *("privatekey", "clientsecret", "usercode", "pincode", "alarmcode"),
    }
)
_TOKENS = re.compile(
    r"\b(?:gsk|sk|pk|rk|ghp|gho|ghs|github_pat|glpat|hf|xox[abp]|lsv2_[a-z]+)[-_][A-Za-z0-9_-]{6,}"
    r"|\bAKIA[A-Z0-9]{12,}"
    r"|\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+){1,2}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    re.DOTALL,
)
_AUTHORIZED = re.compile(
    r"(?i)\b(authorization\s*[:=]\s*(?:(?:bearer|basic|token|digest)\s+)?|bearer\s+)([^\s\"',;]{4,})"
)
_ADDRESSED = re.compile(r"(?<=://)([^\s/:@\"']*):([^\s/@\"']+)@")
_NAMED = re.compile(
    r"(?i)([\"']?\b(?:api[_ -]?key|access[_ -]?token|auth[_ -]?token|client[_ -]?secret|private[_ -]?key"
    r"|user[_ -]?code|pin[_ -]?code|pass(?:word|code|phrase|wd)|pwd|secret|token|pin)"
    r"[\"']?\s*[:=]\s*[\"']?)([^\s\"',;&}\])]{2,})"
)
_DIGIT = re.compile(r"\d")
_DIGITS = r"(?P<code>(?:[0-9][ -]?){3,11}[0-9])(?![0-9]*\s*(?:%|°|℃))"
_CODE = r"(?P<code>(?:[0-9][ -]?){3,11}[0-9]|(?=[^\s]*\d)[^\s,;.!?，。！？\"'•]{4,})"
_SIGNS = "=|:|：|—|-|#"
"""What may stand between the word for a code and the code, in any language."""


def text(raw: str) -> str:
    """The text with every key, token, password and code in it replaced by a mark."""
    clean = _ADDRESSED.sub(lambda found: f"{found[1]}:{MARK}@", _TOKENS.sub(MARK, raw))
    clean = _NAMED.sub(_beginning, _AUTHORIZED.sub(_beginning, clean))
    # every code that is spoken has a digit
    for pattern in _spoken() if _DIGIT.search(plain(clean)) else ():
        clean = _hidden(pattern, clean)
    return clean


def reply(raw: str, asked: str) -> str:
    """A model's words without secrets, and without the codes that the user had said, bare as they may be."""
    clean = text(raw)
    for code in _codes(asked):
        clean = re.sub(rf"(?<!\d){re.escape(code)}(?!\d)", MARK, clean, flags=re.IGNORECASE)
    return clean


def value(raw: Json) -> Json:
    """The same of a JSON value; what stands under the name of a secret is masked whatever it is."""
    match raw:
        case str():
            return text(raw)
        case list():
            return [value(item) for item in raw]
        case dict():
            return {key: _kept(key, item) for key, item in raw.items()}
        case _:
            return raw


def arguments(raw: Mapping[str, Json]) -> dict[str, Json]:
    """A call's arguments without their secrets."""
    return {key: _kept(key, item) for key, item in raw.items()}


def result(raw: ToolResult) -> ToolResult:
    """A tool's result without secrets, ready for model, relay, trace and the decision to stop."""
    return replace(raw, text=text(raw.text), data=value(raw.data), error=text(raw.error))


def _kept(key: str, item: Json) -> Json:
    bare = re.sub(r"[^a-z]", "", key.casefold())
    secret = bare in _KEYS and not isinstance(item, bool | dict | list) and item not in (None, "")
    return MARK if secret else value(item)


def _beginning(found: re.Match[str]) -> str:
    """What leads to a secret, and the mark; a template text would be read anew each time."""
    return f"{found[1]}{MARK}"


@cache
def _spoken() -> tuple[re.Pattern[str], ...]:
    """What people say before a code, in every language: a word for it, or an act that takes one."""
    claims = [pack.claims for pack in PACKS.values()]
    said = [re.compile(rf"(?i)(?:{told.code_words}){_joint(told)}{_CODE}") for told in claims]
    opened = [re.compile(rf"(?i)(?:{told.opened_with}){_joint(told)}{_DIGITS}") for told in claims]
    return (*said, *opened)


def _joint(told: Claims) -> str:
    return rf"[\"']?\s*(?:{told.code_is}|{_SIGNS})?\s*[\"'«“]?"


def _codes(asked: str) -> frozenset[str]:
    """The codes that words hold."""
    if not _DIGIT.search(folded := plain(asked)):
        return frozenset()
    return frozenset(found["code"] for pattern in _spoken() for found in pattern.finditer(folded))


def _hidden(pattern: re.Pattern[str], raw: str) -> str:
    """The text with the code of every match masked, found in whatever case or width it was written."""
    folded = plain(raw)
    basis = folded if len(folded) == len(raw) else raw
    for found in reversed(list(pattern.finditer(basis))):
        start, end = found.span("code")
        raw = raw[:start] + MARK + raw[end:]
    return raw
