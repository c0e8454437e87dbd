"""Totals of many runs for lists: one statement per page, which reads no cells."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import TypeAdapter
from sqlalchemy import text

from edison.domain.datasets.case_json import content_from_json
from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import DatasetId, ModelId, ProjectId, PromptId, RunId
from edison.domain.models.parameters import Parameters
from edison.domain.money import MicroUsd
from edison.domain.runs.answer_length import EarlierAnswers, MeanTokens
from edison.domain.runs.cell import Phase
from edison.domain.runs.run_plan import CaseChoice
from edison.store.repositories.base import Repository
from edison.store.repositories.runs.run_cases import CHOSEN_CASES

TOTALS = text(
    """
    SELECT r.id, c.answered, c.malformed, c.failed, c.reused, c.cost + s.cost AS cost, c.doubt + s.doubt AS doubt
    FROM runs r
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(answered), 0) AS answered, coalesce(sum(malformed), 0) AS malformed,
            coalesce(sum(failed), 0) AS failed, coalesce(sum(reused), 0) AS reused,
            coalesce(sum(cost), 0) AS cost, coalesce(sum(doubt), 0) AS doubt
        FROM run_columns WHERE run_id = r.id
    ) c
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(cost), 0) AS cost, coalesce(sum(doubt), 0) AS doubt
        FROM run_scores WHERE run_id = r.id
    ) s
    WHERE r.project_id = :project AND r.id = ANY (CAST(:runs AS uuid[]))
    """
)
# Recent new answers by target and prompt: the plan names both for each column.
RECENT_ANSWERS = text(
    """
    SELECT p.model, p.prompt, p.parameters, sum(c.answers)::bigint AS answers, sum(c.tokens)::bigint AS tokens,
        min(c.tokens / c.answers::float8) AS least, max(c.tokens / c.answers::float8) AS most
    FROM (
        SELECT id, plan FROM runs WHERE project_id = :project AND created_at >= :since
        ORDER BY id DESC LIMIT 50
    ) r
    CROSS JOIN LATERAL (
        SELECT CAST(value ->> 'model' AS uuid) AS model, CAST(value ->> 'prompt' AS uuid) AS prompt,
            value -> 'parameters' AS parameters, ordinality - 1 AS number
        FROM jsonb_array_elements(r.plan -> 'columns') WITH ORDINALITY
    ) p
    JOIN (
        SELECT run_id, number, answered + malformed AS answers, completion_tokens AS tokens FROM run_columns
    ) c ON c.run_id = r.id AND c.number = p.number AND c.answers > 0 AND c.tokens > 0
    WHERE p.model = ANY (CAST(:models AS uuid[]))
    GROUP BY 1, 2, 3
    """
)
RECENT_CALLS = text(
    """
    SELECT model_id, phase, sum(calls)::float8 AS calls, sum(prompt_tokens)::float8 AS prompt,
        sum(completion_tokens)::float8 AS answer
    FROM spend_days
    WHERE project_id = :project AND day >= :since AND phase IN ('judge', 'refine')
        AND model_id = ANY (CAST(:models AS uuid[]))
    GROUP BY 1, 2 HAVING sum(completion_tokens) > 0 AND sum(calls) > 0
    """
)
# Evenly spread over all selected cases, and the same ones each time.
SAMPLE = text(
    f"""
    SELECT k."values" AS inputs, k.expected, k.tags, k.difficulty, k.metadata, k.split
    FROM (SELECT id FROM ({CHOSEN_CASES}) chosen ORDER BY md5(CAST(id AS text)) LIMIT :most) taken
    JOIN cases k ON k.id = taken.id
    """
)


_PARAMETERS = TypeAdapter(Parameters)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTotals:
    answered: int
    malformed: int
    failed: int
    reused: int
    cost: MicroUsd
    doubt: MicroUsd

    @property
    def done(self) -> int:
        return self.answered + self.malformed + self.failed


class RunTotalsOf(Repository):
    async def of(self, project: ProjectId, runs: Sequence[RunId]) -> dict[RunId, RunTotals]:
        values = {"project": project, "runs": list(runs)}
        return {
            RunId(row.id): RunTotals(
                answered=int(row.answered),
                malformed=int(row.malformed),
                failed=int(row.failed),
                reused=int(row.reused),
                cost=MicroUsd(int(row.cost)),
                doubt=MicroUsd(int(row.doubt)),
            )
            for row in await self._session.execute(TOTALS, values)
        }

    async def earlier_answers(
        self, project: ProjectId, models: Sequence[ModelId], since: datetime
    ) -> list[EarlierAnswers]:
        """Return the answers of these models in recent runs, by target and prompt. Reused answers count."""
        values = {"project": project, "models": list(models), "since": since}
        return [
            EarlierAnswers(
                model=ModelId(row.model),
                prompt=PromptId(row.prompt),
                parameters=_PARAMETERS.validate_python(row.parameters),
                answers=row.answers,
                tokens=row.tokens,
                least=row.least,
                most=row.most,
            )
            for row in await self._session.execute(RECENT_ANSWERS, values)
        ]

    async def earlier_calls(
        self, project: ProjectId, models: Sequence[ModelId], since: datetime
    ) -> dict[Phase, dict[ModelId, MeanTokens]]:
        """Return the mean tokens of earlier calls as a judge and as a refiner."""
        found: dict[Phase, dict[ModelId, MeanTokens]] = {Phase.JUDGE: {}, Phase.REFINE: {}}
        if not models:
            return found
        values = {"project": project, "models": list(models), "since": since}
        for row in await self._session.execute(RECENT_CALLS, values):
            found[Phase(row.phase)][ModelId(row.model_id)] = MeanTokens(
                prompt=row.prompt / row.calls, answer=row.answer / row.calls
            )
        return found

    async def sample_cases(
        self,
        project: ProjectId,
        dataset: DatasetId,
        version: int,
        choice: CaseChoice,
        most: int,
    ) -> list[CaseContent]:
        """Return a sample of the selected cases, to count their tokens."""
        rows = await self._session.execute(
            SAMPLE,
            {
                "project": project,
                "dataset": dataset,
                "version": version,
                "split": None if choice.split is None else str(choice.split),
                "tags": list(choice.tags),
                "ids": list(choice.ids),
                "first": choice.first,
                "most": most,
            },
        )
        return [
            content_from_json(
                {
                    "values": row.inputs,
                    "expected": row.expected,
                    "tags": row.tags,
                    "difficulty": row.difficulty,
                    "metadata": row.metadata,
                    "split": row.split,
                }
            )
            for row in rows
        ]
