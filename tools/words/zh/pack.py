"""Chinese as one value; only gathers what its siblings hold."""

from tools.words.spec import Pack
from tools.words.zh.claims import CLAIMS
from tools.words.zh.forms import agree, counted, keys, plural, spaced
from tools.words.zh.hints import HINTS
from tools.words.zh.labels import ACTIONS, ANSWERS, CLASSES, NOUNS, STATES
from tools.words.zh.lexicon import LEXICON
from tools.words.zh.nouns import NOUNS_LEXICON
from tools.words.zh.numbers import NUMERALS, number
from tools.words.zh.replies import REPLIES
from tools.words.zh.topics import TOPICS
from tools.words.zh.windows import LABELS, WINDOWS

PACK = Pack(
    code="zh",
    replies=REPLIES,
    states=STATES,
    actions=ACTIONS,
    answers=ANSWERS,
    classes=CLASSES,
    nouns=NOUNS,
    lexicons=(LEXICON, NOUNS_LEXICON),
    claims=CLAIMS,
    windows=WINDOWS,
    labels=LABELS,
    keys=keys,
    counted=counted,
    agree=agree,
    plural=plural,
    spaced=spaced,
    number=number,
    numerals=NUMERALS,
    topics=TOPICS,
    hints=HINTS,
    comma="、",
)
