"""`hearth model`: tries the model that would answer, and keeps or forgets its key. Opens no home."""

import json
import sys
from getpass import getpass

from assistant.cli.exit import Exit
from assistant.cli.flags import Model
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import note, person, say
from assistant.config import Config, user_file
from assistant.mind import homeless, key_of
from assistant.models.check import Check, check
from assistant.models.key import VARIABLE, Key, forget, store
from assistant.models.trouble import Diagnosis, Trouble
from devices.errors import ConfigError
from devices.model import Json

VERSION = 1
_LONGEST_KEY = 1000
_TROUBLES = {
    Trouble.MODEL_GONE: "its provider has no such model; name another with --model or the setting model",
    Trouble.TOO_LARGE: "its provider finds even a small request too large; check the plan of the account",
    Trouble.CAPACITY: "its provider has no capacity now; try again later",
    Trouble.SERVER: "its provider has a fault; try again later",
    Trouble.UNREACHABLE: "it can't be reached; check the network",
    Trouble.BROKEN: "its answer broke off; check the network",
    Trouble.GARBLED: "its answer can't be read; check the address in GROQ_BASE_URL if one is set",
    Trouble.TOOL_FORM: "it answers, but its tool calls can't be read; name another with --model",
    Trouble.REFUSED: "its provider refuses the request; name another model with --model",
}


def run(flags: Model) -> int:
    """Test, or deal with the key."""
    config = prepare(flags)
    match flags.what:
        case "test":
            return perform(lambda: _test(flags, config))
        case "key":
            return _forget(flags) if flags.forget else _keep(flags, config)
        case _:
            raise ConfigError("say hearth model test, or hearth model key")


async def _test(flags: Model, config: Config) -> Exit:
    key: Key | None = None
    try:
        key = key_of(config)
        brain = homeless(config, key)
    except ConfigError as error:
        return _told(flags, config.model, str(error), key, None)
    done = await check(brain, config.timeout)
    if done.why is not None:
        return _told(flags, brain.name, f"{brain.name}: {_wrong(done.why, config, key)}", key, done)
    manner = "and calls tools" if done.calls_tools else "but calls no tool; commands need a model that does"
    source = f"; key from {key.place}" if key else ""
    return _told(
        flags, brain.name, f"{brain.name}: answers in {done.seconds:.1f} s {manner}{source}", key, done
    )


def _told(flags: Model, model: str, text: str, key: Key | None, done: Check | None) -> Exit:
    """Say it in one line or as JSON; what works is a result, what does not is a note."""
    works = done is not None and done.calls_tools
    why = done.why if done is not None else None
    if flags.json:
        document: dict[str, Json] = {
            "v": VERSION,
            "ok": works,
            "model": model,
            "text": text,
            "seconds": round(done.seconds, 3) if done is not None else None,
            "tools": works,
            "key": key.place if key else None,
            "trouble": why.trouble.value if why is not None else None,
        }
        say(json.dumps(document, ensure_ascii=False))
    elif works:
        say(text)
    else:
        note(text)
    if works:
        return Exit.DONE
    return Exit.FAILED if done is not None and why is None else Exit.NO_MODEL


def _wrong(why: Diagnosis, config: Config, key: Key | None) -> str:
    """What is wrong, and the setting to change."""
    match why.trouble:
        case Trouble.KEY_REFUSED:
            provider = config.model.partition(":")[0].upper()
            place = key.place if key else f"{provider}_API_KEY"
            stored = key is not None and place != VARIABLE
            remedy = "store another: hearth model key" if stored else "set another there"
            return f"the key from {place} is refused; {remedy}"
        case Trouble.RATE_LIMITED:
            limit = f": {why.limit.replace('_', ' ')} used up" if why.limit else ""
            again = f"; free again in {why.wait:.0f} s" if why.wait is not None else ""
            return f"it is over its rate limit{limit}{again}"
        case Trouble.TIMEOUT:
            return f"no answer in {config.timeout:g} s; check the network, or allow more with --timeout"
        case _:
            return _TROUBLES.get(why.trouble, why.trouble.replace("_", " "))


def _keep(flags: Model, config: Config) -> Exit:
    """Take a key from a person without showing it, or from stdin, and keep it."""
    secret = getpass("Groq key (not shown): ") if person() else sys.stdin.read(_LONGEST_KEY)
    place = store(secret.strip(), user_file().parent)
    _said(flags, f"the key is kept in {place}; try it: hearth model test", place)
    if config.groq_key is not None:
        note(f"{VARIABLE} is set and wins over it")
    return Exit.DONE


def _forget(flags: Model) -> Exit:
    had = forget(user_file().parent)
    _said(flags, "the stored key is forgotten" if had else "no key was stored", None)
    return Exit.DONE


def _said(flags: Model, text: str, place: str | None) -> None:
    if flags.json:
        say(json.dumps({"v": VERSION, "ok": True, "text": text, "key": place}, ensure_ascii=False))
    else:
        say(text)
