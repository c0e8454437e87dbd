"""Read all versions of a prompt, without their texts, and the results of each in runs and experiments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from sqlalchemy import text

from edison.domain.ids import ProjectId, PromptId, RunId, VersionId
from edison.domain.lineage.prompt_lineage import ForkSource, Measured, Node, VersionEvidence
from edison.domain.prompts.prompt import LATEST, VersionOrigin
from edison.domain.results.run_summary import Figure
from edison.domain.runs.run_plan import ELSEWHERE, Plan, plan_from_json
from edison.store.repositories.base import Repository

# Summaries are large, so scores are read from this many of the newest runs.
RUNS_AT_MOST = 300

VERSIONS = text(
    """
    SELECT v.id, v.number, v.parent_id, v.origin, v.author_label, v.changelog, v.created_at,
        v.number = p.latest AS latest,
        (SELECT array_agg(l.label ORDER BY l.label) FROM prompt_labels l
            WHERE l.prompt_id = v.prompt_id AND l.number = v.number) AS labels
    FROM prompt_versions v JOIN prompts p ON p.id = v.prompt_id
    WHERE v.project_id = :project AND v.prompt_id = :prompt
    ORDER BY v.number DESC LIMIT :most
    """
)
SOURCES = text(
    """
    SELECT v.id, v.prompt_id, p.name, v.number
    FROM prompt_versions v JOIN prompts p ON p.id = v.prompt_id
    WHERE v.project_id = :project AND v.id = ANY (CAST(:versions AS uuid[]))
    """
)
# The newest runs of the prompt that have results; a run that judges frozen answers again says nothing new of a version.
RUNS = text(
    """
    SELECT r.id, r.number, r.plan FROM runs r JOIN run_statistics s ON s.run_id = r.id
    WHERE r.project_id = :project AND r.prompt_id = :prompt AND s.summary IS NOT NULL
      AND r.trigger <> ALL (CAST(:elsewhere AS text[]))
    ORDER BY r.id DESC LIMIT :most
    """
)
EVIDENCE = text(
    """
    SELECT DISTINCT ON (i.version_id) i.version_id, i.id, i.number, i.composite, i.verdict,
        e.id AS experiment, e.name, b.version_number AS against, r.id AS run, r.number AS run_number,
        (SELECT CASE WHEN count(DISTINCT c ->> 'scale') = 1 THEN min(CAST(c ->> 'scale' AS int)) ELSE 10 END
            FROM jsonb_array_elements(e.plan -> 'criteria') c) AS scale
    FROM iterations i
    JOIN experiments e ON e.id = i.experiment_id
    LEFT JOIN runs r ON r.id = i.run_id
    LEFT JOIN iterations b ON b.experiment_id = i.experiment_id
        AND b.number = CAST(i.verdict ->> 'against' AS int)
    WHERE i.project_id = :project AND i.version_id = ANY (CAST(:versions AS uuid[]))
      AND i.composite IS NOT NULL
    ORDER BY i.version_id, (i.verdict IS NOT NULL) DESC, i.id DESC
    """
)
SUGGESTED = text(
    """
    SELECT applied_version, id FROM suggestions
    WHERE project_id = :project AND applied_version = ANY (CAST(:versions AS uuid[]))
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class InExperiment:
    evidence: VersionEvidence
    measured: Measured | None


class PromptLineage(Repository):
    async def nodes(self, project: ProjectId, prompt: PromptId, most: int) -> list[Node]:
        """Return the newest `most` versions, oldest first."""
        rows = (
            await self._session.execute(
                VERSIONS, {"project": project, "prompt": prompt, "most": most}
            )
        ).all()
        return [
            Node(
                version=VersionId(row.id),
                number=row.number,
                parent=None if row.parent_id is None else VersionId(row.parent_id),
                labels=(*((LATEST,) if row.latest else ()), *(row.labels or ())),
                origin=cast(VersionOrigin, row.origin),
                author=row.author_label,
                changelog=row.changelog,
                at=row.created_at,
            )
            for row in reversed(rows)
        ]

    async def sources(self, project: ProjectId, versions: Sequence[VersionId]) -> list[ForkSource]:
        rows = await self._session.execute(
            SOURCES, {"project": project, "versions": list(versions)}
        )
        return [
            ForkSource(
                version=VersionId(row.id),
                prompt=row.prompt_id,
                prompt_name=row.name,
                number=row.number,
            )
            for row in rows
        ]

    async def runs(self, project: ProjectId, prompt: PromptId) -> list[tuple[RunId, int, Plan]]:
        """Return the newest runs of the prompt that have results, newest first."""
        rows = await self._session.execute(
            RUNS,
            {
                "project": project,
                "prompt": prompt,
                "most": RUNS_AT_MOST,
                "elsewhere": list(ELSEWHERE),
            },
        )
        return [(RunId(row.id), row.number, plan_from_json(row.plan)) for row in rows]

    async def in_experiments(
        self, project: ProjectId, versions: Sequence[VersionId]
    ) -> dict[VersionId, InExperiment]:
        """Return the newest iteration of each version, preferring iterations with a comparison."""
        rows = await self._session.execute(
            EVIDENCE, {"project": project, "versions": list(versions)}
        )
        return {VersionId(row.version_id): _in_experiment(row) for row in rows}

    async def suggestions(
        self, project: ProjectId, versions: Sequence[VersionId]
    ) -> dict[VersionId, UUID]:
        rows = await self._session.execute(
            SUGGESTED, {"project": project, "versions": list(versions)}
        )
        return {VersionId(version): suggestion for version, suggestion in rows}


def _in_experiment(row: Any) -> InExperiment:
    verdict: Mapping[str, Any] = row.verdict or {}
    return InExperiment(
        evidence=VersionEvidence(
            experiment=row.experiment,
            experiment_name=row.name,
            iteration=row.id,
            iteration_number=row.number,
            verdict=verdict.get("verdict"),
            effect=_figure(verdict.get("effect")),
            sentence=verdict.get("sentence"),
            against=row.against,
        ),
        measured=Measured(
            composite=Figure(**row.composite),
            scale=row.scale,
            run=row.run,
            run_number=row.run_number,
            metric="Composite",
        ),
    )


def _figure(value: dict[str, Any] | None) -> Figure | None:
    return None if value is None else Figure(**value)
