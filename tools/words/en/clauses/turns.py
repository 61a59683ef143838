"""English for the turns of a rule: what joins its parts, who comes and goes, what is told."""

_ME = r"(?:i|we|my phone)"
_ALL = r"(?:everyone|everybody|all of us|the whole family|the family)"
_ANY = r"(?:anyone|anybody|someone|somebody)"
_NONE = r"(?:no one|no-one|nobody)"
_LEAVE = (
    r"(?:leaves?|left|(?:goes|go|went|is going|am going) out|(?:has|have) left|is gone|"
    r"are gone)(?: (?:the )?(?:home|house|apartment|flat))?"
)
_COME = (
    r"(?:arrives?|arrived|(?:comes?|came|gets?|got|returns?|returned) (?:back )?(?:home|"
    r"to the house)|comes? back(?: home)?|(?:arrives?|arrived|get|gets) (?:at|back at) (?:home|"
    r"the house)|is back(?: home)?(?: at the house)?(?! on))(?: home| at home)?"
)
_HOME = r"(?:(?:at )?home|in the house|there|in|around)"
_AT = r"\d{1,2}(?::\d\d)?"
_GO = (
    r"$|,| (?:turn|switch|open|close|set|lock|dim|tell|remind|every|each|on|in the|tomorrow|today|if|"
    r"when)\b"
)
TURNS = {
    "only": (
        (
            r"(?:,? ?but )?(?:and )?only (?:if|when|while|as long as)|(?:,? ?but|and) only(?= (?:after|"
            r"before|between|from|on|at|during)\b)|provided(?: that)?|as long as|so long as"
        ),
    ),
    "whenever": (r"whenever|every time|each time|any time|anytime|always when|always if|on every occasion",),
    "when": (
        (
            r"(?:just )?(?:when|once|as soon as|the moment|the minute|after(?= the (?:door|window|"
            r"\w+ door))|in case)|if and when"
        ),
    ),
    "if": (r"if(?: ever)?|should(?= the \w+ \w+)",),
    "while": (r"while",),
    "unless": (
        (
            r"unless|except (?:if|when|while)|but not (?:if|when|while)|(?:but )?not (?:if|when)|if not|"
            r"but not(?= (?:between|from|before|after|during|at|by)\b)|except(?= (?:between|from|before|"
            r"after|during|at night)\b)"
        ),
    ),
    "until": (r"(?:up )?(?:until|till|'til)",),
    "else": (r"otherwise|or else|else|if it is not|instead",),
    "behind": (),
    "then": (r"(?:and )?then|please", r":"),
    "lasting": (
        (
            r"(?:please )?(?:create|make|add|set up|build|define|new|set)(?: me)?(?: a| an| another|"
            r" the)?(?: new)? (?:automation|rule)(?: (?:to|that|which|where|so that|for|called \w+))?"
        ),
        r"(?:automate|automatically|always|from now on|i want|i'd like|i would like|automation:|rule:)",
    ),
    "rule_word": (r"(?:automation|rule)s?",),
    "tell": (
        (
            r"(?:please )?(?:(?:and )?(?:also )?(?:tell|ping|text) me(?: (?:once|just once))?|"
            r"let me know|give me a shout|just tell me)(?: that)?(?=$|[,.;:]| (?:when|if|once|as|that|at|"
            r"in|and)\b)"
        ),
    ),
    "notify": (
        r"(?:and )?(?:also )?(?:notify|alert|warn|inform|message) (?:me|us)(?: (?:that|about it))?",
        r"(?:and )?(?:also )?(?:tell|text|ping) (?:me|us)(?: that)?|let (?:me|us) know(?: that)?",
        (
            r"(?:and )?send (?:me |us )?(?:a |an )?(?:notification|message|alert|push|warning|note|"
            r"push notification)(?: (?:to|on) (?:me|my phone|the phone))?(?: (?:saying|that(?: says)?))?"
        ),
        r"(?:give|show|play) me (?:a |an )?(?:notification|alert|warning|note|message)",
    ),
    "ring": (r"(?:and )?(?:ring|sound) (?:the )?(?:terminal )?bell|beep",),
    "remind": (r"(?:please )?remind (?:me|us)(?: (?:to|that|about))?|set a reminder(?: (?:to|for|that))?",),
    "speak": (
        (
            r"(?:say|announce|speak|read out|play) (?=['\"“‘«])|announce|play (?:a |an )?(?:sound|"
            r"message|notification|chime|jingle)"
        ),
    ),
    "timer": (
        (
            r"(?:please )?(?:set|start|create|make) (?:a |an |another |me a )?(?:kitchen )?(?:timer|"
            r"countdown|alarm)|wake me(?: up)?"
        ),
    ),
    "ensure": (r"(?:make sure|ensure|take care|see to it)(?: that)?(?= .{1,60}(?:too|not|never|stays))",),
    "quote": (r"<q>",),
    "arrive": (
        (
            rf"(?P<me>{_ME}) {_COME}|(?P<any>{_ANY}) {_COME}|(?P<first>the first (?:person|"
            rf"one)(?: of us)?) (?:{_COME})"
        ),
        rf"(?P<all>{_ALL}) {_COME}",
    ),
    "leave": (
        (
            rf"(?P<me>{_ME}) {_LEAVE}|(?P<any>{_ANY}) {_LEAVE}|(?P<last>the last (?:person|"
            rf"one)(?: of us)?) {_LEAVE}"
        ),
        rf"(?P<all>{_ALL}) (?:{_LEAVE}|(?:is|are) (?:away|out))",
    ),
    "who_comes": (
        _COME + r"(?!\w)|(?:is|gets)(?: back)?(?: at| in)?(?: home| (?:the )?house)|is back(?! online)",
    ),
    "who_goes": (r"leaves?(?: (?:the )?(?:home|house|apartment|flat))|leaves(?=[ ,.]|$)|goes out|is away",),
    "somebody": (
        (
            rf"{_ANY}(?: (?:is|are|else is))?(?: still| already)? {_HOME}|(?:i am|i'm|we are|"
            rf"we're)(?: at)? home"
        ),
    ),
    "nobody": (
        (
            rf"{_NONE}(?: (?:is|are|else is))?(?: still| already| left)? {_HOME}|{_ALL} (?:is|"
            rf"are) (?:away|out|gone)|(?:the )?(?:house|home|apartment|flat) is empty|(?:i am|i'm|we are|"
            rf"we're) (?:away|out|not (?:at )?home)|{_ANY} (?:isn't|is not) home"
        ),
    ),
    "swing_down": (
        (
            r"(?:drops?|falls?|sinks?|decreases?|goes down|cools? down)(?: quickly| suddenly|"
            r" sharply)? by (?:more than |at least )?<n>"
        ),
    ),
    "swing_up": (
        (
            r"(?:rises?|climbs?|increases?|goes up|jumps?|warms? up)(?: quickly| suddenly|"
            r" sharply)? by (?:more than |at least )?<n>"
        ),
    ),
    "swing": (r"(?:changes?|moves?|varies) by (?:more than |at least )?<n>",),
    "band": (
        (
            r"(?:is |gets |stays |lies |comes )?(?:between|in between|within) <n>\s*(?:%|°c?|degrees?|"
            r"percent|lux|ppm|watts?|w)? (?:and|to) <n2>"
        ),
    ),
    "beyond": (
        (
            r"(?:is |gets |goes |leaves )?(?:outside|out of|not between|outside of)(?: the (?:range|"
            r"band)(?: of| from)?)? (?:from )?<n>\s*(?:%|°c?|degrees?|percent|lux|ppm|watts?|"
            r"w)?\s?(?:and|to|-|–) <n2>"
        ),
    ),
    "lost": (
        (
            r"(?:goes|gets|is|becomes|drops|has gone|has been|been)(?: offline| unavailable| unreachable|"
            r" lost| dead| off the network)|can(?:not|'t) be reached|(?:is )?not reachable|"
            r"stops (?:responding|reporting)|loses (?:its )?connection|disconnects|"
            r"is no longer (?:available|reachable)"
        ),
    ),
    "back": (
        (
            r"(?:comes|is|gets|goes)(?: back)? (?:online|available|reachable)(?: again)?|"
            r"comes back(?: online)?(?! home)|(?:is )?back online|reconnects|can be reached again"
        ),
    ),
    "pressed": (
        (
            r"(?P<how>double|twice|triple|long|short|single)?[- ]?(?:is |gets )?(?:(?:press|click|tap|"
            r"push)(?:ed|es)?)(?: (?:once|a single time))?(?: (?P<how2>twice|double|long|for long|"
            r"three times))?"
        ),
        (
            r"(?:is |gets )?(?P<held>held(?: down)?)|(?P<rings>rings|rang|is rung)|(?P<how3>double|long|"
            r"single|short|triple)[- ](?:press|click|tap)(?:ed|es)?"
        ),
    ),
    "off": (
        (
            r"(?:(?:is|are|gets?|turns?|turned|switch(?:es|ed)?|goes|being|been|has been|stays|"
            r"left)(?: still| already| all)? )+off\b|\boff\b|stops running"
        ),
    ),
    "on": (
        (
            r"(?:(?:is|are|gets?|turns?|turned|switch(?:es|ed)?|comes|goes|being|been|has been|stays|"
            r"left|still)(?: still| already| all)? )+on\b|\bon\b(?! the| a | my)|starts running|(?:is|"
            r"are) (?:running|active)|starts?(?=[ ,.]|$)"
        ),
    ),
    "opened": (
        (
            r"(?:(?:is|are|gets?|has been|have been|been|being|stays?|left|still|forced|"
            r"stands?)(?: still| already)? )*(?:open(?:s|ed)?|ajar)\b"
        ),
    ),
    "closed": (
        (
            r"(?:(?:is|are|gets?|has been|have been|been|being|stays?|still)(?: still|"
            r" already)? )*(?:closes?|closed|shuts?)\b"
        ),
    ),
    "locked": (r"(?:(?:is|are|gets?|has been|being|still)(?: still| already)? )*(?:locks?|locked)\b",),
    "unlocked": (
        r"(?:(?:is|are|gets?|has been|being|still|left)(?: still| already)? )*(?:unlocks?|unlocked)\b",
    ),
    "wet": (
        (
            r"(?:there is |there's )?(?:a )?(?:water )?leak(?: is)?(?: detected| found)?|(?:detects?|"
            r"finds?|senses?) (?:a |any )?(?:water|leak|moisture)(?: leak)?|(?:is|gets|becomes) (?:wet|"
            r"leaking)|leaks|flood(?:s|ed|ing)?"
        ),
    ),
    "moving": (
        (
            r"(?:there is |there's |any )?(?:motion|movement|presence)(?: is)?(?: detected| sensed|"
            r" seen)|(?:detects?|senses?|sees?) (?:any )?(?:motion|movement|someone|somebody)|"
            r"there(?: is|'s) (?:motion|movement)|someone moves"
        ),
    ),
    "still": (
        (
            r"(?:there(?: is|'s| has been) )?no (?:more )?(?:motion|movement|presence)(?: is| has been|"
            r" was)?(?: detected| sensed| seen)?|(?:motion|movement) (?:stops|ends)|nobody moves|"
            r"(?:motion )?(?:clears|is clear)|stops (?:detecting )?(?:motion|moving)"
        ),
    ),
    "done": (r"(?:is|are|has)(?: all)? (?:done|finished|ready|through|complete)|(?:has )?finish(?:es|ed)",),
    "vague": (
        (
            r"(?:is |are |gets? |becomes? |it'?s |it is )?(?:too|very|really|quite|so) (?:hot|warm|cold|"
            r"cool|humid|damp|dry|dark|bright|high|low|stuffy)"
        ),
        (
            r"(?:is|are|gets?|becomes?|looks) (?:hot|warm|cold|cool|humid|damp|dry|poor|bad|stuffy|high|"
            r"low)(?= ?[,.]|$| (?:turn|set|close|open|adjust|outside))"
        ),
    ),
    "deny": (r"(?:is|are|was|were|has|have|had|does|do|did|wo|ca)n't|not|no longer|never|cannot|without",),
    "mean": (r"(?:the )?(?:average|mean)(?: of)?",),
    "any": (r"(?:any|one|either|at least one)(?: one)?(?: of)?(?: the)?",),
    "every": (r"(?:all|both|every|each)(?: of)?(?: the)?",),
    "also_now": (
        (
            r"(?:and )?(?:also )?(?:do it |run it |right )?(?:now|at once|immediately)(?: too|"
            r" as well)?(?: if (?:it )?(?:is )?already(?: (?:is|true|so))?| if it already is)"
        ),
        (
            r"(?:and )?(?:do (?:it|so)|run it) (?:now|at once|"
            r"immediately)(?: too)?(?: if .{0,24}already.{0,12})?|even if it already is"
        ),
    ),
    "slowly": (r"(?:slowly|gradually|gently|ease|bit by bit|softly|fade|ramp)(?= )",),
    "put_back": (
        (
            r"(?:and )?(?:then )?(?:(?:put|set|bring|change|turn|switch) (?:it|them|everything|that|"
            r"the \w+) back(?: (?:to how (?:it|they) (?:was|were)|as (?:it|they) (?:was|were)|to normal|"
            r"again|after(?:wards?)?))?(?! on\b| off\b| to \d)|back (?:again|after(?:wards?)?)|and back)"
        ),
        r"(?:and )?(?:then )?restore (?:it|them|everything|the previous state)",
    ),
    "times": (r"<n> times(?: in a row)?|(?P<two>twice)|(?P<three>thrice)",),
    "counted": (r"<n> times (?:within|in|during|a|per)|and closes|opens and closes|times a day",),
    "cooldown": (
        (
            r"(?:but )?(?:at most|not more (?:often )?than|no more than|only) once (?:every|per|in|"
            r"an?) ?<t>|with a (?:cool-?down|pause) of <t>"
        ),
    ),
    "scene": (r"(?:the )?(?:scene|mood) (?:called |named )?<q>|(?:the )?scene",),
    "gadget": (r"(?:on|to|at) my (?:phone|mobile)|by (?:push|message|mail|email|sms|text)",),
}
REWRITES = (
    (r"\b(turn|switch)ing (on|off)\b", r"\1 \2"),
    (r"\bturning (it|them|the)\b", r"turn \1"),
    (r"\bclosing\b(?= the| it| them| all)", "close"),
    (r"\bopening\b(?= the| it| them| all)", "open"),
    (r"\bstarting\b(?= the)", "start"),
    (r"\b(turn|switch)(s?) (it|them) back (on|off)\b", r"\1\2 \3 \4"),
    (r"\bback (on|off)\b", r"\1"),
    (r"\b(?:apply|use|play|recall|bring up)(?= (?:[\w' ]{1,40} )?scene\b)", "activate"),
    (rf"\bat ({_AT}) and ({_AT})( ?[ap]m)(?={_GO})", r"at \1\3 and at \2\3"),
    (rf"\bat ({_AT}(?: ?[ap]m)?) and ({_AT}(?: ?[ap]m)?)(?={_GO})", r"at \1 and at \2"),
    (r"\bhumidty\b", "humidity"),
    (r"\bcelcius\b", "celsius"),
    (r"\bi want (.+?) to (turn|switch|go|come) (on|off)\b", r"\2 \3 \1"),
)
