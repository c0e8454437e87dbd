"""The parts of `just show language`: how much code there is, how it is named, and how many files start a run."""

import asyncio
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from tools.checks import rooms
from tools.checks.class_names import classes_by_name
from tools.checks.no_names import is_vague
from tools.checks.rule import Tree

from edison.engine.launcher import Launcher
from tests.load.run_stage import a_stage
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget
from tests.support.runs import RunBench, a_run_bench

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "edison"
LIMITS: dict[str, tuple[str, float]] = {
    "gerund_files": ("at most", 0),
    "duplicate_class_names": ("at most", 0),
    "rooms_mismatched": ("at most", 0),
    "longest_file": ("at most", 400),
    "files_start_run": ("at most", 12),
}


def names(say: Say, _: TimeBudget) -> Figures:
    """Count files, lines, and names that break the rules."""
    tree = Tree(ROOT)
    files = tree.under("src/edison")
    lines = {path: len(tree.text(path).splitlines()) for path in files}
    vague = [str(path) for path in tree.files if is_vague(path)]
    twice = [name for name, places in classes_by_name(tree).items() if len(places) > 1]
    strangers = [finding.message for finding in rooms.find(tree)]
    # Migrations are written once and not read again.
    read = {path: count for path, count in lines.items() if "migrations" not in path.parts}
    longest = max(read, key=lambda path: read[path])
    for found in (vague, twice, strangers):
        say(", ".join(found) or "none")
    say(f"longest file: {longest}")
    return {
        "python_lines": sum(lines.values()),
        "python_files": len(files),
        "gerund_files": len(vague),
        "duplicate_class_names": len(twice),
        "rooms_mismatched": len(strangers),
        "longest_file": read[longest],
    }


def start_of_a_run(say: Say, _: TimeBudget) -> Figures:
    """Count the files of services and engine that are entered until the first chunk of a run is enqueued."""
    files = asyncio.run(_files_entered())
    say("\n".join(files))
    return {"files_start_run": len(files)}


async def _files_entered() -> list[str]:
    async with a_stage() as stage:
        runs = await a_run_bench(await stage.gateway.bench(), cases=5, models=2)
        return await _traced(runs)


async def _traced(runs: RunBench) -> list[str]:
    """Start a run as the route does, and note each file that is entered before its first enqueue ends."""
    entered = list[str]()
    over = False

    def note(frame: FrameType, event: str, _: Any) -> None:
        nonlocal over
        file = Path(frame.f_code.co_filename)
        if event != "call" or over or not file.is_relative_to(PACKAGE):
            return
        name = str(file.relative_to(PACKAGE))
        if name.startswith(("services/", "engine/")) and name not in entered:
            entered.append(name)
        if frame.f_code is Launcher.work_chunk.__code__:
            over = True

    sys.setprofile(note)
    try:
        await runs.start()
    finally:
        sys.setprofile(None)
    if not over:
        raise RuntimeError("The run was started without enqueueing a chunk.")
    return entered


OF_NAMES = (
    *("python_lines", "python_files", "gerund_files", "duplicate_class_names"),
    *("rooms_mismatched", "longest_file"),
)
SHOW = Show(
    parts=(
        Part(name="names", measure=names, share_s=30, figures=OF_NAMES, needs_server=False),
        Part(name="run", measure=start_of_a_run, share_s=120, figures=("files_start_run",)),
    ),
    keys=(*OF_NAMES, "files_start_run"),
    limits=(LIMITS,),
)
