"""Runs the `edison` command as its own process, with an environment of its own."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    code: int
    out: str
    err: str


class Command:
    """The command with one home and one database."""

    def __init__(self, home: Path, url: str, **settings: str) -> None:
        self._environment = {
            "HOME": str(home),
            "EDISON_HOME": str(home),
            "EDISON_DATABASE_URL": url,
            **settings,
        }

    async def run(self, *arguments: str) -> Done:
        process = await self._start(*arguments)
        out, err = await asyncio.wait_for(process.communicate(), 60)
        return Done(code=process.returncode or 0, out=out.decode(), err=err.decode())

    @asynccontextmanager
    async def running(
        self, *arguments: str, ready: str
    ) -> AsyncGenerator[asyncio.subprocess.Process]:
        """Run until the block ends, unless the block kills it; enter it when a line of the log says `ready`."""
        process = await self._start(*arguments)
        assert process.stderr
        seen: list[str] = []
        try:
            async with asyncio.timeout(60):
                async for line in process.stderr:
                    seen.append(line.decode())
                    if ready in seen[-1]:
                        break
                else:
                    raise AssertionError("".join(seen))
            reading = asyncio.create_task(process.stderr.read())
            yield process
            if process.returncode is None:
                process.terminate()
            await asyncio.wait_for(process.wait(), 30)
            await reading
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def _start(self, *arguments: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "edison",
            *arguments,
            env=self._environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
