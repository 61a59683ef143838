"""The month in DuckDB, a database made for questions of this kind, asked in its SQL."""

from pathlib import Path

import duckdb

from tests.benchmarks.past.ours import MONDAY
from tests.benchmarks.past.town import END, SENSOR, Numbers, Times

_HELD = """
SELECT series, value, greatest(moment, $start) AS since,
       least(lead(moment, 1, $finish) OVER (PARTITION BY series ORDER BY moment), $finish) AS until
FROM reading WHERE series IN (SELECT unnest($series)) AND moment < $finish AND moment >= $start - 600000
"""
_HOURS = """
, hours AS (SELECT unnest(range($start, $finish, 3600000)) AS hour)
SELECT sum(value * (least(until, hour + 3600000) - greatest(since, hour)))
       / sum(least(until, hour + 3600000) - greatest(since, hour))
FROM held JOIN hours ON hour BETWEEN since // 3600000 * 3600000 AND until - 1
WHERE until > since GROUP BY hour ORDER BY hour
"""
_MEAN = "sum(value * (until - since)) / sum(until - since)"


class Duck:
    """A DuckDB database at one file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._connection = duckdb.connect(str(file), config={"threads": 1})
        self._connection.execute("CREATE TABLE reading (series INTEGER, moment BIGINT, value DOUBLE)")

    def add(self, numbers: Times, at: Times, value: Numbers) -> None:
        """Store readings, many at once, as it likes best."""
        rows = {"series": numbers, "moment": at, "value": value}  # noqa: F841 - the statement below names it
        self._connection.execute("INSERT INTO reading SELECT * FROM rows")

    def settle(self) -> None:
        """Write all of it to the file."""
        self._connection.execute("CHECKPOINT")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def day(self, sensor: int) -> tuple[float, ...]:
        """The last 24 hours."""
        end = _ms(END.timestamp())
        found = self._ask(f"SELECT {_MEAN}, min(value), max(value)", [sensor], end - 86_400_000, end)
        return tuple(found[0])

    def month(self, sensor: int) -> tuple[float, ...]:
        """The hourly means of 29 days: each value is cut at the hours it reaches over."""
        end = _ms(END.timestamp() // 3600 * 3600)
        start = end - 29 * 86_400_000
        given = {"series": [sensor], "start": start, "finish": end}
        return tuple(
            row[0] for row in self._connection.execute(f"WITH held AS ({_HELD}) {_HOURS}", given).fetchall()
        )

    def rooms(self, kind: str) -> str:
        """The room in which the mean of this week is the greatest."""
        mine = [one.number for one in SENSOR if one.kind == kind]
        found = self._ask(
            f"SELECT series, {_MEAN} AS mean",
            mine,
            _ms(MONDAY.timestamp()),
            _ms(END.timestamp()),
            "GROUP BY series ORDER BY mean DESC LIMIT 1",
        )
        return SENSOR[int(found[0][0])].room

    def _ask(
        self, what: str, series: list[int], start: int, finish: int, rest: str = ""
    ) -> list[tuple[float, ...]]:
        query = f"WITH held AS ({_HELD}) {what} FROM held WHERE until > since {rest}"
        given = {"series": series, "start": start, "finish": finish}
        return self._connection.execute(query, given).fetchall()


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
