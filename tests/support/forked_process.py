"""Processes of the `edison` command, forked from a process that has already imported it.

A worker spends five seconds of processor time on imports and a short command one, and the tests start hundreds of
them. Tests that kill or measure processes start them with `tests.support.gateway.a_worker` or `Command.running`.
"""

import asyncio
import multiprocessing
import os
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from tempfile import TemporaryDirectory

from edison.cli.main import main

STOP_WITHIN_S = 30.0

_server = multiprocessing.get_context("forkserver")
_server.set_forkserver_preload(
    [
        "edison.cli.main",
        "edison.cli.suites.suite_command",
        "edison.processes.scheduled_backups",
        "edison.processes.vault_keys",
        "edison.processes.worker",
        __name__,
    ]
)


@asynccontextmanager
async def forked_worker(home: Path, environment: Mapping[str, str]) -> AsyncGenerator[None]:
    """Run a worker with only these environment variables until the block ends; its log is in `home`."""
    log = home / "worker.log"
    process = await asyncio.to_thread(_start, ["worker"], environment, log, log)
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


def forked_command(
    arguments: Sequence[str], environment: Mapping[str, str], within_s: float = 90.0
) -> tuple[int, str, str]:
    """Run a command with only these environment variables; return its exit code, output and errors."""
    with TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        process = _start(arguments, environment, out, err)
        process.join(within_s)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"edison {' '.join(arguments)} did not end: {err.read_text()}")
        return process.exitcode, out.read_text(), err.read_text()


def _start(
    arguments: Sequence[str], environment: Mapping[str, str], out: Path, err: Path
) -> ForkServerProcess:
    process = _server.Process(target=_run, args=(arguments, dict(environment), out, err))
    process.start()
    return process


def _run(arguments: Sequence[str], environment: dict[str, str], out: Path, err: Path) -> None:
    for source, target in ((_opened(out), 1), (_opened(err), 2)):
        os.dup2(source, target)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ.clear()  # noqa: TID251 - the process gets only the variables of the test
    os.environ.update(environment)  # noqa: TID251
    sys.argv = ["edison", *arguments]
    main()


def _opened(file: Path) -> int:
    file.parent.mkdir(parents=True, exist_ok=True)
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
