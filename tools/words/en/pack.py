"""English as one value; only gathers what its siblings hold."""

from tools.words.en.asks import ASKS
from tools.words.en.claims import CLAIMS
from tools.words.en.clauses.marks import MARKS
from tools.words.en.forms import agree, counted, dated, keys, plural, spaced
from tools.words.en.hints import HINTS
from tools.words.en.labels import ACTIONS, ANSWERS, CLASSES, NOUNS, STATES
from tools.words.en.lexicon import LEXICON
from tools.words.en.nouns import NOUNS_LEXICON
from tools.words.en.numbers import NUMERALS, number
from tools.words.en.past import PAST
from tools.words.en.says.asking import ASKING
from tools.words.en.says.history import HISTORY
from tools.words.en.says.insight import INSIGHT
from tools.words.en.says.keeping import KEEPING
from tools.words.en.says.patterns import PATTERNS
from tools.words.en.says.replies import REPLIES
from tools.words.en.says.rules import RULES
from tools.words.en.topics import TOPICS
from tools.words.en.windows import LABELS, WINDOWS
from tools.words.spec import Pack

PACK = Pack(
    code="en",
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
)
