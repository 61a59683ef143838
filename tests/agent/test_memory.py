"""Conversations that outlive their process: kept in a file or on a server, one process a conversation."""

import asyncio
import sqlite3
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiosqlite
import psycopg
import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from assistant.agent import memory
from assistant.agent.judge import mask
from assistant.agent.memory import KEPT_THREADS, Memory
from assistant.agent.session import Session
from assistant.agent.stores.sqlite import FILE
from assistant.agent.turn import Asked, Finished, Step, StopReason
from assistant.models.provider import Brain
from devices.errors import StorageError
from tests.agent.house import Small, small_home
from tests.agent.lines import LIGHT_OFF, LIGHT_ON, UNLOCK
from tests.fakes.model import ScriptedModel, calls, words
from tests.storage.postgres import PASSWORD, Server, server

Place = Path | str
PLACES = ("sqlite", "postgres")


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return tmp_path
    server: Server = request.getfixturevalue("postgres")
    return server.fresh()


@asynccontextmanager
async def talking(
    small: Small, place: Place, *lines: AIMessage, fresh: bool = False
) -> AsyncIterator[Session]:
    """A session of a process that starts now; what it kept is closed with it."""
    async with memory.opened(place, fresh=fresh) as kept:
        yield session(small, kept, *lines)


def session(small: Small, kept: Memory, *lines: AIMessage) -> Session:
    brain = Brain("scripted", ScriptedModel(lines=list(lines)))
    return Session(small.house, brain, checkpointer=kept.saver, thread=kept.thread)


async def killed(place: Place, folder: Path, *, after: str, answer: str = "no") -> None:
    """A process that is killed outright once it said this word."""
    victim = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.agent.victim", str(place), str(folder), answer),
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert victim.stdout is not None
    async with asyncio.timeout(30):
        async for line in victim.stdout:
            if line.decode().strip() == after:
                break
        victim.kill()
        await victim.communicate()


async def test_conversation_goes_on_after_a_restart(tmp_path: Path, place: Place) -> None:
    async with small_home(tmp_path) as small:
        async with talking(small, place, calls(LIGHT_ON)) as talk:
            await said(talk, "turn on the kitchen light")
            assert await talk.remembers()
        async with talking(small, place, words("You are welcome.")) as talk:
            assert await talk.leftover() is None
            assert await talk.drop() is None
            await said(talk, "thank you")
            model = talk.brain.model
            assert isinstance(model, ScriptedModel)
            assert "turn on the kitchen light" in [m.text for m in model.heard[0].messages]


async def said(talk: Session, text: str) -> None:
    async for _sign in talk.ask(text):
        pass


async def test_new_conversation_remembers_nothing(tmp_path: Path, place: Place) -> None:
    async with small_home(tmp_path) as small:
        async with talking(small, place, words("hi")) as talk:
            await said(talk, "hello")
        async with talking(small, place, fresh=True) as talk:
            assert (talk.thread, await talk.remembers()) == ("chat-2", False)


async def test_two_processes_never_have_the_same_conversation(tmp_path: Path, place: Place) -> None:
    async with memory.opened(place) as first, memory.opened(place) as second:
        assert (first.thread, second.thread) == ("chat-1", "chat-2")


async def test_old_conversations_are_forgotten_but_not_one_in_use(tmp_path: Path, place: Place) -> None:
    async with small_home(tmp_path) as small, talking(small, place, words("hi")) as oldest:
        await said(oldest, "hello")
        for _ in range(KEPT_THREADS + 2):
            async with talking(small, place, words("hi"), fresh=True) as talk:
                await said(talk, "hello")
        assert await oldest.remembers()
        assert threads(place) == [1, *range(4, KEPT_THREADS + 4)]


def threads(place: Place) -> list[int]:
    """The conversations that are really there."""
    query = "SELECT DISTINCT thread_id FROM {}checkpoints"
    if isinstance(place, Path):
        with closing(sqlite3.connect(place / FILE)) as file:
            rows = file.execute(query.format("")).fetchall()
    else:
        with psycopg.connect(place.replace("+psycopg", "")) as server:
            rows = server.execute(query.format("hearth_chat.").encode()).fetchall()
    return sorted(int(str(row[0]).removeprefix("chat-")) for row in rows)


async def test_question_open_at_a_kill_is_refused_and_said(tmp_path: Path, place: Place) -> None:
    await killed(place, tmp_path / "victim", after="asked")
    async with small_home(tmp_path) as small, talking(small, place, calls(LIGHT_ON)) as talk:
        left = await talk.leftover()
        assert left is not None
        assert [q.action for q in left.questions] == ["unlock"]
        turn = await talk.drop()
        assert turn is not None
        assert (turn.asked, turn.stop, small.commands) == (left.asked, StopReason.UNANSWERED, [])
        assert "nothing of that was done" in turn.answer
        assert await talk.drop() is None
        await said(talk, "turn on the kitchen light")
        assert small.commands == ["light.kitchen_light ON"]


async def test_question_open_at_a_kill_may_be_answered_and_acts_once(tmp_path: Path, place: Place) -> None:
    await killed(place, tmp_path / "victim", after="asked")
    async with small_home(tmp_path) as small, talking(small, place) as talk:
        seen = []
        for _time in range(2):
            async for sign in talk.resume():
                if isinstance(sign, Asked):
                    assert small.commands == []
                    sign.answers.set_result((True,))
                if isinstance(sign, Finished):
                    seen.append(sign.turn)
        assert sorted(small.commands) == ["light.kitchen_light ON", "lock.front_door UNLOCK"]
        assert [turn.stop for turn in seen] == [StopReason.ANSWERED]
        assert "Front door" in seen[0].answer


async def test_yes_that_was_used_up_before_a_kill_is_never_used_again(tmp_path: Path, place: Place) -> None:
    await killed(place, tmp_path / "victim", after="sent", answer="yes")
    async with small_home(tmp_path) as small, talking(small, place) as talk:
        left = await talk.leftover()
        assert left is not None
        assert left.questions == ()
        async for sign in talk.resume():
            assert isinstance(sign, Finished)
            assert "I can't say what came of it" in sign.turn.answer
        assert (await talk.leftover(), small.commands) == (None, [])


async def test_question_that_the_person_left_open_is_no_leftover(tmp_path: Path, place: Place) -> None:
    async with small_home(tmp_path) as small:
        async with talking(small, place, calls(UNLOCK)) as talk:
            signs = talk.ask("unlock the front door")
            async for sign in signs:
                if isinstance(sign, Asked):
                    break
            await signs.aclose()
            assert talk.turns[-1].stop is StopReason.STOPPED
        async with talking(small, place) as talk:
            assert await talk.leftover() is None


async def test_twenty_turns_take_no_more_room_than_a_few(tmp_path: Path) -> None:
    sizes = []
    async with small_home(tmp_path) as small:
        lines = [calls(LIGHT_ON if turn % 2 else LIGHT_OFF) for turn in range(20)]
        async with talking(small, tmp_path, *lines) as talk:
            for turn in range(20):
                await said(talk, f"turn {'on' if turn % 2 else 'off'} the kitchen light")
                sizes.append(stored(tmp_path))
    assert sizes[-1] < 2 * max(sizes[:5])
    assert sizes[-1] < 60_000


def stored(folder: Path) -> int:
    """The bytes of everything that is kept of all conversations."""
    with closing(sqlite3.connect(folder / FILE)) as file:
        (checkpoints,) = file.execute("SELECT SUM(LENGTH(checkpoint)) FROM checkpoints").fetchone()
        (writes,) = file.execute("SELECT SUM(LENGTH(value)) FROM writes").fetchone()
    return int(checkpoints or 0) + int(writes or 0)


async def test_checkpoint_holds_plain_values_and_messages_only(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small, talking(small, tmp_path, calls(LIGHT_ON, UNLOCK)) as talk:
        async for sign in talk.ask("turn on the kitchen light and unlock the front door"):
            if isinstance(sign, Asked):
                sign.answers.set_result((True,))
        async with aiosqlite.connect(tmp_path / FILE) as connection:
            saver = AsyncSqliteSaver(connection)
            kept = await saver.aget_tuple({"configurable": {"thread_id": talk.thread}})
            assert kept is not None
            values = kept.checkpoint["channel_values"]
    assert kinds(values) <= {
        str,
        int,
        float,
        bool,
        type(None),
        list,
        dict,
        AIMessage,
        HumanMessage,
        ToolMessage,
    }


def kinds(value: object) -> set[type]:
    """The types in a value, down to the last."""
    found = {type(value)}
    if isinstance(value, BaseMessage):
        return found | kinds(value.content) | kinds(getattr(value, "artifact", None))
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return found.union(*(kinds(one) for one in inside))


async def test_store_makes_no_object_of_a_class_that_somebody_put_into_it(tmp_path: Path) -> None:
    planted = JsonPlusSerializer().dumps_typed(Step("a", 1, "x"))
    async with memory.opened(tmp_path) as kept:
        assert kept.saver.serde.loads_typed(planted) == {"node": "a", "ms": 1, "text": "x", "detail": ""}


async def test_file_is_its_owners_alone(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small, talking(small, tmp_path, words("hi")) as talk:
        await said(talk, "hello")
        modes = modes_of(tmp_path)
        assert len(modes) >= 2
        assert set(modes) == {0o600}


def modes_of(folder: Path) -> list[int]:
    return [stat.S_IMODE(p.stat().st_mode) for p in folder.iterdir() if p.name.startswith(FILE)]


async def test_broken_file_is_said_and_left_alone(tmp_path: Path) -> None:
    broken = b"once this was a database" * 100
    (tmp_path / FILE).write_bytes(broken)
    with pytest.raises(StorageError, match="can't be kept"):
        async with memory.opened(tmp_path):
            pass
    assert (tmp_path / FILE).read_bytes() == broken


async def test_memory_that_breaks_under_a_turn_keeps_no_lamp_from_being_lit(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        async with memory.opened(tmp_path) as kept:
            talk = session(small, kept, calls(LIGHT_ON), calls(LIGHT_OFF))
        await said(talk, "turn on the kitchen light")
        await said(talk, "turn off the kitchen light")
        assert small.commands == ["light.kitchen_light ON", "light.kitchen_light OFF"]
        assert [turn.stop for turn in talk.turns] == [StopReason.ANSWERED] * 2
        assert ["not remember" in turn.answer for turn in talk.turns] == [True, False]


async def test_file_of_another_version_is_said_and_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as newer:
        newer.executescript("CREATE TABLE checkpoints (thread_id TEXT, another BLOB);")
    with pytest.raises(StorageError, match="can't be kept"):
        async with memory.opened(tmp_path):
            pass


async def test_memory_that_breaks_while_the_model_speaks_keeps_its_words(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small, memory.opened(tmp_path) as kept:
        talk = session(small, kept, words("Hello there."))
        model = talk.brain.model
        assert isinstance(model, ScriptedModel)
        model.before = lambda: emptied(tmp_path / FILE)
        await said(talk, "hello")
        assert talk.turns[-1].answer.splitlines()[0] == "Hello there."
        assert "not remember" in talk.turns[-1].answer


async def test_memory_that_breaks_before_a_yes_is_noted_lets_nothing_run(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small, memory.opened(tmp_path) as kept:
        talk = session(small, kept, calls(UNLOCK))
        async for sign in talk.ask("unlock the front door"):
            if isinstance(sign, Asked):
                emptied(tmp_path / FILE)
                sign.answers.set_result((True,))
        (turn,) = talk.turns
        assert (small.commands, turn.stop) == ([], StopReason.NOT_DONE)
        assert turn.answer.startswith("Nothing was done.\n")


@pytest.mark.parametrize(
    "says", ["unlock the front door, the PIN is 4711", "открой дверь, код 4711", "密码是4711"]
)
async def test_code_that_was_said_is_in_no_kept_conversation(tmp_path: Path, says: str) -> None:
    async with small_home(tmp_path / "home") as small:
        async with memory.opened(tmp_path) as kept:
            talk = session(small, kept, words("I can't do that."), words("No."))
            await said(talk, says)
            assert b"4711" not in bytes_of(tmp_path), "while the conversation is open, too"
        assert b"4711" not in bytes_of(tmp_path)
        assert talk.turns[0].asked == says.replace("4711", mask.MARK)


def bytes_of(folder: Path) -> bytes:
    """All that the conversation's files hold."""
    return b"".join(part.read_bytes() for part in folder.glob(f"{FILE}*"))


def emptied(file: Path) -> None:
    """Another program takes the tables out of the file."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("DROP TABLE checkpoints; DROP TABLE writes;")


@pytest.mark.parametrize("address", ["postgresql://hearth:{}@127.0.0.1:1/home", "postgresql://a:{}@[::bad/x"])
async def test_server_that_is_not_there_is_said_without_the_password(address: str) -> None:
    with pytest.raises(StorageError) as raised:
        async with memory.opened(address.format(PASSWORD)):
            pass
    assert PASSWORD not in f"{raised.value!r} {raised.value.__cause__!r}"


async def test_restarted_server_goes_on_with_the_conversation(tmp_path: Path) -> None:
    with server() as own:
        async with small_home(tmp_path) as small, memory.opened(own.fresh()) as kept:
            talk = session(small, kept, calls(LIGHT_ON), words("You are welcome."))
            await said(talk, "turn on the kitchen light")
            own.stop()
            own.start()
            await said(talk, "thank you")
            model = talk.brain.model
            assert isinstance(model, ScriptedModel)
            assert "turn on the kitchen light" in [m.text for m in model.heard[1].messages]
