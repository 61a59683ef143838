"""The tables of a home's database, as the newest migration leaves them. No queries here.

Times are integers: milliseconds since 1970, UTC. JSON is text. `instant` and `millis` convert.
"""

from datetime import UTC, datetime, timedelta

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

SETTING = Table(
    "setting", metadata, Column("key", String, primary_key=True), Column("value", Text, nullable=False)
)

LEASE = Table(
    "lease",
    metadata,
    Column("name", String, primary_key=True),
    Column("token", String, nullable=False),
    Column("holder", String, nullable=False),
    Column("host", String, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
)

TURN = Table(
    "turn",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", String, nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
)

SPENDING = Table(
    "spending",
    metadata,
    Column("day", String, primary_key=True),
    Column("model", String, primary_key=True),
    *(
        Column(name, Integer, nullable=False)
        for name in (
            *("turns", "model_calls", "tokens_in", "tokens_out", "tokens_cached", "tokens_guessed"),
            *("saved_calls", "saved_by_stopping", "saved_by_groups"),
        )
    ),
)
"""What turns cost; a day is an ISO date of the wall clock, whatever time it is in the home."""

SERIES = Table(
    "series",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("entity_id", String, nullable=False),
    Column("attribute", String, nullable=False),
    Column("unit", String, nullable=False),
    Index("series_name", "entity_id", "attribute", "unit", unique=True),
)
"""One recorded value of one entity in one unit; an empty attribute is the state itself.

An entity that changes its unit begins another series: each row keeps the unit that it was read in.
"""

READING = Table(
    "reading",
    metadata,
    Column("series", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("value", Float),
    Column("word", Text),
    Column("mark", Integer, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)
"""A number or a word. The words `unknown` and `unavailable` end what was known.

`mark` says how it came to be known: 0 a live report, 1 a retained one, 2 its device is merely back.
"""


def _numbers(name: str) -> Table:
    return Table(
        name,
        metadata,
        Column("series", Integer, primary_key=True, autoincrement=False),
        Column("start", BigInteger, primary_key=True, autoincrement=False),
        Column("known", Integer, nullable=False),
        Column("count", Integer, nullable=False),
        Column("mean", Float, nullable=False),
        Column("low", Float, nullable=False),
        Column("low_at", Integer, nullable=False),
        Column("high", Float, nullable=False),
        Column("high_at", Integer, nullable=False),
        Column("last", Float, nullable=False),
        Column("rise", Float),
        Column("peak", Float),
        sqlite_with_rowid=False,
    )


def _words(name: str) -> Table:
    return Table(
        name,
        metadata,
        Column("series", Integer, primary_key=True, autoincrement=False),
        Column("start", BigInteger, primary_key=True, autoincrement=False),
        Column("word", String, primary_key=True),
        Column("held", Integer, nullable=False),
        Column("began", Integer, nullable=False),
        sqlite_with_rowid=False,
    )


NUMBERS_5M, NUMBERS_HOUR, NUMBERS_DAY = (
    _numbers("numbers_5m"),
    _numbers("numbers_hour"),
    _numbers("numbers_day"),
)
"""Numbers rolled up by stretches of the home's clock.

`known` is how many milliseconds of the stretch the number was known, `mean` its mean over that time,
`count` the readings in it; `low_at` and `high_at` are milliseconds after `start`. `rise` is what a counter
grew by, resets and wobbles taken out, and `peak` where it stood: both null for what is no counter.
"""

WORDS_5M, WORDS_HOUR, WORDS_DAY = _words("words_5m"), _words("words_hour"), _words("words_day")
"""Words rolled up: for how many milliseconds each held in the stretch, and how often it began there."""

STALE = Table(
    "stale",
    metadata,
    Column("series", Integer, primary_key=True, autoincrement=False),
    Column("start", BigInteger, primary_key=True, autoincrement=False),
    Column("end", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Stretches that were rolled up before all that belongs to them had come."""

HORIZON = Table(
    "horizon",
    metadata,
    Column("name", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""How far things reach: `rolled` up to when rollups are done, `kept_*` since when what is kept is kept."""


WATCH = Table(
    "watch",
    metadata,
    Column("start", BigInteger, primary_key=True, autoincrement=False),
    Column("end", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
)
"""When somebody was recording, in home time; what lies outside is not known.

`beat` is the real time of the last sign of life, 0 once the recorder ended in good order.
"""

ACTIVITY = Table(
    "activity",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("entity_id", String, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Column("moved", Boolean, nullable=False),
    Column("origin", String, nullable=False),
    Column("ref", String, nullable=False),
    Column("words", Text, nullable=False),
    Column("document", Text, nullable=False),
    Index("activity_entity", "entity_id", "at"),
)
"""`moved` says that the line changed the entity; `document` is JSON that fits the kind of line."""

RULE = Table(
    "rule",
    metadata,
    Column("id", String, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("document", Text, nullable=False),
)

MEMORY = Table(
    "memory",
    metadata,
    Column("rule_id", String, primary_key=True),
    Column("place", String, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("document", Text, nullable=False),
)
"""Where each trigger of each rule stands; a fingerprint of the trigger guards against an edited rule.

An empty fingerprint is of a version that wrote another one: it fits whatever stands at its place.
"""

RUN = Table(
    "run",
    metadata,
    Column("id", String, primary_key=True),
    Column("rule_id", String, nullable=False, index=True),
    Column("document", Text, nullable=False),
)
"""Runs of rules that are not over: where in their actions they are, and what they wait for."""

SCENE = Table(
    "scene",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("document", Text, nullable=False),
)

PERMISSION = Table(
    "permission",
    metadata,
    Column("rule_id", String, primary_key=True),
    Column("entity_id", String, primary_key=True),
    Column("control", String, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("given_by", String, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Lasting permissions for one security action of one rule; void once its fingerprint differs."""

QUESTION = Table(
    "question",
    metadata,
    Column("id", String, primary_key=True),
    Column("rule_id", String, nullable=False),
    Column("run_id", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("state", String, nullable=False),
    Column("document", Text, nullable=False),
)
"""What rules asked a person, open or answered; `until` is when silence becomes a no."""

NOTICE = Table(
    "notice",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String, nullable=False, unique=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("rule_id", String, nullable=False),
    Column("seen", Boolean, nullable=False),
    Column("document", Text, nullable=False),
)
"""What rules told a person; `key` is the step of the run that told it, so that none is told twice."""

RULE_RUN = Table(
    "rule_run",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("rule_id", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("skipped", String, nullable=False),
    Column("document", Text, nullable=False),
    Index("rule_run_rule", "rule_id", "id"),
)

CHANGE_SET = Table(
    "change_set",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("changes", Text, nullable=False),
    Column("cause", Text, nullable=False),
    Column("undone", Boolean, nullable=False),
    sqlite_autoincrement=True,
)


def millis(at: datetime) -> int:
    """Milliseconds since 1970 of an aware time."""
    return (at - _EPOCH) // timedelta(milliseconds=1)


def instant(at: int) -> datetime:
    """The aware UTC time of milliseconds since 1970."""
    return _EPOCH + timedelta(milliseconds=at)
