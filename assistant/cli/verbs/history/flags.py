"""The flags of `hearth history` as frozen values; nothing happens here."""

from dataclasses import dataclass
from typing import Annotated

import typer

from assistant.cli.flags import Listing, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class History(Listing):
    """`hearth history`."""

    what: Annotated[
        tuple[str, ...], typer.Argument(metavar="ENTITY|AREA...", help="Ids, names, or rooms.")
    ] = ()
    last: Annotated[
        Text, typer.Option("--last", metavar="LENGTH", help="Such as 90min, 24h, 7d, 2w, 6mo, 1y.")
    ] = None
    begin: Annotated[
        Text, typer.Option("--from", metavar="TIME", help="07:30, 2026-01-31, or 2026-01-31T07:30.")
    ] = None
    until: Annotated[
        Text, typer.Option("--to", metavar="TIME", help="Likewise; a date means the end of that day.")
    ] = None
    window: Annotated[
        Text, typer.Option("--window", metavar="WORDS", help='In words: "last night", "this week".')
    ] = None
    stat: Annotated[
        Text,
        typer.Option("--stat", metavar="LIST", help="Such as mean,min,max,median,used,duration,count."),
    ] = None
    compare: Annotated[
        Text,
        typer.Option("--compare", metavar="WORDS|ENTITY", help='Beside "last week", "before", or another.'),
    ] = None
    by: Annotated[Text, typer.Option("--by", metavar="UNIT", help="By hour, day, week or month.")] = None
    state: Annotated[
        Text, typer.Option("--state", metavar="LIST", help="Only these words of a state: on, or open,ajar.")
    ] = None
    attr: Annotated[Text, typer.Option("--attr", metavar="NAME", help="An attribute, not the state.")] = None
    chart: Annotated[bool, typer.Option("--chart", help="Draw it, also into a pipe.")] = False
    csv: Annotated[bool, typer.Option("--csv", help="All readings on record, as CSV.")] = False
    svg: Annotated[Text, typer.Option("--svg", metavar="FILE", help="Draw it into this file.")] = None
    png: Annotated[Text, typer.Option("--png", metavar="FILE", help="Draw it into this file.")] = None
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw with plain letters.")] = False
    width: Annotated[int | None, typer.Option("--width", min=40, max=1000, help="Columns of the chart.")] = (
        None
    )
    height: Annotated[int | None, typer.Option("--height", min=8, max=200, help="Rows of the chart.")] = None
