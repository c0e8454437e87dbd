"""Runs the parts of a show within ten minutes and prints their figures.

Progress goes to standard error; the last line on standard output is one JSON object with the figures. Each part
runs in a process of its own with a share of the time: a part that takes samples keeps to its share and reports
what it left out, and a part that hangs is ended and reported as failed.
"""

import argparse
import json
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from edison.kit.log_setup import configure_logging
from tests.load.limits import Limits, missed, not_measured
from tests.load.part_process import PartProcess, write_figures
from tests.load.time_budget import TimeBudget

# Numbers, and names of what they are about.
Figures = dict[str, Any]
Say = Callable[[str], None]

# What the parts of a show share, and when a show is over whatever is still to be measured.
TOTAL_S = 570.0
HARD_TOTAL_S = 660.0
# A busy machine takes longer for what cannot be made smaller.
HARD_FACTOR = 3.0
HARD_EXTRA_S = 30.0
# So much of the shares of the parts to come is kept for them.
RESERVED = 0.5
SHORTEST_S = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One measurement: its share of the time, and the figures that it must give."""

    name: str
    measure: Callable[[Say, TimeBudget], Figures]
    share_s: float
    figures: tuple[str, ...]
    needs_server: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """What one `just show` command measures, the keys of its last line, and what the figures must be."""

    parts: tuple[Part, ...]
    keys: tuple[str, ...]
    limits: tuple[Limits, ...] = ()

    def __post_init__(self) -> None:
        known = {name for part in self.parts for name in part.figures}
        unknown = {*self.keys, *(name for limits in self.limits for name in limits)} - known
        if unknown:
            raise ValueError(f"No part measures {', '.join(sorted(unknown))}.")
        if sum(part.share_s for part in self.parts) > TOTAL_S:
            raise ValueError(f"The shares of the parts are more than {TOTAL_S:.0f} s.")

    def failures(self, parts: Sequence[Part], figures: Figures) -> list[str]:
        """Return a line for each figure of these parts that is missing or misses its limit."""
        wanted = [name for part in parts for name in part.figures]
        wrong = [line for limits in self.limits for line in missed(figures, limits)]
        return not_measured(figures, wanted) + wrong

    def last_line(self, parts: Sequence[Part], figures: Figures) -> str:
        """Return the figures of these parts as JSON; one that could not be measured is null."""
        known = {name for part in parts for name in part.figures}
        return json.dumps({key: figures.get(key) for key in self.keys if key in known})


def main(show: Show) -> None:
    """Measure all parts, or those that the command line names; end with 1 if a figure is missing or wrong."""
    options = _parser(show).parse_args()
    signal.signal(signal.SIGTERM, _stop)
    if options.into:
        _measure_here(show, options)
    else:
        sys.exit(_measure_all(show, _chosen(show, options)))


def _parser(show: Show) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    names = [part.name for part in show.parts]
    parser.add_argument("--part", action="append", choices=names, help="measure only this part")
    parser.add_argument(
        "--simulations", action="store_true", help="measure only what needs no server"
    )
    # For the process of one part, which this program starts itself. The clock is the same in all processes.
    now = time.monotonic()
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--part-began", type=float, default=now, help=argparse.SUPPRESS)
    parser.add_argument("--show-began", type=float, default=now, help=argparse.SUPPRESS)
    return parser


def _chosen(show: Show, options: argparse.Namespace) -> list[Part]:
    return [
        part
        for part in show.parts
        if (not options.part or part.name in options.part)
        and not (options.simulations and part.needs_server)
    ]


def _measure_here(show: Show, options: argparse.Namespace) -> None:
    [part] = _chosen(show, options)
    configure_logging(level="critical", service="show")
    budget = TimeBudget(seconds=options.seconds, began=options.part_began)
    say = _progress(options.show_began)
    try:
        figures = part.measure(say, budget)
    except Exception:
        say(traceback.format_exc())
        sys.exit(1)
    write_figures(options.into, figures)


def _progress(began: float) -> Say:
    def say(line: str) -> None:
        print(f"[{time.monotonic() - began:4.0f} s] {line}", file=sys.stderr, flush=True)

    return say


def _measure_all(show: Show, parts: Sequence[Part]) -> int:
    clock = TimeBudget.start(HARD_TOTAL_S)
    say = _progress(clock.began)
    figures: Figures = {}
    for place, part in enumerate(parts):
        figures |= _measure(part, parts[place + 1 :], clock, say)
    wrong = show.failures(parts, figures)
    for line in wrong:
        say(f"FAILED: {line}")
    print(show.last_line(parts, figures), flush=True)
    return 1 if wrong else 0


def _stop(number: int, _: FrameType | None) -> None:
    """End as after an exception, so that what was started is ended and files are removed."""
    sys.exit(128 + number)


def _measure(part: Part, later: Sequence[Part], clock: TimeBudget, say: Say) -> Figures:
    to_come = sum(each.share_s for each in later)
    seconds = share_of(part, to_come, clock)
    hard_s = hard_limit_of(part, to_come, clock)
    say(f"{part.name}: share {seconds:.0f} s, hard limit {hard_s:.0f} s ...")
    began = TimeBudget.start(seconds)
    command = (sys.executable, sys.argv[0], "--part", part.name, "--seconds", str(seconds))
    times = ("--part-began", str(began.began), "--show-began", str(clock.began))
    with closing(PartProcess([*command, *times])) as process:
        code = process.wait(hard_s)
        figures = process.figures()
    problem = {0: "", None: ", ended because it took too long"}.get(code, f", exit code {code}")
    say(f"{'FAILED: ' if problem else ''}{part.name}: {began.elapsed_s:.0f} s{problem}")
    return figures


def share_of(part: Part, to_come_s: float, clock: TimeBudget) -> float:
    """Return the part's share of the time, less if those before it took longer than theirs."""
    left_s = max(0.0, TOTAL_S - clock.elapsed_s)
    return min(part.share_s, left_s * part.share_s / (part.share_s + to_come_s))


def hard_limit_of(part: Part, to_come_s: float, clock: TimeBudget) -> float:
    """Return after how many seconds a part is ended; some of the time is kept for the parts to come."""
    left_s = clock.left_s - RESERVED * to_come_s
    return max(SHORTEST_S, min(part.share_s * HARD_FACTOR + HARD_EXTRA_S, left_s))
