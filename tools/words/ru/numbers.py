"""Russian number words in their cases and their values; digits are read elsewhere."""

_TABLE = {
    0: "ноль ноля нуля нолю нулю",
    1: "один одна одно одного одной одну одному одним",
    2: "два две двух двум двумя двое двоих",
    3: "три трех трем тремя трое",
    4: "четыре четырех четырем четырьмя четверо",
    5: "пять пяти пятью",
    6: "шесть шести шестью",
    7: "семь семи семью",
    8: "восемь восьми восемью",
    9: "девять девяти девятью",
    10: "десять десяти десятью",
    11: "одиннадцать одиннадцати",
    12: "двенадцать двенадцати",
    13: "тринадцать тринадцати",
    14: "четырнадцать четырнадцати",
    15: "пятнадцать пятнадцати",
    16: "шестнадцать шестнадцати",
    17: "семнадцать семнадцати",
    18: "восемнадцать восемнадцати",
    19: "девятнадцать девятнадцати",
    20: "двадцать двадцати двадцатью",
    30: "тридцать тридцати тридцатью",
    40: "сорок сорока",
    50: "пятьдесят пятидесяти пятьюдесятью",
    60: "шестьдесят шестидесяти",
    70: "семьдесят семидесяти",
    80: "восемьдесят восьмидесяти",
    90: "девяносто девяноста",
    100: "сто ста",
    200: "двести двухсот",
    300: "триста трехсот",
    400: "четыреста четырехсот",
    500: "пятьсот пятисот",
    600: "шестьсот шестисот",
    700: "семьсот семисот",
    800: "восемьсот восьмисот",
    900: "девятьсот девятисот",
}
_VALUES = {word: float(value) for value, words in _TABLE.items() for word in words.split()}
_SCALES = {"тысяча": 1000.0, "тысячи": 1000.0, "тысяч": 1000.0}
_HALVES = {"полтора": 1.5, "полторы": 1.5, "полутора": 1.5, "пол": 0.5}
_HALF = ["с", "половиной"]
NUMERALS = frozenset({*_VALUES, *_SCALES, *_HALVES, "минус"})


def number(words: str) -> float | None:
    """The value of number words: "двадцать шесть" 26, "минус пять с половиной" -5.5; else None."""
    said = words.replace("ё", "е").split()
    negative = said[:1] == ["минус"]
    said = said[1:] if negative else said
    half = said[-2:] == _HALF
    said = said[:-2] if half else said
    value = _HALVES.get(said[0]) if len(said) == 1 else None
    value = _whole(said) if value is None else value
    if value is None:
        return None
    value += 0.5 if half else 0.0
    return -value if negative else value


def _whole(said: list[str]) -> float | None:
    if not said:
        return None
    total, current, before = 0.0, 0.0, 1000.0
    for word in said:
        if word in _SCALES:
            total, current, before = total + max(current, 1.0) * 1000.0, 0.0, 1000.0
        elif word in _VALUES:
            value = _VALUES[word]
            if value >= before or (before < 100 and value >= 10) or (before < 20):
                return None  # "пять шесть" is two numbers
            current, before = current + value, value
        else:
            return None
    return total + current
