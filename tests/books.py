"""The books of a home under test, all made in one place: what tools are given around a running Home."""

from datetime import UTC, tzinfo

from devices.automation.almanac import Almanac
from devices.automation.books.book import RuleBook
from devices.automation.books.names import NameBook
from devices.automation.books.notices import Notices
from devices.automation.books.permissions import Permissions
from devices.automation.books.questions import Questions
from devices.automation.books.scenes import SceneBook
from devices.automation.undo.journal import Journal
from devices.bus import Bus
from devices.clock import Clock
from devices.history.queries import History
from devices.home import Home
from devices.storage.database import Database
from devices.storage.settings import Settings
from devices.view import Names
from tools.context import House


def housed(
    home: Home, database: Database, bus: Bus, clock: Clock, *, zone: tzinfo = UTC, names: Names | None = None
) -> House:
    """A house around this home, with empty books on this database."""
    scenes = SceneBook(database, bus, clock)
    return House(
        home=home,
        book=RuleBook(database, bus, clock),
        journal=Journal(database, clock, bus),
        history=History(database, clock, zone),
        clock=clock,
        almanac=Almanac(zone),
        scenes=scenes,
        names=NameBook(Settings(database), home, bus, clock, first=names or Names()),
        permissions=Permissions(
            database, bus, clock, lambda scene: scenes.may_give(scene, home.view()), scenes.text, home.find
        ),
        questions=Questions(database, bus, clock),
        notices=Notices(database, bus, clock),
    )
