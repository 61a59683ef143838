"""`hearth import`: takes the history of a Home Assistant recorder over, for the devices that match."""

import json
from collections.abc import Mapping, Sequence
from datetime import tzinfo
from pathlib import Path

from assistant.cli.exit import Exit
from assistant.cli.flags import ImportHistory
from assistant.cli.opening import stored
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import columns, lines, note, progress, say
from assistant.cli.verdict import VERSION
from assistant.compose import zone_of
from assistant.config import Config
from devices.clock import WallClock
from devices.errors import ConfigError
from devices.history.imported.match import Matched, matched
from devices.history.imported.source import Kept, Source
from devices.history.imported.source import opened as opened_file
from devices.history.imported.take import Intake, Share, Taken
from devices.history.queries import History
from devices.model import Json
from devices.storage.database import Database
from devices.storage.tables import instant

LEFT_SHOWN = 12


def run(flags: ImportHistory) -> int:
    """Take it over, or say what would be taken."""
    config = prepare(flags)
    if config.broker is None:
        raise ConfigError("a real past does not go into the simulated home; name yours with --broker URL")
    named, file = dict(_pair(one) for one in flags.map), Path(flags.file).expanduser()
    return perform(lambda: _import(flags, config, file, named))


async def _import(flags: ImportHistory, config: Config, file: Path, named: Mapping[str, str]) -> Exit:
    async with stored(config) as database:
        if database is None:
            note("this home has no records yet: start hearth with its broker once, then import")
            return Exit.FAILED
        with opened_file(file) as source:
            return await _matched(flags, zone_of(config), database, source, named)


async def _matched(
    flags: ImportHistory, zone: tzinfo, database: Database, source: Source, named: Mapping[str, str]
) -> Exit:
    clock = WallClock()
    theirs = source.entities()
    ours = (await History(database, clock, zone).recorded()).entities
    found = matched({*theirs, *source.units()}, ours, named)
    intake = Intake(source, database, clock, zone)
    shares = await intake.survey(found.pairs)
    if not shares:
        note("nothing in the file is called as anything here; name pairs with --map THEIRS=OURS")
        _left(found, theirs)
        return Exit.NO_TARGET
    if flags.dry_run:
        _surveyed(flags, shares, found, theirs, zone)
        return Exit.DONE
    with progress("importing") as share:
        taken = await intake.take(shares, share)
    _told(flags, taken, found, theirs)
    return Exit.DONE


def _pair(text: str) -> tuple[str, str]:
    theirs, separator, ours = text.partition("=")
    if not separator or "." not in theirs or "." not in ours:
        raise ConfigError(f"--map {text}: write two ids, such as sensor.kueche=sensor.kitchen_temperature")
    return theirs.strip(), ours.strip()


def _surveyed(
    flags: ImportHistory, shares: Sequence[Share], found: Matched, theirs: Mapping[str, Kept], zone: tzinfo
) -> None:
    """What would be taken: a line an entity; nothing was written."""
    if flags.json:
        entities: list[Json] = [
            {"entity_id": one.ours, "from": one.theirs, "states": one.kept.rows if one.kept else 0}
            for one in shares
        ]
        say(json.dumps({"v": VERSION, "dry_run": True, "entities": entities, "left": _gone(found)}))
        return
    say("\n".join(columns([_row(share, zone) for share in shares])))
    _left(found, theirs)
    if not flags.quiet:
        note("nothing was written; without --dry-run this is taken")


def _row(share: Share, zone: tzinfo) -> tuple[str, ...]:
    name = share.ours if share.ours == share.theirs else f"{share.theirs} -> {share.ours}"
    if share.kept is None:
        return (name, "long-term statistics only", "")
    first, last = (instant(at).astimezone(zone) for at in (share.kept.first, share.kept.last))
    until = instant(share.until).astimezone(zone)
    note_ = f"up to {until:%Y-%m-%d %H:%M}, when records here begin" if until < last else ""
    return (name, f"{share.kept.rows} states", f"{first:%Y-%m-%d} to {last:%Y-%m-%d}", note_)


def _told(flags: ImportHistory, taken: Sequence[Taken], found: Matched, theirs: Mapping[str, Kept]) -> None:
    """What was stored: a line an entity."""
    if flags.json:
        entities: list[Json] = [
            {"entity_id": one.ours, "from": one.theirs, "readings": one.readings, "hours": one.hours}
            for one in taken
        ]
        say(json.dumps({"v": VERSION, "dry_run": False, "entities": entities, "left": _gone(found)}))
        return
    say("\n".join(columns([(one.ours, f"{one.readings} readings", f"{one.hours} hours") for one in taken])))
    if not flags.quiet:
        _left(found, theirs)


def _gone(found: Matched) -> list[Json]:
    return [{"entity_id": name, "near": list(near)} for name, near in found.left]


def _left(found: Matched, theirs: Mapping[str, Kept]) -> None:
    """What matches nothing here, those first that something here sounds like."""
    known = [(name, near) for name, near in found.left if name in theirs]
    ranked = sorted(known, key=lambda one: (not one[1], one[0]))
    if not ranked:
        return
    note(f"{len(ranked)} in the file match nothing here:")
    lines(
        f"  {name}" + (f"   --map {name}={near[0]} ?" if near else "") for name, near in ranked[:LEFT_SHOWN]
    )
    if len(ranked) > LEFT_SHOWN:
        lines((f"  and {len(ranked) - LEFT_SHOWN} more",))
