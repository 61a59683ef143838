"""English forms of questions about the past: which they are, what opens them, what is no name in them."""

from collections.abc import Mapping

ASKS: Mapping[str, tuple[str, ...]] = {
    "opener": (
        (
            r"^(?:so |and |hey |please |can you |could you |tell me )*(?:did|was|were|has|have|"
            r"had|how (?:long|often|many|much)|"
            r"when (?:was|did|were|had|has)|what (?:was|were|time|happened|has happened)|which|"
            r"who|why (?:was|were|did)|"
            r"show|list|analy[sz]e|compare|is|are|does|do)\b"
        ),
    ),
    "any": (
        r"\b(?:at all|at any (?:point|time|moment)|ever|even once)\b",
        r"^(?:did|was there|were there|has there been|have there been|has|have)\b",
        r"\bdid (?:anyone|anybody|someone|somebody)\b",
    ),
    "ever": (r"\bever\b(?! since)",),
    "typical": (r"\b(?:usually|typically|normally|generally|on a normal day|as a rule)\b",),
    "unusual": (
        (
            r"\b(?:unusual|unusually|abnormal|anomal\w+|out of the ordinary|strange|(?:is|was) "
            r"(?:that|this|it) normal|than usual)\b"
        ),
    ),
    "compare": (
        r"\b(?:compare[ds]?|comparison|versus|vs\.?|than (?:last|the|usual)|compared (?:to|with))\b",
        r"\b(?:declin\w+|more or less)\b",
    ),
    "used": (
        r"\bhow much (?:energy|electricity|power|water|gas)\b",
        r"\b(?:use[ds]?|consumed?|consumption|produced?|production|generated?|yield(?:ed)?)\b",
        r"\b(?:energy|electricity|power|water|gas) (?:use|usage|consumption)\b",
    ),
    "cost": (r"\b(?:cost|costs|how expensive|bill|pay for|paid for|spend on|spent on)\b",),
    "trend": (
        (
            r"\b(?:trend|tendency|declining|rising|falling|getting (?:warmer|colder|worse|"
            r"better)|going (?:up|down))\b"
        ),
    ),
    "series": (r"\b(?:history|chart|graph|plot|course of|curve|over time)\b",),
    "events": (r"\b(?:events?|log|changes)\b",),
    "happened": (r"\b(?:what|anything) (?:has |have |else )?happen(?:ed|ing)?\b", r"\bwhat was going on\b"),
    "pattern": (
        r"\b(?:usage|use|habit|activity|behaviou?r)? ?patterns?\b",
        r"\bhabits?\b",
        r"\bwhen (?:do|does) .* usually\b",
    ),
    "until": (r"\b(?:how long (?:until|till|before)|when will .* (?:reach|be|hit|get to))\b",),
    "most": (r"\b(?:most|warmest|hottest|highest|longest|dampest|brightest|which .* (?:most|longest))\b",),
    "least": (r"\b(?:least|coldest|coolest|lowest|shortest|driest|darkest)\b",),
    "which": (
        r"\b(?:which|what) (?:room|area|light|lamp|device|door|window|plug|one)s?\b",
        r"\b(?:most|least|\w+est) \w* ?(?:room|area)\b",
    ),
    "previous": (r"\b(?:before (?:that|last)|the time before|previous(?:ly)? time)\b",),
    "last": (
        (
            r"\b(?:last (?:time|opened|closed|on|off|turned|switched|open|changed|detected|"
            r"seen)|(?:was|were|did) .* last\b)"
        ),
    ),
    "cold": (
        r"\bwhy (?:was|is|were) .*\b(?:cold|hot|warm|chilly|freezing)\b",
        r"\b(?:colder|warmer|hotter|cooler)\b",
    ),
    "first_of_day": (r"\bfirst\b",),
    "by_hour": (r"\b(?:by hour|hourly|which hour|each hour|per hour)\b",),
    "by_day": (r"\b(?:by day|daily|a day|per day|each day|which day|every day)\b",),
    "by_week": (r"\b(?:by week|weekly|a week|per week|each week|which week)\b",),
    "by_month": (r"\b(?:by month|monthly|a month|per month|each month|which month)\b",),
    "noise": (
        (
            r"\b(?:sensors?|trigger(?:ed|s)?|detect(?:ed|s)?|activity|any|there|contacts?|only|"
            r"drop(?:ped)?|fall|fell|rise|rose|"
            r"go|went|get|got|below|above|over|under|between|celsius|degrees?|my|our|and|so|in "
            r"total|altogether|or|was that|"
            r"analy[sz]e|reach(?:ed|es)?|use|used|energy|electricity|usage|for|on average|while|"
            r"levels?|anyone|anybody|we|us)\b"
        ),
    ),
}
