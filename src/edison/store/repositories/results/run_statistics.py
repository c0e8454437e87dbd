"""Repository of computed results of runs, and of requests to recompute them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Row, select, text, update

from edison.domain.ids import DatasetId, ProjectId, PromptId, RunId
from edison.domain.results.grade_arrays import Kept, from_bytes, to_bytes
from edison.domain.results.run_metrics import Metric
from edison.domain.results.run_summary import (
    MetricFigures,
    Summary,
    figures_from_json,
    metric_from_json,
    summaries_from_json,
    summaries_to_json,
)
from edison.domain.runs.run_plan import ELSEWHERE, Plan, plan_from_json
from edison.store.repositories.base import Repository
from edison.store.tables.results import RunStatisticsRow

# A request that is not finished in this time is repeated.
GIVEN_UP_AFTER = timedelta(seconds=60)

ASK = text(
    """
    INSERT INTO run_statistics (run_id, project_id, asked, asked_at, done)
    VALUES (:run, :project, 1, :now, 0)
    ON CONFLICT (run_id) DO UPDATE SET asked = run_statistics.asked + 1, asked_at = :now
    WHERE (run_statistics.asked = run_statistics.done AND run_statistics.asked_at <= :not_since)
       OR run_statistics.asked_at <= :given_up OR CAST(:at_once AS boolean)
    RETURNING asked
    """
)
# Every change of the input of the results of a run `r` changes one of these values. The first one names the rules of
# the computation: results that were computed by other rules are computed again when someone reads them.
INPUT_OF_RESULTS = """
    concat_ws('/', 'labels apart', r.epoch,
        (SELECT concat_ws('-', sum(answered), sum(malformed), sum(failed)) FROM run_columns WHERE run_id = r.id),
        (SELECT concat_ws('-', count(*), sum(scored), sum(errors), sum(not_applicable), \
round(CAST(sum(total) AS numeric), 6))
            FROM run_scores WHERE run_id = r.id),
        (SELECT concat_ws('-', count(grade), sum(grade), extract(epoch FROM max(graded_at)))
            FROM cell_marks WHERE run_id = r.id)
    )
"""
SEEN = text(f"SELECT {INPUT_OF_RESULTS} FROM runs r WHERE r.project_id = :project AND r.id = :run")
# Earlier runs with the same prompt and the same dataset, newest first, without those that judge frozen answers again.
EARLIER = text(
    """
    SELECT t.id AS later, r.*, s.computed_at FROM runs t
    CROSS JOIN LATERAL (
        SELECT e.id, e.number, e.created_at, e.plan FROM runs e
        WHERE e.project_id = t.project_id AND e.id < t.id AND e.state NOT IN ('cancelled')
          AND e.prompt_id = t.prompt_id AND e.dataset_id IS NOT DISTINCT FROM t.dataset_id
          AND e.trigger <> ALL (CAST(:elsewhere AS text[]))
        ORDER BY e.id DESC LIMIT :most
    ) r
    LEFT JOIN run_statistics s ON s.run_id = r.id
    WHERE t.project_id = :project AND t.id = ANY (CAST(:runs AS uuid[]))
    ORDER BY t.id, r.id DESC
    """
)
# Runs of a prompt with computed results: those on this dataset first, then the newest.
OF_PROMPT = text(
    """
    SELECT r.id, r.number, r.created_at, r.plan, s.computed_at FROM runs r
    JOIN run_statistics s ON s.run_id = r.id AND s.computed_at IS NOT NULL
    WHERE r.project_id = :project AND r.prompt_id = :prompt AND r.state NOT IN ('cancelled')
      AND r.trigger <> ALL (CAST(:elsewhere AS text[]))
    ORDER BY (r.dataset_id IS NOT DISTINCT FROM CAST(:dataset AS uuid)) DESC, r.id DESC LIMIT :most
    """
)
# Figures of all metrics without the rest of the summaries, which is large.
FIGURES = text(
    """
    SELECT s.run_id, m.summary -> 'measure' AS metric, (
        SELECT jsonb_agg(jsonb_build_object('column', c -> 'column', 'model_name', c -> 'model_name',
            'figure', c -> 'composite', 'pass_rate', c -> 'pass_rate', 'graded', c -> 'graded',
            'labels', c -> 'labels', 'inconclusive', c -> 'inconclusive') ORDER BY CAST(c ->> 'column' AS int))
        FROM jsonb_array_elements(m.summary -> 'columns') c
    ) AS columns
    FROM run_statistics s
    CROSS JOIN LATERAL jsonb_array_elements(s.summary -> 'metrics') WITH ORDINALITY AS m(summary, place)
    WHERE s.project_id = :project AND s.run_id = ANY (CAST(:runs AS uuid[]))
    ORDER BY s.run_id, m.place
    """
)
# The metrics of the newest runs, those of the newest run first.
METRICS = text(
    """
    SELECT m.summary -> 'measure' AS metric
    FROM (
        SELECT run_id, summary FROM run_statistics
        WHERE project_id = :project AND summary IS NOT NULL ORDER BY run_id DESC LIMIT :most
    ) s
    CROSS JOIN LATERAL jsonb_array_elements(s.summary -> 'metrics') WITH ORDINALITY AS m(summary, place)
    ORDER BY s.run_id DESC, m.place
    """
)
# Two revisions of one case with different inputs or expected answers.
CHANGED = text(
    """
    SELECT p.place FROM unnest(CAST(:places AS int[]), CAST(:these AS uuid[]), CAST(:others AS uuid[]))
        AS p(place, this, other)
    JOIN cases x ON x.id = p.this AND x.project_id = :project
    JOIN cases y ON y.id = p.other AND y.project_id = :project
    WHERE x.values <> y.values OR x.expected IS DISTINCT FROM y.expected
    """
)
SAME_TEXT = text(
    """
    SELECT count(*) FROM unnest(CAST(:these AS int[]), CAST(:others AS int[])) AS p(this, other)
    JOIN cells x ON x.run_id = :this AND x.ordinal = p.this
    JOIN cells y ON y.run_id = :other AND y.ordinal = p.other
    WHERE coalesce(x.parsed, x.output) = coalesce(y.parsed, y.output)
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSnapshot:
    computed_at: datetime
    took_s: float
    seen: str
    # One for each metric.
    summaries: tuple[Summary, ...]

    def of(self, metric: Metric) -> Summary | None:
        """Return the summary for a metric; None if the metric was added after the computation."""
        return next((one for one in self.summaries if one.measure.key == metric.key), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """The time of a computation of results, and the fingerprint of its input."""

    computed_at: datetime
    seen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierRun:
    id: RunId
    number: int
    created_at: datetime
    # When its results were last computed; None: never.
    computed_at: datetime | None
    plan: Plan


class RunStatistics(Repository):
    async def seen(self, project: ProjectId, run: RunId) -> str:
        """Return a fingerprint of the current data that results are computed from."""
        return str(await self._session.scalar(SEEN, {"project": project, "run": run}))

    async def snapshot(self, project: ProjectId, run: RunId) -> ResultSnapshot | None:
        row = (
            await self._session.execute(
                select(
                    RunStatisticsRow.computed_at,
                    RunStatisticsRow.took_s,
                    RunStatisticsRow.seen,
                    RunStatisticsRow.summary,
                ).where(
                    RunStatisticsRow.project_id == project,
                    RunStatisticsRow.run_id == run,
                    RunStatisticsRow.computed_at.is_not(None),
                )
            )
        ).one_or_none()
        summaries = () if row is None else summaries_from_json(row.summary)
        if row is None or not summaries:
            return None
        return ResultSnapshot(
            computed_at=row.computed_at,
            took_s=row.took_s,
            seen=row.seen,
            summaries=summaries,
        )

    async def stamp(self, project: ProjectId, run: RunId) -> Stamp | None:
        row = (
            await self._session.execute(
                select(RunStatisticsRow.computed_at, RunStatisticsRow.seen).where(
                    RunStatisticsRow.project_id == project,
                    RunStatisticsRow.run_id == run,
                    RunStatisticsRow.computed_at.is_not(None),
                )
            )
        ).one_or_none()
        return None if row is None else Stamp(computed_at=row.computed_at, seen=row.seen)

    async def figures(
        self, project: ProjectId, runs: Sequence[RunId]
    ) -> dict[RunId, tuple[MetricFigures, ...]]:
        """Return the last computed figures for every metric; runs without computed results are omitted."""
        rows = await self._session.execute(FIGURES, {"project": project, "runs": list(runs)})
        found: dict[RunId, tuple[MetricFigures, ...]] = {}
        for row in rows:
            made = figures_from_json({"metric": row.metric, "columns": row.columns or []})
            if made is not None:
                run = RunId(row.run_id)
                found[run] = (*found.get(run, ()), made)
        return found

    async def metrics(self, project: ProjectId, most: int) -> tuple[Metric, ...]:
        """Return the metrics of the newest `most` runs, without duplicate keys."""
        rows = await self._session.scalars(METRICS, {"project": project, "most": most})
        found: dict[str, Metric] = {}
        for value in rows:
            metric = metric_from_json(value)
            if metric is not None:
                found.setdefault(metric.key, metric)
        return tuple(found.values())

    async def kept(self, project: ProjectId, run: RunId, metric: str) -> Kept | None:
        """Return the stored results for the metric with this key."""
        found = await self._session.scalar(
            select(RunStatisticsRow.kept).where(
                RunStatisticsRow.project_id == project, RunStatisticsRow.run_id == run
            )
        )
        return None if found is None else from_bytes(found, metric)

    async def ask(
        self,
        project: ProjectId,
        run: RunId,
        now: datetime,
        *,
        not_within: timedelta = timedelta(0),
        at_once: bool = False,
    ) -> int | None:
        """Request a computation and return its number; None if a computation is in progress or has just finished."""
        found = await self._session.scalar(
            ASK,
            {
                "run": run,
                "project": project,
                "now": now,
                "not_since": now - not_within,
                "given_up": now - GIVEN_UP_AFTER,
                "at_once": at_once,
            },
        )
        return None if found is None else int(found)

    async def may_ask(
        self, project: ProjectId, run: RunId, now: datetime, not_within: timedelta
    ) -> bool:
        """Return whether `ask` would create a request. Takes no lock, because usually it would not."""
        row = (
            await self._session.execute(
                select(
                    RunStatisticsRow.asked, RunStatisticsRow.done, RunStatisticsRow.asked_at
                ).where(RunStatisticsRow.project_id == project, RunStatisticsRow.run_id == run)
            )
        ).one_or_none()
        if row is None or row.asked_at <= now - GIVEN_UP_AFTER:
            return True
        return row.asked == row.done and row.asked_at <= now - not_within

    async def put(
        self,
        project: ProjectId,
        run: RunId,
        order: int,
        *,
        summaries: Sequence[Summary],
        kept: Mapping[str, Kept],
        seen: str,
        at: datetime,
        took_s: float,
    ) -> bool:
        """Save the results of a request; return False if results of a later request are already saved."""
        found = await self._session.scalar(
            update(RunStatisticsRow)
            .where(
                RunStatisticsRow.project_id == project,
                RunStatisticsRow.run_id == run,
                RunStatisticsRow.done < order,
            )
            .values(
                done=order,
                computed_at=at,
                took_s=took_s,
                seen=seen,
                summary=summaries_to_json(summaries),
                kept=to_bytes(kept),
            )
            .returning(RunStatisticsRow.run_id)
            .execution_options(synchronize_session=False)
        )
        return found is not None

    async def earlier(self, project: ProjectId, run: RunId, most: int) -> list[EarlierRun]:
        """List earlier runs with the same prompt and dataset, newest first."""
        return (await self.earlier_of(project, [run], most)).get(run, [])

    async def earlier_of(
        self, project: ProjectId, runs: Sequence[RunId], most: int
    ) -> dict[RunId, list[EarlierRun]]:
        """Return, for each of these runs, at most `most` earlier runs with the same prompt and dataset."""
        found: dict[RunId, list[EarlierRun]] = {}
        values = {
            "project": project,
            "runs": list(runs),
            "most": most,
            "elsewhere": list(ELSEWHERE),
        }
        for row in await self._session.execute(EARLIER, values):
            found.setdefault(RunId(row.later), []).append(_earlier_run(row))
        return found

    async def of_prompt(
        self, project: ProjectId, prompt: PromptId, dataset: DatasetId | None, most: int
    ) -> list[EarlierRun]:
        """Return runs of a prompt with computed results, newest first; runs on this dataset come before others."""
        rows = await self._session.execute(
            OF_PROMPT,
            {
                "project": project,
                "prompt": prompt,
                "dataset": dataset,
                "most": most,
                "elsewhere": list(ELSEWHERE),
            },
        )
        return [_earlier_run(row) for row in rows]

    async def changed(
        self, project: ProjectId, revisions: Sequence[tuple[int, UUID, UUID]]
    ) -> frozenset[int]:
        """Return the positions at which the two case revisions have different values or expected answers."""
        if not revisions:
            return frozenset()
        found = await self._session.scalars(
            CHANGED,
            {
                "project": project,
                "places": [place for place, _, _ in revisions],
                "these": [this for _, this, _ in revisions],
                "others": [other for _, _, other in revisions],
            },
        )
        return frozenset(found)

    async def same_texts(
        self,
        project: ProjectId,
        runs: tuple[RunId, RunId],
        ordinals: Sequence[tuple[int, int]],
    ) -> int:
        """Count the pairs of cells of two runs with identical answers."""
        del project
        if not ordinals:
            return 0
        found = await self._session.scalar(
            SAME_TEXT,
            {
                "this": runs[0],
                "other": runs[1],
                "these": [this for this, _ in ordinals],
                "others": [other for _, other in ordinals],
            },
        )
        return int(found or 0)


def _earlier_run(row: Row[Any]) -> EarlierRun:
    return EarlierRun(
        id=RunId(UUID(str(row.id))),
        number=row.number,
        created_at=row.created_at,
        computed_at=row.computed_at,
        plan=plan_from_json(row.plan),
    )
