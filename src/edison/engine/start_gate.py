"""Starts go first: runs of schedules wait while this worker is still starting others.

A thousand schedules may be due in the same minute. Writing down that each has begun takes seconds; the runs
themselves take as long as their models do, and would hold up the starts if they took the processor at once.
"""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

LOOK_AGAIN_S = 0.25
# Whatever happens to the starts, work goes on.
WAIT_AT_MOST_S = 60.0


class StartGate:
    def __init__(self) -> None:
        self._starting = 0

    @contextmanager
    def starting(self) -> Generator[None]:
        self._starting += 1
        try:
            yield
        finally:
            self._starting -= 1

    async def over(self) -> None:
        """Wait until nothing is being started here."""
        waited = 0.0
        while self._starting and waited < WAIT_AT_MOST_S:
            await asyncio.sleep(LOOK_AGAIN_S)
            waited += LOOK_AGAIN_S
