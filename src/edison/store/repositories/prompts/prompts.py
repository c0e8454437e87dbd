"""Repository of prompts, their versions and labels."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import delete, func, literal, or_, select
from sqlalchemy.dialects.postgresql import insert

from edison.domain.errors import DuplicateName, NotFound
from edison.domain.ids import ProjectId, PromptId, UserId, VersionId
from edison.domain.prompts.prompt import (
    LATEST,
    Prompt,
    PromptCard,
    PromptContent,
    PromptKind,
    PromptVersion,
    content_from_json,
    content_to_json,
    digest_of,
)
from edison.domain.prompts.prompt_rules import preview_of
from edison.kit.pagination import Page, PageRequest, page_of
from edison.store.repositories.base import Repository, after_cursor, unique
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.prompts import PromptLabelRow, PromptRow, PromptVersionRow


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptFilter:
    search: str | None = None
    kind: PromptKind | None = None


class Prompts(Repository):
    async def get(self, project: ProjectId, prompt: PromptId, *, lock: bool = False) -> Prompt:
        labels = (
            select(func.jsonb_object_agg(PromptLabelRow.label, PromptLabelRow.number))
            .where(PromptLabelRow.project_id == project, PromptLabelRow.prompt_id == prompt)
            .scalar_subquery()
        )
        query = (
            select(PromptRow, labels)
            .where(
                PromptRow.project_id == project,
                PromptRow.id == prompt,
                PromptRow.removed_at.is_(None),
            )
            # Objects that were read before a lock or a change are stale.
            .execution_options(populate_existing=True)
        )
        held = query.with_for_update(key_share=True, of=PromptRow) if lock else query
        row = (await self._session.execute(held)).one_or_none()
        if row is None:
            raise NotFound("No such prompt in this project")
        return _to_prompt(row[0], dict(sorted(cast(dict[str, int], row[1] or {}).items())))

    async def get_by_name(self, project: ProjectId, name: str) -> Prompt:
        found = await self._session.scalar(
            select(PromptRow.id).where(
                PromptRow.project_id == project,
                PromptRow.name == name,
                PromptRow.removed_at.is_(None),
            )
        )
        if found is None:
            raise NotFound(f"This project has no prompt named '{name}'")
        return await self.get(project, PromptId(found))

    async def page(
        self, project: ProjectId, wanted: PromptFilter, page: PageRequest
    ) -> Page[PromptCard]:
        """List prompts without their texts, most recently changed first."""
        query = after_cursor(
            select(
                PromptRow.id,
                PromptRow.name,
                PromptRow.kind,
                PromptRow.description,
                PromptRow.preview,
                PromptRow.latest,
                (PromptRow.draft_digest == PromptRow.latest_digest).label("clean"),
                PromptRow.created_at,
                PromptRow.updated_at,
            ).where(PromptRow.project_id == project, PromptRow.removed_at.is_(None)),
            page,
            PromptRow.updated_at,
            PromptRow.id,
        )
        if wanted.search:
            query = query.where(
                or_(
                    *(
                        column.icontains(wanted.search, autoescape=True)
                        for column in (PromptRow.name, PromptRow.description, PromptRow.preview)
                    )
                )
            )
        if wanted.kind:
            query = query.where(PromptRow.kind == wanted.kind)
        rows = (await self._session.execute(query)).all()
        labels = await self._labels(project, [row.id for row in rows])
        cards = [
            from_row(
                PromptCard,
                row,
                clean=bool(row.clean),
                labels=_with_latest(labels.get(row.id, {}), row.latest),
            )
            for row in rows
        ]
        return page_of(cards, page.limit, lambda card: (card.updated_at, card.id))

    async def names(self, project: ProjectId) -> set[str]:
        found = await self._session.scalars(
            select(PromptRow.name).where(
                PromptRow.project_id == project, PromptRow.removed_at.is_(None)
            )
        )
        return set(found)

    async def add(self, project: ProjectId, prompt: Prompt, by: UserId | None) -> None:
        values = to_columns(
            PromptRow,
            prompt,
            project_id=project,
            **_draft_columns(prompt.draft),
            latest=0,
            latest_digest=None,
            created_by=by,
        )
        with _unique_name():
            await self._add(PromptRow(**values))

    async def describe(
        self, project: ProjectId, prompt: PromptId, name: str, description: str, at: datetime
    ) -> None:
        with _unique_name():
            await self._touch(project, prompt, at, name=name, description=description)

    async def write_draft(
        self, project: ProjectId, prompt: PromptId, content: PromptContent, at: datetime
    ) -> None:
        """Save the draft and increment its revision."""
        await self._touch(
            project, prompt, at, **_draft_columns(content), revision=PromptRow.revision + 1
        )

    async def remove(self, project: ProjectId, prompt: PromptId, at: datetime) -> None:
        await self._touch(project, prompt, at, removed_at=at)

    async def add_version(self, project: ProjectId, version: PromptVersion) -> None:
        """Store the next version; the caller must hold the lock on the prompt."""
        values = to_columns(
            PromptVersionRow,
            version,
            project_id=project,
            prompt_id=version.prompt,
            parent_id=version.parent,
            content=content_to_json(version.content),
            author_id=version.author,
        )
        await self._add(PromptVersionRow(**values))
        await self._touch(
            project,
            version.prompt,
            version.created_at,
            latest=version.number,
            latest_digest=version.digest,
        )

    async def version(self, project: ProjectId, prompt: PromptId, number: int) -> PromptVersion:
        return await self._one_version(
            project, PromptVersionRow.prompt_id == prompt, PromptVersionRow.number == number
        )

    async def version_of(self, project: ProjectId, prompt: Prompt, number: int) -> PromptVersion:
        """Return a version of a prompt; the given prompt supplies the labels."""
        row = await self._version_row(
            project, PromptVersionRow.prompt_id == prompt.id, PromptVersionRow.number == number
        )
        return _to_version(row, prompt.labels)

    async def version_by_id(self, project: ProjectId, version: VersionId) -> PromptVersion:
        """Return a version, also of a removed prompt, because runs refer to it."""
        return await self._one_version(project, PromptVersionRow.id == version)

    async def versions(
        self, project: ProjectId, prompt: PromptId, page: PageRequest
    ) -> Page[PromptVersion]:
        """List versions, newest first."""
        versions = select(PromptVersionRow).where(
            PromptVersionRow.project_id == project, PromptVersionRow.prompt_id == prompt
        )
        query = after_cursor(versions, page, PromptVersionRow.number)
        rows = (await self._session.scalars(query)).all()
        found = await self._to_versions(project, rows)
        return page_of(found, page.limit, lambda version: (version.number,))

    async def lineage(
        self, project: ProjectId, version: VersionId, at_most: int
    ) -> list[PromptVersion]:
        """Return the ancestors of a version, oldest first, including versions of the prompts it was forked from."""
        walk = (
            select(PromptVersionRow.id, PromptVersionRow.parent_id, literal(0).label("depth"))
            .where(PromptVersionRow.project_id == project, PromptVersionRow.id == version)
            .cte("walk", recursive=True)
        )
        walk = walk.union_all(
            select(PromptVersionRow.id, PromptVersionRow.parent_id, walk.c.depth + 1).where(
                PromptVersionRow.project_id == project,
                PromptVersionRow.id == walk.c.parent_id,
                walk.c.depth < at_most - 1,
            )
        )
        rows = (
            await self._session.scalars(
                select(PromptVersionRow)
                .join(walk, walk.c.id == PromptVersionRow.id)
                .order_by(walk.c.depth.desc())
            )
        ).all()
        return await self._to_versions(project, rows)

    async def set_label(
        self,
        project: ProjectId,
        prompt: PromptId,
        label: str,
        number: int,
        by: UserId | None,
        at: datetime,
    ) -> None:
        """Point the label to this version; another version loses the label."""
        await self._session.execute(
            insert(PromptLabelRow)
            .values(
                project_id=project,
                prompt_id=prompt,
                label=label,
                number=number,
                set_by=by,
                set_at=at,
            )
            .on_conflict_do_update(
                index_elements=["prompt_id", "label"],
                set_={"number": number, "set_by": by, "set_at": at},
                where=PromptLabelRow.project_id == project,
            )
        )

    async def drop_label(self, project: ProjectId, prompt: PromptId, label: str) -> None:
        await self._session.execute(
            delete(PromptLabelRow).where(
                PromptLabelRow.project_id == project,
                PromptLabelRow.prompt_id == prompt,
                PromptLabelRow.label == label,
            )
        )

    async def _one_version(self, project: ProjectId, *wanted: Any) -> PromptVersion:
        row = await self._version_row(project, *wanted)
        return (await self._to_versions(project, [row]))[0]

    async def _version_row(self, project: ProjectId, *wanted: Any) -> PromptVersionRow:
        row = await self._find(PromptVersionRow, PromptVersionRow.project_id == project, *wanted)
        if row is None:
            raise NotFound("No such version of this prompt")
        return row

    async def _to_versions(
        self, project: ProjectId, rows: Sequence[PromptVersionRow]
    ) -> list[PromptVersion]:
        labels = await self._labels(project, list({row.prompt_id for row in rows}))
        newest = await self._newest(project, list({row.prompt_id for row in rows}))
        return [
            _to_version(
                row, _with_latest(labels.get(row.prompt_id, {}), newest.get(row.prompt_id, 0))
            )
            for row in rows
        ]

    async def _labels(
        self, project: ProjectId, prompts: Sequence[UUID]
    ) -> dict[UUID, dict[str, int]]:
        found: dict[UUID, dict[str, int]] = {}
        rows = await self._session.execute(
            select(PromptLabelRow.prompt_id, PromptLabelRow.label, PromptLabelRow.number)
            .where(PromptLabelRow.project_id == project, PromptLabelRow.prompt_id.in_(prompts))
            .order_by(PromptLabelRow.label)
        )
        for prompt, label, number in rows:
            found.setdefault(prompt, {})[label] = number
        return found

    async def _newest(self, project: ProjectId, prompts: Sequence[UUID]) -> dict[UUID, int]:
        rows = await self._session.execute(
            select(PromptRow.id, PromptRow.latest).where(
                PromptRow.project_id == project, PromptRow.id.in_(prompts)
            )
        )
        return {row[0]: row[1] for row in rows}

    async def _touch(
        self, project: ProjectId, prompt: PromptId, at: datetime, **values: Any
    ) -> None:
        await self._change(PromptRow, project, prompt, updated_at=at, **values)


def _draft_columns(content: PromptContent) -> dict[str, Any]:
    return {
        "draft": content_to_json(content),
        "draft_digest": digest_of(content),
        "preview": preview_of(content),
    }


def _unique_name() -> AbstractContextManager[None]:
    taken = DuplicateName("Another prompt of this project has this name", field="name")
    return unique("uq_prompts_name", taken)


def _with_latest(labels: dict[str, int], latest: int) -> dict[str, int]:
    return {LATEST: latest, **labels} if latest else labels


def _to_prompt(row: PromptRow, labels: dict[str, int]) -> Prompt:
    return from_row(
        Prompt,
        row,
        draft=content_from_json(row.draft),
        clean=row.draft_digest == row.latest_digest,
        labels=_with_latest(labels, row.latest),
    )


def _to_version(row: PromptVersionRow, labels: dict[str, int]) -> PromptVersion:
    return from_row(
        PromptVersion,
        row,
        prompt=row.prompt_id,
        parent=row.parent_id,
        content=content_from_json(row.content),
        author=row.author_id,
        labels=tuple(label for label, number in labels.items() if number == row.number),
    )
