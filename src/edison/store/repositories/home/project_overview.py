"""Read the overview of a project: its most recently run prompts, and counts of what waits for a person."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import text

from edison.domain.ids import ProjectId, PromptId, RunId, UserId
from edison.domain.runs.run_plan import ELSEWHERE
from edison.domain.runs.run_states import ENDED
from edison.store.repositories.base import Repository
from edison.store.repositories.results.run_statistics import INPUT_OF_RESULTS
from edison.store.repositories.row_mapping import from_row

# The last run orders the prompts; the last completed run has the figures.
PROMPTS = text(
    """
    SELECT p.*, l.number AS production, done.id AS run FROM (
        SELECT q.id, q.name, q.kind, q.latest, q.updated_at, newest.id AS newest, count(*) OVER () AS total
        FROM prompts q
        LEFT JOIN LATERAL (
            SELECT r.id FROM runs r
            WHERE r.project_id = :project AND r.prompt_id = q.id AND r.trigger <> ALL (CAST(:elsewhere AS text[]))
            ORDER BY r.id DESC LIMIT 1
        ) newest ON true
        WHERE q.project_id = :project AND q.removed_at IS NULL
        ORDER BY newest.id DESC NULLS LAST, q.updated_at DESC, q.id LIMIT :most
    ) p
    LEFT JOIN prompt_labels l ON l.prompt_id = p.id AND l.label = 'production'
    LEFT JOIN LATERAL (
        SELECT r.id FROM runs r
        WHERE r.project_id = :project AND r.prompt_id = p.id AND r.state = 'completed'
          AND r.trigger <> ALL (CAST(:elsewhere AS text[]))
        ORDER BY r.id DESC LIMIT 1
    ) done ON true
    ORDER BY p.newest DESC NULLS LAST, p.updated_at DESC, p.id
    """
)
# The conditions on answers are those of `annotation_queue.left_for`.
WAITING = text(
    """
    SELECT a.alerts, a.critical_alerts,
        (SELECT count(*) FROM suggestions WHERE project_id = :project AND state = 'pending') AS reviews,
        (SELECT count(*) FROM promotions WHERE project_id = :project AND state = 'WAITING') AS promotions,
        (SELECT count(*) FROM runs WHERE project_id = :project AND state <> ALL (CAST(:ended AS text[]))
            AND trigger <> ALL (CAST(:elsewhere AS text[]))) AS runs,
        (SELECT count(*) FROM annotation_queues q
            JOIN annotation_items i ON i.queue_id = q.id AND i.decided IS NULL
            JOIN cells c ON c.run_id = q.run_id AND c.ordinal = i.ordinal AND c.attempt = i.attempt
                AND c.state IN ('answered','malformed')
            CROSS JOIN LATERAL (
                SELECT count(*) FILTER (WHERE NOT n.skipped) AS given,
                    coalesce(bool_or(n.user_id = CAST(:me AS uuid)), false) AS mine
                FROM annotations n WHERE n.item_id = i.id
            ) labels
            CROSS JOIN LATERAL (
                SELECT count(*) AS taken FROM annotation_seats s
                WHERE s.item_id = i.id AND s.until > :now AND s.user_id <> CAST(:me AS uuid)
            ) seats
            WHERE q.project_id = :project AND q.state = 'open' AND CAST(:me AS uuid) IS NOT NULL
              AND NOT labels.mine AND labels.given + seats.taken < q.people) AS answers
    FROM (
        SELECT count(*) AS alerts, count(*) FILTER (WHERE severity = 'critical') AS critical_alerts
        FROM alerts WHERE project_id = :project AND state = 'open'
    ) a
    """
)
# Changes with the scores of a run, with those of every run that may be its baseline, and with the main metric.
VERDICT_INPUT = text(
    f"""
    SELECT t.id, md5(concat_ws('|', p.settings ->> 'main_metric', string_agg(
            concat_ws('/', r.id, s.computed_at, {INPUT_OF_RESULTS}), '|' ORDER BY r.id DESC))) AS input,
        coalesce(array_agg(r.id) FILTER (WHERE s.seen IS DISTINCT FROM {INPUT_OF_RESULTS}), '{{}}') AS outdated
    FROM runs t
    JOIN projects p ON p.id = t.project_id
    CROSS JOIN LATERAL (
        (SELECT e.id, e.epoch FROM runs e
        WHERE e.project_id = t.project_id AND e.dataset_id = t.dataset_id AND e.id < t.id
          AND e.state = 'completed' AND e.trigger <> ALL (CAST(:elsewhere AS text[]))
        ORDER BY e.id DESC LIMIT :most)
        UNION ALL SELECT t.id, t.epoch
    ) r
    LEFT JOIN run_statistics s ON s.run_id = r.id
    WHERE t.project_id = :project AND t.id = ANY (CAST(:runs AS uuid[]))
    GROUP BY t.id, p.settings
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewPrompt:
    id: PromptId
    name: str
    kind: str
    # The newest version; 0: none is saved.
    latest: int
    # The version with the label `production`.
    production: int | None
    # The last completed run.
    run: RunId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingCounts:
    """What waits for a person: suggestions, promotions, open alerts, and answers that this person can label."""

    reviews: int
    # Of protected labels, waiting for an approval.
    promotions: int
    alerts: int
    critical_alerts: int
    answers: int
    # Runs in progress, including paused ones.
    runs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictInput:
    # A fingerprint of the scores of the run and of the runs that may be its baseline.
    input: str
    # Those of these runs that got scores or labels after their results were computed.
    outdated: tuple[RunId, ...]


class ProjectOverview(Repository):
    async def prompts(self, project: ProjectId, most: int) -> tuple[list[OverviewPrompt], int]:
        """Return the prompts, most recently run first, and the number of all prompts."""
        rows = (
            await self._session.execute(
                PROMPTS, {"project": project, "most": most, "elsewhere": list(ELSEWHERE)}
            )
        ).all()
        return [from_row(OverviewPrompt, row) for row in rows], rows[0].total if rows else 0

    async def waiting(self, project: ProjectId, me: UserId | None, now: datetime) -> WaitingCounts:
        row = await self._session.execute(
            WAITING,
            {
                "project": project,
                "me": me,
                "now": now,
                "ended": [str(state) for state in ENDED],
                "elsewhere": list(ELSEWHERE),
            },
        )
        return from_row(WaitingCounts, row.one())

    async def verdict_inputs(
        self, project: ProjectId, runs: Sequence[RunId], most: int
    ) -> dict[RunId, VerdictInput]:
        """Return what each run's comparison with one of its last `most` earlier runs is computed from."""
        rows = await self._session.execute(
            VERDICT_INPUT,
            {"project": project, "runs": list(runs), "most": most, "elsewhere": list(ELSEWHERE)},
        )
        return {RunId(row.id): from_row(VerdictInput, row) for row in rows}
