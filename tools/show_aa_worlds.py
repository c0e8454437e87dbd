"""Measure false verdicts and power in worlds of many shapes, and write the table on the page about statistics."""

import json
import sys
import time
from pathlib import Path

# The tests are not an installed package, so add the root of the repository to the path.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.aa_table import failures_of, measure_all, write_table
from tests.load.aa_worlds import figures_of


def main() -> int:
    began = time.monotonic()

    def say(line: str) -> None:
        print(f"[{time.monotonic() - began:4.0f} s] {line}", file=sys.stderr, flush=True)

    cells = measure_all(say)
    write_table(cells)
    wrong = failures_of(cells)
    for line in wrong:
        say(f"FAILED: {line}")
    print(json.dumps(figures_of(cells)), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
