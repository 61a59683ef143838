"""The code with which questions may be answered over MQTT: kept hashed, locked after wrong ones.

Without a code nobody can answer there. It is set by the owner, in settings or on the command line.
"""

import hashlib
import hmac
import secrets

from devices.errors import ConfigError
from devices.storage.settings import Settings

CODE = "questions.code"
WRONG = "questions.wrong_codes"
MOST_WRONG = 5
SHORTEST, LONGEST = 4, 64
_COST = 2**13


class AnswerCode:
    """The code of one home; a wrong one is counted, and after five of them only a new code opens it again."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def is_set(self) -> bool:
        """Whether questions may be answered over MQTT at all."""
        return bool(self._settings.value(CODE))

    @property
    def locked(self) -> bool:
        """Whether too many wrong codes came since it was set."""
        return self._wrong() >= MOST_WRONG

    async def put(self, code: str | None) -> None:
        """Set another code, or with None have nobody answer over MQTT.

        Raises:
            ConfigError: it is too short or too long.
        """
        if code is not None and not SHORTEST <= len(code) <= LONGEST:
            raise ConfigError(f"the code needs {SHORTEST} to {LONGEST} characters")
        salt = secrets.token_hex(16)
        await self._settings.put(CODE, None if code is None else f"{salt}:{_hashed(code, salt)}")
        await self._settings.put(WRONG, None)

    async def check(self, code: str) -> bool:
        """Whether this is the code; False for any once it is locked."""
        # it may have been set by another process
        await self._settings.load()
        salt, _, kept = (self._settings.value(CODE) or "").partition(":")
        if not kept or self.locked:
            return False
        right = len(code) <= LONGEST and hmac.compare_digest(_hashed(code, salt), kept)
        if right and self._wrong():
            await self._settings.put(WRONG, None)
        elif not right:
            await self._settings.put(WRONG, str(self._wrong() + 1))
        return right

    def _wrong(self) -> int:
        return int(self._settings.value(WRONG) or 0)


def _hashed(code: str, salt: str) -> str:
    said = code.encode(errors="surrogatepass")
    return hashlib.scrypt(said, salt=bytes.fromhex(salt), n=_COST, r=8, p=1).hex()
