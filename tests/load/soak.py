"""Keep an installation busy for a while and say what grows: tables, files, memory, connections.

Runs follow each other, and everything that has ended is aged and deleted by retention every few minutes, as it would
be after months. Started by hand: `python -m tests.load.soak MINUTES`. The last line is the table as JSON.
"""

import json
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import psutil

from tests.fault.stopped_workers import Installation, an_installation, prepare_run, start_run
from tests.support.client import done
from tests.support.sql import execute, rows, value

CELLS = 2_000
LATENCY_MS = 1000.0
SAMPLE_EVERY_S = 60.0
DELETE_EVERY_S = 240.0
# What people leave open: lists that are asked for again and again.
SCREENS = ("", "/runs", "/prompts", "/datasets", "/models", "/reports/spending")
AGED = (
    "UPDATE runs SET finished_at = finished_at - interval '100 days', created_at = created_at - interval '100 days' "
    "WHERE state IN ('completed', 'failed', 'cancelled') AND finished_at > now() - interval '1 day'",
    "UPDATE dbos.workflow_status SET created_at = created_at - 8 * 86400000, updated_at = updated_at - 8 * 86400000 "
    "WHERE status IN ('SUCCESS', 'ERROR', 'CANCELLED')",
    "UPDATE answers SET expires_at = now() - interval '1 minute'",
)


def soak(minutes: float) -> list[dict[str, Any]]:
    samples: list[dict[str, Any]] = []
    with an_installation((sys.executable, "-m", "edison"), LATENCY_MS) as place:
        order = prepare_run(place, CELLS)
        began = sampled = deleted = time.monotonic()
        runs, run = 1, start_run(place, order)
        while (now := time.monotonic()) - began < minutes * 60:
            _look_at_screens(place)
            if done(place.browser.get(f"{place.path}/runs/{run}"))["state"] == "completed":
                runs, run = runs + 1, start_run(place, order)
            if now - deleted > DELETE_EVERY_S:
                deleted = now
                _delete_what_ended(place)
            if now - sampled > SAMPLE_EVERY_S:
                sampled = now
                samples.append(
                    {"minute": round((now - began) / 60, 1), "runs": runs, **_sample(place)}
                )
                print(json.dumps(samples[-1]), file=sys.stderr, flush=True)
            time.sleep(1)
    return samples


def _look_at_screens(place: Installation) -> None:
    for screen in SCREENS:
        done(place.browser.get(f"{place.path}{screen}"))


def _delete_what_ended(place: Installation) -> None:
    execute(place.url, *AGED)
    environment = {**_environment(place), "EDISON_DATABASE_URL": place.url}
    subprocess.run(
        [sys.executable, "-m", "edison", "retention", "run"],
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def _environment(place: Installation) -> dict[str, str]:
    return psutil.Process(place.up.process.pid).environ()


def _sample(place: Installation) -> dict[str, Any]:
    family = [psutil.Process(place.up.process.pid), *place.up.descendants()]
    memory: dict[str, int] = {}
    files = 0
    for member in family:
        try:
            words = member.cmdline()
            kind = next((word for word in ("worker", "serve", "up") if word in words), "other")
            if "postgres" in (words[0] if words else ""):
                kind = "postgres"
            memory[kind] = memory.get(kind, 0) + member.memory_info().rss // 2**20
            files += member.num_fds()
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return {
        "memory_mb": memory,
        "open_files": files,
        "connections": value(
            place.url,
            "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'edison%%'",
        ),
        "database_mb": value(place.url, "SELECT pg_database_size(current_database()) / 1048576"),
        "home_files": _files_of(place.up.home),
        "rows": dict(_rows(place.url)),
    }


def _files_of(home: Path) -> dict[str, int]:
    """Kilobytes of what the installation keeps besides its database."""
    sizes: dict[str, int] = {}
    for path in home.rglob("*"):
        if path.is_file() and "postgres" not in path.parts:
            name = path.relative_to(home).parts[0]
            sizes[name] = sizes.get(name, 0) + path.stat().st_size // 1024
    return sizes


def _rows(url: str) -> Generator[tuple[str, int]]:
    names: Sequence[tuple[str]] = rows(
        url,
        "SELECT schemaname || '.' || relname FROM pg_stat_user_tables WHERE n_live_tup + n_dead_tup > 0 ORDER BY 1",
    )
    for (name,) in names:
        yield name, value(url, f"SELECT count(*) FROM {name}")


if __name__ == "__main__":
    print(json.dumps(soak(float(sys.argv[1]))))
