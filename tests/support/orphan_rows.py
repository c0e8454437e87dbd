"""Counts the remaining rows of a deleted project in every table of the database."""

import re
from uuid import UUID

from tests.support.sql import rows

UUIDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TABLES = """
    SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
     ORDER BY 1, 2
"""
# The audit entry that records the deletion must remain. Signatures of the audit log form a separate
# chain: they contain the id of a project and hashes, but no content.
SIGNATURES = ("public", "audit_checkpoints")
KEPT = "NOT (t.scope = 'installation' AND t.action = 'project.deleted')"


def orphan_rows(url: str, *ids: str) -> dict[str, int]:
    """Count by table the rows that contain any of these ids in any column; tables without one are left out.

    Tables come from the catalog of the database, so that new tables are included automatically.
    Binary columns are searched, too: as text they are hexadecimal.
    """
    looked_for = [form for each in ids for form in (each, each.encode().hex())]
    found: dict[str, int] = {}
    for schema, table in rows(url, TABLES):
        if (schema, table) == SIGNATURES:
            continue
        kept = KEPT if (schema, table) == ("public", "audit_log") else "true"
        count = rows(
            url,
            f'SELECT count(*) FROM "{schema}"."{table}" t '
            f"WHERE {kept} AND t::text LIKE ANY (%s::text[])",
            [f"%{form}%" for form in looked_for],
        )[0][0]
        if count:
            found[f"{schema}.{table}"] = count
    return found


def dangling_rows(url: str) -> dict[str, int]:
    """Count rows with a missing project or run in columns without a foreign key."""
    found: dict[str, int] = {}
    for column, target in (("project_id", "projects"), ("run_id", "runs")):
        named = rows(
            url,
            "SELECT table_schema, table_name FROM information_schema.columns c "
            "JOIN information_schema.tables t USING (table_schema, table_name) "
            "WHERE column_name = %s AND table_type = 'BASE TABLE' AND table_schema = 'public'",
            column,
        )
        for schema, table in named:
            count = rows(
                url,
                # Daily totals have a zero id if there is no run: a part of a primary key cannot be NULL.
                f'SELECT count(*) FROM "{schema}"."{table}" t WHERE {column} <> \'{UUID(int=0)}\' '
                f"AND NOT EXISTS (SELECT FROM {target} WHERE id = t.{column})",
            )[0][0]
            if count:
                found[f"{schema}.{table}.{column}"] = count
    return found


def tables_of_projects(url: str) -> set[str]:
    """Return every table with a `project_id`, or with a path of foreign keys to projects, from the catalog."""
    direct = {
        row[0]
        for row in rows(
            url,
            "SELECT table_name FROM information_schema.columns "
            "WHERE column_name IN ('project_id', 'run_id') AND table_schema = 'public'",
        )
    }
    keys = rows(
        url,
        "SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint WHERE contype = 'f'",
    )
    known = {"projects", *direct}
    while more := {child for child, parent in keys if parent in known and child not in known}:
        known |= more
    return known


def ids_of_project(url: str, project: str) -> set[str]:
    """Return the ids of all rows that belong directly to a project: runs, prompts, cases and so on."""
    found: set[str] = {project}
    for (table,) in rows(
        url,
        "SELECT c.table_name FROM information_schema.columns c "
        "JOIN information_schema.columns i ON i.table_name = c.table_name AND i.column_name = 'id' "
        "AND i.table_schema = 'public' AND i.data_type = 'uuid' "
        "WHERE c.column_name = 'project_id' AND c.table_schema = 'public'",
    ):
        found |= {
            str(row[0])
            for row in rows(url, f"SELECT id FROM {table} WHERE project_id = %s", project)
        }
    return found
