"""Read the audit log and the events of a project, and record refused requests."""

from edison.domain.audit.audit_chain import INSTALLATION, AuditEntry, AuditFilter, entry
from edison.domain.events import Event, project_topic, user_topic
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
    """Write an audit entry for a request that was refused for lack of permission."""
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


BATCH = 200


async def list_activity(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest
) -> Page[Event]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.events.page(project_topic(project), page)


async def project_since(
    ctx: Context, who: Actor, project: ProjectId, after: int | None
) -> tuple[list[Event], int]:
    """Return a batch of project events after an event number, and the number to continue from.

    If `after` is None, start from now.
    """
    who.must(Permission.VIEW_PROJECT, project)
    return await _since(ctx, project_topic(project), after)


async def own_since(ctx: Context, who: Actor, after: int | None) -> tuple[list[Event], int]:
    user = who.must_be_person()
    return await _since(ctx, user_topic(user), after)


async def _since(ctx: Context, topic: str, after: int | None) -> tuple[list[Event], int]:
    async with ctx.read() as tx:
        if after is None:
            return [], await tx.events.last_number(topic)
        events = await tx.events.since(topic, after, BATCH)
    return events, events[-1].number if events else after
