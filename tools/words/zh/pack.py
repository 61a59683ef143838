"""Chinese as one value; only gathers what its siblings hold."""

from tools.words.spec import Pack
from tools.words.zh.asks import ASKS
from tools.words.zh.claims import CLAIMS
from tools.words.zh.clauses.marks import MARKS
from tools.words.zh.forms import agree, counted, dated, keys, plural, spaced
from tools.words.zh.hints import HINTS
from tools.words.zh.labels import ACTIONS, ANSWERS, CLASSES, NOUNS, STATES
from tools.words.zh.lexicon import LEXICON
from tools.words.zh.nouns import NOUNS_LEXICON
from tools.words.zh.numbers import NUMERALS, number
from tools.words.zh.past import PAST
from tools.words.zh.says.asking import ASKING
from tools.words.zh.says.history import HISTORY
from tools.words.zh.says.insight import INSIGHT
from tools.words.zh.says.keeping import KEEPING
from tools.words.zh.says.patterns import PATTERNS
from tools.words.zh.says.replies import REPLIES
from tools.words.zh.says.rules import RULES
from tools.words.zh.topics import TOPICS
from tools.words.zh.windows import LABELS, WINDOWS

PACK = Pack(
    code="zh",
    replies={**REPLIES, **RULES, **KEEPING, **INSIGHT, **ASKING, **HISTORY, **PATTERNS},
    states=STATES,
    actions=ACTIONS,
    answers=ANSWERS,
    asks=ASKS,
    classes=CLASSES,
    nouns=NOUNS,
    lexicons=(LEXICON, NOUNS_LEXICON),
    marks=MARKS,
    claims=CLAIMS,
    windows=WINDOWS,
    past=PAST,
    labels=LABELS,
    keys=keys,
    counted=counted,
    agree=agree,
    plural=plural,
    spaced=spaced,
    number=number,
    dated=dated,
    numerals=NUMERALS,
    topics=TOPICS,
    hints=HINTS,
    comma="、",
)
