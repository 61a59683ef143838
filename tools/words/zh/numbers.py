"""Chinese number characters and their values; digits are read elsewhere."""

_DIGITS = {sign: float(value) for value, sign in enumerate("零一二三四五六七八九")} | {
    "两": 2.0,
    "〇": 0.0,
    "兩": 2.0,
}
_SCALES = {"十": 10.0, "百": 100.0, "千": 1000.0}
_POINT, _HALF, _MINUS, _TENTHS = "点", "半", ("零下", "负"), "成"
_TENTH = 10.0
NUMERALS = frozenset({*_DIGITS, "十", "半", "零", "负"})


def number(words: str) -> float | None:
    """The value of number characters: 三十 30, 零下五 -5, 半 0.5, 六成 60; None if they are none."""
    said = words.replace(" ", "")
    for sign in _MINUS:
        if said.startswith(sign) and len(said) > len(sign):
            value = number(said.removeprefix(sign))
            return None if value is None else -value
    if said == _HALF:
        return 0.5
    if said.endswith(_TENTHS) and len(said) > len(_TENTHS):
        value = number(said.removesuffix(_TENTHS))
        return None if value is None or value > _TENTH else _TENTH * value
    return _pointed(said)


def _pointed(said: str) -> float | None:
    """The value of characters with or without a 点: 二十六点五 26.5."""
    whole, point, fraction = said.partition(_POINT)
    value = _whole(whole)
    if value is None or (point and not fraction):
        return None
    if not point:
        return value
    places = [_DIGITS.get(sign) for sign in fraction]
    if any(place is None for place in places):
        return None
    return value + sum((place or 0.0) * 10.0 ** -(n + 1) for n, place in enumerate(places))


def _whole(said: str) -> float | None:
    if not said:
        return None
    total, digit, scaled = 0.0, None, False
    for sign in said:
        if sign in _SCALES:
            total += (1.0 if digit is None else digit) * _SCALES[sign]
            digit, scaled = None, True
        elif sign in _DIGITS:
            if digit not in (None, 0.0):
                return None if scaled else _spelt(said)
            digit = _DIGITS[sign]
        else:
            return None
    return total + (digit or 0.0)


def _spelt(said: str) -> float | None:
    values = [_DIGITS.get(sign) for sign in said]
    if any(value is None for value in values):
        return None
    return float("".join(str(int(value or 0.0)) for value in values))
