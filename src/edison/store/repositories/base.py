"""Base class of repositories: find, page, update and count rows of a project, and report taken names."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, cast
from uuid import UUID

from sqlalchemy import CursorResult, Row, Select, func, select, text, tuple_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute, Mapped

from edison.domain.errors import EdisonError, NotFound
from edison.domain.ids import ProjectId
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.tables.base import Table
from edison.store.tables.datasets import DatasetRow
from edison.store.tables.judging import JudgeRow, RubricRow
from edison.store.tables.prompts import PromptRow

T = TypeVar("T")
# A query, or one of its rows, with any columns.
AnySelect: TypeAlias = Select[*tuple[Any, ...]]
AnyRow: TypeAlias = Row[*tuple[Any, ...]]

# How a cursor value is parsed, by the type of the column.
PARSERS: dict[type, Callable[[str], Any]] = {
    UUID: UUID,
    datetime: datetime.fromisoformat,
    int: row_number,
    str: str,
}


class OwnedRow(Protocol):
    """A row that belongs to a project and has an id."""

    id: Mapped[UUID]
    project_id: Mapped[UUID]


Owned = TypeVar("Owned", bound=OwnedRow)


class Repository:
    """Base class of every repository; it works in the transaction of its session."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def _find(self, table: type[T], *conditions: Any, lock: bool = False) -> T | None:
        """Read the row that meets the conditions, bypassing the session's cache; `lock` blocks other writers."""
        query = select(table).where(*conditions).execution_options(populate_existing=True)
        return await self._session.scalar(query.with_for_update(key_share=True) if lock else query)

    async def _get(
        self,
        table: type[Owned],
        project: ProjectId,
        wanted: UUID,
        name: str,
        *conditions: Any,
        lock: bool = False,
    ) -> Owned:
        """Read a row of the project; raise NotFound with `name`, the user-facing name of its kind, if it is missing."""
        ours = (table.project_id == project, table.id == wanted, *conditions)
        found = await self._find(table, *ours, lock=lock)
        if found is None:
            raise NotFound(f"No such {name} in this project")
        return found

    async def _one(self, query: AnySelect, missing: str) -> AnyRow:
        """Return the only row of a query; raise NotFound with `missing` if there is none."""
        row = (await self._session.execute(query)).one_or_none()
        if row is None:
            raise NotFound(missing)
        return row

    async def _page(
        self,
        query: AnySelect,
        page: PageRequest,
        to_item: Callable[..., T],
        *keys: InstrumentedAttribute[Any],
        ascending: bool = False,
    ) -> Page[T]:
        """Read a page sorted by `keys`, columns of the first selected entity; the last key must be unique."""
        wanted = after_cursor(query, page, *keys, ascending=ascending)
        rows = (
            await self._session.execute(wanted, execution_options={"populate_existing": True})
        ).all()
        found = page_of(
            rows, page.limit, lambda row: tuple(getattr(row[0], key.key) for key in keys)
        )
        return Page(
            items=tuple(to_item(*row) for row in found.items), next_cursor=found.next_cursor
        )

    async def _count(self, table: type[Table], *conditions: Any) -> int:
        query = select(func.count()).select_from(table).where(*conditions)
        return await self._session.scalar(query) or 0

    async def _next_number(self, number: InstrumentedAttribute[int], *conditions: Any) -> int:
        """Return the highest number plus one; the caller must hold a lock."""
        return (await self._session.scalar(select(func.max(number)).where(*conditions)) or 0) + 1

    async def _add(self, row: Table) -> None:
        self._session.add(row)
        await self._session.flush()

    async def _update(self, table: type[Any], *conditions: Any, **values: Any) -> int:
        """Update the rows that meet the conditions; return the number of updated rows."""
        done = await self._session.execute(
            update(table)
            .where(*conditions)
            .values(**values)
            .execution_options(synchronize_session=False)
        )
        return cast(CursorResult[Any], done).rowcount

    async def _change(
        self,
        table: type[OwnedRow],
        project: ProjectId,
        wanted: UUID,
        *conditions: Any,
        **values: Any,
    ) -> bool:
        """Update one row of the project; return False if it does not meet the conditions."""
        ours = (table.project_id == project, table.id == wanted, *conditions)
        return await self._update(table, *ours, **values) > 0

    async def _lock(self, name: str) -> None:
        """Wait for the advisory lock of this name and hold it until the transaction ends."""
        await self._session.execute(
            text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": name}
        )


def after_cursor(
    query: AnySelect,
    page: PageRequest,
    *keys: InstrumentedAttribute[Any],
    ascending: bool = False,
) -> AnySelect:
    """Select the rows after the cursor, sorted by `keys`, up to one more than the page size."""
    query = query.order_by(*(key if ascending else key.desc() for key in keys)).limit(
        page.limit + 1
    )
    if not page.after:
        return query
    parts = page.key(*(PARSERS[key.type.python_type] for key in keys))
    row, last = tuple_(*keys), tuple_(*parts)
    return query.where(row > last if ascending else row < last)


@contextmanager
def unique(constraint: str, error: EdisonError) -> Generator[None]:
    """Raise `error` instead of the database error if this unique constraint is violated."""
    try:
        yield
    except IntegrityError as found:
        if constraint in str(found.orig):
            raise error from found
        raise


Named = Literal["dataset", "judge", "prompt", "rubric"]
_TABLES = {"dataset": DatasetRow, "judge": JudgeRow, "prompt": PromptRow, "rubric": RubricRow}


class FreeNames(Repository):
    async def free(self, project: ProjectId, kind: Named, wanted: str, most: int) -> str:
        """Return the wanted name, with the first free number appended if it is taken; at most `most` characters."""
        table = _TABLES[kind]
        start = wanted[: most - 8].rstrip()
        rows = await self._session.scalars(
            select(table.name).where(
                table.project_id == project,
                table.removed_at.is_(None),
                table.name.startswith(start, autoescape=True),
            )
        )
        taken = {name.casefold() for name in rows}
        name, number = wanted[:most].rstrip(), 1
        while name.casefold() in taken:
            number += 1
            name = f"{start} {number}"
        return name
