"""Read the verdicts of one judge version in a project's runs, with people's labels and the results of exams."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, Integer, SmallInteger, Uuid, bindparam, text

from edison.domain.ids import JudgeId, ProjectId, RunId
from edison.store.repositories.base import Repository

# Only this many of the newest verdicts are read, so that a passport stays fast.
MOST_VERDICTS = 5_000
MOST_SCORERS = 1_000

USES = text(
    """
    SELECT s.run_id, s.number AS scorer, s.spec, r.number, r.name, r.cells,
           jsonb_array_length(r.plan -> 'columns') AS columns, CAST(r.plan ->> 'trials' AS int) AS trials,
           coalesce(sum(t.scored), 0) AS scored, coalesce(sum(t.malformed_scored), 0) AS malformed,
           coalesce(sum(t.errors), 0) AS errors, coalesce(sum(t.cost), 0) AS cost
    FROM run_scorers s
    JOIN runs r ON r.id = s.run_id AND r.project_id = :project
    LEFT JOIN run_scores t ON t.run_id = s.run_id AND t.scorer = s.number
    WHERE s.spec ->> 'judge' = :judge AND CAST(s.spec ->> 'version' AS int) = :version
    GROUP BY s.run_id, s.number, r.id
    ORDER BY s.run_id DESC, s.number
    LIMIT :most
    """
)
# A case is the same case in every run that has its revision.
CASE = "coalesce(CAST(k.revision AS text), CONCAT(u.run, ':', {ordinal} / u.per_case))"
LABELLED = text(
    f"""
    SELECT s.value, s.criteria, m.grade, m.criteria AS given, {CASE.format(ordinal="m.ordinal")} AS named
    FROM unnest(:runs, :scorers, :per_case) AS u(run, scorer, per_case)
    JOIN cell_marks m ON m.run_id = u.run AND m.project_id = :project AND m.grade IS NOT NULL
    JOIN cells c ON c.run_id = m.run_id AND c.ordinal = m.ordinal AND c.attempt = m.attempt AND c.state = 'answered'
    JOIN scores s ON s.run_id = m.run_id AND s.ordinal = m.ordinal AND s.scorer = u.scorer AND s.state = 'scored'
    LEFT JOIN run_cases k ON k.run_id = u.run AND k.position = m.ordinal / u.per_case
    ORDER BY m.graded_at DESC
    LIMIT :most
    """
)
# The answer with the higher grade is the preferred one; equal grades give no preference.
PREFERRED = text(
    f"""
    SELECT s.value, CASE WHEN y.grade > x.grade THEN 1.0 ELSE 0.0 END AS grade,
           {CASE.format(ordinal="y.ordinal")} AS named
    FROM unnest(:runs, :scorers, :a, :b, :columns, :per_case) AS u(run, scorer, a, b, columns, per_case)
    JOIN cell_marks y ON y.run_id = u.run AND y.project_id = :project AND mod(y.ordinal, u.columns) = u.b
    JOIN cell_marks x ON x.run_id = u.run AND x.project_id = :project AND x.ordinal = y.ordinal - u.b + u.a
    JOIN cells d ON d.run_id = u.run AND d.ordinal = y.ordinal AND d.attempt = y.attempt AND d.state = 'answered'
    JOIN cells c ON c.run_id = u.run AND c.ordinal = x.ordinal AND c.attempt = x.attempt AND c.state = 'answered'
    JOIN scores s ON s.run_id = u.run AND s.ordinal = y.ordinal AND s.scorer = u.scorer AND s.state = 'scored'
    LEFT JOIN run_cases k ON k.run_id = u.run AND k.position = y.ordinal / u.per_case
    WHERE x.grade <> y.grade AND s.value <> 0.5
    ORDER BY y.graded_at DESC
    LIMIT :most
    """
)
EXAMINED = text(
    f"""
    SELECT p.value AS before, e.value AS after, {CASE.format(ordinal="u.ordinal")} AS named,
           u.run, u.ordinal
    FROM unnest(:runs, :ordinals, :scorers, :exams, :per_case) AS u(run, ordinal, scorer, exam, per_case)
    JOIN runs r ON r.id = u.run AND r.project_id = :project
    JOIN scores e ON e.run_id = u.run AND e.ordinal = u.ordinal AND e.scorer = u.exam AND e.state = 'scored'
    JOIN scores p ON p.run_id = u.run AND p.ordinal = u.ordinal AND p.scorer = u.scorer AND p.state = 'scored'
    LEFT JOIN run_cases k ON k.run_id = u.run AND k.position = u.ordinal / u.per_case
    LIMIT :most
    """
)
PLAIN = text(
    """
    SELECT s.ordinal, s.value
    FROM scores s JOIN runs r ON r.id = s.run_id AND r.project_id = :project
    WHERE s.run_id = :run AND s.scorer = :scorer AND s.state = 'scored' AND s.ordinal = ANY(:ordinals)
    """
)
# Pairs that were decided without a call, because an answer was malformed, were never shown in two orders.
SWAPPED = text(
    f"""
    SELECT CAST(s.more ->> 'flipped' AS boolean) AS flipped,
           s.more #>> '{{orders,0,first}}' = s.more #>> '{{orders,0,winner}}'
             OR s.more #>> '{{orders,1,first}}' = s.more #>> '{{orders,1,winner}}' AS first_won,
           {CASE.format(ordinal="s.ordinal")} AS named
    FROM unnest(:runs, :scorers, :per_case) AS u(run, scorer, per_case)
    JOIN runs r ON r.id = u.run AND r.project_id = :project
    JOIN scores s ON s.run_id = u.run AND s.scorer = u.scorer AND s.state = 'scored'
    LEFT JOIN run_cases k ON k.run_id = u.run AND k.position = s.ordinal / u.per_case
    WHERE jsonb_array_length(s.more -> 'orders') = 2
    LIMIT :most
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One scorer of a run that uses this judge, to score answers or for an exam."""

    run: RunId
    number: int
    name: str
    scorer: int
    spec: dict[str, Any]
    cells: int
    columns: int
    # Number of cells of one case.
    per_case: int
    # Number of verdicts requested.
    verdicts: int
    errors: int
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledVerdict:
    value: float
    grade: float
    # Criteria of the judge in the order of its rubric, and of people by name.
    criteria: Sequence[float | None] | None
    given: dict[str, float] | None
    case: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamCell:
    run: RunId
    ordinal: int
    scorer: int
    exam: int
    per_case: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TwiceAsked:
    run: RunId
    ordinal: int
    before: float
    after: float
    case: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BothOrders:
    flipped: bool
    # The answer shown first won in at least one of the two orders.
    first_won: bool
    case: str


class JudgeVerdicts(Repository):
    async def uses(self, project: ProjectId, judge: JudgeId, version: int) -> list[Use]:
        """Return the uses of the judge, newest runs first."""
        rows = await self._session.execute(
            USES,
            {"project": project, "judge": str(judge), "version": version, "most": MOST_SCORERS},
        )
        return [
            Use(
                run=RunId(row.run_id),
                number=row.number,
                name=row.name,
                scorer=row.scorer,
                spec=row.spec,
                cells=row.cells,
                columns=row.columns,
                per_case=row.columns * row.trials,
                verdicts=int(row.scored - row.malformed),
                errors=int(row.errors),
                cost=int(row.cost),
            )
            for row in rows
        ]

    async def labelled(self, project: ProjectId, uses: Sequence[Use]) -> list[LabelledVerdict]:
        """Return the verdicts on single answers that people graded as well; replaced answers are omitted."""
        rows = await self._session.execute(
            LABELLED.bindparams(*_columns_of(uses)), {"project": project, "most": MOST_VERDICTS}
        )
        return [
            LabelledVerdict(
                value=row.value,
                grade=row.grade,
                criteria=row.criteria,
                given=row.given,
                case=row.named,
            )
            for row in rows
        ]

    async def preferred(self, project: ProjectId, uses: Sequence[Use]) -> list[LabelledVerdict]:
        """Return the judge's preferences in pairs of answers with different grades by people.

        A value of 1 means that the second answer of the pair is better.
        """
        rows = await self._session.execute(
            PREFERRED.bindparams(
                *_columns_of(uses),
                _array("a", [use.spec["a"] for use in uses], Integer()),
                _array("b", [use.spec["b"] for use in uses], Integer()),
                _array("columns", [use.columns for use in uses], Integer()),
            ),
            {"project": project, "most": MOST_VERDICTS},
        )
        return [
            LabelledVerdict(
                value=row.value,
                grade=float(row.grade),
                criteria=None,
                given=None,
                case=row.named,
            )
            for row in rows
        ]

    async def examined(self, project: ProjectId, cells: Sequence[ExamCell]) -> list[TwiceAsked]:
        """Return pairs of verdicts: on an answer, and on the same answer as altered by an exam."""
        rows = await self._session.execute(
            EXAMINED.bindparams(
                _array("runs", [cell.run for cell in cells], Uuid()),
                _array("ordinals", [cell.ordinal for cell in cells], Integer()),
                _array("scorers", [cell.scorer for cell in cells], SmallInteger()),
                _array("exams", [cell.exam for cell in cells], SmallInteger()),
                _array("per_case", [cell.per_case for cell in cells], Integer()),
            ),
            {"project": project, "most": MOST_VERDICTS},
        )
        return [
            TwiceAsked(
                run=RunId(row.run),
                ordinal=row.ordinal,
                before=row.before,
                after=row.after,
                case=row.named,
            )
            for row in rows
        ]

    async def plain_scores(
        self, project: ProjectId, run: RunId, scorer: int, ordinals: Sequence[int]
    ) -> dict[int, float]:
        """Return the judge's scores of the unaltered answers, by cell."""
        rows = await self._session.execute(
            PLAIN.bindparams(_array("ordinals", ordinals, Integer())),
            {"project": project, "run": run, "scorer": scorer},
        )
        return {row.ordinal: row.value for row in rows}

    async def swapped(self, project: ProjectId, uses: Sequence[Use]) -> list[BothOrders]:
        """Return the verdicts on pairs that were judged in both orders."""
        rows = await self._session.execute(
            SWAPPED.bindparams(*_columns_of(uses)), {"project": project, "most": MOST_VERDICTS}
        )
        return [
            BothOrders(flipped=row.flipped, first_won=row.first_won, case=row.named) for row in rows
        ]


def _columns_of(uses: Sequence[Use]) -> list[Any]:
    return [
        _array("runs", [use.run for use in uses], Uuid()),
        _array("scorers", [use.scorer for use in uses], SmallInteger()),
        _array("per_case", [use.per_case for use in uses], Integer()),
    ]


def _array(name: str, values: Sequence[UUID | int], kind: Any) -> Any:
    return bindparam(name, list(values), ARRAY(kind))
