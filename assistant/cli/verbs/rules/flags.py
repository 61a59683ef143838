"""The flags of the commands about rules, as frozen values; nothing happens here."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from importlib import import_module
from typing import Annotated, cast

import typer

from assistant.cli.flags import Acting, Common, Listing, Text

Offers = list[tuple[str, str]]


def _known(kind: str) -> Callable[[typer.Context, str], Offers]:
    """What a shell completes; the records are opened only when one asks."""

    def offers(context: typer.Context, incomplete: str) -> Offers:
        given = context.find_root().params
        common = Common(**{item.name: given[item.name] for item in fields(Common) if item.name in given})
        found = import_module("assistant.cli.verbs.rules.complete").known(kind, common.overrides())
        return [pair for pair in cast("Offers", found) if pair[0].startswith(incomplete)]

    return offers


_RULES, _JOBS, _ALL = _known("rules"), _known("jobs"), _known("all")
_SCENES, _QUESTIONS = _known("scenes"), _known("questions")


@dataclass(frozen=True, slots=True, kw_only=True)
class One(Listing):
    """A command about one automation."""

    id: Annotated[str, typer.Argument(metavar="ID", help="Such as a1.", autocompletion=_ALL)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearse(One):
    """`hearth automations rehearse`."""

    days: Annotated[int, typer.Option("--days", min=1, max=366, help="How many days back.")] = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Acting):
    """A command about automations or jobs."""

    ids: Annotated[tuple[str, ...], typer.Argument(metavar="ID...", help="Such as a1.", autocompletion=_ALL)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Enable(Several):
    """`hearth automations enable`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disable(Several):
    """`hearth automations disable`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delete(Several):
    """`hearth automations delete`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel(Several):
    """`hearth jobs cancel`."""

    ids: Annotated[tuple[str, ...], typer.Argument(metavar="ID...", help="Such as j1.", autocompletion=_JOBS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunNow(Acting):
    """`hearth automations run`."""

    id: Annotated[str, typer.Argument(metavar="ID", help="Such as a1.", autocompletion=_ALL)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Export(Common):
    """`hearth automations export`."""

    ids: Annotated[
        tuple[str, ...],
        typer.Argument(metavar="[ID...]", help="Such as a1; none: all.", autocompletion=_RULES),
    ] = ()
    output: Annotated[
        Text, typer.Option("--output", "-o", metavar="FILE", help="Where to, instead of stdout.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Import(Acting):
    """`hearth automations import`."""

    file: Annotated[str, typer.Argument(metavar="FILE", help="What export wrote; - reads stdin.")]
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would come of it.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Add(Acting):
    """`hearth automations add`."""

    cron: Annotated[
        str, typer.Option("--cron", metavar="LINE", help='When: "30 7 * * mon-fri"; minute, hour, * * days.')
    ]
    do: Annotated[
        tuple[str, ...],
        typer.Option("--do", metavar="ENTITY=ACTION", help="What, such as light.kitchen=turn_on."),
    ]
    late: Annotated[
        float | None,
        typer.Option(
            "--late", min=0, metavar="SECONDS", help="How late a missed run is made up for; 0: never."
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyScene(Acting):
    """`hearth scenes apply`."""

    name: Annotated[str, typer.Argument(metavar="NAME", help="The scene.", autocompletion=_SCENES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteScene(Acting):
    """`hearth scenes delete`."""

    name: Annotated[str, typer.Argument(metavar="NAME", help="The scene.", autocompletion=_SCENES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveScene(Acting):
    """`hearth scenes save`."""

    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is to be called.")]
    targets: Annotated[tuple[str, ...], typer.Argument(metavar="DEVICE|ROOM...", help="Ids or names.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant(Listing):
    """`hearth grant`."""

    rule: Annotated[str, typer.Argument(metavar="RULE", help="Such as a3.", autocompletion=_RULES)]
    what: Annotated[str, typer.Argument(metavar="ENTITY=ACTION", help="Such as lock.front_door=unlock.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revoke(Listing):
    """`hearth revoke`."""

    rule: Annotated[str, typer.Argument(metavar="RULE", help="Such as a3.", autocompletion=_RULES)]
    what: Annotated[str, typer.Argument(metavar="[ENTITY=ACTION]", help="Left out: everything.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allow(Acting):
    """`hearth questions allow`."""

    id: Annotated[str, typer.Argument(metavar="ID", help="Such as q1.", autocompletion=_QUESTIONS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline(Listing):
    """`hearth questions decline`."""

    id: Annotated[str, typer.Argument(metavar="ID", help="Such as q1.", autocompletion=_QUESTIONS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Code(Common):
    """`hearth questions code`."""

    forget: Annotated[bool, typer.Option("--forget", help="Nobody answers over MQTT any more.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Notices(Listing):
    """`hearth notices`."""

    count: Annotated[int, typer.Option("--count", min=1, max=1000, help="How many, newest first.")] = 20
