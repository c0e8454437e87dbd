"""Read the panel of a run: its scorers, with the modes and rubrics of their judge versions."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.domain.judging.judge import rubric_from_json
from edison.domain.judging.rubric import Rubric
from edison.domain.results.run_metrics import (
    Metric,
    PanelScorer,
    RubricScale,
    choose_metric,
    metrics_of,
)
from edison.domain.runs.cell_labels import Panel, PanelCandidate, panel_of
from edison.store.repositories.base import Repository

SCORERS = text(
    """
    SELECT s.number, s.name, s.spec, v.mode, v.rubric_id, v.rubric_version,
        COALESCE(v.content ->> 'pass_at', s.spec ->> 'pass_at') AS pass_at
    FROM run_scorers s JOIN runs r ON r.id = s.run_id
    LEFT JOIN judge_versions v ON v.project_id = r.project_id
        AND CAST(v.judge_id AS text) = s.spec ->> 'judge' AND CAST(v.number AS text) = s.spec ->> 'version'
    WHERE r.project_id = :project AND s.run_id = :run
    ORDER BY s.number
    """
)
RUBRIC = text(
    """
    SELECT r.name, v.content FROM rubric_versions v JOIN rubrics r ON r.id = v.rubric_id
    WHERE v.project_id = :project AND v.rubric_id = :rubric AND v.number = :version
    """
)

# As the labels of `result_arrays.py`: a label of an earlier answer of the cell does not count.
LABELLED = text(
    """
    SELECT EXISTS (
        SELECT FROM cell_marks m
        JOIN cells c ON c.run_id = m.run_id AND c.ordinal = m.ordinal AND c.attempt = m.attempt
        WHERE m.project_id = :project AND m.run_id = ANY (CAST(:runs AS uuid[])) AND m.grade IS NOT NULL
          AND c.state IN ('answered','malformed')
    )
    """
)
MAIN_METRIC = text("SELECT settings ->> 'main_metric' FROM projects WHERE id = :project")


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRubric:
    name: str
    rubric: Rubric


class RunPanels(Repository):
    async def of(self, project: ProjectId, run: RunId) -> Panel:
        return panel_among(await self.scorers(project, run))

    async def main_metric(self, project: ProjectId) -> str:
        """Return the key of the project's preferred metric; empty if there is none."""
        return str(await self._session.scalar(MAIN_METRIC, {"project": project}) or "")

    async def metrics(self, project: ProjectId, run: RunId) -> tuple[Metric, ...]:
        [found] = await self.metrics_of_all(project, run)
        return found

    async def metrics_of_all(
        self, project: ProjectId, *runs: RunId
    ) -> tuple[tuple[Metric, ...], ...]:
        """Return the metrics of runs that are compared: with labels if people labelled answers of any of them."""
        labelled = await self.are_labelled(project, *runs)
        return tuple(
            [
                await self.metrics_among(
                    project, await self.scorers(project, run), labelled=labelled
                )
                for run in runs
            ]
        )

    async def are_labelled(self, project: ProjectId, *runs: RunId) -> bool:
        """Return whether people labelled an answer of one of the runs."""
        return bool(await self._session.scalar(LABELLED, {"project": project, "runs": list(runs)}))

    async def metrics_among(
        self, project: ProjectId, scorers: Sequence[PanelScorer], *, labelled: bool = False
    ) -> tuple[Metric, ...]:
        rubrics: dict[tuple[UUID, int], RubricScale] = {}
        for version in {one.rubric for one in scorers if one.rubric is not None}:
            found = await self.rubric(project, *version)
            if found is not None:
                rubrics[version] = RubricScale(name=found.name, scale=found.rubric.scale)
        return metrics_of(scorers, rubrics, labelled=labelled)

    async def chosen(
        self, project: ProjectId, *runs: RunId, wanted: str | None = None
    ) -> tuple[Metric, ...]:
        """Return the metric to show for each run: the wanted metric, otherwise a metric that all runs have."""
        metrics = await self.metrics_of_all(project, *runs)
        return choose_metric(*metrics, wanted=wanted, main=await self.main_metric(project))

    async def scorers(self, project: ProjectId, run: RunId) -> list[PanelScorer]:
        rows = await self._session.execute(SCORERS, {"project": project, "run": run})
        return [
            PanelScorer(
                number=row.number,
                name=row.name,
                spec=row.spec,
                mode=row.mode,
                rubric=None if row.rubric_id is None else (row.rubric_id, row.rubric_version),
                pass_at=None if row.pass_at is None else float(row.pass_at),
            )
            for row in rows
        ]

    async def rubric(self, project: ProjectId, rubric: UUID, version: int) -> NamedRubric | None:
        row = (
            await self._session.execute(
                RUBRIC, {"project": project, "rubric": rubric, "version": version}
            )
        ).one_or_none()
        return (
            None
            if row is None
            else NamedRubric(name=row.name, rubric=rubric_from_json(row.content))
        )


def panel_among(scorers: list[PanelScorer]) -> Panel:
    return panel_of(
        PanelCandidate(
            number=one.number, kind=one.kind, exam=one.exam, mode=one.mode, rubric=one.rubric
        )
        for one in scorers
    )
