"""Why a broker can't be reached, in one line fit for a person; knows no MQTT library."""

import socket
import ssl

from devices.mqtt.address import Address

TAKEN_OVER = "Session taken over"
OUTDATED = frozenset({"Unsupported protocol version", "Protocol error", "Malformed packet"})
"""Codes after which an older version of MQTT is worth a try."""

_CODES = {
    "Bad user name or password": "{where} refuses the user name or password",
    "Unsupported protocol version": "{where} speaks no MQTT version that Hearth knows",
    "Server shutting down": "{where} shut down",
    "Keep alive timeout": "{where} did not answer for too long",
    "Unspecified error": "the connection to {where} was lost",
    TAKEN_OVER: "another client with the same id took over at {where}",
}


def refusal(code: str, where: Address) -> str:
    """What the broker's own code means, never the password."""
    if code == "Not authorized":
        missing = "" if where.username else "; it wants a user name and password"
        return f"{where} does not let this client in: not authorised{missing}"
    known = _CODES.get(code)
    return known.format(where=where) if known else f"{where} refused: {code.lower()}"


def breakdown(cause: BaseException | None, where: Address) -> str:
    """What an error of the network means; None is silence."""
    match cause:
        case ssl.SSLCertVerificationError():
            return f"{where} shows a certificate that is not trusted: {cause.verify_message}"
        case ssl.SSLError():
            return f"{where} does not speak TLS as expected: {cause.reason or 'handshake failed'}"
        case socket.gaierror():
            return f"the host name {where.host} is not known"
        case ConnectionRefusedError():
            return f"nothing listens at {where}: connection refused"
    if isinstance(cause, OSError) and not isinstance(cause, TimeoutError):
        return f"{where} can't be reached: {cause.strerror or cause}"
    return f"{where} does not answer"
