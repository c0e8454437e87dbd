"""Watchdog that ends a process with a blocked event loop; and control of garbage collection at startup.

A frozen worker keeps its database connection and thus its lock, so no other worker could take over its work. A thread
watches the loops. If C code blocks this thread as well (`re` holds the GIL while it matches), a kernel timer that the
thread no longer resets ends the process by SIGALRM. In both cases the connections close and PostgreSQL releases the
lock.
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
# EX_TEMPFAIL of sysexits.h: restart it.
EXIT_FROZEN = 75
# Exit codes of frozen processes of ours, as reported by `subprocess`.
FROZEN_CODES = frozenset({EXIT_FROZEN, -signal.SIGALRM})


class LoopWatchdog:
    """Watches the registered event loops from a separate thread."""

    def __init__(self, frozen_after_s: float = FROZEN_AFTER_S) -> None:
        self._frozen_after_s = frozen_after_s
        self._every_s = frozen_after_s / 10
        self._last_turn: dict[str, float] = {}
        self._loops: dict[str, asyncio.AbstractEventLoop] = {}
        self._stopped = threading.Event()

    def watch(self, name: str, loop: asyncio.AbstractEventLoop) -> None:
        """Register a running event loop."""
        self._last_turn[name] = time.monotonic()
        self._loops[name] = loop

    def start(self) -> None:
        # Written without the interpreter: the stack of each thread when the kernel timer expired.
        faulthandler.register(signal.SIGALRM, all_threads=True, chain=True)
        signal.setitimer(signal.ITIMER_REAL, self._frozen_after_s * 1.5)
        threading.Thread(target=self._look, name="loop-watchdog", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _look(self) -> None:
        while not self._stopped.wait(self._every_s):
            # 1.5 times the limit: if this thread runs, it reports first.
            signal.setitimer(signal.ITIMER_REAL, self._frozen_after_s * 1.5)
            now = time.monotonic()
            # A copy: loops are registered while this thread runs.
            for name, loop in list(self._loops.items()):
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
        # Immediately: nothing that waits for the frozen loop may keep the process and its lock alive.
        os._exit(EXIT_FROZEN)


def defer_gc() -> None:
    """Turn garbage collection off during startup, where it would take up to a quarter of the time."""
    gc.disable()


def enable_gc() -> None:
    """Turn garbage collection on, excluding the objects created during startup."""
    gc.freeze()
    gc.enable()
