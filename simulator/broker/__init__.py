"""The embedded MQTT broker: `async with Broker() as broker`. Meets its clients on the socket only."""

from simulator.broker.server import Broker

__all__ = ["Broker"]
