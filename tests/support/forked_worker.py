"""Worker processes forked from a process that has already imported them.

A worker spends five seconds of processor time on imports, and each of a hundred test files starts one.
Tests that kill or measure workers start them with `tests.support.gateway.a_worker` instead.
"""

import asyncio
import multiprocessing
import os
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from edison.cli.main import main

STOP_WITHIN_S = 30.0

_server = multiprocessing.get_context("forkserver")
_server.set_forkserver_preload(["edison.cli.main", "edison.processes.worker", __name__])


@asynccontextmanager
async def forked_worker(home: Path, environment: Mapping[str, str]) -> AsyncGenerator[None]:
    """Run a worker with only these environment variables until the block ends; its log is in `home`."""
    log = home / "worker.log"
    process = _server.Process(target=_work, args=(dict(environment), log))
    await asyncio.to_thread(process.start)
    try:
        yield
        assert process.is_alive(), log.read_text(errors="replace")[-2000:]
        process.terminate()
        await asyncio.to_thread(process.join, STOP_WITHIN_S)
        assert process.exitcode is not None, "the worker did not stop"
    finally:
        if process.is_alive():
            process.kill()
            await asyncio.to_thread(process.join)


def _work(environment: dict[str, str], log: Path) -> None:
    log.parent.mkdir(parents=True, exist_ok=True)
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    os.environ.clear()  # noqa: TID251 - the process gets only the variables of the test
    os.environ.update(environment)  # noqa: TID251
    sys.argv = ["edison", "worker"]
    main()
