"""Create judges that score questions, one for each model. An existing rubric or judge of equal content is reused."""

from dataclasses import dataclass

from edison.domain.arena.question_review import (
    RUBRIC_NAME,
    Quality,
    judge_for,
    judge_name,
    rubric_for,
)
from edison.domain.errors import InvalidInput, NotFound
from edison.domain.events import JUDGE_CREATED, RUBRIC_CREATED
from edison.domain.ids import JudgeId, ModelId, ProjectId, RubricId
from edison.domain.judging.judge import MOST_NAME as MOST_JUDGE_NAME
from edison.domain.judging.judge import JudgeVersion, check_content
from edison.domain.judging.rubric import MOST_NAME as MOST_RUBRIC_NAME
from edison.domain.judging.rubric import Rubric
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class NewJudges:
    """The models to use as judges, and their criteria. Without criteria, they judge by the instructions alone."""

    models: tuple[ModelId, ...]
    criteria: tuple[Quality, ...]
    instructions: str

    @property
    def rubric(self) -> Rubric | None:
        return rubric_for(self.criteria) if self.criteria else None


async def make_judges(tx: ProjectTx, wish: NewJudges) -> list[tuple[JudgeId, int]]:
    """Return a judge version for each model: an existing version with the same content, or a new one."""
    await tx.question_reviews.make_alone(tx.project)
    rubric = await _rubric(tx, wish)
    return [await _judge(tx, model, wish, rubric) for model in wish.models]


async def imagined_judges(tx: ReadTx, project: ProjectId, wish: NewJudges) -> list[JudgeVersion]:
    """Return the judges that `make_judges` would create, to forecast their calls. Nothing is stored."""
    rubric = wish.rubric
    pinned = None if rubric is None else (RubricId(new_id()), 1)
    found: list[JudgeVersion] = []
    for place, model in enumerate(wish.models):
        name = await _model_name(tx, project, model, f"models.{place}")
        found.append(
            JudgeVersion(
                judge=JudgeId(new_id()),
                number=1,
                name=judge_name(name),
                content=judge_for(model, wish.instructions, pinned),
                rubric=rubric,
                rubric_name=RUBRIC_NAME,
                model_name=name,
            )
        )
    return found


async def _rubric(tx: ProjectTx, wish: NewJudges) -> tuple[RubricId, int] | None:
    content = wish.rubric
    if content is None:
        return None
    known = await tx.question_reviews.rubric_like(tx.project, content)
    if known is not None:
        return known
    rubric = RubricId(new_id())
    name = await tx.names.free(tx.project, "rubric", RUBRIC_NAME, MOST_RUBRIC_NAME)
    await tx.rubrics.add(tx.project, rubric, name, tx.who.user, tx.now)
    await tx.rubrics.add_version(
        tx.project, rubric, 1, name, content, by=tx.who.user, by_label=tx.who.label, at=tx.now
    )
    changes = {"name": {"old": None, "new": name}, "version": {"old": None, "new": 1}}
    tx.note(RUBRIC_CREATED, ("rubric", rubric), changes, name=name, changed=sorted(changes))
    return rubric, 1


async def _judge(
    tx: ProjectTx, model: ModelId, wish: NewJudges, rubric: tuple[RubricId, int] | None
) -> tuple[JudgeId, int]:
    content = judge_for(model, wish.instructions, rubric)
    check_content(content)
    known = await tx.question_reviews.judge_like(tx.project, content)
    if known is not None:
        return known
    model_name = await _model_name(tx, tx.project, model, "models")
    judge = JudgeId(new_id())
    name = await tx.names.free(tx.project, "judge", judge_name(model_name), MOST_JUDGE_NAME)
    await tx.judges.add(tx.project, judge, name, tx.who.user, tx.now)
    await tx.judges.add_version(
        tx.project,
        judge,
        1,
        name,
        content,
        model_name=model_name,
        by=tx.who.user,
        by_label=tx.who.label,
        at=tx.now,
    )
    changes = {
        "name": {"old": None, "new": name},
        "mode": {"old": None, "new": str(content.mode)},
        "model": {"old": None, "new": model_name},
    }
    tx.note(JUDGE_CREATED, ("judge", judge), changes, name=name, changed=sorted(changes))
    return judge, 1


async def _model_name(tx: ReadTx, project: ProjectId, model: ModelId, field: str) -> str:
    try:
        return (await tx.catalog.get(project, model)).name
    except NotFound as gone:
        raise InvalidInput("This model is not in the catalog", field=field) from gone
