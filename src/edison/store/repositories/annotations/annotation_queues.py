"""Repository of annotation queues (items, labels and reservations), and of people's labels by run."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import Select, delete, insert, select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from edison.domain.annotations.annotation_queue import (
    AnnotationQueue,
    Choice,
    DecisionKind,
    Item,
    Label,
    LabelDecision,
    QueueState,
    Value,
)
from edison.domain.errors import NotFound
from edison.domain.ids import ItemId, ProjectId, QueueId, RunId, UserId
from edison.domain.judging.judge import rubric_from_json, rubric_to_json
from edison.domain.people.access import Actor
from edison.domain.runs.cell_labels import LabelUse, Panel
from edison.kit.pagination import Page, PageRequest
from edison.kit.uuids import new_id
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.repositories.runs.cell_labels import grade_joins, grade_sql
from edison.store.tables.annotations import (
    AnnotationItemRow,
    AnnotationQueueRow,
    AnnotationRow,
    AnnotationSeatRow,
)
from edison.store.tables.runs import RunRow

_CHOICE = TypeAdapter(Choice)

# Answers that can be labelled. A malformed answer has the grade 0; it is included only if someone flagged it.
CANDIDATES = """
    SELECT c.ordinal, c.attempt FROM cells c {joins}
    LEFT JOIN cell_marks f ON f.run_id = c.run_id AND f.ordinal = c.ordinal
    WHERE c.run_id = :run AND (c.state = 'answered' OR (c.state = 'malformed' AND :pick = 'flagged'))
      AND (CAST(:columns AS int[]) IS NULL OR mod(c.ordinal, :width) = ANY (CAST(:columns AS int[])))
      AND (NOT :unmarked OR m.grade IS NULL)
      AND CASE :pick WHEN 'flagged' THEN coalesce(f.flagged, false)
            WHEN 'low' THEN coalesce({grade} < :below, false)
            WHEN 'disagree' THEN coalesce((
                SELECT count(*) > 1 AND max(s.value) - min(s.value) >= :apart FROM scores s
                WHERE s.run_id = c.run_id AND s.ordinal = c.ordinal AND s.state = 'scored'
                  AND s.scorer = ANY (CAST(:judges AS int[]))), false)
            ELSE true END
    ORDER BY c.ordinal
"""
ITEMS = """
    SELECT i.*, c.attempt IS DISTINCT FROM i.attempt OR c.state NOT IN ('answered','malformed') AS stale,
        coalesce((
            SELECT jsonb_agg(to_jsonb(a) ORDER BY a.at, a.user_id) FROM annotations a WHERE a.item_id = i.id
        ), '[]') AS labels,
        ARRAY(SELECT s.user_id FROM annotation_seats s WHERE s.item_id = i.id AND s.until > :now) AS seats
    FROM annotation_items i
    JOIN annotation_queues q ON q.id = i.queue_id AND q.project_id = :project
    LEFT JOIN cells c ON c.run_id = q.run_id AND c.ordinal = i.ordinal
    WHERE i.queue_id = :queue AND (CAST(:item AS uuid) IS NULL OR i.id = :item)
    ORDER BY i.position
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueCandidate:
    ordinal: int
    attempt: int


class Annotations(Repository):
    """Repository of annotation queues. The caller must have checked that the queue belongs to the project."""

    async def candidates(
        self,
        project: ProjectId,
        run: RunId,
        choice: Choice,
        *,
        width: int,
        panel: Panel,
        judges: Sequence[int],
    ) -> list[QueueCandidate]:
        """Return the cells of a run that match a selection.

        `panel` holds the scorers that give the grade; a selection by disagreement compares the scores of `judges`.
        """
        del project
        # What a person labelled well is not chosen again for a low score.
        by_person_first = replace(panel, labels=LabelUse.FIRST)
        rows = await self._session.execute(
            text(
                CANDIDATES.format(
                    joins=grade_joins(panel, ":scorers"), grade=grade_sql(by_person_first)
                )
            ),
            {
                "run": run,
                "pick": str(choice.pick),
                "columns": None if choice.columns is None else list(choice.columns),
                "width": width,
                "unmarked": choice.unmarked,
                "below": choice.below,
                "apart": choice.apart,
                "scorers": list(panel.scorers),
                "judges": list(judges),
            },
        )
        return [from_row(QueueCandidate, row) for row in rows]

    async def add(
        self, project: ProjectId, queue: AnnotationQueue, cells: Sequence[QueueCandidate]
    ) -> None:
        """Add a queue. Items get their ids in shuffled order, so that an id does not reveal the cell."""
        values = to_columns(
            AnnotationQueueRow,
            queue,
            project_id=project,
            run_id=queue.run,
            rubric=None if queue.rubric is None else rubric_to_json(queue.rubric),
            choice=_CHOICE.dump_python(queue.choice, mode="json"),
        )
        await self._session.execute(insert(AnnotationQueueRow).values(values))
        await self._session.execute(
            insert(AnnotationItemRow),
            [
                {
                    "id": new_id(),
                    "queue_id": queue.id,
                    "position": position,
                    "ordinal": cell.ordinal,
                    "attempt": cell.attempt,
                    "note": "",
                }
                for position, cell in enumerate(cells)
            ],
        )

    async def get(
        self, project: ProjectId, queue: QueueId, *, lock: bool = False
    ) -> AnnotationQueue:
        """Read a queue; `lock` blocks concurrent assignments and labels in this queue."""
        query = _with_run(project).where(AnnotationQueueRow.id == queue)
        if lock:
            query = query.with_for_update(of=AnnotationQueueRow)
        return _queue(*await self._one(query, "No such annotation queue in this project"))

    async def page(
        self, project: ProjectId, page: PageRequest, run: RunId | None = None
    ) -> Page[AnnotationQueue]:
        query = _with_run(project)
        if run is not None:
            query = query.where(AnnotationQueueRow.run_id == run)
        return await self._page(query, page, _queue, AnnotationQueueRow.id)

    async def items(self, project: ProjectId, queue: QueueId, now: datetime) -> list[Item]:
        """Return all items in the order in which people see them."""
        values = {"project": project, "queue": queue, "item": None, "now": now}
        return [_item(row) for row in await self._session.execute(text(ITEMS), values)]

    async def item(self, project: ProjectId, queue: QueueId, item: ItemId, now: datetime) -> Item:
        values = {"project": project, "queue": queue, "item": item, "now": now}
        row = (await self._session.execute(text(ITEMS), values)).one_or_none()
        if row is None:
            raise NotFound("No such answer in this queue")
        return _item(row)

    async def seat(
        self, project: ProjectId, queue: QueueId, item: ItemId, user: UserId, until: datetime
    ) -> None:
        """Reserve an answer for a person; a person has at most one reservation per queue."""
        await self.leave(project, queue, user)
        await self._session.execute(
            insert(AnnotationSeatRow).values(
                item_id=item, user_id=user, queue_id=queue, until=until
            )
        )

    async def leave(
        self, project: ProjectId, queue: QueueId, user: UserId, item: ItemId | None = None
    ) -> None:
        """Release the person's reservation of this item; if `item` is None, of any item."""
        del project
        query = delete(AnnotationSeatRow).where(
            AnnotationSeatRow.queue_id == queue, AnnotationSeatRow.user_id == user
        )
        if item is not None:
            query = query.where(AnnotationSeatRow.item_id == item)
        await self._session.execute(query.execution_options(synchronize_session=False))

    async def put_label(
        self,
        project: ProjectId,
        queue: QueueId,
        item: ItemId,
        by: Actor,
        value: Value | None,
        note: str,
        at: datetime,
    ) -> None:
        """Save a person's label in place of the earlier one; `value` None means that the person skipped the item."""
        del project
        said = {**_columns(value), "note": note, "skipped": value is None, "at": at}
        place = {"item_id": item, "user_id": by.user, "queue_id": queue, "user_label": by.label}
        await self._session.execute(
            upsert(AnnotationRow)
            .values({**place, **said})
            .on_conflict_do_update(
                index_elements=[AnnotationRow.item_id, AnnotationRow.user_id], set_=said
            )
        )

    async def decide(
        self, project: ProjectId, item: ItemId, decision: LabelDecision | None
    ) -> None:
        del project
        values = _columns(None if decision is None else decision.value)
        values |= {
            "decided": None if decision is None else str(decision.how),
            "note": "" if decision is None else decision.note,
            "decided_by": None if decision is None else decision.by,
            "decided_by_label": None if decision is None else decision.by_label,
            "decided_at": None if decision is None else decision.at,
        }
        await self._update(AnnotationItemRow, AnnotationItemRow.id == item, **values)

    async def close(self, project: ProjectId, queue: QueueId, at: datetime) -> None:
        closed = {"state": str(QueueState.CLOSED), "closed_at": at}
        await self._change(AnnotationQueueRow, project, queue, **closed)


def _with_run(project: ProjectId) -> Select[AnnotationQueueRow, int, str]:
    return (
        select(AnnotationQueueRow, RunRow.number, RunRow.name)
        .join(RunRow, RunRow.id == AnnotationQueueRow.run_id)
        .where(AnnotationQueueRow.project_id == project)
    )


def _columns(value: Value | None) -> dict[str, Any]:
    return {
        "grade": None if value is None else value.grade,
        "stars": None if value is None else value.stars,
        "criteria": None if value is None or value.criteria is None else dict(value.criteria),
    }


def _queue(row: AnnotationQueueRow, number: int, name: str) -> AnnotationQueue:
    return from_row(
        AnnotationQueue,
        row,
        run=row.run_id,
        run_number=number,
        run_name=name,
        rubric=None if row.rubric is None else rubric_from_json(row.rubric),
        choice=_CHOICE.validate_python(row.choice),
    )


def _item(row: Any) -> Item:
    return from_row(
        Item,
        row,
        labels=tuple(_label(label) for label in row.labels),
        decision=None if row.decided is None else _decision(row),
    )


def _label(row: dict[str, Any]) -> Label:
    grade: float | None = row["grade"]
    return Label(
        user=UserId(UUID(row["user_id"])),
        name=row["user_label"],
        value=None
        if grade is None
        else Value(grade=grade, stars=row["stars"], criteria=row["criteria"]),
        note=row["note"],
        at=datetime.fromisoformat(row["at"]),
    )


def _decision(row: Any) -> LabelDecision:
    return LabelDecision(
        how=DecisionKind(row.decided),
        value=Value(grade=row.grade, stars=row.stars, criteria=row.criteria),
        by=None if row.decided_by is None else UserId(row.decided_by),
        by_label=row.decided_by_label,
        note=row.note,
        at=row.decided_at,
    )


LABELS = """
    SELECT m.ordinal, m.attempt, m.grade, m.criteria, m.people FROM cell_marks m
    JOIN cells c ON c.run_id = m.run_id AND c.ordinal = m.ordinal AND c.attempt = m.attempt
    WHERE m.project_id = :project AND m.run_id = :run AND m.grade IS NOT NULL
      AND c.state IN ('answered','malformed')
    ORDER BY m.ordinal
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanLabel:
    """People's label of a cell, given directly or in a queue; the values of the criteria are from 0 to 1."""

    ordinal: int
    attempt: int
    grade: float
    criteria: dict[str, float] | None
    people: int


class HumanLabels(Repository):
    async def of_run(self, project: ProjectId, run: RunId) -> list[HumanLabel]:
        """Return the labels of current answers; labels of replaced answers are omitted."""
        rows = await self._session.execute(text(LABELS), {"project": project, "run": run})
        return [from_row(HumanLabel, row) for row in rows]
