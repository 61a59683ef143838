"""The flags of every command as frozen values. Typer reads their annotations; nothing happens here."""

from dataclasses import MISSING, dataclass, fields, replace
from typing import Annotated, TypeVar

import typer

from devices.model import Scalar

Text = str | None
Number = float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """What every command takes, before or after its name."""

    broker: Annotated[Text, typer.Option("--broker", metavar="URL", help="mqtt://HOST:PORT, or sim.")] = None
    allow_control: Annotated[
        bool, typer.Option("--allow-control", help="Let commands reach a real broker's devices.")
    ] = False
    data_dir: Annotated[Text, typer.Option("--data-dir", metavar="PATH", help="Where homes are kept.")] = None
    database: Annotated[
        Text, typer.Option("--database", metavar="URL", help="postgresql://USER@HOST/NAME, else a file.")
    ] = None
    model: Annotated[
        Text, typer.Option("--model", metavar="NAME", help="offline, groq:ID, or another provider:name.")
    ] = None
    timeout: Annotated[
        Number, typer.Option("--timeout", metavar="S", help="Longest time for a turn, seconds.")
    ] = None
    no_color: Annotated[bool, typer.Option("--no-color", help="No colours.")] = False
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No notices on stderr.")] = False
    debug: Annotated[bool, typer.Option("--debug", "-d", help="Log to stderr.")] = False

    def overrides(self) -> dict[str, Scalar]:
        """Return the settings that were given, by their names in the configuration."""
        return {
            "broker": self.broker,
            "allow_control": self.allow_control or None,
            "data_dir": self.data_dir,
            "database": self.database,
            "model": self.model,
            "timeout": self.timeout,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class App(Common):
    """`hearth` alone."""

    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing(Common):
    """A command whose answer can be JSON."""

    json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting(Listing):
    """A command that can change the home."""

    confirm: Annotated[
        tuple[str, ...],
        typer.Option("--confirm", metavar="ENTITY=ACTION", help="Allow this action of this device, once."),
    ] = ()
    no_input: Annotated[bool, typer.Option("--no-input", help="Never ask; exit 4 instead.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportHistory(Listing):
    """`hearth import`."""

    file: Annotated[str, typer.Argument(metavar="FILE", help="Home Assistant's home-assistant_v2.db.")]
    map: Annotated[
        tuple[str, ...],
        typer.Option("--map", metavar="THEIRS=OURS", help="What is called otherwise here; may be repeated."),
    ] = ()
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be taken; write nothing.")] = (
        False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Acting):
    """`hearth ask`."""

    words: Annotated[
        tuple[str, ...], typer.Argument(metavar="SENTENCE...", help="What to say; - reads it from stdin.")
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Acting):
    """`hearth undo`."""

    count: Annotated[int, typer.Argument(min=1, max=20, help="How many changes to take back.")] = 1
    force: Annotated[
        bool,
        typer.Option("--force", help="Also what people changed since; risky things still need --confirm."),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Devices(Listing):
    """`hearth devices`."""

    room: Annotated[Text, typer.Option("--room", metavar="ROOM", help="Only this room.")] = None
    state: Annotated[Text, typer.Option("--state", metavar="WORD", help="Only devices in this state.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Get(Listing):
    """`hearth get`."""

    entity: Annotated[str, typer.Argument(metavar="ENTITY", help="An id, or a name.")]
    attr: Annotated[Text, typer.Option("--attr", metavar="NAME", help="One attribute instead.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Why(Listing):
    """`hearth why`."""

    entity: Annotated[str, typer.Argument(metavar="ENTITY", help="An id, or a name.")]
    at: Annotated[
        Text, typer.Option("--at", metavar="TIME", help='Then instead of now: 07:30, or "2026-01-31 07:30".')
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace(Listing):
    """`hearth trace`."""

    turn: Annotated[str, typer.Argument(metavar="[last|ID]", help="Which turn.")] = "last"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats(Listing):
    """`hearth stats`."""

    days: Annotated[int, typer.Option("--days", min=1, max=3650, help="How many days back, today too.")] = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Model(Listing):
    """`hearth model`."""

    what: Annotated[str, typer.Argument(metavar="test|key", help="Try the model, or keep its key.")] = "test"
    forget: Annotated[bool, typer.Option("--forget", help="With key: remove the stored key.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulate(Common):
    """`hearth simulate`."""

    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port of the built-in broker.")] = 0
    speed: Annotated[Number, typer.Option("--speed", min=1, max=3600, help="Home seconds a second.")] = None
    seed: Annotated[int, typer.Option("--seed", help="Another seed, other weather.")] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench(Common):
    """`hearth bench`."""

    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Which bench, or all.")] = "all"
    json: Annotated[bool, typer.Option("--json", help="One JSON object a bench.")] = False


F = TypeVar("F", bound=Common)


def over(root: Common, own: F) -> F:
    """Lay the flags given after a command's name over those given before it, where both know them."""
    known = {item.name for item in fields(root)}
    given = {
        item.name: getattr(root, item.name)
        for item in fields(own)
        if item.name in known and item.default is not MISSING and getattr(own, item.name) == item.default
    }
    return replace(own, **given)
