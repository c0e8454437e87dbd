"""Queries the database directly, without the application."""

from typing import Any

import psycopg

from edison.store.database import libpq_url


def rows(url: str, query: str, *parameters: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(libpq_url(url)) as connection:
        return connection.execute(query.encode(), parameters or None).fetchall()


def value(url: str, query: str, *parameters: Any) -> Any:
    return rows(url, query, *parameters)[0][0]


def execute(url: str, *statements: str) -> None:
    with psycopg.connect(libpq_url(url)) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def everything(url: str) -> dict[str, list[str]]:
    """Return every row of every table of Edison and its engine as text."""
    tables = rows(
        url,
        "SELECT schemaname, tablename FROM pg_tables "
        "WHERE schemaname IN ('public', 'dbos') ORDER BY 1, 2",
    )
    return {
        f"{schema}.{table}": [
            row[0] for row in rows(url, f'SELECT t::text FROM "{schema}"."{table}" t ORDER BY 1')
        ]
        for schema, table in tables
    }
