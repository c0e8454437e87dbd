"""Repository of cases, read by dataset version."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Select,
    Text,
    and_,
    bindparam,
    func,
    literal,
    or_,
    select,
    text,
    tuple_,
)

from edison.domain.datasets.case_json import values_from_json
from edison.domain.datasets.case_rules import folded
from edison.domain.datasets.case_selection import CaseFilter, CaseSort, ValueShape
from edison.domain.datasets.dataset import Case, CaseContent
from edison.domain.errors import NotFound
from edison.domain.ids import CaseId, DatasetId, ProjectId
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.tables.datasets import CaseRow, DatasetRow

MOST_TAGS = 500
CASES_LOOKED_AT = 100_000
SHAPE = text("""
    SELECT each.key, count(*) FILTER (WHERE jsonb_typeof(each.value) = 'string'),
        count(*) FILTER (WHERE jsonb_typeof(each.value) = 'string' AND strpos(each.value #>> '{}', '{') > 0)
    FROM cases, jsonb_each(cases.values) each
    WHERE project_id = :project AND dataset_id = :dataset
        AND since <= :version AND (until IS NULL OR until > :version)
    GROUP BY each.key
""")


class Cases(Repository):
    """Reads cases; `case_changes.py` writes them."""

    async def get(self, project: ProjectId, dataset: DatasetId, case: CaseId) -> Case:
        """Return the newest revision of a case; raise NotFound if the case was deleted."""
        row = await self._session.scalar(
            _of(project, dataset).where(CaseRow.case_id == case, CaseRow.until.is_(None))
        )
        if row is None:
            raise NotFound("No such case in this dataset")
        return to_case(row)

    async def history(
        self, project: ProjectId, dataset: DatasetId, case: CaseId
    ) -> tuple[Case, ...]:
        """Return every revision of a case, newest first, also of a deleted case."""
        rows = await self._session.scalars(
            _of(project, dataset).where(CaseRow.case_id == case).order_by(CaseRow.since.desc())
        )
        found = tuple(to_case(row) for row in rows)
        if not found:
            raise NotFound("No such case in this dataset")
        return found

    async def page(
        self,
        project: ProjectId,
        dataset: DatasetId,
        version: int,
        wanted: CaseFilter,
        sort: CaseSort,
        page: PageRequest,
    ) -> Page[Case]:
        keys, ways = _ORDERS[sort]
        query = (
            _of(project, dataset)
            .where(in_version(version), *conditions(wanted))
            .order_by(
                *(key.desc() if way == "down" else key for key, way in zip(keys, ways, strict=True))
            )
            .limit(page.limit + 1)
        )
        if page.after:
            query = query.where(_after(keys, ways, page))
        rows = (await self._session.scalars(query)).all()
        return page_of([to_case(row) for row in rows], page.limit, lambda case: _key_of(sort, case))

    async def nth(self, project: ProjectId, dataset: DatasetId, version: int, number: int) -> Case:
        """Return the case at this position of the version; positions start at 0, in the order of a run."""
        query = (
            _of(project, dataset)
            .where(in_version(version))
            .order_by(CaseRow.position, CaseRow.case_id)
            .offset(number)
            .limit(1)
        )
        row = (await self._session.scalars(query)).first()
        if row is None:
            raise NotFound("No such case in this dataset")
        return to_case(row)

    async def count(
        self, project: ProjectId, dataset: DatasetId, version: int, wanted: CaseFilter
    ) -> int:
        query = select(func.count()).select_from(
            _of(project, dataset).where(in_version(version), *conditions(wanted)).subquery()
        )
        return await self._session.scalar(query) or 0

    async def shape(
        self, project: ProjectId, dataset: DatasetId, version: int
    ) -> dict[str, ValueShape]:
        """Return a summary of each variable's values over all cases of a version."""
        rows = await self._session.execute(
            SHAPE, {"project": project, "dataset": dataset, "version": version}
        )
        return {row[0]: ValueShape(texts=row[1], with_braces=row[2]) for row in rows}

    async def tags(
        self, project: ProjectId, dataset: DatasetId, version: int
    ) -> tuple[tuple[str, int], ...]:
        """Return the tags of a version and the number of cases with each tag, most used first."""
        return await self._counted(
            select(CaseRow.tags).where(
                CaseRow.project_id == project, CaseRow.dataset_id == dataset, in_version(version)
            )
        )

    async def tags_of_all(self, project: ProjectId) -> tuple[tuple[str, int], ...]:
        """Return the tags of the current cases of all datasets, counted in a limited number of cases."""
        live = select(DatasetRow.id).where(
            DatasetRow.project_id == project, DatasetRow.removed_at.is_(None)
        )
        return await self._counted(
            select(CaseRow.tags)
            .where(
                CaseRow.project_id == project,
                CaseRow.until.is_(None),
                CaseRow.dataset_id.in_(live),
                func.cardinality(CaseRow.tags) > 0,
            )
            .limit(CASES_LOOKED_AT)
        )

    async def _counted(self, cases: Select[list[str]]) -> tuple[tuple[str, int], ...]:
        tag = func.unnest(cases.subquery().c.tags).label("tag")
        inner = select(tag).subquery()
        number = func.count()
        rows = await self._session.execute(
            select(inner.c.tag, number)
            .group_by(inner.c.tag)
            .order_by(number.desc(), inner.c.tag)
            .limit(MOST_TAGS)
        )
        return tuple((row[0], row[1]) for row in rows)


def _of(project: ProjectId, dataset: DatasetId) -> Select[CaseRow]:
    return select(CaseRow).where(CaseRow.project_id == project, CaseRow.dataset_id == dataset)


def in_version(version: int) -> ColumnElement[bool]:
    return and_(CaseRow.since <= version, or_(CaseRow.until.is_(None), CaseRow.until > version))


def conditions(wanted: CaseFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.search:
        words = folded(wanted.search)
        tags = func.lower(func.array_to_string(CaseRow.tags, "\n"))
        found.append(
            or_(
                CaseRow.search.contains(words, autoescape=True),
                tags.contains(words, autoescape=True),
            )
        )
    if wanted.tag:
        found.append(CaseRow.tags.contains(bindparam("tag", [wanted.tag], ARRAY(Text))))
    if wanted.split:
        found.append(CaseRow.split == wanted.split)
    if wanted.difficulty:
        found.append(CaseRow.difficulty == wanted.difficulty)
    if wanted.ids is not None:
        found.append(CaseRow.case_id.in_(wanted.ids))
    if wanted.any_tag is not None:
        found.append(CaseRow.tags.overlap(list(wanted.any_tag)))
    return found


# Cases without a difficulty come last, in either direction.
_EASY = func.coalesce(CaseRow.difficulty, 9)
_HARD = func.coalesce(CaseRow.difficulty, 0)
_ORDERS: dict[CaseSort, tuple[tuple[Any, ...], tuple[str, ...]]] = {
    CaseSort.POSITION: ((CaseRow.position, CaseRow.case_id), ("up", "up")),
    CaseSort.NEWEST: ((CaseRow.position, CaseRow.case_id), ("down", "down")),
    CaseSort.CHANGED: (
        (CaseRow.since, CaseRow.position, CaseRow.case_id),
        ("down", "up", "up"),
    ),
    CaseSort.EASIEST: ((_EASY, CaseRow.position, CaseRow.case_id), ("up", "up", "up")),
    CaseSort.HARDEST: ((_HARD, CaseRow.position, CaseRow.case_id), ("down", "up", "up")),
}


def _key_of(sort: CaseSort, case: Case) -> tuple[Any, ...]:
    match sort:
        case CaseSort.POSITION | CaseSort.NEWEST:
            return (case.position, case.id)
        case CaseSort.CHANGED:
            return (case.since, case.position, case.id)
        case CaseSort.EASIEST:
            return (case.content.difficulty or 9, case.position, case.id)
        case CaseSort.HARDEST:
            return (case.content.difficulty or 0, case.position, case.id)


def _after(keys: Sequence[Any], ways: Sequence[str], page: PageRequest) -> ColumnElement[bool]:
    """Return the condition for the rows after the last row of the previous page."""
    seen = page.key(*[row_number] * (len(keys) - 1), UUID)
    if len(set(ways)) == 1:
        # One row comparison starts in the index at the end of the previous page, at any depth.
        row, last = tuple_(*keys), tuple_(*(literal(part) for part in seen))
        return row < last if ways[0] == "down" else row > last
    beyond: list[ColumnElement[bool]] = []
    for place, (key, way, last) in enumerate(zip(keys, ways, seen, strict=True)):
        same = [keys[before] == seen[before] for before in range(place)]
        beyond.append(and_(*same, key < last if way == "down" else key > last))
    return or_(*beyond)


def to_case(row: CaseRow) -> Case:
    return from_row(Case, row, id=row.case_id, revision=row.id, content=to_content(row))


def to_content(row: CaseRow) -> CaseContent:
    return from_row(CaseContent, row, values=values_from_json(row.values), metadata=row.about)
