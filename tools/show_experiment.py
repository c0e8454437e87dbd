"""Measures the claims of experiments anew; progress on stderr, the figures last on stdout as one JSON line."""

import contextlib
import json
import sys
import time
from pathlib import Path

# The tests are no installed package; they are found from the root of the repository.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.limits import missed
from tests.load.show_experiment import LIMITS, SAID, measure

from edison.kit.logging import configure_logging


def main() -> None:
    began = time.monotonic()

    def say(line: str) -> None:
        print(f"[{time.monotonic() - began:4.0f} s] {line}", file=sys.stderr, flush=True)

    configure_logging(level="critical", service="show")
    with contextlib.redirect_stdout(sys.stderr):
        figures = measure(say)
    wrong = missed(figures, LIMITS)
    for line in wrong:
        say(f"FAILED: {line}")
    print(json.dumps({name: figures[name] for name in SAID}), flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
