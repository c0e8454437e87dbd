"""Find and delete workflow records of the engine (inputs, results and errors) that contain a text."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import quoted_name, text
from sqlalchemy.ext.asyncio import AsyncSession

# The tables of the engine change with its versions, so they are read from the catalog.
COLUMNS = text(
    """
    SELECT c.table_name, c.column_name FROM information_schema.columns c
      JOIN information_schema.columns k USING (table_schema, table_name)
     WHERE table_schema = 'dbos' AND k.column_name = 'workflow_uuid' AND c.data_type = 'text'
     ORDER BY 1, 2
    """
)


async def workflows_with(session: AsyncSession, texts: Sequence[str], most: int) -> list[str]:
    """Return the ids of workflows in any state that have a record with any of the texts."""
    searched = " UNION ".join(
        f"SELECT workflow_uuid FROM dbos.{_quoted(table)} WHERE "
        + " OR ".join(f"{_quoted(column)} LIKE ANY (:texts)" for column in columns)
        for table, columns in (await _tables(session)).items()
    )
    patterns = [f"%{_escaped(each)}%" for each in texts]
    found = await session.scalars(
        text(f"SELECT workflow_uuid FROM ({searched}) AS found LIMIT :most"),
        {"texts": patterns, "most": most},
    )
    return list(found)


async def forget_finished_with(session: AsyncSession, texts: Sequence[str], most: int) -> None:
    """Delete the records of finished workflows if a record contains any of the texts.

    Only while a person is erased. A function of the database does it, because web processes may not read these records.
    """
    patterns = [f"%{_escaped(each)}%" for each in texts]
    await session.execute(
        text("SELECT edison_forget_workflows(CAST(:texts AS text[]), :most)"),
        {"texts": patterns, "most": most},
    )


async def _tables(session: AsyncSession) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for table, column in (await session.execute(COLUMNS)).all():
        found[table].append(column)
    return found


def _quoted(name: str) -> str:
    """Quote an identifier for SQL."""
    return '"' + quoted_name(name, True).replace('"', '""') + '"'


def _escaped(pattern: str) -> str:
    return pattern.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
