"""Read judges, their versions and their passports."""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.ids import JudgeId, ProjectId
from edison.domain.judging.judge import JudgeVersion
from edison.domain.judging.rubric import VersionNote
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.judging.judge_passport import Passport, passports_of
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeReport:
    version: JudgeVersion
    history: Sequence[VersionNote]
    # None: the judge has judged nothing yet.
    passport: Passport | None


async def list_judges(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest
) -> Page[JudgeReport]:
    """List the judges in their newest version, latest change first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.judges.page(project, page)
        known = await _known(ctx, tx, project, found.items)
    return Page(items=tuple(known), next_cursor=found.next_cursor)


async def read_judge(
    ctx: Context, who: Actor, project: ProjectId, judge: JudgeId, number: int | None
) -> JudgeReport:
    """Read a judge version by number, or the newest one. An archived judge can only be read by number."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        if number is None:
            number = (await tx.judges.head(project, judge)).latest
        version = await tx.judges.version(project, judge, number)
        return (await _known(ctx, tx, project, [version]))[0]


async def read_passport(
    ctx: Context, who: Actor, project: ProjectId, judge: JudgeId, number: int | None
) -> Passport:
    """Compute the passport of a judge version from everything it has judged in this project."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        if number is None:
            number = (await tx.judges.head(project, judge)).latest
        version = await tx.judges.version(project, judge, number)
        return (await passports_of(tx, project, [version], ctx.clock.now()))[judge]


async def _known(
    ctx: Context, tx: ReadTx, project: ProjectId, versions: Sequence[JudgeVersion]
) -> list[JudgeReport]:
    notes = await tx.judges.history(project, [version.judge for version in versions])
    passports = await passports_of(tx, project, versions, ctx.clock.now())
    return [
        JudgeReport(
            version=version,
            history=notes.get(version.judge, ()),
            passport=passports[version.judge] if passports[version.judge].sources else None,
        )
        for version in versions
    ]
