"""Edison contacts its database and the mail server it was given, and nobody else."""

import asyncio
import ipaddress
import json
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.support.client import browser_at, done, sign_up
from tests.support.mailbox import Mailbox, a_mailbox
from tests.support.processes import EdisonProcess, free_port, wait_until
from tests.support.world import API

# Notes every address that Python code asks for or connects to, however short it takes.
NOTING = """
import json, sys

notes = open("asked.jsonl", "a", buffering=1)

def note(event, given):
    if event in ("socket.connect", "socket.sendto"):
        notes.write(json.dumps([event, given[1]], default=str) + "\\n")
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        notes.write(json.dumps([event, given[0]], default=str) + "\\n")

sys.addaudithook(note)
from edison.cli.main import main
main()
"""

Peer = tuple[str, int]


class Watch:
    """Looks again and again to whom processes are connected: the database driver is no Python code."""

    def __init__(self, *processes: EdisonProcess) -> None:
        self._pids = [process.process.pid for process in processes]
        self.peers: set[Peer] = set()
        self.looks = 0
        self._over = threading.Event()

    def run(self) -> None:
        while not self._over.wait(0.01):
            for pid in self._pids:
                process = psutil.Process(pid)
                for each in [process, *process.children(recursive=True)]:
                    # A child may end between being listed and being looked at.
                    with suppress(psutil.NoSuchProcess):
                        self.peers |= {
                            (found.raddr.ip, found.raddr.port)
                            for found in each.net_connections(kind="inet")
                            if found.raddr
                        }
            self.looks += 1

    @contextmanager
    def going_on(self) -> Generator[None]:
        thread = threading.Thread(target=self.run)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()


def asked_for(process: EdisonProcess) -> list[tuple[str, Any]]:
    notes = (process.home / "asked.jsonl").read_text().splitlines()
    return [(event, target) for event, target in map(json.loads, notes)]


def use_the_api(address: str) -> None:
    with browser_at(address) as browser:
        sign_up(browser)
        slug = done(browser.post(f"{API}/projects", json={"name": "Support bot"}))["slug"]
        invite = {"email": "new@example.com", "role": "VIEWER"}
        done(browser.post(f"{API}/projects/{slug}/invites", json=invite))
        token = {"name": "CI", "role": "VIEWER", "expires_in_days": 1}
        done(browser.post(f"{API}/projects/{slug}/tokens", json=token))
        for path in ("", "/members", "/invites", "/tokens", "/audit"):
            done(browser.get(f"{API}/projects/{slug}{path}"))
        for path in ("/", "/health", "/readiness", "/metrics"):
            browser.get(path)


@contextmanager
def an_edison(home: Path, database_url: str, mail: Mailbox) -> Generator[list[EdisonProcess]]:
    """A web process and a worker that note whom they ask for."""
    settings = {"smtp_host": "127.0.0.1", "smtp_port": str(mail.port)}
    processes: list[EdisonProcess] = []
    try:
        for command in ("serve", "worker"):
            started = EdisonProcess(
                home / command,
                command,
                database_url=database_url,
                port=free_port(),
                program=(sys.executable, "-c", NOTING),
                settings=settings,
            )
            processes.append(started)
        yield processes
    finally:
        for process in processes:
            process.stop()


@pytest.mark.nightly
async def test_nobody_but_the_database_and_the_mail_server_is_contacted(
    database_url: str, tmp_path: Path
) -> None:
    """NFR-4.4.20: a web process and a worker from start to stop, while the API is used."""
    async with a_mailbox() as mail:
        with an_edison(tmp_path, database_url, mail) as (web, worker):
            watch = Watch(web, worker)
            with watch.going_on():
                await asyncio.to_thread(web.wait_until_ready)
                await asyncio.to_thread(
                    wait_until, lambda: web.answers("/health"), 90, "a worker reports"
                )
                await asyncio.to_thread(use_the_api, web.address)
                sent = await mail.next()

    assert sent["To"] == "new@example.com"
    assert asked_for(web) == []
    assert asked_for(worker) == [("socket.connect", ["127.0.0.1", mail.port])]
    assert watch.looks > 20
    assert {ip for ip, _ in watch.peers if not ipaddress.ip_address(ip).is_loopback} == set()
