"""How soon an answer is committed after it has arrived, with 128 calls of 200 ms at once.

The moment of arrival is when the model server begins to send the last bytes of the answer; that of the commit is what
PostgreSQL notes with each transaction. Both are clocks of one machine.
"""

import sys
from collections.abc import Sequence
from statistics import quantiles

from tests.fault.stopped_workers import (
    Installation,
    an_installation,
    prepare_run,
    start_run,
    until_ended,
)
from tests.load.showing import Figures
from tests.support.sql import execute, rows, value

CELLS = 4_000
LATENCY_MS = 200.0
COMMITTED = """
    SELECT split_part(output, ':', 1)::int, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8
      FROM cells WHERE run_id = %s AND state = 'answered'
"""
# The time of a commit is noted just before it is written to the disk.
FLUSHES = """
    SELECT coalesce(sum(fsync_time) / nullif(sum(fsyncs), 0), 0) FROM pg_stat_io
     WHERE object = 'wal' AND backend_type = 'client backend'
"""


def commit_latency(
    cells: int = CELLS, program: Sequence[str] = (sys.executable, "-m", "edison")
) -> Figures:
    with an_installation(
        program, LATENCY_MS, track_commit_timestamp="on", track_wal_io_timing="on"
    ) as place:
        return _measure(place, cells)


def _measure(place: Installation, cells: int) -> Figures:
    order = prepare_run(place, cells)
    execute(place.url, "SELECT pg_stat_reset_shared('io')")
    run = start_run(place, order)
    report = until_ended(place, run)
    assert report["state"] == "completed", report["problem"]
    sent = place.sent()
    waited: list[float] = []
    for number, committed in rows(place.url, COMMITTED, run):
        begun = sent[int(number)]
        if begun is not None:
            waited.append((float(committed) - begun) * 1000)
    assert len(waited) == cells
    percentiles = quantiles(waited, n=100)
    flush = float(value(place.url, FLUSHES))
    return {
        "answers": cells,
        "calls_per_s": round(cells / float(report["elapsed_s"]), 1),
        "commit_ms_p50": round(percentiles[49] + flush, 1),
        "commit_ms_p99": round(percentiles[98] + flush, 1),
        "commit_ms_most": round(max(waited) + flush, 1),
        "flush_ms_mean": round(flush, 2),
    }


if __name__ == "__main__":
    print(commit_latency())
