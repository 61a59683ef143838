"""`python -m tests.benchmarks NAME|all [--json]`: runs benches one after the other and prints each when it ends."""

import argparse
import json
from collections.abc import Callable, Mapping

from tests.benchmarks import broker, history, language, loop, rules, start
from tests.benchmarks._report import Bench

BENCHES: Mapping[str, Callable[[], Bench]] = {
    "start": start.measure,
    "broker": broker.measure,
    "loop": loop.measure,
    "language": language.measure,
    "rules": rules.measure,
    "history": history.measure,
}


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("name", choices=("all", *BENCHES), nargs="?", default="all")
    parser.add_argument("--json", action="store_true", help="one JSON object a bench")
    asked = parser.parse_args()
    for name in BENCHES if asked.name == "all" else (asked.name,):
        bench = BENCHES[name]()
        told = (
            json.dumps(bench.document(), ensure_ascii=False)
            if asked.json
            else "\n".join((*bench.table(), ""))
        )
        print(told, flush=True)  # noqa: T201 - the one place that prints results


if __name__ == "__main__":
    main()
