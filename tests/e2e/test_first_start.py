"""`edison up` in a terminal: it says that it creates the database, and opens the browser at the sign-up page."""

import os
import pty
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browser import open_context
from tests.support.installation import free_port

READY_WITHIN_S = 240.0


@dataclass(slots=True)
class Terminal:
    """A terminal with `edison up` in it, and a browser that only notes the address."""

    process: subprocess.Popen[bytes]
    opened: Path
    shown: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        return "".join(self.shown)

    def wait_until_ready(self) -> None:
        until = time.monotonic() + READY_WITHIN_S
        while " ready " not in self.text:
            assert self.process.poll() is None, self.text
            assert time.monotonic() < until, self.text
            time.sleep(0.1)

    def address(self) -> str:
        until = time.monotonic() + READY_WITHIN_S
        while not self.opened.exists() or not self.opened.read_text().strip():
            assert time.monotonic() < until, self.text
            time.sleep(0.1)
        return self.opened.read_text().strip()


@contextmanager
def terminal(folder: Path, *arguments: str) -> Generator[Terminal]:
    opened = folder / "opened"
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o700)
    kept = {
        name: value
        for name, value in os.environ.items()  # noqa: TID251 - a child's environment
        if not name.startswith(("EDISON_", "SSH_")) and name != "DATABASE_URL"
    }
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "edison", "up", "--port", str(free_port()), *arguments],
        env={
            **kept,
            "EDISON_HOME": str(folder / "home"),
            "DISPLAY": ":99",
            "BROWSER": f"{browser} %s",
        },
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    found = Terminal(process, opened)
    reader = threading.Thread(target=_read, args=(ours, found.shown), daemon=True)
    reader.start()
    try:
        yield found
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        reader.join(10)
        os.close(ours)


def _read(file: int, shown: list[str]) -> None:
    while True:
        try:
            read = os.read(file, 4096)
        except OSError:
            return
        if not read:
            return
        shown.append(read.decode(errors="replace"))


@pytest.mark.core
def test_the_first_start_says_what_it_does_and_opens_the_browser(
    browser: Browser, tmp_path: Path
) -> None:
    with terminal(tmp_path) as edison:
        edison.wait_until_ready()
        address = edison.address()
        assert "creating  the database" in edison.text
        assert "creating  the tables" in edison.text

        page = open_context(browser, address).new_page()
        page.goto(address)
        expect(page.get_by_role("heading", name="Create your account")).to_be_visible()
        page.context.close()

    # The second start creates nothing, and opens nothing where that is not wanted.
    edison.opened.unlink()
    with terminal(tmp_path, "--no-open") as again:
        again.wait_until_ready()
        assert "creating" not in again.text
        assert not again.opened.exists()
