"""Where the Groq key lies: the environment, the system's keyring, or a file that only its owner reads."""

import importlib
import os
import stat
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from devices.errors import ConfigError

VARIABLE = "GROQ_API_KEY"
SERVICE, ACCOUNT = "hearth", "groq"
FILE = "groq.key"
IN_KEYRING = "(in the keyring)"
"""What the file holds when the key itself is in the keyring, so that a start need not ask there in vain."""
PATIENCE = 3.0
"""Seconds that a keyring is given: on a machine without a desktop it may wait for a person for ever."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Key:
    """A key and the place it came from, named for a person; the key is never shown."""

    secret: str = field(repr=False)
    place: str


class Place(Protocol):
    """Where a key can be kept."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    def read(self) -> str | None:
        """The key, or None."""
        ...

    def keep(self, secret: str) -> bool:
        """Keep it; False where this place can't."""
        ...

    def forget(self) -> bool:
        """Remove it; False when there was none."""
        ...


@dataclass(frozen=True, slots=True)
class Keyring:
    """The system's keyring, loaded and asked only when it is needed, and never for long."""

    name: str = "the keyring"
    patience: float = PATIENCE

    def read(self) -> str | None:
        """The key, or None when there is none, or no keyring that works."""
        return self._asked(lambda ring: ring.get_password(SERVICE, ACCOUNT)) or None

    def keep(self, secret: str) -> bool:
        """Keep it, and read it back: some keyrings take everything and keep nothing."""
        self._asked(lambda ring: ring.set_password(SERVICE, ACCOUNT, secret))
        return self.read() == secret

    def forget(self) -> bool:
        """Remove it."""
        had = self.read() is not None
        if had:
            self._asked(lambda ring: ring.delete_password(SERVICE, ACCOUNT))
        return had

    def _asked(self, what: "Callable[[_Ring], T]") -> T | None:
        """Ask in a thread of its own: a keyring that waits for a person must not hold the program."""
        given: list[T] = []

        def ask() -> None:
            try:
                given.append(what(importlib.import_module("keyring")))
            except Exception:  # noqa: BLE001 - every backend fails in its own way; all mean: not here
                return

        asking = threading.Thread(target=ask, name="keyring", daemon=True)
        asking.start()
        asking.join(self.patience)
        return given[0] if given else None


class _Ring(Protocol):
    """What is used of the keyring library."""

    def get_password(self, service_name: str, username: str) -> str | None: ...
    def set_password(self, service_name: str, username: str, password: str) -> None: ...
    def delete_password(self, service_name: str, username: str) -> None: ...


@dataclass(frozen=True, slots=True)
class File:
    """A file that only its owner may read."""

    path: Path

    @property
    def name(self) -> str:
        """Its path."""
        return str(self.path)

    def read(self) -> str | None:
        """The key.

        Raises:
            ConfigError: other people may read the file, or it can't be read.
        """
        try:
            with self.path.open(encoding="utf-8") as file:
                mode = os.fstat(file.fileno()).st_mode
                text = file.read(4096).strip()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{self.path}: the key in it can't be read; remove the file") from error
        if mode & (stat.S_IRWXG | stat.S_IRWXO) and text != IN_KEYRING:
            raise ConfigError(
                f"{self.path} can be read by others; make it yours alone: chmod 600 {self.path}"
            )
        return text or None

    def keep(self, secret: str) -> bool:
        """Write it, readable by nobody else at any moment."""
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(f"{secret}\n")
            fresh.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                fresh.unlink()
            raise ConfigError(f"{self.path}: can't be written ({error.strerror})") from error
        return True

    def forget(self) -> bool:
        """Remove it."""
        had = self.path.exists()
        self.path.unlink(missing_ok=True)
        return had


KEYRING = Keyring()


def kept(folder: Path) -> bool:
    """Whether a key was ever stored by `hearth model key`; costs one look at the disk."""
    return (folder / FILE).exists()


def find(environment: Mapping[str, str], folder: Path, keyring: Place = KEYRING) -> Key | None:
    """The key: the environment's, else the keyring's, else that of the file in the user's settings folder.

    Raises:
        ConfigError: the file can be read by others.
    """
    if given := environment.get(VARIABLE, "").strip():
        return Key(given, VARIABLE)
    file = File(folder / FILE)
    written = file.read()
    if written is not None and written != IN_KEYRING:
        return Key(written, file.name)
    in_ring = keyring.read()
    return Key(in_ring, keyring.name) if in_ring else None


def store(secret: str, folder: Path, keyring: Place = KEYRING) -> str:
    """Keep a key in the keyring where one works, else in the file; the name of the place.

    Raises:
        ConfigError: it is no key, or the file can't be written.
    """
    if (
        not secret
        or not secret.isascii()
        or not secret.isprintable()
        or any(sign.isspace() for sign in secret)
    ):
        raise ConfigError("that is no key: one word of plain letters, as the provider shows it")
    file = File(folder / FILE)
    if keyring.keep(secret):
        file.keep(IN_KEYRING)
        return keyring.name
    file.keep(secret)
    return file.name


def forget(folder: Path, keyring: Place = KEYRING) -> bool:
    """Remove the stored key from everywhere; False when none was stored."""
    from_ring = keyring.forget()
    return File(folder / FILE).forget() or from_ring
