"""A chat in a process of its own, to be killed there: while its question is open, or while its yes is carried out."""

import asyncio
import sys
from pathlib import Path

from assistant.agent import memory
from assistant.agent.session import Session
from assistant.agent.turn import Asked
from assistant.models.provider import Brain
from devices.mqtt.transport import Message
from tests.agent.house import small_home
from tests.agent.lines import LIGHT_ON, UNLOCK
from tests.fakes.model import ScriptedModel, calls

SAYS = "turn on the kitchen light and unlock the front door"


def tell(word: str) -> None:
    """One line to whoever kills us."""
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


async def main(place: Path | str, folder: Path, *, answer: bool) -> None:
    """Ask, answer if wanted, and stay until killed, 20 seconds at most."""
    async with small_home(folder, silent=["front_door"]) as small, memory.opened(place) as kept:
        model = ScriptedModel(lines=[calls(LIGHT_ON, UNLOCK)])
        brain = Brain("scripted", model)
        talk = Session(small.house, brain, checkpointer=kept.saver, thread=kept.thread)

        def reached(_message: Message) -> list[Message]:
            tell("sent")
            return []

        small.broker.answer_with("test/front_door/set", reached)
        async for sign in talk.ask(SAYS):
            if isinstance(sign, Asked):
                tell("asked")
                if not answer:
                    await asyncio.sleep(20)
                sign.answers.set_result((True,))
        await asyncio.sleep(20)


if __name__ == "__main__":
    where = sys.argv[1]
    Path(sys.argv[2]).mkdir(exist_ok=True)
    asyncio.run(
        main(where if "://" in where else Path(where), Path(sys.argv[2]), answer=sys.argv[3] == "yes")
    )
