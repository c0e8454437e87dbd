"""End a process whose event loop no longer turns, so that others can take over what it holds.

A frozen worker keeps its connections, and so its lock: nobody would ever resume its work. A thread
watches the loops. Code in C may keep that thread from running, too (`re` holds the interpreter
while it matches): then a timer of the kernel, which the thread would have set back, ends the
process by SIGALRM. Either way the connections close and PostgreSQL frees the lock.
"""

import asyncio
import faulthandler
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

import structlog

log = structlog.get_logger(__name__)

FROZEN_AFTER_S = 30.0
# EX_TEMPFAIL of sysexits.h: start it again.
EXIT_FROZEN = 75
# How processes of ours end that were frozen, as `subprocess` tells it.
FROZEN_CODES = frozenset({EXIT_FROZEN, -signal.SIGALRM})


class LoopWatchdog:
    """Watches the event loops that were named to it, from a thread of its own."""

    def __init__(self, frozen_after_s: float = FROZEN_AFTER_S) -> None:
        self._frozen_after_s = frozen_after_s
        self._every_s = frozen_after_s / 10
        self._last_turn: dict[str, float] = {}
        self._loops: dict[str, asyncio.AbstractEventLoop] = {}
        self._stopped = threading.Event()

    def watch(self, name: str, loop: asyncio.AbstractEventLoop) -> None:
        """Watch one more loop, which is running."""
        self._last_turn[name] = time.monotonic()
        self._loops[name] = loop

    def start(self) -> None:
        # Written without the interpreter: where each thread was when the kernel's timer ran out.
        faulthandler.register(signal.SIGALRM, all_threads=True, chain=True)
        threading.Thread(target=self._look, name="loop-watchdog", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _look(self) -> None:
        while not self._stopped.wait(self._every_s):
            # Half as much again: where this thread runs, its own words come first.
            signal.setitimer(signal.ITIMER_REAL, self._frozen_after_s * 1.5)
            now = time.monotonic()
            for name, loop in self._loops.items():
                if now - self._last_turn[name] > self._frozen_after_s:
                    self._give_up(name)
                if not loop.is_closed():
                    loop.call_soon_threadsafe(self._turned(name))
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _turned(self, name: str) -> Callable[[], None]:
        def note() -> None:
            self._last_turn[name] = time.monotonic()

        return note

    def _give_up(self, name: str) -> None:
        log.critical(
            "worker_frozen",
            loop=name,
            seconds=self._frozen_after_s,
            consequence="the process ends, and another worker takes over its work",
        )
        faulthandler.dump_traceback(all_threads=True)
        sys.stdout.flush()
        # At once: nothing that waits for the frozen loop may keep the process, and so its lock, alive.
        os._exit(EXIT_FROZEN)


def defer_gc() -> None:
    """Not now: to look through all of them again and again takes up to a quarter of the start."""
    gc.disable()


def enable_gc() -> None:
    """From here on, and never again among what the start has made."""
    gc.freeze()
    gc.enable()
