"""Runs the `edison` command as a process with its own environment."""

import asyncio
import fcntl
import os
import pty
import struct
import sys
import termios
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.forked_process import forked_command


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    code: int
    out: str
    err: str


class Command:
    """The command with one home folder and one database."""

    def __init__(self, home: Path, url: str, **settings: str) -> None:
        self.environment = {
            "HOME": str(home),
            "EDISON_HOME": str(home),
            "EDISON_DATABASE_URL": url,
            **settings,
        }

    async def run(self, *arguments: str) -> Done:
        if "PYTHONPATH" in self.environment:
            # Another version of Edison: the forked process has imported this one.
            process = await self._start(*arguments)
            out, err = await process.communicate()
            return Done(code=process.returncode or 0, out=out.decode(), err=err.decode())
        code, *texts = await asyncio.to_thread(forked_command, arguments, self.environment)
        return Done(code=code, out=texts[0], err=texts[1])

    @asynccontextmanager
    async def running(
        self, *arguments: str, ready: str
    ) -> AsyncGenerator[asyncio.subprocess.Process]:
        """Run until the block ends or kills it; the block starts when a line of the log contains `ready`."""
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

    @asynccontextmanager
    async def at_terminal(
        self, *arguments: str, columns: int = 140
    ) -> AsyncGenerator["TerminalSession"]:
        """Run with a terminal of this width as standard input, output and error."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "edison",
            *arguments,
            env={**self.environment, "TERM": "xterm-256color"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        try:
            yield TerminalSession(process, ours)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
            os.close(ours)

    async def _start(self, *arguments: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "edison",
            *arguments,
            env=self.environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )


class TerminalSession:
    """Output and input of a terminal."""

    def __init__(self, process: asyncio.subprocess.Process, terminal: int) -> None:
        self._process = process
        self._terminal = terminal
        self.seen = ""

    async def wait_for(self, text: str) -> None:
        async with asyncio.timeout(120):
            while text not in self.seen:
                more = await asyncio.to_thread(self._read)
                assert more, f"it ended without {text!r}: {self.seen}"
                self.seen += more

    async def type(self, text: str) -> None:
        await asyncio.to_thread(os.write, self._terminal, text.encode())

    async def wait_until_end(self) -> int:
        async with asyncio.timeout(120):
            while more := await asyncio.to_thread(self._read):
                self.seen += more
            return await self._process.wait()

    def _read(self) -> str:
        try:
            return os.read(self._terminal, 65_536).decode(errors="replace")
        except OSError:
            # The other end is closed: the process has ended.
            return ""
