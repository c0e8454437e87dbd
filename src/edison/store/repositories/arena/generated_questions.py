"""How good the questions are that models made, as judges see them."""

from sqlalchemy import text

from edison.domain.arena.psychometrics.question_generators import GradedQuestion
from edison.domain.ids import ProjectId
from edison.domain.runs.run_series import QUESTIONS_TRIGGER
from edison.store.repositories.base import Repository

MOST_QUESTIONS = 100_000
# A question that a person has reworded is no longer the model's.
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
        """The mean of all verdicts on each question, the newest questions first."""
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
