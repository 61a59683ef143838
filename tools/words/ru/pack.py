"""Russian as one value; only gathers what its siblings hold."""

from tools.words.ru.asks import ASKS
from tools.words.ru.claims import CLAIMS
from tools.words.ru.clauses.marks import MARKS
from tools.words.ru.forms import agree, counted, keys, plural, spaced
from tools.words.ru.hints import HINTS
from tools.words.ru.labels import ACTIONS, ANSWERS, CLASSES, NOUNS, STATES
from tools.words.ru.lexicon import LEXICON
from tools.words.ru.nouns import NOUNS_LEXICON
from tools.words.ru.numbers import NUMERALS, number
from tools.words.ru.past import PAST
from tools.words.ru.says.asking import ASKING
from tools.words.ru.says.history import HISTORY
from tools.words.ru.says.insight import INSIGHT
from tools.words.ru.says.keeping import KEEPING
from tools.words.ru.says.patterns import PATTERNS
from tools.words.ru.says.replies import REPLIES
from tools.words.ru.says.rules import RULES
from tools.words.ru.topics import TOPICS
from tools.words.ru.windows import LABELS, WINDOWS
from tools.words.spec import Pack

PACK = Pack(
    code="ru",
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
    numerals=NUMERALS,
    topics=TOPICS,
    hints=HINTS,
    decimal=",",
)
