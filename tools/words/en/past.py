"""English for stretches of past time, as patterns for a plain text."""

from datetime import date

from tools.words.en.clauses.times import NUMBER
from tools.words.spec import Past

_TO = r" ?(?:to|and|until|till|through|-|–) ?"
_GONE = r"(?:left|went out|went away|departed|drove off)(?: home| the house| for work| to work| work)?"
_BACK = (
    r"(?:came (?:back )?home|came back|got (?:back )?home|got back|arrived(?: home)?|returned(?: home)?|"
    r"came in|got in)(?: from work)?"
)
_OUT = r"(?:away|out|gone|not (?:at )?home|at work|at the office|on (?:a )?(?:vacation|holiday|trip))"
_ALL = r"(?:we|everyone|everybody|they|all of us)"
_NOBODY = r"(?:nobody|no one|no-one|noone)"
_TH = r"(?:st|nd|rd|th)"
_D = r"(?P<d>[0-3]?\d)"
_OVER = r"(?:in |within |during |over |for |throughout )?(?:the |these |those )?(?:last|past|previous|recent)"
_SAME = r"(?:at |on |to |in |with )?(?:the |this )?same (?:day|time|night|hours?|period|date)(?: of)?"
_D2 = rf"(?P<d2>[0-3]?\d){_TH}?"
FORMS: dict[str, tuple[str, ...]] = {
    "today": (r"today(?:'s)?",),
    "all_day": (r"(?:all|during the|the whole|the entire) day",),
    "yesterday": (r"yesterday(?:'s)?",),
    "day_before_yesterday": (r"(?:the )?day before yesterday",),
    "third_day_back": (r"(?:the )?day before the day before yesterday",),
    "this_week": (r"(?:this|the current|all) week(?:'s)?", r"(?:the )?week to date"),
    "last_week": (r"(?:last|(?:the )?previous) week(?:'s)?",),
    "week_before_last": (r"(?:the )?week before last",),
    "this_month": (r"(?:this|the current|all) month(?:'s)?", r"(?:the )?month to date"),
    "last_month": (r"(?:last|(?:the )?previous) month(?:'s)?",),
    "month_before_last": (r"(?:the )?month before last",),
    "this_year": (r"(?:this|the current|all) year(?:'s)?", r"(?:the )?year to date"),
    "last_year": (r"(?:last|(?:the )?previous) year(?:'s)?",),
    "year_before_last": (r"(?:the )?year before last",),
    "weekend": (r"(?:at |on |over )?the weekend",),
    "this_weekend": (r"this weekend",),
    "last_weekend": (r"(?:the )?(?:last|past|previous) weekend(?:'s)?",),
    "weekend_before_last": (r"(?:the )?weekend before last",),
    "weekday": (r"<wd>",),
    "last_weekday": (r"(?:the )?(?:last|past|previous) <wd>",),
    "this_weekday": (r"this <wd>",),
    "weekday_of_last_week": (r"last week's <wd>", r"<wd> (?:of )?last week"),
    "weekday_before_last": (r"(?:the )?<wd> before last",),
    "ago": (r"<n> <u> ago",),
    "same": (
        rf"{_SAME} (?:last|the previous) <u>",
        r"(?:on )?this (?:day|time) last <u>",
        r"an? <u> ago today",
        r"today last <u>",
    ),
    "relative": (
        r"(?:the )?<u> before",
        r"(?:the )?<u> (?:before that|before it|prior)",
        r"(?:the )?preceding <u>",
        r"an? <u> (?:earlier|before)",
    ),
    "previous": (
        r"(?:the )?time before",
        r"(?:than |to |with |as )?before",
        r"(?:the )?(?:one|period) before",
    ),
    "date_words": (
        rf"{_D}{_TH}?(?: of)? <mon>(?:,? <y>)?",
        rf"<mon> (?:the )?{_D}{_TH}?(?:,? <y>)?(?![:\d])",
    ),
    "date_iso": (r"<y>-(?P<m>\d\d)-(?P<d>\d\d)",),
    "date_dots": (
        rf"{_D}\.(?P<m>[01]?\d)\.(?!\d)",
        rf"{_D}\.(?P<m>[01]?\d)\.<y>",
    ),
    "date_range": (
        rf"(?:from |between )?(?:the )?{_D}{_TH}?{_TO}(?:the )?{_D2}(?: of)? <mon>(?:,? <y>)?",
        rf"(?:from |between )?<mon> {_D}{_TH}?{_TO}{_D2}(?:,? <y>)?(?![:\d])",
    ),
    "day_of_month": (rf"the {_D}{_TH}(?! of)",),
    "month": (
        r"(?:in|during|for|this) <mon>(?:,? <y>)?",
        r"(?:(?<=since )|(?<=from )|(?<=of )|(?<=to )|(?<=between )|(?<=and )|(?<=than ))<mon>(?:,? <y>)?",
        r"<mon> <y>",
        r"(?!may\b|mar(?:ch)?\b|sept?\b|dec\b|jan\b|jun\b|jul\b)<mon>",
    ),
    "last_month_named": (r"(?:in |during )?last <mon>",),
    "year": (
        r"in <y>",
        r"(?:the )?year <y>",
        r"(?:(?<=since )|(?<=from )|(?<=of )|(?<=to )|(?<=and )|(?<=than ))<y>",
    ),
    "bare_year": (r"<y>",),
    "part": (r"(?:in|during|throughout) the <p>", r"at (?P<p>night)", r"(?P<p>overnight)"),
    "part_bare": (r"(?:the )?<p>",),
    "this_part": (r"(?:earlier )?this <p>",),
    "last_night": (r"last night(?:'s)?",),
    "last_evening": (r"last evening",),
    "night_before_last": (r"(?:the )?night before(?: last| yesterday| last night| that)?",),
    "tonight": (r"tonight",),
    "range": (
        rf"(?:from|between) <c>{_TO}<x2>",
        rf"(?:from|between) <x>{_TO}<c2>",
        r"<x> ?(?:to|until|till|-|–) ?<c2>",
        r"<c> ?(?:to|until|till|-|–) ?<x2>",
    ),
    "range_bare": (rf"(?:from |between )?<c>{_TO}<c2>",),
    "after": (r"(?:after|later than) <c>", r"past <x>"),
    "before_clock": (r"(?:before|earlier than) <c>",),
    "around": (r"(?:at )?(?:around|about|approximately) <c>",),
    "at": (r"(?:at )?(?:exactly )?<x>", r"at <c>", r"(?<=since )<c>", r"(?<=until )<x>"),
    "since": (r"(?:ever )?since(?: the (?:start|beginning) of)?", r"from the (?:start|beginning) of"),
    "from": (r"from", r"between", r"starting(?: from| on)?"),
    "to": (r"to", r"through", r"thru", r"[-–]"),
    "until": (r"(?:up )?until", r"till", r"up to"),
    "and": (
        r"and",
        r"or",
        r"vs\.?",
        r"versus",
        r"than",
        r"against",
        r"with",
        r"(?:compared?|compares|comparison|relative) (?:to|with)",
    ),
    "now": (r"(?:until|till|to|up to) (?:now|date|today)", r"(?:thus|so) far", r"(?:onwards?|on)(?= *$)"),
    "length": (rf"{_OVER} (?:full )?<n> <u>", rf"{_OVER} <l>"),
    "length_one": (
        rf"{_OVER} (?P<u>second|minute|hour|day)",
        r"(?:the |this )past <u>",
        r"past (?P<u>week|month|year)",
        r"(?:in|within|over|during|throughout) the (?:last|past|previous) <u>",
    ),
    "bare_length": (r"(?:for )?<n> ?<u>", r"(?:for )?<l>"),
    "left.me": (rf"(?:since|after) (?:i've |i )(?:{_GONE}|am away|been away)",),
    "left.all": (
        rf"(?:since|after) {_ALL} {_GONE}",
        rf"since (?:the last (?:one|person) {_GONE}|{_NOBODY} (?:is|was|has been) (?:at )?home)",
    ),
    "left.named": (rf"(?:since|after) <who> {_GONE}",),
    "came.me": (rf"(?:since|after) (?:i've |i )(?:{_BACK}|am (?:back|home)|been (?:back|home))",),
    "came.all": (rf"(?:since|after) (?:{_ALL}|somebody|someone|anyone) {_BACK}",),
    "came.named": (rf"(?:since|after) <who> {_BACK}",),
    "away.me": (rf"(?:while|when|as|during the time) (?:i was|i am|i'm|i have been|i've been) {_OUT}",),
    "away.all": (
        rf"(?:while|when|as) {_ALL} (?:were|was|are|have been|'re) {_OUT}",
        rf"(?:while|when|as) {_NOBODY} was (?:at )?(?:home|here|in)",
    ),
    "away.named": (rf"(?:while|when|as) <who> (?:was|is|has been) {_OUT}",),
    "home.me": (r"(?:while|when|as) (?:i was|i am|i'm) (?:at )?(?:home|here|in)",),
    "home.all": (
        rf"(?:while|when|as) (?:{_ALL}|somebody|someone|anyone) (?:were|was|are) (?:at )?(?:home|here|in)",
    ),
    "home.named": (r"(?:while|when|as) <who> (?:was|is) (?:at )?home",),
    "last.named": (
        r"since the last time(?: that| when)? (?P<what>.+)",
        r"since (?P<what>it (?:was )?last .+)",
    ),
    "stray": (
        r"ago",
        r"next \w+",
        r"tomorrow",
        r"before",
        r"after",
        r"weekends",
        r"fortnights?",
        r"quarters?(?! of an)",
        r"(?:last |this |in )?(?:the )?(?:spring|summer|autumn|winter)",
        r"christmas",
        r"easter",
        r"new year'?s?(?: eve| day)?",
        r"(?:first|second|third|fourth|final|latter|start|beginning|middle|end|rest)(?: half| part| \w+)? of",
        r"last (?:<u>|weekend|<wd>) of",
        r"<wd>s",
    ),
}
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONG = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def dated(day: date, year: int | None = None) -> str:
    """For instance "3 Oct", "3 Oct 2026"."""
    return f"{day.day} {_MONTHS[day.month - 1]}{f' {year}' if year else ''}"


def monthly(day: date) -> str:
    """For instance "in October 2026"."""
    return f"in {_LONG[day.month - 1]} {day.year}"


PAST = Past(
    forms=FORMS,
    glue=r"(?:[\s,;()]|\b(?:the|on|of|in|at|during|for|over|all day|(?:the )?(?:whole|entire)(?: day)?)\b)*",
    number=rf"(?:{NUMBER}|couple of|couple)",
    counts={"a": 1.0, "an": 1.0, "a couple of": 2.0, "couple of": 2.0, "couple": 2.0},
    units={
        r"seconds?|secs?|s": "second",
        r"minutes?|mins?|m": "minute",
        r"hours?|hrs?|h": "hour",
        r"days?|d": "day",
        r"weeks?|w": "week",
        r"months?": "month",
        r"years?": "year",
    },
    weekdays=(
        r"mon(?:day)?(?:'s)?",
        r"tue(?:s|sday)?(?:'s)?",
        r"wed(?:nesday)?(?:'s)?",
        r"thu(?:rs?|rsday)?(?:'s)?",
        r"fri(?:day)?(?:'s)?",
        r"saturday(?:'s)?",
        r"sunday(?:'s)?",
    ),
    months=(
        r"jan(?:uary)?",
        r"feb(?:ruary)?",
        r"mar(?:ch)?",
        r"apr(?:il)?",
        r"may",
        r"june?",
        r"july?",
        r"aug(?:ust)?",
        r"sept?(?:ember)?",
        r"oct(?:ober)?",
        r"nov(?:ember)?",
        r"dec(?:ember)?",
    ),
    parts={
        r"early (?:morning|hours)|small hours": "early",
        r"morning": "morning",
        r"noon hour|lunch(?: ?time)?": "noon",
        r"afternoon": "afternoon",
        r"evening": "evening",
        r"night(?: ?time)?|overnight": "night",
        r"day ?time|daylight hours": "daytime",
    },
    lengths={
        r"half(?: an)? hour|half-an-hour|half-hour": 1_800.0,
        r"(?:a )?quarter of an hour|(?:a )?quarter hour": 900.0,
        r"(?:an |one )?hour and a half|one and a half hours": 5_400.0,
        r"half a minute": 30.0,
        r"half a day": 43_200.0,
        r"(?:a )?day and a half": 129_600.0,
    },
    edge=r"(?:(?<!\w)|(?!\w))",
    dated=dated,
    monthly=monthly,
)
