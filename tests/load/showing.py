"""Shows figures that were measured: progress on stderr, the figures last on stdout as one JSON line."""

import contextlib
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from edison.kit.logging import configure_logging
from tests.load.limits import Limits, missed

Figures = dict[str, float]
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    measure: Callable[[Say], Figures]
    limits: Limits


def show(simulated: Part, served: Part, said: Sequence[str]) -> None:
    """`--simulations` leaves out what needs a server. Ends with 1 if a figure is not what it must be."""
    began = time.monotonic()

    def say(line: str) -> None:
        print(f"[{time.monotonic() - began:4.0f} s] {line}", file=sys.stderr, flush=True)

    configure_logging(level="critical", service="show")
    parts = [simulated] if "--simulations" in sys.argv[1:] else [simulated, served]
    figures: Figures = {}
    wrong: list[str] = []
    with contextlib.redirect_stdout(sys.stderr):
        for part in parts:
            measured = part.measure(say)
            wrong += missed(measured, part.limits)
            figures |= measured
    for line in wrong:
        say(f"FAILED: {line}")
    print(json.dumps({name: figures[name] for name in said if name in figures}), flush=True)
    sys.exit(1 if wrong else 0)
