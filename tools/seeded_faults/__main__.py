"""`python -m tools.seeded_faults`: plant known faults one by one and check that tests fail because of each.

The table is printed on stdout, progress on stderr. The exit code is 1 if a fault was not caught.
"""

import argparse
import sys
import time
from pathlib import Path

from tools.seeded_faults import FAULTS, GROUPS
from tools.seeded_faults.prove import Outcome, prove
from tools.seeded_faults.report import figures, listing, table

ROOT = Path(__file__).parents[2]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.seeded_faults", description=__doc__)
    names = [fault.name for fault in FAULTS]
    parser.add_argument(
        "--only", action="append", choices=names, metavar="NAME", help="try one fault; repeatable"
    )
    parser.add_argument("--list", action="store_true", help="list the faults and end")
    parser.add_argument("--json", action="store_true", help="print the figures as the last line")
    parser.add_argument("--jobs", type=int, default=2, help="how many faults to try at a time")
    chosen = parser.parse_args(arguments)
    if chosen.list:
        print(listing(GROUPS))
        return 0

    began = time.monotonic()

    def say(line: str) -> None:
        print(f"[{time.monotonic() - began:4.0f} s] {line}", file=sys.stderr, flush=True)

    faults = [fault for fault in FAULTS if chosen.only is None or fault.name in chosen.only]
    findings = prove(faults, ROOT, chosen.jobs, say)
    caught = sum(finding.outcome is Outcome.CAUGHT for finding in findings)
    print(table(findings))
    print(f"\n{caught} of {len(findings)} faults caught in {time.monotonic() - began:.0f} s")
    if chosen.json:
        print(figures(findings), flush=True)
    return 0 if caught == len(findings) else 1


if __name__ == "__main__":
    sys.exit(main())
