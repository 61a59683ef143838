"""English number words and their values; digits are read elsewhere."""

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
)
_VALUES = {word: float(value) for value, word in enumerate(_ONES.split())} | {
    "seventeen": 17.0,
    "eighteen": 18.0,
    "nineteen": 19.0,
    "twenty": 20.0,
    "thirty": 30.0,
    "forty": 40.0,
    "fifty": 50.0,
    "sixty": 60.0,
    "seventy": 70.0,
    "eighty": 80.0,
    "ninety": 90.0,
}
_SCALES = {"hundred": 100.0, "thousand": 1000.0}
NUMERALS = frozenset({*_VALUES, "minus", "half"})


def number(words: str) -> float | None:
    """The value of number words: "twenty six" 26, "minus five and a half" -5.5; None if they are none."""
    said = words.replace("-", " ").split()
    negative = said[:1] == ["minus"]
    said = said[1:] if negative else said
    if said == ["half"]:
        return -0.5 if negative else 0.5
    half = said[-3:] == ["and", "a", "half"]
    value = _whole(said[:-3] if half else said)
    if value is None:
        return None
    value += 0.5 if half else 0.0
    return -value if negative else value


def _whole(said: list[str]) -> float | None:
    if not said or said[-1] == "and":
        return None
    total, current, before = 0.0, 0.0, 1000.0
    for place, word in enumerate(said):
        if word in _SCALES and place:
            current = max(current, 1.0) * _SCALES[word]
            total, current = (total + current, 0.0) if _SCALES[word] > 100 else (total, current)
            before = 100.0
        elif word in _VALUES:
            value = _VALUES[word]
            if (value >= 10 and before < 100) or (value < 10 and before < 20):
                return None  # "five six" is two numbers
            current, before = current + value, value
        elif word != "and" or not place or said[place - 1] not in _SCALES:
            return None
    return total + current
