"""A broker's address as people write it: mqtt://user:password@host:port. Opens nothing."""

from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit


class AddressError(ValueError):
    """A broker address that cannot be used; the text says why and never shows the password."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker is and who we are there. The password stays out of every repr."""

    host: str
    port: int = 1883
    username: str | None = None
    password: str | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """The address without user and password, fit to be shown."""
        return f"mqtt://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"


def parse(url: str) -> Address:
    """Read an address; raises AddressError. Only plain mqtt:// is spoken here."""
    parts = urlsplit(url if "://" in url else f"mqtt://{url}")
    if parts.scheme not in {"mqtt", "tcp"}:
        raise AddressError(f"the simulator speaks mqtt://, not {parts.scheme}://")
    if not parts.hostname:
        raise AddressError("the broker address has no host")
    try:
        port = parts.port or 1883
    except ValueError:
        raise AddressError("the port of the broker address is not a number from 1 to 65535") from None
    return Address(
        parts.hostname,
        port,
        unquote(parts.username) if parts.username else None,
        unquote(parts.password) if parts.password else None,
    )
