"""A real PostgreSQL for tests: one server per run, one migrated template per worker, one clone per test."""

import atexit
import fcntl
import itertools
import os
import shutil
import signal
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

import psycopg
from sqlalchemy.engine import make_url

from edison.kit.digests import sha256_hex
from edison.processes.build_context import migrate_all
from edison.store.local_server import LocalServer

_numbers = itertools.count(1)
_MEMORY = Path("/dev/shm")
_ROOM_BYTES = 4 * 2**30
MOST_CONNECTIONS = "400"
RESTART_WITHIN_S = 30.0


class TestServer:
    """PostgreSQL server from the Python package, in a folder that all workers of a test run share."""

    __test__ = False

    @staticmethod
    def for_run(name: str, worker: str) -> "TestServer":
        """Start the server outside of pytest's folder, whose permissions other test runs change."""
        return TestServer(_roomy() / f"edison-tests-{sha256_hex(name)[:12]}", worker)

    def __init__(self, folder: Path, worker: str) -> None:
        # Runs after the handler of the server, which is registered later.
        atexit.register(_remove_once_stopped, folder)
        self._data = folder / "postgres"
        with _alone(folder):
            self._server = LocalServer(self._data)
            self.admin_url = self._server.url()
            self._allow_connections()
        self._template = f"template_{worker}"
        self._execute(
            # Test databases are deleted, so durability is turned off.
            "ALTER SYSTEM SET fsync = off",
            "ALTER SYSTEM SET synchronous_commit = off",
            "ALTER SYSTEM SET full_page_writes = off",
            "SELECT pg_reload_conf()",
        )
        self._execute(f"CREATE DATABASE {self._template}")
        migrate_all(self.url_of(self._template))

    def _allow_connections(self) -> None:
        """Restart the server with more connections: all test processes share it, each with workers of its own."""
        with psycopg.connect(self.admin_url) as connection:
            [allowed] = connection.execute("SHOW max_connections").fetchone() or ("",)
        if allowed == MOST_CONNECTIONS:
            return
        self._execute(f"ALTER SYSTEM SET max_connections = {MOST_CONNECTIONS}")
        os.kill(int((self._data / "postmaster.pid").read_text().split()[0]), signal.SIGINT)
        until = time.monotonic() + RESTART_WITHIN_S
        # The server still counts as running for a moment after it stopped.
        while not self._server.revive():
            assert time.monotonic() < until, "PostgreSQL did not stop"
            time.sleep(0.05)

    def url_of(self, name: str) -> str:
        return make_url(self.admin_url).set(database=name).render_as_string(hide_password=False)

    @contextmanager
    def database(self, *, empty: bool = False) -> Generator[str]:
        """Create a database for one test, migrated unless it must be empty."""
        name = f"test_{os.getpid()}_{next(_numbers)}"
        template = "" if empty else f" TEMPLATE {self._template} STRATEGY FILE_COPY"
        self._execute(f"CREATE DATABASE {name}{template}")
        try:
            yield self.url_of(name)
        finally:
            self._execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _execute(self, *statements: str) -> None:
        with psycopg.connect(self.admin_url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())


def _roomy() -> Path:
    """Return a folder in memory if there is room: copying the 1,000 files of a database is 30 times slower on disk."""
    if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM_BYTES:
        return _MEMORY
    return Path(gettempdir())


@contextmanager
def _alone(folder: Path) -> Generator[None]:
    """Let one process after the other through."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _remove_once_stopped(folder: Path) -> None:
    """Delete the folder, unless another worker of this run still uses it."""
    if not (folder / "postgres" / "postmaster.pid").exists():
        shutil.rmtree(folder, ignore_errors=True)
