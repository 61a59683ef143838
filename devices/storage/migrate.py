"""Alembic's door: which versions are known, and the way up to the newest. Loaded only when it is needed."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from devices.errors import StorageError

FOLDER = Path(__file__).parent / "migrations"


def known(version: str) -> bool:
    """Whether this Hearth has the step of that name."""
    try:
        return _scripts().get_revision(version) is not None
    except CommandError:
        return False


def newest() -> str:
    """The name of the last step."""
    return _scripts().get_current_head() or ""


def upgrade(connection: Connection) -> None:
    """Take every step up to the newest, inside the caller's transaction; StorageError if there is no way."""
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StorageError(f"the database can't be upgraded: {error}") from error


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
