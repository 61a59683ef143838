"""`hearth trace`: how an answer came about: path, calls, the rules that decided, and what it cost."""

import json
from collections.abc import Iterator, Mapping
from math import inf

from assistant.cli.exit import Exit
from assistant.cli.flags import Trace
from assistant.cli.opening import records
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import note, say
from assistant.config import Config
from devices.model import Json


def run(flags: Trace) -> int:
    """Show one turn."""
    config = prepare(flags)
    return perform(lambda: _show(flags, config))


async def _show(flags: Trace, config: Config) -> Exit:
    async with records(config) as turns:
        if turns is None or not (newest := await turns.last(10)):
            note("no turn has been recorded yet")
            return Exit.NO_TARGET
        saved = newest[0] if flags.turn == "last" else await turns.find(flags.turn)
        if saved is None:
            note(f"no such turn; the newest are: {', '.join(turn.id for turn in newest)}")
            return Exit.NO_TARGET
        document: dict[str, Json] = json.loads(saved.document)
        say(saved.document if flags.json else "\n".join(_lines(document)))
    return Exit.DONE


def _lines(document: Mapping[str, Json]) -> Iterator[str]:
    yield f"{document['turn']}  {document['asked']}"
    yield f"-> {document['answer']}"
    yield f"path    {' > '.join(str(node) for node in _list(document, 'path'))}"
    calls = list(_dicts(document, "calls"))
    for step in _dicts(document, "steps"):
        yield f"  {step['ms']:>6} ms  {step['node']:<13} {step['text']}{_given(' ·', step['detail'])}"
        while calls and _settled(calls[0]) <= _number(step["ms"]):
            yield from _call(calls.pop(0))
    for call in calls:
        yield from _call(call)
    for done in _dicts(document, "actions"):
        yield (
            f"action  {done['device']} {done['action']}: {done['from']} -> {done['to']}  "
            f"{done['status']}{_given('', done['reason'])}  {done['ms']} ms"
        )
    yield f"stopped {document['stop_reason']}{_given('  rule:', document['stop_rule'])}"
    yield f"model   {document['model']}  calls {document['model_calls']}  tokens {_tokens(document)}"
    yield from _saved(document.get("saved"))
    yield f"took    {document['ms']} ms{_given('  undo', document['undo'])}"


def _saved(saved: Json) -> Iterator[str]:
    """What stopping and tool groups spared, if anything; records of the first days do not say it."""
    if isinstance(saved, dict) and any(saved.values()):
        yield (
            f"saved   calls {saved['calls']}  tokens by stopping {saved['by_stopping']}, "
            f"by groups {saved['by_groups']}"
        )


def _call(call: Mapping[str, Json]) -> Iterator[str]:
    yield f"{'':11}  call          {call['tool']} {call['arguments']}"
    yield f"{'':25}  {call['ending']} in {call['ms']} ms{_given('  rule', call['rule'])}"


def _settled(call: Mapping[str, Json]) -> float:
    """When the call was settled; records of the first days do not say it, their calls stand last."""
    return _number(call.get("at"), unknown=inf)


def _number(value: Json, *, unknown: float = 0.0) -> float:
    return value if isinstance(value, int | float) else unknown


def _tokens(document: Mapping[str, Json]) -> str:
    tokens = document.get("tokens")
    return ", ".join(f"{kind} {count}" for kind, count in tokens.items()) if isinstance(tokens, dict) else ""


def _given(label: str, value: Json) -> str:
    return f"{label} {value}" if value else ""


def _list(document: Mapping[str, Json], key: str) -> list[Json]:
    found = document.get(key)
    return found if isinstance(found, list) else []


def _dicts(document: Mapping[str, Json], key: str) -> Iterator[dict[str, Json]]:
    return (item for item in _list(document, key) if isinstance(item, dict))
