"""Keeps the picture current: bursts from the bus become at most ten looks a second, ages and clock one."""

from collections.abc import Callable
from datetime import datetime

from textual.app import App

from assistant.tui.face.age import span
from assistant.tui.face.rooms import attention, things
from assistant.tui.scene import Scene
from assistant.tui.view.main import Main
from assistant.tui.view.status import Facts, Status

LOOK = 0.1
BEAT = 1.0


class Pulse:
    """Two timers of the app and what they refresh; `watchers` look at what changed, too."""

    def __init__(
        self, app: App[None], main: Main, scene: Scene, watchers: tuple[Callable[[], None], ...] = ()
    ) -> None:
        self.app = app
        self.watchers = watchers
        self.main = main
        self.scene = scene
        self.model = ""
        self.rests: Callable[[], float] = lambda: 0.0
        self._down = 0

    def start(self) -> None:
        """Begin; the timers end with the app."""
        self.app.set_interval(LOOK, self.look)
        self.app.set_interval(BEAT, self.beat)

    def look(self) -> None:
        """Redraw what the bus has stirred."""
        stirred = self.scene.stir()
        if not stirred:
            return
        self.main.devices.look()
        self.main.activity.look()
        self._watch()
        self._status()

    def beat(self) -> None:
        """Once a second: clock, ages, how long the broker has been away."""
        moment = self.scene.moment()
        if moment is not None:
            if moment.connected and self._down:
                self.app.notify(f"The broker is back after {span(self._down)}.", markup=False)
            up = moment.connected or not moment.settled  # a home that still opens is not lost
            self._down = 0 if up else self._down + 1
            self._strip()
            self._records()
        self.main.devices.look()
        self._watch()
        self._status()

    def _watch(self) -> None:
        """What rules ask and what they tell; their page looks by itself, once a second."""
        for watcher in self.watchers:
            watcher()

    def _strip(self) -> None:
        runtime = self.scene.runtime
        if self._down and runtime is not None and runtime.site.joined:
            text = "The Hearth that ran this simulated home has ended. Leave with ctrl+q and start it again."
            self.main.chat.strip.tell("broker", text)
        elif self._down:
            why = f" ({self.scene.reason})" if self.scene.reason else ""
            text = f"Broker down for {self._down} s{why}. Trying again. Commands are refused, not queued."
            self.main.chat.strip.tell("broker", text)
        else:
            self.main.chat.strip.clear("broker")

    def _records(self) -> None:
        """Say that records are not stored, for as long as that is so."""
        if text := self.scene.unrecorded:
            self.main.chat.strip.tell("records", text)
        else:
            self.main.chat.strip.clear("records")

    def _status(self) -> None:
        facts = self._facts()
        for screen in self.app.screen_stack:  # a dialog lets the row below it show through
            for row in screen.query(Status):
                row.tell(facts)

    def _facts(self) -> Facts:
        runtime, moment = self.scene.runtime, self.scene.moment()
        if runtime is None or moment is None:
            return Facts()
        view = self.scene.view()
        speed = runtime.simulation.clock.speed if runtime.simulation else 1.0
        return Facts(
            simulated=self.scene.simulated,
            opening=False,
            settled=moment.settled,
            address=runtime.address.partition("://")[2] or runtime.address,
            devices=things(view),
            attention=len(attention(view, moment)),
            down=self._down,
            model=f"{self.model}, free in {span(left)}" if (left := self.rests()) else self.model,
            clock=home_clock(moment.now.astimezone(moment.zone)),
            speed=f"{speed:g}×" if speed != 1 else "",
            following=not runtime.lease_held,
            holder=runtime.runner.holder,
            reading=not runtime.house.home.control_allowed,
        )


def home_clock(local: datetime) -> str:
    """The home's weekday and time."""
    return f"{local:%a %H:%M}"
