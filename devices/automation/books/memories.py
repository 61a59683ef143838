"""Where every trigger and held-for condition of every rule stands, kept over a restart."""

import json
import math
from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, delete, select

from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Every, Once, Sun
from devices.automation.watch.spec import Kept, Memory, Phase, Place
from devices.errors import ConfigError
from devices.model import Json
from devices.storage.database import Database
from devices.storage.form import Form, form_of
from devices.storage.tables import MEMORY, instant, millis
from devices.storage.upsert import upsert

_INSTANTS = ("since", "unknown_since", "done", "proof")


class Memories:
    """The stored memories of a home."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self) -> dict[Place, Kept]:
        """All of them; one that can't be read is left out, as if that trigger were new.

        Raises:
            StorageError: the database can't be read.
        """
        return await self._database.read(memories)

    async def save(self, changed: Mapping[Place, Kept | None]) -> None:
        """Store what changed; None forgets.

        Raises:
            StorageError: the database takes none.
        """
        await self._database.write(lambda connection: put_memories(connection, changed))


def memories(connection: Connection) -> dict[Place, Kept]:
    """All stored memories, within the caller's transaction."""
    found: dict[Place, Kept] = {}
    for row in connection.execute(select(MEMORY)):
        try:
            memory = memory_from_json(row.document)
        except ConfigError:
            continue
        found[row.rule_id, row.place] = Kept(row.fingerprint, memory)
    return found


def put_memories(connection: Connection, changed: Mapping[Place, Kept | None]) -> None:
    """Store what changed within the caller's transaction; None forgets."""
    for rule_id, place in (place for place, kept in changed.items() if kept is None):
        connection.execute(delete(MEMORY).where((MEMORY.c.rule_id == rule_id) & (MEMORY.c.place == place)))
    rows = [
        {
            "rule_id": rule_id,
            "place": place,
            "fingerprint": kept.fingerprint,
            "document": json.dumps(memory_to_json(kept.memory)),
        }
        for (rule_id, place), kept in changed.items()
        if kept is not None
    ]
    upsert(connection, MEMORY, rows)


def begun(rule: Rule, at: datetime, before: Rule | None = None) -> dict[Place, Kept]:
    """From when on the times of a rule count, so that none is lost while nobody runs rules yet.

    With `before`, the rule as it was, only those of its times that it did not have.
    """
    known = () if before is None else before.triggers
    new = [n for n, trigger in enumerate(rule.triggers) if trigger not in known[n : n + 1]]
    timed = [n for n in new if isinstance(rule.triggers[n], At | Sun | Every | Once)]
    return {(rule.id, str(n)): Kept("", Memory(done=at)) for n in timed}


def memory_to_json(memory: Memory) -> dict[str, Json]:
    """The stored form: instants in milliseconds, only what is set; `restored` is of a session, not kept."""
    written: dict[str, Json] = {"phase": memory.phase.value}
    for name in _INSTANTS:
        at: datetime | None = getattr(memory, name)
        if at is not None:
            written[name] = millis(at)
    if memory.acted:
        written["acted"] = True
    if memory.trail:
        written["trail"] = [[millis(at), None if math.isnan(value) else value] for at, value in memory.trail]
    if memory.seen is not None:
        written["seen"] = memory.seen
    if memory.missing:
        written["missing"] = {entity_id: millis(at) for entity_id, at in memory.missing}
    return written


def memory_from_json(document: Json) -> Memory:
    """Read the stored form; JSON text is taken as well.

    Raises:
        ConfigError: names the key that is missing or wrong.
    """
    form = form_of(document, "memory")
    seen = form.fields.get("seen")
    if isinstance(seen, list | dict):
        raise ConfigError("memory.seen: a word or a number is needed")
    missing = form.object("missing") if "missing" in form.fields else {}
    return Memory(
        phase=form.word("phase", Phase, Phase.BLANK),
        since=_mark(form, "since"),
        unknown_since=_mark(form, "unknown_since"),
        done=_mark(form, "done"),
        proof=_mark(form, "proof"),
        acted=form.flag("acted", default=False),
        trail=_trail(form),
        seen=seen,
        missing=tuple((entity_id, _instant(at, f"missing.{entity_id}")) for entity_id, at in missing.items()),
    )


def _mark(form: Form, key: str) -> datetime | None:
    at = form.fields.get(key)
    return None if at is None else _instant(at, key)


def _trail(form: Form) -> tuple[tuple[datetime, float], ...]:
    points = form.fields.get("trail", [])
    if not isinstance(points, list):
        raise ConfigError("memory.trail: a list is needed")
    return tuple(_point(point) for point in points)


def _point(point: Json) -> tuple[datetime, float]:
    match point:
        case [at, None]:
            return _instant(at, "trail"), math.nan
        case [at, bool()]:
            raise ConfigError("memory.trail: numbers are needed")
        case [at, int() | float() as value]:
            return _instant(at, "trail"), float(value)
        case _:
            raise ConfigError("memory.trail: pairs of an instant and a number are needed")


def _instant(at: Json, key: str) -> datetime:
    if isinstance(at, bool) or not isinstance(at, int):
        raise ConfigError(f"memory.{key}: milliseconds are needed")
    try:
        return instant(at)
    except OverflowError as error:
        raise ConfigError(f"memory.{key}: {at} is no instant") from error
