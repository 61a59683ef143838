"""Where the key comes from and where it is kept: environment, keyring, a file of one's own."""

import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import keyring.core
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

from assistant.models.key import FILE, Keyring, find, forget, kept, store
from devices.errors import ConfigError

KEY = "gsk_a_key_of_a_test"


class Memory(KeyringBackend):
    """A keyring that works, unless what it does first does not."""

    priority = 1.0

    def __init__(self, first: Callable[[], object] = lambda: None) -> None:
        self.held: dict[tuple[str, str], str] = {}
        self.first = first

    def get_password(self, service: str, username: str) -> str | None:
        self.first()
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.first()
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.held[service, username]


def locked() -> None:
    raise KeyringLocked("nobody unlocks it")


ABSENT = keyring.core.load_keyring("keyring.backends.fail.Keyring")
FORGETFUL = keyring.core.load_keyring("keyring.backends.null.Keyring")


@contextmanager
def backend(ring: KeyringBackend) -> Iterator[None]:
    """The process's keyring for as long as the block runs."""
    before = keyring.get_keyring()
    keyring.set_keyring(ring)
    try:
        yield
    finally:
        keyring.set_keyring(before)


def test_environment_wins_and_asks_nothing_else(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("world readable, but not asked")
    found = find({"GROQ_API_KEY": f" {KEY} "}, tmp_path)
    assert found is not None
    assert (found.secret, found.place) == (KEY, "GROQ_API_KEY")
    assert KEY not in repr(found)


def test_no_key_anywhere(tmp_path: Path) -> None:
    with backend(ABSENT):
        assert find({}, tmp_path) is None
    assert not kept(tmp_path)


def test_key_in_a_working_keyring_leaves_no_secret_on_the_disk(tmp_path: Path) -> None:
    ring = Memory()
    with backend(ring):
        assert store(KEY, tmp_path) == "the keyring"
        found = find({}, tmp_path)
        assert found is not None
        assert (found.secret, found.place) == (KEY, "the keyring")
        assert kept(tmp_path)
        assert KEY not in (tmp_path / FILE).read_text()
        assert forget(tmp_path)
        assert (ring.held, kept(tmp_path), find({}, tmp_path)) == ({}, False, None)
        assert not forget(tmp_path)


@pytest.mark.parametrize("ring", [ABSENT, FORGETFUL, Memory(locked)], ids=["absent", "forgetful", "locked"])
def test_keyring_that_does_not_work_gives_way_to_a_file(tmp_path: Path, ring: KeyringBackend) -> None:
    file = tmp_path / "new" / FILE
    with backend(ring):
        assert store(KEY, file.parent) == str(file)
        found = find({}, file.parent)
        assert found is not None
        assert (found.secret, found.place) == (KEY, str(file))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert list(file.parent.iterdir()) == [file]
        assert forget(file.parent)
        assert find({}, file.parent) is None


def test_keyring_that_waits_for_a_person_is_not_waited_for(tmp_path: Path) -> None:
    over = threading.Event()
    with backend(Memory(lambda: over.wait(5))):
        assert store(KEY, tmp_path, Keyring(patience=0.05)) == str(tmp_path / FILE)
        over.set()


def test_keyring_is_not_asked_when_the_file_holds_the_key(tmp_path: Path) -> None:
    ring = Memory()
    with backend(ABSENT):
        store(KEY, tmp_path)
    with backend(ring):
        ring.set_password("hearth", "groq", "another")
        found = find({}, tmp_path)
    assert found is not None
    assert found.secret == KEY


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_file_that_others_may_read_is_refused_in_one_line(tmp_path: Path, mode: int) -> None:
    (tmp_path / FILE).write_text(KEY)
    (tmp_path / FILE).chmod(mode)
    with pytest.raises(ConfigError, match="chmod 600") as refused:
        find({}, tmp_path)
    assert "\n" not in str(refused.value)
    assert KEY not in str(refused.value)


def test_storing_a_key_makes_an_open_file_ones_own(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("old")
    (tmp_path / FILE).chmod(0o666)
    with backend(ABSENT):
        store(KEY, tmp_path)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("secret", ["", "two words", "ключ", "line\nbreak", "tab\t"])
def test_what_is_no_key_is_not_kept(tmp_path: Path, secret: str) -> None:
    with backend(Memory()), pytest.raises(ConfigError):
        store(secret, tmp_path)
    assert not kept(tmp_path)


def test_file_that_cannot_be_written_is_a_clear_line(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, no folder")
    with backend(ABSENT), pytest.raises(ConfigError):
        store(KEY, tmp_path / "taken")
