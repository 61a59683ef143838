"""How names are compared and how ids are made of them; knows no entity."""

import re
import unicodedata

_GAPS = re.compile(r"[\W_]+")


def folded(text: str) -> str:
    """A name as it is compared: compatibility form, no case, no marks between words."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _GAPS.sub(" ", unicodedata.normalize("NFC", plain)).strip()


def slug(text: str) -> str:
    """A name as part of an id: lower case, accents dropped, words joined by `_`; other scripts stay."""
    bare = "".join(
        letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter)
    )
    return _GAPS.sub("_", unicodedata.normalize("NFC", bare).casefold()).strip("_") or "unnamed"
