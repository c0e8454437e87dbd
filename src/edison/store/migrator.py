"""Migration of a database to the schema of this version, by one process at a time."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import NullPool

from edison.store.database import driver_url

log = structlog.get_logger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK_KEY = 0x4564_6973_6F6E_00
LOCK_WAIT_S = 120.0
OLDEST_POSTGRES = 160000


class MigrationRefused(RuntimeError):
    """The database cannot be migrated to this version; the message says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaState:
    """The current revision of a database and the revision that this version needs."""

    current: str | None
    oldest: str
    wanted: str
    known: bool
    invalid_indexes: tuple[str, ...]

    @property
    def up_to_date(self) -> bool:
        return self.current == self.wanted

    @property
    def too_old(self) -> bool:
        """Return whether the revision is older than the oldest migration that this version still has."""
        return self.current is not None and self.current < self.oldest


def migrate(
    url: str,
    *,
    also: Callable[[str], None] | None = None,
    also_behind: Callable[[str], bool] | None = None,
    before: Callable[[SchemaState], None] | None = None,
    wait_s: float = LOCK_WAIT_S,
) -> SchemaState:
    """Migrate to the newest schema; if another process is migrating, wait for it.

    `also` runs the migrations of other components; `also_behind` returns whether any of them is pending. `before` is
    called before a database in use is changed; if it raises, nothing is changed.
    """
    with connection_to(url) as connection, _only_one(connection, wait_s):
        _must_be_new_enough(connection)
        state = _state(connection)
        require_upgradable(state.current, "database")
        behind = not state.up_to_date or (also_behind is not None and also_behind(url))
        if not _may_migrate(connection):
            _refuse_if(behind or bool(state.invalid_indexes))
            return state
        if before is not None and state.current is not None and behind:
            before(state)
        if state.invalid_indexes:
            _rebuild(connection, state.invalid_indexes)
        if not state.up_to_date:
            log.info("migrating", current=state.current, wanted=state.wanted)
            command.upgrade(alembic_config(connection), "head")
        if also is not None:
            also(url)
        return _state(connection)


def _may_migrate(connection: Connection) -> bool:
    """Return whether this role owns the tables; web processes and workers may use roles that do not."""
    owns = connection.scalar(
        text(
            "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class "
            "WHERE oid = to_regclass('public.alembic_version')"
        )
    )
    connection.rollback()
    return owns is not False


def _refuse_if(behind: bool) -> None:
    if behind:
        raise MigrationRefused(
            "The database must be migrated, but this role does not own its tables. "
            "Run `edison migrate` with the role that owns them."
        )


def require_upgradable(revision: str | None, what: str) -> None:
    """Raise if this version of Edison cannot migrate a database or backup of this revision."""
    scripts = ScriptDirectory(MIGRATIONS)
    oldest = scripts.get_base() or ""
    if revision is not None and revision < oldest:
        raise MigrationRefused(
            f"The {what} is at revision {revision}: it was made by a development version before "
            "the first release, which no release can upgrade. Create a new database, or restore a "
            f"backup of revision {oldest} or newer."
        )
    if not _is_known(scripts, revision):
        raise MigrationRefused(
            f"The {what} is at revision {revision}, which this version of Edison does not know: "
            "it was migrated by a newer one. Install that version, or restore a backup."
        )


def _is_known(scripts: ScriptDirectory, revision: str | None) -> bool:
    return revision is None or any(
        script.revision == revision for script in scripts.walk_revisions()
    )


def schema_state(url: str) -> SchemaState:
    with connection_to(url) as connection:
        return _state(connection)


def schema_drift(url: str) -> None:
    """Raise if the tables in the code differ from the migrated schema."""
    with connection_to(url) as connection:
        command.check(alembic_config(connection))


def _must_be_new_enough(connection: Connection) -> None:
    version = connection.scalar(text("SHOW server_version_num"))
    connection.rollback()
    if int(version or 0) < OLDEST_POSTGRES:
        raise MigrationRefused("Edison needs PostgreSQL 16 or newer. Upgrade the server.")


@contextmanager
def connection_to(url: str) -> Generator[Connection]:
    engine = create_engine(
        driver_url(url), poolclass=NullPool, connect_args={"application_name": "edison-migrate"}
    )
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@contextmanager
def _only_one(connection: Connection, wait_s: float) -> Generator[None]:
    """Hold a lock that ends with this connection, so that a killed migration does not block the next."""
    deadline = time.monotonic() + wait_s
    while not connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": LOCK_KEY}):
        connection.rollback()
        if time.monotonic() > deadline:
            raise MigrationRefused(
                f"Another process has been migrating this database for over {wait_s:.0f} s. "
                "See pg_stat_activity for application_name 'edison-migrate'."
            )
        time.sleep(0.2)
    connection.rollback()
    try:
        yield
    finally:
        connection.rollback()
        connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": LOCK_KEY})
        connection.rollback()


def _state(connection: Connection) -> SchemaState:
    scripts = ScriptDirectory.from_config(alembic_config(connection))
    current = MigrationContext.configure(connection).get_current_revision()
    invalid = connection.scalars(
        text(
            "SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON oid = indexrelid "
            "WHERE NOT indisvalid AND relnamespace = 'public'::regnamespace"
        )
    ).all()
    connection.rollback()
    return SchemaState(
        current=current,
        oldest=scripts.get_base() or "",
        wanted=scripts.get_current_head() or "",
        known=_is_known(scripts, current),
        invalid_indexes=tuple(invalid),
    )


def _rebuild(connection: Connection, indexes: tuple[str, ...]) -> None:
    """Rebuild indexes that an interrupted build left invalid. Index builds run outside of transactions."""
    for name in indexes:
        log.warning("rebuilding_index", index=name)
        connection.execute(text(f"REINDEX INDEX {name}"))  # the name comes from the catalog, quoted
    connection.execute(text("COMMIT"))


def alembic_config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
