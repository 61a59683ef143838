"""English for times: clocks, days, stretches and the sun, as patterns for a plain text."""

import re

from tools.words.en.numbers import number

_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
    r"fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|"
    r"ninety|hundred|thousand|zero)"
)
NUMBER = (
    rf"(?:[-−]?\d+(?:[.,]\d+)?|(?:minus )?{_WORD}(?:[ -](?:and )?{_WORD})*(?: and a half)?|a couple of|an?)"
)
_HOUR = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:fifteen|thirty|"
    r"forty[- ]five|forty|twenty|ten))?"
)
_PAST = r"(?:half|(?:a )?quarter|five|ten|twenty|twenty[- ]five|\d{1,2})(?: minutes)? (?:past|to) "
_HALF_OF_DAY = (
    r"(?: ?(?:a\.?m\b\.?|p\.?m\b\.?)| in the (?:morning|afternoon|evening)| this (?:morning|"
    r"afternoon|evening)| at night| tonight)"
)
_MEASURED = (
    r"(?!\s*(?:%|percent|per cent|degree|deg\b|°|℃|[cfkw]\b|kw\b|lux|lx|ppm|watts?\b|minute|hour|"
    r"second|times?\b))"
)
CLOCK = (
    rf"(?:noon|midday|midnight|(?:{_PAST})?(?:\d{{1,2}}(?:[:.]\d\d)?(?![:\d])|"
    rf"{_HOUR})(?: o'clock)?{_HALF_OF_DAY}?(?![\d%°]|[.,:]\d){_MEASURED})"
)
SURE = (
    rf"(?:noon|midday|midnight|(?:\d{{1,2}}:\d\d)(?!\d){_HALF_OF_DAY}?|(?:\d{{1,2}}(?:\.\d\d)?|"
    rf"{_HOUR}){_HALF_OF_DAY}|(?:\d{{1,2}}|{_HOUR}) o'clock{_HALF_OF_DAY}?|{_PAST}(?:\d{{1,2}}|"
    rf"{_HOUR}){_HALF_OF_DAY}?(?![\d%°]|[.,:]\d){_MEASURED})"
)
SPANS = {
    r"(?:seconds?|secs?|s)\b": 1.0,
    r"(?:minutes?|mins?|min)\b": 60.0,
    r"(?:hours?|hrs?|h)\b": 3600.0,
    r"days?\b": 86400.0,
    r"weeks?\b": 604800.0,
}
LENGTHS = {
    r"half an hour|half-an-hour": 1800.0,
    r"(?:a )?quarter of an hour|a quarter hour": 900.0,
    r"an hour and a half|one and a half hours": 5400.0,
    r"half a minute": 30.0,
    r"half a day": 43200.0,
}
DAYS = {
    r"mon(?:days?)?\b": "mon",
    r"tue(?:s|sdays?)?\b": "tue",
    r"wed(?:nesdays?)?\b": "wed",
    r"thu(?:rs?|rsdays?)?\b": "thu",
    r"fri(?:days?)?\b": "fri",
    r"sat(?:urdays?)?\b": "sat",
    r"sun(?:days?)?\b": "sun",
    r"(?:weekdays?|working days?|work ?days?|business days?)\b": "weekday",
    r"(?:the )?weekends?\b": "weekend",
    r"(?:public |bank )?holidays?\b": "holiday",
    r"days?\b": "all",
}
JOINT = r"\s*(?:,|and|&|\+|or)\s*(?:and\s*)?(?:on\s+)?"
THROUGH = r"\s*(?:-|–|to|through|thru|till|until)\s*"
TIMES = {
    "delay": (
        r"(?<!with)\b(?:in|after)(?: another| about| exactly| only)? <t>(?: time)?",
        r"(?:another )?<t> (?:later|from now)",
        r"(?:and )?(?:then )?wait(?:ing)?(?: for)?(?: another)? <t>(?: (?:before|and then|then|and))?",
    ),
    "hold": (
        (
            r"for (?:at least |more than |over |longer than |about |another |the next |"
            r"a full )?<t>(?: straight| in a row| or more| or longer| at least)?"
        ),
        r"(?:longer|more) than <t>",
    ),
    "over": (r"(?:over|within|across|during)(?: the next| the course of)? <t>",),
    "interval": (
        r"(?:every|each) <t>",
        r"(?:every|each) (?P<u>second|minute|hour)\b",
        r"hourly|once an hour",
    ),
    "clock": (r"(?:exactly )?(?:at|@)(?: exactly)? <c>", r"(?:exactly )?(?:at )?<x>"),
    "stretch": (
        r"(?:only )?(?:from|between) <c>\s?(?:to|and|until|till|-|–)\s?<c2>",
        r"(?:only )?(?:from )?<x>\s?(?:-|–|to)\s?<y>",
        r"(?:only )?(?:from )?(?P<h>\d{1,2})\s?(?:-|–)\s?<y>",
    ),
    "after_clock": (r"after <c>", r"later than <c>", r"from <x>(?: on| onwards)?", r"past <x>"),
    "before_clock": (r"before <c>", r"earlier than <c>"),
    "until_clock": (
        r"(?:until|till|'til) <x>",
        r"(?:until|till) (?=\d{1,2}(?:\s*$|[,;.]\s|\s+(?:every|on|if|when|and)\b))<c>",
    ),
    "days": (
        r"(?P<e>every|each|on every|on each) <d>",
        r"(?P<o>only on|but only on|except on|except for|except|but not on|not on) <d>",
        r"(?:on )?(?:the )?<d>",
        r"(?P<e>daily|every day|each day|every single day)",
    ),
    "part": (
        r"(?P<e>every|each) (?P<p>morning|afternoon|evening|night)",
        r"in the (?P<p>morning|afternoon|evening)",
        r"(?P<p>this (?:morning|afternoon|evening)|tonight)",
    ),
    "day": (r"(?P<k>tomorrow)(?: (?P<p>morning|afternoon|evening|night))?", r"(?P<k>today)"),
    "far_day": (
        (
            r"(?:on )?(?:the |every |each )+\d{1,2}(?:st|nd|rd|th)(?: day)?(?: of (?:the|each|every|this|"
            r"next) month|(?=$|[,.;]| (?:at|turn|switch|open|close|set|lock|dim|tell|remind)\b))"
        ),
        (
            r"the day after tomorrow|next (?:week|month|year|monday|tuesday|wednesday|thursday|friday|"
            r"saturday|sunday)"
        ),
        r"every (?:other|second|third) \w+|weekly|monthly|yearly|once a (?:week|month|year|day)|twice a day",
    ),
    "sun": (
        r"<t> (?P<side>before|after|past|prior to) (?:the )?(?P<s>sunset|sundown|dusk|sunrise|dawn|sun-?up)",
        r"(?:exactly )?(?:at|by|on|around) (?:the )?(?P<s>sunset|sundown|dusk|sunrise|dawn|nightfall)",
        r"(?:the )?sun (?P<s>sets|goes down|rises|comes up)",
        r"it (?:gets|becomes|is getting) (?P<s>dark|light)(?: outside)?",
        r"(?:every|each) (?P<s>sunset|sunrise)",
    ),
    "sun_down": (
        r"(?:only )?(?:after|from) (?:sunset|sundown|dusk|dark)",
        r"(?:only )?(?:before) (?:sunrise|dawn)",
        r"(?:it is|it's|its|it) (?:already |still )?dark(?: outside)?",
        r"(?:the )?sun (?:is|has) (?:down|set|below the horizon)",
        r"at night|during the night|in the dark",
    ),
    "sun_up": (
        r"(?:only )?(?:after|from) (?:sunrise|dawn)",
        r"(?:only )?before (?:sunset|sundown|dusk)",
        r"(?:it is|it's|its) (?:already |still )?(?:light|bright) outside",
        r"(?:the )?sun is (?:up|shining|above the horizon)",
        r"during the day(?:time)?|in daylight|by day|in the daytime",
    ),
    "soon": (
        (
            r"(?:a bit |a little )?later(?! than)|soon|in a (?:bit|while|moment|minute or two|few \w+)|"
            r"for a (?:bit|while|moment|few \w+)"
        ),
        (
            r"(?:for|in|after) (?:several|some|a few) \w+|sometime|at some point|for (?:an )?hours\b|"
            r"eventually|by then"
        ),
    ),
}
_PM = ("p", "afternoon", "evening", "tonight")


def clock_of(words: str) -> tuple[int, int, str] | None:
    """Hour, minute and the half of the day that was said: "half past seven in the evening" 7, 30, pm."""
    said = words.replace(".m", "m").replace("m.", "m").strip()
    if said in ("noon", "midday"):
        return 12, 0, "sure"
    if said == "midnight":
        return 0, 0, "sure"
    half = (
        "pm"
        if re.search(r"pm\b|afternoon|evening|tonight", said)
        else "am"
        if re.search(r"am\b|morning", said)
        else ""
    )
    half = "night" if "at night" in said else half
    bare = re.sub(r"\s*(?:o'clock|[ap]m\b|in the \w+|this \w+|at night|tonight)", "", said).strip()
    past = re.match(r"(.+?)(?: minutes)? (past|to) (.+)", bare)
    shift = 0
    if past:
        by = {"half": 30.0, "quarter": 15.0, "a quarter": 15.0}.get(past[1]) or _value(past[1])
        if by is None:
            return None
        shift, bare = int(by) if past[2] == "past" else -int(by), past[3]
    digits = re.fullmatch(r"(\d{1,2})(?:[:.](\d\d))?", bare)
    if digits:
        hour, minute = int(digits[1]), int(digits[2] or 0)
    else:
        first, _, second = bare.partition(" ")
        hours, minutes = _value(first), _value(second) if second else 0.0
        if hours is None or minutes is None:
            return None
        hour, minute = int(hours), int(minutes)
    total = hour * 60 + minute + shift
    if hour > 24 or minute > 59 or total < 0:
        return None
    sure = "sure" if digits and digits[2] and not half and hour > 12 else half
    return total // 60, total % 60, sure


def _value(word: str) -> float | None:
    return float(word) if word.isdigit() else number(word)
