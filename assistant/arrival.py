"""When a command that lives for one sentence may begin: the broker answers and the devices are known."""

from devices.clock import WallClock
from devices.errors import NotConnected
from devices.home import Home

PATIENCE = 8.0
"""Real seconds that a broker is given to answer, and devices to describe themselves."""
GLANCE = 0.05


async def reached(home: Home) -> bool:
    """Whether the broker could be reached; its first refusal is an answer, only silence is waited for."""
    wall, left = WallClock(), PATIENCE
    while left > 0 and not home.connected and not home.trouble:
        await wall.patience(GLANCE)
        left -= GLANCE
    return home.connected


async def settled(home: Home, address: str) -> None:
    """Wait for the devices; a home that never stops talking is not waited for without end.

    Raises:
        NotConnected: there is no broker to tell of any.
    """
    if not home.connected:
        raise NotConnected(
            home.trouble or f"no broker answers at {address}; is it running, and is the address right?"
        )
    await home.settled(limit=PATIENCE)
