"""How English tells that something was done or stands so, and what comes before a secret. Patterns only."""

from tools.words.spec import Claims

_DONE = (
    "turned|switched|set|changed|opened|closed|shut|locked|unlocked|started|stopped|dimmed|brightened|raised|"
    "lowered|adjusted|activated|deactivated|enabled|disabled|armed|disarmed|created|saved|added|deleted|"
    "removed|powered|toggled|undone|undid|reverted|reset|scheduled|cancelled|canceled|restored|increased|"
    "decreased|applied|put|taken care of|took care of"
)
_DOING = (
    "turning|switching|setting|changing|opening|closing|shutting|locking|unlocking|starting|stopping|dimming|"
    "raising|lowering|activating|deactivating|enabling|disabling|arming|disarming|creating|deleting"
)
_SOON = "(?:just |now |already |also |successfully |gone ahead and |went ahead and )*"
_LEAD = r"(?:ok|okay|sure|alright|all right|right away|of course|certainly|yes|done|great)?[ ,.!:-]*"

CLAIMS = Claims(
    mine=(
        rf"\b(?:i|we)(?:'ve| have|'d| had)? {_SOON}(?:{_DONE})\b",
        rf"\b(?:i'm|i am|we're|we are) {_SOON}(?:{_DOING})\b",
        rf"^{_LEAD}{_SOON}(?:{_DONE}) (?:on|off|up|down|the|your|all|both|it|them|everything)\b",
        rf"^{_LEAD}{_SOON}(?:{_DOING}) (?:on|off|up|down|the|your|all|both|it|them|everything)\b",
    ),
    passed=(rf"\b(?:has|have|had|was|were|been|got) {_SOON}(?:been )?{_SOON}(?:{_DONE})\b",),
    stands=(
        (
            r"(?:\b(?:is|are|isn't|aren't|stays|remains|looks)|'s|'re) (?:\w+ ){0,2}"
            rf"(?:{_DONE}|running|jammed)\b"
        ),
        (
            r"(?:\b(?:is|are|isn't|aren't|stays|remains)|'s|'re) (?:\w+ ){0,2}"
            r"(?<!going )(?:on|off|open)(?! (?:the|a|an|my|your|its|to|for)\b)\b"
        ),
    ),
    bare=(
        "(?:all |it's |that's |it is |that is |everything is )?(?:done|set|finished|completed|taken care of)",
        "(?:task|action|request) (?:is )?(?:done|completed?|successful)",
        "(?:success|i did it|i did|consider it done|there you go)",
    ),
    verbless=(
        (
            "(?:(?:all|everything|both|now|already) )*(?:locked|unlocked|opened|closed|shut|secured|"
            "(?:turned|switched|powered) (?:on|off)|armed|disarmed)(?: up| now| again)*"
        ),
        (
            r"(?:(?:all|the|your|both|every) )*(?:\w+ ){0,2}(?:doors?|locks?|lights?|lamps?|blinds?|"
            r"curtains?|windows?|garage|gate|fans?|heating|tv|plugs?) (?:all |now )?"
            r"(?:on|off|out|open|opened|closed|shut|locked|unlocked)"
        ),
    ),
    spared=(
        (
            r"\b(?:can|can't|cannot|could|couldn't|would|wouldn't|should|shouldn't|shall|may|might|will|won't|"
            r"want|wants|if|whether|when|whenever|unless|once|until|before|try|how|which|why|please|to be)\b"
        ),
    ),
    denied=(r"\bno (?=\w)|\b(?:not|never|nothing|none|unable|failed|neither|nor)\b|n't\b",),
    answers=(r"(?:yes|yep|yeah|no|nope)\b",),
    definite=r"\b(?:the|your|all|both|every|everything|it|them)\b",
    dates=(
        (
            r"\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|"
            r"september|october|november|december)(?: \d{4})?"
        ),
        (
            r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december) "
            r"\d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?"
        ),
        r"\b\d{1,2} ?(?:am|pm|a\.m\.|p\.m\.|o'clock)",
    ),
    units=(
        "(?:°|℃|degrees?|percent|per cent|%|watts?|w|kw|kwh|kelvin|k|lux|lx|ppm|seconds?|minutes?|hours?|hpa)"
    ),
    heat="(?:°|℃|degrees?)",
    shares="(?:percent|per cent|%)",
    code_words=r"(?:pass ?code|pass ?word|pass ?phrase|pin(?: code| number)?|code)",
    code_is="is|are|as|number",
    opened_with=r"\b(?:disarm|unlock)\b[^.!?\n]{0,60}? (?:with |using )?(?:the )?",
    joins=" (?:but|and|then) ",
)
