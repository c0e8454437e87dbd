"""Read judges' scores of a run's answers by criterion, to find the weaknesses of a prompt."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast
from uuid import UUID

from sqlalchemy import ARRAY, Integer, bindparam, text

from edison.domain.datasets.case_json import CaseValue, values_from_json
from edison.domain.datasets.dataset import value_text
from edison.domain.experiments.refining.refiner_evidence import JudgedCell
from edison.domain.ids import DatasetId, ProjectId, RunId
from edison.domain.runs.run_plan import Plan
from edison.store.repositories.base import Repository

# This many judged answers are enough to find the weaknesses of a prompt.
MOST_CELLS = 20_000
MOST_WHY = 500

JUDGED = text(
    """
    SELECT s.ordinal, s.scorer, s.value, s.criteria
    FROM scores s
    JOIN runs r ON r.id = s.run_id AND r.project_id = :project
    JOIN cells c ON c.run_id = s.run_id AND c.ordinal = s.ordinal AND c.state IN ('answered', 'malformed')
    WHERE s.run_id = :run AND s.state = 'scored' AND s.criteria IS NOT NULL AND s.scorer = ANY (:scorers)
    ORDER BY s.ordinal, s.scorer
    LIMIT :most
    """
)
TOLD = text(
    """
    SELECT c.ordinal, c.output, c.parsed, c.malformed, v.case_id, v.values, s.scorer, s.more, s.reason
    FROM unnest(CAST(:ordinals AS int[])) AS wanted(ordinal)
    JOIN runs r ON r.id = :run AND r.project_id = :project
    JOIN cells c ON c.run_id = r.id AND c.ordinal = wanted.ordinal
    LEFT JOIN run_cases k ON k.run_id = r.id AND k.position = c.ordinal / :per_case
    LEFT JOIN cases v ON v.id = k.revision AND v.project_id = :project
    LEFT JOIN scores s ON s.run_id = r.id AND s.ordinal = c.ordinal AND s.state = 'scored' AND s.scorer = ANY (:scorers)
    ORDER BY c.ordinal, s.scorer
    """
)
TEXTS = text(
    """
    SELECT values, expected FROM cases
    WHERE project_id = :project AND dataset_id = :dataset
        AND since <= :version AND (until IS NULL OR until > :version)
    ORDER BY position, case_id
    """
)


@dataclass(slots=True, kw_only=True)
class CellWords:
    """The input and output of a cell, and the reasons for low scores by criterion."""

    case: UUID | None
    input: str
    output: str
    reasons: dict[str, str] = field(default_factory=dict[str, str])


class JudgedCells(Repository):
    async def of_run(
        self, project: ProjectId, run: RunId, plan: Plan, judges: Mapping[int, Sequence[str]]
    ) -> list[JudgedCell]:
        """Return the mean score of the judges for each cell, in total and by criterion.

        `judges` maps scorer numbers to the names of their criteria in rubric order.
        """
        rows = await self._session.execute(
            JUDGED.bindparams(bindparam("scorers", list(judges), ARRAY(Integer()))),
            {"project": project, "run": run, "most": MOST_CELLS},
        )
        values: dict[int, list[float]] = defaultdict(list)
        given: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for row in rows:
            values[row.ordinal].append(row.value)
            for name, value in zip(judges[row.scorer], row.criteria, strict=False):
                if value is not None:
                    given[row.ordinal][name].append(value)
        return [
            JudgedCell(
                ordinal=ordinal,
                case=plan.place(ordinal).case,
                value=_mean(some),
                criteria={name: _mean(found) for name, found in given[ordinal].items()},
            )
            for ordinal, some in values.items()
        ]

    async def words(
        self,
        project: ProjectId,
        run: RunId,
        plan: Plan,
        ordinals: Sequence[int],
        judges: Sequence[int],
    ) -> dict[int, CellWords]:
        rows = await self._session.execute(
            TOLD.bindparams(
                bindparam("ordinals", list(ordinals), ARRAY(Integer())),
                bindparam("scorers", list(judges), ARRAY(Integer())),
            ),
            {
                "project": project,
                "run": run,
                "per_case": plan.trials * len(plan.columns),
            },
        )
        found: dict[int, CellWords] = {}
        for row in rows:
            words = found.setdefault(
                row.ordinal,
                CellWords(
                    case=row.case_id,
                    input=join_case_values(values_from_json(row.values or {})),
                    output=row.output or "",
                ),
            )
            for name, why in _whys(row.more, row.reason):
                words.reasons.setdefault(name, why)
        return found

    async def case_texts(self, project: ProjectId, dataset: DatasetId, version: int) -> list[str]:
        """Return every text of every case, including holdout cases and expected answers.

        A suggested prompt must not contain any of these texts.
        """
        rows = await self._session.execute(
            TEXTS, {"project": project, "dataset": dataset, "version": version}
        )
        texts: list[str] = []
        for row in rows:
            texts += [
                join_case_values({name: value})
                for name, value in values_from_json(row.values).items()
            ]
            if row.expected:
                texts.append(row.expected)
        return texts


def join_case_values(values: Mapping[str, CaseValue]) -> str:
    """Join all variables of a case into one text."""
    lines: list[str] = []
    for name, value in values.items():
        said = (
            "\n".join(f"{message.role}: {message.content}" for message in value)
            if isinstance(value, tuple)
            else value_text(value)
        )
        lines.append(said if len(values) == 1 else f"{name}: {said}")
    return "\n".join(lines)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _whys(more: Any, reason: str | None) -> list[tuple[str, str]]:
    """Return the judge's reason for each criterion; for a malformed answer, only the reason of the whole score."""
    criteria = cast("dict[str, Any]", more or {}).get("criteria")
    if not isinstance(criteria, dict):
        return [("Answer", reason[:MOST_WHY])] if reason else []
    found: list[tuple[str, str]] = []
    for name, each in cast("dict[str, Any]", criteria).items():
        why = cast("dict[str, Any]", each).get("why") if isinstance(each, dict) else None
        if isinstance(why, str) and why:
            found.append((name, why[:MOST_WHY]))
    return found
