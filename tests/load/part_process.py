"""Runs one part of a show in a process of its own, and ends it with all it started when it takes too long."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

# For a part that is interrupted to stop its servers and remove its files.
CLEAN_UP_WITHIN_S = 10.0
KILLED_WITHIN_S = 5.0


class PartProcess:
    """A process that writes its figures to a file; everything it starts names its temporary folder."""

    def __init__(self, command: Sequence[str]) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="edison-show-"))
        self._figures = self._folder / "figures.json"
        self._process = subprocess.Popen(
            [*command, "--into", str(self._figures)],
            env={**os.environ, "TMPDIR": str(self._folder)},  # noqa: TID251 - the child gets ours
            stdin=subprocess.DEVNULL,
            # The figures of all parts are the only thing that belongs on standard output.
            stdout=sys.stderr,
        )

    def wait(self, within_s: float) -> int | None:
        """Return the exit code, or None if the process has not ended within these seconds."""
        try:
            return self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            return None

    def figures(self) -> dict[str, Any]:
        """Return what was measured; nothing if the process failed or was ended before it was done."""
        if not self._figures.exists():
            return {}
        return json.loads(self._figures.read_text())

    def close(self) -> None:
        """End the process and everything it left behind, and remove its files."""
        try:
            self._interrupt()
        finally:
            for process in self._remaining():
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            self._process.wait(KILLED_WITHIN_S)
            shutil.rmtree(self._folder, ignore_errors=True)

    def _interrupt(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            self.wait(CLEAN_UP_WITHIN_S)

    def _remaining(self) -> list[psutil.Process]:
        """Databases and workers change their parent and their group, but each knows a path in the folder."""
        return [
            process
            for process in psutil.process_iter()
            if process.pid != os.getpid() and _names(process, str(self._folder))
        ]


def _names(process: psutil.Process, folder: str) -> bool:
    try:
        known = (*process.cmdline(), *process.environ().values())
    except psutil.Error:
        return False
    return any(folder in text for text in known)


def write_figures(path: Path, figures: dict[str, Any]) -> None:
    """Write them as a whole or not at all."""
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(figures))
    unfinished.rename(path)
