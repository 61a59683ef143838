"""Starts the terminal app for a configuration and gives its exit code. Loaded lazily by the command line."""

from assistant.compose import open_home
from assistant.config import Config
from assistant.runtime import Role
from assistant.tui.app import HearthApp
from assistant.tui.talk import loader


def start(config: Config) -> int:
    """Run the app to its end.

    Raises:
        Exception: what broke the app; the terminal is restored by then, and the outermost line reports it
            without values.
    """
    app = HearthApp(lambda progress: open_home(config, role=Role.APP, progress=progress), loader(config))
    app.run()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0
