"""Create a judge, save its next version, and archive it. Runs keep the judge version that scored them."""

from dataclasses import dataclass, replace
from typing import Any

from edison.domain.errors import InvalidInput, NotFound, NothingChanged
from edison.domain.events import JUDGE_ARCHIVED, JUDGE_CHANGED, JUDGE_CREATED
from edison.domain.ids import JudgeId, ModelId, ProjectId, RubricId
from edison.domain.judging.judge import (
    SEED,
    TEMPERATURE,
    JudgeContent,
    JudgeMode,
    JudgeVersion,
    check_content,
    check_name,
)
from edison.domain.models.parameters import Parameters
from edison.domain.people.access import Actor, Permission
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteJudge:
    """Request to save a judge. Without `rubric_version`, the newest version of the rubric is used."""

    project: ProjectId
    name: str
    mode: JudgeMode
    model: ModelId
    parameters: Parameters
    goal: str
    rubric: RubricId | None
    rubric_version: int | None
    instructions: str
    uses_reference: bool
    pass_at: float


async def create_judge(ctx: Context, who: Actor, cmd: WriteJudge) -> JudgeVersion:
    who.must(Permission.EDIT_PROMPTS, cmd.project)
    name = check_name(cmd.name)
    judge = JudgeId(new_id())
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        content, model_name = await _content(tx, cmd)
        await tx.judges.add(cmd.project, judge, name, who.user, tx.now)
        await tx.judges.add_version(
            cmd.project,
            judge,
            1,
            name,
            content,
            model_name=model_name,
            by=who.user,
            by_label=who.label,
            at=tx.now,
        )
        changes = {
            "name": {"old": None, "new": name},
            "mode": {"old": None, "new": str(content.mode)},
            "model": {"old": None, "new": model_name},
        }
        tx.note(JUDGE_CREATED, ("judge", judge), changes, name=name, changed=sorted(changes))
        return await tx.judges.version(cmd.project, judge, 1)


async def save_judge(ctx: Context, who: Actor, judge: JudgeId, cmd: WriteJudge) -> JudgeVersion:
    """Save the next version of a judge, which needs a new passport. Renaming alone creates no version."""
    who.must(Permission.EDIT_PROMPTS, cmd.project)
    name = check_name(cmd.name)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        head = await tx.judges.head(cmd.project, judge, lock=True)
        was = await tx.judges.version(cmd.project, judge, head.latest)
        content, model_name = await _content(tx, cmd)
        changes: dict[str, Any] = {}
        if name != head.name:
            changes["name"] = {"old": head.name, "new": name}
        number = head.latest
        if content != was.content:
            number += 1
            changes["version"] = {"old": head.latest, "new": number}
            await tx.judges.add_version(
                cmd.project,
                judge,
                number,
                name,
                content,
                model_name=model_name,
                by=who.user,
                by_label=who.label,
                at=tx.now,
            )
        elif changes:
            await tx.judges.rename(cmd.project, judge, name, tx.now)
        else:
            raise NothingChanged(f"Nothing has changed since version {number}", number=number)
        tx.note(
            JUDGE_CHANGED,
            ("judge", judge),
            changes,
            name=name,
            changed=sorted(changes),
            number=number,
        )
        return await tx.judges.version(cmd.project, judge, number)


async def archive_judge(ctx: Context, who: Actor, project: ProjectId, judge: JudgeId) -> None:
    """Remove a judge from the lists. Its scores are kept, and current runs can still use the judge."""
    who.must(Permission.EDIT_PROMPTS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        head = await tx.judges.head(project, judge, lock=True)
        await tx.judges.remove(project, judge, tx.now)
        changes = {"name": {"old": head.name, "new": None}}
        tx.note(JUDGE_ARCHIVED, ("judge", judge), changes, name=head.name, changed=sorted(changes))


async def _content(tx: ReadTx, cmd: WriteJudge) -> tuple[JudgeContent, str]:
    """Return the content of the judge with a pinned rubric version, and the name of its model."""
    content = JudgeContent(
        mode=cmd.mode,
        model=cmd.model,
        parameters=_steady(cmd.parameters),
        goal=cmd.goal.strip(),
        rubric_id=cmd.rubric,
        rubric_version=cmd.rubric_version,
        # Only free-text judges use instructions, so those of other judges are not stored.
        instructions=cmd.instructions.strip() if cmd.mode is JudgeMode.FREE_TEXT else "",
        uses_reference=cmd.uses_reference,
        pass_at=cmd.pass_at,
    )
    check_content(content)
    try:
        model = await tx.catalog.get(cmd.project, cmd.model)
    except NotFound as gone:
        raise InvalidInput("This model is not in the catalog", field="model") from gone
    if content.rubric_id is None:
        return replace(content, rubric_version=None), model.name
    try:
        head = await tx.rubrics.head(cmd.project, content.rubric_id)
        number = content.rubric_version or head.latest
        await tx.rubrics.version(cmd.project, content.rubric_id, number)
    except NotFound as gone:
        raise InvalidInput(gone.message, field="rubric") from gone
    return replace(content, rubric_version=number), model.name


def _steady(given: Parameters) -> Parameters:
    """Return the parameters. If temperature or seed is unset, set it to a value that gives consistent scores."""
    return replace(
        given,
        temperature=TEMPERATURE if given.temperature is None else given.temperature,
        seed=SEED if given.seed is None else given.seed,
    )
