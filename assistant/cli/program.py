"""Which commands there are, and how the arguments become flags. Runs none of them: it hands back a choice."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from importlib import metadata
from typing import Annotated, Any, get_args, get_type_hints

import typer

from assistant.cli import flags
from assistant.cli.exit import Exit

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
class Verb:
    """One command: the module whose `run(flags)` does it, its flags, and one line of help."""

    name: str
    module: str
    flags: type[flags.Common]
    help: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What the user asked for: a verb and its flags."""

    verb: Verb
    flags: flags.Common


APP = Verb("", "assistant.cli.verbs.app", flags.App, "Open the terminal app.")
VERBS = (
    Verb("ask", "assistant.cli.verbs.ask", flags.Ask, "Say one sentence to the home and print its answer."),
    Verb("devices", "assistant.cli.verbs.devices", flags.Devices, "List devices and what they report."),
    Verb("get", "assistant.cli.verbs.get", flags.Get, "Print the state of one device."),
    Verb("automations", "assistant.cli.verbs.automations", flags.Listing, "List the automations."),
    Verb("trace", "assistant.cli.verbs.trace", flags.Trace, "Show how an answer came about."),
    Verb("stats", "assistant.cli.verbs.stats", flags.Stats, "Show model calls and tokens, used and saved."),
    Verb("model", "assistant.cli.verbs.model", flags.Model, "Try the model that answers, or keep its key."),
    Verb("undo", "assistant.cli.verbs.undo", flags.Undo, "Take back the last change."),
    Verb(
        "run",
        "assistant.cli.verbs.run",
        flags.Common,
        "Keep automations and records going, without a screen.",
    ),
    Verb("simulate", "assistant.cli.verbs.simulate", flags.Simulate, "Put the simulated home on a broker."),
    Verb("bench", "assistant.cli.verbs.bench", flags.Bench, "Run the benchmarks of a checkout."),
)


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
        add_completion=False,
        context_settings=settings,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        help=EXAMPLES,
    )
    program.callback(invoke_without_command=True)(_root(choose))
    for verb in VERBS:
        program.command(verb.name, help=verb.help)(_entry(verb, choose))
    return program


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
        choose(Choice(verb, flags.over(context.obj, _flags(verb.flags, values))))

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
