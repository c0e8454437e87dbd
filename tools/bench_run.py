"""Measures the speed of runs compared with a bare client; prints the figures as one JSON line."""

import asyncio
import contextlib
import json
import sys
from pathlib import Path

# The tests are not an installed package, so add the root of the repository to the path.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.run_figures import short_calls, speed, two_workers

from edison.kit.log_setup import configure_logging


async def measure() -> dict[str, object]:
    figures: dict[str, object] = {**await speed(), **await short_calls()}
    figures["two_worker_speedup"] = await two_workers()
    return figures


def main() -> None:
    configure_logging(level="critical", service="bench")
    with contextlib.redirect_stdout(sys.stderr):
        figures = asyncio.run(measure())
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
