"""Where a broker is and how to enter, read from a URL; connects to nothing."""

from dataclasses import dataclass, field
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from devices.errors import ConfigError

_PORTS = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class Address:
    """A broker's address; `str` of it is fit for a person and never holds the password.

    `ca`, `cert` and `key` are files in PEM form, for a private authority and a client certificate.
    """

    host: str
    port: int
    tls: bool = False
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    ca: str | None = None
    cert: str | None = None
    key: str | None = None

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"


def address(url: str) -> Address:
    """Read `mqtt://user:password@host:port` or `mqtts://...?ca=FILE&cert=FILE&key=FILE`.

    A bare `host` or `host:port` counts as mqtt.

    Raises:
        ConfigError: it is no such URL; the text never holds the password.
    """
    try:
        parts = urlsplit(url if "://" in url else f"mqtt://{url}")
        port = parts.port
    except ValueError:
        raise ConfigError("the broker's address is no URL such as mqtt://192.168.1.10:1883") from None
    if parts.scheme not in _PORTS:
        raise ConfigError(f"the broker's address must begin with mqtt:// or mqtts://, not {parts.scheme}://")
    if not parts.hostname:
        raise ConfigError("the broker's address names no host; it looks like mqtt://192.168.1.10:1883")
    return Address(
        host=parts.hostname,
        port=port or _PORTS[parts.scheme],
        tls=parts.scheme == "mqtts",
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        ca=_file(parts, "ca"),
        cert=_file(parts, "cert"),
        key=_file(parts, "key"),
    )


def _file(parts: SplitResult, name: str) -> str | None:
    return next(iter(parse_qs(parts.query).get(name, ())), None)
