"""Makes the engine of a home's rules, with all that rules need. It decides nothing about them.

The engine and its scheduler are loaded only where rules run: short commands never pay for them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from devices.bus import Bus
from devices.command import Command
from devices.storage.database import Database
from devices.storage.settings import Settings
from tools.context import House


@dataclass(frozen=True, slots=True)
class Rules:
    """What the rules of a home run with; `install` is the installation that their topics name."""

    house: House
    bus: Bus
    database: Database
    settings: Settings
    install: str

    async def __call__(self, may_act: Callable[[], bool]) -> None:
        """Run them until cancelled.

        Args:
            may_act: whether this process may still act; asked before every act.
        """
        engine = import_module("devices.automation.engine")
        performing = import_module("devices.automation.run.performing")
        codes = import_module("devices.automation.books.answer_code")
        timer = import_module("devices.automation.timer")
        house = self.house
        works = performing.Works(
            home=house.home,
            bus=self.bus,
            clock=house.clock,
            database=self.database,
            book=house.book,
            permissions=house.permissions,
            questions=house.questions,
            notices=house.notices,
            scenes=self._scene,
            almanac=house.almanac,
            code=codes.AnswerCode(self.settings),
        )
        live = timer.LiveTimer(house.clock)
        await engine.Engine(works, live, may_act=may_act, install=self.install).run()

    def _scene(self, scene_id: str) -> tuple[Command, ...] | None:
        return self.house.scenes.commands(scene_id, self.house.home.view())
