"""English word forms: plurals folded, nouns counted; nothing agrees in gender."""

from datetime import datetime

from tools.words.spec import SEAM

_KEEP = frozenset(
    {"is", "this", "was", "has", "bus", "gas", "always", "yes", "does", "its", "less", "across", "us"}
)


def keys(word: str) -> tuple[str, ...]:
    """The word, and its singular if it looks like a plural or a possessive."""
    bare = word.removesuffix("'s")
    if bare in _KEEP or not bare.endswith("s") or bare.endswith("ss") or len(bare) < 4:
        return (word,) if bare == word else (word, bare)
    if bare.endswith("ies") and len(bare) > 4:
        return (word, bare[:-3] + "y")
    if bare.endswith(("ches", "shes", "xes", "sses")):
        return (word, bare[:-2])
    return (word, bare[:-1])


def counted(text: str, value: float, forms: tuple[str, ...]) -> str:
    """For instance "1 rule", "3 rules"; `text` is the number as it shall be written."""
    return f"{text} {forms[0] if value == 1 else forms[1]}"


def agree(_name: str, text: str) -> str:
    """English adjectives are the same for every name."""
    return text


def spaced(text: str) -> str:
    """English sentences come with their spaces."""
    return text.replace(SEAM, "")


def plural(word: str) -> bool:
    """Whether the word looks like a plural."""
    return len(keys(word)) > 1 and not word.endswith("'s")


def dated(local: datetime) -> str:
    """A day of about this year and its time: "29 Nov 18:19", whatever the system's locale."""
    return f"{local.day} {_MONTHS[local.month - 1]} {local:%H:%M}"


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
