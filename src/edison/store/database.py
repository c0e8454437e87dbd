"""Connection to PostgreSQL, with one driver, one isolation level and short timeouts."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import psycopg
import psycopg.errors
import structlog
from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine

from edison.domain.errors import EdisonError, QueryTimeout, Unavailable

log = structlog.get_logger(__name__)

PING_S = 3.0
CONNECT_S = 10


class Database:
    """A SQLAlchemy engine and its session factory."""

    def __init__(
        self,
        url: str,
        *,
        pool_size: int = 10,
        application: str = "edison",
        statement_timeout_s: float | None = None,
    ) -> None:
        """Create the engine, which connects on first use.

        Only web processes set a statement timeout, because workers may run long statements.
        """
        options = "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s"
        if statement_timeout_s is not None:
            options += f" -c statement_timeout={round(statement_timeout_s * 1000)}ms"
        self._limited = statement_timeout_s is not None
        self.url = driver_url(url)
        self.engine: AsyncEngine = create_async_engine(
            self.url,
            isolation_level="READ COMMITTED",
            pool_size=pool_size,
            max_overflow=pool_size,
            pool_pre_ping=True,
            # Parameter values must not appear in error messages, because these are logged.
            hide_parameters=True,
            connect_args={
                "connect_timeout": CONNECT_S,
                "application_name": application,
                "options": options,
            },
        )

    @asynccontextmanager
    async def session(self, *, readonly: bool) -> AsyncGenerator[AsyncSession]:
        """Open a session; PostgreSQL rejects writes if `readonly` is set."""
        engine = (
            self.engine.execution_options(postgresql_readonly=True) if readonly else self.engine
        )
        try:
            async with AsyncSession(engine, expire_on_commit=False, autoflush=True) as session:
                yield session
        except (OperationalError, InterfaceError, PoolTimeout, psycopg.OperationalError) as error:
            raise self._in_words(error) from error

    def _in_words(self, error: Exception) -> EdisonError:
        # COPY bypasses SQLAlchemy, which otherwise wraps the errors of the driver.
        cause = error if isinstance(error, psycopg.Error) else getattr(error, "orig", None)
        if self._limited and isinstance(cause, psycopg.errors.QueryCanceled):
            log.warning("statement_timeout", error=str(error))
            return QueryTimeout("The database took too long to answer this request")
        log.warning("database_unavailable", error=str(error))
        return Unavailable("The database cannot be reached right now")

    async def answers(self) -> bool:
        """Return whether the database answers within a few seconds."""
        try:
            async with asyncio.timeout(PING_S), self.engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, OSError, TimeoutError):
            return False
        return True

    async def close(self) -> None:
        await self.engine.dispose()


class BadAddress(RuntimeError):
    """The database address is not a PostgreSQL address."""


def driver_url(url: str) -> URL:
    """Parse a PostgreSQL address in any common form and set the driver that Edison uses."""
    return _parsed(url).set(drivername="postgresql+psycopg")


def libpq_url(url: str) -> str:
    """Return the address in the form that libpq and its tools expect."""
    plain = _parsed(url).set(drivername="postgresql").render_as_string(hide_password=False)
    # SQLAlchemy does not escape spaces, and libpq rejects them.
    return plain.replace(" ", "%20")


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        parsed = None
    if parsed is None or not parsed.drivername.startswith("postgres"):
        # The address is not quoted: it may contain a password.
        raise BadAddress("DATABASE_URL must look like postgresql://user:password@host:5432/edison")
    return parsed
