"""Separate database roles for web processes and workers, each with only the rights that it needs.

Neither owns the tables, so neither can change the schema, drop a constraint or disable a trigger. Their names are those
of the database with a suffix, because roles belong to all databases of a server.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, text

EVERYTHING = "SELECT, INSERT, UPDATE, DELETE"
READ = "SELECT"
# Columns that the erasure of a person changes; a trigger refuses others.
REDACTED = "UPDATE (actor_label, changes, origin, redacted)"
# What DBOS reads and writes when a workflow is queued in a transaction of Edison.
QUEUED = (
    "INSERT",
    "SELECT (workflow_uuid, status, name, class_name, config_name, queue_name, creator_xid, serialization)",
    "UPDATE (creator_xid)",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseRole:
    """The rights of one kind of process on tables, by name of the table; an empty right is none."""

    suffix: str
    # Tables of Edison that are not listed: `EVERYTHING`.
    own: Mapping[str, Sequence[str]]
    # Tables of the engine that are not listed: `engine_default`.
    engine: Mapping[str, Sequence[str]]
    engine_default: str
    # Columns that must not be read, and columns that must not be changed; such rows are never deleted.
    hidden: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    fixed: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    functions: Sequence[str] = ()
    # Backups read every table, also the partitions that others reach through their parent.
    backs_up: bool = False

    def name_in(self, database: str) -> str:
        return f"{database}_{self.suffix}"


WEB = DatabaseRole(
    suffix="web",
    own={
        "alembic_version": (READ,),
        "audit_checkpoints": (),
        "audit_log": ("SELECT, INSERT", REDACTED),
        "ledger": ("SELECT, INSERT",),
    },
    engine={
        "dbos_migrations": (READ,),
        "workflow_status": QUEUED,
        "workflow_input": ("INSERT", "SELECT (workflow_uuid)"),
    },
    engine_default="",
    hidden={"credentials": ("sealed",), "channel_secrets": ("sealed",)},
    # A key is sent to the address in `config`.
    fixed={"credentials": ("id", "project_id", "provider", "config")},
)
WORKER = DatabaseRole(
    suffix="worker",
    own={
        "alembic_version": (READ,),
        "audit_checkpoints": ("SELECT, INSERT",),
        "audit_log": ("SELECT, INSERT, DELETE",),
        "ledger": ("SELECT, INSERT, DELETE",),
    },
    engine={"dbos_migrations": (READ,)},
    engine_default=EVERYTHING,
    functions=("edison_make_partitions(int)",),
    backs_up=True,
)
ROLES = (WEB, WORKER)

TABLES = text(
    """
    SELECT n.nspname AS schema, c.relname AS name, c.relispartition AS part,
        array_agg(a.attname::text ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE n.nspname IN ('public', 'dbos') AND c.relkind IN ('r', 'p')
     GROUP BY 1, 2, 3 ORDER BY 1, 2
    """
)
# A role that was given its rights before has one on the schema, which a restored backup does not replace.
SET_UP = text(
    """
    SELECT EXISTS (
        SELECT FROM pg_namespace n, aclexplode(n.nspacl) a JOIN pg_roles r ON r.oid = a.grantee
         WHERE n.nspname = 'public' AND r.rolname = :role)
    """
)
TOO_STRONG = text(
    """
    SELECT r.rolsuper OR EXISTS (SELECT FROM pg_class c WHERE c.relowner = r.oid)
        OR EXISTS (SELECT FROM pg_class c WHERE c.oid = to_regclass('public.alembic_version')
                   AND pg_has_role(r.oid, c.relowner, 'USAGE'))
      FROM pg_roles r WHERE r.rolname = :role
    """
)


class RoleTooStrong(RuntimeError):
    """Error: a role that should be restricted owns tables, or is a superuser."""


def create_roles(connection: Connection) -> dict[str, bool]:
    """Create the roles that are missing, and give all of them their rights; return which were created, by name."""
    made: dict[str, bool] = {}
    with connection.begin():
        database = _database(connection)
        for role in ROLES:
            name = role.name_in(database)
            strong = connection.scalar(TOO_STRONG, {"role": name})
            if strong:
                raise RoleTooStrong(
                    f"The role {name} owns tables or is a superuser, so it cannot be restricted. "
                    "Let another role own the tables, or rename this one."
                )
            made[name] = strong is None
            if made[name]:
                # Without a password, so that nobody can sign in before the operator sets one.
                connection.execute(text(f"CREATE ROLE {_quoted(connection, name)} LOGIN"))
            _grant(connection, role, name)
    return made


def grant_again(connection: Connection) -> None:
    """Give the roles the rights on tables that a migration or a restored backup added, if there are such roles."""
    with connection.begin():
        database = _database(connection)
        for role in ROLES:
            name = role.name_in(database)
            if connection.scalar(SET_UP, {"role": name}):
                _grant(connection, role, name)


def _grant(connection: Connection, role: DatabaseRole, name: str) -> None:
    for statement in _statements(connection, role, _quoted(connection, name)):
        connection.execute(text(statement))


def _statements(connection: Connection, role: DatabaseRole, to: str) -> Iterator[str]:
    yield "REVOKE CREATE ON SCHEMA public FROM PUBLIC"
    yield f"REVOKE TEMPORARY ON DATABASE {_quoted(connection, _database(connection))} FROM PUBLIC"
    yield f"GRANT USAGE ON SCHEMA public, dbos TO {to}"
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA public, dbos FROM {to}"
    yield f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public, dbos TO {to}"
    yield "REVOKE EXECUTE ON FUNCTION edison_make_partitions(int) FROM PUBLIC"
    for function in role.functions:
        yield f"GRANT EXECUTE ON FUNCTION {function} TO {to}"
    for table in connection.execute(TABLES).all():
        place = f"{_quoted(connection, table.schema)}.{_quoted(connection, table.name)}"
        for right in _rights(connection, role, table.schema, table.name, table.part, table.columns):
            yield f"GRANT {right} ON {place} TO {to}"
    if role.backs_up:
        yield f"GRANT SELECT ON ALL TABLES IN SCHEMA public, dbos TO {to}"
        yield f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO {to}"


def _rights(
    connection: Connection,
    role: DatabaseRole,
    schema: str,
    table: str,
    part: bool,
    columns: Sequence[str],
) -> Sequence[str]:
    if part:
        return ()
    if schema == "dbos":
        return role.engine.get(table, (role.engine_default,) if role.engine_default else ())
    if table not in role.hidden:
        return role.own.get(table, (EVERYTHING,))

    def all_but(without: Sequence[str]) -> str:
        return ", ".join(_quoted(connection, each) for each in columns if each not in without)

    fixed = role.fixed.get(table)
    change = "UPDATE, DELETE" if fixed is None else f"UPDATE ({all_but(fixed)})"
    return ("INSERT", change, f"SELECT ({all_but(role.hidden[table])})")


def _database(connection: Connection) -> str:
    return str(connection.scalar(text("SELECT current_database()")))


def _quoted(connection: Connection, name: str) -> str:
    return connection.dialect.identifier_preparer.quote(name)
