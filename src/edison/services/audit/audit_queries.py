"""Reading the audit log, and recording that someone was refused."""

from edison.domain.audit.audit_chain import INSTALLATION, AuditEntry, AuditFilter, entry
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context


async def read_project(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest, wanted: AuditFilter
) -> Page[AuditEntry]:
    who.must(Permission.READ_AUDIT, project)
    async with ctx.read() as tx:
        return await tx.audit.page(str(project), page, wanted)


async def read_installation(
    ctx: Context, who: Actor, page: PageRequest, wanted: AuditFilter
) -> Page[AuditEntry]:
    who.must_own_installation()
    async with ctx.read() as tx:
        return await tx.audit.page(INSTALLATION, page, wanted)


async def record_refusal(
    ctx: Context, who: Actor, project: ProjectId | None, operation: str, code: str
) -> None:
    """Keep who was refused what; allowed changes leave their own entries."""
    who.must_be_known()
    async with ctx.write() as tx:
        tx.record(
            entry(
                who,
                "permission.refused",
                ("operation", operation),
                at=ctx.clock.now(),
                project=project,
                changes={"code": {"old": None, "new": code}},
            )
        )
