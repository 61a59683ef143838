"""Runs of rules that are not over, kept over a restart. What a run does next is the business of `run`."""

import json
import logging
from collections.abc import Mapping

from sqlalchemy import Connection, delete, select

from devices.automation.run.course import Run
from devices.automation.run.stored import run_from_json, run_to_json
from devices.errors import ConfigError
from devices.storage.database import Database
from devices.storage.tables import RUN
from devices.storage.upsert import upsert

log = logging.getLogger(__name__)


class Runs:
    """The stored runs of a home."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self) -> tuple[Run, ...]:
        """All of them by id; one that can't be read is left out and told in the log."""

        def rows(connection: Connection) -> list[tuple[str, str, str]]:
            found = select(RUN.c.id, RUN.c.rule_id, RUN.c.document).order_by(RUN.c.id)
            return [tuple(row) for row in connection.execute(found)]

        runs: list[Run] = []
        for run_id, rule_id, document in await self._database.read(rows):
            try:
                runs.append(run_from_json(run_id, rule_id, document))
            except ConfigError as error:
                log.warning("a run of rule %s can't be read and is left: %s", rule_id, error)
        return tuple(runs)


def put_runs(connection: Connection, changed: Mapping[str, Run | None]) -> None:
    """Store what changed, within the caller's transaction; None forgets a run."""
    gone = [run_id for run_id, run in changed.items() if run is None]
    if gone:
        connection.execute(delete(RUN).where(RUN.c.id.in_(gone)))
    upsert(connection, RUN, [_row(run) for run in changed.values() if run is not None])


def _row(run: Run) -> dict[str, str]:
    return {"id": run.id, "rule_id": run.rule_id, "document": json.dumps(run_to_json(run))}
