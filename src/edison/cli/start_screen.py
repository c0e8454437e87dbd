"""What `edison up` shows in a terminal: a line that counts the seconds of a slow step, and the browser."""

import os
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager

import click

EVERY_S = 0.2
FRAMES = "|/-\\"
LINE_WIDTH = 79


@contextmanager
def slow_step(what: str) -> Generator[None]:
    """Print a line for a step that takes seconds; in a terminal it counts them until the step ends."""
    if not sys.stdout.isatty():
        click.echo(what)
        yield
        return
    ended = threading.Event()
    ticker = threading.Thread(target=_count_seconds, args=(what, ended), daemon=True)
    ticker.start()
    try:
        yield
    finally:
        ended.set()
        ticker.join()


def _count_seconds(what: str, ended: threading.Event) -> None:
    began = time.monotonic()
    frame = 0
    while not ended.wait(EVERY_S):
        seconds = time.monotonic() - began
        click.echo(f"\r{what} {FRAMES[frame % len(FRAMES)]} {seconds:.0f} s", nl=False)
        frame += 1
    line = f"{what}, {time.monotonic() - began:.1f} s"
    click.echo(f"\r{line:<{LINE_WIDTH}}")


def browser_opener(no_open: bool) -> Callable[[str], None] | None:
    """Return a function that opens an address in the browser, or None if nobody would see it."""
    environment = os.environ  # noqa: TID251 - whether this terminal has a display
    shown = sys.stdout.isatty() and has_display(sys.platform, environment)
    return None if no_open or not shown else _open_browser


def has_display(platform: str, environment: Mapping[str, str]) -> bool:
    """Return whether a browser window can be shown: always on a desktop system, else with a display server."""
    if "SSH_CONNECTION" in environment:
        return False
    if platform in {"darwin", "win32"}:
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    # In a thread, because some browsers return only when their window is closed.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
