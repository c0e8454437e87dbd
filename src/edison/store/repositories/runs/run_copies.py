"""Copy cases, answers and scores from one run to another within the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.store.repositories.base import Repository

COPY_CASES = text(
    """
    INSERT INTO run_cases (run_id, position, revision)
    SELECT :run, c.position, c.revision FROM run_cases c
    JOIN runs r ON r.id = c.run_id AND r.project_id = :project
    WHERE c.run_id = :before
    """
)
# Some answers of another run, in this order; they cost nothing, and no model is called.
COPY_ANSWERS = text(
    """
    WITH chosen AS (
        SELECT w.ordinal, w.place - 1 AS place
        FROM unnest(CAST(:ordinals AS int[])) WITH ORDINALITY w(ordinal, place)
        JOIN runs r ON r.id = :before AND r.project_id = :project
    ), pinned AS (
        INSERT INTO run_cases (run_id, position, revision)
        SELECT :run, w.place, c.revision FROM chosen w
        JOIN run_cases c ON c.run_id = :before AND c.position = w.ordinal / :width
    )
    INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, started_at, finished_at,
        cost, doubt, prompt_tokens, completion_tokens, latency_ms, first_token_ms, attempts, finish, reused,
        malformed, parsed, output, more)
    SELECT :run, w.place, c.state, 0, 1, 0, 0, 0, c.started_at, c.finished_at,
        0, 0, c.prompt_tokens, c.completion_tokens, c.latency_ms, c.first_token_ms, c.attempts, c.finish, :origin,
        c.malformed, c.parsed, c.output, c.more
    FROM chosen w JOIN cells c ON c.run_id = :before AND c.ordinal = w.ordinal
    """
)
# Answers that were given without a call.
GIVE_ANSWERS = text(
    """
    INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, started_at, finished_at,
        cost, doubt, attempts, finish, reused, output)
    SELECT r.id, w.ordinal, 'answered', 0, 1, 0, 0, 0, :now, :now, 0, 0, 0, 'stop', :origin, w.output
    FROM unnest(CAST(:ordinals AS int[]), CAST(:outputs AS text[])) w(ordinal, output)
    JOIN runs r ON r.id = :run AND r.project_id = :project
    """
)
COPY_SCORES = text(
    """
    INSERT INTO scores (run_id, ordinal, scorer, state, claim, held, held_tokens, holds, started_at, finished_at,
        value, passed, problem, reason, cost, doubt, output, more, criteria)
    SELECT :run, w.place - 1, n.place - 1, s.state, 0, 0, 0, 0, s.started_at, s.finished_at,
        s.value, s.passed, s.problem, s.reason, 0, 0, s.output, s.more, s.criteria
    FROM unnest(CAST(:ordinals AS int[])) WITH ORDINALITY w(ordinal, place)
    JOIN runs r ON r.id = :before AND r.project_id = :project
    JOIN scores s ON s.run_id = r.id AND s.ordinal = w.ordinal
    JOIN unnest(CAST(:scorers AS int[])) WITH ORDINALITY n(scorer, place) ON n.scorer = s.scorer
    """
)
SCORED_ANSWERS = text(
    """
    SELECT c.ordinal FROM cells c JOIN runs r ON r.id = c.run_id AND r.project_id = :project
    WHERE c.run_id = :run AND c.state = 'answered' AND cardinality(CAST(:scorers AS int[])) = (
        SELECT count(*) FROM scores s WHERE s.run_id = c.run_id AND s.ordinal = c.ordinal
          AND s.scorer = ANY (CAST(:scorers AS int[])) AND s.state = 'scored')
    ORDER BY c.ordinal
    """
)


class RunCopies(Repository):
    async def copy_cases(self, project: ProjectId, before: RunId, run: RunId) -> int:
        """Pin the cases of the run `before` to `run`, with the same revisions and order; return their number."""
        values = {"project": project, "before": before, "run": run}
        await self._session.execute(COPY_CASES, values)
        found = await self._session.scalar(
            text("SELECT count(*) FROM run_cases WHERE run_id = :run"), {"run": run}
        )
        return int(found or 0)

    async def scored_answers(
        self, project: ProjectId, run: RunId, scorers: Sequence[int]
    ) -> list[int]:
        """Return the answered cells that have a score of every given scorer."""
        values = {"project": project, "run": run, "scorers": list(scorers)}
        return [int(row.ordinal) for row in await self._session.execute(SCORED_ANSWERS, values)]

    async def copy_answers(
        self,
        project: ProjectId,
        before: RunId,
        run: RunId,
        ordinals: Sequence[int],
        *,
        width: int,
        origin: str,
    ) -> None:
        """Copy cells with their cases to a run of one column. `width` is the number of cells per case in the source."""
        await self._session.execute(
            COPY_ANSWERS,
            {
                "project": project,
                "before": before,
                "run": run,
                "ordinals": list(ordinals),
                "width": width,
                "origin": origin,
            },
        )

    async def give_answers(
        self, project: ProjectId, run: RunId, answers: Mapping[int, str], origin: str, now: datetime
    ) -> None:
        """Save the given answers, by cell."""
        await self._session.execute(
            GIVE_ANSWERS,
            {
                "project": project,
                "run": run,
                "ordinals": list(answers),
                "outputs": list(answers.values()),
                "origin": origin,
                "now": now,
            },
        )

    async def copy_scores(
        self,
        project: ProjectId,
        before: RunId,
        run: RunId,
        ordinals: Sequence[int],
        scorers: Sequence[int],
    ) -> None:
        """Copy these scorers' scores of these cells; cells and scorers are renumbered in the given order."""
        await self._session.execute(
            COPY_SCORES,
            {
                "project": project,
                "before": before,
                "run": run,
                "ordinals": list(ordinals),
                "scorers": list(scorers),
            },
        )
