"""Repository of question reviews: judges' verdicts on questions, and lookups of identical judges and rubrics."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import select, text

from edison.domain.arena.psychometrics.question_generators import GradedQuestion
from edison.domain.arena.question_review import question_text
from edison.domain.datasets.case_json import values_from_json
from edison.domain.ids import JudgeId, ProjectId, RubricId, RunId
from edison.domain.judging.judge import JudgeContent, digest_of, judge_to_json, rubric_to_json
from edison.domain.judging.rubric import Rubric
from edison.domain.runs.run_plan import QUESTIONS_TRIGGER
from edison.domain.runs.run_sums import ScoreSums
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.repositories.runs.run_sums import SCORE
from edison.store.tables.judging import JudgeRow, JudgeVersionRow, RubricRow, RubricVersionRow
from edison.store.tables.runs import RunRow, RunScoreRow

JUDGES = text(
    """
    SELECT s.run_id, s.number, s.name, v.judge_id, v.number AS version, v.model_name, b.content AS rubric
    FROM run_scorers s JOIN runs r ON r.id = s.run_id AND r.project_id = :project
    JOIN judge_versions v ON v.project_id = r.project_id AND CAST(v.judge_id AS text) = s.spec ->> 'judge'
        AND CAST(v.number AS text) = s.spec ->> 'version'
    LEFT JOIN rubric_versions b ON b.rubric_id = v.rubric_id AND b.number = v.rubric_version
    WHERE s.run_id = ANY (CAST(:runs AS uuid[])) AND coalesce(s.spec ->> 'exam', '') = ''
    ORDER BY s.run_id, s.number
    """
)
# Rounded, so that a cursor finds its position again. The scores of each question are looked up by key: that is fast
# even for a run that has just begun, when PostgreSQL has no statistics about it.
ROWS = """
    WITH sorted AS (
        SELECT rc.position, rc.revision, said.mean, said.spread, CAST({key} AS float8) AS key
        FROM run_cases rc JOIN runs r ON r.id = rc.run_id AND r.project_id = :project
        LEFT JOIN LATERAL (
            SELECT CAST(round(CAST(avg(value) AS numeric), 6) AS float8) AS mean,
                CAST(round(CAST(stddev_samp(value) AS numeric), 6) AS float8) AS spread
            FROM scores WHERE run_id = rc.run_id AND ordinal = rc.position AND state = 'scored'
                AND scorer = ANY (CAST(:scorers AS smallint[]))
        ) said ON true
        WHERE rc.run_id = :run
    )
    SELECT s.*, k.case_id, k.position AS number, k."values" AS inputs, k.tags, k.difficulty,
        EXISTS (SELECT 1 FROM cases n WHERE n.case_id = k.case_id AND n.until IS NULL
            AND n."values" = k."values") AS current
    FROM (
        SELECT * FROM sorted WHERE (key, position) > (CAST(:after AS float8), CAST(:place AS int))
        ORDER BY key, position LIMIT :most
    ) s
    JOIN cases k ON k.id = s.revision AND k.project_id = :project
    ORDER BY s.key, s.position
"""
VERDICTS = text(
    """
    SELECT s.ordinal, s.scorer, s.state, s.value, s.criteria, s.reason, s.problem, s.more -> 'criteria' AS told
    FROM scores s JOIN runs r ON r.id = s.run_id AND r.project_id = :project
    WHERE s.run_id = :run AND s.ordinal = ANY (CAST(:ordinals AS int[]))
    """
)
# What could not be judged is judged again; the sums keep its cost.
FORGET_ERRORS = text(
    """
    DELETE FROM scores s USING runs r
    WHERE r.id = s.run_id AND r.project_id = :project AND s.run_id = :run
      AND s.state = 'not_scored' AND s.problem <> 'not_applicable'
    RETURNING s.ordinal
    """
)


class ReviewSort(StrEnum):
    POSITION = "position"
    BEST = "best"
    WORST = "worst"
    # The questions that judges disagree on most come first.
    SPREAD = "spread"


# Ascending; missing values come last.
_KEYS = {
    ReviewSort.POSITION: "0",
    ReviewSort.BEST: "coalesce(-said.mean, 2)",
    ReviewSort.WORST: "coalesce(said.mean, 2)",
    ReviewSort.SPREAD: "coalesce(-said.spread, 2)",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewJudge:
    scorer: int
    name: str
    judge: JudgeId
    version: int
    model_name: str
    # Names of its criteria; none if the judge follows free instructions.
    criteria: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionVerdict:
    scorer: int
    # "open" and "calling" are in progress.
    state: str
    value: float | None
    criteria: tuple[float | None, ...]
    # Reasons by name of the criterion.
    reasons: dict[str, str]
    reason: str | None
    problem: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedQuestion:
    key: float
    # Its row in the run.
    row: int
    case: UUID
    # The number shown to people.
    position: int
    text: str
    tags: tuple[str, ...]
    difficulty: int | None
    # Whether this wording is in the newest version.
    current: bool
    mean: float | None
    spread: float | None
    verdicts: tuple[QuestionVerdict, ...] = ()


class QuestionReviews(Repository):
    async def make_alone(self, project: ProjectId) -> None:
        """Lock the creation of question judges until the transaction ends, so that no judge is created twice."""
        await self._lock(f"edison-question-judges:{project}")

    async def rubric_like(self, project: ProjectId, content: Rubric) -> tuple[RubricId, int] | None:
        """Find a rubric version with identical content."""
        row = (
            await self._session.execute(
                select(RubricVersionRow.rubric_id, RubricVersionRow.number)
                .join(RubricRow, RubricRow.id == RubricVersionRow.rubric_id)
                .where(
                    RubricVersionRow.project_id == project,
                    RubricVersionRow.digest == digest_of(rubric_to_json(content)),
                    RubricRow.removed_at.is_(None),
                )
                .order_by(RubricVersionRow.created_at)
                .limit(1)
            )
        ).one_or_none()
        return None if row is None else (RubricId(row[0]), row[1])

    async def judge_like(
        self, project: ProjectId, content: JudgeContent
    ) -> tuple[JudgeId, int] | None:
        """Find a judge version that would send identical requests."""
        row = (
            await self._session.execute(
                select(JudgeVersionRow.judge_id, JudgeVersionRow.number)
                .join(JudgeRow, JudgeRow.id == JudgeVersionRow.judge_id)
                .where(
                    JudgeVersionRow.project_id == project,
                    JudgeVersionRow.digest == digest_of(judge_to_json(content)),
                    JudgeRow.removed_at.is_(None),
                )
                .order_by(JudgeVersionRow.created_at)
                .limit(1)
            )
        ).one_or_none()
        return None if row is None else (JudgeId(row[0]), row[1])

    async def judges(
        self, project: ProjectId, runs: Sequence[RunId]
    ) -> dict[RunId, tuple[ReviewJudge, ...]]:
        found: dict[RunId, list[ReviewJudge]] = defaultdict(list)
        for row in await self._session.execute(JUDGES, {"project": project, "runs": list(runs)}):
            criteria: list[dict[str, Any]] = [] if row.rubric is None else row.rubric["criteria"]
            found[RunId(row.run_id)].append(
                ReviewJudge(
                    scorer=row.number,
                    name=row.name,
                    judge=JudgeId(row.judge_id),
                    version=row.version,
                    model_name=row.model_name,
                    criteria=tuple(each["name"] for each in criteria),
                )
            )
        return {run: tuple(judges) for run, judges in found.items()}

    async def sums(
        self, project: ProjectId, runs: Sequence[RunId]
    ) -> dict[RunId, dict[int, ScoreSums]]:
        """Return the score sums of each run by scorer number; runs of question reviews have one column."""
        rows = await self._session.scalars(
            select(RunScoreRow)
            .join(RunRow, RunRow.id == RunScoreRow.run_id)
            .where(RunRow.project_id == project, RunScoreRow.run_id.in_(runs))
            .execution_options(populate_existing=True)
        )
        found: dict[RunId, dict[int, ScoreSums]] = defaultdict(dict)
        for row in rows:
            sums = ScoreSums(**{name: getattr(row, name) for name in SCORE})
            found[RunId(row.run_id)][row.scorer] = sums
        return found

    async def page(
        self,
        project: ProjectId,
        run: RunId,
        scorers: Sequence[int],
        sort: ReviewSort,
        page: PageRequest,
    ) -> Page[ReviewedQuestion]:
        after, place = page.key(_key, row_number) if page.after else (-2.0, -1)
        rows = await self._session.execute(
            text(ROWS.format(key=_KEYS[sort])),
            {
                "project": project,
                "run": run,
                "scorers": list(scorers),
                "after": after,
                "place": min(place, 2**31 - 1),
                "most": page.limit + 1,
            },
        )
        questions = [_question(row) for row in rows]
        return page_of(questions, page.limit, lambda one: (one.key, one.row))

    async def verdicts(
        self, project: ProjectId, run: RunId, positions: Sequence[int]
    ) -> dict[int, list[QuestionVerdict]]:
        """Return the verdicts on the questions at these positions; scores that were never started are omitted."""
        rows = await self._session.execute(
            VERDICTS, {"project": project, "run": run, "ordinals": list(positions)}
        )
        found: dict[int, list[QuestionVerdict]] = defaultdict(list)
        for row in rows:
            told: dict[str, Any] = row.told or {}
            found[row.ordinal].append(
                QuestionVerdict(
                    scorer=row.scorer,
                    state=row.state,
                    value=row.value,
                    criteria=tuple(row.criteria or ()),
                    reasons={name: str(each.get("why") or "") for name, each in told.items()},
                    reason=row.reason,
                    problem=row.problem,
                )
            )
        return found

    async def forget_errors(self, project: ProjectId, run: RunId) -> list[int]:
        """Delete the failed scores of a run; return the positions of the questions to judge again."""
        rows = await self._session.scalars(FORGET_ERRORS, {"project": project, "run": run})
        return sorted(rows)


def _key(part: str) -> float:
    number = float(part)
    if not -2 <= number <= 2:
        raise ValueError("out of range")
    return number


def _question(row: Any) -> ReviewedQuestion:
    return from_row(
        ReviewedQuestion,
        row,
        row=row.position,
        case=row.case_id,
        position=row.number,
        text=question_text(values_from_json(row.inputs)),
        verdicts=(),
    )


MOST_QUESTIONS = 100_000
# A question that a person has reworded no longer counts as the model's.
GRADED = text(
    """
    SELECT o.model_name, k.dataset_id, f.case_id, avg(s.value) AS value,
        array_agg(DISTINCT CAST(r.id AS text)) AS reviews
    FROM runs r
    JOIN run_cases rc ON rc.run_id = r.id
    JOIN cases k ON k.id = rc.revision AND k.project_id = r.project_id
    JOIN cases f ON f.case_id = k.case_id AND f."values" = k."values"
    JOIN dataset_origins o ON o.dataset_id = k.dataset_id AND o.version = f.since AND o.kind = 'generated'
    JOIN run_scorers n ON n.run_id = r.id AND n.spec ->> 'kind' = 'judge' AND coalesce(n.spec ->> 'exam', '') = ''
    JOIN scores s ON s.run_id = r.id AND s.ordinal = rc.position AND s.scorer = n.number AND s.state = 'scored'
    WHERE r.project_id = :project AND r.trigger = :trigger AND r.state = 'completed'
    GROUP BY o.model_name, k.dataset_id, f.case_id
    ORDER BY f.case_id DESC LIMIT :most
    """
)


class GeneratedQuestions(Repository):
    async def graded(self, project: ProjectId) -> list[GradedQuestion]:
        """Return the mean of all verdicts on each question, the newest questions first."""
        rows = await self._session.execute(
            GRADED, {"project": project, "trigger": QUESTIONS_TRIGGER, "most": MOST_QUESTIONS}
        )
        return [
            GradedQuestion(
                model_name=row.model_name,
                dataset=row.dataset_id,
                value=min(1.0, max(0.0, float(row.value))),
                reviews=frozenset(row.reviews),
            )
            for row in rows
        ]
