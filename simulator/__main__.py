"""`python -m simulator`: the first house on a broker until ctrl+c. Everything is done by the fleet."""

import argparse
import asyncio
import sys

from simulator.address import AddressError
from simulator.fleet import simulate


def main() -> int:
    """Read the options and run; 0 after ctrl+c, 2 for an address that cannot be used."""
    options = _options().parse_args()
    try:
        asyncio.run(simulate(options.broker, _say, port=options.port, speed=options.speed, seed=options.seed))
    except KeyboardInterrupt:
        return 0
    except (AddressError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m simulator", description="A simulated home on MQTT.")
    parser.add_argument(
        "--broker", metavar="URL", help="mqtt://[user:password@]host[:port]; default: embedded"
    )
    parser.add_argument(
        "--port", type=int, default=0, help="port of the embedded broker; default: a free one"
    )
    parser.add_argument("--speed", type=float, default=1.0, help="home seconds a second, 1 to 3600")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other weather and other days")
    return parser


def _say(url: str) -> None:
    sys.stdout.write(f"simulated home on {url}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
