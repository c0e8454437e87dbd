"""Store the answers that an earlier worker on this machine received but did not commit before it ended."""

import asyncio
from collections import defaultdict
from pathlib import Path

import structlog

from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId, RunId
from edison.engine.answer_journal import LeftFile, left_files
from edison.engine.resources import Resources
from edison.engine.runs.journal_lines import from_line
from edison.engine.runs.reservations import Finished
from edison.engine.runs.run_writer import RunWriter

log = structlog.get_logger(__name__)


async def replay_journals(own: Resources, folder: Path) -> int:
    """Replay all journals; return the number of stored answers. Answers that are already stored are skipped."""
    return sum([await _replay(own, file) for file in left_files(folder)])


async def _replay(own: Resources, file: LeftFile) -> int:
    by_run: dict[tuple[ProjectId, RunId], list[Finished]] = defaultdict(list)
    lines = file.lines()
    for text in lines:
        if (line := from_line(text)) is not None:
            by_run[line.project, line.run].append(line.finished)
    kept, problems = 0, set[str]()
    for (project, run), items in by_run.items():
        some, wrong = await _finish(own, project, run, items)
        kept += some
        problems |= wrong
    log.warning("journal_replayed", file=file.path.name, lines=len(lines), kept=kept)
    if problems:
        log.error("journal_put_aside", file=file.path.name, problems=sorted(problems))
        file.put_aside()
    else:
        file.remove()
    return kept


async def _finish(
    own: Resources, project: ProjectId, run: RunId, items: list[Finished]
) -> tuple[int, set[str]]:
    """Store the answers of one run; return the number of stored answers, and the names of errors."""
    try:
        async with own.work.read() as tx:
            found = await tx.runs.get(project, run)
    except NotFound:
        # The run was deleted in the meantime.
        return 0, set()
    writer = RunWriter(own, project, found)
    kept: list[bool] = []
    problems: set[str] = set()

    async def one(item: Finished) -> None:
        try:
            kept.append(await writer.finish(item))
        except Exception as error:
            problems.add(type(error).__name__)

    async with asyncio.TaskGroup() as group:
        for item in items:
            group.create_task(one(item))
    return sum(kept), problems
