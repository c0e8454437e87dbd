"""A PostgreSQL that requires a password: a role without superuser rights, and a database that it owns."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from edison.store.database import libpq_url
from edison.store.local_server import LocalServer

ROLE = "edison_owner"
DATABASE = "edison_owned"


@contextmanager
def password_server(folder: Path, password: str) -> Generator[str]:
    """Start a server in `folder` and yield the address of its database, password included."""
    server = LocalServer(folder)
    admin = server.url()
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(ROLE)))
        # Hashed here, so that the statement, which the server may log, does not contain it.
        connection.pgconn.change_password(ROLE.encode(), password.encode())
        _add_database(admin, DATABASE)
        rules = folder / "pg_hba.conf"
        rules.write_text(f"local all {ROLE} scram-sha-256\n{rules.read_text()}")
        connection.execute("SELECT pg_reload_conf()")
    try:
        yield _address_of(admin, DATABASE, password)
    finally:
        server._server.cleanup()  # pyright: ignore[reportPrivateUsage]


def add_sibling(url: str, name: str) -> str:
    """Create another database of the same role on the server of `url`; return its address."""
    admin = make_url(url).set(username="postgres", password=None, database="postgres")
    _add_database(admin.render_as_string(hide_password=False), name)
    return make_url(url).set(database=name).render_as_string(hide_password=False)


@contextmanager
def locked(url: str, table: str) -> Generator[None]:
    """Hold a lock that blocks a dump or a DROP of this table."""
    with psycopg.connect(libpq_url(url)) as connection:
        connection.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE".encode())
        yield


def _add_database(admin: str, name: str) -> None:
    with psycopg.connect(libpq_url(admin), autocommit=True) as connection:
        connection.execute(
            sql.SQL("CREATE DATABASE {} OWNER {}").format(
                sql.Identifier(name), sql.Identifier(ROLE)
            )
        )


def _address_of(admin: str, name: str, password: str) -> str:
    """Return the URL of the role; the password is percent-encoded and may contain any character."""
    host = make_url(admin).query["host"]
    return (
        f"postgresql://{ROLE}:{quote(password, safe='')}@/{name}?host={quote(str(host), safe='')}"
    )
