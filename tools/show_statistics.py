"""Measures the claims of the statistics anew; progress on stderr, the figures last on stdout as one JSON line.

`--simulations` leaves out what needs a server.
"""

import contextlib
import json
import sys
import time
from pathlib import Path

# The tests are no installed package; they are found from the root of the repository.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.limits import missed
from tests.load.show_statistics import AT_LEAST, AT_MOST, OF_THE_SERVER, SAID, served, simulated

from edison.kit.logging import configure_logging


def main() -> None:
    began = time.monotonic()
    simulations_only = "--simulations" in sys.argv[1:]

    def say(line: str) -> None:
        print(f"[{time.monotonic() - began:4.0f} s] {line}", file=sys.stderr, flush=True)

    configure_logging(level="critical", service="show")
    with contextlib.redirect_stdout(sys.stderr):
        figures = simulated(say)
        wrong = missed(figures, AT_MOST) + missed(figures, AT_LEAST)
        if not simulations_only:
            measured = served(say)
            wrong += missed(measured, OF_THE_SERVER)
            figures |= measured
    for line in wrong:
        say(f"FAILED: {line}")
    print(json.dumps({name: figures[name] for name in SAID if name in figures}), flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
