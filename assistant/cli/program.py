"""Which commands there are, and how the arguments become flags. Runs none of them: it hands back a choice."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from importlib import metadata
from typing import Annotated, Any, get_args, get_type_hints

import typer

from assistant.cli import flags
from assistant.cli.exit import Exit
from assistant.cli.table import APP, VERBS, Verb

DISTRIBUTION = "hearth-assistant"

EXAMPLES = """\b
hearth                                  open the terminal app
hearth ask "turn on the kitchen light"  one sentence, one answer
hearth ask "is the garage closed?" --json
hearth ask "unlock the front door" --confirm lock.front_door=unlock
tail -1 note.txt | hearth ask -
hearth devices --room kitchen           what there is, and its state
hearth --broker mqtt://192.168.1.5:1883 devices

Talk to your home. Without --broker it is a simulated one, so nothing can break.

Exit codes: 0 done, 1 failed, 2 usage, 3 no such target, 4 needs confirmation or refused, 5 broker
unreachable, 6 model unavailable, 7 sent but not confirmed, 70 internal error.
"""


@dataclass(frozen=True, slots=True)
class Choice:
    """What the user asked for: a verb and its flags."""

    verb: Verb
    flags: flags.Common


def parse(arguments: Sequence[str]) -> Choice | int:
    """Read the arguments; a number is the exit code of a help text or a usage error already shown."""
    chosen: list[Choice] = []
    try:
        _program(chosen.append)(args=list(arguments), prog_name="hearth")
    except SystemExit as end:
        if not chosen:
            # typer itself ends with 1 only when the reader of a help text has closed the pipe
            return Exit.PIPE_CLOSED if end.code == 1 else int(end.code or 0)
    return chosen[-1]


def _program(choose: Callable[[Choice], None]) -> typer.Typer:
    settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
    program = typer.Typer(
        add_completion=True,
        context_settings=settings,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        help=EXAMPLES,
    )
    program.callback(invoke_without_command=True)(_root(choose))
    groups: dict[str, typer.Typer] = {"": program}
    for verb in VERBS:
        name = verb.name.removeprefix(verb.above).strip()
        if any(other.above == verb.name for other in VERBS):
            groups[verb.name] = group = typer.Typer(context_settings=settings, rich_markup_mode=None)
            group.callback(invoke_without_command=True)(_entry(verb, choose))
            groups[verb.above].add_typer(group, name=name, help=_help(verb), short_help=verb.help)
        else:
            entry = groups[verb.above].command(name, help=_help(verb), short_help=verb.help)
            entry(_entry(verb, choose))
    return program


def _help(verb: Verb) -> str:
    """Examples first, then what it does."""
    return f"\b\n{verb.examples}\n\n{verb.help}" if verb.examples else verb.help


def _root(choose: Callable[[Choice], None]) -> Callable[..., None]:
    def enter(context: typer.Context, **values: Any) -> None:  # noqa: ANN401
        given = flags.App(**values)
        context.obj = given
        if given.version:
            typer.echo(f"hearth {metadata.version(DISTRIBUTION)}")
            raise typer.Exit
        if context.invoked_subcommand is None:
            choose(Choice(APP, given))

    return _signed(enter, flags.App)


def _entry(verb: Verb, choose: Callable[[Choice], None]) -> Callable[..., None]:
    def enter(context: typer.Context, **values: object) -> None:
        context.obj = flags.over(context.obj, _flags(verb.flags, values))
        if context.invoked_subcommand is None:
            choose(Choice(verb, context.obj))

    return _signed(enter, verb.flags)


def _signed(enter: Callable[..., None], wanted: type[flags.Common]) -> Callable[..., None]:
    """Give a function the parameters that a flags class describes, so that typer offers them."""
    hints = get_type_hints(wanted, include_extras=True)
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter("context", kind, annotation=typer.Context)]
    for item in fields(wanted):
        default = inspect.Parameter.empty if item.default is MISSING else item.default
        annotation = _repeatable(hints[item.name])
        parameters.append(inspect.Parameter(item.name, kind, annotation=annotation, default=default))
    vars(enter)["__signature__"] = inspect.Signature(parameters)
    return enter


def _repeatable(hint: object) -> object:
    """Frozen flags hold tuples; typer only knows lists as "as many as you like"."""
    kind, *marks = get_args(hint)
    return Annotated[list[str], marks[0]] if kind == tuple[str, ...] else hint


def _flags(wanted: type[flags.Common], values: Mapping[str, object]) -> flags.Common:
    make: Callable[..., flags.Common] = wanted
    return make(
        **{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    )
